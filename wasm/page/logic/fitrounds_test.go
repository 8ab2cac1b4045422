// Tests of the table of rounds.

package logic

import (
	"strings"
	"testing"

	"dcctree/core/fit"
)

// A round says its moves, its log evidence and how far its restarts are apart; one round alone is no table.
func TestFitRounds(t *testing.T) {
	a := &fit.Answer{Evidence: fit.Evidence{Rounds: []fit.Round{
		{Moves: 5, Bridge: -212.34, Restarts: []float64{-213, -210.5, -212}},
		{Moves: 1280, Bridge: -1234567.8, Restarts: []float64{-1}}}}}
	got := FitRounds(a)
	for _, want := range []string{`<th scope="row">5</th><td class="r num">−212.34</td><td class="r num">2.50</td>`,
		`<th scope="row">1,280</th><td class="r num">−1,234,567.80</td><td class="r num">–</td>`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %q", got, want)
		}
	}
	if a.Evidence.Rounds = a.Evidence.Rounds[:1]; FitRounds(a) != "" {
		t.Error("one round is a table")
	}
}
