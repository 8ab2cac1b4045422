// This file lists the training rows that arrive at a node of a tree.

package study

import (
	"slices"

	"dcctree/core/topology"
	"dcctree/wasm/protocol"
)

// RowsAt answers m; the second result goes beside the answer. Codes: no-result for a topology that was not sampled,
// setting for a key or a node that is none.
func (r *Run) RowsAt(m *protocol.RowsAt) (*protocol.RowsListed, []float64, error) {
	t, err := topology.Parse(m.Topology)
	if err != nil {
		return nil, nil, protocol.SettingFault("topology", "is %q, which is no key of a topology: %v", m.Topology, err)
	}
	if _, measured := r.shown().Tree(t); !measured {
		return nil, nil, notSampled(t)
	}
	rows, ok := r.shown().RowsAt(t, int(m.Node))
	if !ok {
		return nil, nil, protocol.SettingFault("node", "is %v, which is no node of the topology %s", m.Node, t.String())
	}
	f := r.tables.Train
	from := min(int(m.From), len(rows))
	listed := rows[from:min(from+int(m.Limit), len(rows))]
	var bulk []float64
	for _, i := range listed {
		_, value, err := r.shown().TableRow(false, i)
		if err != nil {
			return nil, nil, Fault(err)
		}
		bulk = append(bulk, float64(f.Rows[i]), value)
		bulk = slices.Grow(bulk, f.D)
		bulk = f.Row(bulk, i)
	}
	return &protocol.RowsListed{V: protocol.Version, Kind: protocol.KindRowsListed, ID: int(m.ID), Run: r.Number,
		Total: len(rows), From: from, Rows: len(listed), Columns: 2 + f.D}, bulk, nil
}
