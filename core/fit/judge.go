// How far the answer can be trusted, in the outcomes of core/verdict.

package fit

import (
	"fmt"
	"math"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/verdict"
)

// judge compares how far rounds and restarts are apart with what is tolerated: up to that the sample is settled, up to
// twice that nearly settled. Fewer than three rounds have too little to be compared with.
func judge(r *alltrees.Settled, tolerated alltrees.Discord, task dataset.Task) Judgment {
	d := r.Discord
	j := Judgment{Outcome: verdict.NotSettled, Reasons: discords(d, tolerated, task)}
	last := r.Rounds[len(r.Rounds)-1]
	switch {
	case d.Within(tolerated, 1):
		j.Outcome = verdict.Settled
		j.Reasons = []string{fmt.Sprintf("with %d to %d moves the log evidence changed by %s, and its last "+
			"restarts are %s apart", last.Moves/4, last.Moves, nats(d.Change), nats(d.Spread))}
		return j
	case math.IsNaN(d.Change):
		if j.Reasons == nil {
			j.Outcome = verdict.NotKnown
		}
		j.Reasons = append(j.Reasons, "the bound of work left no third round to compare the first ones with")
	case d.Within(tolerated, 2):
		j.Outcome = verdict.NearlySettled
	}
	if !math.IsNaN(d.Change) {
		j.Reasons = append(j.Reasons, "the bound of work left no further round")
	}
	j.Next = 2 * last.Moves
	return j
}

// discords are what is beyond the tolerated, in words.
func discords(d, tolerated alltrees.Discord, task dataset.Task) (reasons []string) {
	unit := "standard deviations"
	if task == dataset.Classification {
		unit = "in probability"
	}
	add := func(x, most float64, format string, values ...any) {
		if x > most && !math.IsNaN(x) {
			reasons = append(reasons, fmt.Sprintf(format, values...))
		}
	}
	add(d.Change, tolerated.Change,
		"the log evidence still changed by %s when the moves were doubled twice, more than %s", nats(d.Change),
		nats(tolerated.Change))
	add(d.Spread, tolerated.Spread, "restarts differ by %s, more than %s", nats(d.Spread), nats(tolerated.Spread))
	add(d.Bridge, tolerated.Bridge, "the bridge differs from the restarts by %s, more than %s", nats(d.Bridge),
		nats(tolerated.Bridge))
	add(d.Moved, tolerated.Moved, "predictions still moved by %.3f %s, more than %.2f", d.Moved, unit,
		tolerated.Moved)
	return reasons
}

func nats(x float64) string { return fmt.Sprintf("%.2f nats", x) }
