// Package paper holds what the paper prints of its own sampler, and judges by their errors whether other runs agree
// with it.
package paper

import (
	"math"
	"strconv"
	"strings"

	"dcctree/core/numeric"
)

// Runs is the number of runs behind each printed value.
const Runs = 10

// Printed is what the paper prints for one set: mean (standard deviation over Runs runs), an MSE of wu and cgm, else an
// accuracy.
type Printed struct{ Set, Train, Test string }

// DCCTree is the column of the paper's own sampler in its tables "Testing and training MSE for various methods" (CGM,
// WU) and "Comparison of metrics for various methods for different real-world datasets".
var DCCTree = []Printed{
	{"cgm", "0.043 (5.2e-5)", "0.040 (1.4e-4)"}, {"wu", "0.058 (3.3e-5)", "0.059 (5.3e-4)"},
	{"bcw", "0.982 (0.001)", "0.952 (0.004)"}, {"iris", "0.981 (0.000)", "0.911 (1.2e-16)"},
	{"wine", "0.958 (0.010)", "0.958 (0.020)"}, {"raisin", "0.867 (0.001)", "0.844 (0.002)"},
}

// Find returns what the paper prints for a set of DCCTree. It panics for any other.
func Find(set string) Printed {
	for _, p := range DCCTree {
		if p.Set == set {
			return p
		}
	}
	panic("paper: no such set")
}

// Estimate is a figure over runs.
type Estimate struct {
	Mean, SD float64 // SD is NaN below two runs, Mean without any
	Runs     int
	Rounding float64 // half a unit of the last digit of Mean where it was printed; 0 else
}

// Of summarizes the figures of runs.
func Of(figures []float64) Estimate {
	if len(figures) == 0 {
		return Estimate{Mean: math.NaN(), SD: math.NaN()}
	}
	var m numeric.Moments
	for _, x := range figures {
		m.Add(x)
	}
	return Estimate{Mean: m.Mean(), SD: math.Sqrt(m.Variance()), Runs: len(figures)}
}

// Read reads a printed value, "0.952 (0.004)". It panics for a text of another form.
func Read(printed string) Estimate {
	mean, sd, found := strings.Cut(strings.TrimSuffix(printed, ")"), " (")
	m, err := strconv.ParseFloat(mean, 64)
	s, err2 := strconv.ParseFloat(sd, 64)
	if !found || err != nil || err2 != nil {
		panic("paper: a printed value is not of the form 0.952 (0.004)")
	}
	_, decimals, _ := strings.Cut(mean, ".")
	half := .5
	for range decimals {
		half /= 10
	}
	return Estimate{Mean: m, SD: s, Runs: Runs, Rounding: half}
}

// variance is that of the mean: SD^2 / Runs.
func (e Estimate) variance() float64 { return e.SD * e.SD / float64(e.Runs) }

// Error is the standard error of the mean; NaN below two runs.
func (e Estimate) Error() float64 { return math.Sqrt(e.variance()) }

// Comparison tells how far two means are apart and how far apart equal ones may be.
type Comparison struct {
	Difference float64 // of the first mean from the second
	Limit      float64 // of its size, 95 %; NaN where an estimate rests on fewer than two runs
}

// Agrees reports whether the difference is within the limit.
func (c Comparison) Agrees() bool { return math.Abs(c.Difference) <= c.Limit }

// Compare judges two means by Welch's t-test at 5 %, with the rounding of what was printed on top. data is the standard
// error of the difference that comes from data sets that differ, 0 where both are of the same rows.
func Compare(a, b Estimate, data float64) Comparison {
	va, vb := a.variance(), b.variance()
	all := va + vb + data*data
	limit := a.Rounding + b.Rounding
	if all > 0 {
		freedom := all * all / (va*va/float64(a.Runs-1) + vb*vb/float64(b.Runs-1))
		limit += quantile(freedom) * math.Sqrt(all)
	}
	if math.IsNaN(all) {
		limit = math.NaN()
	}
	return Comparison{Difference: a.Mean - b.Mean, Limit: limit}
}

// quantile is the 97.5 % point of Student's t: the first two exactly, from 3 degrees of freedom on by the expansion of
// Cornish and Fisher (Abramowitz and Stegun 26.7.5), within 1 %.
func quantile(freedom float64) float64 {
	const z = 1.959963984540054
	switch {
	case freedom < 2:
		return 12.706
	case freedom < 3:
		return 4.303
	}
	z2, n := z*z, freedom
	return z * (1 + (z2+1)/(4*n) + (5*z2*z2+16*z2+3)/(96*n*n) + (3*z2*z2*z2+19*z2*z2+17*z2-15)/(384*n*n*n))
}
