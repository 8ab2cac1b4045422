// Settling: the sampler with more and more moves, until more of them change nothing.

package alltrees

import (
	"math"
	"slices"
	"strconv"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// Effort bounds how long Settle goes on.
type Effort struct {
	Moves int   // of each tree at each step, in the first round; every further round doubles them
	Work  int64 // no round begins that would exceed this in all, if it took twice the last one's (see Restart.Work)
	Draws int   // from each round's frozen graph, for the bridge
	// Each, where not nil, hears of every round that another one follows.
	Each func(*Settled)
}

// DefaultEffort is for some hundred rows.
func DefaultEffort() Effort { return Effort{Moves: 5, Work: 2e9, Draws: 1000} }

// Discord is how far rounds, restarts and estimators are apart. Change is NaN before the third round, Moved before the
// second.
type Discord struct {
	Change float64 // nats: the range of the pooled log evidence, by the bridge, over the last three rounds
	Spread float64 // nats: of the last round's restarts
	Bridge float64 // nats: of the bridge against the restarts
	Moved  float64 // mean change of predictions of the training rows since the round before, over the noise's sd
}

const toleratedSpread = 1 // nats

// Tolerated is the discord up to which a sample is settled. Predictions are compared in mean standard
// deviations of the noise, classes by their probabilities.
func (t *Table) Tolerated() Discord {
	d := Discord{Change: .5, Spread: toleratedSpread, Bridge: 1, Moved: .05}
	if t.class != nil {
		d.Moved = .02
	}
	return d
}

// Within reports whether no part is above that many times what is tolerated; NaN is.
func (d Discord) Within(tolerated Discord, times float64) bool {
	return d.Change <= times*tolerated.Change && d.Spread <= times*tolerated.Spread &&
		d.Bridge <= times*tolerated.Bridge && d.Moved <= times*tolerated.Moved
}

// Round is the sampler run once.
type Round struct {
	Moves       int
	LogEvidence float64   // the mean evidence of the restarts
	Restarts    []float64 // log evidence of each
	Bridge      float64   // log evidence by the bridge from their pooled trees to their pooled graph
	Work        int64
	fitted      []float64
	noise       float64
}

// Settled is the last round's sample, and what all rounds say of how far it can be trusted.
type Settled struct {
	*Sample
	Draws    Draws // from the last round's frozen graph
	Rounds   []Round
	Discord  Discord
	Agreed   bool // whether the discord is tolerated; where it is not, the work was used up
	Next     int  // moves of the round that follows; 0 after the last
	Glimpsed bool // whether it is what Glimpse leaves
}

// Settle runs the sampler until three rounds agree: equal evidences of restarts alone are not enough, since with few
// moves all of them miss the same trees, and one doubling may find none of them. The work that is left where no further
// round is within the bound goes into more restarts of the last one. It depends on the table, the settings and the
// effort, not on the workers.
func Settle(t *Table, s Settings, e Effort, w Workers) *Settled {
	r, seed, work := &Settled{}, s.Seed, int64(0)
	for s.Moves = e.Moves; ; s.Moves *= 2 {
		s.Seed = random.Stream(seed, "alltrees", "round", strconv.Itoa(len(r.Rounds))).Uint64()
		done := r.climb(t, s, w)
		r.add(t, s, e.Draws, done)
		last := r.Rounds[len(r.Rounds)-1].Work
		if work += last; r.Agreed || work+2*last > e.Work {
			if !r.Agreed {
				r.widen(t, s, e, done, e.Work-work, w)
			}
			r.Next = 0
			return r
		}
		r.goOn(2*s.Moves, e.Each)
	}
}

// climb does the restarts of a round: smaller ones in the first, which is the only one where a table is so large that
// no second is within the bound, and many that see different trees predict better than few that see more of each.
func (r *Settled) climb(t *Table, s Settings, w Workers) []*Climbed {
	if len(r.Rounds) == 0 {
		s = s.scattered(smaller * s.Restarts)
	}
	return climb(t, s, nil, w)
}

// widen has smaller restarts join the last round's sample, as many as the work that is left allows. The rounds and
// their discord stay as they are.
func (r *Settled) widen(t *Table, s Settings, e Effort, done []*Climbed, left int64, w Workers) {
	last := &r.Rounds[len(r.Rounds)-1]
	n := int(left / max(1, last.Work/int64(s.Restarts*smaller)))
	if n < 1 {
		return
	}
	r.goOn(s.Moves, e.Each)
	r.take(pool(t, s, climb(t, s.scattered(len(done)+n), done, w)), e.Draws, s.Seed)
	last.Work = r.Work
}

// goOn tells of a round before one with so many moves.
func (r *Settled) goOn(moves int, each func(*Settled)) {
	if r.Next = moves; each != nil {
		each(r)
	}
}

// Glimpse is a round with few trees that hardly move, as if before those of Settle: something to be seen at once. None
// of these depends on it.
func Glimpse(t *Table, s Settings, e Effort, w Workers) *Settled {
	s.Seed = random.Stream(s.Seed, "alltrees", "glimpse").Uint64()
	s.Restarts, s.Crowd, s.Moves, s.Rounds = 1, 1, 1, 1
	s.Particles, s.LearnEnd = min(s.Particles, glimpsed), min(s.LearnEnd, glimpsed)
	s.Keep = min(s.Keep, glimpsedKeep)
	r := &Settled{Next: e.Moves, Glimpsed: true}
	r.add(t, s, min(e.Draws, glimpsed), climb(t, s, nil, w))
	return r
}

const (
	glimpsed     = 10
	glimpsedKeep = .5
)

// add is a round more, of the restarts that were done.
func (r *Settled) add(t *Table, s Settings, draws int, done []*Climbed) {
	r.take(pool(t, s, done), draws, s.Seed)
	r.Rounds = append(r.Rounds, r.round(s.Moves))
	r.judge(t)
}

// take makes a sample the last one. The graph, which nothing asks for after the draws, and which may hold more than all
// else, does not wait for the next round to be collected.
func (r *Settled) take(sample *Sample, draws int, seed uint64) {
	r.Sample = sample
	r.Draws = Draws{Bridge: sample.LogEvidence, ParetoK: math.NaN()} // no graph proposes gradual splits
	if sample.blends == nil {
		r.Draws = sample.Freeze(draws, seed)
	}
	sample.cloud = cloud{t: sample.cloud.t}
}

func (r *Settled) round(moves int) Round {
	d := Round{Moves: moves, LogEvidence: r.Sample.LogEvidence, Restarts: r.Restarts, Bridge: r.Draws.Bridge,
		Work: r.Work}
	d.fitted, d.noise = r.fitted()
	return d
}

// judge compares the last round with those before.
func (r *Settled) judge(t *Table) {
	last := &r.Rounds[len(r.Rounds)-1]
	d := Discord{Change: math.NaN(), Moved: math.NaN()}
	d.Spread = slices.Max(last.Restarts) - slices.Min(last.Restarts)
	d.Bridge = math.Abs(last.Bridge - last.LogEvidence)
	if len(r.Rounds) > 1 {
		before := &r.Rounds[len(r.Rounds)-2]
		d.Moved = t.apart(last.fitted, before.fitted) / last.noise
	}
	if n := len(r.Rounds) - together; n >= 0 {
		d.Change = span(r.Rounds[n:])
	}
	r.Discord, r.Agreed = d, d.Within(t.Tolerated(), 1)
}

const together = 3 // rounds that are to agree

// span is the range of the rounds' evidence.
func span(rounds []Round) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range rounds {
		low, high = min(low, rounds[i].Bridge), max(high, rounds[i].Bridge)
	}
	return high - low
}

// apart is the mean over the rows of how far two predictions are apart; of classes half the sum over their
// probabilities, which is the probability that moved, whatever the number of classes.
func (t *Table) apart(a, b []float64) float64 {
	s, each := 0.0, 1.0
	if t.class != nil {
		each = .5
	}
	for i := range a {
		s += each * math.Abs(a[i]-b[i]) / float64(t.rows)
	}
	return s
}

// Digest is of the kept trees and of all rounds' evidences, by their exact bits.
func (r *Settled) Digest() uint64 {
	d := numeric.NewDigest()
	for i := range r.Rounds {
		d.Whole(r.Rounds[i].Moves)
		d.Numbers(r.Rounds[i].LogEvidence, r.Rounds[i].Bridge)
		d.Numbers(r.Rounds[i].Restarts...)
	}
	for i, s := range r.Trees {
		d.Whole(r.Sigmas[i])
		s.digest(d)
	}
	return d.Sum()
}

func (s *Tree) digest(d numeric.Digest) {
	d.Whole(s.st.n)
	if s.left == nil {
		if s.noise > 0 {
			d.Whole(int(s.noise))
		}
		return
	}
	gap := 0
	if s.rule.GapLeft {
		gap = 1
	}
	d.Whole(s.rule.Input)
	if s.slope != nil {
		d.Whole(int(s.slope.width))
	}
	d.Whole(s.rule.Cut)
	d.Whole(int(s.rule.Set))
	d.Whole(gap)
	s.left.digest(d)
	s.right.digest(d)
}
