// Tests of the command: golden output, and what it says of tables that it cannot use.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dcctree/core/fit"
	"dcctree/core/verdict"
)

var update = flag.Bool("update", false, "write the golden files anew")

// quick are options for small tables.
func quick(t *testing.T, args ...string) options {
	t.Helper()
	o, err := parse(append([]string{"-moves", "4", "-work", "8e6"}, args...), &bytes.Buffer{})
	if err != nil {
		t.Fatal(err)
	}
	o.fit.Settings.Particles, o.fit.Settings.Crowd, o.fit.Settings.Learn, o.fit.Settings.LearnEnd = 40, 2, 10, 100
	o.fit.Effort.Draws = 200
	return o
}

func output(t *testing.T, o options) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := run(&out, o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A made-up table: the yield is 5 on Biscoe and Dream and 1 elsewhere, 3 more above a mass of 4, 1.5 more where the
// mass is a gap; noise .5; two rows without a yield.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		file, target, task string
		sharp              bool
		noise              string
	}{
		{"yield.txt", "yield", "", false, "common"},
		{"sharp.txt", "yield", "", true, "common"},
		{"noise.txt", "yield", "", false, "leaf"},
		{"heavy.txt", "yield", "", false, "heavy"},
		{"island.json", "island", "classification", false, "common"},
	} {
		o := quick(t, "-data", "testdata/train.csv", "-test", "testdata/test.csv", "-target", c.target, "-task",
			c.task, "-noise", c.noise)
		o.asJSON, o.fit.Sharp = filepath.Ext(c.file) == ".json", c.sharp
		got := output(t, o)
		path := filepath.Join("testdata", c.file)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s has changed (-update writes it anew):\n%s", path, got)
		}
	}
}

// One worker or five: every byte is the same.
func TestWorkers(t *testing.T) {
	o := quick(t, "-data", "testdata/train.csv", "-target", "yield", "-json")
	o.workers, o.fit.Effort.Work = 1, 4e6
	want := output(t, o)
	for _, o.workers = range []int{2, 5} {
		if !bytes.Equal(output(t, o), want) {
			t.Errorf("%d workers give another answer", o.workers)
		}
	}
}

// write makes a CSV file.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// table makes rows of a format from their numbers.
func table(head, row string, rows int) string {
	var b strings.Builder
	b.WriteString(head + "\n")
	for i := range rows {
		fmt.Fprintf(&b, row+"\n", i, i%3, i%2)
	}
	return b.String()
}

// What cannot be used is said in a sentence that names file, row, column and what to do.
func TestBadInput(t *testing.T) {
	good := table("x,z,y", "%d,%d,%d.5", 20)
	for _, c := range []struct {
		what, train, test string
		want              []string
	}{
		{"one class", table("x,z,w,y", "%d,%d,%d,a", 20), "", []string{"train.csv", `"y"`, "only one class",
			"at least two"}},
		{"constant", table("x,z,w,y", "%d,%d,%d,1.5", 20), "", []string{"train.csv", `"y"`, "same value",
			"another target"}},
		{"infinite", good + "inf,1,1.5\n", "", []string{"train.csv", "Row 22", `"x"`, "not a finite number",
			"Correct"}},
		{"infinite target", good + "1,1,inf\n", "", []string{"train.csv", "Row 22", `"y"`,
			"not a finite number"}},
		{"a word", good + "many,1,1.5\n", "", []string{"train.csv", "Row 22", `"x"`, `"many"`, "Correct"}},
		{"no target", table("x,z,w", "%d,%d,%d", 20), "", []string{"train.csv",
			`no column "y"`, `"x", "z", "w"`}},
		{"empty target", "x,y\n1,\n2,\n", "", []string{"train.csv", `"y"`, "no value"}},
		{"no input", table("x,z,y", ",,%d%[3]d.5", 20), "", []string{"train.csv", "no column left"}},
		{"no column in the test", good, "x,y\n1,2\n", []string{"test.csv", `"z"`, "missing here", "Add it"}},
		{"a word in the test", good, "x,z,y\n1,2,3\nmany,2,3\n",
			[]string{"test.csv", "Row 3", `"x"`, `"many"`}},
		{"infinite in the test", good, "x,z,y\n1,inf,3\n",
			[]string{"test.csv", "Row 2", `"z"`, "not a finite number"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			o := quick(t, "-data", write(t, "train.csv", c.train), "-target", "y")
			if c.test != "" {
				o.test = write(t, "test.csv", c.test)
			}
			err := run(&bytes.Buffer{}, o)
			for _, w := range c.want {
				if err == nil || !strings.Contains(err.Error(), w) {
					t.Fatalf("%v\nlacks %q", err, w)
				}
			}
		})
	}
}

// Odd columns are left out with a note, and nothing else is lost: 10,000 labels, gaps alone, one value.
func TestOddColumns(t *testing.T) {
	var b strings.Builder
	b.WriteString("name,empty,same,few,y\n")
	for i := range 10000 {
		fmt.Fprintf(&b, "n%d,,7,%d,%d.5\n", i, i%3, i%3)
	}
	o := quick(t, "-data", write(t, "train.csv", b.String()), "-target", "y", "-work", "1")
	a := answerOf(t, o)
	notes := strings.Join(a.Notes, "\n")
	for _, w := range []string{`"name" is left out: it has 10000 different labels`, "join rare ones",
		`"empty" is left out`, `"same" is left out`} {
		if !strings.Contains(notes, w) {
			t.Errorf("the notes lack %q:\n%s", w, notes)
		}
	}
	if a.Rows != 10000 || a.Inputs != 1 || a.Root[0].Input != "few" || a.Root[0].Probability < .99 {
		t.Errorf("%d rows, %d inputs, root %+v", a.Rows, a.Inputs, a.Root)
	}
}

// What the reader says of the files is printed before the answer's notes, has a place of its own in JSON, and goes with
// an error about a column that is not there.
func TestNotesOfTheFiles(t *testing.T) {
	train := write(t, "train.csv", "x,y\n1,4.1\n2,5.2\n3,n.d.\n4,4.7\n5,5.1\n6,4.4\n")
	o := quick(t, "-data", train, "-target", "y", "-test", write(t, "test.csv", "x\n1\n\n2\n"))
	text := string(output(t, o))
	for _, w := range []string{`note: train.csv: Column "y" is read as text: 5 of its 6 values are numbers`,
		"note: test.csv: 1 blank line passed over.", `classes in 6 training rows, too few`, `"n.d." in row 4`} {
		if !strings.Contains(text, w) {
			t.Errorf("the output lacks %q:\n%.600s", w, text)
		}
	}
	o.asJSON = true
	var a written
	if err := json.Unmarshal(output(t, o), &a); err != nil || len(a.TableNotes) != 2 || len(a.Notes) != 1 ||
		a.Digest == "" {
		t.Errorf("%v, notes %q of the tables, %q of the answer", err, a.TableNotes, a.Notes)
	}
	err := run(&bytes.Buffer{}, quick(t, "-data", write(t, "bare.csv", "1,2\n2,3\n3,5\n"), "-target", "y"))
	if err == nil || !strings.Contains(err.Error(), `no column "y"`) ||
		!strings.Contains(err.Error(), "no header") {
		t.Errorf("%v\nlacks how the file was read", err)
	}
	for text, refused := range map[string]string{
		table("x,y", "%d,%[1]d.5%%", 60):     "60 classes",
		table("x,y", "\"%d,5\",%[2]d.5", 60): "no column left",
		table("x,y", "%d €,%[2]d.5", 60):     "no column left",
	} {
		err := run(&bytes.Buffer{}, quick(t, "-data", write(t, "train.csv", text), "-target", "y"))
		for _, w := range []string{refused, "most of its labels are numbers written with something else"} {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("%.30q: %v\nlacks %q", text, err, w)
			}
		}
	}
}

// Names and labels that would break lines or lists are quoted; no control character of a table is printed.
func TestOddNamesAreQuoted(t *testing.T) {
	long := strings.Repeat("long", 20)
	text := "\"a\tb\",\"c, d\",y\n"
	labels := []string{"\"one, two\"", "\"{x}\"", "plain", long}
	for i := range 40 {
		text += fmt.Sprintf("%d,%s,\"k\x1b[%d\nm\"\n", i, labels[i%4], i%4/2)
	}
	o := quick(t, "-data", write(t, "train.csv", text), "-test", write(t, "test.csv", text), "-target", "y")
	got := string(output(t, o))
	if strings.ContainsAny(got, "\x1b") {
		t.Error("an escape character is printed")
	}
	for _, w := range []string{`"k\x1b[0\nm"`, `  "c, d" `, `, "{x}"}`, `"one, two"`, `"a\tb"`} {
		if !strings.Contains(got, w) {
			t.Errorf("the output lacks %s:\n%.1500s", w, got)
		}
	}
	if lines := strings.Count(got, "test.csv\t"); lines != 40 {
		t.Errorf("%d lines of predictions", lines)
	}
}

// How files are written can be said.
func TestFormats(t *testing.T) {
	train := write(t, "train.csv", table("2019;2020", "%d,5;%d,%d", 20))
	test := write(t, "test.csv", "2019;2020\n1,5;2,5\n")
	o := quick(t, "-data", train, "-test", test, "-target", "2020", "-separator", "semicolon", "-decimal", ",",
		"-header", "yes", "-folds", "0", "-work", "1")
	a := answerOf(t, o)
	if a.Rows != 20 || a.Inputs != 1 || len(a.Predictions) != 1 || a.Predictions[0].Target != "2.5" {
		t.Errorf("%d rows, %d inputs, predictions %+v", a.Rows, a.Inputs, a.Predictions)
	}
	for _, args := range [][]string{{"-separator", "#"}, {"-decimal", "'"}} {
		o := quick(t, append(args, "-data", train, "-target", "2020")...)
		if err := run(&bytes.Buffer{}, o); err == nil || !strings.Contains(err.Error(), "comma") {
			t.Errorf("%v: %v", args, err)
		}
	}
	if _, err := parse([]string{"-data", "a", "-target", "y", "-header", "perhaps"}, &bytes.Buffer{}); err == nil {
		t.Error("a header that is perhaps there is no error")
	}
}

// TestColumns: how columns are read, and which are no inputs, can be said; the test file's are read alike.
func TestColumns(t *testing.T) {
	var b strings.Builder
	b.WriteString("n,day,a=b,y\n")
	for i := range 40 {
		fmt.Fprintf(&b, "%d,%d.3.2024,%d,%d.5\n", i, 1+i%28, i%3, i*i%11)
	}
	train := write(t, "train.csv", b.String())
	test := write(t, "test.csv", "day,a=b\n5.3.2024,2\n")
	args := []string{"-data", train, "-test", test, "-target", "y", "-folds", "0", "-work", "1"}
	a := answerOf(t, quick(t, append(args, "-kind", "day=days", "-kind", "a=b=text", "-without", "n")...))
	var used []string
	for _, c := range a.Used {
		used = append(used, c.Input)
	}
	if a.Inputs != 2 || !slices.Contains(used, "day") || !slices.Contains(used, "a=b") || len(a.Predictions) != 1 ||
		strings.Contains(strings.Join(a.Notes, "\n"), "numbers the rows") {
		t.Errorf("%d inputs %q, predictions %+v, notes %q", a.Inputs, used, a.Predictions, a.Notes)
	}
	for want, args := range map[string][]string{
		`no column "u"`: {"-without", "u"}, `no column "v"`: {"-kind", "v=text"},
		`read as "dates"`:  {"-kind", "day=dates"},
		"no input is left": {"-without", "n", "-without", "day", "-without", "a=b"}} {
		o := quick(t, append(args, "-data", train, "-target", "y")...)
		if err := run(&bytes.Buffer{}, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
	if _, err := parse([]string{"-data", "a", "-target", "y", "-kind", "day"}, &bytes.Buffer{}); err == nil {
		t.Error("a column without a kind is no error")
	}
}

// Of too many rows a random sample is fitted, and a note says so.
func TestManyRows(t *testing.T) {
	rows := table("x,z,y", "%d,%d,l%d", 10_500)
	o := quick(t, "-data", write(t, "train.csv", rows), "-target", "y", "-work", "1", "-folds", "0")
	a := answerOf(t, o)
	notes := strings.Join(a.Notes, "\n")
	if a.Rows != 10_000 || !strings.Contains(notes, "10500 rows") ||
		!strings.Contains(notes, "10000 of them, drawn at random") {
		t.Errorf("%d rows, notes %s", a.Rows, notes)
	}
}

func answerOf(t *testing.T, o options) *fit.Answer {
	t.Helper()
	o.asJSON = true
	a := &fit.Answer{}
	if err := json.Unmarshal(output(t, o), a); err != nil {
		t.Fatal(err)
	}
	return a
}

// Rows without a target are predicted; labels that no training row has are answered and named, as inputs and as
// classes.
func TestNewLabels(t *testing.T) {
	train := table("x,z,y", "%d,l%d,c%d", 40) + "3,l1,\n"
	test := "x,z,y\n1,l9,c1\n2,l1,c9\n,,c0\n"
	o := quick(t, "-data", write(t, "train.csv", train), "-test", write(t, "test.csv", test), "-target", "y")
	a := answerOf(t, o)
	if len(a.Predictions) != 4 || a.Predictions[0].File != "train.csv" || a.Predictions[0].Row != 42 {
		t.Fatalf("predictions %+v", a.Predictions)
	}
	notes := strings.Join(a.Notes, "\n")
	for _, w := range []string{`Row 2 of test.csv has "l9" in column "z"`, `1 row has no value of "y"`} {
		if !strings.Contains(notes, w) {
			t.Errorf("the notes lack %q:\n%s", w, notes)
		}
	}
	if s := a.Scores; s.Rows != 3 || s.Unknown != 1 || *s.Errors < 1./3 || s.LogScore == nil {
		t.Errorf("scores %+v", s)
	}
}

// A column of weights gives the digest of the table written out, is no input, and need not be in the test file. What is
// no weight is refused in a sentence.
func TestWeights(t *testing.T) {
	var brief, long strings.Builder
	brief.WriteString("x,z,w,y\n")
	long.WriteString("x,z,y\n")
	for i := range 24 {
		row := fmt.Sprintf("%d,%d", i, i%3)
		fmt.Fprintf(&brief, "%s,%d,%d.5\n", row, i%4, i%2)
		long.WriteString(strings.Repeat(fmt.Sprintf("%s,%d.5\n", row, i%2), i%4))
	}
	test := write(t, "test.csv", "x,z\n1,2\n")
	o := quick(t, "-data", write(t, "brief.csv", brief.String()), "-target", "y", "-weight", "w", "-test", test)
	want := answerOf(t, quick(t, "-data", write(t, "long.csv", long.String()), "-target", "y"))
	a := answerOf(t, o)
	if a.Digest != want.Digest || a.Inputs != 2 || len(a.Predictions) != 1 {
		t.Errorf("digest %s, written out %s; %d inputs, %d predictions", a.Digest, want.Digest, a.Inputs,
			len(a.Predictions))
	}
	o.asJSON = false
	if text := string(output(t, o)); !strings.Contains(text, "18 rows of weight 36 in all, 2 inputs") {
		t.Errorf("the output begins %.200s", text)
	}
	o.data = write(t, "train.csv", brief.String()+"1,2,.5,1.5\n")
	err := run(&bytes.Buffer{}, o)
	for _, w := range []string{"train.csv", "row 26", "0.5", `"w"`, "Multiply"} {
		if err == nil || !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(w)) {
			t.Errorf("%v\nlacks %q", err, w)
		}
	}
}

// Splits hold rows out by their numbers; a split that the file lacks is named.
func TestSplits(t *testing.T) {
	o := quick(t, "-data", write(t, "train.csv", table("x,z,y", "%d,%d,%d.5", 20)), "-target", "y")
	o.splits = write(t, "splits.json", `{"splits": {"train": {"1": [0, 5]}}}`)
	a := answerOf(t, o)
	if a.Rows != 18 || len(a.Predictions) != 2 || a.Predictions[1].Row != 7 || a.Scores.Rows != 2 {
		t.Errorf("%d rows, predictions %+v", a.Rows, a.Predictions)
	}
	o.split = 2
	err := run(&bytes.Buffer{}, o)
	if err == nil || !strings.Contains(err.Error(), "no split 2 of the table train") {
		t.Error(err)
	}
}

// A bound of work that ends the rounds before they agree is no settled answer.
func TestVerdict(t *testing.T) {
	o := quick(t, "-data", "testdata/train.csv", "-target", "yield", "-work", "1")
	a := answerOf(t, o)
	good := a.Verdict.Outcome == verdict.Settled || a.Verdict.Outcome == verdict.NearlySettled
	if good || len(a.Evidence.Rounds) != 1 {
		t.Errorf("%+v after %d rounds", a.Verdict, len(a.Evidence.Rounds))
	}
}

// The file has the answer's digest, and a tree a line between head and end.
func TestTrees(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trees.json")
	a := answerOf(t, quick(t, "-data", "testdata/train.csv", "-target", "yield", "-work", "1", "-trees", path))
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var trees fit.DrawnTrees
	if err := json.Unmarshal(text, &trees); err != nil {
		t.Fatal(err)
	}
	lines := strings.Count(string(text), "\n")
	if trees.Digest != a.Digest || trees.Rows != a.Rows || len(trees.Trees) == 0 || lines != len(trees.Trees)+2 {
		t.Errorf("%d trees on %d lines of %s, %d rows; the answer is %s", len(trees.Trees), lines, trees.Digest,
			trees.Rows, a.Digest)
	}
	// work for days: that nothing is written is said before it
	nowhere := quick(t, "-data", "testdata/train.csv", "-target", "yield", "-moves", "1000000", "-work", "1e15",
		"-trees", filepath.Join(path, "below-a-file"))
	if err := run(&bytes.Buffer{}, nowhere); err == nil {
		t.Error("a file that cannot be written is no error")
	}
}

func TestParse(t *testing.T) {
	for _, args := range [][]string{{}, {"-data", "a.csv"}, {"-data", "a", "-target", "y", "more"},
		{"-data", "a", "-target", "y", "-moves", "0"}, {"-data", "a", "-target", "y", "-work", "1e30"},
		{"-data", "a", "-target", "y", "-work", "NaN"}, {"-data", "a", "-target", "y", "-work", "-1"},
		{"-data", "a", "-target", "y", "-work", "0"}, {"-data", "a", "-target", "y", "-folds", "-3"},
		{"-data", "a", "-target", "y", "-sharp=false", "-noise", "leaf"},
		{"-data", "a", "-target", "y", "-prior", "leaves=2"}, {"-data", "a", "-target", "y", "-prior", "leaf"},
		{"-data", "a", "-target", "y", "-prior", "leaf=0"},
		{"-data", "a", "-target", "y", "-prior", "leaf=2,leaf=3"}} {
		if _, err := parse(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
	o, err := parse([]string{"-data", "a", "-target", "y", "-prior", "leaf=2,gradual=.8"}, &bytes.Buffer{})
	want := fit.Prior{Leaf: 2, Gradual: .8}
	if err != nil || o.fit.Prior != want {
		t.Errorf("the prior is %+v, %v", o.fit.Prior, err)
	}
	if got := chosen(&fit.Answer{Size: fit.SmallTrees, Prior: &want}); got != "small trees, gradual 0.8, leaf 2" {
		t.Errorf("before the data: %q", got)
	}
}

// That a file can be written is found out without leaving one, and without touching one that is there.
func TestWritable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trees.json")
	if err := writable(path); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file is there: %v", err)
	}
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := writable(path); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(path); string(text) != "old" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if err := writable(filepath.Join(path, "trees.json")); err == nil {
		t.Error("a file below a file can be written")
	}
}
