// Everything that is measured on one data set for the tables and the check.

package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/conquer"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
)

// study is one data set.
type study struct {
	set       *published.Set
	fast      table
	paper     *table // nil where only the fast mode is judged
	cart      cartScores
	long      *longFacts // nil for a regression, or where it was not asked for
	distances spread     // of the class probabilities of the runs from those of the long one
	pooled    *pooled    // nil where it was not asked for
	apart     spread     // total variation distances of the runs' weights from the pooled ones
	missing   spread     // pooled weights of what the runs did not measure
	chosen    *chosen    // nil where h was not chosen
}

// reducedSettings is the budget of paper mode in the tables: it has the authors' settings otherwise.
func reducedSettings(s dcc.Settings) dcc.Settings {
	s.Chains, s.Warmup, s.Draws, s.Iterations, s.PriorDraws, s.MaxDoublings = 4, 300, 25, 30, 20, 6
	return s
}

// newStudy runs the fast mode, CART, and where asked for the long run and paper mode; progress is written to w.
func newStudy(w io.Writer, set *published.Set, o options, withPaper bool) (*study, error) {
	s := &study{set: set, cart: measureCART(set, o)}
	tell := func(r outcome) { fmt.Fprintln(w, r.line()) }
	o.fast = true
	var err error
	if s.fast, err = measure(set, o, tell); err != nil {
		return nil, err
	}
	if err := s.compare(o); err != nil {
		return nil, err
	}
	if err := s.pool(o); err != nil {
		return nil, err
	}
	if bounds[set.Name].chooses {
		if s.chosen, err = choose(w, set, o); err != nil {
			return nil, err
		}
	}
	if !withPaper {
		return s, nil
	}
	o.fast, o.settings = false, reducedSettings(o.settings)
	slow, err := measure(set, o, tell)
	s.paper = &slow
	return s, err
}

// compare makes the long run of a classification and the distances from it.
func (s *study) compare(o options) error {
	if !s.classification() || o.long == 0 {
		return nil
	}
	units := float64(o.long) * s.fast.of(first).Mean
	about := struct {
		Results int              `json:"results"`
		Set     setFacts         `json:"set"`
		Seed    uint64           `json:"seed"`
		Units   float64          `json:"units"`
		Deep    conquer.Settings `json:"deep"`
	}{resultsVersion, s.fast.setFacts, o.seed, units, deepSettings()}
	long, _, err := keep(o.kept, "long", "long-"+s.set.Name, about, func(*timing) (longFacts, error) {
		return newLongRun(s.set, o, units)
	})
	if err != nil {
		return err
	}
	s.long = &long
	s.distances = s.fast.of(func(r outcome) float64 { return distance(r.Probabilities, long.Probabilities) })
	return nil
}

// first is the work of a run before its audits, whole that with them.
func first(r outcome) float64 { return float64(r.Gradients - r.Audit) }
func whole(r outcome) float64 { return float64(r.Gradients) }

// unmeasured is the share of the posterior that the runs state as not measured; its least is -1 where one knows none.
func (s *study) unmeasured() spread {
	return s.fast.of(func(r outcome) float64 { return r.Unexplored })
}

func (s *study) classification() bool { return s.set.Train.Task == dataset.Classification }

// topologyEvidence is what the runs of a table say of one topology.
type topologyEvidence struct {
	leaves        string
	runs          int // in which it was measured
	weight        spread
	logEvidence   spread
	stated        spread // errors of log evidence
	untrustworthy int    // runs in which it is named unreliable
	audited       int    // runs in which it was audited
	amended       int    // of them, those in which components were added
	flagged       int    // of them, those in which the audit raised a flag
}

// evidences collects all topologies of a table's runs, by mean weight over all runs.
func (t table) evidences() []topologyEvidence {
	shares := map[string][]share{}
	var order []string
	for _, r := range t.Runs {
		for _, s := range r.Topologies {
			if shares[s.Leaves] == nil {
				order = append(order, s.Leaves)
			}
			shares[s.Leaves] = append(shares[s.Leaves], s)
		}
	}
	var out []topologyEvidence
	for _, leaves := range order {
		out = append(out, newEvidence(leaves, shares[leaves], len(t.Runs)))
	}
	slices.SortStableFunc(out, func(a, b topologyEvidence) int { return cmp.Compare(b.weight.Mean, a.weight.Mean) })
	return out
}

func newEvidence(leaves string, shares []share, runs int) topologyEvidence {
	e := topologyEvidence{leaves: leaves, runs: len(shares)}
	var logs, stated []float64
	weights := make([]float64, runs) // 0 in the runs that did not measure it
	for k, s := range shares {
		logs, stated, weights[k] = append(logs, s.LogEvidence), append(stated, s.LogEvidenceError), s.Weight
		e.untrustworthy += count(!s.Reliable)
		e.audited += count(s.Audited)
		e.amended += count(s.Added > 0)
		e.flagged += count(s.AuditFlag != "")
	}
	e.weight, e.logEvidence, e.stated = spreadOf(weights), spreadOf(logs), spreadOf(stated)
	return e
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// find returns the topologyEvidence of one topology; its runs are 0 where none measured it.
func find(all []topologyEvidence, leaves string) topologyEvidence {
	for _, e := range all {
		if e.leaves == leaves {
			return e
		}
	}
	return topologyEvidence{leaves: leaves}
}
