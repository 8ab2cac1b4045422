// Figures of the run: topologies and predictions.

package posterior

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"dcctree/core/chart"
	"dcctree/core/dcc"
	"dcctree/core/random"
	"dcctree/core/topology"
)

// Weights returns the posterior over topologies as a figure of at most limit bars. generated lists
// the topologies that made the data, where known; newest and selected may be nil.
func (p *Posterior) Weights(
	limit int, generated []topology.Topology, newest, selected *topology.Topology,
) chart.TopologiesFigure {
	var fig chart.TopologiesFigure
	for _, w := range dcc.Stated(p.weights)[:min(limit, len(p.weights))] {
		fig.Topologies = append(fig.Topologies, chart.TopologyWeight{
			Name: w.Topology.String(), Nodes: w.Topology.Nodes(), Weight: w.Weight, Error: w.WeightError,
			Selected: selected != nil && *selected == w.Topology, Measuring: newest != nil &&
				*newest == w.Topology, True: slices.Contains(generated, w.Topology), KHat: w.KHat,
			KHatLimit: w.KHatLimit, Unreliable: !w.Reliable(), Doubted: w.Audit.Flag == dcc.UnderCovered ||
				w.Audit.Flag == dcc.Higher,
		})
	}
	return fig
}

// TreeWeights returns the posterior over effective trees as a figure of at most limit bars. selected is the topology
// that is looked at: the tree that it is shown for is marked, or that to which it gives most. A tree is marked as
// unreliable, or doubted, where a topology of at least heavyPart of it is. The rest is as of Weights. ErrNothingYet
// before anything was measured.
func (p *Posterior) TreeWeights(limit int, generated []topology.Topology, newest, selected *topology.Topology) (
	fig chart.TopologiesFigure, err error) {
	trees, err := p.EffectiveTrees()
	if err != nil {
		return fig, err
	}
	summaries := map[topology.Topology]dcc.Summary{}
	for _, s := range p.weights {
		summaries[s.Topology] = s
	}
	marked := -1
	if selected != nil {
		marked = treeOf(trees, *selected)
	}
	hold := dcc.ErrorsHold(p.weights)
	for i, tree := range trees[:min(limit, len(trees))] {
		if !hold {
			tree.Error = math.NaN()
		}
		bar := chart.TopologyWeight{Effective: true, Name: tree.Topology.String(), Nodes: tree.Topology.Nodes(),
			Weight: tree.Weight, Error: tree.Error, Selected: i == marked,
			Measuring: newest != nil && *newest == tree.Shown(),
			True:      slices.Contains(generated, tree.Topology)}
		for _, part := range tree.Parts {
			if part.Weight < heavyPart*tree.Weight {
				break
			}
			s := summaries[part.Topology]
			if !bar.Unreliable && !s.Reliable() {
				bar.Unreliable, bar.KHat, bar.KHatLimit = true, s.KHat, s.KHatLimit
			}
			bar.Doubted = bar.Doubted || s.Audit.Flag == dcc.UnderCovered || s.Audit.Flag == dcc.Higher
		}
		fig.Topologies = append(fig.Topologies, bar)
	}
	return fig, nil
}

// heavyPart is the share of an effective tree from which a topology's measurement decides what is said of the tree's
// weight.
const heavyPart = .1

// Shown returns the topology that stands for the tree where a single one has to: its own, where that gives a fair part
// of its weight, else that which gives most.
func (t EffectiveTree) Shown() topology.Topology {
	for _, part := range t.Parts {
		if part.Topology == t.Topology && part.Weight >= heavyPart*t.Weight {
			return t.Topology
		}
	}
	return t.Parts[0].Topology
}

// treeOf returns the number of the tree that the topology stands for, or else of the one to which it gives most.
func treeOf(trees []EffectiveTree, t topology.Topology) int {
	at, most := -1, 0.0
	for i, tree := range trees {
		if tree.Shown() == t {
			return i
		}
		for _, part := range tree.Parts {
			if part.Topology == t && part.Weight > most {
				at, most = i, part.Weight
			}
		}
	}
	return at
}

const (
	predictionGrid  = 161
	predictionBins  = 24
	predictiveDraws = 2000
)

// PredictionOf returns the figure of one row's predictive distribution (regression). truth is nil
// when unknown; label names the row for its stream of predictive draws.
func (p *Posterior) PredictionOf(row []float64, truth *float64, label string) (fig chart.PredictionFigure, err error) {
	e, err := p.Explain(row)
	if err != nil {
		return fig, err
	}
	fig = p.tables.NumberFigure(e, truth, 0, 0)
	fig.Edges = chart.Bins(fig.Grid, fig.Density, predictionBins)
	fig.Counts = chart.Histogram(p.predictiveDraws(e.mixture.thin(mixtureComponents), label), fig.Edges)
	return fig, nil
}

// densities evaluates the mixture on a grid in original units.
func (t Tables) densities(m normalMixture, grid []float64) []float64 {
	out := make([]float64, len(grid))
	for i, g := range grid {
		out[i] = m.density((g-t.Target.Mean)/t.Target.SD) / t.Target.SD
	}
	return out
}

// predictiveDraws draws responses, in original units.
func (p *Posterior) predictiveDraws(m normalMixture, label string) []float64 {
	rng := random.Stream(p.problem.Seed, "predictive draws", label)
	var total float64
	for _, w := range m.weight {
		total += w
	}
	out := make([]float64, predictiveDraws)
	for k := range out {
		u, at := rng.Float64()*total, 0
		for u -= m.weight[at]; u > 0 && at+1 < len(m.weight); u -= m.weight[at] {
			at++
		}
		out[k] = p.tables.original(m.mean[at] + m.sigma[at]*rng.NormFloat64())
	}
	return out
}

// ClassPredictionOf returns the figure of one row's class probabilities (classification); truth is
// the index of the true class, -1 if unknown.
func (p *Posterior) ClassPredictionOf(row []float64, truth int) (fig chart.ClassPredictionFigure, err error) {
	e, err := p.Explain(row)
	if err != nil {
		return fig, err
	}
	fig = p.tables.ClassFigure(e)
	fig.Truth = truth
	return fig, nil
}

// TableRow returns row i of the test (or training) table in original units, with its truth: the
// response, or the class as its index.
func (p *Posterior) TableRow(test bool, i int) (row []float64, truth float64, err error) {
	f, name := p.tables.Train, "training"
	if test {
		f, name = p.tables.Test, "test"
	}
	if f == nil {
		return nil, 0, fmt.Errorf("there are no test rows; hold some out or open a test file")
	}
	if i < 0 || i >= f.N {
		return nil, 0, fmt.Errorf("%s row %s does not exist; there are %d, counted from 0", name,
			strconv.Itoa(i), f.N)
	}
	row = f.Row(make([]float64, 0, f.D), i)
	return row, p.response.truth(f, i), nil
}
