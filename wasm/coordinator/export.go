//go:build js && wasm

// This file hands out files to take away, a part by each request, so that
// sampling goes on between them.

package coordinator

import (
	"syscall/js"

	"dcctree/core/dataset"
	"dcctree/core/study"
	"dcctree/wasm/bridge"
)

func (r *role) export(id int, m *study.ExportOptions, p bridge.Arrival) error {
	table, err := newRows(m, p)
	if err != nil {
		return err
	}
	e, err := r.run.Export(m, table, r.watch.seconds(bridge.Now()))
	if err != nil {
		return err
	}
	r.exports[id] = e
	return r.part(id, id)
}

// newRows reads the table of rows to predict, nil where there is none.
func newRows(m *study.ExportOptions, p bridge.Arrival) (*dataset.Table, error) {
	if !m.Table {
		return nil, nil
	}
	table, err := p.TableOf(m.Name)
	if err != nil {
		f := study.FaultOf(err)
		f.Field = "rows"
		return nil, f
	}
	return table, nil
}

// part posts the next part of a file as the reply to request id.
func (r *role) part(id, of int) error {
	e := r.exports[of]
	if e == nil {
		return &study.Fault{Code: study.CodeMessage,
			Message: "A part of a file is asked for that is not being made."}
	}
	answer, err := e.Part()
	if err != nil || !answer.More {
		delete(r.exports, of)
	}
	if err != nil {
		return err
	}
	r.reply(id, answer, js.Null())
	return nil
}
