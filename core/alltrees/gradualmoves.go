// Moves of a tree with gradual splits given the noise: splits inserted and taken out anywhere, rules, widths changed.

package alltrees

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
)

// blended is a tree with gradual splits at the mover's noise.
type blended struct {
	tree     *gradual
	normals  *normals // nil where it has a tail
	logPrior float64  // of the tree
	logLik   float64
	tail     *tail // between moves, where tails are heavy
}

// mover moves trees given the noise, for one worker.
type mover struct {
	*evaluator
	noise   noise
	aim     noise // by which proposals know what splits gain
	guide   *Table
	sharp   *sharpRows
	scanner *scanner
	scans   map[uint64]*scanned // by the key of their rows
	size    int                 // of the scans, in candidates
	most    int                 // leaves of a subtree that is regrown
	room    int                 // splits that a subtree under way may still have
	binned  binned              // scratch of widthGains
	used    []uint8
	gains   []float64
	weights []float64
}

func newMover(m *blend) *mover {
	guide := m.t.guide()
	return &mover{evaluator: newEvaluator(m), guide: guide, sharp: newSharpRows(m.t),
		scanner: newScanner(guide, true), scans: map[uint64]*scanned{}, most: mostGrown}
}

// setNoise sets the noise by the log of its standard deviation.
func (v *mover) setNoise(logSigma float64) {
	v.noise = noiseOf(logSigma, v.m.t.rows)
	if v.aim = v.noise; v.m.t.heavy {
		v.aim = noiseOf(logSigma+.5*numeric.Log(tailGuess), v.m.t.rows)
	}
}

// start is a tree from the prior.
func (v *mover) start(rng *rand.Rand) blended {
	p := v.begin(v.m.draw(0, rng))
	if v.m.t.heavy {
		v.startTail(&p, rng)
	}
	return p
}

// begin is a tree to be moved.
func (v *mover) begin(s *gradual) blended {
	p := v.weighed(s)
	v.scratch = &normals{}
	return p
}

// weighed is a tree whose normal equations are the evaluator's scratch.
func (v *mover) weighed(s *gradual) blended {
	p := blended{tree: s, normals: v.normals(s), logPrior: v.m.logPrior(s, 0)}
	p.logLik = v.logLik(p.normals, &v.noise)
	return p
}

// drawLog draws a number in proportion to exp(logs).
func drawLog(logs []float64, rng *rand.Rand) int {
	norm, u := numeric.LogSumExp(logs), rng.Float64()
	for g, l := range logs {
		if u -= numeric.Exp(l - norm); u < 0 {
			return g
		}
	}
	return numeric.Largest(logs)
}

// drawNoise draws the noise given the tree, and sets it.
func (v *mover) drawNoise(p *blended, rng *rand.Rand) int {
	if v.m.t.heavy {
		return v.drawTailNoise(p, rng)
	}
	m := &v.m.t.marginal
	logs := append([]float64(nil), m.logPrior...)
	for g := range logs {
		logs[g] += v.logLik(p.normals, &m.grid[g])
	}
	g := drawLog(logs, rng)
	v.setNoise(logSigma(g))
	p.logLik = v.logLik(p.normals, &v.noise)
	return g
}

// stepWork is what a move costs beside the rows that it looks at.
const stepWork = 400

// step makes one move; insertions and removals are tried as often.
func (v *mover) step(p *blended, rng *rand.Rand) {
	v.work += stepWork
	switch u := rng.Float64(); {
	case u < .17:
		v.insert(p, rng)
	case u < .34:
		v.remove(p, rng)
	case u < .45:
		v.changeRule(p, rng)
	case u < .61:
		v.shift(p, rng)
	case u < .77:
		v.changeWidth(p, rng)
	case u < .85:
		v.swap(p, rng)
	default:
		v.regrow(p, rng)
	}
}

// split returns a random split; ok is false where there is none.
func (p *blended) split(rng *rand.Rand) (at branch, ok bool) {
	if p.tree.isLeaf() {
		return at, false
	}
	return pickGradual(p.tree, rng.IntN(p.tree.leaves-1), true), true
}

func accepted(ratio float64, rng *rand.Rand) bool {
	return ratio >= 0 || rng.Float64() < numeric.Exp(ratio)
}

// accept puts a subtree at a spot of the tree by Metropolis-Hastings; ratio is the log of the proposals' ratio, back
// over forth.
func (v *mover) accept(p *blended, at *branch, s *gradual, ratio float64, rng *rand.Rand) {
	next := blended{tree: at.put(s)}
	if next.logPrior = v.m.logPrior(next.tree, 0); math.IsInf(next.logPrior, -1) {
		return
	}
	v.hold(p.tree)
	next.normals = v.replaced(p.normals, at, s)
	next.logLik = v.logLik(next.normals, &v.noise)
	if accepted(ratio+next.logPrior-p.logPrior+next.logLik-p.logLik, rng) {
		*p, v.scratch = next, &normals{}
	}
}

// branch is a node of a tree with the way to it.
type branch struct {
	at    *gradual
	up    []*gradual // from the root down, without the node
	turns []bool     // whether each step went left
}

func (p *branch) root() *gradual {
	if len(p.up) == 0 {
		return p.at
	}
	return p.up[0]
}

// place returns the number of the node in the order of a walk, and that of its first leaf.
func (p *branch) place() (node, leaf int) {
	for d, s := range p.up {
		node++
		if !p.turns[d] {
			node += 2*s.left.leaves - 1
			leaf += s.left.leaves
		}
	}
	return node, leaf
}

// pickGradual returns the k-th node in the order of a walk; with splitsOnly the k-th split.
func pickGradual(root *gradual, k int, splitsOnly bool) branch {
	p := branch{at: root}
	for k > 0 || splitsOnly && p.at.isLeaf() {
		k--
		size := 2*p.at.left.leaves - 1
		if splitsOnly {
			size = p.at.left.leaves - 1
		}
		p.step(k < size)
		if k >= size {
			k -= size
		}
	}
	return p
}

func (p *branch) step(left bool) {
	p.up, p.turns = append(p.up, p.at), append(p.turns, left)
	if left {
		p.at = p.at.left
	} else {
		p.at = p.at.right
	}
}

// end returns the k-th pair of a split and a leaf right below it, as the leaf.
func (p *branch) end(k int) {
	for {
		for _, left := range []bool{true, false} {
			side := p.at.right
			if left {
				side = p.at.left
			}
			n := side.ends
			if side.isLeaf() {
				n = 1
			}
			if k >= n {
				k -= n
				continue
			}
			p.step(left)
			if p.at.isLeaf() {
				return
			}
			break
		}
	}
}

// endsWith is how many pairs of a split and a leaf right below it the tree has with the node at the spot replaced by a
// split.
func (p *branch) endsWith(s *gradual) int {
	ends := p.root().ends - p.at.ends + s.ends
	if p.at.isLeaf() && len(p.up) > 0 {
		ends-- // that of the split above
	}
	return ends
}

// put returns the root with the node at the spot replaced.
func (p *branch) put(s *gradual) *gradual {
	for d := len(p.up) - 1; d >= 0; d-- {
		if p.turns[d] {
			s = p.up[d].over(s, p.up[d].right)
		} else {
			s = p.up[d].over(p.up[d].left, s)
		}
	}
	return s
}

// insert puts a split with a new leaf above a random node.
func (v *mover) insert(p *blended, rng *rand.Rand) {
	if len(v.m.t.inputs) == 0 {
		return
	}
	nodes := 2*p.tree.leaves - 1
	at := pickGradual(p.tree, rng.IntN(nodes), false)
	q := v.propose(v.sharp.at(&at))
	s := q.draw(rng)
	left, right := at.at, gradualLeaf
	if rng.IntN(2) == 0 {
		left, right = right, left
	}
	put := s.over(left, right)
	ratio := numeric.Log(2*float64(nodes)/float64(at.endsWith(put))) - q.logProbability(&s)
	v.accept(p, &at, put, ratio, rng)
}

// remove takes a split with a leaf right below it out; its other side takes its place.
func (v *mover) remove(p *blended, rng *rand.Rand) {
	if p.tree.isLeaf() {
		return
	}
	at := branch{at: p.tree}
	at.end(rng.IntN(p.tree.ends))
	last := len(at.up) - 1
	s := at.up[last]
	rest := s.left
	if at.turns[last] {
		rest = s.right
	}
	at.at, at.up, at.turns = s, at.up[:last], at.turns[:last]
	q := v.propose(v.sharp.at(&at))
	nodes := 2*(p.tree.leaves+rest.leaves-s.leaves) - 1
	ratio := q.logProbability(s) - numeric.Log(2*float64(nodes)/float64(p.tree.ends))
	v.accept(p, &at, rest, ratio, rng)
}

// changeRule draws another rule and width for a split and keeps what is below.
func (v *mover) changeRule(p *blended, rng *rand.Rand) {
	at, ok := p.split(rng)
	if !ok {
		return
	}
	q := v.propose(v.sharp.at(&at))
	s := q.draw(rng)
	ratio := q.logProbability(at.at) - q.logProbability(&s)
	v.accept(p, &at, s.over(at.at.left, at.at.right), ratio, rng)
}

// shift moves a threshold by a few steps, or the side of gaps or of one level.
func (v *mover) shift(p *blended, rng *rand.Rand) {
	at, ok := p.split(rng)
	if !ok {
		return
	}
	s := *at.at
	if !v.m.t.shifted(&s.rule, rng) {
		return
	}
	v.accept(p, &at, s.over(s.left, s.right), 0, rng)
}

// changeWidth goes to a neighbouring width, or draws one as it is proposed.
func (v *mover) changeWidth(p *blended, rng *rand.Rand) {
	at, ok := p.split(rng)
	if !ok || v.m.t.inputs[at.at.rule.Input].levels > 0 || len(v.m.widths) == 0 {
		return
	}
	s := *at.at
	ratio := 0.0
	if s.width > 0 && rng.IntN(2) == 0 {
		s.width += uint8(2*rng.IntN(2)) - 1
		if s.width == 0 || int(s.width) > len(v.m.widths) {
			return
		}
	} else {
		ratio, s.width = v.drawnWidth(v.propose(v.sharp.at(&at)), &s, rng)
	}
	v.accept(p, &at, s.over(s.left, s.right), ratio, rng)
}

// drawnWidth draws a width as it is proposed. A sharp split always does so, a gradual one half the time.
func (v *mover) drawnWidth(q proposal, s *gradual, rng *rand.Rand) (ratio float64, width uint8) {
	logs := q.byWidth(s.rule)
	way := func(w uint8) float64 { // of choosing this way and then a width: from w to other
		if w == 0 {
			return 0
		}
		return numeric.Log(.5)
	}
	width = uint8(drawLog(logs, rng))
	return way(width) - way(s.width) + logs[s.width] - logs[width], width
}

// swap exchanges the rules and widths of a split and one of the splits right below it.
func (v *mover) swap(p *blended, rng *rand.Rand) {
	at, ok := p.split(rng)
	if !ok {
		return
	}
	s := *at.at
	left := rng.IntN(2) == 0
	child := s.right
	if left {
		child = s.left
	}
	if child.isLeaf() {
		return
	}
	up, below := gradual{rule: child.rule, width: child.width}, gradual{rule: s.rule, width: s.width}
	moved := below.over(child.left, child.right)
	next := up.over(s.left, moved)
	if left {
		next = up.over(moved, s.right)
	}
	v.accept(p, &at, next, 0, rng)
}

// mostGrown is how many leaves a subtree may have to be regrown, before and after. Where a tree explains less than its
// noise says, splits of any rows gain, and subtrees would grow down to single rows: of 5,000 rows the first tree took
// 51 s, nearly all of it for the Cholesky factors of such trees.
const mostGrown = 100

// regrow draws the subtree at a random node anew: whether it splits by what sharp splits gain on average, rules as they
// are proposed elsewhere.
func (v *mover) regrow(p *blended, rng *rand.Rand) {
	nodes := 2*p.tree.leaves - 1
	at := pickGradual(p.tree, rng.IntN(nodes), false)
	if at.at.leaves > v.most {
		return // which nothing regrown would come back to
	}
	set, depth := v.sharp.at(&at), len(at.up)
	defer v.sharp.release(v.sharp.mark())
	v.room = v.most - 1
	s, forth := v.grown(set, depth, rng)
	if s == nil || s.isLeaf() && at.at.isLeaf() {
		return // too large, or the same tree
	}
	ratio := v.logGrown(at.at, set, depth) - forth +
		numeric.Log(float64(nodes)/float64(nodes+2*(s.leaves-at.at.leaves)))
	v.accept(p, &at, s, ratio, rng)
}

// splits is the log probability that a grown node splits, and that it does not.
func (q *proposal) splits(depth int) (yes, no float64) {
	yes, no = q.v.m.logGo[depth]+q.gain, q.v.m.logStop[depth]
	norm := numeric.LogAddExp(yes, no)
	return yes - norm, no - norm
}

// grown draws a subtree of rows, and returns its log probability; nil where it has more splits than there is room for.
func (v *mover) grown(set rowSet, depth int, rng *rand.Rand) (*gradual, float64) {
	if set.empty() || len(v.m.t.inputs) == 0 {
		s := v.m.draw(depth, rng)
		if v.room -= s.leaves - 1; v.room < 0 {
			return nil, 0
		}
		return s, v.m.logPrior(s, depth)
	}
	q := v.propose(set)
	yes, no := q.splits(depth)
	if rng.Float64() >= numeric.Exp(yes) {
		return gradualLeaf, no
	}
	if v.room--; v.room < 0 {
		return nil, 0
	}
	s := q.draw(rng)
	left, right := v.sharp.part(set, s.rule)
	l, logL := v.grown(left, depth+1, rng)
	if l == nil {
		return nil, 0
	}
	r, logR := v.grown(right, depth+1, rng)
	if r == nil {
		return nil, 0
	}
	return s.over(l, r), yes + q.logProbability(&s) + logL + logR
}

// logGrown is the log probability that a subtree is grown.
func (v *mover) logGrown(s *gradual, set rowSet, depth int) float64 {
	if set.empty() || len(v.m.t.inputs) == 0 {
		return v.m.logPrior(s, depth)
	}
	q := v.propose(set)
	yes, no := q.splits(depth)
	if s.isLeaf() {
		return no
	}
	left, right := v.sharp.part(set, s.rule)
	return yes + q.logProbability(s) + v.logGrown(s.left, left, depth+1) +
		v.logGrown(s.right, right, depth+1)
}
