// The measurement of an evidence by one fresh round from a frozen mixture, and what it says of states
// found elsewhere.

package evidence

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/diagnostics"
	"dcctree/core/numeric"
)

const (
	// replicates is the number of independent stratified parts of a final round.
	replicates = 10
	// varianceKHat is the k-hat below which weights have a finite variance that a sample shows.
	varianceKHat = 0.5
)

// Measurement is one fresh round of n draws from a frozen mixture and the evidence by it.
type Measurement struct {
	// Points are the draws, n x d row-major, unconstrained: ten replicates of n/10 draws each, every one
	// in the order of components, scales and prior.
	Points []float64
	// LogWeights are log target - LogMixture, one per point; -Inf where the density vanishes.
	LogWeights []float64
	// LogMixture is log sum_j (n_j/n) q_j(x) with the n_j draws actually made from part j of the mixture.
	LogMixture []float64
	// LogZ is the log of the mean weight; -Inf when all are zero.
	LogZ float64
	// Error is the standard error of LogZ, in nats, as the relative one of the mean weight: 0 when exact
	// (no parameters), +Inf when all weights are zero.
	Error float64
	// Replicates is 10 where Error is that of ten replicate means, so that (LogZ - truth)/Error follows
	// Student's t with 9 degrees of freedom; 0 where it comes from the variance of the weights within the
	// parts of the mixture, which is done for k-hat below 0.5 only, and (LogZ - truth)/Error is normal.
	Replicates int
	// Exact: there are no parameters, and LogZ is the density itself.
	Exact bool
	// KHat is the Pareto k-hat of the weights, see diagnostics.ParetoK, NaN where LogZ is exact; LogZ can be relied
	// on up to KHatLimit.
	KHat, KHatLimit float64
	// EffectiveNumber is Kish's effective number of weights.
	EffectiveNumber float64
	// Invalid counts the points with log density NaN or +Inf, whose weight is zero.
	Invalid int
	// Evaluations counts the evaluations of the target: the number of points.
	Evaluations int
	// Counts are the draws that each replicate made from each part of the mixture: component by component
	// all scales, then the prior.
	Counts []int
}

// Reliable reports whether LogZ is exact, or k-hat known and within its limit.
func (r Measurement) Reliable() bool { return r.Exact || r.KHat <= r.KHatLimit }

// Final draws n points from the frozen mixture, stratified over its parts, and returns the evidence of
// the target by deterministic mixture weights (Owen and Zhou 2000; Elvira, Martino, Luengo and Bugallo
// 2019, estimator N3's stratified form): unbiased in Z whatever the mixture, because no draw shaped it.
// n is raised to a multiple of ten that gives each replicate one draw from each part. With Dim 0 the
// only weight is the density itself, exact. It panics on an invalid mixture and for n < 1.
func Final(target Target, m Mixture, n int, rng *rand.Rand) Measurement {
	if n < 1 {
		panic("evidence: Final: n is not positive")
	}
	if target.Dim() == 0 {
		return exactMeasurement(target)
	}
	counts := Allocate(m.shares(), (n+replicates-1)/replicates, 1)
	r := m.round(target, counts, replicates, rng)
	r.judge()
	r.measure()
	return r
}

// Replicates is how many independent stratified parts a measurement has.
const Replicates = replicates

// Weigh is Final for points that were drawn and weighed elsewhere: ten replicates, one after the other, each of
// counts[j] points of stratum j in turn, with their log weights by all strata in proportion to the counts. It panics
// where the lengths do not fit.
func Weigh(points, logWeights []float64, counts []int) Measurement {
	per := 0
	for _, c := range counts {
		per += c
	}
	if per == 0 || len(logWeights) != replicates*per {
		panic("evidence: Weigh: the counts do not fit the weights")
	}
	r := Measurement{Points: points, LogWeights: logWeights, Evaluations: len(logWeights), Counts: counts}
	r.judge()
	r.measure()
	return r
}

func exactMeasurement(target Target) Measurement {
	var b Batch
	logZ := b.logDensity(target, nil)
	r := Measurement{LogWeights: []float64{logZ}, LogMixture: []float64{0}, LogZ: logZ, Exact: true,
		KHat: math.NaN(), EffectiveNumber: 1, Invalid: b.Invalid, Evaluations: 1}
	if math.IsInf(logZ, -1) {
		r.Exact, r.Error, r.EffectiveNumber = false, math.Inf(1), 0
	}
	return r
}

// Excess returns by how many nats the log weight of the state x, found by another route, exceeds the
// largest of the round made from m: above 0 the mixture under-covers the state, which should become a
// component (AddComponent) before the target is measured again. -Inf where the target's density is
// zero or NaN. It panics when m is not the mixture of the round.
func (r Measurement) Excess(target Target, m Mixture, x []float64) float64 {
	if len(x) == 0 {
		return 0 // the only state there is
	}
	if len(r.Counts) != len(m.shares()) {
		panic("evidence: Excess: not the mixture of the round")
	}
	var b Batch
	v := b.logDensity(target, x)
	if math.IsInf(v, -1) {
		return v
	}
	return v - m.density(proportions(r.Counts)).at(x) - slices.Max(r.LogWeights)
}

func proportions(counts []int) []float64 {
	total := 0
	for _, c := range counts {
		total += c
	}
	p := make([]float64, len(counts))
	for j, c := range counts {
		p[j] = float64(c) / float64(total)
	}
	return p
}

// round draws counts[j] points from stratum j, repeated, and weighs them all by the mixture with the
// shares of counts.
func (m Mixture) round(target Target, counts []int, repeats int, rng *rand.Rand) Measurement {
	d := target.Dim()
	if len(m.Components) > 0 && len(m.Components[0].Mean) != d {
		panic("evidence: Mixture: dimension differs from the target's")
	}
	per := 0
	for _, c := range counts {
		per += c
	}
	n := per * repeats
	r := Measurement{Points: make([]float64, n*d), LogWeights: make([]float64, n), LogMixture: make([]float64, n),
		Evaluations: n, Counts: counts}
	var b Batch
	i := 0
	for range repeats {
		for j, c := range counts {
			for range c {
				m.sampleStratum(r.Points[i*d:(i+1)*d], j, rng)
				i++
			}
		}
	}
	m.density(proportions(counts)).all(r.LogMixture, r.Points, nil)
	for i, q := range r.LogMixture {
		r.LogWeights[i] = b.logDensity(target, r.Points[i*d:(i+1)*d]) - q
	}
	r.Invalid = b.Invalid
	return r
}

// judge sets k-hat, its limit and the effective number.
func (r *Measurement) judge() {
	r.KHat = diagnostics.ParetoK(r.LogWeights)
	r.KHatLimit = diagnostics.ParetoKLimit(len(r.LogWeights))
	r.EffectiveNumber = effectiveNumber(r.LogWeights)
}

// effectiveNumber returns Kish's effective number of weights; 0 when all are zero.
func effectiveNumber(logWeights []float64) float64 {
	top := slices.Max(logWeights)
	if math.IsInf(top, -1) {
		return 0
	}
	var sum, square float64
	for _, v := range logWeights {
		w := numeric.Exp(v - top)
		sum += w
		square += float64(w * w)
	}
	return sum * sum / square
}

// measure sets LogZ and its error.
func (r *Measurement) measure() {
	n := float64(len(r.LogWeights))
	r.LogZ = numeric.LogSumExp(r.LogWeights) - numeric.Log(n)
	r.Error = math.Inf(1)
	if math.IsInf(r.LogZ, -1) {
		return
	}
	within, between := r.variances()
	if r.KHat < varianceKHat {
		r.Error = math.Sqrt(within)
		return
	}
	r.Error, r.Replicates = math.Sqrt(between), replicates
}

// variances returns the squared relative standard error of the mean weight in two ways: by the
// variance within the strata, sum_j n_j s_j^2 / n^2, and by that between the replicates' means.
func (r *Measurement) variances() (within, between float64) {
	strata := make([]numeric.Moments, len(r.Counts))
	var means numeric.Moments
	i := 0
	for range replicates {
		var mean numeric.Moments
		for j, c := range r.Counts {
			for range c {
				w := numeric.Exp(r.LogWeights[i] - r.LogZ)
				strata[j].Add(w)
				mean.Add(w)
				i++
			}
		}
		means.Add(mean.Mean())
	}
	n := float64(i)
	for j := range strata {
		within += strata[j].Variance() * float64(strata[j].N()) / n / n
	}
	return within, means.Variance() / replicates
}
