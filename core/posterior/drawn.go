// The posterior of a sampler whose iterations are trees (core/baseline): its draws, mixed by their weights.

package posterior

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"dcctree/core/baseline"
	"dcctree/core/dcc"
	"dcctree/core/numeric"
	"dcctree/core/tree"
)

// mostDrawn is how many draws of all chains are kept as trees at most; sums over rows hold all.
const mostDrawn = 1000

// Drawn mixes the draws of some chains by their weights, as Posterior does those of topologies. It serves one
// goroutine.
type Drawn struct {
	p      *Posterior // tables, rows and units; none of its topologies has draws
	chains []*tally   // by number; nil without draws
}

// tally sums the draws of one chain up, their weights relative to exp(offset).
type tally struct {
	kept  []baseline.Draw
	every int // every how many-th draw is kept
	seen  int

	offset      float64
	total       float64
	train, test forecast
	// train, test: each draw's own squared error or accuracy by its most probable leaf, summed over draws
	own    [2]float64
	leaves map[int]float64 // weight by number of leaves
}

// NewDrawn returns an empty posterior of so many chains on the problem, whose data must be tables.Data().
func NewDrawn(tables Tables, problem *dcc.Problem, chains int) *Drawn {
	return &Drawn{p: New(tables, problem, Likelihood), chains: make([]*tally, chains)}
}

// Add takes a draw of a chain (from 0), its responses in the units of the problem's. The order of draws of different
// chains makes no difference.
func (d *Drawn) Add(chain int, draw baseline.Draw) {
	t := d.chains[chain]
	if t == nil {
		t = d.newTally(draw.LogWeight)
		d.chains[chain] = t
	}
	t.add(d.p, &draw)
	t.keep(draw, max(1, mostDrawn/len(d.chains)))
}

func (d *Drawn) newTally(offset float64) *tally {
	t := &tally{every: 1, offset: offset, leaves: map[int]float64{},
		train: newForecast(d.p.train.n, d.p.problem.Data.Classes)}
	if d.p.test != nil {
		t.test = newForecast(d.p.test.n, d.p.problem.Data.Classes)
	}
	return t
}

// keep keeps every t.every-th draw, and halves what it keeps when that is more than most.
func (t *tally) keep(draw baseline.Draw, most int) {
	if t.seen++; (t.seen-1)%t.every != 0 {
		return
	}
	if t.kept = append(t.kept, draw); len(t.kept) <= most {
		return
	}
	half := t.kept[:0]
	for k := 0; k < len(t.kept); k += 2 {
		half = append(half, t.kept[k])
	}
	clear(t.kept[len(half):])
	t.kept, t.every = half, 2*t.every
}

// add counts a draw with its weight.
func (t *tally) add(p *Posterior, draw *baseline.Draw) {
	if draw.LogWeight > t.offset {
		t.rescale(draw.LogWeight)
	}
	weight := numeric.Exp(draw.LogWeight - t.offset)
	t.total += weight
	t.leaves[draw.Tree.Leaves()] += weight
	t.own[0] += float64(weight * (p.response.addDraw(t.train, p.train, &draw.Tree, weight) / float64(p.train.n)))
	if p.test != nil {
		t.own[1] += float64(
			weight * (p.response.addDraw(t.test, p.test, &draw.Tree, weight) / float64(p.test.n)))
	}
}

// rescale makes weights relative to a larger offset.
func (t *tally) rescale(offset float64) {
	by := numeric.Exp(t.offset - offset)
	t.offset, t.total = offset, t.total*by
	t.own[0], t.own[1] = t.own[0]*by, t.own[1]*by
	for _, f := range []forecast{t.train, t.test} {
		for _, values := range [][]float64{f.mean, f.density, f.below, f.prob} {
			for i := range values {
				values[i] *= by
			}
		}
	}
	for n := range t.leaves {
		t.leaves[n] *= by
	}
}

// mostProbable returns the leaf that a row most probably reaches: the short way where every row reaches one alone.
func mostProbable(of *tree.Tree, row tree.Row, hard bool) *tree.Node {
	if hard {
		return of.Leaf(row)
	}
	return of.MostProbable(row)
}

// row returns row i.
func (r *rows) row(i int) tree.Row { return tree.Row{X: r.x, At: i, Stride: r.n} }

// spot returns the mean and the noise scale of a row under a tree of a regression: the likelihood's N(sum_k phi_k mu_k,
// sum_k phi_k sigma_k^2).
func spot(of *tree.Tree, row tree.Row) (mean, sd float64) {
	var variance float64
	of.Reach(row, func(at int, p float64) {
		leaf := of.Nodes[at].Answer.(tree.Normal)
		mean += float64(p * leaf.Mean)
		variance += float64(p * leaf.SD * leaf.SD)
	})
	return mean, math.Sqrt(variance)
}

// mixClasses adds the class probabilities of a row under a tree of a classification, times weight, to dst.
func mixClasses(dst []float64, of *tree.Tree, row tree.Row, weight float64) {
	of.Reach(row, func(at int, p float64) { addTo(dst, of.Nodes[at].Answer.(tree.Classes), float64(weight*p)) })
}

// Ready tells whether there is a draw.
func (d *Drawn) Ready() bool { return d.Draws() > 0 }

// Draws returns how many draws were added.
func (d *Drawn) Draws() (n int) {
	d.eachChain(func(_ int, t *tally, _ float64) { n += t.seen })
	return n
}

// eachKept calls f for the draws that are kept, chain by chain, with their shares of the weight of all draws: those
// left out are stood for by their chain's others.
func (d *Drawn) eachKept(f func(draw *baseline.Draw, share float64)) {
	d.eachChain(func(_ int, t *tally, weight float64) {
		// Relative to the heaviest that is kept: t.offset may be that of one left out, beside which all others
		// vanish.
		most, total := math.Inf(-1), 0.0
		for k := range t.kept {
			most = max(most, t.kept[k].LogWeight)
		}
		for k := range t.kept {
			total += numeric.Exp(t.kept[k].LogWeight - most)
		}
		for k := range t.kept {
			f(&t.kept[k], weight*numeric.Exp(t.kept[k].LogWeight-most)/total)
		}
	})
}

// mixed mixes the chains' sums of one set of rows.
func (d *Drawn) mixed(r *rows, of func(*tally) forecast) forecast {
	mix := newForecast(r.n, d.p.problem.Data.Classes)
	d.eachChain(func(_ int, t *tally, weight float64) { mix.add(of(t), weight/t.total) })
	return mix
}

// eachChain calls f for the chains with draws, with their shares of all weight.
func (d *Drawn) eachChain(f func(chain int, t *tally, weight float64)) {
	most, total := math.Inf(-1), 0.0
	for _, t := range d.chains {
		if t != nil {
			most = max(most, t.offset)
		}
	}
	scaled := func(t *tally) float64 { return float64(t.total * numeric.Exp(t.offset-most)) }
	for _, t := range d.chains {
		if t != nil {
			total += scaled(t)
		}
	}
	for k, t := range d.chains {
		if t != nil {
			f(k, t, scaled(t)/total)
		}
	}
}

func trainTally(t *tally) forecast { return t.train }
func testTally(t *tally) forecast  { return t.test }

// Scores returns the scores of the posterior mean on the training and the test rows; ok is false without draws,
// test.Rows is 0 without test rows.
func (d *Drawn) Scores() (train, test Scores, ok bool) {
	return d.p.scored(d.Judges())
}

// Judges returns the losses of the posterior mean as Posterior.Judges.
func (d *Drawn) Judges() (train, test Judge, ok bool) {
	if !d.Ready() {
		return nil, nil, false
	}
	train = d.p.response.judge(d.p, d.p.train, d.mixed(d.p.train, trainTally))
	if d.p.test != nil {
		test = d.p.response.judge(d.p, d.p.test, d.mixed(d.p.test, testTally))
	}
	return train, test, true
}

// OfChain returns the scores of one chain's posterior mean, as Scores: how far they spread over chains is the Monte
// Carlo error.
func (d *Drawn) OfChain(chain int) (train, test Scores, ok bool) {
	if chain < 0 || chain >= len(d.chains) || d.chains[chain] == nil {
		return noScores(), noScores(), false
	}
	one := Drawn{p: d.p, chains: d.chains[chain : chain+1]}
	return one.Scores()
}

// Chains returns how many chains have draws.
func (d *Drawn) Chains() (n int) {
	d.eachChain(func(int, *tally, float64) { n++ })
	return n
}

// Own returns the mean over draws of each draw's own score when every row is given its most probable leaf: the mean
// squared error in original units squared, or the accuracy. NaN without draws, test NaN without test rows. The
// published programs of the paper's other methods score so.
func (d *Drawn) Own() (train, test float64) { return d.own(d.eachChain) }

// OwnOfChain returns Own of one chain.
func (d *Drawn) OwnOfChain(chain int) (train, test float64) {
	return d.own(func(f func(int, *tally, float64)) {
		d.eachChain(func(k int, t *tally, _ float64) {
			if k == chain {
				f(k, t, 1)
			}
		})
	})
}

func (d *Drawn) own(each func(func(int, *tally, float64))) (train, test float64) {
	var sum [2]float64
	var met bool
	each(func(_ int, t *tally, weight float64) {
		met = true
		sum[0] += weight * t.own[0] / t.total
		sum[1] += weight * t.own[1] / t.total
	})
	unit := d.p.response.ownUnit(d.p.tables)
	sum[0], sum[1] = sum[0]*unit*unit, sum[1]*unit*unit
	if !met {
		sum[0] = math.NaN()
	}
	if !met || d.p.test == nil {
		sum[1] = math.NaN()
	}
	return sum[0], sum[1]
}

// LeafShare is the share of the draws that have so many leaves.
type LeafShare struct {
	Leaves int
	Share  float64
}

// LeafShares returns the posterior of the number of leaves, ascending.
func (d *Drawn) LeafShares() (out []LeafShare) {
	shares := map[int]float64{}
	d.eachChain(func(_ int, t *tally, weight float64) {
		for n, w := range t.leaves {
			shares[n] += weight * w / t.total
		}
	})
	return SortLeafShares(shares)
}

// SortLeafShares returns shares by number of leaves as a list.
func SortLeafShares(shares map[int]float64) (out []LeafShare) {
	for n, w := range shares {
		out = append(out, LeafShare{n, w})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Leaves < out[j].Leaves })
	return out
}

// Digest returns 16 hexadecimal digits over the bits of leaves and predictions; ok is false without draws.
func (d *Drawn) Digest() (sum string, ok bool) {
	if !d.Ready() {
		return "", false
	}
	digest := numeric.NewDigest()
	digest.Whole(d.Draws())
	for _, l := range d.LeafShares() {
		digest.Whole(l.Leaves)
		digest.Numbers(l.Share)
	}
	of, r := trainTally, d.p.train
	if d.p.test != nil && d.p.test.n > 0 {
		of, r = testTally, d.p.test
	}
	f := d.mixed(r, of)
	digest.Numbers(f.mean...)
	digest.Numbers(f.density...)
	digest.Numbers(f.prob...)
	return fmt.Sprintf("%016x", digest.Sum()), true
}

// MonteCarlo returns the standard error of the test score of the posterior mean, MSE or accuracy, that comes from the
// chains' number: the jackknife over chains (Efron and Tibshirani 1993, equation 11.5), since chains of particle
// filters may weigh very differently. NaN below two chains and without test rows.
func (d *Drawn) MonteCarlo() float64 {
	if d.p.test == nil || d.Chains() < 2 {
		return math.NaN()
	}
	var without numeric.Moments
	for k, t := range d.chains {
		if t == nil {
			continue
		}
		others := Drawn{p: d.p, chains: slices.Clone(d.chains)}
		others.chains[k] = nil
		score := d.p.response.judge(d.p, d.p.test, others.mixed(d.p.test, testTally)).Score(d.p.test.n)
		without.Add(d.p.response.headline(score))
	}
	return float64(without.N()-1) * errorOf(without)
}
