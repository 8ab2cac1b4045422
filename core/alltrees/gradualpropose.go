// Proposals of splits for a node's rows: by what a split of them gains.

package alltrees

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"dcctree/core/numeric"
)

// proposal is a distribution over the rules of a node with their widths: half of it the prior, half the prior times
// what a sharp split of its rows by the rule gains, and then times what the rule with its width gains.
type proposal struct {
	v        *mover
	set      rowSet
	*scanned // nil where there are no rows: the prior alone
}

// scanned is a set of rows with the rules that part it.
type scanned struct {
	scan
	st    stats
	noise float64   // variance of the noise by which gains were taken
	below []float64 // by weight of the node: sums of what is in proportion to the probabilities, up to each
	gain  float64   // log of the mean gain of all rules
}

// mostScanned bounds how many candidates the remembered scans have, of 48 bytes each.
const mostScanned = 1_000_000

// propose returns the proposals of a set of rows.
func (v *mover) propose(set rowSet) proposal {
	if set.empty() {
		return proposal{v, set, nil}
	}
	nd := v.scans[set.key]
	if nd == nil {
		nd = v.scan(v.sharp.of(set))
		if v.size += len(nd.cands); v.size > mostScanned {
			clear(v.scans)
			v.size = len(nd.cands)
		}
		v.scans[set.key] = nd
	}
	if nd.noise != v.aim.s2 {
		nd.weigh(&v.aim)
		v.work += int64(len(nd.cands))
	}
	return proposal{v, set, nd}
}

func (v *mover) scan(rows []int32) *scanned {
	nd := &scanned{st: v.guide.statsOf(rows)}
	nd.scan = v.scanner.scan(rows, &nd.st, 0)
	v.work += int64(len(rows) * len(v.m.t.inputs))
	return nd
}

// weigh takes the gains at a noise.
func (nd *scanned) weigh(s *noise) {
	nd.noise = s.s2
	w, top := resized(nd.below, firstRule+len(nd.cands)), 0.0
	w[stop], w[emptySide] = math.Inf(-1), 0 // an empty side gains nothing
	for i := range nd.cands {
		w[firstRule+i] = nd.gainOf(i, s)
		top = max(top, w[firstRule+i])
	}
	for i := range w {
		w[i] -= top
	}
	numeric.ExpSlice(w, w)
	total := nd.empty * w[emptySide]
	w[emptySide] = total
	for i := range nd.cands {
		total += float64(nd.cands[i].mass) * w[firstRule+i]
		w[firstRule+i] = total
	}
	nd.below, nd.gain = w, top+numeric.Log(total)
}

// gainOf is how much more probable the rows are under a sharp split by a candidate than under a leaf, as a log.
func (nd *scanned) gainOf(i int, s *noise) float64 {
	c := &nd.cands[i]
	if c.n == 0 {
		return 0
	}
	a := float64(c.a)
	return s.fit(int(c.n), a) + s.fit(nd.st.n-int(c.n), nd.st.sum-a) - s.fit(nd.st.n, nd.st.sum)
}

// draw draws a rule with its width, as a split without sides.
func (q *proposal) draw(rng *rand.Rand) (s gradual) {
	m := q.v.m
	if q.scanned == nil || rng.IntN(2) == 0 {
		s.rule = m.t.priorRule(rng)
		s.width = m.drawWidth(s.rule, rng)
		return s
	}
	u := rng.Float64() * q.below[len(q.below)-1]
	i := sort.Search(len(q.below)-1, func(i int) bool { return q.below[i] > u })
	s.rule = m.t.ruleOf(&q.scan, i, rng)
	if q.hasWidths(s.rule) {
		gains, _ := q.widthGains(s.rule)
		for w := range gains {
			gains[w] += m.logWidth[w]
		}
		s.width = uint8(drawLog(gains, rng))
	}
	return s
}

// logProbability is that of a split's rule with its width.
func (q *proposal) logProbability(s *gradual) float64 {
	prior := q.v.m.logSplit(s.rule, s.width)
	if q.scanned == nil {
		return prior
	}
	gain := 0.0
	if i := q.v.m.t.find(&q.scan, s.rule); i >= firstRule {
		gain = q.gainOf(i-firstRule, &q.v.aim)
	}
	gain -= q.gain
	if q.hasWidths(s.rule) {
		gains, mean := q.widthGains(s.rule)
		gain += gains[s.width] - mean
	}
	return prior + numeric.LogAddExp(0, gain) - numeric.Log(2)
}

// byWidth are the log probabilities of the widths given a rule: half of them the prior, half by gains.
func (q *proposal) byWidth(r Rule) []float64 {
	logs := slices.Clone(q.v.m.logWidth)
	if q.scanned == nil {
		return logs
	}
	gains, mean := q.widthGains(r)
	for w, gain := range gains {
		logs[w] += numeric.LogAddExp(0, gain-mean) - numeric.Log(2)
	}
	return logs
}

func (q *proposal) hasWidths(r Rule) bool {
	return len(q.v.m.widths) > 0 && q.v.m.t.inputs[r.Input].levels == 0
}

// widthGains are, by the width of a split by a rule, how much more probable the rows are than under a leaf, as logs,
// and the log of their mean under the prior. They are valid until the next call.
func (q *proposal) widthGains(r Rule) (gains []float64, mean float64) {
	v, gains := q.v, q.v.gains[:0]
	used := v.bin(v.sharp.of(q.set), r)
	leaf := v.aim.fit(q.st.n, q.st.sum)
	for w := range v.m.logWidth {
		left := v.leftOf(&gradual{rule: r, width: uint8(w)}, used)
		gains = append(gains, v.pairFit(left, used, r.GapLeft, q.st)-leaf)
	}
	logs := v.weights[:0]
	for w, gain := range gains {
		logs = append(logs, gain+v.m.logWidth[w])
	}
	v.gains, v.weights = gains, logs
	v.work += int64(q.st.n + 2*len(used)*len(gains))
	return gains, numeric.LogSumExp(logs)
}

// binned are counts and sums of rows by bin of an input.
type binned struct {
	n, sum [256]float64
}

// bin counts and sums the rows by bin of a rule's input; it returns the bins that hold any but the gaps.
func (v *mover) bin(rows []int32, r Rule) []uint8 {
	b, bins := &v.binned, v.m.t.inputs[r.Input].bins
	clear(b.n[:])
	clear(b.sum[:])
	for _, i := range rows {
		b.n[bins[i]]++
		b.sum[bins[i]] += v.guide.y[i]
	}
	v.used = v.used[:0]
	for k := range len(v.m.t.inputs[r.Input].cuts) + 1 {
		if b.n[k] > 0 {
			v.used = append(v.used, uint8(k))
		}
	}
	return v.used
}

// pairFit is, as noise.fit, what rows that two leaves share say: left is the share of each bin of the first.
func (v *mover) pairFit(left []float64, used []uint8, gapLeft bool, st stats) float64 {
	n, y, squares := 0.0, 0.0, 0.0 // of the shares: sum, with the response, of squares
	for _, k := range used {
		f := left[k]
		c := f * v.binned.n[k]
		n += c
		squares += f * c
		y += f * v.binned.sum[k]
	}
	if gaps := v.binned.n[gapBin]; gapLeft && gaps > 0 {
		n, squares, y = n+gaps, squares+gaps, y+v.binned.sum[gapBin]
	}
	s2 := v.aim.s2
	a, b, c := squares+s2, n-squares, float64(st.n)-2*n+squares+s2 // of the matrix (a b; b c)
	det, other := a*c-b*b, st.sum-y
	explained := (c*y*y - 2*b*y*other + a*other*other) / det
	return .5*explained/s2 - .5*numeric.Log(det/(s2*s2))
}
