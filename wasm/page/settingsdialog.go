//go:build js && wasm

// The dialog of all settings, drawn from the table of settings.go.

package page

import (
	"strings"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

type settingsDialog struct {
	app          *app
	dialog, body *cell
}

func newSettingsDialog(a *app) *settingsDialog {
	d := &settingsDialog{app: a, dialog: a.byID("settings"), body: a.byID("settings-body")}
	open := a.byID("settings-open")
	open.enable(true)
	a.listen(open, "click", func(js.Value) { d.open() })
	a.listen(d.body, "input", d.typed)
	a.listen(a.byID("settings-reset"), "click", func(js.Value) {
		a.choice.Settings = nil
		d.body.wrote = false
		d.render()
		a.chosen()
	})
	return d
}

func (d *settingsDialog) open() {
	d.render()
	d.dialog.showModal()
}

// typed takes a changed field over; an emptied one follows the preset again.
func (d *settingsDialog) typed(e js.Value) {
	name, ok := key(e, "data-setting")
	if !ok {
		return
	}
	value := strings.TrimSpace(e.Get("target").Get("value").String())
	if value == d.preset()[name] {
		value = ""
	}
	d.app.choice = d.app.choice.With(name, value)
	d.mark()
	d.app.chosen()
}

// mark shows at each field what is wrong with it, without drawing the fields anew under somebody's hands.
func (d *settingsDialog) mark() {
	faults := logic.SettingFaults(d.app.choice, d.app.task())
	d.body.wrote = false
	d.app.each("[data-setting]", func(c *cell) {
		why := faults[c.GetAttribute("data-setting")]
		c.invalid(why != "")
		d.app.byID(c.GetAttribute("id") + "-wrong").say(why)
	})
}

// preset gives the values that hold where nothing is typed.
func (d *settingsDialog) preset() map[string]string { return logic.PresetOf(d.app.choice) }

// render draws the fields: empty ones show the value of the preset as a placeholder.
func (d *settingsDialog) render() {
	d.body.draw(logic.SettingsMarkup(d.app.choice.Groups(d.app.task()), d.preset(), d.app.choice.Settings,
		logic.SettingFaults(d.app.choice, d.app.task())))
	d.app.lockAgain("settings")
}
