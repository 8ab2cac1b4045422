package dcc

import (
	"testing"

	"dcctree/core/conquer"
	"dcctree/core/topology"
)

// TestReasonsInGerman: a job that was given up, and what the program itself says of a failure.
func TestReasonsInGerman(t *testing.T) {
	for reason, german := range map[string]string{
		Crashed(3, "panic: boom (again)"): "3 Worker scheiterten (panic: boom (again))",
		"no draw has a positive density":  "keine Ziehung hat eine positive Dichte",
		"hmc: start: no":                  "hmc: start: no",
	} {
		if got := ReasonIn("de", reason); got != german {
			t.Errorf("%q is %q", reason, got)
		}
	}
	s := Step{Kind: Audit, Audit: AuditReport{Done: true, Flag: AuditFailed, Reason: Crashed(3, "exit")}}
	if got := s.In("de"); got != "Die Nachprüfung von {0} ist gescheitert: 3 Worker scheiterten (exit)." {
		t.Errorf("%q", got)
	}
	if got := s.In("en"); got != "The audit of {0} failed: 3 workers failed (exit)." {
		t.Errorf("%q", got)
	}
}

// TestAStepInBothLanguages: sentences put together from several texts.
func TestAStepInBothLanguages(t *testing.T) {
	shape, err := topology.Parse("100")
	if err != nil {
		t.Fatal(err)
	}
	measured := Step{Kind: Measure, Topology: shape, Modes: 7, Method: conquer.Modes, LogEvidence: -56.838,
		LogEvidenceError: .042, Predicted: -57.1}
	audited := Step{Kind: Audit, Topology: shape, LogEvidence: -56.816, LogEvidenceError: .032,
		Audit: AuditReport{Done: true, Added: 2, States: 40, Former: -56.838, FormerError: .042}}
	lacking := audited
	lacking.Audit.Exceeding = 1
	for _, c := range []struct {
		step            Step
		english, german string
	}{
		{measured, "Measured {1,2} from 7 modes of the soft trees: log evidence −56.84 ± .04, where −57.10 " +
			"was predicted.", "{1,2} gemessen, ausgehend von 7 Modi der weichen Bäume: Log-Evidenz " +
			"−56.84 ± .04, vorhergesagt war −57.10."},
		{audited, "Looked at {1,2} again from the prior and added 2 components: log evidence −56.82 ± .03, " +
			"before −56.84 ± .04.",
			"{1,2} vom Prior aus nachgeprüft und 2 Komponenten ergänzt: Log-Evidenz −56.82 ± .03, vorher " +
				"−56.84 ± .04."},
		{lacking, "Looked at {1,2} again from the prior and added 2 components: log evidence −56.82 ± .03, " +
			"before −56.84 ± .04. Beyond all draws still: 1 of 40 states; the error counts them.",
			"{1,2} vom Prior aus nachgeprüft und 2 Komponenten ergänzt: Log-Evidenz −56.82 ± .03, vorher " +
				"−56.84 ± .04. Noch jenseits aller Ziehungen: 1; nachgeprüft: 40 Zustände. " +
				"Der Fehler zählt sie mit."},
	} {
		if got := c.step.In("en"); got != c.english {
			t.Errorf("%q, want %q", got, c.english)
		}
		if got := c.step.In("de"); got != c.german {
			t.Errorf("%q, want %q", got, c.german)
		}
	}
}
