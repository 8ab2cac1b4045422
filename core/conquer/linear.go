// Normal distributions fitted to a target by its gradients: Laplace's at a mode, then Gaussian variational
// inference by regression of gradients on draws.

package conquer

import (
	"math"
	"math/rand/v2"

	"dcctree/core/hmc"
	"dcctree/core/numeric"
)

// bell is a normal distribution.
type bell struct {
	mean, root []float64 // root: lower Cholesky factor of the covariance, d x d row-major
	logMass    float64   // log of the target's integral by Laplace's method
}

const (
	hessianStep  = 1e-3
	leastCurve   = .7 // least eigenvalue of the negative Hessian: the prior's curvature is 1
	leastPrecise = .4 // bounds on the eigenvalues of a step's precision, in units of the former one
	mostPrecise  = 3
	ridge        = 2 // pairs of draws that speak for the former normal distribution
	longestShift = 2 // of the mean in a step, in standard deviations
	pairsPerDim  = 1.5
	jacobiSweeps = 60
	jacobiEnough = 1e-18
)

// laplace returns the normal distribution at the mode z, whose log density is value, with eigenvalues of
// the negative Hessian below leastCurve raised to that.
func laplace(t hmc.LogDensity, z []float64, value float64) bell {
	d := t.Dim()
	values, vectors := eigen(curvature(t, z), d)
	covariance := make([]float64, d*d)
	b := bell{mean: z, root: make([]float64, d*d), logMass: value + float64(d)*logRoot2Pi}
	for k, v := range values {
		v = math.Max(v, leastCurve)
		b.logMass -= .5 * numeric.Log(v)
		addOuter(covariance, vectors, k, 1/v)
	}
	numeric.Cholesky(b.root, covariance, d)
	return b
}

// curvature returns the negative Hessian at z by differences of gradients.
func curvature(t hmc.LogDensity, z []float64) []float64 {
	d := t.Dim()
	h := make([]float64, d*d)
	here, there := make([]float64, d), make([]float64, d)
	t.Gradient(here, z)
	x := append([]float64(nil), z...)
	for i := range d {
		x[i] = z[i] + hessianStep
		t.Gradient(there, x)
		x[i] = z[i]
		for j := range d {
			h[i*d+j] = (here[j] - there[j]) / hessianStep
		}
	}
	symmetrize(h, d)
	return h
}

func symmetrize(a []float64, d int) {
	for i := range d {
		for j := range i {
			v := .5 * (a[i*d+j] + a[j*d+i])
			a[i*d+j], a[j*d+i] = v, v
		}
	}
}

// addOuter adds weight v v' with v the k-th column of vectors to the d x d matrix.
func addOuter(dst, vectors []float64, k int, weight float64) {
	d := int(math.Sqrt(float64(len(dst))) + .5)
	for i := range d {
		for j := range d {
			dst[i*d+j] += float64(weight * vectors[i*d+k] * vectors[j*d+k])
		}
	}
}

// improve returns the normal distribution nearer to the target, in the divergence of it from the target
// (Opper and Archambeau 2009: E[gradient] = 0 and precision = -E[Hessian] at the nearest, where
// E[Hessian] is the slope of the gradients over the draws): the mean gradient and the slope come from a
// linear regression on draws in pairs about the mean. The log mass stays.
func improve(t hmc.LogDensity, b bell, rng *rand.Rand) bell {
	slope, mean, ok := regress(t, b, rng)
	d := t.Dim()
	if !ok {
		return b
	}
	values, vectors := eigen(slope, d)
	covariance, shift := make([]float64, d*d), make([]float64, d)
	for k, v := range values {
		v = math.Min(math.Max(v, leastPrecise), mostPrecise)
		addOuter(covariance, vectors, k, 1/v)
		var along float64
		for i, m := range mean {
			along += float64(vectors[i*d+k] * m)
		}
		for i := range shift {
			shift[i] += float64(along / v * vectors[i*d+k])
		}
	}
	if length := math.Sqrt(numeric.Dot(shift, shift)); length > longestShift {
		for i := range shift {
			shift[i] *= longestShift / length
		}
	}
	return b.moved(shift, covariance)
}

// moved returns the distribution with mean and covariance given in units whitened by b.
func (b bell) moved(shift, covariance []float64) bell {
	d := len(shift)
	white := make([]float64, d*d)
	if !numeric.Cholesky(white, covariance, d) {
		return b
	}
	out := bell{mean: make([]float64, d), root: make([]float64, d*d), logMass: b.logMass}
	numeric.MulLower(out.mean, b.root, shift, d)
	for i := range out.mean {
		out.mean[i] += b.mean[i]
	}
	for i := range d {
		for j := range i + 1 {
			for k := j; k <= i; k++ {
				out.root[i*d+j] += float64(b.root[i*d+k] * white[k*d+j])
			}
		}
	}
	return out
}

// regress returns the negative slope and the mean of the whitened gradients L' g over draws mean + L e:
// sum of g e' times the inverse of sum of e e', with ridge pairs of slope -1 added.
func regress(t hmc.LogDensity, b bell, rng *rand.Rand) (slope, mean []float64, ok bool) {
	d := t.Dim()
	square, product := make([]float64, d*d), make([]float64, d*d)
	for i := range d {
		square[i*d+i], product[i*d+i] = ridge, ridge
	}
	mean = make([]float64, d)
	e, up, down := make([]float64, d), make([]float64, d), make([]float64, d)
	n := 0.0
	for range int(pairsPerDim*float64(d)) + 1 {
		for i := range e {
			e[i] = rng.NormFloat64()
		}
		if !whitened(t, up, b, e, 1) || !whitened(t, down, b, e, -1) {
			continue
		}
		n++
		for i := range d {
			mean[i] += .5 * (up[i] + down[i])
			for j, v := range e {
				square[i*d+j] += float64(e[i] * v)
				product[i*d+j] -= .5 * (up[i] - down[i]) * v
			}
		}
	}
	if n < 2 || !numeric.Cholesky(square, square, d) {
		return nil, nil, false
	}
	for i := range d {
		mean[i] /= n
		row := product[i*d : (i+1)*d]
		numeric.SolveLower(row, square, row, d)
		numeric.SolveLowerTranspose(row, square, row, d)
	}
	symmetrize(product, d)
	return product, mean, true
}

// whitened sets dst to L' times the gradient at mean + sign L e and reports whether there is one.
func whitened(t hmc.LogDensity, dst []float64, b bell, e []float64, sign float64) bool {
	d := t.Dim()
	z, grad := make([]float64, d), make([]float64, d)
	numeric.MulLower(z, b.root, e, d)
	for i := range z {
		z[i] = b.mean[i] + float64(sign*z[i])
	}
	if math.IsInf(t.Gradient(grad, z), 0) {
		return false
	}
	for i := range d {
		dst[i] = 0
		for k := i; k < d; k++ {
			dst[i] += float64(b.root[k*d+i] * grad[k])
		}
	}
	return true
}

// eigen returns eigenvalues and eigenvectors (columns) of the symmetric d x d matrix a, which it destroys,
// by cyclic Jacobi rotations (Golub and Van Loan 2013, section 8.5).
func eigen(a []float64, d int) (values, vectors []float64) {
	vectors = make([]float64, d*d)
	for i := range d {
		vectors[i*d+i] = 1
	}
	for range jacobiSweeps {
		var off, all float64
		for i := range d {
			for j := range d {
				all += float64(a[i*d+j] * a[i*d+j])
				if i != j {
					off += float64(a[i*d+j] * a[i*d+j])
				}
			}
		}
		if !(off > jacobiEnough*all) {
			break
		}
		for p := range d {
			for q := p + 1; q < d; q++ {
				rotate(a, vectors, d, p, q)
			}
		}
	}
	for i := range d {
		values = append(values, a[i*d+i])
	}
	return values, vectors
}

// rotate makes a_pq zero.
func rotate(a, vectors []float64, d, p, q int) {
	if a[p*d+q] == 0 {
		return
	}
	ratio := (a[q*d+q] - a[p*d+p]) / (2 * a[p*d+q])
	t := math.Copysign(1/(math.Abs(ratio)+math.Sqrt(float64(ratio*ratio)+1)), ratio)
	c := 1 / math.Sqrt(float64(t*t)+1)
	s := t * c
	rotateColumns(a, d, p, q, c, s)
	rotateColumns(vectors, d, p, q, c, s)
	rotateRows(a[p*d:p*d+d], a[q*d:q*d+d], c, s)
}

// rotateRows rotates two vectors by the angle of cosine c and sine s. It calls nothing, see fold, nor does
// rotateColumns.
//
//go:noinline
func rotateRows(x, y []float64, c, s float64) {
	for ; len(x) >= 2 && len(y) >= 2; x, y = x[2:], y[2:] {
		a, b, e, f := x[0], y[0], x[1], y[1]
		x[0], y[0] = float64(c*a)-float64(s*b), float64(s*a)+float64(c*b)
		x[1], y[1] = float64(c*e)-float64(s*f), float64(s*e)+float64(c*f)
	}
	for i, v := range x {
		x[i], y[i] = float64(c*v)-float64(s*y[i]), float64(s*v)+float64(c*y[i])
	}
}

// rotateColumns does so with columns p < q of a d x d matrix.
//
//go:noinline
func rotateColumns(m []float64, d, p, q int, c, s float64) {
	for row := m[p : (d-1)*d+q+1]; ; row = row[d:] {
		x, y := row[0], row[q-p]
		row[0], row[q-p] = float64(c*x)-float64(s*y), float64(s*x)+float64(c*y)
		if len(row) <= d {
			return
		}
	}
}
