// What a run holds in memory is bounded, and what bounds it changes no draw.

package alltrees

import (
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"dcctree/core/random"
)

// crowded is a table of noise with so many rows and inputs, all of whose values differ.
func crowded(t *testing.T, rows, inputs int) *Table {
	rng := rand.New(rand.NewPCG(1, 2))
	columns, y := make([]Column, inputs), Response{Values: make([]float64, rows)}
	for i := range rows {
		y.Values[i] = rng.NormFloat64()
		for j := range columns {
			columns[j].Values = append(columns[j].Values, rng.Float64())
		}
	}
	table, err := NewTable(columns, y)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func brief() Settings {
	s := DefaultSettings()
	s.Restarts, s.Particles, s.Crowd, s.Moves, s.LearnEnd, s.Rounds = 1, 20, 1, 5, 40, 1
	return s
}

// TestFreezeIsBounded: the same draws whether what they meet is dropped or kept, which would be far more.
func TestFreezeIsBounded(t *testing.T) {
	const n = 300
	s := brief()
	s.Candidates = 3000
	frozen := func(limit int64) (d Draws, held, largest int64) {
		r := Run(crowded(t, 300, 3), s, Alone)
		r.cloud.limit, held = limit, r.cloud.graph.size
		d = r.Freeze(n, 1)
		return d, held, r.cloud.graph.size
	}
	want, _, kept := frozen(1 << 40)
	got, held, left := frozen(s.Candidates)
	if !reflect.DeepEqual(got.LogWeights, want.LogWeights) {
		t.Error("draws differ where what they meet is dropped")
	}
	most := held + 2*overfull*s.Candidates // the last draw may go beyond
	if left > most || kept <= most {
		t.Errorf("%d candidates held, %d were nothing dropped; want at most, and more than, %d", left, kept,
			most)
	}
}

// TestLearningIsBounded: no tree is learned from where the graph holds more than it may.
func TestLearningIsBounded(t *testing.T) {
	const limit = 20_000
	sizes := map[int64]int64{}
	for _, most := range []int64{limit, 1 << 40} {
		g := newGraph(crowded(t, 300, 3), brief().Prior)
		g.power = 1
		g.learn(100, most, random.Stream(1, "bounded"))
		sizes[most] = g.size
	}
	if got, free := sizes[limit], sizes[1<<40]; got < limit || got > limit+limit/2 || 2*free < 3*limit {
		t.Errorf("%d candidates held with a limit of %d, %d without", got, limit, free)
	}
}

// TestRestartKeepsItsTreesAlone: what the moves of a restart remember goes with it, 5 MB and more of a table like this.
func TestRestartKeepsItsTreesAlone(t *testing.T) {
	table := crowded(t, 300, 3)
	inUse := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // what the first one found to be finished
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	s := brief()
	s.Prior.Widths = DefaultWidths
	before := inUse()
	climbed := Climb(table, s, 0)
	if more := inUse() - before; more > 1<<20 {
		t.Errorf("a restart leaves %d bytes", more)
	}
	runtime.KeepAlive(climbed)
}

// TestForgottenSharesAreMadeAgain: a table of shares is the same before and after all were dropped.
func TestForgottenSharesAreMadeAgain(t *testing.T) {
	p := DefaultPrior()
	p.Widths = DefaultWidths
	e := newEvaluator(newBlend(crowded(t, 300, 3), p))
	s := &gradual{rule: Rule{Input: 1, Cut: 7}, width: 3}
	want := slices.Clone(e.leftTable(s))
	e.tabled = mostTabled
	e.leftTable(&gradual{rule: Rule{Input: 2}, width: 1})
	if e.tabled > 2*len(want) {
		t.Errorf("%d shares held after all were dropped", e.tabled)
	}
	if got := e.leftTable(s); !slices.Equal(got, want) {
		t.Errorf("%v again, first %v", got, want)
	}
}
