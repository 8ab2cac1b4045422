//go:build js && wasm

// The list of columns: what each holds, and whether it is a feature.

package page

import (
	"fmt"
	"slices"
	"syscall/js"
)

type columnsPanel struct {
	app        *app
	fold, body *cell
	title      *cell
}

func newColumnsPanel(a *app) *columnsPanel {
	p := &columnsPanel{app: a, fold: a.byID("columns"), body: a.byID("columns-body"), title: a.byID("columns-title")}
	a.listen(p.body, "change", func(e js.Value) {
		if name, ok := key(e, "data-column"); ok {
			a.choice.Unused = toggled(a.choice.Unused, name)
			a.control.render()
		}
	})
	return p
}

// toggled adds the name to the list or takes it out, in a list of its own.
func toggled(list []string, name string) []string {
	if at := slices.Index(list, name); at >= 0 {
		return slices.Delete(slices.Clone(list), at, at+1)
	}
	return append(slices.Clone(list), name)
}

func (p *columnsPanel) render() {
	t := p.app.table
	p.fold.show(t != nil && len(t.Columns) <= mostColumns)
	if t == nil {
		return
	}
	p.title.say(fmt.Sprintf(text("columns.title"), len(t.Columns)))
	p.body.draw(columnsMarkup(t.Columns, p.app.target(), p.app.choice.Unused))
}

// features are the columns to use, or nil for all usable ones.
func (a *app) features() []string {
	if a.table == nil || len(a.choice.Unused) == 0 {
		return nil
	}
	used := []string{}
	for _, c := range a.table.Columns {
		if c.Name != a.target() && !slices.Contains(a.choice.Unused, c.Name) {
			used = append(used, c.Name)
		}
	}
	return used
}
