// Figures with a table behind them, in dialogs.

package logic

import (
	"strings"

	"dcctree/core/chart"
)

// Plot is the bridge's figure with its table.
type Plot struct {
	SVG     string     `js:"svg"`
	Note    string     `js:"note"`
	Columns []string   `js:"columns"`
	Rows    [][]string `js:"rows"`
}

// Markup draws the figure under its title, with the table in a fold. open keeps the fold as it was.
func (p Plot) Markup(name string, open bool) string {
	title := Text("plot." + name)
	m := textIn("h3", "", title) + element("figure", `data-plot="`+name+`"`, p.SVG)
	if p.Note != "" {
		m += textIn("p", `class="say"`, p.Note)
	}
	var rows strings.Builder
	for _, r := range p.Rows {
		rows.WriteString(dataRow("", `class="num"`, r...))
	}
	table := element("thead", "", headRow("", colHead, colHead, p.Columns...)) + element("tbody", "", rows.String())
	return m + element("details", `data-fold="`+name+`"`+Either(open, " open", ""),
		textIn("summary", "", Text("all.table"))+
			element("div", `class="behind" role="region" tabindex="0" aria-label="`+
				chart.Escape(title)+`"`, element("table", "", table)))
}

// MapPair proposes two features for a map: those that do most of the splitting.
func MapPair(features []FeatureAt) (x, y string) {
	order := make([]FeatureAt, len(features))
	copy(order, features)
	for range 2 { // the two largest to the front, one after the other
		for i := len(order) - 1; i > 0; i-- {
			if order[i].Included > order[i-1].Included {
				order[i], order[i-1] = order[i-1], order[i]
			}
		}
	}
	if len(order) < 2 {
		return "", ""
	}
	return order[0].Name, order[1].Name
}

// OptionsMarkup lists the features with one of them chosen, one left out.
func OptionsMarkup(features []string, chosen, without string) (m string) {
	for _, name := range features {
		if name != without {
			m += textIn("option", Either(name == chosen, "selected", ""), name)
		}
	}
	return m
}
