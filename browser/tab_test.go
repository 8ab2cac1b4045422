// This file holds a browser tab as the tests see it: open, look, click, wait, and what went wrong meanwhile.

//go:build browser

package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// instruments is put into every document before its own scripts. It notes long tasks (of more than 50 ms, what browsers
// report), keeps every Worker that the page starts, follows what the coordinator tells (steps: of the newest run; runs:
// how many there were; drawn: figures drawn since the newest run ended, -1 before; ended: whether it has; spy.heard, if
// set, is given each step), and puts spy.prefix in front of the source of workers made from blobs.
const instruments = `(() => {
	const spy = globalThis.spy = {tasks: [], workers: [], runs: 0, steps: 0, drawn: -1, ended: false, prefix: ""};
	new PerformanceObserver(list => {
		for (const e of list.getEntries()) spy.tasks.push([e.startTime, e.duration]);
	}).observe({type: "longtask", buffered: true});
	globalThis.Worker = new Proxy(Worker, {construct(real, [url, options]) {
		const worker = new real(url, options);
		const entry = {worker, name: options?.name ?? "", alive: true};
		spy.workers.push(entry);
		worker.terminate = () => { entry.alive = false; real.prototype.terminate.call(worker); };
		worker.addEventListener("message", e => {
			switch (e.data?.head?.kind) {
			case "create": spy.runs++; spy.steps = 0; spy.drawn = -1; spy.ended = false; break;
			case "step": spy.steps++; spy.heard?.(e.data.head); break;
			case "run": case "pause": case "stop": spy.ended = true; break;
			// asked for at the start of each redrawing
			case "topologies": if (spy.ended) spy.drawn = Math.max(0, spy.drawn); break;
			case "figure": case "explain": if (spy.drawn >= 0) spy.drawn++; break;
			}
		});
		return worker;
	}});
	globalThis.Blob = new Proxy(Blob, {construct(real, [parts, options]) {
		const script = /javascript/.test(options?.type ?? "");
		return new real(script && spy.prefix ? [spy.prefix + "\n;", ...parts] : parts ?? [], options);
	}});
})();`

// tab is one page in a profile of its own.
type tab struct {
	*testing.T
	ctx       context.Context
	mu        sync.Mutex
	complaint []string                   // console errors and warnings, uncaught exceptions
	allowed   []string                   // parts of complaints that the test provokes
	world     runtime.ExecutionContextID // of a frame in the process of its page; 0 for the page itself
}

// newTab opens an empty tab; the scripts run in every document after the instruments and before the page's own.
func newTab(t *testing.T, scripts ...string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(shared.browser, chromedp.WithNewBrowserContext())
	b := &tab{T: t, ctx: ctx}
	if err := chromedp.Do(ctx); err != nil {
		cancel()
		t.Fatal("cannot open a tab: ", err)
	}
	for _, source := range append([]string{instruments}, scripts...) {
		b.firstRun(source)
	}
	go b.listen(chromedp.Console(ctx))
	t.Cleanup(func() {
		b.finish()
		cancel()
	})
	return b
}

// firstRun has the script run in every document to come, after those before it and before the page's own.
func (b *tab) firstRun(source string) {
	b.Helper()
	params := page.AddScriptToEvaluateOnNewDocumentParams{Source: source}
	if _, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, params); err != nil {
		b.Fatal(err)
	}
}

// listen collects what the console complains about.
func (b *tab) listen(messages func(func(chromedp.ConsoleMessage, error) bool)) {
	for m, err := range messages {
		if err != nil {
			return
		}
		if m.IsException() || m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleWarning {
			b.mu.Lock()
			b.complaint = append(b.complaint, m.String())
			b.mu.Unlock()
		}
	}
}

// allow says that complaints with this text are part of the test.
func (b *tab) allow(texts ...string) { b.allowed = append(b.allowed, texts...) }

// finish fails the test for complaints that it did not provoke and leaves a picture of a failed page in browser/failed.
func (b *tab) finish() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.complaint {
		if !containsAny(c, b.allowed) {
			b.Errorf("the console says: %.500s", c)
		}
	}
	if b.Failed() && b.ctx.Err() == nil {
		b.keepPicture()
	}
}

func containsAny(text string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

func (b *tab) keepPicture() {
	ctx, cancel := context.WithTimeout(b.ctx, 5*time.Second)
	defer cancel()
	image, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return
	}
	dir := filepath.Join(shared.root, "browser", "failed")
	if os.MkdirAll(dir, 0o755) == nil {
		name := filepath.Join(dir, strings.ReplaceAll(b.Name(), "/", "-")+".png")
		if os.WriteFile(name, image, 0o644) == nil {
			b.Logf("the page as it was: %s", name)
		}
	}
}

// do runs actions that must work.
func (b *tab) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.Fatalf("%s: %v", what, err)
	}
}

// open loads a page.
func (b *tab) open(url string) {
	b.Helper()
	b.do("open "+url, chromedp.Navigate(url))
}

// evaluate returns the value of an expression, awaited if it is a promise. A rejection fails the test.
func evaluate[T any](b *tab, expression string) T {
	b.Helper()
	v, err := tryEvaluate[T](b, expression, wholeRun)
	if err != nil {
		b.Fatalf("%.300s: %v", expression, err)
	}
	return v
}

// execute evaluates an expression for its effect.
func execute(b *tab, expression string) {
	b.Helper()
	evaluate[chromedp.Void](b, expression)
}

func tryEvaluate[T any](b *tab, expression string, limit time.Duration) (T, error) {
	ctx, cancel := context.WithTimeout(b.ctx, limit)
	defer cancel()
	within := func(p *runtime.EvaluateParams) { p.ContextID = b.world }
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise, within))
}

// script runs the body of an async function in the page and decodes what it returns.
func script[T any](b *tab, body string) T {
	b.Helper()
	return evaluate[T](b, "(async () => {"+body+"})()")
}

// wait looks every 50 ms, from outside the page, until the expression is true, and returns how long that took.
func (b *tab) wait(what, expression string, limit time.Duration) time.Duration {
	b.Helper()
	start := time.Now()
	for {
		ok, err := tryEvaluate[bool](b, "(async () => Boolean(await ("+expression+")))()", limit)
		if err == nil && ok {
			return time.Since(start)
		}
		if time.Since(start) > limit {
			b.Fatalf("waited %v for %s (%v); the page says %s", limit, what, err, b.situation())
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// shortest does something up to so many times, until no task on the main thread takes more than limit ms, and returns
// the longest task of the best time, divided by the slowness of the machine then: other work on it only slows things
// down.
func (b *tab) shortest(times int, limit float64, do func()) float64 {
	b.Helper()
	best := math.Inf(1)
	for n := 0; n < times && best > limit; n++ {
		before, began := b.slowness(), evaluate[float64](b, "performance.now()")
		do()
		time.Sleep(300 * time.Millisecond) // long tasks are told late
		task := b.longest(began)
		best = min(best, task/max(before, b.slowness()))
	}
	return best
}

// settles waits until a value has stayed for a second.
func (b *tab) settles(what, value string) {
	b.Helper()
	b.wait(what, fmt.Sprintf(
		`(async () => {
				const before = %s;
				await new Promise(go => setTimeout(go, 1000));
				return before === %s;
			})()`, value, value), patience)
}

// calm waits until nothing in the document has changed for 300 ms: figures are drawn for the width, dialogs are filled,
// however long that takes.
func (b *tab) calm() {
	b.Helper()
	b.wait("the document to be calm", `new Promise(go => {
		let calm = true;
		const watch = new MutationObserver(() => { calm = false; });
		const all = {subtree: true, childList: true, attributes: true, characterData: true};
		watch.observe(document.documentElement, all);
		setTimeout(() => { watch.disconnect(); go(calm); }, 300);
	})`, patience)
}

// becomes waits for up to half a minute until the expression is the value wanted, and returns what it is then: for what
// must hold in the end, and may not yet while the page draws.
func becomes[T comparable](b *tab, want T, expression string) T {
	b.Helper()
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		if got := evaluate[T](b, expression); got == want || time.Since(began) > 30*time.Second {
			return got
		}
	}
}

// slowness is how many times longer the main thread of the page takes for what takes it 10 ms on a machine that does
// nothing else, at least 1: bounds on times are for such a machine.
func (b *tab) slowness() float64 {
	b.Helper()
	return max(1, evaluate[float64](b, `(async () => {
		const times = [];
		for (let n = 0; n < 9; n++) {
			const began = performance.now();
			let x = 1;
			for (let i = 0; i < 8e6; i++) x = Math.imul(x, 48271) + i | 0;
			globalThis.spun = x; // or nothing is done at all
			times.push(performance.now() - began);
			await new Promise(go => setTimeout(go, 20));
		}
		return times.sort((a, b) => a - b)[4] / 10;
	})()`))
}

// situation sums up the page for a failure message.
func (b *tab) situation() string {
	text, err := tryEvaluate[string](b,
		`JSON.stringify(Object.fromEntries(["state", "progress", "error", "notice", "workers"].map(
		id => [id, document.querySelector("[data-test=" + id + "]")?.textContent])))`, 5*time.Second)
	if err != nil {
		return err.Error()
	}
	return text
}

// element is the CSS selector of the element with this data-test name.
func element(name string) string { return fmt.Sprintf("[data-test=%q]", name) }

// query is the JavaScript expression for that element.
func query(name string) string { return "document.querySelector(" + quote(element(name)) + ")" }

// quote writes a Go value as JavaScript.
func quote(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic("browser: a value that JavaScript cannot hold")
	}
	return string(text)
}

// click clicks the middle of the element with the mouse once it is enabled and has come to rest: while a page fills in,
// things move.
func (b *tab) click(name string) {
	b.Helper()
	b.wait(name+" to be enabled", query(name)+"?.disabled === false", patience)
	b.clickOn(element(name))
}

// clickOn is click for any CSS selector. What moves between the look and the press is missed, on a slow machine more
// often: it is pressed until it was met, as a person does.
func (b *tab) clickOn(selector string) {
	b.Helper()
	find := "document.querySelector(" + quote(selector) + ")"
	b.unfold(find)
	for began := time.Now(); time.Since(began) < patience; {
		b.wait(selector+" to rest uncovered", atRest(find, "nearest"), patience)
		execute(b, "globalThis.missed = true; "+find+
			`.addEventListener("click", () => { globalThis.missed = false; }, {capture: true, once: true})`)
		b.do("click "+selector, chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
		if !b.missed() {
			return
		}
	}
	b.Fatalf("no click met %s within %v", selector, patience)
}

// missed is whether the last click has not met its element within two seconds. A page that was left for another was
// met.
func (b *tab) missed() bool {
	for range 40 {
		missed, err := tryEvaluate[bool](b, "globalThis.missed === true", patience)
		if err != nil || !missed {
			return false
		}
		time.Sleep(50 * time.Millisecond)
	}
	return true
}

// atRest is a promise, as JavaScript, whether the element that is found rests where a click would meet it. It is
// brought to that place of the window.
func atRest(find, block string) string {
	return fmt.Sprintf(`(async e => {
		if (!e) return false;
		e.scrollIntoView({block: %q, behavior: "instant"});
		const at = e.getBoundingClientRect();
		await new Promise(f => setTimeout(f, 120));
		const now = e.getBoundingClientRect();
		return at.x === now.x && at.y === now.y &&
			e.contains(document.elementFromPoint(now.x + now.width / 2, now.y + now.height / 2));
	})(%s)`, block, find)
}

// unfold opens the section of the rail that folds the element away, as a person would before clicking it.
func (b *tab) unfold(find string) {
	b.Helper()
	execute(b, fmt.Sprintf(`(() => {
		const hidden = %s?.closest("[id][hidden]");
		if (hidden)
			document.querySelector('[aria-expanded=false][aria-controls~="' + hidden.id + '"]')?.click();
	})()`, find))
}

// text is what the element shows, "" if there is none.
func (b *tab) text(name string) string {
	b.Helper()
	return evaluate[string](b, "("+query(name)+"?.textContent ?? '').trim()")
}

// set gives a field a value as a person would, with the events that follow.
func (b *tab) set(name, value string) {
	b.Helper()
	b.fill(query(name), value)
}

// fill is set for the field that a JavaScript expression finds, once it is there.
func (b *tab) fill(field, value string) {
	b.Helper()
	b.wait("the field "+field, field, patience)
	execute(b, fmt.Sprintf(`(e => {
		e.value = %s;
		e.dispatchEvent(new Event("input", {bubbles: true}));
		e.dispatchEvent(new Event("change", {bubbles: true}));
	})(%s)`, quote(value), field))
}

// choose opens the file chooser of the input by a click, as a person does, and picks the files in it.
func (b *tab) choose(name string, paths ...string) {
	b.Helper()
	if _, err := chromedp.Call(b.ctx, page.SetInterceptFileChooserDialog,
		page.SetInterceptFileChooserDialogParams{Enabled: true}); err != nil {
		b.Fatal(err)
	}
	opened := chromedp.WaitEvent(page.FileChooserOpened, nil, b.press(name))
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	chooser, err := chromedp.Run(ctx, opened)
	if err != nil {
		b.Fatalf("no file chooser opened on a click on %s: %v", name, err)
	}
	_, err = chromedp.Call(b.ctx, dom.SetFileInputFiles,
		dom.SetFileInputFilesParams{Files: paths, BackendNodeID: chooser.BackendNodeID})
	if err != nil {
		b.Fatalf("cannot choose %v in %s: %v", paths, name, err)
	}
}

// press clicks what a person would click to open a file chooser: the input's label when the input itself is hidden. The
// click is made with a user's gesture, which browsers ask for.
func (b *tab) press(name string) chromedp.Action[chromedp.Void] {
	expression := fmt.Sprintf("(e => (e.labels?.[0] ?? e).click())(%s)", query(name))
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		gesture := true
		answer, err := cdp.Call(ctx, t, runtime.Evaluate,
			runtime.EvaluateParams{Expression: expression, UserGesture: &gesture})
		if err == nil && answer.ExceptionDetails != nil {
			err = fmt.Errorf("%s", answer.ExceptionDetails.Text)
		}
		return err
	})
}

// viewport sets the size of the page in CSS pixels.
func (b *tab) viewport(width, height int64) {
	b.Helper()
	b.do("set the viewport", chromedp.EmulateViewport(width, height))
}

// scheme makes the page prefer light or dark.
func (b *tab) scheme(name string) {
	b.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
	})
	if err != nil {
		b.Fatal(err)
	}
}

// longest is the longest task on the page's main thread since the moment given in ms of performance.now(), in ms; 0 if
// none took more than 50 ms.
func (b *tab) longest(since float64) float64 {
	b.Helper()
	return evaluate[float64](b,
		fmt.Sprintf("Math.max(0, ...spy.tasks.filter(([start]) => start >= %g).map(([, ms]) => ms))", since))
}
