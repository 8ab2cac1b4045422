// Tests of the ratios by which moves are accepted: values by hand, and both ways of every move.

package wu

import (
	"math"
	"slices"
	"testing"

	"dcctree/core/baseline/hard"
	"dcctree/core/baseline/hard/hardtest"
	"dcctree/core/random"
	"dcctree/core/softtree"
)

func rule(feature, cut int32) hard.Rule { return hard.Rule{Feature: feature, Cut: cut} }

var stop = hard.Stop

// TestRatiosByHand: lambda = 2, p = 1/4, Grow = .2, Prune = .3; one feature with values 0, .25, .5, 1, so that the cuts
// have width 1/4, 1/4, 1/2. alpha(1), alpha(2), alpha(3) are as 1, 2, 2; beta(1|3) = 3/4, beta(2|3) = 1/4. Wanted are
// prior and proposals together, without the likelihood.
func TestRatiosByHand(t *testing.T) {
	s := smallSettings()
	s.Leaves, s.Left = 2, .25
	one := softtree.Data{N: 4, D: 1, X: []float64{0, .25, .5, 1}, Y: []float64{1, 2, 4, 3}}
	two := softtree.Data{N: 4, D: 2, X: []float64{0, 0, 1, 1, 0, 1, 0, 1}, Y: []float64{1, 2, 4, 3}}
	for _, c := range []struct {
		name string
		data softtree.Data
		from []hard.Rule
		move func(*Sampler, *ratio) bool
		want float64
	}{
		// prior 2 x 1/4; there: .2 x 1/4, back: .3.
		{"grow the root", one, []hard.Rule{stop},
			func(c *Sampler, r *ratio) bool { return c.growAt(0, rule(0, 1), r) },
			2 * .25 * .3 / (.2 * .25)},
		{"prune the root", one, []hard.Rule{rule(0, 1), stop, stop},
			func(c *Sampler, r *ratio) bool { return c.pruneAt(0, r) }, .2 * .25 / (2 * .25 * .3)},
		// prior 1 x 1/4 x 1, the left leaf's only cut; there: .2 x 1/2 x 1, one of two leaves, back: .3, the
		// only pair.
		{"grow the left leaf", one, []hard.Rule{rule(0, 1), stop, stop},
			func(c *Sampler, r *ratio) bool { return c.growAt(1, rule(0, 0), r) }, .25 * .3 / (.2 * .5)},
		// prior 1 x 3/4 x 1/3, cut 1 of width 1/4 in a range of 3/4; there: .2 x 1/3, the only leaf, back: .3.
		{"grow the right leaf", one, []hard.Rule{rule(0, 0), stop, stop},
			func(c *Sampler, r *ratio) bool { return c.growAt(2, rule(0, 1), r) }, .75 / 3 * .3 / (.2 / 3)},
		// prior (1/2)/(1/4), there 1/2, back 1/4.
		{"change the only rule", one, []hard.Rule{rule(0, 1), stop, stop},
			func(c *Sampler, r *ratio) bool { return c.changeAt(0, rule(0, 2), r) }, 1},
		// as before for the root; below, cut 0 has 1/4 of 1/2 in place of 1/4 of 1/4.
		{"change the root's rule", one, []hard.Rule{rule(0, 1), rule(0, 0), stop, stop, stop},
			func(c *Sampler, r *ratio) bool { return c.changeAt(0, rule(0, 2), r) }, .5},
		// all features and cuts alike.
		{"swap", two, []hard.Rule{rule(0, 0), rule(1, 0), stop, stop, stop},
			func(c *Sampler, r *ratio) bool { return c.swapAt(1, r) }, 1},
		{"swap both children", two, []hard.Rule{rule(0, 0), rule(1, 0), stop, stop, rule(1, 0), stop, stop},
			func(c *Sampler, r *ratio) bool { return c.swapAt(1, r) }, 1},
		// Leaves {0}, {1/4}, {1/2, 1}. From: prior 1/4 (beta) x 1/4 x 1, drawn as cut 1 with weight 1/4 x 1/4
		// beside cut 0 with 3/4 x 1/4: 1/4. To: prior 3/4 x 1/4 x 1/3, drawn with 3/4.
		{"restructure", one, []hard.Rule{rule(0, 1), rule(0, 0), stop, stop, stop},
			func(c *Sampler, r *ratio) bool {
				return restructureTo(c, []hard.Rule{rule(0, 0), stop, rule(0, 1), stop, stop}, r)
			}, (.75 * .25 / 3) / (.25 * .25) * .25 / .75},
	} {
		ch, err := New(c.data, s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := ch.tree.SetRules(c.from); err != nil {
			t.Fatal(err)
		}
		ch.now = ch.terms(ch.tree.Nodes())
		var r ratio
		if !c.move(ch, &r) {
			t.Errorf("%s: no proposal", c.name)
			continue
		}
		got := math.Exp(r.log() - (r.next.likelihood - r.now.likelihood))
		if math.Abs(got-c.want) > 1e-14 {
			t.Errorf("%s: ratio %v, want %v", c.name, got, c.want)
		}
	}
}

// restructureTo draws until the proposal is the wanted one.
func restructureTo(c *Sampler, want []hard.Rule, r *ratio) bool {
	rng := random.Stream(1, "restructure to")
	for range 1000 {
		if !c.restructure(r, rng) {
			return false
		}
		if hardtest.Key(c.rules) == hardtest.Key(want) {
			return true
		}
	}
	return false
}

func TestSwapWithoutProposal(t *testing.T) {
	c, err := New(softtree.Data{N: 4, D: 1, X: []float64{0, .25, .5, 1}, Y: []float64{1, 2, 4, 3}}, smallSettings(),
		nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.tree.SetRules([]hard.Rule{rule(0, 1), rule(0, 0), stop, stop, stop}); err != nil {
		t.Fatal(err)
	}
	c.now = c.terms(c.tree.Nodes())
	var r ratio
	if c.swapAt(1, &r) {
		t.Error("the lower split has rows on one side only, and yet there is a proposal")
	}
}

// TestWaysBack makes every kind of proposal from every tree, accepts it, and makes the one that leads back:
// probabilities and ratios must be each other's. Of a restructure it goes through both trees; TestRestructureSumsToOne
// says the rest.
func TestWaysBack(t *testing.T) {
	c := small(t, true, 6, func(s *Settings) { s.Leaf.PerLeaf = false })
	rng := random.Stream(3, "ways back")
	tried := [moves]int{}
	for _, tree := range hardtest.Enumerate(smallData(true, 6), 4, 1) {
		for m := range moves {
			set(t, c, tree)
			var there, back ratio
			if !c.try(m, &there, rng) || sameRules(c.tree.Nodes(), c.tree.Proposed()) {
				continue
			}
			tried[m]++
			before := tree.Rules()
			c.tree.Accept()
			c.now = c.terms(c.tree.Nodes())
			if m == restructure {
				back = drawn(t, c, tree)
			} else if !wayBack(c, m, before, &back) {
				t.Fatalf("%s of %s: no way back", moveNames[m], tree.Key)
			} else if key := hardtest.Key(rulesOf(c.tree.Proposed())); key != tree.Key {
				t.Fatalf("%s of %s: the way back leads to %s", moveNames[m], tree.Key, key)
			}
			for _, v := range []float64{there.log() + back.log(), there.forward - back.backward,
				there.backward - back.forward} {
				if math.Abs(v) > 1e-10 {
					t.Errorf("%s of %s: %+v there and %+v back", moveNames[m], tree.Key, there,
						back)
				}
			}
		}
	}
	for m, n := range tried {
		if n < 100 {
			t.Errorf("%s was tried %d times", moveNames[m], n)
		}
	}
}

func rulesOf(nodes []hard.Node) (rules []hard.Rule) {
	for k := range nodes {
		rules = append(rules, nodes[k].Rule)
	}
	return rules
}

func sameRules(a, b []hard.Node) bool { return slices.Equal(rulesOf(a), rulesOf(b)) }

// drawn returns the ratio of a restructure from the present tree to a listed one, and makes that the present one.
func drawn(t *testing.T, c *Sampler, to *hardtest.Tree) (r ratio) {
	c.rebuild.look(c.tree)
	r.now, r.backward = c.now, c.logRebuild(c.tree.Nodes())
	set(t, c, to)
	c.rebuild.look(c.tree)
	r.next, r.forward = c.now, c.logRebuild(c.tree.Nodes())
	return r
}

// wayBack proposes the tree that a move led away from.
func wayBack(c *Sampler, move int, before []hard.Rule, back *ratio) bool {
	nodes, at := c.tree.Nodes(), 0
	for nodes[at].Rule == before[at] {
		at++
	}
	switch move {
	case grow:
		return c.pruneAt(at, back)
	case prune:
		return c.growAt(at, before[at], back)
	case change:
		return c.changeAt(at, before[at], back)
	}
	for k := range nodes {
		if int(nodes[k].Parent) == at && nodes[k].Rule == before[at] {
			return c.swapAt(k, back)
		}
	}
	return false
}
