package report

import (
	"strings"
	"testing"
)

// TestGermanReport: the words are German, the language is told, and what the report is given stays.
func TestGermanReport(t *testing.T) {
	r := sample()
	r.Lang = "de"
	text := HTML(r)
	for _, want := range []string{`<html lang="de">`, "<h2 id=\"trees\">Die wahrscheinlichsten Bäume</h2>",
		"(? wo die Evidenz dahinter nicht verlässlich ist)", "höchstens 15\u00a0% (90-%-Schranke)",
		"Regression of y on 1 feature."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
