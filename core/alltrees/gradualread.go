// What drawn trees with gradual splits say of rows, and the same trees as if every row went to its larger side.

package alltrees

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
	"dcctree/core/tree"
)

// drawn is a kept tree with gradual splits, with its noise and the normal distribution of its leaves' means.
type drawn struct {
	nodes  []drawnNode // the root first, every split before its sides
	s2     float64     // variance of the noise
	mean   []float64   // of the leaves' means, by leaf
	root   []float64   // L of A + sigma^2 I = L L': their covariance is sigma^2 inv(A + sigma^2 I)
	fitted []float64   // by training row
	off    []float64   // where tails are heavy: a draw of the leaves' means, without their mean
	logLik float64     // likewise: given the rows' precisions
}

// drawnNode is a split, or a leaf by its number.
type drawnNode struct {
	leaf        int       // -1 at a split
	rule        Rule      // of a split
	width       float64   // of the rank scale; 0 where the split is sharp
	shares      []float64 // that go left, by bin; that of gaps last
	left, right int
	portion     float64 // of the training rows that go left
	rows        float64 // the sum of the training rows' shares
}

// settledOn returns a tree as it is kept, with its noise, which is the mover's; rng is for heavy tails.
func (v *mover) settledOn(s *gradual, sigma int, rng *rand.Rand) *drawn {
	s2, k := v.m.t.marginal.grid[sigma].s2, s.leaves
	q := v.normals(s)
	v.factor(q, s2)
	d := &drawn{s2: s2, root: append([]float64(nil), v.root...), mean: append([]float64(nil), v.solved...)}
	for i := k - 1; i >= 0; i-- { // solves L' mean = inv(L) b
		for j := i + 1; j < k; j++ {
			d.mean[i] -= d.root[j*k+i] * d.mean[j]
		}
		d.mean[i] /= d.root[i*k+i]
	}
	if v.m.t.heavy {
		v.tailOf(d, q, rng)
		v.weigh(nil)
		v.spread(s)
	}
	total := make([]float64, k)
	for i, n := range v.count {
		f := 0.0
		for x := range int(n) {
			leaf, w := v.leaf[i*v.stride+x], v.weight[i*v.stride+x]
			f += w * d.mean[leaf]
			total[leaf] += w
		}
		d.fitted = append(d.fitted, f)
	}
	d.lay(v.m, s, total, 0)
	return d
}

// without takes each training row out of what the tree says of it, given the tree and the noise.
func (d *drawn) without(t *Table, fits []float64) {
	row := make([]uint8, len(t.inputs))
	for i := range fits {
		for j := range t.inputs {
			row[j] = t.inputs[j].bins[i]
		}
		way := d.reach(t, 0, row)[0] // of a training row it is the only one
		fits[i] = t.y[i] - (t.y[i]-fits[i])/(1-d.own(&way))
	}
}

// own is the weight that a training row has in what the tree says of it: w' inv(A + sigma^2 I) w, where w are the
// row's shares.
func (d *drawn) own(way *reached) (weight float64) {
	k := len(d.mean)
	z := make([]float64, k)
	for x, leaf := range way.leaves {
		z[leaf] = way.shares[x]
	}
	for i := range z { // solves L z = w
		for j := range i {
			z[i] -= float64(d.root[i*k+j] * z[j])
		}
		z[i] /= d.root[i*k+i]
		weight += float64(z[i] * z[i])
	}
	return weight
}

// lay appends the nodes of a subtree whose leaves are numbered from first on; it returns the root's place and the sum
// of the training rows' shares.
func (d *drawn) lay(m *blend, s *gradual, total []float64, first int) (at int, rows float64) {
	at = len(d.nodes)
	d.nodes = append(d.nodes, drawnNode{leaf: -1})
	if s.isLeaf() {
		d.nodes[at].leaf, d.nodes[at].rows = first, total[first]
		return at, total[first]
	}
	var table [256]float64
	m.leftShares(s, &table)
	in := &m.t.inputs[s.rule.Input]
	n := drawnNode{leaf: -1, rule: s.rule}
	if s.width > 0 {
		n.width = m.widths[s.width-1]
	}
	n.shares = append(append(n.shares, table[:max(in.levels, len(in.cuts)+1)]...), table[gapBin])
	left, right := 0.0, 0.0
	n.left, left = d.lay(m, s.left, total, first)
	n.right, right = d.lay(m, s.right, total, first+s.left.leaves)
	n.portion = .5
	if n.rows = left + right; n.rows > 0 {
		n.portion = left / n.rows
	}
	d.nodes[at] = n
	return at, n.rows
}

// reached is a way of a row through a tree: its probability, and the shares of the leaves. A row has several ways where
// it is not known to which side it goes.
type reached struct {
	probability float64
	leaves      []int
	shares      []float64
}

func (d *drawn) reach(t *Table, at int, row []uint8) []reached {
	n := &d.nodes[at]
	if n.leaf >= 0 {
		return []reached{{1, []int{n.leaf}, []float64{1}}}
	}
	b := row[n.rule.Input]
	if b == unseen || b == gapBin && !t.inputs[n.rule.Input].gaps {
		left, right := d.reach(t, n.left, row), d.reach(t, n.right, row)
		return append(scaled(left, n.portion), scaled(right, 1-n.portion)...)
	}
	left := n.shares[len(n.shares)-1]
	if b != gapBin {
		left = n.shares[b]
	}
	switch left {
	case 0:
		return d.reach(t, n.right, row)
	case 1:
		return d.reach(t, n.left, row)
	}
	var all []reached
	right := d.reach(t, n.right, row)
	for _, x := range d.reach(t, n.left, row) {
		for _, y := range right {
			all = append(all, x.with(&y, left))
		}
	}
	return all
}

func scaled(all []reached, by float64) []reached {
	for i := range all {
		all[i].probability *= by
	}
	return all
}

// with is a row that has the share left of one way and the rest of another.
func (x *reached) with(y *reached, left float64) reached {
	z := reached{probability: x.probability * y.probability}
	for i, s := range x.shares {
		z.leaves, z.shares = append(z.leaves, x.leaves[i]), append(z.shares, s*left)
	}
	for i, s := range y.shares {
		z.leaves, z.shares = append(z.leaves, y.leaves[i]), append(z.shares, s*(1-left))
	}
	return z
}

// predict appends the components of a row's predictive distribution.
func (d *drawn) predict(t *Table, row []uint8, share float64, dst []Point) []Point {
	k := len(d.mean)
	w := make([]float64, k)
	for _, way := range d.reach(t, 0, row) {
		clear(w)
		mean := 0.0
		for i, leaf := range way.leaves {
			mean += way.shares[i] * d.mean[leaf]
			w[leaf] += way.shares[i]
		}
		if d.off != nil {
			dst = d.tails(t, &way, mean, share, dst)
			continue
		}
		numeric.SolveLower(w, d.root, w, k)
		variance := d.s2
		for _, x := range w {
			variance += d.s2 * x * x
		}
		dst = append(dst, Point{Share: share * way.probability, Mean: t.mean + t.sd*mean,
			SD: t.sd * math.Sqrt(variance)})
	}
	return dst
}

// hardened is the tree with every row on its larger side; its leaves have the mean of what their rows are predicted.
func (m *blend) hardened(s *gradual, d *drawn) *Tree {
	rows, _ := m.t.all()
	return m.harden(s, rows, d.fitted)
}

func (m *blend) harden(s *gradual, rows []int32, fitted []float64) *Tree {
	f := &Tree{st: m.t.statsOf(rows), rule: s.rule, slope: m.slopeOf(s)}
	if len(rows) > 0 {
		f.nodes = 1
	}
	if s.isLeaf() || len(rows) == 0 {
		mean := 0.0
		for _, i := range rows {
			mean += fitted[i] / float64(len(rows))
		}
		f.blended = &mean
		return f
	}
	left, right := m.t.part(rows, s.rule)
	f.left, f.right = m.harden(s.left, left, fitted), m.harden(s.right, right, fitted)
	f.nodes += f.left.nodes + f.right.nodes
	f.splits = f.left.splits + f.right.splits + 1
	return f
}

// slope is where a gradual split takes place: by its number from 1 of one of the widths, and from the value up to which
// 90 % of a row goes left to the one from which on 10 % does, at most as far as the thresholds reach.
type slope struct {
	width    uint8
	from, to float64
}

func (m *blend) slopeOf(s *gradual) *slope {
	if s.width == 0 {
		return nil
	}
	ranks := tree.Ranks{Thresholds: m.t.inputs[s.rule.Input].cuts, Below: m.edge[s.rule.Input]}
	from, to := ranks.Span(ranks.Below[s.rule.Cut], m.widths[s.width-1])
	return &slope{s.width, from, to}
}
