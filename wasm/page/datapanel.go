//go:build js && wasm

// The Data panel: which table, which column to predict, and which rows to test on.

package page

import (
	"fmt"
	"strings"
	"syscall/js"
)

type dataPanel struct {
	app                               *app
	samples                           []*cell
	line, notes, fields               *cell
	reading, share, rows, cancel      *cell
	target, task, holdout             *cell
	file, testRow, testFile, testName *cell
	testClear                         *cell
}

func newDataPanel(a *app) *dataPanel {
	p := &dataPanel{
		app: a, line: a.byID("data-line"), notes: a.byID("data-notes"), fields: a.byID("data-fields"),
		target: a.byID("target"), task: a.byID("task"), holdout: a.byID("holdout"), file: a.byID("file"),
		reading: a.byID("reading"), share: a.byID("reading-share"), rows: a.byID("reading-rows"), cancel: a.byID("reading-cancel"),
		testRow: a.byID("test-row"), testFile: a.byID("test-file"), testName: a.byID("test-name"), testClear: a.byID("test-clear"),
	}
	a.each("[data-sample]", func(c *cell) {
		p.samples = append(p.samples, c)
		c.enable(true)
		sample, _ := SampleByID(c.GetAttribute("data-sample"))
		a.listen(c, "click", func(js.Value) { a.openSample(sample, false) })
	})
	p.listenFiles()
	p.listenFields()
	p.describe()
	return p
}

// describe says what the samples are.
func (p *dataPanel) describe() {
	for _, c := range p.samples {
		sample, _ := SampleByID(c.GetAttribute("data-sample"))
		c.set("title", text(sample.About))
	}
}

// translate shows the open table and the choice in the page's language; a file that is being read stays so.
func (p *dataPanel) translate() {
	p.describe()
	reading, _ := p.app.told[p.line]
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
		p.app.table.test, p.app.table.tested = js.Undefined(), ""
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
		c.Target, c.Task = p.target.value(), "auto"
		p.app.columns.render()
		p.chosen()
	})
	p.app.listen(p.task, "change", func(js.Value) {
		c.Task = p.task.value()
		p.chosen()
	})
	p.app.listen(p.holdout, "input", func(js.Value) {
		c.Holdout = p.holdout.value()
		p.app.control.render()
	})
}

// chosen shows a new choice, and that it makes the next run a new one.
func (p *dataPanel) chosen() {
	p.render()
	p.app.control.render()
}

// wait says that a file is being read; the table before it stays in use.
func (p *dataPanel) wait(name string) { p.app.tell(p.line, words("data.reading", name)) }

// tell shows how far the reading of a long file is, and how to give it up.
func (p *dataPanel) tell(share float64, rows int) {
	p.share.set("value", share)
	p.app.tell(p.rows, words("data.sofar", int(100*share), Count(rows)))
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
	p.line.say(t.line())
	p.notes.draw(items(Remarks(t.Table, t.sample == "", t.info)))
	p.target.draw(p.targetOptions(t))
	p.target.setValue(p.app.target())
	p.task.draw(p.taskOptions(t))
	p.task.setValue(p.app.choice.Task)
	p.renderHoldout(t)
}

func (p *dataPanel) renderHoldout(t *table) {
	if p.holdout.value() != p.app.choice.Holdout {
		p.holdout.setValue(p.app.choice.Holdout)
	}
	p.holdout.enable(t.tested == "")
	p.holdout.set("placeholder", map[bool]string{true: text("data.published"), false: ".3"}[t.sample != ""])
	p.testRow.show(t.sample == "")
	p.testName.say(t.tested)
	p.testClear.show(t.tested != "")
}

// target is the column to predict: the chosen one, else the proposed one.
func (a *app) target() string {
	if a.choice.Target == "" && a.table != nil {
		return a.table.SuggestedTarget
	}
	return a.choice.Target
}

func (p *dataPanel) targetOptions(t *table) string {
	var m strings.Builder
	for _, c := range t.Columns {
		name := escape(c.Name)
		fmt.Fprintf(&m, `<option value="%s">%s</option>`, name, name)
	}
	return m.String()
}

func (p *dataPanel) taskOptions(t *table) string {
	auto := text("task.auto.other")
	if p.app.target() == t.SuggestedTarget && t.SuggestedTask != "" {
		auto = fmt.Sprintf(text("task.auto"), text("task."+t.SuggestedTask))
	}
	m := option("auto", auto)
	for _, task := range []string{"regression", "classification"} {
		m += option(task, text("task."+task))
	}
	return m
}

func option(value, words string) string {
	return `<option value="` + escape(value) + `">` + escape(words) + `</option>`
}

func items(lines []string) string {
	var m strings.Builder
	for _, l := range lines {
		m.WriteString("<li>" + escape(l) + "</li>")
	}
	return m.String()
}

// line is the table in one line: its rows as they stand in the file, or as the newest run uses them.
func (t *table) line() string {
	if t.info == nil {
		return fmt.Sprintf(text("data.line"), t.name, Count(t.Rows), Count(len(t.Columns)))
	}
	features := text("data.feature")
	if n := len(t.info.Features); n != 1 {
		features = fmt.Sprintf(text("data.features"), Count(n))
	}
	if t.info.TestRows == 0 {
		return fmt.Sprintf(text("data.line.train"), t.name, Count(t.info.TrainRows), features)
	}
	return fmt.Sprintf(text("data.line.run"), t.name, Count(t.info.TrainRows), Count(t.info.TestRows), features)
}
