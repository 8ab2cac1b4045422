// Tests of looking back: every step that is kept has the bits that it had.

package posterior

import (
	"math"
	"slices"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/topology"
)

// wasAt is what a posterior said after a step.
type wasAt struct {
	digest  string
	weights []dcc.Summary
	mean    float64
}

func told(t *testing.T, p *Posterior) wasAt {
	t.Helper()
	sum, ok := p.Digest()
	if !ok {
		return wasAt{}
	}
	at, err := p.Predict([][]float64{{4.5}})
	if err != nil {
		t.Fatal(err)
	}
	return wasAt{sum, slices.Clone(p.Topologies()), at[0].Mean}
}

// followed runs a small problem and returns the posterior with what it said after each step.
func followed(t *testing.T, room int, s func(*dcc.Problem) dcc.Runner) (*Posterior, []wasAt) {
	t.Helper()
	return followedOn(t, frame(t), room, s)
}

// followedOn is followed on a table of one's own.
func followedOn(t *testing.T, f *dataset.Frame, room int, s func(*dcc.Problem) dcc.Runner) (*Posterior, []wasAt) {
	t.Helper()
	tables := NewTables(f, f, true)
	set := dcc.QuickSettings()
	set.Iterations, set.Chains, set.Warmup, set.Draws, set.Proposals, set.KeptDraws = 12, 2, 60, 10, 4, 30
	set.BandwidthInitial, set.BandwidthFinal = .1, .1
	problem := &dcc.Problem{Data: tables.Data(), Settings: set, Seed: 3}
	p := New(tables, problem, Likelihood)
	p.past.room = room
	run := s(problem)
	var all []wasAt
	if err := dcc.Run(problem, run, 2, func(step dcc.Step) {
		p.Update(run.(Source), step.Told()...)
		all = append(all, told(t, p))
	}); err != nil {
		t.Fatal(err)
	}
	return p, all
}

func fastRun(t *testing.T) func(*dcc.Problem) dcc.Runner {
	return func(p *dcc.Problem) dcc.Runner {
		set := search.DefaultFastSettings()
		set.MaxMeasured, set.PriorDraws = 8, 4
		f, err := search.NewFast(p, set)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
}

func visits(t *testing.T) func(*dcc.Problem) dcc.Runner {
	return func(p *dcc.Problem) dcc.Runner {
		s, err := dcc.New(p)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

// checkSteps holds every step that is kept against what was said then.
func checkSteps(t *testing.T, p *Posterior, all []wasAt) {
	t.Helper()
	first, last := p.Steps()
	if last != len(all) {
		t.Errorf("the last step is %d of %d", last, len(all))
	}
	for k := first; k <= last; k++ {
		then, ok := p.At(k)
		if !ok {
			t.Errorf("step %d of %d to %d is not there", k, first, last)
			continue
		}
		got, want := told(t, then), all[k-1]
		if got.digest != want.digest || got.mean != want.mean || len(got.weights) != len(want.weights) {
			t.Errorf("step %d: %s, mean %v; it was %s, %v", k, got.digest, got.mean, want.digest, want.mean)
		}
	}
	for _, k := range []int{first - 1, last + 1} {
		if _, ok := p.At(k); ok {
			t.Errorf("step %d of %d to %d is shown", k, first, last)
		}
	}
	if now := told(t, p); now.digest != all[len(all)-1].digest {
		t.Error("looking back changed the present")
	}
}

// TestEveryStepIsKept: of a run in the fast mode and of a short one in the paper's way.
func TestEveryStepIsKept(t *testing.T) {
	for name, run := range map[string]func(*dcc.Problem) dcc.Runner{"fast": fastRun(t), "visits": visits(t)} {
		t.Run(name, func(t *testing.T) {
			p, all := followed(t, drawsRoom, run)
			if first, _ := p.Steps(); first != 1 || len(all) < 6 {
				t.Fatalf("%d steps, kept from %d", len(all), first)
			}
			checkSteps(t, p, all)
		})
	}
}

// TestStepsOfClasses: the same of a classification, in which most topologies are embedded.
func TestStepsOfClasses(t *testing.T) {
	p, all := followedOn(t, jump(t, 40, 0, true), drawsRoom, fastRun(t))
	checkSteps(t, p, all)
}

// TestOldestStepsGo: where there is no room for all the oldest go, and the others stay as they were.
func TestOldestStepsGo(t *testing.T) {
	p, all := followed(t, 700, visits(t))
	first, last := p.Steps()
	if first < 3 || first == last {
		t.Fatalf("steps %d to %d are kept: the test shows nothing", first, last)
	}
	if n := p.past.draws(p.members); n > 700 {
		t.Errorf("%d numbers are kept in a room for 700", n)
	}
	checkSteps(t, p, all)
}

// TestNoStepYet: before the first step there is nothing to look at.
func TestNoStepYet(t *testing.T) {
	p := single(t, false, Likelihood)
	if first, last := p.Steps(); first != 0 || last != 0 {
		t.Errorf("steps %d to %d", first, last)
	}
	if _, ok := p.At(0); ok {
		t.Error("step 0 is shown")
	}
}

// TestWhatIsNotToldYetCounts: a batch of two measurements is applied before the first is told; its weights and its
// draws belong together.
func TestWhatIsNotToldYetCounts(t *testing.T) {
	p := single(t, false, Likelihood)
	p.members, p.weights = map[topology.Topology]*member{}, nil
	root, both := topology.Root(), []dcc.Summary{{Topology: topology.Root(), Weight: .75, Kept: 1},
		{Topology: stump, Weight: .25, Kept: 1}}
	p.Update(letGo{both,
		map[topology.Topology]dcc.Draws{root: {Dim: 2, Points: []float64{7, 0}, Shares: []float64{1}},
			stump: {Dim: 4, Points: []float64{0, 1, 3, 0}, Shares: []float64{1}}}}, stump)
	got, err := p.Predict([][]float64{{0}})
	if err != nil || math.Abs(got[0].Mean-(.75*7+.25*1)) > 1e-6 {
		t.Errorf("%v, %v", got, err)
	}
	if _, ok := p.Tree(root); !ok {
		t.Error("the tree of what is not told yet cannot be drawn")
	}
}

// letGo is a run that keeps fewer draws of a topology, or none.
type letGo struct {
	sums  []dcc.Summary
	draws map[topology.Topology]dcc.Draws
}

func (l letGo) Summaries() []dcc.Summary { return l.sums }
func (l letGo) Draws(t topology.Topology) (dcc.Draws, bool) {
	d, ok := l.draws[t]
	return d, ok
}

// TestFollowsWhatIsLetGo: draws that the run lets go are let go here, and the steps before still show them.
func TestFollowsWhatIsLetGo(t *testing.T) {
	p := single(t, false, Likelihood)
	root := topology.Root()
	level := func(mean float64) dcc.Draws {
		return dcc.Draws{Dim: 2, Points: []float64{mean, 0, mean, 0}, Shares: []float64{.5, .5}}
	}
	half := func(n int) []dcc.Summary { return []dcc.Summary{{Topology: root, Weight: 1, Kept: n}} }
	p.members, p.weights = map[topology.Topology]*member{}, nil
	p.Update(letGo{half(2), map[topology.Topology]dcc.Draws{root: level(1)}}, root)
	one := dcc.Draws{Dim: 2, Points: []float64{7, 0}, Shares: []float64{1}}
	p.Update(letGo{half(1), map[topology.Topology]dcc.Draws{root: one}}, stump)
	p.Update(letGo{half(0), nil}, stump)
	if len(p.members) != 0 {
		t.Errorf("%d topologies are kept", len(p.members))
	}
	for step, want := range []float64{1, 7} {
		then, _ := p.At(step + 1)
		got, err := then.Predict([][]float64{{0}})
		if err != nil || got[0].Mean != want {
			t.Errorf("step %d: %v, %v; want %v", step+1, got, err, want)
		}
	}
	if then, ok := p.At(3); !ok || then.Ready() {
		t.Error("the third step shows draws that were let go")
	}
}
