// The language that the page speaks: every text that people read is looked up here.

package logic

import (
	"fmt"
	"strings"

	"dcctree/core/words"
)

// Spoken is the language of the page: there is one page in a program, and its texts are asked for from everywhere.
var Spoken = words.English

// Text returns the words of a key in the page's language.
func Text(key string) string { return Spoken.Raw(key) }

// LanguageOf finds a language by its tag.
func LanguageOf(tag string) (l words.Lang, known bool) {
	l = words.Lang(tag)
	return l, l != "" && l.Known()
}

// LanguageMarkup offers each language, by its own name.
func LanguageMarkup() string {
	var all []string
	for _, l := range words.Languages() {
		about := fmt.Sprintf(`class="link" data-language="%[1]s" data-test="language-%[1]s" lang="%[1]s" `+
			`aria-current="%[2]t"`, l, l == Spoken)
		all = append(all, textIn("button", `type="button" `+about, l.Name()))
	}
	return strings.Join(all, " · ")
}

// languageTags are the tags of all languages.
func languageTags() []string {
	var tags []string
	for _, l := range words.Languages() {
		tags = append(tags, string(l))
	}
	return tags
}

// LanguageFor is the language that a link asks for, else the first that the browser prefers and the page speaks:
// "de-AT" asks for "de".
func LanguageFor(asked string, preferred []string) words.Lang {
	for _, tag := range append([]string{asked}, preferred...) {
		base, _, _ := strings.Cut(strings.ToLower(tag), "-")
		if l, known := LanguageOf(base); known {
			return l
		}
	}
	return words.English
}
