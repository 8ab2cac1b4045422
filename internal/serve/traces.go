// This file holds what is left out of the binary's tables for the traces of crashes.

package serve

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"go/version"
)

// The header of Go's table of functions and the records of functions, as the runtime's symtab.go and runtime2.go of Go
// 1.20 to 1.26 lay them out with pointers of 8 bytes: offsets in bytes.
const (
	headerLength              = 72
	functionsAt, recordLength = 8, 44
	nameTableAt, unitTableAt  = 32, 40
	valueTableAt, functionTab = 56, 64
	nameAt, stackAt, fileAt   = 4, 16, 20
	lineAt, valuesAt          = 24, 28
	unitAt, firstLineAt       = 32, 36
	pointersAt                = 43 // how many, one byte
	noPointer                 = 1<<32 - 1
	tableMagic                = "\xf1\xff\xff\xff\x00\x00\x01\x08"
)

// Numbers within the sequences and pointers of a function (internal/abi's symtab.go) that nothing reads here: where a
// signal may stop it (there are no signals under WebAssembly), which calls in it were inlined, and where its arguments
// are, for a trace to print.
const (
	sequenceUnsafePoint = 0
	sequenceInlined     = 2
	sequenceArguments   = 3
	pointerInlined      = 3
	pointerArguments    = 5
	pointerArgumentsSet = 6
)

// sequencesUnread and pointersUnread list them.
var (
	sequencesUnread = []int{sequenceUnsafePoint, sequenceInlined, sequenceArguments}
	pointersUnread  = []int{pointerInlined, pointerArguments, pointerArgumentsSet}
)

// newestKnown is the newest release of Go whose tables for traces were compared with what is said here.
const newestKnown = "go1.26"

// knowsTraces reports whether the tables of a release of Go, as `go env GOVERSION` names it, are as they are read here.
// The binary of a newer one keeps them all: it is 14 % larger to download, until somebody has looked.
func knowsTraces(release string) bool {
	return version.IsValid(release) && version.Compare(version.Lang(release), newestKnown) <= 0
}

// blankTraces overwrites with zeros what Go's runtime reads only to print a trace, and returns the names of the
// functions, one in a line after the number that their addresses begin with: a crash then shows addresses
// (pc=0x1b2a0007 lies in the function 1b2a) for which the list has the names. Where the memory holds no such table as
// Go 1.20 to 1.26 write it, nothing is changed and there is no list: the binary works as well, and TestFirstVisit says
// that it grew.
func blankTraces(memory []byte) (list []byte) {
	at := bytes.Index(memory, []byte(tableMagic))
	if at < 0 || at+headerLength > len(memory) {
		return nil
	}
	table := memory[at:]
	word := func(i int) int { return int(binary.LittleEndian.Uint64(table[i:])) }
	names, units, values, functions := word(nameTableAt), word(unitTableAt), word(valueTableAt), word(functionTab)
	count := word(functionsAt)
	if names < headerLength || units < names || values < units || functions < values ||
		functions+8*count > len(table) {
		return nil
	}
	t := traceTables{names: table[names:units], values: table[values:functions], functions: table[functions:]}
	list = t.list(count)
	for i := range count {
		blankFunction(t.record(i))
	}
	t.pack(count)
	clear(table[names:values]) // names of functions and files, and which file each number means
	return list
}

// traceTables are the parts of Go's table of functions.
type traceTables struct {
	names     []byte // each ended by a zero
	values    []byte // sequences of (change of value, change of address), each ended by a zero
	functions []byte // count pairs of (address, offset of the record), then the records
}

// record is that of a function.
func (t traceTables) record(i int) []byte {
	return t.functions[binary.LittleEndian.Uint32(t.functions[8*i+4:]):]
}

// list writes the functions' numbers and names.
func (t traceTables) list(count int) []byte {
	var out bytes.Buffer
	for i := range count {
		record := t.record(i)
		name, _, _ := bytes.Cut(t.names[min(field(record, nameAt), len(t.names)):], []byte{0})
		fmt.Fprintf(&out, "%04x %s\n", field(record, 0), name)
	}
	return out.Bytes()
}

// blankFunction clears what one record says of its name, lines, files, signals, inlined calls and arguments.
func blankFunction(record []byte) {
	for _, f := range []int{nameAt, fileAt, lineAt, unitAt, firstLineAt} {
		setField(record, f, 0)
	}
	sequences, pointers := field(record, valuesAt), int(record[pointersAt])
	for _, v := range sequencesUnread {
		if v < sequences {
			setField(record, recordLength+4*v, 0)
		}
	}
	for _, v := range pointersUnread {
		if v < pointers {
			setField(record, recordLength+4*(sequences+v), noPointer)
		}
	}
}

func field(record []byte, at int) int { return int(binary.LittleEndian.Uint32(record[at:])) }

func setField(record []byte, at int, v uint32) { binary.LittleEndian.PutUint32(record[at:], v) }

// furthest is a distance beyond the end of every function: the linker gives each 2^16 program counters.
const furthest = 1<<16 - 1

// pack writes the sequences that are still asked for anew, in the order of their functions. The last value of each
// holds for ever, so that many become equal, and are stored once (25 KB less by brotli).
func (t traceTables) pack(count int) {
	packed, places := []byte{0}, map[string]uint32{} // offset 0 stands for none
	move := func(record []byte, at int) {
		old := field(record, at)
		if old == 0 {
			return
		}
		s := t.sequence(old)
		place, known := places[string(s)]
		if !known {
			place = uint32(len(packed))
			places[string(s)] = place
			packed = append(packed, s...)
		}
		setField(record, at, place)
	}
	for i := range count {
		move(t.record(i), stackAt)
	}
	for i := range count {
		record := t.record(i)
		for v := range field(record, valuesAt) {
			move(record, recordLength+4*v)
		}
	}
	clear(t.values[copy(t.values, packed):])
}

// sequence returns the one that begins at an offset, its last value made to hold for ever, with the zero that ends it.
func (t traceTables) sequence(at int) []byte {
	var out []byte
	for last := 0; ; { // where the distance of the last value begins
		value, n := binary.Uvarint(t.values[at:])
		if value == 0 && last > 0 {
			return append(binary.AppendUvarint(out[:last], furthest), 0)
		}
		_, m := binary.Uvarint(t.values[at+n:])
		out = append(out, t.values[at:at+n+m]...)
		last = len(out) - m
		at += n + m
	}
}
