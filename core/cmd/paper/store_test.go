// Tests of files of results: what is kept and run again, shards and what they merge to, damage.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/dcc"
)

// smallFolder holds WU and Iris with a few rows of the assets each, under the names of the published splits.
func smallFolder(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for name, from := range map[string]string{"wu-train": "wu-train", "wu-test": "wu-test", "iris-train": "iris",
		"iris-test": "iris"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "assets", from+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		kept := []string{strings.Replace(lines[0], "species", "y", 1)}
		for i := 1; i < len(lines); i += 6 {
			kept = append(kept, lines[i])
		}
		if err := os.WriteFile(filepath.Join(dir, name+".csv"), []byte(strings.Join(kept, "\n")+"\n"),
			0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// smallRun are the flags of run for four jobs a set, each of a fraction of a second.
func smallRun(dir string) []string {
	return strings.Fields("-set wu,iris -runs 4 -seed 9 -chains 2 -warmup 40 -draws 10 -iterations 1 " +
		"-prior-draws 3 -doublings 4 -data " + dir)
}

// command runs the command and returns what it prints.
func command(t testing.TB, args ...string) (string, error) {
	t.Helper()
	c, o, err := parse(args)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = run(&out, c, o)
	return out.String(), err
}

func must(t testing.TB, args ...string) string {
	t.Helper()
	out, err := command(t, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// runArgs are the arguments of run with flags behind those given.
func runArgs(args []string, more ...string) []string {
	return slices.Concat([]string{"run"}, args, more)
}

func fileText(t testing.TB, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

var (
	timings     = regexp.MustCompile(`"seconds":[0-9.e-]+(,"firstSeconds":[0-9.e-]+)?`)
	secondsPart = regexp.MustCompile(`[0-9.]+ s\b`)
)

func untimed(text string) string { return timings.ReplaceAllString(text, "") }

// orders are all orders of the texts.
func orders(of []string) (out [][]string) {
	if len(of) < 2 {
		return [][]string{of}
	}
	for k := range of {
		for _, rest := range orders(slices.Delete(slices.Clone(of), k, k+1)) {
			out = append(out, append([]string{of[k]}, rest...))
		}
	}
	return out
}

// TestShards: three shards merge, in any order, to the lines of the run in one piece but for the timings, and print
// what that run prints.
func TestShards(t *testing.T) {
	dir := t.TempDir()
	args := smallRun(smallFolder(t))
	printed := must(t, runArgs(args, "-kept", filepath.Join(dir, "whole"))...)
	whole := untimed(fileText(t, dir, "whole", "paper.jsonl"))
	if strings.Contains(whole, "econds") || strings.Count(whole, "\n") != 8 {
		t.Fatalf("the timings are not apart, or no 8 lines:\n%s", whole)
	}
	var files []string
	for k := range 3 {
		folder := filepath.Join(dir, strconv.Itoa(k))
		must(t, runArgs(args, "-kept", folder, "-shard", fmt.Sprintf("%d/3", k), "-workers",
			strconv.Itoa(k+1))...)
		files = append(files, filepath.Join(folder, "paper.jsonl"))
	}
	merged := filepath.Join(dir, "merged", "paper.jsonl")
	if err := os.Mkdir(filepath.Dir(merged), 0o755); err != nil {
		t.Fatal(err)
	}
	tried := orders(files)
	for _, order := range append(tried, append(slices.Clone(files), files[1]),
		append([]string{files[0]}, files...)) {
		must(t, append([]string{"merge", "-out", merged}, order...)...)
		must(t, "merge", "-out", filepath.Join(dir, "sorted.jsonl"), filepath.Join(dir, "whole", "paper.jsonl"))
		if got, want := untimed(fileText(t, merged)), untimed(fileText(t, dir, "sorted.jsonl")); got != want {
			t.Errorf("%v: merged\n%s\nin one piece\n%s", order, got, want)
		}
	}
	if len(tried) != 6 {
		t.Errorf("%d orders", len(tried))
	}
	again := must(t, runArgs(args, "-kept", filepath.Dir(merged), "-stored")...)
	if secondsPart.ReplaceAllString(again, "") != secondsPart.ReplaceAllString(printed, "") {
		t.Errorf("from the file\n%s\nfrom the run\n%s", again, printed)
	}
	testMissing(t, args, files)
	left, err := filepath.Glob(filepath.Join(dir, "*.part"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// testMissing: runs that are not there are named, and what is there of their names.
func testMissing(t *testing.T, args, files []string) {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "paper.jsonl")
	must(t, "merge", "-out", path, files[2], files[0])
	stored := runArgs(args, "-kept", folder, "-stored")
	want := "dcc-tree-paper-wu-10: not run yet\ndcc-tree-paper-iris-9: not run yet\ndcc-tree-paper-iris-12: not " +
		"run yet"
	if _, err := command(t, stored...); err == nil || err.Error() != want { // jobs 1, 4 and 7 of 8
		t.Errorf("%v, want %s", err, want)
	}
	want = "dcc-tree-paper-wu-9: not run yet: in " + path + " line 3, about.set.settings.warmup is 40, but 41 is " +
		"asked for"
	if _, err := command(t, append(stored, "-warmup", "41")...); err == nil ||
		!strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	if _, err := command(t, append(stored, "-mode", "fast")...); err == nil ||
		strings.Contains(err.Error(), "is asked for") {
		t.Errorf("runs of paper mode for the fast mode: %v", err)
	}
	_, err := command(t, append(stored, "-runs", "40", "-warmup", "41")...)
	if err == nil || !strings.HasSuffix(err.Error(), "\n60 more") { // of 80
		t.Errorf("many are missing: %v", err)
	}
}

// TestCutLine: a line that was cut off by the end of the program is run again, and nothing else.
func TestCutLine(t *testing.T) {
	folder := t.TempDir()
	args := runArgs(smallRun(smallFolder(t)), "-set", "iris", "-runs", "2", "-kept", folder)
	printed := must(t, args...)
	path := filepath.Join(folder, "paper.jsonl")
	whole := fileText(t, path)
	for _, cut := range []int{len(whole) - 1, len(whole) - 200} {
		write(t, path, whole[:cut])
		again := must(t, args...)
		if secondsPart.ReplaceAllString(again, "") != secondsPart.ReplaceAllString(printed, "") {
			t.Errorf("printed\n%s\nat first\n%s", again, printed)
		}
		first, _, _ := strings.Cut(whole, "\n")
		if now := fileText(t, path); untimed(now) != untimed(whole) || !strings.HasPrefix(now, first+"\n") {
			t.Errorf("the file is now\n%s\nwas\n%s", now, whole)
		}
	}
}

// TestResultsVersion: whoever changes what a seed gives raises resultsVersion, and writes the new digests here.
func TestResultsVersion(t *testing.T) {
	for mode, want := range map[string]string{"paper": resultsOfVersion7[0], "fast": resultsOfVersion7[1]} {
		folder := t.TempDir()
		must(t, runArgs(smallRun(smallFolder(t)), "-runs", "1", "-mode", mode, "-kept", folder)...)
		s, err := openStore(filepath.Join(folder, mode+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		var digests []string
		for _, l := range s.lines {
			var about identity
			var r outcome
			if err := errors.Join(decode(l.About, &about), decode(l.Result, &r)); err != nil ||
				about.Results != 7 {
				t.Errorf("%s mode: %v, version %d", mode, err, about.Results)
			}
			digests = append(digests, r.Digest)
		}
		if got := strings.Join(digests, " "); got != want {
			t.Errorf("%s mode: digests %s, want %s of version 7", mode, got, want)
		}
	}
}

// resultsOfVersion7 are the digests of WU and Iris, seed 9, of the small run: paper mode, fast mode.
var resultsOfVersion7 = [2]string{"a33bd7123d7e5124 87c304cba5157e72", "aaf2512a5de28033 76c38220ce7d1249"}

// made are the lines of a run whose results are made up: seeds from 5 on, of WU and Iris.
func made(t testing.TB, change func(k int, id *identity, r *outcome)) (out []line) {
	t.Helper()
	for k, set := range []string{"wu", "wu", "wu", "iris", "iris", "iris"} {
		o := options{settings: dcc.DefaultSettings()}
		facts := setFacts{Set: set, Data: "a", Metric: "MSE", Settings: o.settings}
		seed := uint64(5 + k%3)
		id := o.identity(facts, seed)
		r := outcome{Set: set, Seed: seed, Metric: "MSE", Train: .1 * float64(k), Test: 1 / float64(k+3),
			Digest: strconv.Itoa(k),
			Topologies: []share{{Leaves: "{1,2}", Weight: .75, LogEvidence: -1. / 3},
				{Leaves: "{0}", Weight: .25}}}
		if set == "iris" {
			r.Probabilities = [][]float64{{.1, .9}, {1. / 3, 2. / 3}}
		}
		change(k, &id, &r)
		l, err := newLine(fmt.Sprintf("dcc-tree-paper-%s-%d", set, seed), id, r, timing{1, .5})
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, l)
	}
	return out
}

func unchanged(int, *identity, *outcome) {}

// stored writes lines to a file.
func stored(t testing.TB, path string, lines ...line) string {
	t.Helper()
	var b strings.Builder
	for _, l := range lines {
		b.Write(append(compact(l), '\n'))
	}
	write(t, path, b.String())
	return b.String()
}

// TestWhatDoesNotFit: two results of one run are refused, by file, line and field; a line about another run is another
// run, and what differs is said where it is looked for.
func TestWhatDoesNotFit(t *testing.T) {
	dir := t.TempDir()
	a, b, out := filepath.Join(dir, "a.jsonl"), filepath.Join(dir, "b.jsonl"), filepath.Join(dir, "out.jsonl")
	all := made(t, unchanged)
	stored(t, a, all[:4]...)
	other := made(t, func(k int, _ *identity, r *outcome) {
		if k == 3 {
			r.Topologies[1].Weight = .26
		}
	})
	stored(t, b, other[2:]...)
	want := fmt.Sprintf("%s line 2: result.topologies[1].weight is 0.26, but 0.25 in %s line 4: two results of "+
		"dcc-tree-paper-iris-5", b, a)
	if err := merge(out, []string{a, b}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	slower := made(t, unchanged)
	for k := range slower {
		slower[k].Seconds = 2
	}
	stored(t, b, slower...)
	for _, paths := range [][]string{{a, b}, {b, a}} {
		if err := merge(out, paths); err != nil {
			t.Fatal(err)
		}
		s, err := openStore(out)
		if err != nil || len(s.lines) != 6 || s.lines[0].Name != "dcc-tree-paper-iris-5" ||
			s.lines[5].Name != "dcc-tree-paper-wu-7" {
			t.Fatalf("%v, %d lines", err, len(s.lines))
		}
		// iris 5, 6, 7, wu 5, 6, 7; the first four of made are faster in a
		for k, want := range []float64{1, 2, 2, 1, 1, 1} {
			if s.lines[k].Seconds != want {
				t.Errorf("%s: %v seconds, want %v", s.lines[k].Name, s.lines[k].Seconds, want)
			}
		}
	}
	if err := merge(out, []string{a, filepath.Join(dir, "absent")}); err == nil ||
		!strings.Contains(err.Error(), "absent") {
		t.Errorf("a file that is absent: %v", err)
	}
	testDifferences(t, all[0])
}

// testDifferences: whatever a run follows from makes it another one.
func testDifferences(t *testing.T, want line) {
	t.Helper()
	for what, change := range map[string]func(id *identity){
		`about.seed is 4, but 5`:            func(id *identity) { id.Seed = 4 },
		`about.mode is "fast", but "paper"`: func(id *identity) { id.Mode = "fast" },
		fmt.Sprintf(`about.results is %d, but %d`, resultsVersion+1, resultsVersion): func(id *identity) {
			id.Results++
		},
		`about.set.settings.warmup is 7, but 1000`: func(id *identity) { id.Set.Settings.Warmup = 7 },
		`about.set.settings.priors.leafSD is 2, but 1`: func(id *identity) {
			id.Set.Settings.Priors.LeafSD = 2
		},
		`about.set.data is "c", but "a"`:                  func(id *identity) { id.Set.Data = "c" },
		`about.predictive is "mixture", but "likelihood"`: func(id *identity) { id.Predictive = "mixture" },
	} {
		s := &store{at: map[string]int{}}
		has := made(t, func(_ int, id *identity, _ *outcome) { change(id) })[0]
		has.at = "x.jsonl line 1"
		s.put(has)
		if _, ok := s.find(want.About); ok {
			t.Errorf("%s: taken for the same", what)
		}
		err := s.absent(want.Name, want.About)
		got := want.Name + ": not run yet: in x.jsonl line 1, " + what + " is asked for"
		if err.Error() != got || !errors.Is(err, errAbsent) {
			t.Errorf("%v, want %s", err, got)
		}
	}
}

// TestDamage: a line that says something else than what was written is refused, by file, line and field.
func TestDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.jsonl")
	whole := stored(t, path, made(t, unchanged)...)
	if s, err := openStore(path); err != nil || len(s.lines) != 6 {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ old, new, want string }{
		"a digit":         {`"test":0.25`, `"test":0.24`, "line 2: sum is "},
		"a digit, later":  {`"digest":"5"`, `"digest":"6"`, "line 6: sum is "},
		"a field is gone": {`"digest":"3",`, ``, "line 4: sum is "},
		"a setting":       {`"warmup":1000`, `"warmup":1001`, "line 1: sum is "},
		"a field too many": {`,"sum"`, `,"more":1,"sum"`,
			`line 1: no whole JSON of a result: json: unknown field "more"`},
		"a text": {`"seconds":1`, `"seconds":"1"`,
			"line 1: no whole JSON of a result: json: cannot unmarshal string"},
		"no number": {`"seconds":1`, `"seconds":1e999`,
			"line 1: no whole JSON of a result: json: cannot unmarshal number"},
		"cut off":       {`,"sum"`, "\x00", "line 1: no whole JSON of a result: invalid character"},
		"more behind":   {"}\n", "}{}\n", "line 1: no whole JSON of a result: there is more after it"},
		"no JSON":       {whole, "lines\n", "line 1: no whole JSON of a result: invalid character"},
		"an empty line": {"}\n", "}\n\n", "line 2: no whole JSON of a result: EOF"},
	} {
		damaged := strings.Replace(whole, c.old, c.new, 1)
		if damaged == whole {
			t.Fatalf("%s: no %q in\n%s", name, c.old, whole)
		}
		write(t, path, damaged)
		if _, err := openStore(path); err == nil || !strings.HasPrefix(err.Error(), path+" "+c.want) ||
			!strings.Contains(err.Error(), "delete it to run it again") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestKeep: what is there is not run again, what is about something else is, and a damaged file is named.
func TestKeep(t *testing.T) {
	in := newKeeper(filepath.Join(t.TempDir(), "runs"), false)
	ran := 0
	ask := func(about int, in keeper) (trainTest, error) {
		r, _, err := keep(in, "cgm", "cgm-wu-1", map[string]int{"settings": about},
			func(*timing) (trainTest, error) {
				ran++
				return trainTest{Train: float64(about), Test: 1. / 3}, nil
			})
		return r, err
	}
	for k, step := range []struct{ about, ran int }{{1, 1}, {1, 1}, {2, 2}, {2, 2}, {1, 2}, {3, 3}} {
		if r, err := ask(step.about, in); err != nil || r != (trainTest{float64(step.about), 1. / 3}) ||
			ran != step.ran {
			t.Errorf("step %d: %+v, %v, run %d times", k, r, err, ran)
		}
	}
	in.only = true
	if _, err := ask(4, in); !errors.Is(err, errAbsent) || ran != 3 {
		t.Errorf("nothing is to be run: %v, run %d times", err, ran)
	}
	if _, err := ask(2, keeper{}); err != nil || ran != 4 {
		t.Errorf("without a folder: %v", err)
	}
	path := filepath.Join(in.folder, "cgm.jsonl")
	whole := fileText(t, path)
	for name, text := range map[string]string{
		"changed":                   strings.Replace(whole, "0.333", "0.334", 1),
		"with a field that is none": strings.Replace(whole, `"sum"`, `"some"`, 1),
	} {
		write(t, path, text)
		if _, err := ask(1, newKeeper(in.folder, false)); err == nil ||
			!strings.Contains(err.Error(), path+" line 1") || ran != 4 {
			t.Errorf("a file %s: %v, run %d times", name, err, ran)
		}
	}
	write(t, path, whole)
	other := map[string]int{"settings": 1}
	if _, _, err := keep(newKeeper(in.folder, false), "cgm", "cgm-wu-1", other,
		func(*timing) (float64, error) { return 0, nil }); err == nil ||
		!strings.Contains(err.Error(), path+" line 1: result: ") {
		t.Errorf("a result of another kind: %v", err)
	}
	_, _, err := keep(in, "nan", "nan", 1, func(*timing) (float64, error) { return 0, nil })
	if !errors.Is(err, errAbsent) {
		t.Error(err)
	}
	in.only = false
	_, _, err = keep(in, "nan", "nan", 1, func(*timing) (float64, error) { return math.NaN(), nil })
	if err == nil || !strings.Contains(err.Error(), "no finite number") {
		t.Errorf("NaN: %v", err)
	}
}

// FuzzLine: whatever is on a line, it is refused with its place or means the same when written again; with the checksum
// that it has and with one that fits, so that what lies behind it is reached.
func FuzzLine(f *testing.F) {
	for _, l := range made(f, unchanged) {
		f.Add(compact(l))
	}
	f.Add([]byte(`{"name": "wu-1", "about": {"seed": 1}, "result": [1e999]}`))
	f.Add([]byte(`{"about": null, "seconds": 1e999}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		fuzzed(t, in)
		var l line
		if json.Unmarshal(in, &l) != nil {
			return
		}
		l.Sum = l.checksum()
		fuzzed(t, compact(l))
	})
}

func fuzzed(t *testing.T, in []byte) {
	l, err := parseLine("x.jsonl line 1", in)
	if err != nil {
		if !strings.HasPrefix(err.Error(), "x.jsonl line 1: ") {
			t.Fatalf("no file is named: %v", err)
		}
		return
	}
	out := compact(l)
	again, err := parseLine("y", out)
	if err != nil || !bytes.Equal(compact(again), out) {
		t.Fatalf("%v\n%s\nagain\n%s", err, out, compact(again))
	}
	s := &store{at: map[string]int{}}
	s.put(l)
	if _, ok := s.find(again.About); !ok {
		t.Fatalf("not found: %s", out)
	}
	var r outcome
	_ = decode(l.Result, &r) // refused or not
}
