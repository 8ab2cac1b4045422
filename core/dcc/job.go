// Jobs: pieces of work that any worker can do, and what comes of them.

package dcc

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"dcctree/core/conquer"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Problem is what all jobs of a run share. Read-only.
type Problem struct {
	Data     softtree.Data // scaled training rows
	Settings Settings
	Seed     uint64

	once    sync.Once // guards conquer
	conquer *conquer.Problem

	variants variants
	rest     *softtree.Data // of a variant without a fold: the rows that are left out
}

// Validate checks data and settings.
func (p *Problem) Validate() error {
	if err := p.Settings.Validate(); err != nil {
		return err
	}
	return p.Data.Validate()
}

// Conquer returns what all measurements of topologies by themselves share, made at the first call.
func (p *Problem) Conquer() *conquer.Problem {
	p.once.Do(func() {
		p.conquer = conquer.NewProblem(p.Data, p.Settings.Priors, p.Settings.BandwidthFinal,
			conquer.DefaultSettings())
	})
	return p.conquer
}

// JobKind names what a job does.
type JobKind string

// The kinds of the paper's way (the first visit warms the chain up), those of the fast mode (the hard-tree search,
// which predicts the evidence, the measurement, one by draws embedded from the topologies with one split less, and a
// second look at a measurement), and that of other methods. Estimate is the kind of a step alone, which says how much
// was not measured.
const (
	BurnIn   JobKind = "burn-in"
	Visit    JobKind = "visit"
	Score    JobKind = "score"
	Measure  JobKind = "measure"
	Embed    JobKind = "embed"
	Audit    JobKind = "audit"
	Estimate JobKind = "estimate"
	Other    JobKind = "other"
)

// Job is a piece of work on a topology. It holds all that it needs beside the problem.
type Job struct {
	ID       int
	Kind     JobKind
	Topology string  // key; "" of another method
	Variant  Variant // of the run's problem; the zero value is the problem itself
	Task     Task
}

// Task is what a job of its kind needs to know; each kind has a type of its own.
type Task interface {
	// Do does the job on the topology (none of another method) and the problem of its variant, and calls beat now
	// and then. The result is a function of these alone; Execute sets its number. The error says that the job
	// itself is malformed.
	Do(p *Problem, t topology.Topology, beat func()) (Result, error)
	// Check reports why the result, which is not left out, cannot be of the task on the topology.
	Check(p *Problem, t topology.Topology, r Result) error
}

// Outcome of a job.
type Outcome string

// What is left out is so wherever the job runs, as where a chain finds no start. A job that the host gave up has no
// result; what it was about is left out all the same.
const (
	Sampled Outcome = "sampled"
	LeftOut Outcome = "left-out"
	GivenUp Outcome = "given-up" // by Fail alone
)

// Result of a job.
type Result struct {
	ID      int
	Outcome Outcome
	Reason  string // why it is left out
	Work
	Seconds float64 // that it took, where the host has a clock; else 0
	Found   any     // by the task: a pointer to the type that goes with the task's; nil where there is nothing
}

// Work is what a job took.
type Work struct {
	Gradients   int // gradients of the log density
	Evaluations int // densities without gradient
	SearchWork  int // units of the hard-tree search
}

// Units is the work in gradient units: a density takes 0.6 of a gradient, a unit of the hard-tree search 0.5 (measured
// on the paper's data sets).
func (w Work) Units() int {
	return w.Gradients + int(math.Round(.6*float64(w.Evaluations)+.5*float64(w.SearchWork)))
}

// Execute does the job. The result is a function of problem and job alone. beat is called now and then while it works.
// The error says that the job itself is malformed.
func Execute(p *Problem, j Job, beat func()) (Result, error) {
	if j.Task == nil {
		return Result{}, fmt.Errorf("job %d: of kind %q without a task", j.ID, j.Kind)
	}
	variant, err := p.With(j.Variant)
	if err != nil {
		return Result{}, fmt.Errorf("job %d: %w", j.ID, err)
	}
	var t topology.Topology
	if j.Kind != Other {
		if t, err = topology.Parse(j.Topology); err != nil {
			return Result{}, fmt.Errorf("job %d: %w", j.ID, err)
		}
	}
	r, err := j.Task.Do(variant, t, beat)
	r.ID = j.ID
	return r, err
}

// Check reports why a result has not the shape that its job demands; a host checks what comes from a worker before it
// reports it.
func (p *Problem) Check(j Job, r Result) error {
	if r.ID != j.ID {
		return errors.New("result of another job")
	}
	if r.Outcome == LeftOut || r.Outcome == GivenUp {
		return nil
	}
	t, err := topology.Parse(j.Topology)
	if err != nil {
		return err
	}
	if err := j.Task.Check(p, t, r); err != nil {
		return fmt.Errorf("result of job %d: %w", j.ID, err)
	}
	return nil
}

// Batch is jobs that are handed out together, in job order.
type Batch []Job

// Unreported returns those that have no result yet.
func (b Batch) Unreported(results map[int]Result) (out []Job) {
	for _, j := range b {
		if _, ok := results[j.ID]; !ok {
			out = append(out, j)
		}
	}
	return out
}

// Find returns the job of a number.
func (b Batch) Find(id int) (j Job, found bool) {
	at := slices.IndexFunc(b, func(j Job) bool { return j.ID == id })
	if at < 0 {
		return Job{}, false
	}
	return b[at], true
}
