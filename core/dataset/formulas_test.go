// Tests of what spreadsheets write into tables and make of them: the line that names the separator, and formulas.

package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dcctree/core/words"
)

// TestSeparatorLine: the first line that spreadsheets write to name the separator names it, with every separator, line
// end and byte order mark, and is no row: rows count from the next one.
func TestSeparatorLine(t *testing.T) {
	for _, sep := range []string{",", ";", "\t", "|"} {
		for _, head := range []string{"sep=%s", "\"sep=%s\"", "SEP=%s"} {
			for _, mark := range []string{"", byteOrderMark} {
				for _, end := range []string{"\n", "\r\n", "\r"} {
					// in the cells, which the separator would else be guessed by
					others := strings.ReplaceAll(";|,", sep, "")
					lines := []string{fmt.Sprintf(head, sep), "name" + sep + "y",
						"a" + others + "b" + sep + "1", "", "c" + others + "d" + sep + "2", ""}
					text := mark + strings.Join(lines, end)
					got, err := ReadCSV("t", []byte(text), ReadOptions{})
					if err != nil {
						t.Fatalf("%q: %v", text, err)
					}
					want := Format{Separator: sep, Decimal: ".", Header: true, BOM: mark != ""}
					if got.Rows != 2 || got.Columns[0].Name != "name" || got.Format != want ||
						got.FileRow(1) != 4 {
						t.Errorf("%q: %+v", text, got)
					}
				}
			}
		}
	}
}

// TestSeparatorLineAgainstOthers: what is asked for wins; a line that names another sign is refused; longer ones are
// rows.
func TestSeparatorLineAgainstOthers(t *testing.T) {
	got, err := ReadCSV("t", []byte("sep=;\na,b\n1,2\n3,4\n"), ReadOptions{Separator: ","})
	if err != nil || len(got.Columns) != 2 || got.Columns[0].Name != "a" {
		t.Errorf("a separator that was asked for: %+v %v", got, err)
	}
	for text, code := range map[string]string{"sep=:\na:b\n1:2\n3:4\n": "csv-option", "sep=;\n": "csv-empty",
		"sep=;": "csv-header-only"} {
		_, err := ReadCSV("t", []byte(text), ReadOptions{})
		if e, ok := err.(*Error); !ok || e.Code != code {
			t.Errorf("%q: %v, want %s", text, err, code)
		}
	}
	got, err = ReadCSV("t", []byte("sep=;x,y\n1,2\n3,4\n"), ReadOptions{})
	if err != nil || got.Columns[0].Name != "sep=;x" {
		t.Errorf("a name that begins so: %+v %v", got, err)
	}
}

// formulas are texts that spreadsheets compute, and neighbors of them; the list of signs is that of "CSV injection"
// (OWASP).
var formulas = []string{"=1+1", "+1+1", "-1+1", "@SUM(1)", "\t=1", "\r=1",
	"=cmd|' /C calc'!A0", "'=1", "''@x", "'tis", "-inf", "+", "=\"a,b\"", "-1.5.2", "a=b"}

// TestFormulasGoRound: no cell of what is written begins with a sign by which spreadsheets compute, and the reader
// gives every text back; numbers are as they were.
func TestFormulasGoRound(t *testing.T) {
	texts := Input{Name: "=names", Texts: formulas}
	numbers := Input{Name: "-x", Numbers: make([]float64, len(formulas))}
	for i := range numbers.Numbers {
		numbers.Numbers[i] = -1.5 * float64(i+1)
	}
	was, err := FromColumns("t", []Input{texts, numbers})
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []Format{{",", ".", true, false}, {"\t", ".", true, false}, {";", ",", true, false}} {
		written := string(was.AppendCSV(nil, format))
		s := scanner{data: []byte(written), sep: format.Separator[0]}
		for line := range strings.Lines(strings.NewReplacer("\r", "R", `"`, "").Replace(written)) {
			if first := line[0]; strings.IndexByte("=+-@\tR", first) >= 0 {
				t.Errorf("a line begins with %q: %q", first, line)
			}
		}
		for ok, _ := s.next(); ok; ok, _ = s.next() {
			if len(s.cells) != 2 || s.row > 1 && numberClass(s.cells[1]) == text {
				t.Errorf("cells %q", s.cells)
			}
		}
		again, err := ReadCSV("t", []byte(written),
			ReadOptions{Separator: format.Separator, Decimal: format.Decimal, Header: HeaderPresent})
		if err != nil {
			t.Fatal(err)
		}
		for j := range was.Columns {
			got, want := again.Columns[j], was.Columns[j]
			if got.Name != want.Name || !slices.Equal(got.Values, want.Values) ||
				!slices.Equal(got.Labels, want.Labels) {
				t.Errorf("%q: %+v, want %+v", format.Separator, got, want)
			}
		}
		if len(words.All("en", again.Notes)) == 0 ||
			!strings.Contains(again.Notes[0].String(), "apostrophe is taken off") {
			t.Errorf("what was taken off is not said: %q", words.All("en", again.Notes))
		}
	}
}
