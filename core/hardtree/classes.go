// Responses of classes: their probabilities in the leaves are integrated out.

package hardtree

import (
	"dcctree/core/numeric"
)

type classes struct{}

func (classes) prepare(x *Index) {
	if x.whole {
		alpha := x.priors.ClassConcentration
		x.lgammaClass = lgammaTable(int(x.total), alpha)
		x.lgammaLeaf = lgammaTable(int(x.total), alpha*float64(x.data.Classes))
	}
}

// lgammaTable returns log Gamma(k + a) for k = 0..n.
func lgammaTable(n int, a float64) []float64 {
	t := make([]float64, n+1)
	for k := range t {
		t[k] = numeric.Lgamma(float64(k) + a)
	}
	return t
}

// lgammaAt returns log Gamma(k + a) from the table, if there is one.
func lgammaAt(table []float64, k, a float64) float64 {
	if table != nil {
		return table[int(k)]
	}
	return numeric.Lgamma(k + a)
}

// classSegment has the log evidence of its rows' classes as its value.
type classSegment struct {
	x       *Index
	count   float64
	classes []float64
}

func (classes) segment(x *Index) segment {
	return &classSegment{x: x, classes: make([]float64, x.data.Classes)}
}

func (s *classSegment) add(rows []int32) {
	for _, row := range rows {
		s.count += s.x.weight[row]
		s.classes[s.x.data.Class[row]] += s.x.weight[row]
	}
}

func (s *classSegment) value() float64 {
	alpha, n := s.x.priors.ClassConcentration, float64(s.x.data.Classes)
	v := -numeric.Lgamma(s.count + float64(alpha*n))
	for _, c := range s.classes {
		v += numeric.Lgamma(c + alpha)
	}
	return v + numeric.Lgamma(float64(alpha*n)) - float64(n*numeric.Lgamma(alpha))
}

func (classes) begin(s *searcher, nodes int) {
	s.acc.classes = make([][]float64, nodes)
	for at := range s.acc.classes {
		s.acc.classes[at] = make([]float64, s.data.Classes)
	}
}

// dropClass adds a row to a leaf of the Dirichlet-multinomial (paper, equation llh-class).
func (s *searcher) dropClass(at int, row int32) {
	a, w := &s.acc, s.weight[row]
	alpha := s.priors.ClassConcentration
	all := alpha * float64(s.data.Classes)
	was, of := a.count[at], a.classes[at]
	c := s.data.Class[row]
	change := lgammaAt(s.lgammaClass, of[c]+w, alpha) - lgammaAt(s.lgammaClass, of[c], alpha) -
		(lgammaAt(s.lgammaLeaf, was+w, all) - lgammaAt(s.lgammaLeaf, was, all))
	of[c] += w
	a.count[at] += w
	a.term[at] += change
	a.total += change
}

func (classes) settle(*searcher) {}
func (classes) shrink(*searcher) {}

func (classes) measure(s *searcher, out *Solution) { out.Score += s.classEvidence() }

// classEvidence returns the log likelihood of the paper's equation (llh-class), all constants
// included, of the rows that were dropped.
func (s *searcher) classEvidence() float64 {
	alpha := s.priors.ClassConcentration
	all := alpha * float64(s.data.Classes)
	var sum float64
	for _, at := range s.leaves {
		sum += numeric.Lgamma(all) - lgammaAt(s.lgammaLeaf, s.acc.count[at], all)
		for _, n := range s.acc.classes[at] {
			sum += lgammaAt(s.lgammaClass, n, alpha) - numeric.Lgamma(alpha)
		}
	}
	return sum
}
