// Tests of the model with one input per split: against Model, against the definition, by differences.

package softtree

import (
	"fmt"
	"math"
	"testing"

	"dcctree/core/random"
	"dcctree/core/topology"
)

// indexed returns the model with inputs 1, 0, 1, 0 ... as far as there are.
func indexed(shape topology.Topology, data Data, priors Priors, h float64) *Indexed {
	x := NewIndexed(shape, data, priors, h)
	for j := range shape.Splits() {
		x.SetInput(j, (j+1)%min(2, data.D))
	}
	return x
}

func TestIndexedGradient(t *testing.T) {
	shapes := []topology.Topology{topology.Root(), mustLeaves(t, 1, 2), mustLeaves(t, 1, 5, 6),
		mustLeaves(t, 3, 9, 10, 5, 6)}
	for _, classes := range []int{0, 2, 3} {
		for s, shape := range shapes {
			priors := PaperPriors()
			if s%2 == 1 {
				priors = StandardizedPriors()
			}
			for _, d := range []int{1, 4} {
				x := indexed(shape, synthetic(5, 131, d, classes), priors, .3)
				theta := randomTheta(uint64(s), x.Dim())
				checkGradient(t, fmt.Sprintf("%v, %d classes, %d inputs", shape, classes, d), x, theta)
				checkGradient(t, fmt.Sprintf("prior of %v, %d classes", shape, classes), priorOf{x},
					theta)
			}
		}
	}
}

// priorOf has the prior for density.
type priorOf struct{ Target }

func (p priorOf) LogDensity(x []float64) float64     { return p.LogPrior(x) }
func (p priorOf) Gradient(grad, x []float64) float64 { return p.PriorGradient(grad, x) }

// TestIndexedOfOneInputIsModel: with one input there is nothing to choose, and all bits are Model's; with more, and all
// splits at the same, the likelihood is that of a Model that has this input alone.
func TestIndexedOfOneInputIsModel(t *testing.T) {
	for _, classes := range []int{0, 3} {
		data := synthetic(6, 40, 3, classes)
		column := data
		column.D, column.X = 1, data.X[2*data.N:]
		shape := mustLeaves(t, 1, 5, 6)
		m, x, all := NewModel(shape, column, PaperPriors(), .1), NewIndexed(shape, column, PaperPriors(), .1),
			NewIndexed(shape, data, PaperPriors(), .1)
		for j := range shape.Splits() {
			all.SetInput(j, 2)
		}
		theta := randomTheta(1, m.Dim())
		a, b := make([]float64, m.Dim()), make([]float64, m.Dim())
		if v, w := m.Gradient(a, theta), x.Gradient(b, theta); v != w || fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%d classes: log density %v with gradient %v, Model has %v and %v", classes, w, b, v,
				a)
		}
		v, w := m.Terms(theta), all.Terms(theta)
		if v.LogLikelihood != w.LogLikelihood || v.LogJacobian != w.LogJacobian {
			t.Errorf("%d classes: terms %+v of three inputs, Model has %+v", classes, w, v)
		} else if got, want := w.LogPrior-v.LogPrior, -2*math.Log(3); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d classes: the inputs of two splits have log probability %v, want %v", classes, got,
				want)
		}
		if classes > 0 && fmt.Sprint(m.LeafProbabilities(theta)) != fmt.Sprint(all.LeafProbabilities(theta)) {
			t.Errorf("%d classes: leaf probabilities differ", classes)
		}
	}
}

// TestIndexedByDefinition: psi = logistic((x_f - tau)/h) is the probability of the right child.
func TestIndexedByDefinition(t *testing.T) {
	data, h := synthetic(7, 9, 2, 0), .2
	x := indexed(mustLeaves(t, 1, 5, 6), data, PaperPriors(), h) // the root looks at input 1, its right child at 0
	theta := []float64{.3, -.4, 1, -1, .5, -.2}
	right := func(input, row int, logit float64) float64 {
		tau := 1 / (1 + math.Exp(-logit))
		return 1 / (1 + math.Exp(-(data.X[input*data.N+row]-tau)/h))
	}
	sigma := math.Exp(-.2)
	var want float64
	for i, y := range data.Y {
		p, q := right(1, i, .3), right(0, i, -.4)
		fit := (1-p)*1 + p*((1-q)*-1+q*.5)
		want -= .5*math.Log(2*math.Pi) + math.Log(sigma) + .5*(y-fit)*(y-fit)/(sigma*sigma)
	}
	if got := x.Terms(theta).LogLikelihood; math.Abs(got-want) > 1e-10 {
		t.Errorf("log likelihood %v, want %v", got, want)
	}
}

// TestIndexedSamplePrior: the mean of 1/density x normal density over draws from the prior is 1 (importance sampling of
// one), within 4 standard errors.
func TestIndexedSamplePrior(t *testing.T) {
	x := indexed(mustLeaves(t, 1, 2), synthetic(8, 5, 3, 0), StandardizedPriors(), .2)
	rng, theta := random.Stream(1, "indexed prior"), make([]float64, x.Dim())
	const n = 20_000
	var sum, squares float64
	for range n {
		x.SamplePrior(theta, rng)
		v := -math.Log(3) - x.LogPrior(theta) // the input has probability 1/3 and is not drawn
		for _, u := range theta {
			v -= .5*(u/.7)*(u/.7) + .5*math.Log(2*math.Pi) + math.Log(.7)
		}
		sum += math.Exp(v)
		squares += math.Exp(2 * v)
	}
	mean := sum / n
	if se := math.Sqrt((squares/n - mean*mean) / n); math.Abs(mean-1) > 4*se || se > .05 {
		t.Errorf("mean %v, want 1 +- %v", mean, se)
	}
}
