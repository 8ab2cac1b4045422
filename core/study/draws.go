// This file hands the draws of a topology out as numbers.

package study

import (
	"slices"

	"dcctree/core/posterior"
	"dcctree/wasm/protocol"
)

// DrawsOf answers m; the second result is what goes beside the answer. Code "no-result" before the first step, and of a
// topology without draws.
func (r *Run) DrawsOf(m *protocol.Draws) (*protocol.DrawsOf, []float64, error) {
	p := r.shown()
	if !p.Ready() {
		return nil, nil, Fault(posterior.ErrNothingYet)
	}
	t, err := r.exported(p, m.Topology)
	if err != nil {
		return nil, nil, Fault(err)
	}
	d, _ := p.Draws(t)
	out := &protocol.DrawsOf{V: protocol.Version, Kind: protocol.KindDrawsOf, ID: int(m.ID), Run: r.Number, Key: t.Key(), Name: d.Topology, Weight: d.Weight,
		Count: len(d.LogWeights), Variables: []protocol.Variable{}, Coords: []protocol.Coord{}, Notes: list(d.Notes)}
	bulk := slices.Concat(d.LogDensity, d.LogWeights)
	for _, v := range d.Variables {
		out.Variables = append(out.Variables, protocol.Variable{Name: v.Name, Dims: list(v.Dims), Shape: list(v.Shape)})
		bulk = append(bulk, v.Values...)
	}
	for _, c := range d.Coords {
		out.Coords = append(out.Coords, protocol.Coord{Name: c.Name, Labels: list(c.Labels)})
	}
	return out, bulk, nil
}
