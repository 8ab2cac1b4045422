// What the jobs of the fast mode find, and any result as one row: for digests and for recordings.

package dcc

import (
	"fmt"

	"dcctree/core/conquer"
	"dcctree/core/hardtree"
	"dcctree/core/hmc"
	"dcctree/core/numeric"
)

// Scored is what a Score found: hard trees, the best first.
type Scored struct {
	Solutions []hardtree.Solution
}

// Measured is what a Measure, an Embed or an Audit found.
type Measured struct {
	Proposals  []float64 // points x dim, row-major, unconstrained
	LogWeights []float64 // log of density / proposal density, p(m) not included
	Draws      int
	Evidence
}

// Evidence is what a measurement says of its topology.
type Evidence struct {
	LogZ            float64
	LogZError       float64
	KHat            float64 // NaN where there is none
	KHatLimit       float64
	EffectiveNumber float64
	Modes           int
	Method          conquer.Method
	Trust           conquer.Trust
	Audit           AuditReport // of an Audit

	Forecast      []float64 // rows x numbers of a row: what the draws predict, where that was asked for
	ForecastDraws int       // each took about one density
}

// Check refuses a measurement of dim parameters that does not hold together.
func (m *Measured) Check(dim int) error {
	if len(m.LogWeights) < 1 || len(m.Proposals) != len(m.LogWeights)*dim {
		return fmt.Errorf("%d weights and %d values for %d parameters", len(m.LogWeights), len(m.Proposals),
			dim)
	}
	if err := m.Evidence.Check(); err != nil {
		return err
	}
	return CheckDraws(m.Proposals, m.LogWeights)
}

// Check refuses an evidence that no worker computes.
func (e *Evidence) Check() error {
	if !numeric.Finite(e.LogZ) || !(e.LogZError >= 0) {
		return fmt.Errorf("log evidence %v ± %v", e.LogZ, e.LogZError)
	}
	if !e.Trust.Valid() {
		return fmt.Errorf("unknown trust %q", e.Trust)
	}
	return nil
}

// RecordedResult is a result of any kind in one row, whose order of fields is that of session files.
type RecordedResult struct {
	ID          int
	Outcome     Outcome
	Reason      string
	State       hmc.State
	Proposals   []float64
	LogWeights  []float64
	Gradients   int
	Evaluations int
	Draws       int
	ChainCounts
	Solutions  []hardtree.Solution
	SearchWork int
	Evidence
	Words   []string  // none
	Numbers []float64 // none
	Seconds float64
}

// Record returns the result as a row.
func (r Result) Record() RecordedResult {
	out := RecordedResult{ID: r.ID, Outcome: r.Outcome, Reason: r.Reason, Gradients: r.Gradients,
		Evaluations: r.Evaluations, SearchWork: r.SearchWork, Seconds: r.Seconds}
	switch f := r.Found.(type) {
	case *ChainResult:
		out.State, out.Proposals, out.LogWeights, out.Draws, out.ChainCounts = f.State, f.Proposals,
			f.LogWeights, f.Draws, f.ChainCounts
	case *Scored:
		out.Solutions = f.Solutions
	case *Measured:
		out.Proposals, out.LogWeights, out.Draws, out.Evidence = f.Proposals, f.LogWeights, f.Draws, f.Evidence
	}
	return out
}

// Result is the reverse of Record for a job of the fast mode.
func (r RecordedResult) Result(kind JobKind) Result {
	out := Result{ID: r.ID, Outcome: r.Outcome, Reason: r.Reason,
		Work:    Work{r.Gradients, r.Evaluations, r.SearchWork},
		Seconds: r.Seconds}
	if kind == Score {
		out.Found = &Scored{r.Solutions}
	} else {
		out.Found = &Measured{r.Proposals, r.LogWeights, r.Draws, r.Evidence}
	}
	return out
}
