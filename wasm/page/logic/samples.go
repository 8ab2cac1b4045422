// The sample sets that come with the page, each with the options that make its run the paper's.

package logic

import "strconv"

// Sample is one shipped data set with what the paper fixes for it. Its target is sampled as it is, not standardized.
type Sample struct {
	ID       string  // as in links: "wu"
	Name     string  // as on its button
	About    string  // key of the text table
	File     string  // of the training rows, or of all rows
	TestFile string  // of the test rows; "" where the published split divides File
	Holdout  float64 // share of test rows in the published split
	Truth    string  // "wu", "cgm": the generator, whose true partition is known; "" for collected data

	TrueTrees []string // the topologies that made generated data, by name

	BandwidthInitial, BandwidthFinal float64 // h_init and h_final of the paper's table
	Warmup                           int     // N_init of the paper's runs
}

// Samples returns the shipped sets in the order of their buttons. The paper's values are those of assets/assets.json.
func Samples() []Sample {
	return []Sample{
		{ID: "wu", Name: "WU", About: "sample.wu", File: "wu-train", TestFile: "wu-test", Truth: "wu",
			TrueTrees: []string{"{1,5,6}", "{3,4,2}"}, BandwidthInitial: .5, BandwidthFinal: .025,
			Warmup: 2000},
		{ID: "cgm", Name: "CGM", About: "sample.cgm", File: "cgm-train", TestFile: "cgm-test", Truth: "cgm",
			TrueTrees: []string{"{3,9,10,5,6}"}, BandwidthInitial: .01, BandwidthFinal: .001, Warmup: 5000},
		{ID: "iris", Name: "Iris", About: "sample.iris", File: "iris", Holdout: .3, BandwidthInitial: .01,
			BandwidthFinal: .01, Warmup: 1000},
		{ID: "wine", Name: "Wine", About: "sample.wine", File: "wine", Holdout: .2, BandwidthInitial: .025,
			BandwidthFinal: .025, Warmup: 1000},
		{ID: "bcw", Name: "Breast Cancer", About: "sample.bcw", File: "breast-cancer-wisconsin", Holdout: .3,
			BandwidthInitial: .1, BandwidthFinal: .025, Warmup: 1000},
	}
}

// Settings are those of the preset that this set overrides, by name: the bandwidths always, since they are part of the
// model; the warm-up where the paper's effort is asked for.
func (s Sample) Settings(preset string) map[string]string {
	if IsFast(preset) {
		return map[string]string{"bandwidthFinal": Exact(s.BandwidthFinal)}
	}
	own := map[string]string{"bandwidthInitial": Exact(s.BandwidthInitial),
		"bandwidthFinal": Exact(s.BandwidthFinal)}
	if preset == paperPreset {
		own["warmup"] = strconv.Itoa(s.Warmup)
	}
	return own
}

// generatedTarget is the response of the samples that were generated.
const generatedTarget = "y"

// AsMade tells whether the choice leaves a generated sample's columns what they were made as: otherwise its true
// partition is not that of a run.
func (c Choice) AsMade() bool {
	return len(c.Unused) == 0 && (c.Target == "" || c.Target == generatedTarget) && c.Task != "classification"
}

// Is reports whether these are the sample's own tables, byte for byte: test is nil where there is no table of test
// rows, shipped gives the text of a shipped file. Whatever a file from outside calls its table, what is not shipped is
// somebody's own.
func (s Sample) Is(table, test []byte, shipped func(file string) string) bool {
	if len(table) == 0 || string(table) != shipped(s.File) {
		return false
	}
	return test == nil || s.TestFile != "" && string(test) == shipped(s.TestFile)
}

// SampleIDs returns the ids of the shipped sets.
func SampleIDs() []string {
	var ids []string
	for _, s := range Samples() {
		ids = append(ids, s.ID)
	}
	return ids
}

// SampleByID finds a shipped set.
func SampleByID(id string) (Sample, bool) {
	for _, s := range Samples() {
		if s.ID == id {
			return s, true
		}
	}
	return Sample{}, false
}
