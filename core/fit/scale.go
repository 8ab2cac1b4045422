// The scale of a number to predict: as it is, its square root, or its logarithm.

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
	AutoScale  = "auto" // the root or the logarithm where the training rows ask for it; "" is the same
	PlainScale = "plain"
	RootScale  = "root" // the square root
	LogScale   = "log"
)

// Scales are their names.
func Scales() []string { return append([]string{AutoScale}, fittedScales()...) }

func fittedScales() []string { return []string{PlainScale, RootScale, LogScale} }

// rescale transforms the fitted target where that is chosen, or says why it cannot.
func (p *Problem) rescale(t *dataset.Table, fitted []int) error {
	scale := p.options.Scale
	if scale != "" && !slices.Contains(Scales(), scale) {
		return p.fault(t, "fit.scale", dataset.Show(scale))
	}
	p.scale = PlainScale
	if transformOf(scale) == nil {
		return nil
	}
	if p.task == dataset.Classification {
		return p.fault(t, "fit.classes."+scale, dataset.Show(p.options.Target))
	}
	for k, v := range p.y.Values {
		if v <= 0 {
			return p.fault(t, "fit.positive."+scale, t.FileRow(fitted[k]), Number(v),
				dataset.Show(p.options.Target))
		}
	}
	if scale == LogScale && overflows(p.y.Values) {
		return p.fault(t, "fit.span", dataset.Show(p.options.Target))
	}
	p.note("fit.chosen."+scale, dataset.Show(p.options.Target))
	p.fitOn(scale)
	return nil
}

// fitOn fits on a scale from here on.
func (p *Problem) fitOn(scale string) {
	p.scale, p.y.Values = scale, transformOf(scale).all(p.y.Values)
}

// A trial decides on the scale: restarts on each, by few rows and trees, with seeds of their own, so that the scale
// does not depend on the seed of the fit.
const (
	trialRows     = 500
	trialTrees    = 50
	trialRestarts = 2
	trialMoves    = 2 // times those of the first round
	leastGain     = 5 // nats of the log evidence
)

// decide takes a scale where that is left to the rows and they ask for it, and reports whether it did.
func (p *Problem) decide(w alltrees.Workers) bool {
	left := p.options.Scale == AutoScale || p.options.Scale == ""
	if !left || p.scale != PlainScale || p.task != dataset.Regression {
		return false
	}
	scales := symmetric(p.y.Values)
	if len(scales) == 0 {
		return false
	}
	gains, rows := p.gains(w, scales)
	if len(gains) == 0 {
		return false
	}
	best := numeric.Largest(gains)
	if !(gains[best] >= leastGain) { // nor where it cannot be told
		return false
	}
	p.note("fit.asked."+scales[best], dataset.Show(p.options.Target), rows, gains[best])
	p.fitOn(scales[best])
	return true
}

// symmetric are the scales on which skewed values, all of them positive, are the more symmetric.
func symmetric(values []float64) (scales []string) {
	plain := skewness(values)
	if slices.Min(values) <= 0 || plain <= 0 {
		return nil
	}
	for _, scale := range []string{RootScale, LogScale} {
		if scale == LogScale && overflows(values) {
			continue
		}
		if math.Abs(skewness(transformOf(scale).all(values))) < plain {
			scales = append(scales, scale)
		}
	}
	return scales
}

// overflows reports whether positive values span so much that what is predicted from their logarithms may be too large
// for a number: beyond the largest by as much as it is above the smallest.
func overflows(values []float64) bool {
	low, high := slices.Min(values), slices.Max(values)
	return math.IsInf(high/low*high, 0)
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

// gains are by how much at least the log evidence of the target is larger on each of the scales, by a trial of so many
// rows: the lowest of the scale's restarts against the highest of the target as it is, since with few moves restarts
// may be more than ten nats apart. There are none where these rows have one value.
func (p *Problem) gains(w alltrees.Workers, scales []string) (gains []float64, rows int) {
	rows = min(len(p.y.Values), trialRows)
	drawn := random.Stream(0, "fit", "scale").Perm(len(p.y.Values))[:rows]
	slices.Sort(drawn)
	y := some(alltrees.Column{Values: p.y.Values}, drawn).Values
	if slices.Min(y) == slices.Max(y) {
		return nil, rows
	}
	var columns []alltrees.Column
	for _, c := range p.train {
		columns = append(columns, some(c, drawn))
	}
	all := append([]string{PlainScale}, scales...)
	evidence := make([][trialRestarts]float64, len(all))
	w(len(all)*trialRestarts, func(k int) {
		scale, restart := k/trialRestarts, k%trialRestarts
		evidence[scale][restart] = p.trial(columns, y, all[scale], restart)
	})
	for _, e := range evidence[1:] {
		gains = append(gains, slices.Min(e[:])-slices.Max(evidence[0][:]))
	}
	return gains, rows
}

// trial is the log evidence by a restart of the target in its units, up to a constant, where it is fitted on a scale.
func (p *Problem) trial(columns []alltrees.Column, values []float64, scale string, restart int) float64 {
	s := p.options.Settings
	s.Seed, s.Particles, s.Moves = 0, trialTrees, trialMoves*p.options.Effort.Moves
	y := p.y
	y.Values = values
	slopes := 0.0
	if f := transformOf(scale); f != nil {
		y.Values = f.all(values)
		for _, v := range values {
			slopes += f.logSlope(v)
		}
	}
	t, err := alltrees.NewTable(columns, y)
	if err != nil {
		panic("fit: rows of a table are none: " + err.Error())
	}
	units := float64(len(values)) * numeric.Log(t.Unit())
	s.Hooks.Elsewhere = p.climbing(columns, y)
	return alltrees.Climb(t, s, restart).LogEvidence - units + slopes
}
