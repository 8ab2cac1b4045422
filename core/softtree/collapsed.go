// The regression density with the leaf means integrated out, and draws of the means given the rest.

package softtree

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
	"dcctree/core/simd"
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
	leafMeans
	covariance []float64 // S, K x K
	column     []float64
}

// leafMeans is what is known of the leaf means given the rest, in the terms of Collapsed.
type leafMeans struct {
	gram, factor []float64 // sum w phi phi', lower half, and the Cholesky factor of M; K x K
	cross, mean  []float64 // sum w phi r and m
}

func newLeafMeans(k int) leafMeans {
	return leafMeans{gram: make([]float64, k*k), factor: make([]float64, k*k), cross: make([]float64, k),
		mean: make([]float64, k)}
}

// take reads gram and cross from an engine's output.
func (l *leafMeans) take(out []float64) {
	k, at := len(l.mean), 0
	for i := range k {
		at += copy(l.gram[i*k:i*k+i+1], out[at:])
	}
	copy(l.cross, out[at:])
}

// decompose finds the factor of M, with the ratio sigma/s; false when M is not positive definite.
func (l *leafMeans) decompose(ratio float64) bool {
	k := len(l.mean)
	copy(l.factor, l.gram)
	for i := range k {
		l.factor[i*k+i] += float64(ratio * ratio)
	}
	return numeric.Cholesky(l.factor, l.factor, k)
}

// draw writes a draw of the means given the rest to dst, with normals of work.
func (l *leafMeans) draw(dst, work []float64, mean, sigma float64, rng *rand.Rand) {
	for i := range work {
		work[i] = rng.NormFloat64()
	}
	numeric.SolveLowerTranspose(dst, l.factor, work, len(work))
	for i := range dst {
		dst[i] = mean + l.mean[i] + float64(sigma*dst[i])
	}
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
	data = data.Prepare()
	engine := simd.New(data.Machine, data.rows.spec(t, simd.Collapsed), data.rows.entered(priors.LeafMean))
	layout := data.Layout(t).Collapse()
	k := layout.Leaves
	return &Collapsed{density: newDensity(data, priors, layout, h, engine), leafMeans: newLeafMeans(k),
		covariance: make([]float64, k*k), column: make([]float64, k)}
}

// LogDensity returns the log density at theta; -Inf where sigma is so small against LeafSD (about
// 1e-8 of it) and leaves so alike that M is not positive definite in floating point.
func (c *Collapsed) LogDensity(theta []float64) float64 {
	logJacobian := c.layout.Constrain(&c.params, theta)
	if !c.condition() {
		return math.Inf(-1)
	}
	return c.logLikelihood(c.squares(), theta) + c.logPrior() + logJacobian
}

// LogLikelihood returns log p(y | tau, Delta, sigma), the means integrated out; -Inf as LogDensity.
func (c *Collapsed) LogLikelihood(theta []float64) float64 {
	c.layout.Constrain(&c.params, theta)
	if !c.condition() {
		return math.Inf(-1)
	}
	return c.logLikelihood(c.squares(), theta)
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
	squares := c.slopes()
	s2 := c.params.Sigma * c.params.Sigma
	c.takeSplits(c.frame.Out[1:], 1/s2)
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
	if !c.decompose(c.params.Sigma / c.priors.LeafSD) {
		return false
	}
	numeric.SolveLower(c.mean, c.factor, c.cross, k)
	numeric.SolveLowerTranspose(c.mean, c.factor, c.mean, k)
	return true
}

// products fills gram and cross.
func (c *Collapsed) products() {
	c.params.handOver(c.frame.Params, c.h)
	c.engine.Call(simd.Products)
	c.take(c.frame.Out)
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

// squares returns sum w e^2 + Scatter.
func (c *Collapsed) squares() float64 {
	copy(c.frame.In, c.mean)
	c.engine.Call(simd.Squares)
	return c.frame.Out[0] + c.data.Scatter
}

// slopes returns the same and leaves sigma^2 x gradient in the engine's output.
func (c *Collapsed) slopes() float64 {
	copy(c.frame.In[copy(c.frame.In, c.mean):], c.covariance)
	c.engine.Call(simd.Slopes)
	return c.frame.Out[0] + c.data.Scatter
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
	c.draw(dst, c.column, c.priors.LeafMean, c.params.Sigma, rng)
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
