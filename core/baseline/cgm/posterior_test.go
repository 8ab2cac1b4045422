// The chain's shares of trees against their posterior probabilities, where all trees can be listed, and what mistakes
// in its moves do to them.

package cgm

import (
	"math"
	"testing"

	"dcctree/core/baseline/hard"
	"dcctree/core/baseline/hard/hardtest"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// problem is a table so small, or leaves so large, that no tree has more than most leaves.
type problem struct {
	name     string
	data     softtree.Data
	settings Settings
	most     int
}

func problems() []problem {
	leaf := hard.LeafPrior{Shape: 1.2, Scale: .9, Mean: .4, Count: .6, Concentration: .9}
	each := leaf
	each.PerLeaf = true
	settings := func(leaf hard.LeafPrior, minLeaf int) Settings {
		return Settings{Split: topology.Prior{Alpha: .9, Beta: .4}, Leaf: leaf, MinLeaf: minLeaf, Restarts: 1}
	}
	table := softtree.Data{N: 10, D: 2, X: []float64{
		0, .25, .25, .5, .5, .5, .75, 1, 1, 1,
		.31, .95, .12, 1, .44, 0, .63, .27, .81, .58}}
	// Four points of the plane, so that a split's children can have the same rule.
	square := softtree.Data{N: 10, D: 2, X: []float64{
		0, 0, 0, 0, 0, 1, 1, 1, 1, 1,
		0, 0, 1, 1, 1, 0, 0, 0, 1, 1}}
	// Six points in a third input with ties among them: trees of up to 6 leaves, most of which have nodes that
	// cannot be split.
	line := softtree.Data{N: 6, D: 2, X: []float64{
		0, .2, .4, .6, .8, 1,
		0, 0, 1, 1, 0, 1}}
	respond := func(d softtree.Data, y ...float64) softtree.Data {
		d.Y = y
		return d
	}
	label := func(d softtree.Data, class ...int) softtree.Data {
		d.Classes, d.Class = 3, class
		return d
	}
	y := []float64{.1, 1.2, .7, -.2, .9, 1.9, .8, 1.5, 2.2, 1.1}
	class := []int{0, 0, 1, 0, 2, 1, 1, 2, 2, 2}
	return []problem{
		{"one sigma", respond(table, y...), settings(leaf, 3), 3},
		{"sigma per leaf", respond(table, y...), settings(each, 3), 3},
		{"three classes", label(table, class...), settings(leaf, 3), 3},
		{"square", respond(square, y...), settings(leaf, 1), 4},
		{"square of classes", label(square, class...), settings(leaf, 1), 4},
		{"line", respond(line, .1, 1.2, 1.7, -.2, .9, 2.9), settings(each, 1), 6},
	}
}

// posterior returns all trees with their posterior probabilities, whose prior is written out from the listed trees.
func (p problem) posterior(t *testing.T) ([]*hardtest.Tree, []float64) {
	trees := hardtest.Enumerate(p.data, p.most, p.settings.MinLeaf)
	if deeper := hardtest.Enumerate(p.data, p.most+1, p.settings.MinLeaf); len(deeper) != len(trees) {
		t.Fatalf("%s: %d trees, %d with one leaf more", p.name, len(trees), len(deeper))
	}
	model := hard.NewLeafModel(p.settings.Leaf, p.data.N, p.data.Classes)
	log := make([]float64, len(trees))
	for k, tree := range trees {
		var sum hard.Part
		for _, n := range tree.Nodes {
			split := p.settings.Split.Alpha * math.Pow(float64(1+n.Depth), -p.settings.Split.Beta)
			switch {
			case n.Left != nil:
				log[k] += math.Log(split / float64(n.Features()*len(n.Cuts[n.Rule.Feature])))
				continue
			case n.Features() > 0:
				log[k] += math.Log(1 - split)
			}
			part := model.Part(p.statistics(n.Rows))
			sum.Log, sum.Squares = sum.Log+part.Log, sum.Squares+part.Squares
		}
		log[k] += model.LogMarginal(sum)
	}
	return trees, hardtest.Normalize(log)
}

func (p problem) statistics(rows []int) hard.Stats {
	s := hard.Stats{N: len(rows)}
	if p.data.Classes > 0 {
		s.Counts = make([]int32, p.data.Classes)
		for _, i := range rows {
			s.Counts[p.data.Class[i]]++
		}
		return s
	}
	for _, i := range rows {
		s.Mean += p.data.Y[i] / float64(len(rows))
	}
	for _, i := range rows {
		s.Squares += (p.data.Y[i] - s.Mean) * (p.data.Y[i] - s.Mean)
	}
	return s
}

// chain starts a chain, changed by spoil unless that is nil.
func (p problem) chain(t *testing.T, spoil func(*Sampler)) *Sampler {
	s, err := New(p.data, p.settings, nil)
	if err != nil {
		t.Fatal(err)
	}
	if spoil != nil {
		spoil(s)
	}
	return s
}

// fold is a number for a tree's rules that no two trees of a test share.
func fold(rule hard.Rule, h uint64) uint64 {
	return h*1000003 + uint64(rule.Feature+2)*1009 + uint64(rule.Cut)
}

// deviations runs a chain, changed by spoil unless that is nil, and compares it with the posterior.
func (p problem) deviations(t *testing.T, batches, perBatch int, spoil func(*Sampler)) []hardtest.Deviation {
	trees, probability := p.posterior(t)
	index, keys := map[uint64]int{}, []string{}
	for k, tree := range trees {
		var h uint64
		for _, r := range tree.Rules() {
			h = fold(r, h)
		}
		index[h] = k
		keys = append(keys, tree.Key)
	}
	if len(index) != len(trees) {
		t.Fatalf("%s: two trees have the same number", p.name)
	}
	s := p.chain(t, spoil)
	rng := random.Stream(11, "posterior", p.name)
	counts := make([][]int, batches)
	for range perBatch {
		s.Step(rng)
	}
	for b := range counts {
		counts[b] = make([]int, len(trees))
		for range perBatch {
			s.Step(rng)
			var h uint64
			for _, n := range s.tree.Nodes() {
				h = fold(n.Rule, h)
			}
			k, ok := index[h]
			if !ok {
				t.Fatalf("%s: a tree that is not listed: %s", p.name,
					hardtest.Key(s.tree.AppendRules(nil, 0)))
			}
			counts[b][k]++
		}
	}
	return hardtest.Frequencies(keys, probability, counts, perBatch)
}

func TestPosterior(t *testing.T) {
	for _, p := range problems() {
		deviations := p.deviations(t, 100, 5000, nil)
		if len(deviations) < 8 {
			t.Errorf("%s: only %d trees are compared", p.name, len(deviations))
		}
		if worst := hardtest.Worst(deviations); !(math.Abs(worst.Z()) < 4) {
			t.Errorf("%s: of %d trees the worst is %v", p.name, len(deviations), worst)
		}
	}
}

// imbalance writes out the probabilities of all transitions from the moves as they are made, with every outcome of
// their draws, and returns how far they are from detailed balance with the posterior.
func (p problem) imbalance(t *testing.T, spoil func(*Sampler)) (worst float64, pair string) {
	trees, probability := p.posterior(t)
	index := map[string]int{}
	for k, tree := range trees {
		index[tree.Key] = k
	}
	s := p.chain(t, spoil)
	transition := make([]map[int]float64, len(trees))
	for k, tree := range trees {
		transition[k] = map[int]float64{}
		s.become(tree.Rules())
		for m := range moves {
			var choices hardtest.Choices
			for more := true; more; more = choices.Next() {
				at, ok := s.propose[m](s, &choices)
				if !ok {
					continue
				}
				var rules []hard.Rule
				for _, n := range s.tree.Proposed() {
					rules = append(rules, n.Rule)
				}
				to, listed := index[hardtest.Key(rules)]
				if !listed {
					t.Fatalf("%s: a tree that is not listed: %s", p.name, hardtest.Key(rules))
				}
				log, _ := s.odds(m, at)
				transition[k][to] += choices.Probability() / float64(moves) * math.Min(1, math.Exp(log))
				s.tree.Reject()
			}
		}
		leave := 0.0
		for _, p := range transition[k] {
			leave += p
		}
		if !(leave > 0 && leave < 1+1e-12) {
			t.Fatalf("%s: the probabilities of what comes after %s sum to %v", p.name, tree.Key, leave)
		}
	}
	worst, from, to := hardtest.Imbalance(probability, transition)
	return worst, trees[from].Key + " to " + trees[to].Key
}

// TestDetailedBalance: between all pairs of trees, up to rounding.
func TestDetailedBalance(t *testing.T) {
	for _, p := range problems() {
		if worst, pair := p.imbalance(t, nil); !(worst < 1e-10) {
			t.Errorf("%s: out of balance by %v from %s", p.name, worst, pair)
		}
	}
}

// TestMutants: both comparisons see mistakes that samplers of trees are known for.
func TestMutants(t *testing.T) {
	all := problems()
	crowded := all[5] // with many pairs to swap
	crowded.settings.Split = topology.Prior{Alpha: .98, Beta: .05}
	ratio := func(wrong func(m move, at int, now, next []hard.Node) float64) func(*Sampler) {
		return func(s *Sampler) { s.ratio = wrong }
	}
	mutants := []struct {
		name    string
		problem problem
		spoil   func(*Sampler)
	}{
		{"grow and prune as if one were proposed as often as the other", all[0],
			ratio(func(m move, at int, now, next []hard.Node) float64 {
				if m == grow || m == prune {
					return 0
				}
				return logRatio(m, at, now, next)
			})},
		{"number of prunable splits of the wrong tree", all[3],
			ratio(func(m move, at int, now, next []hard.Node) float64 {
				if m == grow {
					return logRatio(m, at, now, next) + logOf(count(next, prunable)) -
						logOf(max(count(now, prunable), 1))
				}
				return logRatio(m, at, now, next)
			})},
		{"all leaves counted as growable", all[5], ratio(func(m move, at int, now, next []hard.Node) float64 {
			v := logRatio(m, at, now, next)
			switch m {
			case grow:
				v += logOf(hard.Leaves(now)) - logOf(count(now, growable))
			case prune:
				v -= logOf(hard.Leaves(next)) - logOf(count(next, growable))
			}
			return v
		})},
		{"change without the number of cuts of the old and the new rule", all[1],
			ratio(func(m move, at int, now, next []hard.Node) float64 {
				if m == change {
					return 0
				}
				return logRatio(m, at, now, next)
			})},
		{"change without the rules below in the prior", all[5],
			ratio(func(m move, at int, now, next []hard.Node) float64 {
				if m == change {
					return logRules(now) - logRules(next)
				}
				return logRatio(m, at, now, next)
			})},
		{"change that prunes what it makes impossible", all[5], func(s *Sampler) {
			s.propose[change] = func(s *Sampler, rng chooser) (int, bool) {
				at, ok := s.change(rng)
				if ok || len(s.tree.Nodes()) == 1 {
					return at, ok
				}
				s.rules = append(s.rules[:1], hard.Stop, hard.Stop)
				return at, s.tree.Propose(at, s.rules)
			}
		}},
		{"swap drawn among the pairs whose rules stay available", crowded, func(s *Sampler) {
			s.propose[swap] = func(s *Sampler, rng chooser) (at int, ok bool) {
				var pairs []int
				for k := range s.tree.Nodes() {
					if lower(s.tree.Nodes(), k) {
						if _, ok := s.exchange(k); ok {
							pairs = append(pairs, k)
							s.tree.Reject()
						}
					}
				}
				if len(pairs) == 0 {
					return 0, false
				}
				return s.exchange(pairs[rng.IntN(len(pairs))])
			}
		}},
		{"swap without the numbers of cuts in the prior", all[5],
			ratio(func(m move, at int, now, next []hard.Node) float64 {
				if m == swap {
					return logRules(now) - logRules(next)
				}
				return logRatio(m, at, now, next)
			})},
		{"swap with one child where both have the rule", all[3], func(s *Sampler) {
			s.propose[swap] = func(s *Sampler, rng chooser) (int, bool) {
				child, ok := pick(s.tree.Nodes(), lower, rng)
				if !ok {
					return child, false
				}
				nodes := s.tree.Nodes()
				at := int(nodes[child].Parent)
				other := at + 1
				if nodes[other].Rule == nodes[child].Rule &&
					nodes[nodes[at].Right].Rule == nodes[child].Rule {
					// The other child's split goes, since its rule would be its parent's.
					s.rules = append(s.rules[:0], nodes[child].Rule, nodes[at].Rule, hard.Stop,
						hard.Stop, hard.Stop)
					return at, s.tree.Propose(at, s.rules)
				}
				return s.exchange(child)
			}
		}},
	}
	for _, m := range mutants {
		worst := hardtest.Worst(m.problem.deviations(t, 100, 4000, m.spoil))
		if math.Abs(worst.Z()) < 4 {
			t.Errorf("not seen: %s: the worst is %v", m.name, worst)
		}
		out, pair := m.problem.imbalance(t, m.spoil)
		if !(out > .1) {
			t.Errorf("in balance: %s: out by %v from %s", m.name, out, pair)
		}
		t.Logf("%s: %v; out of balance by %.3f from %s", m.name, worst, out, pair)
	}
}

// logRules is the log prior of all rules.
func logRules(nodes []hard.Node) (sum float64) {
	for k := range nodes {
		sum += nodes[k].LogRule
	}
	return sum
}
