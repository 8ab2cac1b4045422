// What is said in the other languages, beside the English text.

package words

// Translations has what is said, a text or a list of them, in each language but English, by its tag. (A key is a
// string, not a Lang, for the bridge to JavaScript.)
type Translations[T any] map[string]T

// Translate says it in each language but English.
func Translate[T any](say func(Lang) T) Translations[T] {
	t := Translations[T]{}
	for _, l := range Languages()[1:] {
		t[string(l)] = say(l)
	}
	return t
}

// Both says it in English, and in the other languages.
func Both[T any](say func(Lang) T) (T, Translations[T]) { return say(English), Translate(say) }

// In returns what is said in the language, the English where there is no translation.
func (t Translations[T]) In(l Lang, english T) T {
	if said, ok := t[string(l)]; ok {
		return said
	}
	return english
}
