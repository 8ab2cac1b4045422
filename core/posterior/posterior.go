// Package posterior answers questions of a run: predictive distributions with intervals, scores
// beside a baseline, and what a topology looks like. It keeps the weighted draws of every measured
// topology (paper, equations post-est and pred-dist-data) and mixes them by the topologies' weights.
//
// All answers are in the original units of the table.
package posterior

import (
	"math"
	"slices"

	"dcctree/core/chart"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Predictive names the predictive distribution of a regression.
type Predictive string

const (
	// Likelihood is the likelihood's own N(sum_k phi_k mu_k, sigma^2): for intervals and log scores.
	Likelihood Predictive = "likelihood"
	// Mixture is the paper's sum_k phi_k N(mu_k, sigma^2), which its figures show. Midway between
	// leaves it is much wider: at means 3 and 5 with sigma .25 its sd is 1.03 instead of .25.
	Mixture Predictive = "mixture"
)

// Tables are the rows that a run learns from and is tested on, with their scaling. Test is nil when
// there are no test rows.
type Tables struct {
	Train, Test *dataset.Frame
	Scaling     dataset.Scaling
	Target      dataset.TargetScaling // RawTarget for classification
}

// NewTables scales by the training rows; standardize does the same to the response of a regression.
func NewTables(train, test *dataset.Frame, standardize bool) Tables {
	target := responseOf(train).scaling(train, standardize)
	return Tables{Train: train, Test: test, Scaling: dataset.FitScaling(train), Target: target}
}

// Data returns the scaled training rows for the sampler.
func (t Tables) Data() softtree.Data {
	f := t.Train
	d := softtree.Data{N: f.N, D: f.D, X: t.Scaling.Apply(f)}
	responseOf(f).fill(&d, t)
	return d
}

// Posterior is the mixture of the measured topologies' draws. It serves one goroutine.
//
// Beside the problem's own rows it holds the test rows, the draws of every topology (see maxWork) and what the heaviest
// of them predict for all rows (see maxKept): 3 numbers a row, or one for each class and one more.
type Posterior struct {
	tables     Tables
	problem    *dcc.Problem
	predictive Predictive
	response   response
	members    map[topology.Topology]*member
	weights    []dcc.Summary // by weight
	train      *rows
	test       *rows // nil without test rows

	nested map[int]*softtree.Nested // by the number of splits, see counts

	past history

	units []float64 // by feature, see unitOf; 0 before it is first asked for
	sieve *sieve    // of the training rows; nil before it is first asked for

	tree   *chart.TreeFigure // the last one asked for; nil where it is out of date
	treeOf topology.Topology
	kept   predictedRows // the last answer of Predicted; rows is nil where it is out of date
}

// unitOf returns the power of ten that all training values of a feature are multiples of; 0 where there is none above a
// millionth.
func (p *Posterior) unitOf(feature int) float64 {
	if p.units == nil {
		p.units = make([]float64, p.train.d)
	}
	if p.units[feature] == 0 {
		f := p.tables.Train
		p.units[feature] = -1
		if decimals := dataset.Decimals(f.X[feature*f.N : (feature+1)*f.N]); decimals >= 0 {
			p.units[feature] = math.Pow10(-decimals)
		}
	}
	return max(0, p.units[feature])
}

// member is one topology's draws and what they predict for the table's rows.
type member struct {
	topology topology.Topology
	layout   softtree.Layout
	draws    dcc.Draws
	used     []float64     // see included
	leaf     [][][]float64 // classification, per draw, made when first asked for: see leafProbabilities
	leafDraw [][]float64   // classification, made with them: see drawLeaves
	train    forecast
	test     forecast
	sifted   *sifted   // made when first asked for, see sift
	survey   *surveyed // made when first asked for
}

// predictor returns a predictor of the topology for n rows.
func (p *Posterior) predictor(t topology.Topology, x []float64, n int) *softtree.Predictor {
	return softtree.PredictorOf(t, p.problem.Data, p.problem.Settings.BandwidthFinal, x, n)
}

// New returns an empty posterior of a run on the problem, whose data must be tables.Data(), which it shares.
func New(tables Tables, problem *dcc.Problem, predictive Predictive) *Posterior {
	p := &Posterior{tables: tables, problem: problem, predictive: predictive, response: responseOf(tables.Train),
		members: map[topology.Topology]*member{}, nested: map[int]*softtree.Nested{}, past: newHistory()}
	d := problem.Data
	p.train = &rows{n: d.N, d: d.D, x: d.X, y: d.Y, class: d.Class}
	if tables.Test != nil {
		p.test = newRows(tables, tables.Test)
	}
	return p
}

// Source is a run in either mode, as far as its answers go.
type Source interface {
	Summaries() []dcc.Summary
	Draws(t topology.Topology) (dcc.Draws, bool)
}

// Update takes over the draws of a topology that a step has measured, and all weights.
func (p *Posterior) Update(s Source, ts ...topology.Topology) {
	p.weights, p.kept = s.Summaries(), predictedRows{}
	changed := p.follow(s)
	for _, t := range ts {
		if draws, ok := s.Draws(t); ok {
			p.insert(t, draws.Clone())
			changed = append(changed, change{t, p.members[t].draws})
		}
	}
	p.past.remember(moment{p.weights, changed}, p.members)
}

// UpdateAll takes over all that a run has measured: for a host that did not follow its steps.
func (p *Posterior) UpdateAll(s Source) {
	for _, w := range s.Summaries() {
		p.Update(s, w.Topology)
	}
}

// follow takes over what the run has let go of since the last step, see dcc's store.go, and what it has measured and
// not told yet: the weights count it.
func (p *Posterior) follow(s Source) (changed []change) {
	for _, w := range p.weights {
		m := p.members[w.Topology]
		if m == nil && w.Kept == 0 || m != nil && len(m.draws.Shares) <= w.Kept {
			continue
		}
		if draws, ok := s.Draws(w.Topology); ok {
			p.insert(w.Topology, draws)
			changed = append(changed, change{w.Topology, p.members[w.Topology].draws})
		} else {
			delete(p.members, w.Topology)
			changed = append(changed, change{topology: w.Topology})
		}
	}
	return changed
}

// maxWork bounds rows x draws of a topology, about a second in a browser: beyond it the draws are thinned, to
// leastDraws at most. The more rows there are the less draws differ.
const (
	maxWork    = 20e6
	leastDraws = 50
)

// layout is that of a topology's parameters.
func (p *Posterior) layout(t topology.Topology) softtree.Layout {
	return p.problem.Data.Layout(t)
}

// insert sets the draws of a topology and forgets what the former ones predicted.
func (p *Posterior) insert(t topology.Topology, draws dcc.Draws) {
	if p.treeOf == t {
		p.tree = nil
	}
	m := p.members[t]
	if m == nil {
		m = &member{topology: t, layout: p.layout(t)}
		p.members[t] = m
	}
	m.draws, m.leaf, m.leafDraw, m.used, m.train, m.test = thinDraws(draws, p.mostDraws()), nil, nil, nil,
		forecast{}, forecast{}
	m.sifted, m.survey = nil, nil
}

// mostDraws is how many draws of a topology are kept at most.
func (p *Posterior) mostDraws() int { return max(leastDraws, maxWork/p.rows()) }

// rows returns the number of training and test rows.
func (p *Posterior) rows() int {
	n := p.train.n
	if p.test != nil {
		n += p.test.n
	}
	return n
}

// Topologies returns the measured topologies by weight.
func (p *Posterior) Topologies() []dcc.Summary { return p.weights }

// Ready tells whether anything was measured.
func (p *Posterior) Ready() bool {
	return slices.ContainsFunc(p.weights, func(w dcc.Summary) bool {
		return w.Weight > 0 && p.members[w.Topology] != nil
	})
}

// each calls f for every topology that has draws, with its weight among those.
func (p *Posterior) each(f func(m *member, weight float64)) {
	var total float64
	for _, w := range p.weights {
		if p.members[w.Topology] != nil {
			total += w.Weight
		}
	}
	for _, w := range p.weights {
		if m := p.members[w.Topology]; m != nil && w.Weight > 0 {
			f(m, w.Weight/total)
		}
	}
}
