// New shares of a mixture's components by one round.

package evidence

import (
	"math"
	"math/rand/v2"

	"dcctree/core/numeric"
)

// Reweigh returns the mixture with the shares of its components moved to those of the target's mass that one
// round of n draws, stratified, finds each responsible for (Cappé et al. 2008, section 3), without components
// of less than least of the components' mass. Weights above sqrt(n) times their mean count as that (Ionides
// 2008, Journal of Computational and Graphical Statistics 17, 295-311), so that no single draw decides. The
// draws are not to enter the evidence. The mixture stays as it is where all weights are zero.
func Reweigh(target Target, m Mixture, n int, least float64, rng *rand.Rand) Mixture {
	counts := Allocate(m.shares(), n, 1)
	r := m.round(target, counts, 1, rng)
	total := numeric.LogSumExp(r.LogWeights)
	if math.IsInf(total, -1) {
		return m
	}
	mass := m.responsible(r, total)
	var sum float64
	for _, v := range mass {
		sum += v
	}
	var kept []Component
	for k, c := range m.Components {
		if c.Weight = mass[k] / sum; c.Weight >= least {
			kept = append(kept, c)
		}
	}
	if len(kept) > 0 {
		m.Components = kept
	}
	return m
}

// responsible returns the truncated mass of the round's weights, whose log sum is total, that every component
// is responsible for.
func (m Mixture) responsible(r Measurement, total float64) []float64 {
	q := m.density(proportions(r.Counts))
	mass := make([]float64, len(m.Components))
	most := 1 / math.Sqrt(float64(len(r.LogWeights)))
	q.all(make([]float64, len(r.LogWeights)), r.Points, func(i int) {
		w := math.Min(numeric.Exp(r.LogWeights[i]-total), most)
		for j := range len(mass) * len(q.scales) {
			mass[j/len(q.scales)] += float64(w * numeric.Exp(q.terms[j]-r.LogMixture[i]))
		}
	})
	return mass
}
