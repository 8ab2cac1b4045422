// Conquer: one job is the local inference of one chain of one topology on one visit.

package dcc

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"sync"

	"dcctree/core/bijector"
	"dcctree/core/conquer"
	"dcctree/core/evidence"
	"dcctree/core/hardtree"
	"dcctree/core/hmc"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Problem is what all jobs of a run share. Read-only.
type Problem struct {
	Data     softtree.Data // scaled training rows
	Settings Settings
	Seed     uint64

	once sync.Once // guards fast
	fast *conquer.Problem

	variants variants
}

// Validate checks data and settings.
func (p *Problem) Validate() error {
	if err := p.Settings.Validate(); err != nil {
		return err
	}
	return p.Data.Validate()
}

// JobKind tells what a job does.
type JobKind string

// The kinds of the paper's way, the first visit warms the chain up, and that of other methods.
const (
	BurnIn JobKind = "burn-in"
	Visit  JobKind = "visit"
	Other  JobKind = "other" // of another method, see Foreign
)

// Job is the local inference of one chain: warm-up if it is the first, then Settings.Draws draws and
// their importance proposals.
type Job struct {
	ID       int       `json:"id"`
	Kind     JobKind   `json:"kind"`
	Topology string    `json:"topology"` // key
	Chain    int       `json:"chain"`    // from 0
	Visit    int       `json:"visit"`    // S_m after this job; 1 for the burn-in
	State    hmc.State `json:"state"`    // where the chain goes on; zero for the burn-in

	Starts     []hardtree.Solution `json:"starts"`     // fast mode: hard trees that the search or the measurement starts from
	Reductions []conquer.Reduction `json:"reductions"` // fast mode: what a measurement knows of topologies with one split less
	Embedded   int                 `json:"embedded"`   // fast mode: draws of an embedding

	Variant  Variant `json:"variant"`  // of the run's problem; the zero value is the problem itself
	Forecast bool    `json:"forecast"` // a measurement also predicts rows: the fold that the variant leaves out, or else all

	Foreign Foreign `json:"foreign"`
}

// Foreign is what a job of another method is about, or what it found: this package hands it through, core/compare makes
// it and reads it.
type Foreign struct {
	Words   []string  `json:"words"`
	Numbers []float64 `json:"numbers"`
	Seconds float64   `json:"seconds"` // of a result: the time that it took, where the host has a clock; else 0
}

// Outcome of a job.
type Outcome string

// A chain is left out when its burn-in stayed bad after all repairs or found no start: that is a result, the same
// wherever the job runs. A job that the host gave up has none; what it was about is left out all the same.
const (
	Sampled Outcome = "sampled"
	LeftOut Outcome = "left-out"
	GivenUp Outcome = "given-up" // by Fail alone
)

// Result of a job. Proposals and LogWeights are empty when the chain is left out.
type Result struct {
	ID          int       `json:"id"`
	Outcome     Outcome   `json:"outcome"`
	Reason      string    `json:"reason"`      // why the chain is left out
	State       hmc.State `json:"state"`       // where the chain goes on
	Proposals   []float64 `json:"proposals"`   // points x dim, row-major, unconstrained
	LogWeights  []float64 `json:"logWeights"`  // log of density / proposal density, p(m) not included
	Gradients   int       `json:"gradients"`   // gradients used
	Evaluations int       `json:"evaluations"` // densities without gradient used
	Draws       int       `json:"draws"`       // kept draws of the chain
	Divergences int       `json:"divergences"` // among the draws, not the warm-up
	Saturated   int       `json:"saturated"`   // draws whose trajectory was cut at MaxDoublings
	Repairs     int       `json:"repairs"`     // how often the burn-in was repeated
	Shrinkage   float64   `json:"shrinkage"`   // of the proposal covariance, 0 to 1

	// For diagnostics alone; no digest has them.
	Trail    []float64 `json:"trail"`    // the draws, row-major, unconstrained
	Energies []float64 `json:"energies"` // of each draw, see hmc.Info
	Diverged []int     `json:"diverged"` // numbers of the draws that ended a divergent transition

	// Fast mode: a search gives Solutions, a measurement the rest.
	Solutions       []hardtree.Solution `json:"solutions"`
	SearchWork      int                 `json:"searchWork"`
	LogZ            float64             `json:"logZ"`
	LogZError       float64             `json:"logZError"`
	KHat            float64             `json:"kHat"`
	KHatLimit       float64             `json:"kHatLimit"`
	EffectiveNumber float64             `json:"effectiveNumber"`
	Modes           int                 `json:"modes"`
	Method          conquer.Method      `json:"method"`
	Trust           conquer.Trust       `json:"trust"`
	Audit           AuditReport         `json:"audit"`

	Forecast      []float64 `json:"forecast"`      // rows x numbers of a row, see forecastMean
	ForecastDraws int       `json:"forecastDraws"` // each took about one density

	Foreign Foreign `json:"foreign"`
}

// target counts evaluations and beats.
type target struct {
	*softtree.Model
	gradients, evaluations int
	every                  int
	beat                   func()
}

func (t *target) Gradient(grad, x []float64) float64 {
	if t.gradients++; t.gradients%t.every == 0 {
		t.beat()
	}
	return t.Model.Gradient(grad, x)
}

func (t *target) LogDensity(x []float64) float64 {
	if t.evaluations++; t.evaluations%t.every == 0 {
		t.beat()
	}
	return t.Model.LogDensity(x)
}

// Execute runs the job. The result is a function of problem and job alone. beat is called now and
// then while it works. The error says that the job itself is malformed.
func Execute(p *Problem, j Job, beat func()) (Result, error) {
	top, err := topology.Parse(j.Topology)
	if err != nil {
		return Result{}, err
	}
	run := p
	if p, err = run.With(j.Variant); err != nil {
		return Result{}, fmt.Errorf("job %d: %w", j.ID, err)
	}
	if j.Kind == Score || j.Kind == Measure || j.Kind == Embed || j.Kind == Audit {
		r := executeFast(p, top, j, beat)
		if j.Forecast && j.Kind == Measure && r.Outcome == Sampled {
			p.forecast(&r, top, run.rowsOf(j.Variant), beat)
		}
		return r, nil
	}
	if j.Kind != BurnIn && j.Kind != Visit {
		return Result{}, fmt.Errorf("job %d: unknown kind %q", j.ID, j.Kind)
	}
	c := conquest{
		problem: p, job: j,
		target: &target{
			Model: softtree.NewModel(top, p.Data, p.Settings.Priors, p.Settings.BandwidthInitial),
			every: conquer.BeatEvery(p.Data), beat: beat,
		},
		rng: random.Stream(p.Seed, j.Topology, "chain "+strconv.Itoa(j.Chain), "visit "+strconv.Itoa(j.Visit)),
	}
	c.result = Result{ID: j.ID, Outcome: Sampled}
	if err := c.run(); err != nil {
		c.result.Outcome, c.result.Reason = LeftOut, err.Error()
	}
	c.result.Gradients, c.result.Evaluations = c.target.gradients, c.target.evaluations
	return c.result, nil
}

// conquest is one job at work.
type conquest struct {
	problem *Problem
	job     Job
	target  *target
	rng     *rand.Rand
	chain   *hmc.Chain
	draws   []float64
	last    hmc.Info
	result  Result
}

// run returns an error when the chain has to be left out.
func (c *conquest) run() error {
	if err := c.start(); err != nil {
		return err
	}
	c.sample()
	for c.job.Kind == BurnIn && c.bad() {
		if c.result.Repairs == c.problem.Settings.Repairs {
			return fmt.Errorf("still bad after %d repeated burn-ins", c.result.Repairs)
		}
		if err := c.repair(); err != nil {
			return err
		}
		c.sample()
	}
	c.result.State, c.result.Trail = c.chain.State(), c.draws
	c.weigh()
	return nil
}

// start warms up a new chain or takes an old one up again.
func (c *conquest) start() (err error) {
	settings := c.problem.Settings.Chain()
	if c.job.Kind == Visit {
		c.chain, err = hmc.Resume(c.target, settings, c.job.State)
		return err
	}
	c.chain, err = hmc.NewChain(c.target, settings, hmc.State{}, c.rng)
	if err == nil {
		c.warmUp()
	}
	return err
}

// repair burns the chain in again from where it stands, on the final bandwidth; the chain keeps
// the form of a fully warmed one under the run's settings.
func (c *conquest) repair() error {
	c.result.Repairs++
	settings := c.problem.Settings.Chain()
	settings.Warmup = c.problem.Settings.RepairSteps
	settings.Bandwidth.Initial = settings.Bandwidth.Final
	state := c.chain.State()
	chain, err := hmc.NewChain(c.target, settings, hmc.State{Position: state.Position, Metric: state.Metric}, c.rng)
	if err != nil {
		return err
	}
	c.chain = chain
	c.warmUp()
	state = c.chain.State()
	state.Warmed = c.problem.Settings.Warmup
	c.chain, err = hmc.Resume(c.target, c.problem.Settings.Chain(), state)
	return err
}

func (c *conquest) warmUp() {
	for c.chain.Warming() {
		c.chain.Warmup(c.rng)
	}
}

// sample draws Settings.Draws times.
func (c *conquest) sample() {
	n := c.problem.Settings.Draws
	c.draws = make([]float64, 0, n*c.chain.Dim())
	c.result.Divergences, c.result.Saturated, c.result.Energies, c.result.Diverged = 0, 0, nil, nil
	for i := range n {
		c.last = c.chain.Sample(c.rng)
		c.draws = append(c.draws, c.chain.Position()...)
		c.result.Energies = append(c.result.Energies, c.last.Energy)
		if c.last.Divergent {
			c.result.Divergences++
			c.result.Diverged = append(c.result.Diverged, i)
		}
		if c.last.MaxDoublings {
			c.result.Saturated++
		}
	}
	c.result.Draws = n
}

// minTauVariance is the variance of a threshold (constrained, scaled units) below which the authors
// call a chain stuck.
const minTauVariance = 1e-12

// bad tells a chain that has to be burnt in again: a threshold that does not move or a last
// transition that diverged (the authors' program; the paper says "increasing N_init as necessary").
func (c *conquest) bad() bool {
	if c.last.Divergent {
		return true
	}
	layout := c.target.Layout()
	for j := range layout.Splits {
		var m numeric.Moments
		for at := layout.Tau(j); at < len(c.draws); at += layout.Dim() {
			tau, _ := bijector.Unit(c.draws[at])
			m.Add(tau)
		}
		if !(m.Variance() >= minTauVariance) {
			return true
		}
	}
	return false
}

// weigh draws the importance proposals around the draws and weighs them.
func (c *conquest) weigh() {
	s := evidence.Settings{Proposals: c.problem.Settings.Proposals, Kind: c.problem.Settings.Weights}
	batch := evidence.Layered(c.target, c.draws, s, c.rng)
	c.result.Proposals, c.result.LogWeights = batch.Proposals, batch.LogWeights
	c.result.Shrinkage = batch.Shrinkage
}

// Check tells whether a result has the shape that its job demands; a host checks what comes from a
// worker before it reports it.
func (p *Problem) Check(j Job, r Result) error {
	if r.ID != j.ID {
		return errors.New("result of another job")
	}
	if r.Outcome == LeftOut || r.Outcome == GivenUp {
		return nil
	}
	top, err := topology.Parse(j.Topology)
	if err != nil {
		return err
	}
	if j.Kind == Score {
		return checkSolutions(top, p.Data.D, r.Solutions)
	}
	dim := softtree.NewLayout(top, p.Data.D, p.Data.Regression()).Dim()
	switch j.Kind {
	case Measure, Embed:
		return r.checkMeasurement(dim)
	case Audit:
		if !r.Audit.check() {
			return fmt.Errorf("result of job %d: an audit that does not hold together", j.ID)
		}
		return r.checkMeasurement(dim)
	}
	points := p.Settings.Draws * p.Settings.Proposals
	if dim == 0 {
		points = len(r.LogWeights)
	}
	if r.Outcome != Sampled || len(r.LogWeights) != points || points < 1 || len(r.Proposals) != points*dim || len(r.State.Position) != dim {
		return fmt.Errorf("result of job %d: %d weights and %d proposal values for %d parameters", j.ID, len(r.LogWeights), len(r.Proposals), dim)
	}
	if err := r.checkTrail(dim); err != nil {
		return fmt.Errorf("result of job %d: %w", j.ID, err)
	}
	return r.checkNumbers()
}

// checkNumbers refuses what no worker computes: weights that are NaN or +Inf, proposals that are not finite.
func (r Result) checkNumbers() error {
	for _, w := range r.LogWeights {
		if math.IsNaN(w) || math.IsInf(w, 1) {
			return fmt.Errorf("result of job %d: a log weight is %v", r.ID, w)
		}
	}
	for _, x := range r.Proposals {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("result of job %d: a proposal is %v", r.ID, x)
		}
	}
	return nil
}
