// A chain: its start, an iteration, its draws and its state in plain numbers.

package wu

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"dcctree/core/baseline"
	"dcctree/core/baseline/hard"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
)

// chain is a baseline.Sampler.
type chain struct {
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

// New returns a chain that starts from the tree without splits; rng is not used. Data are of a regression or of two
// classes, without weights and scatter.
func New(data softtree.Data, settings Settings, rng *rand.Rand) (baseline.Sampler, error) {
	c, err := newChain(data, settings)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func newChain(data softtree.Data, settings Settings) (*chain, error) {
	if data.Classes > 2 {
		return nil, fmt.Errorf("data: %d classes: the method of Wu, Tjelmeland and West is for a numeric target or two classes", data.Classes)
	}
	if err := settings.Validate(); err != nil {
		return nil, fmt.Errorf("wu: %w", err)
	}
	rows, err := hard.NewRows(data)
	if err != nil {
		return nil, err
	}
	c := &chain{settings: settings, prior: newPinball(settings.Leaves, settings.Left, rows.N)}
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
func (c *chain) Step(rng *rand.Rand) baseline.Info {
	c.iterations++
	m := c.pickMove(rng)
	c.proposal = ratio{}
	info := baseline.Info{Move: moveNames[m]}
	if c.try(m, &c.proposal, rng) {
		info.Densities = 1
		if c.measure(m, &c.proposal) > numeric.Log(hard.OpenUniform(rng)) {
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

func (c *chain) pickMove(rng *rand.Rand) int {
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
func (c *chain) try(move int, r *ratio, rng *rand.Rand) bool {
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

// Draws appends the present tree with leaf parameters, and under Uniform thresholds, drawn from their posterior given the tree.
func (c *chain) Draws(dst []baseline.Draw, rng *rand.Rand) []baseline.Draw {
	nodes := c.tree.Nodes()
	d := baseline.Draw{Nodes: make([]baseline.Node, len(nodes)), LogDensity: c.now.sum()}
	variance := c.tree.Leaves.Variance(hard.Sum(nodes), rng)
	for k := range nodes {
		n, out := &nodes[k], &d.Nodes[k]
		out.Feature = int(n.Feature)
		if n.Leaf() {
			c.tree.Leaves.Draw(out, c.tree.Stats(n), variance, rng)
			continue
		}
		out.Threshold = c.weights.threshold(n.Rule, rng)
		out.Left, out.Right = k+1, int(n.Right)
	}
	return append(dst, d)
}

// State returns the number of iterations, and in pre-order the feature and cut of each split and -1 for each leaf.
func (c *chain) State() []float64 {
	nodes := c.tree.Nodes()
	state := make([]float64, 1, 1+2*len(nodes))
	state[0] = float64(c.iterations)
	for k := range nodes {
		state = append(state, float64(nodes[k].Feature))
		if !nodes[k].Leaf() {
			state = append(state, float64(nodes[k].Cut))
		}
	}
	return state
}

// Resume returns the chain that State wrote down. The error says what is wrong with a state that is not of these data and settings.
func Resume(data softtree.Data, settings Settings, state []float64) (baseline.Sampler, error) {
	c, err := newChain(data, settings)
	if err != nil {
		return nil, err
	}
	if len(state) == 0 || !(state[0] >= 0 && state[0] <= 1<<53 && state[0] == math.Floor(state[0])) {
		return nil, errors.New("wu: state: it does not begin with a number of iterations")
	}
	rules, err := readRules(state[1:])
	if err != nil {
		return nil, err
	}
	if err := c.tree.SetRules(rules); err != nil {
		return nil, fmt.Errorf("wu: state: %w", err)
	}
	c.iterations, c.now = int(state[0]), c.terms(c.tree.Nodes())
	return c, nil
}

func readRules(state []float64) ([]hard.Rule, error) {
	var rules []hard.Rule
	for len(state) > 0 {
		rule, used := hard.Stop, 1
		if state[0] != baseline.Leaf {
			if len(state) < 2 || !whole(state[0]) || !whole(state[1]) {
				return nil, fmt.Errorf("wu: state: node %d is neither a leaf nor a feature and a cut", len(rules))
			}
			rule, used = hard.Rule{Feature: int32(state[0]), Cut: int32(state[1])}, 2
		}
		rules, state = append(rules, rule), state[used:]
	}
	return rules, nil
}

func whole(v float64) bool { return v >= 0 && v <= math.MaxInt32 && v == math.Floor(v) }
