package chart

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// asked finds the words that the sources look up, or hand on to be looked up.
var asked = regexp.MustCompile(`(?s)\bsay\("((?:[^"\\]|\\.)*)"`)

// handedOn are words that reach say as values: sides, labels of numbers, and the note of a mixture.
var handedOn = []string{"left", "right", "yes", "no", "mean", "median", "true", mixtureNote}

// TestEveryWordIsInGerman holds the table against the sources, both ways, and the values that each text takes.
func TestEveryWordIsInGerman(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, words := range handedOn {
		used[words] = true
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range asked.FindAllStringSubmatch(string(body), -1) {
			used[m[1]] = true
		}
	}
	if len(used) < 60 {
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
		if strings.Count(words, "%s") != strings.Count(translated, "%s") || strings.Contains(strings.ReplaceAll(translated, "%s", ""), "%") {
			t.Errorf("%q does not take the values of %q", translated, words)
		}
	}
}

func TestSay(t *testing.T) {
	for _, c := range []struct {
		lang Lang
		want string
	}{{"", "2 to 50%s"}, {English, "2 to 50%s"}, {German, "2 bis 50%s"}} {
		if got := c.lang.say("%s to %s", "2", "50%s"); got != c.want { // a value is never read as a text
			t.Errorf("%q says %q, want %q", c.lang, got, c.want)
		}
	}
}
