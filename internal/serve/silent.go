// This file holds what is left out of the binary's code: functions of Go's runtime that nothing here can call.

package serve

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"
)

// never are beginnings of names of functions that would only run where a program imports runtime/trace or runtime/metrics, has its processor's time
// measured, uses cgo, or is started with GODEBUG; a page does none of it. The Go linker keeps them, since the runtime names them behind conditions. With traps in their
// place a first visit is 25 KB shorter.
var never = []string{
	"runtime.initMetrics",                                                                                                                                                  // runtime/metrics
	"runtime.traceLocker.", "runtime.traceWriter.", "runtime.traceEventWriter.", "runtime.traceAdvance", "runtime.traceSyncBatch", "runtime.traceRegisterLabelsAndReasons", // runtime/trace
	"runtime.(*traceMap).", "runtime.(*traceStringTable).", "runtime.(*traceTypeTable).", "runtime.(*traceStackTable).", "runtime.(*traceRegionAlloc).", "runtime.(*traceBuf).",
	"runtime.(*profBuf).",                                                               // runtime/pprof
	"runtime.schedtrace", "runtime.checkFinalizersAndCleanups", "runtime.dumpScanStats", // GODEBUG
	"runtime.printScavTrace", "internal/bisect.",
	"runtime.typesEqual",                         // programs of several modules
	"runtime.traceStack", "runtime.traceReadCPU", // runtime/trace
	"runtime.saveblockevent", "runtime.doRecordGoroutineProfile", // runtime/pprof
	"runtime.findGoroutineLeaks", "runtime.findMaybeRunnableGoroutines", // its profile of leaks
	"runtime.allGsSnapshotSortedForGC", "runtime.setCheckmark", // GODEBUG
	"runtime.printAncestorTraceback",                                                  // GODEBUG
	"runtime.printOneCgoTraceback", "runtime.expandCgoFrames", "runtime.oneNewExtraM", // cgo
	"runtime.(*mspan).setUserArenaChunkToFault",                                           // arenas
	"runtime.tracebackHexdump", "runtime.(*hexdumper).", "runtime.(*mspan).reportZombies", // a stack or heap in ruins, which the runtime has told of by then
	"reflect.callMethod", // methods as values by reflection
	"image/color.",       // pictures: honnef.co/go/js/dom has canvases
}

// asked are those of them that run to find out whether the rest is to run.
var asked = []string{"runtime.traceLocker.ok", "image/color.init", "image/color.ModelFunc"}

// firstFunction is what the Go linker (cmd/link/internal/wasm) adds to the place of a function in the code section where it writes its number.
const firstFunction = 0x1000

// trap is the body of a function without locals that stops the program.
var trap = []byte{0, 0, opEnd}

// silenced reports whether a function is left out.
func silenced(name string) bool {
	begins := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
	for _, a := range asked {
		if begins(a) {
			return false
		}
	}
	for _, n := range never {
		if begins(n) {
			return true
		}
	}
	return false
}

// silence returns a code section with traps in place of the functions that the list names and that nothing calls.
func silence(code, names []byte) ([]byte, error) {
	quiet := map[int]bool{}
	for line := range bytes.Lines(names) {
		number, name, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		n, err := strconv.ParseInt(number, 16, 32)
		if err == nil && silenced(name) {
			quiet[int(n)-firstFunction] = true
		}
	}
	r := reader{rest: code}
	count := r.unsigned()
	out := binary.AppendUvarint(make([]byte, 0, len(code)), uint64(count))
	for i := range count {
		body := r.take(r.unsigned())
		if r.bad {
			return nil, errNotWasm
		}
		if quiet[i] {
			body = trap
		}
		out = append(binary.AppendUvarint(out, uint64(len(body))), body...)
	}
	if len(r.rest) > 0 {
		return nil, errNotWasm
	}
	return out, nil
}
