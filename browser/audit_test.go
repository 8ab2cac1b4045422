// This file tests the audits that follow the search of the preset "fast": told on the page, paused, stopped, in a
// hidden tab, on workers that crash.

//go:build browser

package browser

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// On the page the answer comes first, then the audit in the background, then its outcome, in words.
func TestPageTellsTheAudit(t *testing.T) {
	b := newTab(t, stopwatch)
	b.open(shared.served + "/" + quiet)
	b.ready()
	b.choose("file-input", file(t, "mine.csv", []byte(steps()))) // its audits take long enough to be told of
	b.wait("the target to be offered",
		query("target")+".value === 'y' && !document.querySelector('#test-row').hidden", patience)
	b.runsToItsEnd()
	all := b.moments()
	if got := states(all); !slices.Equal(got, []string{"running", "auditing", "done"}) {
		t.Errorf("the page was %v", got)
	}
	answer, auditing, audited := first(all, "status", "The search has ended"),
		first(all, "status", "Audits by a second route go on"), first(all, "status", "Audited {")
	if answer == 0 || auditing < answer || audited < auditing {
		t.Errorf("over after %v, auditing after %v, audited after %v; the status was %q", answer, auditing,
			audited, b.text("search"))
	}
	if text := b.text("search"); strings.Contains(text, "go on in the background") ||
		!strings.Contains(text, "hat was not measured is estimated at") {
		t.Errorf("at the end the status is %q", text)
	}
	if text := b.text("log"); !strings.Contains(text, "Looked at {") || !strings.Contains(text, "he search ends") {
		t.Errorf("the log does not tell of estimate and audit: %q", text)
	}
	text := b.text("diagnostics") + evaluate[string](b, "document.querySelector('#facts').textContent")
	if !strings.Contains(text, "ettled: ") || !strings.Contains(text, "Audits") {
		t.Errorf("the diagnostics read %q", text)
	}
	say := evaluate[string](b, "document.querySelector('#tree-say').textContent")
	if !strings.Contains(say, ", measured from ") || !strings.Contains(say, "Audited: ") {
		t.Errorf("of the tree it says %q", say)
	}
	if doubt := b.text("doubt"); doubt != "" && !strings.Contains(doubt, "stays in doubt: its audit found states") {
		t.Errorf("the doubt that is raised is %q", doubt)
	}
}

// Stopped while what follows the search is under way, a run keeps its answer and says what was not done.
func TestStopDuringTheAudit(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + quiet)
	b.ready()
	b.sample("cgm") // its audits are the longest
	b.run()
	b.rests("auditing")
	if evaluate[bool](b, query("run")+".disabled") {
		t.Error("no new run can be started though the answer is there")
	}
	b.click("stop")
	b.rests("stopped")
	b.wait("the status", query("search")+".textContent.includes('are not measured by themselves yet')", patience)
	if !evaluate[bool](b, tree) || b.metric("test-mse") <= 0 {
		t.Error("the results are gone")
	}
	b.run()
	b.wait("the next run", "spy.runs === 2 && spy.steps > 0", patience)
}

// A hidden tab goes on to the end of the audits, and shows it when it is looked at again.
func TestAuditsGoOnInAHiddenTab(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + quiet)
	b.ready()
	b.sample("iris")
	b.run()
	b.rests("auditing")
	b.minimize(true)
	b.wait("the document to be hidden", `document.visibilityState === "hidden"`, patience)
	b.wait("the run to end", "spy.ended", 2*patience)
	b.minimize(false)
	b.rests("done")
	b.wait("the outcome", query("search")+".textContent.includes('Audited {')", patience)
}

// afterSearch makes runs whose audits the tests disturb. until calls once(e) at the step that ends the search.
const afterSearch = `
	const start = workers => create({data: few, target: "y", seed: 1, workers, settings: shallow});
	const result = async s => JSON.stringify([await s.topologies(), await s.metrics()]);
	const until = once => ({onStep: e => { if (e.kind === "explore" && e.search.ended) once(e); }});
`

// A run that is paused just after its search goes on with what is left, to the same result.
func TestPauseDuringTheAudit(t *testing.T) {
	b := bridge(t, shared.served)
	got := script[struct {
		First, Second, Half, Whole, Undisturbed string
		Ahead, Audited                          int
	}](b, fmt.Sprintf("const few = %s, shallow = %s;", quote(few()), shallow)+afterSearch+`
		const s = await start(1);
		let ahead = 0;
		const first = await s.run(until(e => { ahead = e.search.measuring + e.search.auditing; s.pause(); }));
		const half = await result(s);
		const second = await s.run();
		const audited = (await s.topologies()).filter(m => m.audit).length;
		const whole = await result(s);
		s.close();
		const q = await start(2);
		await q.run();
		const undisturbed = await result(q);
		q.close();
		return {first, second, half, whole, undisturbed, ahead, audited};`)
	if got.First != "paused" || got.Second != "done" {
		t.Errorf("the runs ended %q and %q", got.First, got.Second)
	}
	if got.Ahead == 0 || got.Audited == 0 || strings.Contains(got.Half, `"audit":{`) {
		t.Errorf("%d jobs under way after the search, %d audits done; in between %s", got.Ahead, got.Audited,
			got.Half)
	}
	if got.Whole != got.Undisturbed {
		t.Errorf("paused\n%s\nundisturbed\n%s", got.Whole, got.Undisturbed)
	}
}

// A worker that is lost while it audits changes nothing; an audit that fails on three is given up, and that is told.
func TestLostWorkersDuringTheAudit(t *testing.T) {
	b := bridge(t, shared.served, sabotage())
	type outcome struct {
		Ended, Result string
		Notices       []struct{ Kind, Message string }
		Audits        []struct{ Flag, Reason string }
		GivenUp       []string
		Line          string
	}
	run := func(losses int) outcome {
		return script[outcome](b, fmt.Sprintf(`
			spy.losses = %d;
			const s = await create({data: %s, target: "y", seed: 1, workers: 1, settings: %s});
			const notices = [];
			s.onnotice = n => notices.push(n);
			const ended = await s.run();
			const topologies = await s.topologies();
			const result = JSON.stringify([topologies, await s.metrics()]);
			const {givenUp} = await s.diagnostics(), {line} = await s.fingerprint();
			s.close();
			return {ended, notices, result, givenUp, line,
				audits: topologies.map(m => m.audit).filter(a => a)};`, losses, quote(few()), shallow))
	}
	undisturbed, once, thrice := run(0), run(1), run(3)
	if undisturbed.Ended != "done" || len(undisturbed.Notices) != 0 || len(undisturbed.Audits) == 0 ||
		undisturbed.Audits[0].Flag == "failed" {
		t.Fatalf("the undisturbed run: %+v", undisturbed)
	}
	if once.Ended != "done" || once.Result != undisturbed.Result {
		t.Errorf("ended %q; results\n%s\nundisturbed\n%s", once.Ended, once.Result, undisturbed.Result)
	}
	if len(once.Notices) != 1 || once.Notices[0].Kind != "worker-replaced" {
		t.Errorf("notices of one loss %+v", once.Notices)
	}
	if thrice.Ended != "done" || len(thrice.Audits) != len(undisturbed.Audits) {
		t.Fatalf("ended %q with the audits %+v; undisturbed %+v", thrice.Ended, thrice.Audits,
			undisturbed.Audits)
	}
	failed := slices.IndexFunc(thrice.Audits,
		func(a struct{ Flag, Reason string }) bool { return a.Flag == "failed" })
	if failed < 0 || !strings.Contains(thrice.Audits[failed].Reason, "3 workers") {
		t.Errorf("audits after three losses %+v", thrice.Audits)
	}
	if n := len(thrice.GivenUp); n != 1 || !strings.HasPrefix(thrice.GivenUp[0], "the audit of {") ||
		!strings.HasSuffix(thrice.Line, " given-up=1") {
		t.Errorf("given up %q, %s", thrice.GivenUp, thrice.Line)
	}
	if len(undisturbed.GivenUp)+len(once.GivenUp) > 0 || once.Line != undisturbed.Line {
		t.Errorf("given up %q and %q, %s", undisturbed.GivenUp, once.GivenUp, once.Line)
	}
	if n := len(thrice.Notices); n != 4 || thrice.Notices[3].Kind != "job-given-up" ||
		!strings.HasPrefix(thrice.Notices[3].Message,
			"An audit is left out: 3 workers failed at the audit of {") {
		t.Errorf("notices of three losses %+v", thrice.Notices)
	}
}
