// What is said in the other languages, beside the English text.

package words

import "reflect"

// Translations has what is said, a text or a list of them, in each language that says it otherwise than English, by its
// tag. (A key is a string, not a Lang, for the bridge to JavaScript.)
type Translations[T any] map[string]T

// Translate says it in the other languages.
func Translate[T any](say func(Lang) T) Translations[T] {
	_, others := Both(say)
	return others
}

// Both says it in English, and in the other languages.
func Both[T any](say func(Lang) T) (T, Translations[T]) {
	english, others := say(English), Translations[T]{}
	for _, l := range Languages()[1:] {
		if said := say(l); !reflect.DeepEqual(said, english) {
			others[string(l)] = said
		}
	}
	return english, others
}

// In returns what is said in the language, the English where there is no translation.
func (t Translations[T]) In(l Lang, english T) T {
	if said, ok := t[string(l)]; ok {
		return said
	}
	return english
}
