package posterior

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"dcctree/core/baseline"
	"dcctree/core/random"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

// asDraws writes the draws of a posterior's only topology as trees.
func asDraws(p *Posterior, m *member) (out []baseline.Draw) {
	for k, share := range m.draws.Shares {
		q := m.layout.NewParams()
		m.layout.Constrain(&q, m.draws.Point(k))
		probabilities := p.response.probabilities(p, m, k)
		drawn := q.Tree(m.topology, nil, probabilities, p.problem.Settings.BandwidthFinal)
		out = append(out, baseline.Draw{Tree: drawn, LogWeight: math.Log(share)})
	}
	return out
}

// TestDrawnIsPosterior: the draws of one topology, given as trees, have the scores, the predictions and the figures
// that they have as its draws.
func TestDrawnIsPosterior(t *testing.T) {
	for name, p := range map[string]*Posterior{"regression": single(t, true, Likelihood), "classes": classes(t)} {
		m := p.members[p.weights[0].Topology]
		dim, rng := m.layout.Dim(), random.Stream(5, "drawn")
		var draws [][]float64
		for range 20 {
			theta := append([]float64(nil), m.draws.Points[:dim]...)
			for j := range theta {
				theta[j] += .3 * rng.NormFloat64()
			}
			draws = append(draws, theta)
		}
		p.members, p.weights = map[topology.Topology]*member{}, nil
		p.put(m.topology, 1, draws...)
		d := NewDrawn(p.tables, p.problem, 2)
		for k, draw := range asDraws(p, p.members[m.topology]) {
			d.Add(k%2, draw)
		}
		wantTrain, wantTest, _ := p.Scores()
		train, test, ok := d.Scores()
		if !ok || !alike(train, wantTrain) || !alike(test, wantTest) {
			t.Errorf("%s: scores %+v and %+v of trees, %+v and %+v of parameters", name, train, test,
				wantTrain, wantTest)
		}
		drawn := p.members[m.topology]
		for k := range drawn.leafDraw { // these trees tell the means of their leaves' probabilities alone
			drawn.leafDraw[k] = slices.Concat(drawn.leaf[k]...)
		}
		row, _, _ := p.TableRow(false, 2)
		a, err := p.Explain(row)
		b, err2 := d.Explain(row)
		if err != nil || err2 != nil || !alike(a.Prediction, b.Prediction) {
			t.Errorf("%s: predicted %+v of trees, %+v of parameters (%v, %v)", name, b.Prediction,
				a.Prediction, err, err2)
		}
		want, _ := p.Tree(m.topology)
		got, share, ok := d.Tree()
		if !ok || math.Abs(share-1) > 1e-12 || !alike(got, want) {
			t.Errorf("%s: figure of trees (share %v)\n%+v\nof parameters\n%+v", name, share, got, want)
		}
	}
}

// alike compares values field by field, numbers to 1e-9: sums over draws are made in another order.
func alike(a, b any) bool { return alikeValues(reflect.ValueOf(a), reflect.ValueOf(b)) }

func alikeValues(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Float64:
		x, y := a.Float(), b.Float()
		return x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= 1e-9*(1+math.Abs(y))
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !alikeValues(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if !alikeValues(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	return a.Equal(b)
}

// stumpAt is a hard tree of one split of the rows 0, 1, ..., 10 (scaled by 10).
func stumpAt(threshold, left, right, logWeight float64) baseline.Draw {
	return baseline.Draw{LogWeight: logWeight, Tree: tree.Tree{Nodes: []tree.Node{
		{Rule: tree.Threshold{At: threshold}, Right: 2},
		{Answer: tree.Normal{Mean: left, SD: .25}},
		{Answer: tree.Normal{Mean: right, SD: .25}},
	}}}
}

// TestHardDraws: frame's response is 3 up to x = 4 and 5 from x = 5 on. The first draw is right but at x = 5, off by 2
// there; the second, of three times its weight, is right everywhere. The posterior mean is off by 1/4 of 2 at x = 5, so
// MSE (1/2)^2/11; of the draws' own (4/11 + 3 x 0)/4. By hand.
func TestHardDraws(t *testing.T) {
	p := single(t, false, Likelihood)
	for _, offset := range []float64{0, 1000, -1000} {
		d := NewDrawn(p.tables, p.problem, 2)
		d.Add(1, stumpAt(.5, 3, 5, offset))
		d.Add(0, stumpAt(.45, 3, 5, offset+math.Log(3)))
		train, _, _ := d.Scores()
		near(t, "MSE of the mean", train.MSE, .25/11, 1e-12)
		own, ownTest := d.Own()
		near(t, "own MSE", own, 1./11, 1e-12)
		near(t, "own test MSE, of the same rows", ownTest, 1./11, 1e-12)
		if got := d.LeafShares(); len(got) != 1 || got[0].Leaves != 2 || math.Abs(got[0].Share-1) > 1e-12 {
			t.Errorf("leaves %v", got)
		}
		one, _, _ := d.OfChain(0)
		near(t, "MSE of the second chain", one.MSE, 0, 1e-12)
		fig, share, ok := d.Tree()
		if !ok || share < 1-1e-12 || fig.Splits[0].Threshold != 4.5 || fig.Splits[0].High != 5 {
			t.Errorf("tree %v of share %v: %+v", ok, share, fig.Splits)
		}
	}
}

// TestMonteCarlo: of three chains the first is off by 2 at one of 11 rows. Alike in weight, MSE without one of them is
// 0, 1/11 and 1/11: standard error sqrt(2/3 x 6)/33. Where the first has all weight, it is 0, 4/11 and 4/11: four times
// that.
func TestMonteCarlo(t *testing.T) {
	p := single(t, false, Likelihood)
	for weight, want := range map[float64]float64{0: 2. / 33, 900: 8. / 33} {
		d := NewDrawn(p.tables, p.problem, 3)
		d.Add(0, stumpAt(.5, 3, 5, weight))
		if got := d.MonteCarlo(); !math.IsNaN(got) {
			t.Errorf("%v of one chain", got)
		}
		d.Add(1, stumpAt(.45, 3, 5, 0))
		d.Add(2, stumpAt(.45, 3, 5, 0))
		near(t, "Monte Carlo error", d.MonteCarlo(), want, 1e-12)
	}
	d := NewDrawn(p.tables, p.problem, 2)
	d.p.test = nil
	d.Add(0, stumpAt(.5, 3, 5, 0))
	d.Add(1, stumpAt(.45, 3, 5, 0))
	if got := d.MonteCarlo(); !math.IsNaN(got) {
		t.Errorf("%v without test rows", got)
	}
}

// TestChainsInAnyOrder: the order in which chains report changes no bit.
func TestChainsInAnyOrder(t *testing.T) {
	p := single(t, false, Likelihood)
	digest := func(order []int) string {
		d, rngs := NewDrawn(p.tables, p.problem, 3), map[int]func() float64{}
		for c := range 3 {
			rngs[c] = random.Stream(uint64(c), "order").Float64
		}
		for _, c := range order {
			d.Add(c, stumpAt(rngs[c](), rngs[c](), rngs[c](), rngs[c]()))
		}
		sum, ok := d.Digest()
		if !ok {
			t.Fatal("no digest")
		}
		return sum
	}
	if a, b := digest([]int{0, 0, 1, 1, 2, 2}), digest([]int{2, 1, 0, 2, 1, 0}); a != b {
		t.Errorf("digests %s and %s", a, b)
	}
	if a, b := digest([]int{0, 1, 2}), digest([]int{0, 1, 2, 2}); a == b {
		t.Error("another draw has the same digest")
	}
}

// TestKeptDrawsAreBounded: sums hold all draws, the trees of only some are kept, at equal distances.
func TestKeptDrawsAreBounded(t *testing.T) {
	p := single(t, false, Likelihood)
	d := NewDrawn(p.tables, p.problem, 1)
	for k := range 5*mostDrawn + 3 {
		d.Add(0, stumpAt(float64(k)/(5*mostDrawn+3), 3, 5, 0))
	}
	kept := d.chains[0].kept
	if d.Draws() != 5*mostDrawn+3 || len(kept) > mostDrawn || len(kept) < mostDrawn/2 {
		t.Fatalf("%d draws, %d kept", d.Draws(), len(kept))
	}
	step := kept[1].Tree.Nodes[0].Rule.Cut() - kept[0].Tree.Nodes[0].Rule.Cut()
	for k := 1; k < len(kept); k++ {
		near(t, "distance", kept[k].Tree.Nodes[0].Rule.Cut()-kept[k-1].Tree.Nodes[0].Rule.Cut(), step, 1e-9)
	}
}

// TestLostHeavyDraw: where the one draw that has all weight is not among those kept, the others stand for its chain,
// with shares that add to 1.
func TestLostHeavyDraw(t *testing.T) {
	p := single(t, false, Likelihood)
	d := NewDrawn(p.tables, p.problem, 1)
	for k := range mostDrawn + 1 {
		heavy := 0.0
		if k == 1 { // of two neighbours the second is let go
			heavy = 1000
		}
		d.Add(0, stumpAt(.5, 3, 5, heavy))
	}
	total := 0.0
	d.eachKept(func(_ *baseline.Draw, share float64) { total += share })
	near(t, "shares", total, 1, 1e-12)
	if _, share, ok := d.Tree(); !ok || math.Abs(share-1) > 1e-12 {
		t.Errorf("tree %v, share %v", ok, share)
	}
	if e, err := d.Explain([]float64{8}); err != nil || math.Abs(e.Prediction.Mean-5) > 1e-12 {
		t.Errorf("predicted %+v, %v", e.Prediction, err)
	}
}

// TestNothingDrawn: before the first draw there is nothing to tell.
func TestNothingDrawn(t *testing.T) {
	p := single(t, false, Likelihood)
	d := NewDrawn(p.tables, p.problem, 1)
	_, _, scored := d.Scores()
	_, _, drawn := d.Tree()
	_, digested := d.Digest()
	if _, err := d.Explain([]float64{1}); err != ErrNothingYet || scored || drawn || digested || d.Ready() {
		t.Errorf("%v %v %v %v", err, scored, drawn, digested)
	}
	if own, _ := d.Own(); !math.IsNaN(own) {
		t.Errorf("own score %v", own)
	}
}

// TestFeaturesTellTreesApart: draws of one topology that split on different features are different trees; the one of
// more weight is shown.
func TestFeaturesTellTreesApart(t *testing.T) {
	a, b := stumpAt(.5, 3, 5, 0), stumpAt(.5, 3, 5, 0)
	b.Tree.Nodes[0].Rule = tree.Blend{Weights: []float64{.1, .9}, At: .5}
	if treeKey(&a) == treeKey(&b) {
		t.Error("splits on features 0 and 1 are taken for one tree")
	}
	b.Tree.Nodes[0].Rule = tree.Blend{Weights: []float64{.9, .1}, At: .5}
	if treeKey(&a) != treeKey(&b) {
		t.Error("a split that is mainly on feature 0 is taken for another tree")
	}
}

// TestShortWay: the short way through hard trees gives the bits of the general one, which a tree of soft splits takes
// that no row is near to.
func TestShortWay(t *testing.T) {
	for name, p := range map[string]*Posterior{"regression": single(t, true, Likelihood), "classes": classes(t)} {
		rng := random.Stream(8, "hard", name)
		short, general := NewDrawn(p.tables, p.problem, 1), NewDrawn(p.tables, p.problem, 1)
		d := p.problem.Data.D
		leaf := func() tree.Node {
			if c := p.problem.Data.Classes; c > 0 {
				shares := make(tree.Classes, c)
				for k := range shares {
					shares[k] = 1 / float64(c)
				}
				shares[0] += float64(.2 * rng.Float64())
				return tree.Node{Answer: shares}
			}
			return tree.Node{Answer: tree.Normal{Mean: rng.NormFloat64(), SD: .1 + rng.Float64()}}
		}
		for range 30 {
			var a, b baseline.Draw
			var grow func(depth int)
			grow = func(depth int) {
				at := len(a.Tree.Nodes)
				a.Tree.Nodes = append(a.Tree.Nodes, leaf())
				if depth == 3 || depth > 0 && rng.Float64() < .3 {
					return
				}
				rule := tree.Threshold{Input: rng.IntN(d), At: rng.Float64()}
				grow(depth + 1)
				a.Tree.Nodes[at] = tree.Node{Rule: rule, Right: len(a.Tree.Nodes)}
				grow(depth + 1)
			}
			grow(0)
			for _, n := range a.Tree.Nodes {
				if rule, splits := n.Rule.(tree.Threshold); splits {
					// every row is 1,000 bandwidths off: the logistic function is 0 or 1
					rule.H = 1e-12
					n.Rule = rule
				}
				b.Tree.Nodes = append(b.Tree.Nodes, n)
			}
			a.LogWeight = -rng.Float64()
			b.LogWeight = a.LogWeight
			if !a.Tree.Hard() || b.Tree.Hard() && b.Tree.Leaves() > 1 {
				t.Fatal("the draws take the wrong ways")
			}
			short.Add(0, a)
			general.Add(0, b)
		}
		one, _ := short.Digest()
		other, _ := general.Digest()
		ownA, testA := short.Own()
		ownB, testB := general.Own()
		if one == "" || one != other || ownA != ownB ||
			testA != testB && !(math.IsNaN(testA) && math.IsNaN(testB)) {
			t.Errorf("%s: %s %v %v, in general %s %v %v", name, one, ownA, testA, other, ownB, testB)
		}
	}
}
