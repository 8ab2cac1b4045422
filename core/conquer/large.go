// Tables with many inputs or rows, where the coordinates of a hard tree's regions do not suit the measurement, and
// the search for hard trees among many rows.

package conquer

import (
	"math/rand/v2"

	"dcctree/core/hardtree"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// ManyRows is the number of rows, repeated ones merged, above which there are many: the gap between neighboring rows is
// then far below any bandwidth, so that the density knows nothing of the region in which a hard tree stays as it is,
// and a search that goes through all features of all rows takes longer than the measurement.
const ManyRows = 20_000

// fewRows is how many of them the search sees first. A split that it does not find there is worth less than a
// few nats in fewRows rows; the soft trees' climbs see all rows.
const fewRows = 6_000

// large tells that there are many inputs or rows.
func (p *Problem) large() bool { return p.data.D > p.set.ChainsInputs || p.few != nil }

// searchFew searches some of the rows, then chooses the thresholds of what it found by all of them. Work counts passes
// over all rows, as Search does.
func (p *Problem) searchFew(t topology.Topology, o hardtree.Options, rng *rand.Rand) ([]hardtree.Solution, int) {
	found, few := p.few.Search(t, o, rng)
	o.Restarts, o.Starts, o.Thresholds = -1, found, true
	found, all := p.index.Search(t, o, rng)
	return found, all + few*fewRows/p.data.N
}

// someRows returns n of the rows, spread evenly by multiples of the golden section, in the order of the table. There
// must be more than 2.7 n, so that no row is taken twice: such multiples are never nearer to each other than .38/n.
func someRows(d softtree.Data, n int) softtree.Data {
	taken := make([]bool, d.N)
	const golden = 0x9e3779b9 // 2^32 times the golden section
	for i := range uint32(n) {
		taken[uint64(i*golden)*uint64(d.N)>>32] = true
	}
	var rows []int
	for i, in := range taken {
		if in {
			rows = append(rows, i)
		}
	}
	return d.Take(rows)
}
