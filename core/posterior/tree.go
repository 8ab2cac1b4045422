// One topology's posterior as a figure: thresholds, the flow of the training rows, leaves.

package posterior

import (
	"sort"

	"dcctree/core/chart"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

const (
	mainWeight   = .8 // a split whose main feature weighs at least this reads as that feature alone
	termWeight   = .05
	densityGrid  = 81
	densityWidth = .002 // least kernel width, as a share of the axis
)

// Tree returns the figure of one measured topology; ok is false where it has no draws. The last one is kept, since a
// page asks for the same tree after every step: its slices must not be changed.
func (p *Posterior) Tree(t topology.Topology) (fig chart.TreeFigure, ok bool) {
	m := p.members[t]
	if m == nil {
		return fig, false
	}
	if p.tree == nil || p.treeOf != t {
		fig := p.diagramOf(m, t).figure(t)
		p.tree, p.treeOf = &fig, t
	}
	return *p.tree, true
}

// diagramOf lays one topology's draws out.
func (p *Posterior) diagramOf(m *member, t topology.Topology) *diagram {
	d := &diagram{p: p, trees: memberTrees{p, m}, shares: m.draws.Shares, layout: m.layout, nodes: t.Nodes()}
	d.lay()
	return d
}

// figure draws what was laid out.
func (d *diagram) figure(t topology.Topology) chart.TreeFigure {
	fig := chart.TreeFigure{Name: t.String(), Nodes: d.nodes, Target: d.p.tables.Train.Target,
		Classes: d.p.tables.Train.Classes}
	for at, n := range d.nodes {
		if !n.Leaf {
			fig.Splits = append(fig.Splits, d.split(at))
		}
	}
	fig.Leaves = d.leaves()
	for at := range d.nodes {
		fig.Arrivals = append(fig.Arrivals, d.arrival(at))
	}
	return fig
}

// drawnTrees are weighted draws of trees of one topology, as far as a diagram needs them.
type drawnTrees interface {
	// trees returns every draw: rules on scaled inputs, answers in scaled units.
	trees() []tree.Tree
	// reach returns the mean probability of every training row arriving at every leaf (leaf-major, leaves x n).
	reach() []float64
	// leafDraws returns, for every draw of a classification, one or several draws of the class probabilities of its
	// leaves (leaf-major, leaves x classes, one after the other).
	leafDraws() [][]float64
}

// memberTrees are the draws of a measured topology.
type memberTrees struct {
	p *Posterior
	m *member
}

func (s memberTrees) trees() []tree.Tree {
	out := make([]tree.Tree, len(s.m.draws.Shares))
	for k := range out {
		probabilities := s.p.response.probabilities(s.p, s.m, k)
		out[k] = s.m.layout.Drawn(s.m.topology, s.m.draws.Point(k), probabilities,
			s.p.problem.Settings.BandwidthFinal)
	}
	return out
}

func (s memberTrees) reach() []float64 {
	n := s.p.train.n
	pred := s.p.predictor(s.m.topology, s.p.train.x, n)
	mean, one := make([]float64, n*s.m.layout.Leaves), make([]float64, n*s.m.layout.Leaves)
	for k, share := range s.m.draws.Shares {
		pred.Reaches(one, s.m.draws.Point(k))
		addTo(mean, one, share)
	}
	return mean
}

func (s memberTrees) leafDraws() [][]float64 {
	s.p.leafProbabilities(s.m)
	return s.m.leafDraw
}

// leafClasses returns the class probabilities of a tree's leaves, leaf-major.
func leafClasses(of *tree.Tree) (out []float64) {
	for k := range of.Nodes {
		if n := &of.Nodes[k]; n.Leaf() {
			out = append(out, n.Answer.(tree.Classes)...)
		}
	}
	return out
}

// diagram collects what a tree figure shows.
type diagram struct {
	p      *Posterior // tables, rows and units
	trees  drawnTrees
	shares []float64 // of every draw
	layout softtree.Layout
	nodes  []topology.Node
	draws  []tree.Tree // of these nodes
	rows   [][]int     // per node: training rows that arrive, ascending
	leafOf []int       // per training row: the leaf that it reaches
}

// lay takes the draws and sends the rows through them.
func (d *diagram) lay() {
	d.draws = d.trees.trees()
	d.route()
}

// rule returns the rule of draw k at a node.
func (d *diagram) rule(k, at int) tree.Rule { return d.draws[k].Nodes[at].Rule }

// route sends every training row to the leaf that it reaches with the highest posterior mean
// probability, and counts it at every node above.
func (d *diagram) route() {
	n, mean := d.p.train.n, d.trees.reach()
	d.rows, d.leafOf = make([][]int, len(d.nodes)), make([]int, n)
	leafAt := make([]int, d.layout.Leaves)
	for at, node := range d.nodes {
		if node.Leaf {
			leafAt[node.Index] = at
		}
	}
	for i := range n {
		best := 0
		for k := range d.layout.Leaves {
			if mean[k*n+i] > mean[best*n+i] {
				best = k
			}
		}
		d.leafOf[i] = best
		for at := leafAt[best]; at >= 0; at = d.nodes[at].Parent {
			d.rows[at] = append(d.rows[at], i)
		}
	}
}

func (d *diagram) share(at int) float64 { return float64(len(d.rows[at])) / float64(d.p.train.n) }

// split describes the split at a node: on its main feature where that weighs at least mainWeight,
// on the mixture of features elsewhere.
func (d *diagram) split(at int) chart.TreeSplit {
	terms, order := d.terms(at)
	s := chart.TreeSplit{Terms: terms, Share: d.share(at)}
	for _, i := range d.rows[at] {
		s.Leaf = append(s.Leaf, d.leafOf[i])
	}
	main := order[0]
	var thresholds []weighted
	if terms[0].Weight >= mainWeight {
		s.Terms = terms[:1]
		s.Labels = d.p.tables.Train.Labels[main]
		thresholds, s.MainShare = d.crossings(at, main)
		d.featureAxis(&s, at, main)
	} else {
		thresholds, s.MainShare = d.mixtureThresholds(at, main)
		d.mixtureAxis(&s, at)
	}
	q := quantiles(thresholds, .05, .5, .95)
	s.Low, s.Threshold, s.High = q[0], q[1], q[2]
	s.Grid, s.Density = d.density(thresholds, s.Max-s.Min)
	return s
}

// terms returns the features of a split by falling posterior mean weight, those below termWeight
// left out (but the first), and all features' numbers in that order.
func (d *diagram) terms(at int) ([]chart.TreeTerm, []int) {
	mean := d.meanSimplex(at)
	order := numeric.Indices(len(mean))
	sort.SliceStable(order, func(a, b int) bool { return mean[order[a]] > mean[order[b]] })
	var terms []chart.TreeTerm
	for _, f := range order {
		if len(terms) == 0 || mean[f] >= termWeight {
			terms = append(terms, chart.TreeTerm{Feature: d.p.tables.Train.Features[f], Weight: mean[f]})
		}
	}
	return terms, order
}

func (d *diagram) meanSimplex(at int) []float64 {
	mean := make([]float64, d.layout.D)
	for k, share := range d.shares {
		d.rule(k, at).AddWeights(mean, share)
	}
	return mean
}

// crossings returns, for the draws in which the feature is the split's main one, where the split
// crosses that feature with the others at the mean of the rows that arrive, in original units; and
// the share of those draws.
func (d *diagram) crossings(at, feature int) (out []weighted, mainShare float64) {
	center := d.center(at)
	for k, share := range d.shares {
		if d.rule(k, at).Main() != feature {
			continue
		}
		mainShare += share
		out = append(out, weighted{d.crossing(k, at, feature, center), share})
	}
	return out, mainShare
}

// crossing returns where the split of draw k at a node crosses a feature with the others at center, in original units.
func (d *diagram) crossing(k, at, feature int, center []float64) float64 {
	s := d.p.tables.Scaling
	return s.Min[feature] + d.rule(k, at).Crossing(feature, center)*s.Range[feature]
}

// center is the mean scaled input of the rows that arrive at a node, of all rows where none does.
func (d *diagram) center(at int) []float64 {
	at0 := d.rows[at]
	if len(at0) == 0 {
		at0 = d.rows[0]
	}
	center := make([]float64, d.layout.D)
	for f := range center {
		for _, i := range at0 {
			center[f] += d.p.train.x[f*d.p.train.n+i] / float64(len(at0))
		}
	}
	return center
}

func (d *diagram) featureAxis(s *chart.TreeSplit, at, feature int) {
	scale := d.p.tables.Scaling
	s.Min, s.Max, s.Unit = scale.Min[feature], scale.Min[feature]+scale.Range[feature], d.p.unitOf(feature)
	f := d.p.tables.Train
	for _, i := range d.rows[at] {
		s.Rows = append(s.Rows, f.X[feature*f.N+i])
	}
}

// mixtureThresholds returns tau itself, on the scale of the mixture of scaled features.
func (d *diagram) mixtureThresholds(at, main int) (out []weighted, mainShare float64) {
	for k, share := range d.shares {
		out = append(out, weighted{d.rule(k, at).Cut(), share})
		if d.rule(k, at).Main() == main {
			mainShare += share
		}
	}
	return out, mainShare
}

func (d *diagram) mixtureAxis(s *chart.TreeSplit, at int) {
	s.Min, s.Max = 0, 1
	mean := d.meanSimplex(at)
	for _, i := range d.rows[at] {
		var v float64
		for f, w := range mean {
			v += w * d.p.train.x[f*d.p.train.n+i]
		}
		s.Rows = append(s.Rows, v)
	}
}

// density evaluates the kernel density of sorted thresholds over their own range.
func (d *diagram) density(x []weighted, span float64) (grid, density []float64) {
	floor := span * densityWidth
	margin := 3 * max(silverman(x), floor)
	lo, hi := x[0].value-margin, x[len(x)-1].value+margin
	// A few draws far out must not coarsen the grid: cut at the .1 % points.
	q := quantiles(x, .001, .999)
	lo, hi = max(lo, q[0]-margin), min(hi, q[1]+margin)
	grid = make([]float64, densityGrid)
	for i := range grid {
		grid[i] = lo + (hi-lo)*float64(i)/(densityGrid-1)
	}
	return grid, kernelDensity(x, grid, floor)
}

func (d *diagram) leaves() []chart.TreeLeaf {
	out := make([]chart.TreeLeaf, d.layout.Leaves)
	for at, n := range d.nodes {
		if n.Leaf {
			out[n.Index] = chart.TreeLeaf{Count: len(d.rows[at]), Share: d.share(at)}
		}
	}
	d.p.response.leaves(d, out)
	return out
}

// identity is the matrix, of rows that each reach a leaf of their own.
func identity(n int) []float64 {
	out := make([]float64, n*n)
	for i := range n {
		out[i*n+i] = 1
	}
	return out
}

// original maps a scaled response to the units of the table.
func (t Tables) original(v float64) float64 {
	return v*t.Target.SD + t.Target.Mean
}
