// This file holds the run on a million rows of `make soak`: that it works, how long it takes, and the memory of the
// page's process.

//go:build browser && (soak || bench)

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// million is the table of a million rows.
var million = large{rows: 1_000_000, inputs: 5}

// mostMemory is the most that the page may take with a million rows, bytes.
const mostMemory = 1.5e9

// TestSoakMillionRows reads a million rows, runs for three steps and looks at the peak of the memory meanwhile: the sum
// of the resident sizes of all renderer processes of the browser (the page with its workers is one of them), as the
// kernel counts them.
func TestSoakMillionRows(t *testing.T) {
	b := newTab(t, stopwatch, readings)
	b.open(shared.served + "/" + quiet)
	b.ready()
	loaded := b.load("million.csv", file(t, "million.csv", million.csv()), 5*time.Minute)
	read := memory(t)
	b.run()
	b.wait("a tree with its scores", "spy.moments.some(m => m[1] === 'tree')", 10*time.Minute)
	after := first(b.moments(), "tree", "{").Seconds()
	answered := memory(t)
	b.wait("three steps", "spy.steps >= 3", 20*time.Minute)
	time.Sleep(5 * time.Second) // the last results are drawn
	peak := memory(t)
	b.click("stop")
	b.rests("stopped")
	b.better(million)
	t.Logf("read in %.1f s, first tree after %.1f s, longest task %.0f ms; peak of the memory %.0f MB when read, "+
		"%.0f MB at the first tree, %.0f MB after three steps",
		loaded, after, b.longest(0), read/1e6, answered/1e6, peak/1e6)
	if peak > mostMemory || read == 0 {
		t.Errorf("the page took %.0f MB, want %.0f at most", peak/1e6, mostMemory/1e6)
	}
}

// memory is the sum of the peaks so far of the resident sizes of the browser's renderers, bytes.
func memory(t *testing.T) (sum float64) {
	t.Helper()
	statuses, err := filepath.Glob("/proc/[0-9]*/status")
	if err != nil {
		t.Fatal(err)
	}
	parent, peak := map[string]string{}, map[string]float64{}
	for _, path := range statuses {
		pid := filepath.Base(filepath.Dir(path))
		text, _ := os.ReadFile(path) // processes end meanwhile
		for line := range strings.Lines(string(text)) {
			switch fields := strings.Fields(line); fields[0] {
			case "PPid:":
				parent[pid] = fields[1]
			case "VmHWM:":
				kilobytes, _ := strconv.ParseFloat(fields[1], 64)
				peak[pid] = 1024 * kilobytes
			}
		}
	}
	for pid := range parent {
		command, _ := os.ReadFile(fmt.Sprintf("/proc/%s/cmdline", pid))
		if strings.Contains(string(command), "--type=renderer") && ours(parent, pid) {
			sum += peak[pid]
		}
	}
	return sum
}

// ours tells whether this process is an ancestor of pid.
func ours(parent map[string]string, pid string) bool {
	for pid != "" && pid != strconv.Itoa(os.Getpid()) {
		pid = parent[pid]
	}
	return pid != ""
}
