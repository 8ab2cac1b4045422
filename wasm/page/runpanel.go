//go:build js && wasm

// The Run panel: four buttons, the state, the time and the progress.

package page

import (
	"fmt"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type runPanel struct {
	app                     *app
	run, pause, step, stop  *cell
	back                    *cell
	state, elapsed, steps   *cell
	progress, hint, workers *cell
	left                    *cell
	ticking                 bool
}

func newRunPanel(a *app) *runPanel {
	p := &runPanel{
		app: a, run: a.byID("run-button"), pause: a.byID("pause-button"), step: a.byID("step-button"),
		stop: a.byID("stop-button"), back: a.byID("back-button"), state: a.byID("state"),
		elapsed: a.byID("elapsed"), steps: a.byID("steps"), progress: a.byID("progress"),
		hint: a.byID("run-hint"), workers: a.byID("workers"), left: a.byID("left"),
	}
	a.listen(p.run, "click", func(js.Value) { a.pressRun() })
	a.listen(p.pause, "click", func(js.Value) { a.pressPause() })
	a.listen(p.step, "click", func(js.Value) { a.pressStep() })
	a.listen(p.stop, "click", func(js.Value) { a.pressStop() })
	a.listen(p.back, "click", func(js.Value) { a.looking.turn(-1) })
	return p
}

// render shows the state of the newest run and offers the buttons that fit it.
func (p *runPanel) render() {
	a, r := p.app, p.app.run
	a.arrange()
	if a.atOnce() {
		p.renderFit()
		return
	}
	auto := r != nil && r.auto
	b := logic.ButtonsFor(a.state, a.table != nil, auto, a.changed())
	if r != nil {
		created := !r.sampler.IsUndefined()
		b.Pause = b.Pause && created && !r.waiting
		b.Stop = b.Stop && created
	}
	p.run.say(logic.Text(b.RunText))
	p.offer(b)
	p.back.enable(a.shown.reaches(-1))
	a.session.render()
	if a.table != nil {
		p.state.say(logic.Text("state." + a.state.String()))
		p.state.SetAttribute("data-state", a.state.String())
	}
	p.hint.say(p.advice(auto))
	if a.fit != nil {
		a.fit.outdated()
	}
	p.foresee(r)
	p.count(r)
	p.tick()
}

// renderFit shows the state of all trees at once.
func (p *runPanel) renderFit() {
	f := p.app.fit
	p.run.say(logic.Text("run.run"))
	p.offer(logic.Buttons{Run: f.ready(), Stop: f.busy()})
	p.back.enable(false)
	p.app.session.render()
	p.state.say(logic.Text("state." + f.state().String()))
	p.state.SetAttribute("data-state", f.state().String())
	p.hint.say(f.advice())
	p.left.say("")
	p.steps.say("")
	p.workers.say("")
	p.countFit()
	p.tick()
}

// countFit shows the time and the progress of all trees at once.
func (p *runPanel) countFit() {
	f := p.app.fit
	p.elapsed.say(logic.Clock(f.clock.Elapsed(now()) / 1000))
	p.progress.set("value", logic.Either(f.state() == logic.Done, 1, f.share))
}

// offer enables the buttons. A focused button that falls away hands the keyboard to the one that is pressed next.
func (p *runPanel) offer(b logic.Buttons) {
	active := activeElement()
	buttons := []struct {
		*cell
		usable bool
	}{{p.run, b.Run}, {p.pause, b.Pause}, {p.step, b.Step}, {p.stop, b.Stop}}
	lost := false
	for _, x := range buttons {
		lost = lost || !x.usable && active.Equal(x.Underlying())
	}
	for _, x := range buttons {
		x.enable(x.usable)
	}
	for _, x := range buttons {
		if lost && x.usable {
			x.focus()
			return
		}
	}
}

// advice is the sentence below the buttons.
func (p *runPanel) advice(auto bool) string {
	a := p.app
	switch {
	case a.state.Works() && a.run.waiting:
		return logic.Text("run.waiting")
	case a.state.Works() && a.shown == a.run && a.run.hint != "" && !auto && !a.changed():
		return a.run.hint
	case a.state == logic.Running && auto:
		return logic.Text("run.auto")
	case a.state == logic.Running && a.shown != nil && a.shown != a.run:
		return logic.Text("run.earlier")
	case a.state == logic.Running:
		return ""
	case a.state == logic.Auditing && !a.changed():
		return logic.Text("run.audits")
	case a.state != logic.Ready && a.changed():
		return logic.Text("run.changed")
	case a.state == logic.Done && a.run.outcome != "":
		return a.run.outcome
	}
	return logic.Text("run." + map[logic.State]string{logic.Ready: "ready", logic.Paused: "paused",
		logic.Stopped: "stopped", logic.Done: "done", logic.Failed: "broken"}[a.state])
}

// foresee says how long the run will still take while it works.
func (p *runPanel) foresee(r *run) {
	words := ""
	if r != nil && r.steps > 0 && p.app.state.Works() && !r.waiting {
		words = r.left()
	}
	p.left.say(words)
}

// count shows steps, progress, time and workers of the newest run.
func (p *runPanel) count(r *run) {
	if r == nil || p.app.state == logic.Ready {
		p.steps.say("")
		p.elapsed.say(logic.Clock(0))
		p.progress.set("value", 0)
		return
	}
	p.elapsed.say(logic.Clock(r.clock.Elapsed(now()) / 1000))
	p.steps.say(p.stepText(r))
	switch {
	case r.steps == 0 && p.app.state == logic.Running:
		p.progress.RemoveAttribute("value")
	case p.app.state == logic.Done:
		p.progress.set("value", 1)
	default:
		p.progress.set("value", r.story.Last.Progress)
	}
	if r.info.Workers > 0 {
		p.workers.say(workersText(r.info.Workers))
	}
}

func (p *runPanel) stepText(r *run) string {
	switch {
	case r.steps == 0 && p.app.state == logic.Running:
		return logic.Text("run.starting")
	case r.steps == 0:
		return ""
	case r.story.Last.Iterations == 0 || r.story.Last.Kind == "burn-in":
		return fmt.Sprintf(logic.Text("run.steps"), logic.Count(r.steps))
	}
	return fmt.Sprintf(logic.Text("run.of"), logic.Count(r.steps), logic.Count(r.story.Last.Iteration),
		logic.Count(r.story.Last.Iterations))
}

func workersText(n int) string {
	if n == 1 {
		return logic.Text("run.worker")
	}
	return fmt.Sprintf(logic.Text("run.workers"), n)
}

// tick keeps the clock going while a run works between its steps.
func (p *runPanel) tick() {
	if p.ticking || !p.app.state.Works() && !p.app.fit.busy() {
		return
	}
	p.ticking = true
	p.app.spawn(func() {
		wait(1000)
		p.ticking = false
		if p.app.atOnce() {
			p.countFit()
		} else if p.app.run != nil && p.app.state.Works() {
			p.elapsed.say(logic.Clock(p.app.run.clock.Elapsed(now()) / 1000))
			p.foresee(p.app.run)
		}
		p.tick()
	})
}
