//go:build js && wasm

// This file answers questions about the opened table, before a run.

package coordinator

import (
	"syscall/js"

	"dcctree/core/study"
	"dcctree/wasm/bridge"
	"dcctree/wasm/protocol"
)

func noTable() error {
	return &protocol.Fault{Code: protocol.CodeNoTable, Message: "There is no table yet: open one first."}
}

// choose tells what a run with a choice of columns would use, or which rows it would leave out.
func (r *role) choose(m *protocol.Choose) error {
	if r.table == nil {
		return noTable()
	}
	var answer any
	var err error
	if m.Kind == protocol.KindLeftOut {
		answer, err = study.LeftOut(r.table, m)
	} else {
		answer, err = study.Review(r.table, m)
	}
	if err == nil {
		bridge.Post(bridge.Page, answer, js.Null())
	}
	return err
}
