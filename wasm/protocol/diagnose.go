// This file holds the question how one topology's chains are judged, and its answer.

package protocol

// Kinds of the question and of its answer.
const (
	KindDiagnose  = "diagnose"  // Diagnose
	KindDiagnosed = "diagnosed" // Diagnosed
)

// Diagnose asks for the judgement of one topology.
type Diagnose struct {
	V        float64 `js:"v"`
	Kind     string  `js:"kind"`
	ID       float64 `js:"id"`
	Run      float64 `js:"run"`
	Topology string  `js:"topology"` // key
	Lang     string  `js:"lang"`     // of the parameters' names, see Figure
}

// Validate checks the head and the key's length.
func (m *Diagnose) Validate() error {
	return first(checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run), checkLength(m.Kind, "topology", m.Topology, maxKey), checkLang(m.Lang))
}

// Diagnosed answers Diagnose. All statistics are of draws within the topology, the worst over its parameters. Chains is
// 0 where there are none, as in the fast mode; the rest is then nothing.
type Diagnosed struct {
	V          int      `js:"v"`
	Kind       string   `js:"kind"`
	ID         int      `js:"id"`
	Run        int      `js:"run"`
	Chains     int      `js:"chains"` // in use
	LeftOut    int      `js:"leftOut"`
	Every      int      `js:"every"`      // every how many-th draw is kept and judged
	Mode       []int    `js:"mode"`       // of each chain, from 0
	Divergent  []int    `js:"divergent"`  // of each chain: kept draws of divergent transitions
	Numbers    []int    `js:"numbers"`    // of the chains in use, from 1
	Parameters []string `js:"parameters"` // that are judged
	RHat       float64  `js:"rHat"`
	RHatOf     string   `js:"rHatOf"` // parameter
	Bulk       float64  `js:"bulk"`   // effective sample sizes
	BulkOf     string   `js:"bulkOf"`
	Tail       float64  `js:"tail"`
	TailOf     string   `js:"tailOf"`
	MCSE       float64  `js:"mcse"` // of a mean, as a share of the posterior's standard deviation
	MCSEOf     string   `js:"mcseOf"`
	BFMI       float64  `js:"bfmi"` // the least of a chain
	StepLow    float64  `js:"stepLow"`
	StepHigh   float64  `js:"stepHigh"`
	Weights    bool     `js:"weights"` // there are importance weights to show
}
