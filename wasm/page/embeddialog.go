//go:build js && wasm

// The dialog that makes snippets for other people's pages.

package page

import (
	"fmt"
	"strconv"
	"strings"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type embedDialog struct {
	app            *app
	dialog, parts  *cell
	data, seed     *cell
	height         *cell
	lock, run      *cell
	tutorial, say  *cell
	outs           [3]*cell // frame, element, module
	wrong, omitted *cell
	table          string // the open table as text, once it is asked for; "" where it cannot go into a snippet
	tableName      string
	tableOf        *table
	language       string // in which the parts were drawn
}

// ownTable is the choice of the open table, whose rows then stand in the snippet.
const ownTable = "-"

func newEmbedDialog(a *app) *embedDialog {
	d := &embedDialog{app: a, dialog: a.byID("embed"), parts: a.byID("embed-parts"), data: a.byID("embed-data"),
		seed: a.byID("embed-seed"), height: a.byID("embed-height"), lock: a.byID("embed-lock"),
		run: a.byID("embed-run"), tutorial: a.byID("embed-tutorial"), say: a.byID("embed-status"),
		wrong: a.byID("embed-wrong"), omitted: a.byID("embed-omitted"),
		outs: [3]*cell{a.byID("embed-frame"), a.byID("embed-element"), a.byID("embed-module")}}
	if a.bridge.Get("single").Truthy() { // there are no files to put beside another page
		a.tell(a.byID("embed-say"), saying("embed.say.file"))
		a.byID("embed-beside").show(false)
	}
	open := a.byID("embed-open")
	open.enable(true)
	a.listen(open, "click", func(js.Value) { d.open() })
	a.listen(d.dialog, "input", func(js.Value) { d.render() })
	a.listen(d.dialog, "click", func(e js.Value) {
		if id, ok := key(e, "data-copy"); ok {
			d.copy(id)
		}
	})
	return d
}

// open shows what stands on the page, ticked whole the first time.
func (d *embedDialog) open() {
	a := d.app
	if d.language != string(logic.Spoken) {
		d.language = string(logic.Spoken)
		d.parts.draw(partTicks())
	}
	d.take(a.table)
	m := ""
	for _, s := range logic.Samples() {
		m += logic.Option(s.ID, s.Name)
	}
	if d.table != "" {
		m += logic.Option(ownTable, fmt.Sprintf(logic.Text("embed.own"), d.tableName))
	}
	d.data.draw(m)
	d.data.setValue(logic.DefaultChoice().Sample)
	if a.choice.Sample != "" {
		d.data.setValue(a.choice.Sample)
	}
	d.seed.setValue(a.choice.Seed)
	d.say.say("")
	d.render()
	d.dialog.showModal()
}

// take reads an own table, where it is short enough for a snippet.
func (d *embedDialog) take(t *table) {
	if t == nil || t == d.tableOf {
		return
	}
	d.tableOf, d.table, d.tableName = t, "", t.name
	if t.sample != "" || sourceSize(t.source) > logic.LongestData {
		return
	}
	content := t.source
	if content.Type() == js.TypeObject {
		var err error
		if content, err = ask(content, "text"); err != nil {
			return
		}
	}
	if held := stringOf(content); len(held) <= logic.LongestData {
		d.table = held
	}
}

// partTicks draws a box for each part, controls below their panel.
func partTicks() string {
	var b strings.Builder
	for _, p := range logic.Parts() {
		class := "part-panel"
		if p.Panel != "" {
			class = "part-control"
		}
		fmt.Fprintf(&b,
			`<label class="%s"><input type="checkbox" data-part="%s" data-panel="%s" checked> <span>%s `+
				`<span class="dim">%s</span></span></label>`,
			class, p.Name, p.Panel, escape(logic.Text(p.Label)), p.Name)
	}
	return b.String()
}

// render writes the snippets anew.
func (d *embedDialog) render() {
	ticked := map[string]bool{}
	d.app.each("#embed-parts input", func(c *cell) {
		ticked[c.GetAttribute("data-part")] = c.checked()
	})
	d.app.each("#embed-parts input", func(c *cell) {
		panel := c.GetAttribute("data-panel")
		c.enable(panel == "" || ticked[panel])
	})
	s, why := d.snippet(logic.ViewOf(ticked))
	d.wrong.say(why)
	for i, content := range []string{s.Frame(), s.Element(), s.Module()} {
		if d.outs[i].value() != content {
			d.outs[i].setValue(content)
		}
	}
	words := ""
	if _, _, left := s.Options(); len(left) > 0 {
		words = fmt.Sprintf(logic.Text("embed.omitted"), strings.Join(left, ", "))
	}
	d.omitted.say(words)
}

// snippet is what is chosen; why says what of it cannot be used and is left out.
func (d *embedDialog) snippet(v logic.View) (s logic.Snippet, why string) {
	link := logic.Link{Choice: d.app.choice, View: v, Run: d.run.checked()}
	sample := d.data.value()
	if own := sample == ownTable; own || sample != link.Choice.Sample {
		if own {
			s.Table, sample = d.table, ""
		}
		if link.Choice.Sample != sample {
			link.Choice = link.Choice.ForNewTable(sample)
		}
	}
	var faults []string
	if seed := strings.TrimSpace(d.seed.value()); !link.Set("seed", seed) {
		faults = append(faults, logic.SeedFault(seed))
	}
	d.seed.invalid(len(faults) > 0)
	if d.lock.checked() {
		link.View.Lock = logic.LocksAll()
	}
	steps, whole := logic.LessonLines(d.tutorial.value())
	if !whole {
		faults = append(faults, fmt.Sprintf(logic.Text("embed.toolong"), logic.MostLessons,
			logic.LongestLesson))
	}
	d.tutorial.invalid(!whole)
	link.View.Tutorial = steps
	height, err := strconv.Atoi(d.height.value())
	if err != nil || height < 100 || height > 10000 {
		height = 600
	}
	s.Base, s.Link, s.Height = base(), link, height
	if d.app.bridge.Get("single").Truthy() {
		s.File = logic.FileOf(js.Global().Get("location").Get("href").String())
	}
	return s, logic.Join(faults)
}

// base is the folder of the page.
func base() string {
	address, _, _ := strings.Cut(js.Global().Get("location").Get("href").String(), "#")
	address, _, _ = strings.Cut(address, "?")
	return address[:strings.LastIndexByte(address, '/')+1]
}

// copy takes a snippet to the clipboard, or selects it where the browser does not allow that.
func (d *embedDialog) copy(id string) {
	from := d.app.byID(id)
	if copied(from.value()) == nil {
		d.app.tell(d.say, saying("embed.copied"))
		return
	}
	from.Underlying().Call("focus")
	from.Underlying().Call("select")
	d.app.tell(d.say, saying("embed.selected"))
}
