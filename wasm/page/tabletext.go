// Sentences and pictures about a table: how it was read, which rows are left out, what a column holds.

package page

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// FormatSentence says how a file was read.
func FormatSentence(t Table) string {
	separators := map[string]string{",": "data.comma", ";": "data.semicolon", "\t": "data.tab", "|": "data.bar", " ": "data.space"}
	separator, decimal, header := t.Separator, "data.point", "data.noheader"
	if key, known := separators[t.Separator]; known {
		separator = text(key)
	}
	if t.Decimal == "," {
		decimal = "data.comma"
	}
	if t.Header {
		header = "data.header"
	}
	return fmt.Sprintf(text("data.format"), separator, text(decimal), text(header))
}

// Remarks is what a person should know about how a table was read (where it is the person's own) and how the newest run, if any, uses it.
func Remarks(t Table, own bool, info *Info) []string {
	var lines []string
	if own {
		lines = append(lines, FormatSentence(t))
		lines = append(lines, t.Notes...)
	}
	if info == nil {
		return lines
	}
	if s := LeftOutSentence(info.LeftOut, info.LeftOutCount); s != "" {
		lines = append(lines, s)
	}
	if info.Standardized {
		lines = append(lines, text("data.standardized"))
	}
	for _, note := range info.Notes {
		if !strings.HasSuffix(note, countOfLeftOut) {
			lines = append(lines, note)
		}
	}
	return lines
}

// countOfLeftOut ends the data reader's own note on rows with missing values, which LeftOutSentence tells with the rows' numbers.
const countOfLeftOut = " with a missing value left out."

// mostRows bounds the row numbers in a sentence.
const mostRows = 8

// LeftOutSentence names the rows left out for missing values, "" when there are none. rows may be cut short; count is how many there are.
func LeftOutSentence(rows []int, count int) string {
	count = max(count, len(rows))
	if count == 0 {
		return ""
	}
	var names []string
	for _, r := range rows {
		names = append(names, strconv.Itoa(r))
	}
	if count == 1 {
		return fmt.Sprintf(text("data.leftout.one"), fmt.Sprintf(text("data.row"), strings.Join(names, "")))
	}
	list := strings.Join(names[:min(len(names), mostRows)], ", ")
	if count > mostRows {
		list += " " + fmt.Sprintf(text("list.more"), count-mostRows)
	}
	return fmt.Sprintf(text("data.leftout"), Count(count), fmt.Sprintf(text("data.rows"), list))
}

// KindSentence says what a column holds.
func KindSentence(c Column) string {
	words := text("columns.date")
	switch c.Kind {
	case "numeric":
		words = fmt.Sprintf(text("columns.numeric"), Plain(c.Min), Plain(c.Max))
	case "text":
		words = fmt.Sprintf(text("columns.text"), Count(c.Distinct))
	}
	if c.Missing > 0 {
		words += "; " + fmt.Sprintf(text("columns.missing"), Count(c.Missing))
	}
	return words
}

// columnsMarkup lists the columns with a box each to use it as a feature, what it holds and its histogram.
func columnsMarkup(columns []Column, target string, unused []string) string {
	var m strings.Builder
	m.WriteString(`<ul class="columns">`)
	for _, c := range columns {
		m.WriteString("<li>" + columnUse(c, target, unused))
		m.WriteString(histogramMarkup(c.Histogram))
		m.WriteString(`<span class="kind dim">` + html.EscapeString(KindSentence(c)) + `</span></li>`)
	}
	m.WriteString("</ul>")
	return m.String()
}

func columnUse(c Column, target string, unused []string) string {
	name := html.EscapeString(c.Name)
	if c.Name == target {
		return `<span class="name"><b>` + name + `</b> <span class="accent">` + text("columns.target") + `</span></span>`
	}
	state := " checked"
	for _, u := range unused {
		if u == c.Name {
			state = ""
		}
	}
	label := html.EscapeString(fmt.Sprintf(text("columns.use"), c.Name))
	return `<label class="name"><input type="checkbox" data-column="` + name + `" aria-label="` + label + `"` + state + `>` + name + `</label>`
}

// histogramMarkup draws counts as bars, 60 x 16 px.
func histogramMarkup(counts []float64) string {
	most := 0.0
	for _, c := range counts {
		most = max(most, c)
	}
	if most == 0 {
		return `<span></span>`
	}
	step := 60 / float64(len(counts))
	var path strings.Builder
	for i, c := range counts {
		if c > 0 {
			fmt.Fprintf(&path, "M%.1f 16V%.1fh%.1fV16z", float64(i)*step, 16-max(1, 15*c/most), max(.5, step-1))
		}
	}
	return `<svg class="histogram" viewBox="0 0 60 16" aria-hidden="true"><path d="` + path.String() + `"/></svg>`
}
