//go:build js && wasm

// The checks of the Diagnostics panel: comparisons with other bandwidths and other priors, beside the run.

package page

import (
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type checksPanel struct {
	app                        *app
	bandwidths, priors, cancel *cell
	status, progress           *cell
	result, words, note, use   *cell
	caption, head, body        *cell
	of                         *run     // whose answers were or are compared
	abort                      js.Value // of the comparison under way; undefined while there is none
	drawn                      func()   // writes the newest result; nil before the first
	best                       float64  // bandwidth that the next run can take over
}

func newChecksPanel(a *app) *checksPanel {
	p := &checksPanel{
		app: a, bandwidths: a.byID("check-bandwidths"), priors: a.byID("check-priors"),
		cancel: a.byID("check-cancel"), status: a.byID("check-status"), progress: a.byID("check-progress"),
		result: a.byID("check-result"), words: a.byID("check-words"), note: a.byID("check-note"),
		use: a.byID("check-use"), caption: a.byID("check-caption"), head: a.byID("check-head"),
		body: a.byID("check-body"),
	}
	a.listen(p.bandwidths, "click", func(js.Value) { p.compareBandwidths() })
	a.listen(p.priors, "click", func(js.Value) { p.comparePriors() })
	a.listen(p.cancel, "click", func(js.Value) {
		if !p.abort.IsUndefined() {
			p.abort.Call("abort")
		}
	})
	a.listen(p.use, "click", func(js.Value) { p.takeOver() })
	return p
}

// render offers the checks once a run has a tree, and drops what belongs to an earlier run.
func (p *checksPanel) render(f *frame) {
	if p.of != nil && p.of != f.run {
		p.of = nil
		p.result.show(false)
		p.status.say("")
	}
	p.offer()
}

// offer enables what can be pressed now.
func (p *checksPanel) offer() {
	busy, r := !p.abort.IsUndefined(), p.app.shown
	usable := !busy && r != nil && !r.over
	p.bandwidths.enable(usable)
	p.priors.enable(usable)
	p.cancel.show(busy)
	p.progress.show(busy)
}

func (p *checksPanel) compareBandwidths() {
	t, own, ok := p.bandwidthTable()
	if ok && t.Best != nil && *t.Best != own {
		p.best = *t.Best
		p.app.tell(p.use, saying("checks.use", logic.Plain(p.best)))
		p.use.show(true)
	}
}

// bandwidthTable compares the usual bandwidths and shows what came out; own is the run's.
func (p *checksPanel) bandwidthTable() (t logic.BandwidthTable, own float64, ok bool) {
	answer, own, ok := p.compare(p.bandwidths, "checks.bandwidths.busy", "chooseBandwidth", js.Null())
	if !ok || !p.read(answer, &t) {
		return t, own, false
	}
	p.draw(t.Table, "checks.bandwidths.caption")
	return t, own, true
}

func (p *checksPanel) comparePriors() {
	var t logic.PriorTable
	if answer, _, ok := p.compare(p.priors, "checks.priors.busy", "priorCheck"); ok && p.read(answer, &t) {
		p.draw(t.Table, "checks.priors.caption")
	}
}

// compare runs a comparison to its end. own is the run's bandwidth; ok is false where there is nothing to show.
func (p *checksPanel) compare(
	pressed *cell, busy, method string, first ...any,
) (answer js.Value, own float64, ok bool) {
	r := p.app.shown
	if r == nil || r.over || !p.abort.IsUndefined() {
		return answer, 0, false
	}
	p.of, p.abort = r, newAttempt()
	p.result.show(false)
	p.use.show(false)
	p.progress.set("value", 0)
	p.app.tell(p.status, saying(busy))
	held := pressed.focused()
	p.offer()
	if held {
		p.cancel.focus()
	}
	answer, err := p.await(r, method, first)
	held = p.cancel.focused()
	p.abort = js.Undefined()
	p.offer()
	if held {
		pressed.focus()
	}
	if p.of != r {
		return answer, 0, false // another run took the screen
	}
	return answer, r.sampler.Get("info").Get("settings").Get("bandwidthFinal").Float(), p.told(err)
}

// await asks for the comparison and follows it.
func (p *checksPanel) await(r *run, method string, args []any) (js.Value, error) {
	onProgress := callback(func(v js.Value) {
		p.progress.set("value", v.Get("progress"))
	})
	defer onProgress.Release()
	options := object(map[string]any{"onProgress": onProgress.Value, "signal": p.abort.Get("signal")})
	return ask(r.sampler, method, append(args, options)...)
}

// told says how a comparison ended, and whether it has an answer.
func (p *checksPanel) told(err error) bool {
	switch {
	case err == nil:
		p.app.tell(p.status, saying("checks.done"))
	case hasCode(err, "stopped"):
		p.app.tell(p.status, saying("checks.cancelled"))
	case hasCode(err, "replaced", "closed"):
		p.status.say("")
	default:
		p.app.tell(p.status, err.Error)
	}
	return err == nil
}

// read decodes an answer; one that does not fit is a mistake of the page.
func (p *checksPanel) read(answer js.Value, into any) bool {
	if err := read(answer, into); err != nil {
		p.app.broken(err)
		return false
	}
	return true
}

// draw shows what a comparison found, and again in each language.
func (p *checksPanel) draw(table func() logic.CheckTable, caption string) {
	p.drawn = func() { p.put(table(), caption) }
	p.drawn()
	p.result.show(true)
}

// translate writes the result anew, if there is one.
func (p *checksPanel) translate() {
	if p.drawn != nil {
		p.drawn()
	}
}

func (p *checksPanel) put(t logic.CheckTable, caption string) {
	p.words.say(logic.Unbroken.Replace(t.Words))
	p.note.say(t.Note)
	p.caption.say(logic.Text(caption))
	p.head.draw(t.HeadMarkup())
	p.body.draw(t.BodyMarkup())
}

// takeOver makes the bandwidth a setting of the next run.
func (p *checksPanel) takeOver() {
	a := p.app
	a.choice = a.choice.With("bandwidthFinal", logic.Exact(p.best))
	a.chosen()
	p.use.show(false)
	p.app.tell(p.status, saying("checks.used", logic.Plain(p.best)))
	p.bandwidths.focus()
}
