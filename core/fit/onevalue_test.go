// Tests of columns with one value and gaps: a split asks whether there is a value.

package fit

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/random"
	"dcctree/core/tree"
	"dcctree/core/words"
)

// ticked has a number x, a column with the value or a gap, which decides most of y, and its halves as classes; gaps are
// written as blank.
func ticked(n int, value, blank string) string {
	rng := random.Stream(9, "ticked")
	var b strings.Builder
	b.WriteString("x,tick,y,half\n")
	for range n {
		x, cell := rng.Float64(), blank
		y := x + .3*rng.NormFloat64()
		if rng.IntN(3) == 0 {
			cell, y = value, y+3
		}
		fmt.Fprintf(&b, "%.3f,%s,%.3f,%s\n", x, cell, y, []string{"low", "high"}[min(1, max(0, int(y/2)))])
	}
	return b.String()
}

func fitOf(t *testing.T, text string, o Options) (*Problem, *Answer) {
	t.Helper()
	o.Settings, o.Effort = alltrees.DefaultSettings(), alltrees.DefaultEffort()
	o.Settings.Particles, o.Settings.LearnEnd, o.Effort.Work, o.Effort.Moves = 20, 200, 1, 5
	p, err := New(tableOf(t, "own.csv", text, dataset.ReadOptions{}), o)
	if err != nil {
		t.Fatal(err)
	}
	a, err := p.Fit(alltrees.Alone)
	if err != nil {
		t.Fatal(err)
	}
	return p, a
}

// A value and gaps are fitted as two labels are: the evidence and what is drawn have the same bits.
func TestOneValueIsFittedAsTwoLabels(t *testing.T) {
	for _, o := range []Options{{Target: "y"}, {Target: "y", Sharp: true, Noise: LeafNoise}, {Target: "half"}} {
		for _, value := range []string{"x", "1", "2.50", "-3000000"} {
			o.Features = []string{"x", "tick"}
			_, gaps := fitOf(t, ticked(60, value, ""), o)
			_, labels := fitOf(t, ticked(60, value, "zz"), o)
			if gaps.Digest != labels.Digest || gaps.Evidence.Log != labels.Evidence.Log {
				t.Errorf("%s by %q and gaps: digest %s, evidence %v, want %s and %v", o.Target, value,
					gaps.Digest, gaps.Evidence.Log, labels.Digest, labels.Evidence.Log)
			}
			if gaps.Inputs != 2 {
				t.Errorf("%d inputs", gaps.Inputs)
			}
		}
	}
}

// The split says that there is a value, and not again where gaps go.
func TestOneValueInWords(t *testing.T) {
	for value, written := range map[string]string{"x": "x", "1": "1", "2.50": "2.5", "-3000000": "-3000000"} {
		_, a := fitOf(t, ticked(60, value, ""), Options{Target: "y", Features: []string{"x", "tick"}})
		note := `Column "tick" has one value, "` + written + `", and gaps otherwise: a split asks whether ` +
			`there is a value.`
		if !slices.Contains(a.Notes, note) {
			t.Errorf("no note %q in %q", note, a.Notes)
		}
		root := a.Root[0]
		here := []string{written}
		if root.Rule != "tick is known" || root.GapsLeft != nil || !slices.Equal(root.Labels, here) {
			t.Errorf("the first split is %+v", root)
		}
		b := a.AtMost(2).Branches
		if b[1].Rule != "tick is known" || b[2].Rule != "tick is a gap" || b[1].Gaps || b[2].Gaps {
			t.Errorf("branches %+v", b)
		}
		want := []string{"if tick is known:", "else:"}
		if r := a.AtMost(2).Rules; r[0] != want[0] || r[2] != want[1] {
			t.Errorf("rules %q, want %q", r, want)
		}
	}
}

// Rows are answered however a second file writes the value, as drawn trees in a file have it, and as a row with other
// values is; a value that no training row has is told and takes both ways.
func TestOneValueIsPredicted(t *testing.T) {
	for _, o := range []Options{{Target: "y", Scale: PlainScale}, {Target: "half"}} {
		o.Features = []string{"x", "tick"}
		p, a := fitOf(t, ticked(60, "1", ""), o)
		const rows = "x,tick\n.4,1\n.4,01.0\n.4,\n.4,7\n"
		asked, err := dataset.ReadCSV("new.csv", []byte(rows), p.TestOptions())
		if err != nil {
			t.Fatal(err)
		}
		found, err := p.Predict(asked, func() {})
		if err != nil {
			t.Fatal(err)
		}
		at := func(k int) float64 {
			if o.Target == "half" {
				return found.Predictions[k].Probabilities[0]
			}
			return *found.Predictions[k].Mean
		}
		if at(0) != at(1) || math.Abs(at(0)-at(2)) < .3 || (at(3)-at(0))*(at(3)-at(2)) >= 0 {
			t.Errorf("%s: %v, %v, %v, %v", o.Target, at(0), at(1), at(2), at(3))
		}
		note := `Row 5 of new.csv has "7" in column "tick", which no training row has`
		if len(found.Notes) != 1 || !strings.HasPrefix(found.Notes[0], note) {
			t.Errorf("notes %q, want %q", found.Notes, note)
		}
		f := readDrawn(t, p, a)
		for k, cell := range []string{"1", "1", "", "7"} {
			row, want := map[string]string{"x": ".4", "tick": cell}, at(k)
			got := 0.
			if o.Target == "half" {
				got = f.classes(row)[0]
			} else {
				got, _ = f.moments(f.components(row))
			}
			if !near(got, want) {
				t.Errorf("%s, tick %q: the file says %v, want %v", o.Target, cell, got, want)
			}
		}
		for k, tick := range map[int]any{0: "1", 2: nil, 3: "7"} {
			e, err := p.Explain(RowAsked{Row: 2, Leaves: 2, Values: map[string]any{"x": .4, "tick": tick},
				Lang: words.English})
			if err != nil {
				t.Fatal(err)
			}
			got := 0.
			if o.Target == "half" {
				got = e.Prediction.Probabilities[0]
			} else {
				got = *e.Prediction.Mean
			}
			if !near(got, at(k)) {
				t.Errorf("%s, tick %v: explained as %v, want %v", o.Target, tick, got, at(k))
			}
		}
	}
}

// Rules send rows with a value left and those without right, and CART's place for gaps lets it find the split, too: its
// noise is .3, and without the split it is off by more than 1.
func TestOneValueInRulesAndRivals(t *testing.T) {
	_, a := fitOf(t, ticked(60, "1", ""), Options{Target: "y", Features: []string{"x", "tick"}, Folds: 3})
	branches := a.AtMost(2).Branches
	rules := a.RuleSet(branches, "", nil, "")
	if tick := rules.Features[0]; tick.Name != "tick" || !slices.Equal(tick.Labels, []string{"1"}) {
		t.Fatalf("features %+v", rules.Features)
	}
	for value, leaf := range map[float64]int{0: 1, math.NaN(): 2} {
		got := rules.Tree.Leaf(tree.RowOf([]float64{value})).Answer.(tree.Normal)
		if got.Mean != branches[leaf].Mean {
			t.Errorf("tick %v is answered by %v, want %v", value, got.Mean, branches[leaf].Mean)
		}
	}
	k := slices.IndexFunc(a.Price.Ways, func(w Way) bool { return w.Name == Cart })
	if rmse := *a.Price.Ways[k].RMSE; rmse > .6 {
		t.Errorf("CART is off by %v", rmse)
	}
}
