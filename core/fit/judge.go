// How far the answer can be trusted, in the outcomes of core/verdict.

package fit

import (
	"math"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/verdict"
	"dcctree/core/words"
)

// judge compares how far rounds and restarts are apart with what is tolerated: up to that the sample is settled, up to
// twice that nearly settled. Fewer than three rounds have too little to be compared with.
func (p *Problem) judge(r *alltrees.Settled, tolerated alltrees.Discord) Judgment {
	outcome, reasons := p.outcome(r, tolerated)
	j := Judgment{Outcome: outcome, Reasons: p.voice.all(reasons), Next: r.Next}
	if r.Next == 0 && outcome != verdict.Settled {
		j.Next = 2 * r.Rounds[len(r.Rounds)-1].Moves
	}
	return j
}

// outcome is judge's, with the reasons.
func (p *Problem) outcome(r *alltrees.Settled, tolerated alltrees.Discord) (verdict.Outcome, []words.Message) {
	d := r.Discord
	reasons := p.discords(d, tolerated)
	bad := verdict.NotSettled
	if reasons == nil {
		bad = verdict.NotKnown
	}
	switch {
	case r.Next > 0:
		return bad, append(reasons, words.Of("fit.going", r.Next))
	case d.Within(tolerated, 1):
		return verdict.Settled, agreed(r)
	case math.IsNaN(d.Change):
		return bad, append(reasons, words.Of("fit.nothird"))
	case d.Within(tolerated, 2):
		bad = verdict.NearlySettled
	default:
		bad = verdict.NotSettled
	}
	if d.Moved <= tolerated.Moved {
		reasons = append(reasons, words.Of("fit.still."+p.task.String(), d.Moved, tolerated.Moved))
	}
	return bad, append(reasons, words.Of("fit.nomore"))
}

// agreed says by how little rounds and restarts differ, and both estimates of the evidence where there are two: gradual
// splits have no bridge.
func agreed(r *alltrees.Settled) []words.Message {
	d, moves := r.Discord, r.Rounds[len(r.Rounds)-1].Moves
	reasons := []words.Message{words.Of("fit.agreed", moves/4, moves, d.Change, d.Spread)}
	if len(r.Draws.Trees) > 0 {
		reasons = append(reasons, words.Of("fit.agreed.bridge", d.Bridge))
	}
	return reasons
}

// discords are what is beyond the tolerated, in words.
func (p *Problem) discords(d, tolerated alltrees.Discord) (reasons []words.Message) {
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
			reasons = append(reasons, words.Of(c.key, c.x, c.most))
		}
	}
	return reasons
}
