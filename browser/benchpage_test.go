// This file measures the page itself: how soon a first and a second visit can be used, how fast it answers a person
// while it samples, how much it shifts.

//go:build browser && bench

package browser

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"dcctree/core/simd/simdtest"
	"dcctree/internal/serve"
)

// startUp is what visits cost, of every repetition.
type startUp struct {
	ready, again []float64 // seconds from navigation until the page can be used: first visit, second visit
	slowest      []float64 // ms from a press or key until the next picture, the slowest of all while sampling
	// layout shift as browsers score it, the larger of two: of a visit that a person works on, and of one that is
	// only looked at
	shift   []float64
	loop    []float64 // ms that a loop of arithmetic takes in the page
	presses int       // of one repetition
	bytes   int       // sent by the server, brotli where the browser takes it
	asked   int       // requests
}

// readyClock notes when the page can first be used, in ms since navigation, what moved without being asked, and how
// long the page took to answer each press or key.
const readyClock = `addEventListener("DOMContentLoaded", () => {
	const look = () => {
		if (document.querySelector("[data-test=sample-wu]")?.disabled === false)
			spy.ready ??= performance.now();
	};
	new MutationObserver(look).observe(document.body,
		{subtree: true, attributes: true, attributeFilter: ["disabled"]});
	look();
});
spy.shift = 0;
new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) spy.shift += e.value; })
	.observe({type: "layout-shift", buffered: true});
spy.answers = [];
new PerformanceObserver(list => {
	for (const e of list.getEntries()) if (e.interactionId) spy.answers.push(e.duration);
}).observe({type: "event", durationThreshold: 16, buffered: true});`

// pacer times a loop that only the clock rate and other work on the machine can change.
const pacer = `const begin = performance.now(); let x = 1;
	for (let i = 0; i < 3e7; i++) x = x * 0.999999 + 1e-6;
	return x > 0 ? performance.now() - begin : -1;`

func measureStartUp(t *testing.T) (out startUp) {
	for n := range simdtest.Rounds {
		t.Run(strconv.Itoa(n+1), func(t *testing.T) {
			m := &meter{next: serve.Handler(shared.site), bytes: map[string]int{}}
			url, stop, err := listen(m)
			if err != nil {
				t.Fatal(err)
			}
			defer stop()
			b := newTab(t, twoWorkers, readyClock)
			b.open(url + "/" + askToKeep + quiet)
			b.ready()
			out.ready = append(out.ready, evaluate[float64](b, "spy.ready")/1000)
			b.kept()
			out.bytes, out.asked, _ = m.sum()
			b.again(url + "/" + askToKeep + quiet)
			b.ready()
			out.again = append(out.again, evaluate[float64](b, "spy.ready")/1000)
			out.loop = append(out.loop, script[float64](b, pacer))
			slowest, presses := b.handle()
			out.slowest, out.presses = append(out.slowest, slowest), presses
			shift := evaluate[float64](b, "spy.shift")
			b.again(url + "/" + askToKeep)
			b.rests("done")
			b.settled()
			out.shift = append(out.shift, max(shift, evaluate[float64](b, "spy.shift")))
			t.Logf("ready %.2f s, again %.2f s, slowest answer %.0f ms of %d, shift %.4f, loop %.0f ms",
				out.ready[n], out.again[n], slowest, presses, out.shift[n], out.loop[n])
		})
	}
	return out
}

// handle presses and types on the page while it samples, and returns how long the slowest answer took, in ms.
func (b *tab) handle() (slowest float64, presses int) {
	b.Helper()
	b.clickOn("[data-test=sample-wu]") // by a mouse: what moves within half a second of a press is no layout shift
	b.wait("the table", query("run")+".disabled === false", patience)
	b.set("preset", "paper")
	b.clickOn("[data-test=run]")
	b.wait("a tree", tree, patience)
	for range 6 {
		for _, selector := range []string{"[data-test=topologies] button", "#row-next", "#how summary",
			"#row"} {
			b.clickOn(selector)
			presses++
			time.Sleep(150 * time.Millisecond)
		}
	}
	if state := b.text("state"); state != "running" {
		b.Errorf("the run was %s before all was pressed", state)
	}
	time.Sleep(500 * time.Millisecond)
	answers := evaluate[[]float64](b, "spy.answers")
	if len(answers) == 0 {
		return 16, presses // every answer was faster than browsers report
	}
	return slices.Max(answers), presses
}

const visitsText = `
## The page

A first visit sends %d bytes, compressed (at most %d are allowed), in %d requests, the server being on the same
machine. Medians of five visits with fresh profiles, and the ranges, beside a loop of arithmetic in the page; the most
that is wanted stands in brackets. Of %d presses while WU is sampled in paper mode the slowest counts, from the press
to the next picture; browsers report no less than 16 ms, in steps of 8.

`

func (r *report) visits() string {
	s := r.startUp
	row := func(what, unit string, all []float64, most float64) []string {
		verdict := fmt.Sprintf("%.3g", simdtest.Median(all))
		if most > 0 {
			verdict = r.within(simdtest.Median(all), most)
		}
		return []string{what, unit, verdict, fmt.Sprintf("%.3g to %.3g", slices.Min(all), slices.Max(all))}
	}
	return fmt.Sprintf(visitsText, s.bytes, serve.VisitLimit, s.asked, s.presses) + inColumns([][]string{
		{"what", "unit", "median", "range"},
		row("first visit, until it can be used", "s", s.ready, 2.5),
		row("second visit, until it can be used", "s", s.again, 1),
		row("slowest answer while sampling", "ms", s.slowest, 100),
		row("layout shift", "score", s.shift, .05),
		row("loop of arithmetic", "ms", s.loop, 0),
	})
}
