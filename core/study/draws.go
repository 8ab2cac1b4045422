// This file hands the draws of a topology out as numbers.

package study

import (
	"slices"

	"dcctree/core/posterior"
)

// DrawsOptions asks for the kept draws of one topology.
type DrawsOptions struct {
	Topology string `js:"topology"` // key, "" = the heaviest
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

// Draws answers DrawsOptions. The bulk holds the log densities of all draws, their log weights, then the values of one
// variable after the other, draw after draw; see export.Draws for what they are.
type Draws struct {
	Key       string     `js:"key"`
	Name      string     `js:"name"`
	Weight    float64    `js:"weight"`
	Count     int        `js:"count"` // draws
	Variables []Variable `js:"variables"`
	Coords    []Coord    `js:"coords"`
	Notes     []string   `js:"notes"`
}

// Validate checks the head and the key's length.
func (m *DrawsOptions) Validate() error {
	return firstError(checkLength("topology", m.Topology, maxKey))
}

// Draws answers m; the second result is what goes beside the answer. Code "no-result" before the first step, and of a
// topology without draws.
func (r *Run) Draws(m *DrawsOptions) (*Draws, []float64, error) {
	p := r.shown()
	if !p.Ready() {
		return nil, nil, faulty(posterior.ErrNothingYet)
	}
	t, err := r.exported(p, m.Topology)
	if err != nil {
		return nil, nil, faulty(err)
	}
	d, _ := p.Draws(t)
	out := &Draws{Key: t.Key(), Name: d.Topology, Weight: d.Weight,
		Count: len(d.LogWeights), Variables: []Variable{}, Coords: []Coord{}, Notes: list(d.Notes)}
	bulk := slices.Concat(d.LogDensity, d.LogWeights)
	for _, v := range d.Variables {
		out.Variables = append(out.Variables, Variable{Name: v.Name, Dims: list(v.Dims), Shape: list(v.Shape)})
		bulk = append(bulk, v.Values...)
	}
	for _, c := range d.Coords {
		out.Coords = append(out.Coords, Coord{Name: c.Name, Labels: list(c.Labels)})
	}
	return out, bulk, nil
}
