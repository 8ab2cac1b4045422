// This file attacks what no policy refuses: it looks for peer connections in fresh frames, leads the page elsewhere with a word in the address,
// and probes from every worker of a person's table, each time beside the same page without its guard or its lock.

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
}

// inBoth runs the test in a page of either browser; complaints with these texts are part of it.
func inBoth(t *testing.T, allowed []string, test func(p anyPage)) {
	t.Run("Chromium", func(t *testing.T) {
		b := newTab(t)
		b.allow(allowed...)
		test(anyPage{t, b.open, b.firstRun, func(body string) []string { return script[[]string](b, body) }, b.ready,
			func(path string) { b.choose("file-input", path) }})
	})
	t.Run("Firefox", func(t *testing.T) {
		f := newFox(t, 2*patience)
		f.allowed = allowed
		before := func(script string) { tell[any](f, order{Before: instruments + script}) }
		test(anyPage{t, f.open, before, func(body string) []string { return tell[[]string](f, order{Run: body}) }, f.ready,
			func(path string) { tell[any](f, order{Upload: `[data-test="file-input"]`, Path: path}) }})
	})
}

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

// freshGlobals are ways to get a window whose globals nobody has touched, each at once: a later look would come too late for any guard.
const freshGlobals = `{
	append: () => { const f = document.createElement("iframe"); document.body.append(f); return f.contentWindow; },
	appendChild: () => document.body.appendChild(document.createElement("iframe")).contentWindow,
	indexed: () => { document.body.prepend(document.createElement("iframe")); return window[0]; },
	named: () => { const f = document.createElement("iframe"); f.name = "fresh"; document.body.before(f); return window.fresh; },
	srcdoc: () => { const f = document.createElement("iframe"); f.srcdoc = "<p>x"; document.body.append(f); return f.contentWindow; },
	blank: () => { const f = document.createElement("iframe"); f.src = "about:blank"; document.body.append(f); return f.contentWindow; },
	elsewhere: () => { const f = document.createElement("iframe"); f.src = "https://example.invalid/"; document.body.append(f); return f.contentWindow; },
	memory: () => { const f = document.createElement("iframe"); f.src = URL.createObjectURL(new Blob(["x"], {type: "text/html"}));
		document.body.append(f); return f.contentWindow; },
	lazy: () => { const f = document.createElement("iframe"); f.loading = "lazy"; f.src = "/x"; document.body.append(f); return f.contentWindow; },
	markup: () => { document.body.insertAdjacentHTML("beforeend", "<iframe></iframe>"); return window[window.length - 1]; },
	inner: () => { const p = document.createElement("p"); document.body.append(p); p.innerHTML = "<iframe srcdoc=x></iframe>"; return p.firstChild.contentWindow; },
	outer: () => { const p = document.createElement("p"); document.body.append(p); p.outerHTML = "<iframe></iframe>"; return window[window.length - 1]; },
	range: () => { const r = document.createRange(); r.selectNode(document.body.lastChild);
		const f = r.createContextualFragment("<iframe></iframe>").firstChild; r.insertNode(f); return f.contentWindow; },
	clone: () => { const t = document.createElement("template"); t.innerHTML = "<iframe></iframe>";
		document.body.append(t.content.cloneNode(true)); return window[window.length - 1]; },
	shadow: () => { const s = document.body.appendChild(document.createElement("div")).attachShadow({mode: "closed"});
		s.innerHTML = "<iframe></iframe>"; return s.firstChild.contentWindow; },
	unsafe: () => { const p = document.body.appendChild(document.createElement("p"));
		p.setHTMLUnsafe("<iframe></iframe>"); return p.firstChild.contentWindow; },
	caption: () => { const t = document.body.appendChild(document.createElement("table")), c = document.createElement("caption");
		const f = c.appendChild(document.createElement("iframe")); t.caption = c; return f.contentWindow; },
	option: () => { const s = document.body.appendChild(document.createElement("select")), o = document.createElement("option");
		const f = o.appendChild(document.createElement("iframe")); s.add(o); return f.contentWindow; },
	body: () => { const b = document.createElement("body"), f = b.appendChild(document.createElement("iframe")), old = document.body;
		document.body = b; const w = f.contentWindow; document.body = old; return w; },
	object: () => { const o = document.createElement("object"); o.type = "text/html"; o.data = "about:blank"; document.body.append(o); return o.contentWindow; },
	embed: () => { const e = document.createElement("embed"); e.type = "text/html"; e.src = "about:blank"; document.body.append(e); return window[window.length - 1]; },
	write: () => { document.write("<iframe></iframe>"); return window[window.length - 1]; },
	loaded: () => { let seen = null; const f = document.createElement("iframe"); f.onload = () => { seen ??= f.contentWindow?.RTCPeerConnection && window[0]; };
		document.body.append(f); return seen; },
	element: () => { let seen = null; customElements.define("x-seen", class extends HTMLElement { connectedCallback() { seen = window[window.length - 1]; } });
		document.body.insertAdjacentHTML("beforeend", "<p><iframe></iframe><x-seen></x-seen></p>"); return seen; },
	popup: () => open("about:blank", "fresh"),
	picture: () => { throw documentPictureInPicture.requestWindow ? 0 : 1; },
	own: () => window,
}`

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
	inBoth(t, []string{"Content Security Policy", "Content-Security-Policy", "violates", "Refused", "ERR_", "write", "textContent"}, func(p anyPage) {
		p.open(without(p.T, "guard.js") + "/" + quiet)
		if found := p.eval(findPeers); len(found) < 12 || !slices.Contains(found, "own") {
			p.Errorf("without the guard peer connections are found by %v alone: the attack looks in too few places", found)
		}
		p.open(shared.static + "/" + quiet)
		p.ready()
		if found := p.eval(findPeers); len(found) > 0 {
			p.Errorf("a peer connection can be had by %v", found)
		}
	})
}

// leadAway are ways to lead the page, or a tab of its own, to an address with a word in it.
const leadAway = `{
	href: to => { location.href = to; },
	assign: to => location.assign(to),
	replace: to => location.replace(to),
	navigate: to => { navigation.navigate(to).finished.catch(() => {}); },
	self: to => open(to, "_self"),
	top: to => open(to, "_top"),
	tab: to => open(to),
	document: to => document.open(to, "x", ""),
	link: to => { const a = Object.assign(document.createElement("a"), {href: to}); document.body.append(a); a.click(); },
	loose: to => Object.assign(document.createElement("a"), {href: to, target: "_blank"}).click(),
	inner: to => { const a = Object.assign(document.createElement("a"), {href: to, target: "_blank"}), b = document.createElement("b");
		a.append(b); b.dispatchEvent(new MouseEvent("click", {bubbles: true})); },
	own: to => { const a = document.querySelector("a[target=_blank]"); a.href = to; a.click(); },
	middle: to => { const a = document.querySelector("a[target=_blank]"); a.href = to; a.dispatchEvent(new MouseEvent("auxclick", {bubbles: true, button: 1})); },
	area: to => { const a = Object.assign(document.createElement("area"), {href: to}); document.body.append(a); a.click(); },
	drawing: to => { document.body.insertAdjacentHTML("beforeend", '<svg><a href="' + to + '"><text>x</text></a></svg>');
		document.querySelector("body > svg > a").dispatchEvent(new MouseEvent("click", {bubbles: true})); },
	download: to => { const a = Object.assign(document.createElement("a"), {href: to, download: "x"}); document.body.append(a); a.click(); },
	meta: to => document.head.append(Object.assign(document.createElement("meta"), {httpEquiv: "refresh", content: "0;url=" + to})),
	form: to => { const f = Object.assign(document.createElement("form"), {action: to}); document.body.append(f); f.submit(); },
	state: to => { history.pushState(null, "", "?" + to); location.reload(); },
	hidden: to => { Event.prototype.preventDefault = () => {}; String.prototype.split = () => [location.href]; location.href = to; },
}`

// TestNothingLeadsAway: each way is tried on a page of its own, with a listener at the address; the page stays where it is.
func TestNothingLeadsAway(t *testing.T) {
	tried := []string{"Content Security Policy", "Content-Security-Policy", "violates", "Refused", "aborted", "is not a function", "ERR_", "NS_"}
	inBoth(t, tried, func(p anyPage) {
		bare := newTrap(p.T)
		for _, way := range []string{"href", "assign", "meta", "link", "loose", "own", "form", "hidden"} { // the control: a page without a guard
			p.open(shared.static + "/bare")
			p.eval(fmt.Sprintf(`document.body.innerHTML = "<a target=_blank></a>"; (%s)[%q](%q); return [];`, leadAway, way, bare.URL+"/"+way))
			time.Sleep(150 * time.Millisecond)
		}
		if paths, _ := bare.caught(); len(paths) < 6 {
			p.Errorf("without a guard only %v arrive: the attack does too little", paths)
		}
		trap := newTrap(p.T)
		page := shared.static + "/" + quiet
		p.open(page)
		for _, way := range p.eval("return Object.keys(" + leadAway + ")") {
			p.eval(fmt.Sprintf(`try { (%s)[%q](%q); } catch {} return [];`, leadAway, way, trap.URL+"/"+way))
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

// TestEveryWorkerIsLocked: the table in the link cannot be read, so the person's own file is the first that is opened; its workers, which probe
// at once, reach neither the page's own host nor another.
func TestEveryWorkerIsLocked(t *testing.T) {
	own := file(t, "own.csv", []byte(few()))
	inBoth(t, append(provoked, "Content Security Policy", "violates", "Refused", "ERR_", "Failed to"), func(p anyPage) {
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
		p.before(fmt.Sprintf(`spy.prefix = 'for (const to of [%q, %q]) fetch(to).catch(() => {}); new BroadcastChannel("tried").postMessage(1);';
			spy.tried = 0; new BroadcastChannel("tried").onmessage = () => spy.tried++;`, url+"/leak", trap.URL+"/leak"))
		p.open(url + "/" + quiet + "&data=%22")
		p.eval(waitFor(`document.querySelector("[data-test=file-input]").disabled === false`))
		p.choose(own)
		p.eval(waitFor(`document.getElementById("data-line").textContent.includes("own.csv") && spy.tried >= 3`))
		p.ready()
		time.Sleep(500 * time.Millisecond)
		mu.Lock()
		defer mu.Unlock()
		if paths, connections := trap.caught(); len(seen) > 0 || len(paths) > 0 || connections > 0 {
			p.Errorf("workers reached the page's host %d times, another %v with %d connections", len(seen), paths, connections)
		}
	})
}

// waitFor is the body of a function that waits until the expression is true.
func waitFor(expression string) string {
	return fmt.Sprintf(`const end = Date.now() + %d;
		while (!(%s)) { if (Date.now() > end) throw new Error("waited in vain"); await new Promise(go => setTimeout(go, 50)); }
		return [];`, patience.Milliseconds(), expression)
}
