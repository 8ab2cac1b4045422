//go:build js && wasm

// The dialog "All predictions": all scores, the figures of all rows, and the prediction over two features.

package page

import (
	"fmt"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type rowsPanel struct {
	app               *app
	open, dialog      *cell
	head, body, whose *cell
	say, status       *cell
	set, plots        *cell
	part, x, y, held  *cell
	mapped            *cell
	of                *run // whose figures are drawn
	drawnStep         int
	first, second     string // features of the map
	chosen            bool   // by a person
	features          []logic.FeatureAt
	medians           bool
	redraw            later
	busy              bool
}

func newRowsPanel(a *app) *rowsPanel {
	p := &rowsPanel{
		app: a, open: a.byID("allrows-open"), dialog: a.byID("allrows"), head: a.byID("allrows-head"),
		body: a.byID("allrows-body"), whose: a.byID("allrows-whose"), say: a.byID("allrows-say"),
		status: a.byID("allrows-status"), set: a.byID("allrows-set"), plots: a.byID("allrows-plots"),
		part: a.byID("map-part"), x: a.byID("map-x"), y: a.byID("map-y"), held: a.byID("map-held"),
		mapped: a.byID("map-plot"),
	}
	p.redraw = later{app: a, work: func() { p.draw(false) }}
	a.listen(p.open, "click", func(js.Value) {
		p.dialog.showModal()
		p.draw(true)
	})
	js.Global().Call("addEventListener", "resize", callback(func(js.Value) {
		if p.dialog.isOpen() {
			p.drawnStep = -1
			p.redraw.call(soon)
		}
	}))
	a.changeTo(p.set, func(string) { p.draw(true) })
	a.changeTo(p.x, func(v string) { p.choose(v, p.second) })
	a.changeTo(p.y, func(v string) { p.choose(p.first, v) })
	a.changeTo(p.held, func(v string) {
		p.medians = v == "medians"
		p.drawMap()
	})
	return p
}

// soon is how long another width rests before the figures are drawn for it, ms.
const soon = 400

// slowly is how long figures of an open dialog rest while a run goes on, ms: each redrawing asks the coordinator for
// half a second of work.
const slowly = 4000

// render brings the scores up to date, and, after a moment, the figures of an open dialog.
func (p *rowsPanel) render(f *frame) {
	p.open.enable(true)
	table := logic.FullTable(f.metrics, f.run.info)
	p.head.draw(table.HeadMarkup())
	p.body.draw(table.BodyMarkup())
	p.whose.say(f.run.caption())
	p.say.say(logic.Text("all.say." + f.run.info.Task))
	p.features = f.explained.Features
	if p.of != f.run {
		p.start(f.run)
	}
	p.held.Underlying().Get("options").Index(0).Set("textContent",
		fmt.Sprintf(logic.Text("map.row"), logic.Text("prediction."+f.run.set()+"row"), f.run.row+1))
	if p.dialog.isOpen() && p.drawnStep != f.run.steps {
		p.redraw.call(slowly)
	}
}

// start chooses what suits another run.
func (p *rowsPanel) start(r *run) {
	p.of, p.drawnStep, p.chosen = r, 0, false
	p.set.Underlying().Get("options").Index(0).Set("disabled", r.info.TestRows == 0)
	p.set.setValue(r.set())
	p.part.show(len(r.info.Features) > 1)
	p.plots.SetInnerHTML("")
	p.mapped.SetInnerHTML("")
}

// offerFeatures lists the features; one cannot be chosen twice.
func (p *rowsPanel) offerFeatures(r *run) {
	p.x.draw(logic.OptionsMarkup(r.info.Features, p.first, p.second))
	p.y.draw(logic.OptionsMarkup(r.info.Features, p.second, p.first))
}

func (p *rowsPanel) choose(x, y string) {
	p.first, p.second, p.chosen = x, y, true
	p.offerFeatures(p.of)
	p.drawMap()
}

// draw asks for all figures, one after the other, so that the run's own questions come between; always draws them even
// where nothing new was sampled.
func (p *rowsPanel) draw(always bool) {
	r := p.app.shown
	if r == nil || r.table.lost || p.busy || !p.dialog.isOpen() || !always && p.drawnStep == r.steps {
		return
	}
	p.busy = true
	defer func() { p.busy = false }()
	p.status.say(logic.Text("all.drawing"))
	names := []string{"observed", "residuals", "calibration"}
	if r.info.Task == "classification" {
		names = []string{"confusion", "calibration"}
	}
	for _, name := range names { // all of them first: their places have their width then
		p.app.plotBox(p.plots, name)
	}
	if !p.chosen {
		p.first, p.second = logic.MapPair(p.features)
		p.offerFeatures(r)
	}
	step := r.steps
	for _, name := range names {
		p.app.drawPlot(p.plots, r, name, map[string]any{"set": p.set.value()})
	}
	p.drawMap()
	p.drawnStep = step
	p.status.say(fmt.Sprintf(logic.Text("all.drawn"), logic.Count(step)))
}

func (p *rowsPanel) drawMap() {
	r := p.app.shown
	if r == nil || p.first == "" || p.second == "" {
		return
	}
	p.app.drawPlot(p.mapped, r, "map",
		map[string]any{"x": p.first, "y": p.second, "medians": p.medians, "set": r.set(), "row": r.row})
}
