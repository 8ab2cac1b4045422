// Noise with heavy tails: Student's t, as normal noise whose precision differs from row to row.

package alltrees

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

const (
	tailDegrees = 4       // of freedom
	tailSpread  = 2       // variance of that distribution, with scale 1
	tailPeak    = .375    // its density at 0
	tailGuess   = 1.4     // (4 + 3)/(4 + 1): variance of a normal row that says as much of its mean
	clippedAway = 1. / 20 // of the rows at each end
)

// tail is what a tree with leaf means says of the rows: the state between moves where tails are heavy. Given it the
// rows' precisions are summed out, so that the log likelihood is that of Student's t.
type tail struct {
	means  []float64 // of the leaves
	misses []float64 // by row: squared distance to its prediction
}

// clipped are values with the lowest and the highest twentieth of them, at least one each, pulled to the next one; the
// values themselves where fewer than five are given or that would leave no difference.
func clipped(values []float64) []float64 {
	n := len(values)
	if n < 5 {
		return values
	}
	k, sorted := max(1, int(clippedAway*float64(n))), slices.Sorted(slices.Values(values))
	low, high := sorted[k], sorted[n-1-k]
	if low == high {
		return values
	}
	out := make([]float64, n)
	for i, v := range values {
		out[i] = min(max(v, low), high)
	}
	return out
}

// guide is the table that proposals of splits look at: with heavy tails far values count no more than the clipped.
func (t *Table) guide() *Table {
	if !t.heavy {
		return t
	}
	g := *t
	g.y = clipped(t.y)
	return &g
}

// tailLik is log p(y | tree, leaf means, sigma).
func (e *evaluator) tailLik(s *tail, g *noise) float64 {
	e.work += int64(len(s.misses))
	logs, product, by := 0.0, 1.0, 1/(tailDegrees*g.s2)
	for _, m := range s.misses {
		if product *= 1 + float64(m*by); product > 1e100 {
			logs += numeric.Log(product)
			product = 1
		}
	}
	logs += numeric.Log(product)
	n := float64(len(s.misses))
	return n*(numeric.Log(tailPeak)-.5*numeric.Log(g.s2)) - .5*(tailDegrees+1)*logs
}

// likelihood is the log likelihood at a noise that a restart's trees are weighed by.
func (e *evaluator) likelihood(p *blended, g *noise) float64 {
	if p.tail != nil {
		return e.tailLik(p.tail, g)
	}
	return e.logLik(p.normals, g)
}

// startTail draws a tree's leaf means from the prior.
func (v *mover) startTail(p *blended, rng *rand.Rand) {
	means := make([]float64, p.tree.leaves)
	for l := range means {
		means[l] = rng.NormFloat64()
	}
	v.setMeans(p, means)
}

// setMeans gives a tree leaf means.
func (v *mover) setMeans(p *blended, means []float64) {
	v.hold(p.tree)
	p.normals, p.tail = nil, &tail{means, make([]float64, len(v.count))}
	for i := range v.count {
		leaf, weight := v.of(int32(i))
		f := 0.0
		for x, l := range leaf {
			f += float64(weight[x] * means[l])
		}
		if v.roots != nil {
			f /= v.roots[i]
		}
		d := v.m.t.y[i] - f
		p.tail.misses[i] = d * d
	}
	p.logLik = v.tailLik(p.tail, &v.noise)
}

// takeUp is a tree of a restart to be moved on at the mover's noise.
func (v *mover) takeUp(p *noisy, rng *rand.Rand) blended {
	state := v.begin(p.tree)
	if p.means != nil {
		v.setMeans(&state, p.means)
		v.drawPrecisions(&state, rng)
	}
	return state
}

// drawMeans draws the leaf means given the rows' precisions, which are done with.
func (v *mover) drawMeans(p *blended, rng *rand.Rand) {
	v.factor(p.normals, v.noise.s2)
	means := make([]float64, p.tree.leaves)
	for l := range means {
		means[l] = v.solved[l] + float64(v.noise.sigma()*rng.NormFloat64())
	}
	numeric.SolveLowerTranspose(means, v.root, means, len(means))
	v.setMeans(p, means)
}

// precisionWork is what drawing the precision of a row costs.
const precisionWork = 20

// drawPrecisions draws the rows' precisions given the leaf means, which are summed out from here on.
func (v *mover) drawPrecisions(p *blended, rng *rand.Rand) {
	v.work += precisionWork * int64(len(v.count))
	roots := resized(v.roots, len(v.count))
	for i, m := range p.tail.misses {
		roots[i] = math.Sqrt(2 * gammaOfFive(rng) / (tailDegrees + m/v.noise.s2))
	}
	v.weigh(roots)
	p.normals, p.tail = v.normals(p.tree), nil
	p.logLik = v.logLik(p.normals, &v.noise)
	v.scratch = &normals{}
}

// gammaOfFive draws from the gamma distribution with shape 5/2 and rate 1: half of chi square with five degrees.
func gammaOfFive(rng *rand.Rand) float64 {
	z := rng.NormFloat64()
	return .5*float64(z*z) - numeric.Log(random.OpenUniform(rng)*random.OpenUniform(rng))
}

// gammaOfTwo is that with shape 2.
func gammaOfTwo(rng *rand.Rand) float64 {
	return -numeric.Log(random.OpenUniform(rng) * random.OpenUniform(rng))
}

// weigh takes the roots of the rows' precisions relative to sigma over; nil for rows that are alike.
func (e *evaluator) weigh(roots []float64) {
	e.held, e.roots, e.y, e.squares, e.logRoots = nil, roots, e.m.t.y, 0, 0
	if roots != nil {
		e.y = resized(e.weighed, len(roots))
		e.weighed = e.y
	}
	for i, y := range e.m.t.y {
		if roots != nil {
			y *= roots[i]
			e.y[i] = y
			e.logRoots += numeric.Log(roots[i])
		}
		e.squares += y * y
	}
}

// moves makes n moves of a tree. Where tails are heavy the rows' precisions are drawn before them, and every few moves.
func (v *mover) moves(p *blended, n int, rng *rand.Rand) {
	for k := range n {
		if p.tail != nil {
			v.drawPrecisions(p, rng)
		}
		if v.step(p, rng); v.m.t.heavy && (k%moved == moved-1 || k == n-1) {
			v.drawMeans(p, rng)
		}
	}
}

// drawTailNoise draws the noise given the tree with its leaf means, the rows' precisions summed out.
func (v *mover) drawTailNoise(p *blended, rng *rand.Rand) int {
	v.drawMeans(p, rng)
	m := &v.m.t.marginal
	logs := slices.Clone(m.logPrior)
	for g := range logs {
		logs[g] += v.tailLik(p.tail, &m.grid[g])
	}
	g := drawLog(logs, rng)
	v.setNoise(logSigma(g))
	v.drawPrecisions(p, rng)
	return g
}

// tailOf is what of a kept tree only heavy tails need: a draw of how far the leaf means are from their mean, and the
// log likelihood given the rows' precisions, after which these are done with.
func (v *mover) tailOf(d *drawn, q *normals, rng *rand.Rand) {
	d.logLik = v.logLik(q, &v.noise)
	d.off = make([]float64, q.k)
	for l := range d.off {
		d.off[l] = v.noise.sigma() * rng.NormFloat64()
	}
	numeric.SolveLowerTranspose(d.off, v.root, d.off, q.k)
}

// tails appends the components of a row's predictive distribution by one way: Student's t about the prediction by a
// draw of the leaf means, and about that by its mirror image, so that the mean is the leaf means' own.
func (d *drawn) tails(t *Table, way *reached, mean, share float64, dst []Point) []Point {
	off := 0.0
	for i, leaf := range way.leaves {
		off += float64(way.shares[i] * d.off[leaf])
	}
	sd := t.sd * tailSD(d.s2)
	for _, m := range []float64{mean + off, mean - off} {
		dst = append(dst, Point{Share: .5 * share * way.probability, Mean: t.mean + float64(t.sd*m), SD: sd,
			Tails: true})
	}
	return dst
}
