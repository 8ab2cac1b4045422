// This file tells text that was meant as numbers: with a unit, a currency sign, or separators of thousands.

package dataset

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dcctree/core/words"
)

const (
	fewestUnits = 5 // labels below which numbers with a unit may well be names, such as 2wd and 4wd
	longestUnit = 6 // characters
)

// noteUnits says of a text column that most of its labels are numbers written with the same something else.
func (t *Table) noteUnits(c *Column) {
	if c.Kind != Text || len(c.Labels) < fewestUnits {
		return
	}
	counts := map[string]int{}
	for _, label := range c.Labels {
		if around, is := unit(label, t.Format.Decimal[0]); is {
			counts[around]++
		}
	}
	for code, label := range c.Labels {
		if around, is := unit(label, t.Format.Decimal[0]); is && 2*counts[around] > len(c.Labels) {
			row := t.FileRow(slices.Index(c.Values, float64(code)))
			t.note(words.Of("table.note.units", Show(c.Name), Show(label), row))
			return
		}
	}
}

// unit returns what stands around the number in a label that no column of numbers takes, and whether it is such a one.
func unit(label string, decimal byte) (around string, is bool) {
	if _, plain := parseNumber([]byte(label), decimal); plain {
		return "", false
	}
	from := strings.IndexFunc(label, isDigit)
	to := strings.LastIndexFunc(label, isDigit) + 1
	if from < 0 || strings.ContainsFunc(label[:from], unicode.IsLetter) ||
		utf8.RuneCountInString(label[:from]) > longestUnit || utf8.RuneCountInString(label[to:]) > longestUnit {
		return "", false
	}
	parts := strings.FieldsFunc(label[from:to], func(r rune) bool {
		return strings.ContainsRune(".,'’", r) || unicode.IsSpace(r)
	})
	for i, part := range parts { // thousands, and a last part behind the decimal mark
		if strings.ContainsFunc(part, func(r rune) bool { return !isDigit(r) }) ||
			i > 0 && i < len(parts)-1 && len(part) != 3 {
			return "", false
		}
	}
	around = label[:from] + " " + label[to:]
	return around, len(parts) > 1 || strings.TrimSpace(around) != ""
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }
