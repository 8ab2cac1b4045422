package logic

import "testing"

func TestStopwatchLeavesPausesOut(t *testing.T) {
	var w Stopwatch
	w.Start(1000)
	w.Start(1500) // starting twice changes nothing
	w.Stop(3000)
	if got := w.Elapsed(9000); got != 2000 {
		t.Errorf("after a pause: %v, want 2000", got)
	}
	w.Start(10000)
	if got := w.Elapsed(10500); got != 2500 {
		t.Errorf("running again: %v, want 2500", got)
	}
}

func TestLogIsBoundedAndNewestFirst(t *testing.T) {
	var list []Entry
	for i := range 70 {
		list = Remember(list, Entry{Seconds: float64(i)})
	}
	if len(list) != 60 || list[0].Seconds != 69 || list[59].Seconds != 10 {
		t.Errorf("%d entries from %v to %v, want 60 from 69 to 10", len(list), list[0].Seconds,
			list[len(list)-1].Seconds)
	}
}

func TestToldEscapesAndMarksTopologies(t *testing.T) {
	for words, want := range map[string]string{
		`Split <x> & {3,4,2}, {0}; not {a}`: `Split &lt;x&gt; &amp; <b>{3,4,2}</b>, <b>{0}</b>; not {a}`,
		"burn-in of 2-3 chains":             "burn-in of 2-3 chains",
		"−4.1 ± .2, at most 15 % (90 %)":    "−4.1\u00a0±\u00a0.2, at most 15\u00a0% (90\u00a0%)",
	} {
		if got := told(words); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestRedrawsAreAtMostTenASecondAndASixthOfTheTime(t *testing.T) {
	cases := []struct {
		now, began, ended, want float64
		steps                   int
	}{
		{1020, 1000, 1010, 80, 9},   // quick: ten a second
		{1200, 1000, 1010, 0, 9},    // long ago: at once
		{1100, 1000, 1100, 500, 9},  // slow: five times as long without as with
		{3000, 1000, 3000, 1000, 9}, // very slow: news waits for a second at most
		{3000, 1000, 3000, 500, 2},  // and hardly at all while it is the first
	}
	for _, c := range cases {
		if got := NextPaint(c.now, c.began, c.ended, LongestRest(c.steps)); got != c.want {
			t.Errorf("now %v after a redraw from %v to %v: wait %v, want %v", c.now, c.began, c.ended, got,
				c.want)
		}
	}
}
