// This file tests splits, the published ones among them, and scaling.

package dataset

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dcctree/core/words"
)

// classFrame returns a frame whose k-th class has sizes[k] rows.
func classFrame(t *testing.T, sizes ...int) *Frame {
	t.Helper()
	var b strings.Builder
	b.WriteString("a,y\n")
	i := 0
	for k, n := range sizes {
		for range n {
			i++
			fmt.Fprintf(&b, "%d,k%d\n", i, k)
		}
	}
	f, err := read(t, b.String()).Frame("y", nil, Classification)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func regressionFrame(t *testing.T, n int) *Frame {
	t.Helper()
	f, err := read(t, numbered(n, func(r int) string { return fmt.Sprint(r * r) })).Frame("b", nil, Regression)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// checkDivided checks that train and test hold every row of f once, in order.
func checkDivided(t *testing.T, f, train, test *Frame) {
	t.Helper()
	rows := slices.Concat(train.Rows, test.Rows)
	slices.Sort(rows)
	if !slices.Equal(rows, f.Rows) || !slices.IsSorted(train.Rows) || !slices.IsSorted(test.Rows) {
		t.Errorf("rows %v and %v do not part %v in order", train.Rows, test.Rows, f.Rows)
	}
}

func TestSplitRegression(t *testing.T) {
	f := regressionFrame(t, 101)
	train, test, err := Split(f, 0.3, 1)
	if err != nil || test.N != 30 || train.N != 71 {
		t.Fatalf("%v, %v, %v", train, test, err)
	}
	checkDivided(t, f, train, test)
	again, _, _ := Split(f, 0.3, 1)
	other, _, _ := Split(f, 0.3, 2)
	if !slices.Equal(again.Rows, train.Rows) || slices.Equal(other.Rows, train.Rows) {
		t.Error("the split does not depend on the seed and on it alone")
	}
	train, test, err = Split(f, 0, 1)
	if train != f || test != nil || err != nil {
		t.Errorf("share 0 gives %v, %v, %v", train, test, err)
	}
}

// Each row is a test row with probability 0.3: over 2000 seeds, a row's count is binomial with sd sqrt(2000 .3 .7) =
// 20.5.
func TestSplitIsUniform(t *testing.T) {
	f := regressionFrame(t, 10)
	var counts [10]int
	for seed := range uint64(2000) {
		_, test, err := Split(f, 0.3, seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range test.Rows {
			counts[row-2]++
		}
	}
	for i, n := range counts {
		if math.Abs(float64(n)-600) > 4*20.5 {
			t.Errorf("row %d is a test row %d times of 2000, want 600", i, n)
		}
	}
}

func TestSplitIsStratified(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		share float64
		want  []int // test rows of each class
	}{
		{[]int{50, 30, 20}, 0.3, []int{15, 9, 6}},
		// 1.5 each; round(4.5) = 5 rows; remainders equal: the first classes
		{[]int{5, 5, 5}, 0.3, []int{2, 2, 1}},
		{[]int{10, 1, 1}, 0.5, []int{6, 0, 0}}, // a class keeps its only row; round(6) = 6
		{[]int{3, 3}, 0.9, []int{2, 2}},        // and its last one
		{[]int{7, 4}, 0.25, []int{2, 1}},       // 1.75 and 1; round(2.75) = 3
	} {
		f := classFrame(t, c.sizes...)
		train, test, err := Split(f, c.share, 3)
		if err != nil {
			t.Errorf("%v: %v", c.sizes, err)
			continue
		}
		checkDivided(t, f, train, test)
		got := make([]int, len(c.sizes))
		for _, k := range test.Class {
			got[k]++
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v with share %g: test rows %v, want %v", c.sizes, c.share, got, c.want)
		}
	}
}

func TestSplitErrors(t *testing.T) {
	f := regressionFrame(t, 20)
	for _, share := range []float64{-0.1, 1, 2, math.NaN(), math.Inf(1)} {
		_, _, err := Split(f, share, 1)
		wantError(t, err, "split-share", "t.csv")
	}
	_, _, err := Split(f, 0.01, 1)
	wantError(t, err, "split-test", "0.01", "20 rows")
	_, _, err = Split(f, 0.96, 1) // round(19.2) = 19 rows
	wantError(t, err, "split-train", "1 row", "at least 2")
	_, _, err = Split(f.Take([]int{0}), 0, 1)
	wantError(t, err, "split-train", "1 row")

	err = CheckTraining(classFrame(t, 3, 2, 2).Take([]int{0, 1, 3, 4}))
	if e := wantError(t, err, "split-class", `"k2"`, `"y"`); e.Column != "y" {
		t.Errorf("column %q", e.Column)
	}
	flat := *f
	flat.Y = make([]float64, f.N)
	wantError(t, CheckTraining(&flat), "split-constant", `"b"`)

	far := *f
	far.X = make([]float64, f.N)
	for i := range far.X {
		far.X[i] = 1e-310 * float64(i%2)
	}
	_, test, err := Split(&far, 0.3, 1)
	if err != nil {
		t.Fatal(err)
	}
	far.X[test.Rows[2]-2] = 1e10
	_, _, err = Split(&far, 0.3, 1)
	if e := wantError(t, err, "match-range", "1e+10", `"a"`); e.Row != test.Rows[2] {
		t.Errorf("at row %d, want %d", e.Row, test.Rows[2])
	}
}

// TestSplitDropsConstantFeature: a feature that varies in the test rows alone is in neither frame, and a note says so;
// the frame that is divided stays as it is.
func TestSplitDropsConstantFeature(t *testing.T) {
	f, err := read(t, "a,b,y\n"+strings.Repeat("0,1,1\n0,2,2\n", 10)+"1,3,3\n").Frame("y", nil, Regression)
	if err != nil {
		t.Fatal(err)
	}
	dropped := 0
	for seed := range uint64(20) { // the row with a = 1 is a test row with probability 1/2
		train, test, err := Split(f, 0.5, seed)
		if err != nil {
			t.Fatal(err)
		}
		want, note := []string{"a", "b"}, slices.Contains(words.All("en", train.Notes),
			`Column "a" is left out: it has the same value in all training rows.`)
		if slices.Contains(test.Rows, 22) {
			dropped++
			want = want[1:]
		}
		for _, part := range []*Frame{train, test} {
			if !slices.Equal(part.Features, want) || part.D != len(want) || len(part.Labels) != part.D ||
				len(part.X) != part.N*part.D {
				t.Errorf("seed %d: features %v, %d labels and %d values, want those of %v", seed,
					part.Features, len(part.Labels), len(part.X), want)
			}
			if last := part.Row(nil, part.N-1)[part.D-1]; last != f.X[f.N+part.Rows[part.N-1]-2] {
				t.Errorf("seed %d: b is %v in the last row, want that of the table", seed, last)
			}
		}
		if note != (len(want) == 1) || len(words.All("en", train.Notes)) != len(words.All("de", train.Notes)) {
			t.Errorf("seed %d: features %v with the notes %q", seed, want, words.All("en", train.Notes))
		}
	}
	if dropped == 0 || dropped == 20 || !slices.Equal(f.Features, []string{"a", "b"}) ||
		len(words.All("en", f.Notes)) != 1 {
		t.Errorf("dropped %d times of 20, features %v and notes %q of the whole", dropped, f.Features,
			words.All("en", f.Notes))
	}
}

// TestPartOfRowsThatAreAlike: nothing is left to learn from where all features are constant in the training rows.
func TestPartOfRowsThatAreAlike(t *testing.T) {
	f, err := read(t, "a,b,y\n1,2,1\n1,2,2\n3,4,3\n").Frame("y", nil, Regression)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = f.Part([]int{0, 1}, []int{2})
	wantError(t, err, "split-features", "same value in all training rows", "smaller share")
	_, _, err = f.Part([]int{0}, []int{1, 2})
	wantError(t, err, "split-train", "1 row")
}

// Order printed by CPython 3.11: random.seed(123456789); i = list(range(10)); random.shuffle(i).
func TestPublishedSplitIsPythons(t *testing.T) {
	train, test := PublishedSplit(10, 0.7)
	if !slices.Equal(train, []int{0, 1, 9, 4, 3, 5, 2}) || !slices.Equal(test, []int{6, 8, 7}) {
		t.Errorf("%v and %v", train, test)
	}
	train, test = PublishedSplit(0, 0.7)
	if len(train)+len(test) != 0 {
		t.Errorf("%v and %v", train, test)
	}
	mustPanic(t, "dataset: PublishedSplit", func() { PublishedSplit(-1, 0.5) })
	mustPanic(t, "dataset: PublishedSplit", func() { PublishedSplit(1, 1.5) })
}

func mustPanic(t *testing.T, prefix string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if r := recover(); r == nil || !strings.HasPrefix(fmt.Sprint(r), prefix) {
			t.Errorf("panic %v, want one that begins with %q", r, prefix)
		}
	}()
	f()
}

// The published train and test tables are those of the authors' repository.
func TestPublishedSplitsOfTheAssets(t *testing.T) {
	for _, c := range []struct {
		id, target string
		share      float64
	}{{"iris", "species", 0.7}, {"breast-cancer-wisconsin", "class", 0.7}, {"wine", "class", 0.8}} {
		f, err := readFile(t, filepath.Join(assets, c.id+".csv")).Frame(c.target, nil, Classification)
		if err != nil {
			t.Fatal(err)
		}
		train, test := PublishedSplit(f.N, c.share)
		for part, rows := range map[string][]int{"train": train, "test": test} {
			want, err := published(t, c.id+"-"+part).Frame("y", nil, Classification)
			if err != nil {
				t.Fatal(err)
			}
			got := f.Take(rows)
			if !slices.Equal(got.Features, want.Features) || !slices.Equal(got.Class, want.Class) ||
				!sameFloats(got.X, want.X) {
				t.Errorf("%s %s: the recomputed split differs from the published one", c.id, part)
			}
		}
	}
}

func TestScaling(t *testing.T) {
	f, err := read(t, "a,b,y\n2,10,1\n4,30,2\n6,20,3\n").Frame("y", nil, Regression)
	if err != nil {
		t.Fatal(err)
	}
	s := FitScaling(f)
	if got := s.Apply(f); !slices.Equal(got, []float64{0, 0.5, 1, 0, 1, 0.5}) {
		t.Errorf("scaled %v", got)
	}
	fitted := FitScaling(f.Take([]int{0, 1}))
	if got := fitted.Apply(f.Take([]int{2})); !slices.Equal(got, []float64{2, 0.5}) {
		t.Errorf("a row outside the training range is scaled to %v", got)
	}
	if s := FitScaling(f.Take([]int{1})); s.Min[0] != 4 || s.Range[0] != 1 {
		t.Errorf("a constant column: %+v", s)
	}
	mustPanic(t, "dataset: FitScaling", func() { FitScaling(f.Take(nil)) })
	mustPanic(t, "dataset: Scaling.Apply", func() { Scaling{}.Apply(f) })
}

func TestTargetScaling(t *testing.T) {
	// Mean and standard deviation (n - 1) of 2, 4, 4, 4, 5, 5, 7, 9 are 5 and sqrt(32/7).
	y := []float64{2, 4, 4, 4, 5, 5, 7, 9}
	for _, unit := range []float64{1, 1e-200, 1e200} {
		scaled := make([]float64, len(y))
		for i := range y {
			scaled[i] = unit * y[i]
		}
		s := StandardizeTarget(scaled)
		if math.Abs(s.Mean/unit-5) > 1e-14 || math.Abs(s.SD/unit-math.Sqrt(32.0/7)) > 1e-14 {
			t.Errorf("unit %g: %+v", unit, s)
		}
		if z := s.Apply(scaled); math.Abs(z[7]-4/math.Sqrt(32.0/7)) > 1e-14 {
			t.Errorf("unit %g: standardized %v", unit, z)
		}
	}
	if z := RawTarget().Apply(y); !slices.Equal(z, y) {
		t.Errorf("raw target %v", z)
	}
	if s := StandardizeTarget([]float64{3, 3}); s != (TargetScaling{3, 1}) {
		t.Errorf("constant target %+v", s)
	}
	mustPanic(t, "dataset: StandardizeTarget", func() { StandardizeTarget(nil) })
}
