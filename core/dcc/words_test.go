// Tests of the reasons that steps give.

package dcc

import (
	"math"
	"strings"
	"testing"

	"dcctree/core/topology"
)

// TestStepsSayWhy: a visit tells its utility, which is (exploitation + exploration + optimism) / visits, and a measurement what was predicted.
func TestStepsSayWhy(t *testing.T) {
	stump := topology.Root().Grow(0)
	visit := Step{Kind: Visit, Topology: stump, LogEvidence: -5, LogEvidenceError: .5, Terms: []Term{{Exploitation: .5, Exploration: .1, Optimism: .9, Utility: .75, Visits: 2}}}
	if want := "Visited {1,2}, so far seen only 2 times (utility .75: exploitation .50, exploration .10 and optimism .90 over 2 visits): log evidence −5.00 ± .50."; visit.Words() != want {
		t.Errorf("got  %s\nwant %s", visit.Words(), want)
	}
	measured := Step{Kind: Measure, Topology: stump, LogEvidence: -5, LogEvidenceError: .5, Modes: 2, Predicted: -6.25}
	if want := "Measured {1,2} from 2 modes: log evidence −5.00 ± .50, where −6.25 was predicted."; measured.Words() != want {
		t.Errorf("got  %s\nwant %s", measured.Words(), want)
	}
	for _, unknown := range []float64{math.NaN(), math.Inf(-1)} {
		measured.Predicted = unknown
		if strings.Contains(measured.Words(), "predicted") {
			t.Error(measured.Words())
		}
	}
}

// TestPredictionsAreTold: every measurement but the first tells what was predicted of it.
func TestPredictionsAreTold(t *testing.T) {
	f := mustFast(t, problem(), quickFast())
	var steps []Step
	if err := Run(f.problem, f, 2, func(s Step) { steps = append(steps, s) }); err != nil {
		t.Fatal(err)
	}
	told := 0
	for i, s := range steps {
		if s.Kind != Measure {
			continue
		}
		if known := s.Predicted == s.Predicted; known != (i > 0) {
			t.Errorf("step %d: %v predicted", i+1, s.Predicted)
		}
		told++
	}
	if told < 3 {
		t.Errorf("%d measurements", told)
	}
}
