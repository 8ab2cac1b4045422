// Two runs side by side: the one on the screen, and one that was kept.

package logic

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Kept is what is kept of a run to compare with.
type Kept struct {
	Caption    string
	Table      string // its name
	Wish       string // all options, as JSON
	Info       Info
	Metrics    Metrics
	Topologies []Topology
	// of each test row: squared error, or 1 for a class named wrongly; nil where they were not asked for
	Losses []float64
}

// Comparable reports whether two runs answer the same question: their scores then mean the same.
func (k *Kept) Comparable(now *Kept) bool {
	return k.Table == now.Table && k.Info.Task == now.Info.Task && k.Info.Target == now.Info.Target
}

// rowOptions are those that decide which rows are test rows.
var rowOptions = []string{"target", "features", "split", "holdout", "holdoutSeed", "testName"}

// sameRows reports whether the test rows are the same ones.
func (k *Kept) sameRows(now *Kept) bool {
	a, b := flatWish(k.Wish), flatWish(now.Wish)
	for _, name := range rowOptions {
		if a[name] != b[name] {
			return false
		}
	}
	return len(k.Losses) == len(now.Losses) && k.Info.TrainRows == now.Info.TrainRows
}

// flatWish reads the options of a run as texts by dotted name.
func flatWish(wish string) map[string]string {
	flat, err := Flat(wish)
	if err != nil {
		panic("page: a wish is no JSON object")
	}
	return flat
}

// meanError is the mean of losses with its standard error over rows; unknown (NaN) errors for fewer than two.
func meanError(losses []float64) (mean, err float64) {
	n := float64(len(losses))
	for _, x := range losses {
		mean += x / n
	}
	squares := 0.0
	for _, x := range losses {
		squares += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(squares / (n - 1) / n)
}

// AheadSentence says which run predicts the test rows better, and by how much; "" where that is not known.
func AheadSentence(now, before *Kept) string {
	if len(now.Losses) < 2 || len(before.Losses) < 2 {
		return ""
	}
	var gap, err float64
	paired := now.sameRows(before)
	if paired {
		difference := make([]float64, len(now.Losses))
		for i := range difference {
			difference[i] = before.Losses[i] - now.Losses[i]
		}
		gap, err = meanError(difference)
	} else {
		a, aErr := meanError(now.Losses)
		b, bErr := meanError(before.Losses)
		gap, err = b-a, math.Hypot(aErr, bErr)
	}
	score := Text("left.mse")
	if now.Info.Task == "classification" {
		score = Text("two.errors")
	}
	rows := Text(Either(paired, "two.paired", "two.unpaired"))
	key := Either(gap > 0, "two.ahead", "two.behind")
	if math.Abs(gap) <= 2*err || gap == 0 {
		key = "two.even"
	}
	return fmt.Sprintf(Text(key), score, WithError(math.Abs(gap), err), rows)
}

// Change is an option in which two runs differ.
type Change struct{ Label, Before, Now string }

// changes lists the options in which two runs differ, in the order of the page.
func changes(before, now *Kept) []Change {
	a, b := flatWish(before.Wish), flatWish(now.Wish)
	labels, order := optionLabels()
	var list []Change
	for _, name := range order {
		if a[name] != b[name] {
			list = append(list,
				Change{labels[name], optionWords(name, a[name]), optionWords(name, b[name])})
		}
	}
	return list
}

// optionLabels names the options as the page does.
func optionLabels() (labels map[string]string, order []string) {
	labels = map[string]string{}
	add := func(name, label string) {
		labels[name] = label
		order = append(order, name)
	}
	for _, o := range [][2]string{{"target", "data.target"}, {"task", "data.task"}, {"features", "columns.open"},
		{"holdout", "data.holdout"}, {"holdoutSeed", "two.splitseed"},
		{"testName", "two.testfile"}, {"standardize", "data.standardize"}, {"preset", "model.preset"},
		{"seed", "model.seed"}} {
		add(o[0], Text(o[1]))
	}
	for _, g := range append(SettingGroups(), AnswerGroup()) {
		for _, s := range g.Settings {
			add("settings."+s.Name, s.label())
		}
	}
	add(PredictiveOption, AnswerGroup().Settings[0].label())
	return labels, order
}

func optionWords(name, value string) string {
	switch {
	case value == "":
		return Text("two.usual")
	case name == "preset":
		return Text("model." + value)
	}
	return value
}

// TwoMarkup sets the scores and the heaviest weights of two runs side by side, and what was changed between them.
func TwoMarkup(now, before *Kept) string {
	head := element("thead", "", headRow("", colHead, rightHead, "", Text("compare.run"), Text("two.before")))
	rows, others := "", scoreRows(before)
	for _, row := range scoreRows(now) {
		other := unavailable
		if k := slices.IndexFunc(others, func(r [2]string) bool { return r[0] == row[0] }); k >= 0 {
			other = others[k][1]
		}
		rows += dataRow("", `class="r num"`, row[0], row[1], other)
	}
	for _, name := range heaviestNames(now.Topologies, before.Topologies) {
		rows += dataRow("", `class="r num"`, fmt.Sprintf(Text("two.weight"), name),
			weightOf(now.Topologies, name), weightOf(before.Topologies, name))
	}
	m := element("table", `class="check-table"`, head+element("tbody", "", rows))
	list := changes(before, now)
	if len(list) == 0 {
		return m + textIn("p", `class="say"`, Text("two.same"))
	}
	rows = ""
	for _, c := range list {
		rows += dataRow("", `class="r num"`, c.Label, c.Now, c.Before)
	}
	return m + textIn("h3", "", Text("two.changed")) +
		element("table", `class="check-table"`, element("tbody", "", rows))
}

// scoreRows writes the scores of a run with what they are called.
func scoreRows(k *Kept) (rows [][2]string) {
	for _, set := range []struct {
		key    string
		scores *Scores
	}{{"compare.test", k.Metrics.Test}, {"compare.train", k.Metrics.Train}} {
		if set.scores == nil {
			continue
		}
		for _, kind := range measuresOf(k.Info.Task) {
			value, err := kind.of(set.scores)
			switch {
			case value == nil:
			case err == nil:
				rows = append(rows, [2]string{fmt.Sprintf(Text(set.key), Text(kind.head)),
					Significant(*value, 3)})
			default:
				rows = append(rows, [2]string{fmt.Sprintf(Text(set.key), Text(kind.head)),
					WithError(*value, *err)})
			}
		}
	}
	return rows
}

// heaviestNames are the names of the heaviest topologies of both runs, those of this run first.
func heaviestNames(now, before []Topology) (names []string) {
	const most = 5
	for _, list := range [][]Topology{now, before} {
		for _, t := range list[:min(most, len(list))] {
			if !slices.Contains(names, t.Name) {
				names = append(names, t.Name)
			}
		}
	}
	return names
}

func weightOf(topologies []Topology, name string) string {
	for _, t := range topologies {
		if t.Name == name {
			return WeightWithError(t.Weight, t.WeightError)
		}
	}
	return Text("two.unmeasured")
}

// Losses makes the loss of each row of the bridge's predictions.
func Losses(predictions []Prediction) []float64 {
	out := make([]float64, 0, len(predictions))
	for _, p := range predictions {
		switch truth := p.Truth.(type) {
		case float64:
			out = append(out, (p.Mean-truth)*(p.Mean-truth))
		case string:
			loss := 0.0
			if truth != p.Label {
				loss = 1
			}
			out = append(out, loss)
		default:
			return nil
		}
	}
	return out
}

// joinList joins a JSON list into one text.
func joinList(values []any) string {
	texts := make([]string, 0, len(values))
	for _, v := range values {
		if s, ok := v.(string); ok {
			texts = append(texts, s)
		}
	}
	return strings.Join(texts, ", ")
}
