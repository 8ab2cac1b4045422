//go:build js && wasm

// The dialog of columns: how the table was read, what each column holds, and whether it is a feature. What was found
// out can be corrected; the table is then read again from where it came.

package page

import (
	"fmt"
	"maps"
	"slices"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type columnsPanel struct {
	app                        *app
	open, used, dialog         *cell
	format, say, find, body    *cell
	more                       *cell
	separator, decimal, header *cell
}

func newColumnsPanel(a *app) *columnsPanel {
	p := &columnsPanel{
		app: a, open: a.byID("columns-open"), used: a.byID("columns-used"), dialog: a.byID("columns"),
		format: a.byID("format"), say: a.byID("columns-say"), find: a.byID("columns-find"),
		body: a.byID("columns-body"), more: a.byID("columns-more"), separator: a.byID("separator"),
		decimal: a.byID("decimal"), header: a.byID("header"),
	}
	a.listen(p.open, "click", func(js.Value) {
		p.say.say("")
		p.render()
		p.dialog.showModal()
	})
	a.listen(p.body, "change", p.changed)
	a.listen(p.find, "input", func(js.Value) { p.render() })
	a.listen(a.byID("columns-all"), "click", func(js.Value) { p.useShown(true) })
	a.listen(a.byID("columns-none"), "click", func(js.Value) { p.useShown(false) })
	for _, c := range []*cell{p.separator, p.decimal, p.header} {
		a.listen(c, "change", func(js.Value) {
			p.again(c, func(f *logic.Format) {
				if c == p.header && f.Header != p.header.value() {
					f.Kinds = nil // the names are others
				}
				f.Separator, f.Decimal, f.Header = p.separator.value(), p.decimal.value(),
					p.header.value()
			})
		})
	}
	return p
}

// changed takes a box or the kind of a column over.
func (p *columnsPanel) changed(e js.Value) {
	if name, ok := key(e, "data-column"); ok {
		p.app.choice.Unused = toggled(p.app.choice.Unused, name)
		p.chosen()
	}
	if name, ok := key(e, "data-kind"); ok {
		word := e.Get("target").Get("value").String()
		p.again(wrap(e.Get("target")), func(f *logic.Format) {
			kinds := map[string]string{}
			maps.Copy(kinds, f.Kinds)
			kinds[name] = word
			if word == "" {
				delete(kinds, name)
			}
			f.Kinds = kinds
		})
	}
}

// again reads the table in a changed format. Where that does not work everything stays as it was, and what was changed
// shows it again.
func (p *columnsPanel) again(control *cell, change func(*logic.Format)) {
	t := p.app.table
	format := t.format
	change(&format)
	p.say.say(logic.Text("columns.again"))
	err := p.app.again(format)
	switch {
	case err == nil:
		p.say.say(fmt.Sprintf(logic.Text("columns.read"), logic.FormatSentence(p.app.table.Table)))
	case !hasCode(err, "stopped"):
		p.app.tell(p.say, err.Error)
		p.body.wrote = false
		p.render()
	}
}

// useShown ticks or unticks all columns in the list.
func (p *columnsPanel) useShown(use bool) {
	shown, _ := logic.FindColumns(p.app.table.Columns, p.find.value())
	unused := slices.Clone(p.app.choice.Unused)
	for _, c := range shown {
		at := slices.Index(unused, c.Name)
		switch {
		case use && at >= 0:
			unused = slices.Delete(unused, at, at+1)
		case !use && at < 0 && c.Name != p.app.target() && c.Name != p.app.columnChoice().Weighted():
			unused = append(unused, c.Name)
		}
	}
	p.app.choice.Unused = unused
	p.body.wrote = false
	p.render()
	p.chosen()
}

func (p *columnsPanel) chosen() {
	p.count()
	p.app.data.chosen()
	p.app.data.look()
}

// toggled adds the name to the list or takes it out, in a list of its own.
func toggled(list []string, name string) []string {
	if at := slices.Index(list, name); at >= 0 {
		return slices.Delete(slices.Clone(list), at, at+1)
	}
	return append(slices.Clone(list), name)
}

// render shows the columns; while the dialog is closed only how many there are.
func (p *columnsPanel) render() {
	t := p.app.table
	p.open.enable(t != nil)
	if t == nil {
		return
	}
	p.count()
	own := t.sample == ""
	p.format.show(own)
	p.separator.draw(logic.SeparatorOptions(t.format.Separator, t.Separator))
	p.decimal.draw(logic.DecimalOptions(t.format.Decimal, t.Decimal))
	p.header.draw(logic.HeaderOptions(t.format.Header, t.Header))
	shown, more := logic.FindColumns(t.Columns, p.find.value())
	p.body.draw(logic.ColumnsMarkup(shown, p.app.columnChoice(), t.format.Kinds, own))
	p.app.lockAgain("columns")
	switch {
	case more > 0:
		p.more.say(fmt.Sprintf(logic.Text("columns.more"), logic.Count(more)))
	case len(shown) == 0:
		p.more.say(logic.Text("columns.nothing"))
	default:
		p.more.say("")
	}
}

// count says how many columns are used.
func (p *columnsPanel) count() {
	t := p.app.table
	if t == nil {
		return
	}
	used := len(t.Columns) - 1 - len(p.app.choice.Unused)
	switch {
	case p.app.atOnce():
		used = len(p.app.columnChoice().Inputs(&t.Table))
	case t.review != nil:
		used = len(t.review.Features)
	}
	p.used.say(fmt.Sprintf(logic.Text("columns.used"), logic.Count(used), logic.Count(len(t.Columns)-1)))
}
