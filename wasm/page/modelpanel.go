//go:build js && wasm

// The Model panel: preset with what it means, seed, and the way to all settings.

package page

import (
	"fmt"
	"strings"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type modelPanel struct {
	app                   *app
	preset, seed, changed *cell
	meaning, line         *cell
	seedSay, bandwidth    *cell
	fold                  *fold
	way, wayName          *cell
	scale, scaleName      *cell
	splits, splitsName    *cell
	noise, noiseName      *cell
	size, sizeName        *cell
}

func newModelPanel(a *app) *modelPanel {
	p := &modelPanel{app: a, preset: a.byID("preset"), seed: a.byID("seed"), changed: a.byID("settings-changed"),
		meaning: a.byID("preset-say"), line: a.byID("model-line"), seedSay: a.byID("seed-say"),
		bandwidth: a.byID("bandwidth"), way: a.byID("way"), wayName: a.byID("way-name"),
		scale: a.byID("scale"), scaleName: a.byID("scale-name"), splits: a.byID("splits"),
		splitsName: a.byID("splits-name"), noise: a.byID("noise"), noiseName: a.byID("noise-name"),
		size: a.byID("size"), sizeName: a.byID("size-name")}
	p.fold = newFold(a, a.byID("model-change"), a.byID("model-body"))
	p.preset.setValue(a.choice.Preset)
	p.seed.setValue(a.choice.Seed)
	p.preset.enable(true)
	p.seed.enable(true)
	p.bandwidth.enable(true)
	p.chooses(p.bandwidth, &a.choice.Bandwidth)
	p.chooses(p.preset, &a.choice.Preset)
	a.listen(p.way, "change", func(js.Value) {
		a.choice.Model = p.way.value()
		if !a.choice.AtOnce() {
			a.fit.end() // Stop is the other model's now
		}
		a.chosen()
		a.data.render()
		a.fit.render()
		if a.choice.Weight != "" { // it is an input by topology
			a.columns.render()
			a.data.look()
		}
	})
	p.chooses(p.scale, &a.choice.Scale)
	p.chooses(p.splits, &a.choice.Splits)
	p.chooses(p.noise, &a.choice.Noise)
	p.chooses(p.size, &a.choice.Size)
	p.render()
	a.listen(p.seed, "input", func(js.Value) {
		a.choice.Seed = strings.TrimSpace(p.seed.value())
		a.chosen()
	})
	return p
}

// chooses has a list set a field of the choice.
func (p *modelPanel) chooses(list *cell, field *string) {
	p.app.listen(list, "change", func(js.Value) {
		*field = list.value()
		p.app.chosen()
	})
}

// task is what the present choice learns; "" before that is known.
func (a *app) task() string {
	switch t := a.table; {
	case t == nil:
		return ""
	case t.review == nil:
		return a.choice.TaskOf(&t.Table)
	default:
		return t.review.Task
	}
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
	task := p.app.task()
	own := p.app.table != nil && p.app.table.sample == "" && !p.app.host.is()
	p.way.show(own)
	p.wayName.show(own)
	p.way.setValue(p.app.choice.Model)
	for _, c := range []*cell{p.scale, p.scaleName, p.splits, p.splitsName, p.noise, p.noiseName} {
		c.show(own && p.app.choice.AtOnce() && task != "classification")
	}
	p.scale.setValue(p.app.choice.Scale)
	p.splits.setValue(p.app.choice.SplitsTaken())
	p.splits.enable(p.app.choice.ChoosesSplits())
	p.noise.setValue(p.app.choice.Noise)
	for _, c := range []*cell{p.size, p.sizeName} {
		c.show(own && p.app.choice.AtOnce())
	}
	p.size.setValue(p.app.choice.Size)
	p.line.say(p.app.choice.ModelLine(task))
	several := logic.Either(task == "classification", "bandwidth.cross", "bandwidth.average")
	p.bandwidth.draw(logic.Option("", fmt.Sprintf(logic.Text("bandwidth.fixed"), p.app.choice.BandwidthText())) +
		logic.Option(logic.SeveralBandwidths, logic.Text(several)))
	p.bandwidth.setValue(p.app.choice.Bandwidth)
	why := logic.SeedFault(p.app.choice.Seed)
	p.seed.invalid(why != "")
	p.seedSay.say(why)
	p.meaning.say(logic.Text("model." + p.app.choice.Preset + ".say"))
	if p.app.atOnce() {
		p.meaning.say(p.app.choice.TreesSay(task))
	}
	switch n := len(p.app.choice.Used()); n {
	case 0:
		p.changed.say("")
	case 1:
		p.changed.say(logic.Text("model.changed.one"))
	default:
		p.changed.say(fmt.Sprintf(logic.Text("model.changed"), n))
	}
}
