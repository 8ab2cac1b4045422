// Tests of work that is shared.

package parallel

import (
	"sync/atomic"
	"testing"
)

func TestEachOnce(t *testing.T) {
	const n = 1000
	seen := make([]int32, n)
	Each(n, 3, func(i int) { atomic.AddInt32(&seen[i], 1) })
	for i, v := range seen {
		if v != 1 {
			t.Fatalf("work %d was done %d times", i, v)
		}
	}
}
