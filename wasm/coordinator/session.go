//go:build js && wasm

// This file saves and restores runs, and looks back at their steps.

package coordinator

import (
	"syscall/js"

	"dcctree/core/study"
	"dcctree/wasm/bridge"
	"dcctree/wasm/protocol"
	"dcctree/wasm/session"
)

func (r *role) save(m *protocol.Save, p bridge.Parcel) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	tables, err := bridge.Bytes(p.Bulk, session.MaxBytes)
	if err != nil {
		return err
	}
	answer, data, err := r.run.Save(m, tables, r.opened, r.watch.seconds(bridge.Now()))
	if err != nil {
		return err
	}
	bridge.Post(bridge.Page, answer, bridge.FromBytes(data))
	return nil
}

// restore takes up the run of a session file; where that fails all stays as it was.
func (r *role) restore(m *protocol.Restore, p bridge.Parcel) error {
	data, err := bridge.Bytes(p.Bulk, session.MaxBytes)
	if err != nil {
		return err
	}
	s, places, err := session.Decode(m.Name, data)
	if err != nil {
		return err
	}
	table, run, err := study.Restore(r.runs+1, m.Name, s, m.Workers)
	if err != nil {
		return err
	}
	r.table, r.opened = table, &s.Run.Open
	p.Kinds(r.opened.Options().Kinds)
	r.take(run, s.Run.Seconds)
	r.loop.Untold(run.Untold)
	bridge.Post(bridge.Page, run.Restored(int(m.ID), table, s, places), js.Null())
	return nil
}

func (r *role) look(m *protocol.Look) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	answer, err := r.run.Look(m)
	if err != nil {
		return err
	}
	bridge.Post(bridge.Page, answer, js.Null())
	return nil
}
