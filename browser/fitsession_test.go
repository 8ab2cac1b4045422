// This file saves what a fit found, as a file and on this device, and opens it again.

//go:build browser

package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// parts of the panel that say what a fit found.
var fitParts = []string{"fit-verdict", "fit-facts", "fit-scores", "fit-splits", "fit-alike", "fit-tree", "fit-price",
	"fit-cost"}

// found is what the panel says.
func (b *tab) found() (all []string) {
	b.Helper()
	for _, part := range fitParts {
		all = append(all, b.text(part))
	}
	return all
}

// fitsOwn runs a fit of the small table to its end.
func (b *tab) fitsOwn() {
	b.Helper()
	b.opensOwn(ownTable())
	b.set("seed", "7")
	b.click("run")
	b.wait("the end", query("state")+".dataset.state === 'done' && "+query("fit-price")+".textContent !== ''",
		patience)
}

// TestFitSession: a fit saved as a file is shown again in another tab, with what was chosen, and without fitting; a
// damaged file changes nothing; a session that is kept on this device is offered at the next visit.
func TestFitSession(t *testing.T) {
	b := newTab(t, catchesFiles, catchesQuestion)
	b.open(shared.served + "/" + atOnce)
	b.ready()
	b.fitsOwn()
	b.wait("the size", "/KB|MB/.test("+query("session-size")+".textContent)", patience)
	b.asks(true)
	path := b.savedFile()
	b.asks(false)
	want := b.found()

	c := newTab(t, catchesFiles, catchesQuestion)
	c.open(shared.served + "/" + atOnce)
	c.ready()
	c.choose("file-input", path)
	c.wait("the answer", query("state")+".dataset.state === 'done' && !"+query("fit-result")+".hidden", patience)
	if got := c.found(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the panel says\n%q\nit said\n%q", got, want)
	}
	if seed := evaluate[string](c, query("seed")+".value"); seed != "7" {
		t.Errorf("the seed is %q", seed)
	}
	if !evaluate[bool](c, query("fit-stale")+".hidden") {
		t.Errorf("the answer is called old: %q", c.text("fit-stale"))
	}
	c.asks(false)
	c.choose("fit-rows", file(t, "more.csv", []byte("mass,island\n30,Dream\n")))
	c.wait("that trees are not kept", query("fit-rows-say")+".textContent.includes('not at hand')", patience)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/3] ^= 1
	c.choose("file-input", file(t, "broken.dcctree", data))
	c.wait("the refusal", query("error")+".textContent.includes('checksum')", patience)
	if got := c.found(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("a damaged file changed the panel: %q", got)
	}
	c.click("run") // it can be fitted anew, to the same answer
	c.wait("a fit", query("state")+".dataset.state === 'running'", patience)
	c.wait("its end", query("state")+".dataset.state === 'done'", patience)
	if got := c.found(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("fitted anew the panel says\n%q\nit said\n%q", got, want)
	}

	b.click("keep")
	b.wait("the word", query("keep-say")+".textContent.includes('Kept in')", patience)
	for !script[bool](b, inStore+"return await stored() > 0") {
	}
	b.open("about:blank")
	b.open(shared.served + "/" + atOnce)
	b.ready()
	b.wait("the offer", "!"+query("kept")+".hidden", patience)
	b.click("kept-open")
	b.wait("the answer", "!"+query("fit-result")+".hidden", patience)
	if got := b.found(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("kept on the device the panel says\n%q\nit said\n%q", got, want)
	}
	b.asks(false)
	b.unfold(query("way"))
	b.set("way", "topologies") // one thing is kept: a run takes the place of the fit, which is at risk again
	b.set("preset", "first")
	b.click("step")
	b.rests("paused")
	b.wait("a question", "spy.asks()", patience)
	b.set("way", "")
	b.asks(true)
	b.click("forget")
	b.wait("the word", query("keep-say")+".textContent.includes('Nothing')", patience)
	b.asks(true)
}

// TestFitSessionOfAProgram: of a file without what the page keeps beside it the page takes seed and answer, and does
// not say that its own choices are those of the answer.
func TestFitSessionOfAProgram(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + atOnce)
	b.ready()
	text := script[string](b, `
		const { open } = await import("./bridge.js");
		const data = new Blob([`+quote(string(ownTable()))+`]);
		const session = await open({ data, name: "own.csv", workers: 1 });
		await session.fit({ target: "yield", folds: 0, seed: 12, work: 2e5 });
		const bytes = new Uint8Array(await (await session.saveFit()).arrayBuffer());
		session.close();
		return Array.from(bytes, (x) => String.fromCharCode(x)).join("");`)
	var data []byte
	for _, r := range text {
		data = append(data, byte(r))
	}
	b.choose("file-input", file(t, "own.dcctree", data))
	b.wait("the answer", "!"+query("fit-result")+".hidden", patience)
	b.wait("that it is of other choices", "!"+query("fit-stale")+".hidden", patience)
	b.wait("that the page's part is missing", query("notice")+".textContent.includes('not what this page showed')",
		patience)
}

// TestBridgeFitSession: a program gets the answer back, with the table and what it gave to be kept; a file of one kind
// is refused as the other.
func TestBridgeFitSession(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + atOnce)
	b.ready()
	text := script[string](b, `
		const { open, restore, restoreFit } = await import("./bridge.js");
		const data = new Blob([`+quote(string(ownTable()))+`]);
		const session = await open({ data, name: "own.csv", workers: 1 });
		const refused = (call) => call().then(() => "nothing", (error) => error.code + " " + error.field);
		const before = await refused(() => session.saveFit());
		const undrawn = await refused(() => session.fitFigure("tree"));
		const test = new Blob(["island,mass,yield\nDream,30,\n"]);
		const answer = await session.fit({ target: "yield", folds: 0, test, testName: "new.csv" });
		const asked = await session.predictFit("island,mass\nDream,30\n", "new.csv");
		const alike = asked.predictions[0].mean === answer.predictions[0].mean;
		const trees = await session.fitTrees();
		const whole = trees.digest === answer.digest && trees.trees.length > 0;
		const file = await session.saveFit({ row: 3 });
		const again = await restoreFit({ data: file, workers: 1 });
		const same = JSON.stringify(again.answer) === JSON.stringify(answer);
		const draw = (s) => s.fitFigure("tree", { leaves: 3, lang: "de" });
		const drawn = await Promise.all([session, again.session].map(draw));
		const rows = again.session.table.rows, tests = await again.test.text();
		const gone = await refused(() => again.session.fitTrees());
		const twice = await again.session.saveFit();
		again.session.close();
		const wrong = await refused(() => restore({ data: twice, workers: 1 }));
		const sampler = await session.create({ preset: "first", target: "yield", features: ["island"] });
		const run = await sampler.save();
		const other = await refused(() => restoreFit({ data: run, workers: 1 }));
		session.close();
		return JSON.stringify({ before, undrawn, drawn, name: file.name, page: again.page, same, alike, rows,
			whole, gone, tests, testName: again.testName, wrong, other });`)
	var got struct {
		Before, Name, Tests, TestName, Wrong, Other, Gone string
		Undrawn                                           string
		Drawn                                             []string
		Page                                              map[string]int
		Same, Alike, Whole                                bool
		Rows                                              int
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(got.Before, "no-result ") {
		t.Errorf("before a fit: %s", got.Before)
	}
	if !strings.HasPrefix(got.Undrawn, "no-result ") || !strings.HasPrefix(got.Drawn[0], "<svg") ||
		got.Drawn[0] != got.Drawn[1] {
		t.Errorf("figures: %s, %.200q", got.Undrawn, got.Drawn)
	}
	if got.Name != "own.dcctree" || got.Page["row"] != 3 || !got.Same || !got.Alike || got.Rows != 36 ||
		!strings.Contains(got.Tests, "Dream,30") || got.TestName != "new.csv" {
		t.Errorf("%s", text)
	}
	if !got.Whole || !strings.HasPrefix(got.Gone, "no-result ") {
		t.Errorf("drawn trees: %v, of a session file %s", got.Whole, got.Gone)
	}
	if got.Wrong != "session version" || got.Other != "session version" {
		t.Errorf("refused as %q and %q", got.Wrong, got.Other)
	}
}
