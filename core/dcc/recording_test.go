// Tests of recordings: a run taken up again is the run, to the last bit, at any step and in either mode.

package dcc

import (
	"math"
	"slices"
	"testing"
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
	s := seen{Summaries: r.Summaries(), Jobs: slices.Clone(r.Jobs()), Gradients: r.Gradients(), Progress: r.Progress()}
	for _, sum := range s.Summaries {
		s.Draws = append(s.Draws, draws(sum))
	}
	for i := range s.Jobs {
		s.Jobs[i].Job = 0 // of the fast mode: its number does not matter
	}
	return s
}

func lookFast(f *Fast) seen {
	return look(f, func(s Summary) Draws { d, _ := f.Draws(s.Topology); return d })
}

func lookSampler(s *Sampler) seen {
	return look(s, func(sum Summary) Draws { d, _ := s.Draws(sum.Topology); return d })
}

// goOn reports the next job's result and returns the steps.
func goOn(t *testing.T, p *Problem, r Runner) []Step {
	t.Helper()
	return r.Report(mustExecute(t, p, r.Next()[0]))
}

// TestReplayOfFastRun: at every step a fresh run that is led by the recording tells the same steps and is in the same
// state, and both go on alike.
func TestReplayOfFastRun(t *testing.T) {
	p := problem()
	f := mustFast(t, p, quickFast())
	var steps []Step
	for !f.Done() {
		done := goOn(t, p, f)
		steps = append(steps, done...)
		if len(done) == 0 && !f.Done() {
			continue
		}
		g := mustFast(t, problem(), quickFast())
		var again []Step
		if err := g.Replay(f.Recording(), func(s Step) { again = append(again, s) }); err != nil {
			t.Fatalf("after %d steps: %v", len(steps), err)
		}
		if !equalBits(steps, again) || !equalBits(lookFast(f), lookFast(g)) || !equalBits(f.Recording(), g.Recording()) || f.Done() != g.Done() || f.Unexplored() != g.Unexplored() {
			t.Fatalf("after %d steps the two runs differ", len(steps))
		}
	}
	if len(steps) < 5 {
		t.Fatalf("%d steps show nothing", len(steps))
	}
}

// TestFastRunGoesOn: a run that was taken up in the middle ends as the one that was not interrupted.
func TestFastRunGoesOn(t *testing.T) {
	p := problem()
	f := mustFast(t, p, quickFast())
	for done := 0; done < 3; {
		done += len(goOn(t, p, f))
	}
	g := mustFast(t, problem(), quickFast())
	if err := g.Replay(f.Recording(), func(Step) {}); err != nil {
		t.Fatal(err)
	}
	for _, r := range []*Fast{f, g} {
		if err := Run(p, r, 2, nil); err != nil {
			t.Fatal(err)
		}
	}
	if !equalBits(lookFast(f), lookFast(g)) {
		t.Error("the two runs end differently")
	}
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
		if !equalBits(lookSampler(s), lookSampler(r)) || !equalBits(s.Recording(), r.Recording()) || s.Done() != r.Done() {
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
	if !equalBits(lookSampler(whole), lookSampler(s)) {
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
	f := mustFast(t, p, quickFast())
	for done := 0; done < 2; {
		done += len(goOn(t, p, f))
	}
	s := mustNew(t, p)
	for done := 0; done < 4; {
		done += len(goOn(t, p, s))
	}
	for name, damage := range map[string]func(*Recording){
		"too few jobs": func(r *Recording) { r.Jobs = r.Jobs[1:] },
		"cut short": func(r *Recording) {
			r.Jobs, r.Results, r.Largest = r.Jobs[:2], r.Results[:2], r.Largest[:2] // amid the first searches
		},
		"too few weights":  func(r *Recording) { r.Largest = r.Largest[1:] },
		"rising weights":   func(r *Recording) { r.Largest[weighty(r)].Largest[0] = -1e300 },
		"too many weights": func(r *Recording) { r.Largest[weighty(r)].Count = 1 },
		"another topology": func(r *Recording) { r.Jobs[3].Topology = "11000" },
		"another kind":     func(r *Recording) { r.Jobs[3].Kind = Audit },
		"no outcome":       func(r *Recording) { r.Results[0].Outcome = "" },
		"no hard trees":    func(r *Recording) { r.Results[0].Solutions = nil },
	} {
		r := f.Recording()
		r.Jobs, r.Results = slices.Clone(r.Jobs), slices.Clone(r.Results)
		for i := range r.Largest {
			r.Largest[i].Largest = slices.Clone(r.Largest[i].Largest)
		}
		damage(&r)
		if err := mustFast(t, p, quickFast()).Replay(r, func(Step) {}); err == nil {
			t.Errorf("fast, %s: taken", name)
		}
	}
	for name, damage := range map[string]func(*Recording){
		"nothing discovered": func(r *Recording) { r.Entries = nil },
		"too many visits":    func(r *Recording) { r.Iteration = p.Settings.Iterations + 1 },
		"no topology":        func(r *Recording) { r.Entries[0].Topology = "1" },
		"twice":              func(r *Recording) { r.Entries[1].Topology = r.Entries[0].Topology },
		"points missing":     func(r *Recording) { visited(r).Points = visited(r).Points[1:] },
		"chains missing":     func(r *Recording) { visited(r).States, visited(r).LeftOut = nil, nil },
		"chain without step": func(r *Recording) { visited(r).States[0].StepSize = 0 },
		"trail cut short":    func(r *Recording) { visited(r).Trails[0].Points = visited(r).Trails[0].Points[1:] },
		"trail with gaps":    func(r *Recording) { visited(r).Trails[0].Every = 3 },
		"trail too many":     func(r *Recording) { visited(r).Trails = append(visited(r).Trails, RecordedTrail{}) },
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

// weighty is the first result with weights.
func weighty(r *Recording) int {
	return slices.IndexFunc(r.Largest, func(w Weights) bool { return len(w.Largest) > 1 })
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
