// The table of German words is held against the sources.

package study

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dcctree/core/chart"
)

// TestPlotsAreToldInGerman holds the table against the sources, both ways, and the values that each text takes.
func TestPlotsAreToldInGerman(t *testing.T) {
	calls := regexp.MustCompile(`\bp\.(?:say|head)\((.*)`)
	texts := regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
	used := map[string]bool{}
	for _, name := range []string{"plot.go", "diagnose.go"} {
		body, err := os.ReadFile(filepath.Join(".", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range calls.FindAllStringSubmatch(string(body), -1) {
			for _, m := range texts.FindAllStringSubmatch(call[1], -1) {
				used[strings.ReplaceAll(m[1], `\u0302`, "\u0302")] = true
			}
		}
	}
	if len(used) < 30 {
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

func TestPlotSays(t *testing.T) {
	p := plotted{lang: chart.German}
	if p.head("Row", "Mean"); len(p.heads) != 2 || p.heads[0] != "Zeile" || p.heads[1] != "Mittel" {
		t.Errorf("heads %q", p.heads)
	}
	if got := p.say("%s of %s rows, at equal distances.", "2", "%s"); got != "2 von %s Zeilen, in gleichen Abständen." {
		t.Errorf("%q", got)
	}
}
