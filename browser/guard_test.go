// This file attacks what no policy refuses: it looks for peer connections in fresh frames, leads the page elsewhere
// with a word in the address, and probes from every worker of a person's table, each time beside the same page without
// its guard or its lock.

//go:build browser

package browser

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// anyPage is a page in Chromium or in Firefox.
type anyPage struct {
	*testing.T
	open   func(url string)
	before func(script string) // runs first in every document
	eval   func(body string) []string
	ready  func()
	choose func(path string) // opens an own file
	afresh func()            // goes on in a tab that nothing has led anywhere yet
}

// inBoth runs the test in a page of either browser; complaints with these texts are part of it.
func inBoth(t *testing.T, allowed []string, test func(p anyPage)) {
	t.Run("Chromium", func(t *testing.T) {
		var b *tab
		afresh := func() {
			b = newTab(t)
			b.allow(allowed...)
		}
		afresh()
		eval := func(body string) []string { return script[[]string](b, body) }
		test(anyPage{t, func(url string) { b.open(url) }, func(source string) { b.firstRun(source) }, eval,
			func() { b.ready() }, func(path string) { b.choose("file-input", path) }, afresh})
	})
	t.Run("Firefox", func(t *testing.T) {
		f := newFox(t, 2*patience)
		f.allowed = allowed
		before := func(script string) { tell[any](f, order{Before: instruments + script}) }
		eval := func(body string) []string { return tell[[]string](f, order{Run: body}) }
		choose := func(path string) { tell[any](f, order{Upload: `[data-test="file-input"]`, Path: path}) }
		// An address that is opened while a page is on its way elsewhere may never arrive.
		test(anyPage{t, f.open, before, eval, f.ready, choose, func() { f.tab++ }})
	})
}

// broken is what browsers say when a policy refuses something.
var broken = []string{"Content Security Policy", "Content-Security-Policy", "violates", "Refused", "ERR_", "Failed to"}

// without serves the published site with one of its files replaced by nothing.
func without(t *testing.T, name string) string {
	t.Helper()
	files := http.FileServer(http.Dir(shared.published))
	url, stop, err := listen(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/"+name {
			w.Header().Set("Content-Type", "text/javascript")
			return
		}
		files.ServeHTTP(w, r)
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return url
}

// freshGlobals are ways to get a window whose globals nobody has touched, each at once: a later look would come too
// late for any guard.
const freshGlobals = `(() => {
	const make = (tag, more = {}) => Object.assign(document.createElement(tag), more);
	const put = (tag, more) => document.body.appendChild(make(tag, more));
	const framed = more => put("iframe", more).contentWindow;
	const last = () => window[window.length - 1];
	const memory = () => URL.createObjectURL(new Blob(["x"], {type: "text/html"}));
	// The frame is put into an element that is not in the page yet, and the page then takes the element.
	const within = (tag, take) => {
		const holder = make(tag), frame = holder.appendChild(make("iframe"));
		take(holder);
		return frame.contentWindow;
	};
	return {
		append: () => { const f = make("iframe"); document.body.append(f); return f.contentWindow; },
		appendChild: () => framed(),
		indexed: () => { document.body.prepend(make("iframe")); return window[0]; },
		named: () => { document.body.before(make("iframe", {name: "fresh"})); return window.fresh; },
		srcdoc: () => framed({srcdoc: "<p>x"}),
		blank: () => framed({src: "about:blank"}),
		elsewhere: () => framed({src: "https://example.invalid/"}),
		memory: () => framed({src: memory()}),
		lazy: () => framed({loading: "lazy", src: "/x"}),
		markup: () => { document.body.insertAdjacentHTML("beforeend", "<iframe></iframe>"); return last(); },
		inner: () => {
			const p = put("p");
			p.innerHTML = "<iframe srcdoc=x></iframe>";
			return p.firstChild.contentWindow;
		},
		outer: () => { put("p").outerHTML = "<iframe></iframe>"; return last(); },
		range: () => {
			const r = document.createRange();
			r.selectNode(document.body.lastChild);
			const f = r.createContextualFragment("<iframe></iframe>").firstChild;
			r.insertNode(f);
			return f.contentWindow;
		},
		clone: () => {
			const template = make("template", {innerHTML: "<iframe></iframe>"});
			document.body.append(template.content.cloneNode(true));
			return last();
		},
		shadow: () => {
			const root = put("div").attachShadow({mode: "closed"});
			root.innerHTML = "<iframe></iframe>";
			return root.firstChild.contentWindow;
		},
		unsafe: () => {
			const p = put("p");
			p.setHTMLUnsafe("<iframe></iframe>");
			return p.firstChild.contentWindow;
		},
		caption: () => within("caption", c => put("table").caption = c),
		option: () => within("option", o => put("select").add(o)),
		body: () => {
			const old = document.body;
			try { return within("body", b => document.body = b); } finally { document.body = old; }
		},
		object: () => put("object", {type: "text/html", data: "about:blank"}).contentWindow,
		embed: () => { put("embed", {type: "text/html", src: "about:blank"}); return last(); },
		write: () => { document.write("<iframe></iframe>"); return last(); },
		loaded: () => {
			let seen = null;
			put("iframe", {onload() { seen ??= this.contentWindow; }});
			return seen;
		},
		element: () => {
			let seen = null;
			customElements.define("x-seen", class extends HTMLElement {
				connectedCallback() { seen = last(); }
			});
			document.body.insertAdjacentHTML("beforeend", "<p><iframe></iframe><x-seen></x-seen></p>");
			return seen;
		},
		popup: () => open("about:blank", "fresh"),
		own: () => window,
	};
})()`

// findPeers lists the ways by which a peer connection can be had, and makes one to be sure.
const findPeers = `const found = [];
	for (const [way, get] of Object.entries(` + freshGlobals + `)) {
		try {
			const its = get(), Peer = its && its.RTCPeerConnection;
			if (Peer) { new Peer().close(); found.push(way); }
		} catch {}
		for (const f of document.querySelectorAll("iframe,object,embed")) f.remove();
	}
	return found;`

func TestNoPeerConnectionAnywhere(t *testing.T) {
	inBoth(t, append(broken, "write", "textContent", lateTimer), func(p anyPage) {
		p.open(without(p.T, "guard.js") + "/" + quiet)
		if found := p.eval(findPeers); len(found) < 12 || !slices.Contains(found, "own") {
			p.Errorf("without the guard peer connections are found by %v alone: the attack looks in too "+
				"few places", found)
		}
		p.open(shared.static + "/" + quiet)
		p.ready()
		if found := p.eval(findPeers); len(found) > 0 {
			p.Errorf("a peer connection can be had by %v", found)
		}
	})
}

// leadAway are ways to lead the page, or a tab of its own, to an address with a word in it.
const leadAway = `(() => {
	const link = (to, tag = "a") => Object.assign(document.createElement(tag), {href: to});
	const press = element => document.body.appendChild(element).click();
	const click = (kind, more) => new MouseEvent(kind, {bubbles: true, cancelable: true, ...more});
	// a link of the page, changed
	const given = to => Object.assign(document.querySelector("a[target=_blank]"), {href: to});
	return {
		href: to => { location.href = to; },
		assign: to => location.assign(to),
		replace: to => location.replace(to),
		navigate: to => { navigation.navigate(to).finished.catch(() => {}); },
		self: to => open(to, "_self"),
		top: to => open(to, "_top"),
		tab: to => open(to),
		document: to => document.open(to, "x", ""),
		link: to => press(link(to)),
		loose: to => Object.assign(link(to), {target: "_blank"}).click(),
		inner: to => {
			const a = Object.assign(link(to), {target: "_blank"});
			a.appendChild(document.createElement("b")).dispatchEvent(click("click"));
		},
		own: to => given(to).click(),
		middle: to => given(to).dispatchEvent(click("auxclick", {button: 1})),
		area: to => press(link(to, "area")),
		drawing: to => {
			document.body.insertAdjacentHTML("beforeend",
				'<svg><a href="' + to + '"><text>x</text></a></svg>');
			document.querySelector("body > svg > a").dispatchEvent(click("click"));
		},
		download: to => press(Object.assign(link(to), {download: "x"})),
		page: to => { // a page in memory that leads on by itself
			const type = "text/html", text = '<meta http-equiv="refresh" content="0;url=' + to + '">';
			location.href = URL.createObjectURL(new Blob([text], {type}));
		},
		meta: to => {
			const meta = {httpEquiv: "refresh", content: "0;url=" + to};
			document.head.append(Object.assign(document.createElement("meta"), meta));
		},
		form: to => document.body.appendChild(Object.assign(document.createElement("form"), {action: to}))
			.submit(),
		state: to => history.pushState(null, "", "?" + to), // the next visit would send it
		hidden: to => { // what a guard could stop with is broken first
			Event.prototype.preventDefault = () => {};
			String.prototype.split = () => [location.href];
			location.href = to;
		},
	};
})()`

// TestNothingLeadsAway: each way is tried on a page of its own, with a listener at the address; the page stays where it
// is.
func TestNothingLeadsAway(t *testing.T) {
	inBoth(t, append(broken, "aborted", "is not a function", "NS_"), func(p anyPage) {
		bare := newTrap(p.T)
		// the control: a page without a guard
		for _, way := range []string{"href", "assign", "meta", "link", "loose", "own", "form", "page",
			"hidden"} {
			p.afresh()
			p.open(shared.static + "/bare")
			p.eval(fmt.Sprintf(`while (!document.body) await new Promise(go => setTimeout(go, 20));
				document.body.innerHTML = "<a target=_blank></a>"; %s[%q](%q); return [];`,
				leadAway, way, bare.URL+"/"+way))
			bare.arrives(way, 2*time.Second)
		}
		if paths, _ := bare.caught(); len(paths) < 6 {
			p.Errorf("without a guard only %v arrive: the attack does too little", paths)
		}
		trap := newTrap(p.T)
		page := shared.static + "/" + quiet
		p.afresh()
		p.open(page)
		for _, way := range p.eval("return Object.keys(" + leadAway + ")") {
			p.eval(fmt.Sprintf(`try { %s[%q](%q); } catch {} return [];`, leadAway, way, trap.URL+"/"+way))
			time.Sleep(150 * time.Millisecond)
			if at := p.eval("return [location.href]")[0]; at != page {
				p.Errorf("%s leads the page to %s", way, at)
				p.open(page)
			}
		}
		time.Sleep(time.Second)
		if paths, connections := trap.caught(); len(paths) > 0 || connections > 0 {
			p.Errorf("reached the listener: %v, %d connections", paths, connections)
		}
	})
}

// TestEveryWorkerIsLocked: the table in the link cannot be read, so the person's own file is the first that is opened;
// its workers, which probe at once, reach neither the page's own host nor another.
func TestEveryWorkerIsLocked(t *testing.T) {
	own := file(t, "own.csv", []byte(few()))
	inBoth(t, append(broken, provoked...), func(p anyPage) {
		trap := newTrap(p.T)
		var mu sync.Mutex
		var seen []string
		files := http.FileServer(http.Dir(shared.published))
		url, stop, err := listen(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/leak") {
				mu.Lock()
				seen = append(seen, r.URL.Path)
				mu.Unlock()
			}
			files.ServeHTTP(w, r)
		}))
		if err != nil {
			p.Fatal(err)
		}
		p.Cleanup(stop)
		p.before(fmt.Sprintf(`spy.tried = 0;
			new BroadcastChannel("tried").onmessage = () => spy.tried++;
			spy.prefix = 'for (const to of [%q, %q]) fetch(to).catch(() => {}); ' +
				'new BroadcastChannel("tried").postMessage(1);';`, url+"/leak", trap.URL+"/leak"))
		p.open(url + "/" + quiet + "&data=%22")
		p.eval(waitFor(`document.querySelector("[data-test=file-input]").disabled === false`))
		p.choose(own)
		p.eval(waitFor(
			`document.getElementById("data-line").textContent.includes("own.csv:") && spy.tried >= 3`))
		p.ready()
		time.Sleep(500 * time.Millisecond)
		mu.Lock()
		defer mu.Unlock()
		if paths, connections := trap.caught(); len(seen) > 0 || len(paths) > 0 || connections > 0 {
			p.Errorf("workers reached the page's host %d times, another %v with %d connections", len(seen),
				paths, connections)
		}
	})
}

// waitFor is the body of a function that waits until the expression is true.
func waitFor(expression string) string {
	return fmt.Sprintf(`const end = Date.now() + %d;
		while (!(%s)) {
			if (Date.now() > end) throw new Error("waited in vain");
			await new Promise(go => setTimeout(go, 50));
		}
		return [];`, patience.Milliseconds(), expression)
}
