// The table of the rows at a node.

package logic

import (
	"html"
	"strings"
)

func RowsHead(info Info) string {
	var m strings.Builder
	m.WriteString(`<tr><th scope="col">` + html.EscapeString(Text("rows.row")) + `</th>`)
	for _, name := range append([]string{info.Target}, info.Features...) {
		m.WriteString(`<th scope="col" class="r">` + html.EscapeString(name) + `</th>`)
	}
	return m.String() + `</tr>`
}

// RowsBody writes rows of file row, target and features.
func RowsBody(values []float64, columns int, info Info, labels [][]string) string {
	var m strings.Builder
	years := yearColumns(values, columns)
	for at := 0; at+columns <= len(values); at += columns {
		row := values[at : at+columns]
		m.WriteString(`<tr><th scope="row">` + Count(int(row[0])) + `</th><td class="r strong">` + html.EscapeString(named(row[1], info.Classes, years[1])) + `</td>`)
		for j, v := range row[2:] {
			m.WriteString(`<td class="r">` + html.EscapeString(named(v, labels[j], years[2+j])) + `</td>`)
		}
		m.WriteString(`</tr>`)
	}
	return m.String()
}

// yearColumns tells of each column whether all its values read as years.
func yearColumns(values []float64, columns int) []bool {
	out := make([]bool, columns)
	for j := range out {
		out[j] = len(values) >= columns
		for at := j; at < len(values); at += columns {
			out[j] = out[j] && yearly(values[at], values[at])
		}
	}
	return out
}

// named is the label that a code stands for, or the number itself where there are no labels.
func named(v float64, labels []string, isYear bool) string {
	if at := int(v); len(labels) > 0 && at >= 0 && at < len(labels) {
		return labels[at]
	}
	if isYear {
		return year(v)
	}
	return Plain(v)
}
