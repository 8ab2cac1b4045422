// What a run says of itself, that the checks hold against it.

package problems

import (
	"dcctree/core/dcc/search"
	"dcctree/core/verdict"
)

// outcome is what a run claims.
type outcome string

const (
	settled    = outcome(verdict.Settled)
	nearly     = outcome(verdict.NearlySettled)
	notSettled = outcome(verdict.NotSettled)
)

// outcomes in the order of what they claim, the boldest first.
func outcomes() (out []outcome) {
	for _, o := range verdict.Outcomes() {
		out = append(out, outcome(o))
	}
	return out
}

// claims reports whether a run of this outcome asks to be believed.
func (o outcome) claims() bool { return o == settled || o == nearly }

// outcomeOf says what a finished run claims.
func outcomeOf(f *search.Fast) outcome { return outcome(verdict.Judge(f.Facts()).Outcome) }
