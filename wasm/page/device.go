//go:build js && wasm

// What this browser keeps for the page, where a person asked for it: one session in IndexedDB.

package page

import (
	"errors"
	"syscall/js"
)

// Names in IndexedDB.
const (
	deviceBase  = "dcctree"
	deviceStore = "sessions"
	deviceKey   = "last"
)

// deviceTurn does work with the store, in a transaction of its own, and waits for what it returns.
func deviceTurn(mode string, work func(store js.Value) js.Value) (js.Value, error) {
	factory := js.Global().Get("indexedDB")
	if factory.Type() != js.TypeObject {
		return js.Undefined(), errors.New("no IndexedDB")
	}
	opening, err := call(factory, "open", deviceBase, 1)
	if err != nil {
		return js.Undefined(), err
	}
	upgrade := js.FuncOf(func(js.Value, []js.Value) any {
		opening.Get("result").Call("createObjectStore", deviceStore)
		return nil
	})
	defer upgrade.Release()
	opening.Set("onupgradeneeded", upgrade)
	base, err := answered(opening)
	if err != nil {
		return js.Undefined(), err
	}
	defer base.Call("close")
	turn, err := call(base, "transaction", deviceStore, mode)
	if err != nil {
		return js.Undefined(), err
	}
	return answered(work(turn.Call("objectStore", deviceStore)))
}

// answered waits for a request of IndexedDB.
func answered(request js.Value) (js.Value, error) {
	done := make(chan error, 1)
	good := js.FuncOf(func(js.Value, []js.Value) any { done <- nil; return nil })
	bad := js.FuncOf(func(js.Value, []js.Value) any { done <- asFault(request.Get("error")); return nil })
	defer good.Release()
	defer bad.Release()
	request.Set("onsuccess", good)
	request.Set("onerror", bad)
	if err := <-done; err != nil {
		return js.Undefined(), err
	}
	return request.Get("result"), nil
}

// keepOnDevice keeps the file, with the name of its table, in place of what was kept before; undefined keeps the wish alone.
func keepOnDevice(name string, file js.Value) error {
	record := object(map[string]any{"name": name, "date": js.Global().Get("Date").Call("now")})
	record.Set("file", file)
	_, err := deviceTurn("readwrite", func(store js.Value) js.Value { return store.Call("put", record, deviceKey) })
	return err
}

// keptOnDevice is what was kept; undefined where nothing was.
func keptOnDevice() (js.Value, error) {
	return deviceTurn("readonly", func(store js.Value) js.Value { return store.Call("get", deviceKey) })
}

// forgetOnDevice forgets all.
func forgetOnDevice() error {
	_, err := deviceTurn("readwrite", func(store js.Value) js.Value { return store.Call("clear") })
	return err
}
