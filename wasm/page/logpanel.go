//go:build js && wasm

// "What happened": each step in words, the newest first, and the way back to each.

package page

import (
	"strconv"
	"strings"
	"syscall/js"
)

type logPanel struct {
	list, wait *cell
}

func newLogPanel(a *app) *logPanel {
	p := &logPanel{list: a.byID("log-list"), wait: a.byID("log-wait")}
	a.listen(p.list, "click", func(e js.Value) {
		text, ok := key(e, "data-look")
		step, err := strconv.Atoi(text)
		if !ok || err != nil || a.shown == nil {
			return
		}
		if k, ok := key(e, "data-to"); ok {
			a.shown.selected = k
		}
		a.looking.to(step)
	})
	return p
}

// render writes the entries. The one that has the keyboard keeps it.
func (p *logPanel) render(f *frame) {
	r := f.origin
	p.wait.show(len(r.entries) == 0)
	var m strings.Builder
	for _, e := range r.entries {
		m.WriteString(e.Markup(r.at == e.Step, e.Step >= r.first))
	}
	had := activeElement().Call("getAttribute", "data-focus")
	p.list.draw(m.String())
	if had.Type() == js.TypeString {
		if now := p.list.query("[data-focus=\"" + had.String() + "\"]"); !now.IsNull() {
			now.Call("focus", map[string]any{"preventScroll": true})
		}
	}
}
