package posterior

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dcctree/core/chart"
)

// TestRulesInGerman: the notes are German, the tree is the same; and each note stands in the table with the values that
// it takes.
func TestRulesInGerman(t *testing.T) {
	p := single(t, false, Likelihood)
	english, _ := p.Rules(stump, chart.English)
	german, ok := p.Rules(stump, chart.German)
	if !ok || german.Lang != "de" || !strings.HasPrefix(german.Notes[0], "Eine von 1 Topologien, mit dem Gewicht 1.000") || german.Outcomes[0].Mean != english.Outcomes[0].Mean || german.Conditions[0].Threshold != english.Conditions[0].Threshold {
		t.Errorf("%+v", german)
	}
	body, err := os.ReadFile("rules.go")
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`ruleWords\(l, "([^"]*)"`).FindAllStringSubmatch(string(body), -1)
	verbs := regexp.MustCompile(`%[.0-9a-z]+`)
	if len(said) != len(rulesGerman) {
		t.Errorf("%d texts said, %d translated", len(said), len(rulesGerman))
	}
	for _, m := range said {
		if a, b := verbs.FindAllString(m[1], -1), verbs.FindAllString(rulesGerman[m[1]], -1); len(a) == 0 || !slices.Equal(a, b) {
			t.Errorf("%q takes %v, in German %v", m[1], a, b)
		}
	}
}
