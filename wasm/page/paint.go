//go:build js && wasm

// Redrawing: at most ten times a second, never while the tab is hidden, from answers of the coordinator alone.

package page

import (
	"fmt"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// painter coalesces the wishes to redraw.
type painter struct {
	app          *app
	dirty, busy  bool
	began, ended float64
	hurry        bool     // a wish not to rest before the next redraw
	after        []func() // to be done when that is on the screen
}

func newPainter(a *app) *painter {
	p := &painter{app: a}
	a.listen(a.doc, "visibilitychange", func(js.Value) { p.wake() })
	return p
}

// watchWidth redraws when the room for figures gets wider or narrower; it is called when all panels are there. Heights
// follow from the figures themselves.
func (p *painter) watchWidth() {
	mid, side := p.app.byID("trees"), p.app.byID("predictions")
	var last [2]float64
	changed := callback(func(js.Value) {
		if widths := [2]float64{mid.width(), side.width()}; widths != last {
			last = widths
			p.mark()
			p.app.fit.redraw()
		}
	})
	observer := js.Global().Get("ResizeObserver").New(changed)
	observer.Call("observe", mid.Underlying())
	observer.Call("observe", side.Underlying())
}

// mark asks for a redraw soon.
func (p *painter) mark() {
	p.dirty = true
	p.wake()
}

// atOnce asks for a redraw without the rest before it: what people wait for is there.
func (p *painter) atOnce() {
	p.hurry = true
	p.mark()
}

// then does something when the next redraw is on the screen.
func (p *painter) then(do func()) {
	p.after = append(p.after, do)
	p.mark()
}

// wake starts the redrawing unless it is under way, nothing changed, or nobody could see it.
func (p *painter) wake() {
	if p.busy || !p.dirty || p.app.doc.Underlying().Get("hidden").Bool() {
		return
	}
	p.busy = true
	p.app.spawn(p.work)
}

// mostPatient is how long a rest is not interrupted, in milliseconds.
const mostPatient = 20

// work waits for the next free moment and draws.
func (p *painter) work() {
	defer func() { p.busy = false; p.wake() }()
	steps := 0
	if p.app.run != nil {
		steps = p.app.run.steps
	}
	for !p.hurry {
		rest := logic.NextPaint(now(), p.began, p.ended, logic.LongestRest(steps))
		if rest == 0 {
			break
		}
		wait(min(rest, mostPatient))
	}
	after := p.after
	p.dirty, p.hurry, p.began, p.after = false, false, now(), nil
	p.app.redraw()
	p.ended = now()
	for _, do := range after {
		p.app.spawn(do)
	}
}

// frame is all that one redraw shows of a run, asked for before anything is drawn so that the panels agree with each
// other.
type frame struct {
	run        *run // as it was at the step that is looked at
	origin     *run
	topologies []logic.Topology
	trees      []logic.Tree   // the effective trees
	chosen     logic.Topology // the topology whose tree is shown
	tree       string
	view       int // of the tree, when it was asked for
	metrics    logic.Metrics
	explained  logic.Explanation
	verdict    logic.Verdict
	told       int          // number of the question that explained answers
	digest     logic.Digest // of a run that is done
}

// redraw brings the screen up to date with the newest run that has a tree.
func (a *app) redraw() {
	a.control.render()
	r := a.run
	if r == nil || r.steps == 0 {
		r = a.shown
	}
	if r == nil {
		return
	}
	if r.table.lost {
		a.showAgain()
		return
	}
	f, err := a.look(r)
	if err != nil || len(f.topologies) == 0 || a.superseded(r) {
		return // nothing to show yet, or no longer; the run itself reports what went wrong
	}
	a.show(f)
}

// showAgain shows the last frame anew where nothing can be asked any more: the room or the language may have changed.
func (a *app) showAgain() {
	if f := a.strip.last; f != nil && f.origin == a.shown {
		a.show(f)
	}
}

// superseded reports whether a newer run's results have meanwhile taken the screen.
func (a *app) superseded(r *run) bool { return a.shown != r && a.run != r }

// look asks the coordinator for a frame.
func (a *app) look(r *run) (*frame, error) {
	f := &frame{run: r.then(), origin: r}
	ranked, err := ask(r.sampler, "topologies")
	if err != nil {
		return nil, err
	}
	if f.topologies, err = readAll[logic.Topology](ranked); err != nil || len(f.topologies) == 0 {
		return f, err
	}
	if ranked, err = ask(r.sampler, "effectiveTrees"); err != nil {
		return nil, err
	}
	if f.trees, err = readAll[logic.Tree](ranked); err != nil {
		return nil, err
	}
	f.choose(r.selected)
	if err := f.askFigures(a); err != nil {
		return nil, err
	}
	return f, nil
}

// mostTopologies bounds what the page reads of a long list; the rest carries next to no weight.
const mostTopologies = 60

func readAll[T any](list js.Value) ([]T, error) {
	out := make([]T, min(list.Length(), mostTopologies))
	for i := range out {
		if err := read(list.Index(i), &out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// choose takes the selected topology, or that of the most probable tree where none is selected or the selected one is
// gone.
func (f *frame) choose(selected string) {
	f.chosen = f.topologies[0]
	for _, key := range []string{f.leading(), selected} {
		for _, t := range f.topologies {
			if t.Key == key {
				f.chosen = t
			}
		}
	}
}

// leading is the key of the topology that stands for the most probable tree.
func (f *frame) leading() string {
	if len(f.trees) == 0 {
		return f.topologies[0].Key
	}
	return f.trees[0].Shown()
}

// askFigures sends all questions before it waits for the first answer.
func (f *frame) askFigures(a *app) error {
	s, r := f.run.sampler, f.run
	f.view = a.tree.view
	questions := []func() (js.Value, error){
		func() (js.Value, error) {
			return call(s, "figure", "tree", a.tree.options(r, f.chosen.Key))
		},
		func() (js.Value, error) { return call(s, "metrics") },
		func() (js.Value, error) {
			args, number := a.predict.whatif.question(r, f.chosen.Key)
			f.told = number
			return call(s, "explain", args...)
		},
		func() (js.Value, error) { return call(s, "verdict") },
	}
	if r.story.Last.Done {
		questions = append(questions, func() (js.Value, error) { return call(s, "digest") })
	}
	var answers []js.Value
	for _, q := range questions {
		promise, err := q()
		if err != nil {
			return err
		}
		answers = append(answers, promise)
	}
	return f.take(answers, a.showTree)
}

// showTree shows the tree before the rest of a frame is known, where nothing is on the screen yet and no newer run has
// begun.
func (a *app) showTree(f *frame) {
	if a.shown == nil && a.run == f.origin {
		a.strip.render(f)
		a.tree.render(f)
	}
}

// take waits for the answers in the order of the questions, of which the first is the tree. It waits for all even after
// a failure: none may go unheard.
func (f *frame) take(promises []js.Value, drawn func(*frame)) error {
	values := make([]js.Value, len(promises))
	var failed error
	for i, p := range promises {
		v, err := await(p)
		if err != nil {
			failed = err
		}
		values[i] = v
		if i == 0 && err == nil {
			f.tree = v.String()
			drawn(f)
		}
	}
	if failed != nil {
		return failed
	}
	if len(values) > 4 {
		if err := read(values[4], &f.digest); err != nil {
			return err
		}
	}
	if err := read(values[1], &f.metrics); err != nil {
		return err
	}
	f.metrics.Clean()
	if err := read(values[3], &f.verdict); err != nil {
		return err
	}
	return read(values[2], &f.explained)
}

// show puts a frame on the screen. The first of a new run replaces the results of the run before it.
func (a *app) show(f *frame) {
	if before := a.shown; before != f.origin {
		a.shown = f.origin
		if before != nil {
			a.two.replaced(before)
		}
		a.predict.whatif.forget()
		if before != nil && before.table != a.table {
			before.table.close()
		}
	}
	if f.run == f.origin { // not an earlier step that is looked at
		f.run.judge(f)
		f.run.frame = f
	}
	a.control.render()
	a.strip.render(f)
	breathe()
	a.tree.render(f)
	a.across.render(f)
	breathe()
	a.predict.render(f)
	breathe()
	a.compare.render(f)
	a.two.render(f)
	a.rows.render(f)
	a.judge.render(f)
	a.details.render(f)
	a.checks.render(f)
	a.methods.render(f)
	breathe()
	a.log.render(f)
	a.looking.render(f.origin)
	a.take.render(f)
}

// judge keeps the score of a frame, and says whether more time would change what it shows.
func (r *run) judge(f *frame) {
	scores := f.metrics.Test
	if scores == nil {
		scores = f.metrics.Train
	}
	if scores == nil {
		return
	}
	value, accuracy := scores.MSE, scores.Accuracy != nil
	if accuracy {
		value = scores.Accuracy
	}
	if value == nil {
		return
	}
	if n := len(r.scores); n == 0 || r.scores[n-1].Steps < r.steps {
		r.scores = append(r.scores[max(0, n-logic.MostScored):], logic.Scored{Steps: r.steps, Score: *value})
	}
	r.hint = logic.StopHint(r.story, r.preset, r.scores, len(f.topologies), f.verdict, accuracy)
}

// left foresees how long the run will take, in words; "" where nothing can be said.
func (r *run) left() string {
	seconds := r.clock.Elapsed(now()) / 1000
	audits := logic.IsFast(r.preset) && r.preset != logic.FirstPreset && len(r.story.Last.Weights) > 0
	if r.search > 0 {
		l, ok := logic.AuditTime(r.search, r.story.Measured, r.story.Last.Search.Auditing, r.info.Workers,
			seconds-r.search)
		if !ok {
			return ""
		}
		return fmt.Sprintf(logic.Text("left.audits"), l.Words())
	}
	l, ok := logic.TimeLeft(seconds, r.story.Last.Progress, logic.IsFast(r.preset))
	switch {
	case !ok:
		return ""
	case audits:
		return fmt.Sprintf(logic.Text("left.then"), l.Words())
	}
	return l.Words()
}

// set names the rows whose predictions are shown.
func (r *run) set() string {
	if r.info.TestRows > 0 {
		return "test"
	}
	return "train"
}

// rows counts them.
func (r *run) rows() int {
	if r.info.TestRows > 0 {
		return r.info.TestRows
	}
	return r.info.TrainRows
}
