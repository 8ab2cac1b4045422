// The languages of the page, and the one that it speaks: every text that people read is looked up here.

package logic

import (
	"strings"

	"dcctree/core/words"
)

// language is a full table of texts. Name is how its own speakers call it.
type language struct {
	Tag, Name string
	Texts     map[string]string
}

// Lang is the language of the catalogues.
func (l language) Lang() words.Lang { return words.Lang(l.Tag) }

// languages are those that the page speaks, the first where nothing speaks for another.
var languages = []language{
	{"en", "English", English},
	{"de", "Deutsch", German},
}

// Spoken is the language of the page: there is one page in a program, and its texts are asked for from everywhere.
var Spoken = languages[0]

// Text returns the words for a key of the table.
func Text(key string) string {
	words, found := Spoken.Texts[key]
	if !found {
		panic("page: no text of the key " + key)
	}
	return words
}

// LanguageOf finds a language by its tag.
func LanguageOf(tag string) (language, bool) {
	for _, l := range languages {
		if l.Tag == tag {
			return l, true
		}
	}
	return language{}, false
}

// languageTags are the tags of all languages.
func languageTags() []string {
	var tags []string
	for _, l := range languages {
		tags = append(tags, l.Tag)
	}
	return tags
}

// LanguageFor is the language that a link asks for, else the first that the browser prefers and the page speaks:
// "de-AT" asks for "de".
func LanguageFor(asked string, preferred []string) language {
	for _, tag := range append([]string{asked}, preferred...) {
		base, _, _ := strings.Cut(strings.ToLower(tag), "-")
		if l, known := LanguageOf(base); known {
			return l
		}
	}
	return languages[0]
}
