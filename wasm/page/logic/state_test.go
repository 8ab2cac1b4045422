package logic

import "testing"

func TestStatesAreNamedAsTheTestsReadThem(t *testing.T) {
	want := []string{"ready", "running", "auditing", "paused", "stopped", "done", "error"}
	for i, name := range want {
		if got := State(i).String(); got != name {
			t.Errorf("state %d is %q, want %q", i, got, name)
		}
	}
}

func TestNextState(t *testing.T) {
	cases := []struct {
		from State
		what Happening
		want State
	}{
		{Ready, PressRun, Running},
		{Running, PressPause, Paused},
		{Paused, PressRun, Running},
		{Paused, PressStep, Running},
		{Paused, PressStop, Stopped},
		{Running, PressStop, Stopped},
		{Running, Finished, Done},
		{Running, Answered, Auditing},
		{Auditing, Finished, Done},
		{Auditing, PressPause, Paused},
		{Auditing, PressStop, Stopped},
		{Auditing, PressRun, Running},
		{Auditing, Broke, Failed},
		{Stopped, PressRun, Running},
		{Done, PressRun, Running},
		{Failed, PressRun, Running},
		{Running, Broke, Failed},
		{Running, NewData, Ready},
		// Reports that arrive late change nothing.
		{Stopped, Finished, Stopped},
		{Ready, PressPause, Ready},
		{Done, PressStop, Done},
		{Ready, Finished, Ready},
		{Paused, Answered, Paused},
	}
	for _, c := range cases {
		if got := c.from.Next(c.what); got != c.want {
			t.Errorf("%v after %d is %v, want %v", c.from, c.what, got, c.want)
		}
	}
}

func TestButtons(t *testing.T) {
	cases := []struct {
		name                    string
		state                   State
		haveData, auto, changed bool
		want                    Buttons
	}{
		{"before data", Ready, false, false, false, Buttons{RunText: "run.run"}},
		{"ready", Ready, true, false, false, Buttons{Run: true, Step: true, RunText: "run.run"}},
		{"running", Running, true, false, false, Buttons{Pause: true, Stop: true, RunText: "run.run"}},
		{"started by the page", Running, true, true, false,
			Buttons{Run: true, Step: true, Pause: true, Stop: true, RunText: "run.run"}},
		{"auditing", Auditing, true, false, false,
			Buttons{Run: true, Step: true, Pause: true, Stop: true, RunText: "run.run"}},
		{"paused", Paused, true, false, false,
			Buttons{Run: true, Step: true, Stop: true, RunText: "run.continue"}},
		{"paused, then changed", Paused, true, false, true,
			Buttons{Run: true, Step: true, Stop: true, RunText: "run.run"}},
		{"stopped", Stopped, true, false, false, Buttons{Run: true, Step: true, RunText: "run.run"}},
		{"done", Done, true, false, false, Buttons{Run: true, Step: true, RunText: "run.run"}},
		{"error", Failed, true, false, false, Buttons{Run: true, Step: true, RunText: "run.run"}},
	}
	for _, c := range cases {
		if got := ButtonsFor(c.state, c.haveData, c.auto, c.changed); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestOnlyAnUnchangedPausedRunGoesOn(t *testing.T) {
	for s := Ready; s <= Failed; s++ {
		if got, want := Resumes(s, false), s == Paused; got != want {
			t.Errorf("%v resumes: %v", s, got)
		}
		if Resumes(s, true) {
			t.Errorf("%v resumes although something changed", s)
		}
	}
}
