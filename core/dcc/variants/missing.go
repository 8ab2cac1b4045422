// What the runs of a prior check still miss of each other: topologies that only some of them measured.

package variants

import (
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/hardtree"
	"dcctree/core/topology"
)

// lacking is a topology that a lane is to measure after its run: first the search, then the measurement.
type lacking struct {
	topology  topology.Topology
	id        int // of its job now
	solutions []hardtree.Solution
}

// missingWeight is the weight under any prior from which on a topology is measured under all of them.
const missingWeight = .01

// firstMissing is beyond all numbers of a run's own jobs.
const firstMissing = 1 << 30

// complete reports whether every lane has all topologies that matter in one of them. When all runs are
// at their ends it lists, once, what each misses.
func (c *Comparison) complete() bool {
	for _, l := range c.lanes {
		if !l.searched || len(l.missing) > 0 {
			return false
		}
	}
	if c.completed {
		return true
	}
	c.completed = true
	wanted := c.important()
	open := false
	for _, l := range c.lanes {
		if l.failed != "" {
			continue
		}
		l.missing = l.lacks(wanted)
		open = open || len(l.missing) > 0
	}
	return !open
}

// important lists the topologies of more than missingWeight in any lane or under other odds of a split.
func (c *Comparison) important() (out []topology.Topology) {
	seen := map[topology.Topology]bool{}
	take := func(all []dcc.Summary) {
		for _, s := range all {
			if s.Weight > missingWeight && !seen[s.Topology] {
				seen[s.Topology] = true
				out = append(out, s.Topology)
			}
		}
	}
	for _, l := range c.lanes {
		take(l.summaries)
	}
	for _, factor := range priorFactors {
		take(c.reweighed(factor))
	}
	return out
}

// lacks lists those of the wanted topologies that the lane has not measured.
func (l *lane) lacks(wanted []topology.Topology) (out []*lacking) {
	has := map[topology.Topology]bool{}
	for _, s := range l.summaries {
		has[s.Topology] = true
	}
	for _, t := range wanted {
		if !has[t] {
			out = append(out, &lacking{topology: t, id: firstMissing + 2*len(out)})
		}
	}
	return out
}

func (l *lane) missingJobs() (out []dcc.Job) {
	for _, m := range l.missing {
		j := dcc.Job{ID: m.id, Kind: dcc.Score, Topology: m.topology.Key(), Task: &search.ScoreTask{}}
		if m.solutions != nil {
			j.Kind, j.Task = dcc.Measure, &search.MeasureTask{Starts: m.solutions}
		}
		out = append(out, j)
	}
	return out
}

// reportMissing takes the result of such a job; a topology that fails is left out.
func (l *lane) reportMissing(j dcc.Job, r dcc.Result) []dcc.Step {
	at := 0
	for l.missing[at].id != j.ID {
		at++
	}
	m := l.missing[at]
	if err := l.run.Problem().Check(j, r); err != nil {
		r = dcc.Result{ID: r.ID, Outcome: dcc.LeftOut, Reason: err.Error()}
	}
	l.extra += r.Units()
	if j.Kind == dcc.Score && r.Outcome != dcc.LeftOut {
		m.solutions = r.Found.(*dcc.Scored).Solutions
		m.id++
		return nil
	}
	l.missing = append(l.missing[:at:at], l.missing[at+1:]...)
	step := l.run.Include(m.topology, m.solutions, r)
	if r.Outcome != dcc.LeftOut {
		l.summaries = l.run.Summaries()
	}
	return []dcc.Step{step}
}
