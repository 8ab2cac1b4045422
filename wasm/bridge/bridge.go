//go:build js && wasm

// Package bridge carries messages between Go and JavaScript: vert for small
// structs, typed arrays for bulk, panics into reports, callbacks kept for as
// long as they are needed.
//
// It works with site/worker.js, which owns the MessagePorts and calls Go by two
// functions alone, so that it can see after each call whether Go still lives.
package bridge

import (
	"fmt"
	"runtime/debug"
	"syscall/js"

	"github.com/norunners/vert"

	"dcctree/core/dataset"
	"dcctree/core/study"
	"dcctree/wasm/protocol"
)

// Peers that every role has. A worker's peers are the page and the coordinator;
// those of the coordinator are the page (0) and its workers by number.
const (
	Page        = 0
	Coordinator = 1
)

// Arrival is one message as it arrived.
type Arrival struct {
	Peer  int             // who sent it
	Head  js.Value        // the message struct
	Bulk  js.Value        // a typed array, or null
	Table js.Value        // the columns of a table (Array), or null
	Text  *dataset.Reader // has read a table that came as text; nil without
	// Beside sets how the tables of test rows are read that come later, beside the one that was opened.
	Beside func(dataset.ReadOptions)
}

// Role is what a worker does with its messages. Each method must return soon:
// the event loop waits for it.
type Role interface {
	// Receive takes one message.
	Receive(Arrival)
	// Tick comes once a second, later where the worker sleeps or is busy, never to make up for what it missed.
	Tick()
	// Broken takes the text of a panic that Receive or Tick did not survive,
	// and the parcel at hand (the zero one for Tick).
	Broken(p Arrival, text string)
}

// host is worker.js's side, clock the browser's; cached, since every js.Value
// costs a finalizer.
var (
	host  = js.Global().Get("dcctree")
	clock = js.Global().Get("performance").Get("now").Call("bind", js.Global().Get("performance"))
)

// Now returns the time in milliseconds, of a clock that never goes back.
func Now() float64 { return clock.Invoke().Float() }

// Serve hands all messages to role, for ever, with the table that was read
// before the message where there is one. Its callbacks live as long as the
// program does.
func Serve(role Role) {
	var text text
	receive := js.FuncOf(func(_ js.Value, args []js.Value) any {
		p := Arrival{Peer: args[0].Int(), Head: args[1], Bulk: args[2], Table: args[3], Beside: text.setBeside}
		if p.Peer == Page { // workers may speak while a text is read
			p.Text, text.reader = text.reader, nil
		}
		defer rescue(role, p)
		role.Receive(p)
		return nil
	})
	tick := js.FuncOf(func(js.Value, []js.Value) any {
		defer rescue(role, Arrival{})
		role.Tick()
		return nil
	})
	begin := js.FuncOf(func(_ js.Value, args []js.Value) any {
		return text.begin(args[0], args[1].Int())
	})
	part := js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer rescue(role, Arrival{})
		return text.take(args[0])
	})
	host.Set("begin", begin)
	host.Set("part", part)
	host.Set("receive", receive)
	host.Set("tick", tick)
	select {}
}

// Meanwhile calls work again and again, between messages, until it returns false.
func Meanwhile(work func() bool) { Every(0, work) }

// Every is Meanwhile with a pause before each call, ms.
func Every(pause float64, work func() bool) {
	later := js.Global().Get("setTimeout")
	var turn js.Func
	turn = js.FuncOf(func(js.Value, []js.Value) any {
		if work() {
			later.Invoke(turn, pause)
		} else {
			turn.Release()
		}
		return nil
	})
	later.Invoke(turn, pause)
}

// Rest lets messages be received that came during long work, which must not be that of a message.
func Rest() {
	rested := make(chan struct{})
	Meanwhile(func() bool {
		close(rested)
		return false
	})
	<-rested
}

// rescue turns a panic into a report; the program goes on.
func rescue(role Role, p Arrival) {
	if r := recover(); r != nil {
		role.Broken(p, fmt.Sprintf("panic: %v\n%s", r, debug.Stack()))
	}
}

// Assign returns how to read head into a message struct. vert recovers from
// its own panics; whatever else goes wrong becomes an error too.
func Assign(head js.Value) protocol.Assign {
	return func(into any) (err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("cannot be read: %v", r)
			}
		}()
		if head.Type() != js.TypeObject {
			return fmt.Errorf("is no object")
		}
		return vert.Value{Value: head}.AssignTo(into)
	}
}

// Post sends a message, its body a struct or nil, and, unless it is null, the typed array bulk, whose memory goes over
// to the receiver.
func Post(peer int, h protocol.Head, body any, bulk js.Value) {
	host.Call("post", peer, message(h, body), bulk)
}

// message makes one object of head and body.
func message(h protocol.Head, body any) js.Value {
	if body == nil {
		return vert.ValueOf(h).JSValue()
	}
	m := vert.ValueOf(body).JSValue()
	m.Set("v", h.V)
	m.Set("kind", h.Kind)
	m.Set("id", h.ID)
	m.Set("run", h.Run)
	return m
}

// Forget closes the port to a peer that is gone.
func Forget(peer int) { host.Call("forget", peer) }

// Refuse sends the page the refusal of request id.
func Refuse(id int, f *study.Fault) {
	Post(Page, protocol.HeadOf(protocol.KindError, id), protocol.Refuse(f), js.Null())
}
