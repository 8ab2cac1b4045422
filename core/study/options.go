// This file holds the choices of a run and the options of the most common questions, with their checks.

package study

import (
	"math"
	"slices"
	"strconv"

	"dcctree/core/dataset"
	"dcctree/core/words"
)

// OpenOptions asks to read a table, which comes beside it: the bytes of a file, or
// columns.
type OpenOptions struct {
	Name string `js:"name"` // the file's name, for messages

	Separator string   `js:"separator"` // "" and, below, null: to be found out
	Decimal   string   `js:"decimal"`
	Header    string   `js:"header"`    // "yes", "no": whether the first row holds the names
	KindNames []string `js:"kindNames"` // columns that are to be read otherwise than they look
	Kinds     []string `js:"kinds"`     // as what, as in dataset.ReadOptions
}

// RunOptions asks for a new run on the opened table.
type RunOptions struct {
	Target      string   `js:"target"`      // column name; "" = as suggested
	Features    []string `js:"features"`    // column names; null = all other usable ones
	Task        string   `js:"task"`        // "auto", "regression", "classification"
	Split       string   `js:"split"`       // "random" or "published"
	Holdout     float64  `js:"holdout"`     // share of test rows, 0..0.9; 0 = none
	HoldoutSeed string   `js:"holdoutSeed"` // whole number as text
	Preset      string   `js:"preset"`      // one of Presets
	Settings    string   `js:"settings"`    // JSON object of settings that differ from the preset
	Seed        string   `js:"seed"`        // whole number as text
	Standardize string   `js:"standardize"` // "auto", "yes", "no"
	Predictive  string   `js:"predictive"`  // "likelihood" or "mixture"
	Truth       string   `js:"truth"`       // "", "wu", "cgm": the known regression function of generated data
	Workers     float64  `js:"workers"`     // how many workers the page starts
	Test        bool     `js:"test"`        // a test table comes beside the message
	TestName    string   `js:"testName"`
}

// DefaultRunOptions returns the choices of a run that the page begins with: 70 % of the rows to learn from, the
// suggested target, all other columns that can be used.
func DefaultRunOptions() RunOptions {
	return RunOptions{Task: "auto", Split: "random", Holdout: 0.3, HoldoutSeed: "1", Preset: PresetFast, Seed: "1",
		Standardize: "auto", Predictive: "likelihood", Workers: 1}
}

// PredictOptions asks for the predictive distribution of rows. Set "rows": the bulk
// holds Rows x Columns feature values, row after row, in original units. Set
// "train" or "test": the bulk holds Rows row numbers from 0 within that set.
type PredictOptions struct {
	Set     string  `js:"set"`
	Rows    float64 `js:"rows"`
	Columns float64 `js:"columns"`
	Average bool    `js:"average"` // by the average over bandwidths that a comparison ended with
}

// FigureOptions asks for a drawing as SVG text.
type FigureOptions struct {
	Name     string  `js:"name"`     // "topologies", "effective-trees", "tree", "prediction"
	Width    float64 `js:"width"`    // CSS pixels
	Topology string  `js:"topology"` // key; tree: "" = the heaviest; topologies, effective-trees: the one to mark
	Limit    float64 `js:"limit"`    // most bars, 1 to 60 (topologies and effective-trees only)
	Set      string  `js:"set"`      // "train" or "test" (prediction only)
	Row      float64 `js:"row"`      // row number from 0 in the set (prediction only)
	Lang     string  `js:"lang"`     // of the words: the tag of a catalogue; "" is English

	Collapsed string `js:"collapsed"` // ids of the splits to collapse, as in "1,5" (tree only)
	Navigable bool   `js:"navigable"` // a tree of items for the keyboard instead of an image (tree only)
}

// Limits of what options may hold.
const (
	// MaxValues is the most inputs of a problem, and numbers of a question about rows.
	MaxValues = dataset.DefaultMaxValues
	// MaxWorkers is the largest number of workers of one session.
	MaxWorkers = 64
	// MaxWidth is the greatest width of a figure, in pixels: a tree of 200 leaves has room for words in it.
	MaxWidth = 16000

	maxName     = 1 << 10 // characters of a file, column or class name
	maxNames    = 1 << 14 // columns in one list
	maxSettings = 1 << 16 // characters of settings as JSON text
	maxKey      = 1 << 10 // characters of a topology key
	maxText     = 1 << 16 // characters of other texts
	maxWhole    = 1 << 53 // whole numbers that JavaScript holds exactly
)

// What a comparison compares.
const (
	CompareBandwidths = "bandwidths"
	ComparePriors     = "priors"
)

// CompareOptions asks for a comparison beside the run. Bandwidths: the bulk holds the
// grid, in units of a feature's range; null takes the usual one.
type CompareOptions struct {
	What string `js:"what"`
}

// Validate checks the name's length and how the table is to be read.
func (m *OpenOptions) Validate() error {
	return firstError(checkLength("name", m.Name, maxName), m.checkFormat())
}

// Validate checks every option that can be judged without the table; a fault
// names its field.
func (m *RunOptions) Validate() error {
	return firstError(
		checkColumns(m.Target, m.Features, m.Task),
		checkHeldOut(m.Split, m.Holdout, m.HoldoutSeed),
		checkOption("preset", m.Preset, Presets()...),
		checkLength("settings", m.Settings, maxSettings),
		checkSeed("seed", m.Seed),
		checkOption("standardize", m.Standardize, "auto", "yes", "no"),
		checkOption("predictive", m.Predictive, "likelihood", "mixture"),
		checkOption("truth", m.Truth, "", "wu", "cgm"),
		checkWhole("workers", m.Workers, 1, MaxWorkers),
		checkLength("testName", m.TestName, maxName),
	)
}

// Validate checks set and shape; the bulk's length is checked where it is read.
func (m *PredictOptions) Validate() error {
	columns := 0.0
	if m.Set == "rows" {
		columns = 1
	}
	return firstError(
		checkOption("set", m.Set, "rows", "train", "test"),
		checkWhole("rows", m.Rows, 1, 1e5),
		checkWhole("columns", m.Columns, columns, maxNames),
	)
}

// Validate checks the names and the width, 100 to 16,000 pixels.
func (m *FigureOptions) Validate() error {
	return firstError(
		checkOption("figure", m.Name, "topologies", "effective-trees", "tree", "prediction"),
		checkRange("width", m.Width, 100, MaxWidth),
		checkLength("topology", m.Topology, maxKey),
		checkWhole("limit", m.Limit, 1, 60),
		checkOption("set", m.Set, "train", "test"),
		checkWhole("row", m.Row, 0, maxWhole),
		checkIDs("collapsed", m.Collapsed), checkLang(m.Lang),
	)
}

// Validate checks what is compared; the grid is checked where it is read.
func (m *CompareOptions) Validate() error {
	return checkOption("comparison", m.What, CompareBandwidths, ComparePriors)
}

// firstError returns the first error of several checks.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func checkLength(field, s string, limit int) error {
	if len(s) > limit {
		return MessageFault("%s has %d characters, more than %d", field, len(s), limit)
	}
	return nil
}

func checkNames(field string, names []string) error {
	if len(names) > maxNames {
		return MessageFault("%s has %d entries, more than %d", field, len(names), maxNames)
	}
	for _, n := range names {
		if err := checkLength(field, n, maxName); err != nil {
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
	return SettingFault(field, "setting.words", QuoteShort(value), allowed)
}

// checkLang checks the language of a figure's words; those of core/chart.
func checkLang(tag string) error {
	known := []string{""}
	for _, l := range words.Languages() {
		known = append(known, string(l))
	}
	return checkOption("lang", tag, known...)
}

func checkRange(field string, x, low, high float64) error {
	if x >= low && x <= high {
		return nil
	}
	return SettingFault(field, "setting.range", x, low, high)
}

func checkWhole(field string, x, low, high float64) error {
	if Whole(x, low, high) {
		return nil
	}
	return SettingFault(field, "setting.whole", x, low, high)
}

// checkColumns checks which columns are chosen, and what for.
func checkColumns(target string, features []string, task string) error {
	return firstError(
		checkLength("target", target, maxName),
		checkNames("features", features),
		checkOption("task", task, "auto", "regression", "classification"),
	)
}

// checkHeldOut checks which rows are held out.
func checkHeldOut(split string, share float64, seed string) error {
	return firstError(
		checkOption("split", split, "random", "published"),
		checkRange("holdout", share, 0, 0.9),
		checkSeed("holdoutSeed", seed),
	)
}

func checkSeed(field, seed string) error {
	_, err := ParseSeed(field, seed)
	return err
}

// ParseSeed reads a seed: a whole number from 0 to 2^64-1 as decimal text.
func ParseSeed(field, seed string) (uint64, error) {
	s, err := strconv.ParseUint(seed, 10, 64)
	if err != nil {
		return 0, SettingFault(field, "setting.seed", QuoteShort(seed))
	}
	return s, nil
}

// Whole reports whether x is a whole number from low to high.
func Whole(x, low, high float64) bool {
	return x >= low && x <= high && x == math.Trunc(x)
}
