// What the checks of fits count, on tables and predictions written down here.

package owntables

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/fit"
	"dcctree/core/random"
)

// Of 200 rows drawn, the target less its steps has a standard deviation of .5 within four standard errors, and all
// three steps show: rows above all places are 6.5 above those below all.
func TestSteppedTables(t *testing.T) {
	m := stepped(5, random.Stream(1, "test"))
	if len(m.inputs) != 5 || len(m.y) != stepRows+stepHeld || m.fitted != stepRows {
		t.Fatalf("%d inputs, %d rows, %d fitted", len(m.inputs), len(m.y), m.fitted)
	}
	var low, high []float64
	for i, y := range m.y {
		x := []float64{m.inputs[0][i], m.inputs[1][i], m.inputs[2][i]}
		if slices.Max(x) < .2 {
			low = append(low, y)
		}
		if slices.Min(x) > .8 {
			high = append(high, y)
		}
	}
	below, seBelow := average(low)
	above, seAbove := average(high)
	if d := above - below; math.Abs(d-6.5) > 4*math.Hypot(seBelow, seAbove) {
		t.Errorf("%d rows of all steps and %d of none are %.2f apart, want 6.5", len(high), len(low), d)
	}
}

// Nine predictions whose thirds have three, two and no rows within their intervals.
func TestThirdsCount(t *testing.T) {
	var all []fit.Prediction
	for i, y := range []float64{1, 2, 3, 4, 5, 60, -7, -8, -9} {
		mean, low, high := float64(i+1), float64(i+1)-.5, float64(i+1)+.5
		all = append(all, fit.Prediction{Target: strconv.FormatFloat(y, 'g', -1, 64),
			Mean: &mean, Low: &low, High: &high})
	}
	slices.Reverse(all) // they are sorted by their means
	shares, err := thirds(all)
	for k, want := range []float64{1, 2. / 3, 0} {
		if math.Abs(shares[k]-want) > 1e-12 || err != nil {
			t.Errorf("third %d: %g, want %g (%v)", k, shares[k], want, err)
		}
	}
	all[0].Target = "none"
	if _, err := thirds(all); err == nil {
		t.Error("a target that is no number is no error")
	}
}

// The mean of 1, 2, 3, 6 is 3, with standard error sqrt(14/3)/2.
func TestAverage(t *testing.T) {
	mean, se := average([]float64{1, 2, 3, 6})
	if mean != 3 || math.Abs(se-math.Sqrt(14./3)/2) > 1e-12 {
		t.Errorf("%g ± %g", mean, se)
	}
}

// A table that cannot be fitted is a row that does not hold.
func TestFailedRow(t *testing.T) {
	m := &made{inputs: [][]float64{{1, 2}}, y: []float64{3, 3}, fitted: 2}
	_, err := m.answer(fit.Options{})
	if err == nil {
		t.Fatal("a constant target was fitted")
	}
	if r := failed("a check", "a bound", err); r.Holds || r.Figure != err.Error() {
		t.Errorf("%+v", r)
	}
}

// Squared errors of 1 and 4 beside 1 and 1 are 1.5 more on average, with standard error 1.5; and beside 4 and 9 they
// are 4 less, with standard error 1.
func TestRentsAreCompared(t *testing.T) {
	ours := []float64{1, -2}
	if r := rentsRow(ours, []float64{-1, 1}); !r.Holds || !strings.HasSuffix(r.Figure, "by 1.50000 ± 1.50000") {
		t.Errorf("%+v", r)
	}
	if r := rentsRow(ours, []float64{2, 3}); !r.Holds || !strings.HasSuffix(r.Figure, "by -4.00000 ± 1.00000") {
		t.Errorf("%+v", r)
	}
	if r := rentsRow([]float64{2, 3}, ours); r.Holds {
		t.Errorf("%+v", r)
	}
}
