// Training rows and priors of the soft tree.

package softtree

import (
	"errors"
	"fmt"
	"math"

	"dcctree/core/numeric"
	"dcctree/core/simd"
)

// Data are training rows: X is N x D, column-major, scaled to [0, 1]; either Y (regression, length
// N) or Class (labels 0..Classes-1, length N) is set. Read-only once a Model uses it.
type Data struct {
	N, D    int
	X       []float64
	Y       []float64
	Class   []int
	Classes int // 0 for regression
	// Weight of every row, positive: a row of weight w stands for w equal rows. nil means 1 each.
	Weight []float64
	// Scatter (regression) is the sum of squares of the responses about the means that stand for
	// them in Y: the likelihood's sum of squares is sum_i Weight_i (y_i - fit_i)^2 + Scatter.
	Scatter float64
	// Machine makes the engines that go through the rows; nil for plain Go.
	Machine simd.Machine

	rows *rows // see Prepare
}

// Regression reports whether responses are numbers.
func (d Data) Regression() bool { return d.Classes == 0 }

// Validate checks lengths and values.
func (d Data) Validate() error {
	switch {
	case d.N < 1 || d.D < 1:
		return fmt.Errorf("data: %d rows and %d columns: need at least one of each", d.N, d.D)
	case len(d.X) != d.N*d.D:
		return fmt.Errorf("data: %d inputs for %d rows and %d columns", len(d.X), d.N, d.D)
	case d.Weight != nil && len(d.Weight) != d.N:
		return fmt.Errorf("data: %d weights for %d rows", len(d.Weight), d.N)
	case !(d.Scatter >= 0 && d.Scatter <= math.MaxFloat64):
		return fmt.Errorf("data: scatter is %v: must be finite and not negative", d.Scatter)
	}
	if err := d.Likelihood().check(&d); err != nil {
		return err
	}
	for i, v := range d.X {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("data: input of row %d, column %d is not finite", i%d.N+1, i/d.N+1)
		}
	}
	for i, v := range d.Y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("data: response of row %d is not finite", i+1)
		}
	}
	for i, w := range d.Weight {
		if !(w > 0 && w <= math.MaxFloat64) {
			return fmt.Errorf("data: weight of row %d must be positive and finite", i+1)
		}
	}
	for i, c := range d.Class {
		if c < 0 || c >= d.Classes {
			return fmt.Errorf("data: class of row %d is outside 0 to %d", i+1, d.Classes-1)
		}
	}
	return nil
}

// Take returns copies of the given rows, in that order. The scatter stays behind.
func (d Data) Take(rows []int) Data {
	out := Data{Machine: d.Machine, N: len(rows), D: d.D, Classes: d.Classes, X: make([]float64, 0, len(rows)*d.D)}
	for f := range d.D {
		for _, i := range rows {
			out.X = append(out.X, d.X[f*d.N+i])
		}
	}
	for _, i := range rows {
		d.Likelihood().take(&out, &d, i)
		if d.Weight != nil {
			out.Weight = append(out.Weight, d.Weight[i])
		}
	}
	return out
}

// SigmaPrior names the prior family of the noise scale sigma.
const (
	InverseGamma = "inverse-gamma" // sigma ~ IG(shape, scale), on sigma itself, as in the paper
	HalfT3       = "half-t3"       // sigma ~ half-t with 3 degrees of freedom and the given scale
)

// Priors are the priors on the parameters of one topology. Delta ~ Dirichlet(1..1) and tau ~
// Beta(1, 1) are fixed, as in the paper.
type Priors struct {
	LeafMean           float64 `json:"leafMean"`           // alpha_mu
	LeafSD             float64 `json:"leafSD"`             // beta_mu, a standard deviation
	SigmaFamily        string  `json:"sigmaFamily"`        // InverseGamma or HalfT3
	SigmaShape         float64 `json:"sigmaShape"`         // alpha_sigma; unused by HalfT3
	SigmaScale         float64 `json:"sigmaScale"`         // beta_sigma
	ClassConcentration float64 `json:"classConcentration"` // alpha of the Dirichlet-multinomial, per class
}

// PaperPriors returns mu ~ N(0, 1), sigma ~ IG(1.5, 1.5), alpha = 1: the settings of the authors' runs.
func PaperPriors() Priors {
	return Priors{LeafSD: 1, SigmaFamily: InverseGamma, SigmaShape: 1.5, SigmaScale: 1.5, ClassConcentration: 1}
}

// StandardizedPriors returns the priors for a standardized response: sigma ~ half-t3(1), because
// IG(1.5, 1.5) gives P(sigma < .1) = 1e-6.
func StandardizedPriors() Priors {
	p := PaperPriors()
	p.SigmaFamily, p.SigmaScale = HalfT3, 1
	return p
}

// Validate reports the first field out of range.
func (p Priors) Validate() error {
	switch {
	case math.IsNaN(p.LeafMean) || math.IsInf(p.LeafMean, 0):
		return errors.New("leafMean: must be finite")
	case !(p.LeafSD > 0 && p.LeafSD < math.MaxFloat64):
		return errors.New("leafSD: must be positive")
	case p.SigmaFamily != InverseGamma && p.SigmaFamily != HalfT3:
		return fmt.Errorf("sigmaFamily: must be %q or %q", InverseGamma, HalfT3)
	case !(p.SigmaShape > 0 && p.SigmaShape < math.MaxFloat64):
		return errors.New("sigmaShape: must be positive")
	case !(p.SigmaScale > 0 && p.SigmaScale < math.MaxFloat64):
		return errors.New("sigmaScale: must be positive")
	case !(p.ClassConcentration > 0 && p.ClassConcentration < math.MaxFloat64):
		return errors.New("classConcentration: must be positive")
	}
	return nil
}

// logSigma returns the log prior density of sigma and its derivative with respect to log sigma
// (the Jacobian of sigma = exp(v) not included).
func (p Priors) logSigma(sigma, logSigma float64) (value, slope float64) {
	if p.SigmaFamily == HalfT3 {
		r := sigma / p.SigmaScale
		q := r * r / 3
		// 2 Gamma(2) / (Gamma(3/2) sqrt(3 pi)) = 4 / (pi sqrt 3)
		return math.Log(4/(math.Pi*math.Sqrt(3))) - math.Log(p.SigmaScale) - 2*math.Log1p(q), -4 * q / (1 + q)
	}
	a, b := p.SigmaShape, p.SigmaScale
	return a*math.Log(b) - numeric.Lgamma(a) - (a+1)*logSigma - b/sigma, -(a + 1) + b/sigma
}
