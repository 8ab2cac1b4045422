// This file fills the report of a run.

package study

import (
	"fmt"
	"strconv"
	"strings"

	"dcctree/core/chart"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/posterior"
	"dcctree/core/report"
)

const (
	reportWidth  = 820.0 // px, of figures
	reportTrees  = 3
	reportBars   = 8
	reportRows   = 24 // topologies in the table
	reportLabels = 30 // names in a list
)

// happened are the last steps in words.
func (r *Run) happened() []report.Event {
	var events []report.Event
	for _, m := range r.told {
		events = append(events, report.Event{Seconds: m.Seconds, Words: m.Words})
	}
	return events
}

// report writes the run as it is in p.
func (r *Run) report(p *posterior.Posterior, seconds float64) string {
	c, tops := r.created, p.Topologies()
	out := report.Report{Data: r.tables.Train.Name, Subject: subject(c.Task, c.Target, len(c.Features)), Rows: r.dataFacts(), Notes: r.leftOutNotes(),
		Model: r.modelFacts(p, seconds), Settings: r.settingsUsed(), Scores: r.reportScores(p), Happened: r.happened(), Divergence: divergences(tops),
		Unmeasured: report.Unmeasured{Known: r.search.Known && r.search.Draws > 0, Share: r.search.Share, Bound: r.search.Bound}}
	fig := p.Weights(reportBars, r.generated, nil, nil)
	fig.Unmeasured = chart.Unmeasured{Share: r.search.Share, Bound: r.search.Bound}
	fig.ID, fig.Width = "weights", reportWidth
	out.Weights = chart.Topologies(fig)
	for i, s := range tops[:min(reportRows, len(tops))] {
		out.Topologies = append(out.Topologies, topologyLine(s))
		if tree, ok := p.Tree(s.Topology); ok && len(out.Trees) < reportTrees && (i == 0 || s.Weight >= .01) {
			tree.ID, tree.Width = "tree"+strconv.Itoa(i), reportWidth
			words := fmt.Sprintf("%s of the measured posterior, log evidence %s.", chart.Percent(s.Weight), withError(s.LogEvidence, s.LogEvidenceError))
			out.Trees = append(out.Trees, report.Tree{Name: s.Topology.String(), Words: words, SVG: chart.Tree(tree)})
		}
	}
	if s, err := p.Survey(); err == nil {
		out.Across = across(s)
	}
	return report.HTML(out)
}

// across are the figures of what holds across trees.
func across(s posterior.Survey) []report.Figure {
	return []report.Figure{
		{Title: "Which features, and where they are split", SVG: chart.Features(chart.FeaturesFigure{ID: "features", Width: reportWidth, Features: s.Features}),
			Words: "Bar: weight of the trees that split on the feature, ± its Monte Carlo error. Diamond: its mean weight on the simplex of a split. Hill: where the thresholds of all trees lie."},
		{Title: "What most trees ask, in order", SVG: chart.Consensus(chart.ConsensusFigure{ID: "consensus", Width: reportWidth, Nodes: s.Consensus}),
			Words: fmt.Sprintf("Shares of %d trees with %s of the measured posterior, each among the trees that share the splits above.", s.Trees, chart.Percent(s.Covered))},
	}
}

func subject(task, target string, features int) string {
	noun := "features"
	if features == 1 {
		noun = "feature"
	}
	return fmt.Sprintf("%s%s of %s on %d %s.", strings.ToUpper(task[:1]), task[1:], target, features, noun)
}

func withError(x, err float64) string {
	v, e := chart.WithError(x, err)
	return v + " " + e
}

// shortened joins names and cuts a long list.
func shortened(names []string) string {
	text := strings.Join(names[:min(reportLabels, len(names))], ", ")
	if more := len(names) - reportLabels; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func (r *Run) dataFacts() []report.Fact {
	c := r.created
	facts := []report.Fact{{Name: "Table", Value: r.tables.Train.Name}, {Name: "Training rows", Value: strconv.Itoa(c.TrainRows)}}
	if r.tables.Test != nil {
		facts = append(facts, report.Fact{Name: "Test rows", Value: strconv.Itoa(c.TestRows)})
		if name := r.tables.Test.Name; name != r.tables.Train.Name {
			facts = append(facts, report.Fact{Name: "Test table", Value: name})
		}
	}
	facts = append(facts, report.Fact{Name: "Target", Value: c.Target})
	if len(c.Classes) > 0 {
		facts = append(facts, report.Fact{Name: "Classes", Value: shortened(c.Classes)})
	}
	return append(facts, report.Fact{Name: "Features", Value: shortened(c.Features)})
}

// leftOutNotes are the notes of the table, and the rows that a note does not list.
func (r *Run) leftOutNotes() []string {
	notes, c := list(r.created.Notes), r.created
	if c.LeftOutCount > 0 {
		var rows []string
		for _, row := range c.LeftOut {
			rows = append(rows, strconv.Itoa(row))
		}
		rows = rows[:min(reportLabels, len(rows))]
		text := strings.Join(rows, ", ")
		if more := c.LeftOutCount - len(rows); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		notes = append(notes[:len(notes):len(notes)], "Rows of the file left out for a missing value: "+text+".")
	}
	return notes
}

// presetWords are the presets as the page names them.
var presetWords = map[string]string{fast: "fast", "quick": "quick paper mode", "paper": "paper"}

func (r *Run) modelFacts(p *posterior.Posterior, seconds float64) []report.Fact {
	state := "all steps done"
	if !r.Sampler.Done() {
		state = "not at its end"
	}
	facts := []report.Fact{{Name: "Preset", Value: presetWords[r.preset]}, {Name: "Seed", Value: r.created.Seed}, {Name: "Predictive distribution", Value: string(r.predictive)}}
	if r.created.Standardized {
		facts = append(facts, report.Fact{Name: "Target", Value: "standardized for sampling, shown in its own units"})
	}
	if sum, ok := p.Digest(); ok {
		facts = append(facts, report.Fact{Name: "Digest of the results", Value: sum})
	}
	return append(facts, report.Fact{Name: "Steps", Value: strconv.Itoa(r.steps) + ", " + state},
		report.Fact{Name: "Seconds of sampling", Value: strconv.FormatFloat(seconds, 'f', 1, 64)}, report.Fact{Name: "Topologies measured", Value: strconv.Itoa(len(p.Topologies()))})
}

func topologyLine(s dcc.Summary) report.Topology {
	a := s.Audit
	out := report.Topology{Name: s.Topology.String(), Weight: s.Weight, WeightError: s.WeightError, LogEvidence: s.LogEvidence, LogEvidenceError: s.LogEvidenceError,
		KHat: s.KHat, KHatLimit: s.KHatLimit, EffectiveNumber: s.EffectiveNumber, Reliable: s.Reliable(), Doubted: a.Flag == dcc.UnderCovered || a.Flag == dcc.Higher}
	switch {
	case !a.Done:
	case out.Doubted:
		out.Audit = "in doubt"
	case a.Flag != "":
		out.Audit = string(a.Flag)
	case a.Added > 0:
		out.Audit = "mended"
	default:
		out.Audit = "nothing missed"
	}
	return out
}

// divergences counts those of all chains, "" where there were none.
func divergences(tops []dcc.Summary) string {
	count, draws := 0, 0
	for _, s := range tops {
		count, draws = count+s.Divergences, draws+s.Draws
	}
	if draws == 0 {
		return ""
	}
	return fmt.Sprintf("%d divergences in %d draws of the chains.", count, draws)
}

// reportScores are those of the run and of what it is held against, on training and test rows.
func (r *Run) reportScores(p *posterior.Posterior) []report.Score {
	train, test, _ := p.Scores()
	t := r.tables
	var out []report.Score
	for i, f := range []*dataset.Frame{t.Train, t.Test} {
		if f == nil {
			continue
		}
		rows := strconv.Itoa(f.N) + [2]string{" training rows", " test rows"}[i]
		out = append(out, scoreLine("All trees together", rows, [2]posterior.Scores{train, test}[i]))
		if r.fewForCART() {
			out = append(out, scoreLine(cartName, rows, judgeCART(r.tree(), f).Score(f.N)))
		}
		out = append(out, scoreLine(strings.ToUpper(r.created.BaselineName[:1])+r.created.BaselineName[1:], rows, posterior.Baseline(t.Train, f)))
	}
	return out
}

func scoreLine(method, rows string, s posterior.Scores) report.Score {
	return report.Score{Method: method, Rows: rows, MSE: s.MSE, MSEError: s.MSEError, Accuracy: s.Accuracy, AccuracyError: s.AccuracyError, LogScore: s.LogScore, Coverage90: s.Coverage90}
}
