// Tests of the check itself: scores, quadrature, and wrong estimates that it must find.

package marginal

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"dcctree/core/cmd/validate/quadrature"
	"dcctree/core/evidence"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

func tree(t *testing.T, key string) topology.Topology {
	t.Helper()
	top, err := topology.Parse(key)
	if err != nil {
		t.Fatal(err)
	}
	return top
}

// TestScore: 2.262157 is the 97.5 % point of Student's t with 9 degrees of freedom, 1.959964 that of the
// normal distribution.
func TestScore(t *testing.T) {
	for _, c := range []struct {
		e    estimate
		want float64
	}{
		{estimate{3, .5, 0, nil}, 2},
		{estimate{2 - .5*2.262157, .5, 10, nil}, -1.959964},
		{estimate{2 + .5*2.262157, .5, 10, nil}, 1.959964},
		{estimate{2, 0, 0, nil}, 0},
		{estimate{2.1, 0, 0, nil}, math.Inf(1)},
		{estimate{math.NaN(), 1, 0, nil}, math.Inf(1)},
		{estimate{2.1, math.NaN(), 10, nil}, math.Inf(1)},
		{estimate{math.Inf(-1), math.Inf(1), 10, nil}, math.Inf(1)},
	} {
		if z := c.e.score(2); !(math.Abs(z-c.want) < 1e-5) && z != c.want {
			t.Errorf("%+v: score %v, want %v", c.e, z, c.want)
		}
	}
}

// TestQuadrature compares log Z with the mean likelihood of draws from the prior, leaf means and sigma
// included, by the definition of the model.
func TestQuadrature(t *testing.T) {
	const n = 200_000
	paper, narrow := softtree.PaperPriors(), softtree.StandardizedPriors()
	few := softtree.Data{N: 4, D: 2, X: []float64{0, .4, .6, 1, .3, 1, 0, .7}, Y: []float64{-.5, .2, .7, .1}}
	classes := softtree.Data{N: 5, D: 1, Classes: 2, X: spaced(5), Class: []int{0, 1, 0, 1, 1}}
	for _, c := range []struct {
		key    string
		data   softtree.Data
		priors softtree.Priors
		n      quadrature.Nodes
	}{
		{stump, few, paper, panels(8, 100)},
		{leftDeep, oneInput(.3, -.2, 1, .4), narrow, panels(12, 100)},
		{rightDeep, classes, paper, panels(12, 0)},
	} {
		const h = .1
		top := tree(t, c.key)
		m := softtree.NewModel(top, c.data, c.priors, h)
		rng := random.Stream(1, c.key)
		theta := make([]float64, m.Dim())
		var sum, square float64
		for range n {
			m.SamplePrior(theta, rng)
			l := math.Exp(m.Terms(theta).LogLikelihood)
			sum += l
			square += l * l
		}
		mean := sum / n
		want, bound := math.Log(mean), math.Sqrt((square/n/mean/mean-1)/n)
		got := quadrature.LogZ(top, c.data, c.priors, h, c.n, 2)
		if bound > .01 || math.Abs(got-want) > 4*bound {
			t.Errorf("%v: log Z %.4f, draws give %.4f ± %.4f", top, got, want, bound)
		}
	}
}

// TestQuadratureConverges: more nodes move log Z by less than a hundredth of a standard error.
func TestQuadratureConverges(t *testing.T) {
	paper := softtree.PaperPriors()
	for _, c := range []struct {
		key          string
		data         softtree.Data
		h            float64
		n, finer     quadrature.Nodes
		differsBelow float64
	}{
		{stump, step, .05, panels(40, 320), panels(70, 500), 1e-8},
		{stump, labels, .04, panels(40, 0), panels(70, 0), 1e-8},
		{rightDeep, step, .05, panels(24, 240), panels(34, 160), 1e-5},
		{leftDeep, labels, .04, panels(40, 0), panels(55, 0), 1e-5},
	} {
		top := tree(t, c.key)
		a := quadrature.LogZ(top, c.data, paper, c.h, c.n, 1)
		b := quadrature.LogZ(top, c.data, paper, c.h, c.finer, 2)
		if math.Abs(a-b) > c.differsBelow {
			t.Errorf("%v: log Z %v with %v, %v with %v", top, a, c.n, b, c.finer)
		}
	}
}

// TestWrongEstimates: a mode left out, an error stated at 3/4 of its size, and one at 3/2 of
// it each miss the bounds that the right estimates keep.
func TestWrongEstimates(t *testing.T) {
	m := modes{dim: 2, logZ: -3, mean: []float64{-4, 4}, sd: []float64{.5, 1}, share: []float64{.2, .8}}
	from := func(components []evidence.Component) example {
		return example{name: "mixture", measure: func(rng *rand.Rand) estimate {
			r := evidence.Final(&m, evidence.Mixture{Components: components}, 400, rng)
			return estimate{r.LogZ, r.Error, r.Replicates, nil}
		}}
	}
	right := from(m.starts(1.3)).estimates(seeds, 2)
	if v := judge(right, m.logZ); !v.holds() {
		t.Errorf("right estimates: %v", v)
	}
	scaled := func(factor float64) (out []estimate) {
		for _, e := range right {
			e.err *= factor
			out = append(out, e)
		}
		return out
	}
	for name, wrong := range map[string][]estimate{
		"a mode left out": from(m.starts(1.3)[1:]).estimates(seeds, 2),
		"errors at 3/4":   scaled(.75),
		"errors at 3/2":   scaled(1.5),
	} {
		if v := judge(wrong, m.logZ); v.holds() {
			t.Errorf("%s passes: %v", name, v)
		}
	}
}

// TestReplicates: the rule agrees with what evidence.Final says.
func TestReplicates(t *testing.T) {
	m := modes{dim: 2, mean: []float64{0}, sd: []float64{1}, share: []float64{1}}
	seen := map[int]bool{}
	for _, factor := range []float64{.35, 1.3} { // too narrow: heavy weights
		r := evidence.Final(&m, evidence.Mixture{Components: m.starts(factor)}, 1000,
			random.Stream(1, "replicates"))
		if r.Replicates != replicates(r.KHat) {
			t.Errorf("k-hat %.2f: %d replicates, the rule says %d", r.KHat, r.Replicates,
				replicates(r.KHat))
		}
		seen[r.Replicates] = true
	}
	if len(seen) != 2 {
		t.Errorf("only %v seen", seen)
	}
}

// TestExamples: six at least, three multimodal; each can be measured, with equal results for any number
// of workers; gradients of the densities agree with differences.
func TestExamples(t *testing.T) {
	all := examples()
	multimodal := 0
	for _, e := range all {
		if e.multimodal {
			multimodal++
		}
		if one := e.estimates(1, 1)[0]; !(one.err > 0) || math.IsInf(one.err, 0) {
			t.Errorf("%s: %+v", e.name, one)
		}
	}
	if len(all) < 6 || multimodal < 3 {
		t.Errorf("%d examples, %d multimodal", len(all), multimodal)
	}
	e := all[0]
	if a, b := e.estimates(6, 1), e.estimates(6, 3); !reflect.DeepEqual(a, b) || a[0] == a[1] {
		t.Errorf("estimates depend on the number of workers, or not on the seed: %v, %v", a, b)
	}
}

func TestGradientOfModes(t *testing.T) {
	const delta = 1e-5
	m := modes{dim: 2, logZ: 1, mean: []float64{-1, 2}, sd: []float64{1, .5}, share: []float64{.4, .6}}
	x, grad := []float64{.8, 1.1}, make([]float64, 2)
	m.Gradient(grad, x)
	for j := range x {
		up, down := []float64{x[0], x[1]}, []float64{x[0], x[1]}
		up[j] += delta
		down[j] -= delta
		if want := (m.LogDensity(up) - m.LogDensity(down)) / (2 * delta); math.Abs(grad[j]-want) > 1e-6 {
			t.Errorf("slope %d: %v, differences give %v", j, grad[j], want)
		}
	}
}
