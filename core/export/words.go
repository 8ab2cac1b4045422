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
	"probability %.3f":                          "Wahrscheinlichkeit %.3f",
}
