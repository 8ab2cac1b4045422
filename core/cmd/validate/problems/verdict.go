// What a run says of itself, in the few words that the checks hold against it.

package problems

import (
	"dcctree/core/dcc"
)

// outcome is what a run claims.
type outcome string

const (
	settled    outcome = "settled"
	nearly     outcome = "nearly settled"
	notSettled outcome = "not settled"
	notKnown   outcome = "not known"
)

// outcomes in the order of what they claim, the boldest first.
func outcomes() []outcome { return []outcome{settled, nearly, notSettled, notKnown} }

// claims reports whether a run of this outcome asks to be believed.
func (o outcome) claims() bool { return o == settled || o == nearly }

// What is at most left for a run to be settled, and to be nearly so: the bound of what was not measured, and the
// summed weight of topologies whose evidence is not reliable.
const (
	mostBound, mostUnreliable           = .05, .01
	nearlyMostBound, nearlyMostDoubtful = .2, .05
)

// outcomeOf says what a finished run claims.
func outcomeOf(f *dcc.Fast) outcome {
	doubtful, flagged := 0.0, false
	for _, s := range f.Summaries() {
		if !s.Reliable() {
			doubtful += s.Weight
		}
		flagged = flagged || s.Audit.Done && s.Audit.Flag != dcc.NoFlag
	}
	u := f.Unexplored()
	switch {
	case !u.Known:
		return notKnown
	case u.Bound <= mostBound && doubtful <= mostUnreliable && !flagged:
		return settled
	case u.Bound <= nearlyMostBound && doubtful <= nearlyMostDoubtful && !flagged:
		return nearly
	}
	return notSettled
}
