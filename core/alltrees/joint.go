// Trees and responses from their joint distribution, and what of a tree is compared with draws given the response:
// simulation-based calibration (Talts et al. 2018) of the whole sampler.

package alltrees

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
)

// Joint draws a tree and its noise, or concentration, from the prior, and a response given them. It returns the table
// with that response, which is not standardized anew, since the prior is of the response as it is, and the tree as a
// sample of one.
func (t *Table) Joint(p Prior, rng *rand.Rand) (*Table, *Sample) {
	m := newBlend(t, p)
	v := newMover(m)
	tree, sigma := m.draw(0, rng), drawLog(t.marginal.logPrior, rng)
	v.spread(tree)
	simulated := *t
	simulated.mean, simulated.sd = 0, 1
	var noises []uint8
	if t.heavy {
		v.weigh(v.drawRoots(rng))
	}
	if t.class != nil {
		simulated.class = v.drawClasses(tree.leaves, sigma, rng)
	} else {
		noises = t.drawNoises(tree.leaves, sigma, rng)
		simulated.y = v.drawNumbers(tree.leaves, t.noise(sigma), noises, rng)
	}
	return &simulated, simulated.sampleOf(tree, sigma, noises, v.roots, p, rng)
}

// drawNoises draws the noise of each leaf at a level, as Tree has it; nil where all leaves have one noise.
func (t *Table) drawNoises(leaves, sigma int, rng *rand.Rand) (noises []uint8) {
	if t.marginal.levels == nil {
		return nil
	}
	for range leaves {
		g := drawMass(t.marginal.levels[sigma].share, 0, gridPoints-1, rng)
		noises = append(noises, uint8(1+g))
	}
	return noises
}

// drawRoots draws the roots of the rows' precisions from the prior.
func (e *evaluator) drawRoots(rng *rand.Rand) []float64 {
	roots := make([]float64, e.m.t.rows)
	for i := range roots {
		roots[i] = math.Sqrt(gammaOfTwo(rng) / 2)
	}
	return roots
}

// drawNumbers draws a response from the leaves that the rows were found to reach, with one noise, of which rows may
// have precisions, or with noises of the leaves' own, which need sharp splits.
func (e *evaluator) drawNumbers(leaves int, sigma float64, noises []uint8, rng *rand.Rand) []float64 {
	means, y := make([]float64, leaves), make([]float64, e.m.t.rows)
	for l := range means {
		means[l] = rng.NormFloat64()
	}
	for i, n := range e.count {
		for k := range int(n) {
			y[i] += e.weight[i*e.stride+k] * means[e.leaf[i*e.stride+k]]
		}
		if noises != nil {
			sigma = numeric.Exp(logSigma(int(noises[e.leaf[i*e.stride]]) - 1))
		}
		z := rng.NormFloat64()
		if e.roots != nil {
			z /= e.roots[i]
		}
		y[i] += sigma * z
	}
	return y
}

// drawClasses is that of classes, one row after the other given those before (Blackwell and MacQueen 1973), so that no
// leaf's probabilities are drawn.
func (e *evaluator) drawClasses(leaves, point int, rng *rand.Rand) []uint8 {
	classes, c := e.m.t.marginal.classes, &e.m.t.marginal.concentrations[point]
	counts, drawn := make([][]float64, leaves), make([]uint8, e.m.t.rows)
	for i := range drawn {
		leaf := e.leaf[i*e.stride]
		if counts[leaf] == nil {
			counts[leaf] = make([]float64, classes)
			for k := range classes {
				counts[leaf][k] = c.mass / float64(classes)
			}
		}
		drawn[i] = uint8(drawMass(counts[leaf], 0, classes-1, rng))
		counts[leaf][drawn[i]]++
	}
	return drawn
}

// sampleOf is a sample of one tree; noises are those of its leaves, nil where they have one, and roots of the rows'
// precisions, nil where they are alike.
func (t *Table) sampleOf(s *gradual, sigma int, noises []uint8, roots []float64, p Prior, rng *rand.Rand) *Sample {
	r := &Sample{Sigmas: []int{sigma}, cloud: cloud{t: t}}
	if !t.gradually(&p) {
		rows, _ := t.all()
		r.Trees = []*Tree{t.sharpOf(s, rows, noises)}
		return r
	}
	m := newBlend(t, p)
	v := newMover(m)
	v.setNoise(logSigma(sigma))
	v.weigh(roots)
	d := v.settledOn(s, sigma, rng)
	r.blends, r.Trees = []*drawn{d}, []*Tree{m.hardened(s, d)}
	return r
}

// sharpOf is a tree of sharp splits as the sampler of these keeps it.
func (t *Table) sharpOf(s *gradual, rows []int32, noises []uint8) *Tree {
	f := &Tree{st: t.statsOf(rows)}
	if s.isLeaf() || len(rows) == 0 {
		if noises != nil {
			f.noise = noises[0]
		}
		return f
	}
	left, right := t.part(rows, s.rule)
	var low, high []uint8
	if noises != nil {
		low, high = noises[:s.left.leaves], noises[s.left.leaves:]
	}
	f.rule, f.left, f.right = s.rule, t.sharpOf(s.left, left, low), t.sharpOf(s.right, right, high)
	return f
}

// FactNames names Facts, in order.
func (r *Sample) FactNames() []string {
	names := []string{"leaves with rows", "first input", "log likelihood", "prediction of the first row"}
	if r.cloud.t.class == nil {
		names = append(names, "noise")
	} else {
		names = append(names, "concentration")
	}
	if r.cloud.t.marginal.levels != nil {
		names = append(names, "noise of the first row")
	}
	if r.blends != nil {
		names = append(names, "gradual splits")
	}
	return names
}

// Facts are numbers of kept tree k that also depend on the response, by which a wrong sampler is known: the first
// input is -1 where no split divides rows, noise and concentration are points of their grids, or a level and the noise
// of the first row's leaf, a prediction is in standardized units or the probability of class 0.
func (r *Sample) Facts(k int) []float64 {
	t, s := r.cloud.t, r.Trees[k].dividing()
	rows, _ := t.all()
	fitted := make([]float64, t.rows*t.answers())
	r.fit(k, rows, fitted)
	first := -1.0
	if s.left != nil {
		first = float64(s.rule.Input)
	}
	facts := []float64{float64(s.Parts()), first, r.logLik(k, fitted), fitted[0], float64(r.Sigmas[k])}
	if t.marginal.levels != nil {
		v := make([]float64, t.rows)
		t.addNoise(s, r.Sigmas[k], rows, 1, v)
		facts = append(facts, v[0])
	}
	if r.blends != nil {
		facts = append(facts, float64(s.slopes()))
	}
	return facts
}

// slopes is the number of gradual splits.
func (s *Tree) slopes() (n int) {
	if s.left == nil {
		return 0
	}
	if s.slope != nil {
		n = 1
	}
	return n + s.left.slopes() + s.right.slopes()
}

// logLik is log p(y | tree, noise).
func (r *Sample) logLik(k int, fitted []float64) float64 {
	t, sigma := r.cloud.t, r.Sigmas[k]
	if r.blends == nil {
		return t.logLik(r.Trees[k], sigma)
	}
	d, g := r.blends[k], &t.marginal.grid[sigma]
	if t.heavy {
		return d.logLik
	}
	log, squares := float64(t.rows)*g.perRow, 0.0
	for i, y := range t.y {
		squares += y * (y - fitted[i])
	}
	for i := range d.mean {
		log -= numeric.Log(d.root[i*len(d.mean)+i]) - .5*numeric.Log(g.s2)
	}
	return log - .5*squares/g.s2
}

// logLik is that of a tree with sharp splits.
func (t *Table) logLik(s *Tree, sigma int) float64 {
	switch {
	case s.left != nil:
		return t.logLik(s.left, sigma) + t.logLik(s.right, sigma)
	case s.st.n == 0:
		return 0
	}
	return t.marginal.leaf(&s.st, sigma)
}
