// The maps of regions for many points at once, in columns: what they do is that of region.place backwards.

package conquer

import (
	"math"

	"dcctree/core/bijector"
	"dcctree/core/numeric"
)

// block is the number of points that are looked at together.
const block = 128

// directions are one split's parameters at some points, with what its regions need of them. The work space
// holds as many points as a block.
type directions struct {
	n               int
	theta           [][]float64 // [logit tau, d...], a column each
	delta, logDelta [][]float64
	logJacobian     []float64 // of the simplex
	tau             []float64
	rows            []float64 // delta, point after point, each filled to whole fours by zeros
	main            []uint8   // the feature of the largest weight

	part, ratio     [][]float64 // scratch of find: a column for every other feature
	a, b, slope     []float64   // the windows
	scratch, spare  []float64
	low, high, e, t []float64
	derivative      []float64
	active          []int
}

// columns returns k columns of a block.
func columns(k int) [][]float64 { return numeric.Columns(k, block) }

func newDirections(d int) *directions {
	c := columns(11)
	return &directions{theta: columns(d), delta: columns(d), logDelta: columns(d), part: columns(d - 1),
		ratio: columns(d - 1), rows: make([]float64, fours(d)*block), main: make([]uint8, block),
		scratch: make([]float64, 4*block), active: make([]int, 0, block), logJacobian: c[0], tau: c[1], a: c[2],
		b: c[3], slope: c[4], spare: c[5], low: c[6], high: c[7], e: c[8], t: c[9], derivative: c[10]}
}

// set takes the split's parameters, from the given coordinate on, of n points of dimension dim.
func (s *directions) set(xs []float64, dim, from, n int) {
	s.n = n
	d := len(s.theta)
	for c := range d {
		take(s.theta[c][:n], xs[from+c:], dim)
	}
	s.constrain()
}

// constrain finds what follows from theta.
func (s *directions) constrain() {
	n, d := s.n, len(s.theta)
	bijector.Simplexes(s.logJacobian[:n], s.delta, s.theta[1:], s.scratch)
	for c, v := range s.delta {
		numeric.LogSlice(s.logDelta[c][:n], v[:n])
		give(s.rows[c:], v[:n], fours(d))
	}
	largest(s.main[:n], s.rows, fours(d))
	tau, e := s.tau[:n], s.e[:n]
	for i, v := range s.theta[0][:n] {
		e[i] = -math.Abs(v)
	}
	numeric.ExpSlice(e, e)
	for i, v := range s.theta[0][:n] {
		if tau[i] = 1; v < 0 {
			tau[i] = e[i]
		}
		tau[i] /= 1 + e[i]
	}
}

// take copies every step-th number of src to dst, give the numbers of src to every step-th of dst.
func take(dst, src []float64, step int) {
	for i := range dst {
		dst[i] = src[i*step]
	}
}

func give(dst, src []float64, step int) {
	for i, v := range src {
		dst[i*step] = v
	}
}

// largest sets main to the first of the largest of the d numbers of every row.
func largest(main []uint8, rows []float64, d int) {
	for i := range main {
		row, at := rows[i*d:(i+1)*d], 0
		for c, v := range row {
			if v > row[at] {
				at = c
			}
		}
		main[i] = uint8(at)
	}
}

// find is place's inverse: it writes the coordinates z, a column each, and log |dz/dtheta|.
func (r *region) find(z [][]float64, logSlope []float64, s *directions) {
	n := s.n
	logSlope = logSlope[:n]
	if r.scale == nil {
		for i := 1; i < r.d; i++ {
			for k, v := range s.theta[i][:n] {
				z[i][k] = v / logisticScale
			}
		}
		for i := range logSlope {
			logSlope[i] = -r.logScale
		}
	} else {
		r.findRatios(z[1:], logSlope, s)
		logDelta := s.logDelta[r.feature]
		for i, v := range logSlope {
			logSlope[i] = -r.logScale + (s.logJacobian[i] - float64(float64(r.d)*logDelta[i]) + v)
		}
	}
	r.windows(s)
	derivative := s.derivative[:n]
	s.solve(z[0][:n], derivative)
	numeric.LogSlice(derivative, derivative)
	for i, v := range derivative {
		logSlope[i] -= v
	}
}

// findRatios writes the coordinates of the ratios q = delta_o/delta_f/scale = log(1 + e^t), t = 1.702 z, and
// -log of the product of dq/dt = logistic t = 1 - e^-q.
func (r *region) findRatios(z [][]float64, logSlope []float64, s *directions) {
	n, at, own := s.n, 0, s.spare[:s.n]
	for i, v := range s.delta[r.feature][:n] {
		own[i] = 1 / v
	}
	clear(logSlope)
	for o := range s.delta {
		if o == r.feature {
			continue
		}
		ratio, part := s.ratio[at][:n], s.part[at][:n]
		ratios(ratio, part, s.delta[o], own, r.scale[at])
		numeric.ExpSlice(part, part)
		slopes(part, ratio)
		numeric.LogSlice(part, part)
		for i, v := range part {
			z[at][i] = (ratio[i] + v) / logisticScale
			logSlope[i] -= v
		}
		at++
	}
}

// ratios sets ratio = delta own/scale and minus = -ratio.
func ratios(ratio, minus, delta, own []float64, scale float64) {
	for i := range ratio {
		v := float64(delta[i]*own[i]) / scale
		ratio[i], minus[i] = v, -v
	}
}

// slopes replaces e^-q by 1 - e^-q.
func slopes(part, q []float64) {
	for i, v := range q {
		if part[i] = 1 - part[i]; v < 1e-4 {
			part[i] = v - float64(.5*v*v) + float64(v*v*v)/6
		}
	}
}

// windows sets the windows of the points, see window.
func (r *region) windows(s *directions) {
	n := s.n
	a, b, slope := s.a[:n], s.b[:n], s.slope[:n]
	r.left.mosts(a, s, 0)
	r.right.mosts(b, s, -1)
	for i, v := range b {
		a[i], b[i], slope[i] = widened(a[i], -v, r.h)
	}
}

// mosts is most for all points.
func (s *side) mosts(out []float64, at *directions, least float64) {
	if s.sorted == nil {
		for i := range out {
			out[i] = least
		}
		return
	}
	mosts(out, s.sorted, s.top, at.rows, at.main, least)
}

// mosts is a function of its own for the sake of WebAssembly, see fold.
//
//go:noinline
func mosts(out []float64, sorted [][]float64, top, deltas []float64, mains []uint8, least float64) {
	width := len(top)
	for k := range out {
		delta, main, most := deltas[k*width:k*width+width], int(mains[k]), least
		own := delta[main]
		rest := -float64(top[main] * own)
		for t, e := top, delta; len(t) >= 4 && len(e) >= 4; t, e = t[4:], e[4:] {
			rest += float64(t[0]*e[0]) + float64(t[1]*e[1]) + float64(t[2]*e[2]) + float64(t[3]*e[3])
		}
		rest += slack
		for rows := sorted[main]; len(rows) >= width; rows = rows[width:] {
			if float64(own*rows[main])+rest <= most {
				break
			}
			var v float64
			for row, e := rows[:width], delta; len(row) >= 4 && len(e) >= 4; row, e = row[4:], e[4:] {
				v += float64(row[0]*e[0]) + float64(row[1]*e[1]) + float64(row[2]*e[2]) +
					float64(row[3]*e[3])
			}
			if v > most {
				most = v
			}
		}
		out[k] = most
	}
}

// slack is above the rounding error of a row's bound.
const slack = 1e-14

const (
	solveSteps = 60
	lastStep   = 1e-4 // the error after a step is about its third power
	farthest   = 60   // of 1.702 z: beyond, the logistic function is 0 or 1
	inside     = .47  // the first guess follows the logistic function so far from its middle
	outside    = 1.5  // least |z| of a first guess in a tail
)

// solve finds z with logit(a + (b-a) logistic(1.702 z)) + slope z = u, where tau = logistic(u), and the
// derivative of the left side there, in the windows. With e = exp(1.702 z) the logit is
// log((a + b e)/(1-a + (1-b) e)). Halley's method inside a bracket, for all points until each is there.
func (s *directions) solve(z, derivative []float64) {
	n := s.n
	s.guess(z)
	active, infinite := s.active[:n], math.Inf(1)
	for i := range active {
		active[i], s.low[i], s.high[i] = i, -infinite, infinite
	}
	for step := 0; step < solveSteps && len(active) > 0; step++ {
		t := s.t[:len(active)]
		s.fractions(t, active)
		numeric.LogSlice(t, t)
		active = active[:s.halley(z, t, active)]
		s.grow(z, active)
	}
	e := s.e[:n]
	growths(e, z)
	numeric.ExpSlice(e, e)
	for i, e := range e {
		a, b := s.a[i], s.b[i]
		up, down := a+float64(b*e), (1-a)+float64((1-b)*e)
		derivative[i] = logisticScale*(b-a)*(e/float64(up*down)) + s.slope[i]
	}
}

// fractions sets t to (a + b e)/(1-a + (1-b) e) of the active points.
//
//go:noinline
func (s *directions) fractions(t []float64, active []int) {
	as, bs, es := s.a, s.b, s.e
	for k, i := range active {
		a, b, e := as[i], bs[i], es[i]
		up, down := a+float64(b*e), (1-a)+float64((1-b)*e)
		product := 1 / float64(up*down)
		t[k] = float64(up*up) * product
	}
}

// halley makes a step of the active points, given the logarithms of their fractions, and keeps those that are not
// there yet, whose number it returns.
//
//go:noinline
func (s *directions) halley(zs, logs []float64, active []int) (left int) {
	as, bs, es, slopes, us, low, high := s.a, s.b, s.e, s.slope, s.theta[0], s.low, s.high
	for k, i := range active {
		a, b, e, slope, z := as[i], bs[i], es[i], slopes[i], zs[i]
		up, down := a+float64(b*e), (1-a)+float64((1-b)*e)
		product := 1 / float64(up*down)
		gain := logisticScale * (b - a) * float64(e*product)
		miss := logs[k] + float64(slope*z) - us[i]
		derivative := gain + slope
		// The logit's second derivative is 1.702 gain (a (1-a) - b (1-b) e^2)/(up down).
		bend := logisticScale * gain * product * (float64(a*(1-a)) - float64(b*(1-b)*float64(e*e)))
		step := miss / derivative
		if curve := float64(step*bend) / (2 * derivative); curve < .5 {
			step /= 1 - curve
		}
		if miss > 0 {
			high[i] = z
		} else {
			low[i] = z
		}
		z -= step
		if !(step <= lastStep && step >= -lastStep) {
			if !(z > low[i] && z < high[i]) {
				z = .5 * (low[i] + high[i])
			}
			active[left] = i
			left++
		}
		zs[i] = z
	}
	return left
}

// grow sets e = exp(1.702 z) of the active points.
func (s *directions) grow(z []float64, active []int) {
	t := s.t[:len(active)]
	for k, i := range active {
		t[k] = z[i]
	}
	growths(t, t)
	numeric.ExpSlice(t, t)
	for k, i := range active {
		s.e[i] = t[k]
	}
}

// growths sets t = 1.702 z, bounded.
func growths(t, z []float64) {
	for i, v := range z {
		v *= logisticScale
		if v > farthest {
			v = farthest
		}
		if v < -farthest {
			v = -farthest
		}
		t[i] = v
	}
}

// guess writes a first z of solve, and exp(1.702 z) to e: near the middle it inverts the logistic function,
// whose argument the slope shrinks, outside the interval the slope.
func (s *directions) guess(z []float64) {
	n := s.n
	s.middles(s.e[:n], s.t[:n])
	numeric.LogSlice(z, s.e[:n])
	for i := range z {
		z[i] /= logisticScale
	}
	far := s.far(s.active[:0])
	rim, rest, e := s.low[:len(far)], s.high[:len(far)], s.spare[:len(far)]
	for k, i := range far {
		if rim[k] = s.a[i]; s.t[i] > 0 {
			rim[k] = s.b[i]
		}
		rest[k] = -rim[k]
	}
	numeric.LogSlice(rim, rim)
	numeric.Log1pSlice(rest, rest)
	for k, i := range far {
		e[k] = (s.theta[0][i] - (rim[k] - rest[k])) / s.slope[i]
		switch {
		case s.t[i] > 0 && !(e[k] > outside):
			e[k] = outside
		case s.t[i] < 0 && !(e[k] < -outside):
			e[k] = -outside
		}
		z[i] = e[k]
	}
	growths(e, e)
	numeric.ExpSlice(e, e)
	for k, i := range far {
		s.e[i] = e[k]
	}
}

// far appends the points whose tau is not inside.
func (s *directions) far(points []int) []int {
	for i, y := range s.t[:s.n] {
		if y > inside || y < -inside {
			points = append(points, i)
		}
	}
	return points
}

// middles sets e = (.5 + y)/(.5 - y), 1 where y is not inside, where y is tau's place in the window as the logistic
// function sees it.
//
//go:noinline
func (s *directions) middles(e, ys []float64) {
	as, bs, slopes, taus := s.a, s.b, s.slope, s.tau
	for i := range e {
		middle, width := .5*(as[i]+bs[i]), bs[i]-as[i]
		tail := float64(slopes[i]*middle*(1-middle)) / width
		y := (taus[i] - middle) / width * (.25 * logisticScale / (.25*logisticScale + tail))
		ys[i], e[i] = y, 1
		if y >= -inside && y <= inside {
			e[i] = (.5 + y) / (.5 - y)
		}
	}
}
