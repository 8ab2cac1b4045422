// This file holds the benchmark of `make bench`: kernels in the browser and natively, waiting times on the page,
// start-up; it writes docs/benchmarks.md.

//go:build browser && bench

package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"dcctree/core/simd"
	"dcctree/core/simd/simdtest"
	"dcctree/core/simd/wazero"
)

// TestBenchmarks measures everything, prints the report and writes it. Where -run names a part of it, that part logs
// its figures.
func TestBenchmarks(t *testing.T) {
	r := report{machine: thisMachine(t)}
	parts := 0
	part := func(name string, measure func(t *testing.T)) {
		t.Run(name, func(t *testing.T) {
			measure(t)
			parts++
		})
	}
	part("speed in the browser", func(t *testing.T) { r.wasm = racesInBrowser(t) })
	part("speed natively", func(t *testing.T) { r.native = racesNative(t) })
	part("start-up", func(t *testing.T) { r.startUp = measureStartUp(t) })
	for _, s := range waitedFor {
		part(s.name, func(t *testing.T) { r.waits = append(r.waits, s.measure(t)) })
	}
	for _, l := range largeTables {
		part(l.name(), func(t *testing.T) { r.heavy = append(r.heavy, l.cost(t)) })
	}
	for _, l := range ownTables {
		part("all trees at once, "+l.name(), func(t *testing.T) { r.fits = append(r.fits, l.fitted(t)) })
	}
	part("two workers", func(t *testing.T) { r.scaling = measureScaling(t) })
	part("the paper", func(t *testing.T) { r.paper = measureReproduction(t) })
	r.machine.loadAfter = load()
	if t.Failed() || parts < 5+len(waitedFor)+len(largeTables)+len(ownTables) {
		t.Log("something is missing: docs/benchmarks.md is left as it was")
		return
	}
	text := r.String()
	fmt.Print(text)
	if err := os.WriteFile(filepath.Join(shared.root, "docs", "benchmarks.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// racesInBrowser has wasm/kernels time itself in a worker of the browser.
func racesInBrowser(t *testing.T) []simdtest.Race {
	out := runTests(t, "./wasm/kernels", 20*time.Minute, "-test.run=^$", "-test.bench=^BenchmarkSpeed$",
		"-test.benchtime=1x", "-test.timeout=0")
	var all []simdtest.Race
	for line := range strings.Lines(out) {
		text, found := strings.CutPrefix(line, "speed ")
		if !found {
			continue
		}
		var r simdtest.Race
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	if want := len(simdtest.Workloads(false)) + 1 + len(simdtest.Shapes()); len(all) != want {
		t.Fatalf("%d workloads were timed, want %d:\n%s", len(all), want, out)
	}
	return all
}

// racesNative times the reference and the kernel in wazero in this process.
func racesNative(t *testing.T) []simdtest.Race {
	start := time.Now()
	clock := func() float64 { return time.Since(start).Seconds() }
	var all []simdtest.Race
	for _, w := range simdtest.Workloads(true) {
		all = append(all, raceNative(t, clock, w))
		debug.FreeOSMemory() // the large one leaves 150 MB, which the browser may need
	}
	return all
}

func raceNative(t *testing.T, clock simdtest.Clock, w simdtest.Workload) simdtest.Race {
	m, err := wazero.New(simdtest.Bytes(w.Spec))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	kernel, ok := m.Engine(w.Spec, w.Rows)
	if !ok {
		t.Fatal(m.Err())
	}
	reference := simd.NewReference(w.Spec, w.Rows)
	w.Set(reference.Frame(), kernel.Frame())
	return simdtest.Measure(w.Name, clock,
		simdtest.Candidate{Name: "reference", Call: func() { w.Gradient(reference) }},
		simdtest.Candidate{Name: "wazero", Call: func() { w.Gradient(kernel) }})
}
