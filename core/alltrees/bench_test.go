// Speed of moves of trees with gradual splits.

package alltrees

import (
	"testing"

	"dcctree/core/random"
)

// BenchmarkGradualMoves: one move of a tree that has been moved for a while, on 350 rows of 13 inputs.
func BenchmarkGradualMoves(b *testing.B) {
	rng := random.Stream(1, "moves")
	columns, y := make([]Column, 13), Response{}
	for range 350 {
		v := rng.NormFloat64()
		for j := range columns {
			x := rng.Float64()
			columns[j].Values = append(columns[j].Values, x)
			if j < 5 {
				v += 5 * x * x
			}
		}
		y.Values = append(y.Values, v)
	}
	t, err := NewTable(columns, y)
	if err != nil {
		b.Fatal(err)
	}
	p := DefaultPrior()
	p.Widths = DefaultWidths
	v := newMover(newBlend(t, p))
	v.setNoise(-1)
	s := v.start(rng)
	for range 5000 {
		v.step(&s, rng)
	}
	for b.Loop() {
		v.step(&s, rng)
	}
	b.ReportMetric(float64(s.tree.leaves), "leaves")
}
