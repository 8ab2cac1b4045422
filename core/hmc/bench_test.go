// Benchmark of a transition without the density's share: a standard normal in ten dimensions.

package hmc

import "testing"

type plain struct{}

func (plain) Dim() int { return 10 }
func (plain) Gradient(grad, x []float64) (v float64) {
	for i, u := range x {
		grad[i] = -u
		v -= .5 * u * u
	}
	return v
}

func BenchmarkTransition(b *testing.B) {
	rng := stream(1)
	c, err := NewChain(plain{}, DefaultSettings(), State{}, rng)
	if err != nil {
		b.Fatal(err)
	}
	for c.Warming() {
		c.Warmup(rng)
	}
	for b.Loop() {
		c.Sample(rng)
	}
}
