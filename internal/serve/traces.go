// This file holds what is left out of the binary's tables for the traces of crashes.

package serve

import (
	"bytes"
	"encoding/binary"
)

// The header of Go's table of functions and the records of functions, as the runtime's symtab.go and runtime2.go of Go 1.20 to 1.26 lay
// them out with pointers of 8 bytes: offsets in bytes.
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
	ownPrefix                 = "dcctree/"
	tableMagic                = "\xf1\xff\xff\xff\x00\x00\x01\x08"
)

// Numbers within the sequences and pointers of a function (internal/abi's symtab.go) that nothing reads here: where a signal may stop it (there are no
// signals under WebAssembly), and where its arguments are for a trace to print.
const (
	sequenceUnsafePoint = 0
	sequenceArguments   = 3
	pointerArguments    = 5
	pointerArgumentsSet = 6
)

// blankTraces overwrites with zeros what Go's runtime reads only to print a trace. Zero is "not known" in each of these tables: a crash then
// shows the names of this module's functions and "?" for the rest. Where the memory holds no such table as Go 1.20 to 1.26 write it, nothing
// is changed: the binary works as well, and TestFirstVisit says that it grew.
func blankTraces(memory []byte) {
	at := bytes.Index(memory, []byte(tableMagic))
	if at < 0 || at+headerLength > len(memory) {
		return
	}
	table := memory[at:]
	word := func(i int) int { return int(binary.LittleEndian.Uint64(table[i:])) }
	names, units, values, functions := word(nameTableAt), word(unitTableAt), word(valueTableAt), word(functionTab)
	count := word(functionsAt)
	if names < headerLength || units < names || values < units || functions < values || functions+8*count > len(table) {
		return
	}
	t := traceTables{names: table[names:units], values: table[values:functions], functions: table[functions:]}
	t.blank(count)
	clear(table[units:values]) // which file each number means, and the files' names
}

// traceTables are the parts of Go's table of functions.
type traceTables struct {
	names     []byte // each ended by a zero
	values    []byte // sequences of (change of value, change of address), each ended by a zero
	functions []byte // count pairs of (address, offset of the record), then the records
}

// blank clears the records' lines, files and foreign names, and those names and sequences that are then asked for by none.
func (t traceTables) blank(count int) {
	used, nameless := make([]bool, len(t.values)), uint32(max(0, bytes.IndexByte(t.names, 0)))
	for i := range count {
		record := t.functions[binary.LittleEndian.Uint32(t.functions[8*i+4:]):]
		t.mark(used, field(record, stackAt))
		blankFunction(record)
		for v := range field(record, valuesAt) {
			t.mark(used, field(record, recordLength+4*v))
		}
		if !t.own(field(record, nameAt)) {
			setField(record, nameAt, nameless)
		}
	}
	for i, u := range used {
		if !u {
			t.values[i] = 0
		}
	}
	t.blankNames()
}

// blankFunction clears what one record says of lines, files, signals and arguments.
func blankFunction(record []byte) {
	for _, f := range []int{fileAt, lineAt, unitAt, firstLineAt} {
		setField(record, f, 0)
	}
	sequences, pointers := field(record, valuesAt), int(record[pointersAt])
	for _, v := range []int{sequenceUnsafePoint, sequenceArguments} {
		if v < sequences {
			setField(record, recordLength+4*v, 0)
		}
	}
	for _, v := range []int{pointerArguments, pointerArgumentsSet} {
		if v < pointers {
			setField(record, recordLength+4*(sequences+v), noPointer)
		}
	}
}

func field(record []byte, at int) int { return int(binary.LittleEndian.Uint32(record[at:])) }

func setField(record []byte, at int, v uint32) { binary.LittleEndian.PutUint32(record[at:], v) }

// own reports whether a name is of this module.
func (t traceTables) own(name int) bool {
	return bytes.HasPrefix(t.names[name:], []byte(ownPrefix))
}

// blankNames clears all names but this module's.
func (t traceTables) blankNames() {
	for at := 0; at < len(t.names); {
		end := at + bytes.IndexByte(t.names[at:], 0)
		if end < at {
			return
		}
		if !t.own(at) {
			clear(t.names[at:end])
		}
		at = end + 1
	}
}

// mark notes the bytes of the sequence that begins at an offset; 0 stands for none.
func (t traceTables) mark(used []bool, at int) {
	for first := true; at > 0; first = false {
		value, n := binary.Uvarint(t.values[at:])
		_, m := binary.Uvarint(t.values[at+n:])
		if value == 0 && !first {
			used[at] = true
			return
		}
		for i := at; i < at+n+m; i++ {
			used[i] = true
		}
		at += n + m
	}
}
