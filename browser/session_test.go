// This file tests sessions: saved and taken up by the bridge and on the page, looked back at, kept on this device, and
// not lost unawares.

//go:build browser

package browser

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestBridgeSaveAndRestore: a run taken up from its file has the digest, topologies and predictions that it had, tells
// its steps, and ends like the run that went on; in both modes, from text and from columns.
func TestBridgeSaveAndRestore(t *testing.T) {
	b := bridge(t, shared.served)
	for name, options := range map[string]string{
		"fast":   `{data: csv, target: "y", preset: "first", settings: {keptDraws: 60}}`,
		"visits": `{data: csv, target: "y", preset: "quick", settings: small}`,
		"columns": `{data: {columns: {x: Float64Array.from({length: 60}, (_, i) => i / 60),
			y: Array.from({length: 60}, (_, i) => i < 30 ? 1 : 3 + (i % 5) / 50)}}, preset: "first",
			settings: {keptDraws: 60}}`,
		"tests": `{data: csv, target: "y", test: csv, testName: "again.csv", preset: "first",
			settings: {keptDraws: 60}}`,
	} {
		got := script[struct {
			Was, Is, End, EndOther, State, Page, Refused string
			Steps, Told                                  int
			Seconds                                      float64
			Same                                         bool
		}](b, fmt.Sprintf(`
			const s = await create(%s);
			for (let i = 0; i < 3; i++) await s.step();
			const file = await s.save({row: 4});
			const was = await s.digest();
			const r = await restore({data: file, workers: 1});
			const is = await r.digest();
			const rows = {train: [0, 1, 2]};
			const same = JSON.stringify(await s.predict(rows)) === JSON.stringify(await r.predict(rows)) &&
				JSON.stringify(await s.topologies()) === JSON.stringify(await r.topologies()) &&
				JSON.stringify(was) === JSON.stringify(is) &&
				JSON.stringify(s.session.table) === JSON.stringify(r.session.table) &&
				file.name.endsWith(".dcctree");
			const {state, page, steps, seconds} = r.restored;
			const told = steps.length;
			await s.run();
			await r.run();
			const bytes = new Uint8Array(await file.arrayBuffer());
			bytes[bytes.length >> 1] ^= 8;
			const refused = await refusal(restore({data: bytes, name: "mine.dcctree"}));
			const out = {Was: was.digest, Is: is.digest, End: (await s.digest()).digest,
				EndOther: (await r.digest()).digest, State: state,
				Page: JSON.stringify(page), Steps: steps.at(-1).index, Told: told, Same: same,
				Seconds: seconds, Refused: refused.code + " " + refused.field + " " + refused.own};
			s.close();
			r.close();
			return out;`, options))
		if got.Was != got.Is || got.Was == "" || !got.Same || got.End != got.EndOther || got.End == got.Was {
			t.Errorf("%s: %+v", name, got)
		}
		if got.State != "paused" || got.Page != `{"row":4}` || got.Steps != 3 || got.Told != 3 ||
			got.Seconds <= 0 || got.Refused != "session checksum true" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestBridgeLook: questions are answered as after a step, and as they are now again.
func TestBridgeLook(t *testing.T) {
	b := bridge(t, shared.served)
	got := script[struct {
		Digests []string
		Back    []string
		Now     string
		First   int
		Last    int
		Bytes   int
		Refused string
	}](b, `
		const s = await create({data: csv, target: "y", settings: {keptDraws: 60}});
		const Digests = [], Back = [];
		for (let i = 0; i < 3; i++) { await s.step(); Digests.push((await s.digest()).digest); }
		for (let i = 1; i <= 3; i++) { await s.look(i); Back.push((await s.digest()).digest); }
		const {code, field} = await refusal(s.look(9));
		const {first: First, last: Last, bytes: Bytes} = await s.look();
		const Now = (await s.digest()).digest;
		s.close();
		return {Digests, Back, Now, First, Last, Bytes, Refused: code + " " + field};`)
	if strings.Join(got.Digests, " ") != strings.Join(got.Back, " ") || got.Digests[0] == got.Digests[2] ||
		got.Now != got.Digests[2] {
		t.Errorf("%+v", got)
	}
	if got.First != 1 || got.Last != 3 || got.Bytes < 1000 || got.Refused != "setting step" {
		t.Errorf("%+v", got)
	}
}

// catchesFiles keeps the file that the page hands to the browser, which has bytes alone there; its name is that of the
// file that was made last.
const catchesFiles = `globalThis.File = new Proxy(File, {construct(real, given) {
	spy.name = given[1];
	return new real(...given);
}});
URL.createObjectURL = new Proxy(URL.createObjectURL, {apply(real, self, [blob]) {
	if (blob.type === "application/octet-stream") spy.file = blob;
	return real.call(self, blob);
}});`

// savedFile presses Save session and returns the path of a copy.
func (b *tab) savedFile() string {
	b.Helper()
	execute(b, "spy.file = null")
	b.click("save-session")
	b.wait("the file", "spy.file", patience)
	text := script[string](b,
		`const bytes = new Uint8Array(await spy.file.arrayBuffer()); let s = "";
		for (const x of bytes) s += String.fromCharCode(x); return btoa(s);`)
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		b.Fatal(err)
	}
	return file(b.T, evaluate[string](b, "spy.name"), data)
}

// lastScreen is screen once nothing of it changes any more.
func (b *tab) lastScreen() string {
	b.Helper()
	b.settles("the last results", results)
	return b.screen()
}

// screen is what a person sees of the results.
func (b *tab) screen() string {
	b.Helper()
	return evaluate[string](b, results)
}

// results is the same in JavaScript.
const results = `["topologies", "tree", "prediction", "metrics", "diagnostics", "log"]
	.map(id => document.querySelector("[data-test=" + id + "]").textContent.trim()).join("|")`

// shows waits until the page shows what it did.
func (b *tab) shows(want string) {
	b.Helper()
	got := ""
	for began := time.Now(); time.Since(began) < patience; time.Sleep(100 * time.Millisecond) {
		if got = b.screen(); got == want {
			return
		}
	}
	b.Fatalf("the page shows\n%s\nand should show\n%s", got, want)
}

// TestSessionOnThePage: an own table is run to its end, saved, and opened by the file input in a fresh tab: the page
// shows the same, samples nothing, and still offers Run. A damaged file leaves everything as it is.
func TestSessionOnThePage(t *testing.T) {
	b := newTab(t, catchesFiles)
	b.open(shared.served + "/" + atFirst)
	b.ready()
	b.choose("file-input", file(t, "steps.csv", []byte(steps())))
	b.wait("the table", query("target")+".value === 'y'", patience)
	b.set("seed", "7")
	b.run()
	b.rests("done")
	b.wait("the digest", "document.getElementById('facts').textContent.includes('Digest')", patience)
	b.wait("the size", "/KB|MB/.test("+query("session-size")+".textContent)", patience)
	before := b.text("prediction")
	b.set("row", "3")
	b.wait("the row", query("prediction")+".textContent.trim() !== "+quote(before), patience)
	path := b.savedFile()
	b.wait("the word", query("take-status")+".textContent.includes('Saved as steps.dcctree')", patience)
	want := b.lastScreen()

	c := newTab(t, catchesFiles)
	c.open(shared.served + "/" + atFirst)
	c.ready()
	c.choose("file-input", path)
	c.rests("done")
	c.shows(want)
	seed, target, row := evaluate[string](c, query("seed")+".value"), evaluate[string](c, query("target")+".value"),
		evaluate[string](c, query("row")+".value")
	if seed != "7" || target != "y" || row != "3" {
		t.Errorf("seed %s, target %s, row %s", seed, target, row)
	}
	if n := evaluate[int](c, "spy.steps"); n != 0 {
		t.Errorf("%d steps were made", n)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/3] ^= 1
	c.choose("file-input", file(t, "broken.dcctree", data))
	c.wait("the refusal", query("error")+".textContent.includes('broken.dcctree') && "+query("error")+
		".textContent.includes('checksum')", patience)
	if got := c.screen(); got != want {
		t.Error("a damaged file changed what is on the screen")
	}
	c.run() // what is restored can be run anew
	c.wait("a new run", "spy.steps > 0", patience)
}

// TestPausedSessionGoesOn: a run saved in the middle is Paused after opening, goes on by Run, and ends with the digest
// of the run that was not interrupted.
func TestPausedSessionGoesOn(t *testing.T) {
	b := newTab(t, catchesFiles)
	b.open(shared.served + "/" + atFirst)
	b.ready()
	b.choose("file-input", file(t, "steps.csv", []byte(steps())))
	b.wait("the table", query("target")+".value === 'y'", patience)
	b.click("step")
	b.wait("a step", "spy.steps === 1", patience)
	b.rests("paused")
	b.click("step")
	b.wait("two steps", "spy.steps === 2", patience)
	b.rests("paused")
	path := b.savedFile()
	digest := func(b *tab) string {
		b.Helper()
		b.run()
		b.rests("done")
		b.wait("the digest", "/[0-9a-f]{16}/.test(document.getElementById('facts').textContent)", patience)
		return evaluate[string](b, "/[0-9a-f]{16}/.exec(document.getElementById('facts').textContent)[0]")
	}
	want := digest(b)
	b.choose("file-input", path) // over the finished run, in the same tab
	b.rests("paused")
	if text := b.text("run"); text != "Continue" {
		t.Errorf("the button says %q", text)
	}
	if got := digest(b); got != want {
		t.Errorf("digest %s, without the interruption %s", got, want)
	}
}

// TestLookBackOnThePage: Step back, Previous, Next, a click and the keyboard in "What happened" show the page as it
// was; the run is left alone.
func TestLookBackOnThePage(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + quiet)
	b.ready()
	b.choose("file-input", file(t, "steps.csv", []byte(steps())))
	b.wait("the table", query("target")+".value === 'y'", patience)
	if !evaluate[bool](b, query("step-back")+".disabled") {
		t.Error("Step back is offered before the first step")
	}
	var was []string
	results := `["topologies", "tree", "prediction", "metrics"]
		.map(id => document.querySelector("[data-test=" + id + "]").textContent.trim()).join("|")`
	for k := range 3 {
		b.click("step")
		b.wait("a step", fmt.Sprintf("spy.steps === %d && spy.ended === false", k+1), patience)
		b.rests("paused")
		b.wait("its picture", fmt.Sprintf("document.querySelectorAll('[data-look]').length === %d", k+1),
			patience)
		b.settles("the step's results", results)
		was = append(was, evaluate[string](b, results))
	}
	shows := func(what string, k int) {
		b.Helper()
		looking := fmt.Sprintf("%s.hidden === false && %s.textContent.startsWith('Looking at step %d of 3')",
			query("looking"), query("looking"), k)
		if k == 3 {
			looking = query("looking") + ".hidden"
		}
		b.wait(what, fmt.Sprintf("%s && %s === %s", looking, results, quote(was[k-1])), patience)
	}
	b.click("step-back")
	shows("the second step", 2)
	b.click("looking-back")
	shows("the first step", 1)
	if !evaluate[bool](b, query("looking-back")+".disabled && "+query("step-back")+".disabled") {
		t.Error("there is a step before the first")
	}
	b.click("looking-next")
	shows("the second step again", 2)
	b.click("looking-now")
	shows("the present", 3)
	b.clickOn(`[data-look="1"] span`)
	shows("the first step by a click", 1)
	b.clickOn(`[data-look="2"] .when`)
	shows("the second by its time", 2)
	execute(b, `document.querySelector('[data-look="1"] .when').focus()`)
	b.do("Enter", chromedp.KeyEvent("\r"))
	shows("the first by keyboard", 1)
	if focus := evaluate[string](b, "document.activeElement.dataset.focus"); focus != "at1" {
		t.Errorf("the keyboard is at %q", focus)
	}
	if state := b.text("state"); state != "paused" {
		t.Errorf("the run is %s", state)
	}
	b.click("step") // the run goes on while an earlier step is shown
	b.wait("a fourth step", "spy.steps === 4", patience)
	b.wait("the count", query("looking")+".textContent.includes('step 1 of 4')", patience)
	b.wait("the first step still", fmt.Sprintf("%s === %s", results, quote(was[0])), patience)
	b.click("looking-now")
	b.wait("the present", query("looking")+".hidden", patience)
}

// TestRememberedOnThisDevice: nothing is kept unless it is wished; what is kept is offered at the next visit, opens
// with its digest, and is gone when it is forgotten. It works under the page's policy, also on a host without headers.
func TestRememberedOnThisDevice(t *testing.T) {
	for name, server := range servers() {
		t.Run(name, func(t *testing.T) {
			b := newTab(t, catchesQuestion)
			visit := func() {
				b.Helper()
				b.open("about:blank")
				b.open(server + "/" + quiet)
				b.ready()
				b.wait("the box", query("keep")+".disabled === false", patience)
			}
			held := func() bool { b.Helper(); return script[bool](b, inStore+"return await stored() > 0") }
			visit()
			b.choose("file-input", file(t, "steps.csv", []byte(steps())))
			b.wait("the table", query("target")+".value === 'y'", patience)
			b.click("step")
			b.rests("paused")
			b.wait("the tree", tree, patience)
			if evaluate[bool](b, query("keep")+".checked") || held() {
				t.Error("something is kept though nobody asked for it")
			}
			if !evaluate[bool](b, "spy.asks()") {
				t.Error("the tab closes without a question though an own table has results")
			}
			b.click("keep")
			b.wait("the word", query("keep-say")+".textContent.includes('Kept in')", patience)
			want := b.lastScreen()
			for !held() {
			}
			b.wait("no question", "!spy.asks()", patience)
			visit()
			b.wait("the offer", "!"+query("kept")+".hidden", patience)
			if text := b.text("kept-open"); !strings.Contains(text, "steps.csv") || b.text("tree") == "" {
				t.Errorf("the offer says %q", text)
			}
			b.click("kept-open")
			b.rests("paused")
			b.shows(want)
			b.click("forget")
			b.wait("the word", query("keep-say")+".textContent.includes('Nothing')", patience)
			if held() || evaluate[bool](b, query("keep")+".checked") {
				t.Error("something is still kept")
			}
			visit()
			if !evaluate[bool](b, query("kept")+".hidden && !"+query("keep")+".checked") {
				t.Error("something is offered that was forgotten")
			}
		})
	}
}

// TestKeptByPath: what a page keeps, a page in another folder of the same host neither offers nor forgets; a tab that
// comes to the front sees what others have done.
func TestKeptByPath(t *testing.T) {
	mux := http.NewServeMux()
	site := http.FileServer(http.Dir(shared.published))
	mux.Handle("/one/", http.StripPrefix("/one", site))
	mux.Handle("/two/", http.StripPrefix("/two", site))
	url, stop, err := listen(mux)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	b := newTab(t)
	visit := func(path string) {
		b.Helper()
		b.open("about:blank")
		b.open(url + path + quiet)
		b.ready()
		b.wait("the box", query("keep")+".disabled === false", patience)
	}
	folders := func() string {
		b.Helper()
		return script[string](b, `const names = [];
			for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
			return names.sort().join("; ");`)
	}
	visit("/one/")
	b.click("keep")
	b.wait("the word", query("keep-say")+".textContent.includes('Kept in')", patience)
	visit("/two/")
	if evaluate[bool](b, query("keep")+".checked || !"+query("forget")+".hidden") {
		t.Error("a page in another folder takes the wish for its own")
	}
	b.click("keep")
	b.wait("the word", query("keep-say")+".textContent.includes('Kept in')", patience)
	if got, want := folders(), "dcctree %2Fone%2F; dcctree %2Ftwo%2F"; got != want {
		t.Errorf("the folders are %q, want %q", got, want)
	}
	b.click("forget")
	b.wait("the word", query("keep-say")+".textContent.includes('Nothing')", patience)
	if got, want := folders(), "dcctree %2Fone%2F"; got != want {
		t.Errorf("after Forget in the other folder there are %q, want %q", got, want)
	}
	visit("/one/")
	if !evaluate[bool](b, query("keep")+".checked") {
		t.Error("what another page forgot is forgotten here")
	}
	script[any](b,
		`await (await navigator.storage.getDirectory()).removeEntry("dcctree %2Fone%2F", {recursive: true});
		dispatchEvent(new Event("focus"));`)
	b.wait("the word", query("keep-say")+".textContent.includes('Forgotten in another tab')", patience)
	if evaluate[bool](b, query("keep")+".checked || !"+query("forget")+".hidden") {
		t.Error("the box stays on in a tab that comes to the front after another has forgotten")
	}
}

// TestNoPlaceToKeep: where the browser has no private file system, the page says so when it is asked to remember; what
// version 0.1.0 kept is offered at each visit until it is forgotten.
func TestNoPlaceToKeep(t *testing.T) {
	b := newTab(t, `Object.defineProperty(Navigator.prototype, "locks", {value: undefined});`)
	old := newMarked("old.csv")
	b.open(shared.served + "/bare")
	script[any](b, asOfOld(old))
	for range 2 {
		b.open("about:blank")
		b.open(shared.served + "/" + quiet)
		b.ready()
		b.wait("the offer", "!"+query("kept")+".hidden && "+query("keep")+".disabled === false", patience)
		said := b.text("keep-say")
		if evaluate[bool](b, query("keep")+".checked") || !strings.Contains(said, "nothing new is kept") {
			t.Errorf("the box is on, or the page says %q", said)
		}
	}
	b.click("kept-open")
	b.rests("paused")
	b.click("keep")
	b.wait("the word", query("keep-say")+".textContent.includes('keeps nothing')", patience)
	if evaluate[bool](b, query("keep")+".checked") {
		t.Error("the box stays on")
	}
	b.click("forget")
	b.wait("the word", query("keep-say")+".textContent.includes('Nothing is kept')", patience)
	if left := script[int](b, "return (await indexedDB.databases()).length"); left != 0 {
		t.Errorf("%d databases are left", left)
	}
}

// TestSamplesAreWhatTheyAre: a session that calls its table a sample, or has its own rows for a sample's test, is
// somebody's own: it shows its own name, and the tab asks before it closes. A sample's session stays a sample's.
func TestSamplesAreWhatTheyAre(t *testing.T) {
	b := newTab(t, catchesQuestion)
	b.open(shared.served + "/bare")
	// as the page writes it
	const claim = `{"choice": {"Sample": "wu", "Preset": "fast", "Seed": "1", "Task": "auto"}, "name": "WU"}`
	wu := string(table(t, "wu-train"))
	for _, c := range []struct {
		what, options string
		own           bool
	}{
		{"a private table", fmt.Sprintf(`{data: %s}`, quote(steps())), true},
		{"private test rows", fmt.Sprintf(`{data: %s, test: %[1]s.split("\n").slice(0, 40).join("\n")}`,
			quote(wu)), true},
		{"the sample", fmt.Sprintf(`{data: %s, test: %s}`, quote(wu), quote(string(table(t, "wu-test")))),
			false},
	} {
		t.Run(c.what, func(t *testing.T) {
			b.open(shared.served + "/bare")
			content := script[string](b, fmt.Sprintf(`const {create} = await import("./dcctree.js");
				const s = await create({...%s, target: "y", settings: {keptDraws: 60}});
				await s.step();
				const file = await s.save(%s);
				s.close();
				const bytes = new Uint8Array(await file.arrayBuffer());
				return btoa(Array.from(bytes, x => String.fromCharCode(x)).join(""));`, c.options,
				quote(claim)))
			body, err := base64.StdEncoding.DecodeString(content)
			if err != nil {
				t.Fatal(err)
			}
			b.open(shared.served + "/" + quiet)
			b.ready()
			b.choose("file-input", file(t, "mine.dcctree", body))
			b.rests("paused")
			got := evaluate[struct {
				Pressed, Notice bool
				Line            string
			}](b, `({pressed: `+query("sample-wu")+`.getAttribute("aria-pressed") === "true",
				line: document.getElementById("data-line").textContent,
				notice: !document.getElementById("notice-box").hidden &&
					`+query("notice")+`.textContent.includes("another table")})`)
			if got.Pressed == c.own || got.Notice != c.own || strings.HasPrefix(got.Line, "WU") == c.own {
				t.Errorf("%s is shown as %+v", c.what, got)
			}
			b.click("step")
			b.rests("paused")
			if asks := evaluate[bool](b, "spy.asks()"); asks != c.own {
				t.Errorf("%s: the tab asks before it closes: %v", c.what, asks)
			}
		})
	}
}

// catchesQuestion keeps the listener that asks before the page is closed, so that no dialog opens and the test can ask
// it.
const catchesQuestion = `{
	const add = globalThis.addEventListener, remove = globalThis.removeEventListener;
	globalThis.addEventListener = function (type, ...rest) {
		type === "beforeunload" ? (spy.question = rest[0]) : add.call(this, type, ...rest);
	};
	globalThis.removeEventListener = function (type, ...rest) {
		type === "beforeunload" ? (spy.question = null) : remove.call(this, type, ...rest);
	};
	spy.asks = () => {
		const e = new Event("beforeunload", {cancelable: true});
		spy.question?.(e);
		return e.defaultPrevented;
	};
}`
