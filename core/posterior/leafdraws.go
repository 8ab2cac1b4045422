// What is not known of a leaf's class probabilities: draws from their Dirichlet distributions, for the intervals of
// class probabilities.

package posterior

import (
	"math"
	"strconv"

	"dcctree/core/conquer"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// leafProbabilities returns the class probabilities of every leaf under every draw.
func (p *Posterior) leafProbabilities(m *member) [][][]float64 {
	for k := range m.draws.Shares {
		p.leafOf(m, k)
	}
	return m.leaf
}

// leafOf returns the class probabilities of every leaf under draw k. They need a pass over the training rows, so they
// are kept, with draws of them in leafDraw.
func (p *Posterior) leafOf(m *member, k int) [][]float64 {
	if m.leaf == nil {
		m.leaf, m.leafDraw = make([][][]float64, len(m.draws.Shares)), make([][]float64, len(m.draws.Shares))
	}
	if m.leaf[k] == nil {
		model := p.counts(m.topology)
		model.Set(m.draws.Point(k))
		means, parameters := model.LeafDirichlets()
		m.leaf[k], m.leafDraw[k] = means, p.drawLeaves(m, k, parameters)
	}
	return m.leaf[k]
}

// counts returns what counts the training rows' classes in the leaves of a topology; topologies of as many splits share
// it, one at a time.
func (p *Posterior) counts(t topology.Topology) *softtree.Nested {
	model := p.nested[t.Splits()]
	if model != nil {
		model.Aim(t, nil)
		return model
	}
	of := p.problem
	model = softtree.NewNested(t, of.Data, of.Settings.Priors, of.Settings.BandwidthFinal, nil)
	if p.train.n <= conquer.ManyRows { // else its memory is not to stay
		p.nested[t.Splits()] = model
	}
	return model
}

// leastLeafDraws bounds the share of a topology that one draw of its leaves' class probabilities stands for:
// 1/leastLeafDraws. A draw of the splits with a larger share has several. An embedded
// topology that keeps few draws, because it weighs little, has perLeafDraw for each.
const (
	leastLeafDraws = 200
	perLeafDraw    = 1
)

// drawLeaves draws the class probabilities of all leaves under draw k from their Dirichlet distributions (leaf-major,
// leaves x classes), once or as often as its share asks for, from a stream of the draw's own.
func (p *Posterior) drawLeaves(m *member, k int, parameters [][]float64) (out []float64) {
	rng := random.Stream(p.problem.Seed, m.topology.Key(), "leaf probabilities", strconv.Itoa(k))
	one := make([]float64, p.problem.Data.Classes)
	const rounding = 1e-9 // of shares that are a whole number of parts
	least := float64(leastLeafDraws)
	if m.draws.Mixed > 0 {
		least = float64(min(leastLeafDraws, perLeafDraw*len(m.draws.Shares)))
	}
	for range max(1, int(math.Ceil(m.draws.Shares[k]*least-rounding))) {
		for _, a := range parameters {
			softtree.DrawDirichlet(one, a, rng)
			out = append(out, one...)
		}
	}
	return out
}

// classPool gathers what draws say of the class probabilities of some rows: the mean of each (n x classes, row-major),
// and values whose quantiles are those of the probability itself.
type classPool struct {
	classes int
	mean    []float64
	total   float64
	values  [][]weighted
}

func newClassPool(n, classes int) *classPool {
	return &classPool{classes: classes, mean: make([]float64, n*classes), values: make([][]weighted, n*classes)}
}

// add adds the class probabilities under one draw of the splits, given its leaves' mean probabilities.
func (c *classPool) add(means []float64, weight float64) {
	c.total += weight
	for j, v := range means {
		c.mean[j] += float64(weight * v)
	}
}

// addLeaves adds values for the quantiles: sum_k phi_k(x_i) p_kc under each draw of the leaves' probabilities p
// (leaf-major, leaves x classes, one draw after the other), where reach is phi (leaf-major, leaves x rows).
func (c *classPool) addLeaves(reach, draws []float64, weight float64) {
	rows := len(c.mean) / c.classes
	size := len(reach) / rows * c.classes
	part := weight * float64(size) / float64(len(draws))
	for ; len(draws) > 0; draws = draws[size:] {
		for j := range c.values {
			i, v := j/c.classes, 0.0
			for k, at := 0, j%c.classes; at < size; k, at = k+1, at+c.classes {
				v += float64(reach[k*rows+i] * draws[at])
			}
			c.values[j] = append(c.values[j], weighted{v, part})
		}
	}
}

// predictions sums every row up.
func (c *classPool) predictions() []Prediction {
	out := make([]Prediction, len(c.mean)/c.classes)
	for i := range out {
		for j := i * c.classes; j < (i+1)*c.classes; j++ {
			q := unitQuantiles(c.values[j], .05, .95)
			out[i].Probabilities = append(out[i].Probabilities, c.mean[j]/c.total)
			out[i].ProbabilityLow = append(out[i].ProbabilityLow, q[0])
			out[i].ProbabilityHi = append(out[i].ProbabilityHi, q[1])
		}
		out[i].Class = numeric.Largest(out[i].Probabilities)
	}
	return out
}
