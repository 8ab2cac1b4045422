// The regression density with the leaf means integrated out, and draws of the means given the rest.

package softtree

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// Collapsed is Model with the leaf means mu integrated out: the unnormalized log posterior density
// of (tau, Delta, sigma) in unconstrained space, theta = [splits as in Layout, log sigma]. Its
// integral is that of the Model. A Collapsed owns its work space: one goroutine at a time.
//
// With phi_i the leaf probabilities of row i, w_i its weight, r_i = y_i - LeafMean, s = LeafSD and
//
//	M = sum_i w_i phi_i phi_i' + (sigma/s)^2 I,  m = M^-1 sum_i w_i phi_i r_i,  S = sigma^2 M^-1,
//
// mu | rest is N(LeafMean + m, S), and with e_i = r_i - phi_i' m and N = sum_i w_i
//
//	log p(y | tau, Delta, sigma) = -N/2 log(2 pi sigma^2) - log det(M)/2 + K log(sigma/s)
//	                               - (sum_i w_i e_i^2 + Scatter)/(2 sigma^2) - m'm/(2 s^2).
//
// Because m minimizes the last two terms, and d log det M = trace(M^-1 dM),
//
//	d/dphi_ik   = w_i (e_i m_k - (S phi_i)_k) / sigma^2,
//	d/dlog sigma = -N + (sum_i w_i e_i^2 + Scatter)/sigma^2 + K - trace(S)/s^2.
type Collapsed struct {
	density
	leaves   []int       // node of every leaf
	response []float64   // sqrt(w) r
	residual []float64   // sqrt(w) e of a block
	fullPsi  [][]float64 // per split: psi of all rows, kept for the second pass

	gram, factor []float64 // sum w phi phi', lower half, and the Cholesky factor of M; K x K
	cross, mean  []float64 // sum w phi r and m
	covariance   []float64 // S, K x K
	column       []float64
}

// NewCollapsed returns the collapsed model of topology t on the data with bandwidth h. It panics when
// the data are not of a regression, data or priors do not pass Validate, or h is not positive.
func NewCollapsed(t topology.Topology, data Data, priors Priors, h float64) *Collapsed {
	if data.Validate() != nil || priors.Validate() != nil {
		panic("softtree: NewCollapsed: invalid data or priors")
	}
	if !data.Regression() {
		panic("softtree: NewCollapsed: not a regression")
	}
	layout := NewLayout(t, data.D, true).Collapse()
	c := &Collapsed{density: newDensity(t, data, priors, layout, h)}
	for at, node := range c.net.nodes {
		if node.Leaf {
			c.leaves = append(c.leaves, at)
		}
	}
	c.standardizeRows()
	k := layout.Leaves
	c.residual = make([]float64, blockRows)
	c.fullPsi = matrix(layout.Splits, data.N)
	c.gram, c.factor, c.covariance = make([]float64, k*k), make([]float64, k*k), make([]float64, k*k)
	c.cross, c.mean, c.column = make([]float64, k), make([]float64, k), make([]float64, k)
	return c
}

// standardizeRows centers the responses and, where there are weights, enters every row with sqrt(w),
// so that products of two entries carry w.
func (c *Collapsed) standardizeRows() {
	c.response = make([]float64, c.data.N)
	if c.data.Weight != nil {
		c.root = make([]float64, c.data.N)
	}
	for i, y := range c.data.Y {
		c.response[i] = y - c.priors.LeafMean
		if c.root != nil {
			c.root[i] = math.Sqrt(c.data.Weight[i])
			c.response[i] *= c.root[i]
		}
	}
}

// LogDensity returns the log density at theta; -Inf where sigma is so small against LeafSD (about
// 1e-8 of it) and leaves so alike that M is not positive definite in floating point.
func (c *Collapsed) LogDensity(theta []float64) float64 {
	logJacobian := c.layout.Constrain(&c.params, theta)
	if !c.condition() {
		return math.Inf(-1)
	}
	return c.logLikelihood(c.residuals(false), theta) + c.logPrior() + logJacobian
}

// LogLikelihood returns log p(y | tau, Delta, sigma), the means integrated out; -Inf as LogDensity.
func (c *Collapsed) LogLikelihood(theta []float64) float64 {
	c.layout.Constrain(&c.params, theta)
	if !c.condition() {
		return math.Inf(-1)
	}
	return c.logLikelihood(c.residuals(false), theta)
}

// Gradient returns the log density at theta and writes its gradient; where the density is -Inf as
// told at LogDensity, the gradient is zero. It panics when a length is wrong.
func (c *Collapsed) Gradient(grad, theta []float64) float64 {
	if len(grad) != c.Dim() {
		panic("softtree: Gradient: grad has the wrong length")
	}
	logJacobian := c.layout.Constrain(&c.params, theta)
	if !c.condition() {
		clear(grad)
		return math.Inf(-1)
	}
	trace := c.invert()
	c.clearSplits()
	squares := c.residuals(true)
	s2 := c.params.Sigma * c.params.Sigma
	c.scaleSplits(1 / s2)
	c.pullBackSplits(grad, theta)
	logSigma := theta[c.layout.LogSigma()]
	_, slope := c.priors.logSigma(c.params.Sigma, logSigma)
	shrunk := trace / (c.priors.LeafSD * c.priors.LeafSD)
	grad[c.layout.LogSigma()] = squares/s2 - c.total + (float64(c.layout.Leaves) - shrunk) + slope + 1
	return c.logLikelihood(squares, theta) + c.logPrior() + logJacobian
}

// logLikelihood puts the terms together, given the sum of squares about the fit.
func (c *Collapsed) logLikelihood(squares float64, theta []float64) float64 {
	logSigma, s := theta[c.layout.LogSigma()], c.priors.LeafSD
	k := len(c.mean)
	v := -0.5*c.total*(numeric.Log2Pi+2*logSigma) + float64(k)*(logSigma-math.Log(s))
	for i := range k {
		v -= math.Log(c.factor[i*k+i])
	}
	return v - 0.5*squares/(c.params.Sigma*c.params.Sigma) - 0.5*numeric.Dot(c.mean, c.mean)/(s*s)
}

// condition finds m and the factor of M for the constrained parameters; false when M is not positive
// definite.
func (c *Collapsed) condition() bool {
	c.products()
	k := len(c.mean)
	copy(c.factor, c.gram)
	ratio := c.params.Sigma / c.priors.LeafSD
	for i := range k {
		c.factor[i*k+i] += float64(ratio * ratio)
	}
	if !numeric.Cholesky(c.factor, c.factor, k) {
		return false
	}
	numeric.SolveLower(c.mean, c.factor, c.cross, k)
	numeric.SolveLowerTranspose(c.mean, c.factor, c.mean, k)
	return true
}

// products fills gram and cross.
func (c *Collapsed) products() {
	clear(c.gram)
	clear(c.cross)
	k := len(c.leaves)
	for lo := 0; lo < c.data.N; lo += blockRows {
		hi := c.block(lo)
		c.net.split(&c.params, c.x, c.data.N, lo, hi, c.h)
		c.net.flow(c.arrivals(lo, hi))
		for i, at := range c.leaves {
			phi := c.net.reach[at][:hi-lo]
			c.cross[i] += dot(phi, c.response[lo:hi])
			for j, other := range c.leaves[:i+1] {
				c.gram[i*k+j] += dot(phi, c.net.reach[other])
			}
		}
	}
}

// block points the network at the rows from lo on and returns their end.
func (c *Collapsed) block(lo int) (hi int) {
	hi = min(lo+blockRows, c.data.N)
	for j, psi := range c.fullPsi {
		c.net.psi[j] = psi[lo:hi]
	}
	return hi
}

// invert fills covariance and returns its trace.
func (c *Collapsed) invert() (trace float64) {
	k := len(c.mean)
	s2 := c.params.Sigma * c.params.Sigma
	for j := range k {
		clear(c.column)
		c.column[j] = s2
		numeric.SolveLower(c.column, c.factor, c.column, k)
		numeric.SolveLowerTranspose(c.column, c.factor, c.column, k)
		copy(c.covariance[j*k:], c.column)
		trace += c.column[j]
	}
	return trace
}

// residuals returns sum w e^2 + Scatter and, when asked, adds sigma^2 x gradient to dTau and dDelta.
func (c *Collapsed) residuals(gradient bool) (squares float64) {
	for lo := 0; lo < c.data.N; lo += blockRows {
		hi := c.block(lo)
		e := c.residual[:hi-lo]
		c.net.collect(c.mean, hi-lo)
		root, fit := c.arrivals(lo, hi), c.net.value[0][:hi-lo]
		for i, r := range c.response[lo:hi] {
			e[i] = r - float64(root[i]*fit[i])
			squares += float64(e[i] * e[i])
		}
		if gradient {
			c.net.flow(root)
			c.leafSlopes(e)
			c.net.mix(hi - lo)
			c.splitSums(lo, hi)
		}
	}
	return squares + c.data.Scatter
}

// leafSlopes sets the leaf values of a block to sqrt(w) (e m_k - (S phi)_k).
func (c *Collapsed) leafSlopes(e []float64) {
	k := len(c.leaves)
	for i, at := range c.leaves {
		slope := c.net.value[at][:len(e)]
		m := c.mean[i]
		for at, v := range e {
			slope[at] = v * m
		}
		row := c.covariance[i*k : (i+1)*k]
		j := 0
		for ; j+1 < k; j += 2 {
			takeScaled(slope, c.net.reach[c.leaves[j]], c.net.reach[c.leaves[j+1]], row[j], row[j+1])
		}
		if j < k {
			addScaled(slope, c.net.reach[c.leaves[j]], -row[j])
		}
	}
}

// DrawMeans writes a draw of the leaf means given theta and the rows to dst (length Leaves, left to
// right, in units of y). It panics where the log density is -Inf as told at LogDensity.
func (c *Collapsed) DrawMeans(dst, theta []float64, rng *rand.Rand) {
	k := c.layout.Leaves
	if len(dst) != k {
		panic("softtree: DrawMeans: dst has the wrong length")
	}
	c.layout.Constrain(&c.params, theta)
	if !c.condition() {
		panic("softtree: DrawMeans: the density of theta is zero")
	}
	for i := range c.column {
		c.column[i] = rng.NormFloat64()
	}
	numeric.SolveLowerTranspose(dst, c.factor, c.column, k)
	for i := range dst {
		dst[i] = c.priors.LeafMean + c.mean[i] + float64(c.params.Sigma*dst[i])
	}
}

// Expand writes theta with a draw of the leaf means put in, a theta of the uncollapsed Layout, to
// dst (length Layout().Expand().Dim()).
func (c *Collapsed) Expand(dst, theta []float64, rng *rand.Rand) {
	full := c.layout.Expand()
	if len(dst) != full.Dim() {
		panic("softtree: Expand: dst has the wrong length")
	}
	c.DrawMeans(dst[full.Mu(0):full.LogSigma()], theta, rng)
	copy(dst, theta[:c.layout.LogSigma()])
	dst[full.LogSigma()] = theta[c.layout.LogSigma()]
}
