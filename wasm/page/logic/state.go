// The states of a run and which buttons each of them offers.

package logic

// State is what the run is doing, as the page names it.
type State int

// The states in the order in which a run usually meets them.
const (
	Ready State = iota
	Running
	Auditing // the answer is there; audits run on
	Paused
	Stopped
	Done
	Failed
)

// String is the word by which programs know the state; people read it in their language.
func (s State) String() string {
	return [...]string{"ready", "running", "auditing", "paused", "stopped", "done", "error"}[s]
}

// Happening is what can change the state.
type Happening int

// A person presses a button, or the run reports.
const (
	PressRun Happening = iota
	PressStep
	PressPause
	PressStop
	Answered // the search ended, audits follow
	Finished // every step was made
	Broke    // the run was refused or lost
	NewData  // another table was opened
)

// Next is the state after something happened. A press that the state does not offer changes nothing.
func (s State) Next(h Happening) State {
	switch h {
	case PressRun, PressStep:
		return Running
	case PressPause:
		return s.from(Paused, Running, Auditing)
	case PressStop:
		return s.from(Stopped, Running, Auditing, Paused)
	case Answered:
		return s.from(Auditing, Running)
	case Finished:
		return s.from(Done, Running, Auditing, Paused)
	case Broke:
		return Failed
	case NewData:
		return Ready
	}
	panic("page: unknown happening")
}

// Works reports whether the workers are at it.
func (s State) Works() bool { return s == Running || s == Auditing }

func (s State) from(next State, allowed ...State) State {
	for _, a := range allowed {
		if s == a {
			return next
		}
	}
	return s
}

// Buttons says which of the four run buttons can be pressed, and what Run would do.
type Buttons struct {
	Run, Pause, Step, Stop bool
	RunText                string // key of the text table
}

// ButtonsFor gives the buttons of a state. haveData: a table is open. auto: the run is the one that the page started by
// itself, which Run replaces, as it does a run that is only audited. changed: data, settings or seed differ from the
// paused run's, so Run starts anew.
func ButtonsFor(s State, haveData, auto, changed bool) Buttons {
	busy := s == Running && !auto
	b := Buttons{
		Run:     haveData && !busy,
		Step:    haveData && !busy,
		Pause:   s.Works(),
		Stop:    s.Works() || s == Paused,
		RunText: "run.run",
	}
	if s == Paused && !changed {
		b.RunText = "run.continue"
	}
	return b
}

// Resumes reports whether Run or Step goes on with the run at hand instead of starting a new one.
func Resumes(s State, changed bool) bool {
	return s == Paused && !changed
}
