// This file holds docs/embedding.md against what links can say.

package logic

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// linkExamples has a value for every key that the document explains.
var linkExamples = map[string]string{"dataset": "bcw", "data": "x,y%0A1,2", "target": "y", "task": "regression",
	"unused": "id", "holdout": "0.2", "holdoutseed": "7", "standardize": "no", "mode": "paper", "preset": "first",
	"model": "topologies", "scale": "log", "splits": "sharp", "noise": "leaf", "weight": "n", "size": "large",
	"seed": "9", "bandwidth": "several", "steps": "5", "autorun": "1", "show": "run,tree", "hide": "log",
	"lock": "1", "theme": "dark", "lang": "de", "tutorial": "run:%20Press%20it%7CDone",
	"parent": "https%3A%2F%2Fexample.org", "embed": "1"}

// documented reads the table below the heading: names in backquotes of the first cell of each row, with those of the
// second.
func documented(t *testing.T, heading string) map[string][]string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "embedding.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(body), heading)
	if !found {
		t.Fatalf("docs/embedding.md lacks %q", heading)
	}
	name := regexp.MustCompile("`([^`]+)`")
	rows := map[string][]string{}
	for _, line := range strings.Split(rest, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) < 4 && len(rows) > 0 {
			break
		}
		if len(cells) < 4 || !strings.Contains(cells[1], "`") {
			continue
		}
		var second []string
		for _, m := range name.FindAllStringSubmatch(cells[2], -1) {
			second = append(second, m[1])
		}
		for _, m := range name.FindAllStringSubmatch(cells[1], -1) {
			rows[m[1]] = second
		}
	}
	return rows
}

func TestEmbeddingDocumentNamesWhatLinksTake(t *testing.T) {
	keys := documented(t, "## What a link can say")
	got, want := slices.Sorted(maps.Keys(keys)), slices.Sorted(maps.Keys(linkExamples))
	if !slices.Equal(got, want) {
		t.Errorf("the document explains %q, want %q", got, want)
	}
	for key, value := range linkExamples {
		if _, refused := ParseLink("#"+key+"="+value, true); len(refused) > 0 {
			t.Errorf("%s=%s is refused: %q", key, value, refused)
		}
	}
	for _, key := range []string{"dataset", "task", "mode", "preset", "theme", "lang"} {
		if len(keys[key]) == 0 {
			t.Errorf("%s has no values in the document", key)
		}
	}
	for _, value := range keys["dataset"] {
		if _, known := SampleByID(value); !known {
			t.Errorf("the document names the data set %s", value)
		}
	}
}

func TestEmbeddingDocumentNamesEveryPart(t *testing.T) {
	got := documented(t, "Parts, each panel with its controls:")
	want := map[string][]string{}
	for _, p := range Parts() {
		if p.Panel == "" {
			want[p.Name] = nil
		} else {
			want[p.Panel] = append(want[p.Panel], p.Name)
		}
	}
	if !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("the document has the parts %q, the page %q", got, want)
	}
}
