// A stretch of a chain: what one job does.

package compare

import (
	"fmt"

	"dcctree/core/baseline"
	"dcctree/core/dcc"
	"dcctree/core/parcel"
)

// stretch is what a job is about. It holds all that it needs beside the problem.
type stretch struct {
	Method   string
	Chain    int       // from 0
	From     int       // iterations that the chain has made
	Count    int       // iterations to make
	Every    int       // every how many-th of them is kept
	State    []float64 // where the chain goes on; nil for its start
	Settings Settings
}

// found is what a stretch found.
type found struct {
	State      []float64
	Draws      []baseline.Draw
	Densities  []float64 // log density of the iterations behind the warm-up
	Proposed   int       // of these, those that proposed another tree
	Accepted   int       // of those
	Gradients  int
	Marginals  int // Info.Densities
	Iterations int
}

// job packs the stretch.
func (s *stretch) job(id int) dcc.Job {
	j := dcc.Job{ID: id, Kind: dcc.Other}
	j.Foreign.Numbers, j.Foreign.Words = parcel.Pack(s)
	return j
}

// Execute runs a job of this package on the problem that it was made for, and calls beat now and then. The error says
// that the job is damaged; a chain that cannot go on is a result that is left out.
func Execute(p *dcc.Problem, job dcc.Job, beat func()) (dcc.Result, error) {
	var s stretch
	if err := parcel.Unpack(job.Foreign.Numbers, job.Foreign.Words, &s); err != nil {
		return dcc.Result{}, err
	}
	e, known := engines[Method(s.Method)]
	if !known || s.Chain < 0 || s.From < 0 || s.Count < 1 || s.Every < 1 {
		return dcc.Result{}, fmt.Errorf("a job of the method %q from iteration %d for %d, keeping every %d", s.Method, s.From, s.Count, s.Every)
	}
	r := dcc.Result{ID: job.ID, Outcome: dcc.Sampled}
	f, err := s.run(e, p, beat)
	if err != nil {
		r.Outcome, r.Reason = dcc.LeftOut, err.Error()
		return r, nil
	}
	r.Gradients, r.Evaluations = f.Gradients, f.Marginals
	r.Foreign.Numbers, r.Foreign.Words = parcel.Pack(f)
	return r, nil
}

// run makes the iterations.
func (s *stretch) run(e engine, p *dcc.Problem, beat func()) (*found, error) {
	rng := baseline.Stream(p.Seed, s.Method, s.Chain, s.From)
	var sampler baseline.Sampler
	var err error
	if s.From == 0 {
		sampler, err = e.start(p.Data, s.Settings, rng)
	} else {
		sampler, err = e.resume(p.Data, s.Settings, s.State)
	}
	if err != nil {
		return nil, err
	}
	if b, ok := sampler.(baseline.Beating); ok {
		b.Beat(beat)
	}
	f := &found{}
	for k := range s.Count {
		info := sampler.Step(rng)
		f.count(info)
		if !info.Warmup && (s.From+k+1)%s.Every == 0 {
			f.Draws = sampler.Draws(f.Draws, rng)
		}
		beat()
	}
	f.State = sampler.State()
	return f, nil
}

func (f *found) count(info baseline.Info) {
	f.Iterations++
	f.Gradients += info.Gradients
	f.Marginals += info.Densities
	if info.Warmup {
		return
	}
	f.Densities = append(f.Densities, info.LogDensity)
	if info.Move == baseline.Stay {
		return
	}
	f.Proposed++
	if info.Accepted {
		f.Accepted++
	}
}
