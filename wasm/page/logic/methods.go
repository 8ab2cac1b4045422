// The samplers that the paper compares, side by side: which there are, the table of how they stand, and the same as
// CSV.

package logic

import (
	"fmt"
	"strings"

	"dcctree/core/chart"
)

// Standings is the bridge's answer.
type Standings struct {
	Task     string     `js:"task"`
	Words    []string   `js:"words"`
	TestRows int        `js:"testRows"`
	Methods  []Standing `js:"methods"`
}

// Standing is how a method stands; nil where a number is not known, or the method does not have it.
type Standing struct {
	Method          string    `js:"method"`
	Name            string    `js:"name"`
	Hard            bool      `js:"hard"`
	Done            bool      `js:"done"`
	Ready           bool      `js:"ready"`
	Failed          string    `js:"failed"`
	Score           *float64  `js:"score"`
	ScoreError      *float64  `js:"scoreError"`
	MonteCarlo      *float64  `js:"monteCarlo"`
	Own             *float64  `js:"own"`
	Train           *float64  `js:"train"`
	TrainError      *float64  `js:"trainError"`
	OwnTrain        *float64  `js:"ownTrain"`
	LogScore        *float64  `js:"logScore"`
	LogScoreError   *float64  `js:"logScoreError"`
	Coverage        *float64  `js:"coverage"`
	Difference      *float64  `js:"difference"`
	DifferenceError *float64  `js:"differenceError"`
	Leaves          []float64 `js:"leaves"`
	EffectiveSize   *float64  `js:"effectiveSize"`
	RHat            *float64  `js:"rHat"`
	Acceptance      *float64  `js:"acceptance"`
	Chains          int       `js:"chains"`
	Iterations      int       `js:"iterations"`
	Draws           int       `js:"draws"`
	Gradients       int       `js:"gradients"`
	Marginals       int       `js:"marginals"`
	Seconds         float64   `js:"seconds"`
	Used            float64   `js:"used"`
	Digest          string    `js:"digest"`
	Mean            *float64  `js:"mean"`
	Low             *float64  `js:"low"`
	High            *float64  `js:"high"`
	Class           int       `js:"class"`
	Probability     *float64  `js:"probability"`
	TreeShare       *float64  `js:"treeShare"`
	Tree            string    `js:"tree"`
	Prediction      string    `js:"prediction"`
	LeavesFigure    string    `js:"leavesFigure"`
	ScoreFigure     string    `js:"scoreFigure"`
}

// MeanLeaves is the mean number of leaves.
func (s Standing) MeanLeaves() (mean float64) {
	for k, share := range s.Leaves {
		mean += float64(k+1) * share
	}
	return mean
}

// metricWords names the main score of the rows that are scored.
func (t Standings) metricWords() string {
	key, rows := "compare.mse", "compare.on.test"
	if t.Task == "classification" {
		key = "compare.accuracy.head"
	}
	if t.TestRows == 0 {
		rows = "compare.on.train"
	}
	return capital(Text(key)) + ", " + Text(rows)
}

// HeadMarkup and bodyMarkup draw the table, row the row that is predicted.
func (t Standings) HeadMarkup(row string) string {
	return headRow(`role="row"`, colHeadRole, colHeadRole,
		append([]string{Text("methods.method")}, t.heads(row)...)...)
}

// heads name the columns behind the first.
func (t Standings) heads(row string) []string {
	return []string{t.metricWords(), row, Text("methods.leaves"), Text("methods.tree"), Text("methods.work")}
}

func (t Standings) BodyMarkup(row string, labels []string) string {
	var m strings.Builder
	heads := t.heads(row)
	for k, s := range t.Methods {
		kind := textIn("span", `class="dim"`, Text(Either(s.Hard, "methods.hard", "methods.soft")))
		cells := element("th", `role="rowheader" scope="row"`, s.Name+kind+s.stateMarkup())
		if s.Ready {
			for i, cell := range []string{t.scoreCell(k), s.predictionCell(labels), s.leavesCell(),
				s.treeCell(), s.workCell()} {
				cells += element("td", `role="cell" data-head="`+chart.Escape(heads[i])+`"`, cell)
			}
		} else {
			cells += textIn("td", `role="cell" colspan="5" class="dim"`,
				Either(s.Failed != "", s.Failed, Text("methods.waiting")))
		}
		m.WriteString(element("tr", `role="row" data-method="`+s.Method+`"`, cells))
	}
	return m.String()
}

func (s Standing) stateMarkup() string {
	return dimLine(Either(s.Done, Text("methods.done"), fmt.Sprintf(Text("methods.used"), Percent(min(1, s.Used)))))
}

func dimLine(words string) string {
	if words == "" {
		return ""
	}
	return textIn("span", `class="dim num"`, words)
}

// scoreCell tells a method's score, how it differs from the first's, and what single draws score.
func (t Standings) scoreCell(k int) string {
	s := t.Methods[k]
	m := `<b class="num">` + chart.Escape(estimate(s.Score, s.ScoreError)) + "</b>" + s.ScoreFigure
	if k > 0 && s.Difference != nil && s.DifferenceError != nil && *s.DifferenceError > 0 {
		sign := "+"
		if *s.Difference < 0 {
			sign = minus
		}
		m += dimLine(fmt.Sprintf(Text("methods.difference"),
			sign+WithError(max(*s.Difference, -*s.Difference), *s.DifferenceError), t.Methods[0].Name))
	}
	own := s.Own
	if t.TestRows == 0 {
		own = s.OwnTrain
	}
	if own != nil && s.Draws > 1 {
		m += dimLine(fmt.Sprintf(Text("methods.own"), Significant(*own, 3)))
	}
	return m
}

func (s Standing) predictionCell(labels []string) string {
	words := ""
	switch {
	case s.Mean != nil && s.Low != nil && s.High != nil:
		v, l, h := Interval(*s.Mean, *s.Low, *s.High)
		words = fmt.Sprintf(Text("methods.interval"), v, l, h)
	case s.Probability != nil && s.Class >= 0 && s.Class < len(labels):
		words = labels[s.Class] + " " + Weight(*s.Probability)
	}
	return s.Prediction + dimLine(words)
}

func (s Standing) leavesCell() string {
	return s.LeavesFigure + dimLine(fmt.Sprintf(Text("methods.mean"), Fixed(s.MeanLeaves(), 1)))
}

func (s Standing) treeCell() string {
	if s.TreeShare == nil {
		return ""
	}
	return s.Tree + dimLine(fmt.Sprintf(Text("methods.share"), Percent(*s.TreeShare)))
}

// workCell tells what the answer cost, and how much independent draws it is worth.
func (s Standing) workCell() string {
	var m strings.Builder
	if s.EffectiveSize != nil && s.Seconds > 0 {
		m.WriteString(dimLine(fmt.Sprintf(Text("methods.ess"), Count(int(*s.EffectiveSize+.5)),
			Significant(*s.EffectiveSize/s.Seconds, 2))))
	}
	if s.RHat != nil {
		m.WriteString(dimLine("R\u0302 " + Fixed(*s.RHat, 2)))
	}
	if s.Acceptance != nil {
		m.WriteString(dimLine(fmt.Sprintf(Text("methods.accepted"), Percent(*s.Acceptance))))
	}
	if s.Gradients > 0 {
		m.WriteString(dimLine(fmt.Sprintf(Text("methods.gradients"), Count(s.Gradients))))
	}
	if s.Marginals > 0 {
		m.WriteString(dimLine(fmt.Sprintf(Text("methods.moves"), Count(s.Marginals))))
	}
	if s.Draws == 1 {
		return m.String() + dimLine(Text("methods.single"))
	}
	m.WriteString(dimLine(fmt.Sprintf(Text("methods.seconds"), Count(s.Draws), Fixed(s.Seconds, 1))))
	return m.String()
}

// CSV writes one line for each method. Numbers have all their digits; what is not known is empty.
func (t Standings) CSV() string {
	var out strings.Builder
	metric, rows := "mse", "test"
	if t.Task == "classification" {
		metric = "accuracy"
	}
	if t.TestRows == 0 {
		rows = "train"
	}
	out.WriteString("method,metric,rows,score,score_error,monte_carlo_error,each_draw,train,train_error," +
		"each_draw_train,log_score,log_score_error,coverage_90,difference,difference_error,mean_leaves," +
		"effective_size,effective_size_per_second,r_hat,acceptance,chains,iterations,draws,gradients," +
		"marginals,seconds,digest\n")
	number := func(x *float64) {
		out.WriteByte(',')
		if x != nil {
			fmt.Fprint(&out, *x)
		}
	}
	for _, s := range t.Methods {
		out.WriteString(s.Method + "," + metric + "," + rows)
		for _, x := range []*float64{s.Score, s.ScoreError, s.MonteCarlo, s.Own, s.Train, s.TrainError,
			s.OwnTrain, s.LogScore, s.LogScoreError, s.Coverage, s.Difference, s.DifferenceError} {
			number(x)
		}
		var leaves, rate *float64
		if s.Ready {
			mean := s.MeanLeaves()
			leaves = &mean
		}
		if s.EffectiveSize != nil && s.Seconds > 0 {
			each := *s.EffectiveSize / s.Seconds
			rate = &each
		}
		for _, x := range []*float64{leaves, s.EffectiveSize, rate, s.RHat, s.Acceptance} {
			number(x)
		}
		fmt.Fprintf(&out, ",%d,%d,%d,%d,%d,%.2f,%s\n", s.Chains, s.Iterations, s.Draws, s.Gradients,
			s.Marginals, s.Seconds, s.Digest)
	}
	return out.String()
}
