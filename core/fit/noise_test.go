// Tests of the noise of a target.

package fit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/random"
)

// growing is a made-up table: the target is 1 or 4, and twice that in half of the rows, by x and z, with noise that is
// a quarter of that, or .5 everywhere. The last column is in no relation.
func growing(seed uint64, n int, grows bool) string {
	rng := random.Stream(seed, "growing")
	var b strings.Builder
	b.WriteString("x,z,u,y\n")
	for range n {
		x, z, mean := rng.Float64(), rng.Float64(), 1.0
		if x > .5 {
			mean = 4
		}
		if z > .5 {
			mean *= 2
		}
		noise := .5
		if grows {
			noise = mean / 4
		}
		fmt.Fprintf(&b, "%.4f,%.4f,%.4f,%.6f\n", x, z, rng.Float64(), mean+noise*rng.NormFloat64())
	}
	return b.String()
}

func noiseProblem(t *testing.T, text string, o Options, held int) (*Problem, error) {
	t.Helper()
	table, err := dataset.ReadCSV("spread.csv", []byte(text), dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o.Target, o.Scale, o.Held = "y", PlainScale, map[int]bool{}
	o.Settings = alltrees.DefaultSettings()
	for i := range held {
		o.Held[i] = true
	}
	o.Settings.Restarts, o.Settings.Particles, o.Settings.Crowd, o.Settings.Learn = 1, 40, 2, 10
	o.Settings.LearnEnd, o.Effort = 100, alltrees.Effort{Moves: 4, Work: 1, Draws: 100}
	return New(table, o)
}

func isSharpNote(note string) bool { return strings.Contains(note, "splits are sharp") }

// Noise per leaf makes splits sharp and says so; leaves say what theirs is.
func TestLeafNoiseIsSharp(t *testing.T) {
	for _, sharp := range []bool{false, true} {
		p, err := noiseProblem(t, growing(1, 80, true), Options{Noise: LeafNoise, Sharp: sharp}, 0)
		if err != nil {
			t.Fatal(err)
		}
		a, err := p.Fit(alltrees.Alone)
		if err != nil {
			t.Fatal(err)
		}
		said := slices.ContainsFunc(a.Notes, isSharpNote)
		if !said || a.Noise != LeafNoise || a.Root[0].Gradual != nil ||
			!strings.Contains(strings.Join(a.Tree.Rules, "\n"), " ± ") {
			t.Errorf("sharp %v: notes %q, noise %q, tree %q", sharp, a.Notes, a.Noise, a.Tree.Rules)
		}
		if err := a.Check(); err != nil {
			t.Error(err)
		}
	}
}

// A noise that is none, and classes, are refused in words.
func TestNoiseFaults(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Noise: "row"}, `no noise "row"`},
		{Options{Noise: LeafNoise, Task: "classification"}, "read as classes"},
		{Options{Noise: HeavyNoise, Task: "classification"}, "read as classes"},
	} {
		_, err := noiseProblem(t, "x,y\n"+strings.Repeat("1,2\n2,3\n", 20), c.o, 0)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.o, err, c.want)
		}
	}
}

// thirds are the shares of rows within their 90 % intervals, in the lowest, the middle and the highest third of what is
// predicted.
func thirds(predictions []Prediction) (shares [3]float64) {
	sorted := slices.Clone(predictions)
	slices.SortFunc(sorted, func(a, b Prediction) int { return cmp.Compare(*a.Mean, *b.Mean) })
	n := len(sorted) / 3
	for k := range shares {
		for _, q := range sorted[k*n : (k+1)*n] {
			var y float64
			if _, err := fmt.Sscan(q.Target, &y); err == nil && *q.Low <= y && y <= *q.High {
				shares[k] += 1 / float64(n)
			}
		}
	}
	return shares
}

// Where noise grows with the mean, intervals hold 85 to 95 % of further rows in each third with noise per leaf, the
// mean of two tables of 900 rows each, whose standard error is .012; with a common one they do not.
func TestLeafNoiseCovers(t *testing.T) {
	const tables, held = 2, 900
	for _, noise := range []string{CommonNoise, LeafNoise} {
		var mean [3]float64
		for seed := range uint64(tables) {
			o := Options{Noise: noise, Sharp: true}
			p, err := noiseProblem(t, growing(seed, held+250, true), o, held)
			if err != nil {
				t.Fatal(err)
			}
			a, err := p.Fit(alltrees.Alone)
			if err != nil {
				t.Fatal(err)
			}
			for k, share := range thirds(a.Predictions) {
				mean[k] += share / tables
			}
		}
		held := slices.Min(mean[:]) > .85 && slices.Max(mean[:]) < .95
		if t.Logf("%s: %.3f", noise, mean); held != (noise == LeafNoise) {
			t.Errorf("noise %s: shares %.3f", noise, mean)
		}
	}
}

// Noise per leaf is suggested where noise grows with the mean, and not where it is the same everywhere or chosen
// already.
func TestLeafNoiseIsSuggested(t *testing.T) {
	for _, c := range []struct {
		grows bool
		noise string
		seeds int
	}{{true, CommonNoise, 2}, {true, LeafNoise, 1}, {false, CommonNoise, 8}} {
		for seed := range uint64(c.seeds) {
			p, err := noiseProblem(t, growing(seed, 150, c.grows), Options{Noise: c.noise}, 0)
			if err != nil {
				t.Fatal(err)
			}
			a, err := p.Fit(alltrees.Alone)
			if err != nil {
				t.Fatal(err)
			}
			said := strings.Contains(strings.Join(a.Notes, "\n"), "in the highest third")
			if want := c.grows && c.noise == CommonNoise; said != want {
				t.Errorf("%+v, seed %d: suggested %v, notes %q", c, seed, said, a.Notes)
			}
		}
	}
}

// Of distances 1, 3 in the lowest and 4, 12 in the highest third the means are 2 and 8; each mean has the variance 1/4
// of its square (2 and 32 over two rows, so 1 and 16), so that the log of 4 is log 4 / sqrt(1/2) errors from 0.
func TestSpreads(t *testing.T) {
	fits := []float64{9, 1, 5, 8, 2, 6}
	y := []float64{13, 2, 5, -4, 5, 6}
	ratio, errors := spreads(y, fits)
	if want := math.Log(4) / math.Sqrt(.5); math.Abs(ratio-4) > 1e-12 || math.Abs(errors-want) > 1e-9 {
		t.Errorf("ratio %v, want 4, %v errors, want %v", ratio, errors, want)
	}
	y = slices.Clone(fits) // no distances: nothing can be told
	p := &Problem{task: dataset.Regression, y: alltrees.Response{Values: y}}
	if said := p.suggestLeafNoise(fits); said != nil {
		t.Errorf("of rows that are met exactly it says %q", said)
	}
}
