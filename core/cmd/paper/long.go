// The long run: what the class probabilities of a run are compared with.

package main

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/cmd/internal/published"
	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/numeric"
	"dcctree/core/posterior"
	"dcctree/core/random"
	"dcctree/core/topology"
)

const (
	longSearch  = 4    // times the budget of a run goes into the long run's search over topologies
	longDraws   = 5    // times the draws and particles of a run measure each of its topologies, again and again
	longMass    = .002 // least posterior weight of the topologies that are measured
	longKept    = 1500 // draws kept of each
	longNearer  = 2    // nats by which the search goes on below where a run's stops
	searchWork  = .5   // of a unit of the hard-tree search, in gradients
	longestRuns = 1000 // rounds at most
)

// longRun is a run many times as long as the fast mode's, with random numbers of its own: a longer search over
// topologies, then each that matters measured from new hard trees with more draws, over and over until the work is
// spent. It is a posterior.Source.
type longRun struct {
	Units     float64 // gradient units
	Rounds    int
	summaries []dcc.Summary
	draws     map[topology.Topology]dcc.Draws
}

func (l *longRun) Summaries() []dcc.Summary { return l.summaries }

// Draws returns what is kept of a topology.
func (l *longRun) Draws(t topology.Topology) (dcc.Draws, bool) {
	d, ok := l.draws[t]
	return d, ok
}

// longFacts are what the tables say of a long run.
type longFacts struct {
	Units         float64     `json:"units"`
	Rounds        int         `json:"rounds"`
	Topologies    int         `json:"topologies"`
	Probabilities [][]float64 `json:"testProbabilities"` // test rows x classes
}

// newLongRun spends at least the given work, and measures at least once.
func newLongRun(set *published.Set, o options, units float64) (longFacts, error) {
	problem := &dcc.Problem{Data: posterior.NewTables(set.Train, set.Test, false).Data(),
		Settings: set.Apply(o.settings), Seed: o.seed + 1_000_000}
	found, spent, err := longer(problem, o)
	if err != nil {
		return longFacts{}, err
	}
	l, rows, err := newRoute(set, problem, found, deepSettings(), spent, units, o.workers)
	if err != nil {
		return longFacts{}, err
	}
	return longFacts{l.Units, l.Rounds, len(l.summaries), rows}, nil
}

// longer searches for topologies with a larger budget and returns them with the work.
func longer(problem *dcc.Problem, o options) ([]dcc.Summary, float64, error) {
	bounds := search.DefaultFastSettings()
	bounds.Budget *= longSearch
	bounds.MaxMeasured *= longSearch
	bounds.Stop += longNearer
	bounds.Near += longNearer
	bounds.AuditShare = 0
	search, err := search.NewFast(problem, bounds)
	if err != nil {
		return nil, 0, err
	}
	if err := dcc.Run(problem, search, o.workers, nil); err != nil {
		return nil, 0, err
	}
	return search.Summaries(), float64(search.Gradients()), nil
}

// newRoute measures the topologies found by the settings, over and over until the work is spent, and predicts.
func newRoute(
	set *published.Set, problem *dcc.Problem, found []dcc.Summary, by conquer.Settings, spent, units float64,
	workers int,
) (*longRun, [][]float64, error) {
	l := &longRun{Units: spent, draws: map[topology.Topology]dcc.Draws{}}
	l.measure(problem, found, by, units, workers)
	p := posterior.New(posterior.NewTables(set.Train, set.Test, false), problem, posterior.Likelihood)
	p.UpdateAll(l)
	rows, err := probabilities(p, set.Test)
	return l, rows, err
}

// longTopology collects one topology's draws over the rounds.
type longTopology struct {
	summary dcc.Summary
	points  []float64
	logs    []float64 // log weights; their exponentials sum to the sum of the rounds' Z
}

// deepSettings are those of a run with more draws and particles.
func deepSettings() conquer.Settings {
	set := conquer.DefaultSettings()
	set.PerRound *= longDraws
	set.Final *= longDraws
	set.Particles *= longDraws
	set.Draws *= longDraws
	return set
}

func (l *longRun) measure(p *dcc.Problem, found []dcc.Summary, set conquer.Settings, units float64, workers int) {
	deep := conquer.NewProblem(p.Data, p.Settings.Priors, p.Settings.BandwidthFinal, set)
	var all []*longTopology
	for _, s := range found {
		if s.Weight >= longMass {
			all = append(all, &longTopology{summary: s})
		}
	}
	for l.Rounds == 0 || l.Units < units && l.Rounds < longestRuns {
		for _, work := range l.round(all, deep, p.Seed, workers) {
			l.Units += work
		}
		l.Rounds++
	}
	all = slices.DeleteFunc(all, func(t *longTopology) bool { return len(t.logs) == 0 }) // never measured
	l.combine(all, random.Stream(p.Seed, "long", "kept"))
}

// round measures every topology once more and returns the work of each.
func (l *longRun) round(all []*longTopology, deep *conquer.Problem, seed uint64, workers int) []float64 {
	units := make([]float64, len(all))
	parallel.Each(len(all), max(1, workers), func(k int) {
		units[k] = all[k].again(deep, random.Stream(seed, "long", all[k].summary.Topology.Key(),
			strconv.Itoa(l.Rounds)))
	})
	return units
}

// again measures once more and returns the work.
func (t *longTopology) again(deep *conquer.Problem, rng *rand.Rand) float64 {
	starts, work := deep.Score(t.summary.Topology, nil, rng)
	m := deep.Measure(t.summary.Topology, starts, rng, func() {})
	if own := numeric.LogSumExp(m.LogWeights); !math.IsInf(m.LogZ, 0) && !math.IsInf(own, 0) {
		for _, w := range m.LogWeights {
			t.logs = append(t.logs, w-own+m.LogZ)
		}
		t.points = append(t.points, m.Points...)
	}
	return float64(m.Gradients) + densityCost*float64(m.Evaluations) + searchWork*float64(m.SearchWork+work)
}

// combine weighs the topologies by the mean of their Z and keeps draws of each.
func (l *longRun) combine(all []*longTopology, rng *rand.Rand) {
	var logs []float64
	for _, t := range all {
		t.summary.LogEvidence = numeric.LogSumExp(t.logs) - math.Log(float64(l.Rounds))
		logs = append(logs, t.summary.LogEvidence+t.summary.LogPrior)
	}
	total := numeric.LogSumExp(logs)
	for k, t := range all {
		t.summary.Weight = math.Exp(logs[k] - total)
		l.summaries = append(l.summaries, t.summary)
		l.draws[t.summary.Topology] = t.keep(rng)
	}
	slices.SortStableFunc(l.summaries, func(a, b dcc.Summary) int { return cmp.Compare(b.Weight, a.Weight) })
}

// keep resamples systematically to longKept draws of equal weight.
func (t *longTopology) keep(rng *rand.Rand) dcc.Draws {
	dim := len(t.points) / len(t.logs)
	d := dcc.Draws{Dim: dim}
	total, at, u := numeric.LogSumExp(t.logs), 0, rng.Float64()
	reached := math.Exp(t.logs[0] - total)
	for k := range longKept {
		for reached <= (float64(k)+u)/longKept && at+1 < len(t.logs) {
			at++
			reached += math.Exp(t.logs[at] - total)
		}
		d.Points = append(d.Points, t.points[at*dim:(at+1)*dim]...)
		d.Shares = append(d.Shares, 1./longKept)
	}
	return d
}

// distance is the mean absolute difference of probabilities over rows and classes.
func distance(a, b [][]float64) float64 {
	var sum numeric.Moments
	for i := range a {
		for c := range a[i] {
			sum.Add(math.Abs(a[i][c] - b[i][c]))
		}
	}
	return sum.Mean()
}
