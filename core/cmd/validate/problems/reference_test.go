// Tests of the references against quadrature.

package problems

import (
	"math"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// quick is an effort that small problems settle with.
func quick() effort {
	return effort{scouts: 2, prior: cloud{40, 20}, first: cloud{40, 20}, last: cloud{60, 30}, replicates: 4,
		rounds: 2, annealed: 1, tune: 100, leastTune: 300, clusters: 3, states: 1000}
}

// quadrature sums the density of few coordinates over equal steps, exponentially accurate for a density that vanishes
// at both ends. log sigma is looked at within 2 of its center.
func quadrature(d *density, steps int) float64 {
	var logs []float64
	z := make([]float64, d.Dim())
	volume := 0.0
	var walk func(j int)
	walk = func(j int) {
		if j == len(z) {
			logs = append(logs, d.LogDensity(z))
			return
		}
		half := 6.0
		if d.data.Regression() && j == len(z)-1 {
			half = 2
		}
		for k := range steps {
			z[j] = half * (2*(float64(k)+.5)/float64(steps) - 1)
			walk(j + 1)
		}
	}
	walk(0)
	for j := range z {
		half := 6.0
		if d.data.Regression() && j == len(z)-1 {
			half = 2
		}
		volume += math.Log(2 * half / float64(steps))
	}
	return numeric.LogSumExp(logs) + volume
}

// stump draws a table of one step, a regression where classes is 0.
func stump(inputs, rows, classes int) subject {
	rng := random.Stream(1, "stump")
	d := softtree.Data{N: rows, D: inputs, Classes: classes, X: make([]float64, rows*inputs)}
	for i := range d.X {
		d.X[i] = rng.Float64()
	}
	for i := range rows {
		up := 0
		if d.X[i] > .4 {
			up = 1
		}
		if classes > 0 {
			if rng.Float64() < .1 {
				up = 1 - up
			}
			d.Class = append(d.Class, up)
			continue
		}
		d.Y = append(d.Y, float64(2*up-1)+.4*rng.NormFloat64())
	}
	one := start{map[int]split{0: {.4, append([]float64{1}, make([]float64, inputs-1)...)}}, .4, softTruth}
	return subject{"stump", topology.Root().Grow(0), d, softtree.StandardizedPriors(), .06, .4, []start{one}}
}

// TestReference: one split, one and two inputs, both tasks, against quadrature, which a coarser one judges.
func TestReference(t *testing.T) {
	for _, c := range []struct {
		subject subject
		steps   int
	}{{stump(1, 30, 0), 150}, {stump(1, 30, 2), 150}, {stump(2, 30, 2), 150}, {stump(2, 20, 0), 90}} {
		s := c.subject
		d := newDensity(s.topology, s.data, s.priors, s.h, s.sigma)
		want, coarse := quadrature(d, c.steps), quadrature(d, c.steps*2/3)
		r := s.reference(quick())
		t.Logf("%d inputs, %d classes: %.4f ± %.4f, quadrature %.4f, coarser %.4f", s.data.D, s.data.Classes,
			r.LogZ, r.Error, want, coarse)
		if math.Abs(want-coarse) > .003 {
			t.Errorf("quadrature has not converged: %v and %v", want, coarse)
		}
		if !r.Settled() || math.Abs(r.LogZ-want) > 5*r.Error+.01 { // Student's t with 3 degrees of freedom
			t.Errorf("reference %v ± %v, quadrature %v", r.LogZ, r.Error, want)
		}
	}
}

// TestRoot: the tree of one leaf has an exact evidence in a classification: of 3 rows of one class and 1 of another
// with alpha 1, 3! 1! / 5! (Dirichlet-multinomial of the labels in their order).
func TestRoot(t *testing.T) {
	d := softtree.Data{N: 4, D: 1, Classes: 2, X: []float64{0, .3, .6, 1}, Class: []int{0, 0, 1, 0}}
	s := subject{name: "root", topology: topology.Root(), data: d, priors: softtree.StandardizedPriors(), h: .1}
	if r := s.reference(quick()); math.Abs(r.LogZ-math.Log(6./120)) > 1e-12 || !r.Settled() {
		t.Errorf("%+v", r)
	}
}

// TestTwoModes: a mode that no start is near is found by the particles from the prior: rows that exchanging the inputs
// carries into each other.
func TestTwoModes(t *testing.T) {
	s := stump(2, 40, 0)
	for i := range s.data.N {
		if i%2 == 1 {
			s.data.X[i], s.data.X[s.data.N+i], s.data.Y[i] = s.data.X[s.data.N+i-1], s.data.X[i-1],
				s.data.Y[i-1]
		}
	}
	d := newDensity(s.topology, s.data, s.priors, s.h, 1)
	s.sigma = 1
	want, r := quadrature(d, 90), s.reference(quick())
	if math.Abs(r.LogZ-want) > 5*r.Error+.02 {
		t.Errorf("reference %v ± %v, quadrature %v", r.LogZ, r.Error, want)
	}
}

// TestTogether: means 1 and 3 have the mean 2 and the standard error 1.
func TestTogether(t *testing.T) {
	v, e := together([]float64{0, math.Log(3)})
	if math.Abs(v-math.Log(2)) > 1e-12 || math.Abs(e-.5) > 1e-12 {
		t.Errorf("%v ± %v, want log 2 and 1/2", v, e)
	}
}

// TestClusters: two groups far apart are told.
func TestClusters(t *testing.T) {
	var states []float64
	for i := range 20 {
		states = append(states, float64(i%2)*100+float64(i)/20)
	}
	for _, group := range clusters(states, 1, 4, random.Stream(3, "clusters")) {
		for _, v := range group {
			if (v > 50) != (group[0] > 50) {
				t.Errorf("%v are one group", group)
			}
		}
	}
}

// TestKeptReferenceIsMadeAgain: the program makes the cheapest of the references that are kept for the random problems,
// to the last bit: where it does not, they are to be made anew.
func TestKeptReferenceIsMadeAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: a whole reference")
	}
	k, err := open("testdata/random.json")
	if err != nil {
		t.Fatal(err)
	}
	const number, key = 151, "100"
	top, err := topology.Parse(key)
	if err != nil {
		t.Fatal(err)
	}
	want := k.made[randomName(Make(number), top)]
	got := Make(number).Reference(top)
	if len(k.made) < 250 || got.LogZ != want.LogZ || got.Error != want.Error {
		t.Errorf("%d are kept; %v ± %v, was %v ± %v", len(k.made), got.LogZ, got.Error, want.LogZ, want.Error)
	}
}
