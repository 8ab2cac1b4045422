// Adaptation of the hard trees' proposal: population Monte Carlo in the coordinates of its lobes.

package conquer

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/numeric"
)

const (
	enoughShare  = .35 // effective share of a round's weights from which on adaptation ends
	deadLobe     = 1e-3
	enoughDraws  = 15  // of a lobe, before it may be dropped
	leastWeight  = .01 // of a lobe: one that had no luck in a round may still be that of a mode
	perDimension = 4   // effective draws per coordinate that an update needs
	inflation    = 1.1 // of fitted scale matrices
	powerSteps   = 16
)

// adapt fits the lobes by rounds of n draws and returns the effective share of the last round's
// weights, judged before they changed anything.
func (p *proposal) adapt(w *work, rounds, n int, rng *rand.Rand) (share float64) {
	for range rounds {
		r := p.round(w, n, rng)
		if math.IsInf(slices.Max(r.logWeights), -1) {
			return 0
		}
		share = effective(r.logWeights) / float64(n)
		if share >= enoughShare {
			return share
		}
		p.update(r)
	}
	return share
}

// sample is a round of weighted draws with what each lobe makes of them.
type sample struct {
	logWeights []float64
	logShares  [][]float64     // per lobe: log responsibility
	z          [][][][]float64 // per split and place: coordinates, a column each
	logSigma   []float64       // for regression
}

func (p *proposal) round(w *work, n int, rng *rand.Rand) sample {
	r, d := p.newSample(n), w.Dim()
	xs, q := room(p.space, n*d), make([]float64, block)
	p.space = xs
	for i := range n {
		p.Sample(xs[i*d:(i+1)*d], rng)
	}
	for i := 0; i < n; i += block {
		to := min(n, i+block)
		p.block(q[:to-i], xs[i*d:to*d])
		p.record(r, q[:to-i], i)
	}
	for i := range n {
		x := xs[i*d : (i+1)*d]
		r.logWeights[i] = finite(w.LogDensity(x) - r.logWeights[i])
		if p.layout.Noise {
			r.logSigma[i] = x[p.layout.LogSigma()]
		}
	}
	return r
}

// record takes over what a block left, whose first draw has the given number.
func (p *proposal) record(r sample, logDensities []float64, from int) {
	copy(r.logWeights[from:], logDensities)
	for k, shares := range r.logShares {
		for i, q := range logDensities {
			shares[from+i] = p.terms[k][i] - q
		}
	}
	for j, places := range p.places {
		for k, f := range places {
			for c, z := range f.z {
				copy(r.z[j][k][c][from:], z[:len(logDensities)])
			}
		}
	}
}

// newSample makes room for n draws in one piece, that of the sample before.
func (p *proposal) newSample(n int) sample {
	total := 2 + len(p.lobes)
	for _, places := range p.places {
		total += len(places) * p.layout.D
	}
	p.drawn = room(p.drawn, total*n)
	flat := p.drawn
	column := func() []float64 {
		c := flat[:n:n]
		flat = flat[n:]
		return c
	}
	r := sample{logWeights: column(), logSigma: column(), z: make([][][][]float64, len(p.places))}
	for range p.lobes {
		r.logShares = append(r.logShares, column())
	}
	for j, places := range p.places {
		for range places {
			z := make([][]float64, p.layout.D)
			for c := range z {
				z[c] = column()
			}
			r.z[j] = append(r.z[j], z)
		}
	}
	return r
}

// room returns n numbers, in the given space if it is large enough.
func room(space []float64, n int) []float64 {
	if cap(space) < n {
		return make([]float64, n)
	}
	return space[:n]
}

// rows returns the lobe's coordinates of the draws, n x d, until it is called again.
func (p *proposal) rows(l *lobe, r sample) []float64 {
	d, n := len(l.mean), len(r.logWeights)
	rows := room(p.space, n*d)
	p.space = rows
	for j, at := range l.at {
		from := p.layout.Tau(j)
		for c, z := range r.z[j][at] {
			give(rows[from+c:], z, d)
		}
	}
	if p.layout.Noise {
		at := p.layout.LogSigma()
		for i, v := range r.logSigma {
			rows[i*d+at] = l.coordinate(v)
		}
	}
	return rows
}

// finite makes a weight of a density that is no number zero.
func finite(logWeight float64) float64 {
	if math.IsNaN(logWeight) || math.IsInf(logWeight, 1) {
		return math.Inf(-1)
	}
	return logWeight
}

// effective returns Kish's effective number of weights that are not all zero. Weights of less than e^-45 of the
// largest are left out.
func effective(logWeights []float64) float64 {
	top := math.Inf(-1)
	for _, v := range logWeights {
		if v > top {
			top = v
		}
	}
	var sum, square float64
	var part [64]float64
	for i := 0; i < len(logWeights); {
		n := 0
		for ; i < len(logWeights) && n < len(part); i++ {
			if v := logWeights[i] - top; v > -negligible {
				part[n] = v
				n++
			}
		}
		numeric.ExpSlice(part[:n], part[:n])
		for _, v := range part[:n] {
			sum += v
			square += float64(v * v)
		}
	}
	return sum * sum / square
}

// update sets weights, locations and scales by the weighted draws and drops lobes without mass. A lobe
// with few effective draws is moved by tempered weights, and little.
func (p *proposal) update(r sample) {
	every, shares := r.tempered(nil, float64(perDimension*len(p.z))), make([]float64, len(r.logWeights))
	var alive []*lobe
	for k, l := range p.lobes {
		l.draws += l.weight * float64(len(every))
		numeric.ExpSlice(shares, r.logShares[k])
		l.weight = numeric.Dot(every, shares)
		if !(l.weight >= leastWeight) {
			if l.draws < enoughDraws || l.weight >= deadLobe {
				l.weight = leastWeight
				alive = append(alive, l)
			}
			continue
		}
		l.fit(r.tempered(r.logShares[k], float64(perDimension*len(l.mean))), p.rows(l, r))
		alive = append(alive, l)
	}
	if len(alive) > 0 {
		p.lobes = alive
	}
	p.settle()
}

// tempered returns the normalized weights, times the responsibilities of a lobe (logs; nil = all 1),
// raised to the largest power in (0, 1] at which as many are effective as asked for, or a third of what
// the responsibilities alone have.
func (r sample) tempered(logShares []float64, target float64) []float64 {
	logs := make([]float64, len(r.logWeights))
	if logShares == nil {
		logShares = make([]float64, len(logs))
	}
	raise := func(power float64) float64 {
		for i, v := range r.logWeights {
			if v >= -math.MaxFloat64 {
				v = power * v
			}
			logs[i] = v + logShares[i]
		}
		return effective(logs)
	}
	target = min(target, raise(0)/3)
	if raise(1) < target {
		low, high := 0.0, 1.0
		for range powerSteps {
			if middle := .5 * (low + high); raise(middle) >= target {
				low = middle
			} else {
				high = middle
			}
		}
		raise(low)
	}
	total := numeric.LogSumExp(logs)
	for i, v := range logs {
		logs[i] = v - total
	}
	numeric.ExpSlice(logs, logs)
	return logs
}

// fit moves the lobe to the mean and the inflated covariance of the weighted coordinates; the former
// scale counts as much as d+1 effective draws.
func (l *lobe) fit(weights, z []float64) {
	d := len(l.mean)
	var square float64
	mean := make([]float64, d)
	for i, v := range weights {
		square += float64(v * v)
		for j := range mean {
			mean[j] += float64(v * z[i*d+j])
		}
	}
	former := float64(d+1) * square
	keep := former / (1 + former)
	scale := make([]float64, d*d)
	for i, v := range weights {
		if v < 1e-12 {
			continue
		}
		for a := range d {
			e := v * (z[i*d+a] - mean[a])
			for b := range a + 1 {
				scale[a*d+b] += float64(e * (z[i*d+b] - mean[b]))
			}
		}
	}
	for a := range d {
		for b := range a + 1 {
			was := numeric.Dot(l.root[a*d:a*d+b+1], l.root[b*d:b*d+b+1])
			v := float64(keep*was) + float64((1-keep)*inflation*scale[a*d+b])
			scale[a*d+b], scale[b*d+a] = v, v
		}
		scale[a*d+a] = max(scale[a*d+a], 1e-8)
		mean[a] = float64(keep*l.mean[a]) + float64((1-keep)*mean[a])
	}
	if numeric.Cholesky(scale, scale, d) {
		l.mean, l.root = mean, scale
	}
}
