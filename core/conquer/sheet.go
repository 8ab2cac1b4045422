// The density of the hard trees' proposal at many points at once, lobe by lobe.

package conquer

import (
	"math"

	"dcctree/core/numeric"
)

// sheet is the work space of a proposal's density.
type sheet struct {
	terms        [][]float64 // per lobe: log share + log density of the last points, -Inf where negligible
	prior, floor []float64   // the same of the prior; what is known of the largest
	top, limit   []float64   // of a lobe: log density but for the distance; distances beyond are negligible
	active       []int       // the points that a lobe is near
	gap          [][]float64 // of the active points: coordinates less the lobe's mean, whole fours of columns
	row, near    []float64   // of the active points
	mixed        []float64
}

func newSheet(d int) *sheet {
	c := columns(7)
	return &sheet{prior: c[0], floor: c[1], top: c[2], limit: c[3], row: c[4], near: c[5], mixed: c[6],
		active: make([]int, 0, block), gap: columns(fours(d))}
}

// LogDensity returns the normalized log density at x.
func (p *proposal) LogDensity(x []float64) float64 {
	p.LogDensities(p.one, x)
	return p.one[0]
}

// LogDensities writes the normalized log densities at points xs, one after the other, to dst.
func (p *proposal) LogDensities(dst, xs []float64) {
	for d := len(p.z); len(dst) > 0; {
		n := min(block, len(dst))
		p.block(dst[:n], xs[:n*d])
		dst, xs = dst[n:], xs[n*d:]
	}
}

// block writes the log densities at no more points than a block has and leaves terms and the places' coordinates.
func (p *proposal) block(dst, xs []float64) {
	n, d := len(dst), len(p.z)
	for j, places := range p.places {
		p.directions.set(xs, d, p.layout.Tau(j), n)
		for _, f := range places {
			f.find(f.z, f.logSlope, p.directions)
		}
	}
	for i := range n {
		p.prior[i] = p.logShare + p.target.LogPrior(xs[i*d:(i+1)*d])
	}
	copy(p.floor, p.prior[:n])
	for k, l := range p.lobes {
		p.term(p.terms[k][:n], l, xs)
	}
	p.sum(dst)
}

// term writes log share + log density of the lobe at the points, -Inf where it is negligible.
func (p *proposal) term(terms []float64, l *lobe, xs []float64) {
	n, d := len(terms), len(p.z)
	top := p.top[:n]
	for i := range top {
		top[i], terms[i] = l.logNorm, math.Inf(-1)
	}
	for j, at := range l.at {
		add(top, p.places[j][at].logSlope)
	}
	p.active = within(p.active[:0], p.limit, top, p.floor, d)
	if len(p.active) == 0 {
		return
	}
	p.gaps(l, xs)
	near := p.near[:len(p.active)]
	p.distances(near, l)
	p.active = p.keep(near, d)
	p.heavy(terms, d)
}

// add adds src to dst.
func add(dst, src []float64) {
	for i := range dst {
		dst[i] += src[i]
	}
}

// negligible is how far below the largest, in nats, the term of a lobe is left out.
const negligible = 45

// reach returns a squared distance beyond which the log of the t density is more than negligible below the
// given level: that density is at most (1 + D/32)^-p, p = (8+d)/2.
func reach(level float64, d int) float64 {
	octaves := math.Floor((negligible-level)/(math.Ln2*.5*float64(lobeDF+d))) + 1
	switch {
	case !(octaves < 500): // or not a number
		return math.Inf(1)
	case octaves < 0:
		return -1
	}
	return lobeDF * wideLobe * wideLobe * math.Float64frombits(uint64(1023+int64(octaves))<<52)
}

// least bounds the log of the t density at a squared distance from below, by its narrow part: the base 2
// logarithm of a number is at most .0861 above the one interpolated between powers of 2.
func least(distance float64, d int) float64 {
	const bits = 1 << 52
	octaves := float64(math.Float64bits(1+distance/lobeDF))/bits - 1023 + .0861
	return -.11 - float64(math.Ln2*.5*float64(lobeDF+d)*octaves)
}

// within appends the points whose distance may matter, given the floors, and sets its limits.
func within(active []int, limit, top, floor []float64, d int) []int {
	for i, v := range top {
		if limit[i] = reach(floor[i]-v, d); limit[i] >= 0 {
			active = append(active, i)
		}
	}
	return active
}

// gaps sets gap to the lobe's coordinates of the active points, less its mean.
func (p *proposal) gaps(l *lobe, xs []float64) {
	for j, at := range l.at {
		from := p.layout.Tau(j)
		for i, z := range p.places[j][at].z {
			gather(p.gap[from+i], z, p.active, l.mean[from+i])
		}
	}
	if p.layout.Noise {
		at, d := p.layout.LogSigma(), len(p.z)
		gap := p.gap[at]
		for k, i := range p.active {
			gap[k] = l.coordinate(xs[i*d+at]) - l.mean[at]
		}
	}
}

// gather sets dst to src of the active points, less mean.
func gather(dst, src []float64, active []int, mean float64) {
	for k, i := range active {
		dst[k] = src[i] - mean
	}
}

// coordinate returns z of log sigma.
func (l *lobe) coordinate(logSigma float64) float64 { return (logSigma - l.sigma) / l.sigmaSD }

// distances sets near to the squared Mahalanobis distances of the active points.
func (p *proposal) distances(near []float64, l *lobe) {
	clear(near)
	inverse, row := l.inverse, p.row[:len(near)]
	for n := 4; len(inverse) > 0; n++ {
		clear(row)
		for c := 0; c < n&^3; c += 4 {
			fold(row, p.gap[c], p.gap[c+1], p.gap[c+2], p.gap[c+3], inverse)
			inverse = inverse[4:]
		}
		square(near, row)
	}
}

// fold adds four columns, times as many factors.
//
// In WebAssembly every turn of a loop of a function that calls others costs a jump through a table: this one calls
// none and must not become part of one that does. That takes a sixth of the time.
//
//go:noinline
func fold(dst, a, b, c, d, factors []float64) {
	e, f, g, h := factors[0], factors[1], factors[2], factors[3]
	n := len(dst)
	a, b, c, d = a[:n], b[:n], c[:n], d[:n]
	for i := range dst {
		dst[i] += float64(e*a[i]) + float64(f*b[i]) + float64(g*c[i]) + float64(h*d[i])
	}
}

// square adds the squares of row to sum.
//
//go:noinline
func square(sum, row []float64) {
	for i, v := range row {
		sum[i] += float64(v * v)
	}
}

// keep leaves the points among the active that are near enough, and their distances, and raises their floors.
func (p *proposal) keep(near []float64, d int) []int {
	left := 0
	for k, i := range p.active {
		if near[k] > p.limit[i] {
			continue
		}
		p.active[left], near[left] = i, near[k]
		left++
		if least := p.top[i] + least(near[k], d); least > p.floor[i] {
			p.floor[i] = least
		}
	}
	return p.active[:left]
}

// heavy sets the terms of the active points: top plus the log of the t density, less its normalizer, at their
// squared distances, in two scales: with a = 1 + D/8, b = 1 + D/32 and p = (8+d)/2 that of .9 a^-p + .1 2^-d b^-p.
func (p *proposal) heavy(terms []float64, d int) {
	near, mixed := p.near[:len(p.active)], p.mixed[:len(p.active)]
	wide := wideShare / power(wideLobe, d)
	for k, v := range near {
		near[k] = 1 + v/lobeDF
		ratio := near[k] / (1 + v/(lobeDF*wideLobe*wideLobe))
		mixed[k] = (1 - wideShare) + float64(wide*math.Sqrt(power(ratio, lobeDF+d)))
	}
	numeric.LogSlice(near, near)
	numeric.LogSlice(mixed, mixed)
	for k, i := range p.active {
		terms[i] = p.top[i] + (mixed[k] - float64(.5*float64(lobeDF+d)*near[k]))
	}
}

// sum writes the logs of the sums of the terms, the prior's among them.
func (p *proposal) sum(dst []float64) {
	n := len(dst)
	top, e, total := p.top[:n], p.row[:n], p.near[:n]
	copy(top, p.prior)
	for _, terms := range p.terms {
		raise(top, terms)
	}
	clear(total)
	for _, terms := range append(p.terms[:len(p.terms):len(p.terms)], p.prior) {
		p.active = live(p.active[:0], e, terms, top)
		e := e[:len(p.active)]
		numeric.ExpSlice(e, e)
		for k, i := range p.active {
			total[i] += e[k]
		}
	}
	numeric.LogSlice(total, total)
	for i, v := range total {
		dst[i] = top[i] + v
	}
}

// raise raises top to at least terms.
func raise(top, terms []float64) {
	for i, v := range top {
		if terms[i] > v {
			top[i] = terms[i]
		}
	}
}

// live appends the points whose terms are not zero, and writes the terms less top.
func live(active []int, e, terms, top []float64) []int {
	for i, v := range top {
		if t := terms[i]; t >= -math.MaxFloat64 {
			e[len(active)] = t - v
			active = append(active, i)
		}
	}
	return active
}
