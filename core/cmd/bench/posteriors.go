// The nine posteriors: data, topology and bandwidth, and where chains start.

package main

import (
	"math"

	"dcctree/core/bijector"
	"dcctree/core/cmd/internal/published"
	"dcctree/core/hardtree"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// posterior is one topology on one data set with a fixed bandwidth.
type posterior struct {
	name    string
	title   string
	set     string
	columns []int // inputs, from 0; nil = all. They are scaled before
	leaves  []int // heap ids
	h       float64
	draws   int     // of each chain
	rstan   float64 // what rstan is known to reach, the mark to beat
}

var posteriors = []posterior{
	{"wu-x1", "WU {1,2}, x1 alone", "wu", []int{0}, []int{1, 2}, .025, 1000, 515},
	{"cgm-2", "CGM {1,2}", "cgm", nil, []int{1, 2}, .1, 1000, 413},
	{"wu-156", "WU {1,5,6}", "wu", nil, []int{1, 5, 6}, .025, 1000, 62},
	{"wu-342", "WU {3,4,2}", "wu", nil, []int{3, 4, 2}, .025, 1000, 56},
	{"iris", "Iris {1,5,6}", "iris", nil, []int{1, 5, 6}, .01, 1000, 141},
	{"bcw", "BCW {1,2}", "bcw", nil, []int{1, 2}, .025, 1000, 214},
	{"wine", "Wine {3,4,2}", "wine", nil, []int{3, 4, 2}, .025, 1000, 147},
	{"cgm-01", "CGM {3,9,10,5,6}", "cgm", nil, []int{3, 9, 10, 5, 6}, .01, 1000, 45},
	{"cgm-001", "CGM {3,9,10,5,6}", "cgm", nil, []int{3, 9, 10, 5, 6}, .001, 500, 1.6},
}

// problem is a posterior with its data. Models own work space: newModel makes one for each goroutine.
type problem struct {
	posterior
	topology topology.Topology
	data     softtree.Data
	model    *softtree.Model
	start    []float64 // unconstrained
}

func (t *problem) newModel() *softtree.Model {
	return softtree.NewModel(t.topology, t.data, softtree.PaperPriors(), t.h)
}

// load reads the training rows from dir, scales the inputs, merges equal rows, which leaves the posterior as
// it is, and finds the start.
func (p posterior) load(dir string) (*problem, error) {
	set, err := published.Load(dir, p.set)
	if err != nil {
		return nil, err
	}
	t := &problem{posterior: p, data: set.TrainingData(p.columns).Merge()}
	if t.topology, err = topology.FromLeaves(p.leaves); err != nil {
		return nil, err
	}
	t.model = t.newModel()
	best, _ := hardtree.Search(t.topology, t.data, softtree.PaperPriors(), hardtree.Options{},
		random.Stream(1, "bench", p.name))
	t.start = start(t.model.Layout(), best[0])
	return t, nil
}

// otherWeight is the simplex weight that a start gives to all features but the split's own.
const otherWeight = .02

// start places a chain at a hard tree, in its layout's unconstrained space: the main mode, where the hard
// tree is the best.
func start(l softtree.Layout, s hardtree.Solution) []float64 {
	x := make([]float64, l.Dim())
	delta := make([]float64, l.D)
	other := otherWeight
	if l.D == 1 {
		other = 0
	}
	for j, split := range s.Splits {
		feature := split.Input
		for f := range delta {
			delta[f] = other / math.Max(1, float64(l.D-1))
		}
		delta[feature] = 1 - other
		from, to := l.Simplex(j)
		bijector.SimplexInverse(x[from:to], delta)
		x[l.Tau(j)] = bijector.UnitInverse(s.Splits[j].At*(1-other) + other/2)
	}
	if l.Noise {
		copy(x[l.Mu(0):], s.Mean)
		x[l.LogSigma()] = math.Log(s.Sigma)
	}
	return x
}
