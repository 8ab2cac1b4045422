// This file measures, for docs/benchmarks.md, what large tables cost: reading, the first result, the main thread,
// memory.

//go:build browser && bench

package browser

import (
	"fmt"
	"testing"
)

// heavy is what a large table cost.
type heavy struct {
	name      string
	megabytes float64 // of the file
	// seconds until it is read, from Run to the first tree with its scores; ms of the longest task on the main
	// thread
	loaded, tree, task     float64
	memoryRead, memoryTree float64 // bytes, see memory
}

// largeTables are those that are measured, the smaller ones first: the memory counts what came before, too.
var largeTables = []large{{rows: 100_000, inputs: 20}, {rows: 100_000, inputs: 20, classes: true}, million}

// name says what a table is.
func (l large) name() string {
	task := "regression"
	if l.classes {
		task = "classes"
	}
	return fmt.Sprintf("%d x %d, %s", l.rows, l.inputs, task)
}

// cost measures a table once, in a tab of its own.
func (l large) cost(t *testing.T) heavy {
	b := newTab(t, twoWorkers, stopwatch, readings)
	b.open(shared.served + "/" + quiet)
	b.ready()
	text := l.csv()
	out := heavy{name: l.name(), megabytes: float64(len(text)) / 1e6}
	since := evaluate[float64](b, "performance.now()")
	out.loaded, out.memoryRead = b.load("large.csv", file(t, "large.csv", text), benchPatience), memory(t)
	b.run()
	b.wait("a tree with its scores", "spy.moments.some(m => m[1] === 'tree')", benchPatience)
	out.tree, out.memoryTree = first(b.moments(), "tree", "{").Seconds(), memory(t)
	b.click("stop")
	b.rests("stopped")
	out.task = b.longest(since)
	t.Logf("%+v", out)
	return out
}

const largeText = `
## Large tables

Seconds from the choice of a file until its table is read, and from the press of Run to the first tree with its scores
(preset Standard, two workers); the longest task on the page's main thread, 0 where none took 50 ms; and the peak so far
of the memory, the sum of the resident sizes of the browser's renderer processes as the kernel counts them (VmHWM),
when read and at the first tree. One run each.

`

// large is the table of large tables, with the bounds of the issue: 3 s, 20 s and 100 ms with 100,000 rows, 1.5 GB with
// a million.
func (r *report) large() string {
	rows := [][]string{{"table", "MB", "read", "first tree", "longest task, ms", "memory when read, MB",
		"at the first tree, MB"}}
	for i, h := range r.heavy {
		loaded, tree, task, memory := seconds(h.loaded), seconds(h.tree), fmt.Sprintf("%.0f", h.task),
			fmt.Sprintf("%.0f", h.memoryTree/1e6)
		if largeTables[i] == million {
			memory = r.within(h.memoryTree/1e6, mostMemory/1e6)
		} else {
			loaded, tree, task = r.within(h.loaded, 3), r.within(h.tree, 20), r.within(h.task, longestTask)
		}
		rows = append(rows, []string{h.name, fmt.Sprintf("%.0f", h.megabytes), loaded, tree, task,
			fmt.Sprintf("%.0f", h.memoryRead/1e6), memory})
	}
	return largeText + inColumns(rows)
}
