// The settings of a run as people meet them: every field of dcc.Settings with the paper's symbol, its range and one
// sentence.

package logic

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"strconv"
	"strings"

	"dcctree/core/chart"
	"dcctree/core/dcc"
	"dcctree/core/export"
	"dcctree/core/study"
)

// Setting is one field. Name is its path in the JSON form of dcc.Settings, or begins with "trees.".
type Setting struct {
	Name    string
	Symbol  string   // as in dcc.Field
	Range   string   // in the page's language
	Choices []string // the words allowed; nil for a number
}

// label and sentence are the setting's texts.
func (s Setting) label() string    { return Text("set." + s.Name) }
func (s Setting) sentence() string { return Text("set." + s.Name + ".say") }

// SettingGroup is a heading of the dialog with its fields. Title is a key of the text table.
type SettingGroup struct {
	Title    string
	Settings []Setting
}

// SettingGroups returns all settings in the order of the dialog.
func SettingGroups() (groups []SettingGroup) {
	for _, f := range dcc.Fields() {
		if n := len(groups); n == 0 || groups[n-1].Title != f.Group {
			groups = append(groups, SettingGroup{Title: f.Group})
		}
		g := &groups[len(groups)-1]
		g.Settings = append(g.Settings, Setting{f.Name, f.Symbol, allowed(f), f.Choices})
	}
	return groups
}

// allowed is the range of a number in words.
func allowed(f dcc.Field) string {
	least, most := dress(digits(f.Range.Least)), dress(digits(f.Range.Most))
	switch r := f.Range; {
	case f.Choices != nil:
		return ""
	case r.Least == -math.MaxFloat64:
		return Text("range.any")
	case r.Most == math.MaxFloat64:
		return fmt.Sprintf(Text("range.above"), least)
	case r.Below:
		return fmt.Sprintf(Text("range.abovebelow"), least, most)
	case r.Above:
		return fmt.Sprintf(Text("range.abovemost"), least, most)
	case summed(f.Name):
		return between(least, most) + Text("range.sum")
	}
	return between(least, most)
}

// summed reports whether the setting is one of those whose values sum to 1.
func summed(name string) bool { return strings.HasPrefix(name, "moves.") }

// PredictiveOption is the name of the one field of the dialog that is no setting of the sampler but an option of the
// answers.
const PredictiveOption = "predictive"

// AnswerGroup returns the fields of the dialog that change the answers and not the sampling.
func AnswerGroup() SettingGroup {
	return SettingGroup{"group.answers", []Setting{
		{PredictiveOption, "", "", []string{"likelihood", "mixture"}},
	}}
}

// The presets, by the names that links and the bridge have for them. The first two run the fast mode, the others the
// paper's.
const (
	FirstPreset = study.PresetFirst // a first answer: less is measured, nothing audited
	FastPreset  = study.PresetFast
	shortPreset = study.PresetShort // the paper's way in short
	paperPreset = study.PresetPaper
)

// IsFast reports whether a preset runs the fast mode.
func IsFast(preset string) bool { return preset == FastPreset || preset == FirstPreset }

// DialogGroups returns the fields that a preset uses, with those of the answers: the fast mode uses few of the
// sampler's settings.
func DialogGroups(preset string) []SettingGroup {
	var groups []SettingGroup
	for _, g := range SettingGroups() {
		var used []Setting
		for _, s := range g.Settings {
			if Uses(preset, s.Name) {
				used = append(used, s)
			}
		}
		if len(used) > 0 {
			groups = append(groups, SettingGroup{g.Title, used})
		}
	}
	return append(groups, AnswerGroup())
}

// Uses reports whether a preset uses the setting of that name.
func Uses(preset, name string) bool {
	if !IsFast(preset) || name == PredictiveOption {
		return true
	}
	outer, _, _ := strings.Cut(name, ".")
	t := reflect.TypeFor[dcc.FastPart]()
	for i := range t.NumField() {
		if t.Field(i).Tag.Get("json") == outer {
			return true
		}
	}
	return false
}

// between is a range with its ends.
func between(least, most string) string { return fmt.Sprintf(Text("range.to"), least, most) }

// PresetValues are the values that a run takes where nothing is typed, by dotted name: those of the preset, with what a
// sample set (nil for an own table) overrides. A standardized target calls for another prior of the noise.
func PresetValues(preset string, sample *Sample, standardized bool) map[string]string {
	text, err := export.JSON(study.PresetSettings(preset, standardized))
	if err != nil {
		panic("page: settings do not marshal")
	}
	values, err := Flat(text)
	if err != nil {
		panic("page: settings are no JSON object")
	}
	values[PredictiveOption] = "likelihood"
	if sample != nil {
		maps.Copy(values, sample.Settings(preset))
	}
	return values
}

// ModelLine is the choice of a model in one line.
func (c Choice) ModelLine(task string) string {
	preset := Text("model." + c.Preset)
	switch {
	case c.AtOnce():
		return fmt.Sprintf(Text("model.line.trees"), c.Seed) + c.unusual(task)
	case c.Bandwidth == SeveralBandwidths && task == "classification":
		return fmt.Sprintf(Text("model.line.cross"), preset, c.Seed)
	case c.Bandwidth == SeveralBandwidths:
		return fmt.Sprintf(Text("model.line.average"), preset, c.Seed)
	}
	return fmt.Sprintf(Text("model.line"), preset, c.BandwidthText(), c.Seed)
}

// unusual names what of a fit of all trees at once was chosen otherwise than usual, each after a semicolon; classes
// have neither scale nor gradual splits nor noise.
func (c Choice) unusual(task string) (names string) {
	chosen := [][2]string{{"size", c.Size}}
	if task != "classification" {
		chosen = [][2]string{{"scale", c.Scale}, {"splits", c.Splits}, {"noise", c.Noise}, {"size", c.Size}}
	}
	for _, of := range chosen {
		if kind, value := of[0], of[1]; value != "" {
			names += "; " + Text("model."+kind) + ": " + Text("model."+kind+"."+value)
		}
	}
	return names
}

// BandwidthText is the one that is set, in words.
func (c Choice) BandwidthText() string {
	h := c.Settings["bandwidthFinal"]
	if h == "" {
		h = PresetOf(c)["bandwidthFinal"]
	}
	if x, err := strconv.ParseFloat(h, 64); err == nil {
		h = Plain(x)
	}
	return h
}

// PresetOf are the values that hold where nothing is typed.
func PresetOf(c Choice) map[string]string {
	if c.AtOnce() {
		return usualTrees()
	}
	if sample, ok := SampleByID(c.Sample); ok {
		return PresetValues(c.Preset, &sample, c.Standardized())
	}
	return PresetValues(c.Preset, nil, c.Standardized())
}

// SettingFaults says of each typed setting that a run to such a target uses what is wrong with it, by name; those that
// can be used are not in it.
func SettingFaults(c Choice, task string) map[string]string {
	faults := map[string]string{}
	for _, g := range c.Groups(task) {
		for _, s := range g.Settings {
			if why := s.fault(c); why != "" {
				faults[s.Name] = why
			}
		}
	}
	return faults
}

// fault says what is wrong with the setting as typed, beside the preset and, where several are bound to each other,
// what else was typed; "" for nothing.
func (s Setting) fault(c Choice) string {
	asTyped, is := c.Settings[s.Name]
	if !is || s.Name == PredictiveOption {
		return ""
	}
	allowed := s.Range
	if allowed == "" {
		allowed = Text("settings.words")
	}
	if _, isNumber := Typed(asTyped).(float64); !isNumber && s.Choices == nil {
		return fmt.Sprintf(Text("settings.number"), asTyped, allowed)
	}
	if ofFit(s.Name) {
		return Either(c.impossible(s.Name), fmt.Sprintf(Text("settings.range"), asTyped, allowed), "")
	}
	values := PresetOf(c)
	for name, value := range c.Settings {
		if name == s.Name || summed(name) && summed(s.Name) {
			values[name] = value
		}
	}
	delete(values, PredictiveOption)
	encoded, err := export.JSON(SettingValues(values))
	if err != nil {
		return fmt.Sprintf(Text("settings.number"), asTyped, allowed)
	}
	var settings dcc.Settings
	if json.Unmarshal([]byte(encoded), &settings) != nil {
		return fmt.Sprintf(Text("settings.whole"), asTyped, allowed)
	}
	if settings.Validate() != nil {
		return fmt.Sprintf(Text("settings.range"), asTyped, allowed)
	}
	return ""
}

// SeedFault says what is wrong with a seed; "" for nothing.
func SeedFault(seed string) string {
	if _, err := strconv.ParseUint(seed, 10, 64); err != nil {
		return fmt.Sprintf(Text("model.seed.bad"), seed)
	}
	return ""
}

// Wrong names the first thing of a choice that cannot be used, and the section of the page that it stands in; "" where
// nothing is wrong as far as can be told without the table. The task is what is learned, "" where that is not known.
func (c Choice) Wrong(task string) (message, section string) {
	if share, seed := HoldoutFaults(c.Holdout, c.HoldoutSeed); share+seed != "" {
		return Join([]string{share, seed}), "data"
	}
	if why := SeedFault(c.Seed); why != "" {
		return why, "model"
	}
	faults := SettingFaults(c, task)
	for _, g := range c.Groups(task) {
		for _, s := range g.Settings {
			if why := faults[s.Name]; why != "" {
				return fmt.Sprintf(Text("settings.wrong"), s.label(), why), "model"
			}
		}
	}
	return "", ""
}

// SettingValues turns typed texts into the bridge's settings: numbers where they read as numbers, else the text, which
// the coordinator then refuses by name. Dotted names become objects within the object.
func SettingValues(asTyped map[string]string) map[string]any {
	values := map[string]any{}
	for name, s := range asTyped {
		at := values
		outer, inner, nested := strings.Cut(name, ".")
		if nested {
			if at[outer] == nil {
				at[outer] = map[string]any{}
			}
			at, name = at[outer].(map[string]any), inner
		}
		at[name] = Typed(s)
	}
	return values
}

// Typed reads a number as people write it (".5", "1,000", "−2"), or leaves the text as it is.
func Typed(s string) any {
	if x, err := strconv.ParseFloat(ungrouped(s), 64); err == nil {
		return x
	}
	return s
}

// Flat reads settings from their JSON text into texts by dotted name, as the dialog shows them.
func Flat(settings string) (map[string]string, error) {
	var fields map[string]any
	if err := json.Unmarshal([]byte(settings), &fields); err != nil {
		return nil, err
	}
	flat := map[string]string{}
	flatten(flat, "", fields)
	return flat, nil
}

func flatten(into map[string]string, prefix string, fields map[string]any) {
	for name, value := range fields {
		switch v := value.(type) {
		case map[string]any:
			flatten(into, prefix+name+".", v)
		case float64:
			into[prefix+name] = strconv.FormatFloat(v, 'f', -1, 64)
		case string:
			into[prefix+name] = v
		case []any:
			into[prefix+name] = joinList(v)
		}
	}
}

// symbolMarkup sets a symbol as mathematics: "N_c" becomes N with index c.
func symbolMarkup(symbol string) string {
	letter, index, found := strings.Cut(symbol, "_")
	m := "<i>" + chart.Escape(letter) + "</i>"
	if found {
		m += "<sub>" + chart.Escape(index) + "</sub>"
	}
	return m
}

// PlaceOf says beside which control an error about a field belongs.
func PlaceOf(field string) string {
	switch field {
	case "target", "task", "features", "holdout", "holdoutSeed", "test", "testName", "data", "name", "split":
		return "data"
	case "workers", "":
		return "run"
	}
	return "model"
}
