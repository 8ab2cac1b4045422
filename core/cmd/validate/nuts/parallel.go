// Work shared among the processors.

package nuts

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// parallel calls work(i) for every i below n. Each goroutine makes a worker of its own by start.
func parallel(n int, start func() (work func(i int))) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			work := start()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	wait.Wait()
}
