// This file writes runs to session files, takes them up again, and looks back at their steps.

package study

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/parcel"
	"dcctree/core/posterior"
)

// CodeSession is the code of faults of session files; Field names the part.
const CodeSession = "session"

// SaveOptions asks for a session file. Page is whatever the page wants back.
type SaveOptions struct {
	Page        string  `js:"page"`
	Table       float64 `js:"table"`   // bytes of the table
	Columns     bool    `js:"columns"` // they are columns as JSON: [{name, numbers} or {name, texts}]
	Test        float64 `js:"test"`    // bytes of the test table; 0 = there is none
	TestColumns bool    `js:"testColumns"`
}

// RestoreOptions asks to take up the run of a session file, in a session without a table.
type RestoreOptions struct {
	Name    string  `js:"name"` // of the file, for messages
	Workers float64 `js:"workers"`
}

// LookOptions asks that all questions be answered as after a step, counted from 1; 0 = as it is now.
type LookOptions struct {
	Step float64 `js:"step"`
}

// Saved tells the size of a session file.
type Saved struct {
	Name string `js:"name"`
	Size int    `js:"size"`
}

// Restored tells what a session file holds. The tables are where they were in the file; Steps are the last that were
// told.
type Restored struct {
	Open        OpenOptions `js:"open"` // how the table was read
	Table       TableInfo   `js:"table"`
	Created     RunInfo     `js:"created"`
	Page        string      `js:"page"`
	State       string      `js:"state"` // StatePaused or StateDone
	Seconds     float64     `js:"seconds"`
	Steps       []StepEvent `js:"steps"`
	TableAt     int         `js:"tableAt"`
	TableSize   int         `js:"tableSize"`
	Columns     bool        `js:"columns"`
	TestAt      int         `js:"testAt"`
	TestSize    int         `js:"testSize"` // 0: no test table
	TestColumns bool        `js:"testColumns"`
	TestName    string      `js:"testName"`
}

// Looked answers LookOptions: which step is shown (0 = the present), and which can be; 0 and 0 where none.
type Looked struct {
	Step  int `js:"step"`
	First int `js:"first"`
	Last  int `js:"last"`
	Bytes int `js:"bytes"` // of a session file now, without its tables
}

// Validate checks the shape; the bulk's length is checked where it is read.
func (m *SaveOptions) Validate() error {
	return firstError(
		checkLength("page", m.Page, maxText),
		checkWhole("table", m.Table, 1, maxWhole),
		checkWhole("test", m.Test, 0, maxWhole),
	)
}

// Validate checks the name's length and the number of workers.
func (m *RestoreOptions) Validate() error {
	return firstError(checkLength("name", m.Name, maxName), checkWhole("workers", m.Workers, 1, MaxWorkers))
}

// Validate checks the run's number and the step's.
func (m *LookOptions) Validate() error {
	return firstError(checkWhole("step", m.Step, 0, maxWhole))
}

// mostTold is how many steps a run can tell again when it is taken up from a file.
const mostTold = 120

// remember keeps what was told of a step.
func (r *Run) remember(m StepEvent) {
	if len(r.told) == mostTold {
		r.told = slices.Delete(r.told, 0, 1)
	}
	r.told = append(r.told, m)
}

// shown is the posterior that questions are about.
func (r *Run) shown() *posterior.Posterior {
	if r.then != nil {
		return r.then
	}
	return r.posterior
}

// Look has all questions answered as after a step; 0 is the present. A step that is not kept is refused.
func (r *Run) Look(m *LookOptions) (*Looked, error) {
	first, last := r.posterior.Steps()
	out := &Looked{Step: int(m.Step), First: first, Last: last, Bytes: r.size()}
	if m.Step == 0 {
		r.then = nil
		return out, nil
	}
	then, ok := r.posterior.At(int(m.Step))
	if !ok {
		return nil, SettingFault("step", "setting.lookback", m.Step, first, last)
	}
	r.then, r.looked = then, int(m.Step)
	return out, nil
}

// size is that of the results in a session file, in bytes.
func (r *Run) size() int {
	numbers, _ := parcel.Pack(&SavedRun{Told: savedSteps(r.told), Recording: r.Sampler.Recording()})
	return 8 * len(numbers)
}

// Save writes the run with the bytes that its tables were read from, opened as the message says. seconds is the time
// spent sampling.
func (r *Run) Save(m *SaveOptions, tables []byte, opened *OpenOptions, seconds float64) (*Saved, []byte, error) {
	if float64(len(tables)) != m.Table+m.Test {
		return nil, nil, shapeFault(len(tables), int(m.Table+m.Test))
	}
	s := &Session{Name: opened.Name, Columns: m.Columns, Table: tables[:int(m.Table)], TestCol: m.TestColumns}
	if r.wishes.Test {
		s.Test = tables[int(m.Table):]
	}
	s.Run = SavedRun{Open: SavedOpen{requestHead("open"), *opened},
		Create: SavedChoices{requestHead("create"), r.wishes}, Page: m.Page, Seconds: seconds, Steps: r.steps,
		Told: savedSteps(r.told), Recording: r.Sampler.Recording()}
	if !r.Fast() {
		s.Run.Estimates = r.estimates()
	}
	s.Run.Digest = r.savedDigest()
	data, err := Encode(s)
	if err != nil {
		return nil, nil, faulty(err)
	}
	return &Saved{Name: opened.Name, Size: len(data)}, data, nil
}

// savedDigest is that of the posterior after all steps that were told; in the paper's way of all that were made, which
// the file holds.
func (r *Run) savedDigest() string {
	p := r.posterior
	if _, visits := r.Sampler.(*dcc.Sampler); visits {
		p = posterior.New(r.tables, r.Problem, r.predictive)
		p.Resume(r.Sampler, r.steps)
	}
	sum, _ := p.Digest()
	return sum
}

// Restore sets the run of a session file up, in the state in which it was saved. Faults are about the file.
func Restore(file string, s *Session, workers float64) (*dataset.Table, *Run, error) {
	if s.Fit != nil {
		return nil, nil, fileFault(file, "version", "session.afit")
	}
	opt := s.Run.Open.Options()
	table, err := read(s.Name, s.Table, s.Columns, opt)
	if err != nil {
		return nil, nil, fileFault(file, "table", "session.unreadable", err)
	}
	var test *dataset.Table
	if s.Test != nil {
		if test, err = read(s.Run.Create.TestName, s.Test, s.TestCol, TestOptions(opt, table)); err != nil {
			return nil, nil, fileFault(file, "test table", "session.unreadable", err)
		}
	}
	wishes := s.Run.Create.RunOptions
	wishes.Workers = workers
	r, err := New(table, &wishes, test)
	if err != nil {
		return nil, nil, fileFault(file, "choices", "session.unusable", err)
	}
	if err := r.takeUp(&s.Run); err != nil {
		return nil, nil, fileFault(file, "results", "session.otherresults", err)
	}
	return table, r, nil
}

// TestOptions are those of a table of test rows beside one that was read by of: what was asked for is so in both, the
// day and the month of its dates are in the order of the first one's, and a single row will do.
func TestOptions(of dataset.ReadOptions, beside *dataset.Table) dataset.ReadOptions {
	of.MinRows, of.Orders = 1, beside.Orders()
	return of
}

// takeUp leads the fresh run to the state of the file.
func (r *Run) takeUp(s *SavedRun) error {
	hear := func(step dcc.Step) {
		if r.steps < s.Steps {
			r.hear(step)
		} else {
			r.Untold = append(r.Untold, step)
		}
	}
	if err := r.Sampler.Replay(s.Recording, hear); err != nil {
		return err
	}
	if _, visits := r.Sampler.(*dcc.Sampler); visits && s.Steps > 0 { // it has no steps on the way
		r.steps, r.progress = s.Steps, r.Sampler.Progress()
		r.posterior.Resume(r.Sampler, s.Steps)
		if err := r.takeEstimates(s.Estimates); err != nil {
			return err
		}
	}
	if r.steps != s.Steps {
		return fmt.Errorf("%d steps instead of %d", r.steps, s.Steps)
	}
	if sum := r.savedDigest(); sum != s.Digest {
		return fmt.Errorf("their digest is %q instead of %q", sum, s.Digest)
	}
	for _, told := range s.Told {
		r.told = append(r.told, told.StepEvent)
	}
	return nil
}

// Restored describes a run that was taken up.
func (r *Run) Restored(table *dataset.Table, s *Session, places Places) *Restored {
	m := &Restored{Table: *Describe(table), Created: *r.Info(),
		Page: s.Run.Page, State: StatePaused, Seconds: s.Run.Seconds, Steps: []StepEvent{},
		TableAt: places.TableAt, TableSize: places.TableSize, Columns: s.Columns, TestAt: places.TestAt,
		TestSize: places.TestSize, Open: s.Run.Open.OpenOptions, TestColumns: s.TestCol,
		TestName: s.Run.Create.TestName}
	if r.Sampler.Done() && len(r.Untold) == 0 {
		m.State = StateDone
	}
	for _, told := range r.told {
		told.Terms, told.Weights = list(told.Terms), list(told.Weights)
		told.Activated, told.Removed = list(told.Activated), list(told.Removed)
		m.Steps = append(m.Steps, told)
	}
	m.Open.KindNames, m.Open.Kinds = list(m.Open.KindNames), list(m.Open.Kinds)
	return m
}

// column is one of columns as JSON: null stands for a missing number.
type column struct {
	Name    string     `json:"name"`
	Numbers []*float64 `json:"numbers"`
	Texts   []string   `json:"texts"`
}

// read reads a table again from what it was read from.
func read(name string, data []byte, columns bool, opt dataset.ReadOptions) (*dataset.Table, error) {
	if !columns {
		return dataset.ReadCSV(name, data, opt)
	}
	var all []column
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	inputs := make([]dataset.Input, len(all))
	for i, c := range all {
		if c.Numbers != nil && c.Texts != nil {
			return nil, fmt.Errorf("column %s has both numbers and texts", dataset.Show(c.Name))
		}
		inputs[i] = dataset.Input{Name: c.Name, Texts: c.Texts}
		for _, v := range c.Numbers {
			if v == nil {
				inputs[i].Numbers = append(inputs[i].Numbers, math.NaN())
			} else {
				inputs[i].Numbers = append(inputs[i].Numbers, *v)
			}
		}
	}
	return dataset.FromColumns(name, inputs)
}
