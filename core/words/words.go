// Package words has every text that people read, in each language: one catalogue a language, and messages that are a
// key of it with values.
//
// A catalogue is a file of lines "key: text", named by the tag of its language. Another language is another file, a
// line that names it, and its texts in site/words.js. In a text %s, %d and the other verbs of fmt stand for the values,
// by number (%[2]s) where their order differs from the English one; a text that takes values writes its percent signs
// twice. Escapes are those of Go's strings: \u00a0, or \x20 for a space at an end. A line that begins with # is a
// comment. What a catalogue lacks is said in English; one that may lack texts begins with the line "# begun".
package words

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Lang is a language by its tag, such as "en"; "" is English.
type Lang string

// English is the language of the sources, and that of whoever asks for none.
const English Lang = "en"

//go:embed en.txt
var en string

//go:embed de.txt
var de string

// files are the catalogues with the tag of their language, English first; a new one goes last, since session files hold
// texts in this order. (An embed.FS would find them by itself; package time comes with it, and a first visit would be
// 15 KB longer.)
var files = []struct {
	tag  Lang
	text string
}{{English, en}, {"de", de}}

// catalogues are read once, when the first text is asked for.
var catalogues = sync.OnceValue(readAll)

// Languages are all that have a catalogue, English first.
func Languages() []Lang {
	var all []Lang
	for _, f := range files {
		all = append(all, f.tag)
	}
	return all
}

// Known reports whether the language has a catalogue.
func (l Lang) Known() bool { return catalogues()[l.tag()] != nil }

// Name is what its own speakers call the language.
func (l Lang) Name() string { return l.Say("language.name") }

func (l Lang) tag() Lang {
	if l == "" {
		return English
	}
	return l
}

// Has reports whether the catalogues have the key.
func Has(key string) bool {
	_, has := catalogues()[English].texts[key]
	return has
}

// Keys are those of the catalogues, sorted.
func Keys() []string {
	var all []string
	for key := range catalogues()[English].texts {
		all = append(all, key)
	}
	slices.Sort(all)
	return all
}

// Raw returns the text of a key, its verbs not filled in. A key that no catalogue has is a programmer's mistake. In a
// language without a catalogue the text is English.
func (l Lang) Raw(key string) string { return l.catalogue().text(key) }

// Say fills values into the text of a key. A value that is a Speaker says itself in the language. Where the first value
// is a whole number and the catalogue has the key with "|one", that is the text for the numbers that the line
// "language.one" lists.
func (l Lang) Say(key string, values ...any) string {
	c := l.catalogue()
	if len(values) == 0 {
		return c.text(key)
	}
	if n, whole := values[0].(int); whole && slices.Contains(c.ones, n) {
		if text, has := c.texts[key+one]; has {
			return c.fill(l, text, values)
		}
	}
	return c.fill(l, c.text(key), values)
}

func (l Lang) catalogue() *catalogue {
	if c := catalogues()[l.tag()]; c != nil {
		return c
	}
	return catalogues()[English]
}

// one ends the keys of texts about one thing.
const one = "|one"

// catalogue has the texts of one language; it is read only.
type catalogue struct {
	texts map[string]string
	ones  []int // the numbers that have the form of one thing
}

func (c *catalogue) text(key string) string {
	text, has := c.texts[key]
	if !has {
		panic("words: no text of the key " + strconv.Quote(key))
	}
	return text
}

// fill leaves out the values where a text of one thing takes none.
func (c *catalogue) fill(l Lang, text string, values []any) string {
	if !strings.Contains(text, "%") {
		return text
	}
	said := slices.Clone(values)
	for i, v := range said {
		if s, ok := v.(Speaker); ok {
			said[i] = s.In(l)
		}
	}
	return fmt.Sprintf(text, said...)
}

func readAll() map[Lang]*catalogue {
	all := map[Lang]*catalogue{}
	for _, f := range files {
		c, err := read(f.text)
		if err != nil {
			panic("words: " + string(f.tag) + ".txt: " + err.Error())
		}
		all[f.tag] = c
		if len(c.ones) == 0 {
			c.ones = all[English].ones
		}
		for key, text := range all[English].texts {
			if _, has := c.texts[key]; !has {
				c.texts[key] = text
			}
		}
	}
	return all
}

// read reads a catalogue's lines.
func read(body string) (*catalogue, error) {
	c := &catalogue{texts: map[string]string{}}
	for line := range strings.Lines(body) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		key, text, ok := strings.Cut(line, ": ")
		if _, twice := c.texts[key]; twice || !ok {
			return nil, fmt.Errorf("a line without a key, or with that of another: %s", line)
		}
		text, err := unescaped(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %v", key, err)
		}
		c.texts[key] = text
	}
	for _, field := range strings.Fields(c.texts["language.one"]) {
		n, err := strconv.Atoi(field)
		if err != nil {
			return nil, err
		}
		c.ones = append(c.ones, n)
	}
	return c, nil
}

// unescaped reads the escapes of a text.
func unescaped(text string) (string, error) {
	if !strings.Contains(text, `\`) {
		return text, nil
	}
	var b strings.Builder
	for text != "" {
		c, _, rest, err := strconv.UnquoteChar(text, 0)
		if err != nil {
			return "", err
		}
		b.WriteRune(c)
		text = rest
	}
	return b.String(), nil
}
