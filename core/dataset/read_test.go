// This file tests reading, writing and every refusal of a file.

package dataset

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/words"
)

// read reads text without options and fails the test on an error.
func read(t *testing.T, text string) *Table {
	t.Helper()
	table, err := ReadCSV("t.csv", []byte(text), ReadOptions{})
	if err != nil {
		t.Fatalf("ReadCSV(%.60q): %v", text, err)
	}
	return table
}

// wantError checks the code, the file name, and that the message names all of the words.
func wantError(t *testing.T, err error, code string, words ...string) *Error {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("got error %v, want an *Error with code %s", err, code)
	}
	if e.Code != code {
		t.Errorf("code %s, want %s (%v)", e.Code, code, e)
	}
	for _, w := range words {
		if !strings.Contains(e.Error(), w) {
			t.Errorf("%s: message %q does not name %q", code, e.Error(), w)
		}
	}
	return e
}

func names(t *Table) []string {
	var out []string
	for _, c := range t.Columns {
		out = append(out, c.Name)
	}
	return out
}

func sameFloats(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool {
		return math.Float64bits(x) == math.Float64bits(y) || math.IsNaN(x) && math.IsNaN(y)
	})
}

func TestReadFormats(t *testing.T) {
	nan := math.NaN()
	want := []float64{1.5, 2, -3e-4}
	for _, c := range []struct {
		name, text string
		format     Format
		names      []string
		first      []float64 // values of the first column
		rows       []int     // rows of the file
	}{
		{"comma", "a,b\n1.5,x\n2,y\n-3e-4,x\n", Format{",", ".", true, false}, []string{"a", "b"}, want,
			[]int{2, 3, 4}},
		{"no last line end", "a,b\n1.5,x\n2,y\n-3e-4,x", Format{",", ".", true, false}, []string{"a", "b"},
			want,
			[]int{2, 3, 4}},
		{"CRLF", "a,b\r\n1.5,x\r\n2,y\r\n-3e-4,x\r\n", Format{",", ".", true, false}, []string{"a", "b"}, want,
			[]int{2, 3, 4}},
		{"CR", "a,b\r1.5,x\r2,y\r-3e-4,x\r", Format{",", ".", true, false}, []string{"a", "b"}, want,
			[]int{2, 3, 4}},
		{"byte order mark", "\ufeffa,b\n1.5,x\n2,y\n-3e-4,x\n", Format{",", ".", true, true},
			[]string{"a", "b"}, want,
			[]int{2, 3, 4}},
		{"semicolon", "a;b\n1.5;x\n2;y\n-3e-4;x\n", Format{";", ".", true, false}, []string{"a", "b"}, want,
			[]int{2, 3, 4}},
		{"semicolon, decimal comma", "a;b\n1,5;x\n2;y\n-3e-4;x\n", Format{";", ",", true, false},
			[]string{"a", "b"}, want,
			[]int{2, 3, 4}},
		{"tab, decimal comma", "a\tb\n1,5\tx\n2\ty\n-3e-4\tx\n", Format{"\t", ",", true, false},
			[]string{"a", "b"}, want,
			[]int{2, 3, 4}},
		{"tab, empty cells", "a\tb\tc\n\t\tx\n1\t\tx\n2\t3\ty\n", Format{"\t", ".", true, false},
			[]string{"a", "b", "c"},
			[]float64{nan, 1, 2}, []int{2, 3, 4}},
		{"bar", "a|b\n1.5|x\n2|y\n-3e-4|x\n", Format{"|", ".", true, false}, []string{"a", "b"}, want,
			[]int{2, 3, 4}},
		{"decimal comma without header", "1,5;2,5\n2;1,5\n-3e-4;7,25\n", Format{";", ",", false, false},
			[]string{"x1", "x2"},
			want, []int{1, 2, 3}},
		{"no header", "1.5,x\n2,y\n-3e-4,x\n", Format{",", ".", false, false}, []string{"x1", "x2"}, want,
			[]int{1, 2, 3}},
		{"quotes", "\"a\",\"b \"\"c\"\"\"\n\"1.5\",\"x, \"\"y\"\"\nz\"\n2,\"x\"\n-3e-4,\"\"\n",
			Format{",", ".", true, false},
			[]string{"a", `b "c"`}, want, []int{2, 3, 4}},
		{"spaces", " a , b \n 1.5 ,x\n2  , y \n -3e-4,  \"z\"  \n", Format{",", ".", true, false},
			[]string{"a", "b"}, want,
			[]int{2, 3, 4}},
		{"trailing blank lines", "a,b\n1.5,x\n2,y\n-3e-4,x\n\n  \n\n", Format{",", ".", true, false},
			[]string{"a", "b"},
			want, []int{2, 3, 4}},
		{"blank lines between", "\na,b\n1.5,x\n\n2,y\n-3e-4,x\n", Format{",", ".", true, false},
			[]string{"a", "b"}, want,
			[]int{3, 5, 6}},
		{"unnamed column", ",b\n1.5,x\n2,y\n-3e-4,x\n", Format{",", ".", true, false},
			[]string{"column 1", "b"}, want,
			[]int{2, 3, 4}},
		{"numbers of all shapes", "a,b\n+.5,1\n1.,2\n0012,3\n1E+2,4\n", Format{",", ".", true, false},
			[]string{"a", "b"},
			[]float64{.5, 1, 12, 100}, []int{2, 3, 4, 5}},
		{"missing markers", "a,b\n1,1\nNA,2\nn/a,3\nNaN,4\n?,5\nNULL,6\n.,7\n,8\n2,9\n",
			Format{",", ".", true, false},
			[]string{"a", "b"}, []float64{1, nan, nan, nan, nan, nan, nan, nan, 2},
			[]int{2, 3, 4, 5, 6, 7, 8, 9, 10}},
		{"missing markers of databases and spreadsheets", "a\tb\n1\tx\n\\N\t\\N\n#NV\ty\n2\tx\n",
			Format{"\t", ".", true, false},
			[]string{"a", "b"}, []float64{1, nan, nan, 2}, []int{2, 3, 4, 5}},
		{"commas inside text", "a\tb\n1.5\tSmith, J\n2\tDoe, A; B\n-3e-4\tRoe, C\n",
			Format{"\t", ".", true, false},
			[]string{"a", "b"}, want, []int{2, 3, 4}},
	} {
		table, err := ReadCSV("t.csv", []byte(c.text), ReadOptions{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if table.Format != c.format {
			t.Errorf("%s: format %+v, want %+v", c.name, table.Format, c.format)
		}
		if !slices.Equal(names(table), c.names) {
			t.Errorf("%s: names %q, want %q", c.name, names(table), c.names)
		}
		if !sameFloats(table.Columns[0].Values, c.first) || table.Columns[0].Kind != Numeric {
			t.Errorf("%s: first column %v (%v), want %v", c.name, table.Columns[0].Values,
				table.Columns[0].Kind, c.first)
		}
		for i, row := range c.rows {
			if table.FileRow(i) != row {
				t.Errorf("%s: row %d of the table is row %d of the file, want %d", c.name, i,
					table.FileRow(i), row)
			}
		}
	}
}

func TestReadQuotedCell(t *testing.T) {
	table := read(t, "a,b\n1,\"x, \"\"y\"\"\r\nz\"\n2,\" kept \"\n3,5\" pipe\n")
	if want := []string{" kept ", "5\" pipe", "x, \"y\"\r\nz"}; !slices.Equal(table.Columns[1].Labels, want) {
		t.Errorf("labels %q, want %q", table.Columns[1].Labels, want)
	}
	if table.FileRow(1) != 3 {
		t.Errorf("a line break inside quotes moved the next row to %d, want 3", table.FileRow(1))
	}
}

func TestReadColumns(t *testing.T) {
	table := read(t, "num,txt,when,none\n3,pear,2024-01-31,\n?,apple,2024-02-01,NA\n1,pear,,?\n1,?,2023-12-24,.\n")
	num, txt, when, none := table.Columns[0], table.Columns[1], table.Columns[2], table.Columns[3]
	if num.Kind != Numeric || num.Distinct != 2 || num.Min != 1 || num.Max != 3 || num.Missing != 1 ||
		!slices.Equal(num.MissingRows, []int{3}) {
		t.Errorf("numeric column %+v", num)
	}
	if txt.Kind != Text || !slices.Equal(txt.Labels, []string{"apple", "pear"}) || txt.Distinct != 2 ||
		!sameFloats(txt.Values, []float64{1, 0, 1, math.NaN()}) || !slices.Equal(txt.MissingRows, []int{5}) {
		t.Errorf("text column %+v", txt)
	}
	if when.Kind != Date || when.Distinct != 3 || when.Missing != 1 {
		t.Errorf("date column %+v", when)
	}
	if none.Kind != Numeric || none.Missing != 4 || none.Distinct != 0 || !math.IsNaN(none.Min) {
		t.Errorf("column without values %+v", none)
	}
	for _, part := range []string{`"num" has 1 missing value, first in row 3`, `"when" holds dates`} {
		if !strings.Contains(strings.Join(words.All("en", table.Notes), "\n"), part) {
			t.Errorf("notes %q do not say %q", words.All("en", table.Notes), part)
		}
	}
}

func TestReadNotes(t *testing.T) {
	for _, c := range []struct{ text, part string }{
		{"1,2\n3,4\n", "no header line"},
		{"a,b\n1,2\n\n\n3,4\n", "2 blank lines passed over"},
		{"Report;;\nname;x;y\na;1;2\nb;2;3\n", "The first row looks like a title: remove it"},
		{"a,b\n1,2\n,\n3,4\n,\n \"\" , \n", "3 blank lines passed over"},
		{"a,b\n1,2\n3,\"1,234\"\n", `"b" is read as text: 1 of its 2 values are numbers`},
		{"a,b\n1,$4.1\n2,$5\n3,$6.2\n4,$7\n5,$8.1\n", `"b" is read as text: most of its labels are numbers`},
		{"a,b\n1,41%\n2,5 %\n3,6%\n4,7%\n5,8%\n", `such as "41%" in row 2`},
		{"a,b\n1,\"5,100\"\n2,\"6,200\"\n3,\"7,300\"\n4,\"8,300\"\n5,\"9,300\"\n", `such as "5,100" in row 2`},
		{"a,b\n1,\"5,1\"\n2,\"6,25\"\n3,\"7,5\"\n4,\"8,5\"\n5,\"9,5\"\n", "decimal mark"},
		{"a,b\n1,5\u00a0100\n2,6\u00a0200\n3,7\u00a0300\n4,8\u00a0300\n5,9\u00a0300\n",
			"separators of thousands"},
		{"a,b\n1,\u22125\n2,\u22126.5\n3,\u22127\n4,\u22128\n5,9\n", "other minus signs"},
		{"a,b\n" + strings.Repeat("1,2\n", 30) + "x,3\n", `"a" is numeric but for 1 cell, first "x" in row 32`},
	} {
		notes := strings.Join(words.All("en", read(t, c.text).Notes), "\n")
		if !strings.Contains(notes, c.part) {
			t.Errorf("%.40q: notes %q do not say %q", c.text, notes, c.part)
		}
	}
}

// Columns without a name are no title: row names, empty ones behind the last separator, and two of five.
func TestUnnamedColumnsAreNoTitle(t *testing.T) {
	for _, text := range []string{",x\na,1\nb,2\n", "x,y,,,\n1,2,,,\n3,4,,,\n", ",x,y,z,\na,1,2,3,4\nb,2,3,4,5\n"} {
		if notes := strings.Join(words.All("en", read(t, text).Notes), "\n"); strings.Contains(notes, "title") {
			t.Errorf("%q: notes %q", text, notes)
		}
	}
}

// Labels with digits that are no numbers have no note.
func TestLabelsAreNoUnits(t *testing.T) {
	for _, labels := range []string{"4.1 4.2 4.3 4.4 4.5 -7 x y z a b c d", "A1 A2 A3 A4 A5 A6",
		"1a 1b 2a 2b 3a 3c", "4wd 2wd 4wd 2wd 2wd", "10-20 20-30 30-40 40-50 50-60",
		"1.2.3 1.2.4 1.2.5 1.2.6 1.2.7", "a b c d e f"} {
		text := "x,y\n"
		for i, label := range strings.Fields(labels) {
			text += fmt.Sprintf("%d,%s\n", i+1, label)
		}
		notes := strings.Join(words.All("en", read(t, text).Notes), "\n")
		if strings.Contains(notes, "something else") {
			t.Errorf("%s: notes %q", labels, notes)
		}
	}
}

// notesHold reads a column of cells and fails where its notes lack what is wanted, or where there are any and none is.
func notesHold(t *testing.T, cells, want string) {
	t.Helper()
	text := "x;y\n"
	for i, cell := range strings.Fields(cells) {
		text += fmt.Sprintf("%d;%s\n", i+1, cell)
	}
	got := strings.Join(words.All("en", read(t, text).Notes), "\n")
	if want == "" && got != "" || !strings.Contains(got, want) {
		t.Errorf("%q: notes %q, want %q", cells, got, want)
	}
}

// Marks before three digits beside whole numbers of three digits may separate thousands, and a note says so.
func TestThousandsAreNoted(t *testing.T) {
	for cells, want := range map[string]string{
		"957 1.197 1.044 880 1.310 902": `Column "y" has "1.197" in row 3, which is read as 1.197`,
		"957 1,197 1,044 880 1,310 902": `Column "y" has "1,197" in row 3, which is read as 1.197`,
		"957 1.197 1.04 880":            "", // not all have three digits
		"957 0.197 1.044 880":           "", // no thousands begin with 0
		"57 1.197 1.044 80":             "", // below 1000 there would be three digits
		"957 1.197 80":                  "", // one cell may be anything
		"957.0 1.197 1.044":             "",
	} {
		notesHold(t, cells, want)
	}
}

// Whole numbers are exact up to 2^53 = 9007199254740992, and above where they are multiples of what doubles leave out.
func TestRoundedWholeNumbersAreNoted(t *testing.T) {
	for cells, want := range map[string]string{
		"5 9007199254740993 9007199254740992":             `Column "y" has "9007199254740993" in row 3`,
		"5 -900719925474099267 -900719925474099268":       `Column "y" has "-900719925474099267" in row 3`,
		"5 9007199254740992 9007199254740994":             "",
		strings.Repeat("5 ", 19) + "9007199254740993 low": `"9007199254740993" in row 21`, // beside a mistake
		"5 0009007199254740992 1":                         "",
		"1e300 2.5e17 1":                                  "", // not written out
		"0.12345678901234567891 1 2":                      "", // a decimal fraction is rounded anyway
	} {
		notesHold(t, cells, want)
	}
}

// A mark that may separate thousands does not decide which mark is the decimal one where another number does.
func TestDecimalBesideThousands(t *testing.T) {
	for text, want := range map[string]string{
		"people;area;price\n31.606;85,5;249.000\n8.120;102,25;315.500\n":    ",",
		"people;area;change\n31.606;85,5;-1.250\n8.120;102;+3.100\n":        ",",
		"price;size;cost\n5,481;67.5;3,865\n9,087;82.25;8,669\n":            ".",
		"\"people\";\"area\"\n\" 31.606\";\"85,5\"\n8.120;102\n12.400;90\n": ",",
		"x;y\n1.234;5.678\n2.345;1,234\n":                                   ".", // none tells
		"x;y\n1,234;5.678\n2,345;1,234\n":                                   ",",
		"x;y\n0.234;5,678\n2,345;1,234\n":                                   ".", // no thousands begin with 0
	} {
		if got := read(t, text).Format.Decimal; got != want {
			t.Errorf("%q: decimal mark %q, want %q", text, got, want)
		}
	}
}

func TestHeaderDetection(t *testing.T) {
	for _, c := range []struct {
		text   string
		header bool
	}{
		{"a,b\nx,y\nz,y\n", true},
		{"red,yes\nblue,no\nred,no\n", false}, // red stands in its column again
		{"5.1,3.5,setosa\n4.9,3.0,setosa\n", false},
		{"when,n\n2024-01-01,3\n2024-01-02,4\n", true},
		{"2024-01-01,x\n2024-01-02,y\n", false},
		{"a,,c\n1,,2\n3,,4\n", true},
		{"1,x\n" + strings.Repeat("2,3\n", 30), true},      // a tie: else "x" would be a mistake in the data
		{"1,2,x\n" + strings.Repeat("2,3,4\n", 30), false}, // most say data: "x" is a mistake
		{"a,2019\n" + strings.Repeat("x,3\n", 30), false},
	} {
		if got := read(t, c.text).Format.Header; got != c.header {
			t.Errorf("%.30q: header %v, want %v", c.text, got, c.header)
		}
	}
}

// Rows of empty cells are no rows, and those after them keep their numbers.
func TestEmptyRows(t *testing.T) {
	table := read(t, ",\na,b\n1,2\n,\n3,\n,\n,\n")
	if table.Rows != 2 || table.FileRow(0) != 3 || table.FileRow(1) != 5 ||
		!slices.Equal(names(table), []string{"a", "b"}) {
		t.Errorf("%d rows of %q, the second is row %d", table.Rows, names(table), table.FileRow(1))
	}
}

// A separator on which all records agree goes before one that gives more numbers: under the comma this text would be
// refused, for its header has none.
func TestSeparatorThatAllAgreeOn(t *testing.T) {
	table := read(t, "ort;art;y\n"+strings.Repeat("Kiel;a;4,0\nBonn;b;4,1\nKiel;b;4,6\n", 3))
	if f := table.Format; f.Separator != ";" || f.Decimal != "," || table.Columns[2].Max != 4.6 {
		t.Errorf("format %+v, columns %+v", f, table.Columns)
	}
}

func TestReadForced(t *testing.T) {
	table, err := ReadCSV("t", []byte("1,5;2\n2,5;3\n"), ReadOptions{Separator: ",", Header: HeaderAbsent})
	if err != nil || len(table.Columns) != 2 || table.Columns[1].Kind != Text {
		t.Errorf("forced comma: %+v, %v", table, err)
	}
	table, err = ReadCSV("t", []byte("1,5;2\n2,5;3\n"), ReadOptions{Decimal: ".", Separator: ";"})
	if err != nil || table.Columns[0].Kind != Text {
		t.Errorf("forced decimal point: %+v, %v", table, err)
	}
	table, err = ReadCSV("t", []byte("1,2\n3,4\n5,6\n"), ReadOptions{Header: HeaderPresent})
	if err != nil || !slices.Equal(names(table), []string{"1", "2"}) || table.Rows != 2 {
		t.Errorf("forced header: %+v, %v", table, err)
	}
	table, err = ReadCSV("t", []byte("a,b\n3,4\n"), ReadOptions{MinRows: 1})
	if err != nil || table.Rows != 1 {
		t.Errorf("one row allowed: %+v, %v", table, err)
	}
	for _, opt := range []ReadOptions{{Separator: " "}, {Decimal: ";"}, {MaxBytes: -1}, {MaxValues: -1},
		{MinRows: -1},
		{Header: 3}} {
		_, err := ReadCSV("t", []byte("a,b\n3,4\n"), opt)
		wantError(t, err, "csv-option")
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct {
		name, text, code string
		row              int
		words            []string
	}{
		{"empty", "", "csv-empty", 0, []string{"empty"}},
		{"blank", "\n \r\n\t\n", "csv-empty", 0, nil},
		{"only a byte order mark", "\ufeff", "csv-empty", 0, nil},
		{"header only", "a,b,c\n", "csv-header-only", 0, []string{"header"}},
		{"one column", "a\n1\n2\n", "csv-one-column", 0, []string{"semicolon"}},
		{"one row", "a,b\n1,2\n", "csv-one-row", 0, []string{"1 row", "at least 2"}},
		{"one row without header", "1,2\n", "csv-one-row", 0, nil},
		{"short row", "a,b,c\n1,2,3\n\n4,5\n", "csv-ragged", 4, []string{"Row 4", "2 cells", "3 are expected"}},
		{"long row", "a,b\n1,2\n3,4,5\n6,7\n", "csv-ragged", 3, []string{"Row 3", "3 cells", "2 are expected"}},
		{"row names without a name", "a,b\nr1,1,2\nr2,3,4\n", "csv-ragged", 2,
			[]string{"Row 2", "give that column a name"}},
		{"separators at the ends", "x,c,y\n1,a,1,\n2,b,2,\n", "csv-ragged", 2,
			[]string{"ends with a separator", "remove it in each row"}},
		{"title", "# my table\nx,y,z\n1,2,3\n", "csv-ragged", 2, []string{"looks like a title", "remove it"}},
		{"title of two columns", "my table\nx,y\n1,2\n", "csv-ragged", 2, []string{"looks like a title"}},
		{"lines of notes", "# logger 3\n# 2024\nx,y\n1,2\n", "csv-ragged", 3, []string{"looks like a title"}},
		{"spaces between quoted cells", "\"x\" \"y\"\n\"1\" 2 3\n", "csv-quote", 1,
			[]string{"separate cells by comma"}},
		{"empty cells", ",,\n,,\n", "csv-empty", 0, nil},
		{"open quote", "a,b\n1,2\n3,\"4\n5,6\n", "csv-quote", 3, []string{"Row 3", "never closed"}},
		{"text after a quote", "a,b\n1,\"x\"y\n3,4\n", "csv-quote", 2, []string{"Row 2", "cell 2", `"x"`}},
		{"two names", "a,b,a\n1,2,3\n4,5,6\n", "csv-duplicate-column", 1, []string{"Columns 1 and 3", `"a"`}},
		{"xlsx", "PK\x03\x04\x14\x00\x06\x00[Content_Types].xml", "csv-spreadsheet", 0,
			[]string{".xlsx", "Save As"}},
		{"ods", "PK\x03\x04\x14\x00mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "csv-spreadsheet",
			0,
			[]string{".ods", "Save As"}},
		{"xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00", "csv-spreadsheet", 0, []string{".xls", "Save As"}},
		{"zip", "PK\x03\x04\x14\x00data.csv", "csv-archive", 0, []string{"ZIP", "Unpack"}},
		{"gzip", "\x1f\x8b\x08\x00", "csv-archive", 0, []string{"gzip", "Unpack"}},
		{"7z", "7z\xbc\xaf\x27\x1c\x00", "csv-archive", 0, []string{"7z", "Unpack"}},
		{"pdf", "%PDF-1.7\n", "csv-pdf", 0, []string{"PDF"}},
		{"web page", "\n<!DOCTYPE html>\n<html>", "csv-html", 0, []string{"web page"}},
		{"binary", "a,b\n1,\x00\n", "csv-binary", 0, []string{"line 2", "binary"}},
		{"UTF-16", "\xff\xfea\x00,\x00", "csv-utf16", 0, []string{"UTF-16", "UTF-8"}},
		{"UTF-16 big endian", "\xfe\xff\x00a\x00,", "csv-utf16", 0, []string{"UTF-16"}},
		{"Latin-1", "a,b\n1,x\n2,caf\xe9\n", "csv-utf8", 3, []string{"Line 3", "UTF-8"}},
		{"many columns", strings.Repeat(",", MaxColumns) + "\n", "csv-columns", 1, []string{"Row 1", "2000"}},
	} {
		_, err := ReadCSV("my.csv", []byte(c.text), ReadOptions{})
		t.Run(c.name, func(t *testing.T) {
			e := wantError(t, err, c.code, append(c.words, "my.csv")...)
			if e.Row != c.row || e.File != "my.csv" {
				t.Errorf("row %d in file %q, want row %d", e.Row, e.File, c.row)
			}
		})
	}
	_, err := ReadCSV("my.csv", []byte("a,b\n1,2\n3,4\n"), ReadOptions{MaxBytes: 10})
	wantError(t, err, "csv-too-large", "12 bytes", "10 bytes")
	_, err = NewReader(DefaultMaxBytes+1, ReadOptions{}).Table("my.csv")
	wantError(t, err, "csv-too-large", "536870913 bytes", "512.0 MB", "Take a random part")
	_, err = ReadCSV("my.csv", []byte("a,b\n1,2\n3,4\n"), ReadOptions{MaxValues: 3})
	wantError(t, err, "csv-too-large", "2 rows of 2 columns", "3 values")
}

func TestIsDate(t *testing.T) {
	for cell, want := range map[string]bool{
		"2024-01-31": true, "2024/1/31": true, "31.1.2024": true, "31.01.24": true, "1/31/2024": true,
		"31/1/24": true, "2024-01-31T10:00:00Z": true, "2024-01-31 10:00": true, "01-02-2024": true,
		"2024-13-31": false, "2024-01": false, "1.2.3": false, "32.1.2024": false, "1-2/2024": false,
		"192.168.0.1": false, "2024-01-31 noon": false, "2024": false, "0.1.2024": false, "12345-1-1": false,
		"1..2024": false,
	} {
		if got := classify([]byte(cell)) == date; got != want {
			t.Errorf("%q is a date: %v, want %v", cell, got, want)
		}
	}
}

func TestNumberClassAgainstParseFloat(t *testing.T) {
	for _, s := range []string{"1", "-1", "+1", ".5", "5.", "1e5", "1E-5", "1.5e+05", "-.5e1", "0x10", "1_000",
		"1e", "e1", ".", "-", "", "1.2.3", "1 2", "inf", "1e999", "--1", "1e1.5", strings.Repeat("9", 400)} {
		v, ok := parseNumber([]byte(s), '.')
		want, err := strconv.ParseFloat(s, 64)
		// Go's own forms, which no table means
		special := strings.ContainsAny(s, "x_") || strings.Contains(s, "inf")
		if wantOK := err == nil && !special; ok != wantOK || ok && v != want {
			t.Errorf("parseNumber(%q) = %v, %v; ParseFloat gives %v, %v", s, v, ok, want, err)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for _, text := range []string{
		"a,b\n1.5,x\n2,y\n-3e-4,x\n",
		"a;b\n1,5;x\n2;y, z\n7;\"q;\"\"\"\n",
		"a\tb\tc\n0.1\t\t2024-01-01\n1e308\t\" x\"\t\n-0\tz\t\r\n",
		"a,b\n" + strings.Repeat("1,0.30000000000000004\n", 40) + "x,5e-324\n,1\n",
		"\"a,b\",\"c\"\"d\"\n1,\"line\nbreak\"\n2,\n",
	} {
		checkRoundTrip(t, read(t, text))
	}
}

// checkRoundTrip writes a table, reads it, and compares.
func checkRoundTrip(t *testing.T, table *Table) {
	t.Helper()
	text := table.AppendCSV(nil, table.Format)
	again, err := ReadCSV(table.Name, text,
		ReadOptions{Separator: table.Format.Separator, Decimal: table.Format.Decimal, Header: HeaderPresent,
			MaxBytes: 1 << 30})
	if err != nil {
		t.Fatalf("reading what was written: %v\n%q", err, text)
	}
	if again.Rows != table.Rows || !slices.Equal(names(again), names(table)) {
		t.Fatalf("%d rows of %q became %d rows of %q", table.Rows, names(table), again.Rows, names(again))
	}
	for j, c := range table.Columns {
		d := again.Columns[j]
		if c.Kind != d.Kind || !sameFloats(c.Values, d.Values) || !slices.Equal(c.Labels, d.Labels) ||
			c.Missing != d.Missing ||
			c.Distinct != d.Distinct || len(c.Odd) != len(d.Odd) {
			t.Fatalf("column %q became\n%+v, was\n%+v", c.Name, d, c)
		}
		for k := range c.Odd {
			if c.Odd[k].Text != d.Odd[k].Text {
				t.Fatalf("odd cell %q became %q", c.Odd[k].Text, d.Odd[k].Text)
			}
		}
	}
}

func TestFromColumns(t *testing.T) {
	table, err := FromColumns("js",
		[]Input{{Name: "n", Numbers: []float64{1, math.NaN(), 3}}, {Name: "s", Texts: []string{"b", "a", ""}},
			{Name: "d", Texts: []string{"1", "2.5", "3"}},
			{Name: "i", Numbers: []float64{1, math.Inf(1), 2}}})
	if err != nil {
		t.Fatal(err)
	}
	if c := table.Columns[0]; c.Kind != Numeric || c.Missing != 1 || c.MissingRows[0] != 2 || c.Max != 3 {
		t.Errorf("numbers: %+v", c)
	}
	if c := table.Columns[1]; c.Kind != Text || !slices.Equal(c.Labels, []string{"a", "b"}) ||
		c.MissingRows[0] != 3 {
		t.Errorf("texts: %+v", c)
	}
	if c := table.Columns[2]; c.Kind != Numeric || !slices.Equal(c.Values, []float64{1, 2.5, 3}) {
		t.Errorf("numbers as texts: %+v", c)
	}
	_, err = table.Frame("n", []string{"i"}, Regression)
	wantError(t, err, "column-infinite", "Row 2", `"i"`)
	for code, columns := range map[string][]Input{
		"csv-ragged":           {{Name: "a", Numbers: []float64{1, 2}}, {Name: "b", Numbers: []float64{1}}},
		"csv-one-column":       {{Name: "a", Numbers: []float64{1, 2}}},
		"csv-one-row":          {{Name: "a", Numbers: []float64{1}}, {Name: "b", Numbers: []float64{1}}},
		"csv-header-only":      {{Name: "a"}, {Name: "b"}},
		"csv-duplicate-column": {{Name: "a", Numbers: []float64{1, 2}}, {Name: "a", Numbers: []float64{1, 2}}},
	} {
		_, err := FromColumns("js", columns)
		wantError(t, err, code, "js")
	}
	_, err = FromColumns("js", nil)
	wantError(t, err, "csv-one-column")
}

// manyCells is a table of 20 columns as text, of which the last holds labels.
func manyCells(rows int) []byte {
	var b []byte
	for j := range 20 {
		b = fmt.Appendf(b, "column_%d,", j)
	}
	b[len(b)-1] = '\n'
	for i := range rows {
		for j := range 19 {
			b = strconv.AppendFloat(b, float64((i*31+j*17)%9973)/97, 'g', 8, 64)
			b = append(b, ',')
		}
		b = append(b, "label "...)
		b = strconv.AppendInt(b, int64(i%7), 10)
		b = append(b, '\n')
	}
	return b
}

func TestReadAllocatesPerColumnNotPerCell(t *testing.T) {
	text := manyCells(2000)
	perCell := testing.AllocsPerRun(2, func() {
		if _, err := ReadCSV("big", text, ReadOptions{}); err != nil {
			t.Fatal(err)
		}
	}) / (2000 * 20)
	if perCell > 0.05 {
		t.Errorf("%.3f allocations per cell", perCell)
	}
}

func BenchmarkReadCSV(b *testing.B) {
	text := manyCells(100_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadCSV("big", text, ReadOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSeparatorOfAllRecords: the header alone is better divided by its commas, since numbers follow them.
func TestSeparatorOfAllRecords(t *testing.T) {
	table, err := ReadCSV("a.csv", []byte("length, 5;width, 5\n1.5;2.5\n3.5;4.5\n5.5;6.5\n"), ReadOptions{})
	if err != nil || len(table.Columns) != 2 || table.Format.Separator != ";" {
		t.Errorf("%v: %d columns, separated by %q", err, len(table.Columns), table.Format.Separator)
	}
}
