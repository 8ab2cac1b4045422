// The figures of the gallery: WU-like numbers of the paper's appendix and shapes of every kind, all
// from fixed seeds.

package chart_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"testing"

	"dcctree/core/chart"
	"dcctree/core/numeric"
	"dcctree/core/topology"
)

func shape(t testing.TB, leaves ...int) topology.Topology {
	t.Helper()
	s, err := topology.FromLeaves(leaves)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func parse(t testing.TB, key string) topology.Topology {
	t.Helper()
	s, err := topology.Parse(key)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// bell is a normal density on a grid of n points over four standard deviations.
func bell(mean, sd float64, n int) (grid, density []float64) {
	for i := range n {
		z := -4 + 8*float64(i)/float64(n-1)
		grid = append(grid, mean+sd*z)
		density = append(density, normal(z)/sd)
	}
	return grid, density
}

func normal(z float64) float64 { return numeric.Exp(-z*z/2) / math.Sqrt(2*math.Pi) }

func uniform(rng *rand.Rand, low, high float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = low + (high-low)*rng.Float64()
	}
	return out
}

func around(rng *rand.Rand, mean, sd float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = mean + sd*rng.NormFloat64()
	}
	return out
}

func split(feature string, threshold, sd, low, high float64, rows []float64, share float64) chart.TreeSplit {
	grid, density := bell(threshold, sd, 161)
	return chart.TreeSplit{
		Terms: []chart.TreeTerm{{Feature: feature, Weight: 1}}, Threshold: threshold,
		Low: threshold - 1.645*sd, High: threshold + 1.645*sd, Min: low, Max: high,
		Grid: grid, Density: density, Rows: rows, Share: share, MainShare: 1,
	}
}

func leaf(rng *rand.Rand, mean, sd float64, count int, share float64) chart.TreeLeaf {
	half := 1.645 * sd / math.Sqrt(float64(count))
	return chart.TreeLeaf{
		Count: count, Share: share, Values: around(rng, mean, sd, count), Mean: mean,
		Low: mean - half, High: mean + half, NewLow: mean - 1.645*sd, NewHi: mean + 1.645*sd,
	}
}

// wuTree is the tree {1,5,6} of the WU data: three groups of 100 rows at 5, 1 and 3.
func wuTree(t testing.TB, width float64) chart.TreeFigure {
	rng := rand.New(rand.NewPCG(1, 1))
	low, high := uniform(rng, .1, .4, 100), uniform(rng, .6, .9, 200)
	return chart.TreeFigure{
		ID: "wu", Width: width, Name: "{1,5,6}", Nodes: shape(t, 1, 5, 6).Nodes(), Target: "y",
		Splits: []chart.TreeSplit{
			split("x3", .52, .016, .1, .9, append(low, high...), 1),
			split("x2", .51, .03, .1, .9, append(uniform(rng, .1, .4, 100), uniform(rng, .6, .9, 100)...),
				2./3),
		},
		Leaves: []chart.TreeLeaf{leaf(rng, 4.98, .25, 100, 1./3), leaf(rng, 1, .25, 100, 1./3),
			leaf(rng, 3.03, .25, 100, 1./3)},
	}
}

var (
	shortNames = []string{"x1", "x2", "x3", "x4", "x5"}
	longNames  = []string{"petal width (cm)", "age at first diagnosis, years", "x3", "body-mass index", "z"}
)

// anyTree is a tree of any shape with made-up numbers: n rows fall into the leaves at random.
func anyTree(s topology.Topology, width float64, names []string, n int) chart.TreeFigure {
	rng := rand.New(rand.NewPCG(7, uint64(s.Leaves())))
	nodes := s.Nodes()
	count := make([]int, len(nodes))
	for range n {
		at := 0
		for count[at]++; !nodes[at].Leaf; count[at]++ {
			if rng.IntN(2) == 0 {
				at = nodes[at].Left
			} else {
				at = nodes[at].Right
			}
		}
	}
	f := chart.TreeFigure{ID: "any", Width: width, Name: s.String(), Nodes: nodes, Target: "y"}
	for i, node := range nodes {
		share := float64(count[i]) / float64(n)
		if node.Leaf {
			f.Leaves = append(f.Leaves, leaf(rng, 6*rng.Float64(), .2+.3*rng.Float64(), max(count[i], 1),
				share))
			continue
		}
		at := .3 + .4*rng.Float64()
		f.Splits = append(f.Splits, split(names[node.Index%len(names)], at, .01+.05*rng.Float64(), 0, 1,
			uniform(rng, 0, 1, count[i]), share))
	}
	return f
}

// classTree is a classification tree with the given classes; leaf i is mostly class i.
func classTree(s topology.Topology, width float64, names, classes []string) chart.TreeFigure {
	f := anyTree(s, width, names, 150)
	f.Target, f.Classes = "species", classes
	rng := rand.New(rand.NewPCG(9, 9))
	for i := range f.Leaves {
		l := &f.Leaves[i]
		l.Values, l.Class = nil, make([]chart.LeafClass, len(classes))
		var sum float64
		for k := range classes {
			l.Class[k].Probability = rng.Float64() * .15
			if k == i%len(classes) {
				l.Class[k].Probability = 1
			}
			sum += l.Class[k].Probability
		}
		for k := range l.Class {
			c := &l.Class[k]
			c.Probability /= sum
			half := .8 * math.Sqrt(c.Probability*(1-c.Probability)/float64(l.Count+1))
			c.Low, c.High = max(c.Probability-half, 0), min(c.Probability+half, 1)
			c.Count = int(c.Probability * float64(l.Count))
		}
	}
	return f
}

var iris = []string{"setosa", "versicolor", "virginica"}

// mixtureTree has a mixture at its root, a text feature and an uncertain main feature below.
func mixtureTree(t testing.TB, width float64) chart.TreeFigure {
	f := anyTree(shape(t, 3, 4, 5, 6), width, shortNames, 240)
	f.Splits[0].Terms = []chart.TreeTerm{{Feature: "x1", Weight: .62}, {Feature: "x3", Weight: .38}}
	f.Splits[1] = split("color", 1.5, .1, 0, 3, []float64{0, 0, 1, 2, 2, 3}, f.Splits[1].Share)
	f.Splits[1].Labels = []string{"amber", "blue", "green", "vermilion"}
	f.Splits[2].MainShare = .87
	f.Target = "compressive strength (MPa)"
	return f
}

// unitsTree has large, small and negative numbers.
func unitsTree(t testing.TB, width float64) chart.TreeFigure {
	f := anyTree(shape(t, 3, 4, 2), width, []string{"income", "dose"}, 120)
	rng := rand.New(rand.NewPCG(3, 3))
	f.Splits[0] = split("income", 1.2e9, 4e7, 0, 4e9, uniform(rng, 0, 4e9, 120), 1)
	f.Splits[1] = split("dose", 3.1e-7, 2e-8, 0, 1e-6, uniform(rng, 0, 1e-6, 60), .5)
	for i, mean := range []float64{-2.4e5, 3.1e4, 1.2e6} {
		f.Leaves[i] = leaf(rng, mean, 8e4, 40, 1./3)
	}
	f.Target = "balance"
	return f
}

func weights(t testing.TB) []chart.TopologyWeight {
	shapes := [][]int{{1, 5, 6}, {1, 5, 13, 14}, {1, 11, 12, 6}, {3, 4, 2}, {3, 4, 5, 6}, {7, 8, 4, 2}}
	values := []float64{.49, .15, .13, .09, .08, .06}
	errors := []float64{.02, .02, .02, .01, .02, .01}
	var out []chart.TopologyWeight
	for i, leaves := range shapes {
		s := shape(t, leaves...)
		out = append(out, chart.TopologyWeight{
			Name: s.String(), Nodes: s.Nodes(), Weight: values[i], Error: errors[i], KHat: .4,
			KHatLimit: .7,
		})
	}
	out[0].Selected = true
	out[1].Measuring = true
	return out
}

// manyWeights are 24 topologies of growing size, marked in every way.
func manyWeights(t testing.TB) []chart.TopologyWeight {
	var out []chart.TopologyWeight
	for i, s := range upTo(5)[:24] {
		w := .5 / float64((i+1)*(i+2))
		out = append(out, chart.TopologyWeight{
			Name: s.String(), Nodes: s.Nodes(), Weight: w, Error: w / 4, KHat: float64(i%5) / 4,
			KHatLimit: .7, Unreliable: i%5 > 2, True: i == 2 || i == 4, Measuring: i%6 == 4,
			Selected: i == 4,
		})
	}
	return out
}

func wuPrediction(t testing.TB, width float64) chart.PredictionFigure {
	rng := rand.New(rand.NewPCG(5, 5))
	grid, density := bell(1.25, .3, 201)
	draws := around(rng, 1.25, .3, 4000)
	edges := chart.Bins(grid, density, 30)
	sort.Float64s(draws)
	part := make([]float64, len(grid))
	for i, x := range grid {
		part[i] = .16 * normal((x-1.01)/.28) / .28
	}
	return chart.PredictionFigure{
		ID: "p", Width: width, Target: "y", Grid: grid, Density: density, Edges: edges,
		Counts: chart.Histogram(draws, edges), Center: chart.Value{Label: "mean", X: 1.25}, Low: draws[200],
		High: draws[3800], Truth: &chart.Value{Label: "true", X: 1.19},
		Baseline:  &chart.Value{Label: "CART", X: 1.02},
		Component: &chart.Curve{Label: "{3,4,2}", Density: part},
	}
}

func classPrediction(width float64) chart.ClassPredictionFigure {
	return chart.ClassPredictionFigure{
		ID: "cp", Width: width, Target: "species", Truth: 1, Baseline: 2, Method: "CART",
		Classes: []chart.ClassPrediction{
			{Label: "setosa", Probability: .02, Low: 0, High: .05},
			{Label: "versicolor", Probability: .71, Low: .58, High: .84},
			{Label: "virginica", Probability: .27, Low: .14, High: .4},
		},
	}
}

func evidence(width float64, series int) chart.EvidenceFigure {
	rng := rand.New(rand.NewPCG(6, 6))
	f := chart.EvidenceFigure{ID: "e", Width: width}
	for i := range series {
		s := chart.EvidenceSeries{Name: fmt.Sprintf("{1,%d,%d}", 5+2*i, 6+2*i), Selected: i == 0}
		for v := 1; v <= 20-2*i; v++ {
			err := 1.6 / math.Sqrt(float64(v))
			s.Visits = append(s.Visits, float64(v))
			s.Log = append(s.Log, -84-1.1*float64(i)+err*.6*rng.NormFloat64())
			s.Error = append(s.Error, err)
		}
		f.Series = append(f.Series, s)
	}
	return f
}

// navigable makes a figure a tree of items: each row of a split goes to a leaf below it, in turn, and each node tells
// its rows.
func navigable(f chart.TreeFigure) chart.TreeFigure {
	f.Navigable = true
	for at, n := range f.Nodes {
		first, last := at, at
		for !f.Nodes[first].Leaf {
			first = f.Nodes[first].Left
		}
		for !f.Nodes[last].Leaf {
			last = f.Nodes[last].Right
		}
		from, to := f.Nodes[first].Index, f.Nodes[last].Index
		a := chart.Arrival{First: []int{2, 3, 5, 8, 13}, Mean: 3.04, SD: 1.65}
		for _, l := range f.Leaves[from : to+1] {
			a.Count += l.Count
			a.Share += l.Share
			for k, c := range l.Class {
				if a.Classes == nil {
					a.Classes = make([]int, len(l.Class))
				}
				a.Classes[k] += c.Count
			}
		}
		f.Arrivals = append(f.Arrivals, a)
		if !n.Leaf {
			s := &f.Splits[n.Index]
			for i := range s.Rows {
				s.Leaf = append(s.Leaf, from+i%(to-from+1))
			}
		}
	}
	return f
}

func collapsed(f chart.TreeFigure, ids ...int) chart.TreeFigure {
	f.Collapsed = ids
	return f
}
