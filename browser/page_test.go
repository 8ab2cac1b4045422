// This file tests the page as a person uses it: a sample run to a result, own files, pause, step and stop.

//go:build browser

package browser

import (
	"context"
	"fmt"
	"maps"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// quiet is a link to the page that waits for Run instead of starting a first run by itself; atFirst is the same with a
// run that measures little, for tests to which its results matter less than that there are some; inShort is the same
// with the paper's way in short. They divide by topology, a table of one's own too; atOnce is the page as it comes.
const (
	atOnce  = "#run=0"
	quiet   = "#run=0&model=topologies"
	atFirst = quiet + "&preset=first"
	inShort = quiet + "&preset=quick"
)

// ready waits until the sampler is loaded and the page can be used.
func (b *tab) ready() {
	b.Helper()
	b.wait("the page to be ready", "!"+query("sample-wu")+".disabled", patience)
}

// run presses Run once the page offers it.
func (b *tab) run() {
	b.Helper()
	b.click("run")
}

// runsToItsEnd presses Run and waits until the last results are drawn.
func (b *tab) runsToItsEnd() {
	b.Helper()
	b.run()
	b.rests("done")
	b.settled()
}

// rests waits until the run is in the state.
func (b *tab) rests(state string) {
	b.Helper()
	b.wait("the state "+state, query("state")+".textContent.trim() === "+quote(state), wholeRun)
}

// tree is true once a tree is drawn.
var tree = query("tree") + ".querySelector('svg') !== null"

// metric is the number in the cell of the metrics table, NaN while there is none.
func (b *tab) metric(name string) float64 {
	b.Helper()
	text := evaluate[string](b, fmt.Sprintf("document.querySelector('[data-metric=%q]')?.textContent ?? ''", name))
	v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(text), "−", "-"), 64)
	if err != nil {
		return -1
	}
	return v
}

// settled waits until the last results of a run that has ended are drawn: a tree and a prediction asked for after its
// end, and of a run that is done its digest, which comes last.
func (b *tab) settled() {
	b.Helper()
	b.wait("the last results to be drawn",
		"spy.drawn >= 2 && ("+query("state")+".textContent !== 'done' || "+
			"document.querySelector('#facts').textContent.includes('Digest of the results'))", patience)
	b.calm() // from the answers to the screen
}

// steps is how many steps of the newest run the coordinator has told of.
func (b *tab) steps() int {
	b.Helper()
	return evaluate[int](b, "spy.steps")
}

// logged is the JavaScript expression for how many steps the page tells of.
var logged = query("log") + ".querySelectorAll('li').length"

// sample chooses a sample set and waits until it is open.
func (b *tab) sample(name string) {
	b.Helper()
	b.wait("the sample "+name+" to be offered", query("sample-"+name)+".disabled === false", patience)
	b.unfold(query("sample-" + name))
	// the first run of the page may fold the section again before a mouse is there
	execute(b, query("sample-"+name)+".click()")
	b.wait("the sample "+name, query("sample-"+name)+".getAttribute('aria-pressed') === 'true'", patience)
}

// settings types values into the settings dialog, whose fields carry the names of the settings.
func (b *tab) settings(values map[string]string) {
	b.Helper()
	b.openSettings()
	for name, value := range values {
		field := fmt.Sprintf("document.querySelector('[data-setting=%q]')", name)
		b.fill(field, value)
	}
	b.clickOn("#settings-close")
}

// openSettings presses All settings and waits until their dialog is open.
func (b *tab) openSettings() {
	b.Helper()
	b.click("settings-open")
	b.wait("All settings to be open", `document.getElementById("settings").open`, patience)
}

// brief are settings with which the page's samples are run to the end within seconds, by the preset of inShort.
var brief = map[string]string{"iterations": "6", "priorDraws": "20", "activationCount": "1", "maxActive": "4",
	"chains": "2", "warmup": "100", "draws": "10", "repairSteps": "50", "keptDraws": "50"}

// timing is what a person who presses Run waits for.
type timing struct {
	// from pressing Run to the first tree, to a test MSE of at most 1.05 times that of the true partition
	tree, answer time.Duration
	task         float64 // ms: the longest task on the main thread
	slowness     float64 // of the machine at that time
}

// good reports whether the tree came within 5 s, the answer within 30 s, and no task took over 100 ms, on a machine
// that is not slower.
func (w timing) good() bool {
	within := func(d time.Duration, seconds float64) bool { return d.Seconds() <= slower*w.slowness*seconds }
	return within(w.tree, 5) && within(w.answer, 30) && w.task <= slower*w.slowness*longestTask
}

// WU as the page is found has its first tree within 5 s of pressing Run and within 30 s a test error of at most 1.05
// times that of the true partition, which is printed beside it; the main thread is never busy for more than 100 ms
// meanwhile. Other work on the machine only slows things down, so the best of three runs counts.
func TestWURunsToAResult(t *testing.T) {
	var b *tab
	var last timing
	for range 3 {
		b = newTab(t)
		b.open(shared.served + "/" + quiet)
		b.ready()
		b.sample("wu")
		b.noticesLongTasks()
		if last = b.timeWU(); last.good() {
			break
		}
	}
	if !last.good() {
		t.Errorf("in the last of three runs the first tree came after %.1f s (want 5), the answer after %.1f "+
			"s (want 30), and a task took %.0f ms (want 100), all times %.1f",
			last.tree.Seconds(), last.answer.Seconds(), last.task, slower*last.slowness)
	}
	b.complete()
}

// timeWU presses Run and waits for the end.
func (b *tab) timeWU() timing {
	b.Helper()
	var w timing
	start := evaluate[float64](b, "performance.now()")
	pressed := time.Now()
	b.run()
	b.wait("a tree", tree, patience)
	w.tree = time.Since(pressed)
	for {
		test, truth := b.metric("test-mse"), b.metric("truth-mse")
		w.answer = time.Since(pressed)
		if test > 0 && truth > 0 && test <= 1.05*truth {
			b.Logf("first tree %.1f s, test MSE %g, %.3f times that of the true partition, %.1f s "+
				"after Run", w.tree.Seconds(), test, test/truth, w.answer.Seconds())
			break
		}
		if w.answer > 2*patience {
			b.Fatalf("%v after Run the test MSE is %g, that of the true partition %g", w.answer, test,
				truth)
		}
		time.Sleep(200 * time.Millisecond)
	}
	w.slowness = b.slowness() // while the audits go on
	b.rests("done")
	w.task = b.longest(start)
	b.Logf("done %.1f s after Run, longest task on the main thread %.0f ms", time.Since(pressed).Seconds(), w.task)
	return w
}

// noticesLongTasks makes a task of 120 ms and checks that it is noted: the measurement of the run would be worth
// nothing otherwise.
func (b *tab) noticesLongTasks() {
	b.Helper()
	execute(b, "new Promise(f => setTimeout(() => { for (const t = performance.now(); performance.now() < t + "+
		"120;); f(); }))")
	b.wait("a task of 120 ms to be noted", "spy.tasks.some(([, ms]) => ms >= 110)", patience)
}

// complete checks that a finished run has filled every panel.
func (b *tab) complete() {
	b.Helper()
	b.settled()
	for _, name := range []string{"tree", "prediction"} {
		if !evaluate[bool](b, query(name)+".querySelector('svg') !== null") {
			b.Errorf("%s shows no figure", name)
		}
	}
	if n := evaluate[int](b, query("topologies")+".querySelectorAll('[data-key]').length"); n < 2 {
		b.Errorf("%d topologies are listed", n)
	}
	for _, name := range []string{"train-mse", "test-mse", "baseline-mse", "truth-mse"} {
		if b.metric(name) <= 0 {
			b.Errorf("the metric %s is not shown", name)
		}
	}
	judged := map[bool]string{true: "Audits",
		false: "Divergences"}[evaluate[string](b, query("preset")+".value") == "fast"]
	b.wait("the diagnostics to tell of "+judged,
		`(text => text.includes(`+quote(judged)+`) && text.includes("k\u0302"))(
		document.querySelector("#facts").textContent + `+query("diagnostics")+`.textContent)`, patience)
	if evaluate[int](b, logged) == 0 {
		b.Error("nothing is told of what happened")
	}
	if text := b.text("error"); text != "" {
		b.Errorf("an error is shown: %s", text)
	}
}

// Sampling goes on in a hidden tab. The window is minimized, which makes the document hidden, ends its animation frames
// and slows its timers to one a second, the first two of which the test checks; the steps are counted where they
// arrive, as messages of the coordinator.
func TestSamplingGoesOnInAHiddenTab(t *testing.T) {
	b := newTab(t, `spy.frames = 0; (function frame() { spy.frames++; requestAnimationFrame(frame); })();`)
	b.open(shared.served + "/" + inShort)
	b.ready()
	endless := maps.Clone(brief)
	endless["iterations"] = "100000"
	b.settings(endless)
	b.run()
	b.wait("the burn-ins to be over", "spy.steps > 20", patience)
	type count struct{ Steps, Frames int }
	during := func(d time.Duration) count {
		const look = "({steps: spy.steps, frames: spy.frames})"
		before := evaluate[count](b, look)
		time.Sleep(d)
		after := evaluate[count](b, look)
		return count{after.Steps - before.Steps, after.Frames - before.Frames}
	}
	// other work on the machine may come in either time, so the best of three counts
	var visible, hidden count
	for n := 0; n < 3 && (n == 0 || hidden.Steps < visible.Steps/4); n++ {
		visible = during(4 * time.Second)
		b.minimize(true)
		b.wait("the document to be hidden", `document.visibilityState === "hidden"`, patience)
		time.Sleep(time.Second)
		hidden = during(4 * time.Second)
		b.minimize(false)
		b.wait("the document to be seen", `document.visibilityState === "visible"`, patience)
		t.Logf("in 4 s visible %+v, in 4 s hidden %+v", visible, hidden)
		if visible.Frames == 0 || hidden.Frames != 0 {
			t.Errorf("%d animation frames in a hidden document, %d in a visible one: the browser does not "+
				"treat it as hidden", hidden.Frames, visible.Frames)
		}
	}
	if hidden.Steps < visible.Steps/4 {
		t.Errorf("%d steps in 4 s of a hidden tab, %d of a visible one", hidden.Steps, visible.Steps)
	}
	now := b.steps()
	b.wait("steps after that", fmt.Sprintf("spy.steps > %d", now), patience)
	b.click("stop")
	b.rests("stopped")
}

// minimize hides or shows the window of the tab.
func (b *tab) minimize(hide bool) {
	b.Helper()
	window, err := chromedp.Call(b.ctx, cdpbrowser.GetWindowForTarget, cdpbrowser.GetWindowForTargetParams{})
	if err != nil {
		b.Fatal(err)
	}
	state := cdpbrowser.WindowStateNormal
	if hide {
		state = cdpbrowser.WindowStateMinimized
	}
	_, err = chromedp.Call(b.ctx, cdpbrowser.SetWindowBounds, cdpbrowser.SetWindowBoundsParams{
		WindowID: window.WindowID, Bounds: &cdpbrowser.Bounds{WindowState: state},
	})
	if err != nil {
		b.Fatal(err)
	}
}

func TestPauseStepStop(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + quiet)
	b.ready()
	for n := 1; n <= 2; n++ {
		b.click("step")
		b.wait("a step", fmt.Sprintf("spy.steps === %d", n), patience)
		b.rests("paused")
		b.wait("the step in the log", fmt.Sprintf("%s === %d", logged, n), patience)
	}
	b.still(2)
	b.run()
	b.wait("two more steps", "spy.steps >= 4", patience)
	b.click("pause")
	b.rests("paused")
	at := b.steps()
	b.still(at)
	b.run()
	b.wait("a step after the pause", fmt.Sprintf("spy.steps > %d", at), patience)
	b.click("stop")
	b.rests("stopped")
	at = b.steps()
	b.still(at)
	if !evaluate[bool](b, tree) {
		t.Error("the tree is gone after a stop")
	}
	// what is opened while the next sampler is made stays open
	execute(b, query("run")+".click(); document.getElementById('model-change').click()")
	b.wait("a step of the next run", "spy.runs === 2 && spy.steps > 0", patience)
	if evaluate[bool](b, "document.getElementById('model-body').hidden") {
		t.Error("the section that was opened as the run began is shut")
	}
}

// still checks that no step is made for a while.
func (b *tab) still(at int) {
	b.Helper()
	time.Sleep(1500 * time.Millisecond)
	if n := b.steps(); n != at {
		b.Errorf("%d steps were made while nothing should go on", n-at)
	}
}

func TestTopologyOfABarIsDrawn(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + inShort)
	b.ready()
	b.settings(brief)
	b.run()
	b.rests("done")
	b.settled()
	before := evaluate[string](b, query("tree")+".innerHTML")
	b.clickOn(element("topologies") + " [data-key]:nth-child(2)")
	b.wait("another tree", query("tree")+".innerHTML !== "+quote(before), patience)
	b.treesAndTopologies()
	row := evaluate[string](b, query("prediction")+".innerHTML")
	b.set("row", "2")
	b.wait("another prediction", query("prediction")+".innerHTML !== "+quote(row), patience)
}

// treesAndTopologies: the bars are of trees first, and of topologies after one click.
func (b *tab) treesAndTopologies() {
	b.Helper()
	labels := query("topologies") + `.querySelectorAll("[data-key] .vh")`
	every := func(word string) bool {
		return evaluate[bool](b, `[...`+labels+`].every(e => e.textContent.startsWith("`+word+` {"))`)
	}
	if !every("Tree") || evaluate[bool](b, query("strip-by")+".hidden") {
		b.Errorf("the bars are %q", b.text("topologies"))
	}
	b.click("strip-by")
	if !every("Topology") || b.text("strip-by") != "By tree" {
		b.Errorf("after a click the bars are %q", b.text("topologies"))
	}
	b.click("strip-by")
	if !every("Tree") {
		b.Errorf("after another click the bars are %q", b.text("topologies"))
	}
}

func TestEverySampleRuns(t *testing.T) {
	for _, name := range []string{"cgm", "iris", "wine", "bcw"} {
		t.Run(name, func(t *testing.T) {
			b := newTab(t)
			b.open(shared.served + "/" + inShort)
			b.ready()
			b.sample(name)
			b.settings(brief)
			b.run()
			b.rests("done")
			metric := "test-accuracy"
			if name == "cgm" {
				metric = "test-mse"
			}
			if v := b.metric(metric); v <= 0 {
				t.Errorf("%s is not shown after a run", metric)
			}
			if !evaluate[bool](b, tree) {
				t.Error("no tree is drawn")
			}
		})
	}
}

func TestOwnFileThroughTheChooser(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + atFirst)
	b.ready()
	b.choose("file-input", file(t, "mine.csv", []byte(steps())))
	b.wait("the target to be offered",
		query("target")+".value === 'y' && !document.querySelector('#test-row').hidden", patience)
	b.run()
	b.rests("done")
	if test, baseline := b.metric("test-mse"), b.metric("baseline-mse"); test <= 0 || test > .2*baseline {
		t.Errorf("test MSE %g, that of the mean %g", test, baseline)
	}
	if b.metric("truth-mse") > 0 {
		t.Error("a true partition is claimed for a file of which none is known")
	}
	if text := b.text("tree"); !strings.Contains(text, "x1") {
		t.Errorf("the tree does not name the feature x1: %q", text)
	}
}

// The published WU files, opened as any own file is: a training file and a test file.
func TestPublishedFiles(t *testing.T) {
	train, test := paperData(t, "wu-train.csv"), paperData(t, "wu-test.csv")
	b := newTab(t)
	b.open(shared.served + "/" + quiet)
	b.ready()
	b.choose("file-input", train)
	b.wait("the target to be offered",
		query("target")+".value === 'y' && !document.querySelector('#test-row').hidden", patience)
	b.choose("test-file-input", test)
	b.wait("the test file to be named", "document.body.textContent.includes('wu-test.csv')", patience)
	b.run()
	// 0.062 is what the paper's sampler reaches on these files (README of the first issue, must show 4); 0.07
	// leaves room for the Quick preset
	b.wait("a small test error", "parseFloat(document.querySelector('[data-metric=test-mse]')?.textContent) < 0.07",
		2*patience)
	b.click("stop")
	b.rests("stopped")
}

func TestDroppedFile(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + quiet)
	b.ready()
	b.drop(file(t, "dropped.csv", []byte(steps())))
	b.wait("the target to be offered",
		query("target")+".value === 'y' && !document.querySelector('#test-row').hidden", patience)
	if !strings.Contains(evaluate[string](b, "document.body.innerText"), "dropped.csv") {
		t.Error("the dropped file is not named")
	}
}

// drop drags a file over the page and lets it go there.
func (b *tab) drop(path string) {
	b.Helper()
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: []string{path}, DragOperationsMask: 1}
	for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter,
		input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		b.do("drag", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.DispatchDragEvent,
				input.DispatchDragEventParams{Type: kind, X: 400, Y: 400, Data: data})
			return err
		}))
	}
}

// The page's own test of its lock must find every way shut.
func TestLockTestsItself(t *testing.T) {
	b := newTab(t)
	b.allow("Content Security Policy", "violates", "Refused")
	b.open(shared.static + "/" + quiet)
	b.ready()
	b.testLock()
}

// The plain file server sets no header, so its run shows that the site needs none.
func TestStaticSiteRuns(t *testing.T) {
	if _, err := os.Stat(shared.published); err != nil {
		t.Fatal(err)
	}
	b := newTab(t)
	b.open(shared.static + "/" + atFirst)
	b.ready()
	b.run()
	b.rests("done")
	b.complete()
}

// TestWaitingPageUnfoldsOnce: where nothing is to run yet, the section of the data unfolds with the table in it, and
// what is below moves once.
func TestWaitingPageUnfoldsOnce(t *testing.T) {
	b := newTab(t, `globalThis.tops = []; requestAnimationFrame(function look() {
		const title = document.getElementById("model-h");
		const top = title && document.querySelector("[data-sample=wu]")?.disabled === false
			? title.getBoundingClientRect().top + scrollY : undefined;
		if (top !== undefined && top !== tops.at(-1)) tops.push(top);
		requestAnimationFrame(look);
	});`)
	b.open(shared.served + "/" + quiet)
	b.ready()
	b.wait("the section to unfold",
		`document.getElementById("data-change").getAttribute("aria-expanded") === "true"`, patience)
	b.wait("the table to be read", `document.querySelector("[data-test=run]").disabled === false`, patience)
	time.Sleep(time.Second)
	if tops := evaluate[[]float64](b, "tops"); len(tops) < 1 || len(tops) > 2 {
		t.Errorf("the section below stood at %v, one after the other", tops)
	}
}
