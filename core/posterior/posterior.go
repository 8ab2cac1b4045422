// Package posterior answers questions of a run: predictive distributions with intervals, scores
// beside a baseline, and what a topology looks like. It keeps the weighted draws of every measured
// topology (paper, equations post-est and pred-dist-data) and mixes them by the topologies' weights.
//
// All answers are in the original units of the table.
package posterior

import (
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
	t := Tables{Train: train, Test: test, Scaling: dataset.FitScaling(train), Target: dataset.RawTarget()}
	if standardize && train.Task == dataset.Regression {
		t.Target = dataset.StandardizeTarget(train.Y)
	}
	return t
}

// Data returns the scaled training rows for the sampler.
func (t Tables) Data() softtree.Data {
	f := t.Train
	d := softtree.Data{N: f.N, D: f.D, X: t.Scaling.Apply(f)}
	if f.Task == dataset.Classification {
		d.Class, d.Classes = f.Class, len(f.Classes)
	} else {
		d.Y = t.Target.Apply(f.Y)
	}
	return d
}

// Posterior is the mixture of the measured topologies' draws. It serves one goroutine.
type Posterior struct {
	tables     Tables
	problem    *dcc.Problem
	predictive Predictive
	members    map[topology.Topology]*member
	weights    []dcc.Summary // by weight
	train      *rows
	test       *rows // nil without test rows
}

// member is one topology's draws and what they predict for the table's rows.
type member struct {
	topology topology.Topology
	model    *softtree.Model
	draws    dcc.Draws
	leaf     [][][]float64 // classification, per draw, made when first asked for: see leafProbabilities
	train    forecast
	test     forecast
}

// leafProbabilities returns the class probabilities of every leaf under draw k. They need a pass over
// the training rows, so they are kept.
func (m *member) leafProbabilities(k int) [][]float64 {
	if m.leaf == nil {
		m.leaf = make([][][]float64, len(m.draws.Shares))
	}
	if m.leaf[k] == nil {
		m.leaf[k] = m.model.LeafProbabilities(m.draws.Point(k))
	}
	return m.leaf[k]
}

// New returns an empty posterior of a run on the problem, whose data must be tables.Data().
func New(tables Tables, problem *dcc.Problem, predictive Predictive) *Posterior {
	p := &Posterior{tables: tables, problem: problem, predictive: predictive, members: map[topology.Topology]*member{}}
	p.train = newRows(tables, tables.Train)
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
func (p *Posterior) Update(s Source, t topology.Topology) {
	p.weights = s.Summaries()
	draws, ok := s.Draws(t)
	if !ok {
		return
	}
	p.insert(t, draws.Clone())
}

// insert sets the draws of a topology and forgets what the former ones predicted.
func (p *Posterior) insert(t topology.Topology, draws dcc.Draws) {
	m := p.members[t]
	if m == nil {
		set := p.problem.Settings
		m = &member{topology: t, model: softtree.NewModel(t, p.problem.Data, set.Priors, set.BandwidthFinal)}
		p.members[t] = m
	}
	m.draws, m.leaf, m.train, m.test = draws, nil, forecast{}, forecast{}
}

// Topologies returns the measured topologies by weight.
func (p *Posterior) Topologies() []dcc.Summary { return p.weights }

// Ready tells whether anything was measured.
func (p *Posterior) Ready() bool {
	for _, w := range p.weights {
		if w.Weight > 0 && p.members[w.Topology] != nil {
			return true
		}
	}
	return false
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

func (p *Posterior) regression() bool { return p.tables.Train.Task == dataset.Regression }
