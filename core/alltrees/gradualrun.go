// Sequential Monte Carlo over all trees with gradual splits, and the sample that it leaves.

package alltrees

import (
	"strconv"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// gradualRestart is a Restart with gradual splits: trees with their noise, from the prior to the posterior.
type gradualRestart struct {
	v           *mover
	particles   []blended
	logEvidence float64
	number      int // for who watches
}

// climbGradually does restart number k.
func climbGradually(m *blend, s Settings, k int) *gradualRestart {
	s.Seed = random.Stream(s.Seed, "alltrees", "gradual", strconv.Itoa(k)).Uint64()
	r := &gradualRestart{v: newMover(m), number: k}
	for i := range s.number(0) {
		rng := random.Stream(s.Seed, "alltrees", "prior", strconv.Itoa(i))
		r.particles = append(r.particles, r.v.start(rng))
	}
	for step := 1; r.v.power < 1; step++ {
		r.temper(&s, strconv.Itoa(step))
	}
	return r
}

// temper takes the next power: weigh, resample, move.
func (r *gradualRestart) temper(s *Settings, label string) {
	power := nextPower(r.v.power, s.Keep, len(r.particles), r.increments)
	logs := r.increments(power)
	r.logEvidence += numeric.LogSumExp(logs) - numeric.Log(float64(len(logs)))
	u := random.Stream(s.Seed, "alltrees", "resample", label).Float64()
	r.particles = resampled(r.particles, logs, s.number(power), u)
	r.v.power = power
	r.move(s, label)
}

func (r *gradualRestart) increments(power float64) []float64 {
	logs := make([]float64, len(r.particles))
	for i := range r.particles {
		logs[i] = (power - r.v.power) * r.particles[i].logLik
	}
	return logs
}

func (r *gradualRestart) move(s *Settings, label string) {
	for i := range r.particles {
		rng := random.Stream(s.Seed, "alltrees", "move", label, strconv.Itoa(i))
		for range s.Moves {
			r.v.step(&r.particles[i], rng)
		}
		s.tell(r.number, r.v.power)
	}
}

// workShare makes a unit of work take about as long as one of sharp splits.
const workShare = 8

// runGradually is Run with gradual splits.
func runGradually(t *Table, s Settings, w Workers) *Sample {
	m := newBlend(t, s.Prior)
	done := make([]*gradualRestart, s.Restarts)
	w(s.Restarts, func(k int) { done[k] = climbGradually(m, s, k) })
	r := &Sample{cloud: cloud{t: t}}
	all := &gradualRestart{v: newMover(m), number: s.Restarts}
	var logs []float64
	for _, o := range done {
		for range o.particles {
			logs = append(logs, o.logEvidence)
		}
		all.particles = append(all.particles, o.particles...)
		r.Restarts = append(r.Restarts, o.logEvidence)
		r.Work += o.v.work / workShare
	}
	r.LogEvidence, r.LogError = pooled(r.Restarts)
	u := random.Stream(s.Seed, "alltrees", "pool").Float64()
	all.particles = resampled(all.particles, logs, s.Particles, u)
	all.v.power = 1
	r.keepGradual(m, all, s)
	r.Work += all.v.work / workShare
	return r
}

// keepGradual moves the pooled trees on and keeps them, s.Rounds times.
func (r *Sample) keepGradual(m *blend, all *gradualRestart, s Settings) {
	for i := range s.Rounds {
		all.move(&s, "kept"+strconv.Itoa(i))
		for k := range all.particles {
			p := &all.particles[k]
			d := all.v.settledOn(p)
			r.blends = append(r.blends, d)
			r.Trees, r.Sigmas = append(r.Trees, m.hardened(p.tree, d)), append(r.Sigmas, p.sigma)
		}
	}
}
