// Leaves of classes: Dirichlet, with one concentration for all leaves of a tree.

package alltrees

import (
	"math"

	"dcctree/core/numeric"
)

// concentration is a point of the grid of classes: what the Dirichlet of a leaf has in all, divided equally among the
// classes.
type concentration struct {
	mass  float64
	class []float64 // by count k: log Gamma(k + mass/C) - log Gamma(mass/C)
	total []float64 // by count n: log Gamma(n + mass) - log Gamma(mass)
}

// the grid of concentrations: powers of two, each as probable. Small ones are of leaves that are nearly pure, large
// ones of leaves that differ little from each other.
const (
	leastConcentration = .125
	concentrations     = 8
)

// classMarginal has the grid of concentrations, or one alone.
func classMarginal(rows, classes int, alone float64) marginal {
	m := marginal{classes: classes}
	masses := []float64{alone}
	if alone == 0 {
		masses = nil
		for k := range concentrations {
			masses = append(masses, math.Ldexp(leastConcentration, k))
		}
	}
	for _, mass := range masses {
		m.concentrations = append(m.concentrations, concentration{mass,
			risen(mass/float64(classes), rows), risen(mass, rows)})
		m.logPrior = append(m.logPrior, -numeric.Log(float64(len(masses))))
	}
	return m
}

// risen tabulates log Gamma(k + a) - log Gamma(a) for k up to n.
func risen(a float64, n int) []float64 {
	table := make([]float64, n+1)
	for k := range table {
		table[k] = numeric.Lgamma(float64(k)+a) - numeric.Lgamma(a)
	}
	return table
}

// leaf is the log probability of a leaf's classes in their order, by its counts.
func (c *concentration) leaf(n int, counts []int32) float64 {
	s := -c.total[n]
	for _, k := range counts {
		s += c.class[k]
	}
	return s
}

// sides are those of both sides of a split, by the counts of all and of the left, there of all classes but the last.
func (c *concentration) sides(all *stats, n int, left []int32) (l, r float64) {
	l, r = -c.total[n], -c.total[all.n-n]
	last := int32(n)
	for k, v := range left {
		last -= v
		l += c.class[v]
		r += c.class[all.counts[k]-v]
	}
	return l + c.class[last], r + c.class[all.counts[len(left)]-last]
}

// weighed has the candidates of a node hold both sides' likelihoods at a point of the grid of classes.
func (m *marginal) weighed(s *scan, all *stats, point int) {
	if s.point == point || m.classes == 0 {
		return
	}
	s.point = point
	one := m.classes - 1
	for i := range s.cands {
		if d := &s.cands[i]; d.n > 0 {
			l, r := m.concentrations[point].sides(all, int(d.n), s.counts[i*one:(i+1)*one])
			d.a, d.b = float32(l), float32(r)
		}
	}
}

// probability is that of a class in a row to come, of a leaf with n rows, count of them of this class.
func (c *concentration) probability(n int, count int32, classes int) float64 {
	return (float64(count) + c.mass/float64(classes)) / (float64(n) + c.mass)
}
