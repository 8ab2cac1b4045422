// Tests of tables at the edge: labels that are numbers, columns that were not chosen, targets that hardly vary.

package fit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/words"
)

// sameAsPredicted compares what is explained of a row with what the file of predictions says of it.
func sameAsPredicted(t *testing.T, p *Problem, row int, test bool, want []Prediction) {
	t.Helper()
	e, err := p.Explain(RowAsked{Row: row, Test: test, Leaves: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range want {
		if q.Row == row {
			holdPrediction(t, fmt.Sprintf("row %d", row), &e.Prediction, &q)
			return
		}
	}
	t.Errorf("row %d is not predicted", row)
}

// The order of labels that are numbers is not that of their texts: "10" comes before "2" there.
func TestExplainOfNumbersAsLabels(t *testing.T) {
	p, a := fitOf(t, ticked(60, "10", "")+".5,2,,\n.5,10,,\n", Options{Target: "y"})
	if len(a.Predictions) != 2 {
		t.Fatalf("%d predictions, want 2", len(a.Predictions))
	}
	for row := 62; row <= 63; row++ {
		sameAsPredicted(t, p, row, false, a.Predictions)
	}
}

// A column of labels may look like numbers in another file: what is no number there is a label, too, and 01 is the
// label 1.
func TestExplainOfLabelsAmongNumbers(t *testing.T) {
	var b strings.Builder
	b.WriteString("c,y\n")
	for i := range 40 {
		fmt.Fprintf(&b, "%s,%g\n", []string{"1", "x", "q"}[i%3], 5*float64(i%3)+float64(i%5)/10)
	}
	p, _ := fitOf(t, b.String(), Options{Target: "y"})
	more := tableOf(t, "more.csv", "c\n"+strings.Repeat("1\n", 112)+"x\n01\n", dataset.ReadOptions{MinRows: 1})
	if c := more.Columns[0]; c.Kind != dataset.Numeric || len(c.Odd) != 1 {
		t.Fatalf("the column is %+v", c)
	}
	if err := p.AddTest(more); err != nil {
		t.Fatal(err)
	}
	out, err := p.Predict(more, func() {})
	if err != nil {
		t.Fatal(err)
	}
	for row := 113; row <= 115; row++ {
		sameAsPredicted(t, p, row, true, out.Predictions)
	}
}

// A column that was not chosen is not judged; names of inputs are.
func TestChosenInputs(t *testing.T) {
	text := "x,z,y\n" + strings.Repeat("1,2,1\n2,3,5\n", 30) + "1,abc,1\n"
	table := tableOf(t, "own.csv", text, dataset.ReadOptions{})
	for _, c := range []struct {
		features []string
		want     string
	}{{[]string{"x"}, ""}, {[]string{"x", "z"}, `column "z"`}, {nil, `column "z"`}, {[]string{"x", "u"}, `"u"`},
		{[]string{"x", "y"}, `"y"`}, {[]string{"x", "x"}, `"x"`}} {
		o := Options{Target: "y", Features: c.features, Settings: alltrees.DefaultSettings(),
			Effort: alltrees.DefaultEffort()}
		p, err := New(table, o)
		switch {
		case c.want == "" && (err != nil || len(p.columns) != 1):
			t.Errorf("inputs %q: %v", c.features, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("inputs %q: %v, want %s in it", c.features, err, c.want)
		}
	}
}

// The answer says of an input that it repeats the target.
func TestSuspectsAreTold(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,cm,y\n")
	for i := range 30 {
		fmt.Fprintf(&b, "%d,%v,%d\n", i*i%19, 2.54*float64(i*i%7), i*i%7)
	}
	_, a := fitOf(t, b.String(), Options{Target: "y"})
	if all := strings.Join(a.Notes, "\n"); !strings.Contains(all, `"cm" repeats the target "y"`) {
		t.Errorf("notes %q", all)
	}
}

// A column without a name is an input as any other.
func TestInputWithoutAName(t *testing.T) {
	table, err := dataset.FromColumns("memory", []dataset.Input{{Name: "", Numbers: []float64{1, 2, 3, 4}},
		{Name: "y", Numbers: []float64{1, 2.5, 3, 5}}})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Target: "y", Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()}
	if p, err := New(table, o); err != nil || len(p.columns) != 1 {
		t.Errorf("error %v", err)
	}
}

// Where the rows outside a fold have one value, there is no price, and a note says why: the noise of one value is none.
func TestNoPriceOfOneValue(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,y\n")
	for i := range 25 {
		fmt.Fprintf(&b, "%d,%s\n", i, []string{"1.1", "2.5"}[max(0, i-23)])
	}
	_, a := fitOf(t, b.String(), Options{Target: "y", Folds: 5})
	note := words.Of("fit.unpriced", dataset.Show("y")).In(words.English)
	if a.Price != nil || !strings.Contains(strings.Join(a.Notes, "\n"), note) {
		t.Errorf("the price is %+v, the notes %q", a.Price, a.Notes)
	}
	if _, a = fitOf(t, b.String()+"30,2.5\n31,1.7\n", Options{Target: "y", Folds: 5}); a.Price == nil {
		t.Errorf("no price of 27 rows: %q", a.Notes)
	}
	classes := strings.ReplaceAll(strings.ReplaceAll(b.String(), "1.1", "a"), "2.5", "b")
	if _, a = fitOf(t, classes, Options{Target: "y", Folds: 5}); a.Price == nil {
		t.Errorf("no price of classes, of which a fold may lack one: %q", a.Notes)
	}
}

// A scale is not tried on rows of one value, and none is taken on which predictions overflow.
func TestScaleOfRareValues(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,y\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "%d,%s\n", i%97, map[bool]string{true: "1.1", false: "4"}[i > 1])
	}
	p, err := New(tableOf(t, "own.csv", b.String(), dataset.ReadOptions{}), Options{Target: "y",
		Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()})
	if err != nil {
		t.Fatal(err)
	}
	if p.decide(alltrees.Alone) {
		t.Errorf("the scale is %s: %q", p.scale, words.All(words.English, p.notes))
	}
	wide := "x,y\n" + strings.Repeat("1,1e-300\n2,1e150\n", 10)
	o := Options{Target: "y", Scale: LogScale, Settings: alltrees.DefaultSettings(),
		Effort: alltrees.DefaultEffort()}
	if _, err := New(tableOf(t, "own.csv", wide, dataset.ReadOptions{}), o); err == nil ||
		!strings.Contains(err.Error(), "spans too much") {
		t.Errorf("of a target from 1e-300 to 1e150: %v", err)
	}
	if overflows([]float64{1e-100, 1e100}) || !overflows([]float64{1e-100, 1e110}) {
		t.Error("what overflows is not the largest number times its ratio to the smallest")
	}
}

// Where rows are held out the target need not be filled in, and a sample of one value is the seed's.
func TestFewRowsAreNamed(t *testing.T) {
	table := tableOf(t, "own.csv", "x,y\n1,1\n2,3\n3,2\n4,7\n", dataset.ReadOptions{})
	o := Options{Target: "y", Held: map[int]bool{0: true, 1: true, 2: true},
		Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()}
	if _, err := New(table, o); err == nil || !strings.Contains(err.Error(), "as 3 are held out") {
		t.Errorf("of 3 rows held out: %v", err)
	}
	rare := "x,n,y\n1,1000000,a\n2,500000,a\n3,20,b\n4,60,b\n5,40,b\n"
	if _, err := weightedOf(rare, "n", 0); err == nil || !strings.Contains(err.Error(), "another seed") {
		t.Errorf("of a sample of one class: %v", err)
	}
}

// Days are read as days in a second file, too.
func TestTestOptionsKeepDays(t *testing.T) {
	const days = "d,y\n2024-01-01,1.5\n2024-02-01,2.5\n2024-03-01,3.5\n2024-04-01,4\n"
	kinds := map[string]string{"d": dataset.AsDays}
	p, err := New(tableOf(t, "own.csv", days, dataset.ReadOptions{Kinds: kinds}), Options{Target: "y",
		Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()})
	if err != nil {
		t.Fatal(err)
	}
	more := tableOf(t, "more.csv", "d,y\n2024-02-11,2\n2024-03-11,2\n", p.TestOptions())
	if err := p.AddTest(more); err != nil {
		t.Fatal(err)
	}
	// from 1970-01-01 to 2024-02-11: 54 years with 13 leap days, January, and 10 days; February has 29
	const first = 54*365 + 13 + 31 + 10
	if got := p.ask[0].Values; !slices.Equal(got, []float64{first, first + 29}) {
		t.Errorf("days %v, want %v and 29 more", got, first)
	}
}

// In a second file whose dates would be read with the month first, the day is where the first file has it.
func TestTestOptionsKeepTheDaysOrder(t *testing.T) {
	kinds := map[string]string{"d": dataset.AsDays}
	p, err := New(tableOf(t, "own.csv", "d,y\n25/12/2023,1.5\n1/2/2024,2.5\n1/3/2024,3.5\n1/4/2024,4\n",
		dataset.ReadOptions{Kinds: kinds}), Options{Target: "y", Settings: alltrees.DefaultSettings(),
		Effort: alltrees.DefaultEffort()})
	if err != nil {
		t.Fatal(err)
	}
	for says, opt := range map[string]dataset.ReadOptions{
		", the day before the month.":                        p.TestOptions(),
		"no cell tells which; write 2024-12-31 to be sure).": {Kinds: kinds, MinRows: 1},
	} {
		more := tableOf(t, "more.csv", "d,y\n11/2/2024,2\n", opt)
		if got := strings.Join(words.All("en", more.Notes), " "); !strings.HasSuffix(got, says) {
			t.Errorf("the notes are %q, want %q", got, says)
		}
		// as in TestTestOptionsKeepDays; to the 2nd of November 2024 it is 265 days more
		want := 54*365. + 13 + 31 + 10
		if opt.Orders == nil {
			want += 265
		}
		if got := more.Columns[0].Values[0]; got != want {
			t.Errorf("with orders %v it is day %v, want %v", opt.Orders, got, want)
		}
	}
}
