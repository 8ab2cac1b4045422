// Reference log evidences: tempered particles from mixtures that are fitted to chains.

package problems

import (
	"math"
	"math/rand/v2"
	"strconv"

	"dcctree/core/evidence"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/smc"
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
	scouts      int // pools of states
	prior       cloud
	first, last cloud // the last grow by half from round to round
	replicates  int   // of the last
	rounds      int   // at most
	annealed    int   // chains of each scout that begin at a draw from the prior, beside those from the starts
	// tune is the number of steps of a chain before its states count, per coordinate, leastTune in all; twice as
	// many follow.
	tune, leastTune  int
	clusters, states int // of the mixtures; states that a later one is fitted to
}

// cloud sizes tempered particles.
type cloud struct{ ancestors, steps int }

func defaultEffort() effort {
	return effort{scouts: 3, prior: cloud{40, 30}, first: cloud{60, 40}, last: cloud{100, 60}, replicates: 4,
		rounds: 6, annealed: 2, tune: 150, leastTune: 2000, clusters: 6, states: 4000}
}

const (
	mostError = .15 // standard error above which a reference does not count
	// shared is how much larger the standard error is than the spread of the replicates says, which start from one
	// mixture and choose their temperatures by themselves: with six times as many particles four evidences of 13 to
	// 29 coordinates moved by .00 to .10.
	shared      = 2
	hopeless    = 5  // nats by which particles from the prior are below the others for no more of them to be made
	leastRising = .1 // nats by which a round must be higher for another
)

// Settled reports whether the replicates agree well enough for the reference to count.
func (r Reference) Settled() bool { return r.StandardError() <= mostError && !r.Rising }

// StandardError returns that of LogZ, nats.
func (r Reference) StandardError() float64 { return shared * r.Error }

// unsettled stands for a reference that there is none of.
func unsettled() Reference { return Reference{LogZ: math.Inf(-1), Error: math.Inf(1)} }

// Reference measures topology t; chains start at the generating tree and at more, as far as they fit.
func (p Problem) Reference(t topology.Topology, more ...start) Reference {
	set := defaultEffort()
	if len(more) > 0 {
		set.clusters *= 2
	}
	return p.subject(t, more...).reference(set)
}

// reference measures by rounds of tempered particles, each from a mixture fitted to the states of the former, the
// first to those of scouts.
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

// scout finds states of the target: by particles from the prior, whose log Z it returns, by chains from the starts,
// and by particles from the mixture of both.
func (d *density) scout(
	starts [][]float64, fromPrior bool, set effort, rng *rand.Rand,
) (logZ float64, first smc.Result) {
	logZ = math.Inf(-1)
	var states []float64
	if fromPrior {
		r := d.tempered(prior{d}, set.prior, rng)
		logZ = r.LogZ
		for i := 0; i < len(r.Particles); i += thin * d.Dim() {
			states = append(states, r.Particles[i:i+d.Dim()]...)
		}
	}
	tune := max(set.leastTune, set.tune*d.Dim())
	for _, z := range starts {
		states = append(states, d.chain(z, false, tune, 2*tune, rng)...)
	}
	for range set.annealed {
		states = append(states, d.chain(starts[0], true, tune, 2*tune, rng)...)
	}
	return logZ, d.tempered(mixtureOf(clusters(states, d.Dim(), set.clusters, rng), d), set.first, rng)
}

// tempered takes particles from the start to the target.
func (d *density) tempered(from evidence.Prior, c cloud, rng *rand.Rand) smc.Result {
	walk := smc.DefaultWalk()
	walk.Ancestors, walk.Steps, walk.Blocks = c.ancestors, c.steps, d.blocks()
	return smc.Walk(d, from, walk, rng)
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
