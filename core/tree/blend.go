// The rule of the paper: a weighted sum of all inputs.

package tree

import "dcctree/core/numeric"

// Blend sends rows left whose sum of Weights x inputs is at most At.
type Blend struct {
	Weights []float64 // by input: a simplex, read-only
	At      float64   // scaled units
	H       float64   // bandwidth, scaled units; 0: hard
}

func (r Blend) sum(row Row) (x float64) {
	at := row.At
	for _, w := range r.Weights {
		x += float64(w * row.X[at])
		at += row.Stride
	}
	return x
}

func (r Blend) Left(row Row) bool     { return r.sum(row) <= r.At }
func (r Blend) Right(row Row) float64 { return right(r.sum(row), r.At, r.H) }
func (r Blend) Soft() bool            { return r.H > 0 }
func (r Blend) Cut() float64          { return r.At }

func (r Blend) Terms() (terms []Term) {
	for j, w := range r.Weights {
		terms = append(terms, plain(j, w))
	}
	return terms
}

func (r Blend) Main() int { return numeric.Largest(r.Weights) }

func (r Blend) AddWeights(dst []float64, share float64) {
	for j, w := range r.Weights {
		dst[j] += float64(share * w)
	}
}

func (r Blend) Crossing(input int, others []float64) float64 {
	at := r.At
	for j, w := range r.Weights {
		if j != input {
			at -= float64(w * others[j])
		}
	}
	return at / r.Weights[input]
}

func (r Blend) kind() kind         { return blend }
func (r Blend) numbers() []float64 { return append([]float64{r.At, r.H}, r.Weights...) }

func readBlend(v []float64) (Rule, bool) {
	if len(v) < 3 {
		return nil, false
	}
	return Blend{Weights: v[2:], At: v[0], H: v[1]}, true
}
