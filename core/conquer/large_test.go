// Tests of the measurement among many rows.

package conquer

import (
	"math"
	"math/rand/v2"
	"testing"

	"dcctree/core/hardtree"
	"dcctree/core/random"
	"dcctree/core/softtree"
)

// manyRows returns more rows than ManyRows, whose response steps up by 1 where the second of three inputs passes .3.
func manyRows() softtree.Data {
	rng := rand.New(rand.NewPCG(1, 2))
	d := softtree.Data{N: ManyRows + 1001, D: 3}
	for range d.N * d.D {
		d.X = append(d.X, rng.Float64())
	}
	for i := range d.N {
		y := .5 * rng.NormFloat64()
		if d.X[d.N+i] > .3 {
			y++
		}
		d.Y = append(d.Y, y)
	}
	return d
}

func TestManyRows(t *testing.T) {
	data, stump := manyRows(), tree(t, 1, 2)
	p := NewProblem(data, softtree.PaperPriors(), .025, DefaultSettings())
	found, work := p.Score(stump, nil, random.Stream(1, "score"))
	best, all := p.index.Search(stump, hardtree.Options{}, random.Stream(1, "all"))
	if found[0].Splits[0].Input != 1 || found[0].Score < best[0].Score-1e-6 {
		t.Errorf("the search among some rows ends in %+v, that among all in %+v", found[0], best[0])
	}
	if work < 1 || work > all/2 {
		t.Errorf("it took %d passes, that among all %d", work, all)
	}
	m := p.Measure(stump, found, random.Stream(1, "measure"), func() {})
	whole, _ := p.index.Search(tree(t, 0), hardtree.Options{}, random.Stream(1, "whole"))
	root := p.Measure(tree(t, 0), whole, random.Stream(1, "root"), func() {})
	if m.Method != Modes || !m.Reliable() || !(m.LogZ > root.LogZ+1000) || math.Abs(m.LogZ-m.HardScore) > 600 {
		t.Errorf("%s: log Z %v (hard %v, root %v), k-hat %v", m.Method, m.LogZ, m.HardScore, root.LogZ, m.KHat)
	}
}

func TestSomeRows(t *testing.T) {
	for _, n := range []int{ManyRows + 1, 65536, 100_003, 1 << 20} {
		d := softtree.Data{N: n, D: 1, X: make([]float64, n), Y: make([]float64, n), Weight: make([]float64, n)}
		for i := range n {
			d.X[i], d.Y[i], d.Weight[i] = float64(i), float64(i), float64(i+1)
		}
		some := someRows(d, fewRows)
		gap := 0.0
		for i, v := range some.X {
			if some.Y[i] != v || some.Weight[i] != v+1 || i > 0 && v <= some.X[i-1] {
				t.Fatalf("of %d rows row %d is %v, %v, %v", n, i, v, some.Y[i], some.Weight[i])
			}
			if i > 0 {
				gap = max(gap, v-some.X[i-1])
			}
		}
		if some.N != fewRows || len(some.X) != fewRows || gap > 4*float64(n)/fewRows {
			t.Errorf("of %d rows %d are taken, with gaps up to %v", n, len(some.X), gap)
		}
	}
}
