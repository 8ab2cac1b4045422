// The most probable tree among draws, and what draws predict for one row, as figures.

package posterior

import (
	"math"
	"slices"
	"strings"

	"dcctree/core/baseline"
	"dcctree/core/chart"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Tree returns the figure of the most probable tree among the draws that are kept, a topology with the main feature of
// each of its splits, and its share of their weight: thresholds and leaves are of all draws of that tree. ok is false
// without draws.
func (d *Drawn) Tree() (fig chart.TreeFigure, share float64, ok bool) {
	groups := map[string]*drawnOf{}
	mass := map[string]float64{}
	best := ""
	d.eachKept(func(draw *baseline.Draw, w float64) {
		key := treeKey(draw)
		if groups[key] == nil {
			groups[key] = &drawnOf{d: d, leaves: draw.Leaves(), ones: map[int][]float64{}}
		}
		groups[key].draws, groups[key].shares = append(groups[key].draws, draw), append(groups[key].shares, w)
		mass[key] += w
	})
	for key, w := range mass {
		if best == "" || w > mass[best] || w == mass[best] && key < best {
			best = key
		}
	}
	shape, _, _ := strings.Cut(best, " ")
	t, err := topology.Parse(shape)
	if best == "" || err != nil || mass[best] <= 0 {
		return fig, 0, false
	}
	s := groups[best]
	for k := range s.shares {
		s.shares[k] /= mass[best]
	}
	g := &diagram{p: d.p, trees: s, shares: s.shares, layout: d.p.layout(t), nodes: t.Nodes()}
	g.constrain()
	g.route()
	return g.figure(t), mass[best], true
}

// treeKey tells trees apart by topology and main features: the topology's key, then the features in pre-order.
func treeKey(draw *baseline.Draw) string {
	var shape, features strings.Builder
	for i := range draw.Nodes {
		n := &draw.Nodes[i]
		if n.Feature == baseline.Leaf {
			shape.WriteByte('0')
			continue
		}
		shape.WriteByte('1')
		features.WriteByte(' ')
		features.WriteRune(rune('0' + mainFeature(n)))
	}
	return shape.String() + features.String()
}

func mainFeature(n *baseline.Node) int {
	if n.Feature == baseline.Mixed {
		return numeric.Largest(n.Weights)
	}
	return n.Feature
}

// drawnOf are the draws of one tree.
type drawnOf struct {
	d      *Drawn
	leaves int
	draws  []*baseline.Draw
	shares []float64
	ones   map[int][]float64 // simplexes of a single feature, by feature: as long as there are features, so made once
}

func (s *drawnOf) parameters() (out []softtree.Params) {
	for _, draw := range s.draws {
		var q softtree.Params
		for i := range draw.Nodes {
			n := &draw.Nodes[i]
			if n.Feature == baseline.Leaf {
				q.Mu = append(q.Mu, n.Mean)
				continue
			}
			q.Tau = append(q.Tau, n.Threshold)
			q.Delta = append(q.Delta, s.simplex(n))
		}
		out = append(out, q)
	}
	return out
}

// simplex returns the weights of a split's features, read-only.
func (s *drawnOf) simplex(n *baseline.Node) []float64 {
	if n.Feature == baseline.Mixed {
		return n.Weights
	}
	one := s.ones[n.Feature]
	if one == nil {
		one = make([]float64, s.d.p.problem.Data.D)
		one[n.Feature] = 1
		s.ones[n.Feature] = one
	}
	return one
}

func (s *drawnOf) reach() []float64 {
	r := s.d.p.train
	mean := make([]float64, s.leaves*r.n)
	for k, draw := range s.draws {
		number := leafNumbers(draw)
		for i := range r.n {
			draw.Reach(func(j int) float64 { return r.x[j*r.n+i] }, func(leaf *baseline.Node, p float64) {
				mean[number[leaf]*r.n+i] += float64(s.shares[k] * p)
			})
		}
	}
	return mean
}

// leafNumbers are the leaves' numbers from left to right.
func leafNumbers(draw *baseline.Draw) map[*baseline.Node]int {
	out := map[*baseline.Node]int{}
	for i := range draw.Nodes {
		if n := &draw.Nodes[i]; n.Feature == baseline.Leaf {
			out[n] = len(out)
		}
	}
	return out
}

func (s *drawnOf) leafProbabilities() (out [][][]float64) {
	for _, draw := range s.draws {
		var leaves [][]float64
		for i := range draw.Nodes {
			if n := &draw.Nodes[i]; n.Feature == baseline.Leaf {
				leaves = append(leaves, n.Probabilities)
			}
		}
		out = append(out, leaves)
	}
	return out
}

// leafDraws are the probabilities themselves: samplers of hard trees draw them, and those of soft ones tell their
// means.
func (s *drawnOf) leafDraws() (out [][]float64) {
	for _, leaves := range s.leafProbabilities() {
		out = append(out, slices.Concat(leaves...))
	}
	return out
}

func (s *drawnOf) sigma(k, leaf int) float64 {
	for i := range s.draws[k].Nodes {
		if n := &s.draws[k].Nodes[i]; n.Feature == baseline.Leaf {
			if leaf == 0 {
				return n.SD
			}
			leaf--
		}
	}
	return math.NaN()
}

// Explain answers for one row in original units from the draws that are kept. It has no parts.
func (d *Drawn) Explain(row []float64) (e Explanation, err error) {
	e.Dissent = -1
	if !d.Ready() {
		return e, ErrNothingYet
	}
	x := [][]float64{row}
	if err := d.p.checkRows(x); err != nil {
		return e, err
	}
	scaled := d.p.scaled(x).x
	value := func(j int) float64 { return scaled[j] }
	if d.p.regression() {
		d.eachKept(func(draw *baseline.Draw, w float64) {
			mean, sd := spot(draw, value)
			e.mixture.add(w, mean, sd)
		})
		e.Prediction = d.p.numberPrediction(e.mixture)
		return e, nil
	}
	pool := newClassPool(1, d.p.problem.Data.Classes)
	d.eachKept(func(draw *baseline.Draw, w float64) {
		one := make([]float64, pool.classes)
		draw.Reach(value, func(leaf *baseline.Node, p float64) { addTo(one, leaf.Probabilities, p) })
		pool.add(one, w)
		pool.addLeaves([]float64{1}, one, w)
	})
	e.Prediction = pool.predictions()[0]
	return e, nil
}

// NumberFigure and ClassFigure are those of Posterior.
func (d *Drawn) NumberFigure(e Explanation, truth *float64, low, high float64) chart.PredictionFigure {
	return d.p.NumberFigure(e, truth, low, high)
}

// ClassFigure returns the figure of an explained classification.
func (d *Drawn) ClassFigure(e Explanation) chart.ClassPredictionFigure { return d.p.ClassFigure(e) }
