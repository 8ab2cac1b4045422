//go:build js && wasm

// This file does what the loop asks for, by messages.

package coordinator

import (
	"syscall/js"

	"dcctree/core/compare"
	"dcctree/core/dcc"
	"dcctree/core/study"
	"dcctree/core/words"
	"dcctree/wasm/bridge"
	"dcctree/wasm/protocol"
)

// Prepare sends a worker the problem of the run.
func (r *role) Prepare(worker int) {
	m, inputs, targets := protocol.ProblemOf(r.run.Problem, r.run.Settings)
	bridge.Post(worker, protocol.HeadOf(protocol.KindProblem, 0), m, bridge.FromFloats(inputs, targets))
}

// Assign sends a worker a job.
func (r *role) Assign(worker, run int, job dcc.Job) {
	numbers, words := compare.PackJob(job)
	bridge.Post(worker, protocol.HeadIn(run, protocol.KindJob, job.ID), &protocol.Packed{Words: words},
		bridge.FromFloats(numbers))
}

// Replace has the page terminate a worker.
func (r *role) Replace(worker int, start bool) {
	bridge.Forget(worker)
	bridge.Post(bridge.Page, protocol.HeadOf(protocol.KindReplace, 0),
		&protocol.Replace{Worker: worker, Start: start}, js.Null())
}

const (
	// moment is how long the page asks for nothing where it has what it wants, ms.
	moment = 200
	// longestHold is how long a page that goes on asking can hold audits back, ms.
	longestHold = 2000
)

// hold is what waits for the page's rest.
type hold struct {
	heard, until float64 // the page's last message, and the end of all patience, ms
}

// Hold calls Rested when the page has asked for nothing for a moment.
func (r *role) Hold() {
	r.hold = hold{bridge.Now(), bridge.Now() + longestHold}
	bridge.Every(moment/4, func() bool {
		now := bridge.Now()
		if now < r.hold.heard+moment && now < r.hold.until {
			return true
		}
		r.loop.Rested()
		return false
	})
}

// Step tells the page a completed step.
func (r *role) Step(id int, s dcc.Step) {
	told := r.run.Step(s, r.watch.seconds(bridge.Now()))
	if id > 0 {
		r.reply(id, told, js.Null())
		return
	}
	bridge.Post(bridge.Page, protocol.HeadIn(r.runs, protocol.KindStep, 0), told, js.Null())
}

// Ended tells the page in which state the run rests.
func (r *role) Ended(id int, state string) {
	r.reply(id, &protocol.State{State: state}, js.Null())
}

// Refused tells the page why a request failed.
func (r *role) Refused(id int, f *study.Fault) {
	delete(r.asked, id)
	delete(r.beside, id)
	bridge.Refuse(id, f)
}

// BesideStep tells the page how far a comparison is.
func (r *role) BesideStep(id int, s dcc.Step) {
	bridge.Post(bridge.Page, protocol.HeadIn(r.runs, protocol.KindProgress, id), r.beside[id].Step(s), js.Null())
}

// BesideDone tells the page what a comparison found.
func (r *role) BesideDone(id int) {
	c := r.beside[id]
	delete(r.beside, id)
	r.reply(id, c.Answer(), js.Null())
}

// Notice tells the page something.
func (r *role) Notice(kind string, said words.Message) {
	h := protocol.HeadIn(r.runs, protocol.KindNotice, 0)
	text, others := words.Both(said.In)
	bridge.Post(bridge.Page, h, &protocol.Notice{Notice: kind, Text: text, Translations: others}, js.Null())
}
