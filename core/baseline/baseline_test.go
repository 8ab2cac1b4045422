// Streams of random numbers.

package baseline

import (
	"fmt"
	"testing"
)

// TestStreams: stretches have random numbers of their own, which depend on all that names them.
func TestStreams(t *testing.T) {
	seen := map[uint64]string{}
	for seed := range uint64(2) {
		for _, method := range []string{"cgm", "wu"} {
			for chain := range 12 {
				for _, from := range []int{0, 1, 12} {
					name := fmt.Sprint(seed, method, chain, from)
					v := Stream(seed, method, chain, from).Uint64()
					if other, met := seen[v]; met {
						t.Errorf("%s and %s begin alike", name, other)
					}
					seen[v] = name
					if Stream(seed, method, chain, from).Uint64() != v {
						t.Errorf("%s begins differently the second time", name)
					}
				}
			}
		}
	}
}
