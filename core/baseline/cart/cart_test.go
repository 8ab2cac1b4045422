// Tests of the trees: small ones worked out by hand, edge cases, and pruning against all subtrees.

package cart

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/random"
	"dcctree/core/tree"
)

// numbers makes a regression frame of columns.
func numbers(y []float64, columns ...[]float64) *dataset.Frame {
	f := &dataset.Frame{Task: dataset.Regression, N: len(y), D: len(columns), Y: y}
	for _, c := range columns {
		f.X = append(f.X, c...)
	}
	return f
}

// labels makes a classification frame of columns with classes 0 to classes-1.
func labels(class []int, classes int, columns ...[]float64) *dataset.Frame {
	f := numbers(nil, columns...)
	f.Task, f.N, f.Class, f.Classes = dataset.Classification, len(class), class, make([]string, classes)
	return f
}

var all = Settings{MinSplit: 2, MinLeaf: 1, MaxDepth: 30}

// shape writes a tree as nested splits: (x0<2.5 LEFT RIGHT), leaves by rows and what they predict. What is written is
// the smallest number that goes right.
func shape(t *Tree) string { return t.shape(0) }

func (t *Tree) shape(k int) string {
	n := t.grown[k]
	if rule := t.Nodes[k].Rule; rule != nil {
		return fmt.Sprintf("(x%d<%g %s %s)", rule.Main(), math.Nextafter(rule.Cut(), math.Inf(1)), t.shape(k+1),
			t.shape(t.Nodes[k].Right))
	}
	if t.Task == dataset.Classification {
		return fmt.Sprint(n.counts)
	}
	return fmt.Sprintf("%d:%g", n.rows, n.mean)
}

// TestByHand has trees small enough to be grown on paper.
func TestByHand(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5, 6}
	late := all
	late.MinLeaf = 2
	deep := all
	deep.MaxDepth = 1
	few := all
	few.MinSplit = 4
	priced := all
	priced.Complexity = .1
	cases := []struct {
		name string
		f    *dataset.Frame
		s    Settings
		want string
	}{
		// mean 1, squares 3 x 1 + 2 x 1 + 3^2 = 14; cut after 5 leaves 0.8 + 0, after 3 leaves 0 + 6, after 4
		// leaves .75 + 4.5
		{"regression", numbers([]float64{0, 0, 0, 1, 1, 4}, x), all, "(x0<5.5 (x0<3.5 3:0 2:1) 1:4)"},
		{"the second split saves 1.2 of 14", numbers([]float64{0, 0, 0, 1, 1, 4}, x), priced,
			"(x0<5.5 5:0.4 1:4)"},
		// with two rows in every leaf: after 2 7.33+... 0 + 9, after 3 0 + 6, after 4 .75 + 4.5
		{"least leaf", numbers([]float64{0, 0, 0, 1, 1, 4}, x), late, "(x0<4.5 (x0<2.5 2:0 2:0.5) 2:2.5)"},
		{"depth", numbers([]float64{0, 0, 0, 1, 1, 4}, x), deep, "(x0<5.5 5:0.4 1:4)"},
		{"rows for a split", numbers([]float64{0, 0, 1, 4, 4, 4}, x), few, "(x0<3.5 3:0.3333333333333333 3:4)"},
		// sum of squares over rows: whole 14/6 = 2.33, cut after 2: 4/2 + 10/4 = 4.5, after 1: 1 + 11/5 = 3.2,
		// after 4: 8/4 + 2/2 = 3, after 5: 9/5 + 1 = 2.8, after 3: 5/3 + 5/3 = 3.33
		{"classes", labels([]int{0, 0, 1, 1, 2, 1}, 3, x), all,
			"(x0<2.5 [2 0 0] (x0<4.5 [0 2 0] (x0<5.5 [0 0 1] [0 1 0])))"},
		{"the feature that tells more", labels([]int{0, 1, 0, 1}, 2, []float64{1, 2, 3, 4},
			[]float64{0, 1, 0, 1}), all, "(x1<0.5 [2 0] [0 2])"},
		// both features divide the rows alike, the second in reverse: the first is taken; so is the smaller of
		// two thresholds
		{"equal features", numbers([]float64{.1, .1, .3, .3}, []float64{4, 3, 2, 1}, []float64{1, 2, 3, 4}),
			all, "(x0<2.5 2:0.3 2:0.1)"},
		// saves no error: pruned
		{"equal thresholds", labels([]int{0, 1, 0}, 2, []float64{1, 2, 3}), deep, "[2 1]"},
		{"repeated inputs stay together", numbers([]float64{0, 5, 5, 6}, []float64{1, 1, 2, 2}), all,
			"(x0<1.5 2:2.5 2:5.5)"},
		{"constant inputs", numbers([]float64{0, 5, 7}, []float64{2, 2, 2}), all, "3:4"},
		{"constant response", numbers([]float64{.1, .1, .1}, []float64{1, 2, 3}), all, "3:0.1"},
		{"one class", labels([]int{1, 1, 1}, 2, []float64{1, 2, 3}), all, "[0 3]"},
		{"one row", numbers([]float64{3}, []float64{1}), all, "1:3"},
		{"neighboring numbers", numbers([]float64{0, 1}, []float64{1, math.Nextafter(1, 2)}), all,
			"(x0<1.0000000000000002 1:0 1:1)"},
		{"huge numbers", numbers([]float64{0, 1}, []float64{1e308, 1.5e308}), all, "(x0<1.25e+308 1:0 1:1)"},
	}
	for _, c := range cases {
		if got := shape(Fit(c.f, c.s)); got != c.want {
			t.Errorf("%s: %s, by hand %s", c.name, got, c.want)
		}
	}
}

// TestWeakestLink: of two splits that save 3 and 2 rows of 7, with 1 saved by the root alone, by hand.
func TestWeakestLink(t *testing.T) {
	// 0000111 | 22233 as x grows: root risk 12-4 = 8; root split at 7.5 leaves 3 + 2; the left split saves 3, the
	// right one 2.
	class := []int{0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3}
	x := make([]float64, len(class))
	for i := range x {
		x[i] = float64(i + 1)
	}
	tree := Fit(labels(class, 4, x), all)
	want := []Step{{Complexity: 3. / 8, Risk: 1}, {Complexity: 2. / 8, Splits: 2, Risk: 2. / 8}, {Splits: 3}}
	if got := tree.sequence(0); !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %+v, by hand %+v", shape(tree), got, want)
	}
	// A root split that saves nothing itself goes with the splits below it: XOR.
	xor := labels([]int{0, 1, 1, 0, 0}, 2, []float64{0, 0, 1, 1, 1}, []float64{0, 1, 0, 1, 1})
	full := Fit(xor, all)
	if full.Leaves() != 4 || full.grown[0].complexity != 2./3 {
		t.Errorf("XOR: %s, complexity %v; by hand 4 leaves, 2 rows by 3 splits", shape(full),
			full.grown[0].complexity)
	}
}

// TestPruningIsOptimal: for any price, the pruned tree has the smallest risk + price x leaves of all subtrees, and
// the fewest leaves among those. All subtrees are tried.
func TestPruningIsOptimal(t *testing.T) {
	for seed := range uint64(40) {
		tree := Fit(noise(seed, 14, seed%2 == 0), all)
		for _, price := range []float64{0, .01, .05, .1, .15, .3, .6} {
			absolute := price * tree.grown[0].risk
			risk, leaves := tree.cheapest(0, absolute)
			p := tree.Prune(price)
			cost, least := p.risk()+absolute*float64(p.Leaves()), risk+absolute*float64(leaves)
			if math.Abs(cost-least) > 1e-9*least || p.Leaves() != leaves {
				t.Errorf("seed %d, price %v: cost %v with %d leaves, the best has %v with %d", seed,
					price, cost, p.Leaves(), least, leaves)
			}
		}
	}
}

// cheapest finds, by trying both for every node, the cheapest subtree, of equal ones the smallest.
func (t *Tree) cheapest(k int, price float64) (risk float64, leaves int) {
	risk = t.grown[k].risk
	if t.Nodes[k].Leaf() {
		return risk, 1
	}
	a, an := t.cheapest(k+1, price)
	b, bn := t.cheapest(t.Nodes[k].Right, price)
	split, whole := a+b+price*float64(an+bn), risk+price
	if whole <= split*(1+1e-12) {
		return risk, 1
	}
	return a + b, an + bn
}

// noise is a frame of two inputs in which there is nothing to find, with repeated values.
func noise(seed uint64, n int, regression bool) *dataset.Frame {
	rng := random.Stream(seed, "noise")
	f := &dataset.Frame{N: n, D: 2, Task: dataset.Classification, Classes: make([]string, 3)}
	for range 2 * n {
		f.X = append(f.X, float64(rng.IntN(9)))
	}
	for range n {
		f.Class = append(f.Class, rng.IntN(3))
		f.Y = append(f.Y, rng.NormFloat64())
		f.Rows = append(f.Rows, len(f.Rows))
	}
	if regression {
		f.Task, f.Class, f.Classes = dataset.Regression, nil, nil
	} else {
		f.Y = nil
	}
	return f
}

// TestFirstSplit compares the sorted pass with the definition of the impurities.
func TestFirstSplit(t *testing.T) {
	stump := all
	stump.MaxDepth = 1
	for seed := range uint64(40) {
		f := noise(100+seed, 25, seed%2 == 0)
		tree := grow(f, rowsOf(f), stump, 0)
		least := math.Inf(1)
		for j := range f.D {
			for _, threshold := range []float64{.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5} {
				least = math.Min(least, impurity(f, j, threshold, true)+
					impurity(f, j, threshold, false))
			}
		}
		rule := tree.Nodes[0].Rule
		got := impurity(f, rule.Main(), rule.Cut(), true) + impurity(f, rule.Main(), rule.Cut(), false)
		if got > least*(1+1e-9) {
			t.Errorf("seed %d: x%d <= %v leaves %v, the best split %v", seed, rule.Main(), rule.Cut(), got,
				least)
		}
	}
}

func rowsOf(f *dataset.Frame) []int {
	var rows []int
	for i := range f.N {
		rows = append(rows, i)
	}
	return rows
}

// impurity is that of one side of a split, times its rows, in two passes.
func impurity(f *dataset.Frame, feature int, threshold float64, left bool) float64 {
	var rows []int
	for i := range f.N {
		if f.X[feature*f.N+i] <= threshold == left {
			rows = append(rows, i)
		}
	}
	sum, n := 0.0, float64(len(rows))
	if f.Task == dataset.Classification {
		for _, i := range rows {
			for _, k := range rows {
				if f.Class[i] != f.Class[k] {
					sum += 1 / n // Gini: the chance that two rows differ
				}
			}
		}
		return sum
	}
	for _, i := range rows {
		for _, k := range rows {
			sum += (f.Y[i] - f.Y[k]) * (f.Y[i] - f.Y[k]) / (2 * n)
		}
	}
	return sum
}

// TestSides: rows go left by x <= threshold as by x < middle, whatever a row's value is: the training values, the
// middle itself, which other rows can have, and the numbers beside it.
func TestSides(t *testing.T) {
	pairs := [][2]float64{{1, 3}, {-1, 1}, {0, 5e-324}, {1, math.Nextafter(1, 2)},
		{1, math.Nextafter(math.Nextafter(1, 2), 2)}, {1e308, 1.5e308}, {-.1, .2}}
	for _, p := range pairs {
		a, b := p[0], p[1]
		middle, threshold := a/2+b/2, between(a, b)
		if !(middle > a) {
			middle = b // neighbors
		}
		for _, x := range []float64{a, b, middle, math.Nextafter(middle, math.Inf(-1)),
			math.Nextafter(middle, math.Inf(1)), a - 1, b + 1} {
			left := (tree.Threshold{At: threshold}).Left(tree.RowOf([]float64{x}))
			if left != (x < middle) {
				t.Errorf("%v between %v and %v goes left: %t", x, a, b, left)
			}
		}
		if !(a <= threshold && threshold < b) {
			t.Errorf("threshold %v between %v and %v", threshold, a, b)
		}
	}
}

// TestRowOrder: the order of rows changes nothing.
func TestRowOrder(t *testing.T) {
	for _, regression := range []bool{true, false} {
		f := noise(7, 60, regression)
		want := Fit(f, LargeSettings())
		rng := random.Stream(8)
		for range 5 {
			got := Fit(f.Take(rng.Perm(f.N)), LargeSettings())
			for k, n := range want.grown {
				g := got.grown[k]
				if got.Nodes[k].Rule != want.Nodes[k].Rule || g.rows != n.rows ||
					math.Abs(g.mean-n.mean) > 1e-12 {
					t.Fatalf("node %d: %+v, in another order %+v", k, n, g)
				}
			}
		}
	}
}

// TestScores: a stump with leaves of 3 rows with mean 1 and 2 rows with mean 4, by hand.
func TestScores(t *testing.T) {
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, by hand %v", what, got, want)
		}
	}
	stump := all
	stump.MaxDepth = 1
	s := Fit(numbers([]float64{0, 1, 2, 3, 5}, []float64{1, 2, 3, 4, 5}),
		stump).Scores(numbers([]float64{1, 7}, []float64{0, 9}))
	near("MSE", s.MSE, 4.5)
	// risk 2 + 2 on 5 rows and 2 leaves: variance 4/3
	near("log score", s.LogScore, -.5*math.Log(2*math.Pi*4/3)-4.5/(2*4./3))
	if !math.IsNaN(s.Accuracy) {
		t.Errorf("a regression has accuracy %v", s.Accuracy)
	}
	classes := Fit(labels([]int{0, 0, 1, 2, 2}, 3, []float64{1, 2, 3, 4, 5}), stump)
	p := classes.Leaf(tree.RowOf([]float64{0})).Answer
	if !reflect.DeepEqual(p, tree.Classes{3. / 5, 1. / 5, 1. / 5}) {
		t.Errorf("%s: probabilities %v, by hand (2+1)/(2+3) and twice (0+1)/(2+3)", shape(classes), p)
	}
	s = classes.Scores(labels([]int{0, 0, 1}, 3, []float64{0, 9, 9}))
	near("accuracy", s.Accuracy, 1./3)
	near("log score of classes", s.LogScore, (math.Log(3./5)+math.Log(1./6)+math.Log(2./6))/3)
	exact := Fit(numbers([]float64{0, 1}, []float64{1, 2}), all).Scores(numbers([]float64{0}, []float64{1}))
	if !math.IsNaN(exact.LogScore) {
		t.Errorf("a tree without residuals has log score %v", exact.LogScore)
	}
}

// TestPanics: what only a mistake of the program can cause.
func TestPanics(t *testing.T) {
	good := numbers([]float64{0, 1}, []float64{1, 2})
	for name, f := range map[string]func(){
		"cart: settings below their bounds":          func() { Fit(good, Settings{}) },
		"cart: no rows or no features to learn from": func() { Fit(numbers(nil, nil), all) },
		"cart: groups do not fit the rows":           func() { Validate(good, all, []int{0}) },
		"cart: one group has all rows":               func() { Validate(good, all, []int{0, 0}) },
	} {
		func() {
			defer func() {
				if got := recover(); got != name {
					t.Errorf("panicked with %v, want %q", got, name)
				}
			}()
			f()
		}()
	}
}
