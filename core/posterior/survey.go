// What holds across the trees of the posterior: which features are used, where the splits are, and on what trees agree.

package posterior

import (
	"math"
	"sort"

	"dcctree/core/chart"
	"dcctree/core/dcc"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

const (
	surveyGrid     = 161 // points of a feature's range at which densities of thresholds are given
	surveyRows     = 400 // training rows that trees are compared on at most, evenly spaced
	surveyRoute    = 24  // draws by which rows are sent through a tree at most
	mostThresholds = 300 // thresholds of one split on one feature that a density is made of at most
	mostVariants   = 100 // trees that are compared
	mostFollowed   = 30  // trees of one topology that can be among them
	nearThreshold  = .1  // of a feature's range: closer thresholds count as one split
)

// Survey is what holds across the trees of the posterior. A tree here is a topology with the main feature (that of the
// largest weight on the simplex) of each of its splits; its thresholds are medians over the draws that have these
// features. How features are used counts only the splits that divide training rows, draw by draw: see sift.
type Survey struct {
	Features []chart.FeatureUse // all, by falling probability of use
	// the most common first split, the most common next ones among trees that share it, and so on
	Consensus []chart.ConsensusNode
	Cuts      []chart.Cut // splits by the weight of the trees that make them, wherever they make them
	// Disagreement is the share of pairs of training rows that lie in one leaf of one tree and in two of another,
	// on average over two trees drawn from those that were compared (Mirkin's distance of partitions over the
	// number of pairs).
	Disagreement float64
	Trees        int     // that were compared
	Covered      float64 // their posterior weight among the measured topologies
}

// surveyed is what the draws of one topology say, whatever its weight.
type surveyed struct {
	// by feature: mean and variance over draws of "used in a split", of its mean weight over splits, 0 without any
	used, soft [][2]float64
	splits     float64 // share of the draws with a split
	// by feature: density of thresholds on the grid, per unit of the feature, integrating to the number of splits
	density  [][]float64
	variants []variant // by share
}

// variant is one tree.
type variant struct {
	nodes    []topology.Node
	share    float64 // of the topology's draws; in comparisons the weight among the trees compared
	features []int   // by split: the main feature
	// by split: median, original units; NaN where the split does not cross the feature's range at the typical row
	thresholds []float64
	leafOf     []uint16 // by row of the sample
}

// Survey looks across all measured topologies. What the draws of a topology say is kept until they change, so that
// asking again after a step costs little. ErrNothingYet before anything was measured.
func (p *Posterior) Survey() (Survey, error) {
	if !p.Ready() {
		return Survey{}, ErrNothingYet
	}
	sample := p.surveySample()
	p.each(func(m *member, _ float64) {
		if m.survey == nil {
			m.survey = p.surveyMember(m, sample)
		}
	})
	s := Survey{Features: p.featureUses()}
	trees := p.heaviestVariants(&s)
	s.Consensus = p.consensus(trees)
	s.Cuts, s.Disagreement = p.cuts(trees)
	return s, nil
}

// surveySample returns evenly spaced training rows, without responses.
func (p *Posterior) surveySample() *rows {
	r := p.train
	n := min(r.n, surveyRows)
	x := make([]float64, n*r.d)
	for i := range n {
		for j := range r.d {
			x[j*n+i] = r.x[j*r.n+i*r.n/n]
		}
	}
	return &rows{n: n, d: r.d, x: x}
}

// surveyMember sums one topology's draws up.
func (p *Posterior) surveyMember(m *member, sample *rows) *surveyed {
	d, q := m.layout.D, p.sift(m)
	s := &surveyed{used: make([][2]float64, d), soft: make([][2]float64, d), density: make([][]float64, d)}
	for f := range s.density {
		s.density[f] = make([]float64, surveyGrid)
	}
	used, soft := make([]float64, d), make([]float64, d)
	for k, share := range q.draws.Shares {
		if uses(used, soft, &q.trees[k], q.divides[k]) {
			s.splits += share
		}
		for f := range d {
			gather(&s.used[f], used[f], share)
			gather(&s.soft[f], soft[f], share)
		}
	}
	for f := range d {
		settle(&s.used[f])
		settle(&s.soft[f])
	}
	p.surveyVariants(m, s, sample)
	return s
}

// uses sets which features a tree uses, and their mean weights over its splits, of those splits that count; it reports
// whether there is one.
func uses(used, soft []float64, of *tree.Tree, count []bool) bool {
	clear(used)
	clear(soft)
	n := 0
	for at := range of.Nodes {
		if count[at] {
			used[of.Nodes[at].Rule.Main()] = 1
			of.Nodes[at].Rule.AddWeights(soft, 1)
			n++
		}
	}
	for f := range soft {
		soft[f] /= float64(max(1, n))
	}
	return n > 0
}

// gather adds a weighted value to first and second moment; settle makes mean and variance of them.
func gather(m *[2]float64, value, share float64) {
	m[0] += float64(share * value)
	m[1] += float64(share * value * value)
}

func settle(m *[2]float64) { m[1] = max(0, m[1]-float64(m[0]*m[0])) }

// surveyVariants divides the draws by the main features of their splits and follows each kind.
func (p *Posterior) surveyVariants(m *member, s *surveyed, sample *rows) {
	trees, shares := m.sifted.trees, m.sifted.draws.Shares
	kinds := map[string][]int{}
	var order []string
	for k := range trees {
		key := make([]byte, 0, 2*m.layout.Splits)
		for _, f := range mains(&trees[k]) {
			key = append(key, byte(f), byte(f>>8))
		}
		if kinds[string(key)] == nil {
			order = append(order, string(key))
		}
		kinds[string(key)] = append(kinds[string(key)], k)
	}
	share := map[string]float64{}
	for key, draws := range kinds {
		for _, k := range draws {
			share[key] += shares[k]
		}
	}
	sort.SliceStable(order, func(a, b int) bool { return share[order[a]] > share[order[b]] })
	whole := means(sample.x, sample.n, nil)
	send := p.sender(m, sample)
	nodes := m.topology.Nodes()
	at := map[[2]int][]weighted{} // thresholds by split and feature
	for rank, key := range order {
		v := variant{nodes: nodes, share: share[key],
			features: mains(&trees[kinds[key][0]])}
		followed := rank < mostFollowed
		if followed {
			v.leafOf = send(kinds[key])
		}
		for k, node := range nodes {
			if !node.Leaf {
				p.surveySplit(m.sifted, at, kinds[key], &v, k, sample.x, sample.n, whole)
			}
		}
		if followed {
			s.variants = append(s.variants, v)
		}
	}
	for split := range m.layout.Splits { // in a fixed order: sums must not depend on a map's
		for f := range m.layout.D {
			p.surveyDensity(s.density[f], at[[2]int{split, f}], f)
		}
	}
}

// sender returns a function that sends the rows of the sample to the leaf that each reaches with the highest mean
// probability over some draws. Its memory is made once: made anew for each kind of each of thousands of topologies it
// was gigabytes in one question.
func (p *Posterior) sender(m *member, sample *rows) func(draws []int) []uint16 {
	n, leaves := sample.n, m.layout.Leaves
	pred := p.sharedPredictor(m.topology, sample)
	mean, one := make([]float64, n*leaves), make([]float64, n*leaves)
	return func(draws []int) []uint16 {
		clear(mean)
		stride := (len(draws) + surveyRoute - 1) / surveyRoute
		for i := 0; i < len(draws); i += stride {
			pred.Reaches(one, m.sifted.draws.Point(draws[i]))
			addTo(mean, one, m.sifted.draws.Shares[draws[i]])
		}
		leafOf := make([]uint16, n)
		for i := range leafOf {
			for k := range leaves {
				if mean[k*n+i] > mean[int(leafOf[i])*n+i] {
					leafOf[i] = uint16(k)
				}
			}
		}
		return leafOf
	}
}

// mains returns the main features of a tree's splits, in pre-order.
func mains(of *tree.Tree) (out []int) {
	for at := range of.Nodes {
		if n := &of.Nodes[at]; !n.Leaf() {
			out = append(out, n.Rule.Main())
		}
	}
	return out
}

// surveySplit gathers the thresholds of the split that is node k in the draws in which it divides rows, and sets the
// median of all. A threshold is where the split crosses its main feature with the others at the mean of the rows that
// arrive (of all rows for a tree too rare to be followed).
func (p *Posterior) surveySplit(
	q *sifted, at map[[2]int][]weighted, draws []int, v *variant, k int, x []float64, n int, whole []float64,
) {
	node := v.nodes[k]
	center, f := whole, v.features[node.Index]
	if v.leafOf != nil {
		first, last := leavesBelow(v.nodes, node)
		here := means(x, n, func(i int) bool { return int(v.leafOf[i]) >= first && int(v.leafOf[i]) <= last })
		if here != nil {
			center = here
		}
	}
	scale := p.tables.Scaling
	split := [2]int{node.Index, f}
	var thresholds []weighted
	var inside float64
	for _, of := range draws {
		c := q.trees[of].Nodes[k].Rule.Crossing(f, center)
		if c >= 0 && c <= 1 {
			one := weighted{scale.Min[f] + c*scale.Range[f], q.draws.Shares[of]}
			thresholds = append(thresholds, one)
			inside += one.weight
			if q.divides[of][k] {
				at[split] = append(at[split], one)
			}
		}
	}
	if len(thresholds) == 0 || inside < v.share/2 {
		v.thresholds = append(v.thresholds, math.NaN())
	} else {
		v.thresholds = append(v.thresholds, quantiles(thresholds, .5)[0])
	}
}

// surveyDensity adds the density of one split's thresholds on one feature; its integral is their share of the draws.
func (p *Posterior) surveyDensity(sum []float64, thresholds []weighted, f int) {
	width := p.tables.Scaling.Range[f]
	if len(thresholds) == 0 || width == 0 {
		return
	}
	var share float64
	for _, t := range thresholds {
		share += t.weight
	}
	stride := (len(thresholds) + mostThresholds - 1) / mostThresholds
	var some []weighted
	for i := 0; i < len(thresholds); i += stride {
		some = append(some, thresholds[i])
	}
	quantiles(some) // sorts
	grid := p.featureGrid(f)
	density := kernelDensity(some, grid, .01*width)
	addTo(sum, density, share/mass(grid, density)) // what leaks over the ends of the range comes back
}

// mass is the trapezoidal integral of a density.
func mass(grid, density []float64) float64 {
	var sum float64
	for i := 1; i < len(grid); i++ {
		sum += float64((grid[i] - grid[i-1]) * (density[i] + density[i-1]) / 2)
	}
	return sum
}

// means returns the means of the inputs over the rows that count, nil where none does; nil counts all.
func means(x []float64, n int, counts func(i int) bool) []float64 {
	out := make([]float64, len(x)/n)
	rows := 0
	for i := range n {
		if counts == nil || counts(i) {
			rows++
			for f := range out {
				out[f] += x[f*n+i]
			}
		}
	}
	if rows == 0 {
		return nil
	}
	for f := range out {
		out[f] /= float64(rows)
	}
	return out
}

// leavesBelow returns the first and the last leaf below a node.
func leavesBelow(nodes []topology.Node, node topology.Node) (first, last int) {
	l, r := node, node
	for !l.Leaf {
		l = nodes[l.Left]
	}
	for !r.Leaf {
		r = nodes[r.Right]
	}
	return l.Index, r.Index
}

// featureGrid spans a feature's range in the training rows, original units.
func (p *Posterior) featureGrid(f int) []float64 {
	s := p.tables.Scaling
	grid := make([]float64, surveyGrid)
	for i := range grid {
		grid[i] = s.Min[f] + s.Range[f]*float64(i)/(surveyGrid-1)
	}
	return grid
}

// featureUses mixes what the topologies say of each feature, by falling probability.
func (p *Posterior) featureUses() []chart.FeatureUse {
	t := p.tables
	uses := make([]chart.FeatureUse, t.Train.D)
	for f := range uses {
		u := &uses[f]
		*u = chart.FeatureUse{Name: t.Train.Features[f], Labels: t.Train.Labels[f], Min: t.Scaling.Min[f],
			Max: t.Scaling.Min[f] + t.Scaling.Range[f], Grid: p.featureGrid(f),
			Density: make([]float64, surveyGrid)}
		u.Probability, u.Error = p.mixedMoment(func(m *member) [2]float64 { return m.survey.used[f] })
		u.Share, u.ShareError = p.mixedShare(f)
		p.each(func(m *member, weight float64) { addTo(u.Density, m.survey.density[f], weight) })
	}
	sort.SliceStable(uses, func(a, b int) bool { return uses[a].Probability > uses[b].Probability })
	return uses
}

// unknownLogError stands for an error of log Z that is not known, as in the errors of the weights (dcc.Summary).
const unknownLogError = 10

// mixedMoment returns sum_m w_m I_m, of topologies with weights w_m and means I_m over draws, and its Monte Carlo
// error: by the delta method over independent errors s_m of log Z_m, d sum = w_m (I_m - sum) d log Z_m, and the error
// of each I_m itself from variance V_m and effective number of draws n_m: sum_m w_m^2 ((I_m - sum)^2 s_m^2 + V_m /
// n_m). At most 1, as the values are shares.
func (p *Posterior) mixedMoment(of func(*member) [2]float64) (mean, err float64) {
	p.each(func(m *member, w float64) { mean += float64(w * of(m)[0]) })
	return mean, p.mixedError(func(m *member) (shift, variance float64) {
		q := of(m)
		return q[0] - mean, q[1]
	})
}

// mixedShare returns the mean weight of a feature over the splits of a tree, among trees that have a split, and its
// Monte Carlo error. It is the ratio R = sum_m w_m S_m / sum_m w_m H_m of the mean weights S_m, 0 in draws without a
// split, to the shares H_m of draws with one. As in mixedMoment, with shifts (S_m - R H_m) / H and the variance of s -
// R h over draws, in which s = s h: V_m - 2 R S_m (1 - H_m) + R^2 H_m (1 - H_m). Both are 0 where no tree has a split.
func (p *Posterior) mixedShare(f int) (mean, err float64) {
	var sum, split float64
	p.each(func(m *member, w float64) {
		sum += float64(w * m.survey.soft[f][0])
		split += float64(w * m.survey.splits)
	})
	if split == 0 {
		return 0, 0
	}
	mean = sum / split
	return mean, p.mixedError(func(m *member) (shift, variance float64) {
		s, h := m.survey.soft[f], m.survey.splits
		variance = s[1] - float64(2*mean*s[0]*(1-h)) + float64(mean*mean*h*(1-h))
		return (s[0] - float64(mean*h)) / split, max(0, variance) / float64(split*split)
	})
}

// mixedError is the root of sum_m w_m^2 (shift^2 s_m^2 + variance / n_m), at most 1.
func (p *Posterior) mixedError(of func(*member) (shift, variance float64)) float64 {
	var squares float64
	for _, in := range p.ingredients() {
		squares += in.squared(of(in.member))
	}
	return min(1, math.Sqrt(squares))
}

// ingredient is a topology with draws, and what its weight and its means over draws rest on.
type ingredient struct {
	*member
	weight   float64 // among those with draws
	logError float64 // of log Z
	number   float64 // effective number of draws
}

// ingredients returns all of them by weight.
func (p *Posterior) ingredients() (out []ingredient) {
	summaries := map[topology.Topology]dcc.Summary{}
	for _, s := range p.weights {
		summaries[s.Topology] = s
	}
	p.each(func(m *member, weight float64) {
		s := summaries[m.topology]
		in := ingredient{m, weight, s.LogEvidenceError,
			min(p.sift(m).number, effective(m.draws, s.EffectiveNumber))}
		if !(in.logError < unknownLogError) {
			in.logError = unknownLogError
		}
		out = append(out, in)
	})
	return out
}

// squared is its part of the square of an error, see mixedMoment. The variance of a share of all draws is 0 but for
// rounding, which may take it below.
func (in *ingredient) squared(shift, variance float64) float64 {
	shift *= in.logError
	return float64(in.weight * in.weight * (float64(shift*shift) + max(0, variance)/in.number))
}

// effective is Kish's effective number of the draws, or that of the importance weights behind them where it is smaller;
// at least 1.
func effective(d dcc.Draws, behind float64) float64 {
	var total, squares float64
	for _, s := range d.Shares {
		total += s
		squares += float64(s * s)
	}
	n := total * total / squares
	if behind > 0 {
		n = min(n, behind)
	}
	return max(n, 1)
}

// heaviestVariants returns the trees that are compared, with weights that add up to 1.
func (p *Posterior) heaviestVariants(s *Survey) []variant {
	var trees []variant
	p.each(func(m *member, weight float64) {
		for _, v := range m.survey.variants {
			v.share *= weight
			trees = append(trees, v)
		}
	})
	sort.SliceStable(trees, func(a, b int) bool { return trees[a].share > trees[b].share })
	trees = trees[:min(len(trees), mostVariants)]
	for _, v := range trees {
		s.Covered += v.share
	}
	for i := range trees {
		trees[i].share /= s.Covered
	}
	s.Trees = len(trees)
	return trees
}
