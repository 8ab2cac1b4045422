// The loop of Algorithm 1 as reverse communication.

package dcc

import (
	"math"
	"math/rand/v2"
	"strconv"

	"dcctree/core/dcc/internal/kept"
	"dcctree/core/evidence"
	"dcctree/core/hmc"
	"dcctree/core/random"
	"dcctree/core/topology"
)

// entry is what is known of one discovered topology: a few words, for a long run discovers many, and a body from
// its activation on.
type entry struct {
	topology topology.Topology
	logPrior float64 // log p(m)
	count    int     // C_m: how often drawn or proposed since it last became inactive
	active   bool
	*body    // nil before the first activation
}

// body is what a topology's visits gave.
type body struct {
	chains   []chain // none where the topology was retired, see store.go
	estimate evidence.Estimate
	pool     kept.Pool
	trails   []*trail // by chain, see Trails

	visits      int // S_m; the burn-in counts as the first
	draws       int
	divergences int
	saturated   int
	gradients   int
	repairs     int
	retired     int // chains that were in use when the topology was retired
}

type chain struct {
	state   hmc.State
	leftOut string // why; empty while in use
}

// measured tells whether the topology has an estimate of its evidence.
func (e *entry) measured() bool { return e.body != nil && e.visits > 0 }

// dead tells that no chain of the topology is in use: it cannot be visited again.
func (e *entry) dead() bool { return e.body != nil && e.leftOut() == len(e.chains) }

func (e *entry) leftOut() (n int) {
	for _, c := range e.chains {
		if c.leftOut != "" {
			n++
		}
	}
	return n
}

// Sampler is one run. Not safe for concurrent use.
type Sampler struct {
	problem   *Problem
	found     map[topology.Topology]*entry // the paper's D
	order     []*entry                     // in order of discovery
	iteration int
	gradients int
	work      int // units of work done, in chain transitions
	progress  float64

	nextID  int
	batch   Batch
	results map[int]Result // of the batch, by job id
	applied int            // jobs of the batch that were applied
	terms   []Term         // of the visit in progress
	lost    int            // prior draws that outgrew the bound, until a step tells
	room    int            // for what is kept of all topologies, in numbers, see store.go
	full    int            // how many topologies must have room in full
	jobs    JobLog
}

// New starts a run: it draws T0 topologies from the prior and makes active those that were drawn
// more than C0 times, or the most frequent one where none was. The error is the problem's own.
func New(p *Problem) (*Sampler, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	s := &Sampler{problem: p, found: map[topology.Topology]*entry{}, room: leastRoom, full: fullTopologies}
	rng := random.Stream(p.Seed, "prior draws")
	for range p.Settings.PriorDraws {
		if t, ok := p.Settings.SplitPrior.Draw(rng); ok {
			s.propose(t)
		} else {
			s.lost++
		}
	}
	if len(s.order) == 0 {
		s.propose(topology.Root())
	}
	s.activateFirst()
	s.plan()
	return s, nil
}

// activateFirst makes sure that something is active.
func (s *Sampler) activateFirst() {
	best := s.order[0]
	for _, e := range s.order {
		if e.active {
			return
		}
		if e.count > best.count || (e.count == best.count && topology.Less(e.topology, best.topology)) {
			best = e
		}
	}
	best.active = true
}

// propose counts a drawn or proposed topology and reports whether that made it active.
func (s *Sampler) propose(t topology.Topology) (e *entry, activated bool) {
	e = s.found[t]
	if e == nil {
		e = s.newEntry(t)
	}
	e.count++
	if e.active || e.dead() || e.count <= s.problem.Settings.ActivationCount {
		return e, false
	}
	e.active = true
	return e, true
}

func (s *Sampler) newEntry(t topology.Topology) *entry {
	e := &entry{topology: t, logPrior: s.problem.Settings.SplitPrior.Log(t)}
	s.found[t] = e
	s.order = append(s.order, e)
	return e
}

// newBody returns the body of a topology that was not visited yet.
func (p *Problem) newBody(t topology.Topology) *body {
	layout := p.Data.Layout(t)
	return &body{chains: make([]chain, p.Settings.Chains),
		pool: kept.Pool{Dim: layout.Dim(), Capacity: p.Settings.KeptDraws}}
}

// plan fills the next batch: the burn-ins of all active topologies that have none yet, or else one
// visit to the topology of highest utility.
func (s *Sampler) plan() {
	s.batch, s.results, s.applied = nil, map[int]Result{}, 0
	for _, e := range s.order {
		if e.active && !e.measured() {
			s.enqueue(e, BurnIn)
		}
	}
	if len(s.batch) > 0 || s.iteration >= s.problem.Settings.Iterations {
		return
	}
	s.terms = s.utilities()
	if len(s.terms) > 0 {
		s.enqueue(s.found[s.terms[0].Topology], Visit)
	}
}

func (s *Sampler) enqueue(e *entry, kind JobKind) {
	if e.body == nil {
		e.body = s.problem.newBody(e.topology)
		s.room = max(s.room, s.full*e.pool.Full())
	}
	for c := range e.chains {
		if e.chains[c].leftOut != "" {
			continue
		}
		s.nextID++
		s.batch = append(s.batch, Job{
			ID: s.nextID, Kind: kind, Topology: e.topology.Key(),
			Task: &ChainTask{Chain: c, Visit: e.visits + 1, State: e.chains[c].state},
		})
	}
}

// Next returns the jobs that can run now and whose results have not been reported, in job order. A
// job stays in the list until it is reported; hosts remember which they have handed out.
func (s *Sampler) Next() []Job {
	return s.batch.Unreported(s.results)
}

// Done tells that no job is left.
func (s *Sampler) Done() bool { return s.applied == len(s.batch) }

// Report takes a result and returns the steps that it completed, in order. Results may come in any
// order; they are applied in job order. Results of unknown or already reported jobs are ignored. A
// result that does not fit its job leaves the chain out.
func (s *Sampler) Report(r Result) []Step {
	j, ok := s.batch.Find(r.ID)
	if _, seen := s.results[r.ID]; !ok || seen {
		return nil
	}
	if err := s.problem.Check(j, r); err != nil {
		r = Result{ID: r.ID, Outcome: LeftOut, Reason: err.Error()}
	}
	s.results[r.ID] = r
	return s.advance()
}

// Fail gives a job up, with the reason in words: its chain is left out of the run.
func (s *Sampler) Fail(id int, why string) []Step {
	return s.Report(Result{ID: id, Outcome: GivenUp, Reason: why})
}

// advance applies every topology of the batch whose jobs are all reported, in order.
func (s *Sampler) advance() []Step {
	var steps []Step
	for s.applied < len(s.batch) {
		end := s.groupEnd()
		for _, j := range s.batch[s.applied:end] {
			if _, ok := s.results[j.ID]; !ok {
				return steps
			}
		}
		steps = append(steps, s.apply(s.batch[s.applied:end]))
		s.applied = end
	}
	s.plan()
	if len(steps) > 0 {
		last := &steps[len(steps)-1]
		last.Done = s.Done()
		last.Exhausted = last.Done && s.iteration < s.problem.Settings.Iterations
	}
	return steps
}

// groupEnd returns where the jobs of the topology at applied end.
func (s *Sampler) groupEnd() int {
	end := s.applied
	for end < len(s.batch) && s.batch[end].Topology == s.batch[s.applied].Topology {
		end++
	}
	return end
}

// apply takes the results of one topology's jobs and completes a step.
func (s *Sampler) apply(jobs []Job) Step {
	t, _ := topology.Parse(jobs[0].Topology)
	e := s.found[t]
	step := Step{Kind: jobs[0].Kind, Topology: t}
	e.visits++
	e.pool.Capacity = s.problem.Settings.KeptDraws
	for _, j := range jobs {
		r := s.results[j.ID]
		s.jobs.Add(j, r)
		s.take(e, j, r, &step)
		// An empty mark frees the bulk and keeps the id known as reported until the batch ends.
		s.results[j.ID] = Result{ID: j.ID}
	}
	e.active = e.active && !e.dead()
	s.gradients += step.Gradients
	if step.Kind == Visit {
		s.iteration++
		step.Terms = s.terms
		s.globalUpdate(e, &step)
	}
	s.dropWorst(&step)
	s.describe(e, &step)
	s.keepWithin(s.room)
	s.keepTrailsWithin(trailRoom)
	step.LostDraws, s.lost = s.lost, 0
	return step
}

// take applies one result to its topology.
func (s *Sampler) take(e *entry, j Job, r Result, step *Step) {
	found, _ := r.Found.(*ChainResult)
	if found == nil {
		found = &ChainResult{} // the job was given up, or its result refused
	}
	chain := j.Task.(*ChainTask).Chain
	s.work += s.units(j.Kind)
	step.Gradients += r.Gradients
	step.Evaluations += r.Evaluations
	step.Repaired += found.Repairs
	e.repairs += found.Repairs
	e.gradients += r.Gradients
	if r.Outcome != Sampled {
		e.chains[chain].leftOut = r.Reason
		step.LeftOut = append(step.LeftOut, r.Reason)
		return
	}
	e.chains[chain].state = found.State
	e.record(chain, found)
	if e.pool.Dim == 0 {
		e.estimate.AddExact(found.LogWeights[0])
	} else {
		e.estimate.AddChainBatch(chain, found.LogWeights)
	}
	e.pool.Add(found.Proposals, found.LogWeights, s.stream(e, "pool "+strconv.Itoa(chain)))
	e.draws += found.Draws
	e.divergences += found.Divergences
	e.saturated += found.Saturated
	step.Draws += found.Draws
	step.Divergences += found.Divergences
}

// stream returns random numbers for work on a topology between two visits.
func (s *Sampler) stream(e *entry, purpose string) *rand.Rand {
	return random.Stream(s.problem.Seed, e.topology.Key(), purpose, "visit "+strconv.Itoa(e.visits))
}

// globalUpdate is line 4 of Algorithm 1: grow, prune or stay from the visited topology.
func (s *Sampler) globalUpdate(e *entry, step *Step) {
	rng := random.Stream(s.problem.Seed, "global update", strconv.Itoa(s.iteration))
	t, move := e.topology.Propose(rng, s.problem.Settings.Moves)
	proposed, activated := s.propose(t)
	step.Proposal = &Proposal{Move: move, Topology: t, Count: proposed.count, Activated: activated}
	if activated {
		step.Activated = append(step.Activated, t)
	}
}

// dropWorst keeps the active set at Tmax: the topology of lowest utility leaves it. Its estimate
// stays part of the result, and it must be proposed anew more than C0 times to come back.
func (s *Sampler) dropWorst(step *Step) {
	for {
		terms := s.utilities()
		if len(terms) <= s.problem.Settings.MaxActive {
			return
		}
		worst := s.found[terms[len(terms)-1].Topology]
		worst.active, worst.count = false, 0
		step.Removed = append(step.Removed, worst.topology)
	}
}

// units is the work of a job in chain transitions.
func (s *Sampler) units(kind JobKind) int {
	if kind == BurnIn {
		return s.problem.Settings.Warmup + s.problem.Settings.Draws
	}
	return s.problem.Settings.Draws
}

// Progress returns the share of the foreseeable work that is done, 0 to 1; it never falls, though a
// newly active topology adds work.
func (s *Sampler) Progress() float64 {
	left := (s.problem.Settings.Iterations - s.iteration) * s.problem.Settings.Chains * s.units(Visit)
	for _, e := range s.order {
		if e.active && !e.measured() {
			left += s.problem.Settings.Chains * s.units(BurnIn)
		}
	}
	if s.Done() {
		left = 0
	}
	if s.work+left > 0 {
		s.progress = math.Max(s.progress, float64(s.work)/float64(s.work+left))
	}
	return s.progress
}
