// The markup of the settings dialog.

package logic

import (
	"strings"

	"dcctree/core/chart"
)

// SettingsMarkup draws the settings of the groups: typed values where they differ from the preset, else the preset's as
// a placeholder.
func SettingsMarkup(groups []SettingGroup, preset, asTyped, faults map[string]string) string {
	var m strings.Builder
	for _, g := range groups {
		m.WriteString("<fieldset><legend>" + chart.Escape(Text(g.Title)) + "</legend>")
		for _, s := range g.Settings {
			settingMarkup(&m, s, preset[s.Name], asTyped[s.Name], faults[s.Name])
		}
		m.WriteString("</fieldset>")
	}
	return m.String()
}

func settingMarkup(m *strings.Builder, s Setting, preset, typed, fault string) {
	id := "set-" + strings.ReplaceAll(s.Name, ".", "-")
	m.WriteString(`<div class="setting"><label for="` + id + `">` + chart.Escape(s.label()))
	if s.Symbol != "" {
		m.WriteString(` <span class="symbol">` + symbolMarkup(s.Symbol) + `</span>`)
	}
	m.WriteString("</label>")
	attributes := ` id="` + id + `" data-setting="` + s.Name + `" aria-describedby="` + id + `-wrong ` + id +
		`-say"`
	if fault != "" {
		attributes += ` aria-invalid="true"`
	}
	if s.Choices != nil {
		m.WriteString(choiceMarkup(attributes, s.Choices, preset, typed))
	} else {
		m.WriteString(`<input type="text" inputmode="decimal" autocomplete="off"` + attributes +
			` placeholder="` + chart.Escape(preset) + `" value="` + chart.Escape(typed) + `">`)
	}
	m.WriteString(`<p class="wrong" id="` + id + `-wrong">` + chart.Escape(fault) + "</p>")
	m.WriteString(`<p id="` + id + `-say">` + chart.Escape(s.sentence()))
	if s.Range != "" {
		m.WriteString(` <span class="dim">` + chart.Escape(strings.ToUpper(s.Range[:1])+s.Range[1:]) +
			`.</span>`)
	}
	m.WriteString("</p></div>")
}

func choiceMarkup(attributes string, choices []string, preset, typed string) string {
	m := ""
	for _, c := range choices {
		m += chosenOption(c, c, c == Either(typed == "", preset, typed))
	}
	return element("select", `autocomplete="off"`+attributes, m)
}
