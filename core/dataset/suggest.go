// Which column of a table is most likely the target, and what is likely learned of it.

package dataset

import (
	"math"
	"slices"
	"strings"
)

// targetNames are names of columns that say "this is the answer", most telling first: words of statistics, then what
// people have their tables for.
var targetNames = [...]string{"target", "label", "outcome", "response", "survived", "class", "species",
	"diagnosis", "income", "charges", "price", "quality", "rings", "mpg", "cnt", "churn", "fraud", "tip",
	"ziel", "zielgröße", "klasse", "preis", "y"}

// targetEnds are the last words of names that say so, too, as in "sale_price".
var targetEnds = [...]string{"target", "outcome", "price"}

// placing are names of columns that say when or where a row is from: an answer is seldom one of them.
var placing = [...]string{"day", "weekday", "week", "month", "quarter", "year", "date", "time", "hour", "minute",
	"latitude", "lat", "longitude", "lon", "lng", "long", "zip", "zipcode", "postcode",
	"tag", "woche", "monat", "jahr", "datum", "uhrzeit", "plz"}

// SuggestTarget returns the column that is most likely the target: one with a telling name (target, class, price, ...);
// else the last one that can be a target. Where numbers of the last column say when or where its rows are from, the
// answer is seldom at the end, and it is the first one that can be a target. What says when or where, and what numbers
// the rows, is proposed where there is nothing else.
func (t *Table) SuggestTarget() string {
	if c := t.telling(); c != nil {
		return c.Name
	}
	likely := func(c *Column) bool { return t.targetable(c) && !c.counts() && !c.places() && !c.naming() }
	first := slices.IndexFunc(t.Columns, func(c Column) bool { return likely(&c) })
	if first < 0 {
		return t.lastOf(t.targetable)
	}
	if end := &t.Columns[len(t.Columns)-1]; end.Kind != Date && end.places() {
		return t.Columns[first].Name
	}
	return t.lastOf(likely)
}

// telling returns the column whose name says most, or nil.
func (t *Table) telling() *Column {
	for _, says := range []func(name string) int{
		func(name string) int { return slices.Index(targetNames[:], strings.ToLower(name)) },
		func(name string) int { return slices.Index(targetEnds[:], lastWord(name)) },
	} {
		best, at := len(targetNames), (*Column)(nil)
		for i := range t.Columns {
			c := &t.Columns[i]
			if rank := says(c.Name); rank >= 0 && rank < best && t.targetable(c) && !t.coordinate(i) {
				best, at = rank, c
			}
		}
		if at != nil {
			return at
		}
	}
	return nil
}

// coordinate reports whether a column is a y that follows an x and stands before others, as one of a place does.
func (t *Table) coordinate(i int) bool {
	return i > 0 && i < len(t.Columns)-2 && strings.EqualFold(t.Columns[i].Name, "y") &&
		strings.EqualFold(t.Columns[i-1].Name, "x")
}

// lastOf returns the name of the last column that is so, or of the last one where none is.
func (t *Table) lastOf(so func(c *Column) bool) string {
	for i := len(t.Columns) - 1; i >= 0; i-- {
		if so(&t.Columns[i]) {
			return t.Columns[i].Name
		}
	}
	return t.Columns[len(t.Columns)-1].Name
}

// places reports whether the column says when or where its rows are from.
func (c *Column) places() bool {
	return c.Kind == Date || c.Days || slices.Contains(placing[:], strings.ToLower(c.Name))
}

// naming reports whether the column has a text of its own for most rows, as names and remarks are.
func (c *Column) naming() bool {
	const enough = 20 // rows, below which it may be chance
	rows := len(c.Values) - c.Missing
	return c.Kind == Text && rows >= enough && 2*c.Distinct > rows
}

// lastWord returns the last word of a name in lower case: words end at what is no letter, and before a capital.
func lastWord(name string) string {
	// Beyond ASCII all counts as a small letter: the tables that tell are large.
	small := func(r rune) bool { return 'a' <= r && r <= 'z' || r > 0x7f }
	other := func(r rune) bool { return !small(r) && !small(r|0x20) }
	end := strings.TrimRightFunc(name, other)
	at := strings.LastIndexFunc(end, func(r rune) bool { return !small(r) })
	return strings.ToLower(strings.TrimLeftFunc(end[max(0, at):], other))
}

func (t *Table) targetable(c *Column) bool {
	if c.Kind == Text {
		return c.Distinct >= 2 && c.Distinct <= MaxClasses && t.longLabel(c) == nil
	}
	return t.usable(c) == nil
}

// SuggestTask returns Classification for a text column and for a numeric one with at most 10 distinct values, all
// integers, that occur 5 times each on average; else Regression. An unknown name gives Regression.
func (t *Table) SuggestTask(target string) Task {
	c := t.column(target)
	if c == nil || c.Distinct == 0 {
		return Regression
	}
	if c.Kind != Numeric {
		return Classification
	}
	if c.Distinct > 10 || t.Rows-c.Missing < 5*c.Distinct {
		return Regression
	}
	for _, v := range c.Values {
		if !math.IsNaN(v) && v != math.Trunc(v) {
			return Regression
		}
	}
	return Classification
}
