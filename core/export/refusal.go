// Names and labels that a language of rules cannot say, and characters that are not seen.

package export

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"dcctree/core/dataset"
)

// Refusal is the error about a name or a label that cannot be said safely in a language of rules: what, why and what to
// do.
type Refusal struct {
	Column  string // whose name or label it is
	Message string
	German  string // the same in German
}

// Error returns the text for people.
func (r *Refusal) Error() string { return r.Message }

// InGerman is Error in German.
func (r *Refusal) InGerman() string { return r.German }

// wording is a text in both languages; the empty one says that nothing is wrong.
type wording struct{ english, german string }

// both fills values into a text that the table of words.go has in German; those that are wordings stand in each
// language.
func both(words string, values ...any) wording {
	in := func(l tongue, of func(wording) string) string {
		own := make([]any, len(values))
		for i, v := range values {
			if own[i] = v; isWording(v) {
				own[i] = of(v.(wording))
			}
		}
		return l.say(words, own...)
	}
	return wording{in("", func(w wording) string { return w.english }), in("de", func(w wording) string { return w.german })}
}

func isWording(v any) bool {
	_, is := v.(wording)
	return is
}

// refusal returns what keeps a dialect from saying the tree, or nil.
func refusal(t Tree, d dialect, used []Term) error {
	for _, term := range used {
		if why := d.nameFault(term.Feature); why != (wording{}) {
			return unnamed(d, term.Feature, why)
		}
		if _, is := d.(sql); is {
			if other := mistaken(term.Feature, append(features(used), t.Columns...)); other != "" {
				return unnamed(d, term.Feature, both("but for capital letters it is the column %s", dataset.Show(other)))
			}
		}
		for _, label := range term.Labels {
			if why := d.textFault(label); why != (wording{}) {
				return unwritten(d, term.Feature, label, why)
			}
		}
	}
	for _, label := range t.Classes {
		if why := d.textFault(label); why != (wording{}) {
			return unwritten(d, t.Target, label, why)
		}
	}
	return nil
}

func unnamed(d dialect, column string, why wording) error {
	w := both("The column %s cannot be named in %s: %s. Rename it in the table, or take the rules in another language.",
		dataset.Show(column), titleOf(d), why)
	return &Refusal{Column: column, Message: w.english, German: w.german}
}

func unwritten(d dialect, column, label string, why wording) error {
	w := both("The label %s of the column %s cannot be written in %s: %s. Change it in the table, or take the rules in another language.",
		dataset.Show(label), dataset.Show(column), titleOf(d), why)
	return &Refusal{Column: column, Message: w.english, German: w.german}
}

func titleOf(d dialect) wording {
	if d.name() == "SQL (standard)" {
		return both("SQL (standard)")
	}
	return wording{d.name(), d.name()}
}

// mistaken returns a name by which a database that does not tell capital letters apart could mistake this one, "" for
// none.
func mistaken(name string, names []string) string {
	for _, other := range names {
		if other != name && strings.EqualFold(other, name) {
			return other
		}
	}
	return ""
}

// firstFault returns the first of the faults that a text has.
func firstFault(text string, faults ...func(string) wording) wording {
	for _, fault := range faults {
		if why := fault(text); why != (wording{}) {
			return why
		}
	}
	return wording{}
}

func notUTF8(text string) wording {
	if !utf8.ValidString(text) {
		return both("it holds bytes that are not UTF-8")
	}
	return wording{}
}

func nul(text string) wording {
	if strings.ContainsRune(text, 0) {
		return both("it holds a NUL character")
	}
	return wording{}
}

// unseen is about texts that have no escapes; line feeds and tabs stand in them as they are.
func unseen(text string) wording {
	for _, c := range text {
		if hidden(c) && c != '\n' && c != '\t' {
			return both("it holds U+%04X, a character that is not seen or that changes how others are seen", c)
		}
	}
	return wording{}
}

// hidden reports whether a character is not seen, or changes how others are seen: control characters, those of the
// direction of writing among the format characters, separators of lines, and what Unicode lets programs ignore.
func hidden(c rune) bool {
	return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point)
}
