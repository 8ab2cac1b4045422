// Tests of variants: what they change, that jobs on them are pure, folds, forecasts.

package dcc

import (
	"math"
	"strings"
	"sync"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// classProblem is 30 rows of three classes in bands of one of two inputs, with sizes 17, 9 and 4.
func classProblem() *Problem {
	p := problem()
	p.Data = softtree.Data{N: 30, D: 2, Classes: 3}
	for f := range 2 {
		for i := range 30 {
			p.Data.X = append(p.Data.X, float64((i*(f+1)*7)%30)/29)
		}
	}
	for i := range 30 {
		switch x := p.Data.X[i]; {
		case x < .56:
			p.Data.Class = append(p.Data.Class, 0)
		case x < .86:
			p.Data.Class = append(p.Data.Class, 1)
		default:
			p.Data.Class = append(p.Data.Class, 2)
		}
	}
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
	for _, v := range []Variant{{Bandwidth: .2}, {Bandwidth: .4}, {PriorScale: .5}, {Folds: 2}, {Folds: 2, Fold: 1}} {
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
	if equalBits(p.folds(4), other.folds(4)) || !equalBits(p.folds(4), classProblem().folds(4)) {
		t.Error("folds do not follow the seed")
	}
}

// TestVariantJobsArePure: a result depends on problem and job alone, also beside other variants on
// other goroutines and after the variant was forgotten.
func TestVariantJobsArePure(t *testing.T) {
	search := Job{ID: 1, Kind: Score, Topology: "100", Variant: Variant{Bandwidth: .05, Folds: 5, Fold: 3}}
	want := mustExecute(t, classProblem(), search)
	measure := Job{ID: 2, Kind: Measure, Topology: "100", Starts: want.Solutions, Variant: search.Variant, Forecast: true}
	first := mustExecute(t, classProblem(), measure)
	p := classProblem()
	var group sync.WaitGroup
	for k := range 2 * keptVariants {
		group.Go(func() {
			if _, err := Execute(p, Job{ID: 3, Kind: Score, Topology: "100", Variant: Variant{Bandwidth: .05, Folds: 5, Fold: k % 5, PriorScale: 1 + float64(k)}}, func() {}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Go(func() {
		if r, err := Execute(p, search, func() {}); err != nil || !equalBits(r, want) {
			t.Error("a search on a variant is not pure", err)
		}
	})
	group.Wait()
	if !equalBits(mustExecute(t, p, measure), first) {
		t.Error("a measurement of a variant is not pure")
	}
	if n := len(p.variants.made); n > keptVariants {
		t.Errorf("%d variants are kept", n)
	}
}

func TestBadVariants(t *testing.T) {
	nan := math.NaN()
	for _, v := range []Variant{{Bandwidth: -1}, {Bandwidth: nan}, {Bandwidth: 11}, {PriorScale: -1}, {PriorScale: nan}, {PriorScale: 1000},
		{Folds: 1}, {Folds: 31}, {Folds: 5, Fold: 5}, {Folds: 5, Fold: -1}, {Fold: 1}, {Folds: -2}} {
		_, err := Execute(classProblem(), Job{ID: 9, Kind: Score, Topology: "100", Variant: v}, func() {})
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

// TestForecastOfRoot: without a split a left-out row's class probabilities are (n_c + alpha)/(n + C alpha)
// of the rows that stay, alpha being stretched.
func TestForecastOfRoot(t *testing.T) {
	p := classProblem()
	v := Variant{Folds: 5, Fold: 1, PriorScale: 2}
	s := mustExecute(t, p, Job{ID: 1, Kind: Score, Topology: "0", Variant: v})
	j := Job{ID: 2, Kind: Measure, Topology: "0", Starts: s.Solutions, Variant: v, Forecast: true}
	r := mustExecute(t, p, j)
	stay, out := p.divide(v)
	count := [3]float64{}
	for _, c := range stay.Class {
		count[c]++
	}
	if err := p.checkForecast(v, r); err != nil {
		t.Fatal(err)
	}
	for i := range out.N {
		for c := range 3 {
			if want := (count[c] + 2) / (float64(stay.N) + 6); math.Abs(r.Forecast[i*3+c]-want) > 1e-12 {
				t.Errorf("row %d, class %d: %v, want %v", i, c, r.Forecast[i*3+c], want)
			}
		}
	}
	if r := mustExecute(t, p, Job{ID: 2, Kind: Measure, Topology: "0", Starts: s.Solutions, Variant: v}); r.Forecast != nil {
		t.Error("a forecast that nobody asked for")
	}
}

// TestForecastOfNumbers: two stumps at tau = .5 with leaves (-1, 1) and (-1, 2), sigma .5 and 1, shares
// 3/4 and 1/4; at h = .001 a row left of .5 has only its leaf's mean.
func TestForecastOfNumbers(t *testing.T) {
	p := problem()
	p.Settings.BandwidthFinal = .001
	p.Data = softtree.Data{N: 2, D: 1, X: []float64{.1, .9}, Y: []float64{-.8, 1.5}}
	stump := topology.Root().Grow(0)
	r := Result{
		Proposals:  []float64{0, -1, 1, math.Log(.5), 0, -1, 2, 0},
		LogWeights: []float64{math.Log(3), 0},
	}
	beats := 0
	p.forecast(&r, stump, p.Data, func() { beats++ })
	normal := func(y, mean, sd float64) float64 { return math.Exp(numeric.LogNormalPDF(y, mean, sd)) }
	want := []float64{
		-1, .75*.25 + .25, .75*normal(-.8, -1, .5) + .25*normal(-.8, -1, 1),
		1.25, .75*.25 + .25 + .75*.0625 + .25*.5625, .75*normal(1.5, 1, .5) + .25*normal(1.5, 2, 1),
	}
	for i, w := range want {
		if math.Abs(r.Forecast[i]-w) > 1e-12 {
			t.Errorf("number %d: %v, want %v", i, r.Forecast[i], w)
		}
	}
	if r.ForecastDraws != 2 || beats != 2 {
		t.Errorf("%d draws, %d beats", r.ForecastDraws, beats)
	}
	// The same from one forecast of each stump.
	first := []float64{-1, .25, .1, 1, .25, .2}
	second := []float64{-1, 1, .3, 2, 1, .4}
	mixed := mixForecasts(true, [][]float64{first, second}, []float64{.75, .25})
	for i, w := range []float64{want[0], want[1], .15, want[3], want[4], .25} {
		if math.Abs(mixed[i]-w) > 1e-12 {
			t.Errorf("mixed number %d: %v, want %v", i, mixed[i], w)
		}
	}
	for name, spoil := range map[string]func(*Result){
		"short":    func(r *Result) { r.Forecast = r.Forecast[1:] },
		"NaN":      func(r *Result) { r.Forecast = append([]float64{math.NaN()}, r.Forecast[1:]...) },
		"no draws": func(r *Result) { r.ForecastDraws = 0 },
	} {
		bad := r
		spoil(&bad)
		if p.checkForecast(Variant{}, r) != nil || p.checkForecast(Variant{}, bad) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
