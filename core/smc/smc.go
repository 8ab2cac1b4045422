// Package smc measures the log marginal likelihood of a target by tempered sequential Monte Carlo: it
// carries particles from a normalized reference density q to the target p along q^(1-b) p^b (Neal 2001;
// Del Moral, Doucet and Jasra 2006), with resampling and one No-U-Turn transition of every particle
// at each b. It starts where importance sampling from q fails, and is as blind as that to a mode
// where q has no mass.
package smc

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dcctree/core/hmc"
)

// Settings of a run. The zero value is not valid: start from DefaultSettings.
type Settings struct {
	// Particles is their number, >= 2. Default 400; 100 do for a preview.
	Particles int `json:"particles"`
	// Pilot is the number of particles of a run ahead that chooses temperatures, metrics and step sizes,
	// >= 2, or 0 to choose them by the particles themselves, which saves the run ahead and makes LogZ too low: by
	// .05 to .3 with 100 particles from 2 to 30 dimensions. Default 100; 50 do for a preview.
	Pilot int `json:"pilot"`
	// EffectiveShare is the effective share of the particles that a step of b leaves, in (0,1). Default 0.6.
	EffectiveShare float64 `json:"effectiveShare"`
	// MaxTemperatures bounds the number of values of b, >= 1: the last one allowed is 1, however far away.
	// Default 100.
	MaxTemperatures int `json:"maxTemperatures"`
	// MaxDoublings bounds a trajectory to 2^MaxDoublings - 1 gradients; 1 to 10. Default 5.
	MaxDoublings int `json:"maxDoublings"`
	// TargetAccept is the mean acceptance statistic that the step size is led to, in (0,1). Default 0.8.
	TargetAccept float64 `json:"targetAccept"`
}

// DefaultSettings returns the defaults stated at the fields.
func DefaultSettings() Settings {
	return Settings{Particles: 400, Pilot: 100, EffectiveShare: 0.6, MaxTemperatures: 100, MaxDoublings: 5,
		TargetAccept: 0.8}
}

// Validate returns an error that names the first field outside its range.
func (s Settings) Validate() error {
	for _, c := range []struct {
		ok    bool
		name  string
		value float64
		want  string
	}{
		{s.Particles >= 2, "Particles", float64(s.Particles), "at least 2"},
		{s.Pilot == 0 || s.Pilot >= 2, "Pilot", float64(s.Pilot), "0 or at least 2"},
		{s.EffectiveShare > 0 && s.EffectiveShare < 1, "EffectiveShare", s.EffectiveShare, "in (0,1)"},
		{s.MaxTemperatures >= 1, "MaxTemperatures", float64(s.MaxTemperatures), "at least 1"},
		{s.MaxDoublings >= 1 && s.MaxDoublings <= 10, "MaxDoublings", float64(s.MaxDoublings), "1 to 10"},
		{s.TargetAccept > 0 && s.TargetAccept < 1, "TargetAccept", s.TargetAccept, "in (0,1)"},
	} {
		if !c.ok {
			return fmt.Errorf("smc: setting %s is %v but must be %s", c.name, c.value, c.want)
		}
	}
	return nil
}

// Reference is the density q that a run starts from: normalized over the unconstrained R^d and positive
// everywhere. See Mixture.
type Reference interface {
	// LogDensity is normalized here, not only up to a constant.
	hmc.LogDensity
	// Sample writes a draw to dst, of length d.
	Sample(dst []float64, rng *rand.Rand)
	// Root returns the lower Cholesky factor, d x d row-major, of a covariance by which the space is
	// whitened. It is not changed.
	Root() []float64
	// Group returns which part of the reference, such as a component, x most likely comes from: 0 and
	// up, always 0 for a reference of one part.
	Group(x []float64) int
}

// Result of a run.
type Result struct {
	// LogZ is the log of the target's integral, -Inf where no draw of the reference had a positive density.
	// With a pilot Z is unbiased, whatever that chose, and LogZ biased by about -Error^2/2.
	LogZ float64
	// Error is the standard error of LogZ in nats, from the particles' lineages: see lineageError. +Inf where
	// LogZ is -Inf, 0 where it is exact (no parameters). It knows nothing of modes that no draw of the
	// reference was near.
	Error float64
	// Families is the number of draws of the reference that the particles at the end descend from. Error
	// means little where it is below ten or so.
	Families int
	// Particles are draws from the target, n x d row-major, unconstrained, of equal weight. They are
	// nearly but not quite independent: those of one family were together at an earlier b. nil with LogZ = -Inf.
	Particles []float64
	// LogWeights are LogZ for every particle, so that they read as importance weights do: the log of
	// their mean is LogZ.
	LogWeights []float64
	// Temperatures are the values of b from the first after 0 to 1.
	Temperatures []float64
	// LeastEffective is the least effective share of the weights at any temperature: about EffectiveShare,
	// and far below where the pilot misjudged the distance or temperatures ran out.
	LeastEffective float64
	// StepSize is the step size, relative to the metric, and AcceptStat the mean acceptance statistic at
	// the last temperature.
	StepSize, AcceptStat float64
	// Gradients counts the evaluations of the target, all with gradient: one at each draw of the reference
	// and one for each leapfrog step, the pilot's included.
	Gradients int
	// Divergences counts the transitions that ended in a divergence.
	Divergences int
	// Invalid counts the draws of the reference with log density NaN or +Inf, whose weight is zero.
	Invalid int
}

// Run measures the target from the reference. Equal random numbers give equal results, bit for bit. beat
// is called after every transition and may be nil. It panics on invalid settings and where dimensions
// differ.
func Run(target hmc.LogDensity, ref Reference, s Settings, rng *rand.Rand, beat func()) Result {
	if s.Validate() != nil {
		panic("smc: Run: invalid settings")
	}
	if target.Dim() == 0 {
		return exact(target)
	}
	if ref.Dim() != target.Dim() || len(ref.Root()) != target.Dim()*target.Dim() {
		panic("smc: Run: the reference's dimension differs from the target's")
	}
	plan, before := pilot(target, ref, s, rng, beat)
	c := newCloud(target, ref, s, plan, rng, beat)
	c.run()
	r := c.result()
	r.Gradients += before
	return r
}

// pilot runs ahead and returns the levels that it took, nil where there are to be none or it found no
// positive density, and its number of gradients.
func pilot(target hmc.LogDensity, ref Reference, s Settings, rng *rand.Rand, beat func()) ([]level, int) {
	if s.Pilot == 0 {
		return nil, 0
	}
	s.Particles = s.Pilot
	c := newCloud(target, ref, s, nil, rng, beat)
	c.run()
	return c.levels, c.path.gradients
}

// exact is the result without parameters: the only density.
func exact(target hmc.LogDensity) Result {
	logZ := target.Gradient(nil, nil)
	r := Result{LogZ: logZ, Families: 1, LogWeights: []float64{logZ}, Temperatures: []float64{1}, LeastEffective: 1,
		AcceptStat: 1, Gradients: 1}
	if math.IsNaN(logZ) || math.IsInf(logZ, 0) {
		r = Result{LogZ: math.Inf(-1), Error: math.Inf(1), Gradients: 1}
	}
	return r
}

func (c *cloud) result() Result {
	r := Result{LogZ: c.logZ, Error: c.logError, Families: c.families(), LeastEffective: c.leastEffective,
		StepSize: c.stepSize, AcceptStat: c.accept, Gradients: c.path.gradients, Divergences: c.divergences,
		Invalid: c.path.invalid}
	for _, l := range c.levels {
		r.Temperatures = append(r.Temperatures, l.b)
	}
	if math.IsInf(r.LogZ, -1) {
		r.Families, r.LeastEffective = 0, 0
		return r
	}
	for i := range c.particles {
		r.Particles = append(r.Particles, c.particles[i].x...)
		r.LogWeights = append(r.LogWeights, r.LogZ)
	}
	return r
}
