// This file tests the messages of a frame: hostile ones in bulk, the port of an element, and that nothing leaves.

//go:build browser

package browser

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// mutants makes so many damaged messages from a seeded generator, none of them a valid order.
const mutants = `(count, seed) => {
	let state = seed >>> 0;
	// Numerical Recipes, 3rd ed., section 7.1
	const draw = n => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor(state / 2 ** 32 * n);
	};
	const strange = [undefined, null, 0, 1, -1, 2, NaN, Infinity, 1n, "", "1", "run ", "RUN", "constructor",
		"__proto__", "toString", "x".repeat(100000), [], [[]], {}, new Date(0), /a/, new Map([["type", "run"]]),
		new Uint8Array(1000), new ArrayBuffer(10), new Blob(["x"]),
		JSON.parse('{"__proto__": {"dcctree": 1, "type": "run"}}'), Object.create({dcctree: 1, type: "run"}),
		new Error("x")];
	const one = () => strange[draw(strange.length)];
	const types = ["run", "step", "pause", "stop", "connect", "height", "ready", "open", "save", "hasOwnProperty"];
	const out = [];
	while (out.length < count) {
		const fields = ["args", "id", "method", "module", "scripts", "__proto__", "type", "dcctree"];
		const message = draw(4) === 0 ? one()
			: {dcctree: draw(3) ? 1 : one(), type: draw(2) ? types[draw(types.length)] : one()};
		if (message && typeof message === "object" && !Array.isArray(message) && draw(3) === 0)
			message[fields[draw(8)]] = one();
		if (message?.dcctree === 1 && ["run", "step", "pause", "stop"].includes(message?.type)) continue;
		out.push(message);
	}
	return out;
}`

// 10,000 damaged messages from the named parent, and real orders from others, change nothing; the frame works
// afterwards.
func TestTenThousandDamagedMessages(t *testing.T) {
	b, _ := framing(t, "dataset=wu&preset=first&parent=HOST")
	b.wait("ready", "last('ready')", patience)
	sent := script[int](b, `const all = (`+mutants+`)(10000, 1);
		for (const [i, message] of all.entries()) {
			frame.contentWindow.postMessage(message, "*");
			if (i % 500 === 499) await new Promise(go => setTimeout(go, 20));
		}
		return all.length;`)
	// From windows that are not the parent: one of the parent's own origin, one of none.
	execute(b, `for (const sandbox of [null, "allow-scripts"]) {
		const other = document.createElement("iframe");
		if (sandbox) other.sandbox = sandbox;
		other.srcdoc = "<script>for (const type of ['run', 'step']) " +
			"top.frames[0].postMessage({dcctree: 1, type}, '*')<\/script>";
		document.body.append(other);
	}`)
	const said = "[...new Set(heard.filter(m => m.type === 'error').map(m => m.code))].sort()"
	b.wait("refusals of both kinds", said+".length >= 2", patience)
	time.Sleep(2 * time.Second)
	state := b.frameText(
		`document.getElementById("state").textContent + document.getElementById("steps").textContent`)
	if sent != 10000 || state != "ready" {
		t.Errorf("after %d damaged messages the frame is %q", sent, state)
	}
	codes := evaluate[[]string](b, said)
	if !slices.Equal(codes, []string{"message", "version"}) {
		t.Errorf("the refusals have the codes %v", codes)
	}
	if polluted := b.frameText(`String({}.dcctree) + String({}.type)`); polluted != "undefinedundefined" {
		t.Errorf("objects of the frame have %s", polluted)
	}
	execute(b, "say('run')")
	b.wait("the run to be done", "last('done')", 2*patience)
}

// asking is the element's end of a port, in the host page.
const asking = `globalThis.asking = () => {
	const {port1, port2} = new MessageChannel(), pending = new Map();
	let requests = 0;
	globalThis.events = [];
	port1.onmessage = ({data}) => {
		if (data.event) return events.push(data);
		const settle = pending.get(data.id);
		pending.delete(data.id);
		data.error ? settle?.reject(data.error) : settle?.resolve(data.result);
	};
	frame.contentWindow.postMessage({dcctree: 1, type: "connect", workers: 2}, "*", [port2]);
	globalThis.port = port1;
	globalThis.ask = (method, ...args) => new Promise((resolve, reject) => {
		pending.set(++requests, {resolve, reject});
		port1.postMessage({id: requests, method, args});
	});
	globalThis.refusal = (method, ...args) => ask(method, ...args)
		.then(() => "done", error => error.code + " " + (error.field ?? ""));
}`

func TestPortOfAFrame(t *testing.T) {
	b, _ := framing(t, "dataset=wu&parent=HOST&hide=data,pause")
	execute(b, "("+asking+", asking())")
	b.wait("ready", "events.some(e => e.event === 'ready')", patience)
	opened := script[struct {
		Rows   int
		State  string
		Seed   string
		Unused []string
	}](b,
		`const rows = Array.from({length: 80},
			(_, i) => [i / 80, i * 7 % 11, i % 5, i < 40 ? 1 + i % 3 / 9 : 3 + i % 4 / 9].join());
		const table = await ask("open",
			{data: "a,b,c,y\n" + rows.join("\n"), name: "made.csv", target: "y", features: ["a", "b"],
			seed: 5, preset: "first", settings: {priors: {leafSD: 2}}, holdout: .2});
		const state = await ask("run");
		const info = await ask("info");
		return {rows: table.rows, state, seed: info.seed, unused: info.features};`)
	if opened.Rows != 80 || opened.State != "done" || opened.Seed != "5" ||
		!slices.Equal(opened.Unused, []string{"a", "b"}) {
		t.Errorf("the port opened and ran %+v", opened)
	}
	got := script[struct {
		Best, Label, Kept, Again, Shown string
		Weight, Rows                    float64
		Bytes                           int
	}](b, `const [best] = await ask("topologies");
		const metrics = await ask("metrics");
		const {digest} = await ask("digest");
		const bytes = await ask("save");
		await ask("set", {theme: "dark", hide: ["log", "take"], lock: "model"});
		await ask("restore", bytes);
		const again = (await ask("digest")).digest;
		const predicted = await ask("predict", [[.1, 3], [.9, 3]]);
		return {best: best.name, weight: best.weight, rows: metrics.test.rows, kept: digest, again,
			bytes: bytes.length, label: String(predicted[0].mean < 2 && predicted[1].mean > 2)};`)
	if got.Weight <= 0 || got.Weight > 1 || got.Rows != 16 || got.Kept == "" || got.Kept != got.Again ||
		got.Bytes < 1000 || got.Label != "true" {
		t.Errorf("the port answers %+v", got)
	}
	shown := b.frameText(
		`document.documentElement.dataset.theme + document.getElementById("log").hasAttribute("data-off") +
			document.getElementById("data").hasAttribute("data-off") +
			document.getElementById("seed").disabled`)
	if shown != "darktruefalsetrue" {
		t.Errorf("after set the frame is %s", shown)
	}
	for _, c := range [][2]string{ // what may open a table comes last
		{`"nothing"`, "method "},
		{`"constructor"`, "method "},
		{`"__proto__"`, "method "},
		{`"close"`, "method "},
		{`"set", {hide: ["everything"]}`, "setting hide=everything"},
		{`"set", {hide: 5}`, "setting hide=5"},
		{`"set", {preset: "fast"}`, "setting preset"},
		{`"set", {theme: "pink"}`, "setting theme"},
		{`"set", {lang: "xx"}`, "setting lang"},
		{`"restore", "text"`, "setting restore"},
		{`"restore", new Uint8Array(100)`, "session beginning"},
		{`"figure", "nothing"`, "setting figure"},
		{`"predict", "rows"`, "rows rows"},
		{`"pause"`, "unavailable "},
		{`"open", 5`, "setting dataset"},
		{`"open", {dataset: "titanic"}`, "setting dataset"},
		{`"open", {dataset: "wu", seed: -1}`, "setting seed"},
		{`"open", {dataset: "wu", settings: {chains: "many"}}`, "setting chains"},
		{`"open", {dataset: "iris", features: ["x"]}`, "setting features"},
		{`"open", {data: 5}`, "data data"},
		{`"open", {data: "a,b\n1\n"}`, ""},
		{`"open", {colour: "red"}`, "setting colour"},
	} {
		call, want := c[0], c[1]
		refused := script[string](b, "return refusal("+call+")")
		if want == "" && (refused == "done" || strings.HasPrefix(refused, "internal")) ||
			want != "" && refused != want {
			t.Errorf("ask(%s): %q, want %q", call, refused, want)
		}
	}
	kinds := evaluate[[]string](b, "[...new Set(events.map(e => e.event))].sort()")
	for _, want := range []string{"done", "draws", "height", "progress", "ready"} {
		if !slices.Contains(kinds, want) {
			t.Errorf("the port tells of %v, not of %s", kinds, want)
		}
	}
	execute(b,
		`port.postMessage(null); port.postMessage({id: {}, method: "run"});
		port.postMessage({id: 1e9, method: 5}); port.postMessage({id: 1e9 + 1, method: "run", args: "x"})`)
	time.Sleep(300 * time.Millisecond)
	if state := script[string](b, `return JSON.stringify(await ask("info").then(i => i.seed))`); state != `"5"` {
		t.Errorf("after damaged requests info is %s", state)
	}
	// What a person selects is told.
	b.inFrame("the topologies", `document.querySelectorAll("#topologies [data-key]").length > 1`)
	b.frameText(`document.querySelectorAll("#topologies [data-key]")[1].click()`)
	b.wait("the selection", "events.some(e => e.event === 'select' && e.detail.topology)", patience)
}

// A frame that shares workers asks for them, waits where it is told to, and goes on with its own where nobody answers;
// where nobody connects it is a plain frame.
func TestLeaseOfWorkers(t *testing.T) {
	t.Run("nobody connects", func(t *testing.T) {
		b, _ := framing(t, "dataset=wu&preset=first&parent=HOST&shared=1&autorun=1")
		b.wait("the run to be done", "last('done')", 2*patience)
	})
	t.Run("an element connects", func(t *testing.T) {
		host := hosted(t)
		b := newTab(t)
		b.open(host + "/#" + embedded("dataset=wu%26preset=first%26shared=1%26parent="+host))
		b.wait("the frame to be there", "heard.length > 0", patience)
		execute(b, "("+asking+", asking())")
		b.wait("ready", "events.some(e => e.event === 'ready')", patience)
		const leases = "events.filter(e => e.event === 'lease')"
		alone := script[float64](b, `const start = performance.now(); await ask("run"); return `+leases+
			`.length === 1 ? performance.now() - start : 0`)
		if alone < 2000 {
			t.Errorf("unanswered, the frame ran within %.0f ms, or asked for no workers: it must wait "+
				"2000 ms", alone)
		}
		b.wait("the workers to be given back", "events.some(e => e.event === 'release')", patience)
		execute(b,
			`(async () => {
				await ask("open", {dataset: "iris"});
				events.length = 0;
				events.push = e => { // told to wait as soon as it asks, whatever else the machine does
					if (e.event === "lease") ask("grant", {id: e.detail.id, workers: 0});
					return Array.prototype.push.call(events, e);
				};
				globalThis.ran = ask("run");
			})()`)
		b.wait("a lease", leases+".length === 1", patience)
		time.Sleep(3 * time.Second)
		if n := evaluate[int](b, "events.filter(e => e.event === 'draws').length"); n > 0 {
			t.Errorf("told to wait, the frame made %d steps", n)
		}
		execute(b, `for (const grant of [{id: -1, workers: 1}, {id: {}, workers: 1}, 5, null, {id: `+leases+
			`[0].detail.id, workers: "many"}]) ask("grant", grant)`)
		state := script[string](b, `ask("grant", {id: `+leases+`[0].detail.id, workers: 1}); return ran`)
		if state != "done" {
			t.Errorf("granted a worker, the run is %s", state)
		}
	})
}

// A frame that pauses after some steps, with a table that came with its link, in German and dark.
func TestLinkOfAFrame(t *testing.T) {
	b, _ := framing(t, "parent=HOST&steps=3&lang=de&theme=dark&mode=fast&target=y&tutorial=Schau%20hin.&data="+
		strings.ReplaceAll(strings.ReplaceAll(madeTable(), "\n", "%0A"), ",", "%2C"))
	b.wait("ready", "last('ready')", patience)
	line := b.frameText(`document.getElementById("data-line").textContent`)
	if !strings.HasPrefix(line, "Tabelle: 24 Zeilen") {
		t.Errorf("the table of the link reads %q", line)
	}
	execute(b, "say('run')")
	b.wait("the pause", "last('progress').state === 'paused'", patience)
	if n := evaluate[int](b, "heard.filter(m => m.type === 'step').length"); n != 3 {
		t.Errorf("the run paused after %d steps", n)
	}
	scheme := b.frameText(
		`getComputedStyle(document.documentElement).backgroundColor +
			getComputedStyle(document.documentElement).colorScheme`)
	if scheme != "rgb(15, 18, 22)dark" {
		t.Errorf("the dark theme is %s", scheme)
	}
	execute(b, "say('run')")
	b.wait("the end", "last('done')", 2*patience)
}

// A link that a frame gives away leads to the whole page.
func TestLinkOutOfAFrame(t *testing.T) {
	b, _ := framing(t, "dataset=iris&seed=4&show=take")
	b.frameText(`document.getElementById("take-link").click()`)
	b.inFrame("the link",
		`document.getElementById("take-status").textContent.includes("/#v=1&dataset=iris&seed=4") &&
			!document.getElementById("take-status").textContent.includes("embed.html")`)
}

// madeTable is y = 1 or 3 by x at a half.
func madeTable() string {
	var m strings.Builder
	m.WriteString("x,z,y")
	for i := range 24 {
		fmt.Fprintf(&m, "\n%d,%d,%d.%d", i, i*7%11, 1+2*(i/12), i%4)
	}
	return m.String()
}

// probing probes every way out in the frame alone, from the moment of an expression on, again and again, and counts the
// rounds.
func probing(t *testing.T, trap, from string) string {
	return fmt.Sprintf(`if (location.pathname.endsWith("embed.html")) addEventListener("load", async () => {
		while (!(%s)) await new Promise(go => setTimeout(go, 50));
		for (let round = 1; ; round++) {
			await (async () => {%s})();
			document.documentElement.dataset.probed = round;
			await new Promise(go => setTimeout(go, 1000));
		}
	});`, from, tryWays(t, trap))
}

// Nothing leaves from a frame, served by a host without headers in a page without a policy: neither from the page nor
// from its workers.
func TestNothingLeavesAFrame(t *testing.T) {
	trap := newTrap(t)
	host := hosted(t)
	b := newTab(t, spyOn(t, trap.URL), probing(t, trap.URL, "true"))
	b.allow(triedSays...)
	b.open(host + "/#" + embedded("dataset=wu%26autorun=1%26parent="+host))
	b.wait("the run to be done", "last('done')", 2*patience)
	b.inFrame("the frame to have tried everything twice", "Number(document.documentElement.dataset.probed) >= 2")
	time.Sleep(time.Second) // what was sent late may arrive late
	if paths, connections := trap.caught(); len(paths) > 0 || connections > 0 {
		t.Errorf("reached the listener: %v, %d connections", paths, connections)
	}
}
