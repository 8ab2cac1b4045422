// Benchmarks of one topology's measurement and of what it is made of, on data of WU's size.

package conquer

import (
	"testing"

	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// steps makes a regression of the size of WU: three inputs, two of which matter.
func steps() softtree.Data {
	const n = 300
	rng := random.Stream(1, "benchmark")
	d := softtree.Data{N: n, D: 3, X: make([]float64, 3*n), Y: make([]float64, n)}
	for i := range d.X {
		d.X[i] = rng.Float64()
	}
	for i := range n {
		switch {
		case d.X[i] > .6:
			d.Y[i] = 5
		case d.X[n+i] > .3:
			d.Y[i] = 3
		default:
			d.Y[i] = 1
		}
		d.Y[i] += .2 * rng.NormFloat64()
	}
	return d
}

// measured is a topology of three leaves with its problem.
func threeLeaves(b *testing.B) (*Problem, topology.Topology) {
	b.Helper()
	t, err := topology.FromLeaves([]int{1, 5, 6})
	if err != nil {
		b.Fatal(err)
	}
	return newProblem(steps(), .025), t
}

func BenchmarkScore(b *testing.B) {
	p, t := threeLeaves(b)
	for b.Loop() {
		p.Score(t, nil, random.Stream(1, "score"))
	}
}

func BenchmarkMeasure(b *testing.B) {
	p, t := threeLeaves(b)
	solutions, _ := p.Score(t, nil, random.Stream(1, "score"))
	for b.Loop() {
		p.Measure(t, solutions, random.Stream(1, "measure"), func() {})
	}
}

func BenchmarkProposal(b *testing.B) {
	p, t := threeLeaves(b)
	rng := random.Stream(1, "proposal")
	solutions, _ := p.Score(t, nil, rng)
	w := p.newWork(t, func() {})
	q, d := w.newProposal(t, solutions), w.Dim()
	xs, out := make([]float64, block*d), make([]float64, block)
	b.Run("sample", func(b *testing.B) {
		for b.Loop() {
			q.Sample(xs[:d], rng)
		}
	})
	for i := range block {
		q.Sample(xs[i*d:(i+1)*d], rng)
	}
	b.Run("densities", func(b *testing.B) {
		for b.Loop() {
			q.LogDensities(out, xs)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*block), "ns/point")
	})
	b.Run("make", func(b *testing.B) {
		for b.Loop() {
			w.newProposal(t, solutions)
		}
	})
}
