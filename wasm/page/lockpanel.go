//go:build js && wasm

// The network lock: a second policy that shuts every way out once all is loaded, and a test that shows it.

package page

import (
	"fmt"
	"strings"
	"syscall/js"
)

// lockPolicy is added to the policy of index.html; both hold. Scripts, styles, images and data have been loaded by then; only workers made from
// memory can start, and WebAssembly can still be compiled in them.
const lockPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'"

type lockPanel struct {
	app           *app
	words, icon   *cell
	test          *cell
	dialog        *cell
	body, verdict *cell
	closed        bool
}

func newLockPanel(a *app) *lockPanel {
	p := &lockPanel{
		app: a, words: a.byID("lock-text"), icon: a.byID("lock-icon"), test: a.byID("lock-test"),
		dialog: a.byID("lock-dialog"), body: a.byID("lock-body"), verdict: a.byID("lock-verdict"),
	}
	a.listen(p.test, "click", func(js.Value) { p.probe() })
	if a.bridge.Get("locked").Truthy() {
		p.close()
	}
	return p
}

// close adds the policy. Everything that the page will ever need is loaded when the first table is open.
func (p *lockPanel) close() {
	if p.closed {
		return
	}
	p.closed = true
	meta := wrap(p.app.doc.Underlying().Call("createElement", "meta"))
	meta.SetAttribute("http-equiv", "Content-Security-Policy")
	meta.SetAttribute("content", lockPolicy)
	p.app.doc.Underlying().Get("head").Call("append", meta.Underlying())
	p.app.tell(p.words, words("lock.locked"))
	p.test.enable(true)
	p.icon.SetAttribute("class", "ic is-locked")
}

// way is one way of sending something.
type way struct {
	name string
	send func(url string)
}

func ways() []way {
	global := js.Global()
	return []way{
		{"fetch", func(url string) { ignore(global.Call("fetch", url)) }},
		{"xhr", func(url string) {
			x := global.Get("XMLHttpRequest").New()
			x.Call("open", "POST", url)
			x.Call("send", "x")
		}},
		{"image", func(url string) { global.Get("Image").New().Set("src", url) }},
		{"beacon", func(url string) { global.Get("navigator").Call("sendBeacon", url, "x") }},
		{"socket", func(url string) { global.Get("WebSocket").New("ws" + strings.TrimPrefix(url, "http")) }},
	}
}

// probe tries each way to the page's own address and to one under a name that is reserved never to exist, and reports what the browser did.
func (p *lockPanel) probe() {
	p.verdict.say("")
	refused := map[string]string{} // directive by address
	heard := js.FuncOf(func(_ js.Value, args []js.Value) any {
		refused[args[0].Get("blockedURI").String()] = args[0].Get("effectiveDirective").String()
		return nil
	})
	document := p.app.doc.Underlying()
	document.Call("addEventListener", "securitypolicyviolation", heard)
	var tries []attempt
	for _, t := range targets() {
		for _, w := range ways() {
			url := t.origin + "/probe-" + w.name
			trySend(w, url)
			tries = append(tries, attempt{Way: text("lock." + w.name), Where: text(t.words), URL: url})
		}
	}
	p.body.draw(attemptsMarkup(tries, refused, true))
	p.dialog.Underlying().Call("showModal")
	wait(600)
	document.Call("removeEventListener", "securitypolicyviolation", heard)
	heard.Release()
	p.body.draw(attemptsMarkup(tries, refused, false))
	p.verdict.say(lockVerdict(tries, refused))
}

// target is an address without its path, with the key of what it is called.
type target struct{ words, origin string }

// targets are the page's own address, which a file has not, and one that cannot exist.
func targets() []target {
	list := []target{{"lock.other", "https://example.invalid"}}
	if own := js.Global().Get("location").Get("origin").String(); strings.HasPrefix(own, "http") {
		list = append([]target{{"lock.own", own}}, list...)
	}
	return list
}

// trySend tries one way; some are refused by throwing.
func trySend(w way, url string) {
	defer func() {
		if r := recover(); r != nil {
			if _, thrown := r.(js.Error); !thrown {
				panic(fmt.Sprint(r))
			}
		}
	}()
	w.send(url)
}
