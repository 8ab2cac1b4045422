// The parts of the page that links can show, hide, lock and point at, each with the name that it keeps.

package page

import "slices"

// Part is a panel or a single control of the page.
type Part struct {
	Name  string   // as in links; never changed once it is out
	Panel string   // the panel that a control belongs to; "" for a panel
	IDs   []string // its elements in site/index.html
	Label string   // key of its name in the text table
	Point string   // id of what a step of a tutorial points at, where that is not the first of IDs
	Inner []string // ids of what belongs to it in a dialog, locked with it
	Locks bool     // it can be shown without being editable
}

// Parts are all of them, each panel before its controls, in the order of the page.
func Parts() []Part {
	return []Part{
		{Name: "header", IDs: ids("top"), Label: "part.header"},
		{Name: "data", IDs: ids("data"), Label: "data.title", Locks: true},
		{Name: "samples", Panel: "data", IDs: ids("samples", "sample-about"), Label: "data.samples", Locks: true},
		{Name: "file", Panel: "data", IDs: ids("own", "kept"), Label: "data.own", Locks: true},
		{Name: "target", Panel: "data", IDs: ids("target"), Label: "data.target", Locks: true},
		{Name: "task", Panel: "data", IDs: ids("task"), Label: "data.task", Locks: true},
		{Name: "holdout", Panel: "data", IDs: ids("holdout-pair", "holdout-say"), Label: "data.holdout", Locks: true},
		{Name: "standardize", Panel: "data", IDs: ids("standardize-row"), Label: "data.standardize", Locks: true},
		{Name: "testfile", Panel: "data", IDs: ids("test-row"), Label: "data.testfile", Locks: true},
		{Name: "columns", Panel: "data", IDs: ids("columns-row"), Inner: ids("format", "columns-all", "columns-none", "columns-body"), Label: "columns.open", Locks: true},
		{Name: "lock", Panel: "data", IDs: ids("lock"), Label: "part.lock"},
		{Name: "model", IDs: ids("model"), Label: "model.title", Locks: true},
		{Name: "preset", Panel: "model", IDs: ids("preset", "preset-say"), Label: "model.preset", Locks: true},
		{Name: "bandwidth", Panel: "model", IDs: ids("bandwidth"), Label: "bandwidth.label", Inner: ids("check-use"), Locks: true},
		{Name: "seed", Panel: "model", IDs: ids("seed", "seed-say"), Label: "model.seed", Locks: true},
		{Name: "settings", Panel: "model", IDs: ids("settings-row", "settings-changed"), Inner: ids("settings-body", "settings-reset"), Label: "settings.title", Locks: true},
		{Name: "run", IDs: ids("run"), Label: "run.title", Point: "run-button", Locks: true},
		{Name: "start", Panel: "run", IDs: ids("run-button"), Label: "part.start", Locks: true},
		{Name: "pause", Panel: "run", IDs: ids("pause-button"), Label: "run.pause", Locks: true},
		{Name: "back", Panel: "run", IDs: ids("back-button"), Label: "store.stepback", Locks: true},
		{Name: "step", Panel: "run", IDs: ids("step-button"), Label: "run.step", Locks: true},
		{Name: "stop", Panel: "run", IDs: ids("stop-button"), Label: "run.stop", Locks: true},
		{Name: "take", IDs: ids("take"), Label: "take.title"},
		{Name: "link", Panel: "take", IDs: ids("link-row"), Label: "take.link"},
		{Name: "session", Panel: "take", IDs: ids("session-row", "session", "keep-say"), Label: "store.session"},
		{Name: "trees", IDs: ids("weights", "plate"), Label: "nav.trees"},
		{Name: "weights", Panel: "trees", IDs: ids("weights"), Label: "strip.title"},
		{Name: "tree", Panel: "trees", IDs: ids("plate"), Label: "tree.title"},
		{Name: "across", IDs: ids("across"), Label: "across.title"},
		{Name: "predictions", IDs: ids("predictions"), Label: "prediction.title"},
		{Name: "row", Panel: "predictions", IDs: ids("pager"), Label: "part.row"},
		{Name: "whatif", Panel: "predictions", IDs: ids("whatif"), Label: "whatif.title"},
		{Name: "compare", IDs: ids("compare"), Label: "compare.title"},
		{Name: "two", Panel: "compare", IDs: ids("two-open"), Label: "two.open"},
		{Name: "rows", Panel: "compare", IDs: ids("allrows-open"), Label: "all.open"},
		{Name: "paper", Panel: "compare", IDs: ids("paper-open", "paper-short"), Label: "paper.open"},
		{Name: "diagnostics", IDs: ids("diagnostics"), Label: "diagnostics.title"},
		{Name: "details", Panel: "diagnostics", IDs: ids("diag-open"), Label: "part.details"},
		{Name: "checks", Panel: "diagnostics", IDs: ids("checks", "check-status", "check-progress", "check-result"), Label: "part.checks"},
		{Name: "log", IDs: ids("log"), Label: "log.title"},
		{Name: "footer", IDs: ids("footer"), Label: "part.footer"},
		{Name: "language", Panel: "footer", IDs: ids("language"), Label: "language"},
	}
}

func ids(list ...string) []string { return list }

// locksAll is what lock=1 stands for: what decides a run. The run itself can still be pressed.
func locksAll() []string { return []string{"data", "model"} }

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

// shows reports whether a part is to be seen: of the parts to show, if there are any, or of the panel or the controls of one; and not hidden, nor its panel.
func (v View) shows(p Part) bool {
	if slices.Contains(v.Hide, p.Name) || slices.Contains(v.Hide, p.Panel) {
		return false
	}
	if v.Show == nil || slices.Contains(v.Show, p.Name) || slices.Contains(v.Show, p.Panel) {
		return true
	}
	return p.Panel == "" && slices.ContainsFunc(Parts(), func(c Part) bool { return c.Panel == p.Name && slices.Contains(v.Show, c.Name) })
}

// locks reports whether a part can be seen only, itself or with its panel.
func (v View) locks(p Part) bool {
	return p.Locks && (slices.Contains(v.Lock, p.Name) || slices.Contains(v.Lock, p.Panel))
}

// showsAny reports whether any of the parts is seen.
func (v View) showsAny(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		p, known := PartByName(name)
		return known && v.shows(p)
	})
}
