// This file holds the messages between coordinator and worker.

package protocol

import (
	"math"
	"strconv"

	"dcctree/core/dcc"
	"dcctree/core/softtree"
)

// Problem tells a worker the data and settings of all jobs that follow. The
// bulk holds Rows x Columns scaled inputs, column-major, then one target per
// row: the (standardized) response, or the class number.
type Problem struct {
	V        int    `js:"v"`
	Kind     string `js:"kind"`
	ID       int    `js:"id"`
	Rows     int    `js:"rows"`
	Columns  int    `js:"columns"`
	Classes  int    `js:"classes"` // 0 = regression
	Seed     string `js:"seed"`
	Settings string `js:"settings"` // all of them, as JSON text
}

// Job hands one job to a worker: Words and the bulk are its Pack.
type Job struct {
	V     int      `js:"v"`
	Kind  string   `js:"kind"`
	ID    int      `js:"id"` // the job's number
	Run   int      `js:"run"`
	Words []string `js:"words"`
}

// Ready says that a worker has started.
type Ready struct {
	V    int    `js:"v"`
	Kind string `js:"kind"`
	ID   int    `js:"id"`
}

// Beat says that a worker is still at its job.
type Beat struct {
	V    int    `js:"v"`
	Kind string `js:"kind"`
	ID   int    `js:"id"` // the job's number
	Run  int    `js:"run"`
}

// Result brings a job's result: Words and the bulk are its Pack.
type Result struct {
	V     int      `js:"v"`
	Kind  string   `js:"kind"`
	ID    int      `js:"id"` // the job's number
	Run   int      `js:"run"`
	Words []string `js:"words"`
}

// Crashed says that a job (or, with Run 0, something outside a job) failed in
// a way that leaves the worker in doubt; it asks to be replaced.
type Crashed struct {
	V    int    `js:"v"`
	Kind string `js:"kind"`
	ID   int    `js:"id"` // the job's number
	Run  int    `js:"run"`
	Text string `js:"text"`
}

// Validate checks shape, seed and the length of the settings.
func (m *Problem) Validate() error {
	size := float64(m.Rows) * float64(m.Columns)
	if m.Rows < 1 || m.Columns < 1 || m.Classes < 0 || size > MaxValues {
		return messageFault(m.Kind, "%d rows, %d columns, %d classes", m.Rows, m.Columns, m.Classes)
	}
	return first(
		checkHead(float64(m.V), m.Kind, float64(m.ID)),
		checkSeed("seed", m.Seed),
		checkLength(m.Kind, "settings", m.Settings, maxSettings),
	)
}

// ProblemOf returns the message that gives a worker the problem, with the two
// parts of its bulk; settings is the JSON text of p.Settings. The inputs are the
// problem's own array: the only copy is the one that goes to the worker, which
// keeps one of its own.
func ProblemOf(p *dcc.Problem, settings string) (m *Problem, inputs, targets []float64) {
	d := p.Data
	m = &Problem{V: Version, Kind: KindProblem, Rows: d.N, Columns: d.D, Classes: d.Classes,
		Seed: strconv.FormatUint(p.Seed, 10), Settings: settings}
	if d.Regression() {
		return m, d.X, d.Y
	}
	targets = make([]float64, len(d.Class))
	for i, c := range d.Class {
		targets[i] = float64(c)
	}
	return m, d.X, targets
}

// Read is ProblemOf's inverse; the problem keeps views of bulk.
func (m *Problem) Read(bulk []float64) (*dcc.Problem, error) {
	if err := m.checkBulk(bulk); err != nil {
		return nil, err
	}
	x, y := bulk[:m.Rows*m.Columns], bulk[m.Rows*m.Columns:]
	p := &dcc.Problem{Data: softtree.Data{N: m.Rows, D: m.Columns, X: x, Classes: m.Classes}}
	var err error
	if m.Classes == 0 {
		p.Data.Y = y
	} else if p.Data.Class, err = m.classNumbers(y); err != nil {
		return nil, err
	}
	if p.Seed, err = ParseSeed("seed", m.Seed); err != nil {
		return nil, err
	}
	if err := DecodeSettings(m.Settings, &p.Settings); err != nil {
		return nil, err
	}
	return p, p.Validate()
}

// bulk returns how many numbers stand beside the message.
func (m *Problem) bulk() int { return m.Rows*m.Columns + m.Rows }

func (m *Problem) checkBulk(bulk []float64) error {
	if len(bulk) != m.bulk() {
		return messageFault(m.Kind, "%d numbers where %d were due", len(bulk), m.bulk())
	}
	for i, v := range bulk {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return messageFault(m.Kind, "number %d is %v", i, v)
		}
	}
	return nil
}

// classNumbers reads the targets of classification as class numbers from 0.
func (m *Problem) classNumbers(y []float64) ([]int, error) {
	out := make([]int, len(y))
	for i, c := range y {
		if !whole(c, 0, float64(m.Classes-1)) {
			return nil, messageFault(m.Kind, "row %d is of class %v of %d", i, c, m.Classes)
		}
		out[i] = int(c)
	}
	return out, nil
}

// Validate checks head, run and the words' lengths.
func (m *Job) Validate() error { return checkPacked(m.V, m.Kind, m.ID, m.Run, m.Words) }

// Validate checks the head.
func (m *Ready) Validate() error { return checkHead(float64(m.V), m.Kind, float64(m.ID)) }

// Validate checks head and run.
func (m *Beat) Validate() error {
	return first(checkHead(float64(m.V), m.Kind, float64(m.ID)), checkRun(m.Kind, float64(m.Run)))
}

// Validate checks head, run and the words' lengths.
func (m *Result) Validate() error { return checkPacked(m.V, m.Kind, m.ID, m.Run, m.Words) }

// Validate checks the head and the text's length.
func (m *Crashed) Validate() error {
	if m.Run < 0 {
		return messageFault(m.Kind, "run %d", m.Run)
	}
	return first(checkHead(float64(m.V), m.Kind, float64(m.ID)), checkLength(m.Kind, "text", m.Text, maxText))
}

func checkPacked(v int, kind string, id, run int, words []string) error {
	return first(
		checkHead(float64(v), kind, float64(id)),
		checkRun(kind, float64(run)),
		checkNames(kind, "words", words),
	)
}
