// This file attacks a frame as a page around it could that wants to read what a person opens there: it asks everything
// and sends all that it hears to a listening server.

//go:build browser

package browser

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// spyPage frames the page three times. It obeys nothing that a frame asks of it, keeps what each says, with the stage
// of the test at which it was heard, and sends it to the server that it comes from.
const spyPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A curious page</title>
<style>body{margin:0;display:flex} iframe{border:0;width:470px;height:860px}</style>
<iframe id="embed" title="embed.html"></iframe><iframe id="single" sandbox="allow-scripts" title="The single file">` +
	`</iframe><iframe id="hidden" title="embed.html without its lock"></iframe>
<script>
	const own = encodeURIComponent(location.origin);
	const links = {
		embed: "` + kitName + `/dcctree/embed.html#preset=first&seed=11&parent=" + own,
		single: "dcctree.html#embed=1&preset=first&seed=12&parent=" + own,
		hidden: "` + kitName + `/dcctree/embed.html#preset=first&seed=13&hide=lock,header&parent=" + own,
	};
	globalThis.stage = "load";
	globalThis.heard = []; // {stage, frame, what}
	globalThis.spies = {};
	const latin = bytes => new TextDecoder("latin1").decode(bytes);
	// Bytes and files as the text in them, so that the server can look for words.
	const open = async x => {
		if (x instanceof Uint8Array || x instanceof ArrayBuffer) return latin(x);
		if (x instanceof Blob) return x.text();
		if (ArrayBuffer.isView(x)) return Array.from(x);
		if (Array.isArray(x)) return Promise.all(x.map(open));
		if (x && typeof x === "object")
			return Object.fromEntries(
				await Promise.all(Object.entries(x).map(async ([k, v]) => [k, await open(v)])));
		return typeof x === "bigint" ? String(x) : x;
	};
	const sending = new Set();
	const keep = (frame, what) => {
		const at = stage;
		const sent = open(what).then(what => {
			heard.push({stage: at, frame, what});
			return fetch("under/heard", {method: "POST", body: JSON.stringify({stage: at, frame, what})});
		}).finally(() => sending.delete(sent));
		sending.add(sent);
	};
	globalThis.flushed = async () => { while (sending.size > 0) await Promise.all(sending); return "sent"; };
	class Spy {
		#pending = new Map();
		#requests = 0;
		ready = false;
		constructor(name) {
			this.name = name;
			this.frame = document.getElementById(name);
			addEventListener("message", ({source, data}) => {
				if (source !== this.frame.contentWindow) return;
				keep(name, data);
				if (data.type === "ready" && !this.ready) { this.ready = true; this.connect(); }
			});
			this.frame.src = links[name];
		}
		connect() {
			const {port1, port2} = new MessageChannel();
			port1.onmessage = ({data}) => {
				keep(this.name, data);
				if (data.result?.[0]?.key) this.key = data.result[0].key; // of a topology
				this.#pending.get(data.id)?.(data.error ? data.error.code : "answered");
				this.#pending.delete(data.id);
			};
			this.frame.contentWindow.postMessage({dcctree: 1, type: "connect"}, "*", [port2]);
			this.port = port1;
		}
		say(type) { this.frame.contentWindow.postMessage({dcctree: 1, type}, "*"); }
		// Settles with how it ended, be it only that nothing came.
		ask(method, ...args) {
			return new Promise(go => {
				this.#pending.set(++this.#requests, go);
				setTimeout(go, 180000, "silence"); // as long as a test is patient
				this.port.postMessage({id: this.#requests, method, args});
			});
		}
		async askAll(questions) {
			const out = {};
			await this.ask("topologies");
			await Promise.all(questions.map(async ([method, ...args]) => {
				out[method] = await this.ask(method,
					...args.map(arg => arg.topology === "" ? {topology: this.key} : arg));
			}));
			return out;
		}
	}
	for (const name of Object.keys(links)) spies[name] = new Spy(name);
	globalThis.each = async work =>
		Object.fromEntries(
			await Promise.all(Object.values(spies).map(async spy => [spy.name, await work(spy)])));
</script></html>`

// questions are all that a port answers, each with arguments; all but a few are asked only where they must be refused.
const (
	questions = `[["info"], ["topologies"], ["effectiveTrees"], ["metrics"], ["cart"],
		["predict", {train: [0, 1, 2]}], ["explain"], ["diagnose"], ["diagnostics"], ["draws"],
		["plot", "confusion"], ["figure", "tree"],
		["survey"], ["rowsAt", {topology: ""}], ["look"], ["digest"], ["fingerprint"], ["export", "report"],
		["save"]]`
	fewQuestions  = `[["info"], ["rowsAt", {topology: ""}], ["export", "predictions"], ["save"]]`
	longQuestions = `[["chooseBandwidth", [.1]], ["priorCheck"]]`
)

// frames of spyPage, with a part of their addresses.
var spiedFrames = map[string]string{"embed": "seed=11", "single": "seed=12", "hidden": "seed=13"}

// The words that a person's files hold, none of which may be heard: of names of files, columns, labels, and a number of
// cells.
var secrets = []string{"Zsecretfile", "Zcolumn", "Zlabel", "918273"}

// secretRows are few, since three frames step at once.
const secretRows = 24

// secretTable is y = Zlabela or Zlabelb by Zcolumn1 at a half.
func secretTable() string {
	var m strings.Builder
	m.WriteString("Zcolumn1,Zcolumn2,y")
	for i := range secretRows {
		fmt.Fprintf(&m, "\n%d,%d.5,Zlabel%c", 918273+i, i*7%11, 'a'+i/(secretRows/2))
	}
	return m.String()
}

// hostsTable is what the host opens, with a word of its own, in columns that a test file of a person can have too.
func hostsTable() string {
	return strings.NewReplacer("Zcolumn1", "Hostcolumn", "Zcolumn2", "b", "Zlabel", "Hostlabel", "9182",
		"5").Replace(secretTable())
}

// spiedPage is spyPage in a browser.
type spiedPage interface {
	outside(js string) string              // in the page around
	inside(frame, js string) string        // in a frame
	at(x, y float64)                       // presses the mouse there
	complain(format string, values ...any) // fails the test
}

// listener keeps what spyPage sends.
type listener struct {
	mu    sync.Mutex
	heard []heardLine
}

type heardLine struct {
	Stage, Frame string
	What         json.RawMessage
}

func (l *listener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var line heardLine
	if err != nil || json.Unmarshal(body, &line) != nil {
		http.Error(w, "that is no line", http.StatusBadRequest)
		return
	}
	l.mu.Lock()
	l.heard = append(l.heard, line)
	l.mu.Unlock()
}

// of returns what came at a stage from a frame.
func (l *listener) of(stage, frame string) (all []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range l.heard {
		if line.Stage == stage && line.Frame == frame {
			all = append(all, string(line.What))
		}
	}
	return all
}

// spiedInChromium is a course page whose frames may be in processes of their own.
type spiedInChromium struct {
	*coursePage
	frames map[string]*tab
}

func (p *spiedInChromium) outside(js string) string {
	return script[string](p.tab, "return String(await (async () => {"+js+"})())")
}
func (p *spiedInChromium) inside(frame, js string) string {
	if p.frames[frame] == nil {
		p.frames[frame] = p.coursePage.inside(spiedFrames[frame])
	}
	return script[string](p.frames[frame], "return String(await (async () => {"+js+"})())")
}
func (p *spiedInChromium) at(x, y float64)               { p.do("a press", chromedp.MouseClickXY(x, y)) }
func (p *spiedInChromium) complain(f string, all ...any) { p.Helper(); p.Errorf(f, all...) }

// spiedInFirefox is the same there.
type spiedInFirefox struct{ *fox }

func (p spiedInFirefox) outside(js string) string {
	return tell[string](p.fox, order{Run: "return String(await (async () => {" + js + "})())"})
}
func (p spiedInFirefox) inside(frame, js string) string {
	return tell[string](p.fox, order{Frame: spiedFrames[frame], Run: "return String(await (async () => {" + js +
		"})())"})
}
func (p spiedInFirefox) at(x, y float64)               { tell[any](p.fox, order{At: []float64{x, y}}) }
func (p spiedInFirefox) complain(f string, all ...any) { p.Helper(); p.Errorf(f, all...) }

// reading is a spied page with its listener and its stage.
type reading struct {
	*testing.T
	spiedPage
	heard *listener
	stage string
}

// everywhere does something in every frame.
func (r *reading) everywhere(js string) map[string]string {
	r.Helper()
	out := map[string]string{}
	for frame := range spiedFrames {
		out[frame] = r.inside(frame, js)
	}
	return out
}

// until waits in every frame.
func (r *reading) until(what, expression string) {
	r.Helper()
	got := r.everywhere(fmt.Sprintf(
		`const end = Date.now() + %d; while (!(%s)) {
			if (Date.now() > end) return document.body.innerText.slice(0, 1500);
			await new Promise(go => setTimeout(go, 50));
		}
		return "met";`,
		patience.Milliseconds(), expression))
	for frame, met := range got {
		if met != "met" {
			r.Fatalf("%s: waited for %s; it reads %s", frame, what, met)
		}
	}
}

func (r *reading) begin(stage string) {
	r.Logf("%s %s", time.Now().Format("05.000"), stage)
	r.stage = stage
	r.outside("stage = " + quote(stage))
}

// put chooses a file in every frame, as a person does by the control of that id.
func (r *reading) put(id, name string, content []byte) {
	r.Helper()
	r.everywhere(fmt.Sprintf(
		`const bytes = Uint8Array.from(atob(%q), c => c.charCodeAt(0)), held = new DataTransfer(),
			input = document.getElementById(%q);
		held.items.add(new File([bytes], %q, {type: "text/csv"}));
		input.files = held.files;
		input.dispatchEvent(new Event("change", {bubbles: true}));`, base64.StdEncoding.EncodeToString(content),
		id, name))
}

// spy has every frame step and answer everything, and returns how the questions ended, by frame.
func (r *reading) spy(questions string) map[string]map[string]string {
	r.Helper()
	got := r.outside(`return JSON.stringify(await each(async spy => {
		await spy.ask("step");
		spy.say("pause");
		return spy.askAll(` + questions + `);
	}))`)
	r.heardAll()
	var out map[string]map[string]string
	if err := json.Unmarshal([]byte(got), &out); err != nil {
		r.Fatal(err)
	}
	return out
}

// heardAll waits until every frame has said something at the present stage, and what is said has been sent.
func (r *reading) heardAll() {
	r.Helper()
	r.outside(fmt.Sprintf(`const end = Date.now() + %d;
		const spoken = name => heard.some(line => line.stage === stage && line.frame === name);
		while (!Object.keys(spies).every(spoken) && Date.now() < end)
			await new Promise(go => setTimeout(go, 50));
		await new Promise(go => setTimeout(go, 200));
		return flushed()`, patience.Milliseconds()))
}

// tellable are the fields that a message about a table may have which is a person's own.
var tellable = map[string][]string{"height": {"height"}, "ready": {}, "access": {"readable"},
	"progress": {"state", "steps", "share", "seconds"}, "done": {"state", "steps", "share", "seconds"},
	"step": {"index", "progress", "seconds", "done"}, "draws": {"index", "progress", "seconds", "done"},
	"error": {"code", "message"}}

// nothingHeard fails for each secret that came at the present stage, and for each event that says more than it may.
func (r *reading) nothingHeard() {
	r.Helper()
	for frame := range spiedFrames {
		lines := r.heard.of(r.stage, frame)
		if len(lines) == 0 {
			r.complain("%s, %s: the server heard nothing at all: the test is broken", r.stage, frame)
		}
		for _, line := range lines {
			for _, secret := range secrets {
				if strings.Contains(line, secret) {
					r.complain("%s, %s: the server heard %s: %.200s", r.stage, frame, secret, line)
				}
			}
			r.tellable(frame, line)
		}
	}
}

// tellable looks at the fields of one event.
func (r *reading) tellable(frame, line string) {
	r.Helper()
	var m struct {
		Type, Event string
		Detail      map[string]any
	}
	var whole map[string]any
	json.Unmarshal([]byte(line), &m)
	json.Unmarshal([]byte(line), &whole)
	fields := m.Detail
	if m.Type != "" {
		fields = whole
		delete(fields, "type")
		delete(fields, "dcctree")
	}
	kind := m.Type + m.Event
	if kind == "" {
		return // an answer
	}
	allowed, known := tellable[kind]
	for field := range fields {
		if !known || !slices.Contains(allowed, field) {
			r.complain("%s, %s: a message %q has the field %s: %.200s", r.stage, frame, kind, field, line)
		}
	}
}

// refused fails where a question was answered, or refused for another reason than that the table is a person's.
func (r *reading) refused(ends map[string]map[string]string) {
	r.Helper()
	for frame, all := range ends {
		for method, end := range all {
			if end != "private" {
				r.complain("%s, %s: %s ended with %q", r.stage, frame, method, end)
			}
		}
	}
}

// lockSeen fails where the lock is not to be seen, or does not say who cannot read.
func (r *reading) lockSeen(words string) {
	r.Helper()
	for frame, got := range r.everywhere(
		`const seen = ["lock", "reader"].map(id => document.getElementById(id))
			.map(e => e !== null && e.checkVisibility() && e.getClientRects().length > 0);
		return seen.join() + " " + document.getElementById("reader-say")?.textContent;`) {
		if !strings.HasPrefix(got, "true,true ") || !strings.Contains(got, words) {
			r.complain("%s, %s: whether lock and reader are seen, and what is read there: %s; want %q",
				r.stage, frame, got, words)
		}
	}
}

// press presses an element of every frame as a person does.
func (r *reading) press(id string) {
	r.Helper()
	for frame := range spiedFrames {
		r.pressIn(frame, id)
	}
}

func (r *reading) pressIn(frame, id string) {
	r.Helper()
	var at, in []float64
	found := r.inside(frame, fmt.Sprintf(
		`const e = document.getElementById(%q);
			e.scrollIntoView({block: "nearest", behavior: "instant"});
		await new Promise(go => setTimeout(go, 50)); const box = e.getBoundingClientRect();
		return JSON.stringify([box.x + box.width / 2, box.y + box.height / 2])`, id))
	around := r.outside(fmt.Sprintf(
		`const box = document.getElementById(%q).getBoundingClientRect();
		return JSON.stringify([box.x, box.y])`,
		frame))
	if json.Unmarshal([]byte(found), &at) != nil || json.Unmarshal([]byte(around), &in) != nil {
		r.Fatalf("%s: where is #%s? %s %s", frame, id, found, around)
	}
	r.at(at[0]+in[0], at[1]+in[1])
}

// ticked is whether the sentence of the dialog is ticked.
const ticked = `document.getElementById("consent-tick").checked`

// pressUntil presses until the expression is true in the frame, since a second in view is over later where the machine
// is busy; it looks for two seconds before it presses again.
func (r *reading) pressUntil(frame, id, expression string) {
	r.Helper()
	for began := time.Now(); time.Since(began) < patience; {
		r.pressIn(frame, id)
		if r.inside(frame, fmt.Sprintf(`for (let n = 0; n < 40; n++) {
			if (%s) return true;
			await new Promise(go => setTimeout(go, 50));
		}
		return false`, expression)) == "true" {
			return
		}
	}
	r.Fatalf("%s: presses on #%s come to nothing: %s", frame, id,
		r.inside(frame, `return document.getElementById("consent-say").textContent`))
}

// agree opens the dialog in every frame and agrees.
func (r *reading) agree() {
	r.Helper()
	r.press("reader-open")
	r.until("the dialog", `document.getElementById("consent").open`)
	time.Sleep(1300 * time.Millisecond) // a press counts after a second in view
	for frame := range spiedFrames {
		r.pressUntil(frame, "consent-tick", ticked)
		r.pressUntil(frame, "consent-agree", `!document.getElementById("consent").open`)
	}
	r.until("the consent",
		`!document.getElementById("consent").open &&
			document.getElementById("reader-say").textContent.includes("can read this table")`)
}

// attack leads the page through all that a person can open.
func (r *reading) attack(session []byte) {
	r.until("the frames to be ready",
		`document.documentElement.hasAttribute("data-dressed") &&
			document.getElementById("run-button").disabled === false`)
	r.outside(
		`const end = Date.now() + 180000; while (!Object.values(spies).every(spy => spy.port)) {
			if (Date.now() > end) throw new Error("no port");
			await new Promise(go => setTimeout(go, 50));
		}`)
	everything := "[..." + questions + ", ..." + longQuestions + "]"

	r.begin("broken") // while a sample is open
	r.put("file", "Zsecretfile.csv", []byte("Zcolumn,Zcolumn,y\n918273,2,Zlabel\n3,4,Zlabel\n"))
	r.until("the error", `document.getElementById("error").textContent.includes("Zcolumn")`)
	r.heardAll()
	r.nothingHeard()

	r.begin("given") // the host reads what it gave, as ever
	r.outside(`await each(spy => spy.ask("open", {data: ` + quote(hostsTable()) +
		`, name: "hosts.csv", target: "y"}))`)
	for frame, ends := range r.spy(fewQuestions) {
		for method, end := range ends {
			if end != "answered" {
				r.complain("given, %s: %s ended with %q", frame, method, end)
			}
		}
		all := strings.Join(r.heard.of("given", frame), "")
		if !strings.Contains(all, "Hostlabel") || !strings.Contains(all, "Hostcolumn") {
			r.complain("%s: of its own table the host hears nothing", frame)
		}
	}

	r.begin("test file") // of a person, for the table of the host
	r.put("test-file", "Zsecretfile-test.csv", []byte(strings.ReplaceAll(hostsTable(), "5", "918273")))
	r.until("the test file", `document.getElementById("test-name").textContent.includes("Zsecretfile")`)
	r.refused(r.spy(everything))
	r.nothingHeard()

	r.begin("file")
	r.put("file", "Zsecretfile.csv", []byte(secretTable()))
	r.until("the table", `document.getElementById("data-line").textContent.includes("Zsecretfile.csv: 24")`)
	r.outside(`await each(spy => spy.ask("set", {hide: ["lock", "header", "data"]}))`)
	r.lockSeen("cannot read this table")
	r.outside(`await each(async spy => {
		spy.say("run");
		const stepped = ({stage, frame, what}) =>
			stage === "file" && frame === spy.name && what.type === "step";
		while (!heard.some(stepped)) await new Promise(go => setTimeout(go, 50));
		spy.say("pause");
	})`)
	r.refused(r.spy(everything))
	r.nothingHeard()
	r.lockSeen("asked to read this table")

	r.begin("paste")
	r.outside(`await each(spy => spy.ask("set", {hide: ["lock"], show: ["run", "samples", "file"]}))`)
	r.everywhere(`document.getElementById("paste-open").click();
		document.getElementById("paste-text").value = ` + quote(secretTable()) + `;
		document.getElementById("paste-read").click();`)
	r.until("the table", `document.getElementById("data-line").textContent.startsWith("Pasted table: 24")`)
	r.lockSeen("cannot read this table")
	r.refused(r.spy(everything))
	r.nothingHeard()

	r.begin("session")
	r.put("file", "Zsecretfile.dcctree", session)
	r.until("the table", `document.getElementById("data-line").textContent.includes("Zsecretfile-saved")`)
	r.lockSeen("cannot read this table")
	r.refused(r.spy(everything))
	r.nothingHeard()
	r.begin("not yet agreed")
	r.dialogHolds()
	r.refused(r.spy(everything))
	r.nothingHeard()
	r.readsOnceAgreed()
}

// dialogHolds tries to agree by scripts, at once, and without the tick: none counts.
func (r *reading) dialogHolds() {
	r.press("reader-open")
	r.until("the dialog", `document.getElementById("consent").open`)
	r.press("consent-agree")
	time.Sleep(1300 * time.Millisecond)
	for frame := range spiedFrames {
		r.pressUntil(frame, "consent-agree",
			`document.getElementById("consent-say").textContent === "Tick the sentence first."`)
	}
	r.everywhere(
		`document.getElementById("consent-tick").click();
		document.getElementById("consent-tick").checked = true;
		document.getElementById("consent-agree").click();
		document.getElementById("consent-agree").dispatchEvent(new MouseEvent("click", {bubbles: true}));`)
	for frame, got := range r.everywhere(
		`const open = document.getElementById("consent").open; document.getElementById("consent").close();
		return open`) {
		if got != "true" {
			r.complain("%s: a script agreed", frame)
		}
	}
}

// readsOnceAgreed: the secrets arrive after consent, no longer after it was ended, and not of the next table.
func (r *reading) readsOnceAgreed() {
	r.begin("agreed")
	r.agree()
	r.spy(fewQuestions)
	for frame := range spiedFrames {
		all := strings.Join(r.heard.of("agreed", frame), "")
		for _, secret := range secrets {
			if !strings.Contains(all, secret) {
				r.complain("agreed, %s: %s is not heard", frame, secret)
			}
		}
	}
	r.begin("another")
	r.put("file", "Zsecretfile2.csv", []byte(secretTable()))
	r.until("the table", `document.getElementById("data-line").textContent.includes("Zsecretfile2.csv: 24")`)
	r.lockSeen("cannot read this table")
	r.refused(r.spy(questions))
	r.nothingHeard()

	r.begin("agreed again")
	r.agree()
	r.outside(`globalThis.late = spies.embed.ask("chooseBandwidth", [.05, .1])`) // takes longer than a press
	r.begin("ended")
	r.press("reader-open")
	r.until("the end of the consent",
		`document.getElementById("reader-say").textContent.includes("cannot read this table")`)
	if end := r.outside("return late"); end != "private" {
		r.complain("what was asked before the consent ended, and answered after it, ended with %q", end)
	}
	r.refused(r.spy(questions))
	r.nothingHeard()
}

// covered: a press does not count where the page around lays something over the frame, or in the first second. Firefox
// cannot report what lies over it.
func (r *reading) covered() {
	const frame = "embed"
	say := func() string { return r.inside(frame, `return document.getElementById("consent-say").textContent`) }
	r.pressIn(frame, "reader-open")
	early := r.inside(frame,
		`const seen = new Promise(go => document.getElementById("consent-tick").addEventListener("click",
			e => setTimeout(go, 0, e.timeStamp), {once: true}));
		globalThis.early = seen; globalThis.opened = performance.now();
		return document.getElementById("consent").open`)
	r.pressIn(frame, "consent-tick")
	// a press that a slow machine makes after that second may count
	got := r.inside(frame, `const soon = (await early) - opened < 900, counts = soon && `+ticked+`;
		document.getElementById("consent-tick").checked = false;
		return counts`)
	if early != "true" || got != "false" {
		r.complain("a tick in the first second counts: %s", say())
	}
	r.outside(`const over = document.createElement("div"); over.id = "over";
		over.style = "position:fixed;inset:0;background:#fff;pointer-events:none"; document.body.append(over)`)
	time.Sleep(1500 * time.Millisecond)
	r.pressUntil(frame, "consent-tick",
		`document.getElementById("consent-say").textContent.includes("covers")`)
	if r.inside(frame, "return "+ticked) != "false" {
		r.complain("a tick counts where the frame is covered: %s", say())
	}
	r.outside(`document.getElementById("over").remove()`)
	time.Sleep(1500 * time.Millisecond)
	r.pressUntil(frame, "consent-tick", ticked)
	r.inside(frame, `document.getElementById("consent").close()`)
}

// storm: whatever the page around opens, restores, asks and connects while a person opens tables, it hears nothing of
// these.
func (r *reading) storm() {
	const frame = "embed"
	r.begin("storm")
	r.outside(`const spy = spies.embed;
		await spy.ask("open", {data: ` + quote(hostsTable()) + `, name: "hosts.csv", target: "y"});
		await spy.ask("step");
		let session = null, turn = 0;
		globalThis.storm = setInterval(() => {
			const orders = [["step"],
				["open", {data: ` + quote(hostsTable()) + `, name: "hosts.csv", target: "y",
					features: ["b"]}],
				["info"], ["save"], ["rowsAt", {topology: spy.key}], ["explain"],
				["export", "predictions"], ["restore", session ?? new Uint8Array(9)], ["info"],
				["draws"], ["set", {lang: "de"}], ["set", {lang: "en"}]];
			if (++turn % 10 === 0) spy.connect();
			spy.ask(...orders[turn % orders.length]);
		}, 30);`)
	for range 5 {
		r.inside(frame, fmt.Sprintf(`const held = new DataTransfer(), input = document.getElementById("file");
			held.items.add(new File([%q], "Zsecretfile.csv", {type: "text/csv"}));
			input.files = held.files;
			input.dispatchEvent(new Event("change", {bubbles: true}));
			await new Promise(go => setTimeout(go, 500));
			document.getElementById("step-button").click();
			await new Promise(go => setTimeout(go, 300));`, secretTable()))
	}
	r.outside("clearInterval(storm); await new Promise(go => setTimeout(go, 1000)); return flushed()")
	lines := r.heard.of("storm", frame)
	if answered := strings.Count(strings.Join(lines, ""), "Hostcolumn"); answered == 0 {
		r.complain("in the storm nothing was answered: the test is broken")
	}
	for _, line := range lines {
		at := slices.IndexFunc(secrets, func(secret string) bool { return strings.Contains(line, secret) })
		if at >= 0 {
			r.complain("in the storm the server heard %s: %.300s", secrets[at], line)
		}
	}
}

// kept: a session that was remembered on the device, opened in a frame that was loaded anew, is a person's own.
func (r *reading) kept(p *spiedInChromium) {
	const frame = "embed"
	r.inside(frame, `document.getElementById("keep").click(); document.getElementById("file").value = ""`)
	r.inside(frame, fmt.Sprintf(`const held = new DataTransfer(), input = document.getElementById("file");
		held.items.add(new File([%q], "Zsecretfile.csv", {type: "text/csv"}));
		input.files = held.files;
		input.dispatchEvent(new Event("change", {bubbles: true}));`, secretTable()))
	p.frames[frame].wait("the table",
		`document.getElementById("data-line").textContent.includes("Zsecretfile.csv: 24")`, patience)
	r.begin("kept")
	r.outside(`await spies.embed.ask("step")`)
	p.frames[frame].wait("the table to be kept", `(async () => {
		for await (const folder of (await navigator.storage.getDirectory()).values())
			for await (const file of folder.values())
				if (file.name === "mark" &&
					(await (await file.getFile()).text()).includes("Zsecretfile")) return true;
	})()`, patience)
	time.Sleep(500 * time.Millisecond) // the lock on the folder is given back
	r.outside(
		`spies.embed.frame.src = "about:blank"; await new Promise(go => setTimeout(go, 500));
		spies.embed = new Spy("embed");
		while (!spies.embed.port) await new Promise(go => setTimeout(go, 50));`)
	delete(p.frames, frame)
	r.inside(frame,
		`while (document.getElementById("kept").hidden) await new Promise(go => setTimeout(go, 50));
		document.getElementById("kept-open").click()`)
	p.frames[frame].wait("the table",
		`document.getElementById("data-line").textContent.includes("Zsecretfile.csv:")`, patience)
	r.refused(map[string]map[string]string{frame: r.spy(questions)[frame]})
	for _, line := range r.heard.of("kept", frame) {
		at := slices.IndexFunc(secrets, func(secret string) bool { return strings.Contains(line, secret) })
		if at >= 0 {
			r.complain("of the table that was kept the server heard %s: %.300s", secrets[at], line)
		}
	}
}

// secretSession is the bytes of a session file of a secret table.
func secretSession(t *testing.T) []byte {
	t.Helper()
	b := newTab(t)
	b.open(shared.served + "/bare")
	text := script[string](b, `const {create} = await import("./dcctree.js");
		const sampler = await create({data: `+quote(secretTable())+`, name: "Zsecretfile-saved.csv",
			preset: "first", seed: 1, workers: 1});
		await sampler.step();
		const bytes = new Uint8Array(await (await sampler.save()).arrayBuffer());
		sampler.close();
		let text = "";
		for (const b of bytes) text += String.fromCharCode(b);
		return btoa(text);`)
	session, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// TestHostReadsOnlyWhatIsAgreed: from three embeddings in two browsers no file, paste, session or test file of a person
// reaches the server of the page around, until that person agrees in the frame.
func TestHostReadsOnlyWhatIsAgreed(t *testing.T) {
	session := secretSession(t)
	t.Run("Chromium", func(t *testing.T) {
		heard := &listener{}
		l := newLesson(t, course{markup: spyPage, files: map[string]string{"dcctree.html": singlePath(t)},
			under: heard})
		l.allow("Content Security Policy", "does not match the recipient")
		l.viewport(1440, 900)
		p := &spiedInChromium{l, map[string]*tab{}}
		r := &reading{T: t, spiedPage: p, heard: heard}
		r.attack(session)
		r.covered()
		r.storm()
		r.kept(p)
	})
	t.Run("Firefox", func(t *testing.T) {
		heard := &listener{}
		_, _, url := serveLesson(t,
			course{markup: spyPage, files: map[string]string{"dcctree.html": singlePath(t)}, under: heard})
		f := newFox(t, 4*patience)
		f.open(url)
		(&reading{T: t, spiedPage: spiedInFirefox{f}, heard: heard}).attack(session)
	})
}

// TestFrameOfTheSameOrigin: where the page around can reach into the frame, the lock's place says so. The port still
// refuses.
func TestFrameOfTheSameOrigin(t *testing.T) {
	b := newTab(t)
	b.open(around(t, "", `<iframe title="frame"></iframe>`, `const frame = document.querySelector("iframe");
		frame.src = "/embed.html#preset=first&parent=" + encodeURIComponent(location.origin);`))
	const inner = `document.querySelector("iframe").contentDocument`
	b.wait("the frame", inner+`?.getElementById("run-button")?.disabled === false`, patience)
	execute(b, fmt.Sprintf(`(() => { const held = new DataTransfer(), input = %s.getElementById("file");
		held.items.add(new (document.querySelector("iframe").contentWindow.File)([%q], "Zsecretfile.csv"));
		input.files = held.files;
		input.dispatchEvent(new Event("change", {bubbles: true})); })()`, inner, secretTable()))
	b.wait("the table", inner+`.getElementById("data-line").textContent.includes("Zsecretfile.csv: 24")`, patience)
	said := evaluate[string](b, inner+`.getElementById("reader-say").textContent`)
	if said != "A page around this frame has the same origin: it can reach into the frame and read this table." {
		t.Errorf("the lock's place says: %s", said)
	}
}

// TestConsentDialogIsUsable: it fits, in both languages, widths and color schemes, and axe has nothing against it or
// the line beside the lock.
func TestConsentDialogIsUsable(t *testing.T) {
	l := newLesson(t, course{
		markup: `<!doctype html><html lang="en"><meta charset="utf-8">
		<meta name="viewport" content="width=device-width, initial-scale=1"><title>A lesson</title>
		<style>body{margin:0} iframe{border:0;width:100%;height:780px;display:block}</style>
		<iframe title="Laboratory"></iframe>
		<script>document.querySelector("iframe").src =
			"` + kitName + `/dcctree/embed.html#preset=first&parent=" +
			encodeURIComponent(location.origin)</script>`,
	})
	f := l.inside("embed.html")
	f.ready()
	execute(f, npmFile(t, "axe-core", "axe.min.js")+"\n;0")
	execute(f, fmt.Sprintf(`(() => { const held = new DataTransfer(), input = document.getElementById("file");
		held.items.add(new File([%q], "measurements-of-patients.csv"));
		input.files = held.files;
		input.dispatchEvent(new Event("change", {bubbles: true})); })()`, secretTable()))
	f.wait("the table", `document.getElementById("data-line").textContent.includes("patients.csv: 24")`, patience)
	for _, language := range []string{"en", "de"} {
		execute(f, `document.querySelector("[data-language=`+language+`]").click()`)
		for _, width := range []int64{1160, 390} {
			for _, theme := range map[string][]string{"en": {"light", "dark"}, "de": {"light"}}[language] {
				l.viewport(width, 780)
				execute(f, `document.documentElement.dataset.theme = `+quote(theme))
				name := fmt.Sprintf("consent-%s-%d-%s", language, width, theme)
				for _, fault := range f.violations(`document.getElementById("reader").parentElement`) {
					t.Errorf("%s: %.400s", name, fault)
				}
				l.see(name + "-line")
				execute(f, `document.getElementById("reader-open").click()`)
				f.wait("the dialog", `document.getElementById("consent").open`, patience)
				for _, fault := range f.violations(`document.getElementById("consent")`) {
					t.Errorf("%s: %.400s", name, fault)
				}
				cut := evaluate[string](f,
					`(d => [...d.querySelectorAll("*"), d]
						.filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0)
						.map(e => e.id || e.localName)
						.join())(document.getElementById("consent"))`)
				if cut != "" {
					t.Errorf("%s: wider than their place: %s", name, cut)
				}
				if !evaluate[bool](f,
					`(b => b.top >= 0 && b.bottom <= innerHeight)(
						document.getElementById("consent-box").getBoundingClientRect())`) {
					t.Errorf("%s: tick and button are out of sight", name)
				}
				l.see(name)
				execute(f, `document.getElementById("consent").close()`)
			}
		}
	}
}

// TestSpyAsksEverything: the attack asks all that a port knows.
func TestSpyAsksEverything(t *testing.T) {
	source, err := os.ReadFile(filepath.Join(shared.root, "site", "embed.js"))
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?s)const QUESTIONS = \[(.*?)\]`).FindStringSubmatch(string(source))
	if list == nil {
		t.Fatal("embed.js lists no questions")
	}
	for _, m := range regexp.MustCompile(`"(\w+)"`).FindAllStringSubmatch(list[1], -1) {
		if !strings.Contains(questions+longQuestions, `["`+m[1]+`"`) {
			t.Errorf("a port answers %s, which the attack does not ask", m[1])
		}
	}
}
