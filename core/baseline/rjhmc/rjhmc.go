// Package rjhmc is RJHMC-Tree of Cochrane, Wills and Johnson (2023, arXiv 2312.01577): reversible jump over topologies
// with Hamiltonian Monte Carlo inside, as HMC-DFI (a simplex of inputs per split) and as HMC-DF (one input per split),
// of the soft decision tree of core/softtree. Its gradients go through the engines of softtree.Data.Machine, rows of
// equal inputs (CGM has 100 different ones among 800) as one row with their weight, which leaves every density as it is
// but for rounding.
//
// One iteration chooses grow, prune or stay. A grown leaf becomes a split whose input or simplex, threshold tau and
// right leaf's mean mu are drawn from the prior, while the left leaf keeps the mean; pruning is the reverse. Both ways
// the map between (parameters, numbers drawn) and parameters is the identity, so there is no Jacobian.
//
// # Published
//
// With x the parameters in tree m: x' is the end of a run of NUTS (warm-up with annealed h, one draw) from x, y is x'
// grown, pruned or left as it is, y' the end of another run from y in the proposed tree n. The proposal y' is accepted
// with the ratio
//
//	pi_n(y')/pi_m(x) x pi_m(x)/pi_m(x') x pi_n(y)/pi_n(y') x P(back)/P(there) / g
//
// (two-sided reversible jump, Al-Awadhi, Hurn and Jennison 2004), g being the density of what was drawn and pi the
// posterior density at h_final, of which the parameters' priors and the topology's are part. A rejection restores x. In
// the warm-up the second and third factor are left out, which makes it climb. Behind it they cancel the ends, and what
// is left is the ratio of the plain jump from x' to y; staying is always accepted. A run of NUTS that adapts step size,
// metric and h on its way is not reversible, so that the chain does not keep the posterior; no calibration is claimed.
//
// The authors' program departs from this in four places, in which we do not follow it: on pruning it gives the nodes
// behind the pruned one the parameters of their predecessors in its list; it takes the probability that a tree of one
// split grows for that of growing or pruning on the way there and for that of growing alone on the way back; it takes
// the mean that pruning drops from x, not x'; and it makes the index moves of HMC-DF at h_init. It starts with a tree
// of one split, which is never pruned (MinSplits).
//
// # Exact
//
// After a first run of NUTS as the published variant's, from which the chain starts, the iteration is L J L with L the
// local move and J the jump. Each leaves the posterior pi(T, x) at h_final as it is and is reversible, so that L J L,
// which reads the same from both ends, is too:
//
//   - L: Transitions transitions of NUTS with a fixed step size and metric; for HMC-DF a sweep over the splits' inputs
//     in random order comes before those in front of the jump and after those behind it. Step size and metric are a
//     function of the topology alone: they are learned at the first visit by a chain of its own, which starts at a draw
//     from the prior and whose random numbers come from (a number drawn at the start, topology). So it is the same
//     kernel at every visit, as if it had been there from the beginning, and given the topology it is NUTS, which keeps
//     pi(x | T). For a sweep the order is uniform and each update a Metropolis step with a symmetric proposal.
//   - J, plain: grow, prune or stay with fixed probabilities. The numbers drawn have the prior's density, which the
//     ratio of the parameters' priors cancels; there remains likelihood ratio x p(n)/p(m) x P(back)/P(there). A
//     transition in the proposed tree before the decision would drop out of the ratio if it kept pi, as the published
//     ratio shows, and so gain nothing.
//   - J, annealed (Bridges > 1; Karagiannis and Andrieu 2013): the burn-in in the proposed tree that does help. Between
//     the smaller tree's posterior times the prior of what it has not, and the larger tree's posterior, lie
//     distributions rho_0 .. rho_T, each with a transition (sweep and NUTS, with the larger tree's tuning) that is
//     reversible with respect to it. Growing goes from rho_0 up through those between and is accepted with the product
//     of rho_(t+1)/rho_t at the points passed; pruning goes down through the same distributions with the transitions
//     reversed. With one step it is the plain jump.
//
// The moves' probabilities in the warm-up differ from those behind it; each alone is right. A plain jump is accepted as
// rarely as draws from the prior are good.
package rjhmc

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/baseline"
	"dcctree/core/bijector"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Chain is one chain. It implements baseline.Sampler. One goroutine at a time.
type Chain struct {
	settings Settings
	data     softtree.Data
	at       *tree
	made     int // iterations, the initialisation among them
	seed     [2]uint32
	tunings  map[topology.Topology]*tuning // exact variant: what was learned of every topology visited
	models   map[topology.Topology]*local
	judge    func(Ratio) float64
	beat     func()

	order                []int // of a sweep
	gradients, densities int   // of the present iteration
}

var (
	_ baseline.Sampler = (*Chain)(nil)
	_ baseline.Beating = (*Chain)(nil)
)

// Beat makes the chain call f after every transition.
func (c *Chain) Beat(f func()) { c.beat = f }

// New starts a chain: at a tree of one split (none where MaxSplits forbids it, MinSplits where that is more, from left
// to right) with parameters drawn from the prior. The first iteration is the program's initialisation, a run of NUTS in
// that tree. The error says which data or setting is unusable.
func New(data softtree.Data, settings Settings, rng *rand.Rand) (baseline.Sampler, error) {
	c, err := newChain(data, settings)
	if err != nil {
		return nil, err
	}
	t := topology.Root()
	for t.Splits() < max(settings.MinSplits, min(1, settings.MaxSplits)) {
		t = t.Grow(t.Growable()[0])
	}
	c.seed = [2]uint32{rng.Uint32(), rng.Uint32()}
	at := c.newTree(t)
	c.fromPrior(at, rng)
	return c, c.start(at)
}

// At starts a chain at the given parameters of a topology, the initialisation behind it; those of HMC-DF have a 1 and
// zeros in every Delta. It is for checks that know the truth.
func At(
	data softtree.Data, settings Settings, t topology.Topology, p softtree.Params, rng *rand.Rand,
) (baseline.Sampler, error) {
	c, err := newChain(data, settings)
	if err != nil {
		return nil, err
	}
	if n := t.Splits(); n < settings.MinSplits || n > settings.MaxSplits {
		return nil, fmt.Errorf("rjhmc: a start of %d splits: the settings allow %d to %d", n,
			settings.MinSplits, settings.MaxSplits)
	}
	c.made, c.seed = 1, [2]uint32{rng.Uint32(), rng.Uint32()}
	at := c.newTree(t)
	if err := c.take(at, p); err != nil {
		return nil, err
	}
	return c, c.start(at)
}

func newChain(data softtree.Data, settings Settings) (*Chain, error) {
	if err := data.Validate(); err != nil {
		return nil, fmt.Errorf("rjhmc: %w", err)
	}
	if err := settings.Validate(); err != nil {
		return nil, fmt.Errorf("rjhmc: setting %w", err)
	}
	return &Chain{settings: settings, data: data.Merge().Prepare(), tunings: map[topology.Topology]*tuning{},
		models: map[topology.Topology]*local{}, judge: Ratio.Log, beat: func() {}}, nil
}

// start puts the chain at a tree.
func (c *Chain) start(at *tree) error {
	c.score(at)
	if !numeric.Finite(at.logDensity()) || !numeric.Finite(at.theta...) {
		return fmt.Errorf("rjhmc: start: the log density is not finite")
	}
	c.at = at
	return nil
}

// take writes constrained parameters to a tree.
func (c *Chain) take(at *tree, p softtree.Params) error {
	l := c.layout(at.topology)
	if len(p.Tau) != l.Splits || len(p.Delta) != l.Splits || l.Means && len(p.Mu) != l.Leaves {
		return fmt.Errorf("rjhmc: parameters do not fit topology %v", at.topology)
	}
	for j, delta := range p.Delta {
		if len(delta) != c.data.D {
			return fmt.Errorf("rjhmc: split %d: %d weights for %d inputs", j+1, len(delta), c.data.D)
		}
		at.theta[l.Tau(j)] = bijector.UnitInverse(p.Tau[j])
		if c.settings.Method == DFI {
			from, to := l.Simplex(j)
			bijector.SimplexInverse(at.theta[from:to], delta)
			continue
		}
		at.inputs[j] = slices.Index(delta, 1)
		if at.inputs[j] < 0 {
			return fmt.Errorf("rjhmc: split %d: no weight is 1", j+1)
		}
	}
	if l.Means {
		copy(at.theta[l.Mu(0):], p.Mu)
		at.theta[l.LogSigma()] = math.Log(p.Sigma)
	}
	return nil
}

// SetRatio replaces the rule that makes the logarithm of the acceptance ratio of its parts. It is for checks, which
// must notice a wrong one.
func (c *Chain) SetRatio(judge func(Ratio) float64) { c.judge = judge }

// Step makes one iteration.
func (c *Chain) Step(rng *rand.Rand) baseline.Info {
	c.gradients, c.densities = 0, 0
	info := baseline.Info{Warmup: c.made < c.settings.Warmup}
	switch {
	case c.made == 0:
		info.Move, info.Accepted = "start", true
		c.initialise(rng)
	case c.settings.Variant == Exact:
		info.Move, info.Accepted = c.exact(rng)
	default:
		info.Move, info.Accepted = c.published(rng)
	}
	c.made++
	info.LogDensity, info.Leaves = c.at.logDensity(), c.at.topology.Leaves()
	info.Gradients, info.Densities = c.gradients, c.densities
	return info
}

// Topology returns that of the present tree.
func (c *Chain) Topology() topology.Topology { return c.at.topology }

// moves returns the probabilities of the present iteration.
func (c *Chain) moves() topology.MoveProbabilities {
	if c.made < c.settings.Warmup {
		return c.settings.WarmupMoves
	}
	return c.settings.Moves
}
