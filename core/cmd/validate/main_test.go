// Choosing checks, the verdict and the document on made-up checks.

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dcctree/core/cmd/validate/problems"
	"dcctree/core/cmd/validate/report"
)

func made() []group {
	of := func(name string, holds bool) report.Check {
		return report.Check{Name: name, Run: func() report.Section {
			return report.Section{Title: "On " + name,
				Rows: []report.Row{{Check: "figure of " + name, Figure: "1", Bound: "1", Holds: holds}}}
		}}
	}
	return []group{{"letters", []report.Check{of("a", true), of("b", true)}},
		{"digits", []report.Check{of("1", false)}}}
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		only   string
		passed bool
		titles string
	}{{"", false, "a b 1"}, {"letters", true, "a b"}, {"b", true, "b"}, {"digits", false, "1"}} {
		out := filepath.Join(t.TempDir(), "out.md")
		var printed strings.Builder
		passed, err := run(&printed, made(), c.only, out)
		if err != nil || passed != c.passed {
			t.Errorf("-only %q: passed %v, error %v", c.only, passed, err)
		}
		document, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"a", "b", "1"} {
			want := strings.Contains(c.titles, name)
			if got := strings.Contains(string(document), "## On "+name+"\n") &&
				strings.Contains(string(document), "-only "+name+"`"); got != want {
				t.Errorf("-only %q: section %s in the document: %v", c.only, name, got)
			}
			if got := strings.Contains(printed.String(), "figure of "+name); got != want {
				t.Errorf("-only %q: section %s printed: %v", c.only, name, got)
			}
		}
	}
}

func TestUnknownName(t *testing.T) {
	_, err := run(&strings.Builder{}, made(), "c", "")
	if err == nil || !strings.Contains(err.Error(), "letters (a, b), digits (1)") {
		t.Errorf("error %v does not list the names", err)
	}
}

func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range groups(problems.DefaultOptions()) {
		for _, c := range append([]report.Check{{Name: g.name}}, g.checks...) {
			if seen[c.Name] {
				t.Errorf("%s is there twice", c.Name)
			}
			seen[c.Name] = true
		}
	}
}
