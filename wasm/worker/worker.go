//go:build js && wasm

// Package worker is the role that runs one job at a time for the coordinator and
// knows nothing else.
package worker

import (
	"math"
	"runtime"
	"runtime/debug"
	"syscall/js"

	"dcctree/core/compare"
	"dcctree/core/dcc"
	"dcctree/core/fit"
	"dcctree/core/study"
	"dcctree/wasm/bridge"
	"dcctree/wasm/kernels"
	"dcctree/wasm/protocol"
)

// BeatInterval is the shortest time between two beats, ms.
const BeatInterval = 250

// Run serves the coordinator for ever.
func Run() {
	bridge.Post(bridge.Coordinator, protocol.HeadOf(protocol.KindReady, 0), nil, js.Null())
	bridge.Serve(&role{machine: kernels.New()})
}

type role struct {
	machine *kernels.Machine
	problem *dcc.Problem // nil before the first
}

// Receive takes a problem or a job.
func (r *role) Receive(p bridge.Arrival) {
	head, m, err := protocol.DecodeToWorker(bridge.Assign(p.Head))
	if err == nil {
		err = r.do(head, m, p)
	}
	if err != nil {
		crash(int(head.ID), err.Error())
	}
}

// Tick does nothing: a worker keeps no time of its own.
func (r *role) Tick() {}

// Broken reports a panic and asks to be replaced.
func (r *role) Broken(_ bridge.Arrival, text string) { crash(0, text) }

func crash(job int, text string) {
	bridge.Post(bridge.Coordinator, protocol.HeadOf(protocol.KindCrashed, job),
		&protocol.Crashed{Text: protocol.CutText(text)}, js.Null())
}

func (r *role) do(head protocol.Head, m study.Options, p bridge.Arrival) error {
	bulk, err := bridge.Floats(p.Bulk, 2*study.MaxValues)
	if err != nil {
		return err
	}
	switch m := m.(type) {
	case *protocol.Problem:
		return r.take(m, bulk)
	case *protocol.Packed:
		return r.job(head, m, bulk)
	}
	panic("worker: no case for a message")
}

// take makes the problem the one that jobs are about.
func (r *role) take(m *protocol.Problem, bulk []float64) error {
	p, err := m.Read(bulk)
	if err != nil {
		return err
	}
	p.Data.Machine = r.machine
	p.Data = p.Data.Prepare()
	r.problem = p
	percent, limit := collect(len(bulk))
	debug.SetGCPercent(percent)
	debug.SetMemoryLimit(limit)
	return nil
}

const usual = 100 // percent by which a heap grows before garbage is collected

// collect returns by how much, in percent, the heap may grow before garbage is collected, and from how many bytes on it
// is collected oftener, for a table of so many numbers: it may grow by more where all is small, since WebAssembly has
// no thread beside the work that would collect, but not to what one job's peak would make of that, since a WebAssembly
// memory never shrinks.
func collect(numbers int) (percent int, limit int64) {
	const small, rare = 1 << 18, 400
	if numbers <= small {
		return rare, 24 << 20
	}
	return usual, math.MaxInt64
}

// job runs one job and sends its result.
func (r *role) job(head protocol.Head, m *protocol.Packed, bulk []float64) error {
	job, err := compare.UnpackJob(bulk, m.Words)
	if err != nil {
		return err
	}
	began := bridge.Now()
	result, err := r.execute(head, job)
	if err != nil {
		return err
	}
	result.Seconds = (bridge.Now() - began) / 1000
	numbers, words := compare.PackResult(job.Kind, result)
	head.Kind = protocol.KindResult
	bridge.Post(bridge.Coordinator, head, &protocol.Packed{Words: words}, bridge.FromFloats(numbers))
	return nil
}

func (r *role) execute(head protocol.Head, job dcc.Job) (dcc.Result, error) {
	if part, ok := job.Task.(*compare.Errand); ok {
		defer debug.SetGCPercent(debug.SetGCPercent(usual)) // the bounds of a problem before it are too tight
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
		result, err := part.Watched(stages(head))
		result.ID = job.ID
		return result, err
	}
	if r.problem == nil {
		return dcc.Result{}, &study.Fault{Code: study.CodeMessage, Message: "a job came before its problem"}
	}
	return dcc.Execute(r.problem, job, beats(head))
}

// stages returns the callback that tells the coordinator how far a part of a fit is.
func stages(job protocol.Head) func(fit.Stage) {
	last := bridge.Now()
	job.Kind = protocol.KindStage
	return func(s fit.Stage) {
		runtime.Gosched() // garbage is collected where a goroutine rests: without that Pima's folds took 4 GB
		if now := bridge.Now(); now-last >= BeatInterval {
			last = now
			bridge.Post(bridge.Coordinator, job, protocol.FitPartOf(s), js.Null())
		}
	}
}

// beats returns the callback that tells the coordinator that the job goes on.
func beats(job protocol.Head) func() {
	last := bridge.Now()
	job.Kind = protocol.KindBeat
	return func() {
		if now := bridge.Now(); now-last >= BeatInterval {
			last = now
			bridge.Post(bridge.Coordinator, job, nil, js.Null())
		}
	}
}
