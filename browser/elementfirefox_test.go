// This file runs the element and the frame in Firefox: under the strictest policy of a host, with the native answer,
// and obeying the page around it.

//go:build browser

package browser

import (
	"strings"
	"testing"
	"time"
)

// TestElementInFirefox: two elements in shadow roots under a policy that allows neither connections nor WebAssembly in
// the host have the native answer.
func TestElementInFirefox(t *testing.T) {
	native := nativeWU(t)
	url := around(t, strictest, "", `import "./dcctree.js"; `+asks+`
		globalThis.trees = ["first", "second"].map(id => {
			const root = document.body.appendChild(document.createElement("section"))
				.attachShadow({mode: "open"});
			const tree = document.createElement("dcc-tree");
			for (const [name, value] of Object.entries({id, dataset: "wu", preset: "first", autorun: "1"}))
				tree.setAttribute(name, value);
			root.append(tree);
			return tree;
		});
		globalThis.done = 0;
		document.addEventListener("dcc-done", () => done++);`)
	f := newFox(t, 6*patience)
	f.allowed = []string{"favicon.ico"} // which the host's policy forbids
	f.open(url)
	tell[any](f, order{
		Run: `const end = Date.now() + 300000; while (done < 2) {
			if (Date.now() > end) throw new Error("no end");
			await new Promise(go => setTimeout(go, 100));
		}`,
	})
	for i, a := range tell[[]answer](f, order{Run: `return Promise.all(trees.map(answerOf))`}) {
		if a.Digest != native.Digest || a.Names[0] != native.Names[0] || a.Weights[0] != native.Weights[0] ||
			a.Weights[1] != native.Weights[1] {
			t.Errorf("element %d: %+v, natively %+v", i+1, a, native)
		}
	}
	got := tell[struct {
		Lines, Status string
		Height        float64
		After         string
	}](f, order{Run: `const [tree, other] = trees, frame = tree.shadowRoot.querySelector("iframe");
		const out = {lines: (await tree.fingerprint()).line,
			status: tree.shadowRoot.querySelector("[part=status]").textContent,
			height: frame.getBoundingClientRect().height};
		const pending = other.topologies();
		other.remove();
		return {...out, after: await pending.then(() => "answered", e => e.code)};`})
	if !strings.Contains(got.Lines, "digest="+native.Digest) || got.Status != "" || got.Height < 300 ||
		got.After != "closed" {
		t.Errorf("%+v", got)
	}
}

// TestFrameInFirefox: a frame tells its height and obeys the page that its link names.
func TestFrameInFirefox(t *testing.T) {
	url := around(t, "", `<iframe title="frame"></iframe>`, `globalThis.heard = [];
		const frame = document.querySelector("iframe");
		addEventListener("message", e => {
			if (e.source === frame.contentWindow && e.data.dcctree === 1) heard.push(e.data);
		});
		globalThis.say = type => frame.contentWindow.postMessage({dcctree: 1, type}, location.origin);
		frame.src = "/embed.html#dataset=wu&preset=first&hide=compare&parent=" +
			encodeURIComponent(location.origin);`)
	f := newFox(t, 4*patience)
	f.open(url)
	f.wait("the frame to be ready", `heard.some(m => m.type === "ready")`)
	time.Sleep(time.Second) // it waits for an order
	if n := tell[int](f, order{Run: `return heard.filter(m => m.type === "step").length`}); n != 0 {
		t.Errorf("%d steps before any order", n)
	}
	tell[any](f, order{Run: `say("run")`})
	f.wait("the end of the run", `heard.some(m => m.type === "done")`)
	got := tell[[]string](f, order{Run: `return [...new Set(heard.map(m => m.type))]`})
	if !containsAny(strings.Join(got, " "), []string{"height"}) ||
		!containsAny(strings.Join(got, " "), []string{"step"}) {
		t.Errorf("heard %q", got)
	}
}
