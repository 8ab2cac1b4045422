// One seed, the same bits on every platform.

package evidence

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"testing"
)

// TestSameBits pins all weights of both kinds and the figures made of them. The number was recorded
// on amd64 and is the same on js/wasm; another number on another platform breaks the promise that
// one seed gives one result, and a change of the algorithm changes it on all.
func TestSameBits(t *testing.T) {
	const want = 0x57d9da310e9bd17e
	sum := fnv.New64a()
	put := func(values ...float64) {
		for _, v := range values {
			binary.Write(sum, binary.LittleEndian, math.Float64bits(v))
		}
	}
	var e Estimate
	for seed, kind := range []Kind{Basic, Spatial, Basic, Spatial, Spatial} {
		draws := normalDraws(50, 4, 0.3, 1.1, uint64(seed))
		b := Layered(scaledNormal(4, -20), draws, Settings{Proposals: 5, Kind: kind}, stream(uint64(seed)))
		put(b.Proposals...)
		put(b.LogWeights...)
		e.AddBatch(b.LogWeights)
	}
	put(e.LogZ(), e.LogVariance(), e.LogError(), e.KHat(), e.EffectiveNumber())
	put(LogExploration(e.MaxLogWeight(), e.MeanLogWeight(), e.VarLogWeight(), 1000))
	put(ExploitationRatios([]float64{e.LogZ(), -21}, []float64{e.LogVariance(), -40}, 0)...)
	if got := sum.Sum64(); got != want {
		t.Errorf("%#x, want %#x", got, uint64(want))
	}
}
