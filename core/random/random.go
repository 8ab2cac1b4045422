// Package random derives named, reproducible sub-streams of random numbers from one seed.
package random

import "math/rand/v2"

// Stream returns the generator that belongs to (seed, labels...). Equal arguments give equal
// streams, different ones unrelated streams, so that no result depends on which worker runs a job
// or in what order. ("a","bc") and ("ab","c") are different streams.
func Stream(seed uint64, labels ...string) *rand.Rand { return rand.New(Source(seed, labels...)) }

// Source returns what Stream draws from, whose state can be written down.
func Source(seed uint64, labels ...string) *rand.PCG {
	h := mix(seed ^ 0x9e3779b97f4a7c15)
	for _, label := range labels {
		for i := 0; i < len(label); i++ {
			h = (h ^ uint64(label[i])) * 0x100000001b3 // the FNV-1a step
		}
		h = mix(h ^ uint64(len(label))<<56)
	}
	return rand.NewPCG(h, mix(h))
}

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood 2014): a bijection in which every input
// bit reaches every output bit.
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
