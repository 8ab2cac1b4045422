// Several methods beside each other: which jobs come next, and what came back.

package compare

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/posterior"
)

// Budget is how far each method goes: until one of the bounds is reached that are not 0, and at least to a first
// result. It is shared out evenly between a method's chains.
type Budget struct {
	// gradient units: gradients + .6 x densities; an iteration, as a move of a hard tree, counts as one density at
	// least
	Gradients float64
	Seconds   float64 // of one worker's time, as the host measured it
}

// bounded tells that one of the bounds ends a comparison.
func (b Budget) bounded() bool {
	bound := func(v float64) bool { return v > 0 && v <= math.MaxFloat64 }
	return bound(b.Gradients) || bound(b.Seconds)
}

// densityCost is the cost of a density without gradient, in gradients (measured; core/dcc counts its work so).
const densityCost = .6

// Contest runs methods on one problem. It is a loop's scheduler: Next, Report, Fail, Done. Not safe for concurrent use.
// With a budget in gradients its results depend on the seed alone.
type Contest struct {
	tables   posterior.Tables
	problem  *dcc.Problem
	settings Settings
	budget   Budget
	entries  []*entry
	jobs     map[int]*pending // given out and not reported
	last     int              // number of the newest job
}

// pending is a job under way.
type pending struct {
	entry *entry
	chain *chain // nil: a job of DCC-Tree
	job   dcc.Job
	inner int // DCC-Tree: the number that its own run gave the job
}

// New prepares methods, each named once, on a problem, whose data must be tables.Data(). The error is the problem's, or
// names the method that cannot be used.
func New(tables posterior.Tables, p *dcc.Problem, methods []Method, s Settings, b Budget) (*Contest, error) {
	if len(methods) == 0 {
		return nil, errors.New("choose at least one method to compare")
	}
	if !b.bounded() {
		return nil, errors.New("a finite budget above 0 is needed, in gradients or in seconds")
	}
	c := &Contest{tables: tables, problem: p, settings: s, budget: b, jobs: map[int]*pending{}}
	for k, m := range methods {
		if slices.Contains(methods[:k], m) {
			return nil, fmt.Errorf("the method %q is named twice", m)
		}
		e, err := c.enter(m)
		if err != nil {
			return nil, err
		}
		c.entries = append(c.entries, e)
	}
	return c, nil
}

// enter prepares one method.
func (c *Contest) enter(m Method) (*entry, error) {
	if err := m.Offered(c.problem.Data); err != nil {
		return nil, err
	}
	e := &entry{method: m}
	if m == DCCTree {
		run, err := search.NewFast(c.problem, c.settings.Fast)
		if err != nil {
			return nil, err
		}
		e.run, e.posterior = run, posterior.New(c.tables, c.problem, posterior.Likelihood)
		return e, nil
	}
	e.engine = engines[m]
	e.drawn = posterior.NewDrawn(c.tables, c.problem, e.engine.chains)
	for k := range e.engine.chains {
		e.chains = append(e.chains, &chain{number: k})
	}
	return e, c.problem.Validate()
}

// Next returns the jobs that can run now and are not reported: those of the methods that have used least of their
// budget first.
func (c *Contest) Next() (out []dcc.Job) {
	for _, e := range c.entries {
		c.feed(e)
	}
	for _, id := range slices.SortedFunc(maps.Keys(c.jobs), func(a, b int) int {
		return cmp.Or(cmp.Compare(c.used(c.jobs[a].entry), c.used(c.jobs[b].entry)), a-b)
	}) {
		out = append(out, c.jobs[id].job)
	}
	return out
}

// feed gives out what a method can do now.
func (c *Contest) feed(e *entry) {
	if e.run != nil {
		c.feedRun(e)
		return
	}
	for _, ch := range e.chains {
		if ch.busy || ch.ended || ch.draws > 0 && c.share(ch.work, ch.seconds, len(e.chains)) >= 1 {
			continue
		}
		if e.method == CART && ch.from > 0 {
			continue // another iteration would find the same tree
		}
		ch.busy = true
		s := &Stretch{Method: string(e.method), Chain: ch.number, From: ch.from, Count: e.engine.count,
			Every: e.engine.every, State: ch.state, Settings: c.settings}
		c.give(&pending{entry: e, chain: ch, job: dcc.Job{ID: c.last + 1, Kind: dcc.Other, Task: s}})
	}
}

func (c *Contest) feedRun(e *entry) {
	if e.ended || e.posterior.Ready() && c.used(e) >= 1 {
		return
	}
	for _, j := range e.run.Next() {
		if e.given[j.ID] {
			continue
		}
		e.give(j.ID)
		inner := j.ID
		j.ID = c.last + 1
		c.give(&pending{entry: e, job: j, inner: inner})
	}
}

func (c *Contest) give(p *pending) {
	c.last++
	c.jobs[c.last] = p
}

// share is how much of the budget work and seconds are of one of so many chains; 1 is all.
func (c *Contest) share(work, seconds float64, chains int) (share float64) {
	if c.budget.Gradients > 0 {
		share = work * float64(chains) / c.budget.Gradients
	}
	if c.budget.Seconds > 0 {
		share = max(share, seconds*float64(chains)/c.budget.Seconds)
	}
	return share
}

// used is the share of its budget that a method has used.
func (c *Contest) used(e *entry) float64 { return c.share(e.work(), e.seconds, 1) }

// Report takes a result, in any order. Results of unknown or already reported jobs are ignored.
func (c *Contest) Report(r dcc.Result) []dcc.Step {
	p := c.take(r.ID)
	if p == nil {
		return nil
	}
	p.entry.seconds += r.Seconds
	if p.chain == nil {
		r.ID = p.inner
		p.entry.leave(r)
		p.entry.steps(p.entry.run.Report(r))
	} else {
		p.chain.seconds += r.Seconds
		p.entry.report(p.chain, r)
	}
	return c.told()
}

// Fail gives a job up: its chain ends, or its topology is left out.
func (c *Contest) Fail(id int, why string) []dcc.Step {
	p := c.take(id)
	if p == nil {
		return nil
	}
	if p.chain == nil {
		p.entry.leave(dcc.Result{Outcome: dcc.LeftOut, Reason: why})
		p.entry.steps(p.entry.run.Fail(p.inner, why))
	} else {
		p.entry.fail(p.chain, why)
	}
	return c.told()
}

// take ends the wait for a job.
func (c *Contest) take(id int) *pending {
	p := c.jobs[id]
	if p == nil {
		return nil
	}
	delete(c.jobs, id)
	if p.chain == nil {
		delete(p.entry.given, p.inner)
	} else {
		p.chain.busy = false
	}
	return p
}

// told is the step that hosts tell after every result.
func (c *Contest) told() []dcc.Step { return []dcc.Step{{Kind: dcc.Other, Done: c.Done()}} }

// Done tells that every method is at the end of its budget, or of what it has to do, and that no job is under way.
func (c *Contest) Done() bool {
	for _, e := range c.entries {
		c.feed(e)
	}
	return len(c.jobs) == 0
}

// Progress is the mean share of the budget that is used; of a method that has ended it counts as all.
func (c *Contest) Progress() float64 {
	var sum float64
	for _, e := range c.entries {
		share := min(1, c.used(e))
		if c.rests(e) {
			share = 1
		}
		sum += share
	}
	return sum / float64(len(c.entries))
}

// rests tells that a method has nothing to do and no job under way.
func (c *Contest) rests(e *entry) bool {
	c.feed(e)
	for _, p := range c.jobs {
		if p.entry == e {
			return false
		}
	}
	return true
}

// Run drives a contest to its end in this goroutine, for hosts without workers.
func (c *Contest) Run() error {
	for !c.Done() {
		job := c.Next()[0]
		r, err := dcc.Execute(c.problem, job, func() {})
		if err != nil {
			return err
		}
		c.Report(r)
	}
	return nil
}
