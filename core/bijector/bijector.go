// Package bijector maps constrained parameters to the real line and back: logit for thresholds,
// stick-breaking for simplexes, log for scales, each with its log Jacobian and its gradient
// pull-back (paper, section "Marginal Likelihood Calculation", change of variables; transforms as
// in the Stan reference manual).
package bijector

import (
	"math"

	"dcctree/core/numeric"
)

// Unit maps unconstrained u to tau in (0, 1) by the logistic function.
// logJacobian is log |d tau / d u| = log tau + log(1 - tau).
func Unit(u float64) (tau, logJacobian float64) {
	tau, _, logTau, logRest := numeric.Logistics(u)
	return tau, logTau + logRest
}

// UnitPullBack returns d/du of f(tau(u)) + logJacobian(u), given df/dtau.
func UnitPullBack(u, dTau float64) float64 {
	tau, rest := bothSides(u)
	return float64(dTau*tau*rest) + rest - tau
}

// bothSides returns logistic(u) and logistic(-u).
func bothSides(u float64) (up, down float64) {
	e := numeric.Exp(-math.Abs(u))
	large, small := 1/(1+e), e/(1+e)
	if u < 0 {
		return small, large
	}
	return large, small
}

// UnitInverse maps tau in (0, 1) to u.
func UnitInverse(tau float64) float64 { return numeric.Log(tau) - numeric.Log1p(-tau) }

// Simplex maps d (K-1 unconstrained values) to the K-simplex delta by stick-breaking, with d = 0
// mapped to (1/K, ..., 1/K), and returns the log Jacobian
// sum_k log s_k + log z_k + log(1 - z_k), where s_k is what is left of the stick before break k
// and z_k the share broken off. K = 1 gives delta = (1) and 0. It panics when the lengths do not fit.
func Simplex(delta, d []float64) (logJacobian float64) {
	checkSimplex(delta, d)
	rest, logRest := 1.0, 0.0
	for k, v := range d {
		z, keep, logZ, logKeep := numeric.Logistics(v - logWhole(len(d)-k))
		logJacobian += logRest + logZ + logKeep
		delta[k] = rest * z
		rest *= keep
		logRest += logKeep
	}
	delta[len(d)] = rest
	return logJacobian
}

// Simplexes is Simplex of many points with the same bits: column k of delta (K columns) and of d (K-1) holds the
// k-th value of every point, and may go on beyond the points, whose number is the length of logJacobian. It sets that,
// too, and needs scratch of four times its length. It panics when the lengths do not fit.
func Simplexes(logJacobian []float64, delta, d [][]float64, scratch []float64) {
	if len(delta) != len(d)+1 || len(scratch) < 4*len(logJacobian) {
		panic("bijector: Simplexes: a length does not fit")
	}
	n := len(logJacobian)
	x, e, log, logRest := scratch[:n], scratch[n:2*n], scratch[2*n:3*n], scratch[3*n:4*n]
	rest := delta[len(d)][:n]
	for i := range rest {
		logJacobian[i], logRest[i], rest[i] = 0, 0, 1
	}
	for k, v := range d {
		shift(x, e, v[:n], logWhole(len(d)-k))
		numeric.ExpSlice(e, e)
		numeric.Log1pSlice(log, e)
		breakOff(logJacobian, logRest, delta[k][:n], rest, x, e, log)
	}
}

// shift sets x = v - by and e = -|x|.
func shift(x, e, v []float64, by float64) {
	for i, u := range v {
		u -= by
		x[i], e[i] = u, -math.Abs(u)
	}
}

// breakOff takes logistic(x) of the rest of every stick, given e = exp(-|x|) and log(1 + e).
func breakOff(logJacobian, logRest, delta, rest, x, e, log []float64) {
	for i, v := range x {
		large, small := 1/(1+e[i]), e[i]/(1+e[i])
		z, keep, logZ, logKeep := large, small, -log[i], -v-log[i]
		if v < 0 {
			z, keep, logZ, logKeep = small, large, v-log[i], -log[i]
		}
		logJacobian[i] += logRest[i] + logZ + logKeep
		delta[i] = rest[i] * z
		rest[i] *= keep
		logRest[i] += logKeep
	}
}

// SimplexPullBack sets grad (K-1 values) to d/dd of f(delta(d)) + logJacobian(d), given df/ddelta
// (K values). It panics when the lengths do not fit.
func SimplexPullBack(grad, d, dDelta []float64) {
	checkSimplex(dDelta, d)
	if len(grad) != len(d) {
		panic("bijector: SimplexPullBack: grad and d differ in length")
	}
	k := len(d)
	// Forward: grad borrows the place of the stick's rest s_k.
	rest := 1.0
	for i, v := range d {
		grad[i] = rest
		rest *= numeric.Logistic(logWhole(k-i) - v)
	}
	// Backward: adjoint is df/ds_{k+1}.
	adjoint := dDelta[k]
	for i := k - 1; i >= 0; i-- {
		z, keep := bothSides(d[i] - logWhole(k-i))
		dz := float64(grad[i] * (dDelta[i] - adjoint))
		adjoint = float64(z*dDelta[i]) + float64(keep*adjoint)
		grad[i] = float64(dz*z*keep) + keep - float64(z*float64(k-i))
	}
}

// SimplexInverse sets d (K-1 values) so that Simplex maps it to delta (K positive values that sum to 1).
func SimplexInverse(d, delta []float64) {
	checkSimplex(delta, d)
	// Sums from the end keep precision where the first entries take almost the whole stick.
	rest := delta[len(d)]
	for i := len(d) - 1; i >= 0; i-- {
		d[i] = numeric.Log(delta[i]) - numeric.Log(rest) + logWhole(len(d)-i)
		rest += delta[i]
	}
}

// logs holds the logarithms of the first whole numbers; that of 0 is not used.
var logs = func() (t [32]float64) {
	for k := range t {
		t[k] = numeric.Log(float64(k))
	}
	return t
}()

// logWhole returns log k.
func logWhole(k int) float64 {
	if k < len(logs) {
		return logs[k]
	}
	return numeric.Log(float64(k))
}

func checkSimplex(delta, d []float64) {
	if len(delta) != len(d)+1 {
		panic("bijector: simplex needs one value more than its unconstrained form")
	}
}

// Positive maps unconstrained v to sigma = exp(v) with log Jacobian v.
func Positive(v float64) (sigma, logJacobian float64) { return numeric.Exp(v), v }
