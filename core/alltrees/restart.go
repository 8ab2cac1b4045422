// Sequential Monte Carlo over all trees, from the prior to the posterior by powers of the likelihood.

package alltrees

import (
	"strconv"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// restart is one run from the prior to the posterior.
type restart struct {
	logEvidence float64
	cloud       cloud
	since       int // the graph's epoch in which the last power began
}

// climbSharply does restart number k with sharp splits.
func climbSharply(t *Table, s Settings, k int) *Climbed {
	s.Seed = random.Stream(s.Seed, "alltrees", "restart", strconv.Itoa(k)).Uint64()
	r := &restart{cloud: newCloud(t, &s)}
	r.cloud.restart = k
	r.start(&s)
	for step := 1; r.cloud.graph.power < 1; step++ {
		r.temper(&s, step)
	}
	return r.climbed()
}

// climbed is what the restart leaves.
func (r *restart) climbed() *Climbed {
	trees := make([]*gradual, len(r.cloud.particles))
	for i := range trees {
		trees[i] = r.cloud.particles[i].tree.rules()
	}
	return &Climbed{LogEvidence: r.logEvidence + r.cloud.t.perDeviation(), Work: r.cloud.graph.work,
		logs: []float64{r.logEvidence}, trees: [][]*gradual{trees}}
}

// start draws the particles from the prior.
func (r *restart) start(s *Settings) {
	c := &r.cloud
	rows, key := c.t.all()
	for i := range s.number(0) {
		rng := random.Stream(s.Seed, "alltrees", "prior", strconv.Itoa(i))
		tree, _ := c.graph.grow(rows, key, 0, rng)
		c.particles = append(c.particles, c.graph.particle(tree))
		c.shed(populated)
	}
}

// temper takes the next power: weigh, resample, learn, move.
func (r *restart) temper(s *Settings, step int) {
	c, label := &r.cloud, strconv.Itoa(step)
	power := next(c.graph.power, 1, s.Keep, len(c.particles), r.increments)
	logs := r.increments(power)
	r.logEvidence += numeric.LogSumExp(logs) - numeric.Log(float64(len(logs)))
	c.resample(logs, s.number(power), random.Stream(s.Seed, "alltrees", "resample", label).Float64())
	for i := range c.particles {
		p := &c.particles[i]
		p.logLik = c.t.marginal.tempered(p.byPoint, power)
	}
	c.graph.evict(s.Candidates, r.since)
	r.since = c.graph.epoch + 1
	c.learn(power, s.Learn, random.Stream(s.Seed, "alltrees", "learn", label))
	c.move(s, label)
}

// increments are the log weights of a step to a power.
func (r *restart) increments(power float64) []float64 {
	logs := make([]float64, len(r.cloud.particles))
	for i := range r.cloud.particles {
		p := &r.cloud.particles[i]
		logs[i] = r.cloud.t.marginal.tempered(p.byPoint, power) - p.logLik
	}
	return logs
}

const halvings = 16

// next bisects from the last step towards the end for the first at which the weights of n particles no longer keep the
// share of effective ones; the end where they keep it there.
func next(last, end, keep float64, n int, increments func(at float64) []float64) float64 {
	enough := func(at float64) bool { return effective(increments(at)) >= keep*float64(n) }
	if enough(end) {
		return end
	}
	for range halvings {
		if mid := .5 * (last + end); enough(mid) {
			last = mid
		} else {
			end = mid
		}
	}
	return end
}
