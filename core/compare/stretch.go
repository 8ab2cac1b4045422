// A stretch of a chain: what one job does.

package compare

import (
	"errors"
	"fmt"

	"dcctree/core/baseline"
	"dcctree/core/dcc"
	"dcctree/core/topology"
)

// Stretch is what a job is about. It holds all that it needs beside the problem.
type Stretch struct {
	Method   string
	Chain    int       // from 0
	From     int       // iterations that the chain has made
	Count    int       // iterations to make
	Every    int       // every how many-th of them is kept
	State    []float64 // where the chain goes on; nil for its start
	Settings Settings
}

// Stretched is what a Stretch found.
type Stretched struct {
	State      []float64
	Draws      []baseline.Draw
	Densities  []float64 // log density of the iterations behind the warm-up
	Proposed   int       // of these, those that proposed another tree
	Accepted   int       // of those
	Gradients  int
	Marginals  int // Info.Densities
	Iterations int
}

// Do makes the iterations. The error says that the job is damaged; a chain that cannot go on is a result that is left
// out.
func (s *Stretch) Do(p *dcc.Problem, _ topology.Topology, beat func()) (dcc.Result, error) {
	e, known := engines[Method(s.Method)]
	if !known || s.Chain < 0 || s.From < 0 || s.Count < 1 || s.Every < 1 {
		return dcc.Result{}, fmt.Errorf("a job of the method %q from iteration %d for %d, keeping every %d",
			s.Method, s.From, s.Count, s.Every)
	}
	f, err := s.run(e, p, beat)
	if err != nil {
		return dcc.Result{Outcome: dcc.LeftOut, Reason: err.Error()}, nil
	}
	return dcc.Result{Outcome: dcc.Sampled, Work: dcc.Work{Gradients: f.Gradients, Evaluations: f.Marginals},
		Found: f}, nil
}

// Check refuses what another kind of job found.
func (s *Stretch) Check(_ *dcc.Problem, _ topology.Topology, r dcc.Result) error {
	if _, ok := r.Found.(*Stretched); !ok {
		return errors.New("nothing of a chain")
	}
	return nil
}

// run makes the iterations.
func (s *Stretch) run(e engine, p *dcc.Problem, beat func()) (*Stretched, error) {
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
	f := &Stretched{}
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

func (f *Stretched) count(info baseline.Info) {
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
