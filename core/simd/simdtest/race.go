// Timing of several ways to compute the same, side by side: cold, warm, and of a loop that is the same everywhere.

package simdtest

import (
	"math"
	"slices"
)

// Rounds is how often everything is timed once it is warm; the median counts.
const Rounds = 5

// coldCalls are the calls that the cold figure is the mean of, coldLimit the seconds after which fewer must do.
const (
	coldCalls = 1000
	coldLimit = 2
)

// A block of calls takes at least blockSeconds/2. A candidate is warm when patience blocks in a row were not faster by
// 1 % than the fastest before, or after mostBlocks of them.
const (
	blockSeconds = .2
	patience     = 4
	mostBlocks   = 50
)

// Clock tells the seconds since some moment: core reads no clock itself.
type Clock func() float64

// since returns the seconds that f takes.
func (c Clock) since(f func()) float64 {
	start := c()
	f()
	return c() - start
}

// Candidate is one way to compute something.
type Candidate struct {
	Name string
	Call func()
}

// Timing is of one candidate, in seconds a call.
type Timing struct {
	Name      string
	Cold      float64 // mean of the first calls
	ColdCalls int
	Warm      []float64 // of every round
}

// Race is what was measured of candidates side by side. Calibration is in seconds a step of the loop that does not
// depend on anything but the machine, before every timing of a round.
type Race struct {
	Name        string
	Timings     []Timing
	Calibration []float64
}

// Measure times the candidates: each cold and until it is warm, then all of them in turn, so that what else the machine
// does meanwhile falls on all of them.
func Measure(name string, clock Clock, all ...Candidate) Race {
	r := Race{Name: name}
	calibrate(clock)
	calls := make([]int, len(all))
	for i, c := range all {
		t := Timing{Name: c.Name}
		t.Cold, t.ColdCalls = cold(clock, c.Call)
		calls[i] = warm(clock, c.Call)
		r.Timings = append(r.Timings, t)
	}
	for range Rounds {
		for i, c := range all {
			r.Calibration = append(r.Calibration, calibrate(clock))
			r.Timings[i].Warm = append(r.Timings[i].Warm, clock.perCall(calls[i], c.Call))
		}
	}
	return r
}

// Median returns the seconds a call of the candidate, NaN where there is none of that name.
func (r Race) Median(name string) float64 {
	for _, t := range r.Timings {
		if t.Name == name {
			return Median(t.Warm)
		}
	}
	return math.NaN()
}

// Median returns the middle one of the figures, the greater one where there are two.
func Median(x []float64) float64 { return slices.Sorted(slices.Values(x))[len(x)/2] }

// perCall returns the seconds a call of so many in a row.
func (c Clock) perCall(calls int, f func()) float64 {
	return c.since(func() {
		for range calls {
			f()
		}
	}) / float64(calls)
}

// cold returns the seconds a call of the first calls. The clock is read after 1, 2, 4 ... calls only: reading it takes
// about as long as a call of a small kernel.
func cold(clock Clock, f func()) (seconds float64, calls int) {
	start := clock()
	for calls < coldCalls && clock()-start < coldLimit {
		for range min(max(calls, 1), coldCalls-calls) {
			f()
			calls++
		}
	}
	return (clock() - start) / float64(calls), calls
}

// warm calls f until its time no longer falls and returns how many calls a block has.
func warm(clock Clock, f func()) (calls int) {
	calls = 1
	best, stale := math.Inf(1), 0
	for blocks := 0; stale < patience && blocks < mostBlocks; {
		seconds := clock.perCall(calls, f)
		if seconds*float64(calls) < blockSeconds/2 {
			calls *= 2
			continue
		}
		if blocks++; seconds > .99*best {
			stale++
		} else {
			stale = 0
		}
		best = min(best, seconds)
	}
	return calls
}

// The calibration loop is called often, since a runtime may exchange a function for a faster one between calls alone.
const (
	spins     = 100
	spinSteps = 50_000
)

// calibrate returns the seconds a step of the loop.
func calibrate(clock Clock) float64 {
	x := .5
	seconds := clock.perCall(spins, func() { x = spin(x, spinSteps) })
	if !(x > 0 && x <= 1) {
		panic("simdtest: the calibration loop went astray")
	}
	return seconds / spinSteps
}

// spin is a chain of multiplications and additions in registers, each waiting for the one before it.
//
//go:noinline
func spin(x float64, steps int) float64 {
	for range steps {
		x = float64(x*.999) + .001
	}
	return x
}
