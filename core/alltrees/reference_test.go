// Exact results for tiny tables, by recursion over every rule with none of the sampler's shortcuts.

package alltrees

import (
	"math"

	"dcctree/core/numeric"
)

// reference computes sums over all trees at one point of the grid of sigma.
type reference struct {
	t     *Table
	prior Prior
	point int
	memo  map[nodeKey]float64
}

// rules lists every rule with its prior probability.
func (x *reference) rules() (rules []Rule, p []float64) {
	for j := range x.t.inputs {
		in := &x.t.inputs[j]
		add := func(r Rule, mass float64) {
			if in.gaps {
				rules, p = append(rules, r), append(p, mass/2)
				r.GapLeft = true
				mass /= 2
			}
			rules, p = append(rules, r), append(p, mass)
		}
		each := 1 / float64(len(x.t.inputs))
		for k, m := range in.mass {
			add(Rule{Input: j, Cut: k}, each*m)
		}
		if in.levels > 0 {
			number := 1<<(in.levels-1) - 1
			for s := range number {
				add(Rule{Input: j, Set: uint64(2*s + 1)}, each/float64(number))
			}
		}
	}
	return rules, p
}

// sum is the sum over all subtrees of rows at a depth of prior times likelihood.
func (x *reference) sum(rows []int32, depth int) float64 {
	k := nodeKey{x.t.key(rows), depth}
	if z, ok := x.memo[k]; ok {
		return z
	}
	z := 0.0
	for _, s := range x.shares(rows, depth) {
		z += s
	}
	x.memo[k] = z
	return z
}

// shares are the parts of that sum: of no split, then of each rule.
func (x *reference) shares(rows []int32, depth int) []float64 {
	st := x.t.statsOf(rows)
	ml := 1.0
	if len(rows) > 0 {
		ml = math.Exp(x.t.marginal.leaf(&st, x.point))
	}
	s := x.prior.split(depth)
	out := []float64{(1 - s) * ml}
	if s == 0 {
		return out
	}
	rules, p := x.rules()
	for i, r := range rules {
		left, right := x.t.part(rows, r)
		out = append(out, s*p[i]*x.sum(left, depth+1)*x.sum(right, depth+1))
	}
	return out
}

// exact returns the log evidence of all trees, and the posterior probability of no split and of each root rule.
func exact(t *Table, p Prior) (float64, []float64) {
	total, shares := 0.0, []float64(nil)
	rows, _ := t.all()
	for g, l := range t.marginal.logPrior {
		x := &reference{t: t, prior: p, point: g, memo: map[nodeKey]float64{}}
		for i, s := range x.shares(rows, 0) {
			if shares == nil || i >= len(shares) {
				shares = append(shares, 0)
			}
			shares[i] += math.Exp(l) * s
			total += math.Exp(l) * s
		}
	}
	for i := range shares {
		shares[i] /= total
	}
	return numeric.Log(total), shares
}

// enumerate lists every tree to the prior's depth: log prior and leaves' rows.
func (x *reference) enumerate(rows []int32, depth int) (priors []float64, likelihoods []float64) {
	st := x.t.statsOf(rows)
	s := x.prior.split(depth)
	ml := 0.0
	if len(rows) > 0 {
		ml = x.t.marginal.leaf(&st, x.point)
	}
	priors, likelihoods = []float64{1 - s}, []float64{ml}
	if s == 0 {
		return priors, likelihoods
	}
	rules, p := x.rules()
	for i, r := range rules {
		left, right := x.t.part(rows, r)
		pl, ll := x.enumerate(left, depth+1)
		pr, lr := x.enumerate(right, depth+1)
		for a := range pl {
			for b := range pr {
				priors = append(priors, s*p[i]*pl[a]*pr[b])
				likelihoods = append(likelihoods, ll[a]+lr[b])
			}
		}
	}
	return priors, likelihoods
}
