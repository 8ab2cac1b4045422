// This file tells numbers, missing markers and dates apart by their bytes, and parses numbers.

package dataset

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// class is what one cell looks like, before it is known how its column is read.
type class uint8

const (
	missing    class = iota
	integer          // a number without decimal mark
	pointed          // a number with a decimal point
	comma            // a number with a decimal comma
	infinite         // Inf, -inf, infinity
	date             // a calendar date, perhaps with a time
	text             // anything else
	numClasses = int(text) + 1
)

// missingMarkers are the cells that mean "no value", besides the empty one; letters in either case. #NV is #N/A
// of a German spreadsheet, \N is NULL as databases write it.
var missingMarkers = [...]string{"na", "n/a", "nan", "?", "null", ".", "-", "--", "n.a.", "#n/a", "#nv", `\n`}

// MissingMarkers are the cells that mean "no value", the empty one first; letters in lower case.
func MissingMarkers() []string { return append([]string{""}, missingMarkers[:]...) }

// classify tells what a cell looks like. Spaces around it, which only quoted cells have, do not count.
func classify(cell []byte) class {
	cell = trim(cell)
	if len(cell) == 0 {
		return missing
	}
	if c := numberClass(cell); c != text {
		return c
	}
	for _, m := range missingMarkers {
		if equalFold(cell, m) {
			return missing
		}
	}
	if unsigned := cell[signWidth(cell):]; equalFold(unsigned, "inf") || equalFold(unsigned, "infinity") {
		return infinite
	}
	if isDate(cell) {
		return date
	}
	return text
}

func equalFold(b []byte, lower string) bool {
	return len(b) == len(lower) && bytes.EqualFold(b, []byte(lower))
}

// numberClass accepts [+-] digits [mark digits] [e [+-] digits] with at least one digit before the exponent.
func numberClass(b []byte) class {
	kind := integer
	i := signWidth(b)
	n := digits(b[i:])
	i += n
	if i < len(b) && (b[i] == '.' || b[i] == ',') {
		kind = pointed
		if b[i] == ',' {
			kind = comma
		}
		i++
		m := digits(b[i:])
		n, i = n+m, i+m
	}
	if n == 0 {
		return text
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		i++
		i += signWidth(b[i:])
		m := digits(b[i:])
		if m == 0 {
			return text
		}
		i += m
	}
	if i < len(b) {
		return text
	}
	return kind
}

// signWidth returns 1 if b begins with a sign, else 0.
func signWidth(b []byte) int {
	if len(b) > 0 && (b[0] == '+' || b[0] == '-') {
		return 1
	}
	return 0
}

// digits returns how many decimal digits b begins with.
func digits(b []byte) int {
	n := 0
	for n < len(b) && b[n] >= '0' && b[n] <= '9' {
		n++
	}
	return n
}

// parseNumber reads a cell of class integer or of the given decimal mark's class. It returns false for other cells and
// for numbers beyond the range of a float64.
func parseNumber(cell []byte, decimal byte) (float64, bool) {
	cell = trim(cell)
	if v, ok := shortNumber(cell, decimal); ok {
		return v, true
	}
	switch c := numberClass(cell); {
	case c == text, c == pointed && decimal != '.', c == comma && decimal != ',':
		return 0, false
	case c == comma:
		var buf [64]byte
		cell = append(buf[:0], cell...)
		cell[bytes.IndexByte(cell, ',')] = '.'
	}
	v, err := strconv.ParseFloat(string(cell), 64)
	if v == 0 {
		v = 0 // not -0
	}
	return v, err == nil && !math.IsInf(v, 0)
}

// powers of ten and whole numbers up to 10^15 are exact as float64, so that one division rounds as strconv does.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// shortNumber reads a number of at most 15 digits without exponent, as most are.
func shortNumber(b []byte, decimal byte) (float64, bool) {
	first := signWidth(b)
	whole, after, digits := 0, 0, 0
	marked := false
	for _, c := range b[first:] {
		switch {
		case c >= '0' && c <= '9':
			whole = 10*whole + int(c-'0')
			digits++
			if marked {
				after++
			}
		case c == decimal && !marked:
			marked = true
		default:
			return 0, false
		}
	}
	if digits == 0 || digits >= len(powers) {
		return 0, false
	}
	v := float64(whole) / powers[after]
	if b[0] == '-' && whole > 0 { // -0 is 0, also as a class
		v = -v
	}
	return v, true
}

// isDate accepts y-m-d (or with / or .), d.m.y, m/d/y and d-m-y with two or four digits of year, and a time after a
// space or T.
func isDate(b []byte) bool {
	var field, width [3]int
	var mark byte
	i := 0
	for k := range field {
		if k > 0 {
			if i == len(b) || b[i] != '-' && b[i] != '/' && b[i] != '.' || k == 2 && b[i] != mark {
				return false
			}
			mark = b[i]
			i++
		}
		width[k] = digits(b[i:])
		if width[k] == 0 || width[k] > 4 {
			return false
		}
		for end := i + width[k]; i < end; i++ {
			field[k] = 10*field[k] + int(b[i]-'0')
		}
	}
	return isTime(b[i:]) && (width[0] == 4 && isDayMonth(field[1], field[2], width[1], width[2]) ||
		(width[2] == 4 || width[2] == 2) && isDayMonth(field[0], field[1], width[0], width[1]))
}

// isDayMonth tells whether a and b, of that many digits, can be a day and a month in one order or the other.
func isDayMonth(a, b, widthA, widthB int) bool {
	return widthA <= 2 && widthB <= 2 && a >= 1 && b >= 1 && max(a, b) <= 31 && min(a, b) <= 12
}

// isTime accepts nothing, or a space or T and what times are made of.
func isTime(b []byte) bool {
	if len(b) == 0 {
		return true
	}
	if b[0] != ' ' && b[0] != 'T' || digits(b[1:]) == 0 {
		return false
	}
	for _, c := range b[1:] {
		if strings.IndexByte("0123456789:.+-Z APMapm", c) < 0 {
			return false
		}
	}
	return true
}
