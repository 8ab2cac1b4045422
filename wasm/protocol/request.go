// This file holds the requests that a page sends to the coordinator.

package protocol

import (
	"math"
	"slices"
	"strconv"
)

// Message is one decoded message that checks itself.
type Message interface {
	// Validate returns nil or a *Fault that says what is wrong.
	Validate() error
}

// Head is the part that all messages share; it is read first, to find out which
// message stands before the reader.
type Head struct {
	V    float64 `js:"v"`
	Kind string  `js:"kind"`
	ID   float64 `js:"id"`
}

// Open asks to read a table, which comes beside it: the bytes of a file, or
// columns.
type Open struct {
	V    float64 `js:"v"`
	Kind string  `js:"kind"`
	ID   float64 `js:"id"`
	Name string  `js:"name"` // the file's name, for messages

	Separator string   `js:"separator"` // "" and, below, null: to be found out
	Decimal   string   `js:"decimal"`
	Header    string   `js:"header"`    // "yes", "no": whether the first row holds the names
	KindNames []string `js:"kindNames"` // columns that are to be read otherwise than they look
	Kinds     []string `js:"kinds"`     // as what, as in dataset.ReadOptions
}

// Create asks for a new run on the opened table.
type Create struct {
	V           float64  `js:"v"`
	Kind        string   `js:"kind"`
	ID          float64  `js:"id"`
	Target      string   `js:"target"`      // column name; "" = as suggested
	Features    []string `js:"features"`    // column names; null = all other usable ones
	Task        string   `js:"task"`        // "auto", "regression", "classification"
	Split       string   `js:"split"`       // "random" or "published"
	Holdout     float64  `js:"holdout"`     // share of test rows, 0..0.9; 0 = none
	HoldoutSeed string   `js:"holdoutSeed"` // whole number as text
	Preset      string   `js:"preset"`      // "first", "fast", "quick" or "paper"
	Settings    string   `js:"settings"`    // JSON object of settings that differ from the preset
	Seed        string   `js:"seed"`        // whole number as text
	Standardize string   `js:"standardize"` // "auto", "yes", "no"
	Predictive  string   `js:"predictive"`  // "likelihood" or "mixture"
	Truth       string   `js:"truth"`       // "", "wu", "cgm": the known regression function of generated data
	Workers     float64  `js:"workers"`     // how many workers the page starts
	Test        bool     `js:"test"`        // a test table comes beside the message
	TestName    string   `js:"testName"`
}

// Command asks something of a run that needs no more words.
type Command struct {
	V    float64 `js:"v"`
	Kind string  `js:"kind"`
	ID   float64 `js:"id"`
	Run  float64 `js:"run"`
}

// Predict asks for the predictive distribution of rows. Set "rows": the bulk
// holds Rows x Columns feature values, row after row, in original units. Set
// "train" or "test": the bulk holds Rows row numbers from 0 within that set.
type Predict struct {
	V       float64 `js:"v"`
	Kind    string  `js:"kind"`
	ID      float64 `js:"id"`
	Run     float64 `js:"run"`
	Set     string  `js:"set"`
	Rows    float64 `js:"rows"`
	Columns float64 `js:"columns"`
}

// Figure asks for a drawing as SVG text.
type Figure struct {
	V        float64 `js:"v"`
	Kind     string  `js:"kind"`
	ID       float64 `js:"id"`
	Run      float64 `js:"run"`
	Name     string  `js:"name"`     // "topologies", "effective-trees", "tree", "prediction"
	Width    float64 `js:"width"`    // CSS pixels
	Topology string  `js:"topology"` // key; tree: "" = the heaviest; topologies, effective-trees: the one to mark
	Limit    float64 `js:"limit"`    // most bars, 1 to 60 (topologies and effective-trees only)
	Set      string  `js:"set"`      // "train" or "test" (prediction only)
	Row      float64 `js:"row"`      // row number from 0 in the set (prediction only)
	Lang     string  `js:"lang"`     // of the words: "en", "de"; "" is English

	Collapsed string `js:"collapsed"` // ids of the splits to collapse, as in "1,5" (tree only)
	Navigable bool   `js:"navigable"` // a tree of items for the keyboard instead of an image (tree only)
}

// What a comparison compares.
const (
	CompareBandwidths = "bandwidths"
	ComparePriors     = "priors"
)

// Compare asks for a comparison beside the run. Bandwidths: the bulk holds the
// grid, in units of a feature's range; null takes the usual one.
type Compare struct {
	V    float64 `js:"v"`
	Kind string  `js:"kind"`
	ID   float64 `js:"id"`
	Run  float64 `js:"run"`
	What string  `js:"what"`
}

// Join announces a fresh worker, its MessagePort beside the message, or that a worker leaves.
type Join struct {
	V      float64 `js:"v"`
	Kind   string  `js:"kind"`
	ID     float64 `js:"id"`
	Worker float64 `js:"worker"`
}

// Lost says that a worker exited or failed; Text holds its trace.
type Lost struct {
	V      float64 `js:"v"`
	Kind   string  `js:"kind"`
	ID     float64 `js:"id"`
	Worker float64 `js:"worker"`
	Text   string  `js:"text"`
}

// Validate checks the name's length and how the table is to be read.
func (m *Open) Validate() error {
	return first(checkRequest(m.V, m.Kind, m.ID), checkLength(m.Kind, "name", m.Name, maxName), m.checkFormat())
}

// Validate checks every option that can be judged without the table; a fault
// names its field.
func (m *Create) Validate() error {
	return first(
		checkRequest(m.V, m.Kind, m.ID),
		checkLength(m.Kind, "target", m.Target, maxName),
		checkNames(m.Kind, "features", m.Features),
		checkOption("task", m.Task, "auto", "regression", "classification"),
		checkOption("split", m.Split, "random", "published"),
		checkRange("holdout", m.Holdout, 0, 0.9),
		checkSeed("holdoutSeed", m.HoldoutSeed),
		checkOption("preset", m.Preset, "first", "fast", "quick", "paper"),
		checkLength(m.Kind, "settings", m.Settings, maxSettings),
		checkSeed("seed", m.Seed),
		checkOption("standardize", m.Standardize, "auto", "yes", "no"),
		checkOption("predictive", m.Predictive, "likelihood", "mixture"),
		checkOption("truth", m.Truth, "", "wu", "cgm"),
		checkWhole("workers", m.Workers, 1, MaxWorkers),
		checkLength(m.Kind, "testName", m.TestName, maxName),
	)
}

// Validate checks the head and the run's number.
func (m *Command) Validate() error {
	return first(checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run))
}

// Validate checks set and shape; the bulk's length is checked where it is read.
func (m *Predict) Validate() error {
	columns := 0.0
	if m.Set == "rows" {
		columns = 1
	}
	return first(
		checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run),
		checkOption("set", m.Set, "rows", "train", "test"),
		checkWhole("rows", m.Rows, 1, 1e5),
		checkWhole("columns", m.Columns, columns, maxNames),
	)
}

// Validate checks the names and the width, 100 to 16,000 pixels.
func (m *Figure) Validate() error {
	return first(
		checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run),
		checkOption("figure", m.Name, "topologies", "effective-trees", "tree", "prediction"),
		checkRange("width", m.Width, 100, MaxWidth),
		checkLength(m.Kind, "topology", m.Topology, maxKey),
		checkWhole("limit", m.Limit, 1, 60),
		checkOption("set", m.Set, "train", "test"),
		checkWhole("row", m.Row, 0, maxWhole),
		checkIDs("collapsed", m.Collapsed), checkLang(m.Lang),
	)
}

// Validate checks what is compared; the grid is checked where it is read.
func (m *Compare) Validate() error {
	return first(
		checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run),
		checkOption("comparison", m.What, CompareBandwidths, ComparePriors),
	)
}

// Validate checks the worker's number.
func (m *Join) Validate() error {
	return first(checkHead(m.V, m.Kind, m.ID), checkWorker(m.Kind, m.Worker))
}

// Validate checks the worker's number and the trace's length.
func (m *Lost) Validate() error {
	return first(checkHead(m.V, m.Kind, m.ID), checkWorker(m.Kind, m.Worker), checkLength(m.Kind, "text", m.Text, maxText))
}

// first returns the first error of several checks.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// checkHead accepts this version and whole numbers as ID.
func checkHead(v float64, kind string, id float64) error {
	if v != Version {
		return versionFault(v)
	}
	if !whole(id, 0, maxWhole) {
		return messageFault(kind, "id %v is not a whole number", id)
	}
	return nil
}

// checkRequest is checkHead for messages that await a reply.
func checkRequest(v float64, kind string, id float64) error {
	if err := checkHead(v, kind, id); err != nil {
		return err
	}
	if id == 0 {
		return messageFault(kind, "a request needs an id above 0")
	}
	return nil
}

// versionFault answers a message of another version.
func versionFault(v float64) *Fault {
	return &Fault{Code: CodeProtocolVersion, Message: "A part of this page speaks version " +
		strconv.FormatFloat(v, 'g', 6, 64) + " of its messages and another version " + strconv.Itoa(Version) +
		". Reload the page, past the cache if need be (Ctrl+Shift+R), so that all parts are of one version."}
}

func checkRun(kind string, run float64) error {
	if !whole(run, 1, maxWhole) {
		return messageFault(kind, "run %v is not the number of a run", run)
	}
	return nil
}

func checkWorker(kind string, worker float64) error {
	if !whole(worker, 1, maxWhole) {
		return messageFault(kind, "worker %v is not the number of a worker", worker)
	}
	return nil
}

func checkLength(kind, field, s string, limit int) error {
	if len(s) > limit {
		return messageFault(kind, "%s has %d characters, more than %d", field, len(s), limit)
	}
	return nil
}

func checkNames(kind, field string, names []string) error {
	if len(names) > maxNames {
		return messageFault(kind, "%s has %d entries, more than %d", field, len(names), maxNames)
	}
	for _, n := range names {
		if err := checkLength(kind, field, n, maxName); err != nil {
			return err
		}
	}
	return nil
}

// checkOption accepts one of a few words; "" counts only where it is listed.
func checkOption(field, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return SettingFault(field, "is %s; it must be one of %q", quoteShort(value), allowed)
}

// checkLang checks the language of a figure's words; those of core/chart.
func checkLang(tag string) error { return checkOption("lang", tag, "", "en", "de") }

func checkRange(field string, x, low, high float64) error {
	if x >= low && x <= high {
		return nil
	}
	return SettingFault(field, "is %v; it must be a number from %v to %v", x, low, high)
}

func checkWhole(field string, x, low, high float64) error {
	if whole(x, low, high) {
		return nil
	}
	return SettingFault(field, "is %v; it must be a whole number from %v to %v", x, low, high)
}

func checkSeed(field, seed string) error {
	_, err := ParseSeed(field, seed)
	return err
}

// ParseSeed reads a seed: a whole number from 0 to 2^64-1 as decimal text.
func ParseSeed(field, seed string) (uint64, error) {
	s, err := strconv.ParseUint(seed, 10, 64)
	if err != nil {
		return 0, SettingFault(field, "is %s; it must be a whole number from 0 to 18446744073709551615", quoteShort(seed))
	}
	return s, nil
}

// whole says whether x is a whole number from low to high.
func whole(x, low, high float64) bool {
	return x >= low && x <= high && x == math.Trunc(x)
}
