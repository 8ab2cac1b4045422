// A response of classes, whose probabilities in the leaves are integrated out.

package posterior

import (
	"math"
	"slices"

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

// classResponse is the response of a classification.
type classResponse struct{}

func (classResponse) scaling(*dataset.Frame, bool) dataset.TargetScaling { return dataset.RawTarget() }

func (classResponse) fill(d *softtree.Data, t Tables) {
	d.Class, d.Classes = t.Train.Class, len(t.Train.Classes)
}

func (classResponse) truths(*rows, Tables, *dataset.Frame) {}

func (classResponse) truth(f *dataset.Frame, i int) float64 { return float64(f.Class[i]) }

// baseline predicts by the frequencies of the classes among the training rows.
func (classResponse) baseline(train, f *dataset.Frame) Judge {
	share := make([]float64, len(train.Classes))
	for _, k := range train.Class {
		share[k] += 1 / float64(train.N)
	}
	return func(i int) Loss { return ClassLoss(share, f.Class[i]) }
}

func (classResponse) forecast(p *Posterior, m *member, r *rows, pred *softtree.Predictor) forecast {
	c := p.problem.Data.Classes
	f := forecast{prob: make([]float64, r.n*c), density: make([]float64, r.n)}
	one := make([]float64, r.n*c)
	for k, share := range p.forecastShares(m) {
		if share == 0 {
			continue
		}
		pred.Probabilities(one, m.draws.Point(k), p.leafOf(m, k))
		for i, v := range one {
			f.prob[i] += share * v
		}
	}
	for i, k := range r.class {
		f.density[i] = f.prob[i*c+k]
	}
	return f
}

func (classResponse) addDraw(f forecast, r *rows, of *tree.Tree, weight float64) (own float64) {
	hard := of.Hard()
	for at := range r.n {
		row := r.row(at)
		most := mostProbable(of, row, hard).Answer.(tree.Classes)
		prob := f.prob[at*len(most) : (at+1)*len(most)]
		if hard {
			addTo(prob, most, weight)
		} else {
			mixClasses(prob, of, row, weight)
		}
		if most.Most() == r.class[at] {
			own++
		}
	}
	return own
}

func (classResponse) ownUnit(Tables) float64 { return 1 }

func (classResponse) judge(p *Posterior, r *rows, f forecast) Judge {
	c := p.problem.Data.Classes
	return func(i int) Loss { return ClassLoss(f.prob[i*c:(i+1)*c], r.class[i]) }
}

func (classResponse) headline(s Scores) float64 { return s.Accuracy }

func (classResponse) calibration(p *Posterior, r *rows, f forecast) []chart.CalibrationPoint {
	return reliability(f.prob, r.class, p.problem.Data.Classes)
}

func (classResponse) predict(p *Posterior, r *rows) []Prediction {
	c := p.problem.Data.Classes
	pool, one := newClassPool(r.n, c), make([]float64, r.n*c)
	p.each(func(m *member, weight float64) {
		pred := p.sharedPredictor(m.topology, r)
		reach := make([]float64, r.n*m.layout.Leaves)
		for k, share := range p.forecastShares(m) {
			if share == 0 {
				continue
			}
			pred.Probabilities(one, m.draws.Point(k), p.leafOf(m, k))
			pool.add(one, weight*share)
			pred.SameReaches(reach)
			pool.addLeaves(reach, m.leafDraw[k], weight*share)
		}
	})
	return pool.predictions()
}

func (classResponse) explain(p *Posterior, r *rows) (e Explanation) {
	e.Dissent = -1
	c := p.problem.Data.Classes
	pool, one := newClassPool(1, c), make([]float64, c)
	p.consulted(explainWork, explainCost, func(m *member, weight float64, some []int, share float64) {
		pred, reach := p.sharedPredictor(m.topology, r), make([]float64, m.layout.Leaves)
		own := make([]float64, c)
		eachDraw(m.draws, some, share, func(k int, share float64) {
			pred.Probabilities(one, m.draws.Point(k), p.leafOf(m, k))
			addTo(own, one, share)
			pool.add(one, weight*share)
			pred.SameReaches(reach)
			pool.addLeaves(reach, m.leafDraw[k], weight*share)
		})
		if weight >= partShare && len(e.Parts) < mostParts {
			part := Part{Topology: m.topology, Weight: weight, Probabilities: own,
				Class: numeric.Largest(own)}
			e.Parts = append(e.Parts, part)
		}
	})
	e.Prediction = pool.predictions()[0]
	e.findClassDissent()
	return e
}

// classGap is how far a topology's probability of the likeliest class lies from the whole's where it disagrees without
// naming another class.
const classGap = .25

// findClassDissent takes the heaviest topology that names another class, or else the one farthest from the whole by
// over classGap.
func (e *Explanation) findClassDissent() {
	gap := classGap
	for i, part := range e.Parts {
		if len(e.Parts) == 1 || part.Weight >= 1-partShare {
			return
		}
		if part.Class != e.Class {
			e.Dissent = i
			return
		}
		if d := math.Abs(part.Probabilities[e.Class] - e.Probabilities[e.Class]); d > gap {
			gap, e.Dissent = d, i
		}
	}
}

func (classResponse) explainDrawn(
	p *Posterior, row tree.Row, each func(func(*baseline.Draw, float64)),
) (e Explanation) {
	pool := newClassPool(1, p.problem.Data.Classes)
	each(func(draw *baseline.Draw, w float64) {
		one := make([]float64, pool.classes)
		mixClasses(one, &draw.Tree, row, 1)
		pool.add(one, w)
		pool.addLeaves([]float64{1}, one, w)
	})
	e.Prediction = pool.predictions()[0]
	return e
}

func (classResponse) point(p *Posterior, pred *softtree.Predictor, dst []float64, m *member, k int) {
	pred.Probabilities(dst, m.draws.Point(k), p.leafOf(m, k))
}

func (classResponse) width(p *Posterior) int { return p.problem.Data.Classes }

func (classResponse) mapped(p *Posterior, fig *chart.PartitionFigure, mean []float64) {
	for c := p.problem.Data.Classes; len(mean) > 0; mean = mean[c:] {
		fig.Prob = append(fig.Prob, mean[:c])
	}
}

func (classResponse) probabilities(p *Posterior, m *member, k int) [][]float64 { return p.leafOf(m, k) }

func (classResponse) leaves(d *diagram, out []chart.TreeLeaf) {
	pool, reach := newClassPool(d.layout.Leaves, d.p.problem.Data.Classes), identity(d.layout.Leaves)
	draws := d.trees.leafDraws()
	for k := range d.draws {
		pool.add(leafClasses(&d.draws[k]), d.shares[k])
		pool.addLeaves(reach, draws[k], d.shares[k])
	}
	for leaf, v := range pool.predictions() {
		for class, probability := range v.Probabilities {
			out[leaf].Class = append(out[leaf].Class, chart.LeafClass{Probability: probability,
				Low: v.ProbabilityLow[class], High: v.ProbabilityHi[class]})
		}
	}
	for at, n := range d.nodes {
		for _, i := range d.rows[at] {
			if n.Leaf {
				out[n.Index].Class[d.p.train.class[i]].Count++
			}
		}
	}
}

func (classResponse) arrival(d *diagram, rows []int, a *chart.Arrival) {
	f := d.p.tables.Train
	a.Classes = make([]int, len(f.Classes))
	for _, i := range rows {
		a.Classes[f.Class[i]]++
	}
}

func (classResponse) middle(leaf chart.TreeLeaf) tree.Answer {
	var shares tree.Classes
	for _, c := range leaf.Class {
		shares = append(shares, c.Probability)
	}
	return shares
}

func (classResponse) agreement(answers []float64, predictions []Prediction, l words.Lang) string {
	same := 0
	for k, v := range answers {
		if v == float64(predictions[k].Class) {
			same++
		}
	}
	return l.Say("rules.agreement", same, len(answers))
}

func (classResponse) names(*Posterior, topology.Topology, func(words.Message, func(softtree.Params) float64)) {
}

func (classResponse) variables(p *Posterior, m *member) []export.Variable {
	shape := []int{m.layout.Leaves, p.problem.Data.Classes}
	prob := export.Variable{Name: "p", Dims: []string{"leaf", "class"}, Shape: shape}
	for k, share := range m.draws.Shares {
		if share > 0 {
			prob.Values = append(prob.Values, slices.Concat(p.leafOf(m, k)...)...)
		}
	}
	return []export.Variable{prob}
}

func (classResponse) coords(p *Posterior) []export.Coord {
	return []export.Coord{{Name: "class", Labels: p.tables.Train.Classes}}
}

func (classResponse) note(Tables) string {
	return "p holds the class probabilities of each leaf given tau and delta: " +
		"the means of their posterior, which is integrated out."
}
