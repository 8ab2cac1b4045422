//go:build js && wasm

// The Data panel: which table, which column to predict, and which rows to test on.

package page

import (
	"fmt"
	"strings"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type dataPanel struct {
	app                               *app
	fold                              *fold
	samples                           []*cell
	about, short                      *cell
	line, notes, fields, issue        *cell
	reading, share, rows, cancel      *cell
	target, task, holdout, seed       *cell
	holdoutSay                        *cell
	standardize, standardizeRow       *cell
	file, testRow, testFile, testName *cell
	testClear                         *cell
	weight, weightName, weightSay     *cell
	looks                             int // reviews asked for
}

func newDataPanel(a *app) *dataPanel {
	p := &dataPanel{
		app: a, about: a.byID("sample-about"), short: a.byID("data-short"), line: a.byID("data-line"),
		notes: a.byID("data-notes"), fields: a.byID("data-fields"), issue: a.byID("data-issue"),
		target: a.byID("target"), task: a.byID("task"), holdout: a.byID("holdout"),
		seed: a.byID("holdout-seed"), holdoutSay: a.byID("holdout-say"), standardize: a.byID("standardize"),
		standardizeRow: a.byID("standardize-row"), file: a.byID("file"), reading: a.byID("reading"),
		share: a.byID("reading-share"), rows: a.byID("reading-rows"), cancel: a.byID("reading-cancel"),
		testRow: a.byID("test-row"), testFile: a.byID("test-file"), testName: a.byID("test-name"),
		testClear: a.byID("test-clear"), weight: a.byID("weight"), weightName: a.byID("weight-name"),
		weightSay: a.byID("weight-say"),
	}
	p.fold = newFold(a, a.byID("data-change"), a.byID("data-sets"), a.byID("data-body"))
	a.each("[data-sample]", func(c *cell) {
		p.samples = append(p.samples, c)
		c.enable(true)
		sample, _ := logic.SampleByID(c.GetAttribute("data-sample"))
		a.listen(c, "click", func(js.Value) { a.openSample(sample, false) })
	})
	p.fold.after = func() {
		if a.table != nil {
			p.renderShort()
		}
	}
	a.listen(p.short, "click", func(js.Value) {
		p.fold.set(true)
		p.fold.button.focus()
	})
	p.listenFiles()
	p.listenFields()
	p.describe()
	return p
}

// describe says what the samples are.
func (p *dataPanel) describe() {
	for _, c := range p.samples {
		sample, _ := logic.SampleByID(c.GetAttribute("data-sample"))
		c.set("title", logic.Text(sample.About))
	}
}

// translate shows the open table and the choice in the page's language; a file that is being read stays so.
func (p *dataPanel) translate() {
	p.describe()
	reading := p.app.told[p.line]
	if p.line.last != reading.said || !p.line.wrote {
		p.render()
	}
}

func (p *dataPanel) listenFiles() {
	p.file.enable(true)
	p.app.listen(p.file, "change", func(js.Value) {
		if f, ok := taken(p.file); ok {
			p.app.openFile(f)
		}
	})
	p.app.listen(p.cancel, "click", func(js.Value) {
		p.file.focus()
		p.app.giveUp()
	})
	p.app.listen(p.testFile, "change", func(js.Value) {
		if f, ok := taken(p.testFile); ok {
			p.app.openTest(f)
		}
	})
	p.app.listen(p.testClear, "click", func(js.Value) {
		p.app.table.testFrom(js.Undefined(), "")
		p.app.consent.changed()
		p.chosen()
		p.testFile.focus()
	})
}

// taken gives the file that was picked and empties the control, so that picking the same file again is noticed.
func taken(input *cell) (js.Value, bool) {
	files := input.Underlying().Get("files")
	if files.Length() == 0 {
		return js.Undefined(), false
	}
	file := files.Index(0)
	input.setValue("")
	return file, true
}

func (p *dataPanel) listenFields() {
	c := &p.app.choice
	p.app.listen(p.target, "change", func(js.Value) {
		c.Target, c.Task, c.Scale = p.target.value(), "auto", "" // a scale is a target's own
		if c.Weight == c.Target {
			c.Weight = ""
		}
		p.app.columns.render()
		p.chosen()
		p.look()
	})
	p.app.listen(p.weight, "change", func(js.Value) {
		c.Weight = p.weight.value()
		p.app.columns.render()
		p.chosen()
		p.look()
	})
	p.app.listen(p.task, "change", func(js.Value) {
		c.Task = p.task.value()
		p.chosen()
		p.look()
	})
	p.app.listen(p.standardize, "change", func(js.Value) {
		c.Standardize = logic.Either(p.standardize.checked(), "yes", "no")
		p.chosen()
	})
	p.app.listen(p.holdout, "input", func(js.Value) {
		c.Holdout = p.holdout.value()
		p.renderHoldout(p.app.table)
		p.app.control.render()
	})
	p.app.listen(p.seed, "input", func(js.Value) {
		c.HoldoutSeed = strings.TrimSpace(p.seed.value())
		p.renderHoldout(p.app.table)
		p.app.control.render()
	})
}

// chosen shows a new choice, and that it makes the next run a new one.
func (p *dataPanel) chosen() {
	p.render()
	p.app.control.render()
}

// look asks what a run with the present choice of columns would use, and shows it unless another choice was made
// meanwhile.
func (p *dataPanel) look() {
	t := p.app.table
	p.looks++
	this := p.looks
	review, refusal := t.ask(p.app.columnsChosen())
	if this != p.looks || t != p.app.table {
		return
	}
	t.review, t.refusal = review, refusal
	p.render()
	p.app.model.render()
	p.app.columns.count()
}

// ask has a choice of columns reviewed: review is nil where no run is possible, and refusal says why, if there is
// anything to say.
func (t *table) ask(columns map[string]any) (review *logic.Review, refusal error) {
	answer, err := ask(t.session, "review", object(columns))
	review = &logic.Review{}
	if err == nil {
		err = read(answer, review)
	}
	switch {
	case err == nil:
		return review, nil
	case hasCode(err, lostCodes...):
		return nil, nil
	}
	return nil, err
}

// wait says that a file is being read; the table before it stays in use.
func (p *dataPanel) wait(name string) { p.app.tell(p.line, saying("data.reading", name)) }

// tell shows how far the reading of a long file is, and how to give it up.
func (p *dataPanel) tell(share float64, rows int) {
	p.share.set("value", share)
	p.app.tell(p.rows, saying("data.sofar", int(100*share), logic.Count(rows)))
	p.reading.show(true)
}

// render shows the open table and the choice.
func (p *dataPanel) render() {
	t := p.app.table
	p.reading.show(false)
	for _, s := range p.samples {
		s.SetAttribute("aria-pressed", fmt.Sprint(t != nil && t.sample == s.GetAttribute("data-sample")))
	}
	p.fields.show(t != nil)
	if t == nil {
		p.line.say("")
		return
	}
	sample, _ := logic.SampleByID(t.sample)
	p.about.say("")
	if sample.About != "" {
		p.about.say(logic.Text(sample.About))
	}
	p.line.say(t.line())
	issue := ""
	if t.refusal != nil && !p.app.atOnce() {
		issue = t.refusal.Error()
	}
	p.issue.say(issue)
	remarks := logic.Remarks(t.Table, t.sample == "", p.app.runInfo(), t.review)
	atOnce := p.app.atOnce()
	if atOnce {
		remarks = logic.OwnRemarks(t.Table, p.app.columnChoice(), t.review)
	}
	p.notes.draw(logic.Items(remarks))
	p.notes.set("tabIndex", logic.Either(len(remarks) > 0, 0, -1)) // many scroll, by the keyboard too
	p.renderShort()
	p.app.leftOut.open.show(!atOnce && t.review != nil && t.review.LeftOut > 0)
	p.target.draw(p.targetOptions(t))
	p.target.setValue(p.app.target())
	p.task.draw(p.taskOptions(t))
	p.task.setValue(p.app.choice.Task)
	p.renderWeight(t, atOnce)
	p.standardizeRow.show(!atOnce && (t.review == nil || t.review.Task == "regression"))
	p.standardize.set("checked", p.app.choice.Standardized())
	p.renderHoldout(t)
}

// renderWeight offers the columns of row weights, and says what the one that is chosen means.
func (p *dataPanel) renderWeight(t *table, atOnce bool) {
	choice := p.app.columnChoice()
	p.weight.show(atOnce)
	p.weightName.show(atOnce)
	p.weight.draw(logic.WeightOptions(t.Columns, choice))
	p.weight.setValue(choice.Weight)
	p.weightSay.say(logic.Text("data.weight.say"))
	p.weightSay.show(atOnce && choice.Weight != "")
}

// renderShort sums the remarks up while they are folded away.
func (p *dataPanel) renderShort() {
	words := logic.ShortRemarks(p.app.runInfo(), p.app.table.review)
	p.short.say(words)
	p.short.show(words != "" && !p.fold.open && !p.app.atOnce())
}

// runInfo describes the newest run while the choice is still what it was made of; nil otherwise.
func (a *app) runInfo() *logic.Info {
	if a.changed() {
		return nil
	}
	return a.table.info
}

// renderHoldout shows how rows are held out, and what is wrong with that while it is typed.
func (p *dataPanel) renderHoldout(t *table) {
	c := p.app.choice
	if p.holdout.value() != c.Holdout {
		p.holdout.setValue(c.Holdout)
	}
	seed := c.HoldoutSeed
	if seed == "" && !p.seed.focused() {
		seed = "1"
	}
	if p.seed.value() != seed {
		p.seed.setValue(seed)
	}
	p.holdout.enable(t.tested == "")
	p.seed.enable(t.tested == "" && (t.sample == "" || c.Holdout != ""))
	p.holdout.set("placeholder", logic.Either(t.sample != "", logic.Text("data.published"), logic.UsualHoldout))
	p.testRow.show(t.sample == "")
	p.testName.say(t.tested)
	p.testClear.show(t.tested != "")
	share, seedFault := logic.HoldoutFaults(c.Holdout, c.HoldoutSeed)
	p.holdout.invalid(share != "")
	p.seed.invalid(seedFault != "")
	p.holdoutSay.say(logic.Join([]string{share, seedFault}))
}

// columnChoice is the choice with the name of its target.
func (a *app) columnChoice() logic.Choice {
	c := a.here(a.choice)
	c.Target = a.target()
	return c
}

// target is the column to predict: the chosen one, else the proposed one.
func (a *app) target() string {
	if a.choice.Target == "" && a.table != nil {
		return a.table.SuggestedTarget
	}
	return a.choice.Target
}

func (p *dataPanel) targetOptions(t *table) string {
	m := ""
	for _, c := range t.Columns {
		m += logic.Option(c.Name, c.Name)
	}
	return m
}

func (p *dataPanel) taskOptions(t *table) string {
	auto := logic.Text("task.auto.other")
	if p.app.target() == t.SuggestedTarget && t.SuggestedTask != "" {
		auto = fmt.Sprintf(logic.Text("task.auto"), logic.Text("task."+t.SuggestedTask))
	}
	m := logic.Option("auto", auto)
	for _, task := range []string{"regression", "classification"} {
		m += logic.Option(task, logic.Text("task."+task))
	}
	return m
}

// line is the table in one line: its rows as they stand in the file, or as the newest run uses them.
func (t *table) line() string {
	if t.info == nil {
		return fmt.Sprintf(logic.Text("data.line"), t.name, logic.Count(t.Rows), logic.Count(len(t.Columns)))
	}
	features := logic.FeatureCount(len(t.info.Features))
	if t.info.TestRows == 0 {
		return fmt.Sprintf(logic.Text("data.line.train"), t.name, logic.Count(t.info.TrainRows), features)
	}
	return fmt.Sprintf(logic.Text("data.line.run"), t.name, logic.Count(t.info.TrainRows),
		logic.Count(t.info.TestRows), features)
}
