// That the comparison over seeds passes what is right and fails what is wrong: a bias, and a Monte Carlo
// standard error that is off by a factor of two.

package nuts

import (
	"math"
	"slices"
	"testing"

	"dcctree/core/cmd/validate/report"
	"dcctree/core/hmc"
	"dcctree/core/random"
)

// shortRung is a cheap correlated normal distribution. Fewer than 4,000 draws would not do: the MCSE of
// the outer quantiles, which comes from the distance of a few ordered draws, is then too rough.
func shortRung() rung {
	c := newChained(4, 0.3, 0.1, 10)
	r := newRung("test", c, hmc.Diagonal, 0.8, 1000, c.quantities())
	r.settings.Warmup = 300
	return r
}

// changed returns the outcome with every miss changed.
func (o outcome) changed(f func(m miss) miss) outcome {
	for kind := range o.misses {
		seeds := make([][]miss, len(o.misses[kind]))
		for i, seed := range o.misses[kind] {
			for _, m := range seed {
				seeds[i] = append(seeds[i], f(m))
			}
		}
		o.misses[kind] = seeds
	}
	return o
}

func held(rows []report.Row) []bool {
	var out []bool
	for _, r := range rows {
		out = append(out, r.Holds)
	}
	return out
}

func TestRows(t *testing.T) {
	o := shortRung().run(20)
	nan := math.NaN()
	for _, c := range []struct {
		name   string
		change func(m miss) miss
		want   []bool // pooled, single, and the chi-squares of means, standard deviations, quantiles
	}{
		{"as it is", func(m miss) miss { return m }, []bool{true, true, true, true, true}},
		// The pooled error judges biases, not the MCSE: it may be small in any unit.
		{"MCSE half", func(m miss) miss { return miss{m.error, m.mcse / 2} },
			[]bool{true, false, false, false, false}},
		{"MCSE double", func(m miss) miss { return miss{m.error, m.mcse * 2} },
			[]bool{true, true, false, false, false}},
		// One MCSE of bias makes the mean squared error 2 and the error of 20 seeds together 4.5; two, 5 and 9.
		{"bias of two MCSE", func(m miss) miss { return miss{m.error + 2*m.mcse, m.mcse} },
			[]bool{false, false, false, false, false}},
		{"not a number", func(m miss) miss { return miss{m.error, nan} },
			[]bool{false, false, false, false, false}},
	} {
		rows := o.changed(c.change).rows("test")
		if got := held(rows); !slices.Equal(got, c.want) {
			t.Errorf("%s: rows hold %v, want %v: %v", c.name, got, c.want, rows)
		}
	}
}

// TestChiSquarePower: with 60 independent errors, as many as a rung's least, the bounds keep standard
// normal errors with probability 1 - 1e-4 and those in half or double units with probability 3e-4 and
// less (Wilson and Hilferty's approximation).
func TestChiSquarePower(t *testing.T) {
	const trials, seeds, figures = 2000, 20, 3
	rng := random.Stream(1, "power")
	var kept, keptHalf, keptDouble int
	for range trials {
		var o outcome
		for range seeds {
			var seed []miss
			for range figures {
				seed = append(seed, miss{rng.NormFloat64(), 1})
			}
			o.misses[means] = append(o.misses[means], seed)
		}
		count := func(o outcome, at *int) {
			if chiSquareRow("", o.misses[means], figures).Holds {
				*at++
			}
		}
		count(o, &kept)
		count(o.changed(func(m miss) miss { return miss{m.error, 0.5} }), &keptHalf)
		count(o.changed(func(m miss) miss { return miss{m.error, 2} }), &keptDouble)
	}
	// Means of the numbers of wrong verdicts: .2, .6, .6; more than five of any has probability 4e-5.
	if trials-kept > 5 || keptHalf > 5 || keptDouble > 5 {
		t.Errorf("of %d: %d kept, %d with half the MCSE, %d with double", trials, kept, keptHalf, keptDouble)
	}
}

// TestIndependentFigures: of independent quantities every mean counts; the same one twice counts once;
// with correlation r two count 2/(1 + r^2). The quantiles of one normal quantity have correlations .229,
// .229 and .0526 (sqrt of p(1-q)/(q(1-p)) for p < q): 3^2/(3 + 2(.0526+.0526+.00277)) = 2.80.
func TestIndependentFigures(t *testing.T) {
	const n = 40000
	rng := random.Stream(1, "independent")
	x, y, mixed := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = rng.NormFloat64(), rng.NormFloat64()
		mixed[i] = 0.6*x[i] + 0.8*y[i]
	}
	q := normalQuantity("", 1, nil)
	for _, c := range []struct {
		name string
		with []float64
		want [kinds]float64
	}{
		{"independent", y, [kinds]float64{2, 2, 5.6}},
		{"twice", x, [kinds]float64{1, 1, 2.8}},
		// squares: correlation .36
		{"correlated", mixed, [kinds]float64{2 / (1 + 0.36), 2 / (1 + 0.1296), math.NaN()}},
	} {
		got := independentFigures([]quantity{q, q}, [][][]float64{{x}, {c.with}})
		for kind, want := range c.want {
			// The squares of estimated correlations, sd 1/sqrt(n) each, add less than 36/n.
			if math.Abs(got[kind]-want) > 0.03 {
				t.Errorf("%s: %s: %v, want %v", c.name, kindNames[kind], got[kind], want)
			}
		}
	}
}

func TestMixing(t *testing.T) {
	for _, r := range mixing(2) {
		if !r.Holds {
			t.Errorf("%s: %s, want %s", r.Check, r.Figure, r.Bound)
		}
	}
	quiet := alarm{1.005, 400, 400}
	for _, c := range []struct {
		a    alarm
		want bool
	}{{quiet, false}, {alarm{1.011, 400, 400}, true}, {alarm{1.005, 399, 400}, true},
		{alarm{1.005, 400, 399}, true},
		{alarm{math.NaN(), 400, 400}, true}, {alarm{1.005, 400, math.NaN()}, true}} {
		if got := c.a.raised(4); got != c.want {
			t.Errorf("%v raised: %v, want %v", c.a, got, c.want)
		}
	}
}
