// Tests of recordings: a run taken up again is the run, to the last bit, at any step.

package search

import (
	"slices"
	"testing"

	"dcctree/core/dcc"
	"dcctree/core/dcc/internal/dcctest"
)

// seen is all that a run says of itself.
type seen struct {
	Summaries []dcc.Summary
	Draws     []dcc.Draws
	Jobs      []dcc.JobDigest
	Gradients int
	Progress  float64
}

type recorded interface {
	dcc.Runner
	Recording() dcc.Recording
	Replay(dcc.Recording, func(dcc.Step)) error
	Summaries() []dcc.Summary
	Jobs() []dcc.JobDigest
	Gradients() int
	Progress() float64
}

func look(r recorded, draws func(dcc.Summary) dcc.Draws) seen {
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

func lookFast(f *Fast) seen {
	return look(f, func(s dcc.Summary) dcc.Draws { d, _ := f.Draws(s.Topology); return d })
}

// goOn reports the next job's result and returns the steps.
func goOn(t *testing.T, p *dcc.Problem, r dcc.Runner) []dcc.Step {
	t.Helper()
	return r.Report(mustExecute(t, p, r.Next()[0]))
}

// TestReplayOfFastRun: at every step a fresh run that is led by the recording tells the same steps and is in the same
// state, and both go on alike.
func TestReplayOfFastRun(t *testing.T) {
	p := problem()
	f := mustFast(t, p, quickFast())
	var steps []dcc.Step
	for !f.Done() {
		done := goOn(t, p, f)
		steps = append(steps, done...)
		if len(done) == 0 && !f.Done() {
			continue
		}
		g := mustFast(t, problem(), quickFast())
		var again []dcc.Step
		if err := g.Replay(f.Recording(), func(s dcc.Step) { again = append(again, s) }); err != nil {
			t.Fatalf("after %d steps: %v", len(steps), err)
		}
		if !dcctest.EqualBits(steps, again) || !dcctest.EqualBits(lookFast(f), lookFast(g)) ||
			!dcctest.EqualBits(f.Recording(), g.Recording()) || f.Done() != g.Done() ||
			f.Unexplored() != g.Unexplored() {
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
	if err := g.Replay(f.Recording(), func(dcc.Step) {}); err != nil {
		t.Fatal(err)
	}
	for _, r := range []*Fast{f, g} {
		if err := dcc.Run(p, r, 2, nil); err != nil {
			t.Fatal(err)
		}
	}
	if !dcctest.EqualBits(lookFast(f), lookFast(g)) {
		t.Error("the two runs end differently")
	}
}

// TestReplayRefuses: a recording that was changed is refused, and no such run begins.
func TestReplayRefuses(t *testing.T) {
	p := problem()
	f := mustFast(t, p, quickFast())
	for done := 0; done < 2; {
		done += len(goOn(t, p, f))
	}
	for name, damage := range map[string]func(*dcc.Recording){
		"too few jobs": func(r *dcc.Recording) { r.Jobs = r.Jobs[1:] },
		"cut short": func(r *dcc.Recording) {
			// amid the first searches
			r.Jobs, r.Results, r.Largest = r.Jobs[:2], r.Results[:2], r.Largest[:2]
		},
		"too few weights":  func(r *dcc.Recording) { r.Largest = r.Largest[1:] },
		"rising weights":   func(r *dcc.Recording) { r.Largest[weighty(r)].Largest[0] = -1e300 },
		"too many weights": func(r *dcc.Recording) { r.Largest[weighty(r)].Count = 1 },
		"another topology": func(r *dcc.Recording) { r.Jobs[3].Topology = "11000" },
		"another kind":     func(r *dcc.Recording) { r.Jobs[3].Kind = dcc.Audit },
		"no outcome":       func(r *dcc.Recording) { r.Results[0].Outcome = "" },
		"no hard trees":    func(r *dcc.Recording) { r.Results[0].Solutions = nil },
	} {
		r := f.Recording()
		r.Jobs, r.Results = slices.Clone(r.Jobs), slices.Clone(r.Results)
		for i := range r.Largest {
			r.Largest[i].Largest = slices.Clone(r.Largest[i].Largest)
		}
		damage(&r)
		if err := mustFast(t, p, quickFast()).Replay(r, func(dcc.Step) {}); err == nil {
			t.Errorf("fast, %s: taken", name)
		}
	}
}

// weighty is the first result with weights.
func weighty(r *dcc.Recording) int {
	return slices.IndexFunc(r.Largest, func(w dcc.Weights) bool { return len(w.Largest) > 1 })
}
