package export

import (
	"testing"

	"dcctree/core/topology"
	"dcctree/core/tree"
)

// TestGermanRules: words are German, programs differ in their comments alone.
func TestGermanRules(t *testing.T) {
	stump := topology.Root().Grow(0)
	of := RuleSet{Name: "{1,2}", Target: "Miete", Lang: "de", Notes: []string{"Eine Anmerkung."},
		Features: []Feature{{Name: "Lage", Labels: []string{"Rand", "Mitte", "See"}}},
		Tree: drawnOf(stump, []tree.Rule{tree.Threshold{At: 1}},
			[]tree.Answer{tree.Normal{Mean: 1}, tree.Normal{Mean: 2.5}})}
	want := "Mittel von Miete nach dem Entscheidungsbaum {1,2}.\nEine Anmerkung.\nwenn Lage ist Rand oder " +
		"Mitte:\n    Miete = 1\nsonst:\n    Miete = 2.5\n"
	if got := rulesOf(t, of, "text"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	python := "# -*- coding: utf-8 -*-\n# Mittel von Miete nach dem Entscheidungsbaum {1,2}.\n# Eine Anmerkung.\n" +
		"# Eine Zeile, der ein Wert fehlt oder deren Kategorie hier nicht vorkommt, bekommt keine " +
		"Antwort.\ndef predict(row):\n" +
		"    if any(row[name] is None or row[name] != row[name] for name in [\"Lage\"]):\n        " +
		"return None\n" +
		"    if row[\"Lage\"] not in [\"Rand\", \"Mitte\", \"See\"]:\n        return None\n    if " +
		"row[\"Lage\"] in [\"Rand\", \"Mitte\"]:\n        return 1\n    else:\n        return 2.5\n"
	if got := rulesOf(t, of, "python"); got != python {
		t.Errorf("%q, want %q", got, python)
	}
}
