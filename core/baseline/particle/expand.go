// Expanding a node: it stops or is split, by one of three proposals, and the particle's weight changes.

package particle

import (
	"math/bits"
	"math/rand/v2"

	"dcctree/core/numeric"
)

// rules are the formulas by which the filter's estimates come out right; tests put wrong ones in their place.
type rules struct {
	// ratio returns prior/proposal of a cut in a gap of some width, for rows with the given range and number of
	// gaps (Empirical).
	ratio func(width, span float64, gaps int) float64
	// total returns log of the summed prior x likelihood ratio over stopping and all splits, for a node that is
	// split with probability p and log of the sum over its splits; and the share of stopping (Optimal).
	total func(p, splits float64) (log, stop float64)
	// reset sets the log weights after the particles were drawn anew.
	reset func(logWeights []float64)
}

var rightRules = rules{
	ratio: func(width, span float64, gaps int) float64 { return width / span * float64(gaps) },
	total: func(p, splits float64) (log, stop float64) {
		stopped := numeric.Log1p(-p)
		log = numeric.LogAddExp(stopped, numeric.Log(p)+splits)
		return log, numeric.Exp(stopped - log)
	},
	reset: func(logWeights []float64) { clear(logWeights) },
}

// grow makes one stage of a particle that is not grown and returns the change of its log weight.
func (f *filter) grow(p *particle, rng *rand.Rand) float64 {
	sum, end := 0.0, len(p.nodes)
	for p.next < end {
		k := p.next
		p.next++
		sum += f.expand(p, k, rng)
		f.expanded++
		p.skip()
		if f.settings.Expansion == NodeWise {
			break
		}
	}
	return sum
}

// expand decides on the node at index k and returns log of prior x likelihood ratio / proposal of what it decided.
func (f *filter) expand(p *particle, k int, rng *rand.Rand) float64 {
	if f.settings.Proposal == Optimal {
		return f.expandOptimal(p, k, rng)
	}
	n := &p.nodes[k]
	if rng.Float64() >= f.splits[n.depth] {
		return 0
	}
	feature, low, high := f.feature(p.rows[n.lo:n.hi], rng)
	if feature < 0 {
		return 0 // no two rows differ: such a node stops with probability 1
	}
	if f.settings.Proposal == Prior {
		return f.split(p, k, feature, uniform(low, high, rng))
	}
	threshold, gaps := f.gap(p.rows[n.lo:n.hi], feature, rng)
	gain := f.split(p, k, feature, threshold)
	n = &p.nodes[k]
	return gain + numeric.Log(f.rules.ratio(n.high-n.low, high-low, gaps))
}

// feature draws one of the features that are not equal for all rows, all with equal probability, and returns its least
// and largest value; -1 where there is none.
func (f *filter) feature(rows []int32, rng *rand.Rand) (feature int, low, high float64) {
	left := len(f.order)
	for left > 0 {
		k := rng.IntN(left)
		feature = int(f.order[k])
		low, high = bounds(rows, f.column(feature))
		if low < high {
			break
		}
		left--
		f.order[k], f.order[left] = f.order[left], f.order[k]
	}
	found := left > 0
	if left < len(f.order) {
		for k := range f.order {
			f.order[k] = int32(k)
		}
	}
	if !found {
		return -1, 0, 0
	}
	return feature, low, high
}

func bounds(rows []int32, column []float64) (low, high float64) {
	low = column[rows[0]]
	high = low
	for _, row := range rows[1:] {
		v := column[row]
		if v < low {
			low = v
		} else if v > high {
			high = v
		}
	}
	return low, high
}

// uniform draws a threshold from [low, high), low < high.
func uniform(low, high float64, rng *rand.Rand) float64 {
	t := low + float64(rng.Float64()*(high-low))
	if t < high {
		return t
	}
	return low
}

// gap draws one of the gaps between neighbouring values of a feature that is not equal for all rows, all with equal
// probability; it returns the value below it, and how many there are.
func (f *filter) gap(rows []int32, feature int, rng *rand.Rand) (threshold float64, gaps int) {
	from, to := f.marks.set(rows, f.rows.Ranks(feature))
	gaps = -1
	for _, w := range f.marks[from : to+1] {
		gaps += bits.OnesCount64(w)
	}
	left, rank := rng.IntN(gaps), 0
	for k := from; k <= to; k++ {
		w := f.marks[k]
		f.marks[k] = 0
		if c := bits.OnesCount64(w); left < 0 || left >= c {
			left -= c
			continue
		}
		for ; left > 0; left-- {
			w &= w - 1
		}
		rank = k*64 + bits.TrailingZeros64(w)
		left = -1
	}
	return f.rows.Values(feature)[rank], gaps
}

// marks is a set of ranks, a bit each.
type marks []uint64

func newMarks(n int) marks { return make(marks, (n+63)/64) }

// set marks the ranks of some rows, of which there is at least one, and returns the first and the last word that has
// one.
func (m marks) set(rows, ranks []int32) (from, to int) {
	from, to = len(m), 0
	for _, row := range rows {
		r := ranks[row]
		w := int(r >> 6)
		m[w] |= 1 << (r & 63)
		from, to = min(from, w), max(to, w)
	}
	return from, to
}

// expandOptimal decides by the one-step optimal proposal, whose weight does not depend on what was decided.
func (f *filter) expandOptimal(p *particle, k int, rng *rand.Rand) float64 {
	n := &p.nodes[k]
	t := f.tables.of(p.rows[n.lo:n.hi], n.key, n.logMarginal)
	if t.from == t.to {
		return 0 // no two rows differ: such a node stops with probability 1
	}
	log, stop := f.rules.total(f.splits[n.depth], t.log)
	u := rng.Float64()
	if u < stop {
		return log
	}
	c := f.tables.draw(t, (u-stop)/(1-stop))
	f.split(p, k, int(c.feature), f.rows.Values(int(c.feature))[c.rank])
	return log
}

// splitProbabilities returns Alpha (1 + d)^-Beta for depths d from 0 to n - 1.
func splitProbabilities(s Settings, n int) []float64 {
	p := make([]float64, n)
	for d := range p {
		p[d] = s.Alpha * numeric.Exp(-float64(s.Beta*numeric.Log(float64(1+d))))
	}
	return p
}
