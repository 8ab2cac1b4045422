//go:build js && wasm

// This file has workers do parts of a fit.

package coordinator

import (
	"runtime"

	"dcctree/core/compare"
	"dcctree/core/fit"
	"dcctree/wasm/bridge"
)

// mostAway bounds the workers that do parts of a fit at the same time: each may take some hundred MB, as Pima's folds
// do, and a WebAssembly memory never shrinks.
const mostAway = 3

// hands is how many workers can do parts of a fit.
func (r *role) hands() int { return min(r.loop.Hands(), mostAway) }

// parts are those of a fit that workers do.
type parts struct {
	given chan struct{} // closed where the fit is given up
	run   int           // stamped on them; 0 before the first
	away  int           // how many are with workers
}

// workers does jobs of a fit, one for each worker and one here at a time. What ends a job ends the fit.
func (f *fitting) workers(n int, job func(i int), hands int) {
	done, places := make(chan any), make(chan struct{}, hands+1)
	for i := range n {
		go func() {
			places <- struct{}{}
			ended := any(givenUp{})
			defer func() { <-places; done <- ended }()
			if f.given {
				runtime.Goexit()
			}
			defer func() {
				if v := recover(); v != nil {
					ended = v
				}
			}()
			job(i)
			ended = nil
		}()
	}
	var broken any
	for range n {
		if v := <-done; v != nil {
			broken = v
		}
	}
	switch broken.(type) {
	case nil:
	case givenUp:
		runtime.Goexit()
	default:
		panic(broken)
	}
}

// givenUp is how a job ends whose fit is given up.
type givenUp struct{}

// elsewhere has a worker do a part; it returns nil where all have one, so that this one is done here meanwhile, and
// where workers fail at it.
func (r *role) elsewhere(f *fitting, e *fit.Errand) *fit.Found {
	if f.given {
		runtime.Goexit()
	}
	if f.parts.away >= r.hands() {
		return nil
	}
	f.parts.away++
	answer := make(chan *fit.Found, 1)
	bridge.Meanwhile(func() bool { // as a message, since calls of the loop must not overlap
		if !f.given {
			f.parts.run, _ = r.loop.Errand(compare.FitPart, &compare.Errand{Errand: *e}, func(found any) {
				part, _ := found.(*fit.Found)
				answer <- part
			})
		}
		return false
	})
	select {
	case part := <-answer:
		f.parts.away--
		return part
	case <-f.parts.given:
		runtime.Goexit()
	}
	return nil
}
