// This file tells, before any parsing, files that cannot be a text table.

package dataset

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// DefaultMaxBytes is the largest file that is read unless told otherwise, DefaultMaxValues the most cells of a table. A
// value takes 8 bytes in the table and in each of the forms that a run gives it: a table of so many fills 256 MB.
const (
	DefaultMaxBytes  = 512 << 20
	DefaultMaxValues = 32 << 20
)

const (
	howToSave = "Open it in the program that made it and save the sheet as CSV (in Excel: File, Save As, CSV UTF-8; " +
		"in LibreOffice: File, Save As, Text CSV), then choose that file."
	howToSaveUTF8 = "Save it as UTF-8 (in Excel: CSV UTF-8; in a text editor: Save As, Encoding UTF-8), then choose it again."
)

// signatures are the first bytes of files that people choose by mistake.
var signatures = [...]struct{ magic, code, message string }{
	{"\xd0\xcf\x11\xe0", "csv-spreadsheet", "This is an Excel workbook (.xls), not a CSV file. " + howToSave},
	{"\x1f\x8b", "csv-archive", "This file is compressed (gzip). Unpack it first, then choose the CSV file inside."},
	{"7z\xbc\xaf\x27\x1c", "csv-archive", "This is an archive (7z). Unpack it first, then choose the CSV file inside."},
	{"%PDF", "csv-pdf", "This is a PDF document, not a CSV file. Copy its table into a spreadsheet and save that as CSV."},
	{"\xff\xfe", "csv-utf16", "The file is UTF-16 text, not UTF-8. " + howToSaveUTF8},
	{"\xfe\xff", "csv-utf16", "The file is UTF-16 text, not UTF-8. " + howToSaveUTF8},
}

const byteOrderMark = "\xef\xbb\xbf"

// tooLarge refuses a text or a table by its size.
func tooLarge(has, most wording) *Error {
	return fail("csv-too-large", "The file has %s; at most %s are read. Take a random part of its rows, or leave out columns "+
		"that you do not need.", has, most)
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
		return fail("csv-binary", "The file holds zero bytes (the first in line %d): it is a binary file or "+
			"UTF-16 text. Save the table as CSV in UTF-8.", p.line(b, i))
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
		p.fault = fail("csv-utf8", "Line %d holds bytes that are not UTF-8 text, often an accented letter "+
			"saved as Latin-1 or Windows-1252. %s", p.line(b, i), say(howToSaveUTF8)).at(p.line(b, i))
	}
}

// skip counts the lines of bytes that are not looked at.
func (p *proof) skip(b []byte) { p.lines += bytes.Count(b, []byte{'\n'}) }

// line returns the line, counted from 1, of byte i of the next ones.
func (p *proof) line(b []byte, i int) int { return 1 + p.lines + bytes.Count(b[:i], []byte{'\n'}) }

// end returns what is wrong with the text as a whole.
func (p *proof) end() *Error {
	if p.fault == nil && !p.filled {
		return fail("csv-empty", "The file is empty. Choose a file with a header line and at least two rows.")
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
		return "", text, fail("csv-option", "The first line names the separator %s, which is not one of comma, semicolon, tab and "+
			"\"|\". Write the file with one of these, and name it there or remove that line.", Show(separator)).at(1)
	}
	if rest = text[end+1:]; text[end] == '\r' && len(rest) > 0 && rest[0] == '\n' {
		rest = rest[1:]
	}
	return separator, rest, nil
}

func checkSignature(data []byte) *Error {
	for _, s := range signatures {
		if bytes.HasPrefix(data, []byte(s.magic)) {
			return fail(s.code, "%s", wording{s.message, germanWords[s.message]})
		}
	}
	head := data[:min(len(data), 4096)]
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		if bytes.Contains(head, []byte("[Content_Types].xml")) || bytes.Contains(head, []byte("xl/")) ||
			bytes.Contains(head, []byte("opendocument.spreadsheet")) {
			return fail("csv-spreadsheet", "This is a spreadsheet (.xlsx or .ods), not a CSV file. %s", say(howToSave))
		}
		return fail("csv-archive", "This is a ZIP archive. Unpack it first, then choose the CSV file inside.")
	}
	lead := strings.ToLower(string(bytes.TrimSpace(head[:min(len(head), 100)])))
	if strings.HasPrefix(lead, "<!doctype html") || strings.HasPrefix(lead, "<html") {
		return fail("csv-html", "This is a web page, not a CSV file. On the page that you saved, look for a link named Raw or Download.")
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
func bytesOf(n int) wording {
	if n < 1<<20 {
		return count(n, "byte")
	}
	return say("%d bytes (%.1f MB)", n, float64(n)/(1<<20))
}
