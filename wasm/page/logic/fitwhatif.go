// "What if" of a fit: controls and words made of what its trees say of one row.

package logic

import (
	"fmt"
	"math"
	"slices"

	"dcctree/core/fit"
	"dcctree/core/numeric"
)

// FitFeatures are the inputs as controls have them, and the labels of each; a label's value is its place among them,
// and NaN is a gap. A label that no row of the opened table has comes last.
func FitFeatures(e *fit.Explained) (features []FeatureAt, labels [][]string) {
	for i := range e.Inputs {
		in := &e.Inputs[i]
		f := FeatureAt{Name: in.Name, Value: math.NaN(), Min: in.Min, Max: in.Max, Included: in.Used}
		if in.Decimals >= 0 {
			f.Decimals = &in.Decimals
		}
		names := slices.Clone(in.Labels)
		if in.Value != nil {
			f.Value = *in.Value
		}
		if in.Label != nil {
			at := slices.Index(names, *in.Label)
			if at < 0 {
				at, names = len(names), append(names, *in.Label)
			}
			f.Value = float64(at)
		}
		if names != nil {
			f.Max = float64(len(names) - 1)
		}
		features, labels = append(features, f), append(labels, names)
	}
	return features, labels
}

// FitFirstRow is the row of a file that is shown first: one that was predicted, not fitted; 0 where there is none.
func FitFirstRow(a *fit.Answer, file string) int {
	for i := range a.Predictions {
		if a.Predictions[i].File == file {
			return a.Predictions[i].Row
		}
	}
	return 0
}

// FitTicks are where the tree to read of at most so many leaves splits numbers.
func FitTicks(a *fit.Answer, leaves int) (ticks []ThresholdAt) {
	for _, b := range a.Branches(leaves) {
		if b.Ask != nil && b.Ask.At != nil {
			ticks = append(ticks, ThresholdAt{Feature: b.Ask.Input, Median: *b.Ask.At})
		}
	}
	return ticks
}

// FitPrediction is what all trees say of the row.
func FitPrediction(e *fit.Explained) Prediction {
	q := &e.Prediction
	p := Prediction{Label: q.Class, Probabilities: q.Probabilities}
	if q.Mean != nil && q.Low != nil && q.High != nil {
		p.Mean, p.Low, p.High = *q.Mean, *q.Low, *q.High
	}
	if e.Classes != nil {
		p.Truth = q.Target
	} else if v, ok := ReadNumber(q.Target); ok {
		p.Truth = v
	}
	return p
}

// FitInfo is what is predicted, as sentences about predictions need it.
func FitInfo(e *fit.Explained) Info {
	return Info{Task: Either(e.Classes != nil, "classification", "regression"), Target: e.Target,
		Classes: e.Classes}
}

// FitReads says what the tree to read says of the row.
func FitReads(e *fit.Explained) string {
	b := &e.Reads
	rows := Count(b.Rows)
	switch {
	case len(b.Classes) == len(e.Classes) && b.Classes != nil:
		most := numeric.Largest(b.Classes)
		return fmt.Sprintf(Text("own.reads.class"), e.Classes[most], Fixed(b.Classes[most], 2), rows)
	case b.SD > 0:
		mean, _, _ := Interval(b.Mean, b.Mean-b.SD, b.Mean+b.SD)
		return fmt.Sprintf(Text("own.reads.number"), mean, Significant(b.SD, 2), rows)
	}
	return fmt.Sprintf(Text("own.reads.mean"), Significant(b.Mean, 3), rows)
}

// FitWhatNote says that values are not the row's, and which lie outside the training rows.
func FitWhatNote(e *fit.Explained, features []FeatureAt) string {
	return Join([]string{Either(e.Changed, Text("whatif.changed"), ""), OutsideSentence(features)})
}

// FitSaid sums an answer up for the status that screen readers hear.
func FitSaid(e *fit.Explained) string {
	return Explanation{Prediction: FitPrediction(e)}.SaidWords(FitInfo(e)) + " " + FitReads(e)
}
