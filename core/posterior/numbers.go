// A response of numbers, about which the soft tree has a normal distribution.

package posterior

import (
	"math"

	"dcctree/core/baseline"
	"dcctree/core/chart"
	"dcctree/core/dataset"
	"dcctree/core/export"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
	"dcctree/core/topology"
	"dcctree/core/tree"
	"dcctree/core/words"
)

// numberResponse is the response of a regression.
type numberResponse struct{}

func (numberResponse) scaling(train *dataset.Frame, standardize bool) dataset.TargetScaling {
	if standardize {
		return dataset.StandardizeTarget(train.Y)
	}
	return dataset.RawTarget()
}

func (numberResponse) fill(d *softtree.Data, t Tables) { d.Y = t.Target.Apply(t.Train.Y) }

func (numberResponse) truths(r *rows, t Tables, f *dataset.Frame) { r.y = t.Target.Apply(f.Y) }

func (numberResponse) truth(f *dataset.Frame, i int) float64 { return f.Y[i] }

// baseline predicts by the mean and the standard deviation of the training response.
func (numberResponse) baseline(train, f *dataset.Frame) Judge {
	scale := dataset.StandardizeTarget(train.Y)
	return func(i int) Loss {
		return NumberLoss(f.Y[i], scale.Mean, numeric.LogNormalPDF(f.Y[i], scale.Mean, scale.SD), math.NaN())
	}
}

func (numberResponse) forecast(p *Posterior, m *member, r *rows, pred *softtree.Predictor) forecast {
	f := forecast{mean: make([]float64, r.n), density: make([]float64, r.n), below: make([]float64, r.n)}
	z, density, below := make([]float64, r.n), make([]float64, r.n), make([]float64, r.n)
	p.eachLayer(m, pred, r.n, p.forecastShares(m), func(l layer) {
		l.addTo(f.mean, l.mean, 1)
		if r.y == nil {
			return
		}
		for i, mean := range l.mean {
			z[i] = (r.y[i] - mean) / l.sigma
		}
		numeric.NormalSlices(density, below, z)
		l.addTo(f.density, density, 1/l.sigma)
		l.addTo(f.below, below, 1)
	})
	return f
}

func (numberResponse) addDraw(f forecast, r *rows, of *tree.Tree, weight float64) (own float64) {
	hard := of.Hard()
	for at := range r.n {
		row := r.row(at)
		most := mostProbable(of, row, hard).Answer.(tree.Normal)
		mean, sd := 0+most.Mean, math.Sqrt(float64(most.SD*most.SD))
		if !hard {
			mean, sd = spot(of, row)
		}
		f.mean[at] += float64(weight * mean)
		z := (r.y[at] - mean) / sd
		f.density[at] += float64(weight / sd * normalDensity(z))
		f.below[at] += float64(weight * numeric.NormalCDF(z))
		gap := r.y[at] - most.Mean
		own += float64(gap * gap)
	}
	return own
}

func (numberResponse) ownUnit(t Tables) float64 { return t.Target.SD }

func (numberResponse) judge(p *Posterior, r *rows, f forecast) Judge {
	sd := p.tables.Target.SD
	return func(i int) Loss {
		return NumberLoss((r.y[i]-f.mean[i])*sd, 0, math.Log(f.density[i])-math.Log(sd), f.below[i])
	}
}

func (numberResponse) headline(s Scores) float64 { return s.MSE }

func (numberResponse) calibration(_ *Posterior, _ *rows, f forecast) []chart.CalibrationPoint {
	return coverage(f.below)
}

func (numberResponse) predict(p *Posterior, r *rows) []Prediction {
	out := make([]Prediction, r.n)
	for i, m := range p.mixtures(r) {
		out[i] = p.numberPrediction(m)
	}
	return out
}

func (numberResponse) explain(p *Posterior, r *rows) (e Explanation) {
	e.Dissent = -1
	var parts []normalMixture
	p.consulted(explainWork, explainCost, func(m *member, weight float64, some []int, share float64) {
		own := p.mixtureOf(m, r, weight, some, share)
		e.mixture.weight = append(e.mixture.weight, own.weight...)
		e.mixture.mean = append(e.mixture.mean, own.mean...)
		e.mixture.sigma = append(e.mixture.sigma, own.sigma...)
		if weight >= partShare && len(parts) < mostParts {
			mean, _ := own.moments()
			parts = append(parts, own)
			e.Parts = append(e.Parts,
				Part{Topology: m.topology, Weight: weight, Mean: p.tables.original(mean)})
		}
	})
	e.Prediction = p.numberPrediction(e.mixture)
	gap := e.SD / 2
	for i, part := range e.Parts {
		if d := math.Abs(part.Mean - e.Mean); d > gap && len(e.Parts) > 1 && part.Weight < 1-partShare {
			gap, e.Dissent, e.dissent = d, i, parts[i]
		}
	}
	return e
}

func (numberResponse) explainDrawn(
	p *Posterior, row tree.Row, each func(func(*baseline.Draw, float64)),
) (e Explanation) {
	each(func(draw *baseline.Draw, w float64) {
		mean, sd := spot(&draw.Tree, row)
		e.mixture.add(w, mean, sd)
	})
	e.Prediction = p.numberPrediction(e.mixture)
	return e
}

func (numberResponse) point(_ *Posterior, pred *softtree.Predictor, dst []float64, m *member, k int) {
	pred.Means(dst, m.draws.Point(k))
}

func (numberResponse) width(*Posterior) int { return 1 }

func (numberResponse) mapped(p *Posterior, fig *chart.PartitionFigure, mean []float64) {
	for _, v := range mean {
		fig.Means = append(fig.Means, p.tables.original(v))
	}
}

func (numberResponse) probabilities(*Posterior, *member, int) [][]float64 { return nil }

func (numberResponse) leaves(d *diagram, out []chart.TreeLeaf) {
	for at, n := range d.nodes {
		if n.Leaf {
			d.numberLeaf(&out[n.Index], at)
		}
	}
}

func (d *diagram) numberLeaf(l *chart.TreeLeaf, at int) {
	var means []weighted
	var mix normalMixture
	for k, share := range d.shares {
		answer := d.draws[k].Nodes[at].Answer.(tree.Normal)
		means = append(means, weighted{answer.Mean, share})
		mix.add(share, answer.Mean, answer.SD)
	}
	mix = mix.thin(mixtureComponents)
	original := d.p.tables.original
	q := quantiles(means, .05, .95)
	l.Mean, l.Low, l.High = original(meanOf(means)), original(q[0]), original(q[1])
	l.NewLow, l.NewHi = original(mix.quantile(.05)), original(mix.quantile(.95))
	for _, i := range d.rows[at] {
		l.Values = append(l.Values, d.p.tables.Train.Y[i])
	}
}

func (numberResponse) arrival(d *diagram, rows []int, a *chart.Arrival) {
	y, n := d.p.tables.Train.Y, float64(len(rows))
	for _, i := range rows {
		a.Mean += y[i] / n
	}
	squares := 0.0
	for _, i := range rows {
		squares += float64((y[i] - a.Mean) * (y[i] - a.Mean))
	}
	if n > 1 {
		a.SD = math.Sqrt(squares / (n - 1))
	}
}

func (numberResponse) middle(leaf chart.TreeLeaf) tree.Answer {
	return tree.Normal{Mean: leaf.Mean, SD: math.NaN()}
}

func (numberResponse) agreement(answers []float64, predictions []Prediction, l words.Lang) string {
	squares := 0.0
	for k, v := range answers {
		gap := v - predictions[k].Mean
		squares += float64(gap * gap)
	}
	return l.Say("rules.difference", len(answers), math.Sqrt(squares/float64(len(answers))))
}

func (numberResponse) names(p *Posterior, t topology.Topology, add func(words.Message, func(softtree.Params) float64)) {
	for _, node := range t.Nodes() {
		if node.Leaf {
			add(words.Of("chain.mean", node.ID),
				func(d softtree.Params) float64 { return p.tables.original(d.Mu[node.Index]) })
		}
	}
	add(words.Of("chain.sigma"), func(d softtree.Params) float64 { return d.Sigma * p.tables.Target.SD })
}

func (numberResponse) variables(p *Posterior, m *member) []export.Variable {
	mu := export.Variable{Name: "mu", Dims: []string{"leaf"}, Shape: []int{m.layout.Leaves}}
	sigma := export.Variable{Name: "sigma"}
	params := m.layout.NewParams()
	for k, share := range m.draws.Shares {
		if share > 0 {
			m.layout.Constrain(&params, m.draws.Point(k))
			mu.Values, sigma.Values = append(mu.Values, params.Mu...), append(sigma.Values, params.Sigma)
		}
	}
	return []export.Variable{mu, sigma}
}

func (numberResponse) coords(*Posterior) []export.Coord { return nil }

func (numberResponse) note(t Tables) string {
	if s := t.Target; s.Mean != 0 || s.SD != 1 {
		return "mu and sigma are on the standardized scale: " + t.Train.Target + " = " + whole(s.Mean) + " + " +
			whole(s.SD) + " mu, and sigma times " + whole(s.SD) + " is the standard deviation of the noise."
	}
	return "mu and sigma are in the units of " + t.Train.Target + "."
}
