// Sequential Monte Carlo over all trees with gradual splits, and the sample that it leaves.

package alltrees

import (
	"math"
	"sort"
	"strconv"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// gradualRestart is a Restart with gradual splits. Its way from the prior to the posterior is the noise: trees are
// drawn given one standard deviation after the other, from one at which the data say nothing down past those that they
// allow. What they say given each point of the grid adds up to the evidence.
//
// Powers of the likelihood with the noise summed out would not do. There the noise falls as fast as trees explain the
// data, and the less noise is left the more each further split is worth: between the powers .35 and .6 the log
// likelihood of servo's trees rose by 40 nats, and restarts came out of that up to 6 nats apart. Given the noise a
// split of one part of the rows does not depend on how well the others are explained. With 80 moves, log evidences of
// 8 restarts had the mean -93.6 with a deviation of .4; by powers it was -94.9 with 1.0.
type gradualRestart struct {
	v         *mover
	particles []blended
	level     float64 // log sigma, standardized, that the particles are at
	logAt     float64 // log evidence given it
	number    int     // for who watches
	Climbed           // so far
}

const (
	flat   = 6.0 // log sigma at which trees do not differ
	passed = 7   // nats below the largest term of the evidence at which a restart ends
	// usual bounds of log sigma between which most time is spent, for who watches
	usualHigh, usualLow = .5, -1.8
)

// climbGradually does restart number k with gradual splits.
func climbGradually(t *Table, s Settings, k int) *Climbed {
	m := newBlend(t, s.Prior)
	s.Seed = random.Stream(s.Seed, "alltrees", "gradual", strconv.Itoa(k)).Uint64()
	r := &gradualRestart{v: newMover(m), number: k, level: flat}
	if r.trees = make([][]*gradual, gridPoints); t.heavy {
		r.means = make([][][]float64, gridPoints)
	}
	r.v.setNoise(flat)
	for i := range s.Particles {
		rng := random.Stream(s.Seed, "alltrees", "prior", strconv.Itoa(i))
		r.particles = append(r.particles, r.v.start(rng))
		r.logs = append(r.logs, r.particles[i].logLik)
	}
	r.logAt = logMean(r.logs)
	r.logs = make([]float64, gridPoints)
	for g := range r.logs {
		r.logs[g] = math.Inf(-1)
	}
	for step := 1; !r.past(); step++ {
		r.temper(&s, strconv.Itoa(step))
	}
	r.LogEvidence, r.Work = numeric.LogSumExp(r.logs)+t.perDeviation(), r.v.work
	climbed := r.Climbed // a pointer into r would keep the mover, and all that it remembers
	return &climbed
}

func logMean(logs []float64) float64 {
	return numeric.LogSumExp(logs) - numeric.Log(float64(len(logs)))
}

// past reports whether less noise would add nothing, or the grid has come to its end.
func (r *gradualRestart) past() bool {
	top := math.Inf(-1)
	for g := len(r.logs) - 1; g >= 0; g-- {
		if math.IsInf(r.logs[g], -1) {
			return r.logs[min(g+1, len(r.logs)-1)] < top-passed
		}
		top = max(top, r.logs[g])
	}
	return true
}

// temper takes the next noise: weigh, resample, move.
func (r *gradualRestart) temper(s *Settings, label string) {
	level := next(r.level, lowLogSigma, s.Keep, len(r.particles), r.increments)
	at := -1
	for g := len(r.logs) - 1; g >= 0 && logSigma(g) >= level; g-- {
		if logSigma(g) < r.level {
			at = g
			r.logs[g] = r.v.m.t.marginal.logPrior[g] + r.logAt + logMean(r.increments(logSigma(g)))
		}
	}
	if at >= 0 {
		level = logSigma(at)
	}
	logs := r.increments(level)
	r.logAt += logMean(logs)
	u := random.Stream(s.Seed, "alltrees", "resample", label).Float64()
	r.particles = resampled(r.particles, logs, s.Particles, u)
	r.level = level
	r.v.setNoise(level)
	for i := range r.particles {
		r.particles[i].logLik = r.v.likelihood(&r.particles[i], &r.v.noise)
	}
	r.move(s, label)
	for i := 0; at >= 0 && i < len(r.particles); i++ {
		p := &r.particles[i]
		if r.trees[at] = append(r.trees[at], p.tree); p.tail != nil {
			r.means[at] = append(r.means[at], p.tail.means)
		}
	}
}

// increments are the log weights of a step to a log sigma.
func (r *gradualRestart) increments(level float64) []float64 {
	to := noiseOf(level, r.v.m.t.rows)
	logs := make([]float64, len(r.particles))
	for i := range r.particles {
		p := &r.particles[i]
		logs[i] = r.v.likelihood(p, &to) - p.logLik
	}
	return logs
}

func (r *gradualRestart) move(s *Settings, label string) {
	for i := range r.particles {
		rng := random.Stream(s.Seed, "alltrees", "move", label, strconv.Itoa(i))
		r.v.moves(&r.particles[i], s.Moves, rng)
		s.tell(r.number, min(1, max(0, (usualHigh-r.level)/(usualHigh-usualLow))))
	}
}

// workShare makes a unit of work take about as long as one of sharp splits.
const workShare = 12

// poolGradually joins restarts with gradual splits: trees by the restarts' weights, moved on.
func poolGradually(t *Table, s Settings, done []*Climbed) *Sample {
	r := &Sample{cloud: cloud{t: t}}
	for _, o := range done {
		r.Restarts = append(r.Restarts, o.LogEvidence)
		r.Work += o.Work / workShare
	}
	r.LogEvidence, r.LogError = pooled(r.Restarts)
	v := newMover(newBlend(t, s.Prior))
	r.keepGradual(v, drawnOf(done, s.Particles*s.Rounds, s.Seed), &s)
	r.Work += v.work / workShare
	return r
}

// noisy is a tree with its noise, a point of the grid; of sharp splits the noise says nothing.
type noisy struct {
	tree  *gradual
	sigma int
	means []float64 // of its leaves, where tails are heavy
	from  int       // number of the restart
}

// drawnOf draws n trees with their noise from all points of all restarts, which have weights by trust.
func drawnOf(done []*Climbed, n int, seed uint64) []noisy {
	var all []noisy
	var logs []float64
	evidences := make([]float64, len(done))
	for k, o := range done {
		evidences[k] = o.LogEvidence
	}
	doubt := 1 - trust(evidences)
	for k, o := range done {
		shared := o.shared()
		for g, trees := range o.trees {
			each := numeric.Log(float64(max(1, len(trees))))
			for i, tree := range trees {
				p := noisy{tree: tree, sigma: g, from: k}
				if o.means != nil {
					p.means = o.means[g][i]
				}
				all = append(all, p)
				logs = append(logs, shared[g]-float64(doubt*o.LogEvidence)-each)
			}
		}
	}
	return resampled(all, logs, n, random.Stream(seed, "alltrees", "pool").Float64())
}

// shared are logs with what belongs to points that a step passed over, where no trees are: points near the prior have
// wide steps, and without this their share of trees would be too small. It goes to the next points with trees on both
// sides, the nearer one getting more.
func (o *Climbed) shared() []float64 {
	shared := make([]float64, len(o.logs))
	var with []int
	for g := range shared {
		if shared[g] = math.Inf(-1); len(o.trees[g]) > 0 {
			with = append(with, g)
		}
	}
	add := func(g int, share, log float64) {
		if share > 0 {
			shared[g] = numeric.LogAddExp(shared[g], numeric.Log(share)+log)
		}
	}
	for g, log := range o.logs {
		if math.IsInf(log, -1) || len(with) == 0 {
			continue
		}
		next := sort.SearchInts(with, g)
		switch {
		case next == len(with):
			add(with[next-1], 1, log)
		case next == 0 || with[next] == g:
			add(with[next], 1, log)
		default:
			low, high := with[next-1], with[next]
			up := float64(g-low) / float64(high-low)
			add(low, 1-up, log)
			add(high, up, log)
		}
	}
	return shared
}

// moved is how many moves a tree makes at a noise before that is drawn anew.
const moved = 10

// keepGradual moves the pooled trees on, draws their noise given the tree, and keeps them.
func (r *Sample) keepGradual(v *mover, pool []noisy, s *Settings) {
	for k, p := range pool {
		v.setNoise(logSigma(p.sigma))
		rng := random.Stream(s.Seed, "alltrees", "move", "kept", strconv.Itoa(k))
		state := v.takeUp(&p, rng)
		for i := range s.Moves {
			v.step(&state, rng)
			if i%moved == moved-1 || i == s.Moves-1 {
				p.sigma = v.drawNoise(&state, rng)
			}
		}
		s.tell(s.Restarts, 1)
		d := v.settledOn(state.tree, p.sigma, rng)
		r.blends, r.from = append(r.blends, d), append(r.from, p.from)
		r.Trees, r.Sigmas = append(r.Trees, v.m.hardened(state.tree, d)), append(r.Sigmas, p.sigma)
	}
}
