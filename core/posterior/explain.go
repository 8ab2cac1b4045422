// What the run says about one row, and which topologies disagree about it: the answer to "what if".

package posterior

import (
	"math"

	"dcctree/core/chart"
	"dcctree/core/dcc"
	"dcctree/core/topology"
)

// Explanation is the prediction of one row with what the heaviest topologies say about it on their own.
type Explanation struct {
	Prediction
	Parts   []Part // of topologies of at least partShare, by weight, at most mostParts
	Dissent int    // index in Parts of the one that disagrees most with the whole, -1 where none does

	mixture normalMixture // regression, scaled
	dissent normalMixture // regression: the part of the dissenter, its weight as total
}

// Part is what one topology says.
type Part struct {
	Topology      topology.Topology
	Weight        float64   // among the topologies with draws
	Mean          float64   // regression, original units
	Probabilities []float64 // classification
	Class         int       // classification: its most probable class
}

const (
	partShare = .05 // topologies below this weight are not asked for an opinion
	mostParts = 8

	// explainWork bounds draws x splits x features of an answer, some 50 ms in a browser: beyond it draws are
	// thinned and topologies of negligible weight left out, so that a slider is followed however many features
	// there are.
	explainWork = 1e6
	leastThin   = 20 // draws that every topology keeps
)

// Explain answers for one row in original units.
func (p *Posterior) Explain(row []float64) (e Explanation, err error) {
	r, err := p.oneRow(row)
	if err != nil {
		return e, err
	}
	return p.response.explain(p, r), nil
}

// consulted calls f for every topology with the draws that are used of it: all of them (nil), or so few, each with the
// same share, that the sum of cost(m) over draws stays about within the budget. A light topology has at most those that
// are mixed.
func (p *Posterior) consulted(
	budget float64, cost func(*member) int, f func(m *member, weight float64, draws []int, share float64),
) {
	var work float64
	p.each(func(m *member, _ float64) { work += float64(len(m.draws.Shares) * cost(m)) })
	kept := min(1, budget/max(work, 1))
	p.each(func(m *member, weight float64) {
		if kept < 1 && weight < negligible {
			return
		}
		n := len(m.draws.Shares)
		most := max(leastThin, int(kept*float64(n)))
		if m.draws.Mixed > 0 {
			most = min(most, m.draws.Mixed)
		}
		if most >= n {
			f(m, weight, nil, 0)
			return
		}
		f(m, weight, thinned(m.draws.Shares, most), 1/float64(most))
	})
}

// eachDraw calls f with every draw to be used and its share: all of them for nil.
func eachDraw(d dcc.Draws, some []int, share float64, f func(k int, share float64)) {
	if some == nil {
		for k, s := range d.Shares {
			f(k, s)
		}
		return
	}
	for _, k := range some {
		f(k, share)
	}
}

// explainCost is what one draw costs where a single row is asked about.
func explainCost(m *member) int { return (m.layout.Leaves - 1) * m.layout.D }

// mixtureOf returns the predictive distribution of one row under one topology, with its weight as total.
func (p *Posterior) mixtureOf(m *member, r *rows, weight float64, some []int, share float64) (out normalMixture) {
	used := m
	if some != nil {
		thin := dcc.Draws{Dim: m.draws.Dim}
		for _, k := range some {
			thin.Points, thin.Shares = append(thin.Points, m.draws.Point(k)...), append(thin.Shares, share)
		}
		used = &member{topology: m.topology, layout: m.layout, draws: thin}
	}
	p.eachLayer(used, p.sharedPredictor(m.topology, r), r.n, used.draws.Shares, func(l layer) {
		w := weight * l.share
		if l.reach != nil {
			w *= l.reach[0]
		}
		out.add(w, l.mean[0], l.sigma)
	})
	return out
}

// NumberFigure returns the figure of an explained regression, without a histogram of draws; truth is nil where it is
// not known. low and high hold the axis (original units): it is widened only where the prediction would leave it; both
// 0 let it follow the prediction.
func (t Tables) NumberFigure(e Explanation, truth *float64, low, high float64) chart.PredictionFigure {
	m := e.mixture.thin(mixtureComponents)
	fig := chart.PredictionFigure{Target: t.Train.Target, Low: e.Low, High: e.High,
		Center: chart.Value{Label: "mean", X: e.Mean}}
	lo, hi := t.original(m.quantile(.0005)), t.original(m.quantile(.9995))
	if truth != nil {
		fig.Truth = &chart.Value{Label: "true", X: *truth}
		lo, hi = math.Min(lo, *truth), math.Max(hi, *truth)
	}
	fig.Stretch(lo, hi, low, high, predictionGrid)
	fig.Density = t.densities(m, fig.Grid)
	if e.Dissent >= 0 {
		fig.Component = &chart.Curve{Label: e.Parts[e.Dissent].Topology.String(),
			Density: t.densities(e.dissent.thin(mixtureComponents), fig.Grid)}
	}
	return fig
}

// ClassFigure returns the figure of an explained classification.
func (t Tables) ClassFigure(e Explanation) chart.ClassPredictionFigure {
	fig := chart.ClassPredictionFigure{Target: t.Train.Target, Truth: -1, Baseline: -1}
	for k, v := range e.Probabilities {
		fig.Classes = append(fig.Classes,
			chart.ClassPrediction{Label: t.Train.Classes[k], Probability: v,
				Low: e.ProbabilityLow[k], High: e.ProbabilityHi[k]})
	}
	if e.Dissent >= 0 {
		part := e.Parts[e.Dissent]
		fig.Component = &chart.ClassComponent{Label: part.Topology.String(), Probabilities: part.Probabilities}
	}
	return fig
}

// Included returns, for every feature, the posterior expectation of its weight on the simplex, summed over the splits
// of a tree: how much of the trees' splitting it does.
func (p *Posterior) Included() []float64 {
	out := make([]float64, p.problem.Data.D)
	p.each(func(m *member, weight float64) {
		addTo(out, m.included(), weight)
	})
	return out
}

// included is the topology's part, kept until its draws change.
func (m *member) included() []float64 {
	if m.used == nil {
		m.used = make([]float64, m.layout.D)
		few := thinned(m.draws.Shares, leastDraws)
		for _, k := range few {
			drawn := m.layout.Drawn(m.topology, m.draws.Point(k), nil, 0)
			for _, n := range drawn.Nodes {
				if !n.Leaf() {
					n.Rule.AddWeights(m.used, 1/float64(len(few)))
				}
			}
		}
	}
	return m.used
}
