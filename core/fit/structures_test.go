// Tests of what an answer says that drawn trees have in common.

package fit

import (
	"math"
	"slices"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/random"
	"dcctree/core/words"
)

// The rows ask for one of four means by two inputs, a third says nothing: trees use both, and those that use the third
// as well are few. Shares of the sets and of the structures add up to the whole where all are told, and what an answer
// tells is in any order of frequency the most probable first.
func TestStructuresOfAnAnswer(t *testing.T) {
	rng, columns := random.Stream(1, "structures"), make([][]float64, 4)
	for range 80 {
		a, b := float64(rng.IntN(2)), float64(rng.IntN(2))
		for j, v := range []float64{a, b, float64(rng.IntN(2)), 4*a + 2*b + .1*rng.NormFloat64()} {
			columns[j] = append(columns[j], v)
		}
	}
	var inputs []dataset.Input
	for j, name := range []string{"one", "two", "idle", "y"} {
		inputs = append(inputs, dataset.Input{Name: name, Numbers: columns[j]})
	}
	table, err := dataset.FromColumns("made.csv", inputs)
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(table, Options{Target: "y", Task: "regression", Sharp: true, Scale: PlainScale,
		Settings: alltrees.DefaultSettings(), Effort: alltrees.Effort{Moves: 5, Work: 1, Draws: 100}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := p.Fit(alltrees.Alone)
	if err != nil {
		t.Fatal(err)
	}
	got := a.Together[0]
	if !slices.Equal(got.Inputs, []string{"one", "two"}) || got.Share < .5 || got.Error == nil {
		t.Errorf("most trees use %+v", got)
	}
	total := 0.0
	for i, s := range a.Structures.Most {
		if total += s.Share; i > 0 && s.Share > a.Structures.Most[i-1].Share {
			t.Errorf("structures are not in order: %+v", a.Structures.Most)
		}
	}
	if a.Structures.Distinct <= mostTogether && math.Abs(total-1) > 1e-9 || total > 1+1e-9 {
		t.Errorf("%d structures have the share %v", a.Structures.Distinct, total)
	}
	most := []string{a.Structures.Most[0].Says, a.Structures.Most[1].Says}
	if slices.Sort(most); !slices.Equal(most, []string{"one [two, two]", "two [one, one]"}) {
		t.Errorf("the most frequent structures are %q", most)
	}
	var out strings.Builder
	for _, group := range a.Together {
		out.WriteString(strings.Join(group.Inputs, "+") + " ")
	}
	if !strings.Contains(out.String(), "one+two+idle ") {
		t.Errorf("no tree uses all inputs: %s", out.String())
	}
}

// A structure without a split says so, in each language; one side is a dot, and two leaves need no brackets.
func TestStructureSays(t *testing.T) {
	p := &Problem{columns: []*dataset.Column{{Name: "x"}, {Name: "y"}}, voice: &voice{lang: words.English}}
	leaf := &alltrees.Structure{Column: -1}
	low := &alltrees.Structure{Column: 1, Left: leaf, Right: leaf}
	for want, s := range map[string]*alltrees.Structure{
		"no split": leaf, "y": low, "x [·, y]": {Column: 0, Left: leaf, Right: low},
		"x [y, ·]": {Column: 0, Left: low, Right: leaf},
	} {
		if got := p.says(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	a := &Answer{Structures: &Structures{Most: []Structure{{Says: "no split"}}}, Translations: p.voice.others}
	got := a.In(words.Lang("de")).Structures.Most[0].Says
	if got == "no split" || a.Structures.Most[0].Says != "no split" {
		t.Errorf("in German a tree without a split is %q", got)
	}
}
