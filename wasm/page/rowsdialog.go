//go:build js && wasm

// The rows that reach a node, in a dialog.

package page

import (
	"fmt"
	"strconv"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// listedRows is how many rows are listed.
const listedRows = 200

type rowsDialog struct {
	app        *app
	dialog     *cell
	node       *cell
	count      *cell
	head, body *cell
	box        *cell
}

func newRowsDialog(a *app) *rowsDialog {
	return &rowsDialog{app: a, dialog: a.byID("rows-dialog"), node: a.byID("rows-node"),
		count: a.byID("rows-count"), head: a.byID("rows-head"), body: a.byID("rows-body"),
		box: a.byID("rows-box")}
}

// open asks for the rows of a node of a topology and shows them; words tell the node.
func (d *rowsDialog) open(r *run, topology, node, words string) {
	id, _ := strconv.Atoi(node)
	answer, err := ask(r.sampler, "rowsAt",
		object(map[string]any{"topology": topology, "node": id, "limit": listedRows}))
	if err != nil {
		d.app.messages.refuse(err, "run")
		return
	}
	listed, total := answer.Get("rows").Int(), answer.Get("total").Int()
	labels := labelsOf(r.sampler.Get("info").Get("labels"))
	d.node.say(words)
	d.count.say(rowsCounted(listed, total))
	d.head.draw(logic.RowsHead(r.info))
	d.body.draw(logic.RowsBody(floats(answer.Get("values")), answer.Get("columns").Int(), r.info, labels))
	d.box.show(listed > 0)
	d.dialog.showModal()
	d.dialog.set("scrollTop", 0)
	d.box.set("scrollTop", 0)
}

// labelsOf reads what the codes of each feature stand for.
func labelsOf(list js.Value) [][]string {
	labels := make([][]string, list.Length())
	for i := range labels {
		for k := range list.Index(i).Length() {
			labels[i] = append(labels[i], list.Index(i).Index(k).String())
		}
	}
	return labels
}

// floats copies a Float64Array.
func floats(array js.Value) []float64 {
	out := make([]float64, array.Length())
	for i := range out {
		out[i] = array.Index(i).Float()
	}
	return out
}

func rowsCounted(listed, total int) string {
	switch {
	case total == 0:
		return logic.Text("rows.none")
	case total == 1:
		return logic.Text("rows.one")
	case listed < total:
		return fmt.Sprintf(logic.Text("rows.some"), logic.Count(listed), logic.Count(total))
	}
	return fmt.Sprintf(logic.Text("rows.all"), logic.Count(total))
}
