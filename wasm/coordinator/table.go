//go:build js && wasm

// This file answers questions about the opened table, before a run.

package coordinator

import (
	"syscall/js"

	"dcctree/core/study"
	"dcctree/wasm/protocol"
)

func noTable() error {
	return &study.Fault{Code: study.CodeNoTable, Message: "There is no table yet: open one first."}
}

// choose tells what a run with a choice of columns would use, or which rows it would leave out.
func (r *role) choose(h protocol.Head, m *study.ChooseOptions) error {
	if r.table == nil {
		return noTable()
	}
	var answer any
	var err error
	if h.Kind == protocol.KindLeftOut {
		answer, err = study.LeftOut(r.table, m)
	} else {
		answer, err = study.Review(r.table, m)
	}
	if err == nil {
		r.reply(int(h.ID), answer, js.Null())
	}
	return err
}
