package posterior

import (
	"reflect"
	"strings"
	"testing"
)

// TestRulesInGerman: the notes are German, the tree is the same.
func TestRulesInGerman(t *testing.T) {
	p := single(t, false, Likelihood)
	english, _ := p.Rules(stump, "en")
	german, ok := p.Rules(stump, "de")
	if !ok || german.Lang != "de" ||
		!strings.HasPrefix(german.Notes[0], "Eine von 1 Topologien, mit dem Gewicht 1.000") ||
		!reflect.DeepEqual(german.Tree.Nodes[0], english.Tree.Nodes[0]) {
		t.Errorf("%+v", german)
	}
}
