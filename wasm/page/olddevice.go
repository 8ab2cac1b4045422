//go:build js && wasm

// What version 0.1.0 kept in this browser, in IndexedDB: it is moved to where sessions are kept now.

package page

import "syscall/js"

// oldBase is the database of version 0.1.0.
const oldBase = "dcctree"

// oldScript reads it in a worker. Chromium leaves a file on the disk, whatever is removed, as long as somebody holds
// it, and only with the end of a worker is it sure to be let go.
const oldScript = `const opening = indexedDB.open("dcctree");
opening.onupgradeneeded = () => opening.transaction.abort();
opening.onerror = () => postMessage(null);
opening.onsuccess = () => {
	try {
		const asked = opening.result.transaction("sessions").objectStore("sessions").get("last");
		asked.onerror = () => postMessage(null);
		asked.onsuccess = async () => {
			opening.result.close();
			const {name = "", date = 0, file} = asked.result ?? {};
			const rows = (await file?.arrayBuffer().catch(() => null)) ?? null;
			postMessage({wished: asked.result !== undefined, name, date, rows}, rows ? [rows] : []);
		};
	} catch {
		opening.result.close();
		postMessage(null);
	}
};`

// released is how long a browser may take to let go of the files of a worker that has ended, in milliseconds.
const released = 1000

// oldKept is what version 0.1.0 left: whether keeping was wished, and name, date and rows of what was kept, rows null
// where nothing was. It is null where that version left no database.
func oldKept() js.Value {
	if !oldThere() {
		return js.Null()
	}
	url := js.Global().Get("URL")
	blob := js.Global().Get("Blob").New([]any{oldScript}, map[string]any{"type": "text/javascript"})
	source := url.Call("createObjectURL", blob)
	defer url.Call("revokeObjectURL", source)
	worker := js.Global().Get("Worker").New(source)
	defer worker.Call("terminate")
	told, good := waitFor(func(hear, fail js.Func) {
		worker.Set("onmessage", hear)
		worker.Set("onerror", fail)
	})
	worker.Set("onmessage", nil)
	worker.Set("onerror", nil)
	if !good {
		return js.Null()
	}
	return told.Get("data")
}

// oldThere reports whether there may be a database of that name. Browsers that cannot say have been without updates for
// years; there the worker looks.
func oldThere() bool {
	factory := js.Global().Get("indexedDB")
	if factory.Type() != js.TypeObject || sandboxed() {
		return false
	}
	if factory.Get("databases").Type() != js.TypeFunction {
		return true
	}
	list, err := ask(factory, "databases")
	if err != nil {
		return false
	}
	for i := range list.Length() {
		if list.Index(i).Get("name").String() == oldBase {
			return true
		}
	}
	return false
}

// sandboxed reports whether the page has no origin, and so no place to keep anything, as in a sandboxed frame. Chromium
// complains on the console where it is asked there.
func sandboxed() bool {
	global := js.Global()
	return global.Get("origin").String() == "null" && global.Get("location").Get("protocol").String() != "file:"
}

// forgetOld removes the database, if there is one.
func forgetOld() error {
	factory := js.Global().Get("indexedDB")
	if factory.Type() != js.TypeObject {
		return nil
	}
	request, err := call(factory, "deleteDatabase", oldBase)
	if err != nil {
		return err
	}
	return answered(request)
}

// answered waits for a request of IndexedDB.
func answered(request js.Value) error {
	_, ok := waitFor(func(good, bad js.Func) {
		request.Set("onsuccess", good)
		request.Set("onerror", bad)
	})
	if !ok {
		return asFault(request.Get("error"))
	}
	return nil
}
