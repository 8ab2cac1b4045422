// Annealing: which bandwidth h the target has at each step of the warm-up.

package hmc

import (
	"fmt"

	"dcctree/core/numeric"
)

// ScheduleKind names a way from h_init to h_final.
type ScheduleKind string

const (
	// NoAnnealing never touches the target's bandwidth.
	NoAnnealing ScheduleKind = "none"
	// Linear is the authors' way: h moves linearly from the end of the initial buffer (the second
	// stage of the warm-up) to 100 steps before the end of the last metric window.
	Linear ScheduleKind = "linear"
	// BeforeLastWindow moves h geometrically and reaches h_final at the start of the last metric
	// window, so that this window learns the metric of the final target.
	BeforeLastWindow ScheduleKind = "before-last-window"
)

// linearRest is the number of steps before the end of the last metric window at which Linear
// reaches h_final in the authors' program.
const linearRest = 100

// Schedule is the bandwidth of the target over the warm-up. Initial and Final (the paper's h_init
// and h_final) are positive, in units of the scaled inputs.
type Schedule struct {
	Kind    ScheduleKind `json:"kind"`
	Initial float64      `json:"initial"`
	Final   float64      `json:"final"`
}

func (s Schedule) validate() error {
	switch s.Kind {
	case NoAnnealing:
		return nil
	case Linear, BeforeLastWindow:
	default:
		return fmt.Errorf("hmc: setting Bandwidth.Kind is %q but must be %q, %q or %q", s.Kind, NoAnnealing,
			Linear, BeforeLastWindow)
	}
	if !finitePositive(s.Initial) {
		return fmt.Errorf("hmc: setting Bandwidth.Initial is %v but must be positive and finite", s.Initial)
	}
	if !finitePositive(s.Final) {
		return fmt.Errorf("hmc: setting Bandwidth.Final is %v but must be positive and finite", s.Final)
	}
	return nil
}

// BandwidthAt returns the bandwidth with which warm-up step number step (from 0) is made; at step
// Warmup and later it is Bandwidth.Final. It returns 0 without annealing.
func (s Settings) BandwidthAt(step int) float64 {
	from, to := s.annealingSteps()
	return s.Bandwidth.at(step, from, to)
}

// at returns the bandwidth at a step when h moves from step from to step to.
func (s Schedule) at(step, from, to int) float64 {
	switch {
	case s.Kind == NoAnnealing:
		return 0
	case step >= to:
		return s.Final
	case step <= from:
		return s.Initial
	}
	share := float64(step-from) / float64(to-from)
	if s.Kind == Linear {
		return s.Initial + float64(share*(s.Final-s.Initial))
	}
	return s.Initial * numeric.Exp(share*numeric.Log(s.Final/s.Initial))
}

// annealingSteps returns the first step that is still made with h_init and the first that is made
// with h_final. Linear takes the whole of the metric windows where they have not 100 steps to
// spare; BeforeLastWindow starts with the warm-up where there is only one window. Without windows
// h moves over the whole warm-up.
func (s Settings) annealingSteps() (from, to int) {
	windows := metricWindows(s)
	if len(windows) == 0 {
		return 0, s.Warmup
	}
	last := windows[len(windows)-1]
	from = windows[0].first
	if s.Bandwidth.Kind == BeforeLastWindow {
		if len(windows) == 1 {
			from = 0
		}
		return from, last.first
	}
	if to = last.last - linearRest; to > from {
		return from, to
	}
	return from, last.last + 1
}
