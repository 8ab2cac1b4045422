// Tests of what is kept where rows are many.

package posterior

import (
	"math"
	"slices"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// wide returns the empty posterior of a million rows of one input.
func wide() *Posterior {
	const n = 1_000_000
	f := &dataset.Frame{Task: dataset.Regression, Features: []string{"x"}, Labels: [][]string{nil}, Target: "y",
		N: n, D: 1, X: make([]float64, n), Y: make([]float64, n), Rows: make([]int, n)}
	for i := range n {
		f.X[i], f.Y[i] = float64(i), float64(i%2)
	}
	tables := NewTables(f, nil, false)
	return New(tables, &dcc.Problem{Data: tables.Data().Prepare(), Settings: dcc.DefaultSettings(), Seed: 1},
		Likelihood)
}

// level is a draw of the topology whose leaves all have the mean.
func level(t topology.Topology, mean float64) []float64 {
	layout := softtree.NewLayout(t, 1, true)
	theta := make([]float64, layout.Dim())
	for k := range layout.Leaves {
		theta[layout.Mu(k)] = mean
	}
	return theta
}

// The forecasts of a million rows are kept for the four heaviest topologies; the fifth counts all the same, a
// negligible one does not.
func TestForecastsOfManyRows(t *testing.T) {
	p, top := wide(), topology.Root()
	var tops []topology.Topology
	for k, weight := range []float64{.5, .3, .1, .06, .04, 1e-9} {
		p.put(top, weight, level(top, math.Pow(10, float64(k))))
		tops = append(tops, top)
		top = top.Grow(top.Growable()[0])
	}
	for range 2 {
		f := p.mixed(p.train, trainOf)
		near(t, "mean", f.mean[7], .5+3+10+60+400, 5e-6) // the negligible one would add 1e-4
	}
	for k, top := range tops {
		if kept := !p.members[top].train.empty(); kept != (k < 4) {
			t.Errorf("the forecast of topology %d is kept: %v", k+1, kept)
		}
	}
}

func TestDrawsOfManyRowsAreThinned(t *testing.T) {
	p := wide()
	draws := slices.Repeat([][]float64{level(stump, 1)}, 500)
	p.put(stump, 1, draws...)
	if n := len(p.members[stump].draws.Shares); n != leastDraws {
		t.Errorf("%d draws are kept, want %d", n, leastDraws)
	}
	few := single(t, false, Likelihood)
	few.put(topology.Root(), 1, slices.Repeat([][]float64{{0, 0}}, 500)...)
	if n := len(few.members[topology.Root()].draws.Shares); n != 500 {
		t.Errorf("%d draws of a small table are kept, want 500", n)
	}
}
