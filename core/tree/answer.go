// What a leaf says of its rows.

package tree

import "dcctree/core/numeric"

// Answer is the distribution of the response of a row that reaches a leaf.
type Answer interface {
	// Point is the distribution as one number: the mean, or the number of the most probable class.
	Point() float64

	kind() kind
	numbers() []float64
}

// Normal is the answer of a regression: N(Mean, SD^2), in the units of the response.
type Normal struct{ Mean, SD float64 }

func (a Normal) Point() float64     { return a.Mean }
func (a Normal) kind() kind         { return normal }
func (a Normal) numbers() []float64 { return []float64{a.Mean, a.SD} }

func readNormal(v []float64) (Answer, bool) {
	if len(v) != 2 {
		return nil, false
	}
	return Normal{v[0], v[1]}, true
}

// Classes is the answer of a classification: the probability of every class.
type Classes []float64

// Most returns the most probable class, the first of equal ones.
func (a Classes) Most() int { return numeric.Largest(a) }

func (a Classes) Point() float64     { return float64(a.Most()) }
func (a Classes) kind() kind         { return classes }
func (a Classes) numbers() []float64 { return a }

func readClasses(v []float64) (Answer, bool) { return Classes(v), len(v) > 0 }
