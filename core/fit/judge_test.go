// Tests of what a verdict says of a fit.

package fit

import (
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/verdict"
)

// A last round that is not settled says so of its predictions where these are within what is tolerated, and only then.
func TestVerdictTellsWherePredictionsSettled(t *testing.T) {
	tolerated := alltrees.Discord{Change: .5, Spread: 1, Bridge: 1, Moved: .05}
	for _, c := range []struct {
		task   dataset.Task
		spread float64
		moved  float64
		next   int
		want   verdict.Outcome
		says   string // "": nothing of predictions
	}{
		{dataset.Regression, 3, .04, 0, verdict.NotSettled, "fit.still.regression"},
		{dataset.Classification, 3, .04, 0, verdict.NotSettled, "fit.still.classification"},
		{dataset.Regression, 1.5, .05, 0, verdict.NearlySettled, "fit.still.regression"},
		{dataset.Regression, 3, .06, 0, verdict.NotSettled, ""},
		{dataset.Regression, .5, .04, 0, verdict.Settled, ""},
		{dataset.Regression, 3, .04, 40, verdict.NotSettled, ""}, // the sampler goes on
	} {
		r := &alltrees.Settled{Rounds: []alltrees.Round{{Moves: 20}}, Next: c.next,
			Discord: alltrees.Discord{Spread: c.spread, Moved: c.moved}}
		outcome, reasons := (&Problem{task: c.task}).outcome(r, tolerated)
		said := ""
		for _, m := range reasons {
			if strings.HasPrefix(m.Key, "fit.still.") {
				said += m.Key
			}
		}
		if outcome != c.want || said != c.says {
			t.Errorf("%+v: %s, %q", c, outcome, said)
		}
	}
}

// A settled fit names two estimates where there are two: without draws of a graph, as of gradual splits, the one has
// nothing to differ from.
func TestVerdictNamesTheEstimatesThereAre(t *testing.T) {
	r := &alltrees.Settled{Rounds: []alltrees.Round{{Moves: 20}}}
	tolerated := alltrees.Discord{Change: .5, Spread: 1, Bridge: 1, Moved: .05}
	for want, trees := range map[string][]*alltrees.Tree{
		"fit.agreed": nil, "fit.agreed fit.agreed.bridge": make([]*alltrees.Tree, 1),
	} {
		r.Draws.Trees = trees
		var keys []string
		_, reasons := (&Problem{}).outcome(r, tolerated)
		for _, m := range reasons {
			keys = append(keys, m.Key)
		}
		if got := strings.Join(keys, " "); got != want {
			t.Errorf("with %d draws: %q, want %q", len(trees), got, want)
		}
	}
}
