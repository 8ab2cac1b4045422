// Tests of the audit: a planted missed mode is found, a good measurement stays as it is.

package conquer

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"dcctree/core/bijector"
	"dcctree/core/evidence"
	"dcctree/core/hardtree"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// stairs rises twice by as much in its only input: a single split may take either of the two rises.
func stairs(seed uint64) softtree.Data {
	rng := random.Stream(seed, "stairs")
	const n = 21
	data := softtree.Data{N: n, D: 1, X: make([]float64, n), Y: make([]float64, n)}
	for i := range n {
		step := float64(i % 3)
		data.X[i] = (step + .1 + .8*rng.Float64()) / 3
		data.Y[i] = 1.5*(step-1) + .05*rng.NormFloat64()
	}
	return data
}

// byPrior returns log Z by draws from the prior, and its standard error.
func byPrior(w *work, n int, rng *rand.Rand) (logZ, e float64) {
	x := make([]float64, w.Dim())
	var m numeric.Moments
	for range n {
		w.target.SamplePrior(x, rng)
		m.Add(math.Exp(w.LogDensity(x) - w.target.LogPrior(x)))
	}
	return math.Log(m.Mean()), math.Sqrt(m.Variance()/float64(n)) / m.Mean()
}

// plant measures from a mixture that knows only the rise at a third.
func plant(w *work, rng *rand.Rand) way {
	c := evidence.Component{Weight: 1, Mean: []float64{bijector.UnitInverse(1. / 3), math.Log(.7)},
		Root: []float64{.12, 0, 0, .25}, DF: 30}
	m := evidence.Mixture{Components: []evidence.Component{c}}
	return way{method: HardTrees, mixture: m, final: evidence.Final(w, m, 1500, rng), modes: 1}.judged()
}

// TestAuditFindsPlantedMode: a mixture that knows one of two modes misses about half of the evidence, often
// with a good k-hat; after the audit log Z agrees with that by prior draws. Twenty data sets, of which the
// audit may leave two with a flag, and none without.
func TestAuditFindsPlantedMode(t *testing.T) {
	missed, reliable, mended := 0, 0, 0
	for seed := range uint64(20) {
		w := newProblem(stairs(seed), .02).newWork(tree(t, 1, 2), func() {})
		rng := random.Stream(seed, "planted")
		want, bound := byPrior(w, 40_000, rng)
		found := plant(w, rng)
		if found.final.LogZ < want-.3 {
			missed++
			if found.final.Reliable() {
				reliable++
			}
		}
		a := Audit{Former: found.final.LogZ, FormerError: found.final.Error}
		a.take(a.inspect(w, found, rng))
		switch agrees := math.Abs(a.LogZ-want) <= 4*math.Sqrt(a.Error*a.Error+bound*bound); {
		case agrees:
			mended++
		case !a.UnderCovered() && !a.Higher():
			t.Errorf("seed %d: log Z %.3f ± %.3f after the audit, %.3f before, by prior draws %.3f ± "+
				"%.3f, no flag: %+v", seed, a.LogZ, a.Error, a.Former, want, bound, a.Excess)
		}
	}
	if missed < 15 || reliable < 5 {
		t.Errorf("%d of 20 measurements missed the planted mode, %d with a good k-hat: the test shows little",
			missed, reliable)
	}
	if mended < 18 {
		t.Errorf("%d of 20 mended", mended)
	}
}

// TestAuditJudgesByOtherDraws: whether a state is under-covered does not depend on the draws that measured: one of them
// with a huge weight, which makes log Z too high, does not hide the missed mode.
func TestAuditJudgesByOtherDraws(t *testing.T) {
	w := newProblem(stairs(3), .02).newWork(tree(t, 1, 2), func() {})
	rng := random.Stream(3, "planted")
	found := plant(w, rng)
	found.final.LogWeights[0] += 1000
	var a Audit
	if a.inspect(w, found, rng); a.Added == 0 {
		t.Error("a large weight of the first measurement keeps it")
	}
}

// auditFrom audits the measurement from the given hard trees.
func (p *Problem) auditFrom(t topology.Topology, solutions []hardtree.Solution, seed uint64) Audit {
	return p.Audit(t, solutions, random.Stream(seed, "first"), random.Stream(seed, "second"), func() {})
}

// TestAuditKeepsWhatIsCovered: where nothing is added, the measurement is the former one to the last bit;
// its work is counted.
func TestAuditKeepsWhatIsCovered(t *testing.T) {
	stump, kept := tree(t, 1, 2), 0
	for seed := range uint64(6) {
		p := newProblem(jump, .05)
		solutions, _ := p.Score(stump, nil, random.Stream(seed, "score"))
		m := p.Measure(stump, solutions, random.Stream(seed, "first"), func() {})
		a := p.auditFrom(stump, solutions, seed)
		if a.Former != m.LogZ || a.FormerError != m.Error {
			t.Errorf("the former log Z is %v ± %v, was %v ± %v", a.Former, a.FormerError, m.LogZ, m.Error)
		}
		if a.States < 50 || a.Gradients < 1000 || a.Evaluations < m.Evaluations || a.Higher() {
			t.Errorf("%d states, %d gradients, second %v ± %v", a.States, a.Gradients, a.SecondLogZ,
				a.SecondError)
		}
		if a.Added > 0 {
			if a.LogZ == m.LogZ {
				t.Error("components were added and nothing was measured")
			}
			continue
		}
		kept++
		if a.LogZ != m.LogZ || !reflect.DeepEqual(a.Points, m.Points) || !(a.Excess <= 0) || a.Exceeding != 0 {
			t.Errorf("log Z %v, was %v; excess %v", a.LogZ, m.LogZ, a.Excess)
		}
	}
	if kept == 0 {
		t.Error("something was added each time: the test shows nothing")
	}
}

// TestAuditOfTheRoot: a classification's has no parameters.
func TestAuditOfTheRoot(t *testing.T) {
	p := newProblem(labels, .1)
	solutions, _ := p.Score(topology.Root(), nil, random.Stream(1, "score"))
	a := p.auditFrom(topology.Root(), solutions, 1)
	if a.States != 0 || a.Added != 0 || a.Higher() || a.UnderCovered() || a.Error != 0 {
		t.Errorf("%+v", a)
	}
}

// TestEmbeddedIsNear: topologies with a superfluous split, measured from the draws of those without, agree with the
// long measurement of the same within 4 of the errors of both, at a fraction of its cost.
func TestEmbeddedIsNear(t *testing.T) {
	long := DefaultSettings()
	long.TargetError, long.MaxFinal = .02, 100_000
	p := newProblem(stairs(3), .02)
	deep := NewProblem(stairs(3), p.priors, .02, long)
	known := map[string]Measurement{}
	for _, top := range []topology.Topology{tree(t, 1, 2), tree(t, 1, 5, 6), tree(t, 3, 4, 2)} {
		solutions, _ := p.Score(top, nil, random.Stream(1, "score"))
		known[top.Key()] = deep.Measure(top, solutions, random.Stream(1, "measure"), func() {})
	}
	for _, top := range []topology.Topology{tree(t, 3, 4, 5, 6), tree(t, 1, 5, 13, 14), tree(t, 7, 8, 4, 2)} {
		solutions, _ := p.Score(top, nil, random.Stream(1, "score"))
		m := deep.Measure(top, solutions, random.Stream(1, "measure"), func() {})
		var reductions []Reduction
		for _, split := range top.Reducible() {
			reduced, _ := top.Reduce(split)
			if r, ok := known[reduced.Key()]; ok {
				reductions = append(reductions, Reduction{split, r.LogZ, r.Error, equalDraws(r, 400)})
			}
		}
		e := p.Knowing(reductions).Embed(top, 1000, random.Stream(1, "embed"), func() {})
		if err := math.Hypot(m.Error, e.Error); err > .3 || math.Abs(e.LogZ-m.LogZ) > 4*err {
			t.Errorf("%v: %v ± %v, measured %v ± %v", top, e.LogZ, e.Error, m.LogZ, m.Error)
		}
		if 2*e.Evaluations > m.Evaluations {
			t.Errorf("%v: %d densities, measured with %d", top, e.Evaluations, m.Evaluations)
		}
	}
}

// equalDraws returns n draws of equal weight.
func equalDraws(m Measurement, n int) (out []float64) {
	d, rng := len(m.Points)/len(m.LogWeights), random.Stream(1, "equal")
	total := numeric.LogSumExp(m.LogWeights)
	for range n {
		u, k := rng.Float64(), 0
		for u -= math.Exp(m.LogWeights[0] - total); u >= 0 &&
			k < len(m.LogWeights)-1; u -= math.Exp(m.LogWeights[k] - total) {
			k++
		}
		out = append(out, m.Points[k*d:(k+1)*d]...)
	}
	return out
}

// TestUnderCovered: a share of states above the error, one of which is far above all draws.
func TestUnderCovered(t *testing.T) {
	of := func(exceeding int, excess, e float64) Audit {
		return Audit{Measurement: Measurement{Error: e}, States: 200, Exceeding: exceeding, Excess: excess}
	}
	cases := []struct {
		name  string
		audit Audit
		want  bool
	}{
		{"no state", Audit{Excess: math.Inf(-1)}, false},
		{"a share that the error covers", of(20, 3, .1), false},
		{"a share above the error", of(21, 3, .1), true},
		{"little above the draws", of(21, 1, .1), false},
		{"an exact measurement", of(1, 3, 0), true},
		{"no error known", of(1, 3, math.NaN()), true},
	}
	for _, c := range cases {
		if got := c.audit.UnderCovered(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestLacking: twice the share of the states, and nothing without any.
func TestLacking(t *testing.T) {
	for _, c := range []struct {
		exceeding, states int
		want              float64
	}{{0, 0, 0}, {0, 200, 0}, {5, 200, .05}, {200, 200, 2}} {
		if got := Lacking(c.exceeding, c.states); got != c.want {
			t.Errorf("%d of %d: %v nats, want %v", c.exceeding, c.states, got, c.want)
		}
	}
}
