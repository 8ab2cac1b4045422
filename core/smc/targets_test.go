// Targets of the tests, with their normalizers.

package smc

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"dcctree/core/bijector"
	"dcctree/core/dataset"
	"dcctree/core/evidence"
	"dcctree/core/hardtree"
	"dcctree/core/hmc"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// function is a log density made of a function.
type function struct {
	dim int
	f   func(grad, x []float64) float64
}

func (t function) Dim() int                           { return t.dim }
func (t function) Gradient(grad, x []float64) float64 { return t.f(grad, x) }

func stream(seed uint64) *rand.Rand { return random.Stream(seed, "smc") }

// student returns a t component at (at, ..., at) with scale matrix scale^2 (rho^|i-j|).
func student(d int, at, scale, rho, df float64) evidence.Component {
	c := evidence.Component{Weight: 1, Mean: make([]float64, d), Root: make([]float64, d*d), DF: df}
	for i := range d {
		c.Mean[i] = at
		for j := range d {
			c.Root[i*d+j] = scale * scale * math.Pow(rho, math.Abs(float64(i-j)))
		}
	}
	if !numeric.Cholesky(c.Root, c.Root, d) {
		panic("not positive definite")
	}
	return c
}

// normal is exp(logZ) times N(0, S) with S = (rho^|i-j|).
func normal(d int, rho, logZ float64) function {
	root := student(d, 0, 1, rho, 1).Root
	norm := logZ - 0.5*float64(d)*numeric.Log2Pi
	for j := range d {
		norm -= math.Log(root[j*d+j])
	}
	u := make([]float64, d)
	return function{d, func(grad, x []float64) float64 {
		numeric.SolveLower(u, root, x, d)
		v := norm - 0.5*numeric.Dot(u, u)
		numeric.SolveLowerTranspose(grad, root, u, d)
		for j := range grad {
			grad[j] = -grad[j]
		}
		return v
	}}
}

// bimodal is the equal mixture of N(-3, I) and N(3, I/4), every coordinate of the mean equal, times e.
func bimodal(d int) function {
	terms := make([]float64, 2)
	return function{d, func(grad, x []float64) float64 {
		for k, m := range []struct{ mean, sd float64 }{{-3, 1}, {3, 0.5}} {
			terms[k] = 1 - math.Ln2
			for _, v := range x {
				terms[k] += numeric.LogNormalPDF(v, m.mean, m.sd)
			}
		}
		total := numeric.LogSumExp(terms)
		p := numeric.Exp(terms[0] - total)
		for j, v := range x {
			grad[j] = -p*(v+3) - (1-p)*(v-3)*4
		}
		return total
	}}
}

// logistics is a product of logistic densities, whose integral is 1, on coordinates of scales 1, 2, ..., d, times e^2.
func logistics(d int) function {
	return function{d, func(grad, x []float64) float64 {
		v := 2.0
		for j := range x {
			s := float64(j + 1)
			z := x[j] / s
			v += numeric.LogLogistic(z) + numeric.LogLogistic(-z) - math.Log(s)
			grad[j] = (1 - 2*numeric.Logistic(z)) / s
		}
		return v
	}}
}

// data returns a training set of ../shared, where that is present.
func data(t testing.TB, name string) softtree.Data {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "paper", name+"-train.csv"))
	if err != nil {
		t.Skip("../shared/data/paper is absent")
	}
	table, err := dataset.ReadCSV(name, text, dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := table.Frame("y", nil, dataset.Classification)
	if err != nil {
		t.Fatal(err)
	}
	return softtree.Data{N: f.N, D: f.D, X: dataset.FitScaling(f).Apply(f), Class: f.Class,
		Classes: len(f.Classes)}.Merge()
}

// soft is the soft tree of a topology on data, with gradients counted, and the hard trees to start from.
type soft struct {
	*softtree.Model
	solutions []hardtree.Solution
	gradients int
	h         float64
}

func (s *soft) Gradient(grad, x []float64) float64 {
	s.gradients++
	return s.Model.Gradient(grad, x)
}

func newSoft(t testing.TB, d softtree.Data, h float64, rng *rand.Rand, leaves ...int) *soft {
	t.Helper()
	top, err := topology.FromLeaves(leaves)
	if err != nil {
		t.Fatal(err)
	}
	solutions, _ := hardtree.Search(top, d, softtree.PaperPriors(), hardtree.Options{Variants: true}, rng)
	return &soft{Model: softtree.NewModel(top, d, softtree.PaperPriors(), h), solutions: solutions, h: h}
}

// start returns a position near a hard tree: thresholds in the middle of their gaps, simplexes near the
// corner of the split's feature.
func (s *soft) start(from hardtree.Solution) []float64 {
	l := s.Layout()
	x := make([]float64, l.Dim())
	for j, split := range from.Splits {
		f := split.Input
		delta := make([]float64, l.D)
		for k := range delta {
			delta[k] = .02 / float64(l.D-1)
		}
		delta[f] = .98
		a, b := l.Simplex(j)
		bijector.SimplexInverse(x[a:b], delta)
		x[l.Tau(j)] = bijector.UnitInverse(math.Min(math.Max(.98*from.Splits[j].At+.01, .001), .999))
	}
	return x
}

// pooled runs n chains of given warm-up and draws from the hard trees, the first with a warm-up of its own, and
// returns t components of those within 15 nats of the best by their mean log density.
func (s *soft) pooled(t testing.TB, n, pilot, tune, draws int, rng *rand.Rand) []evidence.Component {
	t.Helper()
	var first hmc.State
	var logs []float64
	var all []evidence.Component
	for k := range n {
		set := hmc.DefaultSettings()
		set.MaxDoublings, set.Warmup = 7, pilot
		if s.h < .01 {
			set.Bandwidth = hmc.Schedule{Kind: hmc.BeforeLastWindow, Initial: .05, Final: s.h}
			set.Warmup = 400
		}
		start := hmc.State{Position: s.start(s.solutions[k%len(s.solutions)])}
		if k > 0 {
			start.Metric, start.StepSize = first.Metric, first.StepSize
			set.Warmup, set.BaseWindow, set.StepFactor = tune, 0, 1
			set.Bandwidth = hmc.Schedule{Kind: hmc.NoAnnealing}
		}
		c, err := hmc.NewChain(s, set, start, rng)
		if err != nil {
			continue
		}
		for c.Warming() {
			c.Warmup(rng)
		}
		var x []float64
		var sum float64
		for range draws {
			sum += c.Sample(rng).LogDensity / float64(draws)
			x = append(x, c.Position()...)
		}
		if first.Metric == nil {
			first = c.State()
		}
		logs = append(logs, sum)
		all = append(all, evidence.FitComponent(x, s.Dim(), 1, 4))
	}
	top := math.Inf(-1)
	for _, v := range logs {
		top = math.Max(top, v)
	}
	var kept []evidence.Component
	for k, c := range all {
		if logs[k] > top-15 {
			kept = append(kept, c)
		}
	}
	return kept
}
