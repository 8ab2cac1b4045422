// Pieces of markup that many panels have.

package logic

import (
	"strings"

	"dcctree/core/chart"
)

// element is an element around markup, with its attributes as they are written, "" for none.
func element(tag, attributes, inner string) string {
	if attributes != "" {
		attributes = " " + attributes
	}
	return "<" + tag + attributes + ">" + inner + "</" + tag + ">"
}

// textIn is an element around a text.
func textIn(tag, attributes, words string) string {
	return element(tag, attributes, chart.Escape(words))
}

// The attributes of heads in tables. A role says what an element is by itself: on narrow screens the style sheet lays
// rows out otherwise, and some browsers then forget it.
const (
	colHead, rightHead         = `scope="col"`, `scope="col" class="r"`
	colHeadRole, rightHeadRole = `role="columnheader" ` + colHead, `role="columnheader" ` + rightHead
)

// headRow is the head of a table; first are the attributes of the first column's head, rest those of the others.
func headRow(row, first, rest string, heads ...string) string {
	m := ""
	for i, h := range heads {
		m += textIn("th", Either(i == 0, first, rest), h)
	}
	return element("tr", row, m)
}

// dataRow is a row of a table, the first of the texts as its head; the attributes are those of the row and of its
// cells.
func dataRow(row, cell string, words ...string) string {
	m := ""
	for i, w := range words {
		if i == 0 {
			m = textIn("th", `scope="row"`, w)
		} else {
			m += textIn("td", cell, w)
		}
	}
	return element("tr", row, m)
}

// Option is one of a select.
func Option(value, words string) string { return chosenOption(value, words, false) }

func chosenOption(value, words string, chosen bool) string {
	return textIn("option", `value="`+chart.Escape(value)+`"`+Either(chosen, " selected", ""), words)
}

// Items are the lines of a list.
func Items(lines []string) string {
	var m strings.Builder
	for _, l := range lines {
		m.WriteString(textIn("li", "", l))
	}
	return m.String()
}
