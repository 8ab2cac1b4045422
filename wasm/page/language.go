// The languages of the page, and the one that it speaks: every text that people read is looked up here.

package page

import "strings"

// language is a full table of texts. Name is how its own speakers call it.
type language struct {
	Tag, Name string
	texts     map[string]string
}

// languages are those that the page speaks, the first where nothing speaks for another.
var languages = []language{
	{"en", "English", english},
	{"de", "Deutsch", german},
}

// spoken is the language of the page: there is one page in a program, and its texts are asked for from everywhere.
var spoken = languages[0]

// text returns the words for a key of the table.
func text(key string) string {
	words, found := spoken.texts[key]
	if !found {
		panic("page: no text of the key " + key)
	}
	return words
}

// languageOf finds a language by its tag.
func languageOf(tag string) (language, bool) {
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

// languageFor is the language that a link asks for, else the first that the browser prefers and the page speaks:
// "de-AT" asks for "de".
func languageFor(asked string, preferred []string) language {
	for _, tag := range append([]string{asked}, preferred...) {
		base, _, _ := strings.Cut(strings.ToLower(tag), "-")
		if l, known := languageOf(base); known {
			return l
		}
	}
	return languages[0]
}
