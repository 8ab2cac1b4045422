// This file tests that a shorter binary fills the memory with the same bytes, and which of Go's tables it may clear.

package serve

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// module returns a binary with one section of another kind before and after the data section.
func module(segments ...segment) []byte {
	data := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		data = append(appendSigned(append(data, 0, opConst), int64(s.at)), opEnd)
		data = append(binary.AppendUvarint(data, uint64(len(s.bytes))), s.bytes...)
	}
	out := appendSection([]byte("\x00asm\x01\x00\x00\x00"), 1, []byte("types"))
	return appendSection(appendSection(out, dataSection, data), 0, []byte("named"))
}

// segmentsOf returns the segments of a module that module() or shrink made.
func segmentsOf(t *testing.T, m []byte) []segment {
	t.Helper()
	r := reader{rest: m[wasmHeader:]}
	for len(r.rest) > 0 {
		number := r.byte()
		content := r.take(r.unsigned())
		if number != dataSection {
			continue
		}
		segments, err := readSegments(content)
		if err != nil {
			t.Fatal(err)
		}
		return segments
	}
	t.Fatal("the module has no data section")
	return nil
}

func TestShrinkKeepsTheMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var segments []segment
		for at := r.IntN(100); len(segments) < 50; at += r.IntN(3 * zerosBetween) {
			b := make([]byte, 1+r.IntN(40))
			for i := range b {
				b[i] = byte(r.IntN(4)) // zeros among them
			}
			b[len(b)-1] = 1 // the memory's end is known by its last byte that is not zero
			segments = append(segments, segment{at, b})
			at += len(b)
		}
		m := module(segments...)
		smaller, _, err := shrink(m, true)
		if err != nil {
			t.Fatal(err)
		}
		got := segmentsOf(t, smaller)
		if !bytes.Equal(lay(got), lay(segments)) {
			t.Fatal("the memory differs")
		}
		for i := 1; i < len(got); i++ {
			if gap := got[i].at - got[i-1].at - len(got[i-1].bytes); gap < zerosBetween {
				t.Fatalf("two segments are only %d bytes apart, want %d at least", gap, zerosBetween)
			}
		}
		if !bytes.HasPrefix(smaller, m[:wasmHeader+7]) || !bytes.HasSuffix(smaller, []byte("\x00\x05named")) {
			t.Fatal("another section changed")
		}
	}
}

func TestShrinkRefusesWhatItCannotRead(t *testing.T) {
	whole := module(segment{0, []byte("abc")}, segment{1000, []byte("def")})
	passive := bytes.Replace(whole, []byte{0, opConst, 0, opEnd}, []byte{1, opConst, 0, opEnd}, 1)
	for name, b := range map[string][]byte{"no module": []byte("<!DOCTYPE html>"),
		"cut short": whole[:len(whole)-3], "a passive segment": passive} {
		if _, _, err := shrink(b, true); !errors.Is(err, errNotWasm) {
			t.Errorf("%s: got %v, want %v", name, err, errNotWasm)
		}
	}
}

func TestSignedNumbers(t *testing.T) {
	for _, v := range []int{0, 1, 63, 64, 127, 128, 8191, 8192, 1<<31 - 1, -1, -64, -65, -1 << 31} {
		r := reader{rest: appendSigned(nil, int64(v))}
		if got := r.signed(); got != v || r.bad || len(r.rest) > 0 {
			t.Errorf("%d is read as %d", v, got)
		}
	}
}

// A program that dies, run by Node: the addresses of its trace lead to the names in the list.
func TestTraceLeadsToNames(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example\ngo 1.26\n", "main.go": `package main

import (
	"os"
	"runtime/debug"
)

//go:noinline
func pick(list []string, i int) string { return list[i] }

func main() {
	debug.SetTraceback("system")
	println(pick(os.Args, 7))
}
`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := run(dir, append(os.Environ(), "GOOS=js", "GOARCH=wasm"), "go", "build", "-ldflags=-s -w", "-o",
		"x.wasm", "."); err != nil {
		t.Fatal(err)
	}
	body, err := os.ReadFile(filepath.Join(dir, "x.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	smaller, names, err := shrink(body, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "x.wasm"), smaller, 0o644); err != nil {
		t.Fatal(err)
	}
	goroot, err := run(dir, nil, "go", "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", filepath.Join(strings.TrimSpace(goroot), "lib", "wasm", "wasm_exec_node.js"),
		"x.wasm")
	node.Dir = dir
	trace, _ := node.CombinedOutput() // it dies
	if !bytes.HasPrefix(trace, []byte("panic: runtime error: index out of range [7] with length 1")) ||
		bytes.Contains(trace, []byte("main.pick")) {
		t.Fatalf("the program says:\n%s", trace)
	}
	var found []string
	for _, m := range regexp.MustCompile(`pc=0x([0-9a-f]+)[0-9a-f]{4}\n`).FindAllSubmatch(trace, -1) {
		if name := regexp.MustCompile("(?m)^" + string(m[1]) + " (.*)$").FindSubmatch(names); name != nil {
			found = append(found, string(name[1]))
		}
	}
	want := []string{"panic", "runtime.goPanicIndex", "main.pick", "main.main", "runtime.main"}
	if len(found) < 5 || !slices.Equal(found[1:5], want[1:]) {
		t.Errorf("the addresses lead to %v, want %v first\n%s\n%.300s", found, want, trace, names)
	}
}

// In the binary itself names and lines go, and what the runtime needs is as it was.
func TestBlankTracesOfTheBinary(t *testing.T) {
	root, err := FindRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), WasmName)
	arguments := append([]string{"build", "-trimpath", "-ldflags=-s -w", "-o", out}, inlining()...)
	if _, err := run(root, append(os.Environ(), "GOOS=js", "GOARCH=wasm"), "go",
		append(arguments, "./wasm")...); err != nil {
		t.Fatal(err)
	}
	body, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	before := lay(segmentsOf(t, body))
	after := bytes.Clone(before)
	names := blankTraces(after)
	checkTables(t, before, after)
	if n := bytes.Count(names, []byte(" dcctree/core/hmc.")); n < 50 {
		t.Errorf("the list has %d names of functions of core/hmc, want 50 at least", n)
	}
	for _, gone := range []string{"reflect.Value.Field\x00", "runtime/proc.go\x00"} {
		if !bytes.Contains(before, []byte(gone)) || bytes.Contains(after, []byte(gone)) {
			t.Errorf("%q: want it before and not after", gone)
		}
	}
}

// checkTables compares, function by function, what Go's runtime needs to run: addresses, stack and pointer maps, and
// that it finds each.
func checkTables(t *testing.T, before, after []byte) {
	t.Helper()
	at := bytes.Index(before, []byte(tableMagic))
	if at < 0 {
		t.Fatal("the binary has no table of functions as Go 1.20 to 1.26 write it: see blankTraces")
	}
	old, now := tablesAt(before, at), tablesAt(after, at)
	count := int(binary.LittleEndian.Uint64(before[at+functionsAt:]))
	if count < 1000 {
		t.Fatalf("the table has %d functions", count)
	}
	gone := map[int]string{nameAt: "", fileAt: "", lineAt: "", unitAt: "", firstLineAt: "", stackAt: ""}
	for i := range count {
		a, b := old.record(i), now.record(i)
		for f := 0; f < recordLength; f += 4 {
			if _, may := gone[f]; field(a, f) != field(b, f) && !may {
				t.Fatalf("function %d: byte %d of its record changed", i, f)
			}
		}
		last := stepsOf(old, field(a, lineAt)) // what lines hold for is all of the function
		sameValues(t, i, stepsOf(old, field(a, stackAt)), stepsOf(now, field(b, stackAt)), last)
		sequences, pointers := field(a, valuesAt), int(a[pointersAt])
		for v := range sequences {
			f := recordLength + 4*v
			if slices.Contains(sequencesUnread, v) {
				if field(b, f) != 0 {
					t.Fatalf("function %d: sequence %d is kept", i, v)
				}
				continue
			}
			sameValues(t, i, stepsOf(old, field(a, f)), stepsOf(now, field(b, f)), last)
		}
		for v := range pointers {
			f := recordLength + 4*(sequences+v)
			if unread := slices.Contains(pointersUnread, v); unread && field(b, f) != noPointer ||
				!unread && field(a, f) != field(b, f) {
				t.Fatalf("function %d: pointer %d changed to %d", i, v, field(b, f))
			}
		}
	}
}

func tablesAt(memory []byte, at int) traceTables {
	table := memory[at:]
	word := func(i int) int { return int(binary.LittleEndian.Uint64(table[i:])) }
	return traceTables{values: table[word(valueTableAt):word(functionTab)], functions: table[word(functionTab):]}
}

// steps are the program counters, from the function's, below which the values hold.
type steps struct{ values, ends []int }

// stepsOf reads a sequence as the runtime's step does.
func stepsOf(tables traceTables, at int) (s steps) {
	value, counter := -1, 0
	for first := true; at > 0; first = false {
		change, n := binary.Uvarint(tables.values[at:])
		if change == 0 && !first {
			break
		}
		distance, m := binary.Uvarint(tables.values[at+n:])
		value += int(int32(-(uint32(change) & 1) ^ (uint32(change) >> 1)))
		counter += int(distance)
		s.values, s.ends = append(s.values, value), append(s.ends, counter)
		at += n + m
	}
	return s
}

// sameValues compares the values at all program counters of function i, which ends where its lines do.
func sameValues(t *testing.T, i int, before, after, lines steps) {
	t.Helper()
	n := len(before.ends)
	switch {
	case n == 0 && len(after.ends) == 0:
	case !slices.Equal(before.values, after.values) || !slices.Equal(before.ends[:n-1], after.ends[:n-1]) ||
		after.ends[n-1] < before.ends[n-1]:
		t.Fatalf("function %d: %v is now %v", i, before, after)
	case before.ends[n-1] < lines.ends[len(lines.ends)-1]:
		t.Fatalf("function %d: the last value of %v does not hold to its end at %d: it must not be prolonged",
			i, before, lines.ends[len(lines.ends)-1])
	}
}

// TestTracesOfKnownReleases: what a release writes that nobody has looked at is left as it is.
func TestTracesOfKnownReleases(t *testing.T) {
	for release, want := range map[string]bool{"go1.26": true, "go1.26.8": true, "go1.25rc1": true, "go1.27": false,
		"go1.27rc1": false, "go2.0": false, "devel go1.27-abcdef": false, "": false} {
		if got := knowsTraces(release); got != want {
			t.Errorf("%q: %v, want %v", release, got, want)
		}
	}
	body := module(segment{0, []byte(tableMagic)}, segment{headerLength, []byte{1}})
	if _, names, err := shrink(body, false); err != nil || names != nil {
		t.Errorf("%q, %v: want no names", names, err)
	}
}
