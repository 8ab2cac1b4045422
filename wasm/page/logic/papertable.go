// The table of the paper's sets run anew: this program's scores beside the printed ones, whether they agree, and the
// same as CSV.

package logic

import (
	"fmt"
	"math"
	"strings"

	"dcctree/core/chart"
	"dcctree/core/paper"
)

// ours summarizes the test scores so far.
func (s *PaperSet) ours() paper.Estimate {
	var tests []float64
	for _, run := range s.Runs {
		tests = append(tests, run.Test)
	}
	return paper.Of(tests)
}

// printed is what the paper prints for the test rows.
func (s *PaperSet) printed() string { return paper.Find(s.ID).Test }

// compare judges the two. Where the rows are not the paper's, both test errors vary by them, too: the mean of N squares
// of normal noise has the relative standard error sqrt(2 / N).
func (s *PaperSet) compare() paper.Comparison {
	ours, theirs, data := s.ours(), paper.Read(s.printed()), 0.0
	if !s.published() {
		data = math.Sqrt(2 / float64(s.TestRows) * (ours.Mean*ours.Mean + theirs.Mean*theirs.Mean))
	}
	return paper.Compare(ours, theirs, data)
}

// about says what the rows are and what is scored.
func (s *PaperSet) about() string {
	measure, rows := Text("paper.accuracy"), Text("paper.split")
	if s.Regression {
		measure = Text("compare.mse")
	}
	if !s.published() {
		rows = Text("paper.simulated")
	}
	return measure + ", " + rows
}

// paperCell is two lines of a table cell; the second is dim.
type paperCell struct{ first, second string }

// cells are those after the name: here, paper, agreement, CART, seconds.
func (s *PaperSet) cells() []paperCell {
	own, verdict, seconds := paperCell{first: unavailable}, paperCell{first: unavailable}, unavailable
	if ours := s.ours(); ours.Runs > 0 {
		own, seconds = paperCell{score(ours.Mean), fmt.Sprintf(Text("paper.runs"), ours.Runs, paperSeeds)},
			Fixed(s.seconds(), 1)
		if ours.Runs > 1 {
			own = paperCell{own.first + " (" + small(ours.SD) + ")", plusMinus(ours.Error()) + ", " +
				own.second}
			verdict = s.verdict()
		}
	}
	printed := strings.NewReplacer("0.", ".", "-", minus).Replace(s.printed())
	return []paperCell{own, {printed, plusMinus(paper.Read(s.printed()).Error())}, verdict, {score(s.CART), ""},
		{seconds, ""}}
}

// verdict says whether both agree, and by what; it needs two runs.
func (s *PaperSet) verdict() paperCell {
	c := s.compare()
	word := Text("paper.no")
	if c.Agrees() {
		word = Text("paper.yes")
	}
	sign := ""
	if c.Difference > 0 {
		sign = "+"
	}
	return paperCell{word, sign + score(c.Difference) + " ±" + noBreak + score(c.Limit)}
}

// seconds is the mean over runs.
func (s *PaperSet) seconds() float64 {
	sum := 0.0
	for _, run := range s.Runs {
		sum += run.Seconds
	}
	return sum / float64(len(s.Runs))
}

// score writes a score with one digit more than the paper.
func score(x float64) string { return Fixed(x, 4) }

// small writes a standard deviation, below a thousandth with an exponent as the paper does; what only rounding left of
// a zero is a zero.
func small(x float64) string {
	switch {
	case x < 1e-12:
		return "0"
	case x < 1e-3:
		return exponent(x, 2)
	}
	return Significant(x, 2)
}

func plusMinus(x float64) string { return "±" + noBreak + small(x) }

// HeadMarkup and BodyMarkup draw the table.
func (r *Reproduction) HeadMarkup() string {
	return headRow(`role="row"`, colHeadRole, rightHeadRole, Text("paper.set"), Text("paper.here"),
		Text("paper.paper"), Text("paper.agrees"), Text("paper.cart"), Text("paper.seconds"))
}

func (r *Reproduction) BodyMarkup() string {
	var m strings.Builder
	lines := func(c paperCell) string {
		return chart.Escape(c.first) + textIn("span", `class="dim"`, c.second)
	}
	for _, s := range r.Sets {
		row := element("th", `role="rowheader" scope="row"`, lines(paperCell{s.Name, s.about()}))
		for _, c := range s.cells() {
			row += element("td", `role="cell" class="r num"`, lines(c))
		}
		m.WriteString(element("tr", `role="row" data-set="`+s.ID+`"`, row))
	}
	return m.String()
}

// CSV writes one line for each run, with what the paper prints for its set beside it. Numbers have all their digits.
func (r *Reproduction) CSV() string {
	var out strings.Builder
	out.WriteString("set,rows,metric,seed,test,train,test_log_score,train_log_score,seconds,digest," +
		"paper_test_mean,paper_test_sd,cart_test\n")
	for _, s := range r.Sets {
		metric, rows := "accuracy", "published"
		if s.Regression {
			metric = "mse"
		}
		if !s.published() {
			rows = "simulated"
		}
		theirs := paper.Read(s.printed())
		for _, run := range s.Runs {
			fmt.Fprintf(&out, "%s,%s,%s,%d,%v,%v,%v,%v,%.2f,%s,%v,%v,%v\n", s.ID, rows, metric, run.Seed,
				run.Test, run.Train, run.TestLogScore, run.TrainLogScore, run.Seconds, run.Digest,
				theirs.Mean, theirs.SD, s.CART)
		}
	}
	return out.String()
}
