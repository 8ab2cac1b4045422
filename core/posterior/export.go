// What people take away of the draws: those of one topology for other programs, and trees node by node.

package posterior

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"dcctree/core/export"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

// Snapshot returns the posterior as it is now; what the run measures later does not reach it. It shares the draws.
func (p *Posterior) Snapshot() *Posterior {
	s := *p
	s.members = maps.Clone(p.members)
	for t, m := range s.members {
		kept := *m
		s.members[t] = &kept
	}
	return &s
}

// Has tells whether a topology has draws.
func (p *Posterior) Has(t topology.Topology) bool { return p.members[t] != nil }

// Measured returns the topologies that have draws, by weight.
func (p *Posterior) Measured() (out []topology.Topology) {
	p.each(func(m *member, _ float64) { out = append(out, m.topology) })
	return out
}

// Columns returns what tables of trees and predictions are about.
func (p *Posterior) Columns() export.Columns {
	return export.Columns{Features: p.tables.Train.Features, Classes: p.tables.Train.Classes}
}

// Draws returns the draws of one measured topology with their log density; ok is false where it has none. Variables are
// tau (thresholds of the splits, of the sum of scaled features), delta (weights of the features at each split) and, of
// a regression, mu (means of the leaves) and sigma, on the scale that was sampled, or, of a classification, p (class
// probabilities of the leaves given the rest: their posterior mean, which the sampler integrates out). Draws of no
// weight are left out.
func (p *Posterior) Draws(t topology.Topology) (d export.Draws, ok bool) {
	m := p.members[t]
	if m == nil {
		return d, false
	}
	d = export.Draws{Topology: t.String(), Weight: p.weightOf(t), Seed: strconv.FormatUint(p.problem.Seed, 10),
		Coords: p.coords(t), Notes: p.scaleNotes()}
	l := m.layout
	tau := export.Variable{Name: "tau", Dims: []string{"split"}, Shape: []int{l.Splits}}
	delta := export.Variable{Name: "delta", Dims: []string{"split", "feature"}, Shape: []int{l.Splits, l.D}}
	model := softtree.NewModel(t, p.problem.Data, p.problem.Settings.Priors, p.problem.Settings.BandwidthFinal)
	params := l.NewParams()
	for k, share := range m.draws.Shares {
		if share == 0 {
			continue
		}
		theta := m.draws.Point(k)
		l.Constrain(&params, theta)
		d.LogDensity = append(d.LogDensity, model.LogDensity(theta))
		d.LogWeights = append(d.LogWeights, numeric.Log(share))
		tau.Values = append(tau.Values, params.Tau...)
		delta.Values = append(delta.Values, slices.Concat(params.Delta...)...)
	}
	if l.Splits > 0 {
		d.Variables = append(d.Variables, tau, delta)
	}
	d.Variables = append(d.Variables, p.response.variables(p, m)...)
	return d, true
}

// coords names splits and leaves by their heap numbers, features and classes by theirs.
func (p *Posterior) coords(t topology.Topology) []export.Coord {
	heap := func(ids []int) (labels []string) {
		for _, id := range ids {
			labels = append(labels, strconv.Itoa(id))
		}
		return labels
	}
	coords := []export.Coord{{Name: "leaf", Labels: heap(t.LeafIDs())}}
	if t.Splits() > 0 {
		coords = append(coords, export.Coord{Name: "split", Labels: heap(t.InternalIDs())},
			export.Coord{Name: "feature", Labels: p.tables.Train.Features})
	}
	return append(coords, p.response.coords(p)...)
}

// scaleNotes say in which units the draws are.
func (p *Posterior) scaleNotes() []string {
	var ranges []string
	f, s := p.tables.Train, p.tables.Scaling
	for j, name := range f.Features {
		of := fmt.Sprintf("%s from %s to %s", name, whole(s.Min[j]), whole(s.Min[j]+s.Range[j]))
		if f.Labels[j] != nil {
			of += " (the number of " + strings.Join(f.Labels[j], ", ") + ", from 0)"
		}
		ranges = append(ranges, of)
	}
	return []string{
		"Nodes are numbered as in a heap: the root is 0, the children of i are 2 i + 1 (left) and 2 i + 2 " +
			"(right).",
		"Split j sends a row left with probability 1/(1 + exp((sum_f delta[j, f] x_f - tau[j])/h)), h = " +
			whole(p.problem.Settings.BandwidthFinal) + ", x_f being feature f scaled to 0 to 1 by the " +
			"training rows: " + strings.Join(ranges, "; ") + ".",
		"lp (lp__) is the log of prior times likelihood of the training rows plus the log Jacobian of the " +
			"unconstrained parameters (logit tau, stick-breaking delta, log sigma); the prior of the " +
			"topology is not part of it.",
		p.response.note(p.tables),
	}
}

// whole writes a number with all its digits.
func whole(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Trees returns at most most draws of one measured topology as trees, thinned to equal weights where there are more; ok
// is false where it has none. The weights of all topologies' draws sum to 1.
func (p *Posterior) Trees(t topology.Topology, most int) (out export.TreeDraws, ok bool) {
	m := p.members[t]
	if m == nil {
		return out, false
	}
	thin := *m
	if thin.draws = thinDraws(m.draws, most); len(thin.draws.Shares) < len(m.draws.Shares) {
		thin.leaf = nil
	}
	d := p.diagramOf(&thin, t)
	out = export.TreeDraws{Topology: t.String(), Nodes: d.nodes}
	share, centers := p.shareOf(t), d.centers()
	for k, w := range thin.draws.Shares {
		if w == 0 {
			continue
		}
		out.Weights = append(out.Weights, share*w)
		out.Trees = append(out.Trees, p.inUnits(d.draws[k]))
		var crossings []float64
		for at, center := range centers {
			if center != nil {
				crossings = append(crossings, d.crossing(k, at, d.rule(k, at).Main(), center))
			}
		}
		out.Crossings = append(out.Crossings, crossings)
	}
	return out, true
}

// centers returns, by node, the center of the rows that arrive at a split; nil for a leaf.
func (d *diagram) centers() [][]float64 {
	out := make([][]float64, len(d.nodes))
	for at, n := range d.nodes {
		if !n.Leaf {
			out[at] = d.center(at)
		}
	}
	return out
}

// inUnits returns the tree with its answers in the units of the table.
func (p *Posterior) inUnits(of tree.Tree) tree.Tree {
	nodes := slices.Clone(of.Nodes)
	for k := range nodes {
		if a, ok := nodes[k].Answer.(tree.Normal); ok {
			nodes[k].Answer = tree.Normal{Mean: p.tables.original(a.Mean), SD: a.SD * p.tables.Target.SD}
		}
	}
	return tree.Tree{Nodes: nodes}
}

// shareOf returns the weight of a topology among those that have draws.
func (p *Posterior) shareOf(t topology.Topology) (share float64) {
	p.each(func(m *member, weight float64) {
		if m.topology == t {
			share = weight
		}
	})
	return share
}
