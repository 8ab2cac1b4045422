//go:build js && wasm

// Opening tables: the shipped samples and files of one's own. A table that cannot be read leaves everything as it was.

package page

import (
	"syscall/js"

	"dcctree/core/dataset"
	"dcctree/wasm/page/logic"
)

// table is an open table with the session that holds it and the handle to open it again if the session is lost.
type table struct {
	logic.Table
	source  js.Value // text of a sample, or a File
	name    string
	sample  string // id, "" for an own table
	given   bool   // by the program, the link, or the page around the frame; every other is a person's own
	ownTest bool   // a person chose its test file
	access  access
	session js.Value
	lost    bool
	info    *logic.Info // of the newest run on it
	format  logic.Format
	best    map[string]float64 // the bandwidth that cross-validation chose, by all that decided it
	review  *logic.Review      // of the present choice; nil before it is known, or where no run is possible
	refusal error              // why none is; nil where one is
	test    js.Value
	tested  string // name of the test file, "" for none
}

// openSample opens a shipped set. keep says that the choice already holds what a link asked for.
func (a *app) openSample(s logic.Sample, keep bool) bool {
	source := a.sampleText(s.File)
	if source.Type() != js.TypeString {
		a.messages.complain("data", "error.sample", s.Name)
		return false
	}
	t := sampleTable(s, source)
	return a.settled(a.open(t, keep), t.access)
}

func sampleTable(s logic.Sample, source js.Value) *table {
	return &table{source: source, name: s.Name, sample: s.ID, given: true, access: newAccess(true)}
}

// personsTable is a table of one's own, which the page around a frame may not read until the person agrees to it.
func personsTable(source js.Value, name string) *table {
	return &table{source: source, name: name, access: newAccess(false)}
}

// sampleText is the text of a shipped table, null or undefined where there is none. Generated ones are generated here:
// that is shorter than to send them.
func (a *app) sampleText(file string) js.Value {
	samples := a.bridge.Get("samples")
	if samples.Get(file).IsUndefined() {
		if t := dataset.Generated(file); t != nil {
			samples.Set(file, string(t.AppendCSV(nil, t.Format)))
		}
	}
	return samples.Get(file)
}

// openFile opens a file of one's own, a table or a session.
func (a *app) openFile(file js.Value) {
	if isSession(file) {
		a.openSession(file)
		return
	}
	a.settled(a.open(personsTable(file, file.Get("name").String()), false), access{})
}

// again reads the open table anew, in another format. What was chosen stays as far as the columns do.
func (a *app) again(format logic.Format) error {
	before := a.table
	t := &table{source: before.source, name: before.name, test: before.test, tested: before.tested, format: format,
		given: before.given, ownTest: before.ownTest, access: before.access}
	return a.open(t, true)
}

// settled shows an error of opening a table of that access, unless somebody gave the table up, and reports whether
// there was none.
func (a *app) settled(err error, whose access) bool {
	if err != nil && !hasCode(err, "stopped") {
		a.messages.refuseOf(whose, err, "data")
	}
	return err == nil
}

// open reads the table in a session of its own; only when that has worked does it take the place of the table before
// it. keep says that what is chosen about columns and rows is meant for this table. Whatever is chosen while it is read
// holds, and a press of Run or Step meant this table.
func (a *app) open(t *table, keep bool) error {
	<-a.built
	a.giveUp()
	attempt := newAttempt()
	a.opening, a.reading, a.meant = attempt, true, nil
	a.data.wait(t.name)
	err := a.connect(t, attempt)
	if err == nil {
		t.review, t.refusal = t.ask(a.choiceFor(t, keep).ColumnsOf(&t.Table))
	}
	if !attempt.Equal(a.opening) {
		t.close()
		return &logic.Fault{Code: "stopped"}
	}
	a.reading = false
	if err != nil {
		a.data.render()
		return err
	}
	a.adopt(t, a.choiceFor(t, keep))
	if do := a.meant; do != nil {
		a.meant = nil
		a.press(do)
	}
	return nil
}

// choiceFor is the present choice as far as it holds for a table. What a link without a table chooses of a table is for
// the first of one's own.
func (a *app) choiceFor(t *table, keep bool) logic.Choice {
	c := a.choice.ForTable(t.Table, t.sample, keep)
	if a.linked != nil && !keep && t.sample == "" {
		return c.LinkedTo(*a.linked)
	}
	return c
}

// giveUp ends the newest attempt to open a table, unless it has ended.
func (a *app) giveUp() {
	if !a.opening.IsUndefined() {
		a.opening.Call("abort")
	}
}

// newAttempt makes the AbortController of something that can be given up.
func newAttempt() js.Value { return js.Global().Get("AbortController").New() }

// connect opens a session for the table. How far it is shows where the attempt is the newest.
func (a *app) connect(t *table, attempt js.Value) error {
	told := callback(func(v js.Value) {
		if attempt.Equal(a.opening) {
			a.data.tell(v.Get("share").Float(), v.Get("rows").Int())
		}
	})
	defer told.Release()
	options := map[string]any{"data": t.source, "name": t.name, "format": t.format.Plain(),
		"onProgress": told.Value, "signal": attempt.Get("signal")}
	session, err := ask(a.bridge, "open", a.host.own(object(options), t.access))
	if err != nil {
		return err
	}
	t.session, t.lost = session, false
	session.Set("onnotice", a.messages.onNotice)
	return read(session.Get("table"), &t.Table)
}

// adopt makes a freshly opened table the current one. A run on the table before it ends, and its results stay on the
// screen.
func (a *app) adopt(t *table, choice logic.Choice) {
	before := a.table
	a.table, a.choice = t, choice
	if t.sample == "" {
		a.linked = nil
	}
	if before.own() && !before.access.Equal(t.access.Value) {
		before.access.set(false) // consent was to that table
	}
	a.messages.clear()
	a.consent.changed()
	a.retire(before)
	a.state = a.state.Next(logic.NewData)
	if t.sample == "" {
		a.data.fold.set(true) // what was found out and proposed is to be looked at
	}
	a.control.render()
	a.data.render()
	a.model.render()
	a.fit.render()
	breathe()
	a.columns.render()
}

// retire ends the run on a table that is no longer current, and closes the table unless its results are still shown.
func (a *app) retire(t *table) {
	if t == nil {
		return
	}
	if a.run != nil && a.run.table == t {
		a.run.end()
	}
	if a.shown == nil || a.shown.table != t {
		t.close()
	}
}

// openTest sets the file of test rows; it is read when a run is created, which checks it against the table.
func (a *app) openTest(file js.Value) {
	if a.table == nil {
		return
	}
	a.table.testFrom(file, file.Get("name").String())
	a.consent.changed()
	a.data.render()
	a.control.render()
}

func (t *table) close() {
	if !t.session.IsUndefined() && !t.lost {
		t.lost = true
		call(t.session, "close")
	}
}
