// Where one split may lie without changing the hard tree: coordinates in which that region is near normal.

package conquer

import (
	"cmp"
	"math"
	"slices"

	"dcctree/core/bijector"
	"dcctree/core/numeric"
)

const (
	logisticScale = 1.702 // logistic(1.702 z) is within .01 of the normal distribution function
	rim           = 1e-6  // least distance of an interval of tau from 0 and 1
	softReach     = 2     // an interval of tau is at least so many bandwidths wide on either side
	tailSlope     = .02   // slope outside the interval, relative to the width inside
	longestRatio  = 20    // largest delta_o/delta_f that is looked at
	bisections    = 12
)

// region is one split of a hard tree, given the rows that it sends left and right. For a direction
// Delta the hard tree is the same for tau in [max over the left rows of x.Delta, min over the right
// rows], an interval that shrinks as Delta leaves the corner of the split's feature. Its coordinates z
// are triangular in (Delta, tau): ratios Delta_o/Delta_feature exponential, tau uniform in its
// interval, both as transforms of z near N(0, 1); beyond the interval tau goes on slowly, so that the
// map is onto. Only rows that no other row of the side dominates bound the interval.
type region struct {
	d, feature  int
	h           float64
	left, right side
	scale       []float64   // per other feature: mean ratio; nil for a vacuous split
	logScale    float64     // log of the product of 1.702 scale, where scale is nil of 1.702
	rows        [][]float64 // of a vacuous split, all of them
}

func newRegion(d, feature int, h float64, left, right [][]float64) *region {
	r := &region{d: d, feature: feature, h: h, left: newSide(front(left, 1), d, 1),
		right: newSide(front(right, -1), d, -1)}
	r.logScale = float64(d-1) * numeric.Log(logisticScale)
	if len(left) == 0 || len(right) == 0 {
		r.rows = append(left, right...)
		return r
	}
	for o := range d {
		if o != feature {
			r.scale = append(r.scale, r.reach(o)/float64(d+1))
			r.logScale += numeric.Log(r.scale[len(r.scale)-1])
		}
	}
	return r
}

// side is the rows that bound an interval from below, or negated those that bound it from above.
type side struct {
	// per feature: the rows one after the other, by its falling value; each filled to whole fours by zeros
	sorted [][]float64
	top    []float64 // per feature: its largest value; so filled, too
}

func newSide(rows [][]float64, d int, sign float64) (s side) {
	if len(rows) == 0 {
		return s
	}
	order := slices.Clone(rows)
	s.top = make([]float64, fours(d))
	for f := range d {
		slices.SortStableFunc(order, func(a, b []float64) int { return cmp.Compare(sign*b[f], sign*a[f]) })
		flat := make([]float64, len(rows)*len(s.top))
		for i, row := range order {
			for c, v := range row {
				flat[i*len(s.top)+c] = sign * v
			}
		}
		s.sorted = append(s.sorted, flat)
		s.top[f] = flat[f]
	}
	return s
}

// most returns the largest x.Delta of the rows, at least the given. main is the feature of the largest weight:
// the first few rows by it decide.
func (s *side) most(delta []float64, main int, least float64) float64 {
	if s.sorted == nil {
		return least
	}
	own, rest := delta[main], slack
	for i, e := range delta {
		if i != main {
			rest += float64(s.top[i] * e)
		}
	}
	for rows := s.sorted[main]; len(rows) > 0; rows = rows[len(s.top):] {
		row := rows[:len(delta)]
		if float64(own*row[main])+rest <= least {
			break
		}
		var v float64
		for i, e := range delta {
			v += float64(row[i] * e)
		}
		if v > least {
			least = v
		}
	}
	return least
}

// front returns the rows that no other row exceeds in all columns (sign 1) or stays below (sign -1), of equal
// ones the first. Rows of larger sums come first: none of them is dominated by a later one.
func front(rows [][]float64, sign float64) (out [][]float64) {
	sums, order := make([]float64, len(rows)), make([]int, len(rows))
	for i, row := range rows {
		order[i] = i
		for _, v := range row {
			sums[i] += sign * v
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sums[b], sums[a]) })
	for _, i := range order {
		if !dominated(rows[i], out, sign) {
			out = append(out, rows[i])
		}
	}
	return out
}

// dominated tells whether a row of the others is at least (sign 1) or at most (sign -1) a in all columns.
func dominated(a []float64, others [][]float64, sign float64) bool {
search:
	for _, b := range others {
		for f, v := range a {
			if sign*b[f] < sign*v {
				continue search
			}
		}
		return true
	}
	return false
}

// reach returns the ratio delta_o/delta_feature at which the interval of tau, widened by the
// bandwidth, is empty when all other features are 0.
func (r *region) reach(o int) float64 {
	delta := make([]float64, r.d)
	low, high := 0.0, float64(longestRatio)
	for range bisections {
		ratio := .5 * (low + high)
		if low == 0 {
			ratio = high / 4 // small ratios need relative precision
		}
		delta[r.feature], delta[o] = 1/(1+ratio), ratio/(1+ratio)
		if a, b := r.interval(delta); b-a > -softReach*r.h {
			low = ratio
		} else {
			high = ratio
		}
	}
	return high
}

// interval returns the bounds of tau for the direction; the upper may be the lower.
func (r *region) interval(delta []float64) (a, b float64) {
	main := numeric.Largest(delta)
	return r.left.most(delta, main, 0), -r.right.most(delta, main, -1)
}

// window returns the interval as it is used: inside (0, 1), at least some bandwidths wide, with the
// slope of the tails in units of logit tau.
func (r *region) window(delta []float64) (a, b, slope float64) {
	a, b = r.interval(delta)
	return widened(a, b, r.h)
}

// widened returns the window of an interval at bandwidth h.
func widened(a, b, h float64) (from, to, slope float64) {
	if least := softReach * h; b-a < 2*least {
		middle := .5 * (a + b)
		a, b = middle-least, middle+least
	}
	if a < rim {
		a = rim
	}
	if b > 1-rim {
		b = 1 - rim
	}
	if !(b-a > rim) {
		a, b = max(rim, min(a, 1-3*rim)), max(3*rim, min(1-rim, a+2*rim))
	}
	middle := .5 * (a + b)
	return a, b, (tailSlope*(b-a) + .5*h) / (middle * (1 - middle))
}

// place writes the split's unconstrained parameters [logit tau, d...] at z.
func (r *region) place(theta, z, delta []float64) {
	if r.scale == nil {
		for i := 1; i < r.d; i++ {
			theta[i] = logisticScale * z[i]
		}
		bijector.Simplex(delta, theta[1:])
	} else {
		sum, at := 1.0, 0
		delta[r.feature] = 1
		for o := range delta {
			if o != r.feature {
				delta[o] = max(-r.scale[at]*numeric.LogLogistic(-logisticScale*z[1+at]),
					math.SmallestNonzeroFloat64)
				sum += delta[o]
				at++
			}
		}
		for o := range delta {
			delta[o] = max(delta[o]/sum, 1e-300)
		}
		bijector.SimplexInverse(theta[1:], delta)
	}
	a, b, slope := r.window(delta)
	theta[0] = bijector.UnitInverse(a+float64((b-a)*numeric.Logistic(logisticScale*z[0]))) + float64(slope*z[0])
}
