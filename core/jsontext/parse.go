// The grammar of JSON.

package jsontext

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// parse reads a text as nil, bool, string, number, []any or object.
func parse(text string) (any, error) {
	p := &parser{text: text}
	value := p.value(0)
	p.space()
	if p.bad || p.at < len(text) {
		return nil, fmt.Errorf("%w from byte %d on", ErrSyntax, p.at)
	}
	return value, nil
}

// parser goes through a text. Once it is bad it stays where it is.
type parser struct {
	text string
	at   int
	bad  bool
}

// peek is the byte that is next; 0 at the end.
func (p *parser) peek() byte {
	if p.bad || p.at >= len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *parser) space() {
	for strings.IndexByte(" \t\r\n", p.peek()) >= 0 && p.peek() != 0 {
		p.at++
	}
}

// take goes past what must come next.
func (p *parser) take(s string) {
	if p.bad || !strings.HasPrefix(p.text[p.at:], s) {
		p.bad = true
		return
	}
	p.at += len(s)
}

func (p *parser) value(depth int) any {
	p.space()
	if depth > deepest {
		p.bad = true
	}
	switch c := p.peek(); {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		return p.string()
	case c == 't':
		p.take("true")
		return true
	case c == 'f':
		p.take("false")
		return false
	case c == 'n':
		p.take("null")
		return nil
	}
	return p.number()
}

// several reads what stands between two brackets, commas in between.
func (p *parser) several(open, end string, one func()) {
	p.take(open)
	p.space()
	for p.peek() != end[0] && !p.bad {
		one()
		p.space()
		if p.peek() != end[0] {
			p.take(",")
			p.space()
			p.bad = p.bad || p.peek() == end[0]
		}
	}
	p.take(end)
}

func (p *parser) object(depth int) object {
	members := object{}
	p.several("{", "}", func() {
		name := p.string()
		p.space()
		p.take(":")
		members = append(members, member{name, p.value(depth + 1)})
	})
	return members
}

func (p *parser) array(depth int) []any {
	values := []any{}
	p.several("[", "]", func() { values = append(values, p.value(depth+1)) })
	return values
}

func (p *parser) number() number {
	start := p.at
	if p.peek() == '-' {
		p.at++
	}
	if p.peek() == '0' {
		p.at++
	} else {
		p.digits()
	}
	if p.peek() == '.' {
		p.at++
		p.digits()
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.at++
		if c := p.peek(); c == '+' || c == '-' {
			p.at++
		}
		p.digits()
	}
	return number(p.text[start:p.at])
}

// digits goes past one digit or more.
func (p *parser) digits() {
	start := p.at
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		p.at++
	}
	p.bad = p.bad || p.at == start
}

// string reads a text in quotes. Bytes that are no UTF-8 and halves of a pair without the other become U+FFFD.
func (p *parser) string() string {
	p.take(`"`)
	var b strings.Builder
	for !p.bad {
		c := p.peek()
		switch {
		case c == '"':
			p.at++
			return b.String()
		case c < ' ': // the end of the text, too
			p.bad = true
		case c == '\\':
			b.WriteRune(p.escape())
		default:
			r, n := utf8.DecodeRuneInString(p.text[p.at:])
			b.WriteRune(r)
			p.at += n
		}
	}
	return ""
}

const (
	escapes = `"\/bfnrt`
	escaped = "\"\\/\b\f\n\r\t"
)

func (p *parser) escape() rune {
	p.take(`\`)
	c := p.peek()
	if c == 'u' {
		p.at++
		return p.unit()
	}
	i := strings.IndexByte(escapes, c)
	if i < 0 || c == 0 {
		p.bad = true
		return 0
	}
	p.at++
	return rune(escaped[i])
}

// unit reads the digits of \uXXXX, and the other half of a pair if that follows.
func (p *parser) unit() rune {
	first := p.hex()
	if !utf16.IsSurrogate(first) {
		return first
	}
	back := p.at
	if strings.HasPrefix(p.text[p.at:], `\u`) {
		p.at += 2
		if r := utf16.DecodeRune(first, p.hex()); r != utf8.RuneError {
			return r
		}
	}
	if !p.bad {
		p.at = back
	}
	return utf8.RuneError
}

func (p *parser) hex() rune {
	const digits = 4
	if p.bad || p.at+digits > len(p.text) || strings.ContainsAny(p.text[p.at:p.at+digits], "+-_") {
		p.bad = true
		return 0
	}
	n, err := strconv.ParseUint(p.text[p.at:p.at+digits], 16, 32)
	if err != nil {
		p.bad = true
		return 0
	}
	p.at += digits
	return rune(n)
}
