// The most probable tree among draws, and what draws predict for one row, as figures.

package posterior

import (
	"strings"

	"dcctree/core/baseline"
	"dcctree/core/chart"
	"dcctree/core/topology"
	"dcctree/core/tree"
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
			groups[key] = &drawnOf{p: d.p}
		}
		groups[key].draws, groups[key].shares = append(groups[key].draws, draw.Tree),
			append(groups[key].shares, w)
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
	g.lay()
	return g.figure(t), mass[best], true
}

// treeKey tells trees apart by topology and main features: the topology's key, then the features in pre-order.
func treeKey(draw *baseline.Draw) string {
	var shape, features strings.Builder
	for i := range draw.Tree.Nodes {
		n := &draw.Tree.Nodes[i]
		if n.Leaf() {
			shape.WriteByte('0')
			continue
		}
		shape.WriteByte('1')
		features.WriteByte(' ')
		features.WriteRune(rune('0' + n.Rule.Main()))
	}
	return shape.String() + features.String()
}

// drawnOf are the draws of one tree.
type drawnOf struct {
	p      *Posterior
	draws  []tree.Tree
	shares []float64
}

func (s *drawnOf) trees() []tree.Tree { return s.draws }

func (s *drawnOf) reach() []float64 {
	r := s.p.train
	mean := make([]float64, s.draws[0].Leaves()*r.n)
	for k := range s.draws {
		leaf, n := make([]int, len(s.draws[k].Nodes)), 0 // numbers of the leaves from left to right
		for at := range leaf {
			if leaf[at] = n; s.draws[k].Nodes[at].Leaf() {
				n++
			}
		}
		for i := range r.n {
			s.draws[k].Reach(r.row(i), func(at int, p float64) {
				mean[leaf[at]*r.n+i] += float64(s.shares[k] * p)
			})
		}
	}
	return mean
}

// leafDraws are the probabilities themselves: samplers of hard trees draw them, and those of soft ones tell their
// means.
func (s *drawnOf) leafDraws() (out [][]float64) {
	for k := range s.draws {
		out = append(out, leafClasses(&s.draws[k]))
	}
	return out
}

// Explain answers for one row in original units from the draws that are kept. It has no parts.
func (d *Drawn) Explain(row []float64) (e Explanation, err error) {
	if !d.Ready() {
		return Explanation{Dissent: -1}, ErrNothingYet
	}
	x := [][]float64{row}
	if err := d.p.checkRows(x); err != nil {
		return Explanation{Dissent: -1}, err
	}
	e = d.p.response.explainDrawn(d.p, tree.RowOf(d.p.scaled(x).x), d.eachKept)
	e.Dissent = -1
	return e, nil
}
