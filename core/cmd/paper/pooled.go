// Weights of topologies against those of long runs together.

package main

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/cmd/internal/wide"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/posterior"
)

// pooledRuns are the long runs whose mean weights those of a run are held against: one differs from the next by
// nearly as much as default runs do.
const pooledRuns = 5

// wideFacts are what the tables take of a long run.
type wideFacts struct {
	Units   float64            `json:"units"` // gradient units, audits among them
	Weights map[string]float64 `json:"weights"`
}

// pooled are the mean weights of topologies over long runs.
type pooled struct {
	units   float64 // of all together
	weights map[string]float64
}

// pool makes the long runs of a set, or takes those that are kept.
func (s *study) pool(o options) error {
	if o.long == 0 {
		return nil
	}
	all := pooled{weights: map[string]float64{}}
	for k := range pooledRuns {
		about := struct {
			Results int                 `json:"results"`
			Set     setFacts            `json:"set"`
			Seed    uint64              `json:"seed"`
			Wide    search.FastSettings `json:"wide"`
		}{resultsVersion, s.fast.setFacts, o.seed + 2_000_000 + uint64(k), wide.Settings(o.long)}
		name := fmt.Sprintf("wide-%s-%d", s.set.Name, k+1)
		one, _, err := keep(o.kept, "wide", name, about, func(*timing) (wideFacts, error) {
			return newWide(s.set, about.Set.Settings, about.Seed, about.Wide, o.workers)
		})
		if err != nil {
			return err
		}
		all.units += one.Units
		for leaves, w := range one.Weights {
			all.weights[leaves] += w / pooledRuns
		}
	}
	s.pooled = &all
	s.apart = s.fast.of(all.distance)
	s.missing = s.fast.of(all.missing)
	return nil
}

// newWide makes a long run.
func newWide(
	set *published.Set, settings dcc.Settings, seed uint64, by search.FastSettings, workers int,
) (wideFacts, error) {
	problem := &dcc.Problem{Data: posterior.NewTables(set.Train, set.Test, false).Data(), Settings: settings,
		Seed: seed}
	run, err := search.NewFast(problem, by)
	if err != nil {
		return wideFacts{}, err
	}
	if err := dcc.Run(problem, run, workers, nil); err != nil {
		return wideFacts{}, err
	}
	out := wideFacts{Units: float64(run.Gradients()), Weights: map[string]float64{}}
	for _, s := range run.Summaries() {
		out.Weights[s.Topology.String()] = s.Weight
	}
	return out, nil
}

// distance is the total variation distance of a run's weights.
func (p pooled) distance(r outcome) float64 {
	sum, own := 0.0, map[string]bool{}
	for _, t := range r.Topologies {
		own[t.Leaves] = true
		sum += math.Abs(t.Weight - p.weights[t.Leaves])
	}
	return (sum + p.without(own)) / 2
}

// missing is the weight of topologies that a run did not measure.
func (p pooled) missing(r outcome) float64 {
	own := map[string]bool{}
	for _, t := range r.Topologies {
		own[t.Leaves] = true
	}
	return p.without(own)
}

// without sums the weights of other topologies.
func (p pooled) without(own map[string]bool) (sum float64) {
	for _, leaves := range slices.Sorted(maps.Keys(p.weights)) { // the sum depends on its order
		if !own[leaves] {
			sum += p.weights[leaves]
		}
	}
	return sum
}
