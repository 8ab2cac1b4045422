// The windows of the warm-up against Stan's.

package hmc

import (
	"slices"
	"testing"
)

func TestMetricWindows(t *testing.T) {
	// Stan reference manual, "Adaptation": 1000 warm-up steps are 75, then 25, 50, 100, 200 and a
	// last window of 500, then 50; shorter ones by windowed_adaptation.hpp.
	cases := []struct {
		warmup int
		want   []window
	}{
		{1000, []window{{75, 99}, {100, 149}, {150, 249}, {250, 449}, {450, 949}}},
		{500, []window{{75, 99}, {100, 149}, {150, 249}, {250, 449}}},
		{300, []window{{75, 99}, {100, 149}, {150, 249}}},
		{299, []window{{75, 99}, {100, 248}}},
		{200, []window{{75, 99}, {100, 149}}},
		{175, []window{{75, 99}, {100, 124}}},
		{150, []window{{75, 99}}},
		{149, []window{{22, 134}}}, // 15 % and 10 % rounded down
		{100, []window{{15, 89}}},
		{20, []window{{3, 17}}},
		{19, nil},
		{0, nil},
	}
	for _, c := range cases {
		if got := metricWindows(with(c.warmup)); !slices.Equal(got, c.want) {
			t.Errorf("%d warm-up steps: windows %v, want %v", c.warmup, got, c.want)
		}
	}
	fixed := with(1000)
	fixed.BaseWindow = 0
	if got := metricWindows(fixed); got != nil {
		t.Errorf("BaseWindow 0: windows %v, want none", got)
	}
}

// stanWindows is Stan's own loop (windowed_adaptation.hpp: compute_next_window), which counts steps
// and moves a boundary, where metricWindows lays ranges side by side.
func stanWindows(s Settings) []window {
	var all []window
	end := s.Warmup - s.TermBuffer
	size, next, start := s.BaseWindow, s.InitBuffer+s.BaseWindow-1, s.InitBuffer
	for counter := 0; counter < s.Warmup; counter++ {
		if counter != next {
			continue
		}
		all = append(all, window{start, next})
		start = next + 1
		if next == end-1 {
			continue
		}
		size *= 2
		next = counter + size
		if next != end-1 && next+2*size >= end {
			next = end - 1
		}
	}
	return all
}

func TestMetricWindowsAgainstStansLoop(t *testing.T) {
	for warmup := 150; warmup < 3000; warmup++ {
		s := with(warmup)
		if got, want := metricWindows(s), stanWindows(s); !slices.Equal(got, want) {
			t.Fatalf("%d warm-up steps: %v, Stan %v", warmup, got, want)
		}
	}
}

func TestWindowAt(t *testing.T) {
	all := metricWindows(with(1000))
	for _, c := range []struct{ step, want int }{{74, -1}, {75, 0}, {99, 0}, {100, 1}, {949, 4}, {950, -1}} {
		if got := windowAt(all, c.step); got != c.want {
			t.Errorf("windowAt(%d) = %d, want %d", c.step, got, c.want)
		}
	}
}
