// Package dcc is the paper's Algorithm 1 (DCC-Tree): it divides the posterior by topology, conquers
// each by NUTS and layered adaptive importance sampling, and combines the parts by their log
// marginal likelihoods.
//
// The algorithm is written as reverse communication: Next gives the jobs that can run now, Report
// takes their results in any order. A job holds all that it needs and its random numbers derive
// from (seed, topology, chain, visit), so a run has the same result on one goroutine, four
// goroutines or Web Workers.
//
// Fast, the fast mode, has the same loop and other jobs: hard trees that predict, measurements by core/conquer, draws
// embedded in larger topologies, an estimate of what was never measured, and audits.
package dcc

import (
	"fmt"
	"math"

	"dcctree/core/evidence"
	"dcctree/core/hmc"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Settings of a run; the comment of each field names the paper's symbol.
type Settings struct {
	Iterations int `json:"iterations"` // T: visits after the burn-ins
	// T0: topologies drawn from the prior at the start
	PriorDraws int `json:"priorDraws"`
	// C0: a topology proposed more often than this becomes active
	ActivationCount int `json:"activationCount"`
	// Tmax: beyond it the active topology of lowest utility is dropped
	MaxActive int           `json:"maxActive"`
	Chains    int           `json:"chains"`    // Nc: parallel chains per topology
	Warmup    int           `json:"warmup"`    // Ninit: warm-up steps per chain
	Draws     int           `json:"draws"`     // Ns: draws per chain and visit
	Proposals int           `json:"proposals"` // NM: importance proposals per draw
	Weights   evidence.Kind `json:"weights"`   // Phi: basic or spatial
	Delta     float64       `json:"delta"`     // delta: share of the exploration term
	// kappa: weight of the variance in the exploitation term
	Kappa            float64                    `json:"kappa"`
	Beta             float64                    `json:"beta"`             // beta: optimism
	LookAhead        int                        `json:"lookAhead"`        // Ta: horizon of the exploration term
	Moves            topology.MoveProbabilities `json:"moves"`            // grow, prune, stay
	SplitPrior       topology.Prior             `json:"splitPrior"`       // alpha, beta of p(m)
	Priors           softtree.Priors            `json:"priors"`           // of the parameters
	BandwidthInitial float64                    `json:"bandwidthInitial"` // h_init, scaled units
	BandwidthFinal   float64                    `json:"bandwidthFinal"`   // h_final, scaled units
	Schedule         hmc.ScheduleKind           `json:"schedule"`         // how h moves during warm-up
	TargetAccept     float64                    `json:"targetAccept"`     // acceptance that the step size aims at
	MaxDoublings     int                        `json:"maxDoublings"`     // a trajectory has at most 2^this steps
	Metric           hmc.MetricKind             `json:"metric"`           // diagonal or dense
	// chains start uniformly within +-this, unconstrained
	InitRadius  float64 `json:"initRadius"`
	Repairs     int     `json:"repairs"`     // how often a bad chain is burnt in again
	RepairSteps int     `json:"repairSteps"` // warm-up steps of each repair
	KeptDraws   int     `json:"keptDraws"`   // weighted draws kept per topology and the bound on memory
}

// DefaultSettings returns the settings of the authors' runs (paper, section "Experiments", and
// their run script), with the bandwidths of WU.
func DefaultSettings() Settings {
	return Settings{
		Iterations: 500, PriorDraws: 100, ActivationCount: 5, MaxActive: 100,
		Chains: 16, Warmup: 1000, Draws: 100, Proposals: 10, Weights: evidence.Spatial,
		Delta: 0, Kappa: 0, Beta: 1, LookAhead: 1000,
		Moves:            topology.MoveProbabilities{Grow: .6, Prune: .3, Stay: .1},
		SplitPrior:       topology.Prior{Alpha: .95, Beta: 1},
		Priors:           softtree.PaperPriors(),
		BandwidthInitial: .5, BandwidthFinal: .025, Schedule: hmc.Linear,
		TargetAccept: .8, MaxDoublings: 10, Metric: hmc.Diagonal, InitRadius: 2,
		Repairs: 3, RepairSteps: 1000, KeptDraws: 500,
	}
}

// QuickSettings returns settings with a first answer within seconds in a browser tab: fewer and
// shorter chains, shorter trajectories (on WU the scores of 10 doublings at half the gradients), and a
// bandwidth that reaches its final value before the metric is learned.
func QuickSettings() Settings {
	s := DefaultSettings()
	s.Iterations, s.Chains, s.Warmup, s.Draws, s.MaxDoublings = 20, 4, 250, 50, 6
	s.MaxActive, s.RepairSteps, s.KeptDraws = 30, 300, 250
	s.Schedule = hmc.BeforeLastWindow
	return s
}

// limit is an inclusive range of a numeric setting.
type limit struct {
	field          string
	value, lo, hi  float64
	exclusiveBelow bool
}

func (s Settings) limits() []limit {
	i := func(n int) float64 { return float64(n) }
	return []limit{
		{"iterations", i(s.Iterations), 0, 1e6, false},
		{"priorDraws", i(s.PriorDraws), 1, 1e5, false},
		{"activationCount", i(s.ActivationCount), 0, 1e5, false},
		{"maxActive", i(s.MaxActive), 1, 1e4, false},
		{"chains", i(s.Chains), 1, 64, false},
		{"warmup", i(s.Warmup), 20, 1e5, false},
		{"draws", i(s.Draws), 5, 1e4, false},
		{"proposals", i(s.Proposals), 1, 1000, false},
		{"delta", s.Delta, 0, 1, false},
		{"kappa", s.Kappa, 0, 1e6, false},
		{"beta", s.Beta, 0, 1e6, false},
		{"lookAhead", i(s.LookAhead), 1, 1e9, false},
		{"bandwidthInitial", s.BandwidthInitial, 0, 10, true},
		{"bandwidthFinal", s.BandwidthFinal, 0, 10, true},
		{"targetAccept", s.TargetAccept, .5, .999, false},
		{"maxDoublings", i(s.MaxDoublings), 1, 10, false},
		{"initRadius", s.InitRadius, 0, 20, true},
		{"repairs", i(s.Repairs), 0, 10, false},
		{"repairSteps", i(s.RepairSteps), 20, 1e5, false},
		{"keptDraws", i(s.KeptDraws), 10, 1e5, false},
	}
}

// FieldError is a setting out of range; its text says what is allowed.
type FieldError struct{ Field, Message string }

// Error returns the whole sentence.
func (e *FieldError) Error() string { return e.Field + ": " + e.Message }

// Validate returns a *FieldError for the first field out of range.
func (s Settings) Validate() error {
	for _, l := range s.limits() {
		if !(l.value >= l.lo && l.value <= l.hi) || (l.exclusiveBelow && l.value == l.lo) {
			return &FieldError{l.field, rangeText(l)}
		}
	}
	switch {
	case s.Weights != evidence.Basic && s.Weights != evidence.Spatial:
		return &FieldError{"weights", fmt.Sprintf("is %q; use %q or %q", s.Weights, evidence.Basic,
			evidence.Spatial)}
	case s.Schedule != hmc.Linear && s.Schedule != hmc.BeforeLastWindow:
		return &FieldError{"schedule",
			fmt.Sprintf("is %q; use %q or %q", s.Schedule, hmc.Linear, hmc.BeforeLastWindow)}
	case s.Metric != hmc.Diagonal && s.Metric != hmc.Dense:
		return &FieldError{"metric", fmt.Sprintf("is %q; use %q or %q", s.Metric, hmc.Diagonal, hmc.Dense)}
	case float64(s.Chains)*float64(s.Draws)*float64(s.Proposals) > 1e7:
		return &FieldError{"proposals", "chains x draws x proposals is over ten million a visit; lower one " +
			"of them"}
	}
	return s.validateParts()
}

func (s Settings) validateParts() error {
	if err := s.Moves.Validate(); err != nil {
		return &FieldError{"moves", err.Error()}
	}
	if err := s.SplitPrior.Validate(); err != nil {
		return &FieldError{"splitPrior", err.Error()}
	}
	if err := s.Priors.Validate(); err != nil {
		return &FieldError{"priors", err.Error()}
	}
	return nil
}

func rangeText(l limit) string {
	bound := "at least"
	if l.exclusiveBelow {
		bound = "more than"
	}
	if math.IsNaN(l.value) {
		return fmt.Sprintf("is not a number; use %s %v, at most %v", bound, l.lo, l.hi)
	}
	return fmt.Sprintf("is %v; use %s %v, at most %v", l.value, bound, l.lo, l.hi)
}

// Chain returns the settings of one chain's warm-up and sampling.
func (s Settings) Chain() hmc.Settings {
	c := hmc.DefaultSettings()
	c.Warmup, c.TargetAccept, c.MaxDoublings = s.Warmup, s.TargetAccept, s.MaxDoublings
	c.Metric, c.InitRadius = s.Metric, s.InitRadius
	c.Bandwidth = hmc.Schedule{Kind: s.Schedule, Initial: s.BandwidthInitial, Final: s.BandwidthFinal}
	return c
}
