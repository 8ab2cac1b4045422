//go:build js && wasm

// The dialog that runs the paper's sets anew, in sessions of its own: the page's table and run stay as they are.

package page

import (
	"fmt"
	"math"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// mostLanes bounds the runs that go on at the same time.
const mostLanes = 8

// paperPanel gives every lane a session with one worker: runs do not wait for each other, so all workers have work to
// the end. It only waits for answers, never for time, so that it goes on in a hidden tab.
type paperPanel struct {
	app                 *app
	table               *logic.Reproduction
	dialog, start, save *cell
	progress, count     *cell
	status, head, body  *cell
	short               *cell // beside the button that opens the dialog
	round               int   // number of the newest round of runs; lanes of an older one end
	lanes               map[int]*lane
	began, before       float64 // of the clock, ms
}

// lane is a session that runs one seed after the other.
type lane struct {
	round   int
	set     *logic.PaperSet // whose table is open
	session js.Value
}

func newPaperPanel(a *app) *paperPanel {
	p := &paperPanel{
		app: a, table: logic.NewReproduction(), dialog: a.byID("paper"), start: a.byID("paper-start"),
		save: a.byID("paper-save"), progress: a.byID("paper-progress"), count: a.byID("paper-count"),
		status: a.byID("paper-status"), body: a.byID("paper-body"), short: a.byID("paper-short"),
		head: a.byID("paper-head"), lanes: map[int]*lane{},
	}
	open := a.byID("paper-open")
	open.enable(true)
	a.listen(open, "click", func(js.Value) {
		p.render()
		p.dialog.showModal()
	})
	a.listen(p.start, "click", func(js.Value) { p.press() })
	a.listen(p.save, "click", func(js.Value) { a.saveText("dcctree-paper.csv", p.table.CSV(), "text/csv") })
	files := a.byID("paper-files")
	a.listen(files, "change", func(js.Value) {
		p.openAll(files.Underlying().Get("files"))
		files.setValue("")
	})
	p.takeDrops()
	return p
}

// takeDrops keeps what is dropped on the dialog from the page's own drop zone. Bare callbacks, as there.
func (p *paperPanel) takeDrops() {
	for _, event := range []string{"dragenter", "dragover", "dragleave", "drop"} {
		p.dialog.Underlying().Call("addEventListener", event, js.FuncOf(func(_ js.Value, args []js.Value) any {
			e := args[0]
			if !holdsFiles(e) {
				return nil
			}
			e.Call("preventDefault")
			e.Call("stopPropagation")
			if event == "drop" {
				files := e.Get("dataTransfer").Get("files")
				p.app.spawn(func() { p.openAll(files) })
			}
			return nil
		}))
	}
}

// mostPaperBytes is far above the size of the authors' files.
const mostPaperBytes = 1 << 20

// openAll looks at files and tells what became of the last one.
func (p *paperPanel) openAll(files js.Value) {
	list := js.Global().Get("Array").Call("from", files) // the input's own list empties with it
	for i := range list.Length() {
		file := list.Index(i)
		found := logic.Opened{Key: "paper.unknown"}
		if file.Get("size").Int() <= mostPaperBytes {
			content, err := ask(file, "text")
			if err != nil {
				p.app.tell(p.status, err.Error)
				return
			}
			found = p.table.Open(content.String())
		}
		if found.Name == "" {
			found.Name = file.Get("name").String()
		}
		p.app.tell(p.status, saying(found.Key, found.Name))
	}
	p.render()
}

// press starts the runs that are left, or stops those under way.
func (p *paperPanel) press() {
	if len(p.lanes) > 0 {
		p.stop(saying("paper.stopped"))
		return
	}
	p.round++
	p.began = now()
	p.app.tell(p.status, saying("paper.running"))
	for k := range lanes() {
		l := &lane{round: p.round}
		p.lanes[k] = l
		p.app.spawn(func() { p.follow(k, l) })
	}
	p.render()
}

// lanes is the number of cores, as far as the browser tells, at most mostLanes.
func lanes() int {
	cores := js.Global().Get("navigator").Get("hardwareConcurrency")
	if cores.Type() != js.TypeNumber {
		return 2
	}
	return max(1, min(cores.Int(), mostLanes))
}

// stop ends all lanes at once; what is done stays.
func (p *paperPanel) stop(why func() string) {
	p.round++
	p.before += now() - p.began
	for k, l := range p.lanes {
		l.close()
		delete(p.lanes, k)
	}
	p.table.Release()
	p.app.tell(p.status, why)
	p.render()
}

// follow is what a lane does: one run after the other, until none is left or the round is over.
func (p *paperPanel) follow(k int, l *lane) {
	for {
		set, seed, ok := p.table.Next()
		if !ok {
			break
		}
		run, err := p.once(l, set, seed)
		if l.round != p.round {
			l.close()
			return
		}
		if err != nil {
			p.stop(saying("paper.failed", set.Name, seed, err))
			return
		}
		set.Add(run)
		p.render()
	}
	l.close()
	delete(p.lanes, k)
	if len(p.lanes) == 0 {
		p.stop(saying("paper.done"))
	}
}

// once makes one run to the end of its audits.
func (p *paperPanel) once(l *lane, set *logic.PaperSet, seed int) (*logic.PaperRun, error) {
	if l.set != set {
		if err := p.open(l, set); err != nil {
			return nil, err
		}
	}
	began := now()
	sampler, err := ask(l.session, "create", p.options(l, set, seed))
	if err != nil {
		return nil, err
	}
	if _, err := ask(sampler, "run"); err != nil {
		return nil, err
	}
	run, err := p.scores(sampler, set)
	if err == nil {
		run.Seed, run.Seconds = seed, (now()-began)/1000
	}
	return run, err
}

// open gives the lane a session with the set's table and one worker.
func (p *paperPanel) open(l *lane, set *logic.PaperSet) error {
	l.close()
	session, err := ask(p.app.bridge, "open",
		object(map[string]any{"data": p.text(set, 0), "name": set.Name, "workers": 1}))
	if err == nil && l.round != p.round { // stopped meanwhile: what is asked of it next fails
		call(session, "close")
	}
	if err == nil {
		l.session, l.set = session, set
	}
	return err
}

// options are those of the paper command's fast mode: response as it is, the paper's bandwidth, split and number of
// kept draws.
func (p *paperPanel) options(l *lane, set *logic.PaperSet, seed int) js.Value {
	columns := l.session.Get("table").Get("columns")
	o := object(map[string]any{"preset": logic.FastPreset, "standardize": "no", "settings": map[string]any{
		"bandwidthFinal": set.Bandwidth, "keptDraws": logic.PaperKeptDraws}})
	o.Set("target", columns.Index(columns.Length()-1).Get("name"))
	o.Set("task", set.Task())
	o.Set("seed", seed)
	if test := p.text(set, 1); test.IsUndefined() {
		o.Set("split", "published")
		o.Set("holdout", set.Shipped.Holdout)
	} else {
		o.Set("test", test)
	}
	return o
}

// text is the table of the training rows (half 0) or the test rows (1) of a set; undefined where the split divides one
// table.
func (p *paperPanel) text(set *logic.PaperSet, half int) js.Value {
	if set.Files[half] != "" {
		return js.ValueOf(set.Files[half])
	}
	return p.app.sampleText([]string{set.Shipped.File, set.Shipped.TestFile}[half])
}

// scores asks a finished run, and once for each set CART.
func (p *paperPanel) scores(sampler js.Value, set *logic.PaperSet) (*logic.PaperRun, error) {
	m, err := askScores(sampler, "metrics")
	if err != nil {
		return nil, err
	}
	if math.IsNaN(set.CART) {
		cart, err := askScores(sampler, "cart")
		if err != nil {
			return nil, err
		}
		set.CART = *set.Measure(cart.Test)
	}
	digest, err := ask(sampler, "digest")
	if err != nil {
		return nil, err
	}
	set.TestRows = m.Test.Rows
	return &logic.PaperRun{Train: *set.Measure(m.Train), Test: *set.Measure(m.Test),
		TrainLogScore: *m.Train.LogScore, TestLogScore: *m.Test.LogScore,
		Digest: digest.Get("digest").String()}, nil
}

func askScores(sampler js.Value, method string) (m logic.Metrics, err error) {
	err = askInto(&m, sampler, method)
	return m, err
}

func (l *lane) close() {
	if !l.session.IsUndefined() {
		call(l.session, "close")
	}
	l.session, l.set = js.Undefined(), nil
}

// render shows the table, how far it is, and what the button does.
func (p *paperPanel) render() {
	done, all := p.table.Count()
	works := len(p.lanes) > 0
	p.head.draw(p.table.HeadMarkup())
	p.body.draw(p.table.BodyMarkup())
	p.progress.set("value", float64(done)/float64(all))
	seconds := p.before / 1000
	if works {
		seconds += (now() - p.began) / 1000
	}
	p.count.say(fmt.Sprintf(logic.Text("paper.count"), done, all, logic.Clock(seconds)))
	p.short.say("")
	if works || done > 0 {
		p.short.say(fmt.Sprintf(logic.Text("paper.short"), done, all))
	}
	p.save.enable(done > 0)
	p.start.enable(works || done < all)
	switch {
	case works:
		p.start.say(logic.Text("run.stop"))
	case done > 0 && done < all:
		p.start.say(logic.Text("run.continue"))
	default:
		p.start.say(logic.Text("paper.start"))
	}
}
