// One topology's posterior as plain rules, and how near they come to the posterior itself.

package posterior

import (
	"math"
	"slices"

	"dcctree/core/export"
	"dcctree/core/topology"
	"dcctree/core/words"
)

// Rules returns one measured topology as a tree of single thresholds, to be told in a language, with a note on how it
// differs from the posterior on the training rows; ok is false where it has no draws. Thresholds are posterior medians,
// leaves posterior means, as in the figure. A split reads as its main feature alone where the figure does so, else as
// the mixture of all features.
func (p *Posterior) Rules(t topology.Topology, l words.Lang) (out export.Tree, ok bool) {
	m := p.members[t]
	if m == nil {
		return out, false
	}
	d := p.diagramOf(m, t)
	out = export.Tree{Name: t.String(), Target: p.tables.Train.Target, Classes: p.tables.Train.Classes, Nodes: d.nodes, Lang: l,
		Columns: append(slices.Clone(p.tables.Train.Features), p.tables.Train.Target)}
	for at, n := range d.nodes {
		if !n.Leaf {
			out.Conditions = append(out.Conditions, d.condition(at))
		}
	}
	for _, leaf := range d.leaves() {
		o := export.Outcome{Mean: leaf.Mean}
		for _, c := range leaf.Class {
			o.Probabilities = append(o.Probabilities, c.Probability)
		}
		out.Outcomes = append(out.Outcomes, o)
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

// condition returns the split at a node.
func (d *diagram) condition(at int) export.Condition {
	terms, order := d.terms(at)
	f, s := d.p.tables.Train, d.p.tables.Scaling
	if main := order[0]; terms[0].Weight >= mainWeight {
		thresholds, _ := d.crossings(at, main)
		return export.Condition{Threshold: quantiles(thresholds, .5)[0],
			Terms: []export.Term{{Feature: f.Features[main], Labels: f.Labels[main], Weight: 1, Range: 1}}}
	}
	thresholds, _ := d.mixtureThresholds(at, order[0])
	c := export.Condition{Threshold: quantiles(thresholds, .5)[0]}
	mean := d.meanSimplex(at)
	for _, i := range order {
		c.Terms = append(c.Terms, export.Term{Feature: f.Features[i], Labels: f.Labels[i], Weight: mean[i], Min: s.Min[i], Range: s.Range[i]})
	}
	return c
}

// mostCompared is how many training rows rules are compared on at most.
const mostCompared = 1000

// difference says how the tree's answers differ from the posterior's predictions on training rows.
func (p *Posterior) difference(t export.Tree, l words.Lang) (string, error) {
	f := p.tables.Train
	column := map[string]int{}
	for i, name := range f.Features {
		column[name] = i
	}
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
	same, squares := 0, 0.0
	for k, row := range rows {
		o := t.Outcome(func(feature string) float64 { return row[column[feature]] })
		if t.Classes != nil && o.Class() == predictions[k].Class {
			same++
		}
		gap := o.Mean - predictions[k].Mean
		squares += float64(gap * gap)
	}
	if t.Classes != nil {
		return l.Say("rules.agreement", same, len(rows)), nil
	}
	return l.Say("rules.difference", len(rows), math.Sqrt(squares/float64(len(rows)))), nil
}
