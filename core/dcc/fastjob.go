// The jobs of the fast mode, carried out and checked.

package dcc

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"dcctree/core/conquer"
	"dcctree/core/hardtree"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
	"dcctree/core/words"
)

// conquerer returns what all measurements share, made at the first call.
func (p *Problem) conquerer() *conquer.Problem {
	p.once.Do(func() {
		p.fast = conquer.NewProblem(p.Data, p.Settings.Priors, p.Settings.BandwidthFinal, conquer.DefaultSettings())
	})
	return p.fast
}

func executeFast(p *Problem, t topology.Topology, j Job, beat func()) Result {
	rng := random.Stream(p.Seed, j.Topology, string(j.Kind))
	if j.Kind == Embed {
		rng = random.Stream(p.Seed, j.Topology, string(j.Kind), strconv.Itoa(j.Embedded), strconv.Itoa(len(j.Reductions)))
	}
	r := Result{ID: j.ID, Outcome: Sampled}
	if j.Kind == Score {
		r.Solutions, r.SearchWork = p.conquerer().Score(t, j.Starts, rng)
		return r
	}
	if err := p.checkJob(t, j); err != nil {
		r.Outcome, r.Reason = LeftOut, err.Error()
		return r
	}
	var m conquer.Measurement
	switch j.Kind {
	case Measure:
		m = p.conquerer().Knowing(j.Reductions).Measure(t, j.Starts, rng, beat)
	case Embed:
		m = p.conquerer().Knowing(j.Reductions).Embed(t, j.Embedded, rng, beat)
	default:
		m, r.Audit = executeAudit(p, t, j, beat)
	}
	if !numeric.Finite(m.LogZ) {
		r.Outcome, r.Reason = LeftOut, words.English.Say("job.nodraw")
		return r
	}
	r.Proposals, r.LogWeights = m.Points, m.LogWeights
	r.Gradients, r.Evaluations, r.Draws = m.Gradients, m.Evaluations, len(m.LogWeights)
	r.LogZ, r.LogZError, r.KHat, r.KHatLimit = m.LogZ, m.Error, m.KHat, m.KHatLimit
	r.SearchWork = m.SearchWork
	r.EffectiveNumber, r.Modes, r.Method, r.Trust = m.EffectiveNumber, m.Modes, m.Method, m.Trust
	return r
}

// cost is the work of a result in gradient units: a density takes 0.6 of a gradient, a unit of the
// hard-tree search 0.5 (measured on the paper's data sets).
func (r Result) cost() int {
	return r.Gradients + int(math.Round(.6*float64(r.Evaluations)+.5*float64(r.SearchWork)))
}

// checkJob refuses a job whose hard trees or reductions are not of its topology.
func (p *Problem) checkJob(t topology.Topology, j Job) error {
	for _, r := range j.Reductions {
		if !slices.Contains(t.Reducible(), r.Split) {
			return fmt.Errorf("%v has no split %d with a leaf", t, r.Split)
		}
		reduced, _ := t.Reduce(r.Split)
		dim := softtree.NewLayout(reduced, p.Data.D, p.Data.Regression()).Dim()
		if dim > 0 && (len(r.Points) == 0 || len(r.Points)%dim != 0) || !numeric.Finite(r.LogZ) {
			return fmt.Errorf("%d numbers and the log evidence %v for %v", len(r.Points), r.LogZ, reduced)
		}
	}
	if j.Kind != Embed {
		return checkSolutions(t, p.Data.D, j.Starts)
	}
	if len(j.Reductions) == 0 || j.Embedded < 1 {
		return fmt.Errorf("nothing to embed in %v", t)
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
		if len(s.Feature) != n || len(s.Threshold) != n || len(s.Gap) != n || len(s.Vacuous) != n || math.IsNaN(s.Score) {
			return fmt.Errorf("a hard tree that is not of %v", t)
		}
		for _, f := range s.Feature {
			if f < 0 || f >= d {
				return fmt.Errorf("a hard tree of %v splits feature %d of %d", t, f, d)
			}
		}
	}
	return nil
}

// checkMeasurement refuses a measurement that does not hold together.
func (r Result) checkMeasurement(dim int) error {
	if r.Outcome != Sampled || len(r.LogWeights) < 1 || len(r.Proposals) != len(r.LogWeights)*dim {
		return fmt.Errorf("result of job %d: %d weights and %d values for %d parameters", r.ID, len(r.LogWeights), len(r.Proposals), dim)
	}
	if err := r.checkEvidence(); err != nil {
		return err
	}
	return r.checkNumbers()
}

func (r Result) checkEvidence() error {
	if !numeric.Finite(r.LogZ) || !(r.LogZError >= 0) {
		return fmt.Errorf("result of job %d: log evidence %v ± %v", r.ID, r.LogZ, r.LogZError)
	}
	if !r.Trust.Valid() {
		return fmt.Errorf("result of job %d: unknown trust %q", r.ID, r.Trust)
	}
	return nil
}
