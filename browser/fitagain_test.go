// This file tests the panel of all trees at once when a fit is not the first: of another question, after a crash, by a
// link.

//go:build browser

package browser

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// Another target is another question: values of "What if" that were changed are given up, the report names the rows
// that its own fit held out, and what is mended is no longer complained about.
func TestFitOfAnotherQuestion(t *testing.T) {
	b := newTab(t)
	dir := b.downloads()
	b.open(shared.served + "/" + atOnce)
	b.ready()
	b.opensOwn(ownTable())
	b.unfold(query("splits"))
	b.set("splits", "sharp") // which settle sooner
	b.fitsAtOnce()
	b.reportSays(dir, ">.3, seed 1<")
	values := query("fit-if-values")
	b.wait("a row", values+".querySelector('[data-range]') !== null", patience)
	least := evaluate[string](b, values+".querySelector('[data-range]').min")
	b.fill(values+".querySelector('[data-range]')", least)
	b.wait("another value", query("fit-if-note")+".textContent.includes('there is no true value')", patience)

	b.unfold(query("test-file-input"))
	b.choose("test-file-input", file(t, "later.csv", []byte("island,mass,yield\nDream,21,1\nBiscoe,50,5\n")))
	b.wait("that the choice is another", "!"+query("fit-stale")+".hidden", patience)
	b.reportSays(dir, ">.3, seed 1<")
	b.unfold(query("way"))
	b.set("way", "topologies")
	b.wait("a word without Run", query("fit-longer")+".hidden && !"+query("fit-stale")+".hidden && !"+
		query("fit-stale")+".textContent.includes('Run')", patience)
	b.set("way", "")

	b.unfold(query("target"))
	b.set("target", "mass")
	b.set("seed", "abc")
	b.click("run")
	b.wait("a complaint", query("error")+".textContent.includes('abc')", patience)
	b.set("seed", "1")
	b.fitsAtOnce()
	if evaluate[bool](b, query("error")+".checkVisibility()") {
		t.Errorf("of a seed that was mended the page still says %q", b.text("error"))
	}
	b.wait("a row of the new answer", query("fit-if-note")+".textContent === '' && "+values+
		".textContent.includes('yield') && !"+values+".textContent.includes('mass')", patience)
	b.reportSays(dir, ">later.csv<")
}

// fitsAtOnce presses Run and waits for the end.
func (b *tab) fitsAtOnce() {
	b.Helper()
	b.click("run")
	b.wait("a fit under way", query("state")+".dataset.state === 'running'", patience)
	b.wait("the end", query("state")+".dataset.state === 'done' && "+query("fit-stale")+".hidden", wholeRun)
}

// reportSays saves the report.
func (b *tab) reportSays(dir, want string) {
	b.Helper()
	if _, report := b.caught(dir, func() { b.click("fit-report") }); !strings.Contains(string(report), want) {
		b.Errorf("the report lacks %q", want)
	}
}

// When the coordinator dies in the middle of a fit, the page says so, and the next fit opens the table anew.
func TestFitAfterACrash(t *testing.T) {
	b := newTab(t, sabotage())
	b.open(shared.served + "/" + atOnce)
	b.ready()
	b.opensOwn(ownTable())
	b.click("run")
	b.wait("a stage", query("fit-stage")+".textContent.includes('pass')", patience)
	execute(b, fmt.Sprintf("while (spy.ids.some(w => w.name === %[1]q)) spy.break(%[1]q, 'trap')", coordinatorName))
	b.wait("a word on it", query("error")+".textContent.includes('Run')", patience)
	b.wait("rest", query("stop")+".disabled && !"+query("run")+".disabled", patience)
	execute(b, "spy.prefix = ''")
	b.click("run")
	b.wait("a stage of the next fit", query("fit-stage")+".textContent.includes('pass')", patience)
	b.wait("an answer", query("fit-verdict")+".textContent !== ''", patience)
	if evaluate[bool](b, query("error")+".checkVisibility()") {
		t.Errorf("the next fit goes on under %q", b.text("error"))
	}
}

// A link of one's own table chooses for the receiver's; one that names a column that its table lacks says so and fits
// nothing.
func TestLinksToFits(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/#seed=7&scale=log&noise=heavy&size=small&run=0")
	b.ready()
	b.opensOwn(ownTable())
	for name, want := range map[string]string{"scale": "log", "noise": "heavy", "size": "small", "seed": "7"} {
		if got := evaluate[string](b, query(name)+".value"); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	b = newTab(t)
	b.open(shared.served + "/#target=yields&data=" + url.QueryEscape(string(ownTable())))
	b.ready()
	b.wait("a notice", query("notice")+".textContent.includes('target')", patience)
	if evaluate[bool](b, query("state")+".dataset.state === 'running'") {
		t.Error("another target than the link's is fitted")
	}
}
