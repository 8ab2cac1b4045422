//go:build js && wasm

// The rows that reach a node, in a dialog.

package page

import (
	"fmt"
	"strconv"
	"strings"
	"syscall/js"
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
	return &rowsDialog{app: a, dialog: a.byID("rows-dialog"), node: a.byID("rows-node"), count: a.byID("rows-count"),
		head: a.byID("rows-head"), body: a.byID("rows-body"), box: a.byID("rows-box")}
}

// open asks for the rows of a node of a topology and shows them; words tell the node.
func (d *rowsDialog) open(r *run, topology, node, words string) {
	id, _ := strconv.Atoi(node)
	answer, err := ask(r.sampler, "rowsAt", object(map[string]any{"topology": topology, "node": id, "limit": listedRows}))
	if err != nil {
		d.app.messages.refuse(err, "run")
		return
	}
	listed, total := answer.Get("rows").Int(), answer.Get("total").Int()
	labels := labelsOf(r.sampler.Get("info").Get("labels"))
	d.node.say(words)
	d.count.say(rowsCounted(listed, total))
	d.head.draw(rowsHead(r.info))
	d.body.draw(rowsBody(floats(answer.Get("values")), answer.Get("columns").Int(), r.info, labels))
	d.box.show(listed > 0)
	d.dialog.Underlying().Call("showModal")
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
		return text("rows.none")
	case total == 1:
		return text("rows.one")
	case listed < total:
		return fmt.Sprintf(text("rows.some"), Count(listed), Count(total))
	}
	return fmt.Sprintf(text("rows.all"), Count(total))
}

func rowsHead(info Info) string {
	var m strings.Builder
	m.WriteString(`<tr><th scope="col">` + escape(text("rows.row")) + `</th>`)
	for _, name := range append([]string{info.Target}, info.Features...) {
		m.WriteString(`<th scope="col" class="r">` + escape(name) + `</th>`)
	}
	return m.String() + `</tr>`
}

// rowsBody writes rows of file row, target and features.
func rowsBody(values []float64, columns int, info Info, labels [][]string) string {
	var m strings.Builder
	for at := 0; at+columns <= len(values); at += columns {
		row := values[at : at+columns]
		m.WriteString(`<tr><th scope="row">` + Count(int(row[0])) + `</th><td class="r strong">` + escape(named(row[1], info.Classes)) + `</td>`)
		for j, v := range row[2:] {
			m.WriteString(`<td class="r">` + escape(named(v, labels[j])) + `</td>`)
		}
		m.WriteString(`</tr>`)
	}
	return m.String()
}

// named is the label that a code stands for, or the number itself where there are no labels.
func named(v float64, labels []string) string {
	if at := int(v); len(labels) > 0 && at >= 0 && at < len(labels) {
		return labels[at]
	}
	return Plain(v)
}
