//go:build js && wasm

// Waiting for JavaScript: promises, errors and listeners, with the lifetimes of their callbacks.

package page

import (
	"errors"
	"slices"
	"syscall/js"
	"time"

	"github.com/norunners/vert"

	"dcctree/wasm/page/logic"
)

func asFault(v js.Value) *logic.Fault {
	f := &logic.Fault{Code: "unknown", Message: "unknown"}
	if v.Type() != js.TypeObject {
		f.Message = v.String()
		return f
	}
	for name, field := range map[string]*string{"code": &f.Code, "message": &f.Message,
		"field": &f.Field, "column": &f.Column} {
		if got := v.Get(name); got.Type() == js.TypeString {
			*field = got.String()
		}
	}
	if others := v.Get("translations"); others.Type() == js.TypeObject {
		read(others, &f.Translations)
	}
	if name := v.Get("name"); f.Code == "unknown" && name.Type() == js.TypeString {
		f.Code = name.String() // the browser's own errors have no code in words
	}
	return f
}

// asFaultOf is the fault in an error, or one without a code.
func asFaultOf(err error) *logic.Fault {
	var f *logic.Fault
	if errors.As(err, &f) {
		return f
	}
	return &logic.Fault{Code: "page", Message: err.Error()}
}

// hasCode reports whether the error is a rejection with one of the codes.
func hasCode(err error, codes ...string) bool {
	var f *logic.Fault
	return errors.As(err, &f) && slices.Contains(codes, f.Code)
}

// ask calls a method that returns a promise and waits for it. It must run on a goroutine of its own (see spawn), never
// in a listener: the event loop that settles the promise would wait for the listener.
func ask(object js.Value, method string, args ...any) (js.Value, error) {
	promise, err := call(object, method, args...)
	if err != nil || promise.Type() != js.TypeObject || promise.Get("then").Type() != js.TypeFunction {
		return promise, err
	}
	return await(promise)
}

// call calls a method and returns what it throws as an error.
func call(object js.Value, method string, args ...any) (result js.Value, err error) {
	defer func() {
		if thrown, ok := recover().(js.Error); ok {
			err = asFault(thrown.Value)
		}
	}()
	return object.Call(method, args...), nil
}

func await(promise js.Value) (js.Value, error) {
	v, kept := waitFor(func(kept, broken js.Func) { promise.Call("then", kept, broken) })
	if !kept {
		return js.Undefined(), asFault(v)
	}
	return v, nil
}

// waitFor hands two callbacks over and waits until one of them is called: with what, and whether it is the first one.
func waitFor(hand func(good, bad js.Func)) (v js.Value, isGood bool) {
	called := make(chan bool, 2)
	answer := func(is bool) js.Func {
		return callback(func(got js.Value) {
			v = got
			called <- is
		})
	}
	good, bad := answer(true), answer(false)
	defer good.Release()
	defer bad.Release()
	hand(good, bad)
	isGood = <-called
	return v, isGood
}

// callback makes a function for JavaScript that calls work with its first argument. Who makes it releases it, unless it
// lives as long as the page.
func callback(work func(js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		work(argument(args))
		return nil
	})
}

// ignore hears how a promise ends that nobody waits for, so that a failure does not go to the console as unheard.
func ignore(promise js.Value) {
	if promise.Type() == js.TypeObject && promise.Get("then").Type() == js.TypeFunction {
		go await(promise)
	}
}

func argument(args []js.Value) js.Value {
	if len(args) == 0 {
		return js.Undefined()
	}
	return args[0]
}

// askInto asks, and decodes a small answer.
func askInto(into any, object js.Value, method string, args ...any) error {
	answer, err := ask(object, method, args...)
	if err != nil {
		return err
	}
	return read(answer, into)
}

// read decodes a small answer by its js tags. The answers are the bridge's own, checked where they crossed from the
// worker.
func read(v js.Value, into any) error {
	return vert.Value{Value: v}.AssignTo(into)
}

// spawn runs what may wait, off the event loop. A panic there is reported instead of ending the program with the page.
func (a *app) spawn(work func()) {
	go func() {
		defer a.recovered()
		work()
	}()
}

// recovered reports a panic, where it is deferred.
func (a *app) recovered() {
	if r := recover(); r != nil {
		a.broken(r)
	}
}

// listen calls work, on a goroutine of its own, at each event of the element. Listeners live as long as the page, and
// so do their callbacks.
func (a *app) listen(el *cell, event string, work func(js.Value)) {
	el.Underlying().Call("addEventListener", event, callback(func(e js.Value) {
		a.spawn(func() { work(e) })
	}))
}

// hear is listen for work that must be done before the browser acts on the event, so that it can prevent that. It must
// not wait.
func (a *app) hear(el *cell, event string, work func(js.Value)) {
	el.Underlying().Call("addEventListener", event, callback(func(e js.Value) {
		defer a.recovered()
		work(e)
	}), map[string]any{"passive": false})
}

// now is the page's clock in milliseconds; it never goes back.
func now() float64 { return js.Global().Get("performance").Call("now").Float() }

// breathe lets the browser draw and hear the person between two pieces of work, so that none holds the page for long.
func breathe() { wait(1) }

// wait pauses a goroutine without holding the event loop.
func wait(milliseconds float64) {
	if milliseconds > 0 {
		time.Sleep(time.Duration(milliseconds * float64(time.Millisecond)))
	}
}

// object makes a JavaScript object for options.
func object(fields map[string]any) js.Value { return js.ValueOf(fields) }

// attribute is "" where the element has none of this name.
func attribute(el js.Value, name string) string {
	if v := el.Call("getAttribute", name); v.Type() == js.TypeString {
		return v.String()
	}
	return ""
}

// copied takes a text to the clipboard; the error says why it does not work.
func copied(content string) error {
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if clipboard.Type() != js.TypeObject {
		return &logic.Fault{Code: "page", Message: "clipboard"}
	}
	_, err := ask(clipboard, "writeText", content)
	return err
}
