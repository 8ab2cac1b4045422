// All trees at once: how evidences changed from round to round.

package logic

import (
	"slices"
	"strings"

	"dcctree/core/fit"
	"dcctree/core/report"
)

// FitRounds is the body of the table of rounds; "" where there is only one.
func FitRounds(a *fit.Answer) string {
	if len(a.Evidence.Rounds) < 2 {
		return ""
	}
	var m strings.Builder
	for _, row := range roundsTable(a).Rows {
		m.WriteString(element("tr", "", textIn("th", `scope="row"`, row[0])+
			textIn("td", `class="r num"`, row[1])+textIn("td", `class="r num"`, row[2])))
	}
	return m.String()
}

// roundsTable has of each round the moves, the log evidence and the range of the restarts' log evidences, in nats.
func roundsTable(a *fit.Answer) *report.Table {
	t := &report.Table{Caption: Text("own.rounds"),
		Heads: []string{Text("own.rounds.moves"), Text("own.rounds.evidence"), Text("own.rounds.apart")}}
	for _, r := range a.Evidence.Rounds {
		apart := "–"
		if len(r.Restarts) > 1 {
			apart = Hundredths(slices.Max(r.Restarts) - slices.Min(r.Restarts))
		}
		t.Rows = append(t.Rows, []string{Count(r.Moves), Hundredths(r.Bridge), apart})
	}
	return t
}
