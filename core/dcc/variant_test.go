// Tests of variants: what they change, folds, and how many are kept.

package dcc

import (
	"math"
	"strings"
	"testing"

	"dcctree/core/dcc/internal/dcctest"
)

func classProblem() *Problem {
	p := problem()
	p.Data = dcctest.ClassData()
	return p
}

func mustWith(t *testing.T, p *Problem, v Variant) *Problem {
	t.Helper()
	q, err := p.With(v)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestVariantChanges(t *testing.T) {
	p := problem()
	if mustWith(t, p, Variant{}) != p {
		t.Error("the zero variant is not the problem itself")
	}
	q := mustWith(t, p, Variant{Bandwidth: .3, PriorScale: 2})
	want := p.Settings
	want.BandwidthFinal = .3
	want.Priors.LeafSD, want.Priors.SigmaScale, want.Priors.ClassConcentration = 2, 3, 2 // 1, 1.5 and 1 are set
	if q.Settings != want || q.Seed == p.Seed || q.Data.N != p.Data.N {
		t.Errorf("settings %+v, want %+v", q.Settings, want)
	}
	seeds := map[uint64]bool{}
	for _, v := range []Variant{{Bandwidth: .2}, {Bandwidth: .4}, {PriorScale: .5}, {Folds: 2},
		{Folds: 2, Fold: 1}} {
		seeds[mustWith(t, p, v).Seed] = true
	}
	if len(seeds) != 5 {
		t.Errorf("5 variants have %d seeds", len(seeds))
	}
	if mustWith(t, p, Variant{Bandwidth: .3, PriorScale: 2}) != q {
		t.Error("a variant that is kept was made anew")
	}
}

// TestFolds: every row is left out once; sizes, and those of each class, differ by at most one.
func TestFolds(t *testing.T) {
	p := classProblem()
	left := map[float64]int{}
	for k := range 4 {
		stay, out := p.divide(Variant{Fold: k, Folds: 4})
		if stay.N+out.N != 30 || out.N != (30-k+3)/4 || stay.Validate() != nil || out.Validate() != nil {
			t.Fatalf("fold %d: %d and %d rows", k, stay.N, out.N)
		}
		size := [3]int{}
		for i, x := range out.X[:out.N] {
			left[x]++
			size[out.Class[i]]++
		}
		for c, n := range [3]int{17, 9, 4} {
			if d := size[c] - n/4; d < 0 || d > 1 {
				t.Errorf("fold %d has %d rows of class %d, which has %d", k, size[c], c, n)
			}
		}
	}
	if len(left) != 30 {
		t.Errorf("%d of 30 rows were left out", len(left))
	}
	other := classProblem()
	other.Seed++
	if dcctest.EqualBits(p.Folds(4), other.Folds(4)) || !dcctest.EqualBits(p.Folds(4), classProblem().Folds(4)) {
		t.Error("folds do not follow the seed")
	}
}

func TestBadVariants(t *testing.T) {
	nan := math.NaN()
	for _, v := range []Variant{{Bandwidth: -1}, {Bandwidth: nan}, {Bandwidth: 11}, {PriorScale: -1},
		{PriorScale: nan},
		{PriorScale: 1000},
		{Folds: 1}, {Folds: 31}, {Folds: 5, Fold: 5}, {Folds: 5, Fold: -1}, {Fold: 1}, {Folds: -2}} {
		_, err := Execute(classProblem(),
			Job{ID: 9, Kind: Visit, Topology: "100", Variant: v, Task: &ChainTask{}}, func() {})
		if err == nil || !strings.HasPrefix(err.Error(), "job 9: ") {
			t.Errorf("%+v: %v", v, err)
		}
	}
	p := classProblem()
	p.Data = p.Data.Merge()
	p.Data.Weight = make([]float64, p.Data.N)
	if _, err := p.With(Variant{Folds: 5}); err == nil {
		t.Error("merged rows were divided into folds")
	}
}

// TestFewVariantsAreKept: and those that were forgotten are made anew.
func TestFewVariantsAreKept(t *testing.T) {
	p := classProblem()
	first := mustWith(t, p, Variant{PriorScale: 2})
	for k := range 2 * keptVariants {
		mustWith(t, p, Variant{PriorScale: 3 + float64(k)})
	}
	if n := len(p.variants.made); n > keptVariants {
		t.Errorf("%d variants are kept", n)
	}
	if again := mustWith(t, p, Variant{PriorScale: 2}); again == first || again.Seed != first.Seed {
		t.Error("a variant that was forgotten is another")
	}
}
