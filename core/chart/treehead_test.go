package chart

import "testing"

// TestThresholdsFitTheirFeature: a threshold is written as finely as its posterior and the values of its feature ask
// for, and no finer.
func TestThresholdsFitTheirFeature(t *testing.T) {
	term := []TreeTerm{{Feature: "x", Weight: 1}}
	for name, c := range map[string]struct {
		s              TreeSplit
		relation, says string
	}{
		"a year, all draws in one place": {
			TreeSplit{Threshold: 1983.52, Low: 1983.52, High: 1983.52, Min: 1950, Max: 2019, Unit: 1},
			"≤ 1983.5", "",
		},
		"a year between two": {TreeSplit{Threshold: 1983.52, Low: 1983.1, High: 1983.9, Min: 1950, Max: 2019,
			Unit: 1},
			"≤ 1983.5", "90 % 1983.1 to 1983.9"},
		"a year, wide": {TreeSplit{Threshold: 1984.3, Low: 1961.2, High: 2001.7, Min: 1950, Max: 2019, Unit: 1},
			"≤ 1984", "90 % 1961 to 2002"},
		"a year, very narrow": {
			TreeSplit{Threshold: 1983.5, Low: 1983.4991, High: 1983.5009, Min: 1950, Max: 2019, Unit: 1},
			"≤ 1983.5", "",
		},
		"tenths": {TreeSplit{Threshold: 2.4512, Low: 2.1, High: 2.8, Min: 1, Max: 6.9, Unit: .1}, "≤ 2.5",
			"90 % 2.1 to 2.8"},
		"tenths, wide": {TreeSplit{Threshold: 12.34, Low: 4, High: 39, Min: 1, Max: 60, Unit: .1}, "≤ 12.3",
			"90 % 4.0 to 39.0"},
		"whole numbers, very many": {TreeSplit{Threshold: 41837, Low: 38100, High: 45900, Min: 0, Max: 90000,
			Unit: 1},
			"≤ 42\u202f000", "90 % 38\u202f000 to 46\u202f000"},
		"any numbers": {TreeSplit{Threshold: .51934, Low: .487, High: .543, Min: 0, Max: 1},
			"≤ .52", "90 % .49 to .54"},
		"any numbers, in one place": {TreeSplit{Threshold: .51934, Low: .51934, High: .51934, Min: 0, Max: 1},
			"≤ .519", ""},
		"any numbers, far from 0": {TreeSplit{Threshold: 1983.52, Low: 1983.52, High: 1983.52, Min: 1950.2,
			Max: 2019.7},
			"≤ 1983.52", ""},
		"nothing known of the axis": {TreeSplit{Threshold: .5193, Low: .5193, High: .5193}, "≤ .519", ""},
	} {
		c.s.Terms = term
		if got := splitRelation(c.s); got != c.relation {
			t.Errorf("%s: %q, want %q", name, got, c.relation)
		}
		if got := intervalText(c.s); got != c.says {
			t.Errorf("%s: interval %q, want %q", name, got, c.says)
		}
	}
	got := CutText("en", Cut{Feature: "Baujahr", Threshold: 1984.2, Min: 1850, Max: 2030, Unit: 1})
	if got != "Baujahr ≤ 1984" {
		t.Errorf("a cut of several trees: %q", got)
	}
}
