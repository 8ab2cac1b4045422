// This file holds the long run of `make soak`: memory and pace over ten minutes and thousands of steps.

//go:build browser && soak

package browser

import (
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/chromedp"
)

// weigher is put in front of the source of every worker; it tells the size of the worker's WebAssembly memory when
// asked.
const weigher = `(() => {
	let memory;
	WebAssembly.Instance = new Proxy(WebAssembly.Instance, {construct(real, args) {
		const instance = new real(...args);
		memory = instance.exports.mem ?? memory; // kernels have none of their own
		return instance;
	}});
	const channel = new BroadcastChannel("weigh");
	channel.onmessage = ({data}) => {
		if (data === "?") channel.postMessage([self.name, memory?.buffer.byteLength ?? 0]);
	};
})();`

// weighsPage keeps the WebAssembly memory of the page itself.
const weighsPage = `WebAssembly.instantiate = new Proxy(WebAssembly.instantiate, {async apply(real, self, args) {
	const instance = await real.apply(self, args);
	spy.memory = instance.exports.mem;
	return instance;
}});`

// weight is what the tab holds at one moment, in MB: the WebAssembly memories of the page, of its coordinator and of
// its workers, and what the browser's renderers hold of the machine's memory; and the runs, steps and gradients made so
// far.
type weight struct{ Page, Coordinator, Workers, Runs, Steps, Work, resident float64 }

// wasm is the sum of the WebAssembly memories.
func (w weight) wasm() float64 { return w.Page + w.Coordinator + w.Workers }

func (b *tab) weigh() weight {
	b.Helper()
	if _, err := chromedp.Call(b.ctx, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
		b.Fatal(err)
	}
	w := script[weight](b, `
		const channel = new BroadcastChannel("weigh");
		const sum = {Page: spy.memory.buffer.byteLength / 1e6, Coordinator: 0, Workers: 0, Runs: spy.runs,
			Steps: spy.allSteps, Work: spy.allWork};
		let answers = 0;
		channel.onmessage = ({data: [name, bytes]}) => {
			answers++;
			sum[name.endsWith("coordinator") ? "Coordinator" : "Workers"] += bytes / 1e6;
		};
		channel.postMessage("?");
		// A worker answers between two jobs; as many answer as did before.
		for (let waited = 0; waited < 50 && (waited < 5 || answers < (spy.answered ?? 0)); waited++)
			await new Promise(f => setTimeout(f, 1000));
		spy.answered = Math.max(answers, spy.answered ?? 0);
		channel.close();
		return sum;`)
	w.resident = renderers(b.T)
	return w
}

// withoutEnd is as many visits as there can be: the run measures ever more topologies.
var withoutEnd = map[string]string{"iterations": "1000000"}

// TestSoak keeps the page at work for ten minutes, by one run in the paper's way with far more visits than any preset
// makes, which meets ever more topologies, and by one run of the fast mode after the other. After the first minute the
// WebAssembly memories and what the renderers hold stay, added up, within a tenth of what they were then.
func TestSoak(t *testing.T) {
	t.Run("visits", func(t *testing.T) {
		b := soaked(t, inShort)
		b.settings(withoutEnd)
		b.run()
		b.wait("a tree", tree, patience)
		judgeWeights(t, b.weighEveryMinute())
		b.click("stop")
		b.rests("stopped")
	})
	t.Run("runs", func(t *testing.T) {
		b := soaked(t, quiet)
		execute(b, pressesRun)
		b.wait("a tree", tree, patience)
		judgeWeights(t, b.weighEveryMinute())
	})
}

// pressesRun goes through five seeds again and again: it presses Run whenever a run with its audits is done.
const pressesRun = `{
	const seed = document.querySelector("[data-test=seed]"), run = document.querySelector("[data-test=run]"),
		state = document.querySelector("[data-test=state]");
	let next = 0;
	setInterval(() => {
		if (run.disabled || !["ready", "done"].includes(state.dataset.state)) return;
		seed.value = String(1 + next++ % 5);
		seed.dispatchEvent(new Event("input", {bubbles: true}));
		seed.dispatchEvent(new Event("change", {bubbles: true}));
		run.click();
	}, 500);
}`

// soaked opens the page with WU, ready to be weighed.
func soaked(t *testing.T, link string) *tab {
	t.Helper()
	b := newTab(t, "spy.prefix = "+quote(weigher)+";", weighsPage, countsSteps)
	b.open(shared.served + "/" + link)
	b.ready()
	b.sample("wu")
	return b
}

// countsSteps counts those of all runs, and their gradients.
const countsSteps = `spy.allSteps = spy.allWork = 0; spy.heard = head => {
	spy.allSteps++;
	spy.allWork += head.gradients;
};`

// soakMinutes is how long each part goes on.
const soakMinutes = 10

// weighEveryMinute returns the weights after each minute.
func (b *tab) weighEveryMinute() (all []weight) {
	b.Helper()
	began := time.Now()
	for k := 1; k <= soakMinutes; k++ {
		time.Sleep(time.Until(began.Add(time.Duration(k) * time.Minute)))
		w := b.weigh()
		all = append(all, w)
		b.Logf("minute %d: %.0f runs, %.0f steps; WebAssembly memory of the page %.1f MB, the coordinator "+
			"%.1f MB, the workers %.1f MB; the renderers hold %.1f MB",
			k, w.Runs, w.Steps, w.Page, w.Coordinator, w.Workers, w.resident)
	}
	return all
}

// judgeWeights holds all later minutes against the first, and asks that the work goes on: in the last minute at least a
// third as many gradients as in the second. Steps are no measure: the topologies that a long run meets late are larger.
func judgeWeights(t *testing.T, all []weight) {
	t.Helper()
	first, last := all[0], len(all)-1
	if first.Page == 0 || first.Coordinator == 0 || first.Workers == 0 {
		t.Fatalf("a WebAssembly memory was not measured: %+v", first)
	}
	for k, w := range all[1:] {
		if now, then := w.wasm()+w.resident, first.wasm()+first.resident; now > 1.1*then || now < .9*then {
			t.Errorf("minute %d: WebAssembly memories and renderers hold %.1f MB, %.1f MB after the first",
				k+2, now, then)
		}
	}
	if early, late := all[1].Work-all[0].Work, all[last].Work-all[last-1].Work; late < early/3 {
		t.Errorf("%.0f gradients in the second minute and %.0f in the last", early, late)
	}
}
