// Effective trees against brute force, and their errors against repeated runs.

package posterior

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// drawn is a draw of a topology's splits at random; the leaves do not matter.
func drawn(p *Posterior, t topology.Topology, rng *rand.Rand) []float64 {
	theta := make([]float64, p.layout(t).Dim())
	for i := range theta {
		theta[i] = 2 * rng.NormFloat64()
	}
	return theta
}

// reads is the tree of a draw as the rows see it, from the definition: the rows that reach a node are those that every
// split above sends there, and a node is a split where it sends some of them to either side.
func reads(p *Posterior, t topology.Topology, theta []float64) string {
	layout, nodes, r := p.layout(t), t.Nodes(), p.train
	params := layout.NewParams()
	layout.Constrain(&params, theta)
	left := func(row, split int) bool {
		var at float64
		for f, w := range params.Delta[split] {
			at += w * r.x[f*r.n+row]
		}
		return at <= params.Tau[split]
	}
	arrives := func(row, node int) bool {
		for at := node; nodes[at].Parent >= 0; at = nodes[at].Parent {
			up := nodes[nodes[at].Parent]
			if left(row, up.Index) != (up.Left == at) {
				return false
			}
		}
		return true
	}
	var tell func(node int) string
	tell = func(node int) string {
		n := nodes[node]
		if n.Leaf {
			return "0"
		}
		rows := [2]int{}
		for i := range r.n {
			if arrives(i, node) {
				rows[map[bool]int{true: 0, false: 1}[left(i, n.Index)]]++
			}
		}
		switch {
		case rows[1] == 0:
			return tell(n.Left)
		case rows[0] == 0:
			return tell(n.Right)
		}
		return "1" + tell(n.Left) + tell(n.Right)
	}
	return tell(0)
}

// TestEffectiveTreesByEnumeration: weights and parts against the draws read one by one, on 16 rows with random splits
// of five topologies.
func TestEffectiveTreesByEnumeration(t *testing.T) {
	p, rng := square(t), random.Stream(3, "effective trees")
	want, parts, weights := map[string]float64{}, map[[2]string]float64{}, []float64{.3, .25, .2, .15, .1}
	shapes := []topology.Topology{topology.Root(), stump, stump.Grow(0), stump.Grow(1),
		stump.Grow(0).Grow(0).Grow(3)}
	smaller := 0
	for i, shape := range shapes {
		var draws [][]float64
		for range 60 {
			theta := drawn(p, shape, rng)
			key := reads(p, shape, theta)
			draws = append(draws, theta)
			want[key] += weights[i] / 60
			parts[[2]string{key, shape.Key()}] += weights[i] / 60
			if key != shape.Key() {
				smaller++
			}
		}
		p.put(shape, weights[i], draws...)
	}
	trees, err := p.EffectiveTrees()
	if err != nil {
		t.Fatal(err)
	}
	if len(trees) != len(want) || smaller < 30 || smaller > 200 {
		t.Fatalf("%d trees, want %d; of 300 draws %d read as a smaller tree", len(trees), len(want), smaller)
	}
	var total float64
	for i, tree := range trees {
		key, sum := tree.Topology.Key(), 0.0
		near(t, key, tree.Weight, want[key], 1e-12)
		for j, part := range tree.Parts {
			near(t, key+" of "+part.Topology.Key(), part.Weight, parts[[2]string{key, part.Topology.Key()}],
				1e-12)
			if j > 0 && part.Weight > tree.Parts[j-1].Weight {
				t.Errorf("%s: parts do not fall", key)
			}
			sum += part.Weight
		}
		near(t, "its parts", sum, tree.Weight, 1e-12)
		if i > 0 && tree.Weight > trees[i-1].Weight {
			t.Error("weights do not fall")
		}
		total += tree.Weight
	}
	near(t, "all weights", total, 1, 1e-12)
}

// TestErrorsOfEffectiveTrees: over 4,000 runs that differ by normal errors of log Z and by which draws they have, the
// weights scatter as their errors say. The standard deviation of 4,000 values is known to 1/sqrt(8000) = 1.1 %, for
// which 4.5 % is allowed, and 3 % more because the errors are of first order in those of log Z, up to .1.
func TestErrorsOfEffectiveTrees(t *testing.T) {
	const runs, draws = 4000, 40
	p, rng := square(t), random.Stream(4, "errors of effective trees")
	deeper := stump.Grow(0)
	divides, not := theta(t, p, deeper, cutAt{0, .5, 1.5}, cutAt{1, 1.5, 0}), theta(t, p, deeper, cutAt{0, .5, 1.5},
		cutAt{1, 3, 2.5})
	logErrors := []float64{.1, .05, .08}
	set := func(shift [3]float64, dividing int) []EffectiveTree {
		p.weights, p.members = nil, map[topology.Topology]*member{}
		mass := [3]float64{.5 * math.Exp(shift[0]), .3 * math.Exp(shift[1]), .2 * math.Exp(shift[2])}
		total := mass[0] + mass[1] + mass[2]
		p.put(stump, mass[0]/total, theta(t, p, stump, cutAt{0, .5, 1.5}))
		var all [][]float64
		for k := range draws {
			all = append(all, map[bool][]float64{true: divides, false: not}[k < dividing])
		}
		p.put(deeper, mass[1]/total, all...)
		p.put(topology.Root(), mass[2]/total, []float64{3, math.Log(.25)})
		p.weigh(logErrors...)
		trees, err := p.EffectiveTrees()
		if err != nil {
			t.Fatal(err)
		}
		return trees
	}
	said := map[string]float64{}
	for _, tree := range set([3]float64{}, draws/4) {
		said[tree.Topology.Key()] = tree.Error
	}
	sums, squares := map[string]float64{}, map[string]float64{}
	for range runs {
		var shift [3]float64
		for i := range shift {
			shift[i] = logErrors[i] * rng.NormFloat64()
		}
		dividing := 0
		for range draws {
			if rng.IntN(4) == 0 {
				dividing++
			}
		}
		for _, tree := range set(shift, dividing) {
			sums[tree.Topology.Key()] += tree.Weight / runs
			squares[tree.Topology.Key()] += tree.Weight * tree.Weight / runs
		}
	}
	for key, want := range said {
		if sd := math.Sqrt(squares[key] - sums[key]*sums[key]); math.Abs(sd/want-1) > .075 {
			t.Errorf("%s: the weight scatters by %v, its error is %v", key, sd, want)
		}
	}
	if len(said) != 3 {
		t.Errorf("%d trees", len(said))
	}
}

// TestEffectiveTreesForgetOldDraws: new draws of a topology count at once, and nothing is known before the first.
func TestEffectiveTreesForgetOldDraws(t *testing.T) {
	p := square(t)
	if _, err := p.EffectiveTrees(); !errors.Is(err, ErrNothingYet) {
		t.Errorf("%v", err)
	}
	deeper := stump.Grow(0)
	p.put(deeper, 1, theta(t, p, deeper, cutAt{0, .5, 1.5}, cutAt{1, 3, 2.5}))
	if trees, _ := p.EffectiveTrees(); len(trees) != 1 || trees[0].Topology != stump || trees[0].Weight != 1 ||
		trees[0].Parts[0].Topology != deeper {
		t.Errorf("a second split that divides nothing reads as %+v", trees)
	}
	draw := theta(t, p, deeper, cutAt{0, .5, 1.5}, cutAt{1, 1.5, 0})
	p.insert(deeper, dcc.Draws{Dim: len(draw), Points: draw, Shares: []float64{1}})
	if trees, _ := p.EffectiveTrees(); len(trees) != 1 || trees[0].Topology != deeper {
		t.Errorf("after it was drawn anew: %+v", trees)
	}
}

// TestTreeBars: the stump, of weight .5, and three quarters of the draws of a larger topology, of weight .4, read as
// the stump: .8. The last quarter and another topology, of weight .1, read as themselves. Of the stump's bar more than
// a tenth is of the larger topology, which is not reliable.
func TestTreeBars(t *testing.T) {
	p := square(t)
	larger, other := stump.Grow(0), stump.Grow(1)
	divides, not := theta(t, p, larger, cutAt{0, .5, 1.5}, cutAt{1, 1.5, 0}), theta(t, p, larger, cutAt{0, .5, 1.5},
		cutAt{1, 3, 2.5})
	p.put(stump, .5, theta(t, p, stump, cutAt{0, .5, 1.5}))
	p.put(larger, .4, not, divides, not, not)
	p.put(other, .1, theta(t, p, other, cutAt{0, .5, 1.5}, cutAt{1, 1.5, 1}))
	for i := range p.weights {
		p.weights[i].Chains, p.weights[i].Trust = 1, conquer.Reliable
	}
	p.weights[1].Trust, p.weights[1].Audit.Flag = conquer.Unreliable, dcc.UnderCovered
	fig, err := p.TreeWeights(9, []topology.Topology{stump}, &stump, &larger)
	if err != nil || len(fig.Topologies) != 3 {
		t.Fatalf("%v, %+v", err, fig)
	}
	for i, want := range []struct {
		name                                       string
		weight                                     float64
		unreliable, selected, measuring, generated bool
	}{{"{1,2}", .8, true, false, true, true}, {"{3,4,2}", .1, true, true, false, false},
		{"{1,5,6}", .1, false, false, false, false}} {
		bar := fig.Topologies[i]
		near(t, want.name, bar.Weight, want.weight, 1e-12)
		if bar.Name != want.name || !bar.Effective || bar.Unreliable != want.unreliable ||
			bar.Doubted != want.unreliable || bar.Selected != want.selected ||
			bar.Measuring != want.measuring || bar.True != want.generated {
			t.Errorf("bar %d is %+v, want %+v", i, bar, want)
		}
	}
	if fig, _ := p.TreeWeights(1, nil, nil, &stump); len(fig.Topologies) != 1 || !fig.Topologies[0].Selected {
		t.Errorf("one bar: %+v", fig)
	}
}

// TestErrorOfATreeAlone: of the one tree of all draws there is nothing to err about, however their shares round.
func TestErrorOfATreeAlone(t *testing.T) {
	for n := range 60 {
		p := square(t)
		p.put(stump, 1, slices.Repeat([][]float64{theta(t, p, stump, cutAt{0, .5, 1.5})}, n+1)...)
		trees, err := p.EffectiveTrees()
		if err != nil || len(trees) != 1 || !(trees[0].Error >= 0 && trees[0].Error < 1e-6) {
			t.Fatalf("%d draws: %v, %+v", n+1, err, trees)
		}
	}
}

// TestSiftIsBounded: of many draws on many rows so few are read, on so few rows, that the work is bounded.
func TestSiftIsBounded(t *testing.T) {
	const n, d = 30_000, 4
	rng := random.Stream(5, "rows")
	data := softtree.Data{N: n, D: d, X: make([]float64, n*d), Y: make([]float64, n)}
	for i := range data.X {
		data.X[i] = rng.Float64()
	}
	s := newSieve(data)
	shape := stump.Grow(0).Grow(1)
	layout := softtree.NewLayout(shape, d, true)
	m := &member{topology: shape, layout: layout, draws: dcc.Draws{Dim: layout.Dim()}}
	for range 2000 {
		// tau = .5, the center of the simplex
		m.draws.Points = append(m.draws.Points, make([]float64, layout.Dim())...)
		m.draws.Shares = append(m.draws.Shares, 1./2000)
	}
	read := s.read(m)
	most := siftedWork / (siftedRows * d * 3)
	if s.n != siftedRows || len(read.draws.Shares) != int(most) || read.number != math.Floor(most) {
		t.Errorf("%d rows, %d draws of effective number %v, want %v", s.n, len(read.draws.Shares), read.number,
			math.Floor(most))
	}
	// below the first split the same one again divides nothing
	if len(read.shapes) != 1 || read.shapes[0].topology != stump {
		t.Errorf("shapes %v", read.shapes)
	}
}
