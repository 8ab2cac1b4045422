// Kept trees as they predict, for people to take away.

package alltrees

import (
	"math"

	"dcctree/core/numeric"
	"dcctree/core/tree"
)

// Input is what rules can ask of a column.
type Input struct {
	Column int
	Ranks  *tree.Ranks // of numbers
	Levels []int       // that a training row has; nil for numbers
	Gaps   bool        // whether a training row has a gap here
}

// Inputs are the columns that some rule can split on.
func (t *Table) Inputs() (all []Input) {
	for j := range t.inputs {
		in := &t.inputs[j]
		k := Input{Column: in.column, Gaps: in.gaps || in.present}
		if in.levels > 0 {
			k.Levels = in.names(uint64(1)<<in.levels - 1)
		} else {
			_, below := in.ranks()
			k.Ranks = &tree.Ranks{Thresholds: in.cuts, Below: below}
		}
		all = append(all, k)
	}
	return all
}

// Kept is a kept tree as it predicts. Its rules are about the columns as NewTable got them; its answers are those of
// rows that reach a leaf alone, in the response's units.
type Kept struct {
	Tree tree.Tree
	Rows []float64 // by node: its training rows, where splits may be gradual the sum of their shares
	// Left is, by split, the probability of the left side where it is not known to which side a row goes: with a
	// gap where no training row has one, or a level that none has.
	Left []float64
	// Noise is the standard deviation of the noise in the response's units, where leaves have noises of their own
	// that of the level about which these are; 0 for classes.
	Noise         float64
	Noises        []float64 // by node: that of a leaf; nil where all leaves have one
	Concentration float64   // of classes: what the Dirichlet of a leaf has in all
	// Covariance is that of the leaves' means, from left to right, in the squared units: the lower triangle, row by
	// row. It is nil where every row reaches one leaf alone, and where tails are heavy.
	Covariance []float64
	// Offsets are, where tails are heavy, a draw of how far the leaves' means are from theirs, from left to right:
	// a row is Student's t with the scale of the noise about its prediction with them added, or as probably
	// subtracted.
	Offsets []float64
}

// Kept returns kept tree k. The inputs are those of its table.
func (r *Sample) Kept(k int, inputs []Input) *Kept {
	t := r.cloud.t
	d := &Kept{}
	if t.class != nil {
		d.Concentration = t.marginal.concentrations[r.Sigmas[k]].mass
	} else {
		d.Noise = t.sd * t.noise(r.Sigmas[k])
	}
	if r.blends == nil {
		t.keep(r.Trees[k], r.Sigmas[k], inputs, d)
		return d
	}
	b := r.blends[k]
	of := b.covariance()
	for at := range b.nodes {
		if n := &b.nodes[at]; n.leaf >= 0 {
			i := n.leaf
			variance := b.s2 + of[i*(i+1)/2+i]
			if b.off != nil {
				variance = tailSpread*b.s2 + b.off[i]*b.off[i]
				d.Offsets = append(d.Offsets, t.sd*b.off[i])
			}
			d.leaf(tree.Normal{Mean: t.mean + t.sd*b.mean[i], SD: t.sd * math.Sqrt(variance)}, n.rows)
		} else {
			d.split(t.ruleOn(n.rule, n.width, inputs), n.rows, n.portion)
			d.Tree.Nodes[at].Right = n.right
		}
	}
	if b.off == nil && !d.Tree.Hard() {
		for _, v := range of {
			d.Covariance = append(d.Covariance, t.sd*t.sd*v)
		}
	}
	return d
}

func (d *Kept) leaf(a tree.Answer, rows float64) {
	d.Tree.Nodes = append(d.Tree.Nodes, tree.Node{Answer: a})
	d.Rows, d.Left = append(d.Rows, rows), append(d.Left, 0)
}

func (d *Kept) split(rule tree.Rule, rows, left float64) {
	d.Tree.Nodes = append(d.Tree.Nodes, tree.Node{Rule: rule})
	d.Rows, d.Left = append(d.Rows, rows), append(d.Left, left)
}

// keep appends the nodes of a subtree with sharp splits.
func (t *Table) keep(s *Tree, sigma int, inputs []Input, d *Kept) {
	at, rows := len(d.Rows), float64(s.st.n)
	if s.left == nil {
		p := t.point(s, sigma, 1)
		if p.Classes != nil {
			d.leaf(tree.Classes(p.Classes), rows)
		} else {
			d.leaf(tree.Normal{Mean: p.Mean, SD: p.SD}, rows)
		}
		if s.noise > 0 {
			d.Noises = append(d.Noises, t.sd*math.Sqrt(t.variance(s, sigma)))
		}
		return
	}
	d.split(t.ruleOn(s.rule, 0, inputs), rows, s.leftShare())
	if t.marginal.levels != nil {
		d.Noises = append(d.Noises, 0)
	}
	t.keep(s.left, sigma, inputs, d)
	d.Tree.Nodes[at].Right = len(d.Rows)
	t.keep(s.right, sigma, inputs, d)
}

// ruleOn is a rule with its width, 0 for a sharp one, about the columns.
func (t *Table) ruleOn(r Rule, width float64, inputs []Input) (rule tree.Rule) {
	in := &inputs[r.Input]
	switch {
	case in.Ranks == nil:
		rule = tree.Part{Input: in.Column, Codes: t.inputs[r.Input].names(r.Set)}
	case width > 0:
		rule = tree.Gradual{Threshold: tree.Threshold{Input: in.Column, At: in.Ranks.Thresholds[r.Cut]},
			Rank: in.Ranks.Below[r.Cut], Width: width, Ranks: in.Ranks}
	default:
		rule = tree.Threshold{Input: in.Column, At: in.Ranks.Thresholds[r.Cut]}
	}
	if in.Gaps {
		rule = tree.Sided{Rule: rule, GapsLeft: r.GapLeft}
	}
	return rule
}

// covariance is that of the leaves' means, standardized: the lower triangle of sigma^2 inv(L L'), row by row.
func (d *drawn) covariance() (all []float64) {
	k := len(d.mean)
	columns := make([][]float64, k) // of inv(L)
	for i := range columns {
		columns[i] = make([]float64, k)
		columns[i][i] = 1
		numeric.SolveLower(columns[i], d.root, columns[i], k)
		for j := range i + 1 {
			all = append(all, d.s2*numeric.Dot(columns[i], columns[j]))
		}
	}
	return all
}
