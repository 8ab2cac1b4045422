// The words of the figures, in English and in other languages: looked up by the English ones, which the sources hold
// where they are drawn.

package chart

import "strings"

// Lang is the language of a figure's words, as a tag: "" and English read the same.
type Lang string

// The languages.
const (
	English Lang = "en"
	German  Lang = "de"
)

// Languages are all that figures speak.
func Languages() []Lang { return []Lang{English, German} }

// say returns the words in the language, each %s replaced by the next value.
func (l Lang) say(words string, values ...string) string {
	if l == German {
		if translated, found := german[words]; found {
			words = translated
		}
	}
	return Fill(words, values...)
}

// Fill puts the values in the place of each %s of a text; a value is never read as a text.
func Fill(words string, values ...string) string {
	if len(values) == 0 {
		return words
	}
	var b strings.Builder
	for _, v := range values {
		before, after, _ := strings.Cut(words, "%s")
		b.WriteString(before)
		b.WriteString(v)
		words = after
	}
	b.WriteString(words)
	return b.String()
}
