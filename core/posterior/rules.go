// One topology's posterior as plain rules, and how near they come to the posterior itself.

package posterior

import (
	"slices"

	"dcctree/core/export"
	"dcctree/core/topology"
	"dcctree/core/tree"
	"dcctree/core/words"
)

// Rules returns one measured topology as a tree of single thresholds, to be told in a language, with a note on how it
// differs from the posterior on the training rows; ok is false where it has no draws. Thresholds are posterior medians,
// leaves posterior means, as in the figure. A split reads as its main feature alone where the figure does so, else as
// the mixture of all features.
func (p *Posterior) Rules(t topology.Topology, l words.Lang) (out export.RuleSet, ok bool) {
	m := p.members[t]
	if m == nil {
		return out, false
	}
	d := p.diagramOf(m, t)
	train := p.tables.Train
	out = export.RuleSet{Name: t.String(), Target: train.Target, Classes: train.Classes,
		Features: export.FeaturesOf(train), Lang: l,
		Columns: append(slices.Clone(train.Features), train.Target)}
	leaves := d.leaves()
	for at, n := range d.nodes {
		node := tree.Node{Right: max(0, n.Right)}
		if n.Leaf {
			node.Answer = p.response.middle(leaves[n.Index])
		} else {
			node.Rule = d.middle(at)
		}
		out.Tree.Nodes = append(out.Tree.Nodes, node)
	}
	note, err := p.difference(out, l)
	if err != nil {
		return out, false
	}
	out.Notes = []string{l.Say("rules.about", len(p.weights), p.weightOf(t)), note}
	return out, true
}

func (p *Posterior) weightOf(t topology.Topology) float64 {
	for _, s := range p.weights {
		if s.Topology == t {
			return s.Weight
		}
	}
	return 0
}

// middle returns the split at a node with its median threshold.
func (d *diagram) middle(at int) tree.Rule {
	terms, order := d.terms(at)
	if main := order[0]; terms[0].Weight >= mainWeight {
		thresholds, _ := d.crossings(at, main)
		return tree.Threshold{Input: main, At: quantiles(thresholds, .5)[0]}
	}
	thresholds, _ := d.mixtureThresholds(at, order[0])
	out, mean, s := tree.Formula{At: quantiles(thresholds, .5)[0]}, d.meanSimplex(at), d.p.tables.Scaling
	for _, i := range order {
		out.Of = append(out.Of, tree.Term{Input: i, Weight: mean[i], Min: s.Min[i], Range: s.Range[i]})
	}
	return out
}

// mostCompared is how many training rows rules are compared on at most.
const mostCompared = 1000

// difference says how the tree's answers differ from the posterior's predictions on training rows.
func (p *Posterior) difference(t export.RuleSet, l words.Lang) (string, error) {
	f := p.tables.Train
	rows := make([][]float64, min(f.N, mostCompared))
	for k := range rows {
		rows[k] = make([]float64, f.D)
		for j := range f.D {
			rows[k][j] = f.X[j*f.N+k*f.N/len(rows)]
		}
	}
	predictions, err := p.Predict(rows)
	if err != nil {
		return "", err
	}
	answers := make([]float64, len(rows))
	for k, row := range rows {
		answers[k] = t.Tree.Leaf(tree.RowOf(row)).Answer.Point()
	}
	return p.response.agreement(answers, predictions, l), nil
}
