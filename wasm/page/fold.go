//go:build js && wasm

// Sections of the rail that fold to one line once they are set.

package page

import (
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// fold is a section with a button that shows or hides its parts.
type fold struct {
	app    *app
	button *cell
	parts  []*cell
	open   bool
	after  func() // called when it was opened or folded; nil for nothing
}

func newFold(a *app, button *cell, parts ...*cell) *fold {
	f := &fold{app: a, button: button, parts: parts}
	button.enable(true)
	a.listen(button, "click", func(js.Value) { f.set(!f.open) })
	return f
}

// set opens or folds the section. A focus inside goes to the button rather than being lost.
func (f *fold) set(open bool) {
	f.open = open
	active := activeElement()
	for _, p := range f.parts {
		if !open && p.contains(active) {
			f.button.focus()
		}
		p.show(open)
	}
	f.button.SetAttribute("aria-expanded", logic.Either(open, "true", "false"))
	f.app.tell(f.button, saying(logic.Either(open, "fold.close", "fold.open")))
	if f.after != nil {
		f.after()
	}
}

// unfold opens the section ("data", "model") in which something is to be mended.
func (a *app) unfold(section string) {
	switch section {
	case "data":
		a.data.fold.set(true)
	case "model":
		a.model.fold.set(true)
	}
}
