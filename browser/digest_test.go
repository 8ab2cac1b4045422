// This file tests that a seed gives the same bits natively and in the browser, with kernels there and plain Go here,
// with any number of workers.

//go:build browser

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/study"
)

// digested is what a run says of itself.
type digested struct {
	Digest string
	Jobs   []struct{ Digest, Work, Topology string }
}

// set is one of the paper's data sets as the page would run it.
type set struct {
	file, target, settings string
	// whether it is known to the end of the audits; the long ones take their first steps and are compared by jobs
	whole   bool
	workers []int // in Chromium: first steps alone, but with the last of them
}

var sets = []set{
	{"wu-train", "y", `{"bandwidthFinal":0.025}`, true, []int{1, 2, 5}},
	{"iris", "species", `{"bandwidthFinal":0.01}`, true, []int{2}},
	{"cgm-train", "y", `{"bandwidthFinal":0.001}`, false, []int{2}},
	{"breast-cancer-wisconsin", "class", `{"bandwidthFinal":0.025}`, false, []int{2}},
	{"wine", "class", `{"bandwidthFinal":0.025}`, false, []int{2}},
	{"raisin", "y", `{"bandwidthFinal":0.001}`, false, []int{2}},
}

// The first steps of the sets that are not run whole: the search, measurements and embedded draws of their kinds of
// columns. Natively they are a few more, since workers in a browser are ahead of the step that is told.
const (
	inChromium = 6
	natively   = 8
)

// script runs the set, or so many steps of it unless they are 0, and returns its digest, as the body of an async
// function.
func (c set) script(text []byte, workers, steps int) string {
	return fmt.Sprintf(`
		const s = await create({data: %s, target: %s, settings: %s, standardize: false, workers: %d,
			holdout: 0});
		let steps = 0;
		await s.run({onStep: e => { if (++steps === %d) s.stop(); }});
		const digest = await s.digest();
		s.close();
		return digest;`, quote(string(text)), quote(c.target), c.settings, workers, steps)
}

// TestSameBitsEverywhere: topologies, evidences and predictions have one digest natively and in the browser, with five
// workers, and the first jobs with one and two, the number of the whole runs in Firefox and WebKit; where they part,
// the first job that differs is named. TestBridgeSameBits has whole runs of one and four workers.
func TestSameBitsEverywhere(t *testing.T) {
	for _, c := range sets {
		t.Run(c.file, func(t *testing.T) {
			text := table(t, c.file)
			native := nativeRun(t, c, text)
			for i, workers := range c.workers {
				steps := inChromium
				if c.whole && i == len(c.workers)-1 {
					steps = 0
				}
				got := script[digested](bridge(t, shared.served), c.script(text, workers, steps))
				compare(t, fmt.Sprintf("Chromium, %d workers", workers), native, got, steps == 0)
			}
		})
	}
}

// table reads a sample, or a published set that the repository does not hold.
func table(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "assets", name+".csv"))
	if err != nil {
		text, err = os.ReadFile(filepath.Join("..", "..", "shared", "data", "paper", name+"-train.csv"))
	}
	if err != nil {
		t.Skip("the table is not here: ", err)
	}
	return text
}

// known are the native runs so far: two tests ask for each.
var known = map[string]digested{}

// nativeRun runs the page's own study on plain Go.
func nativeRun(t *testing.T, c set, text []byte) (out digested) {
	t.Helper()
	if out, ok := known[c.file]; ok {
		return out
	}
	defer func() { known[c.file] = out }()
	csv, err := dataset.ReadCSV(c.file, text, dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := study.New(csv, &study.RunOptions{Target: c.target, Task: "auto", Split: "random",
		HoldoutSeed: "1", Preset: "fast", Seed: "1", Settings: c.settings, Standardize: "no",
		Predictive: "likelihood", Workers: 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	fast := run.Sampler.(*search.Fast)
	steps := 0
	var until dcc.Runner = fast
	if !c.whole {
		until = begun{fast, &steps}
	}
	if err := dcc.Run(run.Problem, until, 2, func(s dcc.Step) { run.Step(s, 0); steps++ }); err != nil {
		t.Fatal(err)
	}
	return digestOf(t, run)
}

// digestOf is what a native run says of itself.
func digestOf(t *testing.T, run *study.Run) (out digested) {
	t.Helper()
	m, err := run.Digest()
	if err != nil {
		t.Fatal(err)
	}
	out.Digest = m.Digest
	for i, d := range m.Jobs {
		out.Jobs = append(out.Jobs, struct{ Digest, Work, Topology string }{d, m.Work[i], m.Topologies[i]})
	}
	return out
}

// begun is a run that ends with its first steps, which it is told.
type begun struct {
	*search.Fast
	steps *int
}

func (s begun) Done() bool { return s.Fast.Done() || *s.steps >= natively }

// compare names the first job whose digests differ; whole runs have the digest of the results, too, and as many jobs.
func compare(t *testing.T, where string, native, got digested, whole bool) {
	t.Helper()
	if !whole {
		native.Jobs = native.Jobs[:min(len(native.Jobs), len(got.Jobs))]
	}
	if len(native.Jobs) < 10 || len(got.Jobs) < len(native.Jobs) {
		t.Fatalf("%s: %d jobs, natively %d", where, len(got.Jobs), len(native.Jobs))
	}
	for i, n := range native.Jobs {
		if got.Jobs[i] != n {
			t.Fatalf("%s: job %d of %d differs: %+v, natively %+v", where, i+1, len(native.Jobs),
				got.Jobs[i], n)
		}
	}
	if whole && got.Digest != native.Digest {
		t.Fatalf("%s: all jobs agree, but the digest is %s, natively %s", where, got.Digest, native.Digest)
	}
	t.Logf("%s: %d jobs agree, digest %s, natively %s", where, len(native.Jobs), got.Digest, native.Digest)
}
