// This file holds the messages between coordinator and worker.

package protocol

import (
	"math"
	"strconv"

	"dcctree/core/alltrees"
	"dcctree/core/dcc"
	"dcctree/core/fit"
	"dcctree/core/softtree"
	"dcctree/core/study"
)

// Problem tells a worker the data and settings of all jobs that follow. The
// bulk holds Rows x Columns scaled inputs, column-major, then one target per
// row: the (standardized) response, or the class number.
type Problem struct {
	Rows     int    `js:"rows"`
	Columns  int    `js:"columns"`
	Classes  int    `js:"classes"` // 0 = regression
	Seed     string `js:"seed"`
	Settings string `js:"settings"` // all of them, as JSON text
}

// Packed is a job that is handed to a worker, or its result: Words and the bulk are its Pack. The head has the job's
// number and the run.
type Packed struct {
	Words []string `js:"words"`
}

// FitPart is how far a worker is with a part of a fit, as study.FitStage.
type FitPart struct {
	Moves    float64 `js:"moves"`
	Restart  float64 `js:"restart"`
	Restarts float64 `js:"restarts"`
	Share    float64 `js:"share"`
	Fold     float64 `js:"fold"`
}

// Stage is what the message says.
func (m *FitPart) Stage() fit.Stage {
	return fit.Stage{Fold: int(m.Fold), Stage: alltrees.Stage{Moves: int(m.Moves), Restart: int(m.Restart),
		Restarts: int(m.Restarts), Share: m.Share}}
}

// FitPartOf is Stage's inverse.
func FitPartOf(s fit.Stage) *FitPart {
	return &FitPart{float64(s.Moves), float64(s.Restart), float64(s.Restarts), s.Share, float64(s.Fold)}
}

// Crashed says that a job (or, of run 0, something outside a job) failed in
// a way that leaves the worker in doubt; it asks to be replaced.
type Crashed struct {
	Text string `js:"text"`
}

// Validate checks shape, seed and the length of the settings.
func (m *Problem) Validate() error {
	size := float64(m.Rows) * float64(m.Columns)
	if m.Rows < 1 || m.Columns < 1 || m.Classes < 0 || size > study.MaxValues {
		return study.MessageFault("%d rows, %d columns, %d classes", m.Rows, m.Columns, m.Classes)
	}
	if len(m.Settings) > maxText {
		return study.MessageFault("settings has %d characters, more than %d", len(m.Settings), maxText)
	}
	_, err := study.ParseSeed("seed", m.Seed)
	return err
}

// ProblemOf returns the message that gives a worker the problem, with the two
// parts of its bulk; settings is the JSON text of p.Settings. The inputs are the
// problem's own array: the only copy is the one that goes to the worker, which
// keeps one of its own.
func ProblemOf(p *dcc.Problem, settings string) (m *Problem, inputs, targets []float64) {
	d := p.Data
	m = &Problem{Rows: d.N, Columns: d.D, Classes: d.Classes,
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
	if p.Seed, err = study.ParseSeed("seed", m.Seed); err != nil {
		return nil, err
	}
	if err := study.DecodeSettings(m.Settings, &p.Settings); err != nil {
		return nil, err
	}
	return p, p.Validate()
}

// bulk returns how many numbers stand beside the message.
func (m *Problem) bulk() int { return m.Rows*m.Columns + m.Rows }

func (m *Problem) checkBulk(bulk []float64) error {
	if len(bulk) != m.bulk() {
		return study.MessageFault("%d numbers where %d were due", len(bulk), m.bulk())
	}
	for i, v := range bulk {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return study.MessageFault("number %d is %v", i, v)
		}
	}
	return nil
}

// classNumbers reads the targets of classification as class numbers from 0.
func (m *Problem) classNumbers(y []float64) ([]int, error) {
	out := make([]int, len(y))
	for i, c := range y {
		if !study.Whole(c, 0, float64(m.Classes-1)) {
			return nil, study.MessageFault("row %d is of class %v of %d", i, c, m.Classes)
		}
		out[i] = int(c)
	}
	return out, nil
}

// maxWords bounds the words of a job or a result, and maxWord the characters of one.
const (
	maxWords = 1 << 14
	maxWord  = 1 << 10
)

// Validate checks the words' lengths.
func (m *Packed) Validate() error {
	if len(m.Words) > maxWords {
		return study.MessageFault("words has %d entries, more than %d", len(m.Words), maxWords)
	}
	for _, w := range m.Words {
		if len(w) > maxWord {
			return study.MessageFault("words has %d characters, more than %d", len(w), maxWord)
		}
	}
	return nil
}

// Validate checks that all counts are whole numbers, and the share is one.
func (m *FitPart) Validate() error {
	for _, v := range []float64{m.Moves, m.Restart, m.Fold} {
		if !study.Whole(v, 0, maxWhole) {
			return study.MessageFault("a part of a fit counts %v", v)
		}
	}
	if !(m.Share >= 0 && m.Share <= 1) {
		return study.MessageFault("a share of %v", m.Share)
	}
	return nil
}

// Validate checks the text's length.
func (m *Crashed) Validate() error { return checkText(m.Text) }
