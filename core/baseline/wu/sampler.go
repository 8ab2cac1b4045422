// A chain: its start, an iteration, its draws and its state in plain numbers.

package wu

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"dcctree/core/baseline"
	"dcctree/core/baseline/hard"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/tree"
)

// Sampler is one chain, a baseline.Sampler.
type Sampler struct {
	settings   Settings
	prior      pinball
	weights    *intervals
	logMove    [moves]float64
	tree       *hard.Tree
	now        terms
	iterations int

	rules          []hard.Rule
	picks, counted []int32
	proposal       ratio
	rebuild        rebuilder
	// measure returns the log of the ratio by which a move is accepted; tests put wrong ones in its place.
	measure func(move int, r *ratio) float64
}

// New returns a chain that starts from the tree without splits. Data are of a regression or of two classes, without
// weights and scatter; the random numbers are not used.
func New(data softtree.Data, settings Settings, _ *rand.Rand) (*Sampler, error) {
	if data.Classes > 2 {
		return nil, fmt.Errorf("data: %d classes: the method of Wu, Tjelmeland and West is for a numeric "+
			"target or two classes", data.Classes)
	}
	if err := settings.Validate(); err != nil {
		return nil, fmt.Errorf("wu: %w", err)
	}
	rows, err := hard.NewRows(data)
	if err != nil {
		return nil, err
	}
	c := &Sampler{settings: settings, prior: newPinball(settings.Leaves, settings.Left, settings.Free, rows.N)}
	if c.weights, err = newIntervals(rows, settings.Thresholds); err != nil {
		return nil, err
	}
	for m, p := range settings.moves() {
		c.logMove[m] = numeric.Log(p)
	}
	c.tree = hard.NewTree(rows, hard.NewLeafModel(settings.Leaf, rows.N, rows.Classes), settings.MinLeaf)
	c.now = c.terms(c.tree.Nodes())
	c.rebuild.weights, c.rebuild.prior = c.weights, &c.prior
	c.measure = func(_ int, r *ratio) float64 { return r.log() }
	return c, nil
}

// Step makes one iteration: one move.
func (c *Sampler) Step(rng *rand.Rand) baseline.Info {
	c.iterations++
	m := c.pickMove(rng)
	c.proposal = ratio{}
	info := baseline.Info{Move: moveNames[m]}
	if c.try(m, &c.proposal, rng) {
		info.Densities = 1
		if c.measure(m, &c.proposal) > numeric.Log(random.OpenUniform(rng)) {
			c.tree.Accept()
			c.now, info.Accepted = c.proposal.next, true
		} else {
			c.tree.Reject()
		}
	}
	info.LogDensity, info.Leaves = c.now.sum(), hard.Leaves(c.tree.Nodes())
	info.Warmup = c.iterations <= c.settings.Warmup
	return info
}

func (c *Sampler) pickMove(rng *rand.Rand) int {
	at := rng.Float64()
	last := 0
	for m, p := range c.settings.moves() {
		if p == 0 {
			continue
		}
		last = m
		if at -= p; at < 0 {
			break
		}
	}
	return last
}

// try proposes by a move and tells whether there is a proposal whose prior is above 0.
func (c *Sampler) try(move int, r *ratio, rng *rand.Rand) bool {
	switch move {
	case grow:
		return c.grow(r, rng)
	case prune:
		return c.prune(r, rng)
	case change:
		return c.change(r, rng)
	case swap:
		return c.swap(r, rng)
	}
	return c.restructure(r, rng)
}

// Draws appends the present tree with leaf parameters, and under Uniform thresholds, drawn from their posterior given
// the tree.
func (c *Sampler) Draws(dst []baseline.Draw, rng *rand.Rand) []baseline.Draw {
	draw := c.tree.Draw(c.settings.Thresholds == Halfway, rng)
	if c.settings.Thresholds == Uniform {
		for k, n := range c.tree.Nodes() {
			if !n.Leaf() {
				draw.Nodes[k].Rule = tree.Threshold{Input: int(n.Feature),
					At: c.weights.threshold(n.Rule, rng)}
			}
		}
	}
	return append(dst, baseline.Draw{Tree: draw, LogDensity: c.now.sum()})
}

// Expected returns the present tree with the posterior means of its leaves' parameters, and under Uniform of its
// thresholds.
func (c *Sampler) Expected() baseline.Draw {
	return baseline.Draw{Tree: c.tree.Expect(c.settings.Thresholds != Observed), LogDensity: c.now.sum()}
}

// State returns the number of iterations and the tree as hard.Tree.AppendState writes it.
func (c *Sampler) State() []float64 {
	return c.tree.AppendState([]float64{float64(c.iterations)})
}

// Resume returns the chain that State wrote down. The error says what is wrong with a state that is not of these data
// and settings.
func Resume(data softtree.Data, settings Settings, state []float64) (*Sampler, error) {
	c, err := New(data, settings, nil)
	if err != nil {
		return nil, err
	}
	if len(state) == 0 || !(state[0] >= 0 && state[0] <= maxCount && state[0] == float64(int64(state[0]))) {
		return nil, errors.New("state of the WU chain: it does not begin with a number of iterations")
	}
	rest, err := c.tree.SetState(state[1:])
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("%d numbers after its tree", len(rest))
	}
	if err != nil {
		return nil, fmt.Errorf("state of the WU chain: %w", err)
	}
	c.iterations, c.now = int(state[0]), c.terms(c.tree.Nodes())
	return c, nil
}
