// Tests of jumps: ratios derived by hand, the map of parameters, frequencies of the exact variant against quadrature,
// with mutants.

package rjhmc

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// rows returns n rows of d inputs with a response (classes = 0) or labels that follow the first input roughly.
func rows(seed uint64, n, d, classes int) softtree.Data {
	rng := random.Stream(seed, "rows")
	data := softtree.Data{N: n, D: d, X: make([]float64, n*d), Classes: classes}
	for i := range data.X {
		data.X[i] = rng.Float64()
	}
	for i := range n {
		if classes == 0 {
			data.Y = append(data.Y, math.Round(data.X[i])+.3*rng.NormFloat64())
		} else {
			data.Class = append(data.Class, min(classes-1, int(float64(classes)*data.X[i])))
		}
	}
	return data
}

// small returns quick settings of the exact variant.
func small(method Method, maxSplits int) Settings {
	s := DefaultSettings()
	s.Method, s.Variant = method, Exact
	s.BandwidthInitial, s.BandwidthFinal = .2, .2
	s.SplitPrior = topology.Prior{Alpha: .5, Beta: 1}
	s.Moves = topology.MoveProbabilities{Grow: .5, Prune: .4, Stay: .1}
	s.Warmup, s.InnerWarmup, s.MaxDoublings, s.MinSplits, s.MaxSplits = 0, 60, 5, 0, maxSplits
	return s
}

func chain(t testing.TB, data softtree.Data, s Settings, seed uint64) *Chain {
	t.Helper()
	c, err := New(data, s, random.Stream(seed, "chain"))
	if err != nil {
		t.Fatal(err)
	}
	return c.(*Chain)
}

func key(t testing.TB, k string) topology.Topology {
	t.Helper()
	out, err := topology.Parse(k)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestMoveAndStructure: probabilities of grow .3, prune .2, stay .5, of which a tree that can do only one of the first
// two has .5 for it; a depth splits with .5, .25, 1/6. By hand.
func TestMoveAndStructure(t *testing.T) {
	const root, stump, three, balanced = "0", "100", "10100", "1100100"
	for _, c := range []struct {
		from            string
		grow            bool
		choice, max     int
		to              string
		move, structure float64
	}{
		// There .5 for the only leaf, back .2 for the only split: .4. p: .5 -> .5 x .75^2.
		{root, true, 0, 9, stump, .2 / .5, .5625},
		{stump, false, 0, 9, root, .5 / .2, 1 / .5625},
		// There .3 for one of two leaves, back .2 for the one split with two leaves. p: .75 -> .25 x (5/6)^2.
		{stump, true, 1, 9, three, .2 / .15, 25. / 108},
		{three, false, 0, 9, stump, .15 / .2, 108. / 25},
		// There .3 for one of three leaves, back .2 for one of two splits.
		// That is .1 both ways.
		{three, true, 0, 9, balanced, 1, 25. / 108},
		{balanced, false, 0, 9, three, 1, 108. / 25},
		// The largest tree can be pruned alone: .5 both ways.
		{root, true, 0, 1, stump, 1, .5625},
		{stump, false, 0, 1, root, 1, 1 / .5625},
		{stump, true, 1, 2, three, .5 / .15, 25. / 108},
		{three, false, 0, 2, stump, .15 / .5, 108. / 25},
	} {
		s := small(DFI, c.max)
		s.Moves = topology.MoveProbabilities{Grow: .3, Prune: .2, Stay: .5}
		ch := chain(t, rows(1, 4, 2, 0), s, 1)
		from := key(t, c.from)
		grow, prune := ch.changes(from)
		j := ch.growth
		p := grow
		if !c.grow {
			j, p = ch.pruning, prune
		}
		got := j(from, c.choice, p)
		if got.to.Key() != c.to {
			t.Errorf("%s to %s, want %s", c.from, got.to.Key(), c.to)
		}
		r := ratio(ch.newTree(from), ch.newTree(got.to), got, 0)
		if math.Abs(r.Move-math.Log(c.move)) > 1e-14 || math.Abs(r.Structure-math.Log(c.structure)) > 1e-14 {
			t.Errorf("%s to %s with at most %d splits: move %v, structure %v; want %v, %v", c.from, c.to,
				c.max, math.Exp(r.Move), math.Exp(r.Structure), c.move, c.structure)
		}
	}
}

// TestProposalFrequencies: the moves come with the probabilities that the ratio takes for granted, within 4 binomial
// errors.
func TestProposalFrequencies(t *testing.T) {
	s := small(DFI, 3)
	s.Moves = topology.MoveProbabilities{Grow: .3, Prune: .2, Stay: .5}
	c, rng := chain(t, rows(1, 4, 2, 0), s, 1), random.Stream(1, "proposals")
	const n = 20_000
	for from, want := range map[string]map[string]float64{
		"0":       {"100": .5, "0": .5},
		"10100":   {"1100100": .1, "1011000": .1, "1010100": .1, "100": .2, "10100": .5},
		"1100100": {"10100": .25, "11000": .25, "1100100": .5},
	} {
		count := map[string]float64{}
		for range n {
			count[c.propose(key(t, from), rng).to.Key()]++
		}
		for to := range count {
			if want[to] == 0 {
				t.Errorf("%s to %s: cannot be", from, to)
			}
		}
		for to, p := range want {
			if se := math.Sqrt(p * (1 - p) / n); math.Abs(count[to]/n-p) > 4*se {
				t.Errorf("%s to %s: share %v, want %v +- %v", from, to, count[to]/n, p, se)
			}
		}
	}
}

// TestAuxiliary: a simplex of three inputs has density Gamma(3) = 2, an input 1/3; a mean of 1 under N(0, 1) has log
// density -log(2 pi)/2 - 1/2. The parameters' prior gains just that on growing, whatever is drawn.
func TestAuxiliary(t *testing.T) {
	for method, want := range map[Method]float64{DFI: math.Log(2), DF: -math.Log(3)} {
		for _, classes := range []int{0, 2} {
			c := chain(t, rows(1, 6, 3, classes), small(method, 9), 1)
			rng := random.Stream(2, "auxiliary")
			from := c.newTree(key(t, "10100"))
			c.fromPrior(from, rng)
			c.score(from)
			j := c.growth(from.topology, 1, .5)
			to, auxiliary := c.apply(from, j, rng)
			c.score(to)
			r := ratio(from, to, j, auxiliary)
			if r.Proposal != -auxiliary || math.Abs(r.Prior+r.Proposal) > 1e-12 {
				t.Errorf("%s, %d classes: prior %v, proposal %v", method, classes, r.Prior, r.Proposal)
			}
			back := c.pruning(to.topology, slices.Index(to.topology.Prunable(), j.split), .5)
			again, dropped := c.apply(to, back, rng)
			c.score(again)
			b := ratio(to, again, back, dropped)
			if dropped != auxiliary || b.Proposal != auxiliary ||
				math.Abs(b.Log()+r.Log()-(b.Move+r.Move)) > 1e-12 {
				t.Errorf("%s, %d classes: the way back has %+v, the way there %+v", method, classes, b,
					r)
			}
			if fmt.Sprint(again.theta, again.inputs) != fmt.Sprint(from.theta, from.inputs) {
				t.Errorf("%s, %d classes: from %v %v back to %v %v", method, classes, from.theta,
					from.inputs, again.theta, again.inputs)
			}
			if classes == 0 {
				l := c.layout(to.topology)
				to.theta[l.Mu(j.leaf+1)] = 1
				want := want - .5*math.Log(2*math.Pi) - .5
				if got := c.auxiliary(to, j); math.Abs(got-want) > 1e-12 {
					t.Errorf("%s: log density %v of what was drawn, want %v", method, got, want)
				}
			} else if math.Abs(auxiliary-want) > 1e-12 {
				t.Errorf("%s: log density %v of what was drawn, want %v", method, auxiliary, want)
			}
		}
	}
}

// TestApplyKeepsWhatBothTreesHave: growing the middle leaf of {1,5,6}, whose split is the third of three in pre-order.
func TestApplyKeepsWhatBothTreesHave(t *testing.T) {
	c := chain(t, rows(1, 6, 2, 0), small(DF, 9), 1)
	from := c.newTree(key(t, "10100"))
	copy(from.theta, []float64{.1, .2, 1, 2, 3, -1}) // two taus, three means, log sigma
	copy(from.inputs, []int{1, 0})
	to, _ := c.apply(from, c.growth(from.topology, 1, .5), random.Stream(1, "apply"))
	if got, want := to.topology.Key(), "1011000"; got != want {
		t.Fatalf("topology %s, want %s", got, want)
	}
	v := to.theta
	kept := []float64{v[0], v[1], v[3], v[4], v[6], v[7]}
	if fmt.Sprint(kept) != fmt.Sprint(from.theta) || v[2] == 0 || v[5] == 0 {
		t.Errorf("%v grown to %v", from.theta, v)
	}
	if to.inputs[0] != 1 || to.inputs[1] != 0 {
		t.Errorf("inputs %v grown to %v", from.inputs, to.inputs)
	}
}

// grid integrates exp f over the unit cube of so many dimensions by the midpoint rule with n points each and returns
// the logarithm.
func grid(dims, n int, f func(x []float64) float64) float64 {
	logs, at := []float64{}, make([]int, dims)
	x := make([]float64, dims)
	for {
		for i, k := range at {
			x[i] = (float64(k) + .5) / float64(n)
		}
		logs = append(logs, f(x))
		i := 0
		for ; i < dims; i++ {
			if at[i]++; at[i] < n {
				break
			}
			at[i] = 0
		}
		if i == dims {
			return numeric.LogSumExp(logs) - float64(dims)*math.Log(float64(n))
		}
	}
}

func logit(p float64) float64 { return math.Log(p) - math.Log1p(-p) }

// evidence returns the log evidence of a topology by quadrature: of a regression with the leaf means integrated out and
// one input; of a classification with simplexes of one or two inputs, or with inputs summed out.
func evidence(t testing.TB, top topology.Topology, data softtree.Data, s Settings) float64 {
	t.Helper()
	n, h := top.Splits(), s.BandwidthFinal
	if data.Regression() {
		m := softtree.NewCollapsed(top, data, s.Priors, h)
		theta := make([]float64, m.Dim())
		return grid(n+1, 40, func(x []float64) float64 {
			for j := range n {
				theta[j] = logit(x[j])
			}
			logSigma := 10*x[n] - 4 // nothing beyond matters
			theta[n] = logSigma
			prior := m.LogPrior(theta)
			for j := range n {
				prior -= math.Log(x[j]) + math.Log1p(-x[j]) // the Jacobian of tau
			}
			return m.LogLikelihood(theta) + prior + math.Log(10)
		})
	}
	if s.Method == DFI {
		m := softtree.NewModel(top, data, s.Priors, h)
		theta := make([]float64, m.Dim())
		return grid(len(theta), 40, func(x []float64) float64 {
			for i, v := range x {
				theta[i] = logit(v) // one of two weights is uniform, as tau is
			}
			return m.Terms(theta).LogLikelihood
		})
	}
	var logs []float64
	inputs := 1
	for range n {
		inputs *= data.D
	}
	m := softtree.NewIndexed(top, data, s.Priors, h)
	theta := make([]float64, m.Dim())
	for code := range inputs {
		for j, rest := 0, code; j < n; j, rest = j+1, rest/data.D {
			m.SetInput(j, rest%data.D)
		}
		logs = append(logs, grid(n, 60, func(x []float64) float64 {
			for i, v := range x {
				theta[i] = logit(v)
			}
			return m.Terms(theta).LogLikelihood
		}))
	}
	return numeric.LogSumExp(logs) - math.Log(float64(inputs))
}

// shares returns the posterior of the topologies up to maxSplits splits.
func shares(t testing.TB, data softtree.Data, s Settings) map[string]float64 {
	t.Helper()
	all := []topology.Topology{topology.Root()}
	for i := 0; i < len(all); i++ {
		for _, leaf := range all[i].Growable() {
			if next := all[i].Grow(leaf); next.Splits() <= s.MaxSplits && !slices.Contains(all, next) {
				all = append(all, next)
			}
		}
	}
	var logs []float64
	for _, top := range all {
		logs = append(logs, evidence(t, top, data, s)+s.SplitPrior.Log(top))
	}
	out, total := map[string]float64{}, numeric.LogSumExp(logs)
	for i, top := range all {
		out[top.Key()] = math.Exp(logs[i] - total)
	}
	return out
}

// worst runs the chain and returns the largest difference between a topology's frequency and its posterior in units of
// its Monte Carlo standard error (autocorrelation included).
func worst(t testing.TB, c *Chain, want map[string]float64, n int) float64 {
	t.Helper()
	rng := random.Stream(7, "frequencies")
	for range n / 20 {
		c.Step(rng)
	}
	visits := map[string][]float64{}
	for k := range want {
		visits[k] = make([]float64, n)
	}
	for i := range n {
		c.Step(rng)
		visits[c.Topology().Key()][i] = 1
	}
	var most float64
	for k, v := range visits {
		mean, se := batches(v)
		most = math.Max(most, math.Abs(mean-want[k])/se)
		t.Logf("%s: %.4f +- %.4f, want %.4f", k, mean, se, want[k])
	}
	return most
}

// batches returns the mean and its standard error by 50 batch means.
func batches(v []float64) (mean, se float64) {
	const many = 50
	var m numeric.Moments
	size := len(v) / many
	for b := range many {
		var sum float64
		for _, x := range v[b*size : (b+1)*size] {
			sum += x
		}
		m.Add(sum / float64(size))
	}
	return m.Mean(), math.Sqrt(m.Variance() / many)
}

// wrong are mutants of the rule that makes the ratio.
var wrong = map[string]func(Ratio) float64{
	"no proposal term":      func(r Ratio) float64 { return r.Log() - r.Proposal },
	"no structure term":     func(r Ratio) float64 { return r.Log() - r.Structure },
	"no move term":          func(r Ratio) float64 { return r.Log() - r.Move },
	"move term upside down": func(r Ratio) float64 { return r.Log() - 2*r.Move },
}

// TestFrequencies: the exact variant visits topologies with the posterior's probabilities by quadrature; wrong ratios
// do not.
func TestFrequencies(t *testing.T) {
	for _, c := range []struct {
		name              string
		method            Method
		n, d, classes, up int
		mutants           []string
	}{
		{"regression, one input, DFI", DFI, 6, 1, 0, 2,
			[]string{"no proposal term", "no structure term", "no move term", "move term upside down"}},
		{"regression, one input, DF", DF, 6, 1, 0, 2, nil},
		{"classification, two inputs, DFI", DFI, 6, 2, 2, 1, []string{"no structure term"}},
		{"classification, two inputs, DF", DF, 6, 2, 2, 2, []string{"no proposal term", "no structure term"}},
		{"annealed: regression, one input, DFI", DFI, 6, 1, 0, 2, []string{"no move term"}},
		{"annealed: classification, two inputs, DFI", DFI, 6, 2, 2, 1, nil},
		{"annealed: classification, two inputs, DF", DF, 6, 2, 2, 2, []string{"no structure term"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, s := rows(3, c.n, c.d, c.classes), small(c.method, c.up)
			if strings.HasPrefix(c.name, "annealed") {
				s.Bridges = 4
			}
			want := shares(t, data, s)
			const steps = 12_000
			if z := worst(t, chain(t, data, s, 5), want, steps); z > 4 {
				t.Errorf("a topology's frequency is off by %.1f standard errors", z)
			}
			for _, name := range c.mutants {
				bad := chain(t, data, s, 5)
				bad.SetRatio(wrong[name])
				if z := worst(t, bad, want, steps); z < 6 {
					t.Errorf("%s: off by %.1f standard errors only", name, z)
				}
			}
		})
	}
}
