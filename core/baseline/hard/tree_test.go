// Tests of the tree: against all trees of small tables, and after many changes against trees built at once.

package hard_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dcctree/core/baseline/hard"
	"dcctree/core/baseline/hard/hardtest"
	"dcctree/core/random"
	"dcctree/core/softtree"
)

var prior = hard.LeafPrior{Shape: 1.5, Scale: .4, Mean: .3, Count: .7, PerLeaf: true, Concentration: .8}

// small is a table of 10 rows with ties in the first feature, none in the second, and a constant third.
func small(classes int) softtree.Data {
	d := softtree.Data{N: 10, D: 3, Classes: classes, X: []float64{
		0, .25, .25, .5, .5, .5, .75, 1, 1, 1,
		.31, .95, .12, 1, .44, 0, .63, .27, .81, .58,
		.5, .5, .5, .5, .5, .5, .5, .5, .5, .5}}
	for i := range d.N {
		if classes > 0 {
			d.Class = append(d.Class, (i*i+1)%classes)
		} else {
			d.Y = append(d.Y, float64(i%4)-.1*float64(i))
		}
	}
	return d
}

func newTree(t testing.TB, d softtree.Data, prior hard.LeafPrior, minLeaf int) *hard.Tree {
	rows, err := hard.NewRows(d)
	if err != nil {
		t.Fatal(err)
	}
	return hard.NewTree(rows, hard.NewLeafModel(prior, d.N, d.Classes), minLeaf)
}

func TestRows(t *testing.T) {
	rows, err := hard.NewRows(small(0))
	if err != nil {
		t.Fatal(err)
	}
	if got := rows.Values(0); !slices.Equal(got, []float64{0, .25, .5, .75, 1}) {
		t.Errorf("distinct values %v", got)
	}
	if got := rows.Ranks(0); !slices.Equal(got, []int32{0, 1, 1, 2, 2, 2, 3, 4, 4, 4}) {
		t.Errorf("ranks %v", got)
	}
	rule := hard.Rule{Feature: 0, Cut: 1}
	if at, middle := rows.Threshold(rule, false), rows.Threshold(rule, true); at != .25 || middle != .375 {
		t.Errorf("thresholds %v and %v, want .25 and .375", at, middle)
	}
	for rule, want := range map[hard.Rule]bool{{0, 0}: true, {0, 3}: true, {0, 4}: false, {0, -1}: false,
		{2, 0}: false, {3, 0}: false, {-1, 0}: false} {
		if rows.Proper(rule) != want {
			t.Errorf("Proper(%v) is %v", rule, !want)
		}
	}
}

// TestThresholdStaysBelowTheNextValue: halfway between neighbouring floats there is no other float.
func TestThresholdStaysBelowTheNextValue(t *testing.T) {
	d := softtree.Data{N: 2, D: 1, X: []float64{.5, math.Nextafter(.5, 1)}, Y: []float64{0, 1}}
	rows, err := hard.NewRows(d)
	if err != nil {
		t.Fatal(err)
	}
	if got := rows.Threshold(hard.Rule{}, true); got != .5 {
		t.Errorf("threshold %v", got)
	}
}

func TestRowsRefuse(t *testing.T) {
	weighted, scattered, short, large := small(0), small(0), small(0), small(0)
	large.Y[3] = -1e141
	weighted.Weight = make([]float64, 10)
	for i := range weighted.Weight {
		weighted.Weight[i] = 1
	}
	scattered.Scatter = 1
	short.Y = short.Y[1:]
	for name, d := range map[string]softtree.Data{"weights": weighted, "scatter": scattered, "responses": short,
		"row 4": large} {
		if _, err := hard.NewRows(d); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestEveryTree holds all that a tree tells against the listed one, for all trees of up to 4 leaves.
func TestEveryTree(t *testing.T) {
	for _, classes := range []int{0, 3} {
		for _, minLeaf := range []int{1, 2, 3} {
			d := small(classes)
			tree := newTree(t, d, prior, minLeaf)
			all := hardtest.Enumerate(d, 4, minLeaf)
			if len(all) < 20 {
				t.Fatalf("only %d trees", len(all))
			}
			for _, want := range all {
				if err := tree.SetRules(want.Rules()); err != nil {
					t.Fatalf("%s: %v", want.Key, err)
				}
				compare(t, tree, want, d)
			}
		}
	}
}

func compare(t *testing.T, tree *hard.Tree, want *hardtest.Tree, d softtree.Data) {
	t.Helper()
	nodes := tree.Nodes()
	if len(nodes) != len(want.Nodes) || hard.Leaves(nodes) != want.Leaves {
		t.Fatalf("%s: %d nodes", want.Key, len(nodes))
	}
	place := map[*hardtest.Node]int32{}
	for k, n := range want.Nodes {
		place[n] = int32(k)
	}
	var part hard.Part
	for k, n := range want.Nodes {
		got := &nodes[k]
		var members []int32
		for _, i := range n.Rows {
			members = append(members, int32(i))
		}
		if got.Rule != n.Rule || int(got.Depth) != n.Depth ||
			!slices.Equal(tree.AppendMembers(nil, got), members) || int(got.N) != len(members) ||
			int(got.Features) != n.Features() {
			t.Fatalf("%s: node %d is %+v with rows %v", want.Key, k, *got, tree.AppendMembers(nil, got))
		}
		known := 0
		for f, cuts := range n.Cuts {
			from, to := tree.Span(got, f)
			if max(to-from, 0) != len(cuts) ||
				len(cuts) > 0 && (cuts[0] != from || cuts[len(cuts)-1] != to-1) {
				t.Fatalf("%s: node %d, feature %d: cuts %d to %d, want %v", want.Key, k, f, from, to,
					cuts)
			}
			if len(cuts) == 0 {
				continue
			}
			if number := tree.AvailableFeature(got, known); number != f {
				t.Fatalf("%s: node %d: available feature %d is %d, want %d", want.Key, k, known, number,
					f)
			}
			known++
		}
		if n.Left == nil {
			part.Log += got.Part.Log
			part.Squares += got.Part.Squares
			continue
		}
		cuts := len(n.Cuts[n.Rule.Feature])
		logRule := -math.Log(float64(n.Features() * cuts))
		if int(got.Cuts) != cuts || math.Abs(got.LogRule-logRule) > 1e-12 {
			t.Fatalf("%s: node %d has %d cuts and log rule %v, want %d, %v", want.Key, k, got.Cuts,
				got.LogRule, cuts, logRule)
		}
		left, right := place[n.Left], place[n.Right]
		if left != int32(k)+1 || got.Right != right || nodes[left].Parent != int32(k) ||
			nodes[right].Parent != int32(k) || nodes[left].End != right || nodes[right].End != got.End {
			t.Fatalf("%s: node %d is linked wrongly: %+v", want.Key, k, *got)
		}
	}
	if got := hard.Sum(nodes); got != part {
		t.Fatalf("%s: sum of parts %v, want %v", want.Key, got, part)
	}
}

// TestUnavailable: of all trees of three leaves with proper rules, exactly the listed ones can be built.
func TestUnavailable(t *testing.T) {
	for _, minLeaf := range []int{1, 2} {
		d := small(0)
		tree := newTree(t, d, prior, minLeaf)
		listed := map[string]bool{}
		for _, want := range hardtest.Enumerate(d, 3, minLeaf) {
			listed[want.Key] = true
		}
		var rules []hard.Rule
		for f := range d.D {
			for c := range tree.Rows.Values(f) {
				rules = append(rules, hard.Rule{Feature: int32(f), Cut: int32(c)})
			}
		}
		refused := 0
		for _, a := range rules {
			for _, b := range rules {
				for _, plan := range [][]hard.Rule{{a, b, hard.Stop, hard.Stop, hard.Stop},
					{a, hard.Stop, b, hard.Stop, hard.Stop}} {
					ok := tree.Propose(0, plan)
					if ok != listed[hardtest.Key(plan)] {
						t.Fatalf("at least %d rows: %s: proposed %v", minLeaf,
							hardtest.Key(plan), ok)
					}
					if !ok {
						refused++
					}
				}
			}
		}
		if refused == 0 || len(tree.Nodes()) != 1 {
			t.Errorf("%d refused, tree of %d nodes", refused, len(tree.Nodes()))
		}
	}
}

// steps makes random changes of subtrees and calls after once after each, told whether it was accepted.
func steps(tree *hard.Tree, rng *rand.Rand, n int, after func(accepted bool)) {
	var rules []hard.Rule
	for range n {
		nodes := tree.Nodes()
		at := rng.IntN(len(nodes))
		rules = tree.AppendRules(rules[:0], at)
		f := rng.IntN(tree.Rows.D)
		rule := hard.Rule{Feature: int32(f), Cut: int32(rng.IntN(len(tree.Rows.Values(f))))}
		switch {
		case nodes[at].Leaf():
			rules = append(rules[:0], rule, hard.Stop, hard.Stop)
		case rng.IntN(5) == 0:
			rules = append(rules[:0], hard.Stop)
		default:
			rules[0] = rule
		}
		ok := tree.Propose(at, rules)
		if ok && rng.IntN(3) > 0 {
			tree.Accept()
			after(true)
			continue
		}
		if rng.IntN(2) == 0 {
			tree.Reject()
		}
		after(false)
	}
}

// TestManyChanges: after any changes a tree tells the same bits as one built at once from its rules or its state.
func TestManyChanges(t *testing.T) {
	for _, classes := range []int{0, 2} {
		rng := random.Stream(5, "changes", fmt.Sprint(classes))
		d := cloud(rng, 150, 4, classes)
		tree, fresh := newTree(t, d, prior, 3), newTree(t, d, prior, 3)
		most, accepted := 0, 0
		steps(tree, rng, 4000, func(ok bool) {
			if ok {
				accepted++
			}
			most = max(most, hard.Leaves(tree.Nodes()))
			if rest, err := fresh.SetState(tree.AppendState(nil)); err != nil || len(rest) != 0 {
				t.Fatalf("state: %v, %d numbers left", err, len(rest))
			}
			same(t, tree, fresh)
		})
		if most < 8 || accepted < 200 {
			t.Errorf("at most %d leaves, %d changes accepted: too few to tell anything", most, accepted)
		}
	}
}

func same(t *testing.T, a, b *hard.Tree) {
	t.Helper()
	if len(a.Nodes()) != len(b.Nodes()) || a.LogMarginal(a.Nodes()) != b.LogMarginal(b.Nodes()) {
		t.Fatalf("%d nodes, log marginal %v; at once %d, %v", len(a.Nodes()), a.LogMarginal(a.Nodes()),
			len(b.Nodes()), b.LogMarginal(b.Nodes()))
	}
	for k := range a.Nodes() {
		x, y := a.Nodes()[k], b.Nodes()[k]
		sx, sy := a.Stats(&x), b.Stats(&y)
		if x.Rule != y.Rule || x.Parent != y.Parent || x.Right != y.Right || x.End != y.End ||
			x.Depth != y.Depth || x.N != y.N ||
			x.Features != y.Features || x.Cuts != y.Cuts || x.LogRule != y.LogRule || x.Part != y.Part {
			t.Fatalf("node %d: %+v, at once %+v", k, x, y)
		}
		if sx.N != sy.N || sx.Mean != sy.Mean || sx.Squares != sy.Squares ||
			!slices.Equal(sx.Counts, sy.Counts) ||
			!slices.Equal(a.AppendMembers(nil, &x), b.AppendMembers(nil, &y)) {
			t.Fatalf("node %d: statistics %+v, at once %+v", k, sx, sy)
		}
	}
}

// cloud is a made-up table: y steps in the first feature, the last feature has only 5 values.
func cloud(rng *rand.Rand, n, columns, classes int) softtree.Data {
	d := softtree.Data{N: n, D: columns, Classes: classes}
	for f := range columns {
		for range n {
			x := rng.Float64()
			if f == columns-1 {
				x = float64(rng.IntN(5)) / 4
			}
			d.X = append(d.X, x)
		}
	}
	for i := range n {
		if classes > 0 {
			d.Class = append(d.Class, min(int(d.X[i]*float64(classes)), classes-1)*rng.IntN(2))
		} else {
			d.Y = append(d.Y, math.Floor(3*d.X[i])+.3*rng.NormFloat64())
		}
	}
	return d
}

func TestStatistics(t *testing.T) {
	for _, classes := range []int{0, 3} {
		d := small(classes)
		tree := newTree(t, d, prior, 1)
		if err := tree.SetRules([]hard.Rule{{1, 3}, hard.Stop, hard.Stop}); err != nil {
			t.Fatal(err)
		}
		for k := 1; k < 3; k++ {
			n := &tree.Nodes()[k]
			var mean, squares float64
			counts := make([]int32, classes)
			members := tree.AppendMembers(nil, n)
			for _, i := range members {
				if classes > 0 {
					counts[d.Class[i]]++
				} else {
					mean += d.Y[i] / float64(len(members))
				}
			}
			if classes == 0 {
				for _, i := range members {
					squares += (d.Y[i] - mean) * (d.Y[i] - mean)
				}
			}
			got := tree.Stats(n)
			if got.N != len(members) || math.Abs(got.Mean-mean) > 1e-14 ||
				math.Abs(got.Squares-squares) > 1e-13 || !slices.Equal(got.Counts, counts) {
				t.Errorf("%d classes: node %d has %+v, want mean %v, squares %v, counts %v", classes, k,
					got, mean, squares, counts)
			}
			low, high := tree.Ranks(n, 1)
			wantLow, wantHigh := [2]int{0, 4}[k-1], [2]int{3, 9}[k-1]
			if low != wantLow || high != wantHigh {
				t.Errorf("ranks %d to %d, want %d to %d", low, high, wantLow, wantHigh)
			}
		}
	}
}

func TestBadStates(t *testing.T) {
	tree := newTree(t, small(0), prior, 2)
	good := []hard.Rule{{0, 1}, hard.Stop, hard.Stop}
	if err := tree.SetRules(good); err != nil {
		t.Fatal(err)
	}
	state := tree.AppendState(nil)
	if !slices.Equal(state, []float64{0, 1, -1, -1}) {
		t.Fatalf("state %v", state)
	}
	bad := map[string][]float64{
		"empty": {}, "cut short": {0, 1, -1}, "no cut": {0}, "part of a feature": {.5, 1, -1, -1},
		"other leaf":   {-2, 1, -1, -1},
		"not a number": {math.NaN(), 1, -1, -1}, "endless": {0, math.Inf(1), -1, -1},
		"large":            {0, 1e300, -1, -1},
		"no such feature":  {7, 0, -1, -1},
		"constant feature": {2, 0, -1, -1}, "last value": {0, 4, -1, -1}, "few rows": {0, 0, -1, -1},
		"endless splits": {0, 1, 0, 1, 0, 1},
	}
	for name, s := range bad {
		if _, err := tree.SetState(s); err == nil {
			t.Errorf("%s: no error", name)
		}
		if got := hardtest.Key(tree.AppendRules(nil, 0)); got != hardtest.Key(good) {
			t.Fatalf("%s: the tree became %s", name, got)
		}
	}
	if err := tree.SetRules([]hard.Rule{hard.Stop, hard.Stop}); err == nil {
		t.Error("two leaves without a split: no error")
	}
	if err := tree.SetRules([]hard.Rule{{0, 1}, hard.Stop}); err == nil {
		t.Error("a split with one child: no error")
	}
	rest, err := tree.SetState([]float64{-1, 3, 4})
	if err != nil || !slices.Equal(rest, []float64{3, 4}) || len(tree.Nodes()) != 1 {
		t.Errorf("rest %v, error %v, %d nodes", rest, err, len(tree.Nodes()))
	}
}

// TestAppendSwapped exchanges the rules a above b and c, b being on the left, and a above b and b.
func TestAppendSwapped(t *testing.T) {
	a, b, c := hard.Rule{Feature: 0, Cut: 2}, hard.Rule{Feature: 1, Cut: 4}, hard.Rule{Feature: 1, Cut: 5}
	stop := hard.Stop
	for _, of := range []struct {
		rules []hard.Rule
		child int
		want  []hard.Rule
	}{
		{[]hard.Rule{a, b, stop, stop, c, stop, stop}, 1, []hard.Rule{b, a, stop, stop, c, stop, stop}},
		{[]hard.Rule{a, b, stop, stop, c, stop, stop}, 4, []hard.Rule{c, b, stop, stop, a, stop, stop}},
		{[]hard.Rule{a, b, stop, stop, b, stop, stop}, 4, []hard.Rule{b, a, stop, stop, a, stop, stop}},
	} {
		tree := newTree(t, small(0), prior, 1)
		if err := tree.SetRules(of.rules); err != nil {
			t.Fatal(err)
		}
		if got := tree.AppendSwapped([]hard.Rule{c}, of.child); !slices.Equal(got[1:], of.want) || got[0] != c {
			t.Errorf("%v, child %d: %v, want %v", of.rules, of.child, got[1:], of.want)
		}
	}
}

func TestPanics(t *testing.T) {
	tree := newTree(t, small(0), prior, 1)
	rows, model := tree.Rows, tree.Leaves
	shared := prior
	shared.PerLeaf = false
	for name, f := range map[string]func(){
		"Accept":           func() { tree.Accept() },
		"Proposed":         func() { tree.Proposed() },
		"rules left over":  func() { tree.Propose(0, []hard.Rule{hard.Stop, hard.Stop}) },
		"too few rules":    func() { tree.Propose(0, []hard.Rule{{0, 1}, hard.Stop}) },
		"NewTree":          func() { hard.NewTree(rows, model, 0) },
		"other rows":       func() { hard.NewTree(rows, hard.NewLeafModel(prior, 9, 0), 1) },
		"AvailableFeature": func() { tree.AvailableFeature(&tree.Nodes()[0], 2) }, // of three one is constant
		"prior":            func() { hard.NewLeafModel(hard.LeafPrior{}, 9, 0) },
		"LogLeaf":          func() { hard.NewLeafModel(shared, 9, 0).LogLeaf(hard.Stats{N: 1}) },
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, name) {
					t.Errorf("%s: panic %q", name, got)
				}
			}()
			f()
		}()
	}
	if !tree.Propose(0, []hard.Rule{{0, 1}, hard.Stop, hard.Stop}) {
		t.Error("no proposal after the panics")
	}
}

// TestNothingIsAllocated: proposals of a tree that has been as large need no memory.
func TestNothingIsAllocated(t *testing.T) {
	rng := random.Stream(1, "allocations")
	tree := newTree(t, cloud(rng, 300, 3, 0), prior, 1)
	steps(tree, rng, 3000, func(bool) {})
	rules := tree.AppendRules(nil, 0)
	if got := testing.AllocsPerRun(200, func() {
		if !tree.Propose(0, rules) {
			t.Error("its own rules are refused")
		}
		tree.Accept()
	}); got > 0 {
		t.Errorf("%v allocations", got)
	}
}

// FuzzSetState: no numbers make SetState panic, and what it takes it gives back.
func FuzzSetState(f *testing.F) {
	f.Add([]byte{0, 1, 255, 255})
	f.Add([]byte{1, 3, 0, 0, 255, 255, 255, 7})
	f.Fuzz(func(t *testing.T, bytes []byte) {
		state := make([]float64, len(bytes))
		for k, b := range bytes {
			switch b {
			case 254:
				state[k] = math.NaN()
			case 253:
				state[k] = 1e300
			default:
				state[k] = float64(int8(b))
			}
		}
		tree := newTree(t, small(0), prior, 1)
		rest, err := tree.SetState(state)
		if err != nil {
			return
		}
		used := state[:len(state)-len(rest)]
		if got := tree.AppendState(nil); !slices.Equal(got, used) {
			t.Errorf("state %v of %v", got, used)
		}
	})
}

func benchmarkPropose(b *testing.B, at func(nodes []hard.Node) int, rules func(tree *hard.Tree, at int) []hard.Rule) {
	tree := newTree(b, cloud(random.Stream(2, "bench"), 300, 3, 0), prior, 1)
	err := tree.SetRules([]hard.Rule{{0, 100}, {1, 150}, hard.Stop, hard.Stop, {0, 200}, hard.Stop, {1, 100},
		hard.Stop, hard.Stop})
	if err != nil {
		b.Fatal(err)
	}
	k := at(tree.Nodes())
	plan := rules(tree, k)
	b.ReportAllocs()
	for b.Loop() {
		tree.Propose(k, plan)
	}
}

func BenchmarkGrow(b *testing.B) {
	benchmarkPropose(b, func([]hard.Node) int { return 2 }, func(tree *hard.Tree, at int) []hard.Rule {
		from, to := tree.Span(&tree.Nodes()[at], 0)
		return []hard.Rule{{0, int32((from + to) / 2)}, hard.Stop, hard.Stop}
	})
}

func BenchmarkPrune(b *testing.B) {
	benchmarkPropose(b, func([]hard.Node) int { return 1 }, func(*hard.Tree, int) []hard.Rule {
		return []hard.Rule{hard.Stop}
	})
}

func BenchmarkChangeRoot(b *testing.B) {
	benchmarkPropose(b, func([]hard.Node) int { return 0 }, func(tree *hard.Tree, at int) []hard.Rule {
		rules := tree.AppendRules(nil, at)
		rules[0].Cut = 120
		return rules
	})
}
