// One NUTS trajectory: doubling, multinomial sampling and the generalized U-turn criterion, as in
// Stan since 2.21 (base_nuts.hpp; Betancourt 2017, appendix A).

package hmc

import (
	"math/rand/v2"

	"dcctree/core/numeric"
)

// edge is the momentum and velocity at one end of a segment.
type edge struct{ p, v []float64 }

// segment is a contiguous piece of a trajectory, in the order of its integration.
type segment struct {
	begin, end edge
	rho        []float64 // sum of the momenta of its points
	proposal   sample    // one of its points, drawn with probability proportional to exp(-H)
	logWeight  float64   // log sum over its points of exp(H0 - H)
}

func newSegment(dim int) segment {
	return segment{
		begin:    edge{make([]float64, dim), make([]float64, dim)},
		end:      edge{make([]float64, dim), make([]float64, dim)},
		rho:      make([]float64, dim),
		proposal: newSample(dim),
	}
}

// trajectory builds trajectories in buffers of its own.
type trajectory struct {
	hamiltonian
	maxEnergyError float64
	ends           [2]point     // backward and forward end
	whole, fresh   segment      // what is there so far; the half that is added
	merged         segment      // room for their union
	halves         [][2]segment // halves[d]: the two halves of a segment of 2^(d+1) points
	extra          []float64    // scratch of the U-turn criterion

	// The trajectory under way.
	cursor    *point  // the end that is moving
	step      float64 // signed step size
	h0        float64 // energy at the start
	acceptSum float64
	leapfrogs int
	divergent bool
}

func newTrajectory(target LogDensity, s Settings) trajectory {
	dim := target.Dim()
	t := trajectory{
		hamiltonian:    hamiltonian{target: target, metric: newMetric(s.Metric, dim)},
		maxEnergyError: s.MaxEnergyError,
		ends:           [2]point{newPoint(dim), newPoint(dim)},
		whole:          newSegment(dim),
		fresh:          newSegment(dim),
		merged:         newSegment(dim),
		halves:         make([][2]segment, s.MaxDoublings-1),
		extra:          make([]float64, dim),
	}
	for d := range t.halves {
		t.halves[d] = [2]segment{newSegment(dim), newSegment(dim)}
	}
	return t
}

// begin puts z at the sample with fresh momentum and returns its energy.
func (t *trajectory) begin(z *point, from *sample, rng *rand.Rand) float64 {
	z.sample.set(from)
	t.metric.momentum(z.p, rng)
	t.measure(z)
	return z.energy
}

// run builds one trajectory from the current sample and leaves the new one there.
func (t *trajectory) run(current *sample, step float64, rng *rand.Rand) Info {
	t.start(current, rng)
	info := Info{StepSize: step, MaxDoublings: true}
	for info.Doublings <= len(t.halves) {
		forward := rng.Float64() < 0.5
		if !t.double(info.Doublings, forward, step, rng) {
			info.MaxDoublings = false
			break
		}
		info.Doublings++
		if !t.join(forward, rng) {
			info.MaxDoublings = false
			break
		}
	}
	*current, t.whole.proposal = t.whole.proposal, *current
	info.LogDensity, info.Energy = current.logDensity, current.energy
	info.Leapfrogs, info.Divergent = t.leapfrogs, t.divergent
	info.AcceptStat = t.acceptSum / float64(t.leapfrogs)
	return info
}

// start makes the whole trajectory the current sample with fresh momentum.
func (t *trajectory) start(current *sample, rng *rand.Rand) {
	z := &t.ends[0]
	t.h0 = t.begin(z, current, rng)
	t.ends[1].set(z)
	t.acceptSum, t.leapfrogs, t.divergent = 0, 0, false
	t.whole.single(z, 0)
}

// single makes the segment the one point z.
func (s *segment) single(z *point, logWeight float64) {
	copy(s.begin.p, z.p)
	copy(s.begin.v, z.v)
	copy(s.end.p, z.p)
	copy(s.end.v, z.v)
	copy(s.rho, z.p)
	s.proposal.set(&z.sample)
	s.logWeight = logWeight
}

// double builds 2^depth new points beyond one end of the trajectory and reports whether they can
// be added: no divergence and no U-turn among them.
func (t *trajectory) double(depth int, forward bool, step float64, rng *rand.Rand) bool {
	t.cursor, t.step = &t.ends[1], step
	if !forward {
		t.cursor, t.step = &t.ends[0], -step
	}
	return t.build(depth, &t.fresh, rng)
}

// join adds the new half, whose proposal replaces the old one with probability min(1, ratio of
// weights) (biased progressive sampling), and reports whether the trajectory may go on.
func (t *trajectory) join(forward bool, rng *rand.Rand) bool {
	if !forward {
		t.whole.reverse()
	}
	takeNew := rng.Float64() < numeric.Exp(t.fresh.logWeight-t.whole.logWeight)
	persists := t.merge(&t.merged, &t.whole, &t.fresh, takeNew)
	t.whole, t.merged = t.merged, t.whole
	if !forward {
		t.whole.reverse()
	}
	return persists
}

func (s *segment) reverse() { s.begin, s.end = s.end, s.begin }

// build integrates 2^depth points from the cursor into out and reports whether no divergence and
// no U-turn occurred; otherwise out is unfinished.
func (t *trajectory) build(depth int, out *segment, rng *rand.Rand) bool {
	if depth == 0 {
		return t.buildPoint(out)
	}
	first, second := &t.halves[depth-1][0], &t.halves[depth-1][1]
	if !t.build(depth-1, first, rng) || !t.build(depth-1, second, rng) {
		return false
	}
	total := numeric.LogAddExp(first.logWeight, second.logWeight)
	takeSecond := rng.Float64() < numeric.Exp(second.logWeight-total)
	return t.merge(out, first, second, takeSecond)
}

// buildPoint makes one leapfrog step.
func (t *trajectory) buildPoint(out *segment) bool {
	t.leapfrog(t.cursor, t.step)
	t.leapfrogs++
	gain := t.h0 - t.cursor.energy
	t.divergent = !(-gain <= t.maxEnergyError)
	t.acceptSum += numeric.Exp(min(gain, 0))
	out.single(t.cursor, gain)
	return !t.divergent
}

// merge joins two adjacent segments and reports whether the union has not turned: neither as a
// whole nor across the boundary between the two. The buffers of first and second are used up.
func (t *trajectory) merge(out, first, second *segment, takeSecond bool) bool {
	out.logWeight = numeric.LogAddExp(first.logWeight, second.logWeight)
	chosen := first
	if takeSecond {
		chosen = second
	}
	out.proposal, chosen.proposal = chosen.proposal, out.proposal
	persists := t.persists(first.begin.v, second.end.v, first.rho, second.rho) &&
		t.persists(first.begin.v, second.begin.v, first.rho, second.begin.p) &&
		t.persists(first.end.v, second.end.v, second.rho, first.end.p)
	for i := range out.rho {
		out.rho[i] = first.rho[i] + second.rho[i]
	}
	out.begin, first.begin = first.begin, out.begin
	out.end, second.end = second.end, out.end
	return persists
}

// persists is the generalized criterion (Betancourt 2017, A.4.2): both end velocities point along
// the summed momentum rho = a + b.
func (t *trajectory) persists(v0, v1, a, b []float64) bool {
	for i := range t.extra {
		t.extra[i] = a[i] + b[i]
	}
	return numeric.Dot(v0, t.extra) > 0 && numeric.Dot(v1, t.extra) > 0
}
