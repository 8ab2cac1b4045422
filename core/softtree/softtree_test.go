// Tests of the soft tree: reference values, finite differences, edge cases, allocations.

package softtree

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"dcctree/core/random"
	"dcctree/core/topology"
)

func mustLeaves(t testing.TB, ids ...int) topology.Topology {
	t.Helper()
	top, err := topology.FromLeaves(ids)
	if err != nil {
		t.Fatal(err)
	}
	return top
}

// synthetic returns n rows of d columns with a response (classes = 0) or labels.
func synthetic(seed uint64, n, d, classes int) Data {
	rng := random.Stream(seed, "synthetic")
	data := Data{N: n, D: d, X: make([]float64, n*d), Classes: classes}
	for i := range data.X {
		data.X[i] = rng.Float64()
	}
	for range n {
		if classes == 0 {
			data.Y = append(data.Y, rng.NormFloat64())
		} else {
			data.Class = append(data.Class, rng.IntN(classes))
		}
	}
	return data
}

func randomTheta(seed uint64, dim int) []float64 {
	rng := random.Stream(seed, "theta")
	theta := make([]float64, dim)
	for i := range theta {
		theta[i] = rng.NormFloat64()
	}
	return theta
}

// TestGradientFiniteDifferences compares the gradient with central differences of the density.
// Row counts straddle the block length; both prior families are covered.
func TestGradientFiniteDifferences(t *testing.T) {
	shapes := []topology.Topology{topology.Root(), mustLeaves(t, 1, 2), mustLeaves(t, 1, 5, 6),
		mustLeaves(t, 3, 9, 10, 5, 6)}
	for _, classes := range []int{0, 2, 3} {
		for _, n := range []int{1, 7, 128, 128 + 1, 3*128 - 5} {
			for s, shape := range shapes {
				for _, d := range []int{1, 4} {
					priors := PaperPriors()
					if s%2 == 1 {
						priors = StandardizedPriors()
					}
					m := NewModel(shape, synthetic(uint64(n), n, d, classes), priors, .3)
					checkGradient(t, fmt.Sprintf("%v, %d rows", m.Layout(), n), m,
						randomTheta(uint64(s), m.Dim()))
				}
			}
		}
	}
}

func checkGradient(t *testing.T, name string, m Target, theta []float64) {
	t.Helper()
	grad := make([]float64, m.Dim())
	value := m.Gradient(grad, theta)
	if again := m.LogDensity(theta); again != value {
		t.Fatalf("LogDensity %v differs from Gradient's value %v", again, value)
	}
	size := 1.0
	for _, g := range grad {
		size = math.Max(size, math.Abs(g))
	}
	for i := range theta {
		const eps = 1e-5
		at := append([]float64(nil), theta...)
		at[i] = theta[i] + eps
		up := m.LogDensity(at)
		at[i] = theta[i] - eps
		down := m.LogDensity(at)
		// Central differences: truncation O(eps^2), rounding |f| 1e-16/eps.
		if diff := math.Abs((up-down)/(2*eps) - grad[i]); diff > 1e-6*size+1e-9*math.Abs(value) {
			t.Errorf("%s: component %d: difference quotient %v, gradient %v", name, i, (up-down)/(2*eps),
				grad[i])
		}
	}
}

// TestReferenceValues checks values and gradients made by Stan 2.21 (../shared/fixtures/logdensity.json).
func TestReferenceValues(t *testing.T) {
	shared := filepath.Join("..", "..", "..", "shared")
	text, err := os.ReadFile(filepath.Join(shared, "fixtures", "logdensity.json"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("../shared/fixtures/logdensity.json is absent")
	}
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			Dataset    string
			Leaves     []int
			Columns    []int
			H          float64
			Theta      []float64 `json:"theta_u"`
			LogDensity float64   `json:"log_density"`
			Gradient   []float64
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) != 76 {
		t.Fatalf("%d cases, want 76", len(file.Cases))
	}
	for id, c := range file.Cases {
		data := readScaled(t, filepath.Join(shared, "data", "paper"), c.Dataset, c.Columns)
		m := NewModel(mustLeaves(t, c.Leaves...), data, PaperPriors(), c.H)
		grad := make([]float64, m.Dim())
		value := m.Gradient(grad, c.Theta)
		if e := math.Abs(value-c.LogDensity) / math.Abs(c.LogDensity); !(e <= 1e-10) {
			t.Errorf("case %d: log density %v, want %v", id, value, c.LogDensity)
		}
		size := 0.0
		for _, g := range c.Gradient {
			size = math.Max(size, math.Abs(g))
		}
		for i, g := range c.Gradient {
			if !(math.Abs(grad[i]-g) <= 1e-8*(1+size)) {
				t.Errorf("case %d: gradient[%d] %v, want %v", id, i, grad[i], g)
			}
		}
	}
}

func readScaled(t testing.TB, dir, set string, columns []int) Data {
	t.Helper()
	if set == "bcw" {
		set = "breast-cancer-wisconsin"
	}
	f, err := os.Open(filepath.Join(dir, set+"-train.csv"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("../shared/data/paper is absent")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	d := len(rows[0]) - 1
	rows = rows[1:]
	data := Data{N: len(rows), Classes: map[string]int{"iris": 3, "wine": 3, "breast-cancer-wisconsin": 2,
		"raisin": 2}[set]}
	if columns == nil {
		for k := range d {
			columns = append(columns, k)
		}
	}
	for _, k := range columns {
		data.X = append(data.X, scaled(t, rows, k)...)
	}
	data.D = len(columns)
	for _, row := range rows {
		y := number(t, row[d])
		if data.Classes > 0 {
			data.Class = append(data.Class, int(y))
		} else {
			data.Y = append(data.Y, y)
		}
	}
	return data
}

func scaled(t testing.TB, rows [][]string, k int) []float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	var x []float64
	for _, row := range rows {
		v := number(t, row[k])
		lo, hi = math.Min(lo, v), math.Max(hi, v)
		x = append(x, v)
	}
	for i := range x {
		x[i] = (x[i] - lo) / (hi - lo)
	}
	return x
}

func number(t testing.TB, s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestRootOnly: the root-only regression is a normal sample, the root-only classification has no
// parameters and a closed-form evidence.
func TestRootOnly(t *testing.T) {
	c := NewModel(topology.Root(), Data{N: 3, D: 1, X: []float64{0, .5, 1}, Class: []int{0, 0, 1}, Classes: 2},
		PaperPriors(), .1)
	if c.Dim() != 0 {
		t.Fatalf("Dim %d, want 0", c.Dim())
	}
	// Gamma(2)/Gamma(5) * Gamma(3) Gamma(2) = 1/12, by hand.
	if v := c.LogDensity(nil); math.Abs(v+math.Log(12)) > 1e-14 {
		t.Errorf("log evidence %v, want %v", v, -math.Log(12))
	}
	r := NewModel(topology.Root(), Data{N: 2, D: 1, X: []float64{0, 1}, Y: []float64{1, 3}}, PaperPriors(), .1)
	// mu = 2, sigma = 1: two standard normals at distance 1.
	if v := r.Terms([]float64{2, 0}).LogLikelihood; math.Abs(v-(-math.Log(2*math.Pi)-1)) > 1e-14 {
		t.Errorf("log likelihood %v, want %v", v, -math.Log(2*math.Pi)-1)
	}
}

// TestPredictorAgreesWithReaches: means and probabilities are the reaches' mixtures of leaf values,
// and reaches of a row sum to one.
func TestPredictorAgreesWithReaches(t *testing.T) {
	shape := mustLeaves(t, 3, 9, 10, 5, 6)
	for _, classes := range []int{0, 3} {
		data := synthetic(3, 200, 2, classes)
		m := NewModel(shape, data, PaperPriors(), .1)
		theta := randomTheta(5, m.Dim())
		p := NewPredictor(shape, m, data.X, data.N)
		reach := make([]float64, 5*data.N)
		p.Reaches(reach, theta)
		var leaf [][]float64
		width := 1
		got := make([]float64, data.N*max(classes, 1))
		if classes == 0 {
			p.Means(got, theta)
			for k := range 5 {
				leaf = append(leaf, theta[m.layout.Mu(k):m.layout.Mu(k)+1])
			}
		} else {
			leaf, width = m.LeafProbabilities(theta), classes
			p.Probabilities(got, theta, leaf)
		}
		for i := range data.N {
			var total float64
			want := make([]float64, width)
			for k := range 5 {
				total += reach[k*data.N+i]
				for c := range width {
					want[c] += reach[k*data.N+i] * leaf[k][c]
				}
			}
			if math.Abs(total-1) > 1e-14 {
				t.Fatalf("row %d: reaches sum to %v", i, total)
			}
			for c := range width {
				if math.Abs(got[i*width+c]-want[c]) > 1e-13 {
					t.Fatalf("row %d, value %d: %v, want %v", i, c, got[i*width+c], want[c])
				}
			}
		}
	}
}

func TestRowOrderDoesNotMatter(t *testing.T) {
	for _, classes := range []int{0, 3} {
		a := synthetic(9, 300, 3, classes)
		b := Data{N: a.N, D: a.D, Classes: classes, X: make([]float64, len(a.X)), Y: make([]float64, len(a.Y)),
			Class: make([]int, len(a.Class))}
		for i := range a.N {
			j := a.N - 1 - i
			for f := range a.D {
				b.X[f*a.N+j] = a.X[f*a.N+i]
			}
			if classes == 0 {
				b.Y[j] = a.Y[i]
			} else {
				b.Class[j] = a.Class[i]
			}
		}
		shape := mustLeaves(t, 1, 5, 6)
		ma, mb := NewModel(shape, a, PaperPriors(), .1), NewModel(shape, b, PaperPriors(), .1)
		theta := randomTheta(2, ma.Dim())
		// Only the order of summation differs: 300 terms, each rounded to 1e-16.
		if va, vb := ma.LogDensity(theta), mb.LogDensity(theta); math.Abs(va-vb) > 1e-12*math.Abs(va) {
			t.Errorf("classes %d: %v and %v", classes, va, vb)
		}
	}
}

func TestNoAllocationPerGradient(t *testing.T) {
	for _, classes := range []int{0, 3} {
		m := NewModel(mustLeaves(t, 3, 9, 10, 5, 6), synthetic(1, 500, 4, classes), PaperPriors(), .05)
		theta, grad := randomTheta(1, m.Dim()), make([]float64, m.Dim())
		if n := testing.AllocsPerRun(20, func() { m.Gradient(grad, theta) }); n != 0 {
			t.Errorf("classes %d: %v allocations per gradient", classes, n)
		}
		if n := testing.AllocsPerRun(20, func() { m.LogDensity(theta) }); n != 0 {
			t.Errorf("classes %d: %v allocations per density", classes, n)
		}
	}
}

func TestPanicsAreNamed(t *testing.T) {
	m := NewModel(mustLeaves(t, 1, 2), synthetic(1, 10, 2, 0), PaperPriors(), .1)
	c := NewCollapsed(mustLeaves(t, 1, 2), synthetic(1, 10, 2, 0), PaperPriors(), .1)
	for name, f := range map[string]func(){
		"softtree: Gradient: grad has the wrong length": func() {
			m.Gradient(nil, make([]float64, m.Dim()))
		},
		"softtree: theta has the wrong length":       func() { m.LogDensity(make([]float64, 1)) },
		"softtree: SetBandwidth: h must be positive": func() { m.SetBandwidth(0) },
		"softtree: NewModel: invalid data or priors": func() {
			NewModel(topology.Root(), Data{}, PaperPriors(), 1)
		},
		"softtree: LeafProbabilities: not a classification": func() {
			m.LeafProbabilities(make([]float64, m.Dim()))
		},
		"softtree: SamplePrior: dst has the wrong length": func() { m.SamplePrior(nil, random.Stream(1)) },
		"softtree: NewCollapsed: invalid data or priors": func() {
			NewCollapsed(topology.Root(), Data{}, PaperPriors(), 1)
		},
		"softtree: NewCollapsed: not a regression": func() {
			NewCollapsed(topology.Root(), synthetic(1, 10, 2, 2), PaperPriors(), 1)
		},
		"softtree: Mu: the leaf means are integrated out": func() { c.Layout().Mu(0) },
		"softtree: DrawMeans: dst has the wrong length": func() {
			c.DrawMeans(nil, make([]float64, c.Dim()), random.Stream(1))
		},
		"softtree: Expand: dst has the " +
			"wrong length": func() { c.Expand(nil, make([]float64, c.Dim()), random.Stream(1)) },
		"softtree: DrawMeans: the density of theta is zero": func() {
			theta := make([]float64, c.Dim())
			theta[c.Layout().LogSigma()] = 400 // M overflows
			c.DrawMeans(make([]float64, 2), theta, random.Stream(1))
		},
	} {
		func() {
			defer func() {
				if got := recover(); got != name {
					t.Errorf("panic %v, want %q", got, name)
				}
			}()
			f()
		}()
	}
}

func BenchmarkGradient(b *testing.B) {
	for _, c := range []struct {
		name          string
		n, d, classes int
		leaves        []int
	}{
		{"WU-156", 300, 3, 0, []int{1, 5, 6}}, {"CGM-true", 800, 2, 0, []int{3, 9, 10, 5, 6}},
		{"Iris-156", 105, 4, 3, []int{1, 5, 6}}, {"BCW-342", 478, 9, 2, []int{3, 4, 2}},
		{"Wine-156", 142, 13, 3, []int{1, 5, 6}},
	} {
		b.Run(c.name, func(b *testing.B) {
			m := NewModel(mustLeaves(b, c.leaves...), synthetic(1, c.n, c.d, c.classes), PaperPriors(),
				.025)
			theta, grad := randomTheta(1, m.Dim()), make([]float64, m.Dim())
			for b.Loop() {
				m.Gradient(grad, theta)
			}
		})
	}
}

// TestLayoutsOfTheData: a response of numbers has a mean for each leaf and a noise scale, classes have neither; without
// the means the noise scale stays. Of 2 splits, 3 leaves and 3 columns: 6 + 3 + 1, 6 + 1 and 6 numbers.
func TestLayoutsOfTheData(t *testing.T) {
	top := mustLeaves(t, 1, 5, 6)
	numbers, classes := synthetic(1, 10, 3, 0).Layout(top), synthetic(1, 10, 3, 2).Layout(top)
	if numbers.Dim() != 10 || numbers.Collapse().Dim() != 7 || numbers.Collapse().Expand() != numbers ||
		numbers != NewLayout(top, 3, true) {
		t.Errorf("of numbers: %+v", numbers)
	}
	if classes.Dim() != 6 || classes.Collapse() != classes || classes.Expand() != classes ||
		classes != NewLayout(top, 3, false) {
		t.Errorf("of classes: %+v", classes)
	}
}
