//go:build js && wasm

// The network lock: a second policy that shuts every way out once all is loaded, and a test that shows it. What no
// policy can refuse is shut by site/guard.js.

package page

import (
	"strings"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// lockPolicy is added to the policy of index.html; both hold. Scripts, styles, images and data have been loaded by
// then; only workers made from memory can start, and WebAssembly can still be compiled in them.
const lockPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'; img-src data: blob:; worker-src blob:; " +
	"base-uri 'none'; form-action 'none'"

// shutOff adds the policy. It comes before any table is opened, so that every worker of every session has it, too: a
// worker keeps the policy that its page has when it starts.
func shutOff(doc *cell) {
	meta := doc.Underlying().Call("createElement", "meta")
	meta.Call("setAttribute", "http-equiv", "Content-Security-Policy")
	meta.Call("setAttribute", "content", lockPolicy)
	doc.Underlying().Get("head").Call("append", meta)
}

type lockPanel struct {
	app         *app
	words, icon *cell
	dialog      *cell
	body, say   *cell
	tries       int // tests begun
}

func newLockPanel(a *app) {
	p := &lockPanel{
		app: a, words: a.byID("lock-text"), icon: a.byID("lock-icon"),
		dialog: a.byID("lock-dialog"), body: a.byID("lock-body"), say: a.byID("lock-verdict"),
	}
	test := a.byID("lock-test")
	a.listen(test, "click", func(js.Value) { p.probe() })
	test.enable(true)
	a.tell(p.words, saying("lock.locked"))
	p.icon.SetAttribute("class", "ic is-locked")
}

// probe tries every way, from the page and from workers of the open session, and reports what the browser did.
func (p *lockPanel) probe() {
	p.tries++
	this := p.tries
	p.body.draw("")
	p.app.tell(p.say, saying("lock.trying"))
	p.dialog.showModal()
	options := object(map[string]any{"targets": targets()})
	workers := js.Global().Get("Promise").Call("resolve", []any{})
	if t := p.app.table; t != nil && !t.lost {
		workers = t.session.Call("tryWays", options)
	}
	ways := js.Global().Get("dcctreeWays")
	tries, failure := attemptsOf(await(ways.Call("tryAll", options)))
	others, err := await(workers)
	late := failure != nil || err != nil
	for i := 0; err == nil && i < others.Length(); i++ {
		more, failure := attemptsOf(others.Index(i).Get("outcomes"), nil)
		late = late || failure != nil
		tries = append(tries, more...)
	}
	if this == p.tries {
		p.report(tries, ways.Get("list"), late)
	}
}

// attemptsOf reads the answer of a place that was asked; null is that of a worker which was late.
func attemptsOf(answer js.Value, err error) (tries []logic.Attempt, failure error) {
	if err != nil || answer.IsNull() {
		return nil, &logic.Fault{Code: "late"}
	}
	failure = read(answer, &tries)
	return tries, failure
}

// report shows what was found. A lock that let something pass is shown open.
func (p *lockPanel) report(tries []logic.Attempt, list js.Value, late bool) {
	var ways []logic.WayInfo
	if err := read(list, &ways); err != nil {
		p.app.broken(err)
		return
	}
	found := logic.Findings(tries, ways)
	p.body.draw(logic.FindingsMarkup(found))
	p.app.tell(p.say, func() string { return logic.LockVerdict(found, late) })
	if logic.CountOf(found, logic.Leaky) > 0 {
		p.app.tell(p.words, saying("lock.partly"))
		p.icon.SetAttribute("class", "ic")
	}
}

// targets are the page's own address, which a file has not, and one that cannot exist.
func targets() []any {
	list := []any{map[string]any{"name": "other", "origin": "https://example.invalid"}}
	if own := js.Global().Get("location").Get("origin").String(); strings.HasPrefix(own, "http") {
		list = append([]any{map[string]any{"name": "own", "origin": own}}, list...)
	}
	return list
}
