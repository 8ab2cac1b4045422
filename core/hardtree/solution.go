// From the current tree of a search to the solution that is returned.

package hardtree

import (
	"encoding/binary"
	"math"

	"dcctree/core/tree"
)

// solution measures the current tree; key is equal for solutions that Search holds for the same.
func (s *searcher) solution() (key string, out Solution) {
	s.assign()
	s.sigma = 1 // any value: only the intervals and the leaf counts are used of what drop finds
	s.empty(0, len(s.nodes))
	for i := range s.leafOf {
		s.drop(0, int32(i))
	}
	n := len(s.splits)
	out = Solution{Splits: make([]Split, n)}
	id := make([]byte, 0, 4*(n+len(s.leafOf)))
	for j, at := range s.splits {
		low, high := s.acc.low[at], s.acc.high[at]
		middle, gap := interval(low, high)
		out.Splits[j] = Split{tree.Threshold{Input: s.feature[at], At: middle}, gap, math.IsInf(low, -1) ||
			math.IsInf(high, 1)}
		out.Score += s.logMass(low, high)
		id = binary.LittleEndian.AppendUint32(id, s.splitKey(at))
	}
	for _, leaf := range s.leafOf {
		id = binary.LittleEndian.AppendUint16(id, uint16(leaf))
	}
	s.response.measure(s, &out)
	return string(id), out
}

// splitKey tells splits apart: by feature where rows are divided. The side of a vacuous split shows in
// the rows' leaves, and its feature does not matter: in the soft tree those states are connected.
func (s *searcher) splitKey(at int) uint32 {
	if math.IsInf(s.acc.low[at], -1) || math.IsInf(s.acc.high[at], 1) {
		return math.MaxUint32
	}
	return uint32(s.feature[at])
}
