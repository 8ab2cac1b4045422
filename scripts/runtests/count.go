// This file holds the reading of `go test -json`: what failed is printed in full, everything is counted.

package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// event is one line of `go test -json` (see `go doc test2json`).
type event struct {
	Action, Package, ImportPath, Test, Output, FailedBuild string
	Elapsed                                                float64
}

// counts are numbers of tests. A test with subtests is not counted itself, its subtests are, unless it fails for a
// reason of its own.
type counts struct {
	passed, failed, skipped int
	slow                    []timed // those that took long, subtests not apart
}

// timed is a test with the seconds that it took, and long how many of them are worth telling.
type timed struct {
	name    string
	seconds float64
}

const long = 15

// slowest tells the tests that took longest, at most twelve; "" where none took long.
func (c *counts) slowest() string {
	slices.SortFunc(c.slow, func(a, b timed) int { return cmp.Compare(b.seconds, a.seconds) })
	var all []string
	for _, t := range c.slow[:min(12, len(c.slow))] {
		all = append(all, fmt.Sprintf("%s %.0f", t.name, t.seconds))
	}
	return strings.Join(all, ", ")
}

func (c *counts) add(o counts) {
	c.passed += o.passed
	c.failed += o.failed
	c.skipped += o.skipped
}

func (c counts) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", c.passed, c.failed, c.skipped)
}

// reader follows one run of `go test -json`.
type reader struct {
	out     io.Writer
	printed map[string]*strings.Builder // what each test, package ("name") or build has printed so far
	parents map[string]bool             // tests that have subtests
	broken  map[string]bool             // tests and packages in which a failure has been counted
	counts
}

// read consumes a stream of events, prints what a person wants to see and returns the counts.
func read(in io.Reader, out io.Writer) (counts, error) {
	r := &reader{out: out, printed: map[string]*strings.Builder{}, parents: map[string]bool{},
		broken: map[string]bool{}}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		if json.Unmarshal(line, &e) == nil && e.Action != "" {
			r.take(e)
		} else {
			out.Write(line)
		}
		if err == io.EOF {
			return r.counts, nil
		}
		if err != nil {
			return r.counts, err
		}
	}
}

func (r *reader) take(e event) {
	id := e.Package + " " + e.Test
	switch e.Action {
	case "run":
		if cut := strings.LastIndex(e.Test, "/"); cut >= 0 {
			r.parents[e.Package+" "+e.Test[:cut]] = true
		}
	case "output":
		r.keep(id, e.Output)
	case "build-output":
		r.keep(e.ImportPath, e.Output)
	case "pass", "fail", "skip":
		if e.Test == "" {
			r.endPackage(e)
		} else {
			r.endTest(e, id)
		}
	}
}

func (r *reader) keep(id, text string) {
	if r.printed[id] == nil {
		r.printed[id] = &strings.Builder{}
	}
	r.printed[id].WriteString(text)
}

// show prints what the test or package has printed.
func (r *reader) show(id string) {
	if text := r.printed[id]; text != nil {
		fmt.Fprint(r.out, text)
	}
	delete(r.printed, id)
}

func (r *reader) endTest(e event, id string) {
	if e.Elapsed >= long && !strings.Contains(e.Test, "/") {
		r.slow = append(r.slow, timed{e.Test, e.Elapsed})
	}
	switch {
	case e.Action == "fail":
		r.show(id)
		if !r.broken[id] {
			r.failed++
		}
		r.blame(e)
	case r.parents[id]:
	case e.Action == "skip":
		r.show(id)
		r.skipped++
	default:
		r.passed++
	}
	delete(r.printed, id)
}

// blame notes the failure for the package and for the test's parents, which then fail with it.
func (r *reader) blame(e event) {
	r.broken[e.Package+" "] = true
	for name := e.Test; ; {
		cut := strings.LastIndex(name, "/")
		if cut < 0 {
			return
		}
		name = name[:cut]
		r.broken[e.Package+" "+name] = true
	}
}

// endPackage prints the package's line. A package that fails without a failed test (it does not build, it ran out of
// time, a panic ended it) counts as one failure.
func (r *reader) endPackage(e event) {
	id := e.Package + " "
	if e.Action != "fail" {
		delete(r.printed, id)
		if e.Action == "pass" {
			fmt.Fprintf(r.out, "ok    %-40s %6.1f s\n", e.Package, e.Elapsed)
		}
		return
	}
	r.show(e.FailedBuild)
	r.show(id)
	if !r.broken[id] {
		r.failed++
	}
	fmt.Fprintf(r.out, "FAIL  %-40s %6.1f s\n", e.Package, e.Elapsed)
}
