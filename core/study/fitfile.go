// This file writes what a fit found to session files, and takes it up again.

package study

import (
	"dcctree/core/dataset"
	"dcctree/core/export"
	"dcctree/core/fit"
)

// FitFileVersion is that of files that hold what a fit found instead of a run: a program that knows runs alone calls
// them newer.
const FitFileVersion = 4

// SavedFit is what a fit found, as the head of a file holds it.
type SavedFit struct {
	Open    OpenOptions `json:"open"`    // how the table is read
	Options FitOptions  `json:"options"` // the choices
	Answer  fit.Answer  `json:"answer"`
	Page    string      `json:"page"`    // what the page keeps for itself, JSON
	Seconds float64     `json:"seconds"` // spent fitting
}

// RestoredFit tells what a file of a fit holds. The tables are where they were in the file.
type RestoredFit struct {
	Open        OpenOptions `js:"open"` // how the table was read
	Table       TableInfo   `js:"table"`
	Answer      string      `js:"answer"` // a fit.Answer, as JSON text
	Seed        string      `js:"seed"`   // it was asked with
	Work        float64     `js:"work"`   // the bound likewise; 0 = as usual
	Page        string      `js:"page"`
	Seconds     float64     `js:"seconds"`
	TableAt     int         `js:"tableAt"`
	TableSize   int         `js:"tableSize"`
	Columns     bool        `js:"columns"`
	TestAt      int         `js:"testAt"`
	TestSize    int         `js:"testSize"` // 0: no test table
	TestColumns bool        `js:"testColumns"`
	TestName    string      `js:"testName"`
}

// FitSession makes what was found a file, with the bytes that its tables were read from, opened as the message says. An
// answer with test rows needs their table, one without must have none: a newer answer may have come meanwhile.
func FitSession(m *SaveOptions, tables []byte, found *SavedFit) (*Saved, []byte, error) {
	if found == nil {
		return nil, nil, noFit()
	}
	if float64(len(tables)) != m.Table+m.Test || found.Options.Test != (m.Test > 0) {
		return nil, nil, shapeFault(len(tables), int(m.Table+m.Test))
	}
	s := &Session{Name: found.Open.Name, Columns: m.Columns, Table: tables[:int(m.Table)], TestCol: m.TestColumns}
	if found.Options.Test {
		s.Test = tables[int(m.Table):]
	}
	kept := *found
	kept.Page = m.Page
	s.Fit = &kept
	data, err := Encode(s)
	if err != nil {
		return nil, nil, faulty(err)
	}
	return &Saved{Name: s.Name, Size: len(data)}, data, nil
}

// noFit says that nothing was fitted yet.
func noFit() *Fault {
	return &Fault{Code: CodeNoResult, Message: "There is no answer of a fit yet: ask for one first."}
}

// RestoreFit reads the table of a file of a fit again, and tells what the file holds. Faults are about the file.
func RestoreFit(file string, s *Session, places Places) (*dataset.Table, *RestoredFit, error) {
	if s.Fit == nil {
		return nil, nil, fileFault(file, "version", "session.arun")
	}
	opt := s.Fit.Open.Options()
	table, err := read(s.Name, s.Table, s.Columns, opt)
	if err != nil {
		return nil, nil, fileFault(file, "table", "session.unreadable", err)
	}
	if s.Test != nil {
		if _, err := read(s.Fit.Options.TestName, s.Test, s.TestCol, TestOptions(opt, table)); err != nil {
			return nil, nil, fileFault(file, "test table", "session.unreadable", err)
		}
	}
	answer, err := export.JSON(&s.Fit.Answer)
	if err != nil {
		return nil, nil, fileFault(file, "results", "session.inconsistent", err)
	}
	out := &RestoredFit{Table: *Describe(table), Answer: answer, Page: s.Fit.Page, Seconds: s.Fit.Seconds,
		TableAt: places.TableAt, TableSize: places.TableSize, Columns: s.Columns, TestAt: places.TestAt,
		TestSize: places.TestSize, TestColumns: s.TestCol, TestName: s.Fit.Options.TestName,
		Seed: s.Fit.Options.Seed, Work: s.Fit.Options.Work,
		Open: s.Fit.Open}
	out.Open.KindNames, out.Open.Kinds = list(out.Open.KindNames), list(out.Open.Kinds)
	return table, out, nil
}

// check judges a fit from a file.
func (f *SavedFit) check(file string, test bool) error {
	if err := f.Open.Validate(); err != nil {
		return fileFault(file, "format", "session.unusable.copy", err)
	}
	if err := f.Options.Validate(); err != nil {
		return fileFault(file, "choices", "session.unusable.copy", err)
	}
	if err := f.Answer.Check(); err != nil {
		return fileFault(file, "results", "session.inconsistent", err)
	}
	switch {
	case len(f.Page) > mostPage:
		return fileFault(file, "page", "session.long", len(f.Page), mostPage)
	case f.Options.Test != test:
		return fileFault(file, "test table", "session.damaged")
	case !(f.Seconds >= 0 && f.Seconds < 1e9):
		return fileFault(file, "head", "session.damaged")
	}
	return nil
}
