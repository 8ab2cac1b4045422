// Messages: what is said, before it is said in a language.

package words

// Speaker is a value that reads otherwise in each language.
type Speaker interface {
	// In returns the text in the language.
	In(Lang) string
}

// Message is a key of the catalogues and the values of its text. The zero Message says nothing.
type Message struct {
	Key    string
	Values []any // numbers, texts that are the same in all languages, and Speakers
}

// Of makes a message.
func Of(key string, values ...any) Message { return Message{key, values} }

// In returns the text in the language.
func (m Message) In(l Lang) string {
	if m.Key == "" {
		return ""
	}
	return l.Say(m.Key, m.Values...)
}

// String returns the text in English.
func (m Message) String() string { return m.In(English) }

// Same is a text that is the same in all languages, such as a name.
type Same string

// In returns the text.
func (s Same) In(Lang) string { return string(s) }

// All says each of several in the language; the list is empty, not nil, where there is none.
func All[S Speaker](l Lang, parts []S) []string {
	said := make([]string, len(parts))
	for i, p := range parts {
		said[i] = p.In(l)
	}
	return said
}
