// This file tells, before any parsing, files that cannot be a text table.

package dataset

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"dcctree/core/words"
)

// DefaultMaxBytes is the largest file that is read unless told otherwise, DefaultMaxValues the most cells of a table. A
// value takes 8 bytes in the table and in each of the forms that a run gives it: a table of so many fills 256 MB.
const (
	DefaultMaxBytes  = 512 << 20
	DefaultMaxValues = 32 << 20
)

// signatures are the first bytes of files that people choose by mistake.
var signatures = [...]struct {
	magic, code string
	message     words.Message
}{
	{"\xd0\xcf\x11\xe0", "csv-spreadsheet", words.Of("table.xls", words.Of("table.save"))},
	{"\x1f\x8b", "csv-archive", words.Of("table.gzip")},
	{"7z\xbc\xaf\x27\x1c", "csv-archive", words.Of("table.7z")},
	{"%PDF", "csv-pdf", words.Of("table.pdf")},
	{"\xff\xfe", "csv-utf16", words.Of("table.utf16", words.Of("table.saveutf8"))},
	{"\xfe\xff", "csv-utf16", words.Of("table.utf16", words.Of("table.saveutf8"))},
}

const byteOrderMark = "\xef\xbb\xbf"

// tooLarge refuses a text or a table by its size.
func tooLarge(has, most words.Message) *Error {
	return fail("csv-too-large", "table.large", has, most)
}

// proof is what is known of a text's bytes before they are cut into cells.
type proof struct {
	lines  int    // line ends so far
	filled bool   // there is more than white space
	fault  *Error // about UTF-8
}

// add looks at the next bytes, which hold whole characters.
func (p *proof) add(b []byte) *Error {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		return fail("csv-binary", "table.zerobytes", p.line(b, i))
	}
	if p.fault == nil {
		p.checkUTF8(b)
	}
	p.lines += bytes.Count(b, []byte{'\n'})
	p.filled = p.filled || len(bytes.TrimSpace(b)) > 0
	return nil
}

func (p *proof) checkUTF8(b []byte) {
	if i := invalidUTF8(b); i >= 0 {
		p.fault = fail("csv-utf8", "table.notutf8", p.line(b, i), words.Of("table.saveutf8")).at(p.line(b, i))
	}
}

// skip counts the lines of bytes that are not looked at.
func (p *proof) skip(b []byte) { p.lines += bytes.Count(b, []byte{'\n'}) }

// line returns the line, counted from 1, of byte i of the next ones.
func (p *proof) line(b []byte, i int) int { return 1 + p.lines + bytes.Count(b[:i], []byte{'\n'}) }

// end returns what is wrong with the text as a whole.
func (p *proof) end() *Error {
	if p.fault == nil && !p.filled {
		return fail("csv-empty", "table.empty")
	}
	return p.fault
}

// whole returns the length of b without a character at its end that is not all there.
func whole(b []byte) int {
	for i := len(b) - 1; i >= 0 && i >= len(b)-utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				return i
			}
			break
		}
	}
	return len(b)
}

// separatorLine returns the separator that a first line such as sep=; names, as spreadsheets write and read it, and the
// text after that line; "" and the whole text where the first line is another. The line is no row, and rows are not
// counted from it.
func separatorLine(text []byte) (separator string, rest []byte, err *Error) {
	const key = "sep="
	end := bytes.IndexAny(text[:min(len(text), len(`"sep=;"`)+1)], "\r\n")
	if end < 0 {
		return "", text, nil
	}
	line := text[:end]
	if n := len(line); n > 2 && line[0] == '"' && line[n-1] == '"' {
		line = line[1 : n-1]
	}
	if len(line) != len(key)+1 || !bytes.EqualFold(line[:len(key)], []byte(key)) {
		return "", text, nil
	}
	separator = string(line[len(key):])
	if !strings.Contains(separators, separator) {
		return "", text, fail("csv-option", "table.separator.named", Show(separator)).at(1)
	}
	if rest = text[end+1:]; text[end] == '\r' && len(rest) > 0 && rest[0] == '\n' {
		rest = rest[1:]
	}
	return separator, rest, nil
}

func checkSignature(data []byte) *Error {
	for _, s := range signatures {
		if bytes.HasPrefix(data, []byte(s.magic)) {
			return &Error{Code: s.code, Message: s.message}
		}
	}
	head := data[:min(len(data), 4096)]
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		if bytes.Contains(head, []byte("[Content_Types].xml")) || bytes.Contains(head, []byte("xl/")) ||
			bytes.Contains(head, []byte("opendocument.spreadsheet")) {
			return fail("csv-spreadsheet", "table.workbook", words.Of("table.save"))
		}
		return fail("csv-archive", "table.zip")
	}
	lead := strings.ToLower(string(bytes.TrimSpace(head[:min(len(head), 100)])))
	if strings.HasPrefix(lead, "<!doctype html") || strings.HasPrefix(lead, "<html") {
		return fail("csv-html", "table.html")
	}
	return nil
}

// invalidUTF8 returns the offset of the first byte that is not part of valid UTF-8, or -1.
func invalidUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; i < len(b); {
		r, width := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && width == 1 {
			return i
		}
		i += width
	}
	return -1
}

// bytesOf writes a number of bytes with its size in MB (2^20 bytes).
func bytesOf(n int) words.Message {
	if n < 1<<20 {
		return words.Of("count.bytes", n)
	}
	return words.Of("table.megabytes", n, float64(n)/(1<<20))
}
