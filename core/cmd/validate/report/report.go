// Package report holds what a validation found and writes it as Markdown.
package report

import (
	"fmt"
	"strings"
)

// Row is one figure beside the bound that was set before it was seen.
type Row struct {
	Check  string // what was measured
	Figure string // what was seen
	Bound  string // what it has to be
	Holds  bool
}

// Section is the outcome of one Check.
type Section struct {
	Name    string // of the Check; the program fills it in
	Title   string
	Text    string // one paragraph: what is checked and why
	Rows    []Row
	Seconds float64 // wall clock; the program fills it in
}

// Holds reports whether the section has rows and all of them hold: a check that looked at nothing has
// shown nothing.
func (s Section) Holds() bool {
	for _, r := range s.Rows {
		if !r.Holds {
			return false
		}
	}
	return len(s.Rows) > 0
}

// Check is a named piece of the validation that can be run alone. Names are short, lower case and
// without spaces; no two are equal.
type Check struct {
	Name string
	Run  func() Section
}

// Command returns the command that repeats the check of this name alone.
func Command(name string) string { return "go run ./core/cmd/validate -only " + name }

// Markdown writes the sections as one document: a summary, then a part per section with its text, its
// command and its table.
func Markdown(sections []Section) string {
	var b strings.Builder
	b.WriteString("# Validation\n\n")
	b.WriteString("Written by `go run ./core/cmd/validate -out docs/validation.md`; `make validate` does so " +
		"after comparing log densities and evidences with reference values that other programs computed.\n\n")
	summary(&b, sections)
	for _, s := range sections {
		write(&b, s)
	}
	return b.String()
}

func summary(b *strings.Builder, sections []Section) {
	b.WriteString("| section | rows that hold | seconds |\n|---|---|---|\n")
	for _, s := range sections {
		held := 0
		for _, r := range s.Rows {
			if r.Holds {
				held++
			}
		}
		fmt.Fprintf(b, "| [%s](#%s) | %d of %d | %.1f |\n", cell(s.Title), anchor(s.Title), held, len(s.Rows),
			s.Seconds)
	}
}

func write(b *strings.Builder, s Section) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n", s.Title, s.Text)
	fmt.Fprintf(b, "`%s` (%.1f s)\n\n", Command(s.Name), s.Seconds)
	b.WriteString("| check | figure | bound | holds |\n|---|---|---|---|\n")
	for _, r := range s.Rows {
		holds := "yes"
		if !r.Holds {
			holds = "**no**"
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", cell(r.Check), cell(r.Figure), cell(r.Bound), holds)
	}
}

// cell keeps text inside one cell of a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ").Replace(text)
}

// anchor is the name that Markdown renderers give a heading: lower case, spaces as hyphens, other
// punctuation left out.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '-':
			return '-'
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_':
			return r
		}
		return -1
	}, strings.ToLower(title))
}
