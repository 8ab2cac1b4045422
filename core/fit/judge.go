// How far the answer can be trusted, in the outcomes of core/verdict.

package fit

import (
	"math"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/verdict"
)

// judge compares how far rounds and restarts are apart with what is tolerated: up to that the sample is settled, up to
// twice that nearly settled. Fewer than three rounds have too little to be compared with.
func (p *Problem) judge(r *alltrees.Settled, tolerated alltrees.Discord) Judgment {
	d := r.Discord
	j := Judgment{Outcome: verdict.NotSettled, Reasons: p.discords(d, tolerated)}
	last := r.Rounds[len(r.Rounds)-1]
	switch {
	case r.Next > 0:
		if j.Reasons == nil {
			j.Outcome = verdict.NotKnown
		}
		j.Reasons, j.Next = append(j.Reasons, p.say("fit.going", r.Next)), r.Next
		return j
	case d.Within(tolerated, 1):
		j.Outcome = verdict.Settled
		j.Reasons = []string{p.say("fit.agreed", last.Moves/4, last.Moves, d.Change, d.Spread)}
		return j
	case math.IsNaN(d.Change):
		if j.Reasons == nil {
			j.Outcome = verdict.NotKnown
		}
		j.Reasons = append(j.Reasons, p.say("fit.nothird"))
	case d.Within(tolerated, 2):
		j.Outcome = verdict.NearlySettled
	}
	if !math.IsNaN(d.Change) {
		j.Reasons = append(j.Reasons, p.say("fit.nomore"))
	}
	j.Next = 2 * last.Moves
	return j
}

// discords are what is beyond the tolerated, in words.
func (p *Problem) discords(d, tolerated alltrees.Discord) (reasons []string) {
	moved := "fit.moved.numbers"
	if p.task == dataset.Classification {
		moved = "fit.moved.classes"
	}
	for _, c := range []struct {
		key     string
		x, most float64
	}{
		{"fit.change", d.Change, tolerated.Change}, {"fit.spread", d.Spread, tolerated.Spread},
		{"fit.bridge", d.Bridge, tolerated.Bridge}, {moved, d.Moved, tolerated.Moved},
	} {
		if c.x > c.most { // not so for NaN
			reasons = append(reasons, p.say(c.key, c.x, c.most))
		}
	}
	return reasons
}
