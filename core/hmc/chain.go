// A resumable chain: start, warm-up step by step, sampling.

package hmc

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
)

// Chain is one Markov chain. It owns its buffers; after NewChain or Resume nothing is allocated
// except at the ends of warm-up windows. It is not safe for concurrent use.
type Chain struct {
	settings   Settings
	annealer   Annealer // nil without annealing
	windows    []window
	annealFrom int // the steps between which the bandwidth moves
	annealTo   int
	trajectory trajectory
	current    sample
	stepSize   float64
	bandwidth  float64
	warmed     int
	adaptation Adaptation
	scratch    []float64 // dim
}

// NewChain starts a chain that has its whole warm-up before it. start.Position is the first
// position; nil draws one uniformly from (-InitRadius, InitRadius) in each coordinate until density
// and gradient are finite, at most InitAttempts times. start.Metric is the first metric; nil is the
// identity. start.StepSize is the first step size; 0 searches one (Hoffman and Gelman 2014,
// algorithm 4). The other fields of start are not used. The error says which field of settings or
// start is unusable, or that no start was found.
func NewChain(target LogDensity, settings Settings, start State, rng *rand.Rand) (*Chain, error) {
	c, err := newChain(target, settings)
	if err != nil {
		return nil, err
	}
	c.setBandwidth(settings.BandwidthAt(0))
	if err := c.place(start.Position, rng); err != nil {
		return nil, err
	}
	if start.Metric != nil {
		if err := validateMetric(start.Metric, target.Dim(), settings.Metric); err != nil {
			return nil, err
		}
		c.trajectory.metric.set(start.Metric)
	}
	if err := c.firstStepSize(start.StepSize, rng); err != nil {
		return nil, err
	}
	c.adaptation.restartAveraging(c.stepSize, settings.StepFactor)
	c.adaptation.Mean = make([]float64, target.Dim())
	c.adaptation.Scatter = make([]float64, len(c.trajectory.metric.inverse))
	if settings.Warmup == 0 {
		c.finishWarmup()
	}
	return c, nil
}

// Resume continues a chain from its state. Given equal random numbers the continuation is, bit for
// bit, what the chain that the state was taken from would have done. The error names the field of
// settings or state that is unusable.
func Resume(target LogDensity, settings Settings, state State) (*Chain, error) {
	c, err := newChain(target, settings)
	if err != nil {
		return nil, err
	}
	if err := state.Validate(target.Dim(), settings); err != nil {
		return nil, err
	}
	c.setBandwidth(state.Bandwidth)
	if err := c.place(state.Position, nil); err != nil {
		return nil, err
	}
	c.trajectory.metric.set(state.Metric)
	c.stepSize, c.warmed = state.StepSize, state.Warmed
	c.adaptation = state.Clone().Adaptation
	return c, nil
}

func newChain(target LogDensity, settings Settings) (*Chain, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	c := &Chain{
		settings:   settings,
		windows:    metricWindows(settings),
		trajectory: newTrajectory(target, settings),
		current:    newSample(target.Dim()),
		scratch:    make([]float64, target.Dim()),
	}
	c.annealFrom, c.annealTo = settings.annealingSteps()
	if settings.Bandwidth.Kind != NoAnnealing {
		a, ok := target.(Annealer)
		if !ok {
			return nil, errors.New("hmc: setting Bandwidth asks for annealing but the target has no " +
				"SetBandwidth")
		}
		c.annealer = a
	}
	return c, nil
}

// place puts the chain at the position, or at a random one when it is nil.
func (c *Chain) place(position []float64, rng *rand.Rand) error {
	if position == nil && len(c.current.x) > 0 {
		return c.placeAtRandom(rng)
	}
	if len(position) != len(c.current.x) {
		return fmt.Errorf("hmc: start: Position has %d elements, the target %d", len(position),
			len(c.current.x))
	}
	copy(c.current.x, position)
	c.trajectory.evaluate(&c.current)
	if !c.placed() {
		return errors.New("hmc: start: log density or gradient at Position is not finite")
	}
	return nil
}

func (c *Chain) placeAtRandom(rng *rand.Rand) error {
	for attempt := 0; attempt < c.settings.InitAttempts; attempt++ {
		for i := range c.current.x {
			c.current.x[i] = c.settings.InitRadius * (float64(2*rng.Float64()) - 1)
		}
		c.trajectory.evaluate(&c.current)
		if c.placed() {
			return nil
		}
	}
	return fmt.Errorf("hmc: no start with finite log density and gradient found in %d random ones within +-%v",
		c.settings.InitAttempts, c.settings.InitRadius)
}

func (c *Chain) placed() bool {
	return !math.IsInf(c.current.logDensity, 0) && numeric.Finite(c.current.x...) &&
		numeric.Finite(c.current.grad...)
}

func (c *Chain) firstStepSize(given float64, rng *rand.Rand) error {
	switch {
	case given != 0 && !finitePositive(given):
		return fmt.Errorf("hmc: start: StepSize is %v and must be positive and finite", given)
	case given != 0:
		c.stepSize = given
	default:
		c.stepSize = 1
		if c.Dim() > 0 && !c.searchStepSize(rng) {
			return fmt.Errorf("hmc: no acceptable step size between %v and %v at the start: the density "+
				"is improper or not smooth there",
				minStepSize, maxStepSize)
		}
	}
	return nil
}

// Dim returns the number of coordinates.
func (c *Chain) Dim() int { return len(c.current.x) }

// Warming tells whether warm-up transitions remain.
func (c *Chain) Warming() bool { return c.warmed < c.settings.Warmup }

// Position returns the last draw, unconstrained. It is the chain's own memory: read it before the
// next transition and do not change it.
func (c *Chain) Position() []float64 { return c.current.x }

// Gradients counts the calls of the target's Gradient since NewChain or Resume.
func (c *Chain) Gradients() int { return c.trajectory.gradients }

// MoveTo puts the chain at another position with another step size and makes no transition: one chain
// can thus move many particles of one target. The error says that log density or gradient are not
// finite there; the chain must then be moved again before it goes on. It panics while warm-up transitions
// remain, on a wrong length and on a step size that is not positive and finite.
func (c *Chain) MoveTo(position []float64, stepSize float64) error {
	if c.Warming() {
		panic("hmc: MoveTo: the warm-up is not over")
	}
	if len(position) != c.Dim() {
		panic("hmc: MoveTo: position has the wrong length")
	}
	if !finitePositive(stepSize) {
		panic("hmc: MoveTo: step size is not positive and finite")
	}
	c.stepSize = stepSize
	if c.Dim() == 0 {
		return nil
	}
	return c.place(position, nil)
}

// Refresh evaluates log density and gradient at the chain's position anew, after something that the target also depends
// on has changed, as in a Gibbs sampler of which the chain's transitions are one part. Where they are not finite the
// chain stays until a change that makes them so.
func (c *Chain) Refresh() { c.trajectory.evaluate(&c.current) }

// LogDensity returns the log density at the last draw.
func (c *Chain) LogDensity() float64 { return c.current.logDensity }

// State returns a copy of all that determines how the chain goes on.
func (c *Chain) State() State {
	return State{
		Position:   c.current.x,
		Metric:     c.trajectory.metric.inverse,
		StepSize:   c.stepSize,
		Bandwidth:  c.bandwidth,
		Warmed:     c.warmed,
		Adaptation: c.adaptation,
	}.Clone()
}

// Warmup makes one warm-up transition: it sets the bandwidth of the schedule, moves, and adapts
// step size and metric. It panics when the warm-up is over.
func (c *Chain) Warmup(rng *rand.Rand) Info {
	if !c.Warming() {
		panic("hmc: Warmup: the warm-up is over")
	}
	before := c.trajectory.gradients
	c.anneal(c.warmed)
	info := c.transition(rng)
	c.stepSize = c.learnStepSize(info)
	info.AdaptationFailed = !c.learnMetric(rng)
	c.warmed++
	if !c.Warming() {
		c.finishWarmup()
	}
	info.Gradients = c.trajectory.gradients - before
	return info
}

// Sample makes one transition. It panics while warm-up transitions remain.
func (c *Chain) Sample(rng *rand.Rand) Info {
	if c.Warming() {
		panic("hmc: Sample: the warm-up is not over")
	}
	before := c.trajectory.gradients
	info := c.transition(rng)
	info.Gradients = c.trajectory.gradients - before
	return info
}

// transition makes one move. Nothing can move without coordinates, or from a position whose density
// a new bandwidth has made vanish; the latter counts as divergent.
func (c *Chain) transition(rng *rand.Rand) Info {
	stuck := math.IsInf(c.current.logDensity, 0)
	if c.Dim() > 0 && !stuck {
		return c.trajectory.run(&c.current, c.stepSize, rng)
	}
	info := Info{LogDensity: c.current.logDensity, Energy: -c.current.logDensity, StepSize: c.stepSize,
		Divergent: stuck}
	if !stuck {
		info.AcceptStat = 1
	}
	return info
}

// learnStepSize takes in a warm-up transition and returns the step size of the next one.
func (c *Chain) learnStepSize(info Info) float64 {
	next := c.adaptation.average(info.AcceptStat, &c.settings)
	if c.settings.FinalStep == Fitted && c.inLastStage() {
		fitted := c.adaptation.fit(info.AcceptStat, info.StepSize, &c.settings)
		if c.adaptation.Steps >= fitFrom {
			return fitted
		}
	}
	return next
}

// inLastStage tells whether the transition just made lies behind the last metric window.
func (c *Chain) inLastStage() bool {
	n := len(c.windows)
	return n == 0 || c.warmed > c.windows[n-1].last
}

// learnMetric adds the draw to the current window, replaces the metric at its end and then
// restarts the step size from a new search. It reports whether that went well.
func (c *Chain) learnMetric(rng *rand.Rand) bool {
	at := windowAt(c.windows, c.warmed)
	if at < 0 || c.Dim() == 0 {
		return true
	}
	c.adaptation.observe(c.current.x, c.scratch)
	if c.warmed != c.windows[at].last {
		return true
	}
	learned := true
	if c.adaptation.Count > 1 {
		estimate := make([]float64, len(c.trajectory.metric.inverse))
		c.adaptation.estimate(estimate, c.Dim())
		learned = c.trajectory.metric.set(estimate)
	}
	c.adaptation.restartWindow()
	found := c.searchStepSize(rng)
	c.adaptation.restartAveraging(c.stepSize, c.settings.StepFactor)
	return learned && found
}

// finishWarmup fixes the step size at what the last stage found and the bandwidth at its final value.
func (c *Chain) finishWarmup() {
	if s, ok := c.adaptation.final(c.settings.FinalStep); ok && c.Dim() > 0 {
		c.stepSize = s
	}
	c.adaptation = Adaptation{}
	c.anneal(c.settings.Warmup)
}

// anneal gives the target the bandwidth of the step and, where it is another, evaluates the current
// position anew.
func (c *Chain) anneal(step int) {
	if c.setBandwidth(c.settings.Bandwidth.at(step, c.annealFrom, c.annealTo)) {
		c.trajectory.evaluate(&c.current)
	}
}

// setBandwidth reports whether the bandwidth has changed.
func (c *Chain) setBandwidth(h float64) bool {
	if c.annealer == nil || h == c.bandwidth {
		return false
	}
	c.annealer.SetBandwidth(h)
	c.bandwidth = h
	return true
}
