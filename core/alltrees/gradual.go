// Trees whose thresholds may be gradual: rows near a threshold go both ways.

package alltrees

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"dcctree/core/numeric"
	"dcctree/core/tree"
)

// gradual is a node of a tree with gradual splits, with all below it; immutable. It has all its leaves, those that no
// training row reaches included, since a wider split may bring rows there.
type gradual struct {
	rule        Rule
	width       uint8    // of the split: 0 where it is sharp, otherwise the number from 1 of one of the widths
	left, right *gradual // nil at a leaf
	leaves      int
	ends        int // pairs of a split and a leaf right below it
}

var gradualLeaf = &gradual{leaves: 1}

func (s *gradual) isLeaf() bool { return s.left == nil }

// over is the split with other sides.
func (s gradual) over(left, right *gradual) *gradual {
	s.left, s.right = left, right
	s.leaves, s.ends = left.leaves+right.leaves, left.ends+right.ends
	for _, side := range []*gradual{left, right} {
		if side.isLeaf() {
			s.ends++
		}
	}
	return &s
}

// blend is the model of gradual splits on a table: at a threshold whose ranks are c, the share tree.LeftShare(u, c, h)
// of a row of rank u goes left. A row has the middle rank of its bin.
type blend struct {
	t        *Table
	prior    Prior
	widths   []float64 // h by number, ascending
	logWidth []float64 // log prior probability by number, 0 the sharp one
	middle   [][]float64
	edge     [][]float64 // by input: ranks of bins and of thresholds
	logStop  []float64   // by depth: log(1 - s) and log s
	logGo    []float64
	logRule  [][]float64 // by input and threshold; one entry for sets
}

func newBlend(t *Table, p Prior) *blend {
	m := &blend{t: t, prior: p, logWidth: []float64{0}}
	if p.Widths > 0 {
		m.logWidth[0] = numeric.Log(1 - p.Gradual)
	}
	for k := range p.Widths {
		f := 0.0
		if p.Widths > 1 {
			f = float64(k) / float64(p.Widths-1)
		}
		m.widths = append(m.widths, p.Narrow*numeric.Exp(f*numeric.Log(p.Wide/p.Narrow)))
		m.logWidth = append(m.logWidth, numeric.Log(p.Gradual/float64(p.Widths)))
	}
	for j := range t.inputs {
		middle, edge := t.inputs[j].ranks()
		m.middle, m.edge = append(m.middle, middle), append(m.edge, edge)
		m.logRule = append(m.logRule, nil)
		for cut := range max(1, len(edge)) {
			m.logRule[j] = append(m.logRule[j], t.logRule(Rule{Input: j, Cut: cut}))
		}
	}
	for d := range p.MaxDepth + 2 {
		s := p.split(d)
		if len(t.inputs) == 0 {
			s = 0
		}
		m.logStop, m.logGo = append(m.logStop, numeric.Log(1-s)), append(m.logGo, numeric.Log(s))
	}
	return m
}

// ranks returns the middle rank of each bin and the rank of each threshold, as shares of the rows without a gap; nil
// for categories.
func (in *input) ranks() (middle, edge []float64) {
	if in.levels > 0 {
		return nil, nil
	}
	count, total := make([]float64, len(in.cuts)+1), 0.0
	for _, b := range in.bins {
		if b != gapBin {
			count[b]++
			total++
		}
	}
	below := 0.0
	for b, n := range count {
		middle = append(middle, (below+n/2)/total)
		below += n
		if b < len(in.cuts) {
			edge = append(edge, below/total)
		}
	}
	return middle, edge
}

// logPrior is the log prior probability of a tree at a depth.
func (m *blend) logPrior(s *gradual, depth int) float64 {
	if s.isLeaf() {
		return m.logStop[depth]
	}
	return m.logGo[depth] + m.logSplit(s.rule, s.width) + m.logPrior(s.left, depth+1) + m.logPrior(s.right, depth+1)
}

// logSplit is that of a rule with its width at any node; sets are always sharp.
func (m *blend) logSplit(r Rule, width uint8) float64 {
	if m.t.inputs[r.Input].levels > 0 {
		return m.logRule[r.Input][0]
	}
	return m.logRule[r.Input][r.Cut] + m.logWidth[width]
}

// drawWidth draws a rule's width from the prior.
func (m *blend) drawWidth(r Rule, rng *rand.Rand) uint8 {
	if m.t.inputs[r.Input].levels > 0 || len(m.widths) == 0 || !heads(m.prior.Gradual, rng) {
		return 0
	}
	return uint8(1 + rng.IntN(len(m.widths)))
}

// heads is true with this probability. The lowest bit counts most, so that 1/2 is a coin's.
func heads(probability float64, rng *rand.Rand) bool {
	return float64(bits.Reverse64(rng.Uint64())) >= (1-probability)*(1<<64)
}

// draw draws a tree from the prior.
func (m *blend) draw(depth int, rng *rand.Rand) *gradual {
	if len(m.t.inputs) == 0 || rng.Float64() >= m.prior.split(depth) {
		return gradualLeaf
	}
	s := gradual{rule: m.t.priorRule(rng)}
	s.width = m.drawWidth(s.rule, rng)
	return s.over(m.draw(depth+1, rng), m.draw(depth+1, rng))
}

// leftShares writes the share of each bin that goes left at a split: 0, 1, or between.
func (m *blend) leftShares(s *gradual, dst *[256]float64) {
	in := &m.t.inputs[s.rule.Input]
	dst[gapBin] = share(s.rule.GapLeft)
	if in.levels == 0 {
		m.leftOfBins(s, in.numbered(), dst[:])
		return
	}
	for b := range in.levels {
		dst[b] = share(s.rule.left(in, uint8(b)))
	}
}

// everyBin has the number of each.
var everyBin = func() (all [256]uint8) {
	for b := range all {
		all[b] = uint8(b)
	}
	return all
}()

// numbered are the bins of an input of numbers but the gaps'.
func (in *input) numbered() []uint8 { return everyBin[:len(in.cuts)+1] }

// leftOfBins writes the share of some bins of numbers, ascending ones, into their places of dst. It goes from the
// threshold outwards: beyond the first share of 1, and the first of 0, are no others.
func (m *blend) leftOfBins(s *gradual, bins []uint8, dst []float64) {
	right, _ := slices.BinarySearch(bins, uint8(s.rule.Cut+1))
	left := right - 1
	if s.width > 0 {
		middle, c, h := m.middle[s.rule.Input], m.edge[s.rule.Input][s.rule.Cut], m.widths[s.width-1]
		for v := 0.0; left >= 0 && v < 1; left-- {
			v = tree.LeftShare(middle[bins[left]], c, h)
			dst[bins[left]] = v
		}
		for v := 1.0; right < len(bins) && v > 0; right++ {
			v = tree.LeftShare(middle[bins[right]], c, h)
			dst[bins[right]] = v
		}
	}
	for _, b := range bins[:left+1] {
		dst[b] = 1
	}
	for _, b := range bins[right:] {
		dst[b] = 0
	}
}

func share(left bool) float64 {
	if left {
		return 1
	}
	return 0
}
