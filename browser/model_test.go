// This file tests the Model and Run panels: settings judged while they are typed, presets, the time left and the hint
// to stop, bandwidths as a choice, and two runs side by side.

//go:build browser

package browser

import (
	"fmt"
	"strings"
	"testing"
)

// A setting, a seed that cannot be used is marked where it is typed, and Run names it and leaves the results alone.
func TestSettingsAreJudgedWhileTyped(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + inShort)
	b.ready()
	b.openSettings()
	field := "document.querySelector('[data-setting=chains]')"
	wrong := "document.querySelector('#set-chains-wrong').textContent"
	for value, want := range map[string]string{"1000": "1 to 64", "many": "no number", "2.5": "not whole",
		"8": ""} {
		b.fill(field, value)
		b.wait(fmt.Sprintf("%s to be judged", value),
			fmt.Sprintf("%s.includes(%s) && (%s === '') === %v && %s.hasAttribute('aria-invalid') === %v",
				wrong, quote(want), wrong, want == "", field, want != ""), patience)
	}
	b.fill(field, "65")
	b.clickOn("#settings-close")
	b.click("run")
	b.wait("the fault to be named", query("error")+".textContent.includes('Chains (in All settings): 65')",
		patience)
	b.fill(field, "")
	b.set("seed", "1.5")
	b.wait("the seed to be marked",
		query("seed")+".getAttribute('aria-invalid') === 'true' && "+
			"document.querySelector('#seed-say').textContent.includes('1.5')", patience)
	if evaluate[int](b, "spy.runs") != 0 {
		t.Error("a run began")
	}
}

// The quick preset answers with a part of the standard one's steps and no audit; old names of presets work.
func TestPresets(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + atFirst)
	b.ready()
	b.runsToItsEnd()
	if text := b.text("search"); strings.Contains(text, "Audited {") ||
		!strings.Contains(text, "The search has ended") ||
		!strings.Contains(text, "This preset audits no topology") {
		t.Errorf("the search reads %q", text)
	}
	if line := b.text("model-line"); line != "Quick, h = .025, seed 1" {
		t.Errorf("the model reads %q", line)
	}
	for link, label := range map[string]string{"fast": "Standard", "standard": "Standard",
		"quick": "Paper, in short", "paper": "Paper"} {
		b.open(shared.served + "/?" + link + "#run=0&model=topologies&preset=" + link)
		b.ready()
		if line := b.text("model-line"); !strings.HasPrefix(line, label+", ") {
			t.Errorf("preset=%s reads %q", link, line)
		}
	}
}

// While CGM runs the page says how long it will take, with limits that mostly hold the true end, and that it can be
// stopped; at the answer the test error is what it was then, within what the hint says. What else the machine does
// changes in the middle of a run as no forecast can know, so the best of three runs counts.
func TestTimeLeftAndHintAreHonest(t *testing.T) {
	held, told := 0, 0
	for n := 0; n < 3 && (told < 2 || 2*held < told); n++ {
		held, told = newTab(t).forecasts()
	}
	if told < 2 || 2*held < told {
		t.Errorf("in the last of three runs %d of %d forecasts hold the end", held, told)
	}
}

// forecasts runs CGM and counts the forecasts that were told and those of them that held the end.
func (b *tab) forecasts() (held, told int) {
	b.Helper()
	b.open(shared.served + "/" + quiet)
	b.ready()
	b.sample("cgm")
	execute(b, `{
		spy.told = [];
		spy.hint = null;
		new MutationObserver(() => {
			const left = document.getElementById("left").textContent,
				state = document.getElementById("state").textContent;
			const m = /about (\d+)\u00a0s left, (\d+)\u00a0s to (\d+)\u00a0s/.exec(left);
			if (m && state === "running")
				spy.told.push({at: performance.now(), low: Number(m[2]), high: Number(m[3])});
			if (state === "auditing") spy.answered ??= performance.now();
			const hint = document.getElementById("run-hint").textContent;
			const shown = document.querySelector("[data-metric=test-mse]");
			if (/you can stop now/i.test(hint)) spy.hint ??= {hint, mse: shown.dataset.value};
		}).observe(document.querySelector("section.run"),
			{subtree: true, childList: true, characterData: true});
	}`)
	b.run()
	b.rests("auditing") // what is told ends with the answer, and the run need not go on
	type forecast struct{ At, Low, High float64 }
	all, answered := evaluate[[]forecast](b, "spy.told"), evaluate[float64](b, "spy.answered")
	for _, f := range all {
		if rest := (answered - f.At) / 1000; f.Low-1 <= rest && rest <= f.High+1 { // told in whole seconds
			held++
		}
	}
	b.Logf("%d of %d forecasts hold the end: %+v, %v", held, len(all), all, answered)
	b.hintIsHonest()
	return held, len(all)
}

// hintIsHonest compares the test error with that of when the page said that the run can be stopped.
func (b *tab) hintIsHonest() {
	b.Helper()
	hint := evaluate[struct{ Hint, MSE string }](b, "spy.hint ?? {}")
	if hint.Hint == "" {
		b.Fatal("no hint that the run can be stopped")
	}
	var then float64
	fmt.Sscan(hint.MSE, &then)
	if now := b.metric("test-mse"); now < .98*then || now > 1.02*then {
		b.Errorf("the test MSE was %v when the page said %q, and is %v", then, hint.Hint, now)
	}
}

// A regression is averaged over bandwidths when that is chosen, and says with what error; then a second run stands
// beside the first, with what was changed, and the first can be kept.
func TestBandwidthsAndTwoRuns(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + atFirst)
	b.ready()
	b.choose("file-input", file(t, "mine.csv", []byte(steps())))
	b.wait("the review", line+".startsWith('mine.csv:') && "+noted+".includes('A run uses')", patience)
	b.set("bandwidth", "several")
	b.wait("the choice", query("model-line")+".textContent === 'Quick, h averaged, seed 1'", patience)
	b.run()
	b.rests("done")
	b.wait("the average", "document.querySelector('[data-metric=average-mse]') !== null", 4*patience)
	hint := evaluate[string](b, "document.querySelector('#run-hint').textContent")
	if !strings.Contains(hint, "averaged over") || !strings.Contains(hint, "MSE on the test rows is") {
		t.Errorf("the run says %q", hint)
	}
	b.set("bandwidth", "")
	b.set("seed", "2")
	b.run()
	b.rests("done")
	b.wait("the run before", "document.querySelector('[data-metric=before-mse]') !== null", patience)
	b.settles("the errors of the test rows", query("metrics")+".textContent")
	b.click("two-open")
	b.wait("the comparison", query("two-body")+".textContent.includes('Weight of')", patience)
	for _, want := range []string{"What differs", "Seed21", "paired", "±"} {
		if !becomes(b, true, query("two")+".textContent.includes("+quote(want)+")") {
			t.Errorf("the comparison does not say %q: %s", want, b.text("two"))
		}
	}
	b.click("two-pin")
	b.wait("the run to be kept", query("two-say")+".textContent.includes('is kept')", patience)
	b.click("two-close")
	for seed := 3; seed <= 4; seed++ {
		b.set("seed", fmt.Sprint(seed))
		b.run()
		b.rests("done")
		b.settled()
	}
	b.click("two-open")
	b.wait("the kept run", query("two-say")+".textContent.includes('seed 2')", patience)
}

// The bandwidth of a classification is chosen by cross-validation, and the run that stays has it.
func TestBandwidthByCrossValidation(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + atFirst + "&bandwidth=several&seed=3")
	b.ready()
	b.choose("file-input", file(t, "kinds.csv", lines("x,z,kind", 60, func(i int) string {
		return fmt.Sprintf("%d,%d,%s", i, i*i%7, []string{"low", "high"}[i/30])
	})))
	b.wait("the task", query("model-line")+".textContent.includes('cross-validation')", patience)
	b.run()
	b.wait("a word on what was chosen",
		"/Cross-validation|cross-validation/.test(document.querySelector('#run-hint').textContent) && "+
			query("state")+".textContent === 'done'", 4*patience)
	b.Logf("the page says: %s", evaluate[string](b, "document.querySelector('#run-hint').textContent"))
}

// A press of Run while another table opens means that table.
func TestRunWhileATableOpens(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + quiet)
	b.ready()
	b.sample("iris")
	b.wait("the table", query("run")+".disabled === false", patience)
	execute(b, query("sample-wu")+".click(); "+query("run")+".click()")
	b.wait("a tree", tree, patience)
	if got := evaluate[string](b, line); !strings.HasPrefix(got, "WU") {
		t.Errorf("the run is on: %s", got)
	}
	b.click("stop")
	b.rests("stopped")
}
