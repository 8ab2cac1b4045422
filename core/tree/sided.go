// The rule with a side for rows without a value.

package tree

import "math"

// Sided is a rule on one input with a side for rows in which it is NaN.
type Sided struct {
	Rule     // of the rows with a value
	GapsLeft bool
}

func (r Sided) gap(row Row) bool { return math.IsNaN(row.Value(r.Main())) }

func (r Sided) Left(row Row) bool {
	if r.gap(row) {
		return r.GapsLeft
	}
	return r.Rule.Left(row)
}

func (r Sided) Right(row Row) float64 {
	switch {
	case !r.gap(row):
		return r.Rule.Right(row)
	case r.GapsLeft:
		return 0
	}
	return 1
}

func (r Sided) kind() kind { return sided }

func (r Sided) numbers() []float64 {
	left := 0.
	if r.GapsLeft {
		left = 1
	}
	return append([]float64{left, float64(r.Rule.kind())}, r.Rule.numbers()...)
}

func readSided(v []float64) (Rule, bool) {
	if len(v) < 2 || v[0] != 0 && v[0] != 1 || !index(v[1]) {
		return nil, false
	}
	var inner Rule
	ok := false
	switch kind(v[1]) {
	case gradual:
		inner, ok = readGradual(v[2:])
	case threshold:
		inner, ok = readThreshold(v[2:])
	case part:
		inner, ok = readPart(v[2:])
	}
	return Sided{inner, v[0] == 1}, ok
}
