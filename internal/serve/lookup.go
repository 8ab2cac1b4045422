// This file holds what is left out of the binary's table by which Go's runtime finds the function of a program counter.

package serve

import "encoding/binary"

// That table (cmd/link's findfunctab, the runtime's findfunc): for every 4096 program counters the number of a function from which to search
// upwards, and 16 bytes that refine it, which are zero under WebAssembly, where each function has 2^16 counters.
const (
	finderStep, finderLength = 4096, 20
	searchFrom               = 16 // functions are searched from the last multiple of this
)

// The runtime's moduledata holds pointers to the table of functions and to its sequences, and where this table and the program's counters begin.
const (
	moduleValues, moduleFinder = 80, 152
	moduleFirst, moduleLast    = 160, 168
	moduleLength               = 176
)

// coarsen rounds the numbers of functions down, so that few of them differ (12 KB less by brotli); the runtime then searches a few functions more,
// tens of nanoseconds for a frame of a stack. header is the address of the table of functions, values that of its sequences, by which moduledata is found.
func coarsen(memory []byte, header, values int) {
	word := func(at int) int { return int(binary.LittleEndian.Uint64(memory[at:])) }
	for at := 0; at+moduleLength <= len(memory); at += 8 {
		if word(at) != header || word(at+moduleValues) != values {
			continue
		}
		finder, whole := word(at+moduleFinder), (word(at+moduleLast)-word(at+moduleFirst))/finderStep // the last entry may be cut short
		for i := range whole {
			entry := memory[finder+i*finderLength:]
			setField(entry, 0, uint32(field(entry, 0)/searchFrom*searchFrom))
		}
		return
	}
}
