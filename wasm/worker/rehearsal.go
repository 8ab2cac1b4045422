//go:build js && wasm

// The rehearsal: small runs on made-up tables while nothing else is to do, so that the browser has compiled well what a
// run needs when the first one starts. Nothing of it enters a result.

package worker

import (
	"math"

	"dcctree/core/dcc"
	"dcctree/core/random"
	"dcctree/core/simd"
	"dcctree/core/softtree"
)

// The made-up tables, and the measurements of each: with them the browser has seen enough of the program to compile its
// busiest parts, in about a second of a worker's time.
const (
	rehearsedRows     = 120
	rehearsedColumns  = 3
	rehearsedMeasured = 4
)

// rehearsal is what is left to do.
type rehearsal struct {
	machine  simd.Machine
	problems []*dcc.Problem
	run      *dcc.Fast
}

func newRehearsal(m simd.Machine) *rehearsal {
	return &rehearsal{machine: m, problems: []*dcc.Problem{madeUp(false, m), madeUp(true, m)}}
}

// next runs one job and tells whether there is another.
func (r *rehearsal) next() bool {
	if r.run == nil {
		set := dcc.DefaultFastSettings()
		set.PriorDraws, set.MaxMeasured, set.Sketches, set.AuditShare = 0, rehearsedMeasured, 4, 1
		run, err := dcc.NewFast(r.problems[0], set)
		if err != nil {
			panic("worker: the rehearsal's table: " + err.Error())
		}
		r.run = run
	}
	p := r.problems[0]
	result, err := dcc.Execute(p, r.run.Next()[0], func() {})
	if err != nil {
		panic("worker: the rehearsal: " + err.Error())
	}
	if r.run.Report(result); r.run.Done() {
		r.run, r.problems = nil, r.problems[1:]
	}
	return len(r.problems) > 0
}

// madeUp returns a table in which two inputs matter.
func madeUp(classes bool, m simd.Machine) *dcc.Problem {
	rng := random.Stream(1, "rehearsal")
	d := softtree.Data{N: rehearsedRows, D: rehearsedColumns, X: make([]float64, rehearsedRows*rehearsedColumns), Machine: m}
	for i := range d.X {
		d.X[i] = rng.Float64()
	}
	for i := range d.N {
		place := math.Floor(2*d.X[i]) + math.Floor(2*d.X[d.N+i])
		if classes {
			d.Class, d.Classes = append(d.Class, int(place)), 3
		} else {
			d.Y = append(d.Y, place+float64(.2*rng.NormFloat64()))
		}
	}
	p := &dcc.Problem{Settings: dcc.DefaultSettings(), Seed: 1, Data: d.Prepare()}
	p.Settings.BandwidthInitial, p.Settings.BandwidthFinal = .025, .025
	return p
}
