package export

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"dcctree/core/topology"
)

// TestEveryWordIsInGerman holds the table against the sources, both ways, and the values that each text takes.
func TestEveryWordIsInGerman(t *testing.T) {
	asked, verbs := regexp.MustCompile(`\b(?:say|both)\(["`+"`"+`]([^"`+"`"+`]*)["`+"`"+`]`), regexp.MustCompile(`%[.0-9a-zX]+`)
	used := map[string]bool{}
	for _, name := range []string{"rules.go", "dialects.go", "sql.go", "refusal.go", "words.go"} {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range asked.FindAllStringSubmatch(string(body), -1) {
			used[m[1]] = true
		}
	}
	if len(used) < 8 {
		t.Fatalf("found %d texts", len(used))
	}
	for words := range used {
		if german[words] == "" {
			t.Errorf("German lacks %q", words)
		}
	}
	for words, translated := range german {
		if !used[words] {
			t.Errorf("%q is said nowhere", words)
		}
		if a, b := verbs.FindAllString(words, -1), verbs.FindAllString(translated, -1); !slices.Equal(a, b) {
			t.Errorf("%q takes %v, %q %v", translated, b, words, a)
		}
	}
}

// TestGermanRules: words are German, programs differ in their comments alone.
func TestGermanRules(t *testing.T) {
	stump := topology.Root().Grow(0)
	tree := Tree{Name: "{1,2}", Target: "Miete", Nodes: stump.Nodes(), Lang: "de", Notes: []string{"Eine Anmerkung."},
		Conditions: []Condition{{Terms: []Term{{Feature: "Lage", Labels: []string{"Rand", "Mitte", "See"}, Weight: 1, Range: 1}}, Threshold: 1}},
		Outcomes:   []Outcome{{Mean: 1}, {Mean: 2.5}}}
	want := "Mittel von Miete nach dem Entscheidungsbaum {1,2}.\nEine Anmerkung.\nwenn Lage ist Rand oder Mitte:\n    Miete = 1\nsonst:\n    Miete = 2.5\n"
	if got := rulesOf(t, tree, "text"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	python := "# -*- coding: utf-8 -*-\n# Mittel von Miete nach dem Entscheidungsbaum {1,2}.\n# Eine Anmerkung.\n" +
		"# Eine Zeile, der ein Wert fehlt oder deren Kategorie hier nicht vorkommt, bekommt keine Antwort.\ndef predict(row):\n" +
		"    if any(row[name] is None or row[name] != row[name] for name in [\"Lage\"]):\n        return None\n" +
		"    if row[\"Lage\"] not in [\"Rand\", \"Mitte\", \"See\"]:\n        return None\n    if row[\"Lage\"] in [\"Rand\", \"Mitte\"]:\n        return 1\n    else:\n        return 2.5\n"
	if got := rulesOf(t, tree, "python"); got != python {
		t.Errorf("%q, want %q", got, python)
	}
}
