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
	"dcctree/core/words"
)

const (
	reportWidth  = 820.0 // px, of figures
	reportTrees  = 3
	reportBars   = 8
	reportRows   = 24 // topologies in the table
	reportLabels = 30 // names in a list
)

// happened are the last steps in words.
func (r *Run) happened(l words.Lang) []report.Event {
	var events []report.Event
	for _, m := range r.told {
		// a restored session may hold English alone
		events = append(events, report.Event{Seconds: m.Seconds,
			Words: words.Translations[string](m.Translations).In(l, m.Words)})
	}
	return events
}

// report writes the run as it is in p.
func (r *Run) report(p *posterior.Posterior, seconds float64, l words.Lang) string {
	c, tops, search := r.created, stated(p), r.searchShown()
	out := report.Report{Lang: l, Data: r.tables.Train.Name, Subject: Subject(l, c.Task, c.Target, len(c.Features)),
		Rows: r.dataFacts(l), Notes: r.leftOutNotes(l), Model: r.modelFacts(l, p, seconds),
		Settings: r.settingsUsed(), Scores: r.reportScores(l, p), Happened: r.happened(l),
		Divergence: divergences(l, tops),
		Unmeasured: report.Unmeasured{Known: search.Known && search.Draws > 0, Share: search.Share,
			Bound: search.Bound}}
	judged := verdict.Judge(r.facts(p, search))
	out.Verdict, out.Plan = judged.In(l), judged.PlanIn(l)
	fig, err := p.TreeWeights(reportBars, r.generated, nil, nil)
	if err != nil { // a report is asked for when something was measured
		fig = p.Weights(reportBars, r.generated, nil, nil)
	}
	fig.Unmeasured = chart.Unmeasured{Share: search.Share, Bound: search.Bound}
	fig.ID, fig.Lang, fig.Width = "weights", l, reportWidth
	out.Weights = chart.Topologies(fig)
	for i, s := range tops[:min(reportRows, len(tops))] {
		out.Topologies = append(out.Topologies, topologyLine(l, s))
		if tree, ok := p.Tree(s.Topology); ok && len(out.Trees) < reportTrees && (i == 0 || s.Weight >= .01) {
			tree.ID, tree.Lang, tree.Width = "tree"+strconv.Itoa(i), l, reportWidth
			words := l.Say("study.tree", chart.Percent(s.Weight),
				withError(s.LogEvidence, s.LogEvidenceError))
			out.Trees = append(out.Trees,
				report.Tree{Name: s.Topology.String(), Words: words, SVG: chart.Tree(tree)})
		}
	}
	if s, err := surveyed(p); err == nil {
		out.Across = across(l, s)
	}
	return report.HTML(out)
}

// across are the figures of what holds across trees.
func across(l words.Lang, s posterior.Survey) []report.Figure {
	return []report.Figure{
		{Title: l.Say("study.features"),
			SVG: chart.Features(chart.FeaturesFigure{ID: "features", Lang: l, Width: reportWidth,
				Features: s.Features}), Words: l.Say("study.features.how")},
		{Title: l.Say("study.consensus"),
			SVG: chart.Consensus(chart.ConsensusFigure{ID: "consensus", Lang: l, Width: reportWidth,
				Nodes: s.Consensus}), Words: l.Say("study.consensus.how", strconv.Itoa(s.Trees),
				chart.Percent(s.Covered))},
	}
}

// Subject says what was learned, of which target.
func Subject(l words.Lang, task, target string, features int) string {
	switch {
	case task == dataset.Regression.String() && features == 1:
		return l.Say("study.regression.one", target)
	case task == dataset.Regression.String():
		return l.Say("study.regression", target, strconv.Itoa(features))
	case features == 1:
		return l.Say("study.classification.one", target)
	}
	return l.Say("study.classification", target, strconv.Itoa(features))
}

func withError(x, err float64) string {
	v, e := chart.WithError(x, err)
	return v + " " + e
}

// shortened joins names and cuts a long list.
func shortened(l words.Lang, names []string) string {
	return withMore(l, names[:min(reportLabels, len(names))], len(names))
}

// withMore joins names that are the first of so many.
func withMore(l words.Lang, names []string, all int) string {
	text := strings.Join(names, ", ")
	if more := all - len(names); more > 0 {
		return l.Say("study.more", text, strconv.Itoa(more))
	}
	return text
}

func (r *Run) dataFacts(l words.Lang) []report.Fact {
	c := r.created
	facts := []report.Fact{{Name: l.Say("study.table"), Value: r.tables.Train.Name},
		{Name: l.Say("study.training"), Value: strconv.Itoa(c.TrainRows)}}
	if r.tables.Test != nil {
		facts = append(facts, report.Fact{Name: l.Say("study.test"), Value: strconv.Itoa(c.TestRows)})
		if name := r.tables.Test.Name; name != r.tables.Train.Name {
			facts = append(facts, report.Fact{Name: l.Say("study.test.table"), Value: name})
		}
	}
	facts = append(facts, report.Fact{Name: l.Say("study.target"), Value: c.Target})
	if len(c.Classes) > 0 {
		facts = append(facts, report.Fact{Name: l.Say("study.classes"), Value: shortened(l, c.Classes)})
	}
	return append(facts, report.Fact{Name: l.Say("study.feature.names"), Value: shortened(l, c.Features)})
}

// leftOutNotes are the notes of the table, and the rows that a note does not list.
func (r *Run) leftOutNotes(l words.Lang) []string {
	c := r.created
	notes := list(c.Translations.In(l, c.Notes))
	if c.LeftOutCount > 0 {
		var rows []string
		for _, row := range c.LeftOut {
			rows = append(rows, strconv.Itoa(row))
		}
		rows = rows[:min(reportLabels, len(rows))]
		notes = append(notes[:len(notes):len(notes)], l.Say("study.leftout", withMore(l, rows, c.LeftOutCount)))
	}
	return notes
}

func (r *Run) modelFacts(l words.Lang, p *posterior.Posterior, seconds float64) []report.Fact {
	steps := l.Say("study.steps.done", strconv.Itoa(r.steps))
	if !r.Sampler.Done() {
		steps = l.Say("study.steps.open", strconv.Itoa(r.steps))
	}
	facts := []report.Fact{{Name: l.Say("study.preset"), Value: l.Say("study.preset." + r.preset)},
		{Name: l.Say("study.seed"), Value: r.created.Seed},
		{Name: l.Say("study.predictive"), Value: l.Say("study.predictive." + string(r.predictive))}}
	if r.created.Standardized {
		facts = append(facts, report.Fact{Name: l.Say("study.target"), Value: l.Say("study.standardized")})
	}
	if sum, ok := p.Digest(); ok {
		facts = append(facts, report.Fact{Name: l.Say("study.digest"), Value: sum})
		facts = append(facts, r.givenUpFact(l)...)
	}
	return append(facts, report.Fact{Name: l.Say("study.steps"), Value: steps},
		report.Fact{Name: l.Say("study.seconds"), Value: strconv.FormatFloat(seconds, 'f', 1, 64)},
		report.Fact{Name: l.Say("study.measured"), Value: strconv.Itoa(len(p.Topologies()))})
}

// givenUpFact names the jobs that were given up, beside the digest; none where there are none.
func (r *Run) givenUpFact(l words.Lang) []report.Fact {
	names := r.givenUp(l)
	if len(names) == 0 {
		return nil
	}
	return []report.Fact{{Name: l.Say("study.givenup"), Value: strings.Join(names, ", ")}}
}

func topologyLine(l words.Lang, s dcc.Summary) report.Topology {
	a := s.Audit
	out := report.Topology{Name: s.Topology.String(), Weight: s.Weight, WeightError: s.WeightError,
		LogEvidence: s.LogEvidence, LogEvidenceError: s.LogEvidenceError, KHat: s.KHat, KHatLimit: s.KHatLimit,
		EffectiveNumber: s.EffectiveNumber}
	switch {
	case !a.Done:
	case a.Flag == dcc.UnderCovered || a.Flag == dcc.Higher:
		out.Audit = l.Say("study.audit.doubtful")
	case a.Flag != "":
		out.Audit = l.Say("study.audit." + string(a.Flag))
	case a.Added > 0:
		out.Audit = l.Say("study.audit.mended")
	default:
		out.Audit = l.Say("study.audit.clean")
	}
	return out
}

// divergences counts those of all chains, "" where there were none.
func divergences(l words.Lang, tops []dcc.Summary) string {
	count, draws := 0, 0
	for _, s := range tops {
		count, draws = count+s.Divergences, draws+s.Draws
	}
	if draws == 0 {
		return ""
	}
	return l.Say("study.divergences", strconv.Itoa(count), strconv.Itoa(draws))
}

// reportScores are those of the run and of what it is held against, on training and test rows.
func (r *Run) reportScores(l words.Lang, p *posterior.Posterior) []report.Score {
	train, test, _ := p.Scores()
	t := r.tables
	var out []report.Score
	for i, f := range []*dataset.Frame{t.Train, t.Test} {
		if f == nil {
			continue
		}
		rows := [2]string{l.Say("study.rows.training", strconv.Itoa(f.N)),
			l.Say("study.rows.test", strconv.Itoa(f.N))}[i]
		out = append(out, scoreLine(l.Say("study.together"), rows, [2]posterior.Scores{train, test}[i]))
		if r.fewForCART() {
			out = append(out, scoreLine(cartName, rows, judgeCART(r.tree(), f).Score(f.N)))
		}
		out = append(out, scoreLine(strings.ToUpper(r.created.BaselineName[:1])+r.created.BaselineName[1:],
			rows, posterior.Baseline(t.Train, f)))
	}
	return out
}

func scoreLine(method, rows string, s posterior.Scores) report.Score {
	return report.Score{Method: method, Rows: rows, MSE: s.MSE, MSEError: s.MSEError, Accuracy: s.Accuracy,
		AccuracyError: s.AccuracyError, LogScore: s.LogScore, Coverage90: s.Coverage90}
}
