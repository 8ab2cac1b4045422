// The scale of a number to predict: as it is, or its logarithm.

package fit

import (
	"math"
	"slices"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/random"
)

// Scales on which a number is fitted, a closed set. Whatever the scale, answers are in the target's units.
const (
	AutoScale  = "auto" // the logarithm where the training rows ask for it; "" is the same
	PlainScale = "plain"
	LogScale   = "log"
)

// Scales are their names.
func Scales() []string { return []string{AutoScale, PlainScale, LogScale} }

// rescale takes the logarithm of the fitted target where that is chosen, or says why it cannot.
func (p *Problem) rescale(t *dataset.Table, fitted []int) error {
	switch scale := p.options.Scale; {
	case scale != "" && !slices.Contains(Scales(), scale):
		return p.fault(t, "fit.scale", dataset.Show(scale))
	case scale != LogScale:
		return nil
	case p.task == dataset.Classification:
		return p.fault(t, "fit.log.classes", dataset.Show(p.options.Target))
	}
	for k, v := range p.y.Values {
		if v <= 0 {
			return p.fault(t, "fit.log.positive", t.FileRow(fitted[k]), Number(v),
				dataset.Show(p.options.Target))
		}
	}
	p.note("fit.log.chosen", dataset.Show(p.options.Target))
	p.takeLogs()
	return nil
}

func (p *Problem) takeLogs() { p.logged, p.y.Values = true, logs(p.y.Values) }

func logs(values []float64) (all []float64) {
	for _, v := range values {
		all = append(all, numeric.Log(v))
	}
	return all
}

// A trial tells whether the logarithm is taken: one restart for the target and one for its logarithm, by few rows and
// trees, with a seed of its own, so that the scale does not depend on the seed of the fit.
const (
	trialRows  = 1000
	trialTrees = 50
	trialSeed  = 1
	leastGain  = 10 // nats of the log evidence: trials of one table may be some nats apart
)

// decide takes the logarithm where that is left to the rows and they ask for it, and reports whether it did.
func (p *Problem) decide(w alltrees.Workers) bool {
	left := p.options.Scale == AutoScale || p.options.Scale == ""
	if !left || p.logged || p.task != dataset.Regression || !skewed(p.y.Values) {
		return false
	}
	gain, rows := p.gainOfLog(w)
	if !(gain >= leastGain) { // nor where it cannot be told
		return false
	}
	p.note("fit.log.asked", dataset.Show(p.options.Target), rows, gain)
	p.takeLogs()
	return true
}

// skewed reports whether all values are positive and their logarithms are the more symmetric.
func skewed(values []float64) bool {
	return slices.Min(values) > 0 && skewness(values) > math.Abs(skewness(logs(values)))
}

// skewness is the third standardized moment.
func skewness(values []float64) float64 {
	var m numeric.Moments
	for _, v := range values {
		m.Add(v)
	}
	cubes := 0.0
	for _, v := range values {
		d := v - m.Mean()
		cubes += d * d * d / float64(len(values))
	}
	v := variance(values)
	return cubes / (v * math.Sqrt(v))
}

// gainOfLog is by how much the log evidence of the target is larger where its logarithm is fitted, by a trial of so
// many rows.
func (p *Problem) gainOfLog(w alltrees.Workers) (gain float64, rows int) {
	rows = min(len(p.y.Values), trialRows)
	drawn := random.Stream(trialSeed, "fit", "scale").Perm(len(p.y.Values))[:rows]
	slices.Sort(drawn)
	y := some(alltrees.Column{Values: p.y.Values}, drawn).Values
	var columns []alltrees.Column
	for _, c := range p.train {
		columns = append(columns, some(c, drawn))
	}
	s := p.options.Settings
	s.Seed, s.Restarts, s.Particles, s.Moves, s.Rounds = trialSeed, 1, trialTrees, p.options.Effort.Moves, 1
	scales := [][]float64{y, logs(y)}
	evidence := make([]float64, len(scales))
	w(len(scales), func(k int) {
		y, s := alltrees.Response{Values: scales[k], LeafNoise: p.y.LeafNoise}, s
		s.Hooks.Elsewhere = p.climbing(columns, y)
		t, err := alltrees.NewTable(columns, y)
		if err != nil {
			panic("fit: rows of a table are none: " + err.Error())
		}
		units := .5 * float64(rows) * numeric.Log(variance(scales[k]))
		evidence[k] = alltrees.Run(t, s, alltrees.Alone).LogEvidence - units
	})
	for _, l := range scales[1] {
		evidence[1] -= l
	}
	return evidence[1] - evidence[0], rows
}

// moments are the mean and the standard deviation of what is predicted, in the target's units.
func (p *Problem) moments(m alltrees.Mixture) (mean, sd float64) {
	if !p.logged {
		return m.Mean(), m.SD()
	}
	squares := 0.0
	for _, c := range m {
		s2 := c.SD * c.SD
		e := numeric.Exp(c.Mean + s2/2)
		mean += c.Share * e
		squares += c.Share * e * e * numeric.Exp(s2)
	}
	return mean, math.Sqrt(max(0, squares-mean*mean))
}

// inUnits is a number of the fitted scale in the target's units.
func (p *Problem) inUnits(v float64) float64 {
	if p.logged {
		return numeric.Exp(v)
	}
	return v
}

// logDensity is that of the target at a value in its units.
func (p *Problem) logDensity(m alltrees.Mixture, v float64) float64 {
	switch {
	case !p.logged:
		return m.LogDensity(v)
	case v <= 0:
		return math.Inf(-1)
	}
	l := numeric.Log(v)
	return m.LogDensity(l) - l
}

// leafOf are the mean and the standard deviation of a leaf in the target's units; the median where no deviation is
// told.
func (p *Problem) leafOf(d *alltrees.Reading) (mean, sd float64) {
	switch {
	case !p.logged:
		return d.Mean, d.SD
	case d.SD == 0:
		return p.inUnits(d.Mean), 0
	}
	return p.moments(alltrees.Mixture{{Share: 1, Mean: d.Mean, SD: d.SD}})
}
