// The jobs of the fast mode, carried out and checked.

package search

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/dcc/internal/forecast"
	"dcctree/core/hardtree"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/topology"
	"dcctree/core/words"
)

// ScoreTask is the hard-tree search.
type ScoreTask struct {
	Starts []hardtree.Solution // hard trees that it starts from
}

// MeasureTask measures a topology by itself.
type MeasureTask struct {
	Starts     []hardtree.Solution
	Reductions []conquer.Reduction // what is known of topologies with one split less
	Forecast   bool                // also predict rows: the fold that the variant leaves out, or else all
}

// EmbedTask measures a topology by draws embedded from those with one split less.
type EmbedTask struct {
	Reductions []conquer.Reduction
	Draws      int
}

// AuditTask repeats a measurement, to the last bit, and looks at it again.
type AuditTask struct {
	Starts     []hardtree.Solution
	Reductions []conquer.Reduction
}

// Do searches.
func (k *ScoreTask) Do(p *dcc.Problem, t topology.Topology, _ func()) (dcc.Result, error) {
	solutions, work := p.Conquer().Score(t, k.Starts, random.Stream(p.Seed, t.Key(), string(dcc.Score)))
	return dcc.Result{Outcome: dcc.Sampled, Work: dcc.Work{SearchWork: work},
		Found: &dcc.Scored{Solutions: solutions}}, nil
}

// Check refuses hard trees of another topology.
func (k *ScoreTask) Check(p *dcc.Problem, t topology.Topology, r dcc.Result) error {
	found, ok := r.Found.(*dcc.Scored)
	if !ok {
		return errors.New("no hard trees")
	}
	return checkSolutions(t, p.Data.D, found.Solutions)
}

// Do measures.
func (k *MeasureTask) Do(p *dcc.Problem, t topology.Topology, beat func()) (dcc.Result, error) {
	if err := checkStart(p, t, k.Starts, k.Reductions); err != nil {
		return leftOut(err), nil
	}
	m := p.Conquer().Knowing(k.Reductions).Measure(t, k.Starts, random.Stream(p.Seed, t.Key(), string(dcc.Measure)),
		beat)
	r := resultOf(m, dcc.AuditReport{})
	if k.Forecast && r.Outcome == dcc.Sampled {
		found := measured(r)
		found.Forecast, found.ForecastDraws = forecast.Of(p.Data, p.LeftOut(), p.Settings.Priors,
			p.Settings.BandwidthFinal, p.Seed, t, found.Proposals, found.LogWeights, beat)
	}
	return r, nil
}

// Check refuses what no measurement gives.
func (k *MeasureTask) Check(p *dcc.Problem, t topology.Topology, r dcc.Result) error {
	return checkMeasured(p, t, r)
}

// Do embeds.
func (k *EmbedTask) Do(p *dcc.Problem, t topology.Topology, beat func()) (dcc.Result, error) {
	err := checkReductions(p, t, k.Reductions)
	if err == nil && (len(k.Reductions) == 0 || k.Draws < 1) {
		err = fmt.Errorf("nothing to embed in %v", t)
	}
	if err != nil {
		return leftOut(err), nil
	}
	rng := random.Stream(p.Seed, t.Key(), string(dcc.Embed), strconv.Itoa(k.Draws), strconv.Itoa(len(k.Reductions)))
	return resultOf(p.Conquer().Knowing(k.Reductions).Embed(t, k.Draws, rng, beat), dcc.AuditReport{}), nil
}

// Check refuses what no measurement gives.
func (k *EmbedTask) Check(p *dcc.Problem, t topology.Topology, r dcc.Result) error {
	return checkMeasured(p, t, r)
}

// Do measures and audits.
func (k *AuditTask) Do(p *dcc.Problem, t topology.Topology, beat func()) (dcc.Result, error) {
	if err := checkStart(p, t, k.Starts, k.Reductions); err != nil {
		return leftOut(err), nil
	}
	first := random.Stream(p.Seed, t.Key(), string(dcc.Measure))
	second := random.Stream(p.Seed, t.Key(), string(dcc.Audit))
	a := p.Conquer().Knowing(k.Reductions).Audit(t, k.Starts, first, second, beat)
	return resultOf(a.Measurement, reportOf(a)), nil
}

// Check refuses what no audit gives.
func (k *AuditTask) Check(p *dcc.Problem, t topology.Topology, r dcc.Result) error {
	if !measured(r).Audit.Check() {
		return errors.New("an audit that does not hold together")
	}
	return checkMeasured(p, t, r)
}

func leftOut(err error) dcc.Result { return dcc.Result{Outcome: dcc.LeftOut, Reason: err.Error()} }

// resultOf returns a measurement's result; it is left out where it found nothing.
func resultOf(m conquer.Measurement, audit dcc.AuditReport) dcc.Result {
	if !numeric.Finite(m.LogZ) {
		return dcc.Result{Outcome: dcc.LeftOut, Reason: words.English.Say("job.nodraw"),
			Found: &dcc.Measured{Evidence: dcc.Evidence{Audit: audit}}}
	}
	return dcc.Result{
		Outcome: dcc.Sampled, Work: dcc.Work{Gradients: m.Gradients, Evaluations: m.Evaluations,
			SearchWork: m.SearchWork},
		Found: &dcc.Measured{Proposals: m.Points, LogWeights: m.LogWeights, Draws: len(m.LogWeights),
			Evidence: dcc.Evidence{
				LogZ: m.LogZ, LogZError: m.Error, KHat: m.KHat, KHatLimit: m.KHatLimit,
				EffectiveNumber: m.EffectiveNumber, Modes: m.Modes, Method: m.Method, Trust: m.Trust,
				Audit: audit}},
	}
}

// checkStart refuses hard trees or reductions that are not of the topology.
func checkStart(p *dcc.Problem, t topology.Topology, starts []hardtree.Solution, reductions []conquer.Reduction) error {
	if err := checkReductions(p, t, reductions); err != nil {
		return err
	}
	return checkSolutions(t, p.Data.D, starts)
}

// checkReductions refuses draws that are not of the topologies that they are said to be of.
func checkReductions(p *dcc.Problem, t topology.Topology, reductions []conquer.Reduction) error {
	for _, r := range reductions {
		if !slices.Contains(t.Reducible(), r.Split) {
			return fmt.Errorf("%v has no split %d with a leaf", t, r.Split)
		}
		reduced, _ := t.Reduce(r.Split)
		dim := p.Data.Layout(reduced).Dim()
		if dim > 0 && (len(r.Points) == 0 || len(r.Points)%dim != 0) || !numeric.Finite(r.LogZ) {
			return fmt.Errorf("%d numbers and the log evidence %v for %v", len(r.Points), r.LogZ, reduced)
		}
	}
	return nil
}

// checkSolutions refuses hard trees that are not of topology t on d features.
func checkSolutions(t topology.Topology, d int, solutions []hardtree.Solution) error {
	if len(solutions) == 0 {
		return fmt.Errorf("no hard tree of %v", t)
	}
	n := t.Splits()
	for _, s := range solutions {
		if len(s.Splits) != n || math.IsNaN(s.Score) {
			return fmt.Errorf("a hard tree that is not of %v", t)
		}
		for _, split := range s.Splits {
			f := split.Input
			if f < 0 || f >= d {
				return fmt.Errorf("a hard tree of %v splits feature %d of %d", t, f, d)
			}
		}
	}
	return nil
}

func checkMeasured(p *dcc.Problem, t topology.Topology, r dcc.Result) error {
	if r.Outcome != dcc.Sampled {
		return fmt.Errorf("the outcome %q", r.Outcome)
	}
	return measured(r).Check(p.Data.Layout(t).Dim())
}
