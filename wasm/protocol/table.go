// This file holds what is said of a table before a run: how it is to be read, and what a choice of columns would use of
// it.

package protocol

import "dcctree/core/dataset"

// Choose asks about a choice of columns on the opened table: KindReview what a run would use, KindLeftOut which rows it
// would not.
type Choose struct {
	V        float64  `js:"v"`
	Kind     string   `js:"kind"`
	ID       float64  `js:"id"`
	Target   string   `js:"target"`   // column name; "" = as suggested
	Features []string `js:"features"` // column names; null = all other usable ones
	Task     string   `js:"task"`     // "auto", "regression", "classification"
}

// Reviewed answers KindReview.
type Reviewed struct {
	V        int      `js:"v"`
	Kind     string   `js:"kind"`
	ID       int      `js:"id"`
	Target   string   `js:"target"`
	Task     string   `js:"task"`
	Features []string `js:"features"`
	Rows     int      `js:"rows"`    // that would be used
	LeftOut  int      `js:"leftOut"` // that would not, because a value is missing
	Notes    []string `js:"notes"`
	German   []string `js:"german"` // the notes in German
}

// Listed answers KindLeftOut: the rows, as CSV of the row of the file and the columns without a value, the first
// MaxListed of them.
type Listed struct {
	V    int    `js:"v"`
	Kind string `js:"kind"`
	ID   int    `js:"id"`
	Rows int    `js:"rows"` // all of them
	CSV  string `js:"csv"`
}

// MaxListed is the most rows that Listed tells of.
const MaxListed = 100_000

// Validate checks the options that can be judged without the table.
func (m *Choose) Validate() error {
	return first(
		checkRequest(m.V, m.Kind, m.ID),
		checkLength(m.Kind, "target", m.Target, maxName),
		checkNames(m.Kind, "features", m.Features),
		checkOption("task", m.Task, "auto", "regression", "classification"),
	)
}

// checkFormat checks how a table is to be read.
func (m *Open) checkFormat() error {
	if len(m.Kinds) != len(m.KindNames) {
		return messageFault(m.Kind, "%d kinds for %d columns", len(m.Kinds), len(m.KindNames))
	}
	for _, word := range m.Kinds {
		if err := checkOption("kinds", word, dataset.AsNumbers, dataset.AsText, dataset.AsDays); err != nil {
			return err
		}
	}
	return first(
		checkNames(m.Kind, "kinds", m.KindNames),
		checkOption("separator", m.Separator, "", ",", ";", "\t", "|"),
		checkOption("decimal", m.Decimal, "", ".", ","),
		checkOption("header", m.Header, "", "yes", "no"),
	)
}

// Options are the reader's for a valid message.
func (m *Open) Options() dataset.ReadOptions {
	opt := dataset.ReadOptions{Separator: m.Separator, Decimal: m.Decimal, Kinds: map[string]string{}}
	opt.Header = map[string]dataset.Header{"yes": dataset.HeaderPresent, "no": dataset.HeaderAbsent}[m.Header]
	for i, name := range m.KindNames {
		opt.Kinds[name] = m.Kinds[i]
	}
	return opt
}
