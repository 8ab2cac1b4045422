//go:build js && wasm

// The page as a whole: what is chosen, what is open, what runs, and whose results are on the screen.

package page

import (
	"fmt"
	"strings"
	"syscall/js"

	"dcctree/wasm/page/logic"
)

// app is the one object that the panels share. All of it lives on the main thread; goroutines take turns only where
// they wait.
type app struct {
	doc *cell
	// what page.js hands over: open(), offline {state, changed}, samples {file: text}, single: whether the page is
	// one file
	bridge js.Value

	choice  logic.Choice
	linked  *logic.Choice // of a link that names no table, for the first of one's own; nil from then on
	table   *table        // the open table; nil until the first is open
	opening js.Value      // AbortController of the newest attempt to open a table, undefined before the first
	built   chan struct{} // closed when all panels are there: what is pasted or dropped before waits for them
	reading bool          // the newest attempt is under way
	meant   func(*run)    // what was pressed meanwhile, to be done with the new table; nil for nothing

	state logic.State
	run   *run // the newest run; nil before the first
	shown *run // the run whose results are on the screen; the same as run once it has a tree

	paint    *painter
	data     *dataPanel
	columns  *columnsPanel
	leftOut  *leftOutPanel
	model    *modelPanel
	settings *settingsDialog
	control  *runPanel
	messages *messagePanel
	strip    *stripPanel
	tree     *treePanel
	across   *acrossPanel
	fit      *fitPanel
	compare  *comparePanel
	two      *twoPanel
	judge    *diagnosticsPanel
	checks   *checksPanel
	paper    *paperPanel
	methods  *methodsPanel
	details  *diagnosePanel
	predict  *predictionPanel
	rows     *rowsPanel
	log      *logPanel
	looking  *lookingPanel
	session  *sessionPanel
	take     *takePanel
	figures  *figurePanel
	tutorial *tutorialPanel

	host  *host
	view  logic.View   // how the link has the page shown
	fault *logic.Fault // the newest that was shown

	consent *consentPanel
	faultOf access // of what that fault is about

	told map[*cell]telling // what is on the screen and not drawn again by itself

	asked    string // the language last asked for
	speaking bool   // a change of language is under way
}

// Run builds the page and stays with it. page.js calls it, as the role "page" of the binary, when everything is loaded.
func Run() {
	a := &app{built: make(chan struct{}), told: map[*cell]telling{}, doc: wrap(js.Global().Get("document")),
		bridge: js.Global().Get("dcctreePage")}
	a.host = newHost(a)
	a.messages = newMessagePanel(a)
	a.spawn(a.start)
	select {}
}

// start fills the skeleton, opens the first table and, on a first visit, runs it.
func (a *app) start() {
	breathe()
	hash := js.Global().Get("location").Get("hash").String()
	link, refused := logic.ParseLink(hash, !a.host.is())
	if p := link.View.Parent; p != "" && a.host.is() && a.host.Get("parent").String() != p {
		refused = append(refused, "parent")
	}
	a.choice = link.Choice
	if a.host.is() {
		a.choice.Model = logic.ByTopology // what the contract with hosts speaks of
	}
	a.startSpeaking()
	shutOff(a.doc) // everything that the page will ever need is loaded
	breathe()
	a.build()
	breathe()
	a.dress(link.View)
	if len(refused) > 0 {
		a.messages.notice(saying("data.link", strings.Join(refused, ", ")))
	}
	a.data.fold.set(false)
	a.model.fold.set(false)
	a.tutorial.begin(link.View.Tutorial)
	if !logic.NamesTable(hash) && !a.host.is() {
		a.linked = &link.Choice
	}
	opened, lost := a.openFirst()
	if len(lost) > 0 {
		a.messages.notice(saying("data.link", strings.Join(append(refused, lost...), ", ")))
	}
	// with its table, not before: what is below would move twice
	if !link.Run && !a.host.is() && a.view.Data == "" {
		a.data.fold.set(true)
	}
	a.host.serve()
	switch {
	case !opened || !link.Run || len(lost) > 0: // never another question than the link's
	case a.atOnce():
		a.fit.press(0)
	default:
		a.begin(!a.host.is(), a.goOn)
	}
}

// openFirst opens what the link names, the table in it or a sample set, unless somebody has chosen a table by now. The
// table in the link may lack columns that the link names: these keys are lost.
func (a *app) openFirst() (opened bool, lost []string) {
	if !a.opening.IsUndefined() {
		return false, nil
	}
	if data := a.view.Data; data != "" {
		a.choice.Sample = ""
		t := &table{source: js.ValueOf(data), name: logic.Text("embed.table"), given: true,
			access: newAccess(true)}
		wanted := a.choice
		if opened = a.settled(a.open(t, true), t.access); opened {
			lost = wanted.LostIn(a.choice)
		}
		a.data.fold.set(!opened || len(lost) > 0)
		return opened, lost
	}
	sample, ok := logic.SampleByID(a.choice.Sample)
	return ok && a.openSample(sample, true), nil
}

// build makes the panels, in the order of the page, and shows the state before any data.
func (a *app) build() {
	a.paint = newPainter(a)
	a.data = newDataPanel(a)
	a.columns = newColumnsPanel(a)
	a.leftOut = newLeftOutPanel(a)
	newPastePanel(a)
	a.model = newModelPanel(a)
	a.settings = newSettingsDialog(a)
	a.control = newRunPanel(a)
	breathe()
	newLockPanel(a)
	a.consent = newConsentPanel(a)
	a.strip = newStripPanel(a)
	a.tree = newTreePanel(a)
	a.across = newAcrossPanel(a)
	a.fit = newFitPanel(a)
	a.compare = newComparePanel(a)
	a.two = newTwoPanel(a)
	a.judge = newDiagnosticsPanel(a)
	a.details = newDiagnosePanel(a)
	a.checks = newChecksPanel(a)
	a.paper = newPaperPanel(a)
	a.methods = newMethodsPanel(a)
	a.predict = newPredictionPanel(a)
	a.rows = newRowsPanel(a)
	a.log = newLogPanel(a)
	a.looking = newLookingPanel(a)
	a.session = newSessionPanel(a)
	a.take = newTakePanel(a)
	a.figures = newFigurePanel(a)
	a.tutorial = newTutorialPanel(a)
	newEmbedDialog(a)
	newFooter(a)
	newLanguageSwitch(a)
	newOffline(a)
	newDropZone(a)
	a.control.render()
	a.paint.watchWidth()
	close(a.built)
}

// happen moves the state on and shows it.
func (a *app) happen(h logic.Happening) {
	before := a.state
	a.state = a.state.Next(h)
	a.control.render()
	if a.state != before {
		a.host.tellState()
	}
}

// changed reports whether data, settings or seed differ from those of the newest run.
func (a *app) changed() bool {
	return a.run == nil || a.table == nil || a.run.table != a.table || a.run.wish != a.wish()
}

// atOnce reports whether Run fits all trees at once. Embeddings and what runs already divide by topology.
func (a *app) atOnce() bool {
	return a.table != nil && a.choice.AtOnce() && !a.host.is() && !(a.run != nil && a.run.table == a.table &&
		a.state.Works())
}

// arrange leaves out of the page what the model at hand has no use for.
func (a *app) arrange() {
	if a.fit == nil {
		return // under construction
	}
	page := wrap(a.doc.Underlying().Get("body"))
	atOnce := a.atOnce()
	page.class("at-once", atOnce)
	page.class("bare", atOnce && (a.shown == nil || a.shown.table != a.table))
}

// chosen shows that the choice of a model is another one.
func (a *app) chosen() {
	a.model.render()
	a.control.render()
}

// broken reports a mistake of the page itself; the results stay on the screen.
func (a *app) broken(what any) {
	a.messages.refuseOf(access{}, &logic.Fault{Code: "page", Message: saying("error.page", fmt.Sprint(what))()},
		"run")
	a.tell(a.messages.error, saying("error.page", fmt.Sprint(what)))
}
