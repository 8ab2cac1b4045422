//go:build js && wasm

// This file saves and restores runs, and what fits found.

package coordinator

import (
	"syscall/js"

	"dcctree/core/study"
	"dcctree/wasm/bridge"
	"dcctree/wasm/protocol"
)

// save writes the run, or the newest answer of a fit.
func (r *role) save(h protocol.Head, m *study.SaveOptions, p bridge.Arrival) error {
	tables, err := bridge.Bytes(p.Bulk, study.MaxBytes)
	if err != nil {
		return err
	}
	var answer *study.Saved
	var data []byte
	if h.Kind == protocol.KindSave {
		answer, data, err = r.run.Save(m, tables, r.opened, r.watch.seconds(bridge.Now()))
	} else {
		answer, data, err = study.FitSession(m, tables, r.fitted)
	}
	if err != nil {
		return err
	}
	r.reply(int(h.ID), answer, bridge.FromBytes(data))
	return nil
}

// restore takes up what a session file holds; where that fails all stays as it was.
func (r *role) restore(h protocol.Head, m *study.RestoreOptions, p bridge.Arrival) error {
	data, err := bridge.Bytes(p.Bulk, study.MaxBytes)
	if err != nil {
		return err
	}
	s, places, err := study.Decode(m.Name, data)
	if err != nil {
		return err
	}
	if h.Kind == protocol.KindRestoreFit {
		return r.restoreFit(int(h.ID), m.Name, s, places, p)
	}
	table, run, err := study.Restore(m.Name, s, m.Workers)
	if err != nil {
		return err
	}
	r.table, r.opened = table, &s.Run.Open.OpenOptions
	p.Beside(study.TestOptions(r.opened.Options(), table))
	r.take(run, s.Run.Seconds)
	r.loop.Untold(run.Untold)
	r.replyOfNew(int(h.ID), run.Restored(table, s, places))
	return nil
}

// restoreFit takes up what a fit found.
func (r *role) restoreFit(id int, file string, s *study.Session, places study.Places, p bridge.Arrival) error {
	table, answer, err := study.RestoreFit(file, s, places)
	if err != nil {
		return err
	}
	r.table, r.opened, r.fitted, r.answered = table, &s.Fit.Open, s.Fit, nil
	p.Beside(study.TestOptions(r.opened.Options(), table))
	r.reply(id, answer, js.Null())
	return nil
}
