// Tests of the hard trees' proposal: its maps are bijections with the stated Jacobian, its density
// integrates to one.

package conquer

import (
	"fmt"
	"math"
	"testing"

	"dcctree/core/bijector"
	"dcctree/core/hardtree"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/topology"
	drawn "dcctree/core/tree"
)

func testRegions() map[string]*region {
	left, right := [][]float64{{.1, .9, .3}, {.2, .4, .8}, {.15, .3, .2}}, [][]float64{{.5, .3, .4}, {.8, .1, .1},
		{.9, .9, .9}}
	return map[string]*region{
		"split":     newRegion(3, 0, .01, left, right),
		"soft":      newRegion(3, 0, .3, left, right),
		"all left":  newRegion(3, 1, .001, left, nil),
		"all right": newRegion(3, 1, .001, nil, right),
		"no rows":   newRegion(3, 2, .001, nil, nil),
		"no gap":    newRegion(3, 0, .001, left, [][]float64{{.2, 0, 0}}),
	}
}

// TestRegionIsABijection: find undoes place, and its slope is that of central differences.
func TestRegionIsABijection(t *testing.T) {
	rng := random.Stream(1, "region")
	for name, r := range testRegions() {
		for range 50 {
			z, theta, back, delta := make([]float64, 3), make([]float64, 3), make([]float64, 3),
				make([]float64, 3)
			for i := range z {
				z[i] = 1.5 * rng.NormFloat64()
			}
			r.place(theta, z, delta)
			slope := find(r, back, theta)
			for i := range z {
				if math.Abs(back[i]-z[i]) > 1e-9*(1+math.Abs(z[i])) {
					t.Fatalf("%s: %v came back as %v", name, z, back)
				}
			}
			if want := differences(r, theta); math.Abs(slope-want) > 1e-3 {
				t.Errorf("%s at %v: log slope %.6f, differences %.6f", name, z, slope, want)
			}
		}
	}
}

// find is region.find of one point.
func find(r *region, z, theta []float64) (logSlope float64) {
	at, columns, slope := newDirections(r.d), columns(r.d), []float64{0}
	at.set(theta, r.d, 0, 1)
	r.find(columns, slope, at)
	for i := range z {
		z[i] = columns[i][0]
	}
	return slope[0]
}

// differences returns log |det dz/dtheta| by central differences.
func differences(r *region, theta []float64) float64 {
	const step = 1e-5
	at := func(x []float64) []float64 {
		z := make([]float64, 3)
		find(r, z, x)
		return z
	}
	var m [3][3]float64
	for j := range 3 {
		up, down := append([]float64(nil), theta...), append([]float64(nil), theta...)
		up[j] += step
		down[j] -= step
		a, b := at(up), at(down)
		for i := range 3 {
			m[i][j] = (a[i] - b[i]) / (2 * step)
		}
	}
	det := m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1]) - m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0]) +
		m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0])
	return math.Log(math.Abs(det))
}

// TestSolve holds Halley's method against bisection, and its derivative against central differences, inside,
// at the rims and far outside of intervals of all widths.
func TestSolve(t *testing.T) {
	rng, s := random.Stream(5, "solve"), newDirections(1)
	solve := func(u, tau, a, b, slope float64) (z, derivative float64) {
		s.n, s.theta[0][0], s.tau[0], s.a[0], s.b[0], s.slope[0] = 1, u, tau, a, b, slope
		out := []float64{0, 0}
		s.solve(out[:1], out[1:])
		return out[0], out[1]
	}
	for range 20000 {
		a := rim + rng.Float64()*math.Pow(10, -4*rng.Float64())*.9
		b := a + math.Pow(10, -4*rng.Float64())*(1-rim-a)
		h, middle := math.Pow(10, -3*rng.Float64())*(b-a)/(2*softReach), .5*(a+b)
		slope := (tailSlope*(b-a) + .5*h) / (middle * (1 - middle))
		value := func(z float64) float64 {
			return bijector.UnitInverse(a+(b-a)*numeric.Logistic(logisticScale*z)) + slope*z
		}
		want := 4 * rng.NormFloat64() / (rng.Float64() + .01)
		u := value(want)
		got, derivative := solve(u, numeric.Logistic(u), a, b, slope)
		if math.Abs(got-want) > 1e-9*(1+math.Abs(want))+1e-14*math.Abs(u)/slope {
			t.Fatalf("solve(%v, %v, %v, %v) = %v, want %v", u, a, b, slope, got, want)
		}
		const step = 1e-5
		d := (value(want+step) - value(want-step)) / (2 * step)
		if math.Abs(d-derivative) > 1e-5*derivative+1e-10*(1+math.Abs(u)) {
			t.Fatalf("solve(%v, %v, %v, %v): derivative %v, differences %v", u, a, b, slope, derivative, d)
		}
	}
}

// TestFrontKeepsBounds: the undominated rows give the same interval as all rows.
func TestFrontKeepsBounds(t *testing.T) {
	rng := random.Stream(2, "front")
	rows := make([][]float64, 60)
	for i := range rows {
		rows[i] = []float64{rng.Float64(), rng.Float64(), rng.Float64()}
	}
	rows = append(rows, rows[0]) // equal rows: one of them stays
	r := newRegion(3, 0, .01, rows, rows)
	if n := len(r.left.sorted[0]) / 3; n > 40 || n < 2 {
		t.Errorf("%d undominated rows of %d", n, len(rows))
	}
	bounds := func(delta []float64) (a, b float64) {
		b = 1
		for _, x := range rows {
			v := numeric.Dot(x, delta)
			a, b = max(a, v), min(b, v)
		}
		return a, b
	}
	for range 100 {
		delta := make([]float64, 3)
		bijector.Simplex(delta, []float64{3 * rng.NormFloat64(), 3 * rng.NormFloat64()})
		a, b := r.interval(delta)
		if c, d := bounds(delta); a != c || b != d {
			t.Fatalf("interval %v %v, of all rows %v %v", a, b, c, d)
		}
	}
}

// TestProposalIntegratesToOne: importance sampling of its density from the prior with the shares
// reversed, E over the proposal of prior/proposal, is 1 within 4 standard errors; and after adaptation.
func TestProposalIntegratesToOne(t *testing.T) {
	p := newProblem(jump, .05)
	top := tree(t, 3, 4, 2)
	rng := random.Stream(3, "integral")
	solutions, _ := p.Score(top, nil, rng)
	w := p.newWork(top, func() {})
	q := w.newProposal(top, solutions)
	for range 2 {
		const n = 20000
		x := make([]float64, w.Dim())
		var sum, square float64
		for range n {
			q.Sample(x, rng)
			v := math.Exp(w.target.LogPrior(x) - q.LogDensity(x))
			sum += v / n
			square += v * v / n
		}
		if e := math.Sqrt((square - sum*sum) / n); e > .1 || math.Abs(sum-1) > 4*e {
			t.Errorf("integral of the prior %.3f ± %.3f", sum, e)
		}
		q.adapt(w, 2, 400, rng)
	}
}

// TestFarLobesAreNegligible: the density is that of all lobes, by the textbook's formulas, and a lobe is left out
// only where its term is 45 nats below.
func TestFarLobesAreNegligible(t *testing.T) {
	p := newProblem(jump, .001)
	top := tree(t, 3, 4, 2)
	rng := random.Stream(4, "far")
	solutions, _ := p.Score(top, nil, rng)
	w := p.newWork(top, func() {})
	q := w.newProposal(top, solutions)
	q.adapt(w, 2, 400, rng)
	for _, l := range q.lobes[1:] { // narrow, so that most draws are far from them
		for i := range l.root {
			l.root[i] *= .01
		}
	}
	q.settle()
	x, out := make([]float64, w.Dim()), 0
	for range 2000 {
		q.Sample(x, rng)
		got := q.LogDensity(x)
		all := []float64{math.Log(q.share) + w.target.LogPrior(x)}
		for k, l := range q.lobes {
			term := textbookTerm(q, l, x)
			all = append(all, term)
			left := math.IsInf(q.terms[k][0], -1)
			if left && term > got-negligible || !left && math.Abs(term-q.terms[k][0]) > 1e-9 {
				t.Fatalf("lobe %d: term %v, want %v, of %v", k, q.terms[k][0], term, got)
			} else if left {
				out++
			}
		}
		if want := numeric.LogSumExp(all); math.Abs(got-want) > 1e-9 {
			t.Fatalf("log density %v, want %v", got, want)
		}
	}
	if out == 0 {
		t.Error("no lobe was left out")
	}
}

// TestBlocksAreTheSame: a point's density has the same bits alone and among others, at any place.
func TestBlocksAreTheSame(t *testing.T) {
	p := newProblem(jump, .02)
	top := tree(t, 3, 4, 2)
	rng := random.Stream(6, "blocks")
	solutions, _ := p.Score(top, nil, rng)
	w := p.newWork(top, func() {})
	q, d := w.newProposal(top, solutions), w.Dim()
	q.adapt(w, 1, 300, rng)
	xs, many := make([]float64, (2*block+5)*d), make([]float64, 2*block+5)
	for i := range many {
		q.Sample(xs[i*d:(i+1)*d], rng)
	}
	q.LogDensities(many, xs)
	for i, v := range many {
		if one := q.LogDensity(xs[i*d : (i+1)*d]); one != v || math.IsNaN(v) {
			t.Fatalf("point %d: %v alone, %v among others", i, one, v)
		}
	}
}

// textbookTerm returns log of the lobe's weight and density at x by one triangular system.
func textbookTerm(q *proposal, l *lobe, x []float64) float64 {
	d := len(x)
	z, term := make([]float64, d), l.logNorm
	for j, at := range l.at {
		term += q.places[j][at].logSlope[0]
		for c, column := range q.places[j][at].z {
			z[q.layout.Tau(j)+c] = column[0]
		}
	}
	if q.layout.Noise {
		z[d-1] = l.coordinate(x[d-1])
	}
	for i := range z {
		z[i] -= l.mean[i]
	}
	numeric.SolveLower(z, l.root, z, d)
	distance, power := numeric.Dot(z, z), -.5*float64(lobeDF+d)
	narrow := math.Log(1-wideShare) + power*math.Log1p(distance/lobeDF)
	wide := math.Log(wideShare) - float64(d)*math.Log(wideLobe) +
		power*math.Log1p(distance/(lobeDF*wideLobe*wideLobe))
	return term + numeric.LogAddExp(narrow, wide)
}

// TestMirrors: a hard tree of {3,4,2} whose root divides the rows and whose child sends all of them left has the
// vacuous split at the root, with the rows on either side, and as the root's other sides; all divide alike.
func TestMirrors(t *testing.T) {
	top := tree(t, 3, 4, 2)
	s := hardtree.Solution{Splits: []hardtree.Split{
		{Threshold: drawn.Threshold{Input: 0, At: .4}, Gap: .1},
		{Threshold: drawn.Threshold{Input: 1, At: 1 - hardtree.VacuousGap/2}, Gap: hardtree.VacuousGap,
			Vacuous: true},
	}, Score: -3, Sigma: .5}
	all := mirrors(top, s)
	rows := []float64{.1, .3, .5, .9}
	seen := map[string]bool{}
	for _, m := range all {
		if m.Score != s.Score || m.Sigma != s.Sigma || len(m.Splits) != 2 {
			t.Fatalf("%+v", m)
		}
		seen[fmt.Sprint(m.Splits[0].Input, m.Splits[1].Input, m.Splits[0].At, m.Splits[1].At)] = true
		if got := divisions(top, m, rows); got != 2 {
			t.Errorf("%+v makes %d groups of the rows, want 2", m, got)
		}
	}
	// {3,4,2} has both splits on the left: the vacuous one above (rows to the left) or below (on either side).
	if want := fmt.Sprint(1, 0, 1-hardtree.VacuousGap/2, .4); !seen[want] || len(seen) != 3 {
		t.Errorf("mirrors %v", seen)
	}
	if len(mirrors(tree(t, 1, 2), hardtree.Solution{
		Splits: []hardtree.Split{{Threshold: drawn.Threshold{At: .4}, Gap: .1}},
	})) != 0 {
		t.Error("a tree without a vacuous split has a mirror")
	}
}

// divisions counts the leaves that rows of one input, equal in all features, fall into.
func divisions(top topology.Topology, s hardtree.Solution, rows []float64) int {
	nodes, leaves := top.Nodes(), map[int]bool{}
	for _, x := range rows {
		at := 0
		for !nodes[at].Leaf {
			if x <= s.Splits[nodes[at].Index].At {
				at = nodes[at].Left
			} else {
				at = nodes[at].Right
			}
		}
		leaves[at] = true
	}
	return len(leaves)
}
