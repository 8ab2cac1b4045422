// What the comparisons of bandwidths and priors found, as small tables and sentences.

package logic

import (
	"fmt"
	"strings"

	"dcctree/core/words"
)

// BandwidthTable and PriorTable are the bridge's answers.
type BandwidthTable struct {
	Task         string                     `js:"task"`
	Words        string                     `js:"words"`
	Translations words.Translations[string] `js:"translations"`
	Best         *float64                   `js:"best"`
	Rows         []BandwidthRow             `js:"rows"`
	Average      *Average                   `js:"average"`
}

// Average holds the scores of the average over bandwidths.
type Average struct {
	Train *Scores `js:"train"`
	Test  *Scores `js:"test"`
}

// BandwidthRow is one bandwidth; nil where the task does not have a number, or it is not known.
type BandwidthRow struct {
	H                float64  `js:"h"`
	Failed           string   `js:"failed"`
	Weight           *float64 `js:"weight"`
	WeightError      *float64 `js:"weightError"`
	LogEvidence      *float64 `js:"logEvidence"`
	LogEvidenceError *float64 `js:"logEvidenceError"`
	LogScore         *float64 `js:"logScore"`
	LogScoreError    *float64 `js:"logScoreError"`
	Loss             *float64 `js:"loss"`
	LossError        *float64 `js:"lossError"`
}

// PriorTable is the bridge's answer of a prior check.
type PriorTable struct {
	Task         string                     `js:"task"`
	Words        string                     `js:"words"`
	Translations words.Translations[string] `js:"translations"`
	Rows         []PriorRow                 `js:"rows"`
}

// CheckTable is a table with a sentence above and one below.
type CheckTable struct {
	Words, Note string
	Heads       []string
	Rows        []CheckRow
}

// CheckRow is one row; a strong one is the best, or one that the conclusions depend on.
type CheckRow struct {
	Head   string
	Strong bool
	Cells  []string
}

// Table writes the bandwidths: weights and evidence of a regression, scores of a classification.
func (t BandwidthTable) Table() CheckTable {
	out := CheckTable{Words: t.Translations.In(Spoken, t.Words), Note: t.note()}
	out.Heads = []string{Text("checks.h"), Text("checks.weight"), Text("checks.evidence")}
	if t.Task == "classification" {
		out.Heads = []string{Text("checks.h"), Text("checks.score"), Text("checks.loss")}
	}
	for _, r := range t.Rows {
		out.Rows = append(out.Rows, CheckRow{Head: Plain(r.H), Strong: t.Best != nil && *t.Best == r.H,
			Cells: r.cells()})
	}
	return out
}

func (r BandwidthRow) cells() []string {
	switch {
	case r.Failed != "":
		return []string{Text("checks.failed"), ""}
	case r.LogScore != nil:
		return []string{estimate(r.LogScore, r.LogScoreError), estimate(r.Loss, r.LossError)}
	}
	weight := unavailable
	if r.Weight != nil && r.WeightError != nil {
		weight = share(*r.Weight) + noBreak + "±" + noBreak + share(*r.WeightError)
	}
	return []string{weight, estimate(r.LogEvidence, r.LogEvidenceError)}
}

// share writes a number between 0 and 1 with three decimals.
func share(x float64) string {
	if x > 0 && x < .0005 {
		return "<.001"
	}
	return Fixed(x, 3)
}

// estimate writes a number with its error, or that there is none.
func estimate(value, err *float64) string {
	switch {
	case value == nil:
		return unavailable
	case err == nil:
		return Significant(*value, 3)
	}
	return WithError(*value, *err)
}

// AveragedSentence says over what a regression was averaged, and with what error.
func AveragedSentence(t BandwidthTable) string {
	counted := 0
	for _, r := range t.Rows {
		if r.Weight != nil {
			counted++
		}
	}
	return Join([]string{fmt.Sprintf(Text("bandwidth.averaged"), counted), t.note()})
}

// note tells the error of the average over bandwidths.
func (t BandwidthTable) note() string {
	if t.Average == nil {
		return Text("checks.folds")
	}
	scores, _, rows := Metrics{Train: t.Average.Train, Test: t.Average.Test}.scored()
	if scores == nil || scores.MSE == nil {
		return ""
	}
	return fmt.Sprintf(Text("checks.average"), rows, Significant(*scores.MSE, 3))
}

// Table writes the priors: what moves with each.
func (t PriorTable) Table() CheckTable {
	out := CheckTable{Words: t.Translations.In(Spoken, t.Words),
		Heads: []string{Text("checks.prior"), Text("checks.moved"), Text("checks.predictions")}}
	out.Note = Text("checks.note.regression")
	if t.Task == "classification" {
		out.Note = Text("checks.note.classification")
	}
	if len(t.Rows) == 0 {
		return out
	}
	for _, r := range t.Rows[1:] { // the first is the prior as set, which the others are held against
		row := CheckRow{Head: Unbroken.Replace(capital(r.Translations.In(Spoken, r.Label))),
			Strong: r.TopologiesDepend ||
				r.PredictionsDepend}
		if r.Failed != "" {
			row.Cells = []string{Text("checks.failed"), ""}
		} else {
			row.Cells = []string{marked(share(r.WeightChange)+noBreak+"±"+noBreak+
				share(r.WeightChangeError), r.TopologiesDepend),
				marked(share(r.PredictionChange), r.PredictionsDepend)}
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// marked adds a word to a number above its limit: color alone tells nobody.
func marked(s string, above bool) string {
	if above {
		return s + " " + Text("checks.above")
	}
	return s
}

// HeadMarkup and BodyMarkup draw the table.
func (t CheckTable) HeadMarkup() string { return headRow("", colHead, rightHead, t.Heads...) }

func (t CheckTable) BodyMarkup() string {
	var m strings.Builder
	for _, r := range t.Rows {
		m.WriteString(dataRow(Either(r.Strong, `class="strong"`, ""), `class="r num"`,
			append([]string{r.Head}, r.Cells...)...))
	}
	return m.String()
}
