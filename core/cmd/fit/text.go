// This file prints an answer for people.

package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"dcctree/core/fit"
	"dcctree/core/numeric"
)

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

// show writes the answer for people, after notes on its tables.
func show(w io.Writer, a *fit.Answer, tables []string) error {
	o := &printer{w: w}
	weight := ""
	if a.Weight != nil {
		weight = fmt.Sprintf(" of weight %d in all", a.Weight.Sum)
	}
	o.line("%s of %s: %d rows%s, %d inputs", a.Task, fit.Shown(a.Target), a.Rows, weight, a.Inputs)
	if before := chosen(a); before != "" {
		o.line("before the data: %s", before)
	}
	for _, n := range append(slices.Clone(tables), a.Notes...) {
		o.line("note: %s", n)
	}
	printTrust(o, a)
	printSplits(o, a)
	o.line("")
	o.line("inputs, with the probability that a tree uses them, before and after the data:")
	for _, u := range a.Used {
		o.line("  %-20s %.2f -> %s", fit.Shown(u.Input), u.Prior, share(u.Posterior, u.Error))
	}
	printStructures(o, a)
	o.line("")
	o.line("a representative tree (of those drawn the nearest to their mean on the training rows; loss %s):",
		fit.Number(a.Tree.Loss))
	for _, l := range a.Tree.Rules {
		o.line("  %s", l)
	}
	printPrice(o, a)
	printPredictions(o, a)
	o.line("")
	o.line("digest %s", a.Digest)
	if numeric.Fused() {
		o.line("note: this build rounds products and sums at once, so that its last bits and its digest are " +
			"not those of the page; GOFLAGS=-gcflags=all=-d=fmahash=qn builds without.")
	}
	return o.err
}

// printStructures prints which inputs trees use together, and their structures.
func printStructures(o *printer, a *fit.Answer) {
	o.line("")
	o.line("inputs that trees use together, and no others:")
	for _, t := range a.Together {
		o.line("  %s  %s", share(t.Share, t.Error), cmp.Or(listed(t.Inputs), "none"))
	}
	o.line("")
	o.line("structures (left and right in brackets, a dot for a leaf): %d of %d drawn trees, the most frequent:",
		a.Structures.Distinct, a.Structures.Trees)
	for _, s := range a.Structures.Most {
		o.line("  %s  %s", share(s.Share, s.Error), s.Says)
	}
}

// share is a probability with its standard error.
func share(p float64, se *float64) string {
	if se == nil {
		return fmt.Sprintf("%.2f", p)
	}
	return fmt.Sprintf("%.2f ± %.2f", p, *se)
}

// chosen is what of the prior is not the usual; "" for nothing.
func chosen(a *fit.Answer) string {
	var parts []string
	if a.Size != "" {
		parts = append(parts, a.Size+" trees")
	}
	for _, n := range fit.PriorNumbers() {
		if a.Prior != nil && *a.Prior.At(n.Name) != 0 {
			parts = append(parts, fmt.Sprintf("%s %g", n.Name, *a.Prior.At(n.Name)))
		}
	}
	return strings.Join(parts, ", ")
}

func printTrust(o *printer, a *fit.Answer) {
	o.line("")
	reasons := a.Verdict.Reasons
	if next := a.Verdict.Next; next > 0 {
		reasons = append(slices.Clone(reasons),
			fmt.Sprintf("a larger -work, or -moves %d, may settle it", next))
	}
	o.line("%s: %s", a.Verdict.Outcome, strings.Join(reasons, "; "))
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

func printSplits(o *printer, a *fit.Answer) {
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

func printGroup(o *printer, splits []fit.Split) {
	for _, s := range splits[:min(mostSplits, len(splits))] {
		o.line("  %s  %s", share(s.Probability, s.Error), s.Long())
	}
	if more := len(splits) - mostSplits; more > 0 {
		o.line("        and %d more", more)
	}
}

// printAlike prints how many drawn trees ask what a tree asks.
func printAlike(o *printer, branches []fit.Branch) {
	if branches[0].Leaf {
		return
	}
	o.line("its splits, with the share of the drawn trees that ask the same on the way there which ask this next:")
	for i := range branches {
		switch b := &branches[i]; {
		case b.Leaf:
		case b.Alike == nil:
			o.line("  ?            %s (fewer than %d trees come there)", branches[i+1].Rule, fit.LeastAlike)
		default:
			o.line("  %s  %s", share(b.Alike.Probability, b.Alike.Error), b.Alike.Long())
		}
	}
}

// printPrice prints the tree of at most readLeaves leaves and what it costs beside others.
func printPrice(o *printer, a *fit.Answer) {
	read := a.AtMost(readLeaves)
	o.line("")
	o.line("at most %d leaves, nearest to all trees (loss %s):", readLeaves, fit.Number(read.Loss))
	for _, l := range read.Rules {
		o.line("  %s", l)
	}
	printAlike(o, read.Branches)
	if a.Price == nil {
		return
	}
	o.line("")
	o.line("log score a row by %d-fold cross-validation, and how much less than that of all trees:", a.Price.Folds)
	for i := range a.Price.Ways {
		w := &a.Price.Ways[i]
		name := w.Name
		if w.Leaves > 0 {
			name = fmt.Sprintf("at most %d leaves", w.Leaves)
		}
		missed := ""
		switch {
		case w.RMSE != nil:
			missed = "RMSE " + fit.Number(*w.RMSE)
		case w.Errors != nil:
			missed = fmt.Sprintf("errors %.3f", *w.Errors)
		}
		o.line("  %-18s %s  %s  %s", name, scoreText(w.LogScore), scoreText(w.Less), missed)
	}
}

const readLeaves = 5 // of the tree that is printed

func scoreText(e *fit.Estimate) string {
	if e == nil {
		return fmt.Sprintf("%15s", "-")
	}
	return fmt.Sprintf("%7.3f ± %.3f", e.Mean, e.Error)
}

func printPredictions(o *printer, a *fit.Answer) {
	if len(a.Predictions) == 0 {
		return
	}
	o.line("")
	if a.Classes == nil {
		o.line("predictions: file, row, mean, sd, 5 %%, 95 %%, target")
	} else {
		o.line("predictions: file, row, class, probabilities of %s, target", listed(a.Classes))
	}
	for i := range a.Predictions {
		o.line("  %s", cells(&a.Predictions[i]))
	}
	printScores(o, a.Scores)
}

func cells(q *fit.Prediction) string {
	all := []string{fit.Shown(q.File), strconv.Itoa(q.Row)}
	if q.Mean != nil {
		all = append(all, fit.Beside(*q.Mean, *q.SD), fit.Number(*q.SD), fit.Beside(*q.Low, *q.SD),
			fit.Beside(*q.High, *q.SD))
	} else {
		all = append(all, fit.Shown(q.Class))
	}
	for _, v := range q.Probabilities {
		all = append(all, fmt.Sprintf("%.3f", v))
	}
	target := ""
	if q.Target != "" {
		target = fit.Shown(q.Target)
	}
	return strings.Join(append(all, target), "\t")
}

// listed are names or labels with commas between.
func listed(names []string) string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = fit.Shown(name)
	}
	return strings.Join(all, ", ")
}

func printScores(o *printer, s *fit.Scores) {
	if s == nil {
		return
	}
	o.line("")
	o.line("scores of %d rows:", s.Rows)
	if s.RMSE != nil {
		o.line("  RMSE %s, 90 %% intervals hold %.2f", fit.Number(*s.RMSE), *s.Coverage)
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
