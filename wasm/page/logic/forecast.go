// How long a run will take, and whether more of it would change what is shown.

package logic

import (
	"fmt"
	"math"
)

// remaining is a time with its uncertainty, in seconds.
type remaining struct{ about, low, high float64 }

// How far the time until a search ends lies from the share that is done: in 15 runs on the sample sets the whole was
// .90 to 1.25 times the time so far over that share (see the test); the clock of a busy machine adds to that.
const (
	searchLow, searchHigh = .8, 1.4
	chainsLow, chainsHigh = .7, 1.5
)

// TimeLeft foresees the end of the search, or of the paper's rounds, after so many seconds with a share of the work
// done; ok is false while there is too little to go by.
func TimeLeft(seconds, share float64, fast bool) (l remaining, ok bool) {
	if share < .02 || share >= 1 || seconds <= 0 {
		return remaining{}, false
	}
	low, high := chainsLow, chainsHigh
	if fast {
		low, high = searchLow, searchHigh
	}
	whole := seconds / share
	rest := func(factor float64) float64 { return math.Max(0, factor*whole-seconds) }
	return remaining{rest(1), rest(low), rest(high)}, true
}

// How long audits take beside what the search took for each topology: in the same runs 4 to 15 times as much work each.
// The search works on two topologies at a time and audits one on each worker.
const auditLow, auditAbout, auditHigh = 4, 7, 15

// AuditTime foresees the time of so many audits after a search of so many topologies; seconds have passed since its
// end.
func AuditTime(search float64, measured, audits, workers int, seconds float64) (l remaining, ok bool) {
	if measured == 0 || audits == 0 || workers == 0 {
		return remaining{}, false
	}
	each := search / float64(measured) * float64(min(2, workers))
	rounds := float64((audits + workers - 1) / workers)
	rest := func(factor float64) float64 { return math.Max(0, factor*each*rounds-seconds) }
	return remaining{rest(auditAbout), rest(auditLow), rest(auditHigh)}, true
}

// Words says a time with its uncertainty.
func (l remaining) Words() string {
	if l.high < 2 {
		return Text("left.soon")
	}
	return fmt.Sprintf(Text("left.about"), round(l.about), round(l.low), round(l.high))
}

// round writes seconds as people say them: 12 s, 3 min.
func round(seconds float64) string {
	switch {
	case seconds < 10:
		return fmt.Sprintf(Text("left.seconds"), Fixed(math.Max(1, seconds), 0))
	case seconds < 90:
		return fmt.Sprintf(Text("left.seconds"), Fixed(5*math.Round(seconds/5), 0))
	case seconds < 5400:
		return fmt.Sprintf(Text("left.minutes"), Fixed(seconds/60, 0))
	}
	return fmt.Sprintf(Text("left.hours"), Fixed(seconds/3600, 1))
}

// Scored is the test score (training score where there are no test rows) as it stood after so many steps.
type Scored struct {
	Steps int
	Score float64
}

// MostScored bounds what is kept of it.
const MostScored = 400

// steadySteps is over how many steps the score must have rested, steadyShare within which part of itself (of an error),
// and steadyRate within how much (of an accuracy).
const (
	steadySteps = 3
	steadyShare = .01
	steadyRate  = .005
)

// steady reports how far the score moved over the last steps, and whether that is little.
func steady(scores []Scored, accuracy bool) (moved float64, ok bool) {
	if len(scores) == 0 {
		return 0, false
	}
	last := scores[len(scores)-1]
	low, high := last.Score, last.Score
	for k := len(scores) - 1; k >= 0; k-- {
		low, high = math.Min(low, scores[k].Score), math.Max(high, scores[k].Score)
		if last.Steps-scores[k].Steps >= steadySteps {
			limit := steadyShare * math.Abs(last.Score)
			if accuracy {
				limit = steadyRate
			}
			return high - low, high-low <= limit
		}
	}
	return 0, false
}

// weightsKnown is the error of the weights up to which nobody needs more rounds.
const weightsKnown = .02

// StopHint says that the run can be stopped, and in numbers what more time would change; "" where it cannot, or nothing
// is known. scores are the run's so far, topologies how many are shown, and v the verdict on them: nothing is said of
// weights whose errors do not hold.
func StopHint(s Story, preset string, scores []Scored, topologies int, v Verdict, accuracy bool) string {
	moved, ok := steady(scores, accuracy)
	if !ok || topologies == 0 {
		return ""
	}
	score, by := Text("left.mse"), Significant(moved, 1)
	if accuracy {
		score = Text("left.accuracy")
	}
	if moved == 0 {
		by = Text("left.nothing")
	}
	switch {
	case !IsFast(preset):
		return roundsHint(s.Last, topologies, v)
	case s.Last.Search.Ended == "" && topologies > steadySteps:
		return fmt.Sprintf(Text("stop.predictions"), steadySteps, score, by)
	case s.Last.Search.Ended != "" && s.Last.Search.Auditing > 0 && errorsHold(v):
		return fmt.Sprintf(Text("stop.audits"), Weight(v.WeightError), score, by)
	}
	return ""
}

// roundsHint is the hint of the paper's way, in which the errors fall with the square root of the rounds.
func roundsHint(last Step, topologies int, v Verdict) string {
	done, error := float64(last.Iteration), v.WeightError
	if last.Kind == "burn-in" || topologies < 2 || done < 10 || !errorsHold(v) ||
		!(error > 0 && error <= weightsKnown) {
		return ""
	}
	return fmt.Sprintf(Text("stop.rounds"), Weight(error), Count(last.Iterations),
		Fixed(error*math.Sqrt(done/math.Max(done, float64(last.Iterations))), 3))
}
