// This file writes docs/benchmarks.md: tables of times and ratios with the bounds beside them, and the machine they are
// of.

//go:build browser && bench

package browser

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"dcctree/core/simd/simdtest"
)

// machine is what the figures depend on.
type machine struct {
	cpu, browser          string
	loadBefore, loadAfter string
}

func thisMachine(t *testing.T) machine {
	b := newTab(t)
	version, err := chromedp.Call(b.ctx, cdpbrowser.GetVersion, cdp.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	m := machine{cpu: "unknown model", browser: version.Product, loadBefore: load()}
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			m.cpu = strings.TrimSpace(value)
		}
	}
	return m
}

// load is how many programs wanted a core in the last minute, on average.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

// report is all that was measured. The shapes follow the workloads in wasm.
type report struct {
	machine machine
	wasm    []simdtest.Race
	native  []simdtest.Race
	startUp startUp
	waits   []waited
	heavy   []heavy
	fits    []ownWait
	scaling scaling
	paper   reproductionTimes
	bounds  int // judged so far
	met     int
}

// String returns the document.
func (r *report) String() string {
	r.bounds, r.met = 0, 0
	body := r.speed() + r.cold() + r.shapes() + r.calibration() + r.twoWorkersText() + r.waiting() + r.large() +
		r.own() + r.reproduction()
	return fmt.Sprintf(head, r.machine.cpu, runtime.NumCPU(), r.machine.browser, runtime.Version(), runtime.GOOS,
		runtime.GOARCH, r.machine.loadBefore, r.machine.loadAfter, r.met, r.bounds) + body
}

const head = `# Benchmarks

Written by ` + "`make bench`" + `, all in one go, on: %s, %d cores; %s; %s %s/%s.

Load of the machine (programs that wanted a core in the last minute): %s before, %s after, its own included. Where
something else runs, times are too long; ratios within the browser nearly hold, those against native code hold less.

%d of %d bounds are met.
`

const speedText = `
## Value and gradient

Microseconds for the value and the gradient of one tree, warm: a way is called until it gets no faster, then the ways
take turns, five times, and the median counts. The data have the size of the named sets. Textbook: a loop over rows
and nodes with math.Exp. Scalar: the same loop with core/numeric's exponential. Columns: Go, vectorised by hand in
columns, the reference that a kernel must equal bit for bit. Kernel: the SIMD module of this tree. wasm is Go in a
worker of the browser; wazero is a WebAssembly runtime for Go.

`

const ratioText = `
How many times as fast the kernel in the browser is as the others, with the least that is wanted. The native ways are
timed minutes later: they are compared in steps of the calibration loop below, timed with each, so that what else the
machine does, or its clock rate, changes the ratios less.

`

// speed is the table of times and that of ratios.
func (r *report) speed() string {
	ways := []string{"textbook, wasm", "scalar, wasm", "columns, wasm", "columns, native", "kernel, wazero"}
	times := [][]string{append([]string{"workload", "kernel, wasm"}, ways...)}
	ratios := [][]string{append([]string{"kernel, wasm, against"}, ways...)}
	for i, native := range r.native {
		wasm := r.wasm[i]
		textbook, scalar, reference, kernel := wasm.Median("textbook"), wasm.Median("scalar"),
			wasm.Median("reference"), wasm.Median("kernel")
		plain, wazero := native.Median("reference"), native.Median("wazero")
		times = append(times, []string{wasm.Name, micro(kernel), micro(textbook), micro(scalar),
			micro(reference), micro(plain), micro(wazero)})
		pace := simdtest.Median(wasm.Calibration) / simdtest.Median(native.Calibration)
		ratios = append(ratios, []string{wasm.Name, r.judge(textbook/kernel, overTextbook(wasm.Name)),
			r.judge(scalar/kernel, overScalar(wasm.Name)), r.judge(reference/kernel, 0),
			r.judge(pace*plain/kernel, 2), r.judge(pace*wazero/kernel, 0)})
	}
	return speedText + inColumns(times) + ratioText + inColumns(ratios)
}

// overTextbook and overScalar are the bounds of the fourth issue for a workload; 0: none.
func overTextbook(name string) float64 {
	switch strings.Fields(name)[0] {
	case "CGM":
		return 15
	case "WU":
		return 12
	}
	return 8
}

func overScalar(name string) float64 {
	if slices.Contains([]string{"CGM", "WU"}, strings.Fields(name)[0]) {
		return 7
	}
	return 0
}

// judge writes a ratio with its bound and counts both.
func (r *report) judge(ratio, wanted float64) string {
	if wanted == 0 {
		return fmt.Sprintf("%.1f", ratio)
	}
	r.bounds++
	if ratio >= wanted {
		r.met++
		return fmt.Sprintf("%.1f (%g: met)", ratio, wanted)
	}
	return fmt.Sprintf("%.1f (%g: NOT MET)", ratio, wanted)
}

// within writes a value with its upper bound and counts both.
func (r *report) within(v, most float64) string {
	r.bounds++
	if v <= most {
		r.met++
		return fmt.Sprintf("%.3g (%g: met)", v, most)
	}
	return fmt.Sprintf("%.3g (%g: NOT MET)", v, most)
}

const coldText = `
## Cold

Microseconds a call in the browser, the mean of the first calls of a fresh program. The browser compiles quickly first
and well later.

`

func (r *report) cold() string {
	rows := [][]string{{"workload", "first calls", "kernel, cold", "warm", "reference, cold", "warm"}}
	for _, race := range r.wasm[:len(r.native)] {
		reference, kernel := race.Timings[2], race.Timings[3]
		rows = append(rows, []string{race.Name, fmt.Sprintf("%d and %d", kernel.ColdCalls, reference.ColdCalls),
			micro(kernel.Cold), micro(race.Median("kernel")), micro(reference.Cold),
			micro(race.Median("reference"))})
	}
	return coldText + inColumns(rows)
}

const shapesText = `
## Trees of up to 16 leaves

Microseconds for value and gradient in the browser, warm, 300 rows and 3 features. Collapsed: a regression with the leaf
means integrated out, both passes over the rows.

`

func (r *report) shapes() string {
	rows := [][]string{{"tree and task", "reference, wasm", "kernel, wasm", "times as fast"}}
	for _, race := range r.wasm[len(r.native):] {
		reference, kernel := race.Median("reference"), race.Median("kernel")
		rows = append(rows, []string{race.Name, micro(reference), micro(kernel), r.judge(reference/kernel, 1)})
	}
	return shapesText + inColumns(rows)
}

const calibrationText = `
## Calibration

Nanoseconds a step of a loop that only waits for a multiplication and an addition in registers, timed between all the
others. Divide by it to compare machines; a wide range tells of a machine that did something else, too.

`

func (r *report) calibration() string {
	rows := [][]string{{"where", "median", "least", "most", "timings"}}
	for _, where := range []struct {
		name string
		all  []simdtest.Race
	}{{"browser", r.wasm}, {"native", r.native}} {
		var all []float64
		for _, race := range where.all {
			all = append(all, race.Calibration...)
		}
		slices.Sort(all)
		rows = append(rows, []string{where.name, nano(all[len(all)/2]), nano(all[0]), nano(all[len(all)-1]),
			fmt.Sprint(len(all))})
	}
	return calibrationText + inColumns(rows)
}

const waitingText = `
## On the page

Seconds from the press of Run, with the preset that the page starts with and two workers: to the first tree on the
screen with its scores, and to the end of the search, which is the answer before the audits. Run is pressed four
seconds after the table was opened, in which the coordinator has rehearsed on made-up tables, and, in the last two
columns, at once. Medians of five runs in tabs of their own, and the ranges; the most that is wanted stands in
brackets.

`

func (r *report) waiting() string {
	rows := [][]string{{"data set", "first tree", "range", "end of the search", "range", "at once: first tree",
		"end"}}
	for _, w := range r.waits {
		if len(w.end) == 0 {
			rows = append(rows, []string{w.name, "no data", "", "", "", "", ""})
			continue
		}
		rows = append(rows, []string{w.name, r.within(simdtest.Median(w.tree), mostToTree), span(w.tree),
			r.within(simdtest.Median(w.end), mostToEnd(w.name)), span(w.end),
			seconds(simdtest.Median(w.hastyTree)), seconds(simdtest.Median(w.hasty))})
	}
	return waitingText + inColumns(rows) + r.visits()
}

// mostToTree and mostToEnd are the bounds of the fourth issue, in seconds.
const mostToTree = .3

func mostToEnd(name string) float64 {
	switch name {
	case "BCW", "Wine":
		return 4
	case "Raisin":
		return 25
	}
	return 1
}

func micro(s float64) string {
	if s < 1e-4 {
		return fmt.Sprintf("%.1f", 1e6*s)
	}
	return fmt.Sprintf("%.0f", 1e6*s)
}

func nano(s float64) string     { return fmt.Sprintf("%.2f", 1e9*s) }
func seconds(s float64) string  { return fmt.Sprintf("%.2f", s) }
func span(all []float64) string { return seconds(slices.Min(all)) + " to " + seconds(slices.Max(all)) }

// inColumns writes rows, the first of which is the head, in Markdown with columns that line up.
func inColumns(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	line := make([]string, len(widths))
	for i, w := range widths {
		line[i] = strings.Repeat("-", w)
	}
	var out strings.Builder
	for _, row := range slices.Insert(slices.Clone(rows), 1, line) {
		for i, cell := range row {
			fmt.Fprintf(&out, "| %s%s ", cell, strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)))
		}
		out.WriteString("|\n")
	}
	return out.String()
}
