// This file tests what the page says to bad input: a message that names the fault and says what to do, while the
// earlier data and results stay.

//go:build browser

package browser

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
)

// lines writes a header and n rows made by row.
func lines(header string, n int, row func(i int) string) []byte {
	var b bytes.Buffer
	b.WriteString(header + "\n")
	for i := range n {
		b.WriteString(row(i) + "\n")
	}
	return b.Bytes()
}

// good is a row of three numbers; x, z and y differ from row to row.
func good(i int) string { return fmt.Sprintf("%d,%d,%g", i%10, i*i%7, float64(i%3)+.5) }

// except makes row i different from the good ones.
func except(bad int, text string) func(int) string {
	return func(i int) string {
		if i == bad {
			return text
		}
		return good(i)
	}
}

// badFile is one file that cannot be used as it is. The name of the case is the name of the file, which every message
// must hold that comes from reading it.
type badFile struct {
	name    string
	content []byte
	target  string   // chosen where the fault lies in the target; "" as proposed
	names   []string // what the message must hold, each one of several forms split by |
}

var badFiles = []badFile{
	{name: "empty.csv", content: nil, names: []string{"empty.csv:", "empty|nothing"}},
	{name: "header-only.csv", content: []byte("x,z,y\n"), names: []string{"header-only.csv", "row"}},
	{name: "one-column.csv", content: lines("y", 50, func(i int) string { return fmt.Sprint(i) }),
		names: []string{"column"}},
	{name: "one-row.csv", content: []byte("x,z,y\n1,2,3\n"), names: []string{"row"}},
	{name: "ragged.csv", content: lines("x,z,y", 50, except(6, "1,2,3,4")), names: []string{"ow 8", "4", "3"}},
	{name: "text-at-3000.csv", content: lines("x,z,y", 4000, except(2998, "abc,1,2")),
		names: []string{"3000|3,000", "x", "abc"}},
	{name: "all-missing.csv", content: lines("x,z,y", 50,
		func(i int) string { return fmt.Sprintf("%d,%d,", i, i%7) }), target: "y",
		names: []string{"y", "missing|no value|empty"}},
	{name: "constant-target.csv", content: lines("x,z,y", 50, func(i int) string {
		return fmt.Sprintf("%d,%d,3", i, i%7)
	}),
		target: "y", names: []string{"y"}},
	{name: "one-class.csv", content: lines("x,z,y", 50,
		func(i int) string { return fmt.Sprintf("%d,%d,a", i, i%7) }), target: "y",
		names: []string{"y", "class|value"}},
	{name: "200-classes.csv", content: lines("x,z,y", 600, func(i int) string {
		return fmt.Sprintf("%d,%d,c%d", i, i%7, i%200)
	}),
		target: "y", names: []string{"y", "200"}},
	{name: "duplicate-names.csv", content: lines("x,x,y", 50, good), names: []string{"x"}},
	{name: "infinite.csv", content: lines("x,z,y", 50, except(6, "Inf,1,2")), names: []string{"ow 8", "x"}},
	{name: "1e308.csv", content: lines("x,z,y", 50, func(i int) string {
		return []string{"1e308,", "-1e308,", "0,"}[i%3] + fmt.Sprintf("%d,%d", i, i*i%7)
	}),
		names: []string{"x", "1e+308|1e308"}},
	{name: "dates.csv", content: lines("x,z,y", 28, func(i int) string {
		return fmt.Sprintf("%d,%d,2024-02-%02d", i, i%7, i+1)
	}),
		target: "y", names: []string{"y", "date"}},
	{name: "book.xlsx", content: append([]byte("PK\x03\x04\x14\x00\x06\x00\x08\x00"),
		bytes.Repeat([]byte("[Content_Types].xml\x00\x01"), 50)...),
		names: []string{"book.xlsx", "CSV"}},
	{name: "binary.bin", content: bytes.Repeat([]byte{0, 1, 2, 250, 251, 7}, 300), names: []string{"binary.bin"}},
	{name: "invalid-utf8.csv", content: lines("x,z,y", 50, except(6, "\xff\xfe,1,2")),
		names: []string{"8", "UTF-8"}},
}

// badSettings are options out of range, typed into fields of the page.
var badSettings = []struct {
	name, field, value string
	names              []string
}{
	{"a seed that is none", "seed", "abc", []string{"seed", "abc"}},
	{"a test share that leaves no rows", "holdout", "0.0001", []string{"row"}},
	{"a test share out of range", "holdout", "2", []string{"2", "0.9"}},
	{"a setting out of range", "chains", "1000", []string{"Chains", "64"}},
	{"a setting that is no number", "warmup", "many", []string{"Warm-up"}},
}

func TestBadInput(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + inShort)
	b.ready()
	b.settings(brief)
	b.choose("file-input", file(t, "good.csv", []byte(steps())))
	b.wait("the target to be offered",
		query("target")+".value === 'y' && !document.querySelector('#test-row').hidden", patience)
	b.runsToItsEnd()
	for _, c := range badFiles {
		t.Run(c.name, func(t *testing.T) { b.in(t).refuses(c) })
	}
	t.Run(big, func(t *testing.T) {
		b.in(t).refuses(badFile{name: big, names: []string{big, "572|600", "512", "random part"}})
	})
	b.choose("file-input", file(t, "good.csv", []byte(steps())))
	b.wait("the good file again", "document.querySelector('#data-line').textContent.startsWith('good.csv:')",
		patience)
	for _, c := range badSettings {
		t.Run(c.name, func(t *testing.T) { b.in(t).refusesSetting(c.field, c.value, c.names) })
	}
	t.Run("and afterwards a good run", func(t *testing.T) {
		b := b.in(t)
		b.run()
		b.rests("done")
	})
}

// in is the same tab seen by a subtest.
func (b *tab) in(t *testing.T) *tab { return &tab{T: t, ctx: b.ctx} }

// shownResults is what of the results must outlive a refused file.
const shownResults = `[document.querySelector("[data-test=tree] svg")?.outerHTML.length,
	document.querySelectorAll("[data-test=topologies] [data-key]").length,
	document.querySelector("[data-metric=test-mse]")?.textContent].join(" ")`

// answered is true once Run was refused or has run to the end.
var answered = query("error") + ".textContent.trim() !== '' || " + query("state") + ".textContent.trim() === 'done'"

// refuses opens the file, presses Run if the page still offers that, and checks message and results.
func (b *tab) refuses(c badFile) {
	b.Helper()
	path := file(b.T, c.name, c.content)
	if c.name == big {
		grow(b.T, path)
	}
	before := evaluate[string](b, shownResults)
	b.dismiss()
	b.choose("file-input", path)
	b.wait("an answer",
		fmt.Sprintf("%s.textContent.trim() !== '' || "+
			"document.querySelector('#data-line').textContent.startsWith(%s)", query("error"),
			quote(c.name+":")), patience)
	if b.text("error") == "" { // the file can be read: the fault lies in what it is to be used for
		if c.target != "" {
			b.set("target", c.target)
		}
		b.click("run")
		b.wait("an answer to Run", answered, patience)
	}
	b.says(c.names)
	if after := evaluate[string](b, shownResults); after != before {
		b.Errorf("the results on the screen were %s and are %s", before, after)
	}
}

// refusesSetting types a value out of range, presses Run and checks message and results; then it takes the value back.
func (b *tab) refusesSetting(field, value string, names []string) {
	b.Helper()
	before := evaluate[string](b, shownResults)
	b.dismiss()
	put := func(value string) {
		if field == "seed" || field == "holdout" {
			b.set(field, value)
		} else {
			b.settings(map[string]string{field: value})
		}
	}
	usual := evaluate[string](b, fmt.Sprintf("(%s ?? {}).value ?? ''", query(field)))
	if usual == "" {
		usual = brief[field]
	}
	put(value)
	b.click("run")
	b.wait("an answer to Run", answered, patience)
	b.says(names)
	if after := evaluate[string](b, shownResults); after != before {
		b.Errorf("the results on the screen were %s and are %s", before, after)
	}
	put(usual)
}

// dismiss clears an earlier message.
func (b *tab) dismiss() {
	b.Helper()
	execute(b, "document.querySelector('[data-test=error-dismiss]').click()")
	b.wait("the message to go", query("error")+".textContent.trim() === ''", patience)
}

// says checks that the message on the screen names what it should and is no mistake of the program.
func (b *tab) says(names []string) {
	b.Helper()
	text := b.text("error")
	b.Logf("the page says: %s", text)
	if text == "" {
		b.Errorf("the page says nothing; %s", b.situation())
		return
	}
	for _, name := range names {
		if !containsAny(text, strings.Split(name, "|")) {
			b.Errorf("the message does not name %q", name)
		}
	}
	for _, own := range []string{"internal", "Something went wrong", "panic", "undefined", "NaN rows", "[object"} {
		if strings.Contains(text, own) {
			b.Errorf("the message reads like a mistake of the program (%q)", own)
		}
	}
}

// big is the name of a file of 600 MB, more than are read.
const big = "600-MB.csv"

// grow makes a file 600 MB long, sparse on disk.
func grow(t *testing.T, path string) {
	t.Helper()
	if err := os.Truncate(path, 600_000_000); err != nil {
		t.Fatal(err)
	}
}

// Input that looks bad but can be used: the page says what it does about it and runs.
func TestOddInputIsExplained(t *testing.T) {
	for _, c := range []struct {
		name    string
		content []byte
		says    []string
	}{
		{"a constant column", lines("x,k,y", 50,
			func(i int) string { return fmt.Sprintf("%d,7,%g", i, float64(i%3)+.5) }),
			[]string{"k"}},
		{"an empty column", lines("x,k,y", 50,
			func(i int) string { return fmt.Sprintf("%d,,%g", i, float64(i%3)+.5) }),
			[]string{"k"}},
		{"a date column", lines("x,d,y", 28,
			func(i int) string { return fmt.Sprintf("%d,2024-02-%02d,%g", i, i+1, float64(i%3)+.5) }),
			[]string{"d", "date"}},
		{"one value far beyond the others", lines("x,z,y", 50, except(6, "1e308,1,2")),
			[]string{"x", "1e+308"}},
		{"missing values", lines("x,z,y", 50, except(6, "NaN,1,2")), []string{"missing", "8"}},
		{"semicolons and decimal commas", lines("x;z;y", 50, func(i int) string {
			return strings.ReplaceAll(strings.ReplaceAll(good(i), ",", ";"), ".", ",")
		}),
			[]string{"semicolon", "comma"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newTab(t)
			b.open(shared.served + "/" + atFirst)
			b.ready()
			b.choose("file-input", file(t, "odd.csv", c.content))
			b.wait("the target to be offered",
				query("target")+".value === 'y' && !document.querySelector('#test-row').hidden",
				patience)
			b.run()
			b.rests("done")
			if text := b.text("error"); text != "" {
				t.Errorf("an error is shown: %s", text)
			}
			notes := evaluate[string](b, "document.querySelector('#data-notes').textContent + ' ' + "+
				"document.querySelector('#data-line').textContent")
			for _, want := range c.says {
				if !strings.Contains(notes, want) {
					t.Errorf("the page does not say %q about it: %s", want, notes)
				}
			}
		})
	}
}
