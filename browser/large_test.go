// This file tests large tables: how a file is read and given up, and the first result on 100,000 rows.

//go:build browser

package browser

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/study"
)

// large is a table made of a seed: inputs uniform on [0, 1], of which the first two tell the response by a tree of
// three leaves.
type large struct {
	rows, inputs int
	classes      bool
}

// csv writes the table.
func (l large) csv() []byte {
	rng := rand.New(rand.NewPCG(8, 64))
	var b bytes.Buffer
	for f := range l.inputs {
		fmt.Fprintf(&b, "x%d,", f+1)
	}
	b.WriteString("y\n")
	x, line := make([]float64, l.inputs), []byte{}
	for range l.rows {
		line = line[:0]
		for f := range x {
			x[f] = rng.Float64()
			line = append(strconv.AppendFloat(line, x[f], 'f', 6, 64), ',')
		}
		b.Write(l.answer(line, x, rng))
	}
	return b.Bytes()
}

// answer appends the response of a row: the leaf with noise, or its class, one in ten at random.
func (l large) answer(line []byte, x []float64, rng *rand.Rand) []byte {
	leaf := 0
	if x[0] > .4 {
		leaf = 1
	}
	if leaf == 1 && x[1] > .6 {
		leaf = 2
	}
	if !l.classes {
		return append(strconv.AppendFloat(line, 2*float64(leaf)+.5*rng.NormFloat64(), 'f', 6, 64), '\n')
	}
	if rng.IntN(10) == 0 {
		leaf = rng.IntN(3)
	}
	return append(line, byte('a'+leaf), '\n')
}

// readings notes what the page says while it reads, spy.readings as [ms, share, words], and when the choice of a file
// was first heard of and when the data line last changed, spy.chosen and spy.named.
const readings = `addEventListener("DOMContentLoaded", () => {
	spy.readings = [];
	const at = id => document.getElementById(id);
	addEventListener("change", e => {
		if (e.target.id === "file") { spy.chosen = performance.now(); spy.readings = []; }
	}, true);
	new MutationObserver(() => { spy.named = performance.now(); })
		.observe(at("data-line"), {childList: true, characterData: true, subtree: true});
	new MutationObserver(() => {
		if (!at("reading").hidden)
			spy.readings.push([performance.now(), at("reading-share").value,
				at("reading-rows").textContent]);
	}).observe(at("reading"), {attributes: true, childList: true, characterData: true, subtree: true});
});`

// load chooses a file and waits until its table is read; it returns the seconds that took.
func (b *tab) load(name, path string, limit time.Duration) float64 {
	b.Helper()
	b.choose("file-input", path)
	b.wait("the table", fmt.Sprintf("document.querySelector('#data-line').textContent.startsWith(%s)",
		quote(name+":")), limit)
	return evaluate[float64](b, "(spy.named - spy.chosen) / 1000")
}

// shares checks that what was said while a file was read rose, and returns how often something was.
func (b *tab) shares() int {
	b.Helper()
	all := evaluate[[]float64](b, "spy.readings.map(r => r[1])")
	if !slices.IsSorted(all) || len(all) > 0 && !(all[len(all)-1] <= 1) {
		b.Errorf("the share that is read went %v", all)
	}
	return len(all)
}

// longestTask is how long the main thread of the page may be held at a time, ms.
const longestTask = 100

// The shortest of up to three counts: other work on the machine only makes tasks longer.
func TestLargeTable(t *testing.T) {
	for name, l := range map[string]large{"regression": {rows: 100_000, inputs: 20},
		"classes": {rows: 100_000, inputs: 20, classes: true}} {
		t.Run(name, func(t *testing.T) {
			path := file(t, "large.csv", l.csv())
			held := math.Inf(1) // times the bound
			for n := 0; n < 3 && held > 1; n++ {
				held = min(held, newTab(t, stopwatch, readings).takesLarge(l, path))
			}
			if held > 1 {
				t.Errorf("the page was held for %.2f times %d ms, on a machine that is %d times slower",
					held, longestTask, slower)
			}
		})
	}
}

// takesLarge opens the table and runs it to a first tree; it returns the longest task meanwhile, as a multiple of what
// it may be on this machine as it is.
func (b *tab) takesLarge(l large, path string) float64 {
	b.Helper()
	b.open(shared.served + "/" + quiet)
	b.ready()
	since := evaluate[float64](b, "performance.now()")
	loaded := b.load("large.csv", path, patience)
	if n := b.shares(); n < 5 {
		b.Errorf("progress was told %d times while the file was read", n)
	}
	line := evaluate[string](b, "document.querySelector('#data-line').textContent")
	if line != "large.csv: 100,000 rows, 21 columns" {
		b.Errorf("the page says %q", line)
	}
	b.run()
	b.wait("a tree with its scores", "spy.moments.some(m => m[1] === 'tree')", 2*patience)
	after := first(b.moments(), "tree", "{").Seconds()
	worst, slowness := b.longest(since), b.slowness() // while the run goes on
	b.click("stop")
	b.rests("stopped")
	b.Logf("read in %.1f s, first tree after %.1f s, longest task %.0f ms, slowness %.1f", loaded, after, worst,
		slowness)
	b.better(l)
	return worst / (slower * slowness * longestTask)
}

// better checks that the first tree says something about the test rows.
func (b *tab) better(l large) {
	b.Helper()
	if l.classes {
		if v := b.metric("test-accuracy"); !(v > .6) {
			b.Errorf("test accuracy %v", v)
		}
		return
	}
	if v := b.metric("test-mse"); !(v > 0 && v < 2) { // the response has variance 2.6
		b.Errorf("test MSE %v", v)
	}
}

// slow makes the reading of each part of a file take half a second, from the tenth on ten minutes: a file of many parts
// is never read to its end.
const slow = `{
	const read = Blob.prototype.arrayBuffer;
	let parts = 0;
	Blob.prototype.arrayBuffer = async function() {
		await new Promise(f => setTimeout(f, ++parts < 10 ? 500 : 600000));
		return read.call(this);
	};
}`

// long is a file of many parts.
func long() []byte {
	return append([]byte("x,z,y\n"), bytes.Repeat([]byte("0.123456,1.5,2.25\n0.654321,2.5,1.75\n"), 1_000_000)...)
}

// A file that is given up on the way leaves what was on the page, and its worker is gone.
func TestReadingIsGivenUp(t *testing.T) {
	b := newTab(t, readings, "spy.prefix = "+quote(slow)+";")
	b.open(shared.served + "/" + inShort)
	b.ready()
	b.settings(brief)
	b.load("good.csv", file(t, "good.csv", []byte(steps())), patience)
	b.runsToItsEnd()
	line := "document.querySelector('#data-line').textContent"
	results, said := evaluate[string](b, shownResults), evaluate[string](b, line)
	workers := evaluate[int](b, "spy.workers.filter(w => w.alive).length")
	path := file(t, "long.csv", long())
	b.choose("file-input", path)
	b.wait("some of it to be read", "spy.readings.length > 2", patience)
	b.fits("the page that reads a file")
	b.viewport(1440, 900)
	if got := evaluate[string](b, line); got != "Reading long.csv" {
		t.Errorf("meanwhile the page says %q", got)
	}
	b.click("reading-cancel")
	b.wait("the earlier table", line+" === "+quote(said), patience)
	told := b.shares()
	time.Sleep(time.Second)
	if n := b.shares(); n != told || evaluate[int](b, "spy.workers.filter(w => w.alive).length") != workers {
		t.Errorf("reading went on: told %d times, then %d; %s", told, n, b.situation())
	}
	if b.text("error") != "" || evaluate[string](b, shownResults) != results ||
		!evaluate[bool](b, query("reading")+".hidden") {
		t.Errorf("the results were %s and are %s; %s", results, evaluate[string](b, shownResults),
			b.situation())
	}
	b.run()
	b.rests("done")

	// Another choice takes the place of the one under way.
	b.choose("file-input", path)
	b.wait("some of it to be read", "spy.readings.length > 2", patience)
	b.load("other.csv", file(t, "other.csv", []byte(steps())), patience)
	if got := evaluate[string](b, line); !strings.HasPrefix(got, "other.csv") ||
		!evaluate[bool](b, query("reading")+".hidden") {
		t.Errorf("the page says %q", got)
	}
}

// The bridge: a signal gives a table up before and while it is read.
func TestBridgeGivesATableUp(t *testing.T) {
	b := bridge(t, shared.served)
	got := script[[]string](b, `
		const text = "x,z,y\n" + "0.123456,1.5,2.25\n0.654321,2.5,1.75\n".repeat(200000);
		const early = new AbortController(), late = new AbortController();
		early.abort();
		let last = null;
		const outcome = options => open({data: new Blob([text]), ...options})
			.then(s => "opened " + s.table.rows, e => e.code);
		return [await outcome({signal: early.signal}),
			await outcome({signal: late.signal, onProgress: () => late.abort()}),
			await outcome({onProgress: r => { last = r; }}),
			"at last " + last.share + " of " + last.rows];`)
	if want := []string{"stopped", "stopped", "opened 400000", "at last 1 of 400001"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Many rows have the same bits natively and in the browser, too, up to the first topology that is measured.
func TestSameBitsOfManyRows(t *testing.T) {
	for name, l := range map[string]large{"regression": {rows: 24_001, inputs: 3},
		"classes": {rows: 24_001, inputs: 3, classes: true}} {
		t.Run(name, func(t *testing.T) {
			text := l.csv()
			native := firstStep(t, text)
			got := script[digested](bridge(t, shared.served), fmt.Sprintf(`
				const s = await create({data: %s, target: "y", workers: 2, holdout: 0});
				await s.step();
				const digest = await s.digest();
				s.close();
				return digest;`, quote(string(text))))
			compare(t, "Chromium", native, got, true)
		})
	}
}

// firstStep runs the page's own study on plain Go until a step is told.
func firstStep(t *testing.T, text []byte) (out digested) {
	t.Helper()
	csv, err := dataset.ReadCSV("large.csv", text, dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := study.New(csv, &study.RunOptions{Target: "y", Task: "auto", Split: "random",
		HoldoutSeed: "1", Preset: "fast", Seed: "1", Standardize: "auto", Predictive: "likelihood", Workers: 2},
		nil)
	if err != nil {
		t.Fatal(err)
	}
	for run.Steps() == 0 {
		for _, job := range run.Sampler.Next() {
			result, err := dcc.Execute(run.Problem, job, func() {})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range run.Sampler.Report(result) {
				run.Step(s, 0)
			}
		}
	}
	return digestOf(t, run)
}
