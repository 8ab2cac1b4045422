//go:build js && wasm

// The Model panel: preset, seed, and the way to all settings.

package page

import (
	"fmt"
	"strings"

	"honnef.co/go/js/dom/v2"
)

type modelPanel struct {
	app                   *app
	preset, seed, changed *cell
}

func newModelPanel(a *app) *modelPanel {
	p := &modelPanel{app: a, preset: a.byID("preset"), seed: a.byID("seed"), changed: a.byID("settings-changed")}
	p.preset.setValue(a.choice.Preset)
	p.seed.setValue(a.choice.Seed)
	p.preset.enable(true)
	p.seed.enable(true)
	a.listen(p.preset, "change", func(dom.Event) {
		a.choice.Preset = p.preset.value()
		a.control.render()
	})
	a.listen(p.seed, "input", func(dom.Event) {
		a.choice.Seed = strings.TrimSpace(p.seed.value())
		a.control.render()
	})
	return p
}

// render says how many settings differ from the preset.
func (p *modelPanel) render() {
	switch n := len(p.app.choice.used()); n {
	case 0:
		p.changed.say("")
	case 1:
		p.changed.say(text("model.changed.one"))
	default:
		p.changed.say(fmt.Sprintf(text("model.changed"), n))
	}
}
