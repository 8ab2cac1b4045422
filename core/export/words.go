// The words of rules in other languages: looked up by the English ones. Names in programs stay.

package export

import "fmt"

// tongue is the language of words, as a tag.
type tongue string

// say fills the values into the words, or into what stands for them in the language.
func (l tongue) say(words string, values ...any) string {
	if l == "de" {
		if translated, found := german[words]; found {
			words = translated
		}
	}
	if len(values) == 0 {
		return words
	}
	return fmt.Sprintf(words, values...)
}

// probability says how probable the class of a leaf is.
func (t Tree) probability(o Outcome) string {
	return tongue(t.Lang).say("probability %.3f", o.Probabilities[o.Class()])
}

// german is read only.
var german = map[string]string{
	"Mean of %s by the decision tree %s.":       "Mittel von %s nach dem Entscheidungsbaum %s.",
	"Most probable %s by the decision tree %s.": "Am wahrscheinlichsten bei %s nach dem Entscheidungsbaum %s.",
	"%s is none of them":                        "%s ist keine davon",
	"%s is %s":                                  "%s ist %s",
	" or ":                                      " oder ",
	"(number of %s in %s, from 0)":              "(Nummer von %s in %s, ab 0)",
	"if %s:":                                    "wenn %s:",
	"else:":                                     "sonst:",
	"A row that misses a value, or has a label that is not named here, has no answer.": "Eine Zeile, der ein " +
		"Wert fehlt oder deren Kategorie hier nicht vorkommt, bekommt keine Antwort.",
	`Characters that are not seen are written by their numbers, such as \u{202E}.`: `Zeichen, die nicht zu ` +
		`sehen sind, stehen mit ihrer Nummer da, etwa \u{202E}.`,
	"SQL (standard)": "SQL (Standard)",
	"SQL (standard), for PostgreSQL and SQLite. MySQL and MariaDB read it otherwise.": "SQL (Standard), für " +
		"PostgreSQL und SQLite. MySQL und MariaDB lesen es anders.",
	"SQL (MySQL, MariaDB). Other databases read it otherwise.": "SQL (MySQL, MariaDB). Andere Datenbanken " +
		"lesen es anders.",
	"The column %s cannot be named in %s: %s. Rename it in the table, or take the rules in another language.": "Die " +
		"Spalte %s lässt sich in %s nicht nennen: %s. Sie in der Tabelle umbenennen, oder die Regeln in " +
		"einer anderen Sprache nehmen.",
	"The label %s of the column %s cannot be written in %s: %s. Change it in the table, or take the rules in another language.": "Die " +
		"Kategorie %s der Spalte %s lässt sich in %s nicht schreiben: %s. Sie in der Tabelle ändern, oder " +
		"die Regeln in einer anderen Sprache nehmen.",
	"but for capital letters it is the column %s": "bis auf Großbuchstaben ist es die Spalte %s",
	"it holds bytes that are not UTF-8":           "der Text enthält Bytes, die kein UTF-8 sind",
	"it holds a NUL character":                    "der Text enthält ein Nullzeichen",
	"it holds U+%04X, a character that is not seen or that changes how others are seen": "der Text enthält " +
		"U+%04X, ein Zeichen, das nicht zu sehen ist oder ändert, wie andere zu sehen sind",
	"a backslash stands at its end or before a quotation mark": "ein Backslash steht am Ende oder vor einem " +
		"Anführungszeichen",
	"it has %d bytes, and names may have 63":      "der Name hat %d Bytes, möglich sind 63",
	"it has %d characters, and names may have 64": "der Name hat %d Zeichen, möglich sind 64",
	"names may not hold %s (U+%X)":                "Namen dürfen %s (U+%X) nicht enthalten",
	"white space stands at its end":               "am Ende steht ein Leerraum",
	"probability %.3f":                            "Wahrscheinlichkeit %.3f",
}
