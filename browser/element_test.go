// This file tests the element <dcc-tree> in pages of others: several at once, under strict policies, inside shadow
// roots, with data of one's own, taken out and moved.

//go:build browser

package browser

import (
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/study"
	"dcctree/internal/serve"
)

// strictest is a host's policy that allows the kit's script and frame and nothing else, not even a style sheet of
// another place.
const strictest = "default-src 'none'; script-src 'self'; frame-src 'self'; style-src 'self'"

// around serves the site with a page of somebody else, under a policy of their own ("" for none), and a script and a
// table beside it; it returns the page's URL.
func around(t *testing.T, policy, body, script string) string {
	t.Helper()
	site := serve.Handler(shared.site)
	url, stop, err := listen(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind, text := "text/html; charset=utf-8", "<!doctype html><html lang=\"en\"><title>A page of "+
			"somebody else</title>"+body+`<script type="module" src="/host.js"></script>`
		switch r.URL.Path {
		case "/host":
			if policy != "" {
				w.Header().Set("Content-Security-Policy", policy)
			}
		case "/host.js":
			kind, text = "text/javascript; charset=utf-8", script
		case "/table.csv":
			kind, text = "text/csv; charset=utf-8", steps()
		default:
			site.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", kind)
		fmt.Fprint(w, text)
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return url + "/host"
}

// counting follows what all frames of a page compile and how many workers compute, in kit of the top window.
const counting = `(() => {
	const kit = top.kit ??= {compiles: 0, workers: 0, most: 0, coordinators: 0};
	for (const name of ["compile", "compileStreaming"])
		WebAssembly[name] = new Proxy(WebAssembly[name], {apply(real, self, args) {
			kit.compiles++;
			return real.apply(self, args);
		}});
	WebAssembly.instantiate = new Proxy(WebAssembly.instantiate, {apply(real, self, args) {
		if (!(args[0] instanceof WebAssembly.Module)) kit.compiles++;
		return real.apply(self, args);
	}});
	globalThis.Worker = new Proxy(Worker, {construct(real, args) {
		const worker = new real(...args), what = /coordinator/.test(args[1]?.name) ? "coordinators" : "workers";
		kit[what]++;
		kit.most = Math.max(kit.most, kit.workers);
		const end = worker.terminate;
		let alive = true;
		const over = () => { if (alive) kit[what]--; alive = false; };
		worker.terminate = () => { over(); end.call(worker); };
		addEventListener("pagehide", over);
		return worker;
	}});
})();`

// answer is what a run found: digest and the two heaviest topologies.
type answer struct {
	Digest  string
	Names   []string
	Weights []float64
}

// knownWU is what nativeWU has found: several tests ask for it.
var knownWU answer

// nativeWU is the run of the page's first sample by the preset first, on plain Go.
func nativeWU(t *testing.T) answer {
	t.Helper()
	if knownWU.Digest != "" {
		return knownWU
	}
	read := func(name string) *dataset.Table {
		text, err := os.ReadFile(filepath.Join("..", "assets", name+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		table, err := dataset.ReadCSV(name, text, dataset.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	run, err := study.New(read("wu-train"),
		&study.RunOptions{Target: "y", Task: "auto", Split: "random", HoldoutSeed: "1", Preset: "first",
			Seed: "1", Settings: sets[0].settings, Standardize: "no", Predictive: "likelihood", Truth: "wu",
			Workers: 2, Test: true, TestName: "wu-test"}, read("wu-test"))
	if err != nil {
		t.Fatal(err)
	}
	if err := dcc.Run(run.Problem, run.Sampler, 2, func(s dcc.Step) { run.Step(s, 0) }); err != nil {
		t.Fatal(err)
	}
	all := run.Topologies()
	knownWU = answer{digestOf(t, run).Digest, []string{all[0].Name, all[1].Name},
		[]float64{all[0].Weight, all[1].Weight}}
	return knownWU
}

// asks defines answerOf(element).
const asks = `globalThis.answerOf = async e => {
	const two = (await e.topologies()).slice(0, 2);
	return {digest: (await e.digest()).digest, names: two.map(t => t.name), weights: two.map(t => t.weight)};
};`

// TestFiveElements: one compiled module for all, never more computing workers than processors, and the native answer in
// each, to the last bit.
func TestFiveElements(t *testing.T) {
	native := nativeWU(t)
	url := around(t, "", strings.Repeat(`<dcc-tree dataset="wu" preset="first" autorun></dcc-tree>`, 5),
		`import "./dcctree.js"; `+asks+`
		const all = [...document.querySelectorAll("dcc-tree")];
		globalThis.said = [];
		globalThis.done = Promise.all(all.map(e => new Promise(go => e.addEventListener("dcc-done", go))));
		const watch = setInterval(() => {
			for (const e of all) {
				const text = e.shadowRoot.querySelector("[part=status]").textContent;
				if (!said.includes(text)) said.push(text);
			}
		}, 50);
		done.then(() => clearInterval(watch));`)
	b := newTab(t, counting)
	b.open(url)
	got, err := tryEvaluate[struct {
		Answers                                []answer
		Compiles, Most, Processors, Left, Both int
		Said                                   []string
	}](b, `(async () => {
		await done;
		const answers = await Promise.all([...document.querySelectorAll("dcc-tree")].map(answerOf));
		for (let n = 0; n < 600 && kit.workers > 0; n++) await new Promise(go => setTimeout(go, 50));
		return {answers, compiles: kit.compiles, most: kit.most, processors: navigator.hardwareConcurrency,
			left: kit.workers, both: kit.coordinators, said};
	})()`, 8*patience)
	if err != nil {
		t.Fatal(err, b.situation())
	}
	if got.Compiles != 1 || got.Most > got.Processors || got.Most == 0 || got.Left != 0 || got.Both != 5 {
		t.Errorf("%d compiled modules, at most %d computing workers on %d processors, %d left; %d coordinators",
			got.Compiles, got.Most, got.Processors, got.Left, got.Both)
	}
	if !containsAny(strings.Join(got.Said, "|"), []string{"Waiting: another figure"}) {
		t.Errorf("the elements said %q: none waited", got.Said)
	}
	for i, a := range got.Answers {
		if a.Digest != native.Digest || a.Names[0] != native.Names[0] || a.Names[1] != native.Names[1] ||
			a.Weights[0] != native.Weights[0] || a.Weights[1] != native.Weights[1] {
			t.Errorf("element %d: %+v, natively %+v", i+1, a, native)
		}
	}
}

// own is a table inside an element.
func own(attributes string) string {
	return `<dcc-tree target="y" seed="7" ` + attributes + `><script type="text/csv" data-name="steps">` + steps() +
		`</script><p id="fallback">A tree would stand here.</p></dcc-tree>`
}

// TestElementUnderStrictPolicy: in two shadow roots, under a policy without connect-src, 'wasm-unsafe-eval' or any
// style but files: it runs, tells so through the roots, answers, and follows its frame's height.
func TestElementUnderStrictPolicy(t *testing.T) {
	url := around(t, strictest, "", `import "./dcctree.js";
		globalThis.heard = [];
		for (const name of ["ready", "progress", "draws", "done", "error"])
			document.addEventListener("dcc-" + name,
				e => heard.push([name, e.composedPath()[0].localName, e.detail]));
		const inner = (place, name) => {
			const e = document.createElement(name);
			place.append(e);
			return e.attachShadow({mode: "open"});
		};
		const root = inner(inner(document.body, "section"), "div");
		const holder = document.createElement("template");
		holder.innerHTML = `+quote(own(`preset="first" autorun`))+`;
		root.append(holder.content);
		globalThis.tree = root.querySelector("dcc-tree");`)
	b := newTab(t, counting)
	b.open(url)
	b.wait("the run's end", `heard.some(([name]) => name === "done")`, 3*patience)
	got := script[struct {
		Names               []string
		Topologies, Draws   int
		Prediction          []struct{ Mean, Low, High float64 }
		Sentence, Line, SVG string
		Stan                string
		Saved               int
		Info                struct{ Target, Seed string }
		Height, Inner       float64
		Fallback, Waits     bool
		Done                struct {
			State                 string
			Steps, Share, Seconds float64
		}
		Step struct {
			Index int
			Words string
		}
	}](b, `
		const frame = tree.shadowRoot.querySelector("iframe");
		return {names: [...new Set(heard.map(([name]) => name))], topologies: (await tree.topologies()).length,
			draws: (await tree.draws()).length, prediction: await tree.predict([[.1, .5], [.9, .5]]),
			sentence: (await tree.diagnostics()).sentence, line: (await tree.fingerprint()).line,
			svg: await tree.figure("tree", {width: 500}),
			stan: (await (await tree.export("stan")).blob.text()).slice(0, 9),
			saved: (await tree.save()).length, info: await tree.info(),
			height: frame.getBoundingClientRect().height,
			inner: frame.contentDocument.body.getBoundingClientRect().height,
			fallback: tree.shadowRoot.querySelector("[part=fallback]").hidden,
			waits: "waits" in frame.dataset,
			done: heard.find(([name]) => name === "done")[2],
			step: heard.find(([name]) => name === "draws")[2]};`)
	if d := got.Done; d.State != "done" || d.Steps < 3 || d.Share != 1 || !(d.Seconds > 0) || got.Step.Index != 1 ||
		got.Step.Words == "" {
		t.Errorf("told %+v at the end and %+v of the first step", d, got.Step)
	}
	for _, name := range []string{"ready", "progress", "draws", "done"} {
		if !containsAny(strings.Join(got.Names, " "), []string{name}) {
			t.Errorf("the document heard %q, without %s", got.Names, name)
		}
	}
	// y is near 1 below x1 = .5 and near 3 above (steps)
	if p := got.Prediction; len(p) != 2 || math.Abs(p[0].Mean-1) > .2 || math.Abs(p[1].Mean-3) > .2 {
		t.Errorf("predictions %+v", p)
	}
	if got.Topologies == 0 || got.Draws == 0 || got.Sentence == "" || !strings.Contains(got.Line, " seed=7 ") ||
		!strings.HasPrefix(got.SVG, "<svg") || got.Stan != "# model =" || got.Saved < 1000 ||
		got.Info.Target != "y" || got.Info.Seed != "7" {
		t.Errorf("answers %+v", got)
	}
	if math.Abs(got.Height-got.Inner) > 2 || !got.Fallback || got.Waits {
		t.Errorf("the frame is %v px high, its page %v; fallback hidden %v, still waiting %v", got.Height,
			got.Inner, got.Fallback, got.Waits)
	}
}

// TestElementLife: data by property, by address, refused data, attributes that are followed, a moved element, a taken
// one, and mount.
func TestElementLife(t *testing.T) {
	url := around(t, "", `<div id="place"></div><div id="other"></div>`,
		`Object.assign(globalThis, await import("./dcctree.js"));`)
	b := newTab(t, counting)
	b.open(url)
	b.wait("the module", "globalThis.mount !== undefined", patience)
	t.Run("mount", func(t *testing.T) {
		got := script[struct {
			State, Fit, Unknown, Closed string
			Features                    string
			Seeds                       []string
			Workers, Coordinators       int
			Frames                      int
		}](b, fmt.Sprintf(`
			const csv = %s;
			const handle = await mount("#place",
				{data: csv, target: "y", seed: 7, preset: "first", lock: true});
			const out = {state: await handle.run(), seeds: [(await handle.info()).seed]};
			const few = await mount("#other",
				{dataset: "iris", features: ["petal_length", "petal_width"], seed: 3, preset: "first",
				settings: {bandwidthFinal: .05}});
			await few.step();
			const info = await few.info();
			out.features = info.features.join() + " " + info.seed + " " + info.settings.bandwidthFinal;
			few.finalize();
			handle.element.setAttribute("seed", "8");
			await handle.run();
			out.seeds.push((await handle.info()).seed);
			out.unknown = await mount("#place", {chains: 4}).catch(e => e.code + " " + e.field);
			out.fit = await mount("#place", {data: "x,y\n1,2\n3", target: "y"}).catch(e => e.code);
			const pending = handle.topologies();
			handle.finalize();
			out.closed = await pending.catch(e => e.code);
			for (let n = 0; n < 600 && kit.workers + kit.coordinators > 0; n++)
				await new Promise(go => setTimeout(go, 50));
			return {...out, workers: kit.workers, coordinators: kit.coordinators,
				frames: document.querySelectorAll("dcc-tree").length};`, quote(steps())))
		if got.State != "done" || strings.Join(got.Seeds, " ") != "7 8" || got.Unknown != "setting chains" ||
			got.Fit != "csv-ragged" || got.Closed != "closed" ||
			got.Features != "petal_length,petal_width 3 0.05" || got.Workers != 0 ||
			got.Coordinators != 0 || got.Frames != 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("address and move", func(t *testing.T) {
		got := script[struct {
			Rows, Again, Kept       int
			Theme, Lang, Elsewhere  string
			Starts, Moved, Restored int
		}](b, `
			const tree = document.createElement("dcc-tree");
			let starts = 0;
			tree.addEventListener("dcc-ready", () => starts++);
			const attributes = {src: "/table.csv", target: "y", seed: "7", preset: "first", lang: "en"};
			for (const [name, value] of Object.entries(attributes)) tree.setAttribute(name, value);
			document.getElementById("place").append(tree);
			await tree.run();
			const out = {rows: (await tree.info()).trainRows};
			tree.setAttribute("lang", "de");
			tree.setAttribute("theme", "dark");
			const inner = () => tree.shadowRoot.querySelector("iframe").contentDocument.documentElement;
			while (inner().lang !== "de") await new Promise(go => setTimeout(go, 20));
			out.lang = inner().lang;
			out.starts = starts;
			if (Element.prototype.moveBefore) {
				document.getElementById("other").moveBefore(tree, null);
				out.kept = (await tree.info()).trainRows;
			}
			const saved = await tree.save();
			document.getElementById("place").append(tree);
			await tree.ready;
			out.moved = starts;
			await tree.restore(saved);
			out.again = (await tree.info()).trainRows;
			out.restored = (await tree.topologies()).length;
			tree.src = null;
			tree.setAttribute("src", "https://example.org/a.csv");
			out.elsewhere = await tree.ready.catch(e => e.code);
			tree.remove();
			return out;`)
		if got.Rows < 30 || got.Again != got.Rows || got.Restored == 0 || got.Lang != "de" || got.Starts != 1 ||
			got.Moved != 2 || got.Elsewhere != "load-failed" || got.Kept != 0 && got.Kept != got.Rows {
			t.Errorf("%+v", got)
		}
	})
}

// TestBlockedElement: where the host's policy forbids the frame, the element says so at once and its own content stays.
func TestBlockedElement(t *testing.T) {
	url := around(t, "default-src 'none'; script-src 'self'", own(""), `import "./dcctree.js";
		document.addEventListener("dcc-error", e => globalThis.heard = e.detail);`)
	b := newTab(t)
	b.allow("Content Security Policy", "frame-src", "Framing")
	b.open(url)
	b.wait("the error", "globalThis.heard !== undefined", patience)
	got := script[struct{ Code, Status, Shown string }](b, `const tree = document.querySelector("dcc-tree");
		return {code: heard.code, status: tree.shadowRoot.querySelector("[part=status]").textContent,
			shown: document.getElementById("fallback").checkVisibility() ? "shown" : "hidden"};`)
	if got.Code != "frame-blocked" || !strings.Contains(got.Status, "frame-src") || got.Shown != "shown" {
		t.Errorf("%+v", got)
	}
}

// TestAxeOfElements: a page with an element after a run and one that cannot start, and the frame of the first, have no
// fault that axe finds. (Of two frames with the same panels axe says that their landmarks are called the same: the
// names of the frames tell them apart.)
func TestAxeOfElements(t *testing.T) {
	url := around(t, "",
		`<main><h1>A lesson</h1><dcc-tree dataset="wu" preset="first" autorun title="Trees of WU">
			<p>A tree would stand here.</p></dcc-tree>
		<dcc-tree base="/nowhere/"><p>A third one would stand here.</p></dcc-tree></main>`,
		`import "./dcctree.js";
		document.addEventListener("dcc-done", () => { globalThis.done = true; });`)
	b := newTab(t, npmFile(t, "axe-core", "axe.min.js")) // in every frame
	b.allow("404")
	b.open(url)
	b.wait("the run's end", "globalThis.done === true", 3*patience)
	b.audit("an element after a run")
	n := script[int](b,
		`const result = await axe.run(document,
			{runOnly: ["region", "page-has-heading-one", "frame-title", "color-contrast"]});
		return result.passes.flatMap(p => p.nodes).filter(n => n.target.flat().length > 2).length`)
	if n < 10 {
		t.Errorf("axe looked at %d places inside the frame", n)
	}
}

// TestElementWithinItsPage: what was set before the module came holds, the language is that of the text around, what is
// locked and hidden is so in the frame, steps pause, a run is given up by its signal, and a chosen topology is told.
func TestElementWithinItsPage(t *testing.T) {
	url := around(t, "",
		`<section lang="de"><dcc-tree id="late" target="y" seed="7" lock hide="compare,take" steps="2">
			</dcc-tree></section>`,
		`
		document.getElementById("late").data = `+quote(steps())+`;
		globalThis.chosen = [];
		document.addEventListener("dcc-select", e => chosen.push(e.detail.topology));
		await import("./dcctree.js");
		globalThis.tree = document.getElementById("late");`)
	b := newTab(t, counting)
	b.open(url)
	b.wait("the module", "globalThis.tree !== undefined", patience)
	got := script[struct {
		Lang, Title, Paused, State, Refused string
		Locked, Hidden                      bool
		Rows, Steps                         int
		Chosen                              []string
		Keys                                []string
	}](b, `
		const out = {paused: await tree.run(), rows: (await tree.info()).trainRows,
			steps: (await tree.fingerprint()).steps};
		const frame = tree.shadowRoot.querySelector("iframe"), page = frame.contentDocument;
		Object.assign(out, {lang: page.documentElement.lang, title: frame.title,
			locked: page.querySelector("[data-test=seed]").disabled,
			hidden: !page.getElementById("compare").checkVisibility()});
		tree.setAttribute("steps", "4");
		out.keys = [];
		await tree.run();
		out.keys = (await tree.topologies()).map(t => t.key);
		const bars = () => [...page2().querySelectorAll("[data-test=topologies] button")];
		const page2 = () => tree.shadowRoot.querySelector("iframe").contentDocument;
		while (bars().length < 2) await new Promise(go => setTimeout(go, 50));
		bars()[1].click();
		while (chosen.length === 0) await new Promise(go => setTimeout(go, 50));
		out.chosen = chosen;
		tree.setAttribute("preset", "paper");
		tree.removeAttribute("steps");
		const abort = new AbortController();
		tree.addEventListener("dcc-draws", () => abort.abort(), {once: true});
		out.state = await tree.run({signal: abort.signal});
		out.refused = await tree.run({signal: abort.signal}).catch(e => e.code);
		tree.remove();
		return out;`)
	if got.Paused != "paused" || got.Steps != 2 || got.Rows < 30 || got.State != "stopped" ||
		got.Refused != "stopped" {
		t.Errorf("runs %+v", got)
	}
	if got.Lang != "de" || got.Title != "Bayessche Entscheidungsbäume" || !got.Locked || !got.Hidden {
		t.Errorf("the frame %+v", got)
	}
	// bars are of trees, which a topology stands for
	if len(got.Keys) < 2 || len(got.Chosen) != 1 || !slices.Contains(got.Keys, got.Chosen[0]) {
		t.Errorf("chosen %q of %q", got.Chosen, got.Keys)
	}
}
