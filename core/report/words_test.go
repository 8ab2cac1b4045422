package report

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"dcctree/core/chart"
)

// TestEveryWordIsInGerman holds the table against the source, both ways, and the values that each text takes.
func TestEveryWordIsInGerman(t *testing.T) {
	body, err := os.ReadFile("report.go")
	if err != nil {
		t.Fatal(err)
	}
	const quoted = `"((?:[^"\\]|\\.)*)"`
	used := map[string]bool{}
	for _, call := range []string{`\bp\.(?:say|paragraph)\(` + quoted, `\bp\.section\("[a-z]+", ` + quoted} {
		for _, m := range regexp.MustCompile(call).FindAllStringSubmatch(string(body), -1) {
			used[m[1]] = true
		}
	}
	for _, m := range regexp.MustCompile(`\bp\.table\((.*)\)`).FindAllStringSubmatch(string(body), -1) {
		for _, word := range regexp.MustCompile(quoted).FindAllStringSubmatch(m[1], -1) {
			used[word[1]] = true
		}
	}
	if len(used) < 35 {
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
		if strings.Count(words, "%s") != strings.Count(translated, "%s") {
			t.Errorf("%q does not take the values of %q", translated, words)
		}
	}
}

// TestGermanReport: the words are German, the language is told, and what the report is given stays.
func TestGermanReport(t *testing.T) {
	r := sample()
	r.Lang = chart.German
	text := HTML(r)
	for _, want := range []string{`<html lang="de">`, "<h2 id=\"trees\">Die wahrscheinlichsten Bäume</h2>", "(? wo die Evidenz dahinter nicht verlässlich ist)", "höchstens 15\u00a0% (90-%-Schranke)", "Regression of y on 1 feature."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
