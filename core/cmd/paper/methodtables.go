// The other methods beside the printed values, as a part of the Markdown file.

package main

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/compare"
	"dcctree/core/dataset"
	"dcctree/core/paper"
)

// The part of the file is between these lines.
const (
	methodsBegin = "<!-- every method: begin -->\n"
	methodsEnd   = "<!-- every method: end -->\n"
)

// replaceMethods puts the part into a document, in the place of what is there or at its end.
func replaceMethods(document, part string) (string, error) {
	part = methodsBegin + part + methodsEnd
	before, rest, found := strings.Cut(document, methodsBegin)
	if !found {
		return strings.TrimRight(document, "\n") + "\n\n" + part, nil
	}
	_, after, found := strings.Cut(rest, methodsEnd)
	if !found {
		return "", fmt.Errorf("there is a line %q and none %q", strings.TrimSpace(methodsBegin),
			strings.TrimSpace(methodsEnd))
	}
	return before + part + after, nil
}

// writeMethods makes the runs and, where a file is named, writes the part into it.
func writeMethods(w io.Writer, sets []*published.Set, o options) error {
	cells, err := newCells(w, sets, o)
	if err != nil || o.file == "" {
		return err
	}
	text, err := os.ReadFile(o.file)
	if err != nil {
		return err
	}
	whole, err := replaceMethods(string(text), methodsPart(cells, o))
	if err != nil {
		return fmt.Errorf("%s: %w", o.file, err)
	}
	return writeWhole(o.file, func(f io.Writer) error { _, err := io.WriteString(f, whole); return err })
}

// methodsPart is the text.
func methodsPart(cells []cell, o options) string {
	var d markdown
	d.methodsIntro(cells, o)
	d.methodScores(cells, false)
	d.methodScores(cells, true)
	d.differences(cells)
	d.methodCosts(cells)
	d.methodSettings(cells)
	return strings.TrimRight(d.String(), "\n") + "\n"
}

func (d *markdown) methodsIntro(cells []cell, o options) {
	d.line("## Every method of the tables, run here")
	d.line("The paper's other methods (`core/baseline`), on the same rows. A run has one seed: of CGM and WU %d "+
		"chains of %d draws, every %dth iteration of CGM and every %dth of WU; of SMC %d islands (filters) "+
		"of %d particles, weighted by their evidence; of HMC-DF and HMC-DFI one chain of the published "+
		"length, %d runs, because each costs %s. Of all others there are up to %d runs, seeds from %d on. "+
		"DCC-Tree is the fast mode of this program.", runChains, runDraws, cgmEvery, wuEvery, runChains,
		smcParticles, softSeeds, softCost(cells), o.runs, o.seed)
	d.line("Every run is scored three ways: by its **posterior mean**; by its **draws**, each row given its most " +
		"probable leaf with leaf parameters as drawn, mean over draws; and by **draws, leaf means**, the " +
		"same with every leaf's parameters at their posterior means given the tree. The published programs " +
		"of the other methods score draws, DCC-Tree and SMC the posterior mean. Which scoring is compared " +
		"with the printed value is in bold: of CGM and WU that of draws with leaf means, for which CGM's " +
		"printed values speak (their training error is below what drawn parameters can reach), of HMC-DF and " +
		"HMC-DFI that of draws.")
	d.line("Values are means (standard deviation over runs). %s marks a value whose distance from the printed "+
		"one, better or worse, exceeds %d √(s₁²/n + s₂²/10 + u²/12), with s₁ over our n runs, s₂ as printed "+
		"and u a unit of the last printed digit.", mark, combinedErrors)
	d.line("`make paper` makes the runs, each of which it writes to core/cmd/paper/runs at once, so that it goes "+
		"on where it was stopped; runs whose settings, data and seed are the same are not made again. `go "+
		"run ./core/cmd/paper methods -data DIR -stored -tables docs/paper-tables.md` writes this part again "+
		"from the runs that are there.%s", unfinished(cells, o))
}

// softCost says what a run of HMC-DF or HMC-DFI cost.
func softCost(cells []cell) string {
	var costs []int
	for _, c := range cells {
		if c.plan.Method == compare.DF || c.plan.Method == compare.DFI {
			for k := range c.runs {
				costs = append(costs, c.runs[k].Gradients)
			}
		}
	}
	if len(costs) == 0 {
		return "millions of gradients"
	}
	return fmt.Sprintf("%.0f to %.0f million gradients", 1e-6*float64(slices.Min(costs)),
		1e-6*float64(slices.Max(costs)))
}

// unfinished says how many runs are still to be made.
func unfinished(cells []cell, o options) string {
	lack := 0
	for _, c := range cells {
		lack += min(o.runs, c.plan.seeds) - len(c.runs)
	}
	if lack == 0 {
		return ""
	}
	return fmt.Sprintf(" %d runs of these tables are not run yet; where a row has fewer than it should, its "+
		"number of runs says so.", lack)
}

func (c *cell) classification() bool { return c.set.Train.Task == dataset.Classification }

func (d *markdown) methodScores(cells []cell, classification bool) {
	cells = slices.DeleteFunc(slices.Clone(cells),
		func(c cell) bool { return c.classification() != classification })
	if len(cells) == 0 {
		return
	}
	title := "Mean squared error"
	if classification {
		title = "Accuracy"
	}
	d.line("### %s", title)
	rows := [][]string{{"set", "method", "runs"}}
	for _, split := range splits {
		rows[0] = append(rows[0], split+", printed")
		for _, name := range scoringNames {
			rows[0] = append(rows[0], name)
		}
		rows[0] = append(rows[0], "sd over chains")
	}
	slices.SortStableFunc(cells, func(a, b cell) int { return setOrder(a.set.Name) - setOrder(b.set.Name) })
	for k := range cells {
		rows = append(rows, cells[k].row())
	}
	d.table(rows)
}

var splits = [2]string{"train", "test"}

func setOrder(name string) int { return slices.Index(published.Names(), name) }

// row is a line of the table.
func (c *cell) row() []string {
	row := []string{label(c.set.Name), printedOf(c.plan.Method).name, fmt.Sprint(len(c.runs))}
	for split := range splits {
		row = append(row, c.printed[split])
		for by := range scorings {
			row = append(row, c.value(by, split))
		}
		row = append(row, small(withinRun(c.runs, comparedBy(c.plan.Method), split)))
	}
	return row
}

// value is one of our figures.
func (c *cell) value(by, split int) string {
	compared := by == comparedBy(c.plan.Method)
	if len(c.runs) == 0 && compared {
		return errAbsent.Error()
	}
	e := estimate(c.runs, by, split)
	if e.Runs == 0 {
		return "–"
	}
	text := c.format(e)
	if newGap(e, c.printed[split]).differs() {
		text += " " + mark
	}
	if compared {
		return "**" + text + "**"
	}
	return text
}

func (c *cell) format(e paper.Estimate) string {
	decimals := 4
	if c.classification() {
		decimals = 3
	}
	return spread{N: e.Runs, Mean: e.Mean, SD: e.SD}.text(decimals)
}

func small(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf("%.2g", v)
}

func label(set string) string {
	return map[string]string{"wu": "WU", "cgm": "CGM", "iris": "Iris", "bcw": "BCW", "wine": "Wine",
		"raisin": "Raisin"}[set]
}

// differences explains every mark, and what else needs a word, by what else was measured.
func (d *markdown) differences(cells []cell) {
	d.line("### The differences, and what was tried about them")
	rows := [][]string{append([]string{"set", "method", "rows", "printed", "what was run", "runs", "leaves",
		"sd over chains"}, scoringNames[:]...)}
	marks, judged := 0, 0
	for k := range cells {
		for split := range splits {
			g := newGap(estimate(cells[k].runs, comparedBy(cells[k].plan.Method), split),
				cells[k].printed[split])
			if !math.IsNaN(g.error) {
				judged++
			}
			if g.differs() {
				marks++
				rows = append(rows, cells[k].attempts(split)...)
			}
		}
	}
	d.line("Of %d values compared %d are within the limit, %d are not. Of these all scorings, and those of runs "+
		"in which one thing is changed (%d seeds), on the same rows, each with its distance from the printed "+
		"value in combined errors:", judged, judged-marks, marks, trialSeeds)
	if marks > 0 {
		d.table(rows)
	}
	for _, c := range cells {
		if text := c.explanation(); text != "" {
			d.line("**%s on %s.** %s", printedOf(c.plan.Method).name, label(c.set.Name), text)
		}
	}
}

// attempts are the rows of one marked value.
func (c *cell) attempts(split int) (rows [][]string) {
	add := func(what string, runs []timedRun) {
		row := []string{"", "", "", "", what, fmt.Sprint(len(runs)), meanLeaves(runs),
			small(withinRun(runs, comparedBy(c.plan.Method), split))}
		for by := range scorings {
			row = append(row, c.attempt(runs, by, split))
		}
		rows = append(rows, row)
	}
	add("as in the table", c.runs)
	copy(rows[0], []string{label(c.set.Name), printedOf(c.plan.Method).name, splits[split], c.printed[split]})
	for _, t := range c.trials {
		add(t.what, t.runs)
	}
	return rows
}

// attempt is a value with its distance from the printed one.
func (c *cell) attempt(runs []timedRun, by, split int) string {
	compared := by == comparedBy(c.plan.Method)
	e := estimate(runs, by, split)
	switch {
	case len(runs) == 0 && compared:
		return errAbsent.Error()
	case e.Runs == 0:
		return "–"
	}
	text := c.format(e) + ", " + newGap(e, c.printed[split]).words()
	if compared {
		return "**" + text + "**"
	}
	return text
}

// meanLeaves is the mean number of leaves.
func meanLeaves(runs []timedRun) string {
	sum := 0.0
	for _, r := range runs {
		sum += r.Leaves
	}
	if sum == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f", sum/float64(len(runs)))
}

// explanation returns what the experiments say, for a cell that was run: one without a mark has one where its runs
// differ so much that the limit says little.
func (c *cell) explanation() string {
	if len(c.runs) == 0 {
		return ""
	}
	return explanations()[string(c.plan.Method)+" "+c.set.Name]
}

// explained is what the experiments say about the differences from the printed values: by method and set a line with
// both and a paragraph.
//
//go:embed explanations.txt
var explained string

func explanations() map[string]string {
	out := map[string]string{}
	for part := range strings.SplitSeq(strings.TrimSpace(explained), "\n\n") {
		key, text, _ := strings.Cut(part, "\n")
		out[key] = strings.ReplaceAll(text, "\n", " ")
	}
	return out
}

func (d *markdown) methodCosts(cells []cell) {
	d.line("### Work of a run")
	d.line("Iterations of all chains with the warm-up; marginal likelihoods of trees, or densities without " +
		"gradient. Acceptance is that of proposals of another tree. Leaves and log score on the test rows " +
		"are of the " +
		"posterior. Seconds are of one core of the machine that made the runs, shared with other work.")
	rows := [][]string{{"set", "method", "runs", "iterations", "gradients", "marginals", "acceptance", "leaves",
		"test log score", "seconds"}}
	for k := range cells {
		if len(cells[k].runs) > 0 {
			rows = append(rows, cells[k].cost())
		}
	}
	d.table(rows)
}

func (c *cell) cost() []string {
	of := func(figure func(timedRun) float64) spread {
		var values []float64
		for _, r := range c.runs {
			values = append(values, figure(r))
		}
		return spreadOf(values)
	}
	counted := func(figure func(timedRun) float64) string {
		s := of(figure)
		switch {
		case s.Max == 0:
			return "–"
		case s.Mean < 1000:
			return fmt.Sprintf("%.0f", s.Mean)
		}
		return thousands(s.Mean)
	}
	row := []string{label(c.set.Name), printedOf(c.plan.Method).name, fmt.Sprint(len(c.runs)),
		counted(func(r timedRun) float64 { return float64(r.Iterations) }),
		counted(func(r timedRun) float64 { return float64(r.Gradients) }),
		counted(func(r timedRun) float64 { return float64(r.Marginals) }),
		"–", "–", of(func(r timedRun) float64 { return r.LogScore.Test }).text(3),
		of(func(r timedRun) float64 { return r.seconds }).text(1)}
	if s := of(func(r timedRun) float64 { return r.Acceptance }); s.Max > 0 {
		row[6] = s.text(3)
	}
	if s := of(func(r timedRun) float64 { return r.Leaves }); s.Max > 0 {
		row[7] = s.text(1)
	}
	return row
}

// methodSettings says where settings come from, and what the cross-validations found.
func (d *markdown) methodSettings(cells []cell) {
	d.line("### Settings")
	d.line("Published: those of the paper's and of the authors' tables (see Published and PublishedSettings of "+
		"the packages below `core/baseline`). Where the paper is silent, `go run ./core/cmd/paper tune "+
		"-data DIR` "+
		"chooses by the mean log score of %d-fold cross-validation on the training rows: "+
		"of CGM and WU over the paper's grid (\"Grid search values considered\"), the axes that have a "+
		"meaning for the task; of SMC, for which it has none, over ours. Grids of up to %d points are gone "+
		"through, larger ones axis by axis from the published point for WU, the best kept each time, %d "+
		"sweeps at most. Chains are short: 2 for each fold, of 100 draws; of SMC 2 islands of 100 particles. "+
		"Log scores near the best are not distinguished by so few rows.", tuneFolds, wholeGrid, tuneSweeps)
	rows := [][]string{{"set", "method", "settings", "chosen", "points tried, of", "lowest and highest log score"}}
	for _, c := range cells {
		row := []string{label(c.set.Name), printedOf(c.plan.Method).name, c.plan.origin, "", "", ""}
		if t := c.tuning; t != nil {
			low, high := t.Tried[0].LogScore, t.Tried[t.Best].LogScore
			var chosen []string
			for k, a := range t.Axes {
				chosen = append(chosen, fmt.Sprintf("%s %g", a.Name, t.Tried[t.Best].Values[k]))
			}
			for _, p := range t.Tried {
				low = math.Min(low, p.LogScore)
			}
			row[3], row[4], row[5] = strings.Join(chosen, ", "), fmt.Sprintf("%d, %d", len(t.Tried),
				t.Points), minus(fmt.Sprintf("%.3f", low))+", "+minus(fmt.Sprintf("%.3f", high))
		}
		rows = append(rows, row)
	}
	d.table(rows)
}
