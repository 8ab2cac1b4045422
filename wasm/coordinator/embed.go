//go:build js && wasm

// This file answers what programs around the page ask: draws as numbers, an account of the run, and workers that come
// and go.

package coordinator

import (
	"syscall/js"

	"dcctree/wasm/bridge"
	"dcctree/wasm/protocol"
)

func (r *role) draws(m *protocol.Draws) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	answer, bulk, err := r.run.DrawsOf(m)
	if err != nil {
		return err
	}
	bridge.Post(bridge.Page, answer, bridge.FromFloats(bulk))
	return nil
}

func (r *role) account(id int) error {
	answer, err := r.run.Account(id)
	if err != nil {
		return err
	}
	bridge.Post(bridge.Page, answer, js.Null())
	return nil
}

func (r *role) comeOrGo(m *protocol.Join) {
	if m.Kind == protocol.KindJoin {
		r.loop.Join(int(m.Worker))
		return
	}
	r.loop.Leave(int(m.Worker))
	bridge.Forget(int(m.Worker))
}
