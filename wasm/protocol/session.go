// This file holds the messages about sessions: saving and restoring a run, and looking back at its steps.

package protocol

// Requests about sessions, and their replies.
const (
	KindSave     = "save"     // Save; bulk: the bytes of the table, then of the test table
	KindRestore  = "restore"  // Restore; bulk: the bytes of a session file
	KindLook     = "look"     // Look
	KindSaved    = "saved"    // Saved; bulk: the bytes of a session file
	KindRestored = "restored" // Restored
	KindLooked   = "looked"   // Looked
)

// CodeSession is the code of faults of session files; Field names the part.
const CodeSession = "session"

// Save asks for a session file. Page is whatever the page wants back.
type Save struct {
	V           float64 `js:"v"`
	Kind        string  `js:"kind"`
	ID          float64 `js:"id"`
	Run         float64 `js:"run"`
	Page        string  `js:"page"`
	Table       float64 `js:"table"`   // bytes of the table
	Columns     bool    `js:"columns"` // they are columns as JSON: [{name, numbers} or {name, texts}]
	Test        float64 `js:"test"`    // bytes of the test table; 0 = there is none
	TestColumns bool    `js:"testColumns"`
}

// Restore asks to take up the run of a session file, in a session without a table.
type Restore struct {
	V       float64 `js:"v"`
	Kind    string  `js:"kind"`
	ID      float64 `js:"id"`
	Name    string  `js:"name"` // of the file, for messages
	Workers float64 `js:"workers"`
}

// Look asks that all questions be answered as after a step, counted from 1; 0 = as it is now.
type Look struct {
	V    float64 `js:"v"`
	Kind string  `js:"kind"`
	ID   float64 `js:"id"`
	Run  float64 `js:"run"`
	Step float64 `js:"step"`
}

// Saved tells the size of a session file.
type Saved struct {
	V    int    `js:"v"`
	Kind string `js:"kind"`
	ID   int    `js:"id"`
	Run  int    `js:"run"`
	Name string `js:"name"`
	Size int    `js:"size"`
}

// Restored tells what a session file holds. The tables are where they were in the file; Steps are the last that were
// told.
type Restored struct {
	V           int       `js:"v"`
	Kind        string    `js:"kind"`
	ID          int       `js:"id"`
	Run         int       `js:"run"`
	Open        Open      `js:"open"` // how the table was read
	Table       Opened    `js:"table"`
	Created     Created   `js:"created"`
	Page        string    `js:"page"`
	State       string    `js:"state"` // StatePaused or StateDone
	Seconds     float64   `js:"seconds"`
	Steps       []Stepped `js:"steps"`
	TableAt     int       `js:"tableAt"`
	TableSize   int       `js:"tableSize"`
	Columns     bool      `js:"columns"`
	TestAt      int       `js:"testAt"`
	TestSize    int       `js:"testSize"` // 0: no test table
	TestColumns bool      `js:"testColumns"`
	TestName    string    `js:"testName"`
}

// Looked answers Look: which step is shown (0 = the present), and which can be; 0 and 0 where none.
type Looked struct {
	V     int    `js:"v"`
	Kind  string `js:"kind"`
	ID    int    `js:"id"`
	Run   int    `js:"run"`
	Step  int    `js:"step"`
	First int    `js:"first"`
	Last  int    `js:"last"`
	Bytes int    `js:"bytes"` // of a session file now, without its tables
}

// Validate checks the shape; the bulk's length is checked where it is read.
func (m *Save) Validate() error {
	return first(
		checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run),
		checkLength(m.Kind, "page", m.Page, maxText),
		checkWhole("table", m.Table, 1, maxWhole),
		checkWhole("test", m.Test, 0, maxWhole),
	)
}

// Validate checks the name's length and the number of workers.
func (m *Restore) Validate() error {
	return first(checkRequest(m.V, m.Kind, m.ID), checkLength(m.Kind, "name", m.Name, maxName), checkWhole("workers", m.Workers, 1, MaxWorkers))
}

// Validate checks the run's number and the step's.
func (m *Look) Validate() error {
	return first(checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run), checkWhole("step", m.Step, 0, maxWhole))
}
