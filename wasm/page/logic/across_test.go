package logic

import "testing"

func TestAcrossSentences(t *testing.T) {
	cut := func(text string, weight, explains, whether float64) SurveyCut {
		return SurveyCut{Text: text, Weight: weight, Explains: explains, Whether: whether}
	}
	x3, x2, x1 := cut("x3 ≤ .47", .98, .05, .01), cut("x2 ≤ .56", .93, .3, .1), cut("x1 ≤ .71", .38, .62, .5)
	for _, c := range []struct {
		survey Survey
		want   string
	}{
		{Survey{Disagreement: .041, Trees: 7, Covered: .9, Splits: []SurveyCut{x3, x2, x1},
			Sources: []SurveyCut{x1, x2, x3}},
			"Nearly all trees, by weight, split at x3 ≤ .47 (.98) and x2 ≤ .56 (.93). 4\u00a0% of the " +
				"pairs of training rows share a leaf in only one of two trees drawn from the " +
				"posterior, on average. 62\u00a0% of that is whether to split at x1 ≤ .71: trees of " +
				"weight .38 do."},
		{Survey{Disagreement: .1, Trees: 7, Covered: .9, Splits: []SurveyCut{x1},
			Sources: []SurveyCut{x3}},
			".38 is the largest weight of trees that share a split: x1 ≤ .71. 10\u00a0% of the pairs of " +
				"training rows share a leaf in only one of two trees drawn from the posterior, on " +
				"average. 5\u00a0% of that is where exactly the split x3 ≤ .47 lies, which trees of " +
				"weight .98 make."},
		{Survey{Disagreement: 0, Trees: 1, Covered: 1, Splits: []SurveyCut{x3},
			Sources: []SurveyCut{x3}},
			"Nearly all trees, by weight, split at x3 ≤ .47 (.98). The trees part the training rows " +
				"almost alike."},
		{Survey{Trees: 1, Covered: 1},
			"No tree splits anything. The trees part the training rows almost alike."},
	} {
		if got := AcrossSentences(c.survey); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	got, want := AcrossCovered(Survey{Trees: 7, Covered: .9}), "7 trees are compared, with 90\u00a0% of the "+
		"measured posterior: topologies, each with the main feature of every split."
	if got != want {
		t.Errorf("got %s", got)
	}
}
