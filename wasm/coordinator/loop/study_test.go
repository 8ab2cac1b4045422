// This file runs a study through the loop and the messages to workers.

package loop_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dcctree/core/compare"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/study"
	"dcctree/core/words"
	"dcctree/wasm/coordinator/loop"
	"dcctree/wasm/protocol"
)

// inProcess is a host whose workers answer through packed messages, one job at
// a time, the newest first, so that results come out of order.
type inProcess struct {
	t       *testing.T
	run     *study.Run
	loop    *loop.Loop
	problem *dcc.Problem // as the workers read it
	jobs    []func()
	steps   int
	ended   string
	beside  int // steps of work beside the run
	done    bool
}

func (h *inProcess) Prepare(int) {
	m, inputs, targets := protocol.ProblemOf(h.run.Problem, h.run.Settings)
	var err error
	if h.problem, err = m.Read(slices.Concat(inputs, targets)); err != nil {
		h.t.Fatal(err)
	}
}

func (h *inProcess) Assign(worker, run int, job dcc.Job) {
	numbers, texts := compare.PackJob(job)
	h.jobs = append(h.jobs, func() {
		j, err := compare.UnpackJob(numbers, texts)
		if err != nil {
			h.t.Fatal(err)
		}
		result, err := dcc.Execute(h.problem, j, func() { h.loop.Beat(worker) })
		if err != nil {
			h.t.Fatal(err)
		}
		r, err := compare.UnpackResult(compare.PackResult(j.Kind, result))
		if err != nil {
			h.t.Fatal(err)
		}
		h.loop.Result(worker, run, r)
	})
}

func (h *inProcess) Hold()                         { h.jobs = append(h.jobs, h.loop.Rested) }
func (h *inProcess) Replace(int, bool)             { h.t.Error("a worker was replaced") }
func (h *inProcess) Step(_ int, s dcc.Step)        { h.run.Step(s, 1.5); h.steps++ }
func (h *inProcess) Ended(_ int, state string)     { h.ended = state }
func (h *inProcess) Refused(_ int, f *study.Fault) { h.t.Errorf("refused: %v", f) }
func (h *inProcess) BesideStep(int, dcc.Step)      { h.beside++ }
func (h *inProcess) BesideDone(int)                { h.done = true }
func (h *inProcess) Notice(kind string, said words.Message) {
	h.t.Errorf("notice %s: %s", kind, said)
}

// work carries out jobs until there are none.
func (h *inProcess) work() {
	for len(h.jobs) > 0 {
		last := h.jobs[len(h.jobs)-1]
		h.jobs = h.jobs[:len(h.jobs)-1]
		last()
	}
}

// hostOf has that many workers for a run.
func hostOf(t *testing.T, r *study.Run, workers int) *inProcess {
	t.Helper()
	h := &inProcess{t: t, run: r}
	h.loop = loop.New(h)
	h.loop.Load(r.Sampler, 1000)
	for w := range workers {
		h.loop.Join(w + 1)
		h.loop.Ready(w + 1)
	}
	return h
}

// shortRun is one in the paper's way on a table with one jump.
func shortRun(t *testing.T) *study.Run {
	t.Helper()
	table, err := dataset.ReadCSV("jump.csv",
		[]byte("x,y\n"+strings.Repeat("0.1,0\n0.2,0.1\n0.3,0\n0.7,1\n0.8,1.1\n0.9,1\n", 5)),
		dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := study.New(table, &study.RunOptions{Task: "auto", Split: "random", Holdout: 0.3, HoldoutSeed: "1",
		Preset: "quick", Seed: "1", Standardize: "auto", Predictive: "likelihood", Workers: 2,
		Settings: `{"iterations":4,"priorDraws":20,"activationCount":4,"maxActive":4,"chains":2,"warmup":60,` +
			`"draws":10,"proposals":5,"repairs":1,"repairSteps":30,"keptDraws":40}`}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSameBitsAsGoroutines: the loop, the packed messages, the number of workers and the order of results change
// nothing.
func TestSameBitsAsGoroutines(t *testing.T) {
	var found [3]string // every bit of them, and NaN alike
	for i, workers := range []int{1, 4, 0} {
		r := shortRun(t)
		if workers > 0 {
			h := hostOf(t, r, workers)
			h.loop.Run(1)
			h.work()
			if h.ended != study.StateDone || h.steps != r.Steps() || h.steps == 0 {
				t.Fatalf("the run ended %q after %d steps of %d", h.ended, h.steps, r.Steps())
			}
		} else if err := dcc.Run(r.Problem, r.Sampler, 3, func(s dcc.Step) { r.Step(s, 0) }); err != nil {
			t.Fatal(err)
		}
		found[i] = fmt.Sprint(r.Topologies())
	}
	if found[0] != found[1] || found[0] != found[2] {
		t.Errorf("1 worker %v\n4 workers %v\ngoroutines %v", found[0], found[1], found[2])
	}
}

// TestContestBesideARun: methods run in the run's workers, with the bits of a contest without messages and loop; the
// run is as it was.
func TestContestBesideARun(t *testing.T) {
	r, alone := shortRun(t), shortRun(t)
	options := &study.ContestOptions{Methods: []string{"cgm", "cart"}, Gradients: 1000}
	c, err := r.Contest(options)
	if err != nil {
		t.Fatal(err)
	}
	h := hostOf(t, r, 2)
	h.loop.Beside(9, c)
	h.work()
	d, err := alone.Contest(options)
	if err == nil {
		err = d.Run()
	}
	if err != nil {
		t.Fatal(err)
	}
	if !h.done || h.beside == 0 || c.Step(dcc.Step{}).Progress != 1 || h.steps != 0 {
		t.Fatalf("ended: %v, after %d steps and %d of the run", h.done, h.beside, h.steps)
	}
	want := d.Standings()
	for i, s := range c.Standings() {
		if s.Digest == "" || s.Digest != want[i].Digest {
			t.Errorf("%s has the digest %q, want %q", s.Method, s.Digest, want[i].Digest)
		}
	}
}
