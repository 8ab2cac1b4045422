// Package rehearsal makes small runs and fits on made-up tables while the coordinator has nothing else to do, so that
// the browser has compiled well what a run or a fit needs when the first one starts: it compiles quickly at first and
// well only what is called often. Nothing of it enters a result.
package rehearsal

import (
	"fmt"
	"math"
	"strings"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/export"
	"dcctree/core/fit"
	"dcctree/core/random"
	"dcctree/core/simd"
	"dcctree/core/study"
)

// The made-up tables. A step of each and a glimpse take 2.5 s; 8 s, by workers too, brought first trees .1 to .3 s
// earlier (Chromium).
const (
	rows   = 60
	inputs = 3
	width  = 700 // of figures, pixels
)

var tasks = []dataset.Task{dataset.Regression, dataset.Classification}

// Rehearsal is what is left to do of the runs. Not safe for concurrent use.
type Rehearsal struct {
	machine simd.Machine
	left    []dataset.Task
	run     *study.Run
}

// New returns a rehearsal of what the workers calculate and of what the page shows after every step. The machine may be
// nil.
func New(m simd.Machine) *Rehearsal {
	return &Rehearsal{machine: m, left: tasks}
}

// Glimpses fits all trees at once to the made-up tables, as far as the first tree; pause is called now and then.
func Glimpses(pause func()) {
	for _, task := range tasks {
		problem, err := study.Fit(table(task), &study.FitOptions{Target: "y", Task: "auto", Split: "random",
			Holdout: .3, HoldoutSeed: "1", Seed: "1", Scale: fit.AutoScale}, nil)
		must(err)
		problem.Watch(func(fit.Stage) { pause() }, nil)
		answer, err := problem.Glimpse(alltrees.Alone)
		must(err)
		_, err = export.JSON(answer)
		must(err)
		pause()
	}
}

// Next does one piece of work, of some dozen milliseconds, and reports whether there is another. It panics where the
// program is at fault: the tables are its own.
func (r *Rehearsal) Next() bool {
	if r.run == nil {
		r.run = r.begin(r.left[0])
	}
	result, err := dcc.Execute(r.run.Problem, r.run.Sampler.Next()[0], func() {})
	must(err)
	for _, s := range r.run.Sampler.Report(result) {
		r.run.Step(s, 0)
		r.look()
	}
	if r.run.Steps() > 0 || r.run.Sampler.Done() {
		r.run, r.left = nil, r.left[1:]
	}
	return len(r.left) > 0
}

// begin sets up the run on the made-up table for a task.
func (r *Rehearsal) begin(task dataset.Task) *study.Run {
	options := study.DefaultRunOptions()
	options.Target = "y"
	run, err := study.New(table(task), &options, nil)
	must(err)
	run.Problem.Data.Machine = r.machine
	run.Problem.Data = run.Problem.Data.Prepare()
	return run
}

func table(task dataset.Task) *dataset.Table {
	t, err := dataset.ReadCSV("rehearsal", []byte(madeUp(task)), dataset.ReadOptions{})
	must(err)
	return t
}

// look asks what the page asks after a step.
func (r *Rehearsal) look() {
	r.run.Topologies()
	r.run.Trees()
	_, err := r.run.Metrics()
	must(err)
	_, _, err = r.run.Predict(&study.PredictOptions{Set: "test", Rows: 1}, []float64{0})
	must(err)
	for _, name := range []string{"tree", "prediction"} {
		_, err = r.run.Figure(&study.FigureOptions{Name: name, Width: width, Set: "test"})
		must(err)
	}
}

// madeUp returns a table in which two inputs matter.
func madeUp(task dataset.Task) string {
	rng := random.Stream(1, "rehearsal")
	b := &strings.Builder{}
	for i := range inputs {
		fmt.Fprintf(b, "x%d,", i+1)
	}
	b.WriteString("y\n")
	x := make([]float64, inputs)
	for range rows {
		for i := range x {
			x[i] = rng.Float64()
			fmt.Fprintf(b, "%v,", x[i])
		}
		y := math.Floor(2*x[0]) + math.Floor(2*x[1])
		if task == dataset.Classification {
			fmt.Fprintf(b, "class %v\n", y)
		} else {
			fmt.Fprintf(b, "%v\n", y+float64(.2*rng.NormFloat64()))
		}
	}
	return b.String()
}

func must(err error) {
	if err != nil {
		panic("rehearsal: " + err.Error())
	}
}
