// The utility that chooses the next topology, and the steps that a run reports.

package dcc

import (
	"math"
	"sort"

	"dcctree/core/conquer"
	"dcctree/core/evidence"
	"dcctree/core/topology"
)

// Term is the utility of one active topology and its parts (paper, equation utility).
type Term struct {
	Topology     topology.Topology
	Exploitation float64 // (1-delta) tau_m / max tau
	Exploration  float64 // delta rho_m / max rho
	Optimism     float64 // beta log(sum S) / sqrt(S_m)
	Utility      float64 // their sum over S_m
	Visits       int     // S_m
}

// utilities returns the terms of all active, measured topologies, best first. Z and the weights
// include p(m), as the paper's unnormalized posterior does.
func (s *Sampler) utilities() []Term {
	var live []*entry
	var logZ, logVar []float64
	total := 0
	for _, e := range s.order {
		if !e.active || !e.measured() {
			continue
		}
		live = append(live, e)
		logZ = append(logZ, e.estimate.LogZ()+e.logPrior)
		logVar = append(logVar, e.estimate.LogVariance()+2*e.logPrior)
		total += e.visits
	}
	set := s.problem.Settings
	exploit := evidence.ExploitationRatios(logZ, logVar, set.Kappa)
	explore := explorationRatios(live, set)
	terms := make([]Term, len(live))
	for i, e := range live {
		n := float64(e.visits)
		t := Term{Topology: e.topology, Visits: e.visits,
			Exploitation: float64((1 - set.Delta) * exploit[i]),
			Exploration:  float64(set.Delta * explore[i]),
			Optimism:     set.Beta * math.Log(float64(total)) / math.Sqrt(n)}
		t.Utility = (t.Exploitation + t.Exploration + t.Optimism) / n
		terms[i] = t
	}
	sort.SliceStable(terms, func(i, j int) bool { return better(terms[i], terms[j]) })
	return terms
}

func better(a, b Term) bool {
	if a.Utility != b.Utility {
		return a.Utility > b.Utility
	}
	return topology.Less(a.Topology, b.Topology)
}

// explorationRatios returns rho_m / max rho (paper, "Calculation of Exploration Term"): the
// probability that one of Ta further weights exceeds the largest weight seen in any active topology.
// They are all zero where no topology has a chance.
func explorationRatios(live []*entry, set Settings) []float64 {
	out := make([]float64, len(live))
	if set.Delta == 0 {
		return out
	}
	threshold := math.Inf(-1)
	for _, e := range live {
		threshold = math.Max(threshold, e.estimate.MaxLogWeight()+e.logPrior)
	}
	for i, e := range live {
		mean, variance := e.estimate.MeanLogWeight()+e.logPrior, e.estimate.VarLogWeight()
		out[i] = evidence.LogExploration(threshold, mean, variance, float64(set.LookAhead))
	}
	return evidence.ExplorationRatios(out)
}

// Proposal is the outcome of the global update of one iteration.
type Proposal struct {
	Move      topology.Move
	Topology  topology.Topology
	Count     int // C_m of the proposed topology, this proposal included
	Activated bool
}

// Step is what one step of the run did: a topology burnt in, or a visit (one iteration of
// Algorithm 1).
type Step struct {
	Kind             JobKind
	Iteration        int // visits so far
	Iterations       int // T
	Topology         topology.Topology
	Terms            []Term // utilities that led to the visit, best first; nil for a burn-in
	LogEvidence      float64
	LogEvidenceError float64
	Visits           int
	Draws            int // of this step, over all chains
	Divergences      int // of this step
	Gradients        int // of this step
	Evaluations      int // densities without gradient, of this step
	TotalGradients   int
	// fast mode: log evidence that the hard trees predicted before the measurement; NaN where nothing was measured
	// before
	Predicted       float64
	Trust           conquer.Trust
	KHat            float64 // NaN where there is none
	KHatLimit       float64
	EffectiveNumber float64
	Proposal        *Proposal // nil for a burn-in
	Activated       []topology.Topology
	Removed         []topology.Topology
	Repaired        int            // repeated burn-ins
	LeftOut         []string       // reasons of chains left out in this step
	Chains          int            // chains in use
	Modes           int            // fast mode: components of the mixture
	Method          conquer.Method // fast mode: how the mixture was found
	LostDraws       int            // draws from the prior that outgrew 255 splits; told by the first step
	Audit           AuditReport    // fast mode: of an audit
	// fast mode: embedded besides Topology, the heaviest of them, or before an estimate
	Also       []topology.Topology
	Share      float64    // fast mode: of all these in what is measured so far
	Unexplored Unexplored // fast mode: of an estimate of what was not measured
	Ended      Ending     // fast mode: why the search ended, with the estimate after which it did
	Done       bool       // nothing is left after this step
	Variant    Variant    // of the problem, in a comparison
	Exhausted  bool       // Done before all iterations, because no active topology has a chain in use
}

// Told returns the topologies that the step is about.
func (s Step) Told() []topology.Topology { return append([]topology.Topology{s.Topology}, s.Also...) }

// describe fills the parts of a step that show the topology after it.
func (s *Sampler) describe(e *entry, step *Step) {
	step.Iteration, step.Iterations = s.iteration, s.problem.Settings.Iterations
	step.LogEvidence, step.LogEvidenceError = e.estimate.LogZ(), e.estimate.LogError()
	step.Trust, step.KHat = e.trust()
	step.KHatLimit = e.estimate.KHatLimit()
	step.EffectiveNumber = e.estimate.EffectiveNumber()
	step.Visits, step.TotalGradients = e.visits, s.gradients
	step.Chains = len(e.chains) - e.leftOut()
}
