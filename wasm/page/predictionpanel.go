//go:build js && wasm

// One prediction: what all trees together say about a chosen row, beside its true value.

package page

import (
	"fmt"
	"strconv"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type predictionPanel struct {
	app             *app
	box, pager      *cell
	row, label      *cell
	back, next      *cell
	answer, picture *cell
	disagree        *cell
	whatif          *whatIf
}

func newPredictionPanel(a *app) *predictionPanel {
	p := &predictionPanel{
		app: a, box: a.byID("prediction"), pager: a.byID("pager"), row: a.byID("row"),
		label: a.byID("row-label"), back: a.byID("row-back"), next: a.byID("row-next"),
		answer: a.byID("answer"), picture: a.byID("prediction-figure"), disagree: a.byID("disagree"),
	}
	p.whatif = newWhatIf(a, p)
	a.listen(p.back, "click", func(js.Value) { p.turn(-1) })
	a.listen(p.next, "click", func(js.Value) { p.turn(1) })
	a.listen(p.row, "change", func(js.Value) {
		n, err := strconv.Atoi(p.row.value())
		if err == nil {
			p.to(n - 1)
		}
	})
	return p
}

// width is the room for the figure, in pixels.
func (p *predictionPanel) width() float64 { return max(100, p.box.width()) }

// turn goes on by some rows, round the end.
func (p *predictionPanel) turn(by int) {
	if r := p.app.shown; r != nil {
		p.to((r.row + by + r.rows()) % r.rows())
	}
}

// to goes to a row counted from 0; the ends of the set bound it, and the control shows the row that was taken.
func (p *predictionPanel) to(row int) {
	r := p.app.shown
	if r == nil {
		return
	}
	r.row = min(max(row, 0), r.rows()-1)
	p.row.setValue(strconv.Itoa(r.row + 1))
	p.whatif.forget()
	p.app.paint.mark()
}

func (p *predictionPanel) render(f *frame) {
	r := f.run
	p.pager.show(true)
	p.label.say(logic.Text(logic.Either(r.set() == "test", "prediction.testrow", "prediction.trainrow")))
	p.row.set("max", fmt.Sprint(r.rows()))
	if !p.row.Underlying().Equal(activeElement()) {
		p.row.setValue(strconv.Itoa(r.row + 1))
	}
	p.whatif.shown = f.chosen.Name
	if f.told >= p.whatif.told {
		p.whatif.told = f.told
		p.tell(r, f.explained, f.chosen.Name)
	}
}

// tell shows what is said about the row; shown names the tree on the screen.
func (p *predictionPanel) tell(r *run, e logic.Explanation, shown string) {
	p.answer.draw(logic.AnswerMarkup(e.Prediction, r.info))
	p.picture.draw(e.SVG)
	said := logic.DisagreeSentence(e, r.info, shown)
	if e.Changed {
		said = logic.Join([]string{logic.Text("whatif.changed"), logic.OutsideSentence(e.Features), said})
	}
	p.disagree.say(said)
	p.whatif.render(r, e)
}
