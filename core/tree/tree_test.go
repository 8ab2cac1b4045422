// Which leaves a row reaches, with numbers worked out by hand.

package tree

import (
	"math"
	"reflect"
	"slices"
	"testing"
)

// row is a row by itself.
func row(x ...float64) Row { return RowOf(x) }

// three is a tree of three leaves with means 1, 2 and 3 from left to right: a split on a feature at .5, to the right of
// which one on a mixture at .4.
func three(h float64) Tree {
	return Tree{Nodes: []Node{
		{Rule: Threshold{Input: 0, At: .5, H: h}, Right: 2},
		{Answer: Normal{Mean: 1}},
		{Rule: Blend{Weights: []float64{.25, .75}, At: .4, H: h}, Right: 4},
		{Answer: Normal{Mean: 2}},
		{Answer: Normal{Mean: 3}},
	}}
}

func mean(n *Node) float64 { return n.Answer.(Normal).Mean }

// reached lists the leaves that a row reaches with their probabilities, by mean.
func reached(d Tree, row Row) (means, p []float64) {
	d.Reach(row, func(at int, q float64) { means, p = append(means, mean(&d.Nodes[at])), append(p, q) })
	return means, p
}

// TestHardSplits: a row at a threshold itself goes left; one leaf has probability 1, the others are not visited.
func TestHardSplits(t *testing.T) {
	d := three(0)
	for _, of := range []struct{ x0, x1, leaf float64 }{
		{.5, 1, 1},                    // at the threshold
		{math.Nextafter(.5, 1), 0, 2}, // .25 x .5 = .125 is below .4
		{1, .2, 2},                    // .25 + .75 x .2 = .4 to the bit
		{1, math.Nextafter(.2, 1), 2}, // its product with .75 is rounded to the same
		{1, .21, 3},                   // .4075
		{-3, 9, 1}, {7, -2.5, 2},      // beyond the training rows: 1.75 - 1.875 < .4
		{math.Inf(1), 0, 3}, {-1e9, 0, 1}, // however far
	} {
		means, p := reached(d, row(of.x0, of.x1))
		if !slices.Equal(means, []float64{of.leaf}) || !slices.Equal(p, []float64{1}) {
			t.Errorf("row (%v, %v) reaches leaves %v with %v, want leaf %v", of.x0, of.x1, means, p,
				of.leaf)
		}
		best := d.MostProbable(row(of.x0, of.x1))
		if mean(best) != of.leaf || d.Leaf(row(of.x0, of.x1)) != best {
			t.Errorf("row (%v, %v): most probably leaf %v, want %v", of.x0, of.x1, mean(best), of.leaf)
		}
	}
	if d.Leaves() != 3 || (Tree{Nodes: []Node{{}}}).Leaves() != 1 || !d.Hard() || three(.1).Hard() {
		t.Errorf("%d leaves", d.Leaves())
	}
}

// TestSoftSplits: logistic(log 3) = 3/4 and logistic(-log 4) = 1/5, so leaves have 1/4, 3/4 x 4/5 and 3/4 x 1/5.
func TestSoftSplits(t *testing.T) {
	const h = .1
	d := three(h)
	x0 := .5 + h*math.Log(3)
	x1 := (.4 - h*math.Log(4) - .25*x0) / .75
	means, p := reached(d, row(x0, x1))
	if !slices.Equal(means, []float64{1, 2, 3}) {
		t.Fatalf("leaves %v", means)
	}
	for k, want := range []float64{.25, .6, .15} {
		if math.Abs(p[k]-want) > 1e-14 {
			t.Errorf("leaf %d: probability %v, want %v", k+1, p[k], want)
		}
	}
	if best := d.MostProbable(row(x0, x1)); mean(best) != 2 {
		t.Errorf("most probable leaf %v", mean(best))
	}
	// At the threshold both sides are alike, and the left one is taken.
	stump := Tree{Nodes: []Node{{Rule: Threshold{At: .5, H: h}, Right: 2}, {Answer: Normal{Mean: 1}},
		{Answer: Normal{Mean: 2}}}}
	if _, p := reached(stump, row(.5)); !slices.Equal(p, []float64{.5, .5}) {
		t.Errorf("at the threshold: %v", p)
	}
	if best := stump.MostProbable(row(.5)); mean(best) != 1 {
		t.Errorf("of equal leaves %v is taken", mean(best))
	}
	// 800 bandwidths off the logistic function is 0 or 1 in float64: one leaf is left.
	for _, x := range []float64{.5 - 800*h, .5 + 800*h} {
		if means, p := reached(stump, row(x)); len(means) != 1 || p[0] != 1 {
			t.Errorf("far off: leaves %v with %v", means, p)
		}
	}
}

// eachRule returns one of each kind that send a row of (x0, x1) left where .25 x0 + .75 x1, or x1, is at most .4.
func eachRule() []Rule {
	return []Rule{
		Blend{Weights: []float64{.25, .75}, At: .4}, Threshold{Input: 1, At: .4},
		Formula{Of: []Term{{Input: 1, Weight: .75, Min: -1, Range: 2}, {Input: 0, Weight: .25, Range: 1}},
			At: .4},
	}
}

// TestBorders: a row on the border goes left, the next one right, and the border is where Crossing says; by hand:
// (.4 - .25 x .4)/.75 = .4; .4; and (.4 - .25 x .4)/.75 x 2 - 1 = -.2.
func TestBorders(t *testing.T) {
	for k, want := range []float64{.4, .4, -.2} {
		r := eachRule()[k]
		at := r.Crossing(1, []float64{.4, math.NaN()})
		if math.Abs(at-want) > 1e-15 || r.Main() != 1 || r.Cut() != .4 || r.Soft() {
			t.Errorf("%T: crossing %v, want %v; main %d", r, at, want, r.Main())
		}
		for _, off := range []float64{-1e-9, 1e-9} {
			row := row(.4, at+off)
			if left := off < 0; r.Left(row) != left || (r.Right(row) == 0) != left {
				t.Errorf("%T: %v beside its border goes left: %t", r, off, r.Left(row))
			}
		}
		weights := make([]float64, 2)
		r.AddWeights(weights, 2)
		sum := 0.0
		for _, term := range r.Terms() {
			sum += term.Weight / term.Range * (row(.4, at).Value(term.Input) - term.Min)
		}
		if math.Abs(sum-.4) > 1e-15 || weights[0]+weights[1] != 2 {
			t.Errorf("%T: its terms add to %v at the border, its weights to %v", r, sum, weights)
		}
	}
}

// TestNumbers: a tree of every kind of rule and answer comes back, and what does not fit is refused.
func TestNumbers(t *testing.T) {
	r := eachRule()
	want := Tree{Nodes: []Node{
		{Rule: r[0], Right: 4}, {Rule: r[1], Right: 3}, {Answer: Normal{1, 2}}, {Answer: Classes{.25, .75}},
		{Rule: r[2], Right: 6}, {Answer: Normal{3, 4}}, {Answer: Normal{math.Inf(1), 0}},
	}}
	numbers := want.Written().([]float64)
	var got Tree
	set := func(numbers []float64) error {
		into, done := got.Reading()
		*into.(*[]float64) = slices.Clone(numbers)
		return done()
	}
	if err := set(numbers); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%v: %+v, want %+v", err, got, want)
	}
	for n := 1; n < len(numbers); n++ {
		if err := set(numbers[:n]); err == nil {
			t.Errorf("%d of %d numbers are a tree", n, len(numbers))
		}
	}
	for _, damaged := range [][]float64{append(slices.Clone(numbers), 0), {9, 0}, {-1, 2, 0, 0}, {0, 1, 0},
		{0, .5, 0, 0},
		{2, 3, -1, 0, 0}} {
		if err := set(damaged); err == nil {
			t.Errorf("%v are a tree", damaged)
		}
	}
}

// TestSets: a set of labels sends its codes left, whatever their order; with a side, gaps go there.
func TestSets(t *testing.T) {
	set := Part{Input: 1, Codes: []int{0, 2}}
	left := map[float64]bool{0: true, 1: false, 2: true, 3: false}
	for code, want := range left {
		for _, r := range []Rule{set, Sided{set, true}, Sided{set, false}} {
			row := row(9, code)
			if r.Left(row) != want || (r.Right(row) == 0) != want || r.Main() != 1 || r.Soft() {
				t.Errorf("%+v: code %v goes left: %t", r, code, !want)
			}
		}
	}
	gap := row(9, math.NaN())
	number := Threshold{Input: 1, At: 3}
	if set.Left(gap) || !(Sided{set, true}).Left(gap) || (Sided{set, false}).Left(gap) ||
		!(Sided{number, true}).Left(gap) || (Sided{number, false}).Right(gap) != 1 {
		t.Error("gaps do not go where they are sent")
	}
	if !math.IsNaN(set.Cut()) || !math.IsNaN(set.Crossing(1, nil)) {
		t.Error("a set has no cut")
	}
	want := Tree{Nodes: []Node{{Rule: Sided{set, true}, Right: 2}, {Answer: Normal{1, 2}},
		{Rule: Sided{number, false}, Right: 4}, {Answer: Normal{3, 4}}, {Rule: set, Right: 6},
		{Answer: Normal{5, 6}}, {Answer: Normal{7, 8}}}}
	var got Tree
	into, done := got.Reading()
	*into.(*[]float64) = want.Written().([]float64)
	if err := done(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: %+v, want %+v", err, got, want)
	}
	for _, damaged := range [][]float64{{}, {-1}, {0, 2, 1}, {0, .5}} {
		if r, ok := readPart(damaged); ok {
			t.Errorf("%v is %+v", damaged, r)
		}
	}
	for _, damaged := range [][]float64{{1}, {2, 2, 0, 0, 0}, {1, 3, 0}, {1, 5, -1}, {1, 2, 0}} {
		if r, ok := readSided(damaged); ok {
			t.Errorf("%v is %+v", damaged, r)
		}
	}
}

// TestGradual: by hand, with thresholds 1, 2 and 4 at the ranks .2, .5 and .8. The ranks of 1, 1.5, 2, 3 and 9 are .1,
// .35, .35, .65 and .9. At rank .5 and width .1 their left shares are 1/(1 + exp(-4)) = .982, 1/(1 + exp(-1.5)) =
// .818 twice, 1 - .818, and 1/(1 + exp(4)) = .018; with width .08 the first is .9933, which is 1. 90 % of a row go left
// at a rank of .5 - .1 log 9 = .28, whose next threshold is 2, and 10 % at .72, whose next one is 4.
func TestGradual(t *testing.T) {
	ranks := &Ranks{Thresholds: []float64{1, 2, 4}, Below: []float64{.2, .5, .8}}
	r := Gradual{Threshold{Input: 1, At: 2}, .5, .1, ranks}
	for v, want := range map[float64]float64{1: 1 / (1 + math.Exp(-4)), 1.5: 1 / (1 + math.Exp(-1.5)),
		2: 1 / (1 + math.Exp(-1.5)), 3: 1 / (1 + math.Exp(1.5)), 9: 1 / (1 + math.Exp(4))} {
		for _, of := range []Rule{r, Sided{r, true}} {
			got := 1 - of.Right(row(7, v))
			if math.Abs(got-want) > 1e-12 || of.Left(row(7, v)) != (v <= 2) {
				t.Errorf("%T: the share of %v that goes left is %v, want %v", of, v, got, want)
			}
			if !of.Soft() || of.Cut() != 2 || of.Main() != 1 {
				t.Errorf("%T is no gradual threshold", of)
			}
		}
	}
	narrow := Gradual{Threshold{Input: 1, At: 2}, .5, .08, ranks}
	if narrow.Right(row(7, 1)) != 0 || narrow.Right(row(7, 9)) != 1 {
		t.Error("a share below 1 % is not nothing")
	}
	if from, to := ranks.Span(.5, .1); from != 2 || to != 4 {
		t.Errorf("gradual from %v to %v", from, to)
	}
	gap := row(7, math.NaN())
	if (Sided{r, true}).Right(gap) != 0 || (Sided{r, false}).Right(gap) != 1 {
		t.Error("gaps do not go where they are sent")
	}
	want := Tree{Nodes: []Node{{Rule: r, Right: 2}, {Answer: Normal{1, 2}},
		{Rule: Sided{r, false}, Right: 4}, {Answer: Normal{3, 4}}, {Answer: Normal{5, 6}}}}
	var got Tree
	into, done := got.Reading()
	*into.(*[]float64) = want.Written().([]float64)
	if err := done(); err != nil || !reflect.DeepEqual(got, want) || got.Hard() {
		t.Errorf("%v: %+v, want %+v", err, got, want)
	}
	for _, damaged := range [][]float64{{1, 2, .5, .1}, {1, 2, .5, .1, 2}, {-1, 2, .5, .1, 2, .5},
		{1, 2, .5, 0, 2, .5}} {
		if r, ok := readGradual(damaged); ok {
			t.Errorf("%v is %+v", damaged, r)
		}
	}
}

// TestRowOfATable: inputs one after the other, a row's values a stride apart.
func TestRowOfATable(t *testing.T) {
	r := Row{X: []float64{1, 2, 3, 4, 5, 6}, At: 1, Stride: 2}
	for input, want := range []float64{2, 4, 6} {
		if got := r.Value(input); got != want {
			t.Errorf("input %d is %v, want %v", input, got, want)
		}
	}
}
