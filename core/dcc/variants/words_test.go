// Tests of what comparisons say.

package variants

import "testing"

// TestComparisonsAreToldInGerman: what a comparison found, and the labels of its rows.
func TestComparisonsAreToldInGerman(t *testing.T) {
	table := Bandwidths{Regression: true,
		Rows: []Bandwidth{{H: .005, Weight: .6, WeightError: .02}, {H: .01, Weight: .4}}}
	if got, want := table.In("de"), "Gegeben die Trainingszeilen ist h = .005 die wahrscheinlichste Bandbreite "+
		"des Gitters (60 % ± 2.0 %). "+
		"60 % des Gewichts liegen auf der kleinsten, h = .005: Kleinere können noch wahrscheinlicher sein. "+
		"40 % des Gewichts liegen auf der größten, h = .01: Größere können noch "+
		"wahrscheinlicher sein."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	check := PriorCheck{Regression: true,
		Rows: []PriorRow{{Name: PriorsAsSet, Factor: 1},
			{Name: SplitPrior, Factor: .5, TopologiesDepend: true, WeightChange: .25},
			{Name: ParameterPriors, Factor: 2, Failed: "x"}}}
	got, want := check.In("de"), "Welche Topologien wahrscheinlich sind, hängt vom Prior ab: Über 10 % des "+
		"Gewichts wandern mit Chancen einer Teilung × ½ (25 % wandern) (über zwei Standardfehler hinaus). "+
		"Vorhersagen kaum: die vorhergesagten Mittel wandern um höchstens ein Zehntel der prädiktiven "+
		"Standardabweichung. Nicht gemessen: Prioren der Parameter × 2."
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := check.Rows[0].Label("de"); got != "Prior wie eingestellt" {
		t.Errorf("%q", got)
	}
}
