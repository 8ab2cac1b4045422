// The table of the rows at a node.

package logic

import (
	"slices"
	"strings"
)

// RowsHead names the columns of the rows at a node.
func RowsHead(info Info) string {
	return headRow("", colHead, rightHead, append([]string{Text("rows.row"), info.Target}, info.Features...)...)
}

// RowsBody writes rows of file row, target and features.
func RowsBody(values []float64, columns int, info Info, labels [][]string) string {
	var m strings.Builder
	years := yearColumns(values, columns)
	for row := range slices.Chunk(values, max(1, columns)) {
		cells := textIn("th", `scope="row"`, Count(int(row[0]))) +
			textIn("td", `class="r strong"`, named(row[1], info.Classes, years[1]))
		for j, v := range row[2:] {
			cells += textIn("td", `class="r"`, named(v, labels[j], years[2+j]))
		}
		m.WriteString(element("tr", "", cells))
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
