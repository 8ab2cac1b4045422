//go:build js && wasm

// Package coordinator is the role that owns table, run and draws, in a worker of
// its own: sampling goes on while the page sleeps. It only passes messages on to
// the loop (who works at what) and the study (what was asked and found).
package coordinator

import (
	"math"
	"runtime/debug"
	"strings"
	"syscall/js"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/study"
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
	shortFrom    = 256 << 20 // bytes, from which on it is collected oftener; more than twice what such a run is reckoned to keep
	smallTable   = 1 << 16   // numbers
)

// Run serves the page and the workers for ever.
func Run() {
	debug.SetGCPercent(garbage)
	r := &role{machine: kernels.New(), beside: map[int]beside{}, exports: map[int]*study.Export{}}
	r.loop = loop.New(r)
	bridge.Serve(r)
}

// role is both what receives messages and the loop's host.
type role struct {
	loop    *loop.Loop
	machine *kernels.Machine
	table   *dataset.Table        // nil before the first open
	opened  *protocol.Open        // how it was read
	run     *study.Run            // nil without a run
	beside  map[int]beside        // comparisons that are not answered yet, by request
	exports map[int]*study.Export // files whose last part is not taken yet, by request
	runs    int                   // numbers of runs given so far
	watch   watch
	hold    hold
}

// beside is work beside the run: a comparison of bandwidths or priors, or a contest of methods.
type beside interface {
	loop.Scheduler
	Step(id int, s dcc.Step) *protocol.Comparing // tells of a step
	Answer(id int) any                           // the message at the end
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
func (r *role) Receive(p bridge.Parcel) {
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
func (r *role) Broken(p bridge.Parcel, text string) {
	first, _, _ := strings.Cut(text, "\n")
	f := &protocol.Fault{Code: protocol.CodeInternal, Message: "The sampler made a mistake (" + first + "). What was found so far stays; if it happens again, reload the page.",
		German: "Beim Ziehen ist ein Fehler des Programms geschehen (" + first + "). Was bisher gefunden ist, bleibt; wenn es wieder geschieht, die Seite neu laden."}
	if p.Peer != bridge.Page {
		r.loop.Abort(f)
		return
	}
	head, _, _ := protocol.DecodeRequest(bridge.Assign(p.Head))
	if !question(head.Kind) {
		r.loop.Abort(f)
	}
	if head.ID > 0 {
		bridge.Refuse(int(head.ID), f)
	}
}

// question says whether a request only asks, so that the run cannot suffer from
// it.
func question(kind string) bool {
	switch kind {
	case
		protocol.KindOpen,
		protocol.KindReview,
		protocol.KindLeftOut,
		protocol.KindTopologies,
		protocol.KindTrees,
		protocol.KindMetrics,
		protocol.KindDigest,
		protocol.KindCART,
		protocol.KindPredict,
		protocol.KindAverage,
		protocol.KindFigure,
		protocol.KindExplain,
		protocol.KindPlot,
		protocol.KindDiagnose,
		protocol.KindDraws,
		protocol.KindAccount,
		protocol.KindVerdict,
		protocol.KindExport,
		protocol.KindMore,
		protocol.KindRowsAt,
		protocol.KindSurvey,
		protocol.KindStand,
		protocol.KindSave,
		protocol.KindRestore,
		protocol.KindLook:
		return true
	}
	return false
}

func (r *role) fromPage(p bridge.Parcel) {
	head, m, err := protocol.DecodeRequest(bridge.Assign(p.Head))
	if err == nil {
		err = r.answer(m, p)
	}
	if err != nil {
		bridge.Refuse(int(head.ID), protocol.AsFault(err))
	}
}

// answer does what the page asks; an error refuses it.
func (r *role) answer(m protocol.Message, p bridge.Parcel) error {
	switch m := m.(type) {
	case *protocol.Open:
		return r.open(m, p)
	case *protocol.Choose:
		return r.choose(m)
	case *protocol.Create:
		return r.create(m, p)
	case *protocol.Command:
		return r.command(m)
	case *protocol.Predict:
		return r.predict(m, p)
	case *protocol.Diagnose:
		return r.diagnose(m)
	case *protocol.Draws:
		return r.draws(m)
	case *protocol.Plot:
		return r.plot(m)
	case *protocol.Explain:
		return r.explain(m, p)
	case *protocol.Figure:
		return r.figure(m)
	case *protocol.RowsAt:
		return r.rowsAt(m)
	case *protocol.Survey:
		return r.survey(m)
	case *protocol.Compare:
		return r.compare(m, p)
	case *protocol.Contest:
		return r.contest(m)
	case *protocol.Stand:
		return r.stand(m)
	case *protocol.Save:
		return r.save(m, p)
	case *protocol.Restore:
		return r.restore(m, p)
	case *protocol.Look:
		return r.look(m)
	case *protocol.Export:
		return r.export(m, p)
	case *protocol.More:
		return r.more(m)
	case *protocol.Join:
		r.comeOrGo(m)
		return nil
	case *protocol.Lost:
		r.loop.Lost(int(m.Worker), m.Text)
		return nil
	}
	panic("coordinator: no case for a request")
}

func (r *role) open(m *protocol.Open, p bridge.Parcel) error {
	table, err := p.TableOf(m.Name)
	if err != nil {
		return study.Fault(err)
	}
	r.table, r.opened = table, m
	bridge.Post(bridge.Page, study.Opened(int(m.ID), table), js.Null())
	rehearsed := rehearsal.New(r.machine, true)
	bridge.Meanwhile(func() bool { return r.run == nil && rehearsed.Next() })
	return nil
}

// create sets a run up; the run before it stays where that fails.
func (r *role) create(m *protocol.Create, p bridge.Parcel) error {
	if r.table == nil {
		return noTable()
	}
	test, err := testTable(m, p)
	if err != nil {
		return err
	}
	run, err := study.New(r.runs+1, r.table, m, test)
	if err != nil {
		return err
	}
	r.take(run, 0)
	bridge.Post(bridge.Page, run.Created(int(m.ID)), js.Null())
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

// testTable reads the test table, nil where there is none; faults are about the
// option test.
func testTable(m *protocol.Create, p bridge.Parcel) (*dataset.Table, error) {
	if !m.Test {
		return nil, nil
	}
	table, err := p.TableOf(m.TestName)
	if err == nil {
		return table, nil
	}
	f := protocol.AsFault(study.Fault(err))
	f.Field = "test"
	return nil, f
}

// current refuses questions to a run that is gone.
func (r *role) current(run float64) error {
	switch {
	case r.run == nil:
		return &protocol.Fault{Code: protocol.CodeNoRun, Message: "There is no run: create one first."}
	case run != float64(r.run.Number):
		return &protocol.Fault{Code: protocol.CodeReplaced, Message: "A newer run took the place of this one."}
	}
	return nil
}

func (r *role) command(m *protocol.Command) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	id := int(m.ID)
	switch m.Kind {
	case protocol.KindStep:
		r.loop.Step(id)
	case protocol.KindRun:
		r.loop.Run(id)
	case protocol.KindPause:
		r.loop.Pause(id)
	case protocol.KindStop:
		r.loop.Stop(id)
	case protocol.KindRelease:
		r.release(id)
	case protocol.KindAbandon:
		r.loop.Abandon()
		r.Ended(id, protocol.StateStopped)
	case protocol.KindTopologies:
		answer, bulk := r.run.Ranked(id)
		bridge.Post(bridge.Page, answer, bridge.FromFloats(bulk))
	case protocol.KindTrees:
		bridge.Post(bridge.Page, r.run.TreesRanked(id), js.Null())
	case protocol.KindMetrics:
		return r.metrics(id)
	case protocol.KindDigest:
		return r.digest(id)
	case protocol.KindAccount:
		return r.account(id)
	case protocol.KindVerdict:
		bridge.Post(bridge.Page, r.run.Judged(id), js.Null())
	case protocol.KindCART:
		bridge.Post(bridge.Page, r.run.Grown(id), js.Null())
	default:
		panic("coordinator: no case for a command")
	}
	return nil
}

func (r *role) release(id int) {
	r.loop.Release()
	r.Ended(id, protocol.StateReleased)
	r.run = nil
	clear(r.exports)
}

func (r *role) metrics(id int) error {
	answer, err := r.run.Measured(id)
	if err != nil {
		return err
	}
	bridge.Post(bridge.Page, answer, js.Null())
	return nil
}

func (r *role) digest(id int) error {
	answer, err := r.run.Digested(id)
	if err != nil {
		return err
	}
	bridge.Post(bridge.Page, answer, js.Null())
	return nil
}

func (r *role) predict(m *protocol.Predict, p bridge.Parcel) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	bulk, err := bridge.Floats(p.Bulk, protocol.MaxValues)
	if err != nil {
		return err
	}
	answer, out, err := r.run.Predictions(m, bulk)
	if err != nil {
		return err
	}
	bridge.Post(bridge.Page, answer, bridge.FromFloats(out))
	return nil
}

func (r *role) diagnose(m *protocol.Diagnose) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	answer, err := r.run.Diagnosed(m)
	if err != nil {
		return err
	}
	bridge.Post(bridge.Page, answer, js.Null())
	return nil
}

func (r *role) plot(m *protocol.Plot) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	answer, err := r.run.Plotted(m)
	if err != nil {
		return err
	}
	bridge.Post(bridge.Page, answer, js.Null())
	return nil
}

func (r *role) explain(m *protocol.Explain, p bridge.Parcel) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	values, err := bridge.Floats(p.Bulk, protocol.MaxValues)
	if err != nil {
		return err
	}
	answer, out, err := r.run.Explained(m, values)
	if err != nil {
		return err
	}
	bridge.Post(bridge.Page, answer, bridge.FromFloats(out))
	return nil
}

// maxGrid bounds the bandwidths that are read; the comparison takes fewer.
const maxGrid = 1000

func (r *role) compare(m *protocol.Compare, p bridge.Parcel) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	grid, err := bridge.Floats(p.Bulk, maxGrid)
	if err != nil {
		return err
	}
	c, err := r.run.Compare(m, grid)
	if err != nil {
		return err
	}
	r.beside[int(m.ID)] = c
	r.loop.Beside(int(m.ID), c)
	return nil
}

func (r *role) contest(m *protocol.Contest) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	c, err := r.run.Contest(m)
	if err != nil {
		return err
	}
	r.beside[int(m.ID)] = c
	r.loop.Beside(int(m.ID), c)
	return nil
}

func (r *role) stand(m *protocol.Stand) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	answer, err := r.run.Stood(m)
	if err != nil {
		return err
	}
	bridge.Post(bridge.Page, answer, js.Null())
	return nil
}

func (r *role) figure(m *protocol.Figure) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	answer, err := r.run.Drawn(m)
	if err != nil {
		return err
	}
	bridge.Post(bridge.Page, answer, js.Null())
	return nil
}

func (r *role) survey(m *protocol.Survey) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	answer, err := r.run.Survey(m)
	if err != nil {
		return err
	}
	bridge.Post(bridge.Page, answer, js.Null())
	return nil
}

func (r *role) rowsAt(m *protocol.RowsAt) error {
	if err := r.current(m.Run); err != nil {
		return err
	}
	answer, bulk, err := r.run.RowsAt(m)
	if err != nil {
		return err
	}
	bridge.Post(bridge.Page, answer, bridge.FromFloats(bulk))
	return nil
}

func (r *role) fromWorker(p bridge.Parcel) {
	_, m, err := protocol.DecodeFromWorker(bridge.Assign(p.Head))
	if err != nil {
		r.loop.Lost(p.Peer, err.Error())
		return
	}
	switch m := m.(type) {
	case *protocol.Ready:
		r.loop.Ready(p.Peer)
	case *protocol.Beat:
		r.loop.Beat(p.Peer)
	case *protocol.Result:
		r.result(m, p)
	case *protocol.Crashed:
		r.loop.Lost(p.Peer, m.Text)
	default:
		panic("coordinator: no case for a worker's message")
	}
}

// maxResult bounds the numbers of one result: 10 million proposals are allowed
// a visit, of up to a few dozen parameters each.
const maxResult = 1 << 29

func (r *role) result(m *protocol.Result, p bridge.Parcel) {
	bulk, err := bridge.Floats(p.Bulk, maxResult)
	if err == nil {
		var result dcc.Result
		if err = protocol.Unpack(bulk, m.Words, &result); err == nil {
			r.loop.Result(p.Peer, m.Run, result)
			return
		}
	}
	r.loop.Lost(p.Peer, err.Error())
}
