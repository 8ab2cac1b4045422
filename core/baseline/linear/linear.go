// Package linear fits linear and multinomial logistic regression, the rivals of a tree that know no interaction.
//
// Inputs are standardized. Coefficients have the prior N(0, v): v is 1 for classes, and the variance of the noise for
// numbers, so that the fit is that of ridge regression with a penalty of 1. The intercept has none for numbers; for
// classes, of which the training rows may lack one, its prior is N(0, 100).
package linear

import (
	"math"

	"dcctree/core/numeric"
)

// Matrix holds rows of inputs, row-major.
type Matrix struct {
	Rows, Inputs int
	Values       []float64
}

// Row returns the inputs of a row.
func (x *Matrix) Row(i int) []float64 { return x.Values[i*x.Inputs : (i+1)*x.Inputs] }

// scale standardizes inputs by the training rows; what is constant there says nothing.
type scale struct{ mean, by []float64 }

func scaleOf(x *Matrix) scale {
	s := scale{make([]float64, x.Inputs), make([]float64, x.Inputs)}
	for j := range x.Inputs {
		var m numeric.Moments
		for i := range x.Rows {
			m.Add(x.Row(i)[j])
		}
		s.mean[j] = m.Mean()
		if v := m.Variance(); v > 0 {
			s.by[j] = 1 / math.Sqrt(v)
		}
	}
	return s
}

// of returns a row standardized, with a 1 for the intercept before it.
func (s *scale) of(row []float64) []float64 {
	out := append(make([]float64, 0, 1+len(row)), 1)
	for j, v := range row {
		out = append(out, (v-s.mean[j])*s.by[j])
	}
	return out
}

// penalized is the Cholesky factor of share X'X plus the penalty, of standardized rows.
func penalized(rows [][]float64, share, intercept float64) (factor []float64) {
	n := len(rows[0])
	factor = make([]float64, n*n)
	for _, r := range rows {
		for i, v := range r {
			if v == 0 {
				continue
			}
			for j, w := range r[:i+1] {
				factor[i*n+j] += share * v * w
			}
		}
	}
	for i := range n {
		factor[i*n+i] += 1
		for j := range i {
			factor[j*n+i] = factor[i*n+j]
		}
	}
	factor[0] += intercept - 1
	if !numeric.Cholesky(factor, factor, n) {
		panic("linear: no rows")
	}
	return factor
}

// solve replaces b by the solution for L L' x = b.
func solve(factor, b []float64) {
	numeric.SolveLower(b, factor, b, len(b))
	numeric.SolveLowerTranspose(b, factor, b, len(b))
}

func (s *scale) all(x *Matrix) (rows [][]float64) {
	for i := range x.Rows {
		rows = append(rows, s.of(x.Row(i)))
	}
	return rows
}

func dot(a, b []float64) (s float64) {
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

// Numbers predicts a number.
type Numbers struct {
	scale  scale
	beta   []float64 // the intercept first
	factor []float64
	s2     float64 // variance of the noise
}

// FitNumbers fits y, one value a row. It panics without rows.
func FitNumbers(x *Matrix, y []float64) *Numbers {
	m := &Numbers{scale: scaleOf(x)}
	rows := m.scale.all(x)
	m.factor = penalized(rows, 1, 0)
	m.beta = make([]float64, 1+x.Inputs)
	for i, r := range rows {
		for j, v := range r {
			m.beta[j] += v * y[i]
		}
	}
	solve(m.factor, m.beta)
	squares, used := 0.0, 0.0
	for i, r := range rows {
		d := y[i] - dot(r, m.beta)
		squares += d * d
		used += m.leverage(r)
	}
	m.s2 = squares / max(1, float64(x.Rows)-used)
	return m
}

// leverage is r inv(X'X + penalty) r'; its sum over the training rows is the number of parameters used.
func (m *Numbers) leverage(r []float64) float64 {
	half := make([]float64, len(r))
	numeric.SolveLower(half, m.factor, r, len(r))
	return dot(half, half)
}

// Predict returns mean and standard deviation of the normal predictive distribution of a row.
func (m *Numbers) Predict(row []float64) (mean, sd float64) {
	r := m.scale.of(row)
	return dot(r, m.beta), math.Sqrt(m.s2 * (1 + m.leverage(r)))
}

// Classes predicts a class.
type Classes struct {
	scale scale
	beta  [][]float64 // by class
}

// Of the logistic fit: it ends when no coefficient moves by closeEnough in a step, or after mostSteps.
const (
	mostSteps   = 2000
	closeEnough = 1e-6
	flat        = .01 // penalty of the intercepts
)

// FitClasses fits class numbers from 0 to classes-1 by steps with a fixed bound of the curvature, X'X/2 (Boehning
// 1992): every step improves the fit. Coefficients are the posterior's mode. It panics without rows.
func FitClasses(x *Matrix, class []int, classes int) *Classes {
	m := &Classes{scale: scaleOf(x), beta: make([][]float64, classes)}
	rows := m.scale.all(x)
	factor := penalized(rows, .5, flat)
	for c := range m.beta {
		m.beta[c] = make([]float64, 1+x.Inputs)
	}
	for range mostSteps {
		if m.step(rows, class, factor) < closeEnough {
			break
		}
	}
	return m
}

// step moves all coefficients and returns the largest move.
func (m *Classes) step(rows [][]float64, class []int, factor []float64) (most float64) {
	for c, slope := range m.slopes(rows, class) {
		solve(factor, slope)
		for j, v := range slope {
			m.beta[c][j] += v
			most = max(most, math.Abs(v))
		}
	}
	return most
}

// slopes are the derivatives of the log posterior, by class.
func (m *Classes) slopes(rows [][]float64, class []int) [][]float64 {
	slopes := make([][]float64, len(m.beta))
	for c := range slopes {
		slopes[c] = make([]float64, len(m.beta[c]))
		for j, v := range m.beta[c] {
			slopes[c][j] = -v
		}
		slopes[c][0] *= flat
	}
	for i, r := range rows {
		p := m.probabilities(r)
		p[class[i]]--
		for c, v := range p {
			for j, w := range r {
				slopes[c][j] -= v * w
			}
		}
	}
	return slopes
}

func (m *Classes) probabilities(r []float64) []float64 {
	p := make([]float64, len(m.beta))
	for c := range p {
		p[c] = dot(r, m.beta[c])
	}
	total := numeric.LogSumExp(p)
	for c, v := range p {
		p[c] = numeric.Exp(v - total)
	}
	return p
}

// Predict returns the probabilities of a row's classes.
func (m *Classes) Predict(row []float64) []float64 { return m.probabilities(m.scale.of(row)) }
