// Tests of the languages of an answer: asked in one it is, in another, what it is when asked in that one.

package fit

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/export"
	"dcctree/core/words"
)

// gapsTell is a table whose target depends on whether a label is known, so that trees say so.
func gapsTell(task dataset.Task) string {
	var b strings.Builder
	b.WriteString("label,x,note,y\n")
	for i := range 60 {
		label, y := []string{"elm", "oak"}[i%2], fmt.Sprint(5+.01*float64(i%7))
		if i%3 == 0 {
			label, y = "", fmt.Sprint(1+.01*float64(i%7))
		}
		if task == dataset.Classification {
			y = "class " + y[:1]
		}
		fmt.Fprintf(&b, "%s,%d,same,%s\n", label, i*7%60, y)
	}
	return b.String()
}

// inLanguage fits the table in a language, with one row held out and two of a second table.
func inLanguage(t *testing.T, task dataset.Task, l words.Lang) (*Problem, *Answer) {
	t.Helper()
	table, err := dataset.ReadCSV("own.csv", []byte(gapsTell(task)), dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Target: "y", Sharp: true, Lang: l, Held: map[int]bool{4: true}, Scale: PlainScale,
		Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()}
	o.Settings.Particles, o.Settings.LearnEnd, o.Effort.Work, o.Effort.Moves = 20, 200, 1, 5
	p, err := New(table, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.AddTest(moreRows(t, p, "test.csv")); err != nil {
		t.Fatal(err)
	}
	a, err := p.Fit(alltrees.Alone)
	if err != nil {
		t.Fatal(err)
	}
	return p, a
}

// moreRows have a label, and of classes one, that no training row has.
func moreRows(t *testing.T, p *Problem, name string) *dataset.Table {
	t.Helper()
	y := "3"
	if p.task == dataset.Classification {
		y = "class 9"
	}
	text := "label,x,y\nyew,3," + y + "\n,40,\n"
	rows, err := dataset.ReadCSV(name, []byte(text), p.TestOptions())
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestAnswersInEachLanguage: an answer, what is predicted after it and what is said of a row are in another language
// what they are when all was asked in that one; of a text of either language nothing stays in the other.
func TestAnswersInEachLanguage(t *testing.T) {
	for _, task := range []dataset.Task{dataset.Regression, dataset.Classification} {
		for _, asked := range words.Languages() {
			p, a := inLanguage(t, task, asked)
			text, err := export.JSON(a)
			if err != nil {
				t.Fatal(err)
			}
			back := &Answer{}
			if err := json.Unmarshal([]byte(text), back); err != nil {
				t.Fatal(err)
			}
			rows, err := p.Predict(moreRows(t, p, "more.csv"), func() {})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range words.Languages() {
				q, b := inLanguage(t, task, l)
				what := fmt.Sprintf("%s asked in %s, read in %s", task, asked, l)
				sameTexts(t, what, a.In(l), b)
				sameTexts(t, what+" from JSON", back.In(l), b)
				want, err := q.Predict(moreRows(t, q, "more.csv"), func() {})
				if err != nil {
					t.Fatal(err)
				}
				sameTexts(t, what+", rows", rows.In(l), want)
				of := RowAsked{Test: true, Row: 2, Leaves: 2, Lang: l}
				sameTexts(t, what+", a row", must(p.Explain(of)), must(q.Explain(of)))
			}
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// sameTexts compares as JSON without translations.
func sameTexts(t *testing.T, what string, got, want any) {
	t.Helper()
	var plain [2]map[string]any
	for i, v := range []any{got, want} {
		text, err := export.JSON(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(text), &plain[i]); err != nil {
			t.Fatal(err)
		}
		delete(plain[i], "translations")
	}
	if !reflect.DeepEqual(plain[0], plain[1]) {
		t.Errorf("%s: %v, want %v", what, plain[0], plain[1])
	}
}

// TestTheTableSaysAllThatDiffers keeps the test above from comparing nothing: each kind of text is there and differs.
func TestTheTableSaysAllThatDiffers(t *testing.T) {
	_, a := inLanguage(t, dataset.Classification, words.English)
	b := a.In("de")
	for what, pair := range map[string][2]string{
		"note":   {a.Notes[0], b.Notes[0]},
		"reason": {a.Verdict.Reasons[0], b.Verdict.Reasons[0]},
		"split":  {a.Left[0].Rule, b.Left[0].Rule},
		"branch": {a.Readable[2].Branches[2].Rule, b.Readable[2].Branches[2].Rule},
		"target": {a.Predictions[1].Target, b.Predictions[1].Target},
	} {
		if pair[0] == pair[1] || pair[0] == "" || pair[1] == "" {
			t.Errorf("%s: %q and %q", what, pair[0], pair[1])
		}
	}
	if a.Digest != b.Digest || b.Translations != nil || !reflect.DeepEqual(a.Tree.Rules, b.Tree.Rules) {
		t.Errorf("digests %s and %s, rules %q and %q", a.Digest, b.Digest, a.Tree.Rules, b.Tree.Rules)
	}
	if a.In("") != a || b.In("de") != b {
		t.Error("an answer in its language is another one")
	}
}

// A class is a name in every language, also where it is what a text reads.
func TestClassesAreNotTranslated(t *testing.T) {
	a := &Answer{Classes: []string{"no split", "b"}, Root: []Split{{Rule: "no split"}},
		Predictions:  []Prediction{{Target: "no split"}, {Target: "new"}},
		Translations: map[string]Phrases{"de": {"no split": "kein Split", "new": "neu"}}}
	b := a.In("de")
	if b.Root[0].Rule != "kein Split" || b.Predictions[0].Target != "no split" || b.Predictions[1].Target != "neu" {
		t.Errorf("%+v", b)
	}
	if a.Root[0].Rule != "no split" || a.Predictions[1].Target != "new" {
		t.Errorf("the answer itself changed: %+v", a)
	}
}

// A rule from outside is bounded in every language.
func TestCheckReadsTranslations(t *testing.T) {
	_, a := inLanguage(t, dataset.Regression, words.English)
	if err := a.Check(); err != nil {
		t.Fatal(err)
	}
	a.Translations["de"][a.Readable[2].Branches[2].Rule] = strings.Repeat("x", mostRule+1)
	if a.Check() == nil {
		t.Error("a rule of any length is taken")
	}
}
