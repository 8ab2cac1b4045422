//go:build js && wasm

// Dropping a file anywhere on the page opens it.

package page

import "syscall/js"

// newDropZone listens with bare callbacks: a drop must be claimed before the listener returns, or the browser leaves
// the page for the file.
func newDropZone(a *app) {
	zone := a.byID("dropzone")
	window := js.Global()
	on := func(event string, work func(js.Value)) {
		window.Call("addEventListener", event, callback(func(v js.Value) {
			if holdsFiles(v) {
				v.Call("preventDefault")
				work(v)
			}
		}))
	}
	on("dragenter", func(js.Value) { zone.show(true) })
	on("dragover", func(js.Value) {})
	on("dragleave", func(e js.Value) {
		if e.Get("relatedTarget").IsNull() {
			zone.show(false)
		}
	})
	on("drop", func(e js.Value) {
		zone.show(false)
		files := e.Get("dataTransfer").Get("files")
		a.spawn(func() { a.dropped(files) })
	})
}

func holdsFiles(e js.Value) bool {
	transfer := e.Get("dataTransfer")
	return transfer.Type() == js.TypeObject && transfer.Get("types").Call("includes", "Files").Bool()
}

func (a *app) dropped(files js.Value) {
	if !a.allows("file") {
		a.messages.complain("data", "embed.nofile")
		return
	}
	if files.Length() != 1 {
		a.messages.complain("data", "data.onefile")
		return
	}
	a.openFile(files.Index(0))
}
