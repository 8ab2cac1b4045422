//go:build js && wasm

// RJHMC-Tree with kernels and without them: the same bits, and its speed.
package kernels

import (
	"slices"
	"testing"

	"dcctree/core/baseline"
	"dcctree/core/baseline/rjhmc"
	"dcctree/core/dataset"
	"dcctree/core/random"
	"dcctree/core/simd"
	"dcctree/core/topology"
)

// reversible starts a chain on a sample.
func reversible(t testing.TB, file, y string, task dataset.Task, s rjhmc.Settings, m simd.Machine) baseline.Sampler {
	t.Helper()
	data := problem(t, file, y, task, s.BandwidthFinal).Data
	data.Machine = m
	c, err := rjhmc.New(data, s, random.Stream(1, "start"))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestReversibleJumpIsTheSameWithKernels(t *testing.T) {
	for _, method := range []rjhmc.Method{rjhmc.DFI, rjhmc.DF} {
		for _, variant := range []rjhmc.Variant{rjhmc.Published, rjhmc.Exact} {
			s, _, _ := rjhmc.PublishedSettings(method, "iris")
			s.Variant, s.InnerWarmup, s.MaxDoublings = variant, 10, 5
			m := New()
			a, b := reversible(t, "iris.csv", "species", dataset.Classification, s, m),
				reversible(t, "iris.csv", "species", dataset.Classification, s, nil)
			x, y := random.Stream(2, "steps"), random.Stream(2, "steps")
			for range 5 {
				if one, other := a.Step(x), b.Step(y); one != other {
					t.Errorf("%s, %s: %+v with kernels, %+v without", method, variant, one, other)
				}
			}
			if m.Refused() || len(m.kernels) == 0 {
				t.Fatal("no kernel was used")
			}
			if !slices.Equal(a.State(), b.State()) {
				t.Errorf("%s, %s: the states differ", method, variant)
			}
		}
	}
}

// BenchmarkReversibleJump times iterations on WU's rows at three leaves, with kernels and without.
func BenchmarkReversibleJump(b *testing.B) {
	for _, method := range []rjhmc.Method{rjhmc.DFI, rjhmc.DF} {
		for _, variant := range []rjhmc.Variant{rjhmc.Published, rjhmc.Exact} {
			for name, m := range map[string]simd.Machine{"kernels": New(), "reference": nil} {
				s, _, _ := rjhmc.PublishedSettings(method, "wu")
				s.Variant, s.MinSplits, s.MaxSplits = variant, 2, 2
				s.Moves = topology.MoveProbabilities{Stay: 1}
				b.Run(string(method)+"/"+string(variant)+"/"+name, func(b *testing.B) {
					c, rng := reversible(b, "wu-train.csv", "y", dataset.Regression, s, m),
						random.Stream(2, "steps")
					c.Step(rng)
					gradients := 0
					for b.Loop() {
						gradients += c.Step(rng).Gradients
					}
					b.ReportMetric(float64(gradients)/b.Elapsed().Seconds(), "gradients/s")
				})
			}
		}
	}
}
