// Tests of what is kept.

package kept

import (
	"math"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// TestPool: resampling bounds memory and keeps total weight and, on average, shares.
func TestPool(t *testing.T) {
	const capacity = 20
	var share float64
	for seed := range uint64(200) {
		p := Pool{Dim: 1, Capacity: capacity}
		rng := random.Stream(seed, "pool")
		for batch := range 10 {
			points, logs := make([]float64, 10), make([]float64, 10)
			for i := range points {
				points[i], logs[i] = float64(batch), math.Inf(-1)
				if i > 0 {
					logs[i] = -500 + math.Log(float64(batch+1))
				}
			}
			p.Add(points, logs, rng)
			if len(p.Weights) > 2*capacity || len(p.Points) != len(p.Weights) {
				t.Fatalf("%d kept", len(p.Weights))
			}
		}
		if total := numeric.LogSumExp(p.Weights); math.Abs(total-(-500+math.Log(9*55))) > 1e-9 {
			t.Fatalf("total weight %v", total)
		}
		points, shares := p.Draws(rng)
		for k, s := range shares {
			if points[k] == 9 {
				share += s / 200
			}
		}
	}
	// Batch 9 has 10/55 of the weight. Resampling leaves each share within 1/capacity of its value at
	// every stage; the mean over 200 seeds within 5 of their standard errors of at most .05/sqrt(200).
	if math.Abs(share-10.0/55) > 5*.05/math.Sqrt(200) {
		t.Errorf("share %v, want %v", share, 10.0/55)
	}
}
