// This file holds the answer to the question what a run is and how far it can be trusted.

package protocol

// Kinds of the question, a Command, and of its answer.
const (
	KindAccount   = "account"
	KindAccounted = "accounted" // Accounted
)

// Accounted tells what decides a run's results, what they are, and the sentence that judges them. Data, Model and Digest are 16 hexadecimal digits each.
type Accounted struct {
	V          int      `js:"v"`
	Kind       string   `js:"kind"`
	ID         int      `js:"id"`
	Run        int      `js:"run"`
	Sentence   string   `js:"sentence"` // as in reports
	Steps      int      `js:"steps"`    // told so far
	Done       bool     `js:"done"`     // no step is left
	Search     Search   `js:"search"`   // after the last step
	Preset     string   `js:"preset"`
	Predictive string   `js:"predictive"`
	Data       string   `js:"data"`    // of training and test rows as the run uses them
	Model      string   `js:"model"`   // of preset, all settings, standardization and predictive distribution
	Digest     string   `js:"digest"`  // of the results so far
	GivenUp    []string `js:"givenUp"` // as in Digested
}
