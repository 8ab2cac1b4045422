// The local inference of one chain of one topology on one visit.

package dcc

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"dcctree/core/bijector"
	"dcctree/core/conquer"
	"dcctree/core/evidence"
	"dcctree/core/hmc"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// ChainTask is the local inference of one chain: warm-up if it is the first, then Settings.Draws draws and their
// importance proposals. Of a BurnIn or a Visit.
type ChainTask struct {
	Chain int       // from 0
	Visit int       // S_m after this job; 1 for the burn-in
	State hmc.State // where the chain goes on; zero for the burn-in
}

// ChainResult is what a ChainTask found; all of it counts, also where the chain is left out, but for the draws.
type ChainResult struct {
	State      hmc.State // where the chain goes on
	Proposals  []float64 // points x dim, row-major, unconstrained
	LogWeights []float64 // log of density / proposal density, p(m) not included
	Draws      int       // kept draws of the chain
	ChainCounts
}

// ChainCounts is what is known of the draws of a chain besides.
type ChainCounts struct {
	Divergences int     // among the draws, not the warm-up
	Saturated   int     // draws whose trajectory was cut at MaxDoublings
	Repairs     int     // how often the burn-in was repeated
	Shrinkage   float64 // of the proposal covariance, 0 to 1

	// For diagnostics alone; no digest has them.
	Trail    []float64 // the draws, row-major, unconstrained
	Energies []float64 // of each draw, see hmc.Info
	Diverged []int     // numbers of the draws that ended a divergent transition
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

// Do draws and weighs. A chain whose burn-in stays bad after all repairs, or that finds no start, is left out.
func (k *ChainTask) Do(p *Problem, t topology.Topology, beat func()) (Result, error) {
	c := conquest{
		problem: p, task: k, first: k.Visit == 1,
		target: &target{
			Model: softtree.NewModel(t, p.Data, p.Settings.Priors, p.Settings.BandwidthInitial),
			every: conquer.BeatEvery(p.Data), beat: beat,
		},
		rng: random.Stream(p.Seed, t.Key(), "chain "+strconv.Itoa(k.Chain), "visit "+strconv.Itoa(k.Visit)),
	}
	r := Result{Outcome: Sampled, Found: &c.result}
	if err := c.run(); err != nil {
		r.Outcome, r.Reason = LeftOut, err.Error()
	}
	r.Gradients, r.Evaluations = c.target.gradients, c.target.evaluations
	return r, nil
}

// conquest is one job at work.
type conquest struct {
	problem *Problem
	task    *ChainTask
	first   bool // the burn-in
	target  *target
	rng     *rand.Rand
	chain   *hmc.Chain
	draws   []float64
	last    hmc.Info
	result  ChainResult
}

// run returns an error when the chain has to be left out.
func (c *conquest) run() error {
	if err := c.start(); err != nil {
		return err
	}
	c.sample()
	for c.first && c.bad() {
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
	if !c.first {
		c.chain, err = hmc.Resume(c.target, settings, c.task.State)
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

// Check reports why the result cannot be of the task.
func (k *ChainTask) Check(p *Problem, t topology.Topology, r Result) error {
	found, ok := r.Found.(*ChainResult)
	if !ok {
		return errors.New("no draws of a chain")
	}
	dim := p.Data.Layout(t).Dim()
	points := p.Settings.Draws * p.Settings.Proposals
	if dim == 0 {
		points = len(found.LogWeights)
	}
	if r.Outcome != Sampled || len(found.LogWeights) != points || points < 1 ||
		len(found.Proposals) != points*dim || len(found.State.Position) != dim {
		return fmt.Errorf("%d weights and %d proposal values for %d parameters", len(found.LogWeights),
			len(found.Proposals), dim)
	}
	if err := found.checkTrail(dim); err != nil {
		return err
	}
	return CheckDraws(found.Proposals, found.LogWeights)
}

// CheckDraws refuses what no worker computes: log weights that are NaN or +Inf, proposals that are not finite.
func CheckDraws(proposals, logWeights []float64) error {
	for _, w := range logWeights {
		if math.IsNaN(w) || math.IsInf(w, 1) {
			return fmt.Errorf("a log weight is %v", w)
		}
	}
	for _, x := range proposals {
		if !numeric.Finite(x) {
			return fmt.Errorf("a proposal is %v", x)
		}
	}
	return nil
}
