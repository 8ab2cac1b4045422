// The rules of a node that part its rows, found in one pass over the rows for each input.

package alltrees

import (
	"cmp"
	"math/bits"
	"slices"

	"dcctree/core/numeric"
)

// sides of the rows with a gap.
const (
	gapRight  = 0
	gapLeft   = 1
	gapEither = 2 // no row of the node has a gap
)

// candidate is a group of rules that part the rows of a node in the same way: thresholds lo to hi, or the sets that
// agree with mask on the levels present. A mask of 0 with levels is every parting that is not listed.
type candidate struct {
	input       uint16
	gap, lo, hi uint8
	n           uint32  // rows on the left
	mass, prior float32 // of its rules, of the prior; and the log, which a graph needs
	a, b        float32 // numbers: sum and squares of the left side; classes: both sides' log likelihoods
	mask        uint64
}

// scan is the candidates of a set of rows.
type scan struct {
	cands   []candidate
	empty   float64  // prior mass of the rules that leave a side empty
	present []uint64 // by input: levels that the rows have
	counts  []int32  // of classes but the last, on the left of each candidate
	point   int      // of the grid of classes, of the candidates' likelihoods
}

const enumerated = 8 // up to so many present levels all sets are listed, beyond only those along Fisher's ordering

const unweighed = -1 // no point

const groups = 16 // about so many candidates an input has in a coarse scan

// scanner holds what a scan needs, for one worker.
type scanner struct {
	t       *Table
	coarse  bool // for proposals: thresholds in groups, no log masses
	n       [256]int32
	s, q    [256]float64
	here    []uint8 // bins of an input of numbers that have rows, ascending; not those right of all thresholds
	counts  [256][]int32
	left    stats
	on      uint64          // levels of classes on the left
	gapsOn  bool            // and whether gaps are
	met     map[uint64]bool // sets that an ordering has listed
	empty   float64
	out     []candidate
	lefts   []int32 // as in scan.counts
	present []uint64
}

func newScanner(t *Table, coarse bool) *scanner {
	c := &scanner{t: t, coarse: coarse, left: stats{counts: make([]int32, t.marginal.classes)},
		met: map[uint64]bool{}}
	for b := range c.counts {
		c.counts[b] = make([]int32, t.marginal.classes)
	}
	return c
}

// scan lists the candidates of the rows, with the likelihoods of classes at a point of their grid.
func (c *scanner) scan(rows []int32, node *stats, point int) scan {
	c.out, c.lefts, c.empty, c.present = c.out[:0], c.lefts[:0], 0, make([]uint64, len(c.t.inputs))
	for j := range c.t.inputs {
		c.fill(j, rows)
		if c.t.inputs[j].levels > 0 {
			c.sets(j, node)
		} else {
			c.meet(&c.t.inputs[j], rows)
			c.cuts(j, node)
		}
	}
	s := scan{cands: slices.Clone(c.out), empty: c.empty, present: c.present, counts: slices.Clone(c.lefts),
		point: unweighed}
	c.t.marginal.weighed(&s, node, point)
	return s
}

// fill sums the rows by bin of input j.
func (c *scanner) fill(j int, rows []int32) {
	in := &c.t.inputs[j]
	clear(c.n[:])
	if c.t.class != nil {
		c.fillClasses(in, rows)
	} else {
		c.fillNumbers(in, rows)
	}
}

// meet lists the bins of an input of numbers that have rows and that some threshold has on its left.
func (c *scanner) meet(in *input, rows []int32) {
	var met [4]uint64 // by bin a bit
	for _, i := range rows {
		b := in.bins[i]
		met[b>>6] |= 1 << (b & 63)
	}
	c.here = c.here[:0]
	for word, left := range met {
		for ; left != 0; left &= left - 1 {
			if b := word<<6 + bits.TrailingZeros64(left); b < len(in.cuts) {
				c.here = append(c.here, uint8(b))
			}
		}
	}
}

func (c *scanner) fillNumbers(in *input, rows []int32) {
	clear(c.s[:])
	clear(c.q[:])
	for _, i := range rows {
		b, y := in.bins[i], c.t.y[i]
		c.n[b]++
		c.s[b] += y
		c.q[b] += y * y
	}
}

func (c *scanner) fillClasses(in *input, rows []int32) {
	for b := range max(len(in.cuts), in.levels) + 1 {
		clear(c.counts[b])
	}
	clear(c.counts[gapBin])
	for _, i := range rows {
		b := in.bins[i]
		c.n[b]++
		c.counts[b][c.t.class[i]]++
	}
}

// reset empties the left side; add puts a bin on it, and take takes one of classes off.
func (c *scanner) reset() {
	c.left.n, c.left.sum, c.left.squares = 0, 0, 0
	clear(c.left.counts)
	c.on, c.gapsOn = 0, false
}

func (c *scanner) add(b uint8) {
	c.left.n += int(c.n[b])
	c.left.sum += c.s[b]
	c.left.squares += c.q[b]
	for k, v := range c.counts[b] {
		c.left.counts[k] += v
	}
}

func (c *scanner) take(b uint8) {
	c.left.n -= int(c.n[b])
	for k, v := range c.counts[b] {
		c.left.counts[k] -= v
	}
}

// cuts lists the thresholds of input j. Neighbours that part the node's rows alike are one candidate; so are those with
// few rows between them where the scan is coarse, and the middle one stands for them.
func (c *scanner) cuts(j int, node *stats) {
	in := &c.t.inputs[j]
	share, few := 1/float64(len(c.t.inputs)), 0
	if c.coarse {
		few = node.n / groups
	}
	for _, gap := range c.gapSides(in) {
		c.reset()
		if gap == gapLeft {
			c.add(gapBin)
		}
		for lo, k := 0, 0; lo < len(in.cuts); {
			if k < len(c.here) && int(c.here[k]) == lo {
				c.add(c.here[k])
				k++
			}
			middle := c.reach(k, few/2)
			for ; k < middle; k++ {
				c.add(c.here[k])
			}
			end := c.reach(middle, few-few/2)
			next := len(in.cuts)
			if end < len(c.here) {
				next = int(c.here[end])
			}
			d := candidate{input: uint16(j), gap: gap, lo: uint8(lo), hi: uint8(next - 1)}
			c.push(d, share*sum(in.mass[lo:next])*gapShare(gap), node)
			for ; k < end; k++ {
				c.add(c.here[k])
			}
			lo = next
		}
	}
}

// sum adds up in order. Four at a time take half the time in a browser, where a turn of a loop is dear.
func sum(a []float64) (s float64) {
	for ; len(a) >= 4; a = a[4:] {
		s = s + a[0] + a[1] + a[2] + a[3]
	}
	for _, v := range a {
		s += v
	}
	return s
}

// reach returns the first of the bins with rows, from the k-th on, that has more rows than are left after those before.
func (c *scanner) reach(k, rows int) int {
	for ; k < len(c.here); k++ {
		if rows -= int(c.n[c.here[k]]); rows < 0 {
			break
		}
	}
	return k
}

func (c *scanner) gapSides(in *input) []uint8 {
	if c.n[gapBin] == 0 {
		return []uint8{gapEither}
	}
	return []uint8{gapLeft, gapRight}
}

func gapShare(gap uint8) float64 {
	if gap == gapEither {
		return 1
	}
	return .5
}

// push appends a candidate with prior mass p whose left side has been summed, unless a side is empty.
func (c *scanner) push(d candidate, p float64, node *stats) {
	if c.left.n == 0 || c.left.n == node.n {
		c.empty += p
		return
	}
	d.n = uint32(c.left.n)
	c.weighs(&d, p)
	if c.t.class == nil {
		d.a, d.b = float32(c.left.sum), float32(c.left.squares)
	}
	c.append(d, c.left.counts)
}

// append takes a candidate in, with the counts of classes on its left.
func (c *scanner) append(d candidate, counts []int32) {
	c.out = append(c.out, d)
	if len(counts) > 0 {
		c.lefts = append(c.lefts, counts[:len(counts)-1]...)
	}
}

// weighs sets a candidate's prior mass.
func (c *scanner) weighs(d *candidate, p float64) {
	if d.mass = float32(p); !c.coarse {
		d.prior = float32(numeric.Log(p))
	}
}

// sets lists the sets of levels of input j: all of them, the first level present on the left, or those along Fisher's
// ordering and the others as one candidate.
func (c *scanner) sets(j int, node *stats) {
	in := &c.t.inputs[j]
	c.reset()
	var here []int
	for b := range in.levels {
		if c.n[b] > 0 {
			here = append(here, b)
			c.present[j] |= 1 << b
		}
	}
	absent := float64(uint64(1) << (in.levels - len(here)))
	each := absent / in.sets() / float64(len(c.t.inputs))
	c.whole(j, here, (absent-1)/in.sets()/float64(len(c.t.inputs)), node)
	if len(here) < 2 {
		return
	}
	masks := c.listed(here)
	for _, gap := range c.gapSides(in) {
		for _, mask := range masks {
			c.pushSet(j, gap, mask, each*gapShare(gap), node)
		}
	}
	if others := float64(uint64(1)<<(len(here)-1)-1) - float64(len(masks)); others > 0 {
		d := candidate{input: uint16(j), gap: gapEither}
		c.weighs(&d, others*each)
		c.append(d, c.left.counts) // of rules that are not listed they are not asked for
	}
}

// whole handles the sets that keep all present levels together: they part the node only by its gaps.
func (c *scanner) whole(j int, here []int, p float64, node *stats) {
	if len(here) == 0 {
		c.empty += 1 / float64(len(c.t.inputs))
		return
	}
	if p == 0 {
		return
	}
	if c.n[gapBin] == 0 {
		c.empty += p
		return
	}
	c.empty += p / 2
	c.pushSet(j, gapRight, c.present[j], p/2, node)
}

func (c *scanner) pushSet(j int, gap uint8, mask uint64, p float64, node *stats) {
	if c.t.class == nil {
		c.reset() // sums of numbers are rounded, and the same only in the same order
	}
	c.turn(mask, gap == gapLeft)
	c.push(candidate{input: uint16(j), gap: gap, mask: mask}, p, node)
}

// turn changes which levels are on the left side, and whether gaps are.
func (c *scanner) turn(mask uint64, gaps bool) {
	for m := mask &^ c.on; m != 0; m &= m - 1 {
		c.add(uint8(bits.TrailingZeros64(m)))
	}
	for m := c.on &^ mask; m != 0; m &= m - 1 {
		c.take(uint8(bits.TrailingZeros64(m)))
	}
	if gaps && !c.gapsOn {
		c.add(gapBin)
	}
	if c.gapsOn && !gaps {
		c.take(gapBin)
	}
	c.on, c.gapsOn = mask, gaps
}

// listed returns the sets of the present levels that hold the first and not all.
func (c *scanner) listed(here []int) (masks []uint64) {
	if len(here) > enumerated {
		return c.ordered(here)
	}
	for k := range uint64(1)<<(len(here)-1) - 1 {
		mask := uint64(1) << here[0]
		for i, b := range here[1:] {
			mask |= k >> i & 1 << b
		}
		masks = append(masks, mask)
	}
	return masks
}

// ordered lists the sets along Fisher's ordering: by mean response, or by each class's share.
func (c *scanner) ordered(here []int) (masks []uint64) {
	all := uint64(0)
	for _, b := range here {
		all |= 1 << b
	}
	clear(c.met)
	for k := range max(1, c.t.marginal.classes) {
		order := slices.Clone(here)
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.level(a, k), c.level(b, k)) })
		mask := uint64(0)
		for _, b := range order[:len(order)-1] {
			mask |= 1 << b
			m := mask
			if m>>here[0]&1 == 0 {
				m = all &^ m
			}
			if !c.met[m] {
				c.met[m] = true
				masks = append(masks, m)
			}
		}
	}
	return masks
}

func (c *scanner) level(b, class int) float64 {
	if c.t.class != nil {
		return float64(c.counts[b][class]) / float64(c.n[b])
	}
	return c.s[b] / float64(c.n[b])
}
