//go:build js && wasm

// The dialog with the details of the diagnostics.

package page

import (
	"strconv"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type diagnosePanel struct {
	app                    *app
	open, dialog           *cell
	verdict, modes, advice *cell
	table, evidence, plots *cell
	topology, parameter    *cell
	parameterBox           *cell
	status                 *cell
	last                   *frame
	of                     *run
	judged                 map[string]logic.ChainDiagnosis // by topology key, after step
	step                   int
	chosen                 string // key of the topology looked at; "" = the heaviest
	redraw                 later
	busy                   bool
}

func newDiagnosePanel(a *app) *diagnosePanel {
	p := &diagnosePanel{
		app: a, open: a.byID("diag-open"), dialog: a.byID("diag"), verdict: a.byID("diag-verdict"),
		modes: a.byID("diag-modes"), advice: a.byID("diag-advice"), table: a.byID("diag-table"),
		evidence: a.byID("diag-evidence"), plots: a.byID("diag-plots"), topology: a.byID("diag-topology"),
		parameter: a.byID("diag-parameter"), parameterBox: a.byID("diag-parameter-box"),
		status: a.byID("diag-status"),
	}
	p.redraw = later{app: a, work: func() { p.draw() }}
	a.listen(p.open, "click", func(js.Value) {
		p.dialog.showModal()
		p.step = -1
		p.draw()
	})
	a.changeTo(p.topology, func(key string) {
		p.chosen = key
		p.parameter.wrote = false
		p.drawOne()
	})
	a.changeTo(p.parameter, func(string) { p.drawTraces() })
	return p
}

// mostJudged topologies are judged; those of less weight matter little.
const mostJudged = 8

// render keeps what is known of the run, and brings an open dialog up to date after a moment.
func (p *diagnosePanel) render(f *frame) {
	p.open.enable(true)
	if p.of != f.run {
		p.of, p.chosen, p.step = f.run, "", -1
		p.judged = map[string]logic.ChainDiagnosis{}
		p.plots.SetInnerHTML("")
		p.evidence.SetInnerHTML("")
	}
	p.last = f
	if p.dialog.isOpen() && p.step != f.run.steps {
		p.redraw.call(slowly)
	}
}

// heavy are the topologies that are judged: of at least judged weight, or the first.
func (p *diagnosePanel) heavy() []logic.Topology {
	all := logic.Carrying(p.last.topologies)
	if len(all) == 0 {
		all = p.last.topologies[:1]
	}
	return all[:min(mostJudged, len(all))]
}

// draw asks for everything, one topology after the other, so that the run's own questions come between.
func (p *diagnosePanel) draw() {
	if p.last == nil || p.busy || !p.dialog.isOpen() || p.of.table.lost || p.step == p.of.steps {
		return
	}
	p.busy = true
	defer func() { p.busy = false }()
	p.status.say(logic.Text("all.drawing"))
	r, step := p.of, p.of.steps
	var all []logic.Judged
	for _, t := range p.heavy() {
		answer, err := ask(r.sampler, "diagnose", t.Key, object(map[string]any{"lang": string(logic.Spoken)}))
		var d logic.ChainDiagnosis
		if err != nil || read(answer, &d) != nil || p.of != r {
			return // the run itself reports what went wrong
		}
		p.judged[t.Key] = d
		all = append(all, logic.Judged{Topology: t, ChainDiagnosis: d})
	}
	p.tell(all)
	p.app.drawPlot(p.evidence, r, "evidence", map[string]any{})
	p.offer(all)
	p.drawOne()
	p.step = step
	p.status.say(logic.Text("diag.drawn"))
}

// tell draws sentences and table.
func (p *diagnosePanel) tell(all []logic.Judged) {
	d := logic.Diagnose(p.last.topologies, p.last.verdict)
	p.verdict.say(d.Verdict)
	p.modes.say(logic.ModeSentences(all))
	p.advice.draw(logic.Items(logic.Advice(all, p.last.verdict)))
	p.table.draw(logic.JudgedMarkup(all))
}

// offer lists the topologies to look at.
func (p *diagnosePanel) offer(all []logic.Judged) {
	m, found := "", false
	for _, j := range all {
		found = found || j.Key == p.chosen
		m += logic.Option(j.Key, j.Name)
	}
	if !found {
		p.chosen = all[0].Key
	}
	p.topology.draw(m)
	p.topology.setValue(p.chosen)
}

// drawOne draws the figures of the chosen topology: traces and ranks of its chains, and its importance weights.
func (p *diagnosePanel) drawOne() {
	d := p.judged[p.chosen]
	p.parameterBox.show(len(d.Each) > 0)
	m := ""
	for i, name := range d.Parameters {
		m += logic.Option(strconv.Itoa(i), name)
	}
	p.parameter.draw(m)
	for _, name := range []string{"trace", "rank"} {
		p.app.plotBox(p.plots, name).show(len(d.Each) > 0)
	}
	p.app.plotBox(p.plots, "weights").show(d.Weights)
	p.drawTraces()
	if d.Weights {
		p.app.drawPlot(p.plots, p.of, "weights", map[string]any{"topology": p.chosen})
	}
}

func (p *diagnosePanel) drawTraces() {
	if len(p.judged[p.chosen].Each) == 0 {
		return
	}
	at, err := strconv.Atoi(p.parameter.value())
	if err != nil {
		at = 0
	}
	for _, name := range []string{"trace", "rank"} {
		p.app.drawPlot(p.plots, p.of, name, map[string]any{"topology": p.chosen, "parameter": at})
	}
}
