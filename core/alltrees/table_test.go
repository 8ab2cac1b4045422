// Tests of the table, of the rules of a node, and of predictions.

package alltrees

import (
	"math"
	"slices"
	"strings"
	"testing"

	"dcctree/core/random"
)

func numbers(values ...float64) Column { return Column{Values: values} }

// Ranks of 1, 1, 1, 2, 4: middles of the ties at 2, 4, 5, so that the cuts have 2 and 1 of 3 ranks.
func TestCutsByRanks(t *testing.T) {
	in, err := newInput(0, numbers(1, 4, 1, 2, 1))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(in.cuts, []float64{1.5, 3}) {
		t.Errorf("cuts %v", in.cuts)
	}
	if math.Abs(in.mass[0]-2.0/3) > 1e-12 || math.Abs(in.mass[1]-1.0/3) > 1e-12 {
		t.Errorf("masses %v", in.mass)
	}
}

func TestManyValuesAreJoined(t *testing.T) {
	c := Column{}
	for i := range 1000 {
		c.Values = append(c.Values, float64(i*i%1009))
	}
	in, err := newInput(0, c)
	if err != nil {
		t.Fatal(err)
	}
	total := 0.0
	for _, m := range in.mass {
		total += m
	}
	if len(in.cuts) > MaxCuts || len(in.cuts) < MaxCuts*9/10 || !slices.IsSorted(in.cuts) ||
		math.Abs(total-1) > 1e-9 {
		t.Errorf("%d cuts with mass %v", len(in.cuts), total)
	}
}

func TestErrorsNameTheColumn(t *testing.T) {
	for _, c := range []struct {
		columns []Column
		y       Response
		want    string
	}{
		{nil, Response{}, "no rows"},
		{[]Column{numbers(1)}, Response{Values: []float64{1, 2}}, "column 0"},
		{nil, Response{Values: []float64{1, math.NaN()}}, "row 1"},
		{nil, Response{Values: []float64{0, 2}, Classes: 2}, "row 1"},
		{[]Column{{Values: []float64{0, 3}, Levels: 2}}, Response{Values: []float64{1, 2}}, "row 1"},
	} {
		if _, err := NewTable(c.columns, c.y); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want an error with %q", err, c.want)
		}
	}
}

// The candidates of any set of rows and the rules with an empty side have the whole prior mass, and a rule drawn from
// the prior belongs to the candidate that parts the rows as it does.
func TestCandidatesAreAllRules(t *testing.T) {
	rng := random.Stream(7, "candidates")
	for i, p := range problems {
		table := p.table(t, uint64(i))
		g := newGraph(table, p.prior())
		for range 10 {
			var rows []int32
			for r := range table.rows {
				if rng.IntN(2) == 0 {
					rows = append(rows, int32(r))
				}
			}
			if len(rows) == 0 {
				continue
			}
			nd := g.node(rows, table.key(rows), 0)
			checkMass(t, nd)
			for range 50 {
				checkRule(t, table, nd, rows, table.priorRule(rng))
			}
			for k := emptySide; k < len(nd.weights); k++ {
				if nd.weights[k] > 0 && table.find(&nd.scan, table.ruleOf(&nd.scan, k, rng)) != k {
					t.Fatalf("problem %d: a rule of weight %d belongs to another", i, k)
				}
			}
		}
	}
}

func checkMass(t *testing.T, nd *node) {
	t.Helper()
	total := nd.empty
	for i := range nd.cands {
		total += math.Exp(float64(nd.cands[i].prior))
	}
	if math.Abs(total-1) > 1e-5 {
		t.Errorf("prior mass %v", total)
	}
}

func checkRule(t *testing.T, table *Table, nd *node, rows []int32, r Rule) {
	t.Helper()
	left, right := table.part(rows, r)
	i := table.find(&nd.scan, r)
	if (len(left) == 0 || len(right) == 0) != (i == emptySide) {
		t.Fatalf("%d rows left, %d right, weight %d", len(left), len(right), i)
	}
	if i == emptySide {
		return
	}
	if n := int(nd.cands[i-firstRule].n); n != 0 && n != len(left) && n != len(right) {
		t.Fatalf("%d rows left, %d right, the candidate has %d", len(left), len(right), n)
	}
	if within := table.logWithin(&nd.scan, i, r); within > 1e-5 {
		t.Fatalf("log share %v among its candidate's rules", within)
	}
}

// A leaf of n rows with sum s predicts the mean s/(n + sigma^2); a row whose level no training row has goes both ways.
func TestPredict(t *testing.T) {
	y := Response{Values: []float64{-1, -1, -1, 1, 1, 1}}
	table, err := NewTable([]Column{{Values: []float64{0, 0, 0, 2, 2, 2}, Levels: 3}}, y)
	if err != nil {
		t.Fatal(err)
	}
	g := newGraph(table, DefaultPrior())
	rows, key := table.all()
	leaf := g.leaf(g.node(rows, key, 0))
	s := g.resplit(Rule{Set: 1}, &Tree{left: leaf, right: leaf}, rows, 0)
	bins := table.Bins([]Column{{Values: []float64{0, 1, math.NaN()}}})
	const sigma = 40
	want := -3 / (3 + table.marginal.grid[sigma].s2)
	if got := table.Predict(s, sigma, bins[0], 1, nil); len(got) != 1 || math.Abs(got[0].Mean-want) > 1e-12 {
		t.Errorf("a known level: %v, want the mean %v", got, want)
	}
	for _, row := range bins[1:] {
		got := table.Predict(s, sigma, row, 1, nil)
		if len(got) != 2 || got[0].Share != .5 || got[1].Share != .5 {
			t.Errorf("an unseen level or a gap: %v", got)
		}
	}
}
