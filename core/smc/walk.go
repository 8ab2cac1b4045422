// Waste-free tempered sequential Monte Carlo without gradients.

package smc

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/evidence"
	"dcctree/core/numeric"
)

// WalkSettings of a run of Walk. The zero value is not valid: start from DefaultWalk.
type WalkSettings struct {
	// Ancestors is the number of particles that go on from each temperature, >= 2. Default 100.
	Ancestors int
	// Steps is the number of moves that each makes there, >= 1; all states met are particles. Default 20.
	Steps int
	// EffectiveShare is the effective share of the particles that a step of b leaves, in (0,1). Default 0.5.
	EffectiveShare float64
	// MaxTemperatures bounds the number of values of b, >= 1. Default 60.
	MaxTemperatures int
	// TargetAccept is the rate of acceptance that the length of a move is led to, in (0,1). Default 0.25.
	TargetAccept float64
	// Blocks are half-open ranges of coordinates that the target lets move on their own, such as those of one
	// split; nil for none. They are to be of scale 1 about 0 in the reference. Where there are some, BlockShare of
	// the moves change one of them, or one coordinate of it, alone.
	Blocks [][2]int
}

// DefaultWalk returns the defaults stated at the fields.
func DefaultWalk() WalkSettings {
	return WalkSettings{Ancestors: 100, Steps: 20, EffectiveShare: .5, MaxTemperatures: 60, TargetAccept: .25}
}

// Validate returns an error that names the first field outside its range.
func (s WalkSettings) Validate() error {
	for _, c := range []struct {
		ok   bool
		name string
		want string
	}{
		{s.Ancestors >= 2, "Ancestors", "at least 2"},
		{s.Steps >= 1, "Steps", "at least 1"},
		{s.EffectiveShare > 0 && s.EffectiveShare < 1, "EffectiveShare", "in (0,1)"},
		{s.MaxTemperatures >= 1, "MaxTemperatures", "at least 1"},
		{s.TargetAccept > 0 && s.TargetAccept < 1, "TargetAccept", "in (0,1)"},
		{!slices.ContainsFunc(s.Blocks, func(b [2]int) bool { return b[0] < 0 || b[1] <= b[0] }), "Blocks",
			"ranges of coordinates"},
	} {
		if !c.ok {
			return fmt.Errorf("smc: setting %s must be %s", c.name, c.want)
		}
	}
	return nil
}

const (
	walkDF       = 10 // degrees of freedom of the Student-t that moves leave as it is
	walkGain     = .03
	firstReach   = .5
	longestReach = .999
	leastSpread  = 1e-6 // added to every variance

	// BlockShare of the moves are of a block where there are some, SingleShare of these of one coordinate alone.
	BlockShare  = .6
	SingleShare = .3
	leastReach  = 5 // nats below 1: the reach of a block's move is exp(-leastReach U)
)

// walker is a particle of Walk.
type walker struct {
	x          []float64
	logP, logQ float64
	ancestor   int
}

// walk is a run under way.
type walk struct {
	WalkSettings
	target     evidence.Target
	ref        evidence.Prior
	rng        *rand.Rand
	d          int
	b, logZ    float64
	particles  []walker
	weights    []float64
	mean, root []float64 // of the particles at the present temperature
	reach      float64   // share of a move that is fresh, in (0,1)
	u, next    []float64
	result     Result
}

// Walk measures the target from the reference by waste-free sequential Monte Carlo (Dau and Chopin 2022):
// at each temperature Ancestors particles are resampled, each makes Steps moves and all states met are the
// particles that are weighed next. A move is a preconditioned Crank-Nicolson proposal that leaves a Student-t
// fitted to the particles as it is (Grumitt, Karamanis and Seljak 2024), accepted by Metropolis and Hastings'
// rule: it takes no gradient, which is of little use where the density has walls. Evaluations of the target
// are not counted in the result. Temperatures and moves are chosen by the particles themselves, which makes
// LogZ too low, the more so the fewer there are. The error is from lineages, as for Run. It panics on invalid
// settings and without coordinates.
func Walk(target evidence.Target, ref evidence.Prior, s WalkSettings, rng *rand.Rand) Result {
	if s.Validate() != nil || target.Dim() == 0 {
		panic("smc: Walk: invalid settings or no coordinates")
	}
	for _, b := range s.Blocks {
		if b[1] > target.Dim() {
			panic("smc: Walk: a block beyond the coordinates")
		}
	}
	d, n := target.Dim(), s.Ancestors*s.Steps
	w := &walk{WalkSettings: s, target: target, ref: ref, rng: rng, d: d, weights: make([]float64, n),
		reach: firstReach, u: make([]float64, d), next: make([]float64, d), particles: make([]walker, n)}
	w.result.LeastEffective, w.result.Error = 1, math.Inf(1)
	for i := range w.particles {
		x := make([]float64, d)
		ref.Sample(x, rng)
		w.particles[i] = walker{x, w.density(x), ref.LogDensity(x), i}
	}
	for w.b < 1 && w.step() {
		w.move()
	}
	return w.finish()
}

// density evaluates the target and makes what is no number -Inf.
func (w *walk) density(x []float64) float64 {
	v := w.target.LogDensity(x)
	if math.IsNaN(v) || math.IsInf(v, 1) {
		w.result.Invalid++
		return math.Inf(-1)
	}
	return v
}

// weigh sets the weights of a step of b and returns the log of their mean before that, and their effective share.
func (w *walk) weigh(step float64) (logMean, share float64) {
	for i, p := range w.particles {
		w.weights[i] = math.Inf(-1)
		if !math.IsInf(p.logP, -1) {
			w.weights[i] = step * (p.logP - p.logQ)
		}
	}
	total, n := numeric.LogSumExp(w.weights), float64(len(w.weights))
	for i, v := range w.weights {
		w.weights[i] = numeric.Exp(v - total)
	}
	return total - numeric.Log(n), 1 / (n * numeric.Dot(w.weights, w.weights))
}

// step goes to the next temperature and reports whether any weight is positive.
func (w *walk) step() bool {
	if !slices.ContainsFunc(w.particles, func(p walker) bool { return !math.IsInf(p.logP, -1) }) {
		w.logZ = math.Inf(-1)
		return false
	}
	next := 1.0
	if _, share := w.weigh(1 - w.b); share < w.EffectiveShare && len(w.result.Temperatures) < w.MaxTemperatures-1 {
		low, high := w.b, 1.0
		for range 60 {
			middle := .5 * (low + high)
			if _, share := w.weigh(middle - w.b); share >= w.EffectiveShare {
				low = middle
			} else {
				high = middle
			}
		}
		next = high
	}
	logMean, share := w.weigh(next - w.b)
	w.logZ += logMean
	w.b = next
	w.result.LeastEffective = math.Min(w.result.LeastEffective, share)
	w.result.Temperatures = append(w.result.Temperatures, next)
	if next == 1 {
		w.result.Error = lineageError(w.weights, func(i int) int { return w.particles[i].ancestor })
	}
	return true
}

// fit sets mean and root by the weighted particles, correlations shrunk by dimensions per effective particle.
func (w *walk) fit() {
	d := w.d
	w.mean = make([]float64, d)
	for i, p := range w.particles {
		for j, v := range p.x {
			w.mean[j] += float64(w.weights[i] * v)
		}
	}
	covariance := make([]float64, d*d)
	for i, p := range w.particles {
		if w.weights[i] == 0 {
			continue
		}
		for j := range d {
			e := w.weights[i] * (p.x[j] - w.mean[j])
			for k := range j + 1 {
				covariance[j*d+k] += float64(e * (p.x[k] - w.mean[k]))
			}
		}
	}
	keep := math.Max(0, 1-float64(d)*numeric.Dot(w.weights, w.weights))
	for j := range d {
		for k := range j {
			covariance[j*d+k] *= keep
			covariance[k*d+j] = covariance[j*d+k]
		}
		covariance[j*d+j] += leastSpread
	}
	if !numeric.Cholesky(covariance, covariance, d) {
		panic("smc: Walk: particles are not finite")
	}
	w.root = covariance
}

// move resamples and lets every ancestor walk.
func (w *walk) move() {
	w.fit()
	fresh := make([]walker, 0, len(w.particles))
	from, sum, u := 0, w.weights[0], w.rng.Float64()
	accept, whole := 0.0, 0.0
	for i := range w.Ancestors {
		for at := (float64(i) + u) / float64(w.Ancestors); sum <= at && from < len(w.weights)-1; {
			from++
			sum += w.weights[from]
		}
		for w.weights[from] == 0 {
			from--
		}
		p := w.particles[from]
		for range w.Steps {
			if len(w.Blocks) > 0 && w.rng.Float64() < BlockShare {
				w.proposeBlock(&p)
			} else {
				accept += w.propose(&p)
				whole++
			}
			fresh = append(fresh, p)
		}
	}
	w.result.AcceptStat, w.result.StepSize = accept/math.Max(1, whole), w.reach
	w.particles = fresh
}

// propose makes one move of the particle and returns its probability of acceptance.
func (w *walk) propose(p *walker) float64 {
	before := w.distance(p.x)
	var chi float64
	for range w.d + walkDF {
		z := w.rng.NormFloat64()
		chi += float64(z * z)
	}
	spread := w.reach * math.Sqrt((walkDF+before)/chi)
	stay := math.Sqrt(1 - float64(w.reach*w.reach))
	for j := range w.next {
		w.next[j] = w.rng.NormFloat64()
	}
	numeric.MulLower(w.next, w.root, w.next, w.d)
	for j, m := range w.mean {
		w.next[j] = m + float64(stay*(p.x[j]-m)) + float64(spread*w.next[j])
	}
	there := walker{logP: w.density(w.next), logQ: w.ref.LogDensity(w.next), ancestor: p.ancestor}
	rise := float64(w.b*(there.logP-p.logP)) + float64((1-w.b)*(there.logQ-p.logQ)) + w.logT(before) -
		w.logT(w.distance(w.next))
	accept := numeric.Exp(math.Min(0, rise))
	if math.IsNaN(accept) {
		accept = 0
	}
	if w.rng.Float64() < accept {
		there.x = slices.Clone(w.next)
		*p = there
	}
	w.reach = math.Min(longestReach, w.reach*numeric.Exp(walkGain*(accept-w.TargetAccept)))
	return accept
}

// proposeBlock makes one move of a block, or of one coordinate of it, that leaves the standard normal distribution as
// it is, its reach of a random order of magnitude: what rows tell nothing of moves far, a threshold between two
// rows little. Where a split may use one input or another this is what takes it from one to the other.
func (w *walk) proposeBlock(p *walker) {
	block := w.Blocks[w.rng.IntN(len(w.Blocks))]
	from, to := block[0], block[1]
	if w.rng.Float64() < SingleShare {
		from += w.rng.IntN(to - from)
		to = from + 1
	}
	reach := numeric.Exp(-float64(leastReach * w.rng.Float64()))
	stay := math.Sqrt(1 - float64(reach*reach))
	copy(w.next, p.x)
	var logNormal float64 // of the state before over that after
	for j := from; j < to; j++ {
		v := float64(stay*p.x[j]) + float64(reach*w.rng.NormFloat64())
		logNormal += .5 * (float64(v*v) - float64(p.x[j]*p.x[j]))
		w.next[j] = v
	}
	there := walker{logP: w.density(w.next), logQ: w.ref.LogDensity(w.next), ancestor: p.ancestor}
	rise := float64(w.b*(there.logP-p.logP)) + float64((1-w.b)*(there.logQ-p.logQ)) + logNormal
	if w.rng.Float64() < numeric.Exp(math.Min(0, rise)) {
		there.x = slices.Clone(w.next)
		*p = there
	}
}

// distance returns the squared distance from the mean in units of the root.
func (w *walk) distance(x []float64) float64 {
	for j, m := range w.mean {
		w.u[j] = x[j] - m
	}
	numeric.SolveLower(w.u, w.root, w.u, w.d)
	return numeric.Dot(w.u, w.u)
}

// logT is the log of the Student-t density at a squared distance, but for its normalizer.
func (w *walk) logT(square float64) float64 {
	return -float64(.5 * float64(walkDF+w.d) * numeric.Log1p(square/walkDF))
}

func (w *walk) finish() Result {
	r := w.result
	r.LogZ = w.logZ
	if math.IsInf(r.LogZ, -1) {
		r.Error, r.LeastEffective = math.Inf(1), 0
		return r
	}
	seen := map[int]struct{}{}
	for _, p := range w.particles {
		seen[p.ancestor] = struct{}{}
		r.Particles = append(r.Particles, p.x...)
		r.LogWeights = append(r.LogWeights, r.LogZ)
	}
	r.Families = len(seen)
	return r
}
