// All trees at once: what a fit says, in sentences, tables and figures.

package logic

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dcctree/core/export"
	"dcctree/core/fit"
	"dcctree/core/study"
)

// FitVerdict says how far a fit can be trusted, and why.
func FitVerdict(a *fit.Answer) string {
	return fmt.Sprintf(Text("own.outcome."+string(a.Verdict.Outcome)), strings.Join(a.Verdict.Reasons, "; "))
}

// FitFacts says what was fitted and what the trees are like.
func FitFacts(a *fit.Answer) string {
	return fmt.Sprintf(Text("own.facts."+Either(a.Classes == nil, "numbers", "classes")), fittedRows(a),
		FeatureCount(a.Inputs), Significant(a.Leaves, 2),
		Hundredths(a.Evidence.Log), Significant(a.Evidence.Error, 2))
}

// fittedRows says how many rows were fitted, and of which weight.
func fittedRows(a *fit.Answer) string {
	if a.Weight == nil {
		return fmt.Sprintf(Text("own.facts.rows"), Count(a.Rows))
	}
	return fmt.Sprintf(Text("own.facts.weight"), Count(a.Rows), Count(a.Weight.Sum))
}

// FitScores says how well the rows that were held out are predicted; "" where there are none. A log score that is not
// known is a dash.
func FitScores(a *fit.Answer) (said string) {
	s := a.Scores
	if s == nil {
		return ""
	}
	score := "–"
	if s.LogScore != nil {
		score = Significant(*s.LogScore, 3)
	}
	switch {
	case s.RMSE != nil && s.Coverage != nil:
		said = fmt.Sprintf(Text("own.scores.numbers"), Count(s.Rows), Significant(*s.RMSE, 3), score,
			Percent(*s.Coverage))
	case s.Errors != nil:
		said = fmt.Sprintf(Text("own.scores.classes"), Count(s.Rows), Percent(*s.Errors), score)
	}
	if s.Unknown > 0 {
		said += fmt.Sprintf(Text("own.scores.unknown"), Count(s.Unknown))
	}
	return said
}

// FitRows says what became of a file of n further rows: how many, how well, and what of them no training row has.
func FitRows(rows *fit.Predicted, n int, name string) string {
	said := []string{Spoken.Say("own.rows.done", n, name)}
	if scores := FitScores(&fit.Answer{Scores: rows.Scores}); scores != "" {
		said = append(said, scores)
	}
	return strings.Join(append(append(said, rows.Notes...), Text("take.formulas")), " ")
}

// FitRowsFile names the file of predictions of further rows.
func FitRowsFile(name string) string {
	base := name
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		base = name[:dot]
	}
	return base + "-predicted.csv"
}

// FitStage says how far a fit is.
func FitStage(s *study.FitStage) string {
	switch {
	case s.Fold > 0:
		return fmt.Sprintf(Text("own.fold"), s.Fold, fit.DefaultFolds)
	case s.Restart >= s.Restarts:
		return fmt.Sprintf(Text("own.pooling"), Count(s.Moves))
	}
	return fmt.Sprintf(Text("own.stage"), Count(s.Moves), s.Restart+1, s.Restarts, Percent(s.Share))
}

// FitShare is the share of its round, or of the cross-validation, that a fit has done, roughly.
func FitShare(s *study.FitStage) float64 {
	switch {
	case s.Fold > 0:
		return (float64(s.Fold-1) + s.Share) / fit.DefaultFolds
	case s.Restart >= s.Restarts:
		return float64(s.Restarts) / float64(s.Restarts+1)
	}
	return (float64(s.Restart) + s.Share) / float64(s.Restarts+1)
}

const mostSplits = 5 // of a node that are listed

// FitSplits is the table of what trees split first and then.
func FitSplits(a *fit.Answer) string {
	m := splitRows(a.Root)
	if a.Root[0].Input != "" {
		m += splitHead(fmt.Sprintf(Text("own.then"), fit.Printed(a.Root[0].Rule))) + splitRows(a.Left)
		m += splitHead(Text("own.else")) + splitRows(a.Right)
	}
	return m
}

func splitHead(words string) string {
	return element("tr", "", textIn("th", `colspan="2" scope="colgroup"`, words))
}

func splitRows(splits []fit.Split) string {
	var m strings.Builder
	for i := range splits[:min(len(splits), mostSplits)] {
		s := &splits[i]
		m.WriteString(element("tr", "", textIn("td", `class="r num"`, shareSaid(s.Probability, s.Error))+
			textIn("td", "", splitWords(s))))
	}
	if more := len(splits) - mostSplits; more > 0 {
		said := fmt.Sprintf(Text("own.more"), more)
		m.WriteString(element("tr", "", textIn("td", `colspan="2" class="dim"`, said)))
	}
	return m.String()
}

// splitWords is a split with its interval, how gradual it is, and where gaps go.
func splitWords(s *fit.Split) string {
	words := []string{fit.Printed(s.Rule)}
	if s.Threshold != nil {
		words = append(words, intervalWords(s))
	}
	if from, to := s.Slope(); from != "" {
		words = append(words, gradualWords(s.Gradual.Probability, from, to))
	}
	if s.GapsLeft != nil {
		words = append(words, fmt.Sprintf(Text("own.gaps"), Percent(*s.GapsLeft)))
	}
	return strings.Join(words, ", ")
}

// intervalWords say where the thresholds of a split lie.
func intervalWords(s *fit.Split) string {
	low, high := s.Interval()
	if low == "" {
		return Text("own.interval.one")
	}
	return fmt.Sprintf(Text("own.interval"), low, high)
}

// gradualWords say how often a split is gradual, and from where to where: of an input with two values at one threshold.
func gradualWords(share float64, from, to string) string {
	if from == to {
		return fmt.Sprintf(Text("own.gradual.one"), Percent(share))
	}
	return fmt.Sprintf(Text("own.gradual"), Percent(share), from, to)
}

// readable is the tree of at most so many leaves; nil for the whole one.
func readable(a *fit.Answer, leaves int) *fit.Readable {
	if leaves == fit.WholeTree {
		return nil
	}
	return a.AtMost(leaves)
}

// FitLeaves says how many leaves the tree to read has at most.
func FitLeaves(a *fit.Answer, leaves int) string {
	if readable(a, leaves) != nil {
		return Count(leaves)
	}
	n := 0
	for i := range a.Tree.Branches {
		if a.Tree.Branches[i].Leaf {
			n++
		}
	}
	return fmt.Sprintf(Text("own.leaves.whole"), Count(n))
}

// FitCost says how the predictions of the tree to read differ from those of all trees, and how few of these begin as it
// does where more begin otherwise; going: the fit is under way.
func FitCost(a *fit.Answer, leaves int, going bool) string {
	return strings.TrimSpace(priceOf(a, leaves, going) + " " + unlikeMost(a, leaves))
}

// priceOf is "" where the cost of reading was not asked, was given up, or is not known, as of a whole tree.
func priceOf(a *fit.Answer, leaves int, going bool) string {
	switch {
	case a.Price == nil && going:
		return Text("own.cost.going")
	case a.Price == nil || readable(a, leaves) == nil:
		return ""
	}
	way := slices.IndexFunc(a.Price.Ways, func(w fit.Way) bool {
		return w.Name == fit.FewLeaf && w.Leaves == leaves
	})
	less := a.Price.Ways[way].Less
	switch {
	case less == nil:
		return Text("own.cost.unknown")
	case isClear(less):
		return difference(Text("own.cost.it"), less)
	}
	return fmt.Sprintf(Text("own.cost.same"), apart(less))
}

// unlikeMost is "" where most trees begin as the one to read does.
func unlikeMost(a *fit.Answer, leaves int) string {
	tree := readable(a, leaves)
	if tree == nil || len(tree.Branches) == 0 || tree.Branches[0].Alike == nil {
		return ""
	}
	own, most, ask := tree.Branches[0].Alike, &a.Root[0], tree.Branches[0].Ask
	same := ask.Input == most.Input && // of many rows some trees are asked what they do, and the shares differ
		(ask.At != nil || slices.Equal(most.Labels, ask.Left) || slices.Equal(most.Labels, ask.Right))
	if same || own.Probability >= most.Probability {
		return ""
	}
	return fmt.Sprintf(Text("own.cost.first"), shareSaid(own.Probability, own.Error),
		shareSaid(most.Probability, most.Error), fit.Printed(most.Rule))
}

// isClear reports whether a difference is more than twice its error.
func isClear(less *fit.Estimate) bool { return math.Abs(less.Mean) > 2*less.Error }

// difference says that something predicts clearly worse or better than all trees.
func difference(what string, less *fit.Estimate) string {
	key := Either(less.Mean > 0, "own.cost.less", "own.cost.more")
	return fmt.Sprintf(Text(key), what, Hundredths(math.Abs(less.Mean)), Hundredths(less.Error))
}

// apart says by how much something predicts worse or better, where that is not clear.
func apart(less *fit.Estimate) string {
	key := Either(less.Mean < 0, "own.cost.above", "own.cost.below")
	return fmt.Sprintf(Text(key), Hundredths(math.Abs(less.Mean)), Hundredths(less.Error))
}

// FitRivals says how the predictions of CART and of the linear model differ from those of all trees; "" where that is
// not known.
func FitRivals(a *fit.Answer) string {
	if a.Price == nil {
		return ""
	}
	var said []string
	for i := range a.Price.Ways {
		w := &a.Price.Ways[i]
		if w.Less == nil || w.Name != fit.Cart && w.Name != fit.Linear {
			continue
		}
		name := Text("own.rival." + Either(w.Name == fit.Linear && a.Classes != nil, "logistic", w.Name))
		if !isClear(w.Less) {
			said = append(said, fmt.Sprintf(Text("own.rival.same"), name, apart(w.Less)))
			continue
		}
		if said = append(said, difference(name, w.Less)); w.Name == fit.Linear && w.Less.Mean < 0 {
			said = append(said, Text("own.rival.line"))
		}
	}
	return strings.Join(said, " ")
}

// Hundredths writes a number with two digits behind the point.
func Hundredths(x float64) string { return dress(strconv.FormatFloat(x, 'f', 2, 64)) }

// FitMissed heads the column of plain errors.
func FitMissed(a *fit.Answer) string {
	if a.Classes == nil {
		return Text("own.price.rmse")
	}
	return Text("own.price.errors")
}

// FitPrice is the table of who predicts how well; the row of at most so many leaves stands out. It is "" where there is
// no price.
func FitPrice(a *fit.Answer, leaves int) string {
	if a.Price == nil {
		return ""
	}
	var m strings.Builder
	for i := range a.Price.Ways {
		w := &a.Price.Ways[i]
		here := ""
		if w.Name == fit.FewLeaf && w.Leaves == leaves {
			here = `class="here"`
		}
		m.WriteString(element("tr", here, textIn("th", `scope="row"`, wayName(a, w))+
			textIn("td", `class="r num"`, estimated(w.LogScore))+
			textIn("td", `class="r num"`, estimated(w.Less))+textIn("td", `class="r num"`, missed(w))))
	}
	return m.String()
}

// missed is the plain error of a way to predict.
func missed(w *fit.Way) string {
	switch {
	case w.RMSE != nil:
		return Significant(*w.RMSE, 3)
	case w.Errors != nil:
		return Percent(*w.Errors)
	}
	return ""
}

func wayName(a *fit.Answer, w *fit.Way) string {
	switch {
	case w.Name == fit.FewLeaf:
		return Spoken.Say("own.way.leaves", w.Leaves)
	case w.Name == fit.Linear && a.Classes != nil:
		return Text("own.way.logistic")
	}
	return Text("own.way." + w.Name)
}

func estimated(e *fit.Estimate) string {
	if e == nil {
		return ""
	}
	return Hundredths(e.Mean) + " ±" + noBreak + Hundredths(e.Error)
}

// FitRules writes the tree to read in one of export.Languages, with the name of its file.
func FitRules(a *fit.Answer, leaves int, language string) (text, file string, err error) {
	notes := []string{FitVerdict(a)}
	if cost := FitCost(a, leaves, false); cost != "" {
		notes = append(notes, cost)
	}
	name := "(" + FitLeaves(a, leaves) + ")"
	if readable(a, leaves) != nil {
		name = "(" + Spoken.Say("own.rules.leaves", leaves) + ")"
	}
	text, err = export.Rules(a.RuleSet(a.Branches(leaves), name, notes, Spoken), language)
	return text, "dcctree-all-trees" + study.Endings[language], err
}

// FitCSVHead is the head of the table of predictions, of rows that were asked with the fit or after it; classes are nil
// for numbers.
func FitCSVHead(target string, classes []string) string {
	return export.PredictionsHead([]string{"file", "row", target}, export.Columns{Classes: classes})
}

// FitCSV are rows of that table.
func FitCSV(classes []string, predictions []fit.Prediction) string {
	columns := export.Columns{Classes: classes}
	var b strings.Builder
	for i := range predictions {
		p := &predictions[i]
		before := []string{p.File, strconv.Itoa(p.Row), p.Target}
		b.WriteString(export.PredictionCSV(before, columns, predicted(classes, p)))
	}
	return b.String()
}

func predicted(classes []string, p *fit.Prediction) *export.Predicted {
	if classes != nil {
		return &export.Predicted{Class: slices.Index(classes, p.Class), Probabilities: p.Probabilities}
	}
	return &export.Predicted{Mean: *p.Mean, SD: *p.SD, Low: *p.Low, High: *p.High}
}
