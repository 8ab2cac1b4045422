// Tests of shards and what they merge to: on small runs of made-up folders, and on results that nothing computed.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
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
	for name, from := range map[string]string{"wu-train": "wu-train", "wu-test": "wu-test", "iris-train": "iris", "iris-test": "iris"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "assets", from+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		kept := []string{strings.Replace(lines[0], "species", "y", 1)}
		for i := 1; i < len(lines); i += 6 {
			kept = append(kept, lines[i])
		}
		if err := os.WriteFile(filepath.Join(dir, name+".csv"), []byte(strings.Join(kept, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// smallRun are the flags of five jobs a set, each of a fraction of a second.
func smallRun(dir string) []string {
	return []string{"-data", dir, "-set", "wu,iris", "-runs", "4", "-seed", "9", "-chains", "2", "-warmup", "40", "-draws", "10", "-iterations", "1", "-prior-draws", "3", "-doublings", "4"}
}

// command runs the command and returns what it prints.
func command(t testing.TB, args ...string) (string, error) {
	t.Helper()
	o, err := parse(args)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = run(&out, o)
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

var (
	timingsPart = regexp.MustCompile(`(?s)"timings": \[.*?\n \]`)
	secondsPart = regexp.MustCompile(`[0-9.]+ s\b`)
)

func untimed(text string) string { return timingsPart.ReplaceAllString(text, "") }

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

// TestShards: three shards merge, in any order, to the bytes of the run in one piece but for the timings; and the file
// prints what that run prints.
func TestShards(t *testing.T) {
	dir := smallFolder(t)
	args := smallRun(dir)
	whole := must(t, append(args, "-json")...)
	if untimed(whole) == whole || strings.Contains(untimed(whole), "econds") {
		t.Fatal("the timings do not stand apart")
	}
	var files []string
	for k := range 3 {
		path := filepath.Join(dir, fmt.Sprintf("%d.json", k))
		if out := must(t, append(args, "-json", "-shard", fmt.Sprintf("%d/3", k), "-out", path, "-workers", strconv.Itoa(k+1))...); out != "" {
			t.Errorf("printed %q beside the file", out)
		}
		files = append(files, path)
	}
	tried := orders(files)
	for _, order := range append(tried, append(slices.Clone(files), files[1]), append([]string{files[0]}, files...)) {
		if merged := must(t, append([]string{"-merge"}, order...)...); untimed(merged) != untimed(whole) {
			t.Errorf("%v: merged\n%s\nin one piece\n%s", order, merged, whole)
		}
	}
	if len(tried) != 6 {
		t.Errorf("%d orders", len(tried))
	}
	testPrinted(t, args, files)
	_, err := command(t, "-merge", files[2], files[0])
	if want := "missing: shard 1/3 (wu seed 10, iris seed 9, iris seed 12)"; err == nil || err.Error() != want { // jobs 1, 4 and 7 of 8
		t.Errorf("%v, want %s", err, want)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*.part"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// testPrinted: a merged file prints the lines of the run, and stands in for it where the tables are made.
func testPrinted(t *testing.T, args, files []string) {
	t.Helper()
	merged := filepath.Join(t.TempDir(), "merged.json")
	must(t, append([]string{"-merge", "-out", merged}, files...)...)
	if printed, want := must(t, "-from", merged), must(t, args...); secondsPart.ReplaceAllString(printed, "") != secondsPart.ReplaceAllString(want, "") {
		t.Errorf("from the file\n%s\nfrom the run\n%s", printed, want)
	}
	if _, err := command(t, "-from", files[0]); err == nil || !strings.Contains(err.Error(), "merge the shards first") {
		t.Errorf("a shard taken for a whole run: %v", err)
	}
	if _, err := command(t, append(args, "-check", "-from", merged)...); err == nil || !strings.Contains(err.Error(), "-check judges the fast mode") {
		t.Errorf("a run of paper mode to be judged as one of the fast mode: %v", err)
	}
	o, err := parse(args)
	if err != nil {
		t.Fatal(err)
	}
	sets, err := o.sets()
	if err != nil {
		t.Fatal(err)
	}
	if o.from, err = loadWhole([]string{merged}); err != nil {
		t.Fatal(err)
	}
	told := 0
	taken, err := measure(sets[1], o, func(outcome) { told++ })
	if err != nil || told != 4 || taken.Runs[3].Seed != 12 || taken.Runs[3].Set != "iris" || len(taken.Runs[3].Probabilities) != sets[1].Test.N || taken.Runs[3].Seconds <= 0 {
		t.Errorf("%v, %d runs told, taken %+v", err, told, taken)
	}
	o.settings.Warmup++
	if _, err := measure(sets[1], o, func(outcome) {}); err == nil || !strings.Contains(err.Error(), "merged.json: run.sets[0].settings.warmup is 40, but 41 is asked for") {
		t.Errorf("another warm-up: %v", err)
	}
}

// TestResultsVersion: whoever changes what a seed gives raises resultsVersion, and writes the new digests here.
func TestResultsVersion(t *testing.T) {
	args := append(smallRun(smallFolder(t)), "-runs", "1", "-json")
	for mode, want := range map[string]string{"paper": resultsOfVersion2[0], "fast": resultsOfVersion2[1]} {
		r, err := read(mode, []byte(must(t, append(args, "-mode", mode)...)))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Jobs[0].Digest + " " + r.Jobs[1].Digest; r.Run.Results != 2 || got != want {
			t.Errorf("%s mode, version %d: digests %s, want %s of version 2", mode, r.Run.Results, got, want)
		}
	}
}

// made is a run of three seeds on two sets whose results are made up.
func made() (identity, []outcome) {
	id := options{seed: 5, runs: 3}.identity(setFacts{Set: "wu", Data: "a", Metric: "MSE", Settings: dcc.DefaultSettings()}, setFacts{Set: "iris", Data: "b", Metric: "accuracy", Settings: dcc.DefaultSettings()})
	var all []outcome
	for k := range id.size() {
		set, seed := id.at(k)
		r := outcome{Set: id.Sets[set].Set, Seed: seed, Metric: id.Sets[set].Metric, Train: .1 * float64(k), Test: 1 / float64(k+3), Digest: strconv.Itoa(k), Seconds: 1,
			Topologies: []share{{Leaves: "{1,2}", Weight: .75, LogEvidence: -1. / 3}, {Leaves: "{0}", Weight: .25}}}
		if set == 1 {
			r.Probabilities = [][]float64{{.1, .9}, {1. / 3, 2. / 3}}
		}
		all = append(all, r)
	}
	return id, all
}

// part is shard i of n of what made returns.
func part(i, n int) *record {
	id, all := made()
	var own []outcome
	for k := i; k < len(all); k += n {
		own = append(own, all[k])
	}
	return newRecord(id, &shard{i, n}, own)
}

func text(t testing.TB, r *record) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestWhatDoesNotFit: files that are not of one run are refused, by file and field.
func TestWhatDoesNotFit(t *testing.T) {
	other := func(change func(id *identity, all []outcome)) *record {
		id, all := made()
		change(&id, all)
		return newRecord(id, &shard{1, 2}, []outcome{all[1], all[3], all[5]})
	}
	earlier, _ := made()
	earlier.Seed = 4
	wuAlone, _ := made()
	wuAlone.Sets = wuAlone.Sets[:1]
	slower := other(func(_ *identity, all []outcome) { all[1].Seconds = 2 })
	for name, c := range map[string]struct {
		files []*record
		want  string
	}{
		"another seed":          {[]*record{part(0, 2), newRecord(earlier, &shard{1, 2}, nil)}, "1.json: run.seed is 4, but 5 in 0.json"},
		"another mode":          {[]*record{part(0, 2), other(func(id *identity, all []outcome) { id.Mode = "fast" })}, `1.json: run.mode is "fast", but "paper" in 0.json`},
		"other results":         {[]*record{part(0, 2), other(func(id *identity, all []outcome) { id.Results++ })}, "1.json: run.results is 3, but 2 in 0.json"},
		"another setting":       {[]*record{part(0, 2), other(func(id *identity, all []outcome) { id.Sets[1].Settings.Warmup = 7 })}, "1.json: run.sets[1].settings.warmup is 7, but 1000 in 0.json"},
		"another prior":         {[]*record{part(0, 2), other(func(id *identity, all []outcome) { id.Sets[0].Settings.Priors.LeafSD = 2 })}, "1.json: run.sets[0].settings.priors.leafSD is 2, but 1 in 0.json"},
		"other data":            {[]*record{part(0, 2), other(func(id *identity, all []outcome) { id.Sets[0].Data = "c" })}, `1.json: run.sets[0].data is "c", but "a" in 0.json`},
		"fewer sets":            {[]*record{part(0, 2), newRecord(wuAlone, &shard{1, 2}, nil)}, "1.json: run.sets has 1 entries, but 2 in 0.json"},
		"other shards":          {[]*record{part(0, 2), part(1, 3)}, "1.json: shard.of is 3, but 2 in 0.json"},
		"two results":           {[]*record{part(0, 2), part(1, 2), other(func(_ *identity, all []outcome) { all[3].Topologies[1].Weight = .26 })}, "2.json: jobs[1].topologies[1].weight is 0.26, but 0.25 in jobs[1] of 1.json: two results of iris seed 5"},
		"two shards missing":    {[]*record{part(1, 4)}, "missing: shard 0/4 (wu seed 5, iris seed 6); shard 2/4 (wu seed 7); shard 3/4 (iris seed 5)"},
		"part of a shard":       {[]*record{part(0, 2), newRecord(part(1, 2).Run, &shard{1, 2}, part(1, 2).results()[1:])}, "missing: shard 1/2 is in 1.json, but not all of it (wu seed 6)"},
		"the same, twice":       {[]*record{part(0, 2), slower, part(1, 2)}, ""},
		"more shards than jobs": {[]*record{part(0, 8), part(1, 8), part(2, 8), part(3, 8), part(4, 8), part(5, 8)}, ""},
	} {
		var files []file
		for k, r := range c.files {
			again, err := read(name, text(t, r))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file{fmt.Sprintf("%d.json", k), again})
		}
		merged, err := merge(files)
		if got := fmt.Sprint(err); c.want != "" && got != c.want || c.want == "" && err != nil {
			t.Errorf("%s: %s, want %q", name, got, c.want)
		}
		if err == nil && string(text(t, merged)) != string(text(t, newRecord(merged.Run, nil, second(made())))) {
			t.Errorf("%s: merged\n%s", name, text(t, merged))
		}
	}
}

func second(_ identity, all []outcome) []outcome { return all }

func (r *record) results() (out []outcome) {
	for _, j := range r.Jobs {
		out = append(out, j.outcome)
	}
	return out
}

// TestMissingIsShort: of very many missing shards the first are named, the others counted.
func TestMissingIsShort(t *testing.T) {
	id, all := made()
	id.Runs = 500
	_, err := merge([]file{{"a.json", newRecord(id, &shard{0, 100}, all[:1])}})
	if err == nil || !strings.Contains(err.Error(), "shard 0/100 is in a.json, but not all of it (wu seed 105, wu seed 205, wu seed 305, wu seed 405, iris seed 5, 4 more); shard 1/100 (") || !strings.HasSuffix(err.Error(), "; 80 more") {
		t.Error(err)
	}
}

// TestDamage: a file that says something else than what was written is refused, by its name and the field.
func TestDamage(t *testing.T) {
	id, all := made()
	whole, shard := string(text(t, newRecord(id, nil, all))), string(text(t, part(1, 2)))
	if _, err := read("x", []byte(whole)); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ from, old, new, want string }{
		"a digit":           {shard, `"test": 0.25`, `"test": 0.24`, "x.json: jobs[0].sum is "},
		"a digit, later":    {shard, `"digest": "5"`, `"digest": "6"`, "the content of jobs[2] (iris seed 7) gives"},
		"a field is gone":   {shard, `"digest": "3",`, ``, "x.json: jobs[1].sum is "},
		"a setting":         {shard, `"warmup": 1000`, `"warmup": 1001`, "x.json: runSum is "},
		"another layout":    {shard, `runs 1"`, `runs 2"`, `x.json: format is "dcctree runs 2"`},
		"a field too many":  {shard, `"digest": "3"`, `"digest": "3", "more": 1`, `unknown field "more"`},
		"a text":            {shard, `"seed": 7`, `"seed": "7"`, "jobs.outcome.seed"},
		"no number":         {shard, `"train": 0.1,`, `"train": 1e999,`, "jobs.outcome.train"},
		"cut off":           {shard, `"timings"`, "\x00", "x.json: no whole JSON of a run: byte "},
		"more behind":       {shard + "{}", "", "", "there is more after the JSON"},
		"another shard":     {shard, `"index": 1`, `"index": 0`, "x.json: jobs[0] is wu seed 6, which does not belong to this run or shard"},
		"no shard":          {shard, `"index": 1`, `"index": 2`, "x.json: shard: index is 2; it must be 0 to 1"},
		"none of no shards": {shard, `"of": 2`, `"of": 0`, "x.json: shard: of is 0"},
		"a mean":            {whole, `"trainMean": 0.1`, `"trainMean": 0.2`, "x.json: tables[0].trainMean is 0.2"},
		"a time's job":      {shard, "\"seed\": 6,\n   \"seconds\"", "\"seed\": 7,\n   \"seconds\"", "x.json: timings[0] is of wu seed 7, jobs[0] of wu seed 6"},
		"no times":          {timingsPart.ReplaceAllString(shard, `"timings": []`), "", "", "x.json: timings holds 0 entries for 3 jobs"},
	} {
		damaged := strings.Replace(c.from, c.old, c.new, 1)
		if c.old != "" && damaged == c.from {
			t.Fatalf("%s: no %q in\n%s", name, c.old, c.from)
		}
		if _, err := read("x.json", []byte(damaged)); err == nil || !strings.HasPrefix(err.Error(), "x.json: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestRefusedRuns: checksums that fit do not make a run of what is none.
func TestRefusedRuns(t *testing.T) {
	for want, change := range map[string]func(id *identity, all []outcome) []outcome{
		"run.runs is 0":                         func(id *identity, _ []outcome) []outcome { id.Runs = 0; return nil },
		"run.runs is 1000001":                   func(id *identity, _ []outcome) []outcome { id.Runs = 1_000_001; return nil },
		"run.seed is 18446744073709551615":      func(id *identity, _ []outcome) []outcome { id.Seed--; id.Seed -= 5; return nil },
		"run.sets is empty":                     func(id *identity, _ []outcome) []outcome { id.Sets = nil; return nil },
		`run.sets[1].set is "mars"`:             func(id *identity, _ []outcome) []outcome { id.Sets[1].Set = "mars"; return nil },
		`run.sets[1].set is "wu", as run.sets[`: func(id *identity, _ []outcome) []outcome { id.Sets[1].Set = "wu"; return nil },
		"jobs[0] is wu seed 8":                  func(_ *identity, all []outcome) []outcome { all[0].Seed = 8; return all[:1] },
		"jobs[1] is wu seed 5, out of order":    func(_ *identity, all []outcome) []outcome { return []outcome{all[1], all[0]} },
	} {
		id, all := made()
		results := change(&id, all)
		if _, err := read("x.json", text(t, newRecord(id, &shard{0, 1}, results))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	id, all := made()
	r := newRecord(id, &shard{0, 1}, all[:4])
	r.Shard = nil
	if _, err := read("x.json", text(t, r)); err == nil || !strings.Contains(err.Error(), "jobs holds 4 results; the whole run has 6") {
		t.Error(err)
	}
}

// FuzzRead: whatever stands in a file, it is refused or means the same when written again, and merges without a crash;
// with checksums as they stand there and with such as fit, so that what lies behind them is reached.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"format": "dcctree runs 1", "run": {"runs": 1, "seed": 3, "sets": [{"set": "wu"}]}, "jobs": [{"set": "wu", "seed": 3, "test": 0.25}], "tables": [{"set": "wu", "testMean": 0.25}], "timings": [{"set": "wu", "seed": 3}]}`))
	f.Add(compact(part(1, 3)))
	f.Add([]byte(`{"format": "dcctree runs 1", "run": {"runs": 1000, "sets": [{"set": "wu"}]}, "shard": {"index": 7, "of": 1000}, "jobs": [{"set": "wu", "seed": 7}], "timings": [{"set": "wu", "seed": 7}]}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		fuzzed(t, in)
		var r record
		if json.Unmarshal(in, &r) != nil {
			return
		}
		r.RunSum = checksum(r.Run)
		for k := range r.Jobs {
			r.Jobs[k].Sum = checksum(r.Jobs[k].outcome)
		}
		fuzzed(t, compact(r))
	})
}

func fuzzed(t *testing.T, in []byte) {
	r, err := read("x.json", in)
	if err != nil {
		if !strings.HasPrefix(err.Error(), "x.json: ") {
			t.Fatalf("no file is named: %v", err)
		}
		return
	}
	out := text(t, r)
	again, err := read("y.json", out)
	if err != nil || !bytes.Equal(text(t, again), out) {
		t.Fatalf("%v\n%s\nagain\n%s", err, out, text(t, again))
	}
	if whole, err := merge([]file{{"x.json", r}, {"y.json", again}}); err == nil && len(whole.Jobs) != r.Run.size() {
		t.Fatalf("%d jobs of %d", len(whole.Jobs), r.Run.size())
	}
}

// resultsOfVersion2 are the digests of WU and Iris, seed 9, of the small run: paper mode, fast mode.
var resultsOfVersion2 = [2]string{"a33bd7123d7e5124 87c304cba5157e72", "514a88784c88d6d0 a0cb327aa1b36047"}
