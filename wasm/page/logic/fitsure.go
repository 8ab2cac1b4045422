// All trees at once: how many drawn trees ask what the tree to read asks.

package logic

import (
	"fmt"
	"strings"

	"dcctree/core/fit"
	"dcctree/core/report"
)

// FitSure is the body of the table of the splits of the tree to read; "" where nothing is known of them, as of a first
// rough answer.
func FitSure(a *fit.Answer, leaves int) string {
	var m strings.Builder
	for _, row := range sureTable(a, leaves).Rows {
		m.WriteString(element("tr", "", textIn("td", `class="r num"`, row[0])+textIn("td", "", row[1])))
	}
	return m.String()
}

// sureTable has of each split the share of trees and the split; it has no rows where nothing is known of the first.
func sureTable(a *fit.Answer, leaves int) *report.Table {
	t := &report.Table{Caption: Text("own.sure"),
		Heads: []string{Text("own.report.probability"), Text("own.report.split")}}
	branches := a.Branches(leaves)
	if branches[0].Alike == nil {
		return t
	}
	for i := range branches {
		b := &branches[i]
		switch {
		case b.Leaf:
		case b.Alike == nil:
			rule := fit.Printed(branches[i+1].Rule)
			t.Rows = append(t.Rows, []string{"?", fmt.Sprintf(Text("own.sure.few"), rule, fit.LeastAlike)})
		default:
			share := shareSaid(b.Alike.Probability, b.Alike.Error)
			t.Rows = append(t.Rows, []string{share, splitWords(b.Alike)})
		}
	}
	return t
}
