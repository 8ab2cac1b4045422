// Mean and standard deviation of a figure over runs, and how they are written.

package main

import (
	"fmt"
	"math"
	"strings"

	"dcctree/core/numeric"
)

// spread is a figure over runs; SD is NaN below two of them.
type spread struct {
	N        int
	Mean, SD float64
	Min, Max float64
}

func spreadOf(values []float64) spread {
	s := spread{N: len(values), Min: math.Inf(1), Max: math.Inf(-1)}
	var m numeric.Moments
	for _, v := range values {
		m.Add(v)
		s.Min, s.Max = math.Min(s.Min, v), math.Max(s.Max, v)
	}
	s.Mean, s.SD = m.Mean(), math.Sqrt(m.Variance())
	return s
}

// text writes mean and, in parentheses, standard deviation: 0.0586 (6e-05), as the paper does.
func (s spread) text(decimals int) string {
	if s.N == 0 {
		return "–"
	}
	mean := minus(fmt.Sprintf("%.*f", decimals, s.Mean))
	switch {
	case math.IsNaN(s.SD):
		return mean
	case s.SD < 1e-12:
		return mean + " (0)"
	case s.SD < math.Pow(10, -float64(decimals)):
		return mean + fmt.Sprintf(" (%.0e)", s.SD)
	}
	return mean + fmt.Sprintf(" (%.*f)", decimals, s.SD)
}

// minus writes a true minus sign.
func minus(s string) string { return strings.Replace(s, "-", "−", 1) }

// thousands writes a count of gradients: 42k.
func thousands(x float64) string {
	if x < 9950 {
		return fmt.Sprintf("%.1fk", x/1000)
	}
	return fmt.Sprintf("%.0fk", x/1000)
}
