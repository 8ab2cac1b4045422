// Sequential Monte Carlo over all trees, from the prior to the posterior by powers of the likelihood.

package alltrees

import (
	"math"
	"strconv"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// Settings are the sampler's.
type Settings struct {
	Seed      uint64
	Prior     Prior
	Particles int     // trees, >= 2
	Moves     int     // of each tree at each power
	Restarts  int     // independent runs from the prior to the posterior whose graphs are pooled
	Crowd     int     // times as many trees up to power crowdedTo, where the upper splits are decided
	Learn     int     // trees drawn at each power for the graph to learn from
	Batch     int     // particles of a job; results do not depend on it
	Caution   float64 // by how many residual deviations estimates of what was not looked into are lowered
	Keep      float64 // effective share of the particles after a step of the power, in (0, 1)
	Last      int     // times as many at power 1, in each of the final rounds
	Rounds    int     // of Moves with the graph frozen, after each of which all trees are kept
	Final     int     // rounds of Moves at power 1
	Nodes     int64   // candidates held in the graph before rarely met nodes are dropped
}

// DefaultSettings are for some hundred rows.
func DefaultSettings() Settings {
	return Settings{Prior: DefaultPrior(), Particles: 200, Moves: 10, Learn: 200, Restarts: 1, Crowd: 5, Batch: 25, Caution: 1, Keep: .7, Last: 5, Final: 3, Rounds: 10, Nodes: 6e6}
}

const crowdedTo = .4

// number is how many trees there are at a power.
func (s *Settings) number(power float64) int {
	if power <= crowdedTo {
		return s.Particles * max(s.Crowd, 1)
	}
	return s.Particles
}

// Sample is the outcome of a run: equally weighted trees, and the log evidence of all trees.
type Sample struct {
	Trees       []*Tree
	Tempered    []float64 // log evidence by each restart's powers
	LogEvidence float64   // of one restart
	Powers      []float64
	Moves       Moves // at power 1
	Work        int64 // rows scanned times inputs, and candidates weighed
	graph       *graph
	since       int // the epoch in which the last power began
	table       *Table
	particles   []particle
	logs        []float64 // by tree: log posterior over the frozen graph's probability, unnormalized
}

// Run draws trees from the posterior: restarts go from the prior to the posterior, each with a graph of its own; then
// all that they hold is one graph, which learns on, is frozen, and moves the trees that are kept.
func Run(t *Table, s Settings) *Sample {
	r := &Sample{table: t, graph: newGraph(t, s.Prior)}
	r.graph.caution, r.graph.power = s.Caution, 1
	for k := range max(1, s.Restarts) {
		r.absorb(climb(t, s, k))
	}
	for i := range s.Final {
		r.meet()
		r.graph.point = r.noisePoint()
		r.graph.learn(s.Learn*s.Last, random.Stream(s.Seed, "alltrees", "learn", "final", strconv.Itoa(i)))
		r.redraw(s, i)
		r.move(s, "final"+strconv.Itoa(i))
	}
	r.meet()
	r.graph.revalue(1, r.noisePoint())
	r.keep(s)
	r.Work = r.graph.scanner.work
	return r
}

// climb is one restart.
func climb(t *Table, s Settings, k int) *Sample {
	s.Seed = random.Stream(s.Seed, "alltrees", "restart", strconv.Itoa(k)).Uint64()
	r := &Sample{table: t, graph: newGraph(t, s.Prior)}
	r.graph.caution = s.Caution
	r.start(s)
	for step := 1; r.graph.power < 1; step++ {
		r.temper(s, step)
	}
	r.graph.evict(0, r.since)
	r.meet()
	return r
}

// absorb takes a restart's graph and particles over.
func (r *Sample) absorb(o *Sample) {
	r.graph.join(o.graph)
	r.graph.point = o.graph.point
	r.particles = append(r.particles, o.particles...)
	r.Tempered = append(r.Tempered, o.LogEvidence)
	r.Powers = o.Powers
}

// redraw replaces the particles by as many from the graph, resampled by their importance, when there are several
// restarts: their shares are those of the posterior then, not of the restarts.
func (r *Sample) redraw(s Settings, round int) {
	if s.Restarts < 2 {
		return
	}
	rows, key := r.table.all()
	n := s.Particles * redrawn
	drawn, logs := make([]particle, n), make([]float64, n)
	for i := range drawn {
		rng := random.Stream(s.Seed, "alltrees", "redraw", strconv.Itoa(round), strconv.Itoa(i))
		tree, logQ := r.graph.grow(rows, key, 0, rng)
		drawn[i] = r.graph.particle(tree)
		logs[i] = tree.logPrior + drawn[i].logLik - logQ
	}
	r.particles = drawn
	r.resample(logs, s.Particles, random.Stream(s.Seed, "alltrees", "redraw", strconv.Itoa(round)).Float64())
}

const redrawn = 5 // draws for each particle that is redrawn

// keep moves the particles with the graph frozen, and keeps them after each round.
func (r *Sample) keep(s Settings) {
	for i := range s.Rounds {
		r.move(s, "round"+strconv.Itoa(i))
		for k := range r.particles {
			r.Trees = append(r.Trees, r.particles[k].tree)
			r.logs = append(r.logs, r.logWeight(&r.particles[k]))
		}
	}
}

// start draws the particles from the prior.
func (r *Sample) start(s Settings) {
	rows, key := r.table.all()
	for i := range s.number(0) {
		rng := random.Stream(s.Seed, "alltrees", "prior", strconv.Itoa(i))
		tree, _ := r.graph.grow(rows, key, 0, rng)
		r.particles = append(r.particles, r.graph.particle(tree))
	}
}

// temper takes the next power: weigh, resample, learn, move.
func (r *Sample) temper(s Settings, step int) {
	power := r.nextPower(s.Keep)
	logs := r.increments(power)
	r.LogEvidence += numeric.LogSumExp(logs) - numeric.Log(float64(len(logs)))
	r.resample(logs, s.number(power), random.Stream(s.Seed, "alltrees", "resample", strconv.Itoa(step)).Float64())
	r.graph.power = power
	r.graph.evict(s.Nodes, r.since)
	r.since = r.graph.epoch + 1
	r.meet()
	r.graph.power, r.graph.point = power, r.noisePoint()
	r.graph.learn(s.Learn, random.Stream(s.Seed, "alltrees", "learn", strconv.Itoa(step)))
	for i := range r.particles {
		p := &r.particles[i]
		p.logLik = r.table.marginal.tempered(p.byPoint, power)
	}
	r.move(s, strconv.Itoa(step))
	r.Powers = append(r.Powers, power)
}

func (r *Sample) increments(power float64) []float64 {
	logs := make([]float64, len(r.particles))
	for i := range r.particles {
		p := &r.particles[i]
		logs[i] = r.table.marginal.tempered(p.byPoint, power) - p.logLik
	}
	return logs
}

// nextPower bisects for the power at which the weights keep the share of effective particles.
func (r *Sample) nextPower(keep float64) float64 {
	low, high := r.graph.power, 1.0
	if effective(r.increments(1)) >= keep*float64(len(r.particles)) {
		return 1
	}
	for range 30 {
		mid := .5 * (low + high)
		if effective(r.increments(mid)) >= keep*float64(len(r.particles)) {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// effective is the effective number of log weights.
func effective(logs []float64) float64 {
	top, s, q := math.Inf(-1), 0.0, 0.0
	for _, l := range logs {
		top = max(top, l)
	}
	for _, l := range logs {
		w := numeric.Exp(l - top)
		s += w
		q += w * w
	}
	return s * s / q
}

// resample draws n of the particles, systematically, in proportion to their weights.
func (r *Sample) resample(logs []float64, n int, u float64) {
	norm := numeric.LogSumExp(logs)
	out := make([]particle, 0, n)
	sum := 0.0
	for i, l := range logs {
		sum += numeric.Exp(l-norm) * float64(n)
		for float64(len(out))+u < sum && len(out) < n {
			out = append(out, r.particles[i])
		}
	}
	for len(out) < n {
		out = append(out, r.particles[len(logs)-1])
	}
	r.particles = out
}

// meet has the graph hold the particles' trees.
func (r *Sample) meet() {
	rows, _ := r.table.all()
	for i := range r.particles {
		r.graph.logDraw(r.particles[i].tree, rows, 0)
	}
}

// noisePoint is the point of the grid nearest to the particles' mean log sigma.
func (r *Sample) noisePoint() int {
	m := &r.table.marginal
	if m.classes > 0 {
		return 0
	}
	mean := 0.0
	for i := range r.particles {
		p := &r.particles[i]
		z := m.tempered(p.byPoint, r.graph.power)
		for g, l := range p.byPoint {
			mean += float64(g) * numeric.Exp(m.logPrior[g]+r.graph.power*l-z) / float64(len(r.particles))
		}
	}
	return int(math.Round(mean))
}

// move makes s.Moves moves of every particle, in jobs of s.Batch particles that any worker can do.
func (r *Sample) move(s Settings, label string) {
	r.Moves = Moves{}
	for first := 0; first < len(r.particles); first += s.Batch {
		f := r.graph.fork()
		moves := f.moveAll(s, label, first, r.particles[first:min(first+s.Batch, len(r.particles))])
		r.graph.join(f)
		for k := range moves.Tried {
			r.Moves.Tried[k] += moves.Tried[k]
			r.Moves.Accepted[k] += moves.Accepted[k]
		}
	}
}

// moveAll is a job: each particle has a stream of its own, by its number.
func (g *graph) moveAll(s Settings, label string, first int, particles []particle) (m Moves) {
	for i := range particles {
		rng := random.Stream(s.Seed, "alltrees", "move", label, strconv.Itoa(first+i))
		for range s.Moves {
			g.step(&particles[i], rng, &m)
		}
	}
	return m
}

// Nodes is the number of nodes of the learned graph.
func (r *Sample) Nodes() int { return len(r.graph.nodes) }
