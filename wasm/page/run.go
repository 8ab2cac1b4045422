//go:build js && wasm

// Runs: created, let go, stepped, paused, stopped, and what becomes of them when they end.

package page

import (
	"errors"
	"fmt"
	"maps"
	"syscall/js"

	"dcctree/core/export"
	"dcctree/wasm/page/logic"
)

// run is one run of the sampler, from the moment somebody asks for it.
type run struct {
	table   *table
	access  access // of the table with its test rows when the run was created
	sampler js.Value
	info    logic.Info
	wish    string       // all options, as text; what differs later makes the next run a new one
	choice  logic.Choice // from which they came
	auto    bool         // started by the page itself
	preset  string
	unnamed bool // restored without what the page showed: choice is not its own
	over    bool // replaced: what it still reports is dropped
	waiting bool // a pause or stop was asked for and is not yet answered

	story    logic.Story
	heard    []logic.Step // the last steps, for the story as it was at an earlier one
	at       int          // the step that is looked at; 0 = now
	first    int          // the earliest that can be, as far as is known
	steps    int
	saved    int           // of them, as the last file has it
	entries  []logic.Entry // newest first
	scores   []logic.Scored
	search   float64 // seconds until the search ended; 0 before
	hint     string  // that the run can be stopped, and why
	frame    *frame  // the newest shown
	kept     *logic.Kept
	several  bool           // bandwidths are compared when it is done
	average  *logic.Average // over them, of a regression
	outcome  string         // what came of that
	clock    logic.Stopwatch
	selected string                     // topology that a person selected; "" follows the most probable
	reading  string                     // key of the effective tree for which it was selected
	folded   map[string]map[string]bool // ids of collapsed splits, by topology
	row      int                        // of the prediction, from 0
}

// wish is everything that decides a run, as text: two equal wishes give equal runs.
func (a *app) wish() string { return a.wishOf(a.choice) }

// wishOf is that of another choice.
func (a *app) wishOf(c logic.Choice) string {
	return asText(a.options(c))
}

// fitWish is that of a fit of all trees at once.
func (a *app) fitWish() string {
	o := a.options(a.choice)
	maps.Copy(o, a.choice.FitOptions(a.task()))
	return asText(o)
}

func asText(options map[string]any) string {
	text, err := export.JSON(options)
	if err != nil {
		panic("page: options do not marshal")
	}
	return text
}

// options are the bridge's options for a choice, without the data.
func (a *app) options(c logic.Choice) map[string]any {
	o := a.columnsOf(c)
	o["preset"], o["seed"] = c.Preset, c.Seed
	a.split(c, o)
	return o
}

// columnsChosen are the options that say which columns are used, and for what.
func (a *app) columnsChosen() map[string]any { return a.columnsOf(a.choice) }

func (a *app) columnsOf(c logic.Choice) map[string]any { return a.here(c).ColumnsOf(&a.table.Table) }

// here is a choice where this page is: what fits all trees at once is not in a frame.
func (a *app) here(c logic.Choice) logic.Choice {
	if a.host.is() {
		c.Model = logic.ByTopology
	}
	return c
}

// split says which rows are test rows: those of a file, the published ones, or a share. For a sample set it adds what
// the paper fixes.
func (a *app) split(c logic.Choice, o map[string]any) {
	sample, isSample := logic.SampleByID(c.Sample)
	settings := c.Used()
	if isSample {
		settings = sample.Settings(c.Preset)
		maps.Copy(settings, c.Used())
	}
	if h, ok := a.crossValidated(c); ok {
		settings["bandwidthFinal"] = logic.Exact(h)
	}
	if isSample && c.AsMade() {
		o["truth"] = sample.Truth
	}
	o["standardize"] = logic.Either(c.Standardized(), "yes", "no")
	if c.HoldoutSeed != "" {
		o["holdoutSeed"] = c.HoldoutSeed
	}
	if word, chosen := settings[logic.PredictiveOption]; chosen {
		o[logic.PredictiveOption] = word
		delete(settings, logic.PredictiveOption)
	}
	o["settings"] = logic.SettingValues(settings)
	switch {
	case a.table != nil && a.table.tested != "":
		o["testName"] = a.table.tested
	case c.Holdout != "":
		o["holdout"] = logic.Typed(c.Holdout)
	case isSample && sample.TestFile != "":
		o["testName"] = sample.TestFile + ".csv"
	case isSample:
		o["split"], o["holdout"] = "published", sample.Holdout
	}
}

// testTable is the table of test rows for the present choice; undefined where there is none.
func (a *app) testTable() js.Value {
	sample, isSample := logic.SampleByID(a.choice.Sample)
	if isSample && a.choice.Holdout == "" && sample.TestFile != "" {
		return a.sampleText(sample.TestFile)
	}
	return a.table.test
}

// begin creates a new run and hands it on; the run before it ends at once, and its results stay until the new one has
// its first tree.
func (a *app) begin(auto bool, then func(*run)) {
	if a.table == nil {
		return
	}
	if a.run != nil {
		a.run.end()
		a.checks.offer()
	}
	r := &run{table: a.table, access: a.table.access, wish: a.wish(), auto: auto, preset: a.choice.Preset,
		choice: a.choice, several: a.choice.Several()}
	if h, ok := a.crossValidated(a.choice); ok {
		r.several, r.outcome = false, fmt.Sprintf(logic.Text("bandwidth.chosen"), logic.Plain(h))
	}
	if a.shown != nil && a.shown.table == a.table {
		r.row = a.shown.row
	}
	a.run = r
	a.messages.clear()
	a.happen(logic.PressRun)
	a.data.fold.set(false) // at once: what a person opens while the sampler is made stays open
	a.model.fold.set(false)
	if err := a.create(r); err != nil {
		a.refused(r, err)
		return
	}
	if r.over {
		return
	}
	r.row = min(r.row, r.rows()-1)
	r.table.info = &r.info
	a.data.render()
	a.control.render()
	then(r)
}

// create makes the sampler, in a new session where the old one was lost.
func (a *app) create(r *run) error {
	if r.table.lost {
		if err := a.connect(r.table, newAttempt()); err != nil {
			return err
		}
	}
	options := a.host.own(object(a.options(a.choice)), r.access)
	if test := a.testTable(); !test.IsUndefined() {
		options.Set("test", test)
	}
	sampler, err := ask(r.table.session, "create", options)
	// the session broke while nobody asked it anything: once more, in a new one
	if !r.over && hasCode(err, lostCodes...) {
		if err = a.connect(r.table, newAttempt()); err == nil {
			sampler, err = ask(r.table.session, "create", options)
		}
	}
	if err != nil {
		return err
	}
	r.sampler = sampler
	sampler.Set("onnotice", a.messages.onNotice)
	return read(sampler.Get("info"), &r.info)
}

// goOn lets the run go until it is done, paused or stopped.
func (a *app) goOn(r *run) {
	a.work(r)
	if r.steps < a.view.Steps {
		a.stepTo(r, a.view.Steps)
		return
	}
	onStep := callback(func(v js.Value) {
		a.stepped(r, v)
	})
	defer onStep.Release()
	ended, err := ask(r.sampler, "run", object(map[string]any{"onStep": onStep.Value}))
	a.rest(r, ended, err)
	a.finish(r)
}

// stepOnce makes one step and rests.
func (a *app) stepOnce(r *run) {
	a.work(r)
	event, err := ask(r.sampler, "step")
	if err == nil {
		a.stepped(r, event)
	}
	a.restAfter(r, err)
}

// restAfter rests after a single step.
func (a *app) restAfter(r *run, err error) {
	done := hasCode(err, "finished") || r.story.Last.Done
	if err == nil || done {
		a.rest(r, js.ValueOf(logic.Either(done, "done", "paused")), nil)
		return
	}
	a.rest(r, js.Undefined(), err)
}

// stepTo makes single steps up to the one after which the link has a run pause: a pause of a run that goes on by itself
// comes some steps later.
func (a *app) stepTo(r *run, last int) {
	var err error
	for err == nil && r.steps < last && !r.story.Last.Done && !r.over && a.state.Works() {
		var event js.Value
		if event, err = ask(r.sampler, "step"); err == nil {
			a.stepped(r, event)
		}
		for r.waiting { // somebody pauses or stops it between two steps
			wait(10)
		}
	}
	a.restAfter(r, err)
}

// stepped takes in what a step did.
func (a *app) stepped(r *run, event js.Value) {
	var s logic.Step
	if r.over || read(event, &s) != nil {
		return
	}
	r.hear(s)
	if r == a.run && r.answered() && !s.Done {
		a.happen(logic.Answered)
	}
	if r.search == 0 && r.answered() {
		r.search = s.Seconds
		a.paint.atOnce()
		return
	}
	a.paint.mark()
}

// hear takes in what a step told.
func (r *run) hear(s logic.Step) {
	r.story.Hear(s)
	r.steps = s.Index
	r.entries = logic.Remember(r.entries, logic.Entry{Step: s.Index, Seconds: s.Seconds, Words: s.Words,
		Translations: s.Translations,
		Name:         s.Topology.Name, Key: s.Topology.Key})
	if len(r.heard) == mostHeard {
		r.heard = r.heard[1:]
	}
	r.heard = append(r.heard, s)
}

// work lets the clock go on, in the state that fits what is left to do.
func (a *app) work(r *run) {
	r.clock.Start(now())
	if r.answered() {
		a.happen(logic.Answered)
	}
}

// answered reports whether the answer is there and only audits are left.
func (r *run) answered() bool { return r.story.Last.Search.Ended != "" }

// rest is called when a run no longer goes on, for whatever reason.
func (a *app) rest(r *run, ended js.Value, err error) {
	r.clock.Stop(now())
	r.waiting = false
	if r.over {
		return
	}
	switch {
	case hasCode(err, "paused") || err == nil && ended.String() == "paused":
		a.happen(logic.PressPause)
	case hasCode(err, "stopped", "replaced", "released") || err == nil && ended.String() == "stopped":
		a.happen(logic.PressStop)
	case err == nil:
		a.happen(logic.Finished)
	default:
		a.refused(r, err)
	}
	a.paint.atOnce()
	if r.answered() || a.state == logic.Done || a.state == logic.Stopped {
		a.paint.then(func() { a.askLosses(r) }) // that keeps the coordinator busy for a while
	}
	a.spawn(func() { a.session.rested(r) })
}

// lostCodes are those of failures after which the session cannot be asked anything more.
var lostCodes = []string{"coordinator-crashed", "workers-failed", "closed"}

// refused reports a run that could not start or broke off. The session is opened anew next time unless the error was
// about the options.
func (a *app) refused(r *run, err error) {
	r.clock.Stop(now())
	if r.over {
		return
	}
	place := "run"
	var f *logic.Fault
	if errors.As(err, &f) && f.Field != "" {
		place = logic.PlaceOf(f.Field)
	}
	a.unfold(place)
	if hasCode(err, lostCodes...) {
		r.table.lost = true
	}
	a.messages.refuse(err, place)
	a.happen(logic.Broke)
}

// pressRun starts anew, or goes on with a paused run.
func (a *app) pressRun() { a.press(a.goOn) }

// pressStep makes one step of the paused run or of a new one.
func (a *app) pressStep() { a.press(a.stepOnce) }

func (a *app) press(do func(*run)) {
	if a.reading {
		a.meant = do
		return
	}
	if a.table != nil && a.choice.UsesNone(&a.table.Table) {
		a.unfold("data")
		a.messages.complain("data", "columns.none")
		return
	}
	if why, section := a.choice.Wrong(a.task()); why != "" {
		a.unfold(section)
		a.messages.alert(why, section)
		return
	}
	if a.atOnce() {
		a.fit.press(0)
		return
	}
	if logic.Resumes(a.state, a.changed()) {
		a.happen(logic.PressRun)
		do(a.run)
		return
	}
	a.writeLink()
	a.begin(false, do)
}

// pressPause lets the jobs in flight finish; run or step then end as paused.
func (a *app) pressPause() { a.interrupt("pause", logic.PressPause) }

// pressStop cancels the jobs in flight. What was found stays.
func (a *app) pressStop() {
	if a.atOnce() {
		a.fit.end()
		return
	}
	a.interrupt("stop", logic.PressStop)
}

func (a *app) interrupt(method string, h logic.Happening) {
	r := a.run
	if r == nil || r.sampler.IsUndefined() || r.waiting && h == logic.PressPause {
		return
	}
	r.waiting = true
	a.control.render()
	_, err := ask(r.sampler, method)
	r.waiting = false
	switch {
	case r.over || hasCode(err, "paused", "stopped", "replaced", "released"):
		a.control.render() // something else ended the run first, and says so itself
	case err != nil:
		a.refused(r, err)
	default:
		r.clock.Stop(now())
		a.happen(h)
	}
}

// end cuts a run short because another takes its place. It does not wait for the answer.
func (r *run) end() {
	if r.over {
		return
	}
	r.over = true
	r.clock.Stop(now())
	if !r.sampler.IsUndefined() && !r.table.lost {
		if promise, err := call(r.sampler, "stop"); err == nil {
			ignore(promise)
		}
	}
}

// writeLink puts the choice into the address, for samples only: data never go there. Nobody reads the address of a
// frame.
func (a *app) writeLink() {
	if a.choice.Sample != "" && !a.host.is() {
		js.Global().Get("history").Call("replaceState", js.Null(), "", a.choice.Hash()+a.view.Hash())
	}
}

// caption says whose results these are, as far as that is known.
func (r *run) caption() string {
	if r.unnamed {
		return ""
	}
	return fmt.Sprintf(logic.Text("whose"), r.table.name, r.choice.Seed, logic.Text("model."+r.preset))
}
