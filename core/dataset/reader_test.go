// This file tests that a table does not depend on the parts that its text came in, and the limits of what is held.

package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/words"
)

// readIn reads the text in parts of the lengths that cut gives.
func readIn(name string, text []byte, opt ReadOptions, cut func() int) (*Table, error) {
	r := NewReader(len(text), opt)
	for at, more := r.Next(); more; at, more = r.Next() {
		part := text[at:min(at+cut(), len(text))]
		copy(r.Room(len(part)), part)
		r.Take()
	}
	return r.Table(name)
}

// told writes down all of a table, or the error.
func told(t *Table, err error) string {
	if err != nil {
		return fmt.Sprintf("%#v", err)
	}
	rows := make([]int, t.Rows)
	for i := range rows {
		rows[i] = t.FileRow(i)
	}
	return fmt.Sprintf("%s %v %+v %q %v", t.Name, t.Rows, t.Columns, words.All("en", t.Notes), rows) +
		fmt.Sprint(t.Format)
}

// cutTexts hold what a cut may fall into: quotes, line ends, characters of several bytes, the byte order mark, blank
// lines, and one fault of each kind, also behind another.
var cutTexts = map[string]string{
	"quotes":           "a,b\n\"1\",\"x, \"\"y\"\"\nz\"\n2,\" q \" \n3,\"\"\n",
	"CRLF":             "a,b\r\n1,2\r\n\r\n3,4\r\n",
	"CR":               "a,b\r1,2\r\r3,4",
	"UTF-8":            "größe;naïve;日本\n1,5;é;🌳\n2,5;ü;木\n",
	"byte order mark":  "\ufeffa\tb\n1\tx\n2\ty\n",
	"blank lines":      "\n  \na,b\n\n1,2\n   \n\t\n3,4\n\n\n",
	"no header":        "1,2\n3,4\n5,NA\n6,1e5\n",
	"dates, odd cells": "d,v\n2024-01-01,1\n2024-01-02,inf\n2024-01-03,1e999\n",
	"ragged":           "a,b\n1,2\n1,2,3\n4,5\n",
	"never closed":     "a,b\n1,\"2\n3,4\n",
	"after a quote":    "a,b\n1,\"2\"x\n3,4\n",
	"not UTF-8":        "a,b\n1,2,3\n\xe9,1\n",
	"zero bytes":       "a,b\n\xe9,1\n\x00,2\n",
	"half a character": "a,b\n1,2\n3,\xe6\x97",
	"workbook":         "PK\x03\x04\x14\x00[Content_Types].xml",
	"UTF-16":           "\xff\xfea\x00",
	"web page":         "\n<!DOCTYPE html>\n",
	"only spaces":      " \n \u00a0\n",
	"only a mark":      "\ufeff",
	"names separator":  "\ufeffsep=;\r\na;b,c\r\n1;2\r\n3;4\r\n",
	"bad separator":    "sep=:\na:b\n1:2\n",
	"not UTF-8 after":  "sep=;\na;b\n\xe9;1\n",
	"formulas":         "a,b,'=c\n1,'=1+1,-1.5\n2,\"'@x,\",'+3\n3,''=y,'tis\n",
	"nothing":          "",
	"one column":       "a\n1\n2\n",
	"names twice":      "a,a\n1,2\n3,4\n",
}

func TestPartsDoNotMatter(t *testing.T) {
	for name, text := range cutTexts {
		whole := told(readIn("t.csv", []byte(text), ReadOptions{}, func() int { return len(text) }))
		for n := 1; n < len(text); n++ {
			got := told(readIn("t.csv", []byte(text), ReadOptions{}, func() int { return n }))
			if got != whole {
				t.Errorf("%s, in parts of %d bytes:\n%s\nwhole:\n%s", name, n, got, whole)
			}
		}
	}
}

// The separator is judged by the first 256 KB: a longer text is judged by as many, whatever came in the first part.
func TestLargePartsDoNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("x;label;y\n")
	for i := range 40000 {
		fmt.Fprintf(&b, "%.6f;\"a;%d\"\"\r\n\";%d,5\r\n", rng.Float64(), i%7, i)
		if i == 30000 {
			b.WriteString("\r\n")
		}
	}
	text := []byte(b.String())
	whole := told(readIn("t.csv", text, ReadOptions{}, func() int { return len(text) }))
	if !strings.Contains(whole, "40000") {
		t.Fatalf("%.300s", whole)
	}
	for range 5 {
		got := told(readIn("t.csv", text, ReadOptions{}, func() int { return 1 + rng.IntN(1<<18) }))
		if got != whole {
			t.Errorf("%.300s, whole: %.300s", got, whole)
		}
	}
}

// A quote that is never closed must not make the reader hold the file.
func TestLongRecord(t *testing.T) {
	text := []byte("a,b\n1,2\n3,\"" + strings.Repeat("x\n", maxRecord) + "\"\n4,5\n")
	for _, n := range []int{1 << 20, 5_000_000, len(text)} {
		r := NewReader(len(text), ReadOptions{})
		most := 0
		for at, more := r.Next(); more; at, more = r.Next() {
			part := text[at:min(at+n, len(text))]
			copy(r.Room(len(part)), part)
			r.Take()
			most = max(most, len(r.text))
		}
		_, err := r.Table("t.csv")
		if e := wantError(t, err, "csv-quote", "Row 3", "16 MB"); e.Row != 3 {
			t.Errorf("row %d", e.Row)
		}
		if most > maxRecord+n {
			t.Errorf("in parts of %d bytes %d are held", n, most)
		}
	}
}

func TestReaderOfAChangedText(t *testing.T) {
	first := []byte("a,b\n1,2\n3,4\n5,6\n")
	for _, second := range []string{"a,b\n1,2\n3,4\n5 6\n", "a,b\n1,2\n3,4,5,6\n", "a,b\n1,2\n3,4\n5\n6\n",
		"a,b\n1,2\n\n\n\n\n\n\n"} {
		r := NewReader(len(first), ReadOptions{})
		copy(r.Room(len(first)), first)
		r.Take()
		copy(r.Room(len(first)), second)
		r.Take()
		_, err := r.Table("t.csv")
		wantError(t, err, "csv-changed", "t.csv", "Choose it again")
	}
}

func TestReaderProgress(t *testing.T) {
	text := []byte("a,b\n1,2\n3,4\n5,6\n")
	r := NewReader(len(text), ReadOptions{})
	last := -1.0
	for at, more := r.Next(); more; at, more = r.Next() {
		copy(r.Room(4), text[at:])
		r.Take()
		share, rows := r.Progress()
		if share <= last || rows > 4 {
			t.Errorf("%v after %v, %d rows", share, last, rows)
		}
		last = share
	}
	if share, rows := r.Progress(); share != 1 || rows != 4 {
		t.Errorf("at the end %v, %d rows", share, rows)
	}
}

func TestShortNumberIsAsParseFloat(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		s := strconv.FormatFloat((rng.Float64()-.5)*math.Pow(10, float64(rng.IntN(12)-3)), 'f', rng.IntN(12),
			64)
		want, _ := strconv.ParseFloat(s, 64)
		if want == 0 {
			want = 0 // not -0
		}
		if got, ok := shortNumber([]byte(s), '.'); ok && math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%q is %v, want %v", s, got, want)
		}
	}
	for text, want := range map[string]bool{"1.5": true, "-.5": true, "5.": true, "-0": true,
		"123456789012345": true, "1234567890123456": false, "1e5": false, "-": false, ".": false,
		"1.2.3": false, "": false, "1,5": false} {
		if _, ok := shortNumber([]byte(text), '.'); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
}

// distinct and outlier were defined by sorting.
func TestDistinctAndOutlierAreAsBySorting(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		x := make([]float64, 2+rng.IntN(30))
		for i := range x {
			x[i] = float64(rng.IntN(9)-4) * math.Pow(10, float64(rng.IntN(4)))
		}
		if rng.IntN(2) == 0 {
			x[0] = math.Copysign(0, -1)
		}
		sorted := slices.Sorted(slices.Values(x))
		got, want := distinct(append(x, math.NaN())), len(slices.Compact(slices.Clone(sorted)))
		if got != want {
			t.Fatalf("%v: %d distinct, want %d", x, got, want)
		}
		n := len(sorted)
		limit := outlierShare * (sorted[n-1] - sorted[0])
		above := sorted[n-2]-sorted[0] < limit && sorted[n-2] > sorted[0]
		below := !above && sorted[n-1]-sorted[1] < limit && sorted[n-1] > sorted[1]
		rows := make([]int, n)
		for i := range rows {
			rows[i] = i
		}
		at, low, high, found := outlier(x, rows)
		switch {
		case found != (above || below),
			above && (x[at] != sorted[n-1] || low != sorted[0] || high != sorted[n-2]),
			below && (x[at] != sorted[0] || low != sorted[1] || high != sorted[n-1]):
			t.Fatalf("%v: row %d, %v to %v, %v", x, at, low, high, found)
		}
	}
}
