// Examples: a density of one's own, sampled and integrated.

package hmc_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"dcctree/core/diagnostics"
	"dcctree/core/evidence"
	"dcctree/core/hmc"
	"dcctree/core/numeric"
	"dcctree/core/random"
)

// schools is the model of the eight schools (Rubin 1981): y_i ~ N(mu + tau eta_i, sigma_i), eta_i ~ N(0, 1), mu ~ N(0,
// 5), tau ~ half-Cauchy(5). Its unconstrained coordinates are mu, log tau, eta_1, ..., eta_8.
type schools struct{ y, sigma []float64 }

var eight = schools{[]float64{28, 8, -3, 7, -1, 1, 18, 12}, []float64{15, 10, 16, 11, 9, 11, 10, 18}}

// Dim returns the number of coordinates.
func (s schools) Dim() int { return 2 + len(s.y) }

// Gradient returns the log density and writes its gradient. The log Jacobian of log tau, which is log tau, is part of
// both, and all constants are there, so that the integral is the evidence.
func (s schools) Gradient(grad, x []float64) float64 {
	mu, logTau, eta := x[0], x[1], x[2:]
	tau := numeric.Exp(logTau)
	odds := tau / 5 * tau / 5
	log := numeric.LogNormalPDF(mu, 0, 5) + numeric.Log(2/(math.Pi*5)) - numeric.Log1p(odds) + logTau
	grad[0] = -mu / 25
	grad[1] = 1 - 2*odds/(1+odds)
	for i, y := range s.y {
		mean := mu + tau*eta[i]
		log += numeric.LogNormalPDF(eta[i], 0, 1) + numeric.LogNormalPDF(y, mean, s.sigma[i])
		pull := (y - mean) / (s.sigma[i] * s.sigma[i])
		grad[0] += pull
		grad[1] += pull * tau * eta[i]
		grad[2+i] = pull*tau - eta[i]
	}
	return log
}

// LogDensity is the same without gradient, for importance sampling.
func (s schools) LogDensity(x []float64) float64 { return s.Gradient(make([]float64, len(x)), x) }

// sample returns the draws of four chains, each n x Dim, row-major, and counts divergent transitions.
func (s schools) sample(n int) (chains [][]float64, divergent int, err error) {
	settings := hmc.DefaultSettings()
	settings.TargetAccept = .9
	for k := range 4 {
		rng := random.Stream(1, "schools", strconv.Itoa(k)) // a stream of its own, whatever runs beside it
		chain, err := hmc.NewChain(s, settings, hmc.State{}, rng)
		if err != nil {
			return nil, 0, err
		}
		for chain.Warming() {
			chain.Warmup(rng)
		}
		var draws []float64
		for range n {
			if chain.Sample(rng).Divergent {
				divergent++
			}
			draws = append(draws, chain.Position()...)
		}
		chains = append(chains, draws)
	}
	return chains, divergent, nil
}

// column takes one coordinate out of each chain, transformed.
func column(chains [][]float64, dim, coordinate int, of func(float64) float64) (out [][]float64) {
	for _, draws := range chains {
		var values []float64
		for at := coordinate; at < len(draws); at += dim {
			values = append(values, of(draws[at]))
		}
		out = append(out, values)
	}
	return out
}

func Example_ownDensity() {
	chains, divergent, err := eight.sample(1000)
	if err != nil {
		fmt.Println(err)
		return
	}
	itself := func(x float64) float64 { return x }
	for _, c := range []struct {
		name   string
		values [][]float64
	}{{"mu", column(chains, eight.Dim(), 0, itself)}, {"tau", column(chains, eight.Dim(), 1, numeric.Exp)}} {
		var m numeric.Moments
		for _, x := range slices.Concat(c.values...) {
			m.Add(x)
		}
		fmt.Printf("%-3s mean %.1f ± %.1f, R-hat %.2f, bulk ESS over 1000: %t\n",
			c.name, m.Mean(), diagnostics.MCSEMean(c.values), diagnostics.RHat(c.values),
			diagnostics.ESSBulk(c.values) > 1000)
	}
	fmt.Println("divergent transitions:", divergent)
	// Output:
	// mu  mean 4.4 ± 0.1, R-hat 1.00, bulk ESS over 1000: true
	// tau mean 3.6 ± 0.1, R-hat 1.00, bulk ESS over 1000: true
	// divergent transitions: 0
}

func Example_evidence() {
	chains, _, err := eight.sample(1000)
	if err != nil {
		fmt.Println(err)
		return
	}
	rng := random.Stream(1, "schools", "evidence")

	// A Student-t distribution is fitted to the draws and frozen; fresh draws from it measure.
	fitted := evidence.FitComponent(slices.Concat(chains...), eight.Dim(), 1, 4)
	m := evidence.Final(eight, evidence.Mixture{Components: []evidence.Component{fitted}}, 20_000, rng)
	fmt.Printf("frozen:  log evidence %.2f ± %.2f, k-hat within its limit: %t\n", m.LogZ, m.Error, m.Reliable())

	// The paper's way: proposals around some draws of each chain, weighed by the mixture of all of them.
	var e evidence.Estimate
	for _, draws := range chains {
		e.AddBatch(evidence.Layered(eight, draws[:200*eight.Dim()], evidence.DefaultSettings(), rng).LogWeights)
	}
	fmt.Printf("layered: log evidence %.2f ± %.2f, k-hat within its limit: %t\n", e.LogZ(), e.LogError(),
		e.KHat() <= e.KHatLimit())
	// Output:
	// frozen:  log evidence -31.33 ± 0.01, k-hat within its limit: true
	// layered: log evidence -31.30 ± 0.04, k-hat within its limit: true
}
