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

// TestPlotsAndReportsAreToldInGerman holds the table against the sources, both ways, and the values that each text
// takes.
func TestPlotsAndReportsAreToldInGerman(t *testing.T) {
	const quoted = `"((?:[^"\\]|\\.)*)"`
	said, heads, texts := regexp.MustCompile(`\b[pl]\.say\(`+quoted), regexp.MustCompile(`\bp\.head\((.*)\)`), regexp.MustCompile(quoted)
	used := map[string]bool{"likelihood": true, "mixture": true, "failed": true} // values that reach say as they are
	for _, words := range presetWords {
		used[words] = true
	}
	for _, name := range []string{"plot.go", "diagnose.go", "report.go"} {
		body, err := os.ReadFile(filepath.Join(".", name))
		if err != nil {
			t.Fatal(err)
		}
		found := said.FindAllStringSubmatch(string(body), -1)
		for _, call := range heads.FindAllStringSubmatch(string(body), -1) {
			found = append(found, texts.FindAllStringSubmatch(call[1], -1)...)
		}
		for _, m := range found {
			used[strings.ReplaceAll(m[1], `\u0302`, "\u0302")] = true
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

// TestReportsNameThePreset: each of those that can be asked for.
func TestReportsNameThePreset(t *testing.T) {
	for _, preset := range []string{first, fast, "quick", "paper"} {
		if presetWords[preset] == "" {
			t.Errorf("the preset %s has no name", preset)
		}
	}
}
