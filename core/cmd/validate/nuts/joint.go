// Small soft-tree models as joint distributions of parameters and answers, simulated without the code
// that is checked: leaf probabilities, likelihoods and answers are computed here anew.

package nuts

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// answers are the responses or the classes (of two) of the rows.
type answers struct {
	y     []float64
	class []int
}

// joint is the distribution of (theta, answers) for given inputs: theta as in softtree.Layout. A
// classification's likelihood l does not sum to one over the answers but to S(theta) <= 1 (the product
// over leaves of Dirichlet means is at most the likelihood of a mixture, by the inequality of weighted
// means), so that its joint is prior x l: theta has density prior x S, and answers given theta l/S.
type joint struct {
	top     topology.Topology
	nodes   []topology.Node
	n, d    int
	classes int // 0 or 2
	x       []float64
	h       float64
	priors  softtree.Priors
	layout  softtree.Layout
	params  softtree.Params
	phi     [][]float64 // row, leaf
	any     *softtree.Model
	l       []float64 // classification: the likelihood of every classing, 2^n of them, see likelihoods
	known   bool      // l belongs to the theta that was set
}

// newJoint has uniform inputs that depend on nothing but the sizes; the last row repeats the first.
func newJoint(leaves []int, n, d, classes int, h float64) *joint {
	top, err := topology.FromLeaves(leaves)
	if err != nil {
		panic("nuts: newJoint: " + err.Error())
	}
	j := &joint{top: top, nodes: top.Nodes(), n: n, d: d, classes: classes, h: h, priors: softtree.PaperPriors(),
		layout: softtree.NewLayout(top, d, classes == 0), x: make([]float64, n*d), phi: make([][]float64, n)}
	rng := random.Stream(1, "joint")
	for f := range d {
		for i := range n {
			j.x[f*n+i] = rng.Float64()
		}
		j.x[f*n+n-1] = j.x[f*n]
	}
	for i := range j.phi {
		j.phi[i] = make([]float64, top.Leaves())
	}
	j.params = j.layout.NewParams()
	j.any = softtree.NewModel(top, j.data(answers{make([]float64, n), make([]int, n)}), j.priors, h)
	return j
}

// data puts inputs and answers together.
func (j *joint) data(a answers) softtree.Data {
	d := softtree.Data{N: j.n, D: j.d, X: j.x, Classes: j.classes, Y: a.y}
	if j.classes > 0 {
		d.Y, d.Class = nil, a.class
	}
	return d
}

// set computes the parameters and leaf probabilities of theta.
func (j *joint) set(theta []float64) {
	j.layout.Constrain(&j.params, theta)
	j.known = false
	for i := range j.phi {
		j.descend(i, 0, 1)
	}
}

// descend shares p, the probability that row i comes to the node, among the leaves below: z > 0 goes
// right with probability above a half.
func (j *joint) descend(i, at int, p float64) {
	node := j.nodes[at]
	if node.Leaf {
		j.phi[i][node.Index] = p
		return
	}
	z := -j.params.Tau[node.Index]
	for f, w := range j.params.Delta[node.Index] {
		z += w * j.x[f*j.n+i]
	}
	right := 1 / (1 + numeric.Exp(-z/j.h))
	j.descend(i, node.Left, p*(1-right))
	j.descend(i, node.Right, p*right)
}

// logLikelihood of the answers at the theta that was set.
func (j *joint) logLikelihood(a answers) float64 {
	if j.classes > 0 {
		return j.logClasses(a.class)
	}
	var s float64
	for i, y := range a.y {
		s += numeric.LogNormalPDF(y, j.fit(i), j.params.Sigma)
	}
	return s
}

func (j *joint) fit(i int) float64 { return numeric.Dot(j.phi[i], j.params.Mu) }

// logClasses is the soft Dirichlet-multinomial with concentration 1 of two classes: in every leaf
// log Gamma(2) + log Gamma(a + 1) + log Gamma(b + 1) - log Gamma(a + b + 2).
func (j *joint) logClasses(class []int) float64 {
	var s float64
	for leaf := range j.phi[0] {
		var count [2]float64
		for i, c := range class {
			count[c] += j.phi[i][leaf]
		}
		s += numeric.Lgamma(count[0]+1) + numeric.Lgamma(count[1]+1) - numeric.Lgamma(count[0]+count[1]+2)
	}
	return s
}

// classing writes the classes whose binary digits are code.
func classing(class []int, code int) {
	for i := range class {
		class[i] = code >> i & 1
	}
}

// likelihoods returns l of every classing, in the order of their codes, at the theta that was set.
func (j *joint) likelihoods() []float64 {
	if j.known {
		return j.l
	}
	class := make([]int, j.n)
	j.l = j.l[:0]
	for code := range 1 << j.n {
		classing(class, code)
		j.l = append(j.l, numeric.Exp(j.logClasses(class)))
	}
	j.known = true
	return j.l
}

// share returns S at the theta that was set.
func (j *joint) share() (s float64) {
	for _, l := range j.likelihoods() {
		s += l
	}
	return s
}

// answer draws answers at the theta that was set.
func (j *joint) answer(a answers, rng *rand.Rand) {
	if j.classes == 0 {
		for i := range a.y {
			a.y[i] = j.fit(i) + j.params.Sigma*rng.NormFloat64()
		}
		return
	}
	left := rng.Float64() * j.share()
	code := 0
	for ; code < len(j.l)-1 && left >= j.l[code]; code++ {
		left -= j.l[code]
	}
	classing(a.class, code)
}

func (j *joint) newAnswers() answers {
	if j.classes > 0 {
		return answers{class: make([]int, j.n)}
	}
	return answers{y: make([]float64, j.n)}
}

// draw fills theta and the answers with a draw from the joint. A classification's theta is accepted
// with probability S; weighted = false leaves that out, which is wrong.
func (j *joint) draw(theta []float64, a answers, weighted bool, rng *rand.Rand) {
	for {
		j.any.SamplePrior(theta, rng)
		j.set(theta)
		if j.classes == 0 || !weighted || rng.Float64() < j.share() {
			break
		}
	}
	j.answer(a, rng)
}

// moments appends the functions of (theta, answers) whose means are compared: first and second moments
// of the parameters, of the answers (made bounded), products of the two, and the log likelihood.
func (j *joint) moments(dst, theta []float64, a answers) []float64 {
	j.set(theta)
	for _, v := range theta {
		dst = append(dst, v, v*v)
	}
	value := func(i int) float64 {
		if j.classes > 0 {
			return float64(a.class[i]) - 0.5
		}
		return a.y[i] / (1 + math.Abs(a.y[i]))
	}
	var sum float64
	for i := range j.n {
		sum += value(i)
	}
	dst = append(dst, sum, sum*sum, value(0)*value(1), value(0)*value(j.n-1), j.logLikelihood(a))
	for _, v := range theta {
		dst = append(dst, v*value(0), v*math.Abs(sum))
	}
	return dst
}
