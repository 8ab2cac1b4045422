// This file holds the question for the weighted draws of a topology as numbers, and its answer.

package protocol

// Kinds of the question and of its answer.
const (
	KindDraws   = "draws"    // Draws
	KindDrawsOf = "draws-of" // DrawsOf; bulk: numbers
)

// Draws asks for the kept draws of one topology.
type Draws struct {
	V        float64 `js:"v"`
	Kind     string  `js:"kind"`
	ID       float64 `js:"id"`
	Run      float64 `js:"run"`
	Topology string  `js:"topology"` // key, "" = the heaviest
}

// Variable says of which shape one draw of a variable is.
type Variable struct {
	Name  string   `js:"name"`
	Dims  []string `js:"dims"`  // names of Coords; none of a single number
	Shape []int    `js:"shape"` // number of values along each of Dims, the last running fastest
}

// Coord names the positions along a dimension.
type Coord struct {
	Name   string   `js:"name"`
	Labels []string `js:"labels"`
}

// DrawsOf answers Draws. The bulk holds the log densities of all draws, their log weights, then the values of one
// variable after the other, draw after draw; see export.Draws for what they are.
type DrawsOf struct {
	V         int        `js:"v"`
	Kind      string     `js:"kind"`
	ID        int        `js:"id"`
	Run       int        `js:"run"`
	Key       string     `js:"key"`
	Name      string     `js:"name"`
	Weight    float64    `js:"weight"`
	Count     int        `js:"count"` // draws
	Variables []Variable `js:"variables"`
	Coords    []Coord    `js:"coords"`
	Notes     []string   `js:"notes"`
}

// Validate checks the head and the key's length.
func (m *Draws) Validate() error {
	return first(checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run), checkLength(m.Kind, "topology", m.Topology, maxKey))
}
