// Where one split may lie without changing the hard tree: coordinates in which that region is near normal.

package conquer

import (
	"math"

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
	left, right [][]float64 // undominated rows
	scale       []float64   // per other feature: mean ratio; nil for a vacuous split
	rows        [][]float64 // of a vacuous split, all of them
}

func newRegion(d, feature int, h float64, left, right [][]float64) *region {
	r := &region{d: d, feature: feature, h: h, left: front(left, 1), right: front(right, -1)}
	if len(left) == 0 || len(right) == 0 {
		r.rows = append(left, right...)
	} else {
		for o := range d {
			if o != feature {
				r.scale = append(r.scale, r.reach(o)/float64(d+1))
			}
		}
	}
	return r
}

// front returns the rows that no other row exceeds in all columns (sign 1) or stays below (sign -1).
func front(rows [][]float64, sign float64) (out [][]float64) {
	for i, a := range rows {
		free := true
		for j, b := range rows {
			if i != j && dominates(b, a, sign) && !(j > i && dominates(a, b, sign)) {
				free = false
				break
			}
		}
		if free {
			out = append(out, a)
		}
	}
	return out
}

func dominates(b, a []float64, sign float64) bool {
	for f, v := range a {
		if sign*b[f] < sign*v {
			return false
		}
	}
	return true
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
	a, b = 0, 1
	for _, x := range r.left {
		a = max(a, numeric.Dot(x, delta))
	}
	for _, x := range r.right {
		b = min(b, numeric.Dot(x, delta))
	}
	return a, b
}

// window returns the interval as it is used: inside (0, 1), at least some bandwidths wide, with the
// slope of the tails in units of logit tau.
func (r *region) window(delta []float64) (a, b, slope float64) {
	a, b = r.interval(delta)
	if least := softReach * r.h; b-a < 2*least {
		middle := .5 * (a + b)
		a, b = middle-least, middle+least
	}
	a, b = max(a, rim), min(b, 1-rim)
	if !(b-a > rim) {
		a, b = max(rim, min(a, 1-3*rim)), max(3*rim, min(1-rim, a+2*rim))
	}
	middle := .5 * (a + b)
	return a, b, (tailSlope*(b-a) + .5*r.h) / (middle * (1 - middle))
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
				delta[o] = max(-r.scale[at]*numeric.LogLogistic(-logisticScale*z[1+at]), math.SmallestNonzeroFloat64)
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

// find is place's inverse: it writes z and returns log |dz/dtheta|. delta and its log Jacobian belong
// to theta.
func (r *region) find(z, theta, delta []float64, simplexJacobian float64) (logSlope float64) {
	if r.scale == nil {
		for i := 1; i < r.d; i++ {
			z[i] = theta[i] / logisticScale
			logSlope -= math.Log(logisticScale)
		}
	} else {
		logSlope = simplexJacobian - float64(float64(r.d)*math.Log(delta[r.feature]))
		at := 0
		for o, v := range delta {
			if o == r.feature {
				continue
			}
			// v/delta_f = scale log(1 + e^t), t = 1.702 z
			q := v / delta[r.feature] / r.scale[at]
			t := q + math.Log(-expm1(-q))
			z[1+at] = t / logisticScale
			logSlope -= math.Log(logisticScale*r.scale[at]) + numeric.LogLogistic(t)
			at++
		}
	}
	a, b, slope := r.window(delta)
	var derivative float64
	z[0], derivative = solve(theta[0], a, b, slope)
	return logSlope - math.Log(derivative)
}

// expm1 returns e^x - 1 for x <= 0.
func expm1(x float64) float64 {
	if x > -1e-4 {
		return x + float64(.5*x*x) + float64(x*x*x)/6
	}
	return numeric.Exp(x) - 1
}

const solveSteps = 60

// solve finds z with logit(a + (b-a) logistic(1.702 z)) + slope z = u by Newton's method inside a
// bracket, and the derivative of the left side there.
func solve(u, a, b, slope float64) (z, derivative float64) {
	low := (u - bijector.UnitInverse(b)) / slope
	high := (u - bijector.UnitInverse(a)) / slope
	z = min(max(0, low), high)
	for range solveSteps {
		s := numeric.Logistic(logisticScale * z)
		tau := a + float64((b-a)*s)
		derivative = (b-a)*logisticScale*s*(1-s)/(tau*(1-tau)) + slope
		miss := bijector.UnitInverse(tau) + float64(slope*z) - u
		if miss > 0 {
			high = z
		} else {
			low = z
		}
		step := miss / derivative
		if math.Abs(step) <= 1e-11*(1+math.Abs(z)) {
			return z, derivative
		}
		if z -= step; !(z > low && z < high) {
			z = .5 * (low + high)
		}
	}
	return z, derivative
}
