// Where one split may lie without changing the hard tree: coordinates in which that region is near normal.

package conquer

import (
	"cmp"
	"math"
	"slices"
	"sort"

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
	r := &region{d: d, feature: feature, h: h, left: newSide(front(left, 1), d, 1), right: newSide(front(right, -1), d, -1)}
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
	sorted [][]float64 // per feature: the rows one after the other, by its falling value
	top    []float64   // per feature: its largest value
}

func newSide(rows [][]float64, d int, sign float64) (s side) {
	if len(rows) == 0 {
		return s
	}
	order := slices.Clone(rows)
	for f := range d {
		sort.SliceStable(order, func(i, j int) bool { return cmp.Compare(sign*order[j][f], sign*order[i][f]) < 0 })
		flat := make([]float64, 0, len(rows)*d)
		for _, row := range order {
			for _, v := range row {
				flat = append(flat, sign*v)
			}
		}
		s.sorted, s.top = append(s.sorted, flat), append(s.top, flat[f])
	}
	return s
}

// most returns the largest x.Delta of the rows, at least the given. main is the feature of the largest weight:
// the first few rows by it decide.
func (s *side) most(delta []float64, main int, least float64) float64 {
	if s.sorted == nil {
		return least
	}
	own, rest := delta[main], 0.0
	for i, e := range delta {
		if i != main {
			rest += float64(s.top[i] * e)
		}
	}
	for rows := s.sorted[main]; len(rows) >= len(delta); rows = rows[len(delta):] {
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
	main := 0
	for i, e := range delta {
		if e > delta[main] {
			main = i
		}
	}
	return r.left.most(delta, main, 0), -r.right.most(delta, main, -1)
}

// window returns the interval as it is used: inside (0, 1), at least some bandwidths wide, with the
// slope of the tails in units of logit tau.
func (r *region) window(delta []float64) (a, b, slope float64) {
	a, b = r.interval(delta)
	if least := softReach * r.h; b-a < 2*least {
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

// direction is a split's parameters with what its regions need of them.
type direction struct {
	theta           []float64 // [logit tau, d...]
	delta, logDelta []float64
	logJacobian     float64 // of the simplex
	tau             float64
	ratio, part     []float64 // scratch of find
}

func newDirection(d int) *direction {
	v := make([]float64, 4*d)
	return &direction{delta: v[:d:d], logDelta: v[d : 2*d : 2*d], ratio: v[2*d : 3*d-1 : 3*d-1], part: v[3*d : 4*d-1 : 4*d-1]}
}

// set makes theta the parameters at hand.
func (s *direction) set(theta []float64) {
	s.theta = theta
	s.logJacobian = bijector.Simplex(s.delta, theta[1:])
	numeric.LogSlice(s.logDelta, s.delta)
	s.tau = numeric.Logistic(theta[0])
}

// find is place's inverse: it writes z and returns log |dz/dtheta|.
func (r *region) find(z []float64, s *direction) float64 {
	logSlope := -r.logScale
	if r.scale == nil {
		for i := 1; i < r.d; i++ {
			z[i] = s.theta[i] / logisticScale
		}
	} else {
		logSlope += s.logJacobian - float64(float64(r.d)*s.logDelta[r.feature]) + r.findRatios(z[1:], s)
	}
	a, b, slope := r.window(s.delta)
	var derivative float64
	z[0], derivative = solve(s.theta[0], s.tau, a, b, slope)
	return logSlope - numeric.Log(derivative)
}

// findRatios writes the coordinates of the ratios q = delta_o/delta_f/scale = log(1 + e^t), t = 1.702 z, and
// returns -log of the product of dq/dt = logistic t = 1 - e^-q.
func (r *region) findRatios(z []float64, s *direction) (logSlope float64) {
	ratio, part, at, own := s.ratio, s.part, 0, 1/s.delta[r.feature]
	for o, v := range s.delta {
		if o != r.feature {
			ratio[at] = float64(v*own) / r.scale[at]
			part[at] = -ratio[at]
			at++
		}
	}
	numeric.ExpSlice(part, part)
	for i, q := range ratio {
		if part[i] = 1 - part[i]; q < 1e-4 {
			part[i] = q - float64(.5*q*q) + float64(q*q*q)/6
		}
	}
	numeric.LogSlice(part, part)
	for i, v := range part {
		z[i] = (ratio[i] + v) / logisticScale
		logSlope -= v
	}
	return logSlope
}

const (
	solveSteps = 60
	lastStep   = 1e-4 // the error after a step is about its third power
	farthest   = 60   // of 1.702 z: beyond, the logistic function is 0 or 1
	inside     = .47  // the first guess follows the logistic function so far from its middle
	outside    = 1.5  // least |z| of a first guess in a tail
)

// solve finds z with logit(a + (b-a) logistic(1.702 z)) + slope z = u, where tau = logistic(u), and the
// derivative of the left side there. With e = exp(1.702 z) the logit is log((a + b e)/(1-a + (1-b) e)).
// Halley's method inside a bracket.
func solve(u, tau, a, b, slope float64) (z, derivative float64) {
	low, high := math.Inf(-1), math.Inf(1)
	z, e := guess(u, tau, a, b, slope)
	for range solveSteps {
		up, down := a+float64(b*e), (1-a)+float64((1-b)*e)
		product := 1 / float64(up*down)
		gain := logisticScale * (b - a) * float64(e*product)
		miss := numeric.Log(float64(up*up)*product) + float64(slope*z) - u
		derivative = gain + slope
		// The logit's second derivative is 1.702 gain (a (1-a) - b (1-b) e^2)/(up down).
		bend := logisticScale * gain * product * (float64(a*(1-a)) - float64(b*(1-b)*float64(e*e)))
		step := miss / derivative
		if curve := float64(step*bend) / (2 * derivative); curve < .5 {
			step /= 1 - curve
		}
		if miss > 0 {
			high = z
		} else {
			low = z
		}
		if z -= step; math.Abs(step) <= lastStep {
			break
		}
		if !(z > low && z < high) {
			z = .5 * (low + high)
		}
		e = growth(z)
	}
	e = growth(z)
	up, down := a+float64(b*e), (1-a)+float64((1-b)*e)
	return z, logisticScale*(b-a)*(e/float64(up*down)) + slope
}

// growth returns exp(1.702 z), bounded.
func growth(z float64) float64 {
	t := logisticScale * z
	if t > farthest {
		t = farthest
	}
	if t < -farthest {
		t = -farthest
	}
	return numeric.Exp(t)
}

// guess returns a first z of solve, and exp(1.702 z): near the middle it inverts the logistic function,
// whose argument the slope shrinks, outside the interval the slope.
func guess(u, tau, a, b, slope float64) (z, e float64) {
	middle, width := .5*(a+b), b-a
	tail := float64(slope*middle*(1-middle)) / width
	y := (tau - middle) / width * (.25 * logisticScale / (.25*logisticScale + tail))
	switch {
	case y > inside:
		z = (u - bijector.UnitInverse(b)) / slope
		if !(z > outside) {
			z = outside
		}
	case y < -inside:
		z = (u - bijector.UnitInverse(a)) / slope
		if !(z < -outside) {
			z = -outside
		}
	default:
		e = (.5 + y) / (.5 - y)
		return numeric.Log(e) / logisticScale, e
	}
	return z, growth(z)
}
