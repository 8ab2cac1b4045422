// Combine: the weights of the topologies with their Monte Carlo errors.

package dcc

import (
	"math"
	"slices"
	"sort"

	"dcctree/core/conquer"
	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// Summary is what a run knows of one measured topology.
type Summary struct {
	Topology         topology.Topology
	Weight           float64 // posterior probability among the measured topologies
	WeightError      float64 // Monte Carlo standard error of Weight, at most 1
	LogEvidence      float64 // log Z_m, p(m) not included; NaN where every chain was left out at once
	LogEvidenceError float64 // standard error of LogEvidence, with what an audit found lacking
	LogPrior         float64 // log p(m)
	Active           bool
	Visits           int
	Draws            int
	Divergences      int
	Saturated        int
	Gradients        int
	Repairs          int
	Trust            conquer.Trust
	// Pareto k-hat of the importance weights; NaN where there is none, as of tempered particles
	KHat            float64
	KHatLimit       float64 // above it the estimate is not reliable
	EffectiveNumber float64 // of the importance weights (Kish)
	Chains          int     // in use
	Kept            int     // draws that are kept of it
	ChainsLeftOut   []string
	Modes           int            // fast mode: components of the mixture that measured it
	Method          conquer.Method // fast mode
	Audit           AuditReport    // fast mode; Done is false where there was none
}

// Reliable reports whether the evidence can be relied on.
func (s Summary) Reliable() bool { return s.Trust.Reliable() && s.Chains > 0 }

// Summaries returns all measured topologies, by weight. A topology that was dropped from the active
// set keeps its weight.
func (s *Sampler) Summaries() []Summary {
	n := 0
	for _, e := range s.order {
		if e.measured() {
			n++
		}
	}
	// of a long run there are many, and they are made after each step
	out, logs := make([]Summary, 0, n), make([]float64, 0, n)
	for _, e := range s.order {
		if !e.measured() {
			continue
		}
		out = append(out, e.summary())
		logs = append(logs, e.logMass())
	}
	return Combined(out, logs)
}

// Combined sets weights and errors and sorts by weight.
func Combined(out []Summary, logs []float64) []Summary {
	Weigh(out, logs)
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].Weight != out[j].Weight {
			return out[i].Weight > out[j].Weight
		}
		return topology.Less(out[i].Topology, out[j].Topology)
	})
	return out
}

// logMass is log Z_m + log p(m); -Inf where no chain gave a weight.
func (e *entry) logMass() float64 {
	if e.estimate.N() == 0 {
		return math.Inf(-1)
	}
	return e.estimate.LogZ() + e.logPrior
}

func (e *entry) summary() Summary {
	sum := Summary{
		Topology: e.topology, LogPrior: e.logPrior, Active: e.active,
		LogEvidence: e.estimate.LogZ(), LogEvidenceError: e.estimate.LogError(),
		Visits: e.visits, Draws: e.draws, Divergences: e.divergences, Saturated: e.saturated,
		Gradients: e.gradients, Repairs: e.repairs,
		KHatLimit: e.estimate.KHatLimit(), EffectiveNumber: e.estimate.EffectiveNumber(),
		Chains: len(e.chains) - e.leftOut() + e.retired, Kept: e.pool.Kept(),
	}
	sum.Trust, sum.KHat = e.trust()
	for _, c := range e.chains {
		if c.leftOut != "" {
			sum.ChainsLeftOut = append(sum.ChainsLeftOut, c.leftOut)
		}
	}
	return sum
}

// trust judges the importance weights and returns the k-hat that there is. Weights that are all equal are the evidence
// itself.
func (e *entry) trust() (conquer.Trust, float64) {
	kHat := e.estimate.KHat()
	if math.IsInf(kHat, -1) {
		return conquer.Exact, math.NaN()
	}
	return conquer.TrustOf(kHat, e.estimate.KHatLimit())
}

// MaxLogError caps an unknown error of log Z: beyond it the weight may be anything.
const MaxLogError = 10

// Weigh sets the weights w_m = Z_m p(m) / sum (paper, theorem on the posterior distribution) and
// their errors by the delta method on independent log Z errors s_m:
// var w_m = w_m^2 ((1-w_m)^2 s_m^2 + sum_{j != m} w_j^2 s_j^2).
func Weigh(out []Summary, logs []float64) {
	total := numeric.LogSumExp(logs)
	if math.IsInf(total, -1) || math.IsNaN(total) {
		return
	}
	var spread float64
	variance := make([]float64, len(out))
	for i := range out {
		out[i].Weight = numeric.Exp(logs[i] - total)
		e := out[i].LogEvidenceError
		if !(e < MaxLogError) {
			e = MaxLogError
		}
		variance[i] = e * e
		spread += float64(out[i].Weight * out[i].Weight * variance[i])
	}
	for i := range out {
		w := out[i].Weight
		others := spread - float64(w*w*variance[i])
		out[i].WeightError = math.Min(1, w*math.Sqrt(float64((1-w)*(1-w)*variance[i])+math.Max(0, others)))
	}
}

// Gradients returns the number of gradients used so far.
func (s *Sampler) Gradients() int { return s.gradients }

// Draws returns the weighted draws of a measured topology, at most Settings.KeptDraws; ok is false
// where there are none.
func (s *Sampler) Draws(t topology.Topology) (d Draws, ok bool) {
	e := s.found[t]
	if e == nil || len(e.pool.Weights) == 0 {
		return Draws{}, false
	}
	points, shares := e.pool.Draws(s.stream(e, "draws"))
	return Draws{Dim: e.pool.Dim, Points: points, Shares: shares}, true
}

// Draws are the weighted draws of one topology: they approximate its posterior p_m(Theta_m).
type Draws struct {
	Dim    int
	Points []float64 // row-major, N x Dim, unconstrained
	Shares []float64 // N, sum 1
	// Mixed is how many of the draws, taken systematically, count where all topologies are mixed; 0 for all of
	// them. A light topology that was measured by embedded draws alone has few.
	Mixed int
}

// Point returns draw k.
func (d Draws) Point(k int) []float64 { return d.Points[k*d.Dim : (k+1)*d.Dim] }

// Clone returns a copy that stays valid.
func (d Draws) Clone() Draws {
	d.Points, d.Shares = slices.Clone(d.Points), slices.Clone(d.Shares)
	return d
}
