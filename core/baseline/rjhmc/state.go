// The state of a chain as plain numbers, and its drawn tree.

package rjhmc

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/baseline"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// State returns: iterations made, two numbers of the seed, the tree (number of nodes, then 1 for a split and 0 for a
// leaf in pre-order, the splits' inputs of HMC-DF, theta), the number of tunings, then of each, in the order of
// topologies, the topology, step size and metric.
func (c *Chain) State() []float64 {
	out := []float64{float64(c.made), float64(c.seed[0]), float64(c.seed[1])}
	out = write(out, c.at.topology)
	for _, f := range c.at.inputs {
		out = append(out, float64(f))
	}
	out = append(out, c.at.theta...)
	known := slices.Collect(maps.Keys(c.tunings))
	topology.Sort(known)
	out = append(out, float64(len(known)))
	for _, t := range known {
		out = append(write(out, t), c.tunings[t].stepSize)
		out = append(out, c.tunings[t].metric...)
	}
	return out
}

func write(out []float64, t topology.Topology) []float64 {
	key := t.Key()
	out = append(out, float64(len(key)))
	for _, k := range key {
		out = append(out, float64(k-'0'))
	}
	return out
}

// Resume takes a chain up where State left it. The error says what is wrong with data, settings or state.
func Resume(data softtree.Data, settings Settings, state []float64) (baseline.Sampler, error) {
	c, err := newChain(data, settings)
	if err != nil {
		return nil, err
	}
	if !numeric.Finite(state...) {
		return nil, errors.New("rjhmc: state: a number is not finite")
	}
	r := &reader{rest: state}
	c.made = r.whole("iterations", 1<<53)
	c.seed = [2]uint32{uint32(r.whole("seed", math.MaxUint32)), uint32(r.whole("seed", math.MaxUint32))}
	at := c.readTree(r)
	c.readTunings(r)
	switch {
	case r.err != nil:
		return nil, fmt.Errorf("rjhmc: state: %w", r.err)
	case len(r.rest) > 0:
		return nil, fmt.Errorf("rjhmc: state: goes on for %d numbers", len(r.rest))
	}
	if err := c.start(at); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *Chain) readTree(r *reader) *tree {
	t := r.topology()
	if n := t.Splits(); n < c.settings.MinSplits || n > c.settings.MaxSplits {
		r.fail(fmt.Errorf("a tree of %d splits: the settings allow %d to %d", n, c.settings.MinSplits,
			c.settings.MaxSplits))
	}
	if r.err != nil {
		return nil
	}
	at := c.newTree(t)
	for j := range at.inputs {
		at.inputs[j] = r.whole("input of a split", c.data.D-1)
	}
	copy(at.theta, r.take(len(at.theta)))
	return at
}

func (c *Chain) readTunings(r *reader) {
	for range r.whole("tunings", len(r.rest)) {
		t := r.topology()
		if r.err != nil {
			return
		}
		values := r.take(1 + c.layout(t).Dim())
		for _, v := range values {
			if !positive(v) {
				r.fail(errors.New("a step size or metric is not positive"))
			}
		}
		if r.err != nil {
			return
		}
		c.tunings[t] = &tuning{values[0], slices.Clone(values[1:])}
	}
}

// reader takes a state apart; after the first error it gives zeros.
type reader struct {
	rest []float64
	err  error
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// take returns the next n numbers; where there are fewer it fails and returns none.
func (r *reader) take(n int) []float64 {
	if r.err == nil && n > len(r.rest) {
		r.fail(errors.New("ends too early"))
	}
	if r.err != nil {
		return nil
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

// whole returns the next number, which must be whole and from 0 to most.
func (r *reader) whole(name string, most int) int {
	v := r.take(1)
	if v == nil {
		return 0
	}
	if !(v[0] >= 0 && v[0] <= float64(most)) || v[0] != math.Trunc(v[0]) {
		r.fail(fmt.Errorf("%s: %v is not a whole number from 0 to %d", name, v[0], most))
		return 0
	}
	return int(v[0])
}

func (r *reader) topology() topology.Topology {
	key := make([]byte, r.whole("nodes of a tree", 2*mostSplits+1))
	for i, v := range r.take(len(key)) {
		if v != 0 && v != 1 {
			r.fail(errors.New("a node is neither split nor leaf"))
			return topology.Root()
		}
		key[i] = '0' + byte(v)
	}
	if r.err != nil {
		return topology.Root()
	}
	t, err := topology.Parse(string(key))
	if err != nil {
		r.fail(err)
	}
	return t
}

// Draws appends the present tree. It draws nothing: all parameters are part of the state but the class probabilities,
// which are those of the paper's section on prediction, (phi_ck + alpha)/(Phi_k + A).
func (c *Chain) Draws(dst []baseline.Draw, _ *rand.Rand) []baseline.Draw {
	at, l := c.at, c.layout(c.at.topology)
	m := c.local(at, c.settings.BandwidthFinal)
	p := l.NewParams()
	l.Constrain(&p, at.theta)
	var probabilities [][]float64
	if !l.Means {
		probabilities = m.LeafProbabilities(at.theta)
	}
	drawn := p.Tree(at.topology, at.inputs, probabilities, c.settings.BandwidthFinal)
	return append(dst, baseline.Draw{Tree: drawn, LogDensity: at.logDensity()})
}
