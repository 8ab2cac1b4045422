// The noise of a number to predict: one for all leaves, one for each, or one with heavy tails.

package fit

import (
	"cmp"
	"math"
	"slices"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/words"
)

// Noises that leaves may have, a closed set.
const (
	CommonNoise = "common" // one for all leaves; "" is the same
	LeafNoise   = "leaf"   // each leaf has its own, and all splits are sharp
	HeavyNoise  = "heavy"  // one for all leaves, Student's t with 4 degrees of freedom
)

// Noises are their names.
func Noises() []string { return []string{CommonNoise, LeafNoise, HeavyNoise} }

// chooseNoise takes the choice of the noise over, or says why it cannot be had. It makes splits sharp where each leaf
// has a noise: means of leaves that rows have shares of cannot be summed out then.
func (p *Problem) chooseNoise(t *dataset.Table) error {
	o := &p.options
	switch {
	case o.Noise != "" && !slices.Contains(Noises(), o.Noise):
		return p.fault(t, "fit.noise", dataset.Show(o.Noise))
	case o.Noise != LeafNoise && o.Noise != HeavyNoise:
		return nil
	case p.task == dataset.Classification:
		return p.fault(t, "fit.noise.classes", dataset.Show(o.Target))
	case o.Noise == HeavyNoise:
		p.y.Heavy = true
		p.note("fit.noise.heavy")
		return nil
	}
	p.y.LeafNoise, o.Sharp = true, true
	p.note("fit.noise.chosen")
	return nil
}

// noiseName is the noise of an answer; "" for classes.
func (p *Problem) noiseName() string {
	switch {
	case p.task == dataset.Classification:
		return ""
	case p.y.LeafNoise:
		return LeafNoise
	case p.y.Heavy:
		return HeavyNoise
	}
	return CommonNoise
}

// Noise per leaf is suggested where the rows of the highest third of what is predicted are this many times as far from
// it as those of the lowest, or the other way about, and the log of that is so many standard errors from 0.
const (
	leastRatio  = 1.5
	leastErrors = 4
)

// Heavy tails are suggested where Student's t with 4 degrees of freedom makes the distances of the training rows to
// their predictions more probable than a normal distribution by so many nats, each with its most probable scale. The
// predictions are without the row itself, which may have a leaf of its own by being far off.
const leastTails = 5

// suggestNoise is the note that another noise may be better, nil where it has nothing to say: after a fit with one
// normal noise, by the training rows and what the sample predicts of them. Noise that differs from leaf to leaf makes
// tails of all rows together heavy, so it comes first.
func (p *Problem) suggestNoise(r *alltrees.Sample) []words.Message {
	if p.task == dataset.Classification || p.y.LeafNoise || p.y.Heavy {
		return nil
	}
	if said := p.suggestLeafNoise(r.Fits()); said != nil {
		return said
	}
	return p.suggestTails(r.Without())
}

func (p *Problem) suggestTails(fits []float64) []words.Message {
	gain, far := alltrees.TailGain(p.y.Values, fits)
	if !(gain >= leastTails) { // nor where it cannot be told
		return nil
	}
	return []words.Message{words.Of("fit.noise.tails", far)}
}

func (p *Problem) suggestLeafNoise(fits []float64) []words.Message {
	ratio, errors := spreads(p.y.Values, fits)
	low, high := words.Of("fit.noise.lowest"), words.Of("fit.noise.highest")
	if ratio < 1 {
		ratio, low, high = 1/ratio, high, low
	}
	if !(ratio >= leastRatio && errors >= leastErrors) { // nor where it cannot be told
		return nil
	}
	return []words.Message{words.Of("fit.noise.asked", high, ratio, low)}
}

// spreads is by what factor the mean distance to the prediction is larger in the highest third of the predictions than
// in the lowest, and how many standard errors its log is from 0, by the distances' own variances.
func spreads(y, fits []float64) (ratio, errors float64) {
	order := numeric.Indices(len(y))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(fits[a], fits[b]) })
	var low, high numeric.Moments
	for k := range len(order) / 3 {
		i, j := order[k], order[len(order)-1-k]
		low.Add(math.Abs(y[i] - fits[i]))
		high.Add(math.Abs(y[j] - fits[j]))
	}
	ratio = high.Mean() / low.Mean()
	return ratio, math.Abs(numeric.Log(ratio)) / math.Hypot(relative(&low), relative(&high))
}

// relative is the standard error of a mean relative to it.
func relative(m *numeric.Moments) float64 { return math.Sqrt(m.Variance()/float64(m.N())) / m.Mean() }
