// The particles: weighing, resampling, moving.

package smc

import (
	"math"
	"math/rand/v2"

	"dcctree/core/hmc"
	"dcctree/core/numeric"
)

// level is a temperature and how the particles are moved there.
type level struct {
	b          float64
	covariance []float64 // the metric, d x d row-major
	stepSize   float64
}

// cloud is a run under way.
type cloud struct {
	Settings
	path           path
	rng            *rand.Rand
	beat           func()
	plan           []level // the levels to take; nil to choose them on the way
	levels         []level // those taken
	particles      []state
	spare          []state
	weights        []float64 // normalized, of the last step
	increments     []float64 // log p - log q per particle
	metric         metric
	stepSize       float64
	accept         float64
	leastEffective float64
	logZ           float64
	logError       float64
	divergences    int
}

func newCloud(target hmc.LogDensity, ref Reference, s Settings, plan []level, rng *rand.Rand, beat func()) *cloud {
	d, n := target.Dim(), s.Particles
	c := &cloud{Settings: s, path: path{target: target, ref: ref, trail: newStates(1<<s.MaxDoublings-1, d)},
		rng: rng, beat: beat, plan: plan, particles: newStates(n, d), spare: newStates(n, d),
		weights: make([]float64, n), increments: make([]float64, n), metric: newMetric(ref, d),
		stepSize: firstStepSize(d), leastEffective: 1, logError: math.Inf(1)}
	for i := range c.particles {
		p := &c.particles[i]
		p.ancestor = i
		ref.Sample(p.x, rng)
		c.path.evaluate(p)
		if math.IsNaN(p.logP) || math.IsInf(p.logP, 1) {
			p.logP = math.Inf(-1)
			c.path.invalid++
		}
		if c.beat != nil {
			c.beat()
		}
	}
	return c
}

// firstStepSize returns the step size that leads to an acceptance of about 0.8 on a standard normal
// density, which falls as d^(-1/4) (Beskos et al. 2013).
func firstStepSize(d int) float64 { return 1.3 / math.Sqrt(math.Sqrt(float64(d))) }

// run takes the particles to the target.
func (c *cloud) run() {
	for c.b() < 1 && c.step() {
		c.move()
	}
}

// b returns the present temperature.
func (c *cloud) b() float64 { return c.path.b }

// step goes to the next level: it weighs, adds to logZ and resamples. It reports false when all weights
// are zero.
func (c *cloud) step() bool {
	alive := 0.0
	for i := range c.particles {
		c.increments[i] = c.particles[i].logP - c.particles[i].logQ
		if !math.IsInf(c.increments[i], -1) {
			alive++
		}
	}
	if alive == 0 {
		c.logZ = math.Inf(-1)
		return false
	}
	next := c.next(alive)
	n := float64(len(c.particles))
	c.logZ += c.weigh(next.b-c.b()) - numeric.Log(n)
	c.leastEffective = math.Min(c.leastEffective, 1/(n*numeric.Dot(c.weights, c.weights)))
	if next.b == 1 {
		c.logError = c.lineage()
	}
	if c.plan == nil {
		next.covariance = c.metric.learn(c.particles, c.weights)
	}
	c.stepSize = next.stepSize
	c.levels = append(c.levels, next)
	c.path.b = next.b
	c.resample()
	return true
}

// next returns the next level, without a metric where it was not planned.
func (c *cloud) next(alive float64) level {
	switch {
	case c.plan != nil:
		return c.plan[len(c.levels)]
	case len(c.levels) == c.MaxTemperatures-1:
		return level{b: 1, stepSize: c.stepSize}
	}
	return level{b: c.choose(c.EffectiveShare * alive), stepSize: c.stepSize}
}

// choose returns the largest b, up to 1, at which the effective number of the weights is at least enough.
// The particles have equal weights here, so that it is the conditional one as well (Zhou, Johansen and
// Aston 2016).
func (c *cloud) choose(enough float64) float64 {
	now := c.b()
	if c.effective(1-now) >= enough {
		return 1
	}
	low, high := now, 1.0
	for range 60 {
		middle := 0.5 * (low + high)
		if c.effective(middle-now) >= enough {
			low = middle
		} else {
			high = middle
		}
	}
	return high // beyond now even where low is not
}

// effective returns the effective number of the weights of a step of b by delta.
func (c *cloud) effective(delta float64) float64 {
	c.weigh(delta)
	return 1 / numeric.Dot(c.weights, c.weights)
}

// weigh sets the normalized weights of a step of b by delta and returns the log of their sum before that.
func (c *cloud) weigh(delta float64) float64 {
	for i, v := range c.increments {
		c.weights[i] = delta * v
	}
	total := numeric.LogSumExp(c.weights)
	for i, v := range c.weights {
		c.weights[i] = numeric.Exp(v - total)
	}
	return total
}

// resample draws the particles by their weights, systematically: as many copies of each as its weight
// times n, rounded down or up (Douc, Cappé and Moulines 2005).
func (c *cloud) resample() {
	n := len(c.particles)
	u := c.rng.Float64()
	from, sum := 0, c.weights[0]
	for i := range c.spare {
		at := (float64(i) + u) / float64(n)
		for sum <= at && from < n-1 {
			from++
			sum += c.weights[from]
		}
		c.spare[i].set(&c.particles[c.alive(from)])
	}
	c.particles, c.spare = c.spare, c.particles
}

// alive returns from, or where rounding of the sums has led past the last particle with a weight that
// one.
func (c *cloud) alive(from int) int {
	for c.weights[from] == 0 {
		from--
	}
	return from
}

// move makes one transition of every particle.
func (c *cloud) move() {
	chain := c.chain()
	if chain == nil {
		c.divergences += len(c.particles)
		return
	}
	var accept float64
	for i := range c.particles {
		accept += c.moveOne(chain, &c.particles[i])
	}
	c.accept = accept / float64(len(c.particles))
	if c.plan == nil {
		c.levels[len(c.levels)-1].stepSize = c.stepSize
	}
}

// moveOne makes one transition of the particle and returns its acceptance statistic. At a point without
// a finite gradient it stays.
func (c *cloud) moveOne(chain *hmc.Chain, p *state) (accept float64) {
	c.path.resume(p)
	if chain.MoveTo(p.x, c.stepSize) != nil {
		c.divergences++
		return 0
	}
	info := chain.Sample(c.rng)
	if there := c.path.find(chain.Position()); there != nil {
		p.setPoint(there)
	}
	if info.Divergent {
		c.divergences++
	}
	if c.plan == nil {
		c.adaptStep(info.AcceptStat)
	}
	if c.beat != nil {
		c.beat()
	}
	return info.AcceptStat
}

// stepGain is what the log step size moves by per unit of error of the acceptance statistic: about
// twenty particles bring it to a new temperature's level, and it then varies by a few percent.
const stepGain = 0.1

// adaptStep moves the step size by one acceptance statistic, within bounds that only a target on which
// every transition diverges, or none ever could, comes near. It is that of the particles still to
// come, never of the one that gave it.
func (c *cloud) adaptStep(accept float64) {
	next := c.stepSize * numeric.Exp(stepGain*(accept-c.TargetAccept))
	c.stepSize = math.Min(math.Max(next, 1e-8), 1e8)
}

// chain returns a chain with the level's metric, nil where no particle has a finite gradient.
func (c *cloud) chain() *hmc.Chain {
	s := hmc.DefaultSettings()
	s.Warmup, s.BaseWindow, s.Metric, s.MaxDoublings = 0, 0, hmc.Dense, c.MaxDoublings
	for i := range c.particles {
		c.path.resume(&c.particles[i])
		start := hmc.State{Position: c.particles[i].x, Metric: c.levels[len(c.levels)-1].covariance,
			StepSize: c.stepSize}
		if chain, err := hmc.NewChain(&c.path, s, start, c.rng); err == nil {
			return chain
		}
	}
	return nil
}

// families counts the ancestors of the particles.
func (c *cloud) families() int {
	seen := make(map[int]struct{}, len(c.particles))
	for i := range c.particles {
		seen[c.particles[i].ancestor] = struct{}{}
	}
	return len(seen)
}

func (c *cloud) lineage() float64 {
	return lineageError(c.weights, func(i int) int { return c.particles[i].ancestor })
}

// lineageError returns the relative standard error of Z, from the weights of the last step before
// they are used: with S_k the sum of the weights of the descendants of the k-th of n draws, its square is
// n/(n-1) (sum_k S_k^2 - 1/n). That is the variance of a mean of n independent families (Chan and
// Lai 2013, section 2; Lee and Whiteley 2018, equation 2, whose factor (n/(n-1))^steps belongs to
// multinomial resampling: systematic resampling makes no families of its own where weights are equal).
func lineageError(weights []float64, ancestor func(i int) int) float64 {
	n := float64(len(weights))
	shares := make([]float64, len(weights))
	for i, w := range weights {
		shares[ancestor(i)] += w
	}
	return math.Sqrt(math.Max(0, float64(n*numeric.Dot(shares, shares))-1) / (n - 1))
}
