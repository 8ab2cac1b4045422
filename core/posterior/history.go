// Earlier states of a posterior: what it was after each step, as far as there is room.

package posterior

import (
	"dcctree/core/dcc"
	"dcctree/core/topology"
)

// How many numbers of 8 bytes earlier states may take beyond the present one: 8 MB of draws and 32 MB of weights, which
// hold all steps of a run in the fast mode, whose draws are nearly all in use still and whose topologies are some 2,000
// at the end, and a dozen or two of a long one in the paper's way.
const (
	drawsRoom   = 1 << 20
	weightsRoom = 1 << 22
)

// summaryNumbers is the size of a dcc.Summary in numbers.
const summaryNumbers = 40

// moment is what one step changed.
type moment struct {
	weights []dcc.Summary
	changed []change
}

// change is a topology with its draws from a step on; none where they were let go.
type change struct {
	topology topology.Topology
	draws    dcc.Draws
}

// history is the moments of the last steps, and what came before them.
type history struct {
	first   int // number of the first moment's step, from 1
	moments []moment
	before  map[topology.Topology]dcc.Draws
	room    int // for draws
}

func newHistory() history {
	return history{first: 1, before: map[topology.Topology]dcc.Draws{}, room: drawsRoom}
}

// remember adds a moment and lets the oldest go where there is no room.
func (h *history) remember(m moment, now map[topology.Topology]*member) {
	h.moments = append(h.moments, m)
	for len(h.moments) > 1 && (h.draws(now) > h.room || h.weights() > weightsRoom) {
		for _, c := range h.moments[0].changed {
			h.before[c.topology] = c.draws
		}
		h.moments[0] = moment{}
		h.moments = h.moments[1:]
		h.first++
	}
}

// draws is what all moments take beyond the present draws, in numbers.
func (h *history) draws(now map[topology.Topology]*member) (n int) {
	count := func(t topology.Topology, d dcc.Draws) {
		if m := now[t]; m == nil || !same(m.draws, d) {
			n += len(d.Points) + len(d.Shares)
		}
	}
	for _, m := range h.moments {
		for _, c := range m.changed {
			count(c.topology, c.draws)
		}
	}
	for t, d := range h.before {
		count(t, d)
	}
	return n
}

// weights is what the weights of all moments take, in numbers.
func (h *history) weights() (n int) {
	for _, m := range h.moments {
		n += summaryNumbers * len(m.weights)
	}
	return n
}

// same tells whether two are the same memory.
func same(a, b dcc.Draws) bool {
	return len(a.Shares) == len(b.Shares) && (len(a.Shares) == 0 || &a.Shares[0] == &b.Shares[0])
}

// Resume takes over a run that was taken up after so many steps: those before the last cannot be shown.
func (p *Posterior) Resume(s Source, steps int) {
	p.weights = s.Summaries()
	var all []change
	for _, w := range p.weights {
		if draws, ok := s.Draws(w.Topology); ok {
			p.insert(w.Topology, draws)
			all = append(all, change{w.Topology, p.members[w.Topology].draws})
		}
	}
	p.past.first, p.past.moments = steps, []moment{{p.weights, all}}
}

// Steps returns the numbers, counted from 1, of the first and the last step that At can show; 0, 0 before the first.
func (p *Posterior) Steps() (first, last int) {
	if len(p.past.moments) == 0 {
		return 0, 0
	}
	return p.past.first, p.past.first + len(p.past.moments) - 1
}

// At returns the posterior as it was after a step, with the same bits; ok is false where that is not kept. It stays as
// it is when p goes on.
func (p *Posterior) At(step int) (then *Posterior, ok bool) {
	first, last := p.Steps()
	if step < max(1, first) || step > last {
		return nil, false
	}
	draws := map[topology.Topology]dcc.Draws{}
	for t, d := range p.past.before {
		draws[t] = d
	}
	for _, m := range p.past.moments[:step-first+1] {
		for _, c := range m.changed {
			draws[c.topology] = c.draws
		}
	}
	then = &Posterior{tables: p.tables, problem: p.problem, predictive: p.predictive, response: p.response,
		members: map[topology.Topology]*member{}, weights: p.past.moments[step-first].weights, train: p.train,
		test: p.test, sieve: p.sieve, nested: p.nested}
	for t, d := range draws {
		switch m := p.members[t]; {
		case len(d.Shares) == 0:
		case m != nil && same(m.draws, d):
			own := *m
			then.members[t] = &own
		default:
			then.members[t] = &member{topology: t, layout: p.layout(t), draws: d}
		}
	}
	return then, true
}
