// The streaming estimate of the log marginal likelihood, its error and the health of its weights.

package evidence

import (
	"math"
	"slices"

	"dcctree/core/diagnostics"
	"dcctree/core/numeric"
)

// LargestKept bounds the largest weights kept for k-hat: enough for the exact tail length 3 sqrt(n)
// up to n = 1.8 million weights; beyond that the tail is the 4095 largest.
const LargestKept = 4096

// minChains is the number of chains from which on the variance between them is trusted.
const minChains = 4

// Estimate is the running estimate of the evidence of one topology from batches of log weights,
// one batch per chain and visit. The zero value is empty. Sums are kept relative to the largest
// weight so far, so that log weights of any size neither overflow nor cancel.
type Estimate struct {
	n       int
	scale   float64 // log of the unit in which mean, m2 and chains are kept: the largest log weight
	mean    float64 // of the weights
	m2      float64 // sum of squared deviations of the weights from mean
	chains  []chainMean
	logs    numeric.Moments // of the finite log weights
	largest minHeap
	limit   int      // how many of the largest are kept after Trim; 0 = LargestKept
	frozen  *float64 // k-hat as it was, after Freeze
	exact   bool
}

// chainMean is the mean weight of one chain over all its visits.
type chainMean struct{ n, mean float64 }

// AddBatch adds the log weights of a chain of its own: see AddChainBatch.
func (e *Estimate) AddBatch(logWeights []float64) { e.AddChainBatch(len(e.chains), logWeights) }

// AddChainBatch adds the log weights of one chain (numbered from 0) and visit: the paper's update of
// log Z-hat. A log weight that is NaN or +Inf counts as -Inf: it adds nothing but counts in N. It
// panics when chain is negative.
func (e *Estimate) AddChainBatch(chain int, logWeights []float64) {
	if chain < 0 {
		panic("evidence: AddChainBatch: negative chain")
	}
	if len(logWeights) == 0 {
		return
	}
	for _, v := range logWeights {
		e.remember(usable(v))
	}
	var batch Estimate // of this batch, in the same unit
	for _, v := range logWeights {
		batch.addWeight(e.relative(usable(v)))
	}
	for len(e.chains) <= chain {
		e.chains = append(e.chains, chainMean{})
	}
	e.chains[chain].add(float64(batch.n), batch.mean)
	e.merge(batch)
}

// AddExact adds a batch of one log weight that is the evidence itself, without error: a model
// without parameters.
func (e *Estimate) AddExact(logEvidence float64) {
	e.AddBatch([]float64{logEvidence})
	e.exact = true
}

func usable(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 1) {
		return math.Inf(-1)
	}
	return v
}

// remember takes the log weight into the tail and the moments of the logs, and changes the unit
// when it is the largest so far.
func (e *Estimate) remember(v float64) {
	if len(e.largest) == 0 || v > e.MaxLogWeight() {
		e.rescale(v)
	}
	e.largest.keep(v, e.most())
	if !math.IsInf(v, -1) {
		e.logs.Add(v)
	}
}

// rescale expresses all sums in the unit exp(scale).
func (e *Estimate) rescale(scale float64) {
	if e.n > 0 && e.mean > 0 {
		f := numeric.Exp(e.scale - scale)
		e.mean *= f
		e.m2 *= f * f
		for j := range e.chains {
			e.chains[j].mean *= f
		}
	}
	e.scale = scale
}

// relative returns exp(v) in the current unit.
func (e *Estimate) relative(v float64) float64 {
	if math.IsInf(v, -1) {
		return 0
	}
	return numeric.Exp(v - e.scale)
}

// addWeight adds one weight in the current unit (Welford 1962).
func (e *Estimate) addWeight(w float64) {
	e.n++
	d := w - e.mean
	e.mean += d / float64(e.n)
	e.m2 += float64(d * (w - e.mean))
}

// merge adds the moments of b, in the same unit (Chan, Golub and LeVeque 1979).
func (e *Estimate) merge(b Estimate) {
	n := float64(e.n + b.n)
	share := float64(b.n) / n
	d := b.mean - e.mean
	e.mean += float64(d * share)
	e.m2 += b.m2 + float64(d*d*share*float64(e.n))
	e.n += b.n
}

func (c *chainMean) add(n, mean float64) {
	c.n += n
	c.mean += float64((mean - c.mean) * n / c.n)
}

// N returns the number of weights.
func (e *Estimate) N() int { return e.n }

// Chains returns the number of chains that gave weights.
func (e *Estimate) Chains() (count int) {
	for _, c := range e.chains {
		if c.n > 0 {
			count++
		}
	}
	return count
}

// LogZ returns log of the mean weight, the log marginal likelihood; -Inf when all weights are zero,
// NaN when there are none.
func (e *Estimate) LogZ() float64 {
	if e.n == 0 {
		return math.NaN()
	}
	return e.log(e.mean, 1)
}

// log returns the logarithm of x given in the power-th power of the current unit.
func (e *Estimate) log(x, power float64) float64 {
	if x <= 0 {
		return math.Inf(-1)
	}
	return float64(power*e.scale) + numeric.Log(x)
}

// LogVariance returns the paper's log sigma_m^2: the log of the mean squared deviation (divisor N)
// of the weights from their mean; -Inf when all are equal, NaN when there are none.
func (e *Estimate) LogVariance() float64 {
	if e.n == 0 {
		return math.NaN()
	}
	return e.log(e.m2/float64(e.n), 2)
}

// LogError returns the standard error of LogZ, in nats, as the relative standard error of the mean
// weight (delta method): sqrt of the weights' variance over N, and from four chains on at least the
// error by the variance between the chains' means, which also sees that the weights of one chain
// resemble each other: chains that sit in different modes stay there, and more visits do not make
// their mean any better known. It is 0 after AddExact, +Inf while nothing is known: fewer than two
// weights or all zero. It cannot see a mode that no chain has found, and when k-hat exceeds its limit
// it is itself unreliable.
func (e *Estimate) LogError() float64 {
	switch {
	case e.exact:
		return 0
	case e.n < 2 || !(e.mean > 0):
		return math.Inf(1)
	}
	n := float64(e.n)
	variance := e.m2 / (n - 1) / n
	if e.Chains() >= minChains {
		variance = math.Max(variance, e.betweenChains())
	}
	return math.Sqrt(variance) / e.mean
}

// betweenChains returns the variance of the mean weight by the spread of the chains' means, each
// weighted by its size.
func (e *Estimate) betweenChains() float64 {
	var spread float64
	for _, c := range e.chains {
		d := float64(c.n * (c.mean - e.mean))
		spread += float64(d * d)
	}
	n, b := float64(e.n), float64(e.Chains())
	return b / (b - 1) * spread / n / n
}

// MaxLogWeight returns the largest log weight; -Inf when there are none.
func (e *Estimate) MaxLogWeight() float64 {
	if len(e.largest) == 0 && e.frozen == nil {
		return math.Inf(-1)
	}
	return e.scale
}

// MeanLogWeight returns the mean of the log weights that are finite; NaN when there are none.
func (e *Estimate) MeanLogWeight() float64 {
	if e.logs.N() == 0 {
		return math.NaN()
	}
	return e.logs.Mean()
}

// VarLogWeight returns the variance (divisor one less than their number) of the log weights that
// are finite; NaN below two.
func (e *Estimate) VarLogWeight() float64 { return e.logs.Variance() }

// EffectiveNumber returns Kish's effective number of weights, (sum w)^2 / sum w^2, 1 to N; 0 when
// all are zero.
func (e *Estimate) EffectiveNumber() float64 {
	if !(e.mean > 0) {
		return 0
	}
	n := float64(e.n)
	return n * n * e.mean * e.mean / (e.m2 + float64(n*e.mean*e.mean))
}

// KHat returns the Pareto k-hat of the weights, see diagnostics.ParetoK: NaN while too few are
// known, -Inf when the largest weights are all equal.
func (e *Estimate) KHat() float64 {
	if e.frozen != nil {
		return *e.frozen
	}
	top := slices.Clone(e.largest)
	slices.Sort(top)
	m := min(diagnostics.TailLength(e.n)+1, len(top))
	return diagnostics.ParetoKOfLargest(top[len(top)-m:])
}

// Largest returns the largest log weights, at most LargestKept, falling.
func (e *Estimate) Largest() []float64 {
	top := slices.Clone(e.largest)
	slices.Sort(top)
	slices.Reverse(top)
	return top
}

// KHatLimit returns the k-hat up to which LogZ can be relied on, min(0.7, 1 - 1/log10 N).
func (e *Estimate) KHatLimit() float64 { return diagnostics.ParetoKLimit(e.n) }

// minHeap holds the largest values seen as a binary heap, the smallest of them first.
type minHeap []float64

// most is how many of the largest weights are kept.
func (e *Estimate) most() int {
	if e.limit > 0 {
		return e.limit
	}
	return LargestKept
}

// Held returns how many of the largest weights are kept, in numbers of 8 bytes.
func (e *Estimate) Held() int { return len(e.largest) }

// Trim keeps no more of the largest weights than k-hat needs until there are four times as many weights; from there
// on it is fitted to a shorter tail than the rule's. Without weights it does nothing.
func (e *Estimate) Trim() {
	limit := 2 * (diagnostics.TailLength(e.n) + 1)
	if e.limit > 0 || e.n == 0 || limit >= len(e.largest) {
		return
	}
	e.limit = limit
	top := slices.Clone(e.largest)
	slices.Sort(top)
	e.largest = slices.Clone(top[len(top)-limit:]) // ascending, hence a heap
}

// Freeze lets the largest weights go and keeps k-hat as it is. No more weights may be added.
func (e *Estimate) Freeze() {
	k := e.KHat()
	e.frozen, e.largest = &k, nil
}

// keep adds v unless so many larger ones are held.
func (h *minHeap) keep(v float64, most int) {
	if len(*h) < most {
		*h = append(*h, v)
		h.rise(len(*h) - 1)
		return
	}
	if v > (*h)[0] {
		(*h)[0] = v
		h.sink()
	}
}

// rise moves the value at i towards the root.
func (h minHeap) rise(i int) {
	for i > 0 && h[i] < h[(i-1)/2] {
		h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
		i = (i - 1) / 2
	}
}

// sink moves the root down.
func (h minHeap) sink() {
	for i := 0; 2*i+1 < len(h); {
		child := 2*i + 1
		if child+1 < len(h) && h[child+1] < h[child] {
			child++
		}
		if h[i] <= h[child] {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}
