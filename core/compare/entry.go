// One method of a contest: its chains, or its run, and what they found.

package compare

import (
	"math"

	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/diagnostics"
	"dcctree/core/numeric"
	"dcctree/core/posterior"
)

// entry is one method.
type entry struct {
	method  Method
	seconds float64
	reasons []string // why chains, or DCC-Tree's topologies, were left out

	// All methods but DCC-Tree.
	engine engine
	chains []*chain
	drawn  *posterior.Drawn

	// DCC-Tree.
	run       *search.Fast
	posterior *posterior.Posterior
	given     map[int]bool // jobs under way, by the run's numbers
	ended     bool
}

// chain is one chain of a method, between two of its jobs.
type chain struct {
	number     int
	from       int // iterations made
	state      []float64
	busy       bool
	ended      bool // it failed
	work       float64
	seconds    float64
	gradients  int
	marginals  int
	draws      int
	proposed   int
	accepted   int
	trace      []float64 // log density of every trace.every-th iteration behind the warm-up
	every, met int
}

// mostTraced bounds the trace of a chain; it is halved beyond.
const mostTraced = 2000

func (e *entry) give(job int) {
	if e.given == nil {
		e.given = map[int]bool{}
	}
	e.given[job] = true
}

// work is in gradient units.
func (e *entry) work() (sum float64) {
	if e.run != nil {
		return float64(e.run.Gradients())
	}
	for _, ch := range e.chains {
		sum += ch.work
	}
	return sum
}

// leave remembers why DCC-Tree leaves a topology out: it matters where it is left without any.
func (e *entry) leave(r dcc.Result) {
	if r.Outcome == dcc.LeftOut {
		e.reasons = append(e.reasons, r.Reason)
	}
}

// steps takes over what DCC-Tree has measured.
func (e *entry) steps(steps []dcc.Step) {
	for _, s := range steps {
		e.ended = e.ended || s.Done
		if s.Kind == dcc.Measure || s.Kind == dcc.Audit {
			e.posterior.Update(e.run, s.Told()...)
		}
	}
}

// report takes over what a stretch found.
func (e *entry) report(ch *chain, r dcc.Result) {
	f, ok := r.Found.(*Stretched)
	switch {
	case r.Outcome != dcc.Sampled:
		e.fail(ch, r.Reason)
		return
	case !ok:
		e.fail(ch, "a result of another kind of job")
		return
	}
	ch.from, ch.state = ch.from+f.Iterations, f.State
	ch.gradients, ch.marginals = ch.gradients+f.Gradients, ch.marginals+f.Marginals
	ch.proposed, ch.accepted = ch.proposed+f.Proposed, ch.accepted+f.Accepted
	ch.work += f.work()
	ch.draws += len(f.Draws)
	ch.follow(f.Densities)
	for _, draw := range f.Draws {
		e.drawn.Add(ch.number, draw)
	}
}

// work is in gradient units. An iteration costs a density at least, so that a chain that has nothing to propose comes
// to its end.
func (f *Stretched) work() float64 {
	return max(float64(f.Gradients)+float64(densityCost*float64(f.Marginals)),
		float64(densityCost*float64(f.Iterations)))
}

// fail ends a chain; its draws stay.
func (e *entry) fail(ch *chain, why string) {
	ch.ended = true
	e.reasons = append(e.reasons, why)
}

// follow adds to the trace, which is thinned where it grows too long.
func (ch *chain) follow(densities []float64) {
	ch.every = max(1, ch.every)
	for _, v := range densities {
		if ch.met++; (ch.met-1)%ch.every != 0 {
			continue
		}
		if ch.trace = append(ch.trace, v); len(ch.trace) <= mostTraced {
			continue
		}
		half := ch.trace[:0]
		for k := 0; k < len(ch.trace); k += 2 {
			half = append(half, ch.trace[k])
		}
		ch.trace, ch.every = half, 2*ch.every
	}
}

// Standing is how a method stands. Values that it does not have are NaN.
type Standing struct {
	Method Method
	Done   bool
	// why a chain ended early, or all of them; of DCC-Tree why it has nothing at its end
	Failed      string
	Ready       bool             // there is something to tell; else all below is about work alone
	Train, Test posterior.Scores // of the posterior mean, with the standard errors over rows
	// MonteCarlo is the standard error of the test score, MSE or accuracy, over the method's chains.
	MonteCarlo        float64
	OwnTrain, OwnTest float64 // mean over draws of each draw's own score, every row given its most probable leaf
	Leaves            []posterior.LeafShare
	// EffectiveSize is the number of independent draws that tell as much: of the log density (bulk, all chains, of
	// every so many-th iteration where they are many), of particle filters Kish's of their evidences, since the
	// particles of one have ancestors in common, of DCC-Tree that of a mixture of independent draws in its
	// topologies.
	EffectiveSize float64
	RHat          float64 // of the log density over the chains
	Acceptance    float64 // of proposals of another tree
	Chains        int     // with draws
	Iterations    int
	Draws         int
	Gradients     int     // gradients over all training rows; of DCC-Tree gradient units, see search.Fast.Gradients
	Marginals     int     // marginal likelihoods of hard trees, or densities without gradient
	Seconds       float64 // of one worker
	Used          float64 // share of the budget
	Digest        string  // "" before there is anything
	// Paired is how much larger the mean test losses are than those of the contest's first method, with errors over
	// the same rows; NaN where one of them has none, zero of the first itself.
	Paired posterior.Difference
}

// Standings returns how all methods stand, in the order in which they were given.
func (c *Contest) Standings() (out []Standing) {
	for _, e := range c.entries {
		s := Standing{Method: e.method, Done: c.rests(e), Seconds: e.seconds, Used: c.used(e),
			MonteCarlo: math.NaN(), OwnTrain: math.NaN(), OwnTest: math.NaN(), EffectiveSize: math.NaN(),
			RHat: math.NaN(), Acceptance: math.NaN()}
		if e.run != nil {
			e.standRun(&s)
		} else {
			e.standChains(&s)
		}
		out = append(out, s)
	}
	c.pair(out)
	return out
}

// pair compares all methods with the first, row by row.
func (c *Contest) pair(all []Standing) {
	_, first, _ := c.entries[0].judges()
	for k := 1; k < len(all); k++ {
		all[k].Paired = unpaired
		if _, own, _ := c.entries[k].judges(); own != nil && first != nil {
			all[k].Paired = own.Against(first, c.tables.Test.N)
		}
	}
}

// unpaired is the difference of methods that have no scores of the same test rows. It is read-only.
var unpaired = posterior.Difference{MSE: nan, MSEError: nan, Accuracy: nan, AccuracyError: nan, Brier: nan,
	BrierError: nan, LogScore: nan, LogScoreError: nan}

var nan = math.NaN()

func (e *entry) judges() (train, test posterior.Judge, ok bool) {
	if e.run != nil {
		return e.posterior.Judges()
	}
	return e.drawn.Judges()
}

func (e *entry) standRun(s *Standing) {
	s.Gradients, s.Iterations = e.run.Gradients(), len(e.run.Jobs())
	s.Train, s.Test, s.Ready = e.posterior.Scores()
	if !s.Ready {
		if s.Done && len(e.reasons) > 0 {
			s.Failed = e.reasons[0]
		}
		return
	}
	s.Digest, _ = e.posterior.Digest()
	s.Chains = 1
	shares := map[int]float64{}
	var inverse float64
	for _, t := range e.posterior.Topologies() {
		shares[t.Topology.Leaves()] += t.Weight
		s.Draws += t.Kept
		if t.Weight > 0 {
			inverse += t.Weight * t.Weight / t.EffectiveNumber
		}
	}
	s.Leaves, s.EffectiveSize = posterior.SortLeafShares(shares), 1/inverse
}

func (e *entry) standChains(s *Standing) {
	proposed, accepted := 0, 0
	for _, ch := range e.chains {
		s.Iterations, s.Gradients, s.Marginals = s.Iterations+ch.from, s.Gradients+ch.gradients, s.Marginals+
			ch.marginals
		proposed, accepted = proposed+ch.proposed, accepted+ch.accepted
	}
	if len(e.reasons) > 0 {
		s.Failed = e.reasons[0]
	}
	s.Train, s.Test, s.Ready = e.drawn.Scores()
	if !s.Ready {
		return
	}
	s.OwnTrain, s.OwnTest = e.drawn.Own()
	s.Leaves, s.Draws, s.Chains = e.drawn.LeafShares(), e.drawn.Draws(), e.drawn.Chains()
	s.MonteCarlo = e.drawn.MonteCarlo()
	s.Digest, _ = e.drawn.Digest()
	if e.method == CART {
		return
	}
	s.Acceptance = float64(accepted) / float64(proposed)
	if e.method == SMC {
		s.Acceptance, s.EffectiveSize = math.NaN(), e.filters()
		return
	}
	s.EffectiveSize, s.RHat = judged(e.traces())
}

// filters returns how many particle filters, whose log evidences the traces are, tell as much as all that were run:
// (sum Z)^2 / sum Z^2 (Kish 1965).
func (e *entry) filters() float64 {
	var logs, twice []float64
	for _, ch := range e.chains {
		for _, z := range ch.trace {
			every := numeric.Log(float64(ch.every)) // each stands for so many
			logs, twice = append(logs, z+every), append(twice, 2*z+every)
		}
	}
	return numeric.Exp(2*numeric.LogSumExp(logs) - numeric.LogSumExp(twice))
}

// traces returns those of the chains that go on, or of all where none does: one that ended early would cut the others
// short.
func (e *entry) traces() (out [][]float64) {
	var ended [][]float64
	for _, ch := range e.chains {
		switch {
		case len(ch.trace) == 0:
		case ch.ended:
			ended = append(ended, ch.trace)
		default:
			out = append(out, ch.trace)
		}
	}
	if len(out) == 0 {
		return ended
	}
	return out
}

// judged returns the bulk effective size and R-hat of traces, cut to the shortest; NaN where they are too short.
func judged(traces [][]float64) (effective, rhat float64) {
	n := math.MaxInt
	for _, t := range traces {
		n = min(n, len(t))
	}
	cut := make([][]float64, len(traces))
	for k, t := range traces {
		cut[k] = t[len(t)-n:]
	}
	return diagnostics.ESSBulk(cut), diagnostics.RHat(cut)
}
