//go:build js && wasm

// Across trees: asked for only while the section is in view, and seldom while a run searches.

package page

import (
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type acrossPanel struct {
	app                       *app
	section, say, covered     *cell
	body                      *cell
	features, consensus, cuts *cell

	visible, busy bool
	hurry         bool // a change of language waits for no pause
	shown, wanted acrossState
}

// acrossState is what the section shows, or is to show.
type acrossState struct {
	run   *run
	steps int
	width float64
}

// leastPause is how long the section rests after each survey, searchPause before it where a run searches, in
// milliseconds, and pausesPerSurvey how many times as long as that took, so that sampling gets most of a busy machine:
// on BCW surveys without the first pause took .6 s of a search of 5.
const (
	leastPause      = 1500
	searchPause     = 4000
	pausesPerSurvey = 10
)

func newAcrossPanel(a *app) *acrossPanel {
	p := &acrossPanel{app: a, section: a.byID("across"), say: a.byID("across-say"),
		covered: a.byID("across-covered"), body: a.byID("across-body"), features: a.byID("across-features"),
		consensus: a.byID("across-consensus"), cuts: a.byID("across-cuts")}
	watch := callback(func(v js.Value) {
		entries := v
		p.visible = entries.Index(entries.Length() - 1).Get("isIntersecting").Bool()
		p.wake()
	})
	js.Global().Get("IntersectionObserver").New(watch).Call("observe", p.section.Underlying())
	a.listen(a.doc, "visibilitychange", func(js.Value) { p.wake() })
	return p
}

// render notes what there is to survey.
func (p *acrossPanel) render(f *frame) {
	p.wanted = acrossState{f.origin, f.origin.current(), max(100, p.section.width())}
	p.wake()
}

// wake surveys unless nothing changed or nobody could see it.
func (p *acrossPanel) wake() {
	if p.busy || !p.visible || p.wanted.run == nil || p.wanted == p.shown ||
		p.app.doc.Underlying().Get("hidden").Bool() {
		return
	}
	p.busy = true
	p.app.spawn(func() {
		defer func() { p.busy = false; p.wake() }()
		if p.app.state == logic.Running {
			wait(searchPause)
		}
		began := now()
		p.hurry = false
		p.survey(p.wanted)
		for rest := max(leastPause, pausesPerSurvey*(now()-began)); rest > 0 && !p.hurry; rest -= mostPatient {
			wait(min(rest, mostPatient))
		}
	})
}

// translate asks anew: the sentences come with the answer.
func (p *acrossPanel) translate() {
	p.shown, p.hurry = acrossState{}, true
	p.wake()
}

// survey asks and draws. Where there is no answer, what is shown stays; the run itself reports what went wrong.
func (p *acrossPanel) survey(s acrossState) {
	p.shown = s
	if s.run.table.lost {
		return
	}
	answer, err := ask(s.run.sampler, "survey",
		object(map[string]any{"width": s.width, "lang": string(logic.Spoken)}))
	var found logic.Survey
	if err != nil || s.run != p.app.shown || read(answer, &found) != nil {
		return
	}
	p.body.show(true)
	p.say.say(logic.AcrossSentences(found))
	p.covered.say(logic.AcrossCovered(found))
	figures := answer.Get("figures")
	for name, cell := range map[string]*cell{"features": p.features, "consensus": p.consensus, "cuts": p.cuts} {
		breathe()
		cell.draw(figures.Get(name).String())
	}
}
