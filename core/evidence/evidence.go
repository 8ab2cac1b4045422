// Package evidence estimates the log marginal likelihood ("evidence") of one topology by layered
// adaptive importance sampling (Llorente et al. 2023, section 5.4; paper, "Marginal Likelihood
// Calculation"), streams the estimate over visits with its error, and computes the terms of the
// paper's utility that are made of it. Final is the faster way: importance sampling from a frozen mixture of
// Student-t distributions.
//
// Everything happens in the unconstrained space of the sampler. The target's log density there
// includes the log Jacobian of the map to the constrained parameters (the paper's change of
// variables), so proposals are plain normal distributions, need no Jacobian of their own, and the
// integral of the density over the unconstrained space is the marginal likelihood. All weights are
// logarithms.
package evidence

import (
	"fmt"
	"math"
)

// Target is an unnormalized log density on the unconstrained R^Dim, Jacobian included.
type Target interface {
	Dim() int
	// LogDensity returns the log density at x, which must not be changed or kept.
	LogDensity(x []float64) float64
}

// Kind is the definition of the proposal density Phi in the weight p/Phi.
type Kind string

const (
	// Basic: Phi is the normal density around the draw that the proposal was made from.
	Basic Kind = "basic"
	// Spatial: Phi is the equal mixture of the normal densities around all draws of the chain.
	Spatial Kind = "spatial"
)

// Settings of the importance sampling.
type Settings struct {
	// Proposals is the number of proposals per draw, >= 1; the paper's N_M. Default 10.
	Proposals int `json:"proposals"`
	// Kind of the proposal density. Default Spatial.
	Kind Kind `json:"kind"`
}

// DefaultSettings returns 10 proposals per draw with spatial weights.
func DefaultSettings() Settings { return Settings{Proposals: 10, Kind: Spatial} }

// Validate returns an error that names the first field outside its range.
func (s Settings) Validate() error {
	if s.Proposals < 1 {
		return fmt.Errorf("evidence: setting Proposals is %d but must be at least 1", s.Proposals)
	}
	if s.Kind != Basic && s.Kind != Spatial {
		return fmt.Errorf("evidence: setting Kind is %q but must be %q or %q", s.Kind, Basic, Spatial)
	}
	return nil
}

// Batch is the outcome for one chain and one visit.
type Batch struct {
	// Proposals are the points xi, row-major, Proposals points for each draw in the draws' order.
	Proposals []float64
	// LogWeights are log p(xi) - log Phi(xi), one per point; -Inf where the density vanishes.
	LogWeights []float64
	// Shrinkage is the share by which the correlations of Sigma were shrunk to zero: 0 is the plain
	// sample covariance, 1 a diagonal one.
	Shrinkage float64
	// Floored counts the coordinates whose variance was raised to the smallest one allowed.
	Floored int
	// Invalid counts the points with log density NaN or +Inf. Their log weight is -Inf: they count
	// in the number of points and add nothing.
	Invalid int
}

// logDensity evaluates the target, turning what is no density into -Inf.
func (b *Batch) logDensity(target Target, x []float64) float64 {
	v := target.LogDensity(x)
	if math.IsNaN(v) || math.IsInf(v, 1) {
		b.Invalid++
		return math.Inf(-1)
	}
	return v
}
