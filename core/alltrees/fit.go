// The fit of what sides are worth that were not looked into.

package alltrees

import (
	"math"

	"dcctree/core/numeric"
)

// fit sets the estimates' coefficients by least squares on the nodes' lower bounds, weighted by rows.
func (g *graph) fit(order []*node) {
	var a [features * features]float64
	var b [features]float64
	for i := range features {
		a[i*features+i] = 1
	}
	total, squares := 1e-9, 0.0
	g.examples(order, func(f *[features]float64, y, w float64) {
		total, squares = total+w, squares+w*y*y
		for i := range features {
			b[i] += w * f[i] * y
			for j := range features {
				a[i*features+j] += w * f[i] * f[j]
			}
		}
	})
	var root [features * features]float64
	numeric.Cholesky(root[:], a[:], features)
	c := b
	numeric.SolveLower(c[:], root[:], c[:], features)
	numeric.SolveLowerTranspose(c[:], root[:], c[:], features)
	g.theta = c
	g.deflate = g.caution * math.Sqrt(max(0, squares-numeric.Dot(b[:], c[:]))/total)
	g.level = make([]float64, len(g.logStop))
	for d := range g.level {
		g.level[d] = c[0] + c[4]*g.logDepth(d) - g.deflate
	}
}

// examples calls use with every side that was looked into: its description, by how much its lower bound exceeds a
// leaf, and its rows.
func (g *graph) examples(order []*node, use func(f *[features]float64, y, w float64)) {
	for _, nd := range order {
		best, looked := 0.0, false
		for i := range nd.links {
			to, ok := g.linked(nd, i)
			if !ok {
				continue
			}
			if !looked {
				best, looked = g.lookAhead(nd), true
			}
			s := g.ahead[i]
			l, r := g.remainders(nd, &s, best)
			g.example(to.left, s.boundLeft, l, use)
			g.example(to.right, s.boundRight, r, use)
		}
	}
}

func (g *graph) example(nd *node, bound, rest float64, use func(f *[features]float64, y, w float64)) {
	if nd.st.n > 1 && nd.key.depth < g.prior.MaxDepth {
		f := g.describe(nd.st.n, bound, rest, nd.key.depth)
		use(&f, nd.low-g.power*nd.ml, float64(nd.st.n))
	}
}
