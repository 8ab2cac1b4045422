// What a verdict on a run of the fast mode is made of.

package search

import (
	"dcctree/core/dcc"
	"dcctree/core/topology"
	"dcctree/core/verdict"
)

// Facts returns what is known of the run so far, for verdict.Judge.
func (f *Fast) Facts() verdict.Facts {
	way := verdict.Search
	if f.set.AuditShare == 0 {
		way = verdict.FirstLook
	}
	facts := dcc.RunFacts(way, f.failures(), f.Jobs())
	return dcc.FactsAt(facts, f.Summaries(), f.Unexplored(), f.Ended(), f.Auditing()+f.Measuring())
}

// failures returns the topologies whose search, measurement or embedding gave nothing.
func (f *Fast) failures() (failed []topology.Topology) {
	for _, e := range f.order {
		if e.failed != "" && !e.measured {
			failed = append(failed, e.topology)
		}
	}
	return failed
}

// Jobs returns the digests of the results that were applied, in job order: the first 4,096, and of later jobs those
// that were given up.
func (f *Fast) Jobs() []dcc.JobDigest { return f.jobs.First() }
