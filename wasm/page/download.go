//go:build js && wasm

// Files that the page hands to the browser; nothing leaves the tab for them.

package page

import "syscall/js"

// readable is how long the browser has to read a file after it was handed over, in milliseconds.
const readable = 60000

// save offers a blob as a file of that name, as a click on a link with a download attribute does. The guard lets
// nothing else pass than bytes without a kind, of which no browser makes a page.
func (a *app) save(name string, blob js.Value) {
	bytes := blob.Call("slice", 0, blob.Get("size"), "application/octet-stream")
	url := js.Global().Get("URL").Call("createObjectURL", bytes)
	link := a.doc.Underlying().Call("createElement", "a")
	link.Set("href", url)
	link.Set("download", name)
	link.Call("click")
	a.spawn(func() {
		wait(readable)
		js.Global().Get("URL").Call("revokeObjectURL", url)
	})
}

// saveText is save for a text.
func (a *app) saveText(name, content, mediaType string) {
	a.save(name, js.Global().Get("Blob").New([]any{content}, map[string]any{"type": mediaType}))
}
