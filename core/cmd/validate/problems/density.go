// The posterior density of one topology from the model's definition, without the code that it judges: in coordinates in
// which thresholds and breaks of the stick are standard normal under the prior.

package problems

import (
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// density is likelihood times prior of a topology; leaf means and class probabilities are integrated out. Its
// coordinates are, for every split in pre-order, the threshold and the D-1 breaks, and for a regression log sigma
// less center. It implements evidence.Target and keeps what the splits did at the last two places of each: one
// goroutine at a time.
type density struct {
	data   softtree.Data
	priors softtree.Priors
	h      float64
	nodes  []topology.Node
	splits int
	center float64   // of log sigma
	y      []float64 // less the prior mean of a leaf
	sides  []sides
	reach  [][]float64 // per node in pre-order, rows
	root   [][]float64 // Cholesky factor of the leaves' products
	cross  []float64
	count  []float64
	calls  int
}

// sides are the probabilities of going right at the last two places of a split, the later one first.
type sides struct {
	at    [2][]float64
	right [2][]float64
}

func newDensity(t topology.Topology, data softtree.Data, priors softtree.Priors, h, sigma float64) *density {
	d := &density{data: data, priors: priors, h: h, nodes: t.Nodes(), splits: t.Splits()}
	if data.Regression() {
		d.center = math.Log(sigma)
	}
	for _, y := range data.Y {
		d.y = append(d.y, y-priors.LeafMean)
	}
	d.sides = make([]sides, d.splits)
	for j := range d.sides {
		for k := range 2 {
			d.sides[j].at[k], d.sides[j].right[k] = make([]float64, data.D), make([]float64, data.N)
			d.sides[j].at[k][0] = math.NaN()
		}
	}
	for range d.nodes {
		d.reach = append(d.reach, make([]float64, data.N))
	}
	for i := range data.N {
		d.reach[0][i] = 1
	}
	for k := range t.Leaves() {
		d.root = append(d.root, make([]float64, k+1))
	}
	d.cross, d.count = make([]float64, t.Leaves()), make([]float64, data.Classes)
	return d
}

// Dim returns the number of coordinates.
func (d *density) Dim() int {
	if d.data.Regression() {
		return d.splits*d.data.D + 1
	}
	return d.splits * d.data.D
}

// blocks are the coordinates of each split, and that of log sigma.
func (d *density) blocks() (out [][2]int) {
	for from := 0; from < d.Dim(); from += d.data.D {
		out = append(out, [2]int{from, min(from+d.data.D, d.Dim())})
	}
	return out
}

// LogDensity returns the log density at z.
func (d *density) LogDensity(z []float64) float64 {
	d.calls++
	for j := range d.splits {
		d.turn(j, z[j*d.data.D:(j+1)*d.data.D])
	}
	var leaves [][]float64
	for at, node := range d.nodes {
		if node.Leaf {
			leaves = append(leaves, d.reach[at])
			continue
		}
		right, here := d.sides[node.Index].right[0], d.reach[at]
		l, r := d.reach[node.Left], d.reach[node.Right]
		for i, p := range here {
			r[i] = p * right[i]
			l[i] = p - r[i]
		}
	}
	v := d.logPrior(z)
	if d.data.Regression() {
		return v + d.regression(leaves, math.Exp(d.center+z[len(z)-1]))
	}
	return v + d.classification(leaves)
}

// turn makes the first of a split's sides those at z.
func (d *density) turn(j int, z []float64) {
	s := &d.sides[j]
	if slices.Equal(s.at[0], z) {
		return
	}
	s.at[0], s.at[1], s.right[0], s.right[1] = s.at[1], s.at[0], s.right[1], s.right[0]
	if slices.Equal(s.at[0], z) {
		return
	}
	copy(s.at[0], z)
	delta, right := make([]float64, len(z)), s.right[0]
	tau := constrain(delta, z)
	for i := range right {
		right[i] = -tau / d.h
	}
	for f, e := range delta {
		e /= d.h
		for i, x := range d.data.X[f*d.data.N : (f+1)*d.data.N] {
			right[i] += e * x
		}
	}
	numeric.LogisticSlice(right, right)
}

// constrain writes a split's direction and returns its threshold.
func constrain(delta, z []float64) (tau float64) {
	rest := 1.0
	for f := range len(z) - 1 {
		// 1 - break, which is Beta(m, 1)
		stay := math.Pow(.5*math.Erfc(z[f+1]/math.Sqrt2), 1/float64(len(z)-1-f))
		delta[f] = rest * (1 - stay)
		rest *= stay
	}
	delta[len(z)-1] = rest
	return .5 * math.Erfc(-z[0]/math.Sqrt2)
}

// free writes the coordinates of a split; places on the rim are moved off it.
func free(z, delta []float64, tau float64) {
	const rim = 1e-4
	inside := func(v float64) float64 { return min(max(v, rim), 1-rim) }
	z[0] = numeric.NormalQuantile(inside(tau))
	rest := 1.0
	for f := range len(z) - 1 {
		stay := inside(1 - delta[f]/max(rest, rim))
		z[f+1] = -numeric.NormalQuantile(inside(math.Pow(stay, float64(len(z)-1-f))))
		rest -= delta[f]
	}
}

// logPrior is that of thresholds and breaks, standard normal, and of log sigma.
func (d *density) logPrior(z []float64) (v float64) {
	free := z[:d.splits*d.data.D]
	for _, e := range free {
		v -= .5 * e * e
	}
	v -= .5 * float64(len(free)) * math.Log(2*math.Pi)
	if d.data.Regression() {
		s := d.center + z[len(z)-1]
		v += logNoise(math.Exp(s), d.priors) + s
	}
	return v
}

// logNoise is the log prior density of sigma.
func logNoise(sigma float64, p softtree.Priors) float64 {
	if p.SigmaFamily == softtree.HalfT3 {
		return logHalfT3(sigma, p.SigmaScale)
	}
	return logInverseGamma(sigma, p.SigmaShape, p.SigmaScale)
}

// logInverseGamma is the log density of the scale over a gamma variate of that shape.
func logInverseGamma(sigma, shape, scale float64) float64 {
	g, _ := math.Lgamma(shape)
	return shape*math.Log(scale) - g - (shape+1)*math.Log(sigma) - scale/sigma
}

// logHalfT3 is the log density of the absolute value of Student's t with 3 degrees of freedom times scale.
func logHalfT3(sigma, scale float64) float64 {
	r := sigma / scale
	return math.Log(4/(math.Pi*math.Sqrt(3)*scale)) - 2*math.Log1p(r*r/3)
}

// regression is the log density of y, normal with covariance sigma^2 I + s^2 Phi Phi', by Sylvester's and Woodbury's
// identities.
func (d *density) regression(leaves [][]float64, sigma float64) float64 {
	n, k, ratio := float64(d.data.N), len(leaves), sigma/d.priors.LeafSD
	squares := dot(d.y, d.y)
	v := -n*(.5*math.Log(2*math.Pi)+math.Log(sigma)) + float64(k)*math.Log(ratio)
	for a, x := range leaves {
		d.cross[a] = dot(x, d.y)
		for b, other := range leaves[:a+1] {
			d.root[a][b] = dot(x, other)
		}
		d.root[a][a] += ratio * ratio
	}
	for a, row := range d.root { // factor and solve at once
		for b := range a {
			row[b] = (row[b] - dot(row[:b], d.root[b][:b])) / d.root[b][b]
		}
		pivot := row[a] - dot(row[:a], row[:a])
		if !(pivot > 0) {
			return math.Inf(-1)
		}
		row[a] = math.Sqrt(pivot)
		d.cross[a] = (d.cross[a] - dot(row[:a], d.cross[:a])) / row[a]
		v -= math.Log(row[a])
		squares -= d.cross[a] * d.cross[a]
	}
	return v - .5*squares/(sigma*sigma)
}

// dot adds in four lanes.
func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	for len(a) >= 4 {
		b = b[:len(a)]
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
		a, b = a[4:], b[4:]
	}
	for i, v := range a {
		s0 += v * b[i]
	}
	return s0 + s1 + s2 + s3
}

// classification is the product over the leaves of the Dirichlet-multinomial with soft counts.
func (d *density) classification(leaves [][]float64) (v float64) {
	alpha, c := d.priors.ClassConcentration, float64(d.data.Classes)
	for _, leaf := range leaves {
		clear(d.count)
		for i, p := range leaf {
			d.count[d.data.Class[i]] += p
		}
		total := alpha * c
		v += gamma(total) - c*gamma(alpha)
		for _, n := range d.count {
			v += gamma(n + alpha)
			total += n
		}
		v -= gamma(total)
	}
	return v
}

func gamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}

// prior is the density's prior as a start.
type prior struct{ *density }

// Sample writes a draw to z.
func (p prior) Sample(z []float64, rng *rand.Rand) {
	for i := range z {
		z[i] = rng.NormFloat64()
	}
	if !p.data.Regression() {
		return
	}
	z[len(z)-1] = p.logNoiseDraw(rng) - p.center
}

// logNoiseDraw is the log of a draw of sigma.
func (p prior) logNoiseDraw(rng *rand.Rand) float64 {
	if p.priors.SigmaFamily != softtree.HalfT3 {
		return math.Log(p.priors.SigmaScale) - random.LogGammaVariate(p.priors.SigmaShape, rng)
	}
	var chi float64
	for range 3 {
		e := rng.NormFloat64()
		chi += e * e
	}
	return math.Log(p.priors.SigmaScale * math.Abs(rng.NormFloat64()) / math.Sqrt(chi/3))
}

// LogDensity returns the normalized log density at z.
func (p prior) LogDensity(z []float64) float64 { return p.logPrior(z) }
