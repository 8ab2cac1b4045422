// The rule that asks whether a label is one of a set.

package tree

import (
	"math"
	"slices"
)

// Part sends rows left whose Input, the code of a label, is one of Codes. It knows no order, and so no cut: Cut and
// Crossing are NaN.
type Part struct {
	Input int
	Codes []int // ascending
}

func (r Part) Left(row Row) bool {
	v := row.Value(r.Input)
	return slices.ContainsFunc(r.Codes, func(code int) bool { return float64(code) == v })
}

func (r Part) Right(row Row) float64 {
	if r.Left(row) {
		return 0
	}
	return 1
}

func (r Part) Soft() bool    { return false }
func (r Part) Cut() float64  { return math.NaN() }
func (r Part) Terms() []Term { return []Term{plain(r.Input, 1)} }
func (r Part) Main() int     { return r.Input }

func (r Part) AddWeights(dst []float64, share float64) { dst[r.Input] += share }

func (r Part) Crossing(int, []float64) float64 { return math.NaN() }

func (r Part) kind() kind { return part }

func (r Part) numbers() []float64 {
	out := []float64{float64(r.Input)}
	for _, code := range r.Codes {
		out = append(out, float64(code))
	}
	return out
}

func readPart(v []float64) (Rule, bool) {
	if len(v) == 0 || !index(v[0]) {
		return nil, false
	}
	r := Part{Input: int(v[0])}
	for k, code := range v[1:] {
		if !index(code) || k > 0 && code <= v[k] {
			return nil, false
		}
		r.Codes = append(r.Codes, int(code))
	}
	return r, true
}
