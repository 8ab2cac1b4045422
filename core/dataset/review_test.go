// This file tests what is said of a choice of columns before a run, columns read as asked for, and the report of rows
// left out.

package dataset

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"dcctree/core/random"
	"dcctree/core/words"
)

// readAs reads a text with columns read as asked for.
func readAs(t *testing.T, text string, kinds map[string]string) *Table {
	t.Helper()
	table, err := ReadCSV("t.csv", []byte(text), ReadOptions{Kinds: kinds})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestKindsAreReadAsAskedFor(t *testing.T) {
	const text = "zip,n,y\n01,1,1\n2,x,2\n10,3,3\n"
	table := readAs(t, text, map[string]string{"zip": AsText, "n": AsNumbers, "gone": AsText})
	zip, n := table.Columns[0], table.Columns[1]
	if zip.Kind != Text || !slices.Equal(zip.Labels, []string{"01", "10", "2"}) ||
		!slices.Equal(zip.Values, []float64{0, 2, 1}) {
		t.Errorf("zip %+v", zip)
	}
	if n.Kind != Numeric || len(n.Odd) != 1 || n.Odd[0] != (Cell{3, "x"}) {
		t.Errorf("n %+v", n)
	}
	for _, note := range words.All("en", table.Notes) {
		if strings.Contains(note, `"zip"`) {
			t.Errorf("a column read as asked for is remarked on: %s", note)
		}
	}
	_, err := ReadCSV("t.csv", []byte(text), ReadOptions{Kinds: map[string]string{"zip": "words"}})
	if e, ok := err.(*Error); !ok || e.Code != "csv-option" || e.Column != "zip" ||
		!strings.Contains(e.Message.String(), `"words"`) {
		t.Errorf("error %v", err)
	}
}

// TestDaysAreThoseOfTheCalendar holds the count of days against package time, through centuries.
func TestDaysAreThoseOfTheCalendar(t *testing.T) {
	for day := -150_000; day <= 150_000; day += 13 {
		d := time.Unix(0, 0).UTC().AddDate(0, 0, day)
		if got := daysOf([]byte(d.Format("2006-01-02")), false); got != float64(day) {
			t.Fatalf("%s is day %v, want %d", d.Format("2006-01-02"), got, day)
		}
	}
}

func TestDatesBecomeDays(t *testing.T) {
	day := func(s string) float64 {
		d, err := time.Parse("2006-01-02 15:04:05", s)
		if err != nil {
			t.Fatal(err)
		}
		return float64(d.UnixMilli()) / 86400e3
	}
	for _, c := range []struct {
		cells []string
		want  []float64
		says  string
	}{
		{[]string{"2024-02-29", "2024-03-01 06:00"},
			[]float64{day("2024-02-29 00:00:00"), day("2024-03-01 06:00:00")},
			"1970-01-01."},
		{[]string{"31.12.1999", "1.2.2000"}, []float64{day("1999-12-31 00:00:00"), day("2000-02-01 00:00:00")},
			"the day before the month."},
		{[]string{"1/2/2000", "12/31/1999"}, []float64{day("2000-01-02 00:00:00"), day("1999-12-31 00:00:00")},
			"the month before the day."},
		{[]string{"13/2/99", "1/2/05"}, []float64{day("1999-02-13 00:00:00"), day("2005-02-01 00:00:00")},
			"the day before the month."},
		{[]string{"1/2/2000", "3/4/2000"}, []float64{day("2000-01-02 00:00:00"), day("2000-03-04 00:00:00")},
			"no cell tells which"},
		{[]string{"13/1/2024", "1/14/2024"}, []float64{day("2024-01-13 00:00:00"), day("2024-01-14 00:00:00")},
			"the month before the day (of some cells only the other order is possible"},
		{[]string{"2024-01-01T12:30:30Z", "2024-01-01 12:30 PM"},
			[]float64{day("2024-01-01 12:30:30"), day("2024-01-01 12:30:00")}, "1970-01-01."},
		{[]string{"31.12.1999 6.30", "1.2.2000 18.30.15"},
			[]float64{day("1999-12-31 06:30:00"), day("2000-02-01 18:30:15")}, "the day before the month."},
		{[]string{"2024-01-01T12:30:30.500Z", "2024-01-01 12:30:30.25+02"},
			[]float64{day("2024-01-01 12:30:30.5"), day("2024-01-01 12:30:30.25")}, "1970-01-01."},
	} {
		table := readAs(t, "d,y\n"+c.cells[0]+",1\n"+c.cells[1]+",2\n,3\n", map[string]string{"d": AsDays})
		d := table.Columns[0]
		if d.Kind != Numeric || !d.Days || d.Missing != 1 || d.Values[0] != c.want[0] ||
			d.Values[1] != c.want[1] || d.Distinct != 2 {
			t.Errorf("%q: %+v, want %v", c.cells, d, c.want)
		}
		if !strings.Contains(strings.Join(words.All("en", table.Notes), " "), c.says) {
			t.Errorf("%q: notes %q", c.cells, words.All("en", table.Notes))
		}
	}
	odd := readAs(t, "d,y\n2024-01-01,1\nsoon,2\n", map[string]string{"d": AsDays})
	if _, err := odd.Frame("y", nil, Regression); err == nil ||
		!strings.Contains(err.Error(), `Row 3 of column "d" is "soon"`) {
		t.Errorf("a cell that is no date: %v", err)
	}
}

// TestOrderOfAnotherTable: dates are read in the order that another table has found, and cells that only the other
// order fits are said. A table tells the order of those that do not begin with the year.
func TestOrderOfAnotherTable(t *testing.T) {
	kinds := map[string]string{"d": AsDays, "e": AsDays}
	first := readAs(t, "d,e,y\n13.2.2024,2024-02-13,1\n1.2.2024,2024-02-01,2\n", kinds)
	if got := first.Orders(); len(got) != 1 || got["d"] != DayFirst {
		t.Errorf("the orders are %v", got)
	}
	for cells, want := range map[string]struct {
		days [2]float64 // from 2024-01-01 on, which is day 19723
		says string
	}{
		"1/2/2024 3/4/2024":     {[2]float64{31, 31 + 29 + 31 + 2}, "the day before the month."},
		"1/2/2024 4/13/2024":    {[2]float64{31, 31 + 29 + 31 + 12}, "of some cells only the other order"},
		"2024-01-01 2024-01-02": {[2]float64{0, 1}, "1970-01-01."},
	} {
		want.days[0] += 19723
		want.days[1] += 19723
		a, b, _ := strings.Cut(cells, " ")
		table, err := ReadCSV("more.csv", []byte("d,y\n"+a+",1\n"+b+",2\n"),
			ReadOptions{Kinds: kinds, Orders: first.Orders()})
		if err != nil {
			t.Fatal(err)
		}
		if got := table.Columns[0].Values; [2]float64(got) != want.days {
			t.Errorf("%s: days %v, want %v", cells, got, want.days)
		}
		if got := strings.Join(words.All("en", table.Notes), " "); !strings.Contains(got, want.says) {
			t.Errorf("%s: notes %q, want %q", cells, got, want.says)
		}
	}
	_, err := ReadCSV("more.csv", []byte("d,y\n1,1\n2,2\n"), ReadOptions{Orders: map[string]DayOrder{"d": "year"}})
	if err == nil || !strings.Contains(err.Error(), `column "d" cannot begin with "year"`) {
		t.Errorf("an order that is none: %v", err)
	}
}

func TestReviewIsWhatTheFrameIs(t *testing.T) {
	table := read(t, small)
	for _, features := range [][]string{nil, {"c", "a"}} {
		f, err := table.Frame("y", features, Regression)
		if err != nil {
			t.Fatal(err)
		}
		v, err := table.Review("y", features, Regression)
		if err != nil || v.N != f.N || v.LeftOut != len(f.LeftOut) || !slices.Equal(v.Features, f.Features) ||
			!slices.Equal(words.All("en", v.Notes), words.All("en", f.Notes)) || v.Target != "y" {
			t.Errorf("%+v, %v; the frame %+v", v, err, f)
		}
	}
	for _, c := range []struct {
		target string
		task   Task
		code   string
	}{{"gone", Regression, "column-unknown"}, {"c", Regression, "target-text"}, {"y", Classification, ""}} {
		_, err := table.Review(c.target, nil, c.task)
		if e, _ := err.(*Error); (e == nil) != (c.code == "") || e != nil && e.Code != c.code {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestLeftOutRowsAreListed(t *testing.T) {
	table := read(t, "a,\"b, c\",y\n1,2,3\n,?,1\n\n4,,1\n5,6,\n")
	const want = "row,missing\n3,\"a; b, c\"\n5,\"b, c\"\n6,y\n"
	if csv, n, err := table.LeftOut(nil, "y", []string{"a", "b, c"}, 9); err != nil || string(csv) != want ||
		n != 3 {
		t.Errorf("%q, %d, %v", csv, n, err)
	}
	if csv, n, err := table.LeftOut(nil, "y", []string{"a"}, 1); err != nil ||
		string(csv) != "row,missing\n3,a\n" || n != 2 {
		t.Errorf("cut: %q, %d, %v", csv, n, err)
	}
	if _, _, err := table.LeftOut(nil, "y", []string{"z"}, 1); err == nil {
		t.Error("an unknown column is accepted")
	}
}

// TestWarnings makes one table after the other in which something is odd, and one in which nothing is.
func TestWarnings(t *testing.T) {
	rng := random.Stream(1, "warnings")
	table := func(head string, cells func(i int) string) *Table {
		var b strings.Builder
		b.WriteString(head + "\n")
		for i := range 60 {
			b.WriteString(cells(i) + "\n")
		}
		return read(t, b.String())
	}
	noise := func() float64 { return math.Round(1e6*rng.Float64()) / 1e6 }
	for _, c := range []struct {
		name string
		of   *Table
		task Task
		says string
	}{
		{"another unit", table("c,f,z",
			func(i int) string { x := noise(); return fmt.Sprintf("%v,%v,%v", noise(), x, 1.8*x+32) }),
			Regression, `"f" repeats the target "z"`},
		{"a code of the class", table("x,code,kind",
			func(i int) string {
				return fmt.Sprintf("%v,%d,%s", noise(), 7-i%3,
					[]string{"a", "b", "c"}[i%3])
			}), Classification, `"code" repeats the target "kind"`},
		{"row numbers", table("n,x,z",
			func(i int) string { return fmt.Sprintf("%d,%v,%v", i+100, noise(), noise()) }), Regression,
			`"n" numbers the rows`},
		{"names of rows", table("ID,x,z",
			func(i int) string { return fmt.Sprintf("%d,%v,%v", (i*37)%61*11, noise(), noise()) }),
			Regression, `"ID" numbers the rows`},
		{"labels", table("color,x,z", func(i int) string {
			return fmt.Sprintf("%s,%v,%v", []string{"red", "blue"}[i%2], noise(), noise())
		}), Regression, `("blue" = 0, "red" = 1)`},
		{"gaps", table("gap,x,z", func(i int) string {
			return fmt.Sprintf("%s,%v,%v", []string{"1", "2", "-"}[i%3], noise(), noise())
		}), Regression, `20 rows are left out for column "gap" alone`},
		{"an outlier",
			table("x,z",
				func(i int) string { return fmt.Sprintf("%v,%v", noise()+1e6*float64(i/59), noise()) }),
			Regression, "Row 61 of column \"x\""},
		{"nothing",
			table("x,v,z", func(i int) string { return fmt.Sprintf("%v,%v,%v", noise(), i%9, noise()) }),
			Regression, ""},
	} {
		v, err := c.of.Review(c.of.SuggestTarget(), nil, c.task)
		notes := strings.Join(words.All("en", v.Notes), "\n")
		if err != nil || !strings.Contains(notes, c.says) || c.says == "" && notes != "" {
			t.Errorf("%s: notes %q, %v", c.name, notes, err)
		}
	}
}

// TestRowNumbersAreNoTarget: the last column that can be predicted is proposed, and one that numbers the rows only
// where there is no other.
func TestRowNumbersAreNoTarget(t *testing.T) {
	var b strings.Builder
	for i := range 30 {
		fmt.Fprintf(&b, "%d,%d,%d\n", i*i%17, i%4, i)
	}
	if got := read(t, "a,b,n\n"+b.String()).SuggestTarget(); got != "b" {
		t.Errorf("%s is proposed", got)
	}
}

// TestNamesAreNoTarget: a last column of texts that hardly repeat, as names and times are, is not proposed; one of
// labels is.
func TestNamesAreNoTarget(t *testing.T) {
	for labels, want := range map[int]string{30: "b", 16: "b", 15: "n", 3: "n"} {
		var b strings.Builder
		for i := range 30 {
			fmt.Fprintf(&b, "%d,%d,n%d\n", i*i%17, i%4, i%labels)
		}
		if got := read(t, "a,b,n\n"+b.String()).SuggestTarget(); got != want {
			t.Errorf("%s is proposed beside %d names, want %s", got, labels, want)
		}
	}
}
