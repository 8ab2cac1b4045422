// Settings of a chain, their defaults (those of Stan) and their validation.

package hmc

import (
	"fmt"
	"math"
)

// MetricKind is the shape of the inverse mass matrix.
type MetricKind string

const (
	Diagonal MetricKind = "diagonal" // the variances; State.Metric has dim elements
	Dense    MetricKind = "dense"    // the covariance, row-major; State.Metric has dim*dim elements
)

// StepRule is how the last stage of the warm-up, behind the last metric window, finds the step size to
// sample with. A warm-up without metric windows is one such stage.
type StepRule string

const (
	// Averaged is Stan's: the weighted mean of the log step sizes of dual averaging. These swing widely,
	// and acceptance is concave in them, so that it is above the target in the draws: .93 to .95 for .9.
	Averaged StepRule = "averaged"
	// Fitted takes the step size from a regression of acceptance on the log step size, see Adaptation.fit, and,
	// after the stage's first steps, moves with it: acceptance is within about .02 of the target, for a third fewer
	// gradients per draw or so. It takes long to grow from far below the step size that is wanted, so it suits a
	// chain that has reached the mass it is to sample.
	Fitted StepRule = "fitted"
)

// Settings of a chain. The zero value is not valid: start from DefaultSettings.
type Settings struct {
	// Warmup is the number of warm-up transitions, >= 0. Default 1000; the paper's N_init.
	Warmup int `json:"warmup"`
	// TargetAccept is the mean acceptance statistic that the step size is adapted to, in (0,1).
	// Default 0.8 (Stan's delta, not the paper's delta).
	TargetAccept float64 `json:"targetAccept"`
	// MaxDoublings bounds a trajectory to 2^MaxDoublings - 1 leapfrog steps; 1 to 20, default 10.
	MaxDoublings int `json:"maxDoublings"`
	// MaxEnergyError is the energy error, in nats, from which on a trajectory counts as divergent;
	// positive, default 1000.
	MaxEnergyError float64 `json:"maxEnergyError"`
	// Metric is the shape of the inverse mass matrix. Default Diagonal.
	Metric MetricKind `json:"metric"`
	// InitBuffer is the number of first warm-up steps that adapt only the step size. Default 75.
	InitBuffer int `json:"initBuffer"`
	// TermBuffer is the number of last warm-up steps that adapt only the step size. Default 50.
	TermBuffer int `json:"termBuffer"`
	// BaseWindow is the length of the first metric window; each further one is twice as long. 0
	// keeps the metric that the chain started with. Default 25.
	BaseWindow int `json:"baseWindow"`
	// Gamma, T0 and Decay are the constants of dual averaging (Hoffman and Gelman 2014, section
	// 3.2.1: gamma, t_0, kappa): positive, >= 0, in (0.5,1]. Defaults 0.05, 10, 0.75.
	Gamma float64 `json:"gamma"`
	T0    float64 `json:"t0"`
	Decay float64 `json:"decay"`
	// StepFactor sets the point that dual averaging shrinks to: mu = log(StepFactor * step size).
	// Default 10; 1 suits a chain that starts from another chain's step size and metric.
	StepFactor float64 `json:"stepFactor"`
	// FinalStep is how the step size of the draws is found: Averaged (default) or Fitted.
	FinalStep StepRule `json:"finalStep"`
	// InitRadius is the half width of the box of random starts, U(-InitRadius, InitRadius) in each
	// coordinate. Default 2.
	InitRadius float64 `json:"initRadius"`
	// InitAttempts bounds the search for a random start with finite density. Default 100.
	InitAttempts int `json:"initAttempts"`
	// Bandwidth anneals the target during the warm-up. Default: none.
	Bandwidth Schedule `json:"bandwidth"`
}

// DefaultSettings returns Stan's settings with 1000 warm-up steps, a diagonal metric and no annealing.
func DefaultSettings() Settings {
	return Settings{
		Warmup:         1000,
		TargetAccept:   0.8,
		MaxDoublings:   10,
		MaxEnergyError: 1000,
		Metric:         Diagonal,
		InitBuffer:     75,
		TermBuffer:     50,
		BaseWindow:     25,
		Gamma:          0.05,
		T0:             10,
		Decay:          0.75,
		StepFactor:     10,
		FinalStep:      Averaged,
		InitRadius:     2,
		InitAttempts:   100,
		Bandwidth:      Schedule{Kind: NoAnnealing},
	}
}

// Validate returns an error that names the first field outside its range.
func (s Settings) Validate() error {
	checks := []struct {
		ok    bool
		field string
		value any
		rule  string
	}{
		{s.Warmup >= 0, "Warmup", s.Warmup, "must be at least 0"},
		{s.TargetAccept > 0 && s.TargetAccept < 1, "TargetAccept", s.TargetAccept, "must be between 0 and 1"},
		{s.MaxDoublings >= 1 && s.MaxDoublings <= 20, "MaxDoublings", s.MaxDoublings, "must be 1 to 20"},
		{finitePositive(s.MaxEnergyError), "MaxEnergyError", s.MaxEnergyError, "must be positive and finite"},
		{s.Metric == Diagonal || s.Metric == Dense, "Metric", s.Metric, `must be "diagonal" or "dense"`},
		{s.InitBuffer >= 0, "InitBuffer", s.InitBuffer, "must be at least 0"},
		{s.TermBuffer >= 0, "TermBuffer", s.TermBuffer, "must be at least 0"},
		{s.BaseWindow >= 0, "BaseWindow", s.BaseWindow, "must be at least 0"},
		{finitePositive(s.Gamma), "Gamma", s.Gamma, "must be positive and finite"},
		{s.T0 >= 0 && !math.IsInf(s.T0, 1), "T0", s.T0, "must be at least 0 and finite"},
		{s.Decay > 0.5 && s.Decay <= 1, "Decay", s.Decay, "must be above 0.5 and at most 1"},
		{finitePositive(s.StepFactor), "StepFactor", s.StepFactor, "must be positive and finite"},
		{s.FinalStep == Averaged || s.FinalStep == Fitted, "FinalStep", s.FinalStep,
			`must be "averaged" or "fitted"`},
		{finitePositive(s.InitRadius), "InitRadius", s.InitRadius, "must be positive and finite"},
		{s.InitAttempts >= 1, "InitAttempts", s.InitAttempts, "must be at least 1"},
	}
	for _, c := range checks {
		if !c.ok {
			return fmt.Errorf("hmc: setting %s is %v but %s", c.field, c.value, c.rule)
		}
	}
	return s.Bandwidth.validate()
}

func finitePositive(x float64) bool { return x > 0 && !math.IsInf(x, 1) }
