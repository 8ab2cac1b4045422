// The settings as people meet them: heading, symbol, and what is allowed.

package dcc

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"dcctree/core/evidence"
	"dcctree/core/hmc"
	"dcctree/core/softtree"
)

// Field is one of the settings.
type Field struct {
	Name    string   // path in the JSON form of Settings, with a dot before the name of an inner field
	Group   string   // heading: "divide", "chains", "bandwidth" or "priors"
	Symbol  string   // the paper's, "" where it has none; "N_c" is N with index c
	Range   Range    // of a number
	Choices []string // the words allowed; nil for a number
}

// Range is what a number must lie in, in its own unit. Ends may be infinite.
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
	positive := Range{Most: math.Inf(1), Above: true, Below: true}
	anything := Range{Least: math.Inf(-1), Most: math.Inf(1), Above: true, Below: true}
	return []Field{
		{Name: "iterations", Group: "divide", Symbol: "T", Range: Range{Most: 1e6}},
		{Name: "priorDraws", Group: "divide", Symbol: "T_0", Range: Range{Least: 1, Most: 1e5}},
		{Name: "activationCount", Group: "divide", Symbol: "C_0", Range: Range{Most: 1e5}},
		{Name: "maxActive", Group: "divide", Symbol: "T_max", Range: Range{Least: 1, Most: 1e4}},
		{Name: "delta", Group: "divide", Symbol: "δ", Range: Range{Most: 1}},
		{Name: "kappa", Group: "divide", Symbol: "κ", Range: Range{Most: 1e6}},
		{Name: "beta", Group: "divide", Symbol: "β", Range: Range{Most: 1e6}},
		{Name: "lookAhead", Group: "divide", Symbol: "T_a", Range: Range{Least: 1, Most: 1e9}},
		{Name: "moves.grow", Group: "divide", Range: Range{Most: 1}},
		{Name: "moves.prune", Group: "divide", Range: Range{Most: 1}},
		{Name: "moves.stay", Group: "divide", Range: Range{Most: 1}},
		{Name: "chains", Group: "chains", Symbol: "N_c", Range: Range{Least: 1, Most: 64}},
		{Name: "warmup", Group: "chains", Symbol: "N_init", Range: Range{Least: 20, Most: 1e5}},
		{Name: "draws", Group: "chains", Symbol: "N_s", Range: Range{Least: 5, Most: 1e4}},
		{Name: "proposals", Group: "chains", Symbol: "N_M", Range: Range{Least: 1, Most: 1000}},
		{Name: "weights", Group: "chains", Symbol: "Φ", Choices: oneOf(evidence.Basic, evidence.Spatial)},
		{Name: "targetAccept", Group: "chains", Range: Range{Least: .5, Most: .999}},
		{Name: "maxDoublings", Group: "chains", Range: Range{Least: 1, Most: 10}},
		{Name: "metric", Group: "chains", Choices: oneOf(hmc.Diagonal, hmc.Dense)},
		{Name: "initRadius", Group: "chains", Range: Range{Most: 20, Above: true}},
		{Name: "repairs", Group: "chains", Range: Range{Most: 10}},
		{Name: "repairSteps", Group: "chains", Range: Range{Least: 20, Most: 1e5}},
		{Name: "keptDraws", Group: "chains", Range: Range{Least: 10, Most: 1e5}},
		{Name: "bandwidthInitial", Group: "bandwidth", Symbol: "h_init", Range: Range{Most: 10, Above: true}},
		{Name: "bandwidthFinal", Group: "bandwidth", Symbol: "h_final", Range: Range{Most: 10, Above: true}},
		{Name: "schedule", Group: "bandwidth", Choices: oneOf(hmc.Linear, hmc.BeforeLastWindow)},
		{Name: "splitPrior.alpha", Group: "priors", Symbol: "α", Range: Range{Most: 1, Above: true, Below: true}},
		{Name: "splitPrior.beta", Group: "priors", Symbol: "β", Range: Range{Most: 10}},
		{Name: "priors.leafMean", Group: "priors", Symbol: "α_μ", Range: anything},
		{Name: "priors.leafSD", Group: "priors", Symbol: "β_μ", Range: positive},
		{Name: "priors.sigmaFamily", Group: "priors", Choices: oneOf(softtree.InverseGamma, softtree.HalfT3)},
		{Name: "priors.sigmaShape", Group: "priors", Symbol: "α_σ", Range: positive},
		{Name: "priors.sigmaScale", Group: "priors", Symbol: "β_σ", Range: positive},
		{Name: "priors.classConcentration", Group: "priors", Symbol: "α", Range: positive},
	}
}

func oneOf[T ~string](words ...T) (out []string) {
	for _, w := range words {
		out = append(out, string(w))
	}
	return out
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
