// The state of a chain as plain numbers: what must be kept to continue it bit for bit.

package hmc

import (
	"errors"
	"fmt"
	"slices"

	"dcctree/core/numeric"
)

// State determines how a chain goes on, given the target, the settings and the random numbers. It
// survives a round trip through JSON unchanged, because all its numbers are finite.
type State struct {
	// Position is the last draw, unconstrained, dim elements.
	Position []float64 `json:"position"`
	// Metric is the inverse mass matrix: dim variances, or the dim x dim covariance row-major.
	Metric []float64 `json:"metric"`
	// StepSize is the leapfrog step of the next transition.
	StepSize float64 `json:"stepSize"`
	// Bandwidth is the target's h; 0 without annealing.
	Bandwidth float64 `json:"bandwidth"`
	// Warmed counts the warm-up transitions done.
	Warmed int `json:"warmed"`
	// Adaptation is what the warm-up has learned so far; zero when the warm-up is over.
	Adaptation Adaptation `json:"adaptation"`
}

// Adaptation is the unfinished business of a warm-up.
type Adaptation struct {
	// Dual averaging since its last restart: the number of updates, mu, the mean error H-bar and the
	// mean log step size x-bar (Hoffman and Gelman 2014, equation 6).
	Steps       int     `json:"steps"`
	Mu          float64 `json:"mu"`
	ErrorMean   float64 `json:"errorMean"`
	LogStepMean float64 `json:"logStepMean"`
	// The regression of acceptance on the log step size since the last restart: the log step size at
	// which acceptance is the target, and the information about it. Zero unless FinalStep is Fitted.
	LogStepFit  float64 `json:"logStepFit"`
	Information float64 `json:"information"`
	// The current metric window: draws seen, their mean and their centered sums of squares (dim) or
	// of products (dim x dim, row-major; Welford 1962).
	Count   int       `json:"count"`
	Mean    []float64 `json:"mean,omitempty"`
	Scatter []float64 `json:"scatter,omitempty"`
}

// Clone returns a copy that shares no memory with s.
func (s State) Clone() State {
	s.Position = slices.Clone(s.Position)
	s.Metric = slices.Clone(s.Metric)
	s.Adaptation.Mean = slices.Clone(s.Adaptation.Mean)
	s.Adaptation.Scatter = slices.Clone(s.Adaptation.Scatter)
	return s
}

// Validate returns an error that names the field of s with which a chain on dim coordinates cannot
// go on under the settings.
func (s State) Validate(dim int, settings Settings) error {
	if len(s.Position) != dim || !numeric.Finite(s.Position...) {
		return fmt.Errorf("hmc: state: Position has %d elements and must be %d finite numbers", len(s.Position),
			dim)
	}
	if err := validateMetric(s.Metric, dim, settings.Metric); err != nil {
		return err
	}
	if !finitePositive(s.StepSize) {
		return fmt.Errorf("hmc: state: StepSize is %v and must be positive and finite", s.StepSize)
	}
	if settings.Bandwidth.Kind != NoAnnealing && !finitePositive(s.Bandwidth) {
		return fmt.Errorf("hmc: state: Bandwidth is %v and must be positive and finite", s.Bandwidth)
	}
	if s.Warmed < 0 || s.Warmed > settings.Warmup {
		return fmt.Errorf("hmc: state: Warmed is %d and must be 0 to %d", s.Warmed, settings.Warmup)
	}
	return s.Adaptation.validate(dim, len(s.Metric), s.Warmed < settings.Warmup)
}

func validateMetric(metric []float64, dim int, kind MetricKind) error {
	want := metricSize(dim, kind)
	if len(metric) != want {
		return fmt.Errorf("hmc: state: Metric has %d elements, a %s one on %d coordinates has %d", len(metric),
			kind, dim, want)
	}
	if !positiveDefinite(metric, dim, kind) {
		return errors.New("hmc: state: Metric is not positive definite")
	}
	return nil
}

func (a Adaptation) validate(dim, size int, warming bool) error {
	if !numeric.Finite(a.Mu, a.ErrorMean, a.LogStepMean, a.LogStepFit, a.Information) ||
		!numeric.Finite(a.Mean...) || !numeric.Finite(a.Scatter...) {
		return errors.New("hmc: state: Adaptation holds a number that is not finite")
	}
	if a.Steps < 0 || a.Count < 0 || a.Information < 0 {
		return errors.New("hmc: state: Adaptation holds a negative count or information")
	}
	if warming && (len(a.Mean) != dim || len(a.Scatter) != size) {
		return fmt.Errorf("hmc: state: Adaptation has %d means and %d sums of products, not %d and %d",
			len(a.Mean), len(a.Scatter), dim, size)
	}
	return nil
}

func positiveDefinite(metric []float64, dim int, kind MetricKind) bool {
	if kind == Dense {
		return numeric.Cholesky(make([]float64, len(metric)), metric, dim)
	}
	return !slices.ContainsFunc(metric, func(v float64) bool { return !finitePositive(v) })
}
