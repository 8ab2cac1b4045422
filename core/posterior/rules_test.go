package posterior

import (
	"strings"
	"testing"
)

// TestRulesInGerman: the notes are German, the tree is the same.
func TestRulesInGerman(t *testing.T) {
	p := single(t, false, Likelihood)
	english, _ := p.Rules(stump, "en")
	german, ok := p.Rules(stump, "de")
	if !ok || german.Lang != "de" || !strings.HasPrefix(german.Notes[0], "Eine von 1 Topologien, mit dem Gewicht 1.000") || german.Outcomes[0].Mean != english.Outcomes[0].Mean || german.Conditions[0].Threshold != english.Conditions[0].Threshold {
		t.Errorf("%+v", german)
	}
}
