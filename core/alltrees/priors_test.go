// Tests of priors that a person chooses, against sums over every tree by the definitions.

package alltrees

import (
	"math"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// chosen are a prior's numbers, none of them a default.
var chosen = struct{ spread, scale, gradual, narrow, wide, concentration, alpha float64 }{2.5, .3, .8, .03, .4, 3, .6}

func (p problem) chosenPrior(widths int) Prior {
	q := p.prior()
	q.Alpha, q.Widths = chosen.alpha, widths
	q.Gradual, q.Narrow, q.Wide = chosen.gradual, chosen.narrow, chosen.wide
	return q
}

// inDeviations is a response in its standard deviations, about its mean.
func inDeviations(values []float64) []float64 {
	out, mean, squares, n := make([]float64, len(values)), 0.0, 0.0, float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	for _, v := range values {
		squares += (v - mean) * (v - mean) / n
	}
	for i, v := range values {
		out[i] = (v - mean) / math.Sqrt(squares)
	}
	return out
}

// logNormal is the log density of y that is normal about leaf means, N(0, spread^2), by the shares w of its rows, with
// noise of this sigma.
func logNormal(y []float64, w [][]float64, spread, sigma float64) float64 {
	n := len(y)
	c, z := make([]float64, n*n), make([]float64, n)
	for i := range n {
		for j := range n {
			for k := range w[i] {
				c[i*n+j] += spread * spread * w[i][k] * w[j][k]
			}
		}
		c[i*n+i] += sigma * sigma
	}
	numeric.Cholesky(c, c, n)
	numeric.SolveLower(z, c, y, n)
	log := 0.0
	for i := range n {
		log -= .5*z[i]*z[i] + math.Log(c[i*n+i]) + .5*math.Log(2*math.Pi)
	}
	return log
}

// chosenNumbers is the log evidence of numbers: the sum over every tree and over the noise, whose prior is half-t with
// three degrees of freedom, at the grid's points in standard deviations of the response.
func (p problem) chosenNumbers(m *blend, values []float64) float64 {
	y, total, mass := inDeviations(values), 0.0, 0.0
	prior := func(sigma float64) float64 { // of log sigma
		return sigma / math.Pow(1+sigma*sigma/(3*chosen.scale*chosen.scale), 2)
	}
	for _, s := range (&reference{t: m.t, prior: m.prior}).allGradual(m, 0) {
		w := make([][]float64, len(y))
		for i := range w {
			w[i] = m.shareOf(s, i, 1, nil)
		}
		for g := range gridPoints {
			sigma := chosen.spread * math.Exp(logSigma(g))
			total += math.Exp(p.logTree(m, s, 0)+logNormal(y, w, chosen.spread, sigma)) * prior(sigma)
		}
	}
	for g := range gridPoints {
		mass += prior(chosen.spread * math.Exp(logSigma(g)))
	}
	return math.Log(total / mass)
}

// logTree is the log prior probability of a tree, by the definition.
func (p problem) logTree(m *blend, s *gradual, depth int) float64 {
	split := chosen.alpha / float64(depth+1)
	if depth == p.depth {
		split = 0
	}
	if s.isLeaf() {
		return math.Log(1 - split)
	}
	width := 1.0
	if in := &m.t.inputs[s.rule.Input]; in.levels == 0 && m.prior.Widths > 0 {
		if width = 1 - chosen.gradual; s.width > 0 {
			width = chosen.gradual / float64(m.prior.Widths)
		}
	}
	return math.Log(split*width) + m.t.logRule(s.rule) +
		p.logTree(m, s.left, depth+1) + p.logTree(m, s.right, depth+1)
}

// chosenClasses is the log evidence of classes: each row by its probability given those before it in its leaf.
func (p problem) chosenClasses(m *blend, values []float64) float64 {
	total, each := 0.0, chosen.concentration/float64(p.classes)
	for _, s := range (&reference{t: m.t, prior: m.prior}).allGradual(m, 0) {
		log, counts := p.logTree(m, s, 0), make([][]float64, s.leaves)
		for i, v := range values {
			for k, share := range m.shareOf(s, i, 1, nil) {
				if share == 0 {
					continue
				}
				if counts[k] == nil {
					counts[k] = make([]float64, p.classes+1)
				}
				own, all := &counts[k][int(v)], &counts[k][p.classes]
				log += math.Log((*own + each) / (*all + chosen.concentration))
				*own++
				*all++
			}
		}
		total += math.Exp(log)
	}
	return math.Log(total)
}

// With a prior that a person chose the evidence is right on average over restarts, within four standard errors: it is
// of the response in its standard deviations whatever leaf means are before the data.
func TestChosenPriors(t *testing.T) {
	for i, c := range []struct {
		problem
		widths int
	}{
		{problem{7, 1, 0, 0, 0, 2}, tinyWidths}, {problem{8, 1, 3, 0, .3, 1}, tinyWidths},
		{problem{8, 2, 0, 0, 0, 2}, 0}, {problem{10, 1, 3, 0, 0, 2}, 0}, {problem{12, 1, 0, 3, .2, 2}, 0},
	} {
		columns, y := c.data(uint64(i))
		y.MeanSpread, y.NoiseScale, y.Concentration = chosen.spread, chosen.scale, chosen.concentration
		table, err := NewTable(columns, y)
		if err != nil {
			t.Fatal(err)
		}
		s := c.quick()
		s.Prior, s.Moves = c.chosenPrior(c.widths), 5
		m, want := newBlend(table, s.Prior), 0.0
		if c.classes > 0 {
			want = c.chosenClasses(m, y.Values)
		} else {
			want = c.chosenNumbers(m, y.Values)
		}
		var logs, frozen []float64
		for k := range 40 {
			logs = append(logs, Climb(table, s, k).LogEvidence)
		}
		rightOnAverage(t, i, logs, want)
		if c.widths == 0 && c.classes == 0 { // of classes the frozen graph is exact to rounding here
			for k := range uint64(20) {
				s.Seed = k
				frozen = append(frozen, Run(table, s, Alone).Freeze(400, k).LogEvidence)
			}
			rightOnAverage(t, i, frozen, want)
		}
	}
}

// Heads come as often as is said, within five standard errors.
func TestHeads(t *testing.T) {
	rng := random.Stream(1, "heads")
	for _, p := range []float64{.01, .3, .5, .9} {
		const n = 40000
		count := 0.0
		for range n {
			if heads(p, rng) {
				count++
			}
		}
		if z := (count/n - p) / math.Sqrt(p*(1-p)/n); math.Abs(z) > 5 {
			t.Errorf("with probability %g heads come %g times of one", p, count/n)
		}
	}
}
