// Figures with a table behind them, in dialogs.

package logic

import (
	"fmt"
	"html"
	"strings"
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
	var m strings.Builder
	title := html.EscapeString(Text("plot." + name))
	m.WriteString(`<h3>` + title + `</h3><figure data-plot="` + name + `">` + p.SVG + `</figure>`)
	if p.Note != "" {
		m.WriteString(`<p class="say">` + html.EscapeString(p.Note) + `</p>`)
	}
	state := Either(open, " open", "")
	fmt.Fprintf(&m, `<details data-fold="%s"%s><summary>%s</summary><div class="behind" role="region" tabindex="0" aria-label="%s"><table><thead><tr>`,
		name, state, html.EscapeString(Text("all.table")), title)
	for _, c := range p.Columns {
		m.WriteString(`<th scope="col">` + html.EscapeString(c) + `</th>`)
	}
	m.WriteString(`</tr></thead><tbody>`)
	for _, r := range p.Rows {
		m.WriteString(`<tr>`)
		for i, c := range r {
			tag := Either(i == 0, `th scope="row"`, `td class="num"`)
			m.WriteString("<" + tag + ">" + html.EscapeString(c) + "</" + tag[:2] + ">")
		}
		m.WriteString(`</tr>`)
	}
	m.WriteString(`</tbody></table></div></details>`)
	return m.String()
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
		if name == without {
			continue
		}
		state := Either(name == chosen, " selected", "")
		m += `<option` + state + `>` + html.EscapeString(name) + `</option>`
	}
	return m
}
