// A run written down: what re-creates its state, to the last bit and without sampling.

package dcc

import (
	"errors"
	"fmt"
	"slices"

	"dcctree/core/evidence"
	"dcctree/core/hmc"
	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// Recording is what a run got to know, in plain numbers and words; with the problem and the mode's settings it is the
// run. The fast mode is the results of its jobs in their order, from which a fresh run is led to the same state step by
// step. The paper's way, whose results would take gigabytes, is what its visits left of each topology. Results of jobs
// that are not applied yet are not part of it: they are asked for again.
type Recording struct {
	// in order; in the paper's way the first 4,096, and of later ones those that were given up
	Jobs    []JobDigest
	Results []RecordedResult // fast mode: of these jobs, without draws that nobody needs any more
	// fast mode: the largest weights of those results whose draws are their topology's, of the others none
	Largest []Weights

	// The paper's way.
	Applied   int // jobs
	Last      int // number of the last of them
	Iteration int
	Gradients int
	Work      int
	Lost      int
	Progress  float64
	Entries   []RecordedEntry // in order of discovery
}

// RecordedEntry is what is known of a topology that was discovered.
type RecordedEntry struct {
	Topology string // key
	Count    int    // C_m
	Active   bool

	Visits      int // S_m; 0: it was never visited, and the rest is empty
	Draws       int
	Divergences int
	Saturated   int
	Gradients   int
	Repairs     int
	Retired     int
	States      []hmc.State // of the chains; none where it is retired
	LeftOut     []string    // why a chain is left out, "" while in use
	Estimate    evidence.State
	Points      []float64       // the draws kept, rows of unconstrained parameters
	Weights     []float64       // their logs
	Trails      []RecordedTrail // of the chains; none where they were let go
}

// RecordedTrail is what is kept of a chain to judge it by, see Trail; of a chain that gave nothing all is zero.
type RecordedTrail struct {
	Every, Draws, Most, Skip int
	Points                   []float64
	Divergent                []bool
	// of the energies: number, mean, sum of squared deviations from it, sum of squared changes, and the last
	EnergyN       int
	EnergyMean    float64
	EnergySquares float64
	Jumps, Last   float64
}

// Recording returns the run so far. It shares memory with the run and holds until the next result.
func (s *Sampler) Recording() Recording {
	r := Recording{Jobs: s.jobs.first, Applied: s.jobs.n, Last: s.nextID - (len(s.batch) - s.applied),
		Iteration: s.iteration, Gradients: s.gradients, Work: s.work, Lost: s.lost, Progress: s.progress}
	for _, e := range s.order {
		r.Entries = append(r.Entries, e.recorded())
	}
	return r
}

func (e *entry) recorded() RecordedEntry {
	out := RecordedEntry{Topology: e.topology.Key(), Count: e.count, Active: e.active}
	if !e.measured() {
		return out
	}
	out.Visits, out.Draws, out.Divergences, out.Saturated = e.visits, e.draws, e.divergences, e.saturated
	out.Gradients, out.Repairs, out.Retired = e.gradients, e.repairs, e.retired
	for _, c := range e.chains {
		out.States, out.LeftOut = append(out.States, c.state), append(out.LeftOut, c.leftOut)
	}
	out.Estimate, out.Points, out.Weights = e.estimate.State(), e.pool.Points, e.pool.Weights
	for _, t := range e.trails {
		out.Trails = append(out.Trails, t.recorded())
	}
	return out
}

func (t *trail) recorded() RecordedTrail {
	if t == nil {
		return RecordedTrail{}
	}
	out := RecordedTrail{Every: t.Every, Draws: t.Draws, Most: t.most, Skip: t.skip, Points: t.Points,
		Divergent: t.Divergent, Jumps: t.jumps, Last: t.last}
	out.EnergyN, out.EnergyMean, out.EnergySquares = t.energies.State()
	return out
}

// trail is the reverse of recorded; an error where the parts do not hold together.
func (r RecordedTrail) trail(dim int) (*trail, error) {
	if r.Every == 0 {
		return nil, nil
	}
	n := len(r.Divergent)
	whole := r.Every > 0 && r.Every&(r.Every-1) == 0 && r.Skip >= 0 && r.Skip < r.Every && r.Most >= 1 &&
		r.Most <= trailDraws
	if !whole || n >= 2*r.Most || len(r.Points) != n*dim || r.Draws < n || r.EnergyN != r.Draws ||
		n == 0 && r.Skip > 0 {
		return nil, fmt.Errorf("a trail of %d draws, %d numbers", n, len(r.Points))
	}
	if err := (&ChainCounts{Trail: r.Points, Energies: make([]float64, n)}).checkTrail(dim); err != nil {
		return nil, err
	}
	return &trail{Trail: Trail{Dim: dim, Every: r.Every, Draws: r.Draws, Points: slices.Clone(r.Points),
		Divergent: slices.Clone(r.Divergent)}, most: r.Most, skip: r.Skip,
		energies: numeric.MomentsOf(r.EnergyN, r.EnergyMean, r.EnergySquares), jumps: r.Jumps,
		last: r.Last}, nil
}

// Replay leads a fresh run to the state of the recording, which has no steps on the way. An error says that the
// recording is not of a run on this problem; the run is of no use then.
func (s *Sampler) Replay(r Recording, _ func(Step)) error {
	if len(r.Entries) == 0 || r.Iteration < 0 || r.Iteration > s.problem.Settings.Iterations ||
		r.Applied < len(r.Jobs) || r.Last < 0 {
		return errors.New("counts of the run are out of range")
	}
	s.found, s.order = map[topology.Topology]*entry{}, nil
	for i, e := range r.Entries {
		if err := s.restore(e); err != nil {
			return fmt.Errorf("topology %d: %w", i+1, err)
		}
	}
	s.iteration, s.gradients, s.work, s.lost, s.progress = r.Iteration, r.Gradients, r.Work, r.Lost, r.Progress
	s.jobs = JobLog{first: slices.Clone(r.Jobs), n: r.Applied}
	s.nextID = r.Last
	s.plan()
	return nil
}

// restore takes a topology up.
func (s *Sampler) restore(r RecordedEntry) error {
	if len(r.Topology) > mostKey {
		return errors.New("a key that is too long")
	}
	t, err := topology.Parse(r.Topology)
	if err != nil {
		return err
	}
	if s.found[t] != nil || r.Count < 0 {
		return errors.New("is there twice, or its count is negative")
	}
	e := s.newEntry(t)
	e.count, e.active = r.Count, r.Active
	if r.Visits == 0 {
		return nil
	}
	e.body = s.problem.newBody(t)
	s.room = max(s.room, s.full*e.pool.Full())
	return e.restoreBody(r, s.problem)
}

// mostKey is the length of the key of the largest topology, of 255 splits.
const mostKey = 511

// restoreBody checks and takes what the visits gave.
func (e *entry) restoreBody(r RecordedEntry, p *Problem) (err error) {
	retired := len(r.States) == 0 && len(r.Weights) == 0 && !r.Active
	switch {
	case r.Visits < 0 || len(r.LeftOut) != len(r.States) || !retired && len(r.States) != p.Settings.Chains:
		return fmt.Errorf("%d visits, %d chains of %d", r.Visits, len(r.States), p.Settings.Chains)
	case len(r.Points) != len(r.Weights)*e.pool.Dim || len(r.Weights) > 2*p.Settings.KeptDraws:
		return fmt.Errorf("%d draws of %d numbers", len(r.Weights), len(r.Points))
	}
	if err := CheckDraws(r.Points, r.Weights); err != nil {
		return err
	}
	if e.estimate, err = evidence.Restore(r.Estimate); err != nil {
		return err
	}
	e.chains = make([]chain, len(r.States))
	for i, state := range r.States {
		if r.LeftOut[i] == "" && e.pool.Dim > 0 {
			if err := state.Validate(e.pool.Dim, p.Settings.Chain()); err != nil {
				return err
			}
		}
		e.chains[i] = chain{state, r.LeftOut[i]}
	}
	if len(r.Trails) > 0 && len(r.Trails) != len(r.States) {
		return fmt.Errorf("%d trails of %d chains", len(r.Trails), len(r.States))
	}
	for _, one := range r.Trails {
		t, err := one.trail(e.pool.Dim)
		if err != nil {
			return err
		}
		e.trails = append(e.trails, t)
	}
	e.visits, e.draws, e.divergences, e.saturated = r.Visits, r.Draws, r.Divergences, r.Saturated
	e.gradients, e.repairs, e.retired = r.Gradients, r.Repairs, r.Retired
	e.pool.Points, e.pool.Weights = slices.Clone(r.Points), slices.Clone(r.Weights)
	return nil
}
