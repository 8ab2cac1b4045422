// Tests of measurements made early: whatever is made, lost or never asked for, the results are the same.

package search

import (
	"math"
	"slices"
	"testing"

	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/dcc/internal/dcctest"
	"dcctree/core/random"
	"dcctree/core/softtree"
)

// TestAheadChangesNothing runs with workers that take jobs from Next and from Ahead at random, finish in any order and
// lose some of the early ones.
func TestAheadChangesNothing(t *testing.T) {
	used, lost := 0, 0
	for _, c := range []struct {
		name     string
		problem  func() *dcc.Problem
		embedded int
	}{{"few inputs", problem, quickFast().Embedded}, {"none embedded", problem, 0},
		{"many inputs", wide, quickFast().Embedded}, {"gradual splits", gradual, quickFast().Embedded}} {
		t.Run(c.name, func(t *testing.T) {
			u, l := aheadChangesNothing(t, c.problem, c.embedded)
			used, lost = used+u, lost+l
		})
	}
	if used == 0 || lost == 0 {
		t.Errorf("%d early measurements were asked for while under way, %d lost: nothing was tested", used,
			lost)
	}
}

func aheadChangesNothing(t *testing.T, problem func() *dcc.Problem, embedded int) (used, lost int) {
	set := quickFast()
	set.Embedded = embedded
	want, wantSteps, wantDraws := recordWith(t, problem(), set, 1)
	for seed := range uint64(2) {
		p, rng := problem(), random.Stream(seed, "hosts")
		f := mustFast(t, p, set)
		var steps []dcc.Step
		var flight []dcc.Job
		for !f.Done() {
			jobs := f.Next()
			if rng.IntN(2) == 0 {
				jobs = append(jobs, f.Ahead()...)
			}
			for _, j := range jobs {
				if !slices.ContainsFunc(flight, func(o dcc.Job) bool { return o.ID == j.ID }) &&
					len(flight) < 3 {
					flight = append(flight, j)
				}
			}
			at := rng.IntN(len(flight))
			j := flight[at]
			flight = slices.Delete(flight, at, at+1)
			_, asked := f.batch.Find(j.ID)
			switch {
			case !asked && rng.IntN(4) == 0:
				lost++
				if got := f.Fail(j.ID, "lost"); got != nil {
					t.Fatal("an early measurement that was lost completed a step")
				}
			default:
				if asked && j.ID >= firstEarly {
					used++
				}
				steps = append(steps, f.Report(mustExecute(t, p, j))...)
			}
		}
		var draws []dcc.Draws
		for _, s := range f.Summaries() {
			d, _ := f.Draws(s.Topology)
			draws = append(draws, d)
		}
		if !dcctest.EqualBits(want.Summaries(), f.Summaries()) || !dcctest.EqualBits(wantSteps, steps) ||
			!dcctest.EqualBits(wantDraws, draws) || want.Gradients() != f.Gradients() {
			t.Errorf("host %d: the results differ", seed)
		}
		if !slices.Equal(want.Jobs(), f.Jobs()) {
			t.Errorf("host %d: the jobs' digests differ", seed)
		}
	}
	return used, lost
}

// wide is a problem with more inputs than hard trees suit.
func wide() *dcc.Problem {
	rng := random.Stream(1, "wide")
	d := softtree.Data{N: 40, D: conquer.DefaultSettings().ChainsInputs + 1, Classes: 2}
	for i := range d.N * d.D {
		d.X = append(d.X, rng.Float64())
		if i < d.N {
			d.Class = append(d.Class, int(math.Round(d.X[i])))
		}
	}
	p := &dcc.Problem{Data: d, Settings: problem().Settings, Seed: 5}
	p.Settings.BandwidthInitial, p.Settings.BandwidthFinal = .1, .1
	return p
}

// TestNothingAheadWithManyRows: a worker would not be free for seconds.
func TestNothingAheadWithManyRows(t *testing.T) {
	p, set := problem(), quickFast()
	set.Embedded = 0 // all topologies by Measure
	f := mustFast(t, p, set)
	for f.Next()[0].Kind == dcc.Score {
		for _, j := range f.Next() {
			f.Report(mustExecute(t, p, j))
		}
	}
	if len(f.Ahead()) == 0 {
		t.Fatal("nothing is offered with few rows: nothing is tested")
	}
	p.Data.N = conquer.ManyRows + 1
	if jobs := f.Ahead(); len(jobs) > 0 {
		t.Errorf("%+v is offered", jobs)
	}
}

// TestAheadOffersWhatComesNext: while the first measurement runs, the next is offered, and what was reported is not
// asked for again.
func TestAheadOffersWhatComesNext(t *testing.T) {
	p, set := problem(), quickFast()
	set.Embedded = 0 // all topologies by Measure
	f := mustFast(t, p, set)
	for f.Next()[0].Kind == dcc.Score {
		if len(f.Ahead()) > 0 {
			t.Fatal("a measurement is offered before anything is known")
		}
		for _, j := range f.Next() {
			f.Report(mustExecute(t, p, j))
		}
	}
	offered := f.Ahead()
	if len(offered) == 0 || offered[0].ID < firstEarly || offered[0].Topology == f.Next()[0].Topology {
		t.Fatalf("%+v is offered beside %+v", offered, f.Next())
	}
	f.Report(mustExecute(t, p, offered[0]))
	if again := f.Ahead(); slices.ContainsFunc(again, func(j dcc.Job) bool { return j.ID == offered[0].ID }) {
		t.Error("a reported measurement is offered again")
	}
	for !f.Done() {
		for _, j := range f.Next() {
			if j.ID == offered[0].ID {
				t.Fatal("a reported measurement is asked for")
			}
			f.Report(mustExecute(t, p, j))
		}
	}
}
