// The chain: its steps, draws and state.

package cgm

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"dcctree/core/baseline"
	"dcctree/core/baseline/hard"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
)

// Sampler is one chain. It implements baseline.Sampler.
type Sampler struct {
	settings Settings
	tree     *hard.Tree
	density  float64 // log of the present tree's marginal likelihood x prior
	split    []float64
	// by depth: log of the probability that a node that can be split is split, and that it is not
	stop []float64

	run  int // runs of the warm-up that are over, up to settings.Restarts
	done int // iterations of the present run of the warm-up
	best []hard.Rule

	rules   []hard.Rule // of the proposed subtree
	propose [moves]func(*Sampler, chooser) (at int, ok bool)
	ratio   func(m move, at int, now, next []hard.Node) float64
}

var _ baseline.Sampler = (*Sampler)(nil)

// New starts a chain from the tree without splits. It draws nothing.
func New(data softtree.Data, settings Settings, _ *rand.Rand) (*Sampler, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	rows, err := hard.NewRows(data)
	if err != nil {
		return nil, err
	}
	s := &Sampler{
		settings: settings,
		tree:     hard.NewTree(rows, hard.NewLeafModel(settings.Leaf, rows.N, rows.Classes), settings.MinLeaf),
		propose: [moves]func(*Sampler, chooser) (int, bool){(*Sampler).grow, (*Sampler).prune,
			(*Sampler).change, (*Sampler).swap},
		ratio: logRatio,
	}
	if settings.Warmup == 0 {
		s.run = settings.Restarts
	}
	s.deepen(16)
	s.density = s.logDensity(s.tree.Nodes())
	return s, nil
}

// deepen makes the tables by depth reach to below the given one.
func (s *Sampler) deepen(depth int) {
	for d := len(s.split); d < depth; d++ {
		q := s.settings.Split.Alpha * numeric.Exp(-float64(s.settings.Split.Beta*numeric.Log(float64(1+d))))
		s.split, s.stop = append(s.split, numeric.Log(q)), append(s.stop, numeric.Log1p(-q))
	}
}

// logPrior returns the log prior probability of a tree.
func (s *Sampler) logPrior(nodes []hard.Node) (sum float64) {
	for k := range nodes {
		n := &nodes[k]
		if int(n.Depth) >= len(s.split) {
			s.deepen(2 * int(n.Depth))
		}
		switch {
		case !n.Leaf():
			sum += s.split[n.Depth] + n.LogRule
		case n.Features > 0:
			sum += s.stop[n.Depth]
		}
	}
	return sum
}

func (s *Sampler) logDensity(nodes []hard.Node) float64 {
	return s.tree.LogMarginal(nodes) + s.logPrior(nodes)
}

// Step makes one move. Where it ends a run of the warm-up, it tells of the tree that the run ended with.
func (s *Sampler) Step(rng *rand.Rand) baseline.Info {
	m := move(rng.IntN(int(moves)))
	info := baseline.Info{Move: m.String(), Warmup: s.run < s.settings.Restarts}
	if at, ok := s.propose[m](s, rng); ok {
		info.Accepted, info.Densities = s.decide(m, at, rng), 1
	}
	info.LogDensity, info.Leaves = s.density, hard.Leaves(s.tree.Nodes())
	if info.Warmup {
		s.warm()
	}
	return info
}

// decide accepts the proposal with the probability of Metropolis and Hastings, or forgets it.
func (s *Sampler) decide(m move, at int, rng *rand.Rand) bool {
	log, density := s.odds(m, at)
	if !(log >= 0 || numeric.Log(random.OpenUniform(rng)) < log) {
		s.tree.Reject()
		return false
	}
	s.tree.Accept()
	s.density = density
	return true
}

// odds returns log of the ratio whose minimum with 1 is the probability to accept the proposal, and the proposal's log
// density.
func (s *Sampler) odds(m move, at int) (log, density float64) {
	next := s.tree.Proposed()
	density = s.logDensity(next)
	return density - s.density + s.ratio(m, at, s.tree.Nodes(), next), density
}

// warm counts an iteration of the warm-up and starts the next run, or goes on from the best one, where one is over.
func (s *Sampler) warm() {
	if s.done++; s.done < s.settings.Warmup {
		return
	}
	last := s.tree.AppendRules(nil, 0)
	density := s.density
	if len(s.best) > 0 {
		s.become(s.best)
	}
	if len(s.best) == 0 || density > s.density {
		s.best = last
	}
	s.run, s.done = s.run+1, 0
	if s.run < s.settings.Restarts {
		s.become([]hard.Rule{hard.Stop})
		return
	}
	s.become(s.best)
	s.best = nil
}

// become makes the tree one that it has been before.
func (s *Sampler) become(rules []hard.Rule) {
	if err := s.tree.SetRules(rules); err != nil {
		panic("cgm: a tree that was there before: " + err.Error())
	}
	s.density = s.logDensity(s.tree.Nodes())
}

// Draws appends the present tree with parameters of its leaves drawn from their posterior.
func (s *Sampler) Draws(dst []baseline.Draw, rng *rand.Rand) []baseline.Draw {
	return append(dst, baseline.Draw{Tree: s.tree.Draw(s.settings.Halfway, rng), LogDensity: s.density})
}

// Expected returns the present tree with the posterior means of its leaves' parameters.
func (s *Sampler) Expected() baseline.Draw {
	return baseline.Draw{Tree: s.tree.Expect(s.settings.Halfway), LogDensity: s.density}
}

// State returns the runs of the warm-up that are over, the iterations of the present one, 1 if there is a best tree of
// the runs that are over, that tree, and the present one.
func (s *Sampler) State() []float64 {
	state := []float64{float64(s.run), float64(s.done), 0}
	if len(s.best) > 0 {
		state[2] = 1
		state = hard.AppendRules(state, s.best)
	}
	return s.tree.AppendState(state)
}

// Resume takes a chain up where State left it.
func Resume(data softtree.Data, settings Settings, state []float64) (*Sampler, error) {
	s, err := New(data, settings, nil)
	if err != nil {
		return nil, err
	}
	if err := s.restore(state); err != nil {
		return nil, fmt.Errorf("state of the CGM chain: %w", err)
	}
	return s, nil
}

func (s *Sampler) restore(state []float64) (err error) {
	if len(state) < 3 {
		return errors.New("it ends before its counts")
	}
	restarts, warmup := float64(s.settings.Restarts), float64(s.settings.Warmup)
	run, done, best := state[0], state[1], state[2]
	warming := run < restarts && warmup > 0
	switch {
	case !(run >= 0 && run <= restarts && run == float64(int64(run))):
		return errors.New("the number of runs is not one of the settings")
	case !warming && run != restarts ||
		!(done >= 0 && (done == 0 || warming && done < warmup) && done == float64(int64(done))):
		return errors.New("the number of iterations is not one of the settings")
	case best != 0 && best != 1 || (best == 1) != (warming && run > 0):
		return errors.New("there is a best tree where there is none, or none where there is one")
	}
	if state = state[3:]; best == 1 {
		if state, err = s.tree.SetState(state); err != nil {
			return err
		}
		s.best = s.tree.AppendRules(nil, 0)
	}
	if state, err = s.tree.SetState(state); err != nil {
		return err
	}
	if len(state) > 0 {
		return fmt.Errorf("%d numbers after its last leaf", len(state))
	}
	s.run, s.done = int(run), int(done)
	s.density = s.logDensity(s.tree.Nodes())
	return nil
}
