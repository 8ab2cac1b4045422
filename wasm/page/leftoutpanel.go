//go:build js && wasm

// The rows that a run leaves out, row by row, to look at and to take along.

package page

import (
	"fmt"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type leftOutPanel struct {
	app               *app
	open, dialog, say *cell
	body              *cell
	csv               string
}

func newLeftOutPanel(a *app) *leftOutPanel {
	p := &leftOutPanel{app: a, open: a.byID("leftout-open"), dialog: a.byID("leftout"), say: a.byID("leftout-say"),
		body: a.byID("leftout-body")}
	a.listen(p.open, "click", func(js.Value) { p.show() })
	a.listen(a.byID("leftout-copy"), "click", func(js.Value) { p.copy() })
	a.listen(a.byID("leftout-save"), "click", func(js.Value) { a.saveText("rows-left-out.csv", p.csv, "text/csv") })
	return p
}

// show asks for the list and opens the dialog.
func (p *leftOutPanel) show() {
	t := p.app.table
	answer, err := ask(t.session, "leftOut", object(p.app.columnsChosen()))
	if err != nil {
		p.app.messages.refuse(err, "data")
		return
	}
	rows := answer.Get("rows").Int()
	p.csv = answer.Get("csv").String()
	list, told := logic.LeftOutList(p.csv, rows)
	p.say.say(logic.Join([]string{fmt.Sprintf(logic.Text("leftout.say"), logic.Count(rows), logic.Count(t.Rows)),
		told}))
	p.body.draw(list)
	p.dialog.showModal()
}

func (p *leftOutPanel) copy() {
	if err := copied(p.csv); err != nil {
		p.say.say(fmt.Sprintf(logic.Text("leftout.nocopy"), err.Error()))
		return
	}
	p.say.say(logic.Text("leftout.copied"))
}
