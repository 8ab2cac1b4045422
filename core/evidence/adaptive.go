// Adaptive importance sampling: population Monte Carlo that fits a mixture to the target.

package evidence

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Adaptive are the settings of Adapt; Final's number of draws stands beside them.
type Adaptive struct {
	// Rounds of adaptation, >= 1. Default 4. Up to two more follow where the mixture is judged bad.
	Rounds int `json:"rounds"`
	// PerRound is the number of evaluations of a round, >= 10. Default 1500.
	PerRound int `json:"perRound"`
	// Final is the number of evaluations of the fresh round that measures, >= 10. Default 1500.
	Final int `json:"final"`
	// Inflate multiplies the fitted scale matrices, >= 1. Default 1.3.
	Inflate float64 `json:"inflate"`
	// WideShare is the share of the components' draws made at thrice their scale, in [0,1). Default 0.1.
	WideShare float64 `json:"wideShare"`
	// PriorShare is the share of all draws made from the prior, in [0,1). Default 0.05.
	PriorShare float64 `json:"priorShare"`
	// DF are the degrees of freedom of components that do not say their own, a whole number >= 1. Default 4.
	DF float64 `json:"df"`
	// MaxComponents bounds the number of components, >= 1: those of least weight go first. Default 16.
	MaxComponents int `json:"maxComponents"`
	// Enough is the effective share of a round's weights from which on, with k-hat below 0.5, adaptation
	// stops before its rounds are used up; 1 never stops early. In (0,1]. Default 0.4.
	Enough float64 `json:"enough"`
}

// DefaultAdaptive returns the defaults stated at the fields.
func DefaultAdaptive() Adaptive {
	return Adaptive{Rounds: 4, PerRound: 1500, Final: 1500, Inflate: 1.3, WideShare: 0.1, PriorShare: 0.05, DF: 4,
		MaxComponents: 16, Enough: 0.4}
}

// Validate returns an error that names the first field outside its range.
func (s Adaptive) Validate() error {
	for _, c := range []struct {
		ok    bool
		name  string
		value float64
		want  string
	}{
		{s.Rounds >= 1, "Rounds", float64(s.Rounds), "at least 1"},
		{s.PerRound >= 10, "PerRound", float64(s.PerRound), "at least 10"},
		{s.Final >= 10, "Final", float64(s.Final), "at least 10"},
		{s.Inflate >= 1 && !math.IsInf(s.Inflate, 1), "Inflate", s.Inflate, "at least 1"},
		{s.WideShare >= 0 && s.WideShare < 1, "WideShare", s.WideShare, "in [0,1)"},
		{s.PriorShare >= 0 && s.PriorShare < 1, "PriorShare", s.PriorShare, "in [0,1)"},
		{s.DF >= 1 && s.DF == math.Floor(s.DF) && s.DF < 1000, "DF", s.DF, "a whole number from 1 to 999"},
		{s.MaxComponents >= 1, "MaxComponents", float64(s.MaxComponents), "at least 1"},
		{s.Enough > 0 && s.Enough <= 1, "Enough", s.Enough, "in (0,1]"},
	} {
		if !c.ok {
			return fmt.Errorf("evidence: setting %s is %v but must be %s", c.name, c.value, c.want)
		}
	}
	return nil
}

// extraRounds follow at most where a judging round finds k-hat above its limit.
const extraRounds = 2

// Adapt fits a mixture to the target from the starts (Weight 0 counts as 1, DF 0 as s.DF) by
// population Monte Carlo with Rao-Blackwellized updates (Cappé, Douc, Guillin, Marin and Robert 2008,
// section 4) and returns it frozen, with the number of evaluations of the target, at most
// (Rounds + 2) PerRound. prior may be nil.
//
// Every round draws stratified from the current mixture and weighs by all of it. Until the weights can be used as they
// are (see temper), the mixture is still on its way: it then moves in smaller steps of PerRound/5 draws, or 25 (d+1)
// for each component if that is more, with every component at a third, once and thrice its scale. A mixture is judged
// by the draws made from it before they change it: adaptation stops early with k-hat below 0.5 and an effective share
// of at least Enough, and after Rounds rounds with k-hat within its limit; otherwise up to two more rounds are run. The
// draws are not to enter the evidence: Final makes fresh ones.
//
// A mode that no start and no prior draw is near stays unseen, and nothing returned tells.
// Without starts the first component is fitted to draws of the prior. It panics on invalid settings, on a start with a
// warp and where starts and prior are both missing. With Dim 0 there is nothing to adapt.
func Adapt(target Target, prior Prior, starts []Component, s Adaptive, rng *rand.Rand) (Mixture, int) {
	if s.Validate() != nil {
		panic("evidence: Adapt: invalid settings")
	}
	if target.Dim() == 0 {
		return Mixture{}, 0
	}
	a := newAdaptation(target.Dim(), prior, starts, s, rng)
	for a.used = 0; a.used < (s.Rounds+extraRounds)*s.PerRound; {
		m := a.mixture()
		r := m.round(target, Allocate(m.shares(), a.step(), 1), 1, rng)
		a.used += r.Evaluations
		if !a.searching && a.accepts(&r) {
			return m, a.used
		}
		a.update(m, r)
	}
	a.searching = false
	return a.mixture(), a.used
}

// adaptation is the state between two steps.
type adaptation struct {
	Adaptive
	d          int
	prior      Prior
	components []Component
	searching  bool // the weights of the last step were tempered
	used       int
}

func newAdaptation(d int, prior Prior, starts []Component, s Adaptive, rng *rand.Rand) *adaptation {
	a := &adaptation{Adaptive: s, d: d, prior: prior, searching: true}
	for _, c := range starts {
		if c.Warp != nil {
			panic("evidence: Adapt: a start has a warp")
		}
		if c.Weight == 0 {
			c.Weight = 1
		}
		if c.DF == 0 {
			c.DF = s.DF
		}
		a.components = append(a.components, c)
	}
	if len(starts) > 0 {
		return a
	}
	if prior == nil {
		panic("evidence: Adapt: neither starts nor a prior")
	}
	draws := make([]float64, 10*d*d)
	for i := 0; i < len(draws); i += d {
		prior.Sample(draws[i:i+d], rng)
	}
	a.components = []Component{FitComponent(draws, d, 1, s.DF)}
	return a
}

// mixture returns the proposal of the next step.
func (a *adaptation) mixture() Mixture {
	m := Mixture{Components: a.components, Prior: a.prior, PriorShare: a.PriorShare}
	switch {
	case a.searching:
		m.Scales = []Scale{{0.5, 0.15}, {1, 0.65}, {2, 0.2}}
	case a.WideShare > 0:
		m.Scales = []Scale{{1, 1 - a.WideShare}, {3, a.WideShare}}
	}
	return m
}

// step returns the number of draws of the next step.
func (a *adaptation) step() int {
	n := a.PerRound
	if a.searching {
		n = min(n, max(n/5, 25*(a.d+1)*len(a.components)))
	}
	return max(1, min(n, (a.Rounds+extraRounds)*a.PerRound-a.used))
}

// accepts judges the mixture that made the round.
func (a *adaptation) accepts(r *Measurement) bool {
	r.judge()
	if r.KHat < varianceKHat && r.EffectiveNumber >= a.Enough*float64(r.Evaluations) {
		return true
	}
	return a.used > a.Rounds*a.PerRound && r.Reliable()
}
