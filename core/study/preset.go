// This file holds the presets: what a run is by default.

package study

import (
	"dcctree/core/dcc"
	"dcctree/core/softtree"
)

// Presets by name, from the shortest run on.
const (
	PresetFirst = "first" // the fast mode for a first answer: less is measured, nothing audited
	PresetFast  = "fast"  // the fast mode with its audits
	PresetShort = "quick" // the paper's way in short
	PresetPaper = "paper" // the settings of the paper's runs
)

// Presets returns all of them.
func Presets() []string { return []string{PresetFirst, PresetFast, PresetShort, PresetPaper} }

// IsFast reports whether a preset runs the fast mode.
func IsFast(preset string) bool { return preset == PresetFirst || preset == PresetFast }

// PresetSettings returns the settings of a preset. A standardized response calls for another prior of the noise.
func PresetSettings(preset string, standardized bool) dcc.Settings {
	s := dcc.QuickSettings()
	if preset == PresetPaper {
		s = dcc.DefaultSettings()
	}
	if standardized {
		s.Priors = softtree.StandardizedPriors()
	}
	return s
}
