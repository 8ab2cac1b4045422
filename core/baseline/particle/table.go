// The one-step optimal proposal: all splits of a node with prior x likelihood ratio, kept for the particles that share
// it.

package particle

import (
	"math"
	"math/bits"

	"dcctree/core/baseline/hard"
	"dcctree/core/numeric"
)

const (
	room  = 1 << 20 // cuts that are kept; when there is no more room all are let go
	least = 4       // rows from which on a node's table is kept
)

// cut is a split of a node: values of the feature up to that of the rank go left.
type cut struct{ feature, rank int32 }

// table lists the cuts of a set of rows. What it holds depends on these rows alone, not on the tree above them.
type table struct {
	from, to int // range in tables.cuts and tables.sums
	rows     int // their number
	// log of the sum over cuts of prior (given that the node is split) x likelihood ratio of children and node
	log float64
}

// tables make and keep tables. Which are kept changes no result.
type tables struct {
	rows  *hard.Rows
	leaf  *leaves
	index map[uint64]table // by the key of the set of rows
	cuts  []cut
	sums  []float64 // cumulated weights of the cuts of each table
	kept  int       // of cuts and sums

	shares []float64 // of the table that is made: width of each cut's gap as a share of the range
	marks  marks
	scan   scan
}

func newTables(rows *hard.Rows, leaf *leaves) *tables {
	return &tables{rows: rows, leaf: leaf, index: map[uint64]table{}, marks: newMarks(rows.N), scan: newScan(rows)}
}

// of returns the table of two or more rows, given the key of their set and their log marginal likelihood. It holds
// until the next call.
func (t *tables) of(rows []int32, key uint64, logMarginal float64) table {
	if found, ok := t.index[key]; ok && found.rows == len(rows) {
		return found
	}
	if t.kept+len(rows)*t.rows.D > room || len(t.index) > room/8 {
		clear(t.index)
		t.kept = 0
	}
	t.cuts, t.sums = t.cuts[:t.kept], t.sums[:t.kept]
	made := t.build(rows, logMarginal)
	if made.rows >= least {
		t.index[key] = made
		t.kept = made.to
	}
	return made
}

// build appends the table of some rows.
func (t *tables) build(rows []int32, logMarginal float64) table {
	made := table{from: len(t.sums), rows: len(rows)}
	t.shares = t.shares[:0]
	t.scan.begin(t.leaf, rows)
	features := 0
	for feature := range t.rows.D {
		if t.add(rows, feature, logMarginal) {
			features++
		}
	}
	made.to = len(t.sums)
	if features > 0 {
		made.log = t.cumulate(t.sums[made.from:]) - numeric.Log(float64(features))
	}
	return made
}

// add appends the cuts of one feature, their log likelihood ratios and shares of the range; false where all rows are
// equal.
func (t *tables) add(rows []int32, feature int, logMarginal float64) bool {
	ranks, values := t.rows.Ranks(feature), t.rows.Values(feature)
	first, last := t.marks.set(rows, ranks)
	t.scan.fill(t.leaf, rows, ranks)
	from, lowest, before := len(t.shares), -1, -1
	for w := first; w <= last; w++ {
		m := t.marks[w]
		t.marks[w] = 0
		for ; m != 0; m &= m - 1 {
			rank := w*64 + bits.TrailingZeros64(m)
			if before < 0 {
				lowest = rank
			} else {
				t.cuts = append(t.cuts, cut{int32(feature), int32(before)})
				t.sums = append(t.sums, t.scan.logMarginals(t.leaf)-logMarginal)
				t.shares = append(t.shares, values[rank]-values[before])
			}
			t.scan.pass(rank)
			before = rank
		}
	}
	span := values[before] - values[lowest]
	for k := from; k < len(t.shares); k++ {
		t.shares[k] /= span
	}
	return before > lowest
}

// cumulate turns the log likelihood ratios of a table into cumulated weights and returns the log of their sum.
func (t *tables) cumulate(sums []float64) float64 {
	most, total := math.Inf(-1), 0.0
	for _, v := range sums {
		most = max(most, v)
	}
	for k, v := range sums {
		total += float64(t.shares[k] * numeric.Exp(v-most))
		sums[k] = total
	}
	return most + numeric.Log(total)
}

// draw returns the cut at u from [0, 1) of a table that has any.
func (t *tables) draw(of table, u float64) cut {
	sums := t.sums[of.from:of.to]
	return t.cuts[of.from+above(sums, float64(u*sums[len(sums)-1]))]
}

// total sums up responses less their center.
type total struct {
	n            int
	sum, squares float64
}

// scan passes a cut from left to right over the values of some rows, which it holds by rank.
type scan struct {
	whole, left total
	byRank      []total // regression

	classes                int
	counts                 []int32 // by rank and class
	wholes, lefts, onRight []int32 // rows of each class: all, and on both sides of the cut
}

func newScan(rows *hard.Rows) scan {
	if rows.Classes == 0 {
		return scan{byRank: make([]total, rows.N)}
	}
	k := rows.Classes
	return scan{classes: k, counts: make([]int32, rows.N*k), wholes: make([]int32, k), lefts: make([]int32, k),
		onRight: make([]int32, k)}
}

// begin takes the rows whose features are scanned next.
func (s *scan) begin(l *leaves, rows []int32) {
	s.whole = total{n: len(rows)}
	clear(s.wholes)
	for _, row := range rows {
		if s.classes > 0 {
			s.wholes[l.class[row]]++
			continue
		}
		v := l.y[row]
		s.whole.sum += v
		s.whole.squares += float64(v * v)
	}
}

// fill sorts the rows by rank and puts the cut to the left of all.
func (s *scan) fill(l *leaves, rows, ranks []int32) {
	s.left = total{}
	clear(s.lefts)
	for _, row := range rows {
		if s.classes > 0 {
			s.counts[int(ranks[row])*s.classes+int(l.class[row])]++
			continue
		}
		b, v := &s.byRank[ranks[row]], l.y[row]
		b.n++
		b.sum += v
		b.squares += float64(v * v)
	}
}

// pass moves the cut past the rows of a rank, which are forgotten.
func (s *scan) pass(rank int) {
	if s.classes == 0 {
		b := &s.byRank[rank]
		s.left.n += b.n
		s.left.sum += b.sum
		s.left.squares += b.squares
		*b = total{}
		return
	}
	counts := s.counts[rank*s.classes : (rank+1)*s.classes]
	for c, k := range counts {
		s.lefts[c] += k
		s.left.n += int(k)
		counts[c] = 0
	}
}

// logMarginals returns the log marginal likelihood of both sides of the cut as two leaves.
func (s *scan) logMarginals(l *leaves) float64 {
	right := s.whole.n - s.left.n
	if s.classes == 0 {
		return l.model.LogLeaf(l.numbers(s.left.n, s.left.sum, s.left.squares)) +
			l.model.LogLeaf(l.numbers(right, s.whole.sum-s.left.sum, s.whole.squares-s.left.squares))
	}
	for c, k := range s.wholes {
		s.onRight[c] = k - s.lefts[c]
	}
	return l.model.LogLeaf(hard.Stats{N: s.left.n, Counts: s.lefts}) +
		l.model.LogLeaf(hard.Stats{N: right, Counts: s.onRight})
}
