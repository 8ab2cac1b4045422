// This file writes a table as separated text.

package dataset

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// AppendCSV appends the table to dst as text with the separator and decimal mark of format, with a header line and
// lines that end in LF. Numbers are the shortest that read back to the same bits; missing cells are empty. ReadCSV with
// the same format and a header gives the table again.
func (t *Table) AppendCSV(dst []byte, format Format) []byte {
	for j := range t.Columns {
		dst = appendSeparator(dst, j, format)
		dst = appendText(dst, t.Columns[j].Name, format)
	}
	dst = append(dst, '\n')
	for i := range t.Rows {
		for j := range t.Columns {
			dst = appendSeparator(dst, j, format)
			dst = t.appendCell(dst, &t.Columns[j], i, format)
		}
		dst = append(dst, '\n')
	}
	return dst
}

func appendSeparator(dst []byte, j int, format Format) []byte {
	if j == 0 {
		return dst
	}
	return append(dst, format.Separator...)
}

func (t *Table) appendCell(dst []byte, c *Column, i int, format Format) []byte {
	v := c.Values[i]
	switch {
	case math.IsNaN(v):
		return appendText(dst, t.odd(c, i), format)
	case c.Kind != Numeric:
		return appendText(dst, c.Labels[int(v)], format)
	}
	return appendNumber(dst, v, format)
}

// odd returns the cell of row i where it is no finite number, "" where it is missing.
func (t *Table) odd(c *Column, i int) string {
	if k, odd := slices.BinarySearchFunc(c.Odd, t.FileRow(i),
		func(c Cell, row int) int { return c.Row - row }); odd {
		return c.Odd[k].Text
	}
	return ""
}

// AppendRow appends the cells of row i of the table, counted from 0, as texts that read back to the same; a missing one
// is empty.
func (t *Table) AppendRow(cells []string, i int) []string {
	for j := range t.Columns {
		c := &t.Columns[j]
		if math.IsNaN(c.Values[i]) {
			cells = append(cells, t.odd(c, i))
		} else {
			cells = append(cells, c.Text(i))
		}
	}
	return cells
}

func appendNumber(dst []byte, v float64, format Format) []byte {
	number := strconv.FormatFloat(v, 'g', -1, 64)
	if format.Decimal == "," {
		number = strings.Replace(number, ".", ",", 1)
	}
	return appendText(dst, number, format)
}

// CSVCell returns a text as a cell between commas that ReadCSV reads back: in double quotes where it could not be read
// back otherwise, and with an apostrophe before it where a spreadsheet would compute it: a text, not a number, that
// begins with = + - @, a tab or a carriage return, or with apostrophes before one of these.
func CSVCell(s string) string {
	return string(appendText(nil, s, Format{Separator: ",", Decimal: "."}))
}

// computes reports whether a spreadsheet would take the text for a formula, or free would take an apostrophe off it.
func computes[T string | []byte](s T) bool {
	i := 0
	for i < len(s) && s[i] == '\'' {
		i++
	}
	return i < len(s) && strings.IndexByte("=+-@\t\r", s[i]) >= 0
}

// appendText writes a cell as CSVCell has it.
func appendText(dst []byte, s string, format Format) []byte {
	if computes(s) && numberClass([]byte(s)) == text {
		s = "'" + s
	}
	if isPlain(s, format) {
		return append(dst, s...)
	}
	dst = append(dst, '"')
	dst = append(dst, strings.ReplaceAll(s, `"`, `""`)...)
	return append(dst, '"')
}

// isPlain tells whether a text reads back without quotes, also as the first bytes of a file.
func isPlain(s string, format Format) bool {
	return !strings.ContainsAny(s, "\"\r\n") && !strings.Contains(s, format.Separator) &&
		len(trim([]byte(s))) == len(s) && !strings.HasPrefix(s, byteOrderMark) &&
		checkSignature([]byte(s)) == nil
}
