// Package export writes what people take away of a run: one tree as plain rules, in words and as a function in Python,
// R and two kinds of SQL; draws as Stan CSV and as JSON for ArviZ; trees and predictions as tables.
package export

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dcctree/core/dataset"
	"dcctree/core/tree"
	"dcctree/core/words"
)

// RuleSet is one tree to be written as rules, and what its table calls things.
type RuleSet struct {
	// Tree has thresholds and formulas on features in their own units (texts by their codes) and answers in the
	// target's: the middle of what a posterior says of a topology, without its uncertainty.
	Tree     tree.Tree
	Name     string // "{1,5,6}"
	Target   string // column that is predicted
	Features []Feature
	Classes  []string   // labels; nil for a regression
	Columns  []string   // all that the table is known to have, by which databases could mistake a feature
	Notes    []string   // lines on where the tree is from, written above it as comments
	Lang     words.Lang // of what Rules adds in words; Notes are in it already
}

// Feature is an input of a rule.
type Feature struct {
	Name   string
	Labels []string // of a text, whose codes are 0, 1, ...; nil for a number
	sided  bool     // the tree has a side for rows without a value
}

// FeaturesOf returns the features of a frame.
func FeaturesOf(f *dataset.Frame) (out []Feature) {
	for j, name := range f.Features {
		out = append(out, Feature{Name: name, Labels: f.Labels[j]})
	}
	return out
}

// Languages are the names that Rules takes; "sql" is that of PostgreSQL and SQLite, "mysql" that of MySQL and MariaDB.
var Languages = []string{"text", "python", "r", "sql", "mysql"}

// Rules returns the tree in one of the Languages: indented words, or a function of a row (SQL: a SELECT from the table
// data). A row that misses a value for which the tree has no side, or has a label that it does not know, has no answer:
// None, NA or NULL. In
// Python and R, characters that are not seen are written as escapes, in words and comments as \u{...}. The error is a
// *Refusal about a name or a label that the language cannot say. It panics on another language.
func Rules(t RuleSet, language string) (string, error) {
	d := dialectOf(language, t.Lang)
	used := used(t)
	if err := refusal(t, d, used); err != nil {
		return "", err
	}
	w := &rules{tree: t, dialect: d}
	w.head()
	before, depth := d.open(used)
	for _, line := range before {
		w.line(0, line)
	}
	w.node(0, depth)
	for _, line := range d.close(used) {
		w.line(0, line)
	}
	return w.String(), nil
}

func dialectOf(language string, lang words.Lang) dialect {
	switch language {
	case "text":
		return plain{lang}
	case "python":
		return python{}
	case "r":
		return r{}
	case "sql":
		return standard(lang)
	case "mysql":
		return mysql(lang)
	}
	panic("export: Rules: no language " + strconv.Quote(language))
}

// head writes what stands above the rules.
func (w *rules) head() {
	t, lang := w.tree, w.tree.Lang
	lines := []string{w.dialect.coding(), title(t)}
	lines = append(append(lines, t.Notes...), w.dialect.says())
	if _, is := w.dialect.(plain); !is {
		key := "rules.missing"
		if slices.ContainsFunc(used(t), func(f Feature) bool { return f.sided }) {
			key = "rules.missing.sided"
		}
		lines = append(lines, lang.Say(key))
	}
	if anyHidden(t) {
		lines = append(lines, lang.Say("rules.unseen"))
	}
	for _, line := range lines {
		if line != "" {
			w.line(0, w.dialect.comment()+shown(line))
		}
	}
}

// anyHidden reports whether a text of the tree holds what is not seen.
func anyHidden(t RuleSet) bool {
	texts := append([]string{t.Target}, t.Classes...)
	texts = append(texts, t.Notes...)
	for _, f := range used(t) {
		texts = append(append(texts, f.Name), f.Labels...)
	}
	return strings.ContainsFunc(strings.Join(texts, ""),
		func(c rune) bool { return hidden(c) && !unicode.IsSpace(c) })
}

// used lists the features of the tree's rules, each once.
func used(t RuleSet) (out []Feature) {
	place := map[int]int{} // of an input in out, from 1
	for _, n := range t.Tree.Nodes {
		if n.Leaf() {
			continue
		}
		_, sided := n.Rule.(tree.Sided)
		for _, term := range n.Rule.Terms() {
			if place[term.Input] == 0 {
				out = append(out, t.Features[term.Input])
				place[term.Input] = len(out)
			}
			f := &out[place[term.Input]-1]
			f.sided = f.sided || sided
		}
	}
	return out
}

func title(t RuleSet) string {
	if t.Classes == nil {
		return t.Lang.Say("rules.title.mean", t.Target, t.Name)
	}
	return t.Lang.Say("rules.title.class", t.Target, t.Name)
}

// shown writes a text on one line, so that it cannot end a comment, and what is not seen in it as \u{...}.
func shown(s string) string {
	var b strings.Builder
	for _, c := range strings.Join(strings.Fields(s), " ") {
		if hidden(c) {
			fmt.Fprintf(&b, `\u{%X}`, c)
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// dialect is what the languages differ in. used are the features of the tree.
type dialect interface {
	name() words.Speaker
	comment() string                                 // what begins a comment
	coding() string                                  // the first comment, "" for none
	says() string                                    // what is said of the language above the rules, "" for nothing
	open(used []Feature) (lines []string, depth int) // the lines before the rules, and how far these are indented
	close(used []Feature) []string                   // the lines after them
	nameFault(column string) words.Message           // why it cannot say the name of a column
	textFault(label string) words.Message            // why it cannot say a label
	value(Feature) string                            // the feature as a number
	// the condition that a text is one of some labels, which may be none
	among(f Feature, chosen []string) string
	// the condition that a value fulfils another one, where a missing one goes left or right
	sided(f Feature, condition string, gapsLeft bool) string
	// branch returns the line before the rows that a condition sends left (or right), leave the one after both; ""
	// for none.
	branch(condition string, left bool) string
	leave() string
	answer(t RuleSet, a tree.Answer) string
}

// rules collects the lines.
type rules struct {
	strings.Builder
	tree    RuleSet
	dialect dialect
}

func (w *rules) line(depth int, text string) {
	w.WriteString(strings.Repeat("    ", depth) + text + "\n")
}

func (w *rules) node(at, depth int) {
	n := &w.tree.Tree.Nodes[at]
	if n.Leaf() {
		w.line(depth, w.dialect.answer(w.tree, n.Answer))
		return
	}
	condition := w.condition(n.Rule)
	w.line(depth, w.dialect.branch(condition, true))
	w.node(at+1, depth+1)
	w.line(depth, w.dialect.branch(condition, false))
	w.node(n.Right, depth+1)
	if last := w.dialect.leave(); last != "" {
		w.line(depth, last)
	}
}

// condition writes what rows fulfil that a rule sends left.
func (w *rules) condition(rule tree.Rule) string {
	terms := rule.Terms()
	if s, is := rule.(tree.Sided); is {
		return w.dialect.sided(w.tree.Features[s.Main()], w.condition(s.Rule), s.GapsLeft)
	}
	if f := w.tree.Features[terms[0].Input]; len(terms) == 1 && f.Labels != nil {
		return w.dialect.among(f, w.chosen(rule))
	}
	return w.sum(terms) + " <= " + number(rule.Cut())
}

// number writes a number so that reading it gives the same one.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// chosen returns the labels that a rule on one text sends left.
func (w *rules) chosen(rule tree.Rule) (labels []string) {
	row := make([]float64, len(w.tree.Features))
	for code, label := range w.tree.Features[rule.Main()].Labels {
		row[rule.Main()] = float64(code)
		if rule.Left(tree.RowOf(row)) {
			labels = append(labels, label)
		}
	}
	return labels
}

// sum writes a sum of terms.
func (w *rules) sum(terms []tree.Term) string {
	var parts []string
	for _, t := range terms {
		part := w.dialect.value(w.tree.Features[t.Input])
		if t.Min != 0 {
			part = "(" + part + " - " + signed(t.Min) + ")"
		}
		if factor := t.Weight / t.Range; factor != 1 {
			part = number(factor) + " * " + part
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " + ")
}

// signed puts a negative number in brackets.
func signed(x float64) string {
	if x < 0 {
		return "(" + number(x) + ")"
	}
	return number(x)
}
