// Tests of the leaves of classes.

package alltrees

import (
	"math"
	"slices"
	"testing"

	"dcctree/core/random"
)

// A leaf's likelihood is the product of each row's probability given the rows before it (Blackwell and MacQueen 1973),
// which for a concentration of m and C classes are (count + m/C)/(n + m).
func TestLeafByRows(t *testing.T) {
	rng := random.Stream(1, "rows")
	for _, classes := range []int{2, 3, 7} {
		m := classMarginal(40, classes, 0)
		for g, mass := range []float64{.125, .25, .5, 1, 2, 4, 8, 16} {
			counts, want := make([]int32, classes), 0.0
			for n := range 40 {
				k := rng.IntN(classes)
				p := (float64(counts[k]) + mass/float64(classes)) / (float64(n) + mass)
				got := m.concentrations[g].probability(n, counts[k], classes)
				if math.Abs(got-p) > 1e-12 {
					t.Fatalf("mass %g: probability %g of class %d, want %g", mass, got, k, p)
				}
				want += math.Log(p)
				counts[k]++
			}
			if got := m.leaf(&stats{n: 40, counts: counts}, g); math.Abs(got-want) > 1e-9 {
				t.Errorf("mass %g: log likelihood %.12f, by rows %.12f", mass, got, want)
			}
		}
	}
}

// Candidates that are weighed anew at another point are those of a scan at that point, and two leaves each.
func TestWeighedAnew(t *testing.T) {
	for i, p := range problems {
		if p.classes == 0 {
			continue
		}
		table := p.table(t, uint64(i))
		rows, _ := table.all()
		st := table.statsOf(rows)
		moved := newScanner(table, false).scan(rows, &st, 1)
		table.marginal.weighed(&moved, &st, 6)
		fresh := newScanner(table, false).scan(rows, &st, 6)
		if !slices.Equal(moved.cands, fresh.cands) {
			t.Errorf("problem %d: candidates weighed anew differ from those of a scan", i)
		}
		for k := range fresh.cands {
			checkSides(t, table, rows, &fresh, k)
		}
	}
}

// checkSides compares a candidate's likelihoods with those of the leaves that one of its rules makes.
func checkSides(t *testing.T, table *Table, rows []int32, s *scan, k int) {
	c := &s.cands[k]
	if c.n == 0 {
		return
	}
	left, right := table.part(rows, table.ruleOf(s, firstRule+k, random.Stream(1, "rule")))
	l, r := table.statsOf(left), table.statsOf(right)
	a, b := table.marginal.leaf(&l, s.point), table.marginal.leaf(&r, s.point)
	if int(c.n) != l.n {
		a, b = b, a // a set is listed with the first level present on its left
	}
	if math.Abs(float64(c.a)-a) > 1e-5 || math.Abs(float64(c.b)-b) > 1e-5 {
		t.Errorf("input %d, %d rows left: %g and %g, as leaves %g and %g", c.input, c.n, c.a, c.b, a, b)
	}
}

// Leaves that are pure but for few rows have a small concentration, leaves that are alike a large one.
func TestConcentrationIsLearned(t *testing.T) {
	mean := func(low, high float64) float64 {
		rng := random.Stream(1, "leaves")
		x, y := make([]float64, 400), make([]float64, 400)
		for i := range x {
			x[i] = float64(i % 40)
			p := low
			if (i%40)/4%2 == 1 { // ten steps
				p = high
			}
			if rng.Float64() < p {
				y[i] = 1
			}
		}
		table, err := NewTable([]Column{numbers(x...)}, Response{Values: y, Classes: 2})
		if err != nil {
			t.Fatal(err)
		}
		s := DefaultSettings()
		s.Moves = 5
		r := Run(table, s, Alone)
		sum := 0.0
		for _, g := range r.Sigmas {
			sum += float64(g)
		}
		return sum / float64(len(r.Sigmas))
	}
	// Points 2 and 4 are concentrations of 1/2 and 2.
	if pure, alike := mean(0, 1), mean(.35, .65); pure > 2 || alike < 4 {
		t.Errorf("mean point %.1f of pure leaves, %.1f of leaves that are alike", pure, alike)
	}
}
