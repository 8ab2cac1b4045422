// Ranks of the truth among draws, and the test that they are uniform.

package calibration

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/mathext"

	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/random"
)

const (
	draws      = 99 // per replicate, so that a rank is one of 100
	bins       = 20 // of five ranks each
	replicates = 1000
	// fewReplicates where each takes long: 10 a bin.
	fewReplicates = 200
	again         = 4   // times as many in the one rerun that is allowed
	leastP        = .01 // of the smallest p times the number of quantities
)

// study is a joint distribution of truth and data, and a sampler of the truth given the data.
type study struct {
	name       string
	quantities []string
	// replicate draws truth and data and returns the quantities of the truth and of draws draws. No draws are a
	// sampler that says of itself that it failed: such a replicate does not count, which leaves the ranks of the
	// others uniform, because it depends on the data alone.
	replicate func(rng *rand.Rand) (truth []float64, drawn [][]float64)
}

// histogram counts ranks: one row of bins per quantity.
type histogram [][]int

// ranks runs the replicates 0 to n-1, several at a time. Every replicate has a stream of its own, so the
// counts do not depend on the number of workers; label tells one run from another.
func (s study) ranks(n, workers int, label string) histogram {
	all := make([][]int, n)
	parallel.Each(n, workers, func(i int) {
		rng := random.Stream(uint64(i), s.name, label, strconv.Itoa(i))
		truth, drawn := s.replicate(rng)
		if len(drawn) == 0 {
			return
		}
		if len(truth) != len(s.quantities) || len(drawn) != draws {
			panic("calibration: a replicate of the wrong size")
		}
		all[i] = make([]int, len(truth))
		for k, v := range truth {
			all[i][k] = rank(v, k, drawn, rng)
		}
	})
	h := make(histogram, len(s.quantities))
	for k := range h {
		h[k] = make([]int, bins)
		for _, r := range all {
			if r != nil {
				h[k][r[k]*bins/(draws+1)]++
			}
		}
	}
	return h
}

// rank is the number of draws whose k-th quantity is below v, ties broken at random (Talts et al. 2018,
// section 4; Modrák et al. 2023, section 2).
func rank(v float64, k int, drawn [][]float64, rng *rand.Rand) int {
	below, ties := 0, 0
	for _, d := range drawn {
		switch {
		case math.IsNaN(d[k]) || math.IsNaN(v):
			panic("calibration: a quantity is not a number")
		case d[k] < v:
			below++
		case d[k] == v:
			ties++
		}
	}
	return below + rng.IntN(ties+1)
}

// verdict is the smallest p of the quantities and whose it is.
type verdict struct {
	p        float64 // times the number of quantities, at most 1
	quantity string
	n        int
}

func (v verdict) holds() bool { return v.p > leastP }

func (v verdict) String() string {
	return fmt.Sprintf("%s (%s), %d replicates", probability(v.p), v.quantity, v.n)
}

func probability(p float64) string {
	if p < 1e-12 {
		return "below 1e-12"
	}
	return strconv.FormatFloat(p, 'g', 2, 64)
}

// judge tests every quantity by chi-square with bins-1 degrees of freedom and takes the smallest p times
// their number (Bonferroni).
func (s study) judge(h histogram) verdict {
	v := verdict{p: math.Inf(1)}
	for k, counts := range h {
		v.n = 0
		for _, c := range counts {
			v.n += c
		}
		if p := uniform(counts) * float64(len(h)); p < v.p {
			v.p, v.quantity = p, s.quantities[k]
		}
	}
	v.p = min(v.p, 1)
	return v
}

// uniform is the p value of equal expected counts.
func uniform(counts []int) float64 {
	total := 0
	for _, c := range counts {
		total += c
	}
	expected := float64(total) / float64(len(counts))
	var square float64
	for _, c := range counts {
		square += (float64(c) - expected) * (float64(c) - expected) / expected
	}
	return mathext.GammaIncRegComp(.5*float64(len(counts)-1), .5*square)
}

// verdict runs the study and, where it fails, once more with four times the replicates, all new.
func (s study) verdict(n, workers int) verdict {
	v := s.judge(s.ranks(n, workers, "first"))
	if !v.holds() {
		v = s.judge(s.ranks(again*n, workers, "rerun"))
	}
	return v
}
