//go:build js && wasm

// All trees at once: the first section for a table of one's own.

package page

import (
	"errors"
	"maps"
	"strconv"
	"syscall/js"

	"dcctree/core/alltrees"
	"dcctree/core/export"
	"dcctree/core/fit"
	"dcctree/core/study"
	"dcctree/wasm/page/logic"
)

type fitPanel struct {
	app                           *app
	section, longer               *cell
	status, stage                 *cell // announced, and too often another to be announced
	progress, result              *cell
	verdict, facts, scores, notes *cell
	tree, splits, used            *cell
	likeness, alike               *cell
	settling, rounds              *cell
	leaves, leavesNow, cost       *cell
	sure, splitsSure              *cell
	priced, rivals, price         *cell
	missed, stale                 *cell
	predictions, everything       *cell
	rows, rowsSay                 *cell
	whatif                        *fitWhatIf
	trees                         bool        // those of the newest answer are at hand
	of                            *table      // that was or is fitted; nil before the first
	asked, made                   order       // of the fit that began last, and of the newest answer
	abort                         js.Value    // of the fit under way; undefined while there is none
	given                         js.Value    // the newest answer, as it came
	newest                        *fit.Answer // the same but for predictions after the first; nil before the first
	said                          *fit.Answer // the same in the page's language
	width                         float64     // that the figures were drawn for
	clock                         logic.Stopwatch
	share                         float64 // of the round that is done
	saved                         bool    // whether the newest answer was
}

// order is what a fit was asked for.
type order struct {
	wish   string // as fitWish; "" where it is not known
	choice logic.Choice
	tested string  // name of the file of test rows, if any
	work   float64 // bound; 0: as usual
}

// heldOut says which rows were held out; "" where it is not known.
func (o *order) heldOut() string {
	switch {
	case o.tested != "":
		return o.tested
	case o.wish == "":
		return ""
	}
	return o.choice.HeldOut()
}

// longerBy is how many times the work of the last fit a longer one may take.
const longerBy = 4

func newFitPanel(a *app) *fitPanel {
	p := &fitPanel{app: a, section: a.byID("fit"), longer: a.byID("fit-longer"),
		status: a.byID("fit-status"), stage: a.byID("fit-stage"),
		progress: a.byID("fit-progress"),
		result:   a.byID("fit-result"), verdict: a.byID("fit-verdict"), facts: a.byID("fit-facts"),
		scores: a.byID("fit-scores"), notes: a.byID("fit-notes"), tree: a.byID("fit-tree"),
		sure: a.byID("fit-sure"), splitsSure: a.byID("fit-sure-splits"),
		splits: a.byID("fit-splits"), used: a.byID("fit-used"),
		likeness: a.byID("fit-likeness"), alike: a.byID("fit-alike"),
		settling: a.byID("fit-settling"), rounds: a.byID("fit-rounds"), predictions: a.byID("fit-predictions"),
		everything: a.byID("fit-json"), leaves: a.byID("fit-leaves"), leavesNow: a.byID("fit-leaves-now"),
		cost: a.byID("fit-cost"), priced: a.byID("fit-priced"), rivals: a.byID("fit-rivals"),
		price: a.byID("fit-price"), missed: a.byID("fit-missed"), stale: a.byID("fit-stale"),
		rows: a.byID("fit-rows"), rowsSay: a.byID("fit-rows-say")}
	p.whatif = newFitWhatIf(a, p)
	a.listen(p.leaves, "input", func(js.Value) { p.redraw() })
	a.listen(p.longer, "click", func(js.Value) { p.press(p.more()) })
	a.listen(a.byID("fit-rules"), "click", func(e js.Value) {
		if language, ok := key(e, "data-rules"); ok {
			p.saveRules(language)
		}
	})
	a.listen(p.predictions, "click", func(js.Value) { p.savePredictions() })
	a.listen(p.rows, "change", func(js.Value) {
		if f, ok := taken(p.rows); ok {
			p.predict(f)
		}
	})
	a.listen(a.byID("fit-trees"), "click", func(js.Value) { p.saveTrees() })
	a.listen(a.byID("fit-report"), "click", func(js.Value) {
		text := logic.FitReport(p.said, p.atMost(), p.made.choice, p.made.heldOut())
		a.saveText("dcctree-all-trees.html", text, "text/html")
	})
	a.listen(p.everything, "click", func(js.Value) {
		a.saveText("dcctree-all-trees.json", jsonOf(p.given), "application/json")
		p.saved = true
		a.session.render()
	})
	return p
}

// render offers a fit of a table of one's own, and drops what belongs to the table before it.
func (p *fitPanel) render() {
	t := p.app.table
	if p.of != nil && p.of != t {
		p.end()
		p.of, p.newest, p.given, p.clock, p.share = nil, nil, js.Undefined(), logic.Stopwatch{}, 0
		p.rowsSay.say("")
		p.whatif.begin()
		p.result.show(false)
	}
	if p.newest == nil && !p.busy() {
		p.app.tell(p.status, saying("own.wait"))
	}
	p.section.show(t != nil && t.sample == "" && (p.app.atOnce() || p.newest != nil))
	p.offer()
}

// busy reports whether a fit is under way.
func (p *fitPanel) busy() bool { return !p.abort.IsUndefined() }

// ready reports whether a fit can begin.
func (p *fitPanel) ready() bool { return !p.busy() && p.app.table != nil }

// state is what a fit of the open table is doing.
func (p *fitPanel) state() logic.State {
	switch {
	case p.busy():
		return logic.Running
	case p.newest != nil:
		return logic.Done
	}
	return logic.Ready
}

// advice says what to do next.
func (p *fitPanel) advice() string {
	if p.outdated() {
		return logic.Text("own.run.stale")
	}
	return logic.Text("own.run." + p.state().String())
}

// outdated reports, and says beside the answer, whether choices have changed since.
func (p *fitPanel) outdated() bool {
	stale := p.newest != nil && !p.busy() && p.made.wish != p.app.fitWish()
	p.stale.show(stale)
	p.stale.say(logic.Text(logic.Either(p.app.atOnce(), "own.run.stale", "own.stale")))
	return stale
}

// offer shows what can be pressed.
func (p *fitPanel) offer() {
	p.longer.show(p.ready() && p.app.atOnce() && p.newest != nil && p.newest.Verdict.Next > 0)
	p.progress.show(p.busy())
	p.app.control.render()
}

// end gives the fit under way up.
func (p *fitPanel) end() {
	if !p.abort.IsUndefined() {
		p.abort.Call("abort")
	}
}

// more is the work of a longer fit.
func (p *fitPanel) more() float64 {
	work := p.made.work
	if work == 0 {
		work = float64(alltrees.DefaultEffort().Work)
	}
	return longerBy * work
}

// press fits the open table with the present choice of columns, test rows and seed.
func (p *fitPanel) press(work float64) {
	if !p.ready() {
		return
	}
	t, focused := p.app.table, p.longer.focused()
	p.app.messages.clear()
	p.of, p.abort, p.share = t, newAttempt(), 0
	p.asked = order{p.app.fitWish(), p.app.choice, t.tested, work}
	p.clock = logic.Stopwatch{}
	p.clock.Start(now())
	p.progress.set("value", 0)
	p.app.tell(p.status, saying("own.begun"))
	p.offer()
	if focused {
		p.app.control.stop.focus()
	}
	answer, err := p.ask(t)
	p.clock.Stop(now())
	p.abort = js.Undefined()
	p.stage.say("")
	if p.of == t {
		p.told(answer, err)
		p.redraw()
		p.app.session.answered(p)
	} else {
		p.render() // another table is open
	}
	p.offer()
}

func (p *fitPanel) ask(t *table) (js.Value, error) {
	stage := callback(func(v js.Value) {
		s := &study.FitStage{Moves: v.Get("moves").Int(), Restart: v.Get("restart").Int(),
			Restarts: v.Get("restarts").Int(), Share: v.Get("share").Float(), Fold: v.Get("fold").Int()}
		p.share = logic.FitShare(s)
		p.progress.set("value", p.share)
		p.app.control.countFit()
		p.status.say("")
		p.app.tell(p.stage, func() string { return logic.FitStage(s) })
	})
	defer stage.Release()
	answered := callback(func(v js.Value) {
		if p.of == t {
			p.take(v, true)
		}
	})
	defer answered.Release()
	o := p.app.options(p.app.choice)
	for _, name := range []string{"preset", "settings", "standardize", "truth", logic.PredictiveOption} {
		delete(o, name)
	}
	maps.Copy(o, p.app.choice.FitOptions(p.app.task()))
	o["work"], o["lang"] = p.asked.work, string(logic.Spoken)
	o["onProgress"], o["onAnswer"], o["signal"] = stage.Value, answered.Value, p.abort.Get("signal")
	if test := p.app.testTable(); !test.IsUndefined() {
		o["test"] = test
	}
	if t.lost {
		if err := p.app.connect(t, p.abort); err != nil {
			return js.Undefined(), err
		}
	}
	return ask(t.session, "fit", object(o))
}

// told shows how a fit ended.
func (p *fitPanel) told(answer js.Value, err error) {
	switch {
	case err == nil:
		p.status.say("")
		p.take(answer, true)
	case hasCode(err, "stopped"):
		p.app.tell(p.status, saying("own.stopped"))
	case hasCode(err, lostCodes...):
		p.of.lost, p.trees = true, false // the next fit opens the table anew
		p.status.say("")
		p.app.messages.refuse(err, "run")
	default:
		p.app.tell(p.status, err.Error)
	}
}

// take shows an answer; trees: those that it is made of are at hand.
func (p *fitPanel) take(v js.Value, trees bool) {
	answer := &fit.Answer{}
	if err := readLean(v, answer); err != nil {
		p.app.broken(err)
		return
	}
	if p.made.wish != p.asked.wish {
		p.whatif.renew(p.made.tested != p.asked.tested)
	}
	p.newest, p.given, p.made, p.saved, p.trees = answer, v, p.asked, false, trees
	p.draw()
	p.app.session.render()
}

// takeUp shows the answer of a session file about the open table; known: what was chosen for it is now.
func (p *fitPanel) takeUp(from js.Value, known bool) {
	p.of, p.share = p.app.table, 1
	p.clock = logic.Stopwatch{Before: 1000 * from.Get("seconds").Float()}
	p.asked = order{choice: p.app.choice, tested: p.of.tested, work: from.Get("work").Float()}
	if p.asked.choice.Seed = from.Get("seed").String(); known {
		p.asked.wish = p.app.fitWish()
	}
	p.status.say("")
	p.take(from.Get("answer"), false)
	p.saved = true
	p.render()
	p.app.session.answered(p)
}

func (p *fitPanel) on() *table { return p.of }

func (p *fitPanel) whose() access { return p.of.access }

func (p *fitPanel) results(logic.State) bool { return p.newest != nil && !p.busy() }

// atRisk reports whether there is an answer about a table of one's own that is nowhere else.
func (p *fitPanel) atRisk() bool {
	return p.newest != nil && !p.saved && p.of.sample == "" && !p.of.given
}

func (p *fitPanel) lost() { p.saved = false }

// written has what was chosen when the answer was asked for.
func (p *fitPanel) written() (js.Value, func(), error) {
	answer := p.newest
	m := logic.Memo{Choice: p.made.choice, Name: p.of.name, Format: p.of.format}
	file, err := ask(p.of.session, "saveFit", m.Text())
	return file, func() { p.saved = p.newest == answer }, err
}

// draw writes the newest answer in the page's language.
func (p *fitPanel) draw() {
	if p.newest == nil {
		return
	}
	p.said = p.newest.In(logic.Spoken)
	a := p.said
	p.result.show(true)
	p.verdict.say(logic.FitVerdict(a))
	p.verdict.SetAttribute("data-outcome", string(a.Verdict.Outcome))
	p.facts.say(logic.FitFacts(a))
	p.scores.say(logic.FitScores(a))
	p.notes.draw(logic.Items(a.Notes))
	p.splits.draw(logic.FitSplits(a))
	rounds := logic.FitRounds(a)
	p.settling.show(rounds != "")
	p.rounds.draw(rounds)
	p.predictions.show(len(a.Predictions) > 0)
	p.redraw()
}

// savePredictions saves the predictions of the newest answer, of which there are some.
func (p *fitPanel) savePredictions() {
	answer := *p.newest
	p.app.tell(p.rowsSay, saying("take.working"))
	text, err := csvOf(p.given, answer.Target, answer.Classes, func(some []fit.Prediction) []fit.Prediction {
		answer.Predictions = some
		return answer.In(logic.Spoken).Predictions
	})
	p.rowsSay.say("")
	if err != nil {
		p.app.broken(err)
		return
	}
	p.app.saveText("dcctree-all-trees.csv", text, "text/csv")
}

// predict saves what the trees of the newest answer say of the rows of a file.
func (p *fitPanel) predict(file js.Value) {
	t, name := p.of, file.Get("name").String()
	if p.newest == nil {
		return // another table came while the file was chosen
	}
	p.app.tell(p.rowsSay, saying("own.rows.working", name))
	said, err := ask(t.session, "predictFit", file, name)
	var rows fit.Predicted
	var text string
	if err == nil {
		err = readLean(said, &rows)
	}
	if err == nil {
		text, err = csvOf(said, rows.Target, rows.Classes, func(some []fit.Prediction) []fit.Prediction {
			rows.Predictions = some
			return rows.In(logic.Spoken).Predictions
		})
	}
	switch {
	case p.of != t:
		return
	case err != nil:
		p.app.tell(p.rowsSay, err.Error)
		return
	}
	n := predictionsOf(said).Length()
	p.app.saveText(logic.FitRowsFile(name), text, "text/csv")
	p.app.tell(p.rowsSay, func() string { return logic.FitRows(rows.In(logic.Spoken), n, name) })
}

// saveTrees saves all drawn trees of the newest answer.
func (p *fitPanel) saveTrees() {
	t := p.of
	p.app.tell(p.rowsSay, saying("take.working"))
	trees, err := ask(t.session, "fitTrees")
	switch {
	case p.of != t:
	case err != nil:
		p.app.tell(p.rowsSay, err.Error)
	default:
		p.rowsSay.say("")
		p.app.saveText("dcctree-all-trees-drawn.json", jsonOf(trees), "application/json")
	}
}

// saveRules saves the tree to read, or says what keeps the language from saying it.
func (p *fitPanel) saveRules(language string) {
	text, file, err := logic.FitRules(p.said, p.atMost(), language)
	var refusal *export.Refusal
	switch {
	case errors.As(err, &refusal):
		p.app.tell(p.status, func() string { return refusal.In(logic.Spoken) })
	case err != nil:
		p.app.broken(err)
	default:
		p.app.saveText(file, text, "text/plain")
	}
}

// atMost is how many leaves the tree to read has at most.
func (p *fitPanel) atMost() int {
	leaves, err := strconv.Atoi(p.leaves.value())
	if err != nil {
		p.app.broken(err)
	}
	return leaves
}

// redraw draws the figures for the present width.
func (p *fitPanel) redraw() {
	if p.newest == nil {
		return
	}
	p.width = max(200, p.result.width())
	leaves := p.atMost()
	p.leavesNow.say(logic.FitLeaves(p.said, leaves))
	p.leaves.SetAttribute("aria-valuetext", logic.FitLeaves(p.said, leaves))
	p.cost.say(logic.FitCost(p.said, leaves, !p.abort.IsUndefined()))
	p.tree.draw(study.FitTree(p.said, leaves, p.width, logic.Spoken))
	sure := logic.FitSure(p.said, leaves)
	p.sure.show(sure != "")
	p.splitsSure.draw(sure)
	p.priced.show(p.said.Price != nil)
	p.missed.say(logic.FitMissed(p.said))
	p.rivals.say(logic.FitRivals(p.said))
	p.price.draw(logic.FitPrice(p.said, leaves))
	p.likeness.show(p.said.Structures != nil)
	p.alike.draw(logic.FitAlike(p.said))
	p.used.draw(study.FitUsed(p.said, min(p.width, mostUsedWidth), logic.Spoken))
	p.app.spawn(p.whatif.ask)
}

// mostUsedWidth is as wide as bars of probabilities are readable, px.
const mostUsedWidth = 620
