// Package softtree is the soft-split decision tree of the paper's section "Soft Decision Tree Model
// Definition": its parameters, leaf probabilities, likelihoods, log density with hand-derived
// gradient, and prediction.
//
// Conventions: x.Delta <= tau goes LEFT, so psi = logistic((x.Delta - tau)/h) is the probability of
// the RIGHT child (the paper's text says left; its trees and its equation (phi) say right). Inputs
// are scaled to [0, 1] by the training rows.
package softtree

import (
	"dcctree/core/bijector"
	"dcctree/core/topology"
)

// Layout says where each parameter of one topology stands in the flat unconstrained vector theta:
// per split in pre-order [logit tau, d_1 .. d_(D-1)] (d the stick-breaking form of Delta), then the leaf
// means mu from left to right and log sigma, as far as the likelihood has them.
type Layout struct {
	Splits, Leaves, D int
	Means             bool // the leaf means are there: not where they are integrated out
	Noise             bool // log sigma is there
}

// NewLayout returns the layout of topology t for d input columns, with means and noise or with neither.
func NewLayout(t topology.Topology, d int, normal bool) Layout {
	return Layout{Splits: t.Splits(), Leaves: t.Leaves(), D: d, Means: normal, Noise: normal}
}

// Collapse returns the layout without the leaf means.
func (l Layout) Collapse() Layout {
	l.Means = false
	return l
}

// Expand returns the layout with the leaf means where the likelihood has them; the inverse of Collapse.
func (l Layout) Expand() Layout {
	l.Means = l.Noise
	return l
}

// Indexed returns the layout of the same tree for one input column.
func (l Layout) Indexed() Layout {
	l.D = 1
	return l
}

// Dim returns the length of theta: n D, and n+1 more for the means and 1 for the noise. It can be 0 for the root-only
// tree.
func (l Layout) Dim() int {
	if l.Noise {
		return l.LogSigma() + 1
	}
	return l.Splits * l.D
}

// Tau returns the index of logit tau of a split (pre-order number).
func (l Layout) Tau(split int) int { return split * l.D }

// Simplex returns the half-open range of the D-1 values d of a split.
func (l Layout) Simplex(split int) (from, to int) { return split*l.D + 1, (split + 1) * l.D }

// Mu returns the index of the mean of a leaf (number from left to right). It panics where the layout
// has no means.
func (l Layout) Mu(leaf int) int {
	if !l.Means {
		panic("softtree: Mu: the leaf means are integrated out")
	}
	return l.Splits*l.D + leaf
}

// LogSigma returns the index of log sigma.
func (l Layout) LogSigma() int {
	if l.Means {
		return l.Splits*l.D + l.Leaves
	}
	return l.Splits * l.D
}

// Params are the constrained parameters of one draw.
type Params struct {
	Tau   []float64   // per split, in (0, 1), scaled units
	Delta [][]float64 // per split, a D-simplex
	Mu    []float64   // per leaf, in the units of y; nil for classification and where collapsed
	Sigma float64     // in the units of y; 0 for classification
}

// NewParams allocates Params that fit the layout.
func (l Layout) NewParams() Params {
	p := Params{Tau: make([]float64, l.Splits), Delta: make([][]float64, l.Splits)}
	for j := range p.Delta {
		p.Delta[j] = make([]float64, l.D)
	}
	if l.Means {
		p.Mu = make([]float64, l.Leaves)
	}
	return p
}

// Constrain fills p from the unconstrained theta and returns the log Jacobian of the whole map.
func (l Layout) Constrain(p *Params, theta []float64) (logJacobian float64) {
	if len(theta) != l.Dim() {
		panic("softtree: theta has the wrong length")
	}
	for j := range p.Tau {
		tau, lj := bijector.Unit(theta[l.Tau(j)])
		from, to := l.Simplex(j)
		p.Tau[j] = tau
		logJacobian += lj + bijector.Simplex(p.Delta[j], theta[from:to])
	}
	if l.Noise {
		copy(p.Mu, theta[l.Splits*l.D:]) // nothing without means: Mu is nil
		sigma, lj := bijector.Positive(theta[l.LogSigma()])
		p.Sigma = sigma
		logJacobian += lj
	}
	return logJacobian
}
