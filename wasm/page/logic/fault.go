// Errors that the bridge rejects with, as the page tells them.

package logic

import "dcctree/core/words"

// Fault is a rejection of the bridge: Message is the text for people, Translations the same in the other languages, as
// far as there is any, Field or Column what it is about.
type Fault struct {
	Code         string                     `js:"code"`
	Message      string                     `js:"message"`
	Translations words.Translations[string] `js:"translations"`
	Field        string                     `js:"field"`
	Column       string                     `js:"column"`
}

// Error tells it in the page's language, as far as it has words for it.
func (f *Fault) Error() string {
	return f.Translations.In(Spoken, f.Message)
}

// Plain is the fault as programs get it.
func (f *Fault) Plain() map[string]any {
	others := map[string]any{}
	for tag, said := range f.Translations {
		others[tag] = said
	}
	return map[string]any{"code": f.Code, "message": f.Message, "translations": others, "field": f.Field,
		"column": f.Column}
}

// notesSpoken are the notes in the page's language, in English where some have no translation.
func notesSpoken(english []string, others words.Translations[[]string]) []string {
	if said := others.In(Spoken, english); len(said) == len(english) {
		return said
	}
	return english
}
