// This file holds what is left out of the binary's tables because it can be counted: a function that runs before Go's runtime writes it.

package serve

import (
	"bytes"
	"encoding/binary"
)

// The table by which the runtime finds the function of a program counter (cmd/link's findfunctab): for every 4096 counters a number of a function
// and 16 bytes that are zero under WebAssembly, where each function has 2^16 counters.
const (
	finderStep, finderLength = 4096, 20
	finderShift              = 4 // counters of a function / finderStep, as a power of two
)

// The runtime's moduledata holds pointers to the table of functions and to its sequences, and where this table and the program's counters begin.
const (
	moduleValues, moduleFinder = 80, 152
	moduleFirst, moduleLast    = 160, 168
	moduleLength               = 176
)

// counted are the tables that can be counted, as addresses: pairs of a function's number and of the offset of its record, the number in each record, and the
// runtime's finder. Numbers that count up hardly compress: without them a first visit is 36 KB shorter.
type counted struct {
	table, count    int // pairs; offsets are from here
	first           int // number of the first function
	record          int // offset of its record
	align           int // of records
	finder, entries int
}

// countedIn returns the tables that can be counted; ok is false where they are not as expected. header is the address of the table of functions.
func countedIn(memory []byte, header int) (c counted, ok bool) {
	word := func(at int) int { return int(binary.LittleEndian.Uint64(memory[at:])) }
	c.table, c.count = header+word(header+functionTab), word(header+functionsAt)
	c.first, c.record = field(memory, c.table), field(memory, c.table+4)
	for at := 0; at+moduleLength <= len(memory); at += 8 {
		if word(at) == header && word(at+moduleValues) == header+word(header+valueTableAt) {
			c.finder, c.entries = word(at+moduleFinder), (word(at+moduleLast)-word(at+moduleFirst)+finderStep-1)/finderStep
		}
	}
	if c.entries == 0 || c.finder+finderLength*c.entries > len(memory) {
		return c, false
	}
	for _, c.align = range []int{4, 8} {
		if !c.follows(memory) {
			continue
		}
		again := bytes.Clone(memory)
		c.clear(again)
		c.write(again)
		return c, bytes.Equal(again, memory)
	}
	return c, false
}

// follows reports whether each record stands where that before it ends.
func (c counted) follows(memory []byte) bool {
	offset := c.record
	for i := range c.count {
		if field(memory, c.table+8*i+4) != offset || c.table+offset+recordLength > len(memory) {
			return false
		}
		offset = c.next(memory, offset)
	}
	return true
}

// clear overwrites what write writes with zeros.
func (c counted) clear(memory []byte) {
	offset := c.record
	for i := range c.count {
		setField(memory, c.table+8*i, 0)
		setField(memory, c.table+8*i+4, 0)
		setField(memory, c.table+offset, 0)
		offset = c.next(memory, offset)
	}
	for i := range c.entries {
		setField(memory, c.finder+finderLength*i, 0)
	}
}

// write writes the tables, as code does in the browser.
func (c counted) write(memory []byte) {
	offset := c.record
	for i := range c.count {
		setField(memory, c.table+8*i, uint32(c.first+i))
		setField(memory, c.table+8*i+4, uint32(offset))
		setField(memory, c.table+offset, uint32(c.first+i))
		offset = c.next(memory, offset)
	}
	for i := range c.entries {
		setField(memory, c.finder+finderLength*i, uint32(i>>finderShift))
	}
}

// next returns the offset of the record behind that at offset.
func (c counted) next(memory []byte, offset int) int {
	at := c.table + offset
	end := offset + recordLength + 4*(field(memory, at+valuesAt)+int(memory[at+pointersAt]))
	return (end + c.align - 1) &^ (c.align - 1)
}

// WebAssembly's instructions for 32 bits (core specification 2.0, section 5.4).
const (
	opLoop, opBranchIf        = 0x03, 0x0d
	opGet, opSet, opTee       = 0x20, 0x21, 0x22
	opLoad, opLoadByte        = 0x28, 0x2d
	opStore, opLess           = 0x36, 0x49
	opAdd, opMultiply, opAnd  = 0x6a, 0x6c, 0x71
	opShiftLeft, opShiftRight = 0x74, 0x76
	typeI32, typeNone         = 0x7f, 0x40
)

// code returns the body of a function that does what write does.
func (c counted) code() []byte {
	const number, offset, eight = 0, 1, 2 // locals: the function's number from 0, its record's offset, and 8 x number
	b := instructions{1, 3, typeI32}
	b.constant(c.record)
	b.op(opSet, offset)
	b.op(opLoop, typeNone)
	b.op(opGet, number)
	b.constant(3)
	b.op(opShiftLeft, opTee, eight)
	b.op(opGet, number)
	b.constant(c.first)
	b.op(opAdd)
	b.memory(opStore, 2, c.table)
	b.op(opGet, eight, opGet, offset)
	b.memory(opStore, 2, c.table+4)
	b.op(opGet, offset, opGet, number)
	b.constant(c.first)
	b.op(opAdd)
	b.memory(opStore, 2, c.table)
	b.op(opGet, offset, opGet, offset)
	b.memory(opLoad, 2, c.table+valuesAt)
	b.op(opGet, offset)
	b.memory(opLoadByte, 0, c.table+pointersAt)
	b.op(opAdd)
	b.constant(2)
	b.op(opShiftLeft, opAdd)
	b.constant(recordLength + c.align - 1)
	b.op(opAdd)
	b.constant(-c.align)
	b.op(opAnd, opSet, offset)
	b.count(number, c.count)
	b.constant(0)
	b.op(opSet, number)
	b.op(opLoop, typeNone, opGet, number)
	b.constant(finderLength)
	b.op(opMultiply, opGet, number)
	b.constant(finderShift)
	b.op(opShiftRight)
	b.memory(opStore, 2, c.finder)
	b.count(number, c.entries)
	b.op(opEnd)
	return b
}

// instructions are code that grows.
type instructions []byte

func (b *instructions) op(bytes ...byte) { *b = append(*b, bytes...) }

func (b *instructions) constant(v int) { *b = appendSigned(append(*b, opConst), int64(v)) }

// memory appends an access at a constant address beyond that on the stack.
func (b *instructions) memory(op, align byte, at int) {
	*b = binary.AppendUvarint(append(*b, op, align), uint64(at))
}

// count ends a loop that is repeated until the local is n.
func (b *instructions) count(local byte, n int) {
	b.op(opGet, local)
	b.constant(1)
	b.op(opAdd, opTee, local)
	b.constant(n)
	b.op(opLess, opBranchIf, 0, opEnd)
}

// addStart returns the sections with one function more, which runs before all others.
func addStart(sections []section, code []byte) ([]section, error) {
	var out []section
	imports, functions, kind, err := 0, 0, -1, error(nil)
	for _, s := range sections {
		r := reader{rest: s.content}
		switch s.number {
		case typeSection:
			kind, err = findAction(&r)
		case importSection:
			imports, err = countImports(&r)
		case functionSection:
			functions = r.unsigned()
			s.content = binary.AppendUvarint(append(binary.AppendUvarint(nil, uint64(functions+1)), r.rest...), uint64(kind))
		case startSection:
			err = errNotWasm // it would have to be called, too
		case elementSection:
			out = append(out, section{startSection, binary.AppendUvarint(nil, uint64(imports+functions))})
		case codeSection:
			n := r.unsigned()
			s.content = append(binary.AppendUvarint(nil, uint64(n+1)), r.rest...)
			s.content = append(binary.AppendUvarint(s.content, uint64(len(code))), code...)
		}
		if err != nil || r.bad {
			return nil, errNotWasm
		}
		out = append(out, s)
	}
	return out, nil
}

// findAction returns the number of the function type without parameters and results.
func findAction(r *reader) (int, error) {
	found := -1
	for i, n := 0, r.unsigned(); i < n; i++ {
		r.byte() // 0x60
		parameters := r.take(r.unsigned())
		if results := r.take(r.unsigned()); len(parameters) == 0 && len(results) == 0 && found < 0 && !r.bad {
			found = i
		}
	}
	if found < 0 || r.bad {
		return 0, errNotWasm
	}
	return found, nil
}

// countImports counts imported functions, all there may be.
func countImports(r *reader) (int, error) {
	n := r.unsigned()
	for range n {
		r.take(r.unsigned())
		r.take(r.unsigned())
		if r.byte() != 0 {
			return 0, errNotWasm
		}
		r.unsigned()
	}
	if r.bad {
		return 0, errNotWasm
	}
	return n, nil
}
