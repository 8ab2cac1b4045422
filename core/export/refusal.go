// Names and labels that a language of rules cannot say, and characters that are not seen.

package export

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dcctree/core/dataset"
	"dcctree/core/words"
)

// Refusal is the error about a name or a label that cannot be said safely in a language of rules: what, why and what to
// do.
type Refusal struct {
	Column  string // whose name or label it is
	Message words.Message
}

// Error returns the text for people.
func (r *Refusal) Error() string { return r.Message.String() }

// In is Error in a language.
func (r *Refusal) In(l words.Lang) string { return r.Message.In(l) }

// refusal returns what keeps a dialect from saying the tree, or nil.
func refusal(t RuleSet, d dialect, used []Feature) error {
	names := slices.Clone(t.Columns)
	for _, term := range used {
		names = append(names, term.Name)
	}
	for _, term := range used {
		if why := d.nameFault(term.Name); why.Key != "" {
			return unnamed(d, term.Name, why)
		}
		if _, is := d.(sql); is {
			if other := mistaken(term.Name, names); other != "" {
				return unnamed(d, term.Name, words.Of("rules.capitals", dataset.Show(other)))
			}
		}
		for _, label := range term.Labels {
			if why := d.textFault(label); why.Key != "" {
				return unwritten(d, term.Name, label, why)
			}
		}
	}
	for _, label := range t.Classes {
		if why := d.textFault(label); why.Key != "" {
			return unwritten(d, t.Target, label, why)
		}
	}
	return nil
}

func unnamed(d dialect, column string, why words.Message) error {
	return &Refusal{Column: column, Message: words.Of("rules.column.refused", dataset.Show(column), d.name(), why)}
}

func unwritten(d dialect, column, label string, why words.Message) error {
	return &Refusal{Column: column,
		Message: words.Of("rules.label.refused", dataset.Show(label), dataset.Show(column), d.name(), why)}
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
func firstFault(text string, faults ...func(string) words.Message) words.Message {
	for _, fault := range faults {
		if why := fault(text); why.Key != "" {
			return why
		}
	}
	return words.Message{}
}

func notUTF8(text string) words.Message {
	if !utf8.ValidString(text) {
		return words.Of("rules.notutf8")
	}
	return words.Message{}
}

func nul(text string) words.Message {
	if strings.ContainsRune(text, 0) {
		return words.Of("rules.nul")
	}
	return words.Message{}
}

// unseen is about texts that have no escapes; line feeds and tabs stand in them as they are.
func unseen(text string) words.Message {
	for _, c := range text {
		if hidden(c) && c != '\n' && c != '\t' {
			return words.Of("rules.hidden", c)
		}
	}
	return words.Message{}
}

// hidden reports whether a character is not seen, or changes how others are seen: control characters, those of the
// direction of writing among the format characters, separators of lines, and what Unicode lets programs ignore.
func hidden(c rune) bool {
	return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point)
}
