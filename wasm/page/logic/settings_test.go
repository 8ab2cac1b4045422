package logic

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dcctree/core/dcc"
	"dcctree/core/posterior"
)

// TestEverySettingIsInTheTable holds the table against the JSON form of the settings themselves.
func TestEverySettingIsInTheTable(t *testing.T) {
	text, err := json.Marshal(dcc.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	flat, err := Flat(string(text))
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]Setting{}
	for _, g := range SettingGroups() {
		for _, s := range g.Settings {
			if _, twice := shown[s.Name]; twice {
				t.Errorf("%s stands twice in the table", s.Name)
			}
			shown[s.Name] = s
			if _, exists := flat[s.Name]; !exists {
				t.Errorf("%s is in the table but no setting", s.Name)
			}
		}
	}
	for name := range flat {
		if _, found := shown[name]; !found {
			t.Errorf("%s is a setting but not in the table", name)
		}
	}
}

// TestChoicesAreWhatTheSettingsAccept sets each word of the table and one that is none.
func TestChoicesAreWhatTheSettingsAccept(t *testing.T) {
	for _, g := range SettingGroups() {
		for _, s := range g.Settings {
			for _, word := range s.Choices {
				if err := with(t, s.Name, word).Validate(); err != nil {
					t.Errorf("%s = %s: %v", s.Name, word, err)
				}
			}
			if s.Choices != nil && with(t, s.Name, "neither").Validate() == nil {
				t.Errorf("%s accepts a word that the table does not list", s.Name)
			}
		}
	}
}

// TestRangesAreThoseOfTheSettings tries the ends of each numeric range and a point beyond them.
func TestRangesAreThoseOfTheSettings(t *testing.T) {
	for _, g := range SettingGroups() {
		for _, s := range g.Settings {
			low, high, closed := strings.Cut(s.Range, " to ")
			if !closed || strings.HasPrefix(s.Name, "moves.") {
				continue
			}
			for _, end := range []string{low, high} {
				err := with(t, s.Name, end).Validate()
				if err != nil && !strings.Contains(err.Error(), "ten million") {
					t.Errorf("%s = %s: %v", s.Name, end, err)
				}
			}
			beyond := with(t, s.Name, strings.ReplaceAll(high, ",", "")+"1")
			if beyond.Validate() == nil {
				t.Errorf("%s = %s1 lies beyond the table's range and is accepted", s.Name, high)
			}
		}
	}
}

// TestRangesInWords has one setting of each form that a range is written in.
func TestRangesInWords(t *testing.T) {
	for name, want := range map[string]string{"lookAhead": "1 to 1,000,000,000", "targetAccept": ".5 to .999",
		"initRadius": "above 0, at most 20", "splitPrior.alpha": "above 0, below 1",
		"priors.leafMean": "any number", "priors.leafSD": "above 0",
		"moves.grow": "0 to 1; the three sum to 1", "metric": ""} {
		if got := settingRange(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// with returns the default settings with one field as typed, by the way that the page takes.
func with(t *testing.T, name, value string) dcc.Settings {
	t.Helper()
	text, err := json.Marshal(SettingValues(map[string]string{name: value}))
	if err != nil {
		t.Fatal(err)
	}
	s := dcc.DefaultSettings()
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

func TestSettingValues(t *testing.T) {
	got := SettingValues(map[string]string{"chains": "16", "moves.grow": ".6", "moves.stay": "0.1",
		"metric": "dense", "warmup": "1,000", "kappa": "−2", "draws": "many"})
	want := map[string]any{"chains": 16.0, "moves": map[string]any{"grow": .6, "stay": .1}, "metric": "dense",
		"warmup": 1000.0, "kappa": -2.0, "draws": "many"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSettingsSaySomething(t *testing.T) {
	for _, g := range SettingGroups() {
		for _, s := range g.Settings {
			if s.label() == "" || !strings.HasSuffix(s.sentence(), ".") ||
				(s.Range == "") == (s.Choices == nil) {
				t.Errorf("%s lacks a label, a sentence, or a range or choices", s.Name)
			}
		}
	}
}

func TestSymbols(t *testing.T) {
	for symbol, want := range map[string]string{"N_init": "<i>N</i><sub>init</sub>", "δ": "<i>δ</i>"} {
		if got := symbolMarkup(symbol); got != want {
			t.Errorf("%s: got %s, want %s", symbol, got, want)
		}
	}
}

func TestErrorsStandBesideTheirControl(t *testing.T) {
	places := []string{"data", "model", "run"}
	for field, want := range map[string]string{"target": "data", "holdout": "data", "chains": "model",
		"priors.leafSD": "model", "seed": "model", "workers": "run", "": "run"} {
		if got := PlaceOf(field); got != want || !slices.Contains(places, got) {
			t.Errorf("%q: %s, want %s", field, got, want)
		}
	}
}

// TestAnswersAreThePosteriorsKinds holds the words of the dialog against those that the core knows.
func TestAnswersAreThePosteriorsKinds(t *testing.T) {
	want := []string{string(posterior.Likelihood), string(posterior.Mixture)}
	group := AnswerGroup()
	if len(group.Settings) != 1 || group.Settings[0].Name != PredictiveOption ||
		!slices.Equal(group.Settings[0].Choices, want) {
		t.Errorf("%+v, want the words %v", group, want)
	}
	if got := PresetValues("quick", nil, true)[PredictiveOption]; got != want[0] {
		t.Errorf("the dialog shows %q as preset", got)
	}
	markup := SettingsMarkup(DialogGroups("quick"), PresetValues("quick", nil, true), nil, nil)
	if !strings.Contains(markup, `data-setting="predictive"`) {
		t.Error("the dialog lacks the field")
	}
}

// TestFastPresetUsesItsPart: the dialog of the fast preset shows exactly the settings that the coordinator accepts
// there, and what was typed for another preset is neither sent nor lost.
func TestFastPresetUsesItsPart(t *testing.T) {
	text, err := json.Marshal(dcc.DefaultSettings().FastPart())
	if err != nil {
		t.Fatal(err)
	}
	want, err := Flat(string(text))
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, g := range DialogGroups(FastPreset) {
		for _, s := range g.Settings {
			if s.Name == PredictiveOption {
				continue
			}
			shown++
			if _, known := want[s.Name]; !known {
				t.Errorf("%s is shown but not used", s.Name)
			}
		}
	}
	if shown != len(want) {
		t.Errorf("%d settings are shown, %d are used", shown, len(want))
	}
	c := Choice{Preset: FastPreset, Model: ByTopology,
		Settings: map[string]string{"chains": "3", "keptDraws": "90", "priors.leafSD": "2",
			PredictiveOption: "mixture"}}
	if used := c.Used(); len(used) != 3 || used["chains"] != "" {
		t.Errorf("used: %v", used)
	}
	if c.Preset = "quick"; len(c.Used()) != 4 {
		t.Errorf("used by quick: %v", c.Used())
	}
	for _, s := range Samples() {
		for name := range s.Settings(FastPreset) {
			if !Uses(FastPreset, name) {
				t.Errorf("%s sets %s, which the fast preset refuses", s.ID, name)
			}
		}
	}
}

// TestFaultsAreThoseOfTheSettings: each numeric setting beyond its range, and as a word, is named at its field, and one
// in range is not.
func TestFaultsAreThoseOfTheSettings(t *testing.T) {
	for _, preset := range []string{FastPreset, paperPreset} {
		for _, g := range DialogGroups(preset) {
			for _, s := range g.Settings {
				if s.Choices != nil {
					continue
				}
				c := Choice{Preset: preset, Model: ByTopology, Seed: "1",
					Settings: map[string]string{s.Name: "many"}}
				if got := SettingFaults(c, "")[s.Name]; !strings.Contains(got, "many is no number") {
					t.Errorf("%s as a word: %q", s.Name, got)
				}
				c.Settings[s.Name] = PresetOf(c)[s.Name]
				if got := SettingFaults(c, ""); len(got) > 0 {
					t.Errorf("%s as in the preset: %q", s.Name, got)
				}
				c.Settings[s.Name] = "-1e9"
				got, section := c.Wrong("")
				free := s.Name == "priors.leafMean"
				if free != (got == "") || !free && (section != "model" ||
					!strings.Contains(got, s.Range) || !strings.Contains(got, s.label())) {
					t.Errorf("%s far below its range: %q", s.Name, got)
				}
			}
		}
	}
	whole := Choice{Preset: paperPreset, Model: ByTopology,
		Settings: map[string]string{"chains": "1.5", "draws": "3000"}}
	if got := SettingFaults(whole, ""); len(got) != 1 ||
		!strings.Contains(got["chains"], "1.5 is not whole; it must be 1 to 64") {
		t.Errorf("faults %q", got)
	}
	moves := Choice{Preset: paperPreset, Model: ByTopology,
		Settings: map[string]string{"moves.grow": ".5", "moves.prune": ".25", "moves.stay": ".25"}}
	if got := SettingFaults(moves, ""); len(got) != 0 {
		t.Errorf("chances that sum to 1: %q", got)
	}
	for _, c := range []Choice{{Preset: FastPreset, Seed: "abc"}, {Preset: FastPreset, Seed: "1", Holdout: "2"}} {
		if got, section := c.Wrong(""); got == "" || section == "" {
			t.Errorf("%+v is not refused", c)
		}
	}
}
