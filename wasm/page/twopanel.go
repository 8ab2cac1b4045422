//go:build js && wasm

// The dialog that sets two runs side by side, and what is kept for it.

package page

import (
	"fmt"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type twoPanel struct {
	open, dialog, say, body *cell
	pin                     *cell
	kept                    *logic.Kept // nil before there are two runs
	pinned                  bool        // kept stays until it is let go
	last                    *frame
}

func newTwoPanel(a *app) *twoPanel {
	p := &twoPanel{open: a.byID("two-open"), dialog: a.byID("two"), say: a.byID("two-say"),
		body: a.byID("two-body"), pin: a.byID("two-pin")}
	a.listen(p.open, "click", func(js.Value) {
		p.render(p.last)
		p.dialog.showModal()
	})
	a.listen(p.pin, "click", func(js.Value) { p.turn() })
	return p
}

// turn keeps the run on the screen until it is let go, or lets go of the one that is kept.
func (p *twoPanel) turn() {
	if p.pinned = !p.pinned; p.pinned && p.last != nil {
		p.kept = p.last.origin.keep()
	}
	p.render(p.last)
}

// replaced takes over a run whose place on the screen another took.
func (p *twoPanel) replaced(r *run) {
	if !p.pinned {
		p.kept = r.keep()
	}
}

// other is the run to compare with; nil where there is none, or it answers another question.
func (p *twoPanel) other(f *frame) *logic.Kept {
	if p.kept == nil || f == nil || p.kept == f.origin.kept || !p.kept.Comparable(f.origin.keep()) {
		return nil
	}
	return p.kept
}

// render offers the comparison, and shows it.
func (p *twoPanel) render(f *frame) {
	p.last = f
	p.open.show(f != nil)
	if f == nil {
		return
	}
	p.pin.say(logic.Text(logic.Either(p.pinned, "two.unpin", "two.pin")))
	before, now := p.other(f), f.origin.keep()
	if before == nil {
		p.say.say(logic.Text("two.none"))
		if p.pinned {
			p.say.say(fmt.Sprintf(logic.Text("two.pinned"), p.kept.Caption))
		}
		p.body.draw("")
		return
	}
	p.say.say(logic.Join([]string{fmt.Sprintf(logic.Text("two.say"), now.Caption, before.Caption),
		logic.AheadSentence(now, before)}))
	p.body.draw(logic.TwoMarkup(now, before))
}

// keep is what is kept of the run, as it stands.
func (r *run) keep() *logic.Kept {
	if r.kept == nil {
		r.kept = &logic.Kept{}
	}
	before := r.kept.Losses
	*r.kept = logic.Kept{Caption: r.caption(), Table: r.table.name, Wish: r.wish, Info: r.info, Losses: before}
	if r.frame != nil {
		r.kept.Metrics, r.kept.Topologies = r.frame.metrics, r.frame.topologies
	}
	return r.kept
}

// mostLosses is the most test rows whose errors are asked for: more would hold the coordinator for long.
const mostLosses = 2000

// askLosses asks a run that rests for the errors of its test rows, for a comparison with another.
func (a *app) askLosses(r *run) {
	n := r.info.TestRows
	if n < 2 || n > mostLosses || r.over || r.steps == 0 {
		return
	}
	rows := make([]any, n)
	for i := range rows {
		rows[i] = i
	}
	answer, err := ask(r.sampler, "predict", object(map[string]any{"test": rows}))
	if err != nil {
		return // another run took its place, or the run broke, which is told where it is dealt with
	}
	predictions := make([]logic.Prediction, answer.Length())
	for i := range predictions {
		if read(answer.Index(i), &predictions[i]) != nil {
			return
		}
		if i%100 == 99 {
			breathe()
		}
	}
	r.keep().Losses = logic.Losses(predictions)
	a.paint.mark()
}
