// This file feeds damaged tables through all that a page does with a file: reading in parts, description, review, the
// list of rows left out, the choice of target and task, and the set-up of a run.

package study

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"dcctree/core/dataset"
	"dcctree/core/random"
)

// sound are the tables that damage is done to.
var sound = []string{
	"x,z,y\n1.5,2,a\n2.5,3,b\n3.5,5,a\n4.5,7,b\n5.5,11,a\n",
	"\ufeffname;größe;wert\r\n\"Meier; Anna\";1,75;3,5\r\n\"B " +
		"\"\"x\"\"\";1,8;NA\r\nC;?;2,5\r\nD;1,6;-\r\nE;1,9;4\r\n",
	"when\tn\tcolor\ty\n2024-01-01\t1\tred\t0.1\n2024-02-01\t2\tblue\t0.2\n2024-03-01\t3\tred\t\n" +
		"2024-03-02\t4\tred\t0.5\n",
	"1|2|3\n4|5|6\n7|8|10\n\n\n11|12|13\n",
	"id,v,y\n" + strings.Repeat("1,2,3\n2,1e308,4\n3,-inf,5\n4,0.1,1e-320\n", 6),
}

// kindWords are the columns of the sound tables, read otherwise than they look.
var kindWords = map[string]string{"when": dataset.AsDays, "x": dataset.AsText, "name": dataset.AsNumbers,
	"y": dataset.AsText, "x1": dataset.AsDays}

// damage changes a table at random, once or twice.
func damage(rng *rand.Rand, text []byte) []byte {
	out := bytes.Clone(text)
	for range 1 + rng.IntN(2) {
		at := rng.IntN(len(out) + 1)
		switch rng.IntN(10) {
		case 0: // some bytes are lost
			out = slices.Delete(out, at, min(len(out), at+rng.IntN(9)))
		case 1: // one is another
			if at < len(out) {
				out[at] = byte(rng.IntN(256))
			}
		case 2: // a word that means something
			words := []string{"\"", "\"\"", "\x00", "\ufeff", ",", ";", "\t", "|", "\r", "\n", "\r\n\r\n",
				"NA", "-", "1,5", "Inf", "NaN", "1e999", "2024-02-30", "\xff", "=1+1"}
			out = slices.Insert(out, at, []byte(words[rng.IntN(len(words))])...)
		case 3: // a huge field
			out = slices.Insert(out, at, bytes.Repeat([]byte{"x9\" "[rng.IntN(4)]}, 1+rng.IntN(5000))...)
		case 4: // a line twice, or many times
			lines := bytes.SplitAfter(out, []byte("\n"))
			out = append(out, bytes.Repeat(lines[rng.IntN(len(lines))], 1+rng.IntN(60))...)
		case 5: // another separator throughout
			out = bytes.ReplaceAll(out, []byte{",;\t|"[rng.IntN(4)]}, []byte{",;\t|"[rng.IntN(4)]})
		case 6: // cut off
			out = out[:at]
		case 7: // a ragged row
			out = append(out, bytes.Repeat([]byte("7,"), rng.IntN(12))...)
		case 8: // many columns
			out = slices.Insert(out, 0, bytes.Repeat([]byte("c,"), rng.IntN(30))...)
		case 9: // two tables in one
			out = append(out, sound[rng.IntN(len(sound))]...)
		}
	}
	return out
}

// handle does with a text what the page does with a file, and returns how far it came: "read" for a table, "run" for a
// run; every error must say something.
func handle(t *testing.T, text []byte, open *OpenOptions, part int) string {
	t.Helper()
	if err := open.Validate(); err != nil {
		t.Fatal(err)
	}
	r := dataset.NewReader(len(text), open.Options())
	for at, more := r.Next(); more; at, more = r.Next() {
		n := min(part, len(text)-at)
		copy(r.Room(n), text[at:])
		r.Take()
	}
	table, err := r.Table("a.csv")
	if err != nil {
		explained(t, faulty(err))
		return ""
	}
	opened := Describe(table)
	checkOpened(t, opened)
	come := "read"
	for _, task := range []string{"auto", "regression", "classification"} {
		choose := &ChooseOptions{Task: task}
		reviewed, err := Review(table, choose)
		explained(t, err)
		listed, listFault := LeftOut(table, choose)
		if (listFault == nil) != (err == nil) ||
			err == nil && (listed.Rows != reviewed.LeftOut ||
				reviewed.Rows+reviewed.LeftOut != table.Rows) {
			t.Fatalf("reviewed %+v (%v), listed %+v (%v) of %d rows", reviewed, err, listed, listFault,
				table.Rows)
		}
		m := wishes()
		m.Preset, m.Settings, m.Task = "fast", "", task
		run, err := New(table, m, nil)
		explained(t, err)
		if run == nil {
			continue
		}
		come = "run"
		if reviewed == nil || run.created.Task != reviewed.Task ||
			run.created.TrainRows+run.created.TestRows != reviewed.Rows ||
			!slices.Equal(run.created.Features, keptOf(run, reviewed.Features)) {
			t.Fatalf("the run %+v is not what was reviewed, %+v", run.created, reviewed)
		}
	}
	return come
}

// keptOf are the features reviewed without those that a note of the run says are constant in its training rows.
func keptOf(r *Run, reviewed []string) (kept []string) {
	for _, name := range reviewed {
		if !slices.Contains(r.created.Notes, constantNote(name)) {
			kept = append(kept, name)
		}
	}
	return kept
}

func constantNote(column string) string {
	return fmt.Sprintf("Column %s is left out: it has the same value in all training rows.", dataset.Show(column))
}

// explained checks that an error is a fault with a code and words for people, in both languages.
func explained(t *testing.T, err error) {
	t.Helper()
	var f *Fault
	if err != nil && (!errors.As(err, &f) || f.Code == "" || f.Code == CodeInternal || len(f.Error()) < 20 ||
		len(f.In("de")) < 20 || f.In("de") == f.Error()) {
		t.Fatalf("error %#v", err)
	}
}

func checkOpened(t *testing.T, m *TableInfo) {
	t.Helper()
	known := false
	for _, c := range m.Columns {
		known = known || c.Name == m.SuggestedTarget
		sum := 0.0
		for _, n := range c.Histogram {
			sum += n
		}
		if c.Kind == "numeric" && int(sum) > m.Rows-c.Missing || math.IsInf(c.Max, 0) {
			t.Fatalf("column %+v of %d rows", c, m.Rows)
		}
	}
	if !known || m.Rows < 2 || len(m.Translations["de"]) != len(m.Notes) {
		t.Fatalf("described as %+v", m)
	}
}

// opens are ways to open a table: as it looks, and with corrections.
func opens(how byte) *OpenOptions {
	m := &OpenOptions{Name: "a.csv"}
	if how&1 == 1 {
		for name, word := range kindWords {
			m.KindNames, m.Kinds = append(m.KindNames, name), append(m.Kinds, word)
		}
	}
	m.Separator = []string{"", "", ",", ";"}[how>>1&3]
	m.Decimal = []string{"", ","}[how>>3&1]
	m.Header = []string{"", "", "yes", "no"}[how>>4&3]
	return m
}

// TestTenThousandDamagedTables: none crashes, hangs or ends in an error that says nothing, and many of them are used in
// the end.
func TestTenThousandDamagedTables(t *testing.T) {
	const longest = 5 * time.Second // a thousand times what one takes
	rng := random.Stream(1, "damaged tables")
	come := map[string]int{}
	n := 10_000
	if testing.Short() { // as WebAssembly, where it takes ten times as long
		n = 1000
	}
	for i := range n {
		text := damage(rng, []byte(sound[i%len(sound)]))
		how, part := byte(rng.IntN(256)), 1+rng.IntN(4096)
		start := time.Now()
		come[handle(t, text, opens(how), part)]++
		if d := time.Since(start); d > longest {
			t.Errorf("%v for %q", d, text[:min(200, len(text))])
		}
	}
	t.Logf("refused %d, read %d, run %d", come[""], come["read"], come["run"])
	for _, far := range []string{"", "read", "run"} {
		if come[far] < n/20 {
			t.Errorf("only %d tables came as far as %q: the damage tests little", come[far], far)
		}
	}
}

// FuzzTable is the same with what the fuzzer thinks of.
func FuzzTable(f *testing.F) {
	for i, text := range sound {
		f.Add([]byte(text), byte(37*i))
	}
	f.Fuzz(func(t *testing.T, text []byte, how byte) {
		if len(text) < 1<<16 {
			handle(t, text, opens(how), 1+int(how)*13)
		}
	})
}

// messy is a table as people have them: semicolons, decimal commas, four ways to say that a value is missing, labels, a
// date, a number for each row, a comment; rent is made of size and district.
func messy(rows int) string {
	rng := random.Stream(7, "messy")
	var b strings.Builder
	b.WriteString("\ufeffNr;Stadtteil;Größe;Baujahr;erfasst;Bemerkung;Miete\r\n")
	comma := func(x float64) string { return strings.ReplaceAll(fmt.Sprintf("%.2f", x), ".", ",") }
	for i := range rows {
		size, district := 20+130*rng.Float64(), rng.IntN(5)
		cells := []string{fmt.Sprint(i + 1), []string{"Mitte", "Nord", "Süd", "West", "\"Ost; alt\""}[district],
			comma(size), fmt.Sprint(1900 + rng.IntN(120)),
			fmt.Sprintf("%02d.%02d.20%02d", 1+rng.IntN(28), 1+rng.IntN(12), rng.IntN(24)),
			fmt.Sprintf("Whg %d", i), comma(200 + 9*size + 60*float64(district) + 40*rng.NormFloat64())}
		for j, missing := range map[int]string{2: "NA", 3: "?", 6: "-", 1: ""} {
			if rng.IntN(50) == 0 {
				cells[j] = missing
			}
		}
		b.WriteString(strings.Join(cells, ";") + "\r\n")
	}
	return b.String()
}

// TestMessyTableIsUnderstood: what the page proposes for such a table is what a person would choose.
func TestMessyTableIsUnderstood(t *testing.T) {
	const rows = 5000
	tab := table(t, messy(rows))
	m := Describe(tab)
	if m.Rows != rows || m.Separator != ";" || m.Decimal != "," || !m.Header || m.SuggestedTarget != "Miete" ||
		m.SuggestedTask != "regression" {
		t.Errorf("opened as %+v", m)
	}
	kinds := ""
	for _, c := range m.Columns {
		kinds += c.Kind + " "
	}
	if kinds != "numeric text numeric numeric date text numeric " {
		t.Errorf("kinds %s", kinds)
	}
	v, err := Review(tab, &ChooseOptions{Task: "auto"})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(v.Features, []string{"Nr", "Stadtteil", "Größe", "Baujahr"}) || v.Rows+v.LeftOut != rows ||
		v.LeftOut < rows/20 || v.LeftOut > rows/9 {
		t.Errorf("reviewed as %+v", v)
	}
	for _, want := range []string{`"erfasst" is left out`, `"Bemerkung" is left out`, `"Nr" numbers the rows`,
		`"Mitte" = 0`} {
		if !strings.Contains(strings.Join(v.Notes, "\n"), want) {
			t.Errorf("nothing says %s: %q", want, v.Notes)
		}
	}
	created := mustNew(t, tab, &RunOptions{Task: "auto", Split: "random", Holdout: .3, HoldoutSeed: "1",
		Preset: "fast", Seed: "1", Standardize: "auto", Predictive: "likelihood", Workers: 2}, nil).created
	if !created.Standardized || created.TrainRows+created.TestRows != v.Rows {
		t.Errorf("created as %+v", created)
	}
}
