// Reference log evidences: tempered particles from mixtures that are fitted to chains.

package problems

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"

	"dcctree/core/dcc"
	"dcctree/core/evidence"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/smc"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Reference is a log evidence by several replicates.
type Reference struct {
	LogZ        float64   // log of the mean Z of the replicates
	Error       float64   // by the spread of the replicates, nats; see StandardError
	Replicates  []float64 // log Z of each
	Rounds      []float64 // log Z after each round of replicates, the last one's is LogZ
	Rising      bool      // the last round was still higher than the one before
	Evaluations int
}

// effort sizes a reference.
type effort struct {
	scouts           int // pools of states
	prior            cloud
	first, last      cloud // the last grow by half from round to round
	replicates       int   // of the last
	rounds           int   // at most
	annealed         int   // chains of each scout that begin at a draw from the prior, beside those from the starts
	tune, keep       int   // steps of a chain
	clusters, states int   // of the mixtures; states that a later one is fitted to
}

// cloud sizes tempered particles.
type cloud struct{ ancestors, steps int }

func defaultEffort() effort {
	return effort{scouts: 3, prior: cloud{40, 30}, first: cloud{60, 40}, last: cloud{100, 60}, replicates: 4, rounds: 4, annealed: 2, tune: 2000, keep: 4000, clusters: 6, states: 4000}
}

const (
	mostError = .15 // standard error above which a reference does not count
	// shared is how much larger the standard error is than the spread of the replicates says, which start from one mixture and choose
	// their temperatures by themselves: with six times as many particles four evidences of 13 to 29 coordinates moved by .00 to .10.
	shared      = 2
	hopeless    = 5  // nats by which particles from the prior are below the others for no more of them to be made
	leastRising = .1 // nats by which a round must be higher for another
)

// Settled reports whether the replicates agree well enough for the reference to count.
func (r Reference) Settled() bool { return r.StandardError() <= mostError && !r.Rising }

// StandardError returns that of LogZ, nats.
func (r Reference) StandardError() float64 { return shared * r.Error }

// Reference measures topology t; chains start at the generating tree and at more, as far as they fit.
func (p Problem) Reference(t topology.Topology, more ...start) Reference {
	return p.subject(t, more...).reference(defaultEffort())
}

// subject is a topology on a table, with parameters that chains start from as far as they are of the topology's splits.
type subject struct {
	name     string
	topology topology.Topology
	data     softtree.Data
	priors   softtree.Priors
	h        float64
	sigma    float64 // about which log sigma is centered
	starts   []start
}

// start has parameters by the heap ids of the splits.
type start struct {
	splits map[int]split
	sigma  float64 // 0 for a classification
}

type split struct {
	tau   float64
	delta []float64
}

// startOf takes the parameters of a topology.
func startOf(t topology.Topology, params softtree.Params) start {
	out := start{map[int]split{}, params.Sigma}
	for j, id := range t.InternalIDs() {
		out.splits[id] = split{params.Tau[j], params.Delta[j]}
	}
	return out
}

// drawsPer is how many draws of a run chains start from.
const drawsPer = 4

// startsOf takes the draws of the largest weights that a run kept of a topology.
func startsOf(f *dcc.Fast, data softtree.Data, t topology.Topology) (out []start) {
	d, ok := f.Draws(t)
	if !ok {
		return nil
	}
	order := make([]int, len(d.Shares))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return d.Shares[order[i]] > d.Shares[order[j]] })
	layout := softtree.NewLayout(t, data.D, data.Regression())
	for _, i := range order[:min(drawsPer, len(order))] {
		params := layout.NewParams()
		layout.Constrain(&params, d.Point(i))
		out = append(out, startOf(t, params))
	}
	return out
}

// sigmaOf is that of the last start, for log sigma to be centered about; 1 where there is none.
func sigmaOf(starts []start) float64 {
	if n := len(starts); n > 0 && starts[n-1].sigma > 0 {
		return starts[n-1].sigma
	}
	return 1
}

func (p Problem) subject(t topology.Topology, more ...start) subject {
	starts := append([]start{startOf(p.Topology, p.Truth)}, more...)
	return subject{fmt.Sprintf("random %d", p.Number), t, p.Data, p.Priors, p.H, sigmaOf(starts[:1]), starts}
}

// reference measures by rounds of tempered particles, each from a mixture fitted to the states of the former, the first to those of
// scouts.
func (s subject) reference(set effort) (r Reference) {
	d := newDensity(s.topology, s.data, s.priors, s.h, s.sigma)
	stream := func(name string, k int) *rand.Rand {
		return random.Stream(1, "reference", s.name, s.topology.Key(), name, strconv.Itoa(k))
	}
	if d.Dim() == 0 { // the root of a classification
		return Reference{LogZ: d.LogDensity(nil), Evaluations: 1}
	}
	var all clouds
	fromPrior := true
	for k := range set.scouts {
		rng := stream("scout", k)
		logZ, first := d.scout(s.places(d, rng), fromPrior, set, rng)
		fromPrior = fromPrior && logZ > first.LogZ-hopeless
		all.add(first)
	}
	before := math.Inf(1)
	for round := range set.rounds {
		rng := stream("mixture", round)
		from := mixtureOf(clusters(all.states(set.states, d.Dim(), rng), d.Dim(), set.clusters, rng), d)
		all = clouds{}
		for k := range set.replicates {
			all.add(d.tempered(from, set.last, stream("last "+strconv.Itoa(round), k)))
		}
		set.last.ancestors += set.last.ancestors / 2
		r.LogZ, r.Error = together(all.logZ)
		r.Rounds = append(r.Rounds, r.LogZ)
		r.Rising = r.LogZ > before+leastRising || math.IsInf(before, 1)
		if round > 0 && r.Settled() {
			break
		}
		before = r.LogZ
	}
	r.Replicates, r.Evaluations = all.logZ, d.calls
	return r
}

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

// scout finds states of the target: by particles from the prior, whose log Z it returns, by chains from the starts, and by particles
// from the mixture of both.
func (d *density) scout(starts [][]float64, fromPrior bool, set effort, rng *rand.Rand) (logZ float64, first smc.Result) {
	logZ = math.Inf(-1)
	var states []float64
	if fromPrior {
		r := d.tempered(prior{d}, set.prior, rng)
		logZ = r.LogZ
		for i := 0; i < len(r.Particles); i += thin * d.Dim() {
			states = append(states, r.Particles[i:i+d.Dim()]...)
		}
	}
	for _, z := range starts {
		states = append(states, d.chain(z, false, set.tune, set.keep, rng)...)
	}
	for range set.annealed {
		states = append(states, d.chain(starts[0], true, set.tune, set.keep, rng)...)
	}
	return logZ, d.tempered(mixtureOf(clusters(states, d.Dim(), set.clusters, rng), d), set.first, rng)
}

// tempered takes particles from the start to the target.
func (d *density) tempered(from smc.Drawn, c cloud, rng *rand.Rand) smc.Result {
	walk := smc.DefaultWalk()
	walk.Ancestors, walk.Steps, walk.Blocks = c.ancestors, c.steps, d.blocks()
	return smc.Walk(d, from, walk, rng)
}

// thin is how many successive states count as one.
const thin = 10

// chain returns every tenth state of a Metropolis chain after the first steps. A step moves a block, or one coordinate of it, by a
// share of a random order of magnitude. Annealed, it begins at a draw from the prior and the target comes in by degrees.
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

// propose writes z with the coordinates of a block, or one of them, moved by a step that leaves the standard normal distribution as it
// is, and returns the log of that distribution's density before the move over that after it.
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
	n := len(states) / dim
	row := func(i int) []float64 { return states[i*dim : (i+1)*dim] }
	var centers [][]float64
	for range min(most, n) {
		centers = append(centers, slices.Clone(row(rng.IntN(n))))
	}
	member := make([]int, n)
	for range 20 {
		for i := range member {
			best := math.Inf(1)
			for k, c := range centers {
				var square float64
				for j, v := range row(i) {
					square += (v - c[j]) * (v - c[j])
				}
				if square < best {
					best, member[i] = square, k
				}
			}
		}
		for k := range centers {
			sum, count := make([]float64, dim), 0.0
			for i, m := range member {
				if m == k {
					count++
					for j, v := range row(i) {
						sum[j] += v
					}
				}
			}
			for j := range sum {
				if count > 0 {
					centers[k][j] = sum[j] / count
				}
			}
		}
	}
	out = make([][]float64, len(centers))
	for i, k := range member {
		out[k] = append(out[k], row(i)...)
	}
	return slices.DeleteFunc(out, func(rows []float64) bool { return len(rows) == 0 })
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

// together returns the log of the mean of exp(logs), and its standard error by their spread.
func together(logs []float64) (logMean, err float64) {
	n := float64(len(logs))
	total := numeric.LogSumExp(logs)
	var square float64
	for _, v := range logs {
		ratio := n*math.Exp(v-total) - 1
		square += ratio * ratio
	}
	return total - math.Log(n), math.Sqrt(square / (n * (n - 1)))
}

// places are where chains start: at the parameters of the starts, each at least twice where there is one alone, with random ones from the
// prior for the splits that it has not.
func (s subject) places(d *density, rng *rand.Rand) (out [][]float64) {
	const least, soft = 2, .03
	for k := range max(least, len(s.starts)) {
		from := start{}
		if len(s.starts) > 0 {
			from = s.starts[k%len(s.starts)]
		}
		z := make([]float64, d.Dim())
		prior{d}.Sample(z, rng)
		if s.data.Regression() {
			z[len(z)-1] = 0
		}
		for j, id := range s.topology.InternalIDs() {
			known, ok := from.splits[id]
			if !ok {
				continue
			}
			delta := make([]float64, s.data.D)
			for f, e := range known.delta {
				delta[f] = (1-soft)*e + soft/float64(s.data.D)
			}
			free(z[j*s.data.D:(j+1)*s.data.D], delta, (1-soft)*known.tau+.5*soft)
		}
		out = append(out, z)
	}
	return out
}
