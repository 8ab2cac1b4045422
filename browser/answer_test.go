// This file measures what a person who presses Run waits for with the preset that the page starts with: the answer, and
// the end of the search.

//go:build browser

package browser

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	// answerAim is how soon the answer should be there, on two cores that do nothing else (must show 5 of the third
	// issue).
	answerAim = 3 * time.Second
	// answerLimit is what the test insists on: other work on the machine only slows things down.
	answerLimit = 20 * time.Second
)

// stopwatch notes, from the press of Run on, every change of the tree that is shown with its scores, of the number of
// bars and of those with error bars, of the status line and of the state, and every step heard of: spy.moments is a
// list of [ms since the press, kind, text].
const stopwatch = `addEventListener("DOMContentLoaded", () => {
	let began = 0, last = {};
	spy.moments = [];
	const note = (kind, text) => {
		if (!began || last[kind] === text) return;
		last[kind] = text;
		spy.moments.push([performance.now() - began, kind, text]);
	};
	spy.heard = head => note("step", head.words);
	document.querySelector("[data-test=run]").addEventListener("click", () => {
		began = performance.now();
		last = {};
		spy.moments = [];
	}, true);
	const count = selector => document.querySelectorAll("[data-test=topologies] " + selector).length;
	new MutationObserver(() => {
		const named = /\{[0-9,]+\}/.exec(document.querySelector("#tree-h").textContent);
		const scored = document.querySelector("[data-metric^=test-]")?.dataset.value;
		if (named && scored && document.querySelector("[data-test=tree] svg")) note("tree", named[0]);
		if (count(".bar") > 0)
			note("bars", count(".bar") + " bars, " + count(".bar ~ .whisk") + " with errors");
		note("status", document.querySelector("[data-test=search]").textContent);
		note("state", document.querySelector("[data-test=state]").textContent);
	}).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
});`

// moment is one thing that happened after the press of Run.
type moment struct {
	after      time.Duration
	kind, text string
}

func (b *tab) moments() (out []moment) {
	b.Helper()
	for _, m := range evaluate[[][3]any](b, "spy.moments") {
		out = append(out, moment{time.Duration(m[0].(float64) * float64(time.Millisecond)), m[1].(string),
			m[2].(string)})
	}
	return out
}

// states are those that the page showed, in order.
func states(all []moment) (out []string) {
	for _, m := range all {
		if m.kind == "state" {
			out = append(out, m.text)
		}
	}
	return out
}

// label reads the name and the weight of a bar.
var label = regexp.MustCompile(`^Tree (\{[0-9,]+\}): weight <?([.0-9]+)`)

// best are the topologies of at least .8 times the largest weight: the trees that are the answer.
func (b *tab) best() map[string]bool {
	b.Helper()
	out, top := map[string]bool{}, 0.0
	for _, text := range evaluate[[]string](b,
		"[..."+query("topologies")+".querySelectorAll('[data-key]')].map(e => "+
			"e.querySelector('.vh').textContent)") {
		m := label.FindStringSubmatch(text)
		if m == nil {
			b.Fatalf("a bar is labeled %q", text)
		}
		weight, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			b.Fatal(err)
		}
		if top = max(top, weight); weight >= .8*top {
			out[m[1]] = true
		}
	}
	return out
}

// answeredAfter returns when one of the best topologies' tree was first on the screen, with its scores and with an
// error on each of several bars.
func answeredAfter(all []moment, best map[string]bool) (time.Duration, bool) {
	tree, bars := "", 0
	for _, m := range all {
		switch m.kind {
		case "tree":
			tree = m.text
		case "bars":
			var n, whiskers int
			fmt.Sscanf(m.text, "%d bars, %d", &n, &whiskers)
			if bars = n; whiskers < n {
				bars = 0
			}
		}
		if best[tree] && bars > 1 {
			return m.after, true
		}
	}
	return 0, false
}

// first returns when something of the kind with that text was first noted.
func first(all []moment, kind, text string) time.Duration {
	for _, m := range all {
		if m.kind == kind && strings.Contains(m.text, text) {
			return m.after
		}
	}
	return 0
}

// Must show 5 of the third issue: with the preset that the page starts with, WU, CGM and Iris answer within 3 s of the
// press of Run on two cores, with errors on the bars. One of three runs has to be within the limit; the figures are
// printed.
func TestAnswersWithinSeconds(t *testing.T) {
	for _, name := range []string{"wu", "cgm", "iris"} {
		t.Run(name, func(t *testing.T) {
			fastest, slowness := time.Hour, 1.
			late := func() bool { return fastest.Seconds() > slowness*answerLimit.Seconds() }
			for n := 0; n < 3 && late(); n++ {
				took, slow := newTab(t, stopwatch).timeAnswer(name)
				fastest, slowness = min(fastest, took), max(slowness, slow)
			}
			t.Logf("%s: the answer is there %.1f s after Run, best of at most three runs; the aim "+
				"is %.0f s", name, fastest.Seconds(), answerAim.Seconds())
			if late() {
				t.Errorf("the answer came %.1f s after Run, want %.0f s on a busy machine, times %.1f",
					fastest.Seconds(), answerLimit.Seconds(), slowness)
			}
		})
	}
}

// timeAnswer runs the sample until its search is over and returns how long the answer took, and how slow the machine
// was then.
func (b *tab) timeAnswer(name string) (took time.Duration, slowness float64) {
	b.Helper()
	b.open(shared.served + "/" + quiet)
	b.ready()
	b.sample(name)
	b.run()
	b.wait("the search to be over", query("search")+".textContent.includes('The search has ended')", 2*patience)
	all, best := b.moments(), b.best()
	slowness = b.slowness()              // while the audits go on
	execute(b, query("stop")+".click()") // of no effect where the audits are done already
	took, answered := answeredAfter(all, best)
	if !answered {
		b.Errorf("of %v no tree was shown with scores and errors: %v", best, all)
		return time.Hour, slowness
	}
	b.Logf("%s: first step %.1f s, first tree %.1f s, answer %.1f s, end of the search %.1f s", name,
		first(all, "step", "Measured").Seconds(), first(all, "tree", "{").Seconds(), took.Seconds(),
		first(all, "status", "has ended").Seconds())
	u := evaluate[string](b, "document.querySelector('#topologies .rest')?.ariaLabel ?? ''")
	if !strings.HasPrefix(u, "Not measured: about ") {
		b.Errorf("what was not measured is shown as %q", u)
	}
	return took, slowness
}
