package logic

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
)

// TestSamplesAreTheShippedSets holds the table of samples against assets/assets.json, which names the files and the
// paper's values.
func TestSamplesAreTheShippedSets(t *testing.T) {
	body, err := os.ReadFile(filepath.Join("..", "..", "..", "assets", "assets.json"))
	if err != nil {
		t.Fatal(err)
	}
	var shipped struct {
		Sets []struct {
			ID         string
			Files      []struct{ Name, Role string }
			TrainShare float64
			Paper      struct {
				HInit, HFinal float64
				WarmUp        int
			}
		}
	}
	if err := json.Unmarshal(body, &shipped); err != nil {
		t.Fatal(err)
	}
	loader := readSite(t, "page.js")
	for _, set := range shipped.Sets {
		s, ok := SampleByID(map[string]string{"breast-cancer-wisconsin": "bcw"}[set.ID])
		if !ok {
			s, ok = SampleByID(set.ID)
		}
		if !ok {
			t.Errorf("%s has no button", set.ID)
			continue
		}
		for _, f := range set.Files {
			name := strings.TrimSuffix(f.Name, ".csv")
			want := map[string]string{"all": s.File, "train": s.File, "test": s.TestFile}[f.Role]
			if name != want {
				t.Errorf("%s: file %s is %q in the table", s.ID, f.Name, want)
			}
			if dataset.Generated(name) == nil && !strings.Contains(loader, `"assets/`+f.Name+`"`) {
				t.Errorf("%s: page.js does not load %s", s.ID, f.Name)
			}
		}
		if set.TrainShare != 0 && math.Abs(1-s.Holdout-set.TrainShare) > 1e-12 {
			t.Errorf("%s: %v held out, published training share %v", s.ID, s.Holdout, set.TrainShare)
		}
		if s.BandwidthInitial != set.Paper.HInit || s.BandwidthFinal != set.Paper.HFinal ||
			s.Warmup != set.Paper.WarmUp {
			t.Errorf("%s: %v, %v, %d are not the paper's %+v", s.ID, s.BandwidthInitial, s.BandwidthFinal,
				s.Warmup, set.Paper)
		}
	}
	if len(shipped.Sets) != len(Samples()) {
		t.Errorf("%d sets are shipped, %d have buttons", len(shipped.Sets), len(Samples()))
	}
}

// TestSampleSettingsAreAccepted: what a sample overrides validates, in both presets, and shows in the dialog.
func TestSampleSettingsAreAccepted(t *testing.T) {
	for _, s := range Samples() {
		for _, preset := range []string{"quick", "paper"} {
			text, err := json.Marshal(SettingValues(s.Settings(preset)))
			if err != nil {
				t.Fatal(err)
			}
			settings := dcc.DefaultSettings()
			if err := json.Unmarshal(text, &settings); err != nil {
				t.Fatal(err)
			}
			if err := settings.Validate(); err != nil {
				t.Errorf("%s, %s: %v", s.ID, preset, err)
			}
			if settings.BandwidthFinal != s.BandwidthFinal ||
				preset == "paper" && settings.Warmup != s.Warmup {
				t.Errorf("%s, %s: %s did not arrive", s.ID, preset, text)
			}
			shown := PresetValues(preset, &s, false)["bandwidthFinal"]
			if shown != Exact(s.BandwidthFinal) {
				t.Errorf("%s, %s: the dialog shows %s", s.ID, preset, shown)
			}
		}
	}
	if got := PresetValues("quick", nil, true)["priors.sigmaFamily"]; got != "half-t3" {
		t.Errorf("an own table's target is standardized, but the dialog shows the prior %s", got)
	}
}

// TestOnlyTheShippedTablesAreSamples: one byte more, another sample's table or other test rows make it somebody's own.
func TestOnlyTheShippedTablesAreSamples(t *testing.T) {
	held := func(file string) string { return string(shipped(t, file+".csv")) }
	for _, s := range Samples() {
		table := []byte(held(s.File))
		var test []byte
		if s.TestFile != "" {
			test = []byte(held(s.TestFile))
		}
		if !s.Is(table, nil, held) || !s.Is(table, test, held) {
			t.Errorf("%s is not taken for itself", s.ID)
		}
		for what, own := range map[string]bool{
			"a byte more":     s.Is(append(table[:len(table):len(table)], '\n'), test, held),
			"another byte":    s.Is(append([]byte{'X'}, table[1:]...), test, held),
			"no table":        s.Is(nil, test, held),
			"own test rows":   s.Is(table, table, held),
			"no rows to test": s.Is(table, []byte{}, held),
			"no sample here":  s.Is(nil, nil, func(string) string { return "" }),
		} {
			if own {
				t.Errorf("%s with %s is taken for the sample", s.ID, what)
			}
		}
	}
}
