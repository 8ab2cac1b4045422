// Tests of Walk: known integrals, moments, edges, same bits.

package smc

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// hump is a sum of normal densities of known mass, sd each; it is evidence.Target and evidence.Prior.
type hump struct {
	d      int
	at, sd []float64 // per part: every coordinate's mean and standard deviation
	share  []float64
	mass   float64
}

func (h hump) Dim() int { return h.d }

func (h hump) LogDensity(x []float64) float64 {
	var terms []float64
	for k, share := range h.share {
		v := math.Log(h.mass * share)
		for _, y := range x {
			v += numeric.LogNormalPDF(y, h.at[k], h.sd[k])
		}
		terms = append(terms, v)
	}
	return numeric.LogSumExp(terms)
}

func (h hump) Sample(dst []float64, rng *rand.Rand) {
	k := 0
	for u := rng.Float64() - h.share[0]; u >= 0 && k < len(h.share)-1; u -= h.share[k] {
		k++
	}
	for i := range dst {
		dst[i] = h.at[k] + h.sd[k]*rng.NormFloat64()
	}
}

// TestWalkKnownIntegrals: log Z = log 5 of a narrow density far off, and of two of which a third and two
// thirds; over 20 seeds the mean is within 4 standard errors and .1 for the bias told of, the scatter fits the
// stated errors within a factor of two, and the share of the left part is found.
func TestWalkKnownIntegrals(t *testing.T) {
	narrow := hump{d: 8, at: []float64{1}, sd: []float64{.3}, share: []float64{1}, mass: 5}
	two := hump{d: 3, at: []float64{-1.5, 1.5}, sd: []float64{.4, .4}, share: []float64{1. / 3, 2. / 3}, mass: 5}
	for name, c := range map[string]struct {
		hump
		blocks [][2]int
	}{
		"narrow": {hump: narrow}, "narrow, in blocks": {narrow, [][2]int{{0, 4}, {4, 7}, {7, 8}}},
		"two": {hump: two}, "two, in blocks": {two, [][2]int{{0, 1}, {1, 3}}},
	} {
		target, set := c.hump, DefaultWalk()
		set.Blocks = c.blocks
		ref := hump{d: target.d, at: []float64{0}, sd: []float64{1.5}, share: []float64{1}, mass: 1}
		var logZ, left, stated numeric.Moments
		for seed := range uint64(20) {
			r := Walk(target, ref, set, random.Stream(seed, "walk", name))
			logZ.Add(r.LogZ)
			stated.Add(r.Error * r.Error)
			n := 0.
			for i := 0; i < len(r.Particles); i += target.d {
				if r.Particles[i] < target.at[0]+1e-9 && len(target.at) == 1 ||
					len(target.at) == 2 && r.Particles[i] < 0 {
					n += 1 / float64(len(r.LogWeights))
				}
			}
			left.Add(n)
			if r.Families < 20 || r.AcceptStat < .1 || len(r.Temperatures) < 2 || r.LeastEffective < .45 {
				t.Errorf("%s: %+v", name, r.Families)
			}
		}
		e := math.Sqrt(logZ.Variance() / 20)
		if off := logZ.Mean() - math.Log(5); e > .06 || math.Abs(off) > 4*e+.1 {
			t.Errorf("%s: log Z off by %.3f ± %.3f", name, off, e)
		}
		if ratio := logZ.Variance() / stated.Mean(); ratio > 4 || ratio < .1 {
			t.Errorf("%s: variance %.4f, stated %.4f", name, logZ.Variance(), stated.Mean())
		}
		want := .5
		if len(target.share) == 2 {
			want = target.share[0]
		}
		if e := math.Sqrt(left.Variance() / 20); e > .05 || math.Abs(left.Mean()-want) > 4*e {
			t.Errorf("%s: left share %.3f ± %.3f, want %.3f", name, left.Mean(), e, want)
		}
	}
}

func TestWalkRefusesABlockBeyondTheCoordinates(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	ref := hump{d: 2, at: []float64{0}, sd: []float64{1}, share: []float64{1}, mass: 1}
	set := DefaultWalk()
	set.Blocks = [][2]int{{1, 3}}
	Walk(ref, ref, set, random.Stream(1, "edges"))
}

// nowhere has no density.
type nowhere struct{ value float64 }

func (nowhere) Dim() int                       { return 2 }
func (n nowhere) LogDensity([]float64) float64 { return n.value }

func TestWalkEdges(t *testing.T) {
	ref := hump{d: 2, at: []float64{0}, sd: []float64{1}, share: []float64{1}, mass: 1}
	for _, v := range []float64{math.Inf(-1), math.NaN(), math.Inf(1)} {
		r := Walk(nowhere{v}, ref, DefaultWalk(), random.Stream(1, "edges"))
		if !math.IsInf(r.LogZ, -1) || !math.IsInf(r.Error, 1) || r.Particles != nil ||
			(r.Invalid > 0) == math.IsInf(v, -1) {
			t.Errorf("density %v: %+v", v, r)
		}
	}
	a, b := Walk(ref, ref, DefaultWalk(), random.Stream(2, "edges")),
		Walk(ref, ref, DefaultWalk(), random.Stream(2, "edges"))
	if !reflect.DeepEqual(a, b) || math.Abs(a.LogZ) > 1e-9 || len(a.Temperatures) != 1 {
		t.Errorf("the reference itself: log Z %v, %d temperatures", a.LogZ, len(a.Temperatures))
	}
	for name, change := range map[string]func(*WalkSettings){
		"Ancestors": func(s *WalkSettings) { s.Ancestors = 1 }, "Steps": func(s *WalkSettings) { s.Steps = 0 },
		"EffectiveShare": func(s *WalkSettings) { s.EffectiveShare = 1 },
		"MaxTemperatures": func(s *WalkSettings) {
			s.MaxTemperatures = 0
		},
		"TargetAccept": func(s *WalkSettings) { s.TargetAccept = 0 },
		"Blocks":       func(s *WalkSettings) { s.Blocks = [][2]int{{1, 1}} },
	} {
		s := DefaultWalk()
		change(&s)
		if s.Validate() == nil {
			t.Errorf("%s is not refused", name)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			Walk(ref, ref, s, random.Stream(1, "edges"))
		}()
	}
}
