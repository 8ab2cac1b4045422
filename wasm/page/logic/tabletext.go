// Sentences and pictures about a table: how it was read, which rows are left out, what a column holds.

package logic

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dcctree/core/chart"
	"dcctree/core/words"
)

// FormatSentence says how a file was read.
func FormatSentence(t Table) string {
	separators := map[string]string{",": "data.comma", ";": "data.semicolon", "\t": "data.tab", "|": "data.bar",
		" ": "data.space"}
	separator, decimal, header := t.Separator, "data.point", "data.noheader"
	if key, known := separators[t.Separator]; known {
		separator = Text(key)
	}
	if t.Decimal == "," {
		decimal = "data.comma"
	}
	if t.Header {
		header = "data.header"
	}
	return fmt.Sprintf(Text("data.format"), separator, Text(decimal), Text(header))
}

// Remarks is what a person should know about how a table was read (where it is the person's own), and how a run uses
// it: the newest run, or, where info is nil, one with the present choice.
func Remarks(t Table, own bool, info *Info, review *Review) []string {
	var lines, notes []string
	var others words.Translations[[]string]
	switch {
	case info != nil:
		lines = append(lines, LeftOutSentence(info.LeftOut, info.LeftOutCount), standardizedSentence(*info,
			own))
		notes, others = info.Notes, info.Translations
	case review != nil:
		lines = append(lines, fmt.Sprintf(Text("data.uses"), Count(review.Rows), Count(t.Rows),
			FeatureCount(len(review.Features))),
			Either(review.LeftOut > 0, counted(review.LeftOut, "data.leftout.1", "data.leftout.some"), ""))
		notes, others = review.Notes, review.Translations
	}
	for i, note := range notesSpoken(notes, others) {
		if !strings.HasSuffix(notes[i], countOfLeftOut) {
			lines = append(lines, note)
		}
	}
	if own {
		lines = append(lines, FormatSentence(t))
		lines = append(lines, notesSpoken(t.Notes, t.Translations)...)
	}
	return unempty(lines...)
}

// OwnRemarks is what a person should know about how all trees at once use a table of the person's own. The
// choice names its target; review, where it is known, is of the same columns.
func OwnRemarks(t Table, choice Choice, review *Review) []string {
	uses := Either(choice.Weighted() == "", "own.uses.all", "own.uses.weighted")
	lines := []string{fmt.Sprintf(Text(uses), choice.Target)}
	if review != nil {
		notes := notesSpoken(review.Notes, review.Translations)
		for _, k := range review.Suspects {
			lines = append(lines, notes[k])
		}
	}
	return unempty(append(append(lines, FormatSentence(t)), notesSpoken(t.Notes, t.Translations)...)...)
}

// ShortRemarks sums up, for the folded section, what a person should not miss; "" where there is nothing.
func ShortRemarks(info *Info, review *Review) string {
	leftOut, notes := 0, 0
	switch {
	case info != nil:
		leftOut, notes = max(info.LeftOutCount, len(info.LeftOut)), len(info.Notes)
	case review != nil:
		leftOut, notes = review.LeftOut, len(review.Notes)
	}
	if leftOut > 0 {
		notes-- // the count itself
	}
	return strings.Join(unempty(
		Either(leftOut > 0, counted(leftOut, "data.short.left.1", "data.short.left"), ""),
		Either(notes > 0, counted(notes, "data.short.note", "data.short.notes"), "")), ", ")
}

// FeatureCount says how many features there are.
func FeatureCount(n int) string { return counted(n, "data.feature", "data.features") }

// standardizedSentence says in which units a number is sampled.
func standardizedSentence(info Info, own bool) string {
	switch {
	case info.Standardized:
		return Text("data.standardized")
	case info.Task != "regression":
		return ""
	case own:
		return Text("data.raw")
	}
	return Text("data.raw.paper")
}

// countOfLeftOut ends the data reader's own note on rows with missing values, which LeftOutSentence tells with the
// rows' numbers.
const countOfLeftOut = " with a missing value left out."

// mostRows bounds the row numbers in a sentence.
const mostRows = 8

// LeftOutSentence names the rows left out for missing values, "" when there are none. rows may be cut short; count is
// how many there are.
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
		return fmt.Sprintf(Text("data.leftout.one"), fmt.Sprintf(Text("data.row"), strings.Join(names, "")))
	}
	list := strings.Join(names[:min(len(names), mostRows)], ", ")
	if count > mostRows {
		list += " " + fmt.Sprintf(Text("list.more"), count-mostRows)
	}
	return fmt.Sprintf(Text("data.leftout"), Count(count), fmt.Sprintf(Text("data.rows"), list))
}

// KindSentence says what a column holds.
func KindSentence(c Column) string {
	words := Text("columns.date")
	switch c.Kind {
	case "numeric":
		write := Plain
		if yearly(c.Min, c.Max) {
			write = year
		}
		words = fmt.Sprintf(Text("columns.numeric"), write(c.Min), write(c.Max))
	case "days":
		words = fmt.Sprintf(Text("columns.days"), Plain(c.Min), Plain(c.Max))
	case "text":
		words = fmt.Sprintf(Text("columns.text"), Count(c.Distinct))
	}
	return words
}

// mostLabels is the most labels of a text column that is a feature without being asked for, as core/dataset has it.
const mostLabels = 50

// usual reports whether a column can be a feature as it is. All trees at once can ask whether there is a value.
func (c Choice) usual(column Column) bool {
	differs := column.Distinct > 1 || c.AtOnce() && column.Distinct == 1 && column.Missing > 0
	return differs && column.Kind != "date" && (column.Kind != "text" || column.Distinct <= mostLabels)
}

// WeightOptions offers the columns of numbers beside the target as row weights, and one that was chosen otherwise.
func WeightOptions(columns []Column, choice Choice) string {
	m := Option("", Text("data.weight.none"))
	for _, c := range columns {
		if c.Name == choice.Weight || c.Kind == "numeric" && c.Name != choice.Target {
			m += Option(c.Name, c.Name)
		}
	}
	return m
}

// mostShown bounds the list of columns.
const mostShown = 100

// FindColumns returns the columns with the wanted part in their name, in either case, as many as are listed, and how
// many more there are.
func FindColumns(columns []Column, wanted string) (found []Column, more int) {
	wanted = strings.ToLower(strings.TrimSpace(wanted))
	for _, c := range columns {
		switch {
		case !strings.Contains(strings.ToLower(c.Name), wanted):
		case len(found) == mostShown:
			more++
		default:
			found = append(found, c)
		}
	}
	return found, more
}

// ColumnsMarkup lists the columns with a box each to use it as a feature, what it holds, its histogram and, for an own
// table, how it is read. The choice names its target.
func ColumnsMarkup(columns []Column, choice Choice, kinds map[string]string, own bool) string {
	var m strings.Builder
	for _, c := range columns {
		m.WriteString(`<tr><th scope="row">` + columnUse(c, choice) + "</th><td>" +
			columnKind(c, kinds[c.Name], own) + "</td>")
		m.WriteString(`<td class="holds num">` + histogramMarkup(c.Histogram) + `<span class="dim">` +
			chart.Escape(KindSentence(c)) + missingMarkup(c) + "</span></td>")
		m.WriteString(`<td class="r num">` + Count(c.Distinct) + `</td><td class="r num">` + Count(c.Missing) +
			"</td></tr>")
	}
	return m.String()
}

// missingMarkup repeats the count of missing cells where a narrow screen has no column for it.
func missingMarkup(c Column) string {
	if c.Missing == 0 {
		return ""
	}
	return `<span class="only-narrow">; ` + fmt.Sprintf(Text("columns.missing"), Count(c.Missing)) + "</span>"
}

func columnUse(c Column, choice Choice) string {
	name := chart.Escape(c.Name)
	part := func(text string) string {
		return `<span class="name"><b>` + name + `</b> <span class="accent">` + text + `</span></span>`
	}
	switch {
	case c.Name == choice.Target:
		return part(Text("columns.target"))
	case c.Name == choice.Weighted():
		return part(Text("columns.weight"))
	case !choice.usual(c):
		return `<span class="name">` + name + ` <span class="dim">` + Text("columns.unusable") +
			`</span></span>`
	}
	state := " checked"
	if slices.Contains(choice.Unused, c.Name) {
		state = ""
	}
	label := chart.Escape(fmt.Sprintf(Text("columns.use"), c.Name))
	return `<label class="name"><input type="checkbox" data-column="` + name + `" aria-label="` + label + `"` +
		state + `>` + name + `</label>`
}

// columnKind offers to read the column otherwise than it looks.
func columnKind(c Column, asked string, own bool) string {
	word := Text("kind." + c.Kind)
	if !own {
		return word
	}
	label := chart.Escape(fmt.Sprintf(Text("columns.as"), c.Name))
	m := `<select autocomplete="off" data-kind="` + chart.Escape(c.Name) + `" aria-label="` + label + `">`
	m += Option("", Either(asked == "", fmt.Sprintf(Text("columns.found"), word), Text("columns.byitself")))
	for _, kind := range []string{"numeric", "text", "days"} {
		if asked != "" || kind != c.Kind {
			m += chosenOption(kind, Text("kind."+kind), kind == asked)
		}
	}
	return m + "</select>"
}

// separatorOptions, decimalOptions and headerOptions offer what was found out, and what else there may be. asked is ""
// where nothing was.
func SeparatorOptions(asked, found string) string {
	return choices(asked, found, [][2]string{{",", "format.comma"}, {";", "format.semicolon"}, {"\t", "format.tab"},
		{"|", "format.bar"}})
}

func DecimalOptions(asked, found string) string {
	return choices(asked, found, [][2]string{{".", "format.point"}, {",", "format.comma"}})
}

func HeaderOptions(asked string, found bool) string {
	return choices(asked, Either(found, "yes", "no"), [][2]string{{"yes", "format.names"}, {"no", "format.data"}})
}

// choices writes options of values with the keys of their words. Where nothing was asked for, the first says what was
// found; else that it may be found out again.
func choices(asked, found string, all [][2]string) string {
	m := Option("", Text("columns.byitself"))
	for _, c := range all {
		if asked == "" && c[0] == found {
			m = Option("", fmt.Sprintf(Text("format.found"), Text(c[1])))
		}
	}
	for _, c := range all {
		if asked != "" || c[0] != found {
			m += chosenOption(c[0], Text(c[1]), c[0] == asked)
		}
	}
	return m
}

// IsTable reports whether a text that was pasted looks like one: two lines or more, the first with something that
// separates cells.
func IsTable(s string) bool {
	first, rest, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(rest) != "" && strings.ContainsAny(first, "\t,;|")
}

// HoldoutFaults says what is wrong with the share of rows held out and the seed of the split, as typed; "" where
// nothing is.
func HoldoutFaults(share, seed string) (ofShare, ofSeed string) {
	if x, ok := Typed(share).(float64); share != "" && (!ok || !(x >= 0 && x <= .9)) {
		ofShare = fmt.Sprintf(Text("data.holdout.bad"), share)
	}
	if _, err := strconv.ParseUint(seed, 10, 64); seed != "" && err != nil {
		ofSeed = fmt.Sprintf(Text("data.seed.bad"), seed)
	}
	return ofShare, ofSeed
}

// mostListed is how many of the rows left out are shown; the list to take along holds more.
const mostListed = 200

// LeftOutList makes rows of a table of the bridge's list of the rows left out, and says what it does not show.
func LeftOutList(csv string, all int) (markup, told string) {
	var m strings.Builder
	lines := strings.SplitN(csv, "\n", mostListed+3)
	shown := 0
	for _, line := range lines[min(1, len(lines)):] {
		row, missing, found := strings.Cut(line, ",")
		if !found || shown == mostListed {
			break
		}
		if quoted, isQuoted := strings.CutPrefix(missing, `"`); isQuoted {
			missing = strings.ReplaceAll(strings.TrimSuffix(quoted, `"`), `""`, `"`)
		}
		m.WriteString(element("tr", "", textIn("td", `class="r num"`, row)+textIn("td", "", missing)))
		shown++
	}
	if all > shown {
		told = fmt.Sprintf(Text("leftout.cut"), Count(shown))
	}
	if listed := strings.Count(csv, "\n") - 1; listed < all {
		told = Join([]string{told, fmt.Sprintf(Text("leftout.most"), Count(listed))})
	}
	return m.String(), told
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
			fmt.Fprintf(&path, "M%.1f 16V%.1fh%.1fV16z", float64(i)*step, 16-max(1, 15*c/most),
				max(.5, step-1))
		}
	}
	return `<svg class="histogram" viewBox="0 0 60 16" aria-hidden="true"><path d="` + path.String() + `"/></svg>`
}
