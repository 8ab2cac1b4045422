package conquer
import ("testing";"fmt"
	"dcctree/core/random"
	"dcctree/core/numeric"
	"math"
	"dcctree/core/topology")
func eqd(m Measurement, n int, seed uint64) (out []float64) {
	d, rng := len(m.Points)/len(m.LogWeights), random.Stream(seed, "equal")
	total := numeric.LogSumExp(m.LogWeights)
	for range n {
		u, k := rng.Float64(), 0
		for u -= math.Exp(m.LogWeights[0] - total); u >= 0 && k < len(m.LogWeights)-1; u -= math.Exp(m.LogWeights[k] - total) { k++ }
		out = append(out, m.Points[k*d:(k+1)*d]...)
	}
	return
}
func TestZZ(t *testing.T) {
	long := DefaultSettings()
	long.TargetError, long.MaxFinal = .02, 100_000
	p := newProblem(stairs(3), .02)
	deep := NewProblem(stairs(3), p.priors, .02, long)
	known := map[string]Measurement{}
	for _, top := range []topology.Topology{tree(t, 1, 2), tree(t, 1, 5, 6), tree(t, 3, 4, 2)} {
		solutions, _ := p.Score(top, nil, random.Stream(1, "score"))
		known[top.Key()] = deep.Measure(top, solutions, random.Stream(1, "measure"), func() {})
		fmt.Println(top, known[top.Key()].LogZ, known[top.Key()].Error)
	}
	for _, top := range []topology.Topology{tree(t, 7, 8, 4, 2)} {
		solutions, _ := p.Score(top, nil, random.Stream(1, "score"))
		for s := range uint64(3) {
		m := deep.Measure(top, solutions, random.Stream(s, "measure"), func() {})
		fmt.Println("measured", m.LogZ, m.Error, m.KHat)
		}
		for _, n := range []int{100, 1000} {
		for _, pts := range []int{100,400,4000} {
		var mo, er numeric.Moments
		for s := range uint64(40) {
		var reductions []Reduction
		for _, split := range top.Reducible() {
			reduced, _ := top.Reduce(split)
			if r, ok := known[reduced.Key()]; ok {
				reductions = append(reductions, Reduction{split, r.LogZ, r.Error, eqd(r, pts, s)})
			}
		}
		e := p.Knowing(reductions).Embed(top, n, random.Stream(s, "embed"), func() {})
		mo.Add(e.LogZ); er.Add(e.Error)
		}
		fmt.Println(n, pts, mo.Mean(), math.Sqrt(mo.Variance()), er.Mean())
		}
		}
	}
}
