// All trees at once: what drawn trees have in common.

package logic

import (
	"math"
	"strings"

	"dcctree/core/fit"
	"dcctree/core/report"
)

// FitAlike is the body of the table: inputs that trees use together, then structures; "" where an answer has none.
func FitAlike(a *fit.Answer) string {
	if a.Structures == nil {
		return ""
	}
	var m strings.Builder
	for _, part := range alike(a) {
		m.WriteString(splitHead(part.Caption))
		for _, row := range part.Rows {
			m.WriteString(element("tr", "", textIn("td", `class="r num"`, row[0])+textIn("td", "", row[1])))
		}
	}
	return m.String()
}

// alike are both tables, each row a share and what it is of.
func alike(a *fit.Answer) []*report.Table {
	heads := []string{Text("own.report.probability"), Text("own.alike.what")}
	sets := &report.Table{Caption: Text("own.together"), Heads: heads}
	for _, t := range a.Together {
		inputs := strings.Join(t.Inputs, ", ")
		sets.Rows = append(sets.Rows, []string{shareSaid(t.Share, t.Error),
			Either(inputs == "", Text("own.together.none"), inputs)})
	}
	structures := &report.Table{Heads: heads,
		Caption: Spoken.Say("own.structures", a.Structures.Distinct, Count(a.Structures.Trees))}
	for _, s := range a.Structures.Most {
		structures.Rows = append(structures.Rows, []string{shareSaid(s.Share, s.Error), s.Says})
	}
	return []*report.Table{sets, structures}
}

// shareSaid is a share with its standard error: with two decimals, which one of 500 trees needs at most, or three where
// the error would read as nothing.
func shareSaid(share float64, err *float64) string {
	switch {
	case err == nil:
		return WeightWithError(share, math.NaN())
	case *err < .005:
		return Fixed(share, 3) + noBreak + "±" + noBreak + Fixed(*err, 3)
	}
	return Fixed(share, 2) + noBreak + "±" + noBreak + Fixed(*err, 2)
}

// alikeParts are the tables of the report.
func alikeParts(a *fit.Answer) (parts []report.Part) {
	for _, t := range alike(a) {
		parts = append(parts, report.Part{Table: t})
	}
	return parts
}
