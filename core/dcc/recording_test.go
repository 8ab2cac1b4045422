// Tests of recordings: a run taken up again is the run, to the last bit, at any step and in the paper's way.

package dcc

import (
	"math"
	"slices"
	"testing"

	"dcctree/core/dcc/internal/dcctest"
)

// seen is all that a run says of itself.
type seen struct {
	Summaries []Summary
	Draws     []Draws
	Jobs      []JobDigest
	Gradients int
	Progress  float64
}

type recorded interface {
	Runner
	Recording() Recording
	Replay(Recording, func(Step)) error
	Summaries() []Summary
	Jobs() []JobDigest
	Gradients() int
	Progress() float64
}

func look(r recorded, draws func(Summary) Draws) seen {
	s := seen{Summaries: r.Summaries(), Jobs: slices.Clone(r.Jobs()), Gradients: r.Gradients(),
		Progress: r.Progress()}
	for _, sum := range s.Summaries {
		s.Draws = append(s.Draws, draws(sum))
	}
	for i := range s.Jobs {
		s.Jobs[i].Job = 0 // of the fast mode: its number does not matter
	}
	return s
}

func lookSampler(s *Sampler) seen {
	return look(s, func(sum Summary) Draws { d, _ := s.Draws(sum.Topology); return d })
}

// goOn reports the next job's result and returns the steps.
func goOn(t *testing.T, p *Problem, r Runner) []Step {
	t.Helper()
	return r.Report(mustExecute(t, p, r.Next()[0]))
}

// TestReplayOfVisits: the same in the paper's way, with a room so small that draws are thinned, and saved at every job.
func TestReplayOfVisits(t *testing.T) {
	p := problem()
	p.Settings.MaxActive, p.Settings.ActivationCount = 3, 1
	begin := func() *Sampler {
		s := mustNew(t, p)
		s.room, s.full = 2500, 0
		return s
	}
	s := begin()
	steps := 0
	for !s.Done() {
		steps += len(goOn(t, p, s))
		r := begin()
		if err := r.Replay(s.Recording(), nil); err != nil {
			t.Fatalf("after %d steps: %v", steps, err)
		}
		if !dcctest.EqualBits(lookSampler(s), lookSampler(r)) ||
			!dcctest.EqualBits(s.Recording(), r.Recording()) || s.Done() != r.Done() {
			t.Fatalf("after %d steps the two runs differ", steps)
		}
		if steps == 7 { // go on with the copy: what comes must not depend on it
			s, steps = r, 8
		}
	}
	whole := begin()
	if err := Run(p, whole, 2, nil); err != nil {
		t.Fatal(err)
	}
	if !dcctest.EqualBits(lookSampler(whole), lookSampler(s)) {
		t.Error("the run that was taken up ends differently")
	}
	thinned := false
	for _, sum := range whole.Summaries() {
		thinned = thinned || sum.Kept < p.Settings.KeptDraws
	}
	if !thinned {
		t.Error("nothing was thinned: the room is too wide to show anything")
	}
}

// TestReplayRefuses: a recording that was changed is refused, and no such run begins.
func TestReplayRefuses(t *testing.T) {
	p := problem()
	s := mustNew(t, p)
	for done := 0; done < 4; {
		done += len(goOn(t, p, s))
	}
	for name, damage := range map[string]func(*Recording){
		"nothing discovered": func(r *Recording) { r.Entries = nil },
		"too many visits":    func(r *Recording) { r.Iteration = p.Settings.Iterations + 1 },
		"no topology":        func(r *Recording) { r.Entries[0].Topology = "1" },
		"twice":              func(r *Recording) { r.Entries[1].Topology = r.Entries[0].Topology },
		"points missing":     func(r *Recording) { visited(r).Points = visited(r).Points[1:] },
		"chains missing":     func(r *Recording) { visited(r).States, visited(r).LeftOut = nil, nil },
		"chain without step": func(r *Recording) { visited(r).States[0].StepSize = 0 },
		"trail cut short": func(r *Recording) {
			visited(r).Trails[0].Points = visited(r).Trails[0].Points[1:]
		},
		"trail with gaps": func(r *Recording) { visited(r).Trails[0].Every = 3 },
		"trail too many": func(r *Recording) {
			visited(r).Trails = append(visited(r).Trails, RecordedTrail{})
		},
		"trail not finite": func(r *Recording) {
			visited(r).Trails[0].Points = append([]float64{math.NaN()}, visited(r).Trails[0].Points[1:]...)
		},
		"no largest": func(r *Recording) { visited(r).Estimate.Largest = nil },
	} {
		r := s.Recording()
		damage(&r)
		if err := mustNew(t, p).Replay(r, nil); err == nil {
			t.Errorf("paper, %s: taken", name)
		}
	}
}

// visited is the first topology with parameters that was.
func visited(r *Recording) *RecordedEntry {
	for i := range r.Entries {
		if len(r.Entries[i].Points) > 0 {
			return &r.Entries[i]
		}
	}
	panic("nothing was visited")
}
