// A cloud of trees with the graph that proposes their moves.

package alltrees

import (
	"math"
	"math/rand/v2"
	"strconv"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// cloud is equally weighted trees at the graph's power.
type cloud struct {
	t         *Table
	graph     *graph
	particles []particle
	moves     Moves // of the last round
	restart   int   // its number, for who watches
	limit     int64 // of the graph, see Settings.Candidates
}

func newCloud(t *Table, s *Settings) cloud {
	c := cloud{t: t, graph: newGraph(t, s.Prior), limit: s.Candidates}
	c.graph.caution = s.Caution
	return c
}

// learn has the graph hold the particles' trees, and learn from draws of its own, at a power.
func (c *cloud) learn(power float64, trees int, rng *rand.Rand) {
	c.graph.power = power
	c.meet()
	c.graph.point = c.noisePoint()
	c.graph.learn(trees, learned*c.limit, rng)
}

// meet has the graph hold the particles' trees, as many as there is room for.
func (c *cloud) meet() {
	rows, _ := c.t.all()
	for i := range c.particles {
		if c.graph.size > populated*c.limit {
			return
		}
		c.graph.logDraw(c.particles[i].tree, rows, 0)
	}
}

// noisePoint is the point of the grid nearest to the particles' mean log sigma.
func (c *cloud) noisePoint() int {
	m := &c.t.marginal
	mean := 0.0
	for i := range c.particles {
		p := &c.particles[i]
		z := m.tempered(p.byPoint, c.graph.power)
		for g, l := range p.byPoint {
			mean += float64(g) * numeric.Exp(m.logPrior[g]+c.graph.power*l-z) / float64(len(c.particles))
		}
	}
	return int(math.Round(mean))
}

const sweep = 20 // moves of each particle, after which the graph is kept small

// move makes s.Moves moves of every particle.
func (c *cloud) move(s *Settings, label string) {
	c.moves = Moves{}
	for k, left := 0, s.Moves; left > 0; k, left = k+1, left-sweep {
		if k > 0 {
			c.shed(1)
		}
		c.sweep(s, label+"-"+strconv.Itoa(k), min(left, sweep))
	}
}

const troop = 100 // particles, after whose sweep the graph is kept from growing without bound, whatever the jobs

// How many times s.Candidates, some 80 bytes each, there may be before something goes. The last three are for tables of
// hundreds of inputs: a node of 60 rows and 1,000 inputs has 60,000 candidates, and the fit of these rows came to 6 GB.
const (
	overfull  = 5  // after a troop: fresh nodes go
	learned   = 10 // the graph learns no more until nodes have gone
	populated = 12 // nodes of trees of the prior go, and no more of the particles' or restarts' trees are met
	brimful   = 17 // after a job: fresh nodes go
	forgetful = 7  // within a job: what it met goes
)

// shed drops the graph's fresh nodes where it holds more than so many times c.limit candidates.
func (c *cloud) shed(times int64) {
	if c.graph.size > times*c.limit {
		c.graph.shed(c.limit)
	}
}

// sweep makes n moves of every particle.
func (c *cloud) sweep(s *Settings, label string, n int) {
	for first := 0; first < len(c.particles); first += troop {
		c.march(s, label, first, min(first+troop, len(c.particles)), n)
		c.shed(overfull)
	}
}

// march makes n moves of particles from..to, in jobs of s.Batch particles that any worker can do.
func (c *cloud) march(s *Settings, label string, from, to, n int) {
	for first := from; first < to; first += s.Batch {
		f := c.graph.fork()
		moves := f.moveAll(s, label, first, n, c.particles[first:min(first+s.Batch, to)])
		c.graph.join(f)
		c.shed(brimful)
		s.tell(c.restart, math.Cbrt(c.graph.power)) // powers are close to each other where they are small
		for k := range moves.Tried {
			c.moves.Tried[k] += moves.Tried[k]
			c.moves.Accepted[k] += moves.Accepted[k]
		}
	}
}

// moveAll is a job: each particle has a stream of its own, by its number.
func (g *graph) moveAll(s *Settings, label string, first, n int, particles []particle) (m Moves) {
	for i := range particles {
		rng := random.Stream(s.Seed, "alltrees", "move", label, strconv.Itoa(first+i))
		for range n {
			g.step(&particles[i], rng, &m)
			if g.size > forgetful*s.Candidates {
				g.forget()
			}
		}
	}
	return m
}

// resample draws n of the particles in proportion to their weights.
func (c *cloud) resample(logs []float64, n int, u float64) {
	c.particles = resampled(c.particles, logs, n, u)
}

// resampled draws n of the particles, systematically, in proportion to their log weights; u is uniform.
func resampled[T any](particles []T, logs []float64, n int, u float64) []T {
	norm := numeric.LogSumExp(logs)
	out := make([]T, 0, n)
	sum := 0.0
	for i, l := range logs {
		sum += numeric.Exp(l-norm) * float64(n)
		for float64(len(out))+u < sum && len(out) < n {
			out = append(out, particles[i])
		}
	}
	for len(out) < n { // where rounding left the sum below n
		out = append(out, particles[numeric.Largest(logs)])
	}
	return out
}

// effective is the effective number of log weights.
func effective(logs []float64) float64 {
	top, s, q := math.Inf(-1), 0.0, 0.0
	for _, l := range logs {
		top = numeric.Larger(top, l)
	}
	for _, l := range logs {
		w := numeric.Exp(l - top)
		s += w
		q += w * w
	}
	return s * s / q
}
