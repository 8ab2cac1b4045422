// What is kept of the chains and of the importance weights to judge a run by: of bounded size, and read by nothing that
// the run does.

package dcc

import (
	"errors"
	"math"
	"slices"

	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// Trail is what is kept of one chain of a topology over all its visits.
type Trail struct {
	Dim       int
	Every     int       // every how many-th draw is kept, a power of 2
	Draws     int       // draws that the chain made
	Points    []float64 // the kept draws, row-major, unconstrained
	Divergent []bool    // of each kept draw: it, or one left out before the next, ended a divergent transition
	BFMI      float64   // over all draws, see diagnostics.BFMI; NaN for fewer than four
	StepSize  float64   // of the next transition
	LeftOut   string    // why; empty while in use
}

// Len returns the number of kept draws.
func (t Trail) Len() int { return len(t.Divergent) }

// trailNumbers bounds the numbers kept of all chains of a topology, half a megabyte, and trailDraws the draws kept of a
// chain.
const (
	trailNumbers = 1 << 16
	trailDraws   = 1000
	leastTrail   = 50
)

// trail grows by what every job tells.
type trail struct {
	Trail
	most     int // draws that may be kept
	skip     int // draws to leave out before the next that is kept
	energies numeric.Moments
	jumps    float64 // sum of squared changes of the energy
	last     float64
}

func newTrail(dim, chains int) *trail {
	return &trail{Trail: Trail{Dim: dim, Every: 1},
		most: max(leastTrail, min(trailDraws, trailNumbers/max(1, dim*chains)))}
}

// add takes the draws of a job.
func (t *trail) add(points, energies []float64, diverged []int) {
	for i, e := range energies {
		if t.energies.N() > 0 {
			t.jumps += float64((e - t.last) * (e - t.last))
		}
		t.last = e
		t.energies.Add(e)
		t.Draws++
		divergent := slices.Contains(diverged, i)
		if t.skip > 0 {
			t.skip--
			t.Divergent[len(t.Divergent)-1] = t.Divergent[len(t.Divergent)-1] || divergent
			continue
		}
		t.Points, t.Divergent, t.skip = append(t.Points, points[i*t.Dim:(i+1)*t.Dim]...),
			append(t.Divergent, divergent), t.Every-1
		if len(t.Divergent) >= 2*t.most {
			t.halve()
		}
	}
}

// halve leaves every second kept draw out.
func (t *trail) halve() {
	n := len(t.Divergent) / 2
	for k := range n {
		copy(t.Points[k*t.Dim:(k+1)*t.Dim], t.Points[2*k*t.Dim:(2*k+1)*t.Dim])
		t.Divergent[k] = t.Divergent[2*k] || t.Divergent[2*k+1]
	}
	t.Points, t.Divergent = slices.Clone(t.Points[:n*t.Dim]), slices.Clone(t.Divergent[:n])
	t.Every *= 2
}

// bfmi is diagnostics.BFMI of all energies.
func (t *trail) bfmi() float64 {
	n := t.energies.N()
	if v := t.energies.Variance(); n >= 4 && v > 0 {
		return t.jumps / float64(n-1) / v
	}
	return math.NaN()
}

// trailRoom is how many numbers the trails of all topologies may hold together, 1 MB: beyond it the lightest topologies
// keep fewer.
const trailRoom = 1 << 17

func (e *entry) trailNumbers() (n int) {
	if e.body == nil {
		return 0
	}
	for _, t := range e.trails {
		if t != nil {
			n += len(t.Points)
		}
	}
	return n
}

// keepTrailsWithin halves the trails of the lightest topology that has more than the least, again and again, and then
// forgets those of the lightest, until all fit.
func (s *Sampler) keepTrailsWithin(room int) {
	total := 0
	for _, e := range s.order {
		total += e.trailNumbers()
	}
	for total > room {
		var halved, dropped *entry
		for _, e := range s.order {
			n := e.trailNumbers()
			if n == 0 {
				continue
			}
			if dropped == nil || e.logMass() < dropped.logMass() {
				dropped = e
			}
			if n > leastTrail*len(e.trails)*e.pool.Dim &&
				(halved == nil || e.logMass() < halved.logMass()) {
				halved = e
			}
		}
		if halved == nil {
			total -= dropped.trailNumbers()
			dropped.trails = nil
			continue
		}
		total -= halved.trailNumbers()
		for _, t := range halved.trails {
			if t != nil && t.Len() > 1 {
				t.most = max(leastTrail, t.Len()/2)
				t.halve()
			}
		}
		total += halved.trailNumbers()
	}
}

// Trails returns what is kept of a topology's chains, in their order; nil where it was never visited, has no
// parameters, or was let go.
func (s *Sampler) Trails(t topology.Topology) (out []Trail) {
	e := s.found[t]
	if e == nil || e.body == nil || len(e.trails) != len(e.chains) {
		return nil
	}
	for i, one := range e.trails {
		if one == nil { // it gave nothing
			out = append(out, Trail{Every: 1, BFMI: math.NaN(), LeftOut: e.chains[i].leftOut})
			continue
		}
		view := one.Trail
		view.BFMI, view.StepSize, view.LeftOut = one.bfmi(), e.chains[i].state.StepSize, e.chains[i].leftOut
		out = append(out, view)
	}
	return out
}

// record adds a job's draws to the chain's trail.
func (e *entry) record(chain int, r *ChainResult) {
	dim := len(r.State.Position)
	if dim == 0 {
		return
	}
	if e.trails == nil {
		e.trails = make([]*trail, len(e.chains))
	}
	if e.trails[chain] == nil {
		e.trails[chain] = newTrail(dim, len(e.chains))
	}
	e.trails[chain].add(r.Trail, r.Energies, r.Diverged)
}

// checkTrail refuses draws that do not hold together.
func (r *ChainCounts) checkTrail(dim int) error {
	if len(r.Trail) != len(r.Energies)*dim {
		return errors.New("draws and energies of a chain differ in number")
	}
	for _, i := range r.Diverged {
		if i < 0 || i >= len(r.Energies) {
			return errors.New("a divergence of a draw that there is not")
		}
	}
	for _, x := range r.Trail {
		if !numeric.Finite(x) {
			return errors.New("a draw of a chain is not finite")
		}
	}
	return nil
}

// Weights are the largest importance weights of a topology.
type Weights struct {
	Largest []float64 // natural logarithms, falling, of a common unknown unit
	Count   int       // weights in all
	Total   float64   // log of the sum of all, in the same unit
}

// Weights returns the largest importance weights of a topology, at most 4,096; ok is false where there are none.
func (s *Sampler) Weights(t topology.Topology) (w Weights, ok bool) {
	e := s.found[t]
	if e == nil || !e.measured() || e.pool.Dim == 0 {
		return w, false
	}
	w = Weights{Largest: e.estimate.Largest(), Count: e.estimate.N()}
	w.Total = e.estimate.LogZ() + math.Log(float64(w.Count))
	return w, len(w.Largest) > 0
}
