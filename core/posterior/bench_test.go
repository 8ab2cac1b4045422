// Benchmarks of what the page asks after every step.

package posterior

import (
	"testing"

	"dcctree/core/chart"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// sampled returns a posterior of one topology of three leaves, 300 rows and 500 draws.
func sampled(b *testing.B) (*Posterior, topology.Topology) {
	b.Helper()
	rng := random.Stream(1, "benchmark")
	columns := []dataset.Input{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "y"}}
	for range 300 {
		for i := range columns {
			columns[i].Numbers = append(columns[i].Numbers, rng.Float64())
		}
	}
	table, err := dataset.FromColumns("benchmark", columns)
	if err != nil {
		b.Fatal(err)
	}
	f, err := table.Frame("y", nil, dataset.Regression)
	if err != nil {
		b.Fatal(err)
	}
	tables := NewTables(f, f, false)
	p := New(tables, &dcc.Problem{Data: tables.Data(), Settings: dcc.DefaultSettings(), Seed: 1}, Likelihood)
	t := topology.Root().Grow(0).Grow(1)
	dim := softtree.NewLayout(t, 3, true).Dim()
	var draws [][]float64
	for range 500 {
		theta := make([]float64, dim)
		for i := range theta {
			theta[i] = .5 * rng.NormFloat64()
		}
		draws = append(draws, theta)
	}
	p.put(t, 1, draws...)
	return p, t
}

func BenchmarkTree(b *testing.B) {
	p, t := sampled(b)
	for b.Loop() {
		fig, _ := p.Tree(t)
		fig.ID, fig.Width = "tree", 700
		chart.Tree(fig)
	}
}

func BenchmarkPredict(b *testing.B) {
	p, _ := sampled(b)
	row := [][]float64{{.1, .5, .9}}
	for b.Loop() {
		if _, err := p.Predict(row); err != nil {
			b.Fatal(err)
		}
	}
}
