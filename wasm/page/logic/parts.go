// The parts of the page that links can show, hide, lock and point at, each with the name that it keeps.

package logic

import (
	"slices"
	"strings"
)

// Part is a panel or a single control of the page.
type Part struct {
	Name  string   // as in links
	Panel string   // the panel that a control belongs to; "" for a panel
	IDs   []string // its elements in site/index.html
	Label string   // key of its name in the text table
	Point string   // id of what a step of a tutorial points at, where that is not the first of IDs
	Inner []string // ids of what belongs to it elsewhere, in a dialog say, hidden and locked with it
	Locks bool     // it can be shown without being editable
}

// partTable has a line for each: name, ids of its elements, key of its name in the text table, "locks" where it can be
// shown without being editable, id of what a step of a tutorial points at where that is not its elements, ids of what
// belongs to it elsewhere and is hidden and locked with it. Controls stand indented below their panel. Names are never
// changed once they are out.
const partTable = `
header | top | part.header
data | data | data.title | locks
  samples | samples sample-about | data.samples | locks
  file | own kept | data.own | locks
  target | target | data.target | locks
  task | task | data.task | locks
  holdout | holdout-pair holdout-say | data.holdout | locks
  standardize | standardize-row | data.standardize | locks
  testfile | test-row | data.testfile | locks
  columns | columns-row | columns.open | locks |  | format columns-all columns-none columns-body
  lock | lock | part.lock
model | model | model.title | locks
  preset | preset preset-say | model.preset | locks
  bandwidth | bandwidth | bandwidth.label | locks |  | check-use
  seed | seed seed-say | model.seed | locks
  settings | settings-row settings-changed | settings.title | locks |  | settings-body settings-reset
run | run | run.title | locks | run-button
  start | run-button | part.start | locks
  pause | pause-button | run.pause | locks
  back | back-button | store.stepback | locks
  step | step-button | run.step | locks
  stop | stop-button | run.stop | locks
take | take | take.title
  link | link-row | take.link
  embed | embed-row | embed.title
  session | session-row session keep-who keep-say | store.session
fit | fit | own.title
trees | weights plate | nav.trees
  weights | weights | strip.title
  tree | plate | tree.title
across | across | across.title
predictions | predictions | prediction.title
  row | pager | part.row
  whatif | whatif | whatif.title
compare | compare | compare.title
  two | two-open | two.open
  rows | allrows-open | all.open
  methods | methods-open | methods.open
  paper | paper-open paper-short | paper.open
diagnostics | diagnostics | diagnostics.title
  details | diag-open | part.details
  checks | checks check-status check-progress check-result | part.checks
log | log | log.title
footer | footer | part.footer
  language | language | language
`

// Parts are all of them, each panel before its controls, in the order of the page.
func Parts() []Part {
	var parts []Part
	panel := ""
	for line := range strings.SplitSeq(strings.TrimSpace(partTable), "\n") {
		name := strings.TrimLeft(line, " ")
		within := len(name) < len(line)
		columns := append(strings.Split(name, " | "), make([]string, 6)...)
		p := Part{Name: columns[0], IDs: strings.Fields(columns[1]), Label: columns[2], Locks: columns[3] != "",
			Point: columns[4], Inner: strings.Fields(columns[5])}
		if within {
			p.Panel = panel
		} else {
			panel = p.Name
		}
		parts = append(parts, p)
	}
	return parts
}

// LocksAll is what lock=1 stands for: what decides a run. The run itself can still be pressed.
func LocksAll() []string { return []string{"data", "model"} }

// PartByName finds a part.
func PartByName(name string) (Part, bool) {
	all := Parts()
	at := slices.IndexFunc(all, func(p Part) bool { return p.Name == name })
	if at < 0 {
		return Part{}, false
	}
	return all[at], true
}

// View is how much of the page a link shows, and how. The zero value is the whole page as the device prefers it.
type View struct {
	Show     []string // parts to show, no others; nil for all
	Hide     []string // parts not to show
	Lock     []string // parts to show without being editable
	Theme    string   // "light" or "dark"; "" as the device prefers
	Steps    int      // after which a run pauses; 0 for never
	Data     string   // a table as CSV, in place of a sample
	Parent   string   // the origin that a frame obeys, as written; "" for none
	Tutorial []Lesson
}

// Lesson is one step of a tutorial.
type Lesson struct {
	Part string // that it points at; "" for none
	Text string
}

// Shows reports whether a part is to be seen: of the parts to show, if there are any, or of the panel or the controls
// of one; and not hidden, nor its panel.
func (v View) Shows(p Part) bool {
	if slices.Contains(v.Hide, p.Name) || slices.Contains(v.Hide, p.Panel) {
		return false
	}
	if v.Show == nil || slices.Contains(v.Show, p.Name) || slices.Contains(v.Show, p.Panel) {
		return true
	}
	return p.Panel == "" && slices.ContainsFunc(Parts(), func(c Part) bool {
		return c.Panel == p.Name && slices.Contains(v.Show, c.Name)
	})
}

// Locks reports whether a part can be seen only, itself or with its panel.
func (v View) Locks(p Part) bool {
	return p.Locks && (slices.Contains(v.Lock, p.Name) || slices.Contains(v.Lock, p.Panel))
}

// ShowsAny reports whether any of the parts is seen.
func (v View) ShowsAny(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		p, known := PartByName(name)
		return known && v.Shows(p)
	})
}
