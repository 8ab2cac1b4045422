//go:build js && wasm

// Package coordinator is the role that owns table, run and draws, in a worker of
// its own: sampling goes on while the page sleeps. It only passes messages on to
// the loop (who works at what) and the study (what was asked and found).
package coordinator

import (
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall/js"

	"dcctree/core/compare"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/fit"
	"dcctree/core/study"
	"dcctree/core/words"
	"dcctree/wasm/bridge"
	"dcctree/wasm/coordinator/loop"
	"dcctree/wasm/kernels"
	"dcctree/wasm/protocol"
	"dcctree/wasm/rehearsal"
)

// garbage is how much there may be before it is collected, in percent of what is in use: memory never shrinks here, and
// a long run fills all that it once had.
const garbage = 35

// Of a short run on a small table there may be more, up to a bound: at 35 % WU's search took 1.25 s instead of 1.1.
const (
	shortGarbage = 400
	// bytes, from which on it is collected oftener; more than twice what such a run is reckoned to keep
	shortFrom  = 256 << 20
	smallTable = 1 << 16 // numbers
)

// Run serves the page and the workers for ever.
func Run() {
	debug.SetGCPercent(garbage)
	r := &role{machine: kernels.New(), asked: map[int]protocol.Head{}, beside: map[int]beside{},
		exports: map[int]*study.Export{}, questions: map[string]study.Question{}}
	for _, q := range study.Questions() {
		r.questions[q.Kind] = q
	}
	r.loop = loop.New(r)
	bridge.Serve(r)
}

// role is both what receives messages and the loop's host.
type role struct {
	loop      *loop.Loop
	machine   *kernels.Machine
	table     *dataset.Table        // nil before the first open
	opened    *study.OpenOptions    // how it was read
	run       *study.Run            // nil without a run
	asked     map[int]protocol.Head // requests that are not answered yet
	questions map[string]study.Question
	beside    map[int]beside        // comparisons that are not answered yet, by request
	exports   map[int]*study.Export // files whose last part is not taken yet, by request
	runs      int                   // numbers of runs given so far
	watch     watch
	hold      hold
	fitting   *fitting        // nil while no fit is under way
	fitted    *study.SavedFit // the newest answer of a fit; nil before the first
	answered  *fit.Problem    // what gave it; nil where it came from a file
	rehearsed bool            // whether a rehearsal was asked for
}

// beside is work beside the run: a comparison of bandwidths or priors, or a contest of methods.
type beside interface {
	loop.Scheduler
	Step(s dcc.Step) *study.Progress // after a step
	Answer() any                     // the answer at the end
}

// watch adds up the time spent sampling, ms.
type watch struct {
	total, since float64
	running      bool
}

// begin starts anew with the seconds of an earlier session.
func (w *watch) begin(seconds float64) { *w = watch{total: 1000 * seconds} }

func (w *watch) set(running bool, now float64) {
	if w.running && !running {
		w.total += now - w.since
	}
	if !w.running && running {
		w.since = now
	}
	w.running = running
}

func (w *watch) seconds(now float64) float64 {
	if w.running {
		return (w.total + now - w.since) / 1000
	}
	return w.total / 1000
}

// Receive takes a message of the page or of a worker.
func (r *role) Receive(p bridge.Arrival) {
	if p.Peer == bridge.Page {
		r.fromPage(p)
		r.hold.heard = bridge.Now()
	} else {
		r.fromWorker(p)
	}
	r.watch.set(r.loop.Active(), bridge.Now())
}

// Tick looks after silent workers.
func (r *role) Tick() { r.loop.Tick() }

// Broken answers a request that panicked, and ends the run where the panic may
// have left it in doubt.
func (r *role) Broken(p bridge.Arrival, text string) {
	first, _, _ := strings.Cut(text, "\n")
	f := &study.Fault{Code: study.CodeInternal, Said: words.Of("fault.broken", first)}
	if p.Peer != bridge.Page {
		r.loop.Abort(f)
		return
	}
	head, _, _ := protocol.DecodeRequest(bridge.Assign(p.Head))
	if !protocol.OnlyAsks(head.Kind) {
		r.loop.Abort(f)
	}
	if head.ID > 0 {
		r.Refused(int(head.ID), f)
	}
}

func (r *role) fromPage(p bridge.Arrival) {
	head, m, err := protocol.DecodeRequest(bridge.Assign(p.Head))
	if head.ID > 0 {
		r.asked[int(head.ID)] = head
	}
	if err == nil {
		err = r.answer(head, m, p)
	}
	if err != nil {
		r.Refused(int(head.ID), study.FaultOf(err))
	}
}

// reply answers a request, once.
func (r *role) reply(id int, body any, bulk js.Value) {
	h := r.asked[id]
	delete(r.asked, id)
	bridge.Post(bridge.Page, h.Reply(), body, bulk)
}

// replyOfNew is reply with the number of the run that has just been taken up.
func (r *role) replyOfNew(id int, body any) {
	h := r.asked[id]
	h.Run = float64(r.runs)
	r.asked[id] = h
	r.reply(id, body, js.Null())
}

// answer does what the page asks; an error refuses it.
func (r *role) answer(h protocol.Head, m study.Options, p bridge.Arrival) error {
	id := int(h.ID)
	if h.Run > 0 {
		if err := r.current(h.Run); err != nil {
			return err
		}
	}
	if q, ok := r.questions[h.Kind]; ok {
		return r.question(q, h, m, p)
	}
	switch m := m.(type) {
	case *study.OpenOptions:
		return r.open(id, m, p)
	case *study.ChooseOptions:
		return r.choose(h, m)
	case *study.FitOptions:
		return r.fit(id, m, p)
	case *study.FitRowsOptions:
		return r.fitRows(id, m, p)
	case *study.FitExplainOptions:
		answer, err := study.ExplainFit(r.answered, m)
		if err == nil {
			r.reply(id, answer, js.Null())
		}
		return err
	case *study.FitFigureOptions:
		figure, err := study.DrawFit(r.fitted, m)
		if err == nil {
			r.reply(id, figure, js.Null())
		}
		return err
	case *study.RunOptions:
		return r.create(id, m, p)
	case *study.None:
		r.command(h)
		return nil
	case *study.CompareOptions:
		return r.compare(id, m, p)
	case *study.ContestOptions:
		return r.contest(id, m)
	case *study.SaveOptions:
		return r.save(h, m, p)
	case *study.RestoreOptions:
		return r.restore(h, m, p)
	case *study.ExportOptions:
		return r.export(id, m, p)
	case *protocol.More:
		return r.part(id, int(m.Export))
	case *protocol.Worker:
		r.worker(h.Kind, m)
		return nil
	}
	panic("coordinator: no case for a request")
}

// worker takes a worker up, or lets it go.
func (r *role) worker(kind string, m *protocol.Worker) {
	switch number := int(m.Worker); kind {
	case protocol.KindJoin:
		r.loop.Join(number)
	case protocol.KindLeave:
		r.loop.Leave(number)
		bridge.Forget(number)
	default:
		r.loop.Lost(number, m.Text)
	}
}

func (r *role) open(id int, m *study.OpenOptions, p bridge.Arrival) error {
	table, err := p.TableOf(m.Name)
	if err != nil {
		return study.FaultOf(err)
	}
	r.table, r.opened = table, m
	p.Beside(study.TestOptions(m.Options(), table))
	r.reply(id, study.Describe(table), js.Null())
	r.rehearse()
	return nil
}

// settling is how long a page rests, in ms, before the rehearsal begins: what a person does first comes before it.
const settling = 2000

// rehearse makes the rehearsal, once, unless a run or a fit has begun by then.
func (r *role) rehearse() {
	if r.rehearsed {
		return
	}
	r.rehearsed = true
	bridge.Every(settling, func() bool {
		go r.rehearseAll()
		return false
	})
}

// rehearseAll ends as soon as a run or a fit begins.
func (r *role) rehearseAll() {
	idle := func() bool { return r.run == nil && r.fitting == nil }
	rested := bridge.Now()
	rehearsal.Glimpses(func() {
		if bridge.Now() > rested+workSlice {
			bridge.Rest()
			rested = bridge.Now()
		}
		if !idle() {
			runtime.Goexit()
		}
	})
	task := rehearsal.New(r.machine)
	bridge.Meanwhile(func() bool { return idle() && task.Next() })
}

// create sets a run up; the run before it stays where that fails.
func (r *role) create(id int, m *study.RunOptions, p bridge.Arrival) error {
	if r.table == nil {
		return noTable()
	}
	test, err := testTable(m.Test, "test", m.TestName, p)
	if err != nil {
		return err
	}
	run, err := study.New(r.table, m, test)
	if err != nil {
		return err
	}
	r.take(run, 0)
	r.replyOfNew(id, run.Info())
	return nil
}

// take makes a run the present one.
func (r *role) take(run *study.Run, seconds float64) {
	run.Problem.Data.Machine = r.machine // predictions and figures are computed here
	r.runs++
	r.run = run
	clear(r.exports)
	percent, from := collect(run)
	debug.SetGCPercent(percent)
	debug.SetMemoryLimit(from)
	r.watch.begin(seconds)
	r.loop.Load(run.Sampler, run.Problem.Data.N*run.Problem.Data.D)
}

// collect returns by how much, in percent, the heap may grow before garbage is collected, and from how many bytes on it
// is collected oftener. What a run in the paper's way keeps is bounded (core/dcc/store.go): beyond that, and the table,
// the heap holds little but garbage. The fast mode's runs on larger tables have no limit.
func collect(run *study.Run) (percent int, from int64) {
	const usual, perNumber = 14 << 20, 32
	d := run.Problem.Data
	switch {
	case !run.Fast():
		return garbage, usual + perNumber*int64(d.N)*int64(d.D+1)
	case d.N*d.D <= smallTable:
		return shortGarbage, shortFrom
	}
	return garbage, math.MaxInt64
}

// testTable reads a table of rows beside the opened one, nil where there is none; faults are about the option.
func testTable(there bool, option, name string, p bridge.Arrival) (*dataset.Table, error) {
	if !there {
		return nil, nil
	}
	table, err := p.TableOf(name)
	if err == nil {
		return table, nil
	}
	f := study.FaultOf(err)
	f.Field = option
	return nil, f
}

// current refuses questions to a run that is gone.
func (r *role) current(run float64) error {
	switch {
	case r.run == nil:
		return &study.Fault{Code: study.CodeNoRun, Message: "There is no run: create one first."}
	case run != float64(r.runs):
		return &study.Fault{Code: study.CodeReplaced, Message: "A newer run took the place of this one."}
	}
	return nil
}

// question answers what only the study knows.
func (r *role) question(q study.Question, h protocol.Head, m study.Options, p bridge.Arrival) error {
	bulk, err := bridge.Floats(p.Bulk, study.MaxValues)
	if err != nil {
		return err
	}
	answer, out, err := q.Ask(r.run, m, bulk)
	if err != nil {
		return err
	}
	numbers := js.Null()
	if out != nil {
		numbers = bridge.FromFloats(out)
	}
	r.reply(int(h.ID), answer, numbers)
	return nil
}

// command does what needs no options.
func (r *role) command(h protocol.Head) {
	id := int(h.ID)
	switch h.Kind {
	case protocol.KindGiveUp:
		r.giveUp(id)
	case protocol.KindFitTrees:
		r.fitTrees(id)
	case protocol.KindStep:
		r.loop.Step(id)
	case protocol.KindRun:
		r.loop.Run(id)
	case protocol.KindPause:
		r.loop.Pause(id)
	case protocol.KindStop:
		r.loop.Stop(id)
	case protocol.KindRelease:
		r.loop.Release()
		r.Ended(id, study.StateReleased)
		r.run = nil
		clear(r.exports)
	case protocol.KindAbandon:
		r.loop.Abandon()
		r.Ended(id, study.StateStopped)
	default:
		panic("coordinator: no case for a command")
	}
}

// maxGrid bounds the bandwidths that are read; the comparison takes fewer.
const maxGrid = 1000

func (r *role) compare(id int, m *study.CompareOptions, p bridge.Arrival) error {
	grid, err := bridge.Floats(p.Bulk, maxGrid)
	if err != nil {
		return err
	}
	c, err := r.run.Compare(m, grid)
	if err != nil {
		return err
	}
	r.beside[id] = c
	r.loop.Beside(id, c)
	return nil
}

func (r *role) contest(id int, m *study.ContestOptions) error {
	c, err := r.run.Contest(m)
	if err != nil {
		return err
	}
	r.beside[id] = c
	r.loop.Beside(id, c)
	return nil
}

func (r *role) fromWorker(p bridge.Arrival) {
	head, m, err := protocol.DecodeFromWorker(bridge.Assign(p.Head))
	if err != nil {
		r.loop.Lost(p.Peer, err.Error())
		return
	}
	switch m := m.(type) {
	case *protocol.Empty:
		if head.Kind == protocol.KindReady {
			r.loop.Ready(p.Peer)
		} else {
			r.loop.Beat(p.Peer)
		}
	case *protocol.FitPart:
		r.loop.Beat(p.Peer)
		r.heard(int(head.Run), m)
	case *protocol.Packed:
		r.result(int(head.Run), m, p)
	case *protocol.Crashed:
		r.loop.Lost(p.Peer, m.Text)
	default:
		panic("coordinator: no case for a worker's message")
	}
}

// maxResult bounds the numbers of one result: 10 million proposals are allowed
// a visit, of up to a few dozen parameters each.
const maxResult = 1 << 29

func (r *role) result(run int, m *protocol.Packed, p bridge.Arrival) {
	bulk, err := bridge.Floats(p.Bulk, maxResult)
	if err == nil {
		var result dcc.Result
		if result, err = compare.UnpackResult(bulk, m.Words); err == nil {
			r.loop.Result(p.Peer, run, result)
			return
		}
	}
	r.loop.Lost(p.Peer, err.Error())
}
