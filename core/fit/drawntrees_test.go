// Tests of all drawn trees as a file: a reader that has nothing else predicts as the fit does.

package fit

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/random"
)

// drawnTable has a number x with gaps, one without, labels with gaps, a positive target that steps at .5 and rises
// with z, and its halves as classes.
func drawnTable(n int) string {
	rng := random.Stream(3, "drawn trees")
	var b strings.Builder
	b.WriteString("x,z,label,y,half\n")
	for i := range n {
		x, z, label := rng.Float64(), rng.Float64(), []string{"ash", "elm", "fir", "oak"}[rng.IntN(4)]
		y := 2 + 3*z + .2*rng.NormFloat64()
		if x > .5 {
			y += 4
		}
		if label == "elm" || label == "oak" {
			y += 2
		}
		half := "low"
		if y > 6 {
			half = "high"
		}
		cell := strconv.FormatFloat(x, 'f', 4, 64)
		if i%7 == 3 {
			cell = ""
		}
		if i%11 == 5 {
			label = ""
		}
		fmt.Fprintf(&b, "%s,%.4f,%s,%.4f,%s\n", cell, z, label, max(y, .1), half)
	}
	return b.String()
}

// unknown are rows with what no training row has: a gap in z, another label, values beyond all others.
const unknown = "x,z,label\n.5,,elm\n.2,.4,yew\n,,yew\n-9,9,oak\n"

// file is what the reader knows: docs/fit.md in code, without a line of the sampler's.
type file struct {
	Scale  string
	Noise  string
	Inputs []struct {
		Name              string
		Thresholds, Ranks []float64
		Labels            []string
		Gaps              bool
	}
	Trees []struct {
		Noise      float64
		Covariance []float64
		Offsets    []float64
		Nodes      []struct {
			Input     string
			Threshold float64
			Gradual   *struct{ Rank, Width float64 }
			Labels    []string
			GapsLeft  bool
			LeftShare float64
			Right     int
			Mean, SD  float64
			Classes   []float64
		}
	}
}

// way is how a row can go through a tree: a probability, and the row's shares of leaves by node.
type way struct {
	p      float64
	shares map[int]float64
}

func (f *file) ways(tree, at int, row map[string]string) []way {
	n := &f.Trees[tree].Nodes[at]
	if n.Input == "" {
		return []way{{1, map[int]float64{at: 1}}}
	}
	left, right := f.ways(tree, at+1, row), f.ways(tree, n.Right, row)
	share, known := f.share(tree, at, row[n.Input])
	if !known {
		var all []way
		for _, w := range left {
			all = append(all, way{w.p * n.LeftShare, w.shares})
		}
		for _, w := range right {
			all = append(all, way{w.p * (1 - n.LeftShare), w.shares})
		}
		return all
	}
	switch share {
	case 1:
		return left
	case 0:
		return right
	}
	var all []way
	for _, a := range left {
		for _, b := range right {
			w := way{a.p * b.p, map[int]float64{}}
			for leaf, s := range a.shares {
				w.shares[leaf] += share * s
			}
			for leaf, s := range b.shares {
				w.shares[leaf] += (1 - share) * s
			}
			all = append(all, w)
		}
	}
	return all
}

// share is that of a cell that goes left.
func (f *file) share(tree, at int, cell string) (share float64, known bool) {
	n := &f.Trees[tree].Nodes[at]
	var in = f.Inputs[0]
	for _, k := range f.Inputs {
		if k.Name == n.Input {
			in = k
		}
	}
	whole := map[bool]float64{true: 1}
	switch {
	case cell == "":
		return whole[n.GapsLeft], in.Gaps
	case in.Labels != nil:
		return whole[slices.Contains(n.Labels, cell)], slices.Contains(in.Labels, cell)
	}
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		panic(err)
	}
	if n.Gradual == nil {
		return whole[v <= n.Threshold], true
	}
	low, high := 0., 1.
	for k, at := range in.Thresholds {
		if at < v {
			low = in.Ranks[k]
		} else {
			high = in.Ranks[k]
			break
		}
	}
	share = 1 / (1 + math.Exp(((low+high)/2-n.Gradual.Rank)/n.Gradual.Width))
	switch {
	case share < .01:
		share = 0
	case share > .99:
		share = 1
	}
	return share, true
}

// components are those of a row's mixture on the fitted scale: probability, mean and standard deviation, with heavy
// tails the scale.
func (f *file) components(row map[string]string) (all [][3]float64) {
	for k := range f.Trees {
		t := &f.Trees[k]
		leaves := map[int]int{}
		for at := range t.Nodes {
			if t.Nodes[at].Input == "" {
				leaves[at] = len(leaves)
			}
		}
		for _, w := range f.ways(k, 0, row) {
			mean, off, variance := 0., 0., t.Noise*t.Noise
			for at, s := range w.shares {
				mean += s * t.Nodes[at].Mean
				if t.Offsets != nil {
					off += s * t.Offsets[leaves[at]]
					continue
				}
				if t.Covariance == nil { // one leaf alone
					variance = t.Nodes[at].SD * t.Nodes[at].SD
					continue
				}
				for other, o := range w.shares {
					i, j := max(leaves[at], leaves[other]), min(leaves[at], leaves[other])
					variance += s * o * t.Covariance[i*(i+1)/2+j]
				}
			}
			p := w.p / float64(len(f.Trees))
			if t.Offsets == nil {
				all = append(all, [3]float64{p, mean, math.Sqrt(variance)})
				continue
			}
			for _, m := range []float64{mean + off, mean - off} {
				all = append(all, [3]float64{p / 2, m, t.Noise})
			}
		}
	}
	return all
}

// classes are the probabilities of a row's classes.
func (f *file) classes(row map[string]string) []float64 {
	var sum []float64
	for k := range f.Trees {
		for _, w := range f.ways(k, 0, row) {
			for at := range w.shares {
				if sum == nil {
					sum = make([]float64, len(f.Trees[k].Nodes[at].Classes))
				}
				for c, q := range f.Trees[k].Nodes[at].Classes {
					sum[c] += w.p * q / float64(len(f.Trees))
				}
			}
		}
	}
	return sum
}

func below(z float64) float64 { return .5 * math.Erfc(-z/math.Sqrt2) }

// belowTails is the distribution of Student's t with 4 degrees of freedom.
func belowTails(t float64) float64 {
	u := t / math.Sqrt(1+t*t/4)
	return .5 + 3./8*u*(1-u*u/12)
}

// moments are the mean and the standard deviation of the target, by the formulas of docs/fit.md.
func (f *file) moments(all [][3]float64) (mean, sd float64) {
	if f.Noise == HeavyNoise && f.Scale != PlainScale {
		return f.quantile(all, .5), .5 * (f.quantile(all, below(1)) - f.quantile(all, below(-1)))
	}
	squares := 0.
	for _, c := range all {
		p, m, s := c[0], c[1], c[2]
		first, second := m, m*m+s*s
		if f.Noise == HeavyNoise {
			second += s * s // the variance of Student's t is twice the square of its scale
		}
		switch f.Scale {
		case "log":
			first, second = math.Exp(m+s*s/2), math.Exp(2*m+2*s*s)
		case "root":
			density := math.Exp(-m*m/(2*s*s)) / math.Sqrt(2*math.Pi)
			first = (m*m+s*s)*(2*below(m/s)-1) + 2*m*s*density
			second = m*m*m*m + 6*m*m*s*s + 3*s*s*s*s
		}
		mean, squares = mean+p*first, squares+p*second
	}
	return mean, math.Sqrt(squares - mean*mean)
}

// cdf is the probability of at most y.
func (f *file) cdf(all [][3]float64, y float64) (p float64) {
	switch f.Scale {
	case "log":
		y = math.Log(y)
	case "root":
		y = math.Copysign(math.Sqrt(math.Abs(y)), y)
	}
	of := below
	if f.Noise == HeavyNoise {
		of = belowTails
	}
	for _, c := range all {
		p += c[0] * of((y-c[1])/c[2])
	}
	return p
}

// quantile is where the distribution has a probability, by halving.
func (f *file) quantile(all [][3]float64, p float64) float64 {
	low, high := -1e6, 1e6
	for range 100 {
		if mid := (low + high) / 2; f.cdf(all, mid) < p {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(b)) }

// The file alone gives the predictions of the training rows and of rows with what is not known, of all kinds of
// fits: the expected numbers are the fit's own.
func TestDrawnTreesPredictAsTheFit(t *testing.T) {
	text := drawnTable(60)
	for _, c := range []struct {
		target, scale, noise string
		sharp                bool
	}{
		{"y", PlainScale, CommonNoise, false}, {"y", PlainScale, CommonNoise, true},
		{"y", PlainScale, LeafNoise, true}, {"y", RootScale, CommonNoise, false},
		{"y", PlainScale, HeavyNoise, false}, {"y", RootScale, HeavyNoise, true},
		{"y", LogScale, CommonNoise, true}, {"half", "", "", true},
	} {
		table, err := dataset.ReadCSV("own.csv", []byte(text), dataset.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Target: c.target, Scale: c.scale, Noise: c.noise, Sharp: c.sharp,
			Features: []string{"x", "z", "label"},
			Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()}
		o.Settings.Particles, o.Settings.LearnEnd, o.Effort.Work, o.Effort.Moves = 20, 200, 1, 5
		p, err := New(table, o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.DrawnTrees(func() {}); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("before the fit: %v", err)
		}
		a, err := p.Fit(alltrees.Alone)
		if err != nil {
			t.Fatal(err)
		}
		f := drawnFile(t, p, a, !c.sharp)
		for _, rows := range []string{text, unknown} {
			asked, err := dataset.ReadCSV("asked.csv", []byte(rows), p.TestOptions())
			if err != nil {
				t.Fatal(err)
			}
			got, err := p.Predict(asked, func() {})
			if err != nil {
				t.Fatal(err)
			}
			holdRows(t, fmt.Sprintf("%+v", c), f, rows, got.Predictions)
		}
	}
}

// drawnFile reads the file anew, and sees that it has all that a fit of drawnTable has.
func drawnFile(t *testing.T, p *Problem, a *Answer, gradual bool) *file {
	t.Helper()
	f := readDrawn(t, p, a)
	has := map[string]bool{}
	for k := range f.Trees {
		has["covariance"] = has["covariance"] || f.Trees[k].Covariance != nil
		for _, n := range f.Trees[k].Nodes {
			has["gradual"] = has["gradual"] || n.Gradual != nil
			has["set"] = has["set"] || n.Labels != nil
			has["gaps"] = has["gaps"] || n.GapsLeft
		}
	}
	if !has["set"] || !has["gaps"] || has["gradual"] != gradual ||
		has["covariance"] != (gradual && a.Noise != HeavyNoise) {
		t.Errorf("the trees have %v, gradual %v", has, gradual)
	}
	return f
}

// readDrawn reads the file anew.
func readDrawn(t *testing.T, p *Problem, a *Answer) *file {
	t.Helper()
	pauses := 0
	trees, err := p.DrawnTrees(func() { pauses++ })
	if err != nil {
		t.Fatal(err)
	}
	text, err := trees.JSON(func() { pauses++ })
	if err != nil {
		t.Fatal(err)
	}
	plain, err := json.Marshal(trees)
	if err != nil {
		t.Fatal(err)
	}
	var got, want any
	if err := errors.Join(json.Unmarshal([]byte(text), &got), json.Unmarshal(plain, &want)); err != nil ||
		!reflect.DeepEqual(got, want) {
		t.Fatalf("%v: the text is not what encoding/json writes", err)
	}
	f := &file{}
	if err := json.Unmarshal([]byte(text), f); err != nil {
		t.Fatal(err)
	}
	if trees.Digest != a.Digest || trees.Scale != a.Scale || trees.Rows != 60 || trees.Settings.Seed != "0" ||
		pauses != 2*len(f.Trees) || len(f.Trees) == 0 {
		t.Errorf("%s %s of %s: %d rows, seed %s, %d trees", trees.Digest, trees.Scale, a.Digest, trees.Rows,
			trees.Settings.Seed, len(f.Trees))
	}
	return f
}

func holdRows(t *testing.T, what string, f *file, rows string, want []Prediction) {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(rows)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, cells := range lines[1:] {
		row := map[string]string{}
		for j, name := range lines[0] {
			row[name] = cells[j]
		}
		w := &want[i]
		if w.Probabilities != nil {
			for k, q := range f.classes(row) {
				if !near(q, w.Probabilities[k]) {
					t.Errorf("%s, row %d: probability %v, want %v", what, i, q, w.Probabilities[k])
				}
			}
			continue
		}
		all := f.components(row)
		mean, sd := f.moments(all)
		if !near(mean, *w.Mean) || !near(sd, *w.SD) {
			t.Errorf("%s, row %d: %v ± %v, want %v ± %v", what, i, mean, sd, *w.Mean, *w.SD)
		}
		if low, high := f.cdf(all, *w.Low), f.cdf(all, *w.High); !near(low, .05) || !near(high, .95) {
			t.Errorf("%s, row %d: %v and %v at the ends of the interval", what, i, low, high)
		}
	}
}
