// Tests of both fits against closed forms and against what defines them.

package linear

import (
	"math"
	"testing"

	"dcctree/core/random"
)

// One input: the slope of ridge regression is the sum of products over the sum of squares plus 1, standardized; the
// parameters used are 1 and n/(n+1) with n the sum of squares.
func TestOneInput(t *testing.T) {
	x := &Matrix{Rows: 4, Inputs: 2, Values: []float64{0, 7, 2, 7, 4, 7, 6, 7}} // the second says nothing
	y := []float64{1, 2, 5, 8}
	m := FitNumbers(x, y)
	sd := math.Sqrt(20. / 3) // of 0, 2, 4, 6
	slope := (24 / sd) / (20/(sd*sd) + 1)
	mean, predicted := m.Predict([]float64{5, 3})
	if want := 4 + slope*2/sd; math.Abs(mean-want) > 1e-12 {
		t.Errorf("mean %v, want %v", mean, want)
	}
	squares := 0.0
	for i, v := range y {
		d := v - 4 - slope*(float64(2*i)-3)/sd
		squares += d * d
	}
	s2 := squares / (4 - 1 - 3./4)
	if want := math.Sqrt(s2 * (1 + 1./4 + (2/sd)*(2/sd)/4)); math.Abs(predicted-want) > 1e-12 {
		t.Errorf("sd %v, want %v", predicted, want)
	}
}

// The predictive distribution is calibrated where the model is true: squared errors over variances have the mean 1.
func TestNumbersAreCalibrated(t *testing.T) {
	rng := random.Stream(1, "linear")
	const n, d, runs = 40, 6, 400
	sum, squares := 0.0, 0.0
	for range runs {
		x, beta := Matrix{Rows: n, Inputs: d}, make([]float64, d)
		for j := range beta {
			beta[j] = 3 * rng.NormFloat64()
		}
		for range (n + 1) * d {
			x.Values = append(x.Values, rng.NormFloat64())
		}
		var y []float64
		for i := range n + 1 {
			y = append(y, 2+dot(x.Row(i), beta)+.5*rng.NormFloat64())
		}
		mean, sd := FitNumbers(&x, y[:n]).Predict(x.Row(n))
		z := (y[n] - mean) / sd
		sum, squares = sum+z*z, squares+z*z*z*z
	}
	mean := sum / runs
	if e := math.Sqrt((squares/runs - mean*mean) / runs); math.Abs(mean-1) > 4*e || e > .1 {
		t.Errorf("mean squared error %.3f ± %.3f variances", mean, e)
	}
}

// At the mode all derivatives vanish. Without inputs' help probabilities are the shares, but for the
// intercepts' prior.
func TestLogistic(t *testing.T) {
	rng := random.Stream(2, "linear")
	const n, d, classes = 200, 3, 3
	x, class := &Matrix{Rows: n, Inputs: d}, make([]int, n)
	for range n * d {
		x.Values = append(x.Values, rng.NormFloat64())
	}
	for i := range class {
		if r := x.Row(i); r[0]+.5*rng.NormFloat64() > .3 {
			class[i] = 1
		} else if r[1] > 0 {
			class[i] = 2
		}
	}
	m := FitClasses(x, class, classes)
	for c, slopes := range m.slopes(m.scale.all(x), class) {
		for j, v := range slopes {
			if math.Abs(v) > 1e-3 {
				t.Errorf("class %d, input %d: derivative %v", c, j, v)
			}
		}
	}
	if p := m.Predict([]float64{2, 0, 0}); p[1] < .9 || math.Abs(p[0]+p[1]+p[2]-1) > 1e-12 {
		t.Errorf("far to the right: %v", p)
	}
	constant := &Matrix{Rows: 4, Inputs: 1, Values: []float64{1, 1, 1, 1}}
	if p := FitClasses(constant, []int{0, 1, 1, 1}, 2).Predict([]float64{9}); math.Abs(p[1]-.75) > 2e-3 {
		t.Errorf("shares %v, want nearly .25 and .75", p)
	}
}
