// The settings of a run as people meet them: every field of dcc.Settings with the paper's symbol, its range and one sentence.

package page

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"reflect"
	"strconv"
	"strings"

	"dcctree/core/dcc"
	"dcctree/core/softtree"
)

// Setting is one field. Name is its path in the JSON form of dcc.Settings, with a dot before the name of an inner field.
type Setting struct {
	Name     string
	Label    string
	Symbol   string // the paper's; "" where it has none. "N_c" is N with index c
	Range    string
	Choices  []string // the words allowed; nil for a number
	Sentence string
}

// SettingGroup is a heading of the dialog with its fields.
type SettingGroup struct {
	Title    string
	Settings []Setting
}

// SettingGroups returns all settings in the order of the dialog.
func SettingGroups() []SettingGroup {
	return []SettingGroup{
		{"Search over topologies", divide()},
		{"Sampling within a topology", conquer()},
		{"Bandwidth of the splits", bandwidth()},
		{"Priors", priors()},
	}
}

// predictiveOption is the name of the one field of the dialog that is no setting of the sampler but an option of the answers.
const predictiveOption = "predictive"

// AnswerGroup returns the fields of the dialog that change the answers and not the sampling.
func AnswerGroup() SettingGroup {
	return SettingGroup{"Answers", []Setting{
		{predictiveOption, "Predictive distribution", "", "", []string{"likelihood", "mixture"}, "Of a number: the likelihood's own, for intervals and log scores, or the paper's mixture of the leaves, which its figures show and which is much wider midway between leaves."},
	}}
}

// The presets, by the names that links and the bridge have for them. The first two run the fast mode, the others the paper's.
const (
	firstPreset = "first" // a first answer: less is measured, nothing audited
	fastPreset  = "fast"
	shortPreset = "quick" // the paper's way in short
	paperPreset = "paper"
)

// isFast reports whether a preset runs the fast mode.
func isFast(preset string) bool { return preset == fastPreset || preset == firstPreset }

// DialogGroups returns the fields that a preset uses, with those of the answers: the fast mode uses few of the sampler's settings.
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
	if !isFast(preset) || name == predictiveOption {
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

func divide() []Setting {
	return []Setting{
		{"iterations", "Rounds", "T", "0 to 1,000,000", nil, "How often a topology is visited again after all have been burnt in; more rounds, smaller errors."},
		{"priorDraws", "Topologies at the start", "T_0", "1 to 100,000", nil, "Topologies drawn from the prior before the first round; those drawn often enough become active."},
		{"activationCount", "Draws to become active", "C_0", "0 to 100,000", nil, "A topology becomes active when it has been proposed more often than this."},
		{"maxActive", "Most active topologies", "T_max", "1 to 10,000", nil, "Beyond this number the active topology of lowest utility is dropped."},
		{"delta", "Exploration", "δ", "0 to 1", nil, "Share of the utility that favors topologies visited rarely; 0 goes by evidence alone."},
		{"kappa", "Weight of the variance", "κ", "0 to 1,000,000", nil, "How much an uncertain evidence adds to a topology's utility."},
		{"beta", "Optimism", "β", "0 to 1,000,000", nil, "How strongly few visits add to a topology's utility."},
		{"lookAhead", "Look-ahead", "T_a", "1 to 1,000,000,000", nil, "Over how many future draws the exploration term asks for a better evidence."},
		{"moves.grow", "Chance to grow", "", "0 to 1; the three sum to 1", nil, "How often a visit proposes the topology with one leaf split."},
		{"moves.prune", "Chance to prune", "", "0 to 1; the three sum to 1", nil, "How often a visit proposes the topology with one split removed."},
		{"moves.stay", "Chance to stay", "", "0 to 1; the three sum to 1", nil, "How often a visit proposes the topology itself."},
	}
}

func conquer() []Setting {
	return []Setting{
		{"chains", "Chains", "N_c", "1 to 64", nil, "Parallel chains per topology; more chains find more modes."},
		{"warmup", "Warm-up", "N_init", "20 to 100,000", nil, "Steps by which each chain adapts before it is used."},
		{"draws", "Draws per visit", "N_s", "5 to 10,000", nil, "Draws that each chain makes at each visit."},
		{"proposals", "Proposals per draw", "N_M", "1 to 1,000", nil, "Points around each draw by which the evidence is measured."},
		{"weights", "Importance weights", "Φ", "", []string{"basic", "spatial"}, "Spatial weights mix the proposals around all draws of a chain and vary less than basic ones."},
		{"targetAccept", "Target acceptance", "", ".5 to .999", nil, "The step size aims at this acceptance; higher means smaller steps and fewer divergences."},
		{"maxDoublings", "Most doublings", "", "1 to 10", nil, "A trajectory doubles its length at most this often."},
		{"metric", "Metric", "", "", []string{"diagonal", "dense"}, "What a chain learns about the posterior's shape: scales alone, or scales and correlations."},
		{"initRadius", "Radius of the starts", "", "above 0, at most 20", nil, "Chains start uniformly within plus and minus this, in unconstrained coordinates."},
		{"repairs", "Repairs", "", "0 to 10", nil, "How often a bad chain is warmed up again before it is left out."},
		{"repairSteps", "Steps per repair", "", "20 to 100,000", nil, "Warm-up steps of each repair."},
		{"keptDraws", "Draws kept", "", "10 to 100,000", nil, "Weighted draws kept per topology for predictions and figures; this bounds the memory."},
	}
}

func bandwidth() []Setting {
	return []Setting{
		{"bandwidthInitial", "Bandwidth at first", "h_init", "above 0, at most 10", nil, "How soft the splits are when the warm-up begins, in units of a feature's range."},
		{"bandwidthFinal", "Bandwidth at last", "h_final", "above 0, at most 10", nil, "How soft the splits of the result are; smaller is sharper and harder to sample."},
		{"schedule", "Schedule", "", "", []string{"linear", "before-last-window"}, "Linear is the authors' way; before-last-window ends early enough for the metric to be learned at the last bandwidth."},
	}
}

func priors() []Setting {
	return []Setting{
		{"splitPrior.alpha", "Chance of a first split", "α", "above 0, below 1", nil, "Prior probability that the root is split."},
		{"splitPrior.beta", "Fall with depth", "β", "0 to 10", nil, "How fast that probability falls with depth; larger means smaller trees."},
		{"priors.leafMean", "Mean of the leaves", "α_μ", "any number", nil, "Prior mean of a leaf's value, in units of the target as sampled."},
		{"priors.leafSD", "Spread of the leaves", "β_μ", "above 0", nil, "Prior standard deviation of a leaf's value."},
		{"priors.sigmaFamily", "Family of the noise", "", "", []string{"inverse-gamma", "half-t3"}, "Prior of the noise: the paper's inverse gamma, or a half t with 3 degrees of freedom for a standardized target."},
		{"priors.sigmaShape", "Shape of the noise", "α_σ", "above 0", nil, "Shape of the inverse gamma prior; half-t3 does not use it."},
		{"priors.sigmaScale", "Scale of the noise", "β_σ", "above 0", nil, "Scale of the prior of the noise."},
		{"priors.classConcentration", "Concentration of classes", "α", "above 0", nil, "Prior count of each class in each leaf."},
	}
}

// PresetValues are the values that a run takes where nothing is typed, by dotted name: those of the preset, with what a sample set (nil for an
// own table) overrides. A standardized target calls for another prior of the noise.
func PresetValues(preset string, sample *Sample, standardized bool) map[string]string {
	s := dcc.QuickSettings()
	if preset == paperPreset {
		s = dcc.DefaultSettings()
	}
	if standardized {
		s.Priors = softtree.StandardizedPriors()
	}
	text, err := json.Marshal(s)
	if err != nil {
		panic("page: settings do not marshal")
	}
	values, err := Flat(text)
	if err != nil {
		panic("page: settings are no JSON object")
	}
	values[predictiveOption] = "likelihood"
	if sample != nil {
		maps.Copy(values, sample.Settings(preset))
	}
	return values
}

// modelLine is the choice of a model in one line.
func (c Choice) modelLine(task string) string {
	preset := text("model." + c.Preset)
	switch {
	case c.Bandwidth == severalBandwidths && task == "classification":
		return fmt.Sprintf(text("model.line.cross"), preset, c.Seed)
	case c.Bandwidth == severalBandwidths:
		return fmt.Sprintf(text("model.line.average"), preset, c.Seed)
	}
	return fmt.Sprintf(text("model.line"), preset, c.bandwidth(), c.Seed)
}

// bandwidth is the one that is set, in words.
func (c Choice) bandwidth() string {
	h := c.Settings["bandwidthFinal"]
	if h == "" {
		h = presetOf(c)["bandwidthFinal"]
	}
	if x, err := strconv.ParseFloat(h, 64); err == nil {
		h = Plain(x)
	}
	return h
}

// presetOf are the values that hold where nothing is typed.
func presetOf(c Choice) map[string]string {
	if sample, ok := SampleByID(c.Sample); ok {
		return PresetValues(c.Preset, &sample, c.standardized())
	}
	return PresetValues(c.Preset, nil, c.standardized())
}

// SettingFaults says of each typed setting that the preset uses what is wrong with it, by name; those that can be used are not in it.
func SettingFaults(c Choice) map[string]string {
	faults := map[string]string{}
	for _, g := range DialogGroups(c.Preset) {
		for _, s := range g.Settings {
			if why := s.fault(c); why != "" {
				faults[s.Name] = why
			}
		}
	}
	return faults
}

// fault says what is wrong with the setting as typed, beside the preset and, where several are bound to each other, what else was typed; "" for
// nothing.
func (s Setting) fault(c Choice) string {
	asTyped, is := c.Settings[s.Name]
	if !is || s.Name == predictiveOption {
		return ""
	}
	allowed := s.Range
	if allowed == "" {
		allowed = text("settings.words")
	}
	if _, isNumber := typed(asTyped).(float64); !isNumber && s.Choices == nil {
		return fmt.Sprintf(text("settings.number"), asTyped, allowed)
	}
	values := presetOf(c)
	outer, _, _ := strings.Cut(s.Name, ".")
	for name, value := range c.Settings {
		if name == s.Name || outer == "moves" && strings.HasPrefix(name, "moves.") {
			values[name] = value
		}
	}
	delete(values, predictiveOption)
	encoded, err := json.Marshal(SettingValues(values))
	if err != nil {
		return fmt.Sprintf(text("settings.number"), asTyped, allowed)
	}
	var settings dcc.Settings
	if json.Unmarshal(encoded, &settings) != nil {
		return fmt.Sprintf(text("settings.whole"), asTyped, allowed)
	}
	if settings.Validate() != nil {
		return fmt.Sprintf(text("settings.range"), asTyped, allowed)
	}
	return ""
}

// seedFault says what is wrong with a seed; "" for nothing.
func seedFault(seed string) string {
	if _, err := strconv.ParseUint(seed, 10, 64); err != nil {
		return fmt.Sprintf(text("model.seed.bad"), seed)
	}
	return ""
}

// Wrong names the first thing of a choice that cannot be used, and the section of the page that it stands in; "" where nothing is wrong as far
// as can be told without the table.
func (c Choice) Wrong() (message, section string) {
	if share, seed := HoldoutFaults(c.Holdout, c.HoldoutSeed); share+seed != "" {
		return join([]string{share, seed}), "data"
	}
	if why := seedFault(c.Seed); why != "" {
		return why, "model"
	}
	faults := SettingFaults(c)
	for _, g := range DialogGroups(c.Preset) {
		for _, s := range g.Settings {
			if why := faults[s.Name]; why != "" {
				return fmt.Sprintf(text("settings.wrong"), s.Label, why), "model"
			}
		}
	}
	return "", ""
}

// SettingValues turns typed texts into the bridge's settings: numbers where they read as numbers, else the text, which the coordinator then
// refuses by name. Dotted names become objects within the object.
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
		at[name] = typed(s)
	}
	return values
}

// typed reads a number as people write it (".5", "1,000", "−2"), or leaves the text as it is.
func typed(s string) any {
	plain := strings.NewReplacer(",", "", minus, "-", " ", "", noBreak, "").Replace(s)
	if x, err := strconv.ParseFloat(plain, 64); err == nil {
		return x
	}
	return s
}

// Flat reads settings from their JSON text into texts by dotted name, as the dialog shows them.
func Flat(settings []byte) (map[string]string, error) {
	var fields map[string]any
	if err := json.Unmarshal(settings, &fields); err != nil {
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
	m := "<i>" + html.EscapeString(letter) + "</i>"
	if found {
		m += "<sub>" + html.EscapeString(index) + "</sub>"
	}
	return m
}

// placeOf says beside which control an error about a field belongs.
func placeOf(field string) string {
	switch field {
	case "target", "task", "features", "holdout", "holdoutSeed", "test", "testName", "data", "name", "split":
		return "data"
	case "workers", "":
		return "run"
	}
	return "model"
}
