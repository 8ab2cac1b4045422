//go:build js && wasm

// The Model panel: preset with what it means, seed, and the way to all settings.

package page

import (
	"fmt"
	"strings"
	"syscall/js"
)

type modelPanel struct {
	app                   *app
	preset, seed, changed *cell
	meaning               *cell
}

func newModelPanel(a *app) *modelPanel {
	p := &modelPanel{app: a, preset: a.byID("preset"), seed: a.byID("seed"), changed: a.byID("settings-changed"), meaning: a.byID("preset-say")}
	p.preset.setValue(a.choice.Preset)
	p.seed.setValue(a.choice.Seed)
	p.preset.enable(true)
	p.seed.enable(true)
	a.listen(p.preset, "change", func(js.Value) {
		a.choice.Preset = p.preset.value()
		p.render()
		a.control.render()
	})
	p.render()
	a.listen(p.seed, "input", func(js.Value) {
		a.choice.Seed = strings.TrimSpace(p.seed.value())
		a.control.render()
	})
	return p
}

// fill shows a choice that was not made here.
func (p *modelPanel) fill() {
	p.preset.setValue(p.app.choice.Preset)
	p.seed.setValue(p.app.choice.Seed)
	p.app.settings.body.wrote = false
	p.render()
}

// render says what the preset does and how many settings differ from it.
func (p *modelPanel) render() {
	p.meaning.say(text("model." + p.app.choice.Preset + ".say"))
	switch n := len(p.app.choice.used()); n {
	case 0:
		p.changed.say("")
	case 1:
		p.changed.say(text("model.changed.one"))
	default:
		p.changed.say(fmt.Sprintf(text("model.changed"), n))
	}
}
