package smc

import (
	"fmt"
	"os"
	"strconv"
	"math"
	"testing"

	"dcctree/core/numeric"
)

func TestZZ(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("ZN"))
	seeds, _ := strconv.Atoi(os.Getenv("ZS"))
	for _, c := range []struct {
		name string
		h    float64
		l    []int
		ref float64
	}{{"breast-cancer-wisconsin", .025, []int{3, 4, 2}, -56.15}, {"wine", .025, []int{1, 5, 6}, -83.0}, {"wine", .025, []int{3, 4, 2}, -88}, {"raisin", .001, []int{3, 4, 5, 6}, -235.2}} {
		if z := os.Getenv("ZT"); z != "" && z != c.name[:1]+fmt.Sprint(c.l) {
			continue
		}
		d := data(t, c.name)
		var m numeric.Moments
		var chainG, smcG int
		for seed := range seeds {
			rng := stream(uint64(seed))
			s := newSoft(t, d, c.h, rng, c.l...)
			comps := s.pooled(t, 5, 200, 25, 60, rng)
			g := s.gradients
			set := DefaultSettings()
			set.Particles = n
			r := Run(s, NewMixture(comps), set, rng, nil)
			m.Add(r.LogZ)
			chainG += g
			smcG += r.Gradients
			var first []float64
			for _, b := range r.Temperatures { first = append(first, math.Round(b*1000)/1000) }
			fmt.Printf("  %s %v seed %d comps %d logZ %.3f err %.3f fam %d chains %d smc %d T %d acc %.2f eps %.3f div %d inv %d %v\n", c.name, c.l, seed, len(comps), r.LogZ, r.Error, r.Families, g, r.Gradients, len(r.Temperatures), r.AcceptStat, r.StepSize, r.Divergences, r.Invalid, first)
		}
		fmt.Printf("%s %v ref %.2f: mean %.3f sd %.3f  chains %d smc %d\n", c.name, c.l, c.ref, m.Mean(), math.Sqrt(m.Variance()), chainG/seeds, smcG/seeds)
	}
}
