// This file fills the report of a run.

package study

import (
	"strconv"
	"strings"

	"dcctree/core/chart"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/posterior"
	"dcctree/core/report"
	"dcctree/core/verdict"
)

const (
	reportWidth  = 820.0 // px, of figures
	reportTrees  = 3
	reportBars   = 8
	reportRows   = 24 // topologies in the table
	reportLabels = 30 // names in a list
)

// happened are the last steps in words.
func (r *Run) happened(l tongue) []report.Event {
	var events []report.Event
	for _, m := range r.told {
		words := m.Words
		if chart.Lang(l) == chart.German && m.German != "" { // a restored session may hold English alone
			words = m.German
		}
		events = append(events, report.Event{Seconds: m.Seconds, Words: words})
	}
	return events
}

// report writes the run as it is in p.
func (r *Run) report(p *posterior.Posterior, seconds float64, lang chart.Lang) string {
	l := tongue(lang)
	c, tops, search := r.created, stated(p), r.searchShown()
	out := report.Report{Lang: lang, Data: r.tables.Train.Name, Subject: subject(l, c.Task, c.Target, len(c.Features)), Rows: r.dataFacts(l), Notes: r.leftOutNotes(l),
		Model: r.modelFacts(l, p, seconds), Settings: r.settingsUsed(), Scores: r.reportScores(l, p), Happened: r.happened(l), Divergence: divergences(l, tops),
		Unmeasured: report.Unmeasured{Known: search.Known && search.Draws > 0, Share: search.Share, Bound: search.Bound}}
	out.Verdict, out.Plan = sentence(l, verdict.Judge(r.facts(p, search)))
	fig, err := p.TreeWeights(reportBars, r.generated, nil, nil)
	if err != nil { // a report is asked for when something was measured
		fig = p.Weights(reportBars, r.generated, nil, nil)
	}
	fig.Unmeasured = chart.Unmeasured{Share: search.Share, Bound: search.Bound}
	fig.ID, fig.Lang, fig.Width = "weights", lang, reportWidth
	out.Weights = chart.Topologies(fig)
	for i, s := range tops[:min(reportRows, len(tops))] {
		out.Topologies = append(out.Topologies, topologyLine(l, s))
		if tree, ok := p.Tree(s.Topology); ok && len(out.Trees) < reportTrees && (i == 0 || s.Weight >= .01) {
			tree.ID, tree.Lang, tree.Width = "tree"+strconv.Itoa(i), lang, reportWidth
			words := l.say("%s of the measured posterior, log evidence %s.", chart.Percent(s.Weight), withError(s.LogEvidence, s.LogEvidenceError))
			out.Trees = append(out.Trees, report.Tree{Name: s.Topology.String(), Words: words, SVG: chart.Tree(tree)})
		}
	}
	if s, err := surveyed(p); err == nil {
		out.Across = across(l, s)
	}
	return report.HTML(out)
}

// across are the figures of what holds across trees.
func across(l tongue, s posterior.Survey) []report.Figure {
	return []report.Figure{
		{Title: l.say("Which features, and where they are split"), SVG: chart.Features(chart.FeaturesFigure{ID: "features", Lang: chart.Lang(l), Width: reportWidth, Features: s.Features}),
			Words: l.say("Bar: weight of the trees that split on the feature, ± its Monte Carlo error. Diamond: its mean weight on the simplex of a split; the mark above is the prior’s. Hill: where the thresholds of all trees lie. A split that divides no training row does not count.")},
		{Title: l.say("What most trees ask, in order"), SVG: chart.Consensus(chart.ConsensusFigure{ID: "consensus", Lang: chart.Lang(l), Width: reportWidth, Nodes: s.Consensus}),
			Words: l.say("Shares of %s trees with %s of the measured posterior, each among the trees that share the splits above.", strconv.Itoa(s.Trees), chart.Percent(s.Covered))},
	}
}

func subject(l tongue, task, target string, features int) string {
	switch {
	case task == dataset.Regression.String() && features == 1:
		return l.say("Regression of %s on 1 feature.", target)
	case task == dataset.Regression.String():
		return l.say("Regression of %s on %s features.", target, strconv.Itoa(features))
	case features == 1:
		return l.say("Classification of %s on 1 feature.", target)
	}
	return l.say("Classification of %s on %s features.", target, strconv.Itoa(features))
}

func withError(x, err float64) string {
	v, e := chart.WithError(x, err)
	return v + " " + e
}

// shortened joins names and cuts a long list.
func shortened(l tongue, names []string) string {
	return withMore(l, names[:min(reportLabels, len(names))], len(names))
}

// withMore joins names that are the first of so many.
func withMore(l tongue, names []string, all int) string {
	text := strings.Join(names, ", ")
	if more := all - len(names); more > 0 {
		return l.say("%s and %s more", text, strconv.Itoa(more))
	}
	return text
}

func (r *Run) dataFacts(l tongue) []report.Fact {
	c := r.created
	facts := []report.Fact{{Name: l.say("Table"), Value: r.tables.Train.Name}, {Name: l.say("Training rows"), Value: strconv.Itoa(c.TrainRows)}}
	if r.tables.Test != nil {
		facts = append(facts, report.Fact{Name: l.say("Test rows"), Value: strconv.Itoa(c.TestRows)})
		if name := r.tables.Test.Name; name != r.tables.Train.Name {
			facts = append(facts, report.Fact{Name: l.say("Test table"), Value: name})
		}
	}
	facts = append(facts, report.Fact{Name: l.say("Target"), Value: c.Target})
	if len(c.Classes) > 0 {
		facts = append(facts, report.Fact{Name: l.say("Classes"), Value: shortened(l, c.Classes)})
	}
	return append(facts, report.Fact{Name: l.say("Features"), Value: shortened(l, c.Features)})
}

// leftOutNotes are the notes of the table, and the rows that a note does not list.
func (r *Run) leftOutNotes(l tongue) []string {
	c := r.created
	notes := list(c.Notes)
	if chart.Lang(l) == chart.German {
		notes = list(c.German)
	}
	if c.LeftOutCount > 0 {
		var rows []string
		for _, row := range c.LeftOut {
			rows = append(rows, strconv.Itoa(row))
		}
		rows = rows[:min(reportLabels, len(rows))]
		notes = append(notes[:len(notes):len(notes)], l.say("Rows of the file left out for a missing value: %s.", withMore(l, rows, c.LeftOutCount)))
	}
	return notes
}

// presetWords are the presets as the page names them.
var presetWords = map[string]string{first: "quick", fast: "fast", "quick": "quick paper mode", "paper": "paper"}

func (r *Run) modelFacts(l tongue, p *posterior.Posterior, seconds float64) []report.Fact {
	steps := l.say("%s, all steps done", strconv.Itoa(r.steps))
	if !r.Sampler.Done() {
		steps = l.say("%s, not at its end", strconv.Itoa(r.steps))
	}
	facts := []report.Fact{{Name: l.say("Preset"), Value: l.say(presetWords[r.preset])}, {Name: l.say("Seed"), Value: r.created.Seed}, {Name: l.say("Predictive distribution"), Value: l.say(string(r.predictive))}}
	if r.created.Standardized {
		facts = append(facts, report.Fact{Name: l.say("Target"), Value: l.say("standardized for sampling, shown in its own units")})
	}
	if sum, ok := p.Digest(); ok {
		facts = append(facts, report.Fact{Name: l.say("Digest of the results"), Value: sum})
		facts = append(facts, r.givenUpFact(l)...)
	}
	return append(facts, report.Fact{Name: l.say("Steps"), Value: steps},
		report.Fact{Name: l.say("Seconds of sampling"), Value: strconv.FormatFloat(seconds, 'f', 1, 64)}, report.Fact{Name: l.say("Topologies measured"), Value: strconv.Itoa(len(p.Topologies()))})
}

// givenUpFact names the jobs that were given up, beside the digest; none where there are none.
func (r *Run) givenUpFact(l tongue) []report.Fact {
	names, german := r.givenUp()
	if len(names) == 0 {
		return nil
	}
	if chart.Lang(l) == chart.German {
		names = german
	}
	return []report.Fact{{Name: l.say("Given up after failures at"), Value: strings.Join(names, ", ")}}
}

func topologyLine(l tongue, s dcc.Summary) report.Topology {
	a := s.Audit
	out := report.Topology{Name: s.Topology.String(), Weight: s.Weight, WeightError: s.WeightError, LogEvidence: s.LogEvidence, LogEvidenceError: s.LogEvidenceError,
		KHat: s.KHat, KHatLimit: s.KHatLimit, EffectiveNumber: s.EffectiveNumber}
	switch {
	case !a.Done:
	case a.Flag == dcc.UnderCovered || a.Flag == dcc.Higher:
		out.Audit = l.say("in doubt")
	case a.Flag != "":
		out.Audit = l.say(string(a.Flag))
	case a.Added > 0:
		out.Audit = l.say("mended")
	default:
		out.Audit = l.say("nothing missed")
	}
	return out
}

// divergences counts those of all chains, "" where there were none.
func divergences(l tongue, tops []dcc.Summary) string {
	count, draws := 0, 0
	for _, s := range tops {
		count, draws = count+s.Divergences, draws+s.Draws
	}
	if draws == 0 {
		return ""
	}
	return l.say("%s divergences in %s draws of the chains.", strconv.Itoa(count), strconv.Itoa(draws))
}

// reportScores are those of the run and of what it is held against, on training and test rows.
func (r *Run) reportScores(l tongue, p *posterior.Posterior) []report.Score {
	train, test, _ := p.Scores()
	t := r.tables
	var out []report.Score
	for i, f := range []*dataset.Frame{t.Train, t.Test} {
		if f == nil {
			continue
		}
		rows := [2]string{l.say("%s training rows", strconv.Itoa(f.N)), l.say("%s test rows", strconv.Itoa(f.N))}[i]
		out = append(out, scoreLine(l.say("All trees together"), rows, [2]posterior.Scores{train, test}[i]))
		if r.fewForCART() {
			out = append(out, scoreLine(cartName, rows, judgeCART(r.tree(), f).Score(f.N)))
		}
		out = append(out, scoreLine(l.say(strings.ToUpper(r.created.BaselineName[:1])+r.created.BaselineName[1:]), rows, posterior.Baseline(t.Train, f)))
	}
	return out
}

func scoreLine(method, rows string, s posterior.Scores) report.Score {
	return report.Score{Method: method, Rows: rows, MSE: s.MSE, MSEError: s.MSEError, Accuracy: s.Accuracy, AccuracyError: s.AccuracyError, LogScore: s.LogScore, Coverage90: s.Coverage90}
}
