//go:build js && wasm

// This file saves and restores runs.

package coordinator

import (
	"dcctree/core/study"
	"dcctree/wasm/bridge"
)

func (r *role) save(id int, m *study.SaveOptions, p bridge.Arrival) error {
	tables, err := bridge.Bytes(p.Bulk, study.MaxBytes)
	if err != nil {
		return err
	}
	answer, data, err := r.run.Save(m, tables, r.opened, r.watch.seconds(bridge.Now()))
	if err != nil {
		return err
	}
	r.reply(id, answer, bridge.FromBytes(data))
	return nil
}

// restore takes up the run of a session file; where that fails all stays as it was.
func (r *role) restore(id int, m *study.RestoreOptions, p bridge.Arrival) error {
	data, err := bridge.Bytes(p.Bulk, study.MaxBytes)
	if err != nil {
		return err
	}
	s, places, err := study.Decode(m.Name, data)
	if err != nil {
		return err
	}
	table, run, err := study.Restore(m.Name, s, m.Workers)
	if err != nil {
		return err
	}
	r.table, r.opened = table, &s.Run.Open.OpenOptions
	p.Kinds(r.opened.Options().Kinds)
	r.take(run, s.Run.Seconds)
	r.loop.Untold(run.Untold)
	r.replyOfNew(id, run.Restored(table, s, places))
	return nil
}
