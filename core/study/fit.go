// This file fits all trees at once, with one input a split, to a table.

package study

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/export"
	"dcctree/core/fit"
	"dcctree/core/words"
)

// FitOptions asks for all trees at once on the opened table (core/fit); rows to test on may come beside it.
type FitOptions struct {
	Target      string   `js:"target"`      // column name; "" = as suggested
	Features    []string `js:"features"`    // column names; null = all other usable ones
	Task        string   `js:"task"`        // "auto", "regression", "classification"
	Split       string   `js:"split"`       // "random" or "published"
	Holdout     float64  `js:"holdout"`     // share of test rows, 0..0.9; 0 = none
	HoldoutSeed string   `js:"holdoutSeed"` // whole number as text
	Seed        string   `js:"seed"`        // whole number as text
	Sharp       bool     `js:"sharp"`       // splits of numbers are sharp also where numbers are predicted
	Scale       string   `js:"scale"`       // on which a number is fitted: one of fit.Scales
	Weight      string   `js:"weight"`      // column of row weights, never an input; "" = none
	Noise       string   `js:"noise"`       // of a number to predict: one of fit.Noises; "" is the common one
	Size        string   `js:"size"`        // of trees before the data: one of fit.Sizes; "" is the usual one
	Prior       string   `js:"prior"`       // a fit.Prior, as JSON text; "" is the usual one
	Work        float64  `js:"work"`        // bound of the work, see alltrees.Effort; 0 = as usual
	Folds       float64  `js:"folds"`       // that tell the price of a readable tree, 0..20; below 2 none
	Lang        string   `js:"lang"`        // of the words: the tag of a catalogue; "" is English
	Test        bool     `js:"test"`        // a test table comes beside the message
	TestName    string   `js:"testName"`
}

// Fitted is a fit.Answer, as JSON text.
type Fitted struct {
	JSON string `js:"json"`
}

// FitRowsOptions asks what the trees of the newest fit say of the rows of a table that comes beside it.
type FitRowsOptions struct {
	Name string `js:"name"` // of the table, for messages
}

// Validate checks the name's length.
func (m *FitRowsOptions) Validate() error { return checkLength("name", m.Name, maxName) }

// FitRows is a fit.Predicted, as JSON text.
type FitRows struct {
	JSON string `js:"json"`
}

// PredictRows asks the newest answer of a problem; nil stands for a fit that is not there. pause is called now and
// then.
func PredictRows(p *fit.Problem, rows *dataset.Table, pause func()) (*FitRows, error) {
	if p == nil {
		return nil, noTrees()
	}
	answer, err := p.Predict(rows, pause)
	if err != nil {
		return nil, faulty(err)
	}
	text, err := export.JSON(answer)
	return &FitRows{JSON: text}, err
}

// FitTrees are the fit.DrawnTrees of the newest answer, as JSON text.
type FitTrees struct {
	JSON string `js:"json"`
}

// DrawnTrees returns the trees of the newest answer of a problem; nil stands for a fit that is not there. pause is
// called now and then.
func DrawnTrees(p *fit.Problem, pause func()) (*FitTrees, error) {
	if p == nil {
		return nil, noTrees()
	}
	trees, err := p.DrawnTrees(pause)
	if err != nil {
		return nil, faulty(err)
	}
	text, err := trees.JSON(pause)
	return &FitTrees{JSON: text}, err
}

// noTrees says that there are no trees to ask.
func noTrees() *Fault { return &Fault{Code: CodeNoResult, Said: words.Of("fault.fit.notrees")} }

// FitStage is how far a fit is: the round's moves of each tree, the run from the prior to the posterior, from 0, and
// of how many, and the share of its way that it has come, 0 to 1, roughly. In the cross-validation that follows the
// last round, Fold counts from 1. At the end of a round JSON is its fit.Answer, but for the price of a readable tree.
type FitStage struct {
	Moves    int     `js:"moves"`
	Restart  int     `js:"restart"`
	Restarts int     `js:"restarts"`
	Share    float64 `js:"share"`
	Fold     int     `js:"fold"`
	JSON     string  `js:"json" optional:"yes"`
}

// FitStages puts stages together of parts that several workers do at a time. The zero value has heard of none.
type FitStages struct {
	moves  int
	folds  bool
	shares map[int]float64 // by number of the restart or the fold
}

// Add returns how far the fit is after a stage of a part: as if one restart or fold followed the other.
func (f *FitStages) Add(s fit.Stage) *FitStage {
	m := &FitStage{Moves: s.Moves, Restart: s.Restart, Restarts: s.Restarts, Share: s.Share, Fold: s.Fold}
	folds, part := s.Fold > 0, s.Restart
	switch {
	case folds:
		part = s.Fold - 1
	case part >= s.Restarts:
		return m
	}
	again := f.shares[part]-s.Share > .5 // a trial of the scale has the moves of the round that follows
	if f.shares == nil || f.moves != s.Moves || f.folds != folds || again {
		f.moves, f.folds, f.shares = s.Moves, folds, map[int]float64{}
	}
	f.shares[part] = s.Share
	var sum float64
	for _, k := range slices.Sorted(maps.Keys(f.shares)) {
		sum += f.shares[k]
	}
	done := min(int(sum), len(f.shares)-1)
	m.Share = sum - float64(done)
	if folds {
		m.Fold = 1 + done
	} else {
		m.Restart = done
	}
	return m
}

const mostFolds = 20

// Validate checks the options that can be judged without the table.
func (m *FitOptions) Validate() error {
	return firstError(
		checkColumns(m.Target, m.Features, m.Task),
		checkHeldOut(m.Split, m.Holdout, m.HoldoutSeed),
		checkSeed("seed", m.Seed),
		checkOption("scale", m.Scale, fit.Scales()...),
		checkLength("weight", m.Weight, maxName),
		checkOption("noise", cmp.Or(m.Noise, fit.CommonNoise), fit.Noises()...), // older files have none
		checkOption("size", cmp.Or(m.Size, fit.UsualTrees), fit.Sizes()...),     // as above
		checkLength("prior", m.Prior, maxSettings),
		checkRange("work", m.Work, 0, fit.MostWork),
		checkRange("folds", m.Folds, 0, mostFolds),
		checkLength("lang", m.Lang, maxName),
		checkLength("testName", m.TestName, maxName),
	)
}

// Fit makes the problem of a fit. The test table is nil unless the message announces one.
func Fit(table *dataset.Table, m *FitOptions, test *dataset.Table) (*fit.Problem, error) {
	o := fit.Options{Task: m.Task, Features: m.Features, Sharp: m.Sharp, Scale: m.Scale, Noise: m.Noise,
		Size: m.Size, Weight: m.Weight, Lang: words.Lang(m.Lang), Folds: int(m.Folds),
		Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()}
	var err error
	if o.Prior, err = decodePrior(m.Prior); err != nil {
		return nil, err
	}
	if m.Work > 0 {
		o.Effort.Work = int64(m.Work)
	}
	var task dataset.Task
	if o.Target, task, err = aim(table, m.Target, m.Task); err != nil {
		return nil, err
	}
	if o.Settings.Seed, err = ParseSeed("seed", m.Seed); err != nil {
		return nil, err
	}
	if o.Held, err = heldOut(table, o.Target, task, m); err != nil {
		return nil, err
	}
	p, err := fit.New(table, o)
	if err == nil && test != nil {
		err = p.AddTest(test)
	}
	return p, faulty(err)
}

// decodePrior reads the numbers of the prior. A 0 that was given is refused: fit.Prior has it for one that was not.
func decodePrior(text string) (prior fit.Prior, err error) {
	for _, n := range fit.PriorNumbers() {
		*prior.At(n.Name) = math.Inf(1) // which no JSON holds
	}
	if err := DecodeSettings(text, &prior); err != nil {
		return prior, err
	}
	for _, n := range fit.PriorNumbers() {
		switch at := prior.At(n.Name); *at {
		case math.Inf(1):
			*at = 0
		case 0:
			return prior, optionFault("prior."+n.Name, "is 0: give a number from %g to %g", n.Least, n.Most)
		}
	}
	return prior, nil
}

// heldOut are the rows that a run with these choices would test on, where no row has a gap.
func heldOut(table *dataset.Table, target string, task dataset.Task, m *FitOptions) (map[int]bool, error) {
	if m.Test || m.Holdout == 0 {
		return nil, nil
	}
	if m.Split == "published" {
		held := map[int]bool{}
		_, rows := dataset.PublishedSplit(table.Rows, 1-m.Holdout)
		for _, i := range rows {
			held[i] = true
		}
		return held, nil
	}
	seed, err := ParseSeed("holdoutSeed", m.HoldoutSeed)
	if err != nil {
		return nil, err
	}
	y, err := table.TargetColumn(target, task)
	if err != nil {
		return nil, faulty(err)
	}
	return table.HoldOut(y, task, m.Holdout, seed), nil
}
