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
	"reflect"
	"strings"

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

// Field is one of the settings.
type Field struct {
	Name    string   // path in the JSON form of Settings, with a dot before the name of an inner field
	Group   string   // heading: a key of core/words
	Symbol  string   // the paper's, "" where it has none; "N_c" is N with index c
	Range   Range    // of a number
	Choices []string // the words allowed; nil for a number
}

// Range is what a number must lie in, in its own unit. An end of ±math.MaxFloat64 says that it has to be finite alone.
type Range struct {
	Least, Most  float64
	Above, Below bool // the end itself is not allowed
}

// Holds reports whether x lies in the range; NaN does not.
func (r Range) Holds(x float64) bool {
	return x >= r.Least && x <= r.Most && !(r.Above && x == r.Least) && !(r.Below && x == r.Most)
}

// Fields returns all settings, a group after the other, in the order of the paper's steps.
func Fields() []Field {
	const (
		divide, chains, bandwidth, priors = "group.divide", "group.chains", "group.bandwidth", "group.priors"
		finite                            = math.MaxFloat64
	)
	return []Field{
		{"iterations", divide, "T", Range{Most: 1e6}, nil},
		{"priorDraws", divide, "T_0", Range{Least: 1, Most: 1e5}, nil},
		{"activationCount", divide, "C_0", Range{Most: 1e5}, nil},
		{"maxActive", divide, "T_max", Range{Least: 1, Most: 1e4}, nil},
		{"delta", divide, "δ", Range{Most: 1}, nil},
		{"kappa", divide, "κ", Range{Most: 1e6}, nil},
		{"beta", divide, "β", Range{Most: 1e6}, nil},
		{"lookAhead", divide, "T_a", Range{Least: 1, Most: 1e9}, nil},
		{"moves.grow", divide, "", Range{Most: 1}, nil},
		{"moves.prune", divide, "", Range{Most: 1}, nil},
		{"moves.stay", divide, "", Range{Most: 1}, nil},
		{"chains", chains, "N_c", Range{Least: 1, Most: 64}, nil},
		{"warmup", chains, "N_init", Range{Least: 20, Most: 1e5}, nil},
		{"draws", chains, "N_s", Range{Least: 5, Most: 1e4}, nil},
		{"proposals", chains, "N_M", Range{Least: 1, Most: 1000}, nil},
		{"weights", chains, "Φ", Range{}, []string{string(evidence.Basic), string(evidence.Spatial)}},
		{"targetAccept", chains, "", Range{Least: .5, Most: .999}, nil},
		{"maxDoublings", chains, "", Range{Least: 1, Most: 10}, nil},
		{"metric", chains, "", Range{}, []string{string(hmc.Diagonal), string(hmc.Dense)}},
		{"initRadius", chains, "", Range{Most: 20, Above: true}, nil},
		{"repairs", chains, "", Range{Most: 10}, nil},
		{"repairSteps", chains, "", Range{Least: 20, Most: 1e5}, nil},
		{"keptDraws", chains, "", Range{Least: 10, Most: 1e5}, nil},
		{"bandwidthInitial", bandwidth, "h_init", Range{Most: 10, Above: true}, nil},
		{"bandwidthFinal", bandwidth, "h_final", Range{Most: 10, Above: true}, nil},
		{"schedule", bandwidth, "", Range{}, []string{string(hmc.Linear), string(hmc.BeforeLastWindow)}},
		{"splitPrior.alpha", priors, "α", Range{0, 1, true, true}, nil},
		{"splitPrior.beta", priors, "β", Range{Most: 10}, nil},
		{"priors.leafMean", priors, "α_μ", Range{Least: -finite, Most: finite}, nil},
		{"priors.leafSD", priors, "β_μ", Range{0, finite, true, true}, nil},
		{"priors.sigmaFamily", priors, "", Range{}, []string{softtree.InverseGamma, softtree.HalfT3}},
		{"priors.sigmaShape", priors, "α_σ", Range{0, finite, true, true}, nil},
		{"priors.sigmaScale", priors, "β_σ", Range{0, finite, true, true}, nil},
		{"priors.classConcentration", priors, "α", Range{0, finite, true, true}, nil},
	}
}

// inner reports whether the field is one of a part that judges itself.
func (f Field) inner() bool { return strings.Contains(f.Name, ".") }

// fault says what is wrong with a value of the field; "" for nothing.
func (f Field) fault(v reflect.Value) string {
	if f.Choices != nil {
		return f.wrongWord(v.String())
	}
	x := math.NaN()
	if v.CanInt() {
		x = float64(v.Int())
	} else if v.CanFloat() {
		x = v.Float()
	}
	if f.Range.Holds(x) {
		return ""
	}
	is, bound := fmt.Sprintf("is %v", x), "at least"
	if math.IsNaN(x) {
		is = "is not a number"
	}
	if f.Range.Above {
		bound = "more than"
	}
	return fmt.Sprintf("%s; use %s %v, at most %v", is, bound, f.Range.Least, f.Range.Most)
}

func (f Field) wrongWord(word string) string {
	quoted := make([]string, len(f.Choices))
	for i, c := range f.Choices {
		if c == word {
			return ""
		}
		quoted[i] = fmt.Sprintf("%q", c)
	}
	return fmt.Sprintf("is %q; use %s", word, strings.Join(quoted, " or "))
}

// FieldError is a setting out of range; its text says what is allowed.
type FieldError struct{ Field, Message string }

// Error returns the whole sentence.
func (e *FieldError) Error() string { return e.Field + ": " + e.Message }

// Validate returns a *FieldError for the first field, in the order of Fields, with a value that is not allowed; those
// of inner parts, which judge themselves, come last.
func (s Settings) Validate() error {
	values := map[string]reflect.Value{}
	v := reflect.ValueOf(s)
	for i := range v.NumField() {
		values[v.Type().Field(i).Tag.Get("json")] = v.Field(i)
	}
	for _, f := range Fields() {
		if !f.inner() {
			if fault := f.fault(values[f.Name]); fault != "" {
				return &FieldError{f.Name, fault}
			}
		}
	}
	if float64(s.Chains)*float64(s.Draws)*float64(s.Proposals) > 1e7 {
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

// Chain returns the settings of one chain's warm-up and sampling.
func (s Settings) Chain() hmc.Settings {
	c := hmc.DefaultSettings()
	c.Warmup, c.TargetAccept, c.MaxDoublings = s.Warmup, s.TargetAccept, s.MaxDoublings
	c.Metric, c.InitRadius = s.Metric, s.InitRadius
	c.Bandwidth = hmc.Schedule{Kind: s.Schedule, Initial: s.BandwidthInitial, Final: s.BandwidthFinal}
	return c
}
