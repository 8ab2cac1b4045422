// Package rehearsal runs small runs on made-up tables while a worker has nothing else to do, so that the browser has
// compiled well what a run needs when the first one starts: it compiles quickly at first and well only what is called
// often. Nothing of it enters a result.
package rehearsal

import (
	"fmt"
	"math"
	"strings"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/random"
	"dcctree/core/simd"
	"dcctree/wasm/coordinator/study"
	"dcctree/wasm/protocol"
)

// The made-up tables, and the steps of each run: about half a second of a worker's time in all.
const (
	rows  = 60
	steps = 3
	width = 700 // of figures, pixels
)

// Rehearsal is what is left to do. Not safe for concurrent use.
type Rehearsal struct {
	machine simd.Machine
	draw    bool
	tasks   []dataset.Task
	run     *study.Run
}

// New returns a rehearsal of the work of a worker or, with draw, of the coordinator, which draws what the page shows after
// every step. The machine may be nil.
func New(m simd.Machine, draw bool) *Rehearsal {
	return &Rehearsal{machine: m, draw: draw, tasks: []dataset.Task{dataset.Regression, dataset.Classification}}
}

// Next does one piece of work, of some dozen milliseconds, and tells whether there is another. It panics where the
// program is at fault: the tables are its own.
func (r *Rehearsal) Next() bool {
	if r.run == nil {
		r.run = r.begin(r.tasks[0])
	}
	result, err := dcc.Execute(r.run.Problem, r.run.Sampler.Next()[0], func() {})
	must(err)
	for _, s := range r.run.Sampler.Report(result) {
		r.run.Step(0, s, 0)
		if r.draw {
			r.look()
		}
	}
	if r.run.Steps() >= steps || r.run.Sampler.Done() {
		r.run, r.tasks = nil, r.tasks[1:]
	}
	return len(r.tasks) > 0
}

// begin sets up the run on the made-up table of a task.
func (r *Rehearsal) begin(task dataset.Task) *study.Run {
	table, err := dataset.ReadCSV("rehearsal", []byte(madeUp(task)), dataset.ReadOptions{})
	must(err)
	run, err := study.New(0, table, &protocol.Create{Target: "y", Task: "auto", Split: "random", HoldoutSeed: "1", Holdout: .3, Preset: "fast",
		Seed: "1", Standardize: "auto", Predictive: "likelihood", Workers: 1}, nil)
	must(err)
	run.Problem.Data.Machine = r.machine
	run.Problem.Data = run.Problem.Data.Prepare()
	return run
}

// look asks what the page asks after a step.
func (r *Rehearsal) look() {
	r.run.Ranked(0)
	_, err := r.run.Measured(0)
	must(err)
	_, _, err = r.run.Predictions(&protocol.Predict{Kind: protocol.KindPredict, Set: "test", Rows: 1}, []float64{0})
	must(err)
	for _, name := range []string{"tree", "prediction"} {
		_, err = r.run.Drawn(&protocol.Figure{Name: name, Width: width, Set: "test"})
		must(err)
	}
}

// madeUp returns a table in which two of three inputs matter.
func madeUp(task dataset.Task) string {
	rng := random.Stream(1, "rehearsal")
	b := &strings.Builder{}
	b.WriteString("a,b,c,y\n")
	for range rows {
		x := [3]float64{rng.Float64(), rng.Float64(), rng.Float64()}
		y := math.Floor(2*x[0]) + math.Floor(2*x[1])
		if task == dataset.Classification {
			fmt.Fprintf(b, "%v,%v,%v,class %v\n", x[0], x[1], x[2], y)
		} else {
			fmt.Fprintf(b, "%v,%v,%v,%v\n", x[0], x[1], x[2], y+float64(.2*rng.NormFloat64()))
		}
	}
	return b.String()
}

func must(err error) {
	if err != nil {
		panic("rehearsal: " + err.Error())
	}
}
