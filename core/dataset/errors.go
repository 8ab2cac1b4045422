// This file holds the one error type of the package.

package dataset

import (
	"strconv"
	"unicode/utf8"

	"dcctree/core/words"
)

// Error says what is wrong with outside input, where, and what to do about it.
//
// Code is stable and short: csv-... from reading a file, column-... and target-... from choosing columns, frame-...
// from the rows that are left, split-... from dividing them, match-... from a second table.
type Error struct {
	Code    string
	File    string        // name of the table; "" if it is not about a file
	Row     int           // row of the file as FileRow counts; 0 if it is not about a row
	Column  string        // "" if it is not about a column
	Message words.Message // full sentences; names row and column
}

// Error returns the text for people in English.
func (e *Error) Error() string { return e.In(words.English) }

// In returns the text for people, led by the file's name.
func (e *Error) In(l words.Lang) string {
	if e.File == "" {
		return e.Message.In(l)
	}
	return e.File + ": " + e.Message.In(l)
}

// fail makes an Error of a key and its values.
func fail(code, key string, values ...any) *Error {
	return &Error{Code: code, Message: words.Of(key, values...)}
}

func (e *Error) in(file string) *Error     { e.File = file; return e }
func (e *Error) at(row int) *Error         { e.Row = row; return e }
func (e *Error) column(name string) *Error { e.Column = name; return e }

// longestShown bounds the text of a cell or name inside a message, in characters.
const longestShown = 40

// Cut shortens a text to so many characters, the last of which is then an ellipsis.
func Cut(s string, most int) string {
	if len(s) <= most || utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// Show quotes outside text for a message: control characters escaped, long text cut.
func Show(s string) string {
	if utf8.RuneCountInString(s) > longestShown {
		s = string([]rune(s)[:longestShown]) + "..."
	}
	return strconv.Quote(s)
}
