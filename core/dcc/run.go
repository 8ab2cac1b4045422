// A native host: the loop on goroutines.

package dcc

import "sync"

// Runner is a run in either mode, seen from its host.
type Runner interface {
	Next() []Job
	Report(Result) []Step
	Done() bool
}

// Run drives a run to its end with the given number of goroutines and calls onStep (which may
// be nil) after every step, from one goroutine. The result does not depend on workers.
func Run(p *Problem, s Runner, workers int, onStep func(Step)) error {
	jobs, results := make(chan Job), make(chan executed)
	var group sync.WaitGroup
	for range max(workers, 1) {
		group.Go(func() {
			for j := range jobs {
				r, err := Execute(p, j, func() {})
				results <- executed{r, err}
			}
		})
	}
	defer group.Wait()
	defer close(jobs)
	for !s.Done() {
		if err := runBatch(s, jobs, results, onStep); err != nil {
			return err
		}
	}
	return nil
}

type executed struct {
	result Result
	err    error
}

// runBatch hands out the jobs at hand and reports all of their results.
func runBatch(s Runner, jobs chan<- Job, results <-chan executed, onStep func(Step)) error {
	waiting := s.Next()
	var failed error
	for open := len(waiting); open > 0; {
		hand, out := jobs, Job{}
		if len(waiting) > 0 {
			out = waiting[0]
		} else {
			hand = nil
		}
		select {
		case hand <- out:
			waiting = waiting[1:]
		case r := <-results:
			open--
			if r.err != nil {
				failed = r.err
				continue
			}
			for _, step := range s.Report(r.result) {
				if onStep != nil {
					onStep(step)
				}
			}
		}
	}
	return failed
}
