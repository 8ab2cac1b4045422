// Tests of weights and of merged rows.

package softtree

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/topology"
)

// onGrid returns rows whose inputs lie on a grid of five values a column, so that many are equal.
func onGrid(n, d, classes int) Data {
	data := synthetic(6, n, d, classes)
	for i, v := range data.X {
		data.X[i] = math.Floor(5*v) / 4
	}
	return data
}

// repeated returns d with every row as often as its weight, a whole number, says.
func repeated(d Data) Data {
	out := Data{D: d.D, Classes: d.Classes}
	var rows []int
	for i, w := range d.Weight {
		for range int(w) {
			rows = append(rows, i)
		}
	}
	out.N = len(rows)
	for f := range d.D {
		for _, i := range rows {
			out.X = append(out.X, d.X[f*d.N+i])
		}
	}
	for _, i := range rows {
		if d.Regression() {
			out.Y = append(out.Y, d.Y[i])
		} else {
			out.Class = append(out.Class, d.Class[i])
		}
	}
	return out
}

func TestMergeByHand(t *testing.T) {
	minusZero := math.Copysign(0, -1)
	d := Data{N: 5, D: 2, X: []float64{0, 1, 0, minusZero, 1, .5, 1, .5, .5, .25}, Y: []float64{1, 7, 3, 8, 5}}
	want := Data{N: 3, D: 2, X: []float64{0, 1, 1, .5, 1, .25}, Y: []float64{4, 7, 5}, Weight: []float64{3, 1, 1},
		Scatter: 9 + 1 + 16}
	if got := d.Merge(); !reflect.DeepEqual(got, want) {
		t.Errorf("merged %+v, want %+v", got, want)
	}
	c := Data{N: 4, D: 1, X: []float64{.5, .5, 0, .5}, Class: []int{1, 0, 1, 1}, Classes: 2,
		Weight: []float64{1, 2, 3, 4}}
	wantC := Data{N: 3, D: 1, X: []float64{.5, .5, 0}, Class: []int{1, 0, 1}, Classes: 2,
		Weight: []float64{5, 2, 3}}
	if got := c.Merge(); !reflect.DeepEqual(got, wantC) {
		t.Errorf("merged %+v, want %+v", got, wantC)
	}
}

func TestMergeOfDistinctRows(t *testing.T) {
	d := synthetic(1, 40, 2, 0)
	if got := d.Merge(); !reflect.DeepEqual(got, d) || &got.X[0] != &d.X[0] {
		t.Error("rows without equals were copied")
	}
}

// TestMergeKeepsDensities: density and gradient agree to rounding for every kind of model, also when
// merged rows are merged with others again, and when weights are written out as repeated rows.
func TestMergeKeepsDensities(t *testing.T) {
	shape := mustLeaves(t, 3, 9, 10, 5, 6)
	for _, classes := range []int{0, 3} {
		rows := onGrid(400, 2, classes)
		counts := rows
		for i := range counts.N {
			counts.Weight = append(counts.Weight, float64(1+i%3))
		}
		scattered := counts
		if classes == 0 {
			scattered.Scatter = 40
		}
		for name, pair := range map[string][2]Data{
			"merged": {rows, rows.Merge()}, "weights merged": {scattered, scattered.Merge()},
			"repeated":            {counts, repeated(counts)},
			"repeated and merged": {repeated(counts).Merge(), counts},
		} {
			if pair[1].Validate() != nil || pair[0].N == pair[1].N {
				t.Fatalf("%s: %v, %d rows", name, pair[1].Validate(), pair[1].N)
			}
			build := []func(Data) Target{func(d Data) Target { return NewModel(shape, d, offCenter(), .1) }}
			if classes == 0 {
				build = append(build, func(d Data) Target {
					return NewCollapsed(shape, d, offCenter(), .1)
				})
			}
			for _, f := range build {
				sameDensity(t, name, f(pair[0]), f(pair[1]))
			}
		}
	}
}

func sameDensity(t *testing.T, name string, a, b Target) {
	t.Helper()
	for seed := range uint64(4) {
		theta := randomTheta(seed, a.Dim())
		ga, gb := make([]float64, a.Dim()), make([]float64, a.Dim())
		va, vb := a.Gradient(ga, theta), b.Gradient(gb, theta)
		// Relative to the density and to the largest element: rounding of the sums over 400 rows.
		size := 1.0
		for _, g := range ga {
			size = math.Max(size, math.Abs(g))
		}
		if !(math.Abs(va-vb) <= 1e-12*math.Abs(va)) {
			t.Errorf("%s: log density %v and %v", name, va, vb)
		}
		for i := range ga {
			if !(math.Abs(ga[i]-gb[i]) <= 1e-12*size) {
				t.Errorf("%s: gradient[%d] %v and %v", name, i, ga[i], gb[i])
			}
		}
	}
}

// TestMergePublishedSets: CGM's 800 rows lie on 100 grid points, BCW's 478 on 326 (design notes).
func TestMergePublishedSets(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "data", "paper")
	for set, want := range map[string]int{"cgm": 100, "bcw": 326} {
		d := readScaled(t, dir, set, nil)
		m := d.Merge()
		if m.N != want || math.Abs(sum(m.Weight)-float64(d.N)) != 0 {
			t.Errorf("%s: %d rows of weight %v, want %d of %d", set, m.N, sum(m.Weight), want, d.N)
		}
	}
}

func TestMergedPredictions(t *testing.T) {
	shape, d := mustLeaves(t, 1, 5, 6), onGrid(300, 2, 3)
	a, b := NewModel(shape, d, PaperPriors(), .1), NewModel(shape, d.Merge(), PaperPriors(), .1)
	theta := randomTheta(1, a.Dim())
	pa, pb := make([]float64, 3*d.N), make([]float64, 3*d.N)
	NewPredictor(shape, a, d.X, d.N).Probabilities(pa, theta, a.LeafProbabilities(theta))
	NewPredictor(shape, b, d.X, d.N).Probabilities(pb, theta, b.LeafProbabilities(theta))
	for i := range pa {
		if !(math.Abs(pa[i]-pb[i]) < 1e-12) {
			t.Fatalf("probability %d: %v and %v", i, pa[i], pb[i])
		}
	}
}

func TestValidateWeights(t *testing.T) {
	reg, class := synthetic(1, 3, 1, 0), synthetic(1, 3, 1, 2)
	for want, d := range map[string]Data{
		"2 weights for 3 rows":                            with(reg, []float64{1, 2}, 0),
		"weight of row 2 must be positive and finite":     with(reg, []float64{1, 0, 1}, 0),
		"weight of row 3 must be positive and finite":     with(reg, []float64{1, 1, math.NaN()}, 0),
		"weight of row 1 must be positive and finite":     with(reg, []float64{math.Inf(1), 1, 1}, 0),
		"scatter is -1: must be finite and not negative":  with(reg, nil, -1),
		"scatter is NaN: must be finite and not negative": with(reg, nil, math.NaN()),
		"a classification has no scatter":                 with(class, nil, 1),
	} {
		if err := d.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if err := with(reg, []float64{1, 2, .5}, 3).Validate(); err != nil {
		t.Error(err)
	}
}

func with(d Data, weight []float64, scatter float64) Data {
	d.Weight, d.Scatter = weight, scatter
	return d
}

// Rows are one where their inputs, and classes, are equal as numbers: as by a map of the numbers.
func TestGroupsAreThoseOfAMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		d := onGrid(1+rng.IntN(200), 1+rng.IntN(3), rng.IntN(2)*3)
		for i := range d.X {
			if d.X[i] = float64(rng.IntN(4)); d.X[i] == 0 && rng.IntN(2) == 0 {
				d.X[i] = math.Copysign(0, -1)
			}
		}
		seen := map[[4]float64]int32{}
		group, first := d.groups()
		for i, g := range group {
			var key [4]float64
			for f := range d.D {
				key[f] = d.X[f*d.N+i] + 0
			}
			if !d.Regression() {
				key[3] = float64(d.Class[i])
			}
			want, known := seen[key]
			if !known {
				want = int32(len(seen))
				seen[key] = want
				if int(want) >= len(first) || first[want] != int32(i) {
					t.Fatalf("group %d begins with row %d: %v", want, i, first)
				}
			}
			if g != want {
				t.Fatalf("row %d is in group %d, want %d", i, g, want)
			}
		}
	}
}

// Value and gradient take time in proportion to the rows: the last column stays level.
func BenchmarkGradientByRows(b *testing.B) {
	shape, _ := topology.FromLeaves([]int{1, 5, 6})
	for _, n := range []int{1_000, 10_000, 100_000, 1_000_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			d := Data{N: n, D: 5}
			for range n * d.D {
				d.X = append(d.X, rng.Float64())
			}
			for range n {
				d.Y = append(d.Y, rng.NormFloat64())
			}
			m := NewCollapsed(shape, d, PaperPriors(), .025)
			theta, grad := make([]float64, m.Dim()), make([]float64, m.Dim())
			for b.Loop() {
				m.Gradient(grad, theta)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/row")
		})
	}
}
