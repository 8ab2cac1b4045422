// The windows of the warm-up: when the metric is learned (Stan's windowed adaptation).

package hmc

import "slices"

// window is a range of warm-up steps, counted from 0: first <= step <= last.
type window struct{ first, last int }

// metricWindows returns the windows at whose ends the metric is replaced, in order. After the
// initial buffer the first has BaseWindow steps, each further one twice as many; one behind which no
// twice as long window would fit is the last and ends with the terminal buffer's start. A warm-up
// shorter than the three stages is divided 15 %, 75 % in one window, 10 %; one shorter than 20
// steps has no window (Stan, windowed_adaptation.hpp).
func metricWindows(s Settings) []window {
	if s.BaseWindow == 0 || s.Warmup < 20 {
		return nil
	}
	start, size, end := s.InitBuffer, s.BaseWindow, s.Warmup-s.TermBuffer
	if s.InitBuffer+s.BaseWindow+s.TermBuffer > s.Warmup {
		start, end = s.Warmup*15/100, s.Warmup-s.Warmup/10
		size = end - start
	}
	var all []window
	for start < end {
		next := start + size
		if len(all) > 0 && next+2*size > end {
			next = end
		}
		all = append(all, window{start, next - 1})
		start, size = next, 2*size
	}
	return all
}

// windowAt returns the number of the window that holds the step, -1 when none does.
func windowAt(all []window, step int) int {
	return slices.IndexFunc(all, func(w window) bool { return step >= w.first && step <= w.last })
}
