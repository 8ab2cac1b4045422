// States of a density: by chains and clouds of particles, and mixtures that are fitted to them.

package problems

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/evidence"
	"dcctree/core/numeric"
	"dcctree/core/smc"
)

// clouds are particles with the log Z by each cloud.
type clouds struct {
	particles [][]float64
	logZ      []float64
}

func (c *clouds) add(r smc.Result) {
	if !math.IsInf(r.LogZ, -1) {
		c.particles, c.logZ = append(c.particles, r.Particles), append(c.logZ, r.LogZ)
	}
}

// states takes n states from the clouds, in proportion to their Z.
func (c *clouds) states(n, dim int, rng *rand.Rand) (out []float64) {
	total := numeric.LogSumExp(c.logZ)
	for range n {
		u, k := rng.Float64(), 0
		for k < len(c.logZ)-1 && u > math.Exp(c.logZ[k]-total) {
			u -= math.Exp(c.logZ[k] - total)
			k++
		}
		i := rng.IntN(len(c.particles[k]) / dim)
		out = append(out, c.particles[k][i*dim:(i+1)*dim]...)
	}
	return out
}

// thin is how many successive states count as one.
const thin = 10

// chain returns every tenth state of a Metropolis chain after the first steps. A step moves a block, or one
// coordinate of it, by a share of a random order of magnitude. Annealed, it begins at a draw from the prior and the
// target comes in by degrees.
func (d *density) chain(start []float64, annealed bool, tune, keep int, rng *rand.Rand) (out []float64) {
	z, next, blocks := slices.Clone(start), make([]float64, len(start)), d.blocks()
	if annealed {
		prior{d}.Sample(z, rng)
	}
	v := d.LogDensity(z)
	for step := range tune + keep {
		b := 1.0
		if annealed && step < tune {
			b = math.Pow(float64(step)/float64(tune), 3)
		}
		correction := propose(next, z, blocks[rng.IntN(len(blocks))], rng)
		if w := d.LogDensity(next); math.Log(rng.Float64()) < b*(w-v+correction) {
			copy(z, next)
			v = w
		}
		if step >= tune && step%thin == 0 {
			out = append(out, z...)
		}
	}
	return out
}

// propose writes z with the coordinates of a block, or one of them, moved by a step that leaves the standard normal
// distribution as it is, and returns the log of that distribution's density before the move over that after it.
func propose(next, z []float64, block [2]int, rng *rand.Rand) (correction float64) {
	copy(next, z)
	from, to := block[0], block[1]
	if rng.IntN(2) == 0 {
		from += rng.IntN(to - from)
		to = from + 1
	}
	reach := math.Exp(-6 * rng.Float64())
	stay := math.Sqrt(1 - reach*reach)
	for j := from; j < to; j++ {
		next[j] = stay*z[j] + reach*rng.NormFloat64()
		correction += .5 * (next[j]*next[j] - z[j]*z[j])
	}
	return correction
}

// clusters makes groups of states by k-means from random centers.
func clusters(states []float64, dim, most int, rng *rand.Rand) (out [][]float64) {
	const passes = 20
	g := grouping{states: states, dim: dim, member: make([]int, len(states)/dim)}
	for range min(most, len(g.member)) {
		g.centers = append(g.centers, slices.Clone(g.row(rng.IntN(len(g.member)))))
	}
	for range passes {
		for i := range g.member {
			g.member[i] = g.nearest(g.row(i))
		}
		g.recenter()
	}
	out = make([][]float64, len(g.centers))
	for i, k := range g.member {
		out[k] = append(out[k], g.row(i)...)
	}
	return slices.DeleteFunc(out, func(rows []float64) bool { return len(rows) == 0 })
}

// grouping is k-means under way.
type grouping struct {
	states  []float64
	dim     int
	member  []int // center of each state
	centers [][]float64
}

func (g *grouping) row(i int) []float64 { return g.states[i*g.dim : (i+1)*g.dim] }

// nearest returns the number of the center nearest to a state.
func (g *grouping) nearest(x []float64) (nearest int) {
	best := math.Inf(1)
	for k, c := range g.centers {
		var square float64
		for j, v := range x {
			square += (v - c[j]) * (v - c[j])
		}
		if square < best {
			best, nearest = square, k
		}
	}
	return nearest
}

// recenter moves every center that has states to their mean.
func (g *grouping) recenter() {
	sums, counts := make([]float64, len(g.centers)*g.dim), make([]float64, len(g.centers))
	for i, k := range g.member {
		counts[k]++
		for j, v := range g.row(i) {
			sums[k*g.dim+j] += v
		}
	}
	for k, c := range g.centers {
		for j := range c {
			if counts[k] > 0 {
				c[j] = sums[k*g.dim+j] / counts[k]
			}
		}
	}
}

// mixture is a start for particles.
type mixture struct {
	evidence.Mixture
	density func(x []float64) float64
}

// Sample writes a draw to z.
func (m mixture) Sample(z []float64, rng *rand.Rand) { m.Mixture.Sample(z, rng) }

// LogDensity returns the normalized log density.
func (m mixture) LogDensity(z []float64) float64 { return m.density(z) }

// mixtureOf makes Student-t distributions of the groups and adds the prior.
func mixtureOf(groups [][]float64, d *density) mixture {
	const df, inflate, priorShare = 8, 1.2, .1
	m := evidence.Mixture{Prior: prior{d}, PriorShare: priorShare}
	for _, rows := range groups {
		c := evidence.FitComponent(rows, d.Dim(), float64(len(rows)), df)
		for i := range c.Root {
			c.Root[i] *= math.Sqrt(inflate)
		}
		m.Components = append(m.Components, c)
	}
	return mixture{m, m.Density()}
}
