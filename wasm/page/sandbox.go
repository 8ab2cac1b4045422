//go:build js && wasm

// Where the page stands in a frame of another page, which may forbid it files and the clipboard without a word.

package page

import "syscall/js"

// framed reports whether the page stands in a frame.
func framed() bool {
	global := js.Global()
	return !global.Get("parent").Equal(global.Get("self"))
}

// withholds reports whether the frame may keep files from being saved: nothing tells a page of that. Where the frame's
// element can be seen, it is known.
func withholds() bool {
	if !framed() {
		return false
	}
	frame := js.Global().Get("frameElement") // null where the page around is of another origin
	if frame.IsNull() {
		return true
	}
	return frame.Call("hasAttribute", "sandbox").Bool() &&
		!frame.Get("sandbox").Call("contains", "allow-downloads").Bool()
}
