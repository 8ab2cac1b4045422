// What a verdict on a run is made of: the one place where summaries, estimates and failures become facts.

package dcc

import (
	"math"
	"slices"

	"dcctree/core/topology"
	"dcctree/core/verdict"
	"dcctree/core/words"
)

// Facts returns what is known of the run so far, for verdict.Judge. The paper's way estimates nothing of what it never
// visited.
func (s *Sampler) Facts() verdict.Facts {
	var failed []topology.Topology
	all := s.Summaries()
	for _, sum := range all {
		if sum.Chains == 0 {
			failed = append(failed, sum.Topology)
		}
	}
	facts := RunFacts(verdict.Chains, failed, s.Jobs())
	return FactsAt(facts, all, Unexplored{}, Searching, 0)
}

// FactsAt returns the facts of the run's way and failures at a moment: with these summaries, this estimate of what was
// not measured, and so many audits under way.
func FactsAt(run verdict.Facts, all []Summary, u Unexplored, e Ending, auditing int) verdict.Facts {
	run.Topologies = topologyFacts(all)
	run.Unmeasured = verdict.Unmeasured{Known: u.Known, Share: u.Share, Bound: u.Bound}
	run.Ended, run.Auditing, run.Limit = e != Searching, auditing, verdict.NoLimit
	switch e {
	case BudgetUsed:
		run.Limit = verdict.BudgetLimit
	case MostReached:
		run.Limit = verdict.CountLimit
	}
	return run
}

func topologyFacts(all []Summary) []verdict.Topology {
	facts := make([]verdict.Topology, len(all))
	for i, s := range all {
		facts[i] = verdict.Topology{Name: s.Topology.String(), Weight: s.Weight, Error: s.WeightError,
			Trust: verdict.Trust(s.Trust), Audit: s.Audit.outcome()}
		if s.Chains == 0 {
			facts[i].Trust = verdict.Unreliable
		}
	}
	return facts
}

func (r AuditReport) outcome() verdict.Audit {
	switch {
	case !r.Done:
		return verdict.NotAudited
	case r.Flag == AuditFailed:
		return verdict.Failed
	case r.Flag == NoFlag:
		return verdict.Clean
	}
	return verdict.Doubtful
}

// Stated returns copies of the summaries with the weights' errors as they may be told: NaN where they are not known,
// see verdict.ErrorsKnown.
func Stated(all []Summary) []Summary {
	out := make([]Summary, len(all))
	for i, known := range verdict.ErrorsKnown(topologyFacts(all)) {
		if out[i] = all[i]; !known {
			out[i].WeightError = math.NaN()
		}
	}
	return out
}

// ErrorsHold reports whether sums over the weights have errors that may be told: some weights have.
func ErrorsHold(all []Summary) bool {
	return slices.Contains(verdict.ErrorsKnown(topologyFacts(all)), true)
}

// RunFacts returns the facts of a run by its way, the topologies that failed by themselves, and its jobs.
func RunFacts(way verdict.Way, failed []topology.Topology, jobs []JobDigest) verdict.Facts {
	return verdict.Facts{Way: way, GivenUp: givenUp(jobs), LeftOut: leftOut(failed, jobs)}
}

// givenUp names the jobs that were given up.
func givenUp(jobs []JobDigest) (names []words.Speaker) {
	for _, j := range jobs {
		if j.GivenUp() {
			names = append(names, JobName(j.Kind, j.Topology))
		}
	}
	return names
}

// leftOut names the topologies that failed by themselves: not by a job that was given up, which has its own name.
func leftOut(failed []topology.Topology, jobs []JobDigest) (names []words.Speaker) {
	given := map[string]bool{}
	for _, j := range jobs {
		given[j.Topology] = given[j.Topology] || j.GivenUp()
	}
	for _, t := range failed {
		if !given[t.Key()] {
			names = append(names, words.Same(t.String()))
		}
	}
	return names
}
