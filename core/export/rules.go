// Package export writes what people take away of a run: one tree as plain rules, in words and as a function in Python,
// R and two kinds of SQL; draws as Stan CSV and as JSON for ArviZ; trees and predictions as tables.
package export

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dcctree/core/topology"
	"dcctree/core/words"
)

// Tree is one decision tree with a single threshold for each split and a single answer for each leaf: the middle of
// what a posterior says of a topology, without its uncertainty.
type Tree struct {
	Name       string          // "{1,5,6}"
	Target     string          // column that is predicted
	Classes    []string        // labels; nil for a regression
	Nodes      []topology.Node // pre-order, as topology.Topology.Nodes
	Conditions []Condition     // by Node.Index of the splits
	Outcomes   []Outcome       // by Node.Index of the leaves
	Columns    []string        // all that the table is known to have, by which databases could mistake a feature
	Notes      []string        // lines on where the tree is from, written above it as comments
	Lang       words.Lang      // of what Rules adds in words; Notes are in it already
}

// Condition sends rows left that fulfil it. With one term that is Feature <= Threshold in original units, or, where the
// feature is a text, one of the labels whose code is at most the threshold. With more it is
// sum_i Weight_i (x_i - Min_i)/Range_i <= Threshold.
type Condition struct {
	Terms     []Term
	Threshold float64
}

// Term is one feature of a condition. Range is 1 and Min 0 where they do not matter, in a condition of one term.
type Term struct {
	Feature            string
	Labels             []string // of a text feature, whose codes are 0, 1, ...; nil for a number
	Weight, Min, Range float64
}

// Outcome is the answer of a leaf.
type Outcome struct {
	Mean          float64   // regression: in units of the target
	Probabilities []float64 // classification: of every class
}

// Class returns the number of the most probable class, the first of equal ones.
func (o Outcome) Class() int {
	best := 0
	for c, p := range o.Probabilities {
		if p > o.Probabilities[best] {
			best = c
		}
	}
	return best
}

// Outcome returns the answer for a row, whose values, codes where the feature is a text, are given by the name of the
// feature.
func (t Tree) Outcome(row func(feature string) float64) Outcome {
	at := 0
	for !t.Nodes[at].Leaf {
		if t.Conditions[t.Nodes[at].Index].holds(row) {
			at = t.Nodes[at].Left
		} else {
			at = t.Nodes[at].Right
		}
	}
	return t.Outcomes[t.Nodes[at].Index]
}

func (c Condition) holds(row func(feature string) float64) bool {
	if len(c.Terms) == 1 {
		return row(c.Terms[0].Feature) <= c.Threshold
	}
	var sum float64
	for _, t := range c.Terms {
		sum += t.Weight / t.Range * (row(t.Feature) - t.Min)
	}
	return sum <= c.Threshold
}

// Languages are the names that Rules takes; "sql" is that of PostgreSQL and SQLite, "mysql" that of MySQL and MariaDB.
var Languages = []string{"text", "python", "r", "sql", "mysql"}

// Rules returns the tree in one of the Languages: indented words, or a function of a row (SQL: a SELECT from the table
// data). A row that misses a value, or has a label that the tree does not know, has no answer: None, NA or NULL. In
// Python and R, characters that are not seen are written as escapes, in words and comments as \u{...}. The error is a
// *Refusal about a name or a label that the language cannot say. It panics on another language.
func Rules(t Tree, language string) (string, error) {
	d := dialectOf(language, t.Lang)
	used := terms(t)
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
		lines = append(lines, lang.Say("rules.missing"))
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
func anyHidden(t Tree) bool {
	texts := append([]string{t.Target}, t.Classes...)
	texts = append(texts, t.Notes...)
	for _, term := range terms(t) {
		texts = append(append(texts, term.Feature), term.Labels...)
	}
	return strings.ContainsFunc(strings.Join(texts, ""), func(c rune) bool { return hidden(c) && !unicode.IsSpace(c) })
}

// terms lists the features of the tree's conditions, each once.
func terms(t Tree) (used []Term) {
	seen := map[string]bool{}
	for _, c := range t.Conditions {
		for _, term := range c.Terms {
			if !seen[term.Feature] {
				seen[term.Feature] = true
				used = append(used, term)
			}
		}
	}
	return used
}

func features(used []Term) (names []string) {
	for _, t := range used {
		names = append(names, t.Feature)
	}
	return names
}

// labelled returns the terms that are texts.
func labelled(used []Term) []Term {
	return slices.DeleteFunc(slices.Clone(used), func(t Term) bool { return t.Labels == nil })
}

func title(t Tree) string {
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
	comment() string                              // what begins a comment
	coding() string                               // the first comment, "" for none
	says() string                                 // what is said of the language above the rules, "" for nothing
	open(used []Term) (lines []string, depth int) // the lines before the rules, and how far these are indented
	close(used []Term) []string                   // the lines after them
	nameFault(column string) words.Message        // why it cannot say the name of a column
	textFault(label string) words.Message         // why it cannot say a label
	condition(Condition) string
	// branch returns the line before the rows that a condition sends left (or right), leave the one after both; ""
	// for none.
	branch(condition string, left bool) string
	leave() string
	answer(t Tree, o Outcome) string
}

// rules collects the lines.
type rules struct {
	strings.Builder
	tree    Tree
	dialect dialect
}

func (w *rules) line(depth int, text string) {
	w.WriteString(strings.Repeat("    ", depth) + text + "\n")
}

func (w *rules) node(at, depth int) {
	n := w.tree.Nodes[at]
	if n.Leaf {
		w.line(depth, w.dialect.answer(w.tree, w.tree.Outcomes[n.Index]))
		return
	}
	condition := w.dialect.condition(w.tree.Conditions[n.Index])
	w.line(depth, w.dialect.branch(condition, true))
	w.node(n.Left, depth+1)
	w.line(depth, w.dialect.branch(condition, false))
	w.node(n.Right, depth+1)
	if last := w.dialect.leave(); last != "" {
		w.line(depth, last)
	}
}

// number writes a number so that reading it gives the same one.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// chosen returns the labels whose code is at most the threshold.
func (c Condition) chosen() (labels []string) {
	for code, label := range c.Terms[0].Labels {
		if float64(code) <= c.Threshold {
			labels = append(labels, label)
		}
	}
	return labels
}

// sum writes the left side of a condition of several terms; value writes a feature as a number.
func (c Condition) sum(value func(Term) string) string {
	var parts []string
	for _, t := range c.Terms {
		part := value(t)
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
