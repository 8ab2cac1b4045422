// This file tests the comparisons of bandwidths and priors, by the bridge and on the page.

//go:build browser

package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// few is a table so small that a comparison on it takes seconds: y is near 1 left of x = 0.5 and near 3 right of it.
func few() string {
	var b strings.Builder
	b.WriteString("x,y\n")
	for i := range 24 {
		fmt.Fprintf(&b, "%.3f,%.3f\n", float64(i)/24, 1+2*float64(i/12)+.1*float64(i*5%7))
	}
	return b.String()
}

// shallow is a prior under which trees of more than one split hardly matter, so that a comparison measures few.
const shallow = `{splitPrior: {alpha: 0.5, beta: 5}}`

// A comparison of bandwidths before the run itself has made a step: its table, its events, predictions by the average;
// a second one meanwhile is refused, a newer run ends one, a signal too.
func TestBridgeComparesBandwidths(t *testing.T) {
	b := bridge(t, shared.served)
	got := script[struct {
		Table struct {
			Task, Words     string
			Best, Gradients float64
			Average         struct{ Train, Test *struct{ MSE float64 } }
			Rows            []struct {
				H, Prior, Weight, WeightError, LogEvidence float64
				LogScore                                   *float64
				Topologies                                 []struct{ Name string }
			}
		}
		Events             []struct{ Progress float64 }
		Words              string
		Busy, Early        refusal
		Own, Average       []struct{ Mean, Low, High float64 }
		Given, Gone, Grid  refusal
		Misspelt, NoResult refusal
	}](b, `
		globalThis.s = await create({data: `+quote(few())+`, target: "y", seed: 7, workers: 2, holdout: 0.25,
			preset: "fast", settings: `+shallow+`});
		const early = await refusal(s.predict({test: [0]}, {average: true}));
		const events = [];
		const first = s.chooseBandwidth([0.2, 0.02], {onProgress: e => events.push(e)});
		const busy = await refusal(s.priorCheck());
		const table = await first;
		const noResult = await refusal(s.predict({test: [0]}));
		await s.run();
		const own = await s.predict({test: [0]}), average = await s.predict({test: [0]}, {average: true});
		const stop = new AbortController();
		const given = refusal(s.priorCheck({signal: stop.signal, onProgress: () => stop.abort()}));
		await given;
		const gone = refusal(s.priorCheck());
		await s.session.create({target: "y", workers: 2, preset: "fast", settings: `+shallow+`});
		return {table, events, words: events[0].words, busy, early, own, average, given: await given,
			gone: await gone, noResult,
			grid: await refusal(s.chooseBandwidth("many")),
			misspelt: await refusal(s.chooseBandwidth(null, {onprogress() {}}))};`)
	table := got.Table
	if table.Task != "regression" || len(table.Rows) != 2 || table.Rows[0].H != .02 ||
		table.Best != .02 && table.Best != .2 || table.Gradients < 1000 ||
		!strings.Contains(table.Words, "h = ") {
		t.Fatalf("%+v", table)
	}
	total := 0.0
	for _, r := range table.Rows {
		total += r.Weight
		if r.LogScore != nil || !(r.WeightError >= 0) || r.Prior != .5 || len(r.Topologies) == 0 {
			t.Errorf("%+v", r)
		}
	}
	if total < 1-1e-9 || total > 1+1e-9 || table.Average.Test == nil || !(table.Average.Test.MSE > 0) {
		t.Errorf("weights sum to %v, average %+v", total, table.Average)
	}
	for i, e := range got.Events {
		if e.Progress <= 0 || e.Progress > 1 || i > 0 && e.Progress < got.Events[i-1].Progress {
			t.Errorf("event %d: %+v", i, e)
		}
	}
	if len(got.Events) < 2 || !strings.HasPrefix(got.Words, "At h = ") {
		t.Errorf("%d events, the first %q", len(got.Events), got.Words)
	}
	if a := got.Average[0]; a.Low >= a.Mean || a.Mean >= a.High || a.Mean == got.Own[0].Mean {
		t.Errorf("own %+v, average %+v", got.Own, a)
	}
	for what, r := range map[string]struct {
		refusal
		code string
	}{
		"a second comparison": {got.Busy, "busy"}, "the average before a comparison": {got.Early, "no-result"},
		"a prediction before a step": {got.NoResult, "no-result"}, "given up": {got.Given, "stopped"},
		"a newer run": {got.Gone, "replaced"}, "no grid": {got.Grid, "setting"},
		"a misspelt option": {got.Misspelt, "setting"},
	} {
		if r.Code != r.code || !r.Own {
			t.Errorf("%s: %+v, want code %s", what, r.refusal, r.code)
		}
	}
}

// A prior check and cross-validation to their ends.
func TestBridgeChecksPriors(t *testing.T) {
	b := bridge(t, shared.static)
	got := script[struct {
		Priors struct {
			Words string
			Rows  []struct {
				Name, Label                            string
				Factor, WeightChange, PredictionChange float64
				ClassChange                            *float64
				TopologiesDepend, PredictionsDepend    bool
				Topologies                             []struct{ Weight float64 }
			}
		}
		Scores struct {
			Task         string
			Best, Widest float64
			Average      any
			Rows         []struct {
				LogScore, LogScoreError, Loss, Accuracy float64
				Weight                                  *float64
			}
		}
	}](b, `
		const data = `+quote(few())+`;
		const one = await create({data, target: "y", workers: 2, preset: "fast", settings: `+shallow+`});
		const priors = await one.priorCheck();
		one.close();
		const lines = data.trim().split("\n")
			.map((line, i) => i === 0 ? "x,k" : line.split(",")[0] + (i * 5 % 24 > 12 ? ",a" : ",b"));
		const two = await create({data: lines.join("\n"), target: "k", workers: 2, holdout: 0,
			settings: `+shallow+`});
		return {priors, scores: await two.chooseBandwidth([0.02, 0.2])};`)
	if rows := got.Priors.Rows; len(rows) != 5 || rows[0].Name != "as set" || rows[0].WeightChange != 0 ||
		rows[1].Factor != .5 || rows[4].Name != "splits" || got.Priors.Words == "" {
		t.Fatalf("%+v", got.Priors)
	}
	for _, r := range got.Priors.Rows {
		total := 0.0
		for _, w := range r.Topologies {
			total += w.Weight
		}
		if r.Label == "" || r.ClassChange != nil || !(r.PredictionChange >= 0) || total < .8 || total > 1+1e-9 {
			t.Errorf("%+v", r)
		}
	}
	s := got.Scores
	if s.Task != "classification" || len(s.Rows) != 2 || s.Average != nil || s.Widest < s.Best {
		t.Fatalf("%+v", s)
	}
	for _, r := range s.Rows {
		if r.Weight != nil || r.LogScore >= 0 || r.LogScoreError <= 0 || r.Loss < 0 || r.Accuracy <= 0 ||
			r.Accuracy > 1 {
			t.Errorf("%+v", r)
		}
	}
}

// The page: both buttons by keyboard alone, the result as words and a table, taken over into the next run; at 360 px
// nothing sticks out.
func TestPageChecks(t *testing.T) {
	b := newTab(t)
	b.viewport(360, 800)
	b.open(shared.served + "/" + quiet)
	b.ready()
	b.choose("file-input", file(t, "few.csv", []byte(few())))
	b.wait("the target to be offered",
		query("target")+".value === 'y' && !document.querySelector('#test-row').hidden", patience)
	if !evaluate[bool](b, query("check-priors")+".disabled") {
		t.Error("a check is offered before there is a tree")
	}
	b.settings(map[string]string{"splitPrior.alpha": "0.5", "splitPrior.beta": "5"})
	b.runsToItsEnd()
	b.pressKey("check-priors")
	b.wait("the way to give up to be offered", query("check-cancel")+".hidden === false", patience)
	if !evaluate[bool](b, "document.activeElement === "+query("check-cancel")) {
		t.Error("the keyboard's place is lost when a check starts")
	}
	b.pressKey("check-cancel")
	b.wait("the check to be given up", query("check-status")+".textContent.includes('given up')", patience)
	if !evaluate[bool](b, "document.activeElement === "+query("check-priors")) ||
		!evaluate[bool](b, query("check-result")+".hidden") {
		t.Error("giving up left the keyboard without a place, or a result")
	}
	b.pressKey("check-bandwidths")
	b.wait("the comparison to end", query("check-result")+".hidden === false", 4*patience)
	rows := evaluate[[]string](b, "[..."+query("check-result")+
		".querySelectorAll('tbody tr')].map(r => r.textContent)")
	if len(rows) != 5 || !strings.Contains(b.text("check-status"), "done") ||
		!strings.Contains(b.text("check-result"), "Averaged over h") {
		t.Errorf("rows %q, status %q, result %q", rows, b.text("check-status"), b.text("check-result"))
	}
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		if w := evaluate[float64](b, "document.documentElement.scrollWidth"); w > 360 {
			t.Errorf("%s: the page is %v px wide", scheme, w)
		}
	}
	if cut := b.cut(); cut != "" {
		t.Errorf("at 360 px these cut off what they hold: %s", cut)
	}
	if evaluate[bool](b, query("check-use")+".hidden") {
		t.Fatal("the best bandwidth is not offered, though it is not .025")
	}
	b.pressKey("check-use")
	b.wait("the setting to be told", query("check-status")+".textContent.includes('The next run has')", patience)
	text := evaluate[string](b, "document.body.innerText")
	if !strings.Contains(text, "Something was changed: Run starts anew.") && !strings.Contains(text, "differ") {
		t.Error("the page does not tell that a setting differs now")
	}
}

// pressKey focuses a button and presses Enter, as a keyboard alone does.
func (b *tab) pressKey(name string) {
	b.Helper()
	b.wait(name+" to be usable", query(name)+"?.disabled === false && !"+query(name)+".hidden", patience)
	execute(b, query(name)+".focus()")
	b.do("press Enter on "+name, chromedp.KeyEvent(kb.Enter))
}
