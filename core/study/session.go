// This file writes runs to session files, takes them up again, and looks back at their steps.

package study

import (
	"dcctree/wasm/jsontext"
	"fmt"
	"math"
	"slices"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/posterior"
	"dcctree/wasm/protocol"
	"dcctree/wasm/session"
)

// mostTold is how many steps a run can tell again when it is taken up from a file.
const mostTold = 120

// remember keeps what was told of a step.
func (r *Run) remember(m protocol.Stepped) {
	if len(r.told) == mostTold {
		r.told = slices.Delete(r.told, 0, 1)
	}
	m.ID = 0
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
func (r *Run) Look(m *protocol.Look) (*protocol.Looked, error) {
	first, last := r.posterior.Steps()
	out := &protocol.Looked{V: protocol.Version, Kind: protocol.KindLooked, ID: int(m.ID), Run: r.Number, Step: int(m.Step), First: first, Last: last, Bytes: r.size()}
	if m.Step == 0 {
		r.then = nil
		return out, nil
	}
	then, ok := r.posterior.At(int(m.Step))
	if !ok {
		return nil, protocol.SettingFault("step", "is %v; the steps %d to %d are kept", m.Step, first, last)
	}
	r.then, r.looked = then, int(m.Step)
	return out, nil
}

// size is that of the results in a session file, in bytes.
func (r *Run) size() int {
	numbers, _ := protocol.Pack(&session.Run{Told: r.told, Recording: r.Sampler.Recording()})
	return 8 * len(numbers)
}

// Save writes the run with the bytes that its tables were read from, opened as the message says. seconds is the time
// spent sampling.
func (r *Run) Save(m *protocol.Save, tables []byte, opened *protocol.Open, seconds float64) (*protocol.Saved, []byte, error) {
	if float64(len(tables)) != m.Table+m.Test {
		return nil, nil, shapeFault(len(tables), int(m.Table+m.Test))
	}
	s := &session.Session{Name: opened.Name, Columns: m.Columns, Table: tables[:int(m.Table)], TestCol: m.TestColumns}
	if r.wishes.Test {
		s.Test = tables[int(m.Table):]
	}
	s.Run = session.Run{Open: *opened, Create: r.wishes, Page: m.Page, Seconds: seconds, Steps: r.steps, Told: r.told, Recording: r.Sampler.Recording()}
	if !r.Fast() {
		s.Run.Estimates = r.estimates()
	}
	s.Run.Digest = r.savedDigest()
	data, err := session.Encode(s)
	if err != nil {
		return nil, nil, Fault(err)
	}
	return &protocol.Saved{V: protocol.Version, Kind: protocol.KindSaved, ID: int(m.ID), Run: r.Number, Name: opened.Name, Size: len(data)}, data, nil
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
func Restore(number int, file string, s *session.Session, workers float64) (*dataset.Table, *Run, error) {
	opt := s.Run.Open.Options()
	table, err := read(s.Name, s.Table, s.Columns, opt)
	if err != nil {
		return nil, nil, session.Fault(file, "table", "cannot be read (%v)", err)
	}
	var test *dataset.Table
	if s.Test != nil {
		if test, err = read(s.Run.Create.TestName, s.Test, s.TestCol, dataset.ReadOptions{MinRows: 1, Kinds: opt.Kinds}); err != nil {
			return nil, nil, session.Fault(file, "test table", "cannot be read (%v)", err)
		}
	}
	wishes := s.Run.Create
	wishes.Workers = workers
	r, err := New(number, table, &wishes, test)
	if err != nil {
		return nil, nil, session.Fault(file, "choices", "cannot be used (%v)", err)
	}
	if err := r.takeUp(&s.Run); err != nil {
		return nil, nil, session.Fault(file, "results", "are not those of this program on this table (%v): open the file where it was saved, or run its table again with its seed", err)
	}
	return table, r, nil
}

// takeUp leads the fresh run to the state of the file.
func (r *Run) takeUp(s *session.Run) error {
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
	r.told = s.Told
	return nil
}

// Restored describes a run that was taken up, as the reply to request id.
func (r *Run) Restored(id int, table *dataset.Table, s *session.Session, places session.Places) *protocol.Restored {
	m := &protocol.Restored{V: protocol.Version, Kind: protocol.KindRestored, ID: id, Run: r.Number, Table: *Opened(id, table), Created: *r.Created(id),
		Page: s.Run.Page, State: protocol.StatePaused, Seconds: s.Run.Seconds, Steps: []protocol.Stepped{},
		TableAt: places.TableAt, TableSize: places.TableSize, Columns: s.Columns, TestAt: places.TestAt, TestSize: places.TestSize,
		Open: s.Run.Open, TestColumns: s.TestCol, TestName: s.Run.Create.TestName}
	if r.Sampler.Done() && len(r.Untold) == 0 {
		m.State = protocol.StateDone
	}
	for _, told := range r.told {
		told.Run = r.Number
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
	if err := jsontext.Unmarshal(string(data), &all); err != nil {
		return nil, err
	}
	inputs := make([]dataset.Input, len(all))
	for i, c := range all {
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
