// All trees at once: what a fit says as one file to keep, to print and to pass on.

package logic

import (
	"cmp"
	"fmt"

	"dcctree/core/fit"
	"dcctree/core/report"
	"dcctree/core/study"
)

const fitReportWidth = 820 // px, of figures

// FitReport writes the report, with the tree of at most so many leaves; choice is that of the fit, heldOut says which
// rows it held out, "" where that is not known.
func FitReport(a *fit.Answer, leaves int, choice Choice, heldOut string) string {
	d := report.Document{Lang: Spoken, Data: a.Data,
		Subject: study.Subject(Spoken, a.Task, a.Target, a.Inputs)}
	d.Sections = []report.Section{
		{ID: "verdict", Title: Text("own.title"), Parts: []report.Part{
			{Verdict: FitVerdict(a), Words: Text("own.say")}, {Words: FitFacts(a)},
			{Words: FitScores(a), List: a.Notes}}},
		{ID: "tree", Title: Text("own.tree"), Parts: []report.Part{
			{Verdict: FitCost(a, leaves, false), Words: Text("own.report.tree"),
				SVG: study.FitTree(a, leaves, fitReportWidth, Spoken)}}},
		{ID: "splits", Title: Text("own.splits"), Parts: firstSplits(a)},
		{ID: "used", Title: Text("own.used"), Parts: []report.Part{
			{Words: Text("own.used.say"), SVG: study.FitUsed(a, fitReportWidth, Spoken)}}},
	}
	if sure := sureTable(a, leaves); len(sure.Rows) > 0 {
		tree := &d.Sections[1]
		tree.Parts = append(tree.Parts, report.Part{Words: Text("own.sure.say"), Table: sure})
	}
	if a.Structures != nil {
		d.Sections = append(d.Sections,
			report.Section{ID: "alike", Title: Text("own.alike"), Parts: alikeParts(a)})
	}
	if a.Price != nil {
		d.Sections = append(d.Sections, report.Section{ID: "price", Title: Text("own.price"),
			Parts: []report.Part{{Verdict: FitRivals(a), Words: Text("own.price.say"),
				Table: priceTable(a)}}})
	}
	d.Sections = append(d.Sections, report.Section{ID: "rounds", Title: Text("own.rounds"),
		Parts: []report.Part{{Words: Text("own.rounds.say"), Table: roundsTable(a)}}})
	d.Sections = append(d.Sections, report.Section{ID: "model", Title: Text("report.model"), Parts: []report.Part{
		{Facts: fitFactsOf(a, choice, heldOut), Words: Text("report.digest.how")}}})
	return report.Write(d)
}

// firstSplits are the tables of what trees split first and then.
func firstSplits(a *fit.Answer) []report.Part {
	parts := []report.Part{{Table: splitTable(Text("own.splits.caption"), a.Root)}}
	if a.Root[0].Input != "" {
		parts = append(parts,
			report.Part{Table: splitTable(fmt.Sprintf(Text("own.then"), fit.Printed(a.Root[0].Rule)),
				a.Left)},
			report.Part{Table: splitTable(Text("own.else"), a.Right)})
	}
	return parts
}

func splitTable(caption string, splits []fit.Split) *report.Table {
	t := &report.Table{Caption: caption, Heads: []string{Text("own.report.split"), Text("own.report.probability")}}
	for i := range splits[:min(len(splits), mostSplits)] {
		s := &splits[i]
		t.Rows = append(t.Rows, []string{splitWords(s), shareSaid(s.Probability, s.Error)})
	}
	return t
}

func priceTable(a *fit.Answer) *report.Table {
	t := &report.Table{Caption: Text("own.price"), Heads: []string{Text("own.price.way"), Text("own.price.score"),
		Text("own.price.less"), FitMissed(a)}}
	for i := range a.Price.Ways {
		w := &a.Price.Ways[i]
		t.Rows = append(t.Rows, []string{wayName(a, w), estimated(w.LogScore), estimated(w.Less), missed(w)})
	}
	return t
}

// fitFactsOf are seed, digest, the test rows, the column of row weights, scale, whether splits of numbers may be
// gradual, the noise where it is not the common one, the size of trees and other numbers of the prior where they are
// chosen.
func fitFactsOf(a *fit.Answer, choice Choice, heldOut string) []report.Fact {
	facts := []report.Fact{{Name: Text("study.seed"), Value: choice.Seed},
		{Name: Text("study.digest"), Value: a.Digest}}
	if heldOut != "" {
		facts = append(facts, report.Fact{Name: Text("data.holdout"), Value: heldOut})
	}
	if a.Weight != nil {
		facts = append(facts, report.Fact{Name: Text("data.weight"), Value: a.Weight.Column})
	}
	if a.Scale != "" {
		splits := Either(choice.SplitsTaken() == SharpSplits, "sharp", "both")
		facts = append(facts, report.Fact{Name: Text("model.scale"), Value: Text("model.scale." + a.Scale)},
			report.Fact{Name: Text("model.splits"), Value: Text("model.splits." + splits)})
	}
	if a.Noise == fit.LeafNoise || a.Noise == fit.HeavyNoise {
		facts = append(facts, report.Fact{Name: Text("model.noise"), Value: Text("model.noise." + a.Noise)})
	}
	if a.Size != "" {
		facts = append(facts, report.Fact{Name: Text("model.size"), Value: Text("model.size." + a.Size)})
	}
	for _, n := range fit.PriorNumbers() {
		if a.Prior != nil && *a.Prior.At(n.Name) != 0 {
			facts = append(facts,
				report.Fact{Name: Text("set.trees." + n.Name), Value: digits(*a.Prior.At(n.Name))})
		}
	}
	return facts
}

// HeldOut are the share of rows held out of a table of one's own and the seed that chose them, as they were typed.
func (c Choice) HeldOut() string {
	return cmp.Or(c.Holdout, UsualHoldout) + ", " + Text("data.splitseed") + " " + cmp.Or(c.HoldoutSeed, "1")
}
