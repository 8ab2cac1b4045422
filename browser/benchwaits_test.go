// This file measures, for docs/benchmarks.md, what a person waits for: the first tree, the end of the search, the page
// itself.

//go:build browser && bench

package browser

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"dcctree/core/simd/simdtest"
)

// benchPatience is how long a search may take on a machine that does something else, too.
const benchPatience = 5 * time.Minute

// twoWorkers has the page start two workers on any machine.
const twoWorkers = `Object.defineProperty(navigator, "hardwareConcurrency", {get: () => 2});`

// waited are the seconds from the press of Run to the first tree with its scores and to the end of the search, of every
// repetition, where Run is pressed some seconds after the table was opened, and where it is pressed at once. It is
// empty where the data are missing.
type waited struct {
	name             string
	tree, end        []float64
	hastyTree, hasty []float64
}

// pause is how long a person looks at the table before pressing Run, at least; the coordinator rehearses meanwhile.
const pause = 5 * time.Second

// waiting is a data set: one of the samples, or files of the published splits.
type waiting struct{ name, sample, train, test string }

var waitedFor = []waiting{
	{name: "WU", sample: "wu"}, {name: "CGM", sample: "cgm"}, {name: "Iris", sample: "iris"},
	{name: "BCW", sample: "bcw"},
	{name: "Wine", sample: "wine"},
	{name: "Raisin", train: "raisin-train.csv", test: "raisin-test.csv"},
}

func (w waiting) measure(t *testing.T) waited {
	out := waited{name: w.name}
	if w.train != "" {
		if _, err := os.Stat(filepath.Join(shared.root, "..", "shared", "data", "paper", w.train)); err != nil {
			return out
		}
	}
	for n := range simdtest.Rounds {
		t.Run(strconv.Itoa(n+1), func(t *testing.T) {
			tree, end := w.once(newTab(t, twoWorkers, stopwatch), pause)
			out.tree, out.end = append(out.tree, tree), append(out.end, end)
		})
		t.Run(strconv.Itoa(n+1)+" at once", func(t *testing.T) {
			tree, end := w.once(newTab(t, twoWorkers, stopwatch), 0)
			out.hastyTree, out.hasty = append(out.hastyTree, tree), append(out.hasty, end)
		})
	}
	return out
}

// once opens the data set in a new tab, waits, and runs it until its search is over; the tab is closed then, whatever
// audits go on.
func (w waiting) once(b *tab, pause time.Duration) (tree, end float64) {
	b.Helper()
	b.open(shared.served + "/" + quiet)
	b.ready()
	if w.sample != "" {
		b.sample(w.sample)
	} else {
		b.choose("file-input", paperData(b.T, w.train))
		b.wait("the target to be offered",
			query("target")+".value === 'y' && !document.querySelector('#test-row').hidden", patience)
		b.choose("test-file-input", paperData(b.T, w.test))
		b.wait("the test file to be named", "document.body.textContent.includes("+quote(w.test)+")", patience)
		b.set("task", "classification")
	}
	time.Sleep(pause)
	b.run()
	b.wait("the search to be over", query("search")+".textContent.includes('The search has ended')", benchPatience)
	all := b.moments()
	tree, end = first(all, "tree", "{").Seconds(), first(all, "status", "has ended").Seconds()
	b.Logf("after %v: first tree %.2f s, end of the search %.2f s", pause, tree, end)
	return tree, end
}
