// Tests of row weights: a row of weight w is w equal rows, in everything but the folds of the price.

package fit

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/words"
)

// weighted writes a table of a number with gaps, a label, weights from 0 to 3, and the response; and the table in which
// each row is written as often as it weighs. A row of weight 0 has a label that no other has.
func weighted(n int, response func(x float64, label int, noise float64) string) (brief, long string) {
	rng := random.Stream(4, "weights")
	var b, l strings.Builder
	b.WriteString("x,label,w,y\n")
	l.WriteString("x,label,y\n")
	for i := range n {
		x, label, w := rng.Float64(), rng.IntN(3), rng.IntN(4)
		name := []string{"one", "two", "three"}[label]
		if i == 0 {
			name, w = "never", 0
		}
		number := fmt.Sprintf("%.4f", x)
		if i%7 == 3 {
			number = ""
		}
		y := response(x, label, rng.NormFloat64())
		fmt.Fprintf(&b, "%s,%s,%d,%s\n", number, name, w, y)
		for range w {
			fmt.Fprintf(&l, "%s,%s,%s\n", number, name, y)
		}
	}
	return b.String(), l.String()
}

// weightedProblem has rows of a second table to predict, which has no weights.
func weightedProblem(t *testing.T, text, weight string, folds int, change ...func(*Options)) *Problem {
	t.Helper()
	p, err := weightedOf(text, weight, folds, change...)
	if err != nil {
		t.Fatal(err)
	}
	more, err := dataset.ReadCSV("more.csv", []byte("x,label,y\n.2,one,\n.9,three,\n,two,\n"), p.TestOptions())
	if err != nil {
		t.Fatal(err)
	}
	if err := p.AddTest(more); err != nil {
		t.Fatal(err)
	}
	return p
}

func weightedOf(text, weight string, folds int, change ...func(*Options)) (*Problem, error) {
	table, err := dataset.ReadCSV("own.csv", []byte(text), dataset.ReadOptions{})
	if err != nil {
		return nil, err
	}
	o := Options{Target: "y", Weight: weight, Folds: folds, Settings: alltrees.DefaultSettings(),
		Effort: alltrees.DefaultEffort()}
	o.Settings.Particles, o.Effort.Moves, o.Effort.Work, o.Effort.Draws = 30, 2, 1, 50
	for _, f := range change {
		f(&o)
	}
	return New(table, o)
}

func fitted(t *testing.T, p *Problem) *Answer {
	t.Helper()
	a, err := p.Fit(alltrees.Alone)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

var weightedResponses = map[string]func(x float64, label int, noise float64) string{
	// a skewed positive number, so that its scale is tried
	"number": func(x float64, label int, noise float64) string {
		return fmt.Sprintf("%.4f", numeric.Exp(2*math.Floor(2*x)+float64(label)+.3*noise))
	},
	"class": func(x float64, label int, noise float64) string {
		return []string{"a", "b"}[numeric.Largest([]float64{x + .1*noise, .5})]
	},
}

// The answer is that of the table written out: trees, evidence, digest, tree to read, predictions, to the bit.
func TestWeightsAreEqualRows(t *testing.T) {
	for name, c := range map[string]struct{ response, noise string }{
		"number": {"number", CommonNoise}, "class": {"class", CommonNoise},
		"number, noise per leaf": {"number", LeafNoise},
		"number, heavy tails":    {"number", HeavyNoise},
	} {
		t.Run(name, func(t *testing.T) {
			brief, long := weighted(60, weightedResponses[c.response])
			noise := func(o *Options) { o.Noise = c.noise }
			got := fitted(t, weightedProblem(t, brief, "w", 0, noise))
			want := fitted(t, weightedProblem(t, long, "", 0, noise))
			if got.Weight == nil || *got.Weight != (Weight{"w", want.Rows}) || got.Rows >= want.Rows {
				t.Errorf("%d rows of weight %+v, written out %d", got.Rows, got.Weight, want.Rows)
			}
			notes := strings.Join(got.Notes, "\n")
			said := fmt.Sprintf(`%d rows are fitted, of weight %d in all: column "w"`, got.Rows, want.Rows)
			for _, w := range []string{said, "have the weight 0", "scored count once"} {
				if !strings.Contains(notes, w) {
					t.Errorf("the notes lack %q:\n%s", w, notes)
				}
			}
			if got.Digest != want.Digest {
				t.Errorf("digests %s, %s", got.Digest, want.Digest)
			}
			got.Rows, got.Weight, got.Notes, want.Notes = want.Rows, nil, nil, nil
			got.Translations, want.Translations = nil, nil
			if !reflect.DeepEqual(got, want) {
				t.Errorf("weighted %+v\nwritten out %+v", got, want)
			}
		})
	}
}

// Weights of 1 change nothing, the price included; other processes do neither where weights differ.
func TestWeightsOfOne(t *testing.T) {
	_, long := weighted(60, weightedResponses["class"])
	ones := strings.ReplaceAll(strings.ReplaceAll(long, "\n", ",1\n"), "y,1", "y,w")
	got, want := fitted(t, weightedProblem(t, ones, "w", 4)), fitted(t, weightedProblem(t, long, "", 4))
	got.Weight, got.Notes, want.Notes, got.Translations, want.Translations = nil, nil, nil, nil, nil
	if want.Price == nil || !reflect.DeepEqual(got, want) {
		t.Errorf("weights of 1: %+v\nnone: %+v", got, want)
	}
	brief, _ := weighted(60, weightedResponses["class"])
	sent := weightedProblem(t, brief, "w", 4)
	far := &abroad{t: t}
	sent.Send(far.do)
	here := fitted(t, weightedProblem(t, brief, "w", 4))
	if there := fitted(t, sent); far.folds == 0 || !reflect.DeepEqual(here, there) {
		t.Errorf("after %d folds elsewhere %+v\nhere %+v", far.folds, there.Price, here.Price)
	}
}

// Copies of a row are left out together: noise is not predicted from itself, by trees or by CART.
func TestWeightsDoNotLeak(t *testing.T) {
	rng := random.Stream(5, "weights")
	var b strings.Builder
	b.WriteString("x,w,y\n")
	for range 40 {
		fmt.Fprintf(&b, "%.5f,5,%.4f\n", rng.Float64(), rng.NormFloat64())
	}
	p, err := weightedOf(b.String(), "w", 4)
	if err != nil {
		t.Fatal(err)
	}
	price := fitted(t, p).Price
	// The noise has a sd of 1, off by 1/sqrt(80). Where copies are parted (each row written eight times) all trees
	// have the RMSE .06 and CART .05.
	for _, w := range []*Way{price.way(t, AllTrees, 0), price.way(t, Cart, 0)} {
		if *w.RMSE < 1-3/math.Sqrt(80) {
			t.Errorf("%s predicts noise with the RMSE %.3f", w.Name, *w.RMSE)
		}
	}
	// The error is that of 40 rows, not of 200: the log of a normal density has the variance 1/2.
	if e := price.way(t, Cart, 0).LogScore.Error; e < .7*math.Sqrt(.5/40) {
		t.Errorf("the error of the log score is %.3f", e)
	}
}

// By hand: the mean of 1, 1, 1 and 3 is 1.5. What the two rows count apart from it is 1.5 * -.5 and .5 * 1.5: their
// variance is 1.125, and the error the root of half of that.
func TestEstimateByWeights(t *testing.T) {
	p := Problem{copies: []int{3, 1}, y: alltrees.Response{Values: make([]float64, 4)}}
	e := estimate([]float64{1, 3}, p.counts())
	if e.Mean != 1.5 || math.Abs(e.Error-.75) > 1e-15 {
		t.Errorf("%+v", e)
	}
	w := Way{Name: AllTrees}
	r := &results{logs: []float64{1, 3}, missed: []float64{1, 9}}
	w.score(dataset.Regression, r, r.logs, p.counts())
	if math.Abs(*w.RMSE-math.Sqrt(3)) > 1e-15 { // (3 * 1 + 9) / 4
		t.Errorf("RMSE %v", *w.RMSE)
	}
}

// Of too much weight so many equal rows are drawn, those of the table written out.
func TestWeightsAreSampled(t *testing.T) {
	var brief, long strings.Builder
	brief.WriteString("x,w,y\n")
	long.WriteString("x,y\n")
	for i := range 40 {
		fmt.Fprintf(&brief, "%d,%d,%d.5\n", i, 20*i, i%5)
		long.WriteString(strings.Repeat(fmt.Sprintf("%d,%d.5\n", i, i%5), 20*i))
	}
	got, err := weightedOf(brief.String(), "w", 0)
	if err != nil {
		t.Fatal(err)
	}
	want, err := weightedOf(long.String(), "", 0)
	if err != nil {
		t.Fatal(err)
	}
	same := reflect.DeepEqual(got.train, want.train) && reflect.DeepEqual(got.y, want.y)
	if len(got.y.Values) != mostRows || !same {
		t.Errorf("%d values, written out %d, or others", len(got.y.Values), len(want.y.Values))
	}
	notes := strings.Join(words.All(words.English, got.notes), "\n")
	for _, w := range []string{"39 rows have a value of \"y\", of weight 15600 in all",
		"39 rows are fitted, of weight 10000 in all"} {
		if !strings.Contains(notes, w) {
			t.Errorf("the notes lack %q:\n%s", w, notes)
		}
	}
}

// A weight that nobody could write out is sampled, too: rows by their share, within five standard deviations.
func TestWeightsBeyondWriting(t *testing.T) {
	p, err := weightedOf("x,w,y\n1,1e14,1.5\n2,3e14,2.5\n3,5,3.5\n4,4e14,4.5\n", "w", 0)
	if err != nil {
		t.Fatal(err)
	}
	if p.weight() != mostRows || len(p.copies) != 3 { // five of 8e14 are never drawn
		t.Fatalf("copies %v", p.copies)
	}
	for k, share := range []float64{1. / 8, 3. / 8, 4. / 8} {
		sd := math.Sqrt(share * (1 - share) * mostRows)
		if d := float64(p.copies[k]) - share*mostRows; math.Abs(d) > 5*sd {
			t.Errorf("row %d has %d copies of %d", k, p.copies[k], mostRows)
		}
	}
	const all = mostWritten + 1
	if got := sampled(random.Stream(1), all, all, 2); !reflect.DeepEqual(got, numeric.Indices(all)) {
		t.Error("all of them are not drawn once each")
	}
}

// What is no weight is refused with row, column and value, and what to do.
func TestWeightFaults(t *testing.T) {
	row := func(w string) string { return "x,w,y\n1,2,1.5\n2,3,2.5\n3," + w + ",3.5\n4,1,4.5\n5,,\n" }
	for _, c := range []struct{ text, weight, want string }{
		{row(""), "w", `row 4 has no value of the row weight "w": fill it in`},
		{row("-1"), "w", `row 4 has -1 in the row weight "w", which is below 0`},
		{row(".25"), "w", `row 4 has 0.25 in the row weight "w", which is not whole`},
		{row(".25"), "w", `multiply all weights`},
		{strings.NewReplacer(",", ";", ".", ",").Replace(row("1.25")), "w",
			`row 4 has 1.25 in the row weight "w", which is not whole`},
		{row("inf"), "w", `row 4 has "inf" in the row weight "w", which is no finite number`},
		{row("many"), "w", `row 4 has "many" in the row weight "w"`},
		{row("1e15"), "w", `at row 4 the sum of the row weights "w" is above 1e+15: divide`},
		{row("2"), "y", `"y" is the target and cannot be the row weight`},
		{row("2"), "v", `no column "v"`},
		{"x,w,y\n1,0,1.5\n2,0,2.5\n3,1,3.5\n", "w", `only 1 row has a value of the target "y" and a row`},
		{"x,w,y\n1,2,1.5\n2,3,1.5\n3,0,3.5\n", "w", `same value`},
	} {
		if _, err := weightedOf(c.text, c.weight, 0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
	if p, err := weightedOf(row("2"), "w", 0); err != nil || len(p.columns) != 1 || p.weight() != 8 {
		t.Errorf("%+v, %v", p, err)
	}
	table, err := dataset.ReadCSV("own.csv", []byte(row("2")), dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Target: "y", Weight: "w", Features: []string{"x", "w"}, Settings: alltrees.DefaultSettings()}
	if _, err := New(table, o); err == nil || !strings.Contains(err.Error(), "cannot be an input") {
		t.Errorf("as an input: %v", err)
	}
	kinds := dataset.ReadOptions{Kinds: map[string]string{"w": dataset.AsText}}
	if table, err = dataset.ReadCSV("own.csv", []byte(row("2")), kinds); err != nil {
		t.Fatal(err)
	}
	o.Features = nil
	if _, err := New(table, o); err == nil || !strings.Contains(err.Error(), "not read as numbers") {
		t.Errorf("as text: %v", err)
	}
}

// Rows that are held out are scored once each, whatever they weigh, and also with the weight 0.
func TestHeldRowsCountOnce(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,w,y\n")
	for i := range 30 {
		fmt.Fprintf(&b, "%d,%d,%d.5\n", i, i%4, i%5)
	}
	table, err := dataset.ReadCSV("own.csv", []byte(b.String()), dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Target: "y", Weight: "w", Held: map[int]bool{3: true, 4: true},
		Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()}
	o.Settings.Particles, o.Effort.Moves, o.Effort.Work = 20, 1, 1
	p, err := New(table, o)
	if err != nil {
		t.Fatal(err)
	}
	a := fitted(t, p)
	squares := 0.
	for _, q := range a.Predictions {
		y, err := strconv.ParseFloat(q.Target, 64)
		if err != nil {
			t.Fatal(err)
		}
		squares += (y - *q.Mean) * (y - *q.Mean) / 2
	}
	if len(a.Predictions) != 2 || a.Scores.Rows != 2 || math.Abs(*a.Scores.RMSE-math.Sqrt(squares)) > 1e-12 {
		t.Errorf("%d predictions, scores %+v", len(a.Predictions), a.Scores)
	}
}
