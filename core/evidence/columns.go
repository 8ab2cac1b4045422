// A mixture's density at many points at once, with the same bits as one by one.

package evidence

import "dcctree/core/numeric"

// block is the number of points that are looked at together.
const block = 128

// columns is the work space: a column holds one number of every point of a block.
type columns struct {
	z        [][]float64 // per coordinate of the warp at hand
	white    [][]float64 // the same less the component's mean, then solved
	logSlope []float64   // of the warp at hand
	terms    [][]float64 // per stratum of the components
	distance [][]float64 // per component: squared Mahalanobis distances
	own      []float64   // of the prior
}

func newColumns(n int) [][]float64 { return numeric.Columns(n, block) }

// all writes the log densities at points xs, one after the other, to dst. Where look is not nil it is called with the
// number of each point in turn, terms and distance being those of the point.
func (q *density) all(dst, xs []float64, look func(i int)) {
	if q.columns == nil {
		c := newColumns(2)
		q.columns = &columns{z: newColumns(q.d), white: newColumns(q.d),
			terms: newColumns(len(q.Components) * len(q.scales)), distance: newColumns(len(q.Components)),
			logSlope: c[0], own: c[1]}
	}
	for i := 0; i < len(dst); i += block {
		n := min(block, len(dst)-i)
		d := len(xs) / len(dst)
		q.block(dst[i:i+n], xs[i*d:(i+n)*d], func(k int) {
			if look != nil {
				look(i + k)
			}
		})
	}
}

// block is all for no more points than a block has.
func (q *density) block(dst, xs []float64, look func(i int)) {
	n, c := len(dst), q.columns
	for k, component := range q.Components {
		if k == 0 || component.Warp != q.Components[k-1].Warp {
			q.locate(component, xs, n)
		}
		q.component(k, n)
	}
	q.ofPrior(c.own[:n], xs)
	for i := range dst {
		for j, terms := range c.terms {
			q.terms[j] = terms[i]
		}
		if j := len(c.terms); j < len(q.terms) {
			q.terms[j] = q.logNorm[j] + c.own[i]
		}
		for k, distance := range c.distance {
			q.distance[k] = distance[i]
		}
		dst[i] = numeric.LogSumExp(q.terms)
		look(i)
	}
}

// ofPrior writes the prior's log densities where it has a share.
func (q *density) ofPrior(dst, xs []float64) {
	if len(q.columns.terms) == len(q.terms) {
		return
	}
	if many, ok := q.Prior.(Densities); ok {
		many.LogDensities(dst, xs)
		return
	}
	d := len(xs) / len(dst)
	for i := range dst {
		dst[i] = q.Prior.LogDensity(xs[i*d : (i+1)*d])
	}
}

// locate finds the coordinates of the points in a component's warp.
func (q *density) locate(c Component, xs []float64, n int) {
	for i := range n {
		q.columns.logSlope[i] = c.find(q.z, xs[i*q.d:(i+1)*q.d])
		for j, v := range q.z {
			q.columns.z[j][i] = v
		}
	}
}

// component sets the terms of one component.
func (q *density) component(k, n int) {
	c, of := q.columns, q.Components[k]
	distance := c.distance[k][:n]
	clear(distance)
	for i, mean := range of.Mean {
		white := c.white[i][:n]
		shift(white, c.z[i], mean)
		row := of.Root[i*q.d : (i+1)*q.d]
		at := 0
		for ; at+4 <= i; at += 4 {
			fold(white, c.white[at], c.white[at+1], c.white[at+2], c.white[at+3], row[at:])
		}
		for ; at < i; at++ {
			foldOne(white, c.white[at], row[at])
		}
		divide(distance, white, row[i])
	}
	for s, scale := range q.scales {
		j := k*len(q.scales) + s
		terms, unit := c.terms[j][:n], of.DF*scale.Factor*scale.Factor
		for i, v := range distance {
			terms[i] = v / unit
		}
		numeric.Log1pSlice(terms, terms)
		half := 0.5 * (of.DF + float64(q.d))
		for i, v := range terms {
			terms[i] = q.logNorm[j] + c.logSlope[i] - float64(half*v)
		}
	}
}

// The loops below stand alone for the sake of WebAssembly, see numeric.Dot.

// shift sets dst = src - by.
//
//go:noinline
func shift(dst, src []float64, by float64) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] = src[i] - by
	}
}

// fold takes four columns, times as many factors, one after the other from dst.
//
//go:noinline
func fold(dst, a, b, c, d, factors []float64) {
	e, f, g, h := factors[0], factors[1], factors[2], factors[3]
	n := len(dst)
	a, b, c, d = a[:n], b[:n], c[:n], d[:n]
	for i, v := range dst {
		v -= float64(e * a[i])
		v -= float64(f * b[i])
		v -= float64(g * c[i])
		v -= float64(h * d[i])
		dst[i] = v
	}
}

// foldOne takes one column, times a factor, from dst.
//
//go:noinline
func foldOne(dst, a []float64, factor float64) {
	a = a[:len(dst)]
	for i := range dst {
		dst[i] -= float64(factor * a[i])
	}
}

// divide divides by the factor and adds the squares to sum.
//
//go:noinline
func divide(sum, dst []float64, by float64) {
	sum = sum[:len(dst)]
	for i, v := range dst {
		v /= by
		dst[i] = v
		sum[i] += float64(v * v)
	}
}
