//go:build js && wasm

// This file hands out files to take away, a part by each request, so that
// sampling goes on between them.

package coordinator

import (
	"syscall/js"

	"dcctree/core/dataset"
	"dcctree/core/study"
	"dcctree/wasm/bridge"
	"dcctree/wasm/protocol"
)

func (r *role) export(m *protocol.Export, p bridge.Parcel) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	table, err := newRows(m, p)
	if err != nil {
		return err
	}
	e, err := r.run.Export(m, table, r.watch.seconds(bridge.Now()))
	if err != nil {
		return err
	}
	r.exports[int(m.ID)] = e
	return r.part(int(m.ID), int(m.ID))
}

// newRows reads the table of rows to predict, nil where there is none.
func newRows(m *protocol.Export, p bridge.Parcel) (*dataset.Table, error) {
	if !m.Table {
		return nil, nil
	}
	table, err := p.TableOf(m.Name)
	if err != nil {
		f := protocol.AsFault(study.Fault(err))
		f.Field = "rows"
		return nil, f
	}
	return table, nil
}

func (r *role) more(m *protocol.More) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	return r.part(int(m.ID), int(m.Export))
}

// part posts the next part of a file as the reply to request id.
func (r *role) part(id, of int) error {
	e := r.exports[of]
	if e == nil {
		return &protocol.Fault{Code: protocol.CodeMessage, Message: "A part of a file is asked for that is not being made."}
	}
	answer, err := e.Part(id)
	if err != nil || !answer.More {
		delete(r.exports, of)
	}
	if err != nil {
		return err
	}
	bridge.Post(bridge.Page, answer, js.Null())
	return nil
}
