// The proposal made of hard trees: per tree a Student-t distribution in the coordinates of its regions.

package conquer

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"dcctree/core/evidence"
	"dcctree/core/hardtree"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// lobe is the distribution about one hard tree.
type lobe struct {
	regions []*region // per split
	at      []int     // per split: the number of its place
	sigma   float64   // log sigma is this + sigmaSD z
	sigmaSD float64
	weight  float64
	draws   float64   // made so far, expected
	mean    []float64 // of z
	root    []float64 // lower Cholesky factor of the scale matrix, d x d row-major
	inverse []float64 // the lower triangle of its inverse, row after row, each filled to whole fours by zeros
	logNorm float64
}

// proposal is a mixture of lobes and, with a small share, the prior. It implements evidence.Prior.
type proposal struct {
	layout softtree.Layout
	target softtree.Target
	lobes  []*lobe
	share  float64 // of the prior

	places [][]place // per split

	// Scratch of one goroutine.
	delta, z, one []float64
	space, drawn  []float64 // of a round
	directions    *directions
	*sheet
	logShare float64 // log of the prior's share
}

// place is a region as one split: the lobes that have it there share its coordinates.
type place struct {
	*region
	z        [][]float64 // of the last points, a column each
	logSlope []float64   // of the last points: log |dz/dtheta|
}

const (
	lobeDF    = 8
	wideLobe  = 2  // factor of the scale
	wideShare = .1 // of the draws of every lobe
	lowWeight = 4  // nats that a start may be below the best before all count the same
)

// newProposal makes a lobe of every hard tree.
func (w *work) newProposal(t topology.Topology, solutions []hardtree.Solution) *proposal {
	d := w.Dim()
	p := &proposal{layout: w.layout, target: w.target, share: w.problem.set.PriorShare,
		delta: make([]float64, w.layout.D), z: make([]float64, d), one: make([]float64, 1),
		directions: newDirections(w.layout.D), sheet: newSheet(d)}
	known := &known{divided: map[string]*region{}, turned: map[*region]*region{}}
	var all []hardtree.Solution
	for _, s := range solutions {
		all = append(append(all, s), mirrors(t, s)...)
	}
	top := math.Inf(-1)
	for _, s := range all {
		top = math.Max(top, divided(s))
	}
	for _, s := range all {
		regions, weight := w.regions(t, s, known), numeric.Exp(math.Max(divided(s)-top, -lowWeight))
		p.add(w.newLobe(regions, s, weight))
		for _, other := range w.relaxed(t, s, regions, known) {
			p.add(w.newLobe(other, s, weight))
		}
	}
	p.settle()
	return p
}

// divided is the score without the prior mass of the vacuous splits, which their region gives back.
func divided(s hardtree.Solution) float64 {
	v := s.Score
	for _, split := range s.Splits {
		if split.Vacuous && split.Gap < 1 {
			v -= numeric.Log(split.Gap)
		}
	}
	return v
}

// add takes a lobe unless there is one with the same regions.
func (p *proposal) add(l *lobe) {
	for _, other := range p.lobes {
		if slices.Equal(l.regions, other.regions) {
			return
		}
	}
	p.lobes = append(p.lobes, l)
}

func (w *work) newLobe(regions []*region, s hardtree.Solution, weight float64) *lobe {
	d := w.Dim()
	l := &lobe{regions: regions, weight: weight, mean: make([]float64, d), root: make([]float64, d*d)}
	if w.layout.Noise {
		l.sigma, l.sigmaSD = numeric.Log(s.Sigma), 1/math.Sqrt(2*w.rows())
	}
	for i := range d {
		l.root[i*d+i] = 1
	}
	return l
}

// relaxed returns the regions with one vacuous split above two leaves turned to the other side, or
// free of any row, and with all such splits free: where a split is superfluous, all ways to split rows
// of one kind together weigh as much as to leave them together.
func (w *work) relaxed(t topology.Topology, s hardtree.Solution, regions []*region, known *known) (out [][]*region) {
	if known.free == nil {
		known.free = newRegion(w.layout.D, 0, w.problem.h, nil, nil)
	}
	free, all := known.free, slices.Clone(regions)
	for j := range regions {
		if !s.Splits[j].Vacuous {
			continue
		}
		all[j] = free
		one := slices.Clone(regions)
		one[j] = free
		out = append(out, one)
		if slices.Contains(t.Prunable(), j) {
			turned := slices.Clone(regions)
			turned[j] = turn(regions[j], known)
			out = append(out, turned)
		}
	}
	return append(out, all)
}

// known are the regions that a proposal has met.
type known struct {
	divided map[string]*region // by feature and sets of rows
	turned  map[*region]*region
	free    *region
}

// turn returns the vacuous region with all rows on the other side.
func turn(r *region, known *known) *region {
	if known.turned[r] == nil {
		if r.left.sorted != nil {
			known.turned[r] = newRegion(r.d, r.feature, r.h, nil, r.rows)
		} else {
			known.turned[r] = newRegion(r.d, r.feature, r.h, r.rows, nil)
		}
	}
	return known.turned[r]
}

// rows returns the number of rows, merged ones counted with their weight.
func (w *work) rows() float64 {
	n := float64(w.problem.data.N)
	if w.problem.data.Weight != nil {
		n = 0
		for _, v := range w.problem.data.Weight {
			n += v
		}
	}
	return n
}

// regions sends the rows down the hard tree and returns the region of every split; equal ones are
// taken from known.
func (w *work) regions(t topology.Topology, s hardtree.Solution, known *known) []*region {
	nodes, data := t.Nodes(), w.problem.data
	at, words := make([]uint8, data.N), (data.N+63)/64
	key := make([]byte, 2+2*8*words)
	out := make([]*region, t.Splits())
	for k, node := range nodes {
		if node.Leaf {
			continue
		}
		j := node.Index
		f := s.Splits[j].Input
		clear(key)
		key[0], key[1] = byte(f), byte(f>>8)
		left, right := key[2:2+8*words], key[2+8*words:]
		divide(at, left, right, data.X[f*data.N:(f+1)*data.N], cut(s, j), uint8(k), uint8(node.Left),
			uint8(node.Right))
		if known.divided[string(key)] == nil {
			known.divided[string(key)] = newRegion(data.D, f, w.problem.h, w.marked(left), w.marked(right))
		}
		out[j] = known.divided[string(key)]
	}
	return out
}

// cut returns the threshold of a split, beyond all rows where it divides none.
func cut(s hardtree.Solution, j int) float64 {
	v := s.Splits[j].At
	switch {
	case s.Splits[j].Vacuous && v >= 1-hardtree.VacuousGap/2:
		return math.Inf(1)
	case s.Splits[j].Vacuous && v <= hardtree.VacuousGap/2:
		return math.Inf(-1)
	}
	return v
}

// divide sends the rows at a node on by their values x and marks them in the sets left and right, one bit a row.
func divide(at, left, right []byte, x []float64, cut float64, node, toLeft, toRight uint8) {
	for i, k := range at {
		if k != node {
			continue
		}
		if x[i] <= cut {
			at[i] = toLeft
			left[i>>3] |= 1 << (i & 7)
		} else {
			at[i] = toRight
			right[i>>3] |= 1 << (i & 7)
		}
	}
}

// marked returns copies of the rows whose bit is set.
func (w *work) marked(set []byte) (rows [][]float64) {
	data, n := w.problem.data, 0
	for _, b := range set {
		n += bits.OnesCount8(b)
	}
	flat := make([]float64, 0, n*data.D)
	for i := range data.N {
		if set[i>>3]>>(i&7)&1 == 0 {
			continue
		}
		for c := range data.D {
			flat = append(flat, data.X[c*data.N+i])
		}
		rows = append(rows, flat[len(flat)-data.D:])
	}
	return rows
}

// settle normalizes the weights and prepares densities.
func (p *proposal) settle() {
	var sum float64
	for _, l := range p.lobes {
		sum += l.weight
	}
	d := len(p.z)
	spare := p.recycle()
	for _, l := range p.lobes {
		l.weight /= sum
		l.logNorm = numeric.Log(l.weight*(1-p.share)) + numeric.Lgamma(.5*float64(lobeDF+d)) -
			numeric.Lgamma(.5*lobeDF) - .5*float64(d)*numeric.Log(lobeDF*math.Pi)
		for i := range d {
			l.logNorm -= numeric.Log(l.root[i*d+i])
		}
		if l.sigmaSD > 0 {
			l.logNorm -= numeric.Log(l.sigmaSD)
		}
		l.inverse = inverse(l.root, d)
		spare = p.settleAt(l, spare)
	}
	if p.logShare = numeric.Log(p.share); len(p.terms) < len(p.lobes) {
		p.terms = columns(len(p.lobes))
	}
	p.terms = p.terms[:len(p.lobes)]
}

// inverse returns the lower triangle of the inverse of the lower triangular d x d matrix, row after row, each
// filled to whole fours by zeros.
func inverse(root []float64, d int) (out []float64) {
	full, column := make([]float64, d*d), make([]float64, d)
	for k := range d {
		clear(column)
		column[k] = 1
		numeric.SolveLower(column, root, column, d)
		for i, v := range column {
			full[i*d+k] = v
		}
	}
	for i := range d {
		out = append(out, full[i*d:i*d+i+1]...)
		out = append(out, make([]float64, fours(i+1)-i-1)...)
	}
	return out
}

// fours returns n raised to a multiple of 4.
func fours(n int) int { return (n + 3) &^ 3 }

// recycle forgets all places and returns them for the use of their columns.
func (p *proposal) recycle() (spare []place) {
	if p.places == nil {
		p.places = make([][]place, p.layout.Splits)
	}
	for j, places := range p.places {
		spare = append(spare, places...)
		p.places[j] = places[:0]
	}
	return spare
}

// settleAt finds the places of the lobe's regions or makes them, from the columns of spare ones where there are any;
// it returns those left.
func (p *proposal) settleAt(l *lobe, spare []place) []place {
	l.at = make([]int, len(l.regions))
	for j, r := range l.regions {
		k := slices.IndexFunc(p.places[j], func(f place) bool { return f.region == r })
		if k < 0 {
			k = len(p.places[j])
			f := place{region: r}
			if last := len(spare) - 1; last >= 0 {
				f.z, f.logSlope, spare = spare[last].z, spare[last].logSlope, spare[:last]
			} else {
				f.z, f.logSlope = columns(r.d), make([]float64, block)
			}
			p.places[j] = append(p.places[j], f)
		}
		l.at[j] = k
	}
	return spare
}

// Sample writes a draw to dst.
func (p *proposal) Sample(dst []float64, rng *rand.Rand) {
	u := rng.Float64() - p.share
	if u < 0 {
		p.target.SamplePrior(dst, rng)
		return
	}
	u /= 1 - p.share
	k := 0
	for u -= p.lobes[0].weight; u >= 0 && k < len(p.lobes)-1; u -= p.lobes[k].weight {
		k++
	}
	l, d := p.lobes[k], len(p.z)
	for i := range p.z {
		p.z[i] = rng.NormFloat64()
	}
	numeric.MulLower(p.z, l.root, p.z, d)
	var square float64
	for range lobeDF {
		v := rng.NormFloat64()
		square += float64(v * v)
	}
	factor := math.Sqrt(lobeDF / square)
	if rng.Float64() < wideShare {
		factor *= wideLobe
	}
	for i, v := range p.z {
		p.z[i] = l.mean[i] + float64(factor*v)
	}
	for j, r := range l.regions {
		at := p.layout.Tau(j)
		r.place(dst[at:at+r.d], p.z[at:at+r.d], p.delta)
	}
	if p.layout.Noise {
		at := p.layout.LogSigma()
		dst[at] = l.sigma + float64(l.sigmaSD*p.z[at])
	}
}

// power returns x^n for n >= 0.
func power(x float64, n int) float64 {
	y := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			y = float64(y * x)
		}
		x = float64(x * x)
	}
	return y
}

var _ evidence.Prior = (*proposal)(nil)
