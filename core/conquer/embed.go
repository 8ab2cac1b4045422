// Embedded draws: a topology measured from the posterior draws of topologies with one split less.

package conquer

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/diagnostics"
	"dcctree/core/evidence"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Reduction is what is known of a topology that lacks one split of a larger one: the split sends all its rows to one
// child, and its other child is a leaf (topology.Reduce).
type Reduction struct {
	Split  int     // of the larger topology, pre-order number
	LogZ   float64 // log evidence of the smaller one, and its standard error
	Error  float64
	Points []float64 // draws of equal weight from its posterior, row-major, as Measurement.Points
}

// embedded is the distribution of a larger topology's parameters that follows from its reductions: draw one of them,
// a posterior draw of it, and the new split from its prior, put in at its place. With L the likelihoods, a the shares
// of the reductions and L_i that of reduction i at the point without its split, the priors being the same,
//
//	q(theta) = prior(theta) sum_i a_i L_i(theta) / Z_i,
//
// the balance heuristic of multiple importance sampling (Veach and Guibas 1995). Points where the new split divides no
// or few rows, or rows that are alike, which is most of the posterior of a tree with a superfluous split, weigh about
// as much as the draws that they come from. It implements evidence.Prior.
type embedded struct {
	work   *work
	parts  []embeddedPart
	nested *softtree.Nested // of the topology, then without the splits of the parts
	terms  []float64
}

type embeddedPart struct {
	Reduction
	share    float64
	logScale float64 // log(share / Z)
	width    int     // of a point
	next     int     // the point that is drawn next
}

// leastEmbedded is the share that the reductions have in equal parts; the rest goes by their evidence, as the mass of
// the larger topology does.
const leastEmbedded = .2

// embeddedShares returns the shares of the reductions.
func embeddedShares(reductions []Reduction) []float64 {
	logs := make([]float64, len(reductions))
	for i, r := range reductions {
		logs[i] = r.LogZ
	}
	total := numeric.LogSumExp(logs)
	for i, v := range logs {
		logs[i] = leastEmbedded/float64(len(reductions)) + float64((1-leastEmbedded)*numeric.Exp(v-total))
	}
	return logs
}

// newEmbedded returns the distribution with the given shares; reductions of none are left out.
func (w *work) newEmbedded(t topology.Topology, reductions []Reduction, shares []float64) *embedded {
	e := &embedded{work: w}
	var without []softtree.Without
	for i, r := range reductions {
		if shares[i] == 0 {
			continue
		}
		reduced, left := t.Reduce(r.Split)
		p := embeddedPart{Reduction: r, share: shares[i], logScale: numeric.Log(shares[i]) - r.LogZ,
			width: w.problem.data.Layout(reduced).Dim()}
		if p.width > 0 {
			// of one topology may come several parts
			p.next = i * (len(p.Points) / p.width) / len(reductions)
		}
		e.parts = append(e.parts, p)
		without = append(without, softtree.Without{Split: r.Split, Left: left})
	}
	e.terms = make([]float64, len(e.parts))
	e.nested = softtree.NewNested(t, w.problem.data, w.problem.priors, w.problem.h, without)
	return e
}

// Sample writes a draw to dst.
func (e *embedded) Sample(dst []float64, rng *rand.Rand) {
	u, k := rng.Float64(), 0
	for u -= e.parts[0].share; u >= 0 && k < len(e.parts)-1; u -= e.parts[k].share {
		k++
	}
	p := &e.parts[k]
	if p.width > 0 {
		p.next = rng.IntN(len(p.Points) / p.width)
	}
	e.sample(dst, p, rng)
}

// sample writes a draw from the part's next point to dst.
func (e *embedded) sample(dst []float64, p *embeddedPart, rng *rand.Rand) {
	e.nested.SampleSplit(dst, p.Split, rng)
	if p.width == 0 { // the root of a classification has no parameters
		return
	}
	if p.next >= len(p.Points)/p.width {
		p.next = 0
	}
	layout := e.work.layout
	point, d := p.Points[p.next*p.width:(p.next+1)*p.width], layout.D
	p.next++
	copy(dst[:p.Split*d], point)
	copy(dst[(p.Split+1)*d:layout.Splits*d], point[p.Split*d:])
	if layout.Noise {
		dst[layout.LogSigma()] = point[p.width-1]
	}
}

// LogDensity returns the normalized log density at x.
func (e *embedded) LogDensity(x []float64) float64 {
	e.work.count(len(e.parts))
	e.nested.Set(x)
	ratio := e.logRatio()
	return e.nested.LogPrior(x) + ratio
}

// logRatio returns log(q/prior) at the point that nested was given.
func (e *embedded) logRatio() float64 {
	for i := range e.parts {
		e.terms[i] = e.parts[i].logScale + e.nested.LogLikelihood(1+i)
	}
	return numeric.LogSumExp(e.terms)
}

// Equal reports whether two reductions are the same to the last bit.
func (r Reduction) Equal(o Reduction) bool {
	return r.Split == o.Split && r.LogZ == o.LogZ && r.Error == o.Error && slices.Equal(r.Points, o.Points)
}

// embeddedShare is the share of the draws of a measurement that are embedded ones, where reductions are known.
const embeddedShare = .25

// blend is a distribution to which embedded draws are added. It implements evidence.Prior.
type blend struct {
	first    evidence.Prior
	embedded *embedded
	share    float64 // of the embedded draws
}

// withEmbedded adds the work's embedded draws, if there are any, to a mixture that has a prior.
func (w *work) withEmbedded(m evidence.Mixture) evidence.Mixture {
	if w.embedded == nil {
		return m
	}
	share := embeddedShare
	if len(m.Components) > 0 {
		m.PriorShare += embeddedShare
		share /= m.PriorShare
	}
	m.Prior = blend{m.Prior, w.embedded, share}
	return m
}

// plain returns the distribution without the embedded draws that were added to it.
func plain(p evidence.Prior) evidence.Prior {
	if b, ok := p.(blend); ok {
		return b.first
	}
	return p
}

// Sample writes a draw to dst.
func (b blend) Sample(dst []float64, rng *rand.Rand) {
	if rng.Float64() < b.share {
		b.embedded.Sample(dst, rng)
		return
	}
	b.first.Sample(dst, rng)
}

// LogDensity returns the normalized log density at x.
func (b blend) LogDensity(x []float64) float64 { return b.add(b.first.LogDensity(x), x) }

// LogDensities writes the normalized log densities at points xs, one after the other, to dst.
func (b blend) LogDensities(dst, xs []float64) {
	d := b.embedded.work.Dim()
	if q, ok := b.first.(evidence.Densities); ok {
		q.LogDensities(dst, xs)
	} else {
		for i := range dst {
			dst[i] = b.first.LogDensity(xs[i*d : (i+1)*d])
		}
	}
	for i := range dst {
		dst[i] = b.add(dst[i], xs[i*d:(i+1)*d])
	}
}

// add returns the log density at x, given that of the first distribution.
func (b blend) add(first float64, x []float64) float64 {
	return numeric.LogSumExp([]float64{numeric.Log(1-b.share) + first,
		numeric.Log(b.share) + b.embedded.LogDensity(x)})
}

// likelihoodsOfOne is how many likelihoods at one point, its splits' probabilities being known, take as long as a
// density: rows times leaves instead of rows times inputs and exponentials.
const likelihoodsOfOne = 3

// densities returns how many densities were evaluated, or what takes as long.
func (w *work) densities() int { return w.evaluations + w.likelihoods/likelihoodsOfOne }

// count counts likelihoods at a new point.
func (w *work) count(likelihoods int) {
	w.likelihoods += likelihoodsOfOne - 1 + likelihoods
	if w.points++; w.points%w.every == 0 {
		w.beat()
	}
}

// logZError returns the part of the error of log Z that is the reductions': their errors, weighted by their shares.
func (e *embedded) logZError() (sum float64) {
	for _, p := range e.parts {
		sum += float64(p.share * p.Error)
	}
	return sum
}

// Knowing returns the problem with what is known of the reductions of one topology: Measure and Audit of it have
// draws embedded from them in the mixture that measures, and Embed has no others.
func (p *Problem) Knowing(reductions []Reduction) *Problem {
	q := *p
	q.reductions = reductions
	return &q
}

const (
	// LargestEmbeddedError is the error, in nats, above which embedded draws are not relied upon.
	LargestEmbeddedError = .35
	// largestShare is the share of the largest weight above which they are not, largestRatio the same in units of
	// the mean weight, where there are few draws.
	largestShare, largestRatio = .1, 6
	// flatTail is the ratio of the largest weight to the least of the tail up to which the tail is no tail.
	flatTail = 2
)

// judgeEmbedded judges embedded draws. The weights of those whose new split divides no row are nearly equal and the
// largest, and k-hat would fit by how little these differ. Where hard trees show what a split is good for, it is enough
// that no weight is by itself; with many inputs or gradual splits k-hat is asked unless the largest weights are about
// equal.
func (p *Problem) judgeEmbedded(found way) way {
	found = found.judged()
	sorted := slices.Clone(found.final.LogWeights)
	slices.Sort(sorted)
	n := len(sorted)
	top := sorted[n-1]
	bounded := top-sorted[n-1-diagnostics.TailLength(n)] < numeric.Log(flatTail)
	byTrees := !p.large() && !Gradual(p.h)
	if byTrees {
		bounded = numeric.Exp(top-numeric.LogSumExp(sorted)) <= max(largestShare, largestRatio/float64(n))
	}
	switch {
	case !(found.final.Error <= LargestEmbeddedError):
		found.trust = Unreliable
	case bounded:
		found.trust, found.final.KHat = Reliable, math.NaN()
	case byTrees:
		found.trust = Unreliable
	}
	return found
}

// Embed measures topology t by some n draws embedded from its reductions alone: a fraction of the cost of Measure, good
// where each split is either known from them or superfluous. The number is raised to a multiple of ten. It panics where
// no reduction is known.
func (p *Problem) Embed(t topology.Topology, n int, rng *rand.Rand, beat func()) Measurement {
	if len(p.reductions) == 0 {
		panic("conquer: Embed: no reduction")
	}
	w := p.withoutTarget(t, beat)
	counts, per := allocated(p.reductions, n)
	shares := make([]float64, len(counts))
	for i, c := range counts {
		shares[i] = float64(c) / float64(per)
	}
	e := w.newEmbedded(t, p.reductions, shares)
	final, points := e.measure(slices.DeleteFunc(counts, func(c int) bool { return c == 0 }), per, rng)
	var m Measurement
	m.take(p.judgeEmbedded(way{method: Embedded, final: final, modes: len(p.reductions)}))
	m.Error = math.Hypot(m.Error, e.logZError())
	m.Points, m.Evaluations = points, w.densities()
	return m
}

// allocated returns how many of the draws of each of ten replicates come from each reduction, and their sum.
func allocated(reductions []Reduction, n int) (counts []int, per int) {
	per = (n + evidence.Replicates - 1) / evidence.Replicates
	return evidence.Allocate(embeddedShares(reductions), per, 0), per
}

// EmbeddedPoints returns how many points of each reduction Embed starts from to make n draws.
func EmbeddedPoints(reductions []Reduction, n int) []int {
	counts, _ := allocated(reductions, n)
	for i := range counts {
		counts[i] *= evidence.Replicates
	}
	return counts
}

// measure draws ten times counts[i] points from every part and weighs them; points are those with the leaf means. The
// prior cancels from the weights.
func (e *embedded) measure(counts []int, per int, rng *rand.Rand) (final evidence.Measurement, points []float64) {
	n := evidence.Replicates * per
	x, d := make([]float64, e.nested.Dim()), e.work.layout.Expand().Dim()
	points = make([]float64, n*d)
	var weights []float64
	for range evidence.Replicates {
		for i, c := range counts {
			for range c {
				e.work.count(1 + len(e.parts))
				e.sample(x, &e.parts[i], rng)
				e.nested.Set(x)
				v := e.nested.LogLikelihood(0)
				if v-v != 0 {
					weights = append(weights, math.Inf(-1))
					continue
				}
				at := len(weights) * d
				e.nested.Expand(points[at:at+d], x, rng)
				weights = append(weights, v-e.logRatio())
			}
		}
	}
	return evidence.Weigh(nil, weights, counts), points
}
