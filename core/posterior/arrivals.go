// The training rows that arrive at a node of a topology's tree.

package posterior

import (
	"math"
	"slices"

	"dcctree/core/chart"
	"dcctree/core/topology"
)

// mostFirst is how many rows of a node are named by their number.
const mostFirst = 5

// arrival sums the rows of a node up, in original units.
func (d *diagram) arrival(at int) chart.Arrival {
	rows := d.rows[at]
	a := chart.Arrival{Count: len(rows), Share: d.share(at), SD: math.NaN(), First: d.fileRows(at, mostFirst)}
	d.p.response.arrival(d, rows, &a)
	return a
}

// fileRows returns the first rows of the file among those that arrive at a node, ascending.
func (d *diagram) fileRows(at, most int) []int {
	var first []int
	for _, i := range d.rows[at] {
		row := d.p.tables.Train.Rows[i]
		if len(first) == most && row > first[most-1] {
			continue
		}
		place, _ := slices.BinarySearch(first, row)
		first = slices.Insert(first, place, row)
		first = first[:min(len(first), most)]
	}
	return first
}

// RowsAt returns the training rows (numbers from 0 within the training rows) that arrive at the node with this id of a
// measured topology, in the order of the file; ok is false where the topology has no draws or no such node. A row
// arrives where the leaf that it reaches with the highest posterior mean probability is below the node, as in the
// topology's figure.
func (p *Posterior) RowsAt(t topology.Topology, id int) (rows []int, ok bool) {
	m := p.members[t]
	if m == nil {
		return nil, false
	}
	d := &diagram{p: p, trees: memberTrees{p, m}, layout: m.layout, nodes: t.Nodes()}
	at := slices.IndexFunc(d.nodes, func(n topology.Node) bool { return n.ID == id })
	if at < 0 {
		return nil, false
	}
	d.route()
	rows = d.rows[at]
	slices.SortFunc(rows, func(a, b int) int { return p.tables.Train.Rows[a] - p.tables.Train.Rows[b] })
	return rows, true
}
