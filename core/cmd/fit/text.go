// This file prints the answer for people.

package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
)

// show writes a number with up to six digits.
func show(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

func labels(c *dataset.Column, levels []int) (names []string) {
	for _, k := range levels {
		names = append(names, c.Labels[k])
	}
	return names
}

// condition says which rows go left: "glucose <= 127.5", "island in {Biscoe, Dream}".
func (p *problem) condition(column int, at float64, levels, others []int) string {
	c := p.columns[column]
	switch {
	case c.Kind == dataset.Numeric:
		return c.Name + " <= " + show(at)
	case len(others) == 0:
		return c.Name + " is known"
	case len(levels) == 0:
		return c.Name + " is a gap"
	}
	return c.Name + " in {" + strings.Join(labels(c, levels), ", ") + "}"
}

// rules writes a tree, indented.
func (p *problem) rules(d *alltrees.Reading, depth int, lines []string) []string {
	indent := strings.Repeat("    ", depth)
	if d.Column < 0 {
		return append(lines, indent+p.leaf(d))
	}
	gaps := ""
	if d.HasGaps {
		gaps = " (gaps go here)"
	}
	yes, no := gaps, ""
	if !d.GapsLeft {
		yes, no = "", gaps
	}
	slope := ""
	if d.Gradual {
		slope = " (gradual, from " + show(d.From) + " to " + show(d.To) + ")"
	}
	lines = append(lines, indent+"if "+p.condition(d.Column, d.Threshold, d.Levels, d.Others)+slope+yes+":")
	lines = p.rules(d.Left, depth+1, lines)
	lines = append(lines, indent+"else"+no+":")
	return p.rules(d.Right, depth+1, lines)
}

// leaf writes a leaf: the mean, or the classes with a share of at least 1 %.
func (p *problem) leaf(d *alltrees.Reading) string {
	if p.task == dataset.Regression {
		return fmt.Sprintf("%s (%d rows)", show(d.Mean), d.Rows)
	}
	var parts []string
	for k, v := range d.Classes {
		if v >= .01 {
			parts = append(parts, fmt.Sprintf("%s %.2f", p.classes[k], v))
		}
	}
	return fmt.Sprintf("%s (%d rows)", strings.Join(parts, ", "), d.Rows)
}

// printer keeps the first error of writing.
type printer struct {
	w   io.Writer
	err error
}

func (o *printer) line(format string, values ...any) {
	if o.err == nil {
		_, o.err = fmt.Fprintf(o.w, format+"\n", values...)
	}
}

const mostSplits = 5 // printed of a node

// print writes the answer for people.
func (a *answer) print(w io.Writer) error {
	o := &printer{w: w}
	o.line("%s of %s: %d rows, %d inputs", a.Task, a.Target, a.Rows, a.Inputs)
	for _, n := range a.Notes {
		o.line("note: %s", n)
	}
	a.printTrust(o)
	a.printSplits(o)
	o.line("")
	o.line("inputs, with the probability that a tree uses them, before and after the data:")
	for _, u := range a.Used {
		o.line("  %-20s %.2f -> %.2f", u.Input, u.Prior, u.Posterior)
	}
	o.line("")
	o.line("a representative tree (of those drawn the nearest to their mean on the training rows; loss %s):",
		show(a.Tree.Loss))
	for _, l := range a.Tree.Rules {
		o.line("  %s", l)
	}
	a.printPredictions(o)
	o.line("")
	o.line("digest %s", a.Digest)
	return o.err
}

func (a *answer) printTrust(o *printer) {
	o.line("")
	o.line("%s: %s", a.Verdict.Outcome, strings.Join(a.Verdict.Reasons, "; "))
	e := a.Evidence
	if e.Draws == 0 {
		o.line("log evidence of all trees: %.2f, off by some %.2f", e.Log, e.Error)
	} else {
		o.line("log evidence of all trees: %.2f (bridge), %.2f (restarts), off by some %.2f", e.Log, e.Restarts,
			e.Error)
		k := "not known"
		if e.KHat != nil {
			k = fmt.Sprintf("%.2f", *e.KHat)
		}
		o.line("  of %d independent draws %.0f are effective, k-hat %s", e.Draws, e.Effective, k)
	}
	for _, r := range e.Rounds {
		bridge := ""
		if e.Draws > 0 {
			bridge = fmt.Sprintf(" bridge %.2f,", r.Bridge)
		}
		o.line("  %4d moves: restarts %.2f,%s work %.1e", r.Moves, r.Restarts, bridge, float64(r.Work))
	}
}

func (a *answer) printSplits(o *printer) {
	o.line("")
	o.line("drawn trees have %.1f leaves on average; they split first:", a.Leaves)
	printGroup(o, a.Root)
	if a.Root[0].Input == "" {
		return
	}
	o.line("then, where %s:", a.Root[0].Rule)
	printGroup(o, a.Left)
	o.line("and elsewhere:")
	printGroup(o, a.Right)
}

func printGroup(o *printer, splits []split) {
	for _, s := range splits[:min(mostSplits, len(splits))] {
		o.line("  %.2f  %s", s.Probability, s.long())
	}
	if more := len(splits) - mostSplits; more > 0 {
		o.line("        and %d more", more)
	}
}

// long is the rule with its interval, and where gaps go.
func (s *split) long() string {
	text := s.Rule
	if s.Threshold != nil && s.Threshold.Low < s.Threshold.High {
		text += fmt.Sprintf(" (90 %% from %s to %s)", show(s.Threshold.Low), show(s.Threshold.High))
	}
	if s.Gradual != nil {
		text += fmt.Sprintf(", gradual %.2f", s.Gradual.Probability)
		if s.Gradual.Probability > 0 {
			text += fmt.Sprintf(" (from %s to %s)", show(s.Gradual.From), show(s.Gradual.To))
		}
	}
	if s.GapsLeft != nil {
		text += fmt.Sprintf(", gaps left %.2f", *s.GapsLeft)
	}
	return text
}

func (a *answer) printPredictions(o *printer) {
	if len(a.Predictions) == 0 {
		return
	}
	o.line("")
	if a.Classes == nil {
		o.line("predictions: file, row, mean, sd, 5 %%, 95 %%, target")
	} else {
		o.line("predictions: file, row, class, probabilities of %s, target", strings.Join(a.Classes, ", "))
	}
	for i := range a.Predictions {
		o.line("  %s", a.Predictions[i].line())
	}
	a.Scores.print(o)
}

func (q *prediction) line() string {
	cells := []string{q.File, strconv.Itoa(q.Row)}
	if q.Mean != nil {
		cells = append(cells, show(*q.Mean), show(*q.SD), show(*q.Low), show(*q.High))
	} else {
		cells = append(cells, q.Class)
	}
	for _, v := range q.Probabilities {
		cells = append(cells, fmt.Sprintf("%.3f", v))
	}
	return strings.Join(append(cells, q.Target), "\t")
}

func (s *scores) print(o *printer) {
	if s == nil {
		return
	}
	o.line("")
	o.line("scores of %d rows:", s.Rows)
	if s.RMSE != nil {
		o.line("  RMSE %s, 90 %% intervals hold %.2f", show(*s.RMSE), *s.Coverage)
	} else {
		o.line("  error rate %.4f", *s.Errors)
	}
	if s.LogScore != nil {
		o.line("  mean log score %.4f", *s.LogScore)
	}
	if s.Unknown > 0 {
		o.line("  %d rows have a class that no training row has: they count as errors, and have no log score",
			s.Unknown)
	}
}
