// Tests of what a run keeps: bounded however long it is, unchanged where it fits, and true to the weights.

package dcc

import (
	"math"
	"runtime"
	"testing"

	"dcctree/core/dcc/internal/dcctest"
	"dcctree/core/dcc/internal/kept"
	"dcctree/core/hmc"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// madeUp is a result of the right shape that took no sampling: draws of a standard normal, log weights of a level that
// falls by three nats with each split.
func madeUp(p *Problem, j Job) Result {
	top, _ := topology.Parse(j.Topology)
	dim := softtree.NewLayout(top, p.Data.D, p.Data.Regression()).Dim()
	task := j.Task.(*ChainTask)
	rng := random.Stream(p.Seed, "made up", j.Topology, string(rune('a'+task.Chain)), string(rune(task.Visit)))
	n := p.Settings.Draws * p.Settings.Proposals
	r := &ChainResult{Draws: p.Settings.Draws, Proposals: make([]float64, n*dim), LogWeights: make([]float64, n)}
	for i := range r.Proposals {
		r.Proposals[i] = rng.NormFloat64()
	}
	for i := range r.LogWeights {
		r.LogWeights[i] = -3*float64(top.Splits()) + rng.NormFloat64()
	}
	r.State = hmc.State{Position: make([]float64, dim), Metric: make([]float64, dim), StepSize: 1}
	return Result{ID: j.ID, Outcome: Sampled, Found: r}
}

// longRun is one in the paper's way, of made-up results, that measures ever more topologies.
func longRun(t *testing.T, room int, steps int, look func(*Sampler, int)) *Sampler {
	t.Helper()
	p := problem()
	p.Settings.Iterations, p.Settings.ActivationCount, p.Settings.MaxActive = steps, 0, 20
	p.Settings.Draws, p.Settings.Proposals, p.Settings.KeptDraws = 20, 10, 100
	s := mustNew(t, p)
	s.room, s.full = room, 0
	for done := 0; !s.Done(); {
		for _, j := range s.Next() {
			done += len(s.Report(madeUp(p, j)))
		}
		look(s, done)
	}
	return s
}

// heap is the live memory in bytes.
func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// TestLongRunIsBounded: after many steps and topologies a run holds no more numbers than it has room for, and what
// else grows takes few bytes a step.
func TestLongRunIsBounded(t *testing.T) {
	const room = 50_000
	var most int
	var middle float64
	halfway := 0
	s := longRun(t, room, 1800, func(s *Sampler, done int) {
		most = max(most, held(s))
		if halfway == 0 && s.iteration >= 900 {
			halfway, middle = s.iteration, heap()
		}
	})
	end := heap()
	measured, retired := 0, 0
	for _, sum := range s.Summaries() {
		measured++
		if sum.Kept == 0 {
			retired++
		}
		if math.IsNaN(sum.LogEvidence) || math.IsNaN(sum.LogEvidenceError) || sum.Visits < 1 ||
			sum.Chains < 1 || math.IsNaN(sum.KHat) {
			t.Errorf("%+v", sum)
		}
	}
	if measured < 150 || retired < 20 {
		t.Fatalf("%d topologies measured, %d retired: the test shows nothing", measured, retired)
	}
	if most > room {
		t.Errorf("%d numbers held where there is room for %d", most, room)
	}
	if each := (end - middle) / float64(s.iteration-halfway); each > 400 {
		t.Errorf("%.0f bytes a step in the second half", each)
	}
	if n := len(s.Jobs()); n != mostJobs {
		t.Errorf("%d digests of jobs kept", n)
	}
	runtime.KeepAlive(s)
}

// TestRoomChangesDrawsOnly: the weights, and so what is visited, do not depend on the room while nothing is retired,
// nor do draws that fit.
func TestRoomChangesDrawsOnly(t *testing.T) {
	wide := longRun(t, 1<<30, 60, func(*Sampler, int) {})
	fits := longRun(t, held(wide), 60, func(*Sampler, int) {})
	tight := longRun(t, 45_000, 60, func(*Sampler, int) {})
	if held(tight) >= held(wide) {
		t.Fatalf("%d numbers held in the tight room, %d in the wide one", held(tight), held(wide))
	}
	a, b := wide.Summaries(), tight.Summaries()
	fewer := 0
	for i := range a {
		if b[i].Kept < a[i].Kept {
			fewer++
		}
		// fewer of the largest weights are kept, too: k-hat is fitted to a shorter tail
		a[i].Kept, a[i].KHat = b[i].Kept, b[i].KHat
	}
	if fewer == 0 || !dcctest.EqualBits(a, b) {
		t.Errorf("%d topologies have fewer draws; other numbers differ", fewer)
	}
	if !dcctest.EqualBits(wide.Summaries(), fits.Summaries()) {
		t.Error("a room in which all fits changes the summaries")
	}
	for _, sum := range wide.Summaries() {
		x, _ := wide.Draws(sum.Topology)
		y, _ := fits.Draws(sum.Topology)
		if !dcctest.EqualBits(x, y) {
			t.Errorf("%v: a room in which all fits changes the draws", sum.Topology)
		}
	}
	again := longRun(t, 45_000, 60, func(*Sampler, int) {})
	if !dcctest.EqualBits(again.Summaries(), tight.Summaries()) {
		t.Error("two runs of one seed differ")
	}
}

// TestLighterTopologiesKeepFewerDraws: the heaviest keeps all, the order of weights is that of the draws, and each
// keeps a few.
func TestLighterTopologiesKeepFewerDraws(t *testing.T) {
	s := longRun(t, 45_000, 60, func(*Sampler, int) {})
	all := s.Summaries()
	if all[0].Kept != s.problem.Settings.KeptDraws {
		t.Errorf("the heaviest topology keeps %d draws", all[0].Kept)
	}
	last := all[len(all)-1]
	if last.Kept > 2*kept.Least || last.Kept < kept.Least {
		t.Errorf("the lightest topology keeps %d draws", last.Kept)
	}
	d, ok := s.Draws(last.Topology)
	var total float64
	for _, share := range d.Shares {
		total += share
	}
	if !ok || len(d.Shares) != last.Kept || math.Abs(total-1) > 1e-9 {
		t.Errorf("%d draws of shares %v", len(d.Shares), total)
	}
}

// held is how many numbers of 8 bytes are kept of all topologies.
func held(s *Sampler) (n int) {
	for _, e := range s.order {
		if e.measured() {
			n += e.pool.Held() + e.estimate.Held() + e.stateNumbers()
		}
	}
	return n
}
