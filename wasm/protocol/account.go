// This file holds the answers to the questions what a run is and how far it can be trusted.

package protocol

// Kinds of the questions, which are Commands, and of their answers.
const (
	KindAccount   = "account"
	KindAccounted = "accounted" // Accounted
	KindVerdict   = "verdict"
	KindJudged    = "judged" // Judged
)

// Verdict is what core/verdict makes of a run. The lists of words have an entry for each step of the plan.
type Verdict struct {
	Outcome          string   `js:"outcome"`
	Reasons          []string `js:"reasons"` // verdict.Kind
	Plan             []string `js:"plan"`    // verdict.Step
	Sentence         string   `js:"sentence"`
	German           string   `js:"german"` // the sentence in German
	Advice           []string `js:"advice"` // the plan in words
	GermanAdvice     []string `js:"germanAdvice"`
	UnreliableWeight float64  `js:"unreliableWeight"` // summed weight of topologies whose evidence is not reliable
	WeightError      float64  `js:"weightError"`      // the largest Monte Carlo error of a weight; NaN where it is not known
}

// Judged answers the question for a verdict alone; of a run that measured nothing it is "not-known".
type Judged struct {
	V       int     `js:"v"`
	Kind    string  `js:"kind"`
	ID      int     `js:"id"`
	Run     int     `js:"run"`
	Verdict Verdict `js:"verdict"`
}

// Accounted tells what decides a run's results, what they are, and how they are judged. Data, Model and Digest are 16
// hexadecimal digits each.
type Accounted struct {
	V          int      `js:"v"`
	Kind       string   `js:"kind"`
	ID         int      `js:"id"`
	Run        int      `js:"run"`
	Verdict    Verdict  `js:"verdict"`
	Unreliable []string `js:"unreliable"` // names of topologies whose evidence carries weight and is not reliable
	Doubted    []string `js:"doubted"`    // names of topologies that their audit left in doubt
	Steps      int      `js:"steps"`      // told so far
	Done       bool     `js:"done"`       // no step is left
	Search     Search   `js:"search"`     // after the last step
	Preset     string   `js:"preset"`
	Predictive string   `js:"predictive"`
	Data       string   `js:"data"`    // of training and test rows as the run uses them
	Model      string   `js:"model"`   // of preset, all settings, standardization and predictive distribution
	Digest     string   `js:"digest"`  // of the results so far
	GivenUp    []string `js:"givenUp"` // as in Digested
}
