// Package parallel shares work among goroutines.
package parallel

import (
	"sync"
	"sync/atomic"
)

// Each calls work(0) to work(n-1), at most so many at a time.
func Each(n, workers int, work func(i int)) { Started(n, workers, func() func(int) { return work }) }

// Started is Each, where every goroutine makes its own work by start: that may have work space.
func Started(n, workers int, start func() (work func(i int))) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(n, workers) {
		group.Go(func() {
			work := start()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	group.Wait()
}
