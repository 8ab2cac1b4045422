// This file looks at the browser's processes from outside: what memory its renderers hold, and how many workers run in
// them. It reads Linux's /proc.

//go:build browser

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// renderers is the resident memory of all renderers among the descendants of this process, in MB.
func renderers(t *testing.T) float64 {
	t.Helper()
	sum := 0.0
	for _, pid := range rendererProcesses(t) {
		sum += resident(pid)
	}
	return sum
}

// rendererProcesses lists them.
func rendererProcesses(t *testing.T) (all []int) {
	t.Helper()
	parents := map[int]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it ended meanwhile
		}
		var state string
		var parent int
		_, after, _ := strings.Cut(string(text), ") ")
		if _, err := fmt.Sscan(after, &state, &parent); err == nil {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
			parents[pid] = parent
		}
	}
	for pid := range parents {
		command, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if strings.Contains(string(command), "--type=renderer") && descends(pid, parents) {
			all = append(all, pid)
		}
	}
	if len(all) == 0 {
		t.Fatal("no renderer was found: the test reads Linux's /proc")
	}
	return all
}

// workerThreads counts the threads of Web Workers in all renderers.
func workerThreads(t *testing.T) (n int) {
	t.Helper()
	for _, pid := range rendererProcesses(t) {
		names, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/comm", pid))
		for _, name := range names {
			text, _ := os.ReadFile(name)
			if strings.HasPrefix(string(text), "DedicatedWorker") {
				n++
			}
		}
	}
	return n
}

// descends tells whether a process descends from this one.
func descends(pid int, parents map[int]int) bool {
	for ; pid > 1; pid = parents[pid] {
		if pid == os.Getpid() {
			return true
		}
	}
	return false
}

// resident is VmRSS of a process, in MB; 0 where it is gone.
func resident(pid int) float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(text)) {
		var kilobytes float64
		if _, err := fmt.Sscanf(line, "VmRSS: %f kB", &kilobytes); err == nil {
			return kilobytes / 1e3
		}
	}
	return 0
}
