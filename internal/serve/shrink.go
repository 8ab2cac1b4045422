// This file holds what makes the binary shorter to download after the Go linker is done with it.

package serve

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// WebAssembly's numbers for what is read here (core specification 2.0, sections 5.4 and 5.5).
const (
	dataSection = 11

	opConst    = 0x41 // i32.const
	opEnd      = 0x0b
	wasmHeader = 8 // magic and version
)

// zerosBetween is how many zeros the memory must hold in a row for two segments to be stored apart. Go's linker parts
// them at every eight or so until it has 100,000, the most that browsers take; their addresses hardly compress (1.27
// instead of 1.38 MB by brotli with 64).
const zerosBetween = 64

var errNotWasm = errors.New("the Go linker wrote a WebAssembly binary that cannot be read here: build with the Go " +
	"version that go.mod names")

// segment is a part of the memory's first content.
type segment struct {
	at    int
	bytes []byte
}

// shrink returns the binary with its data in few segments, and, where traces says so, without those of Go's tables that
// only serve to print the traces of crashes (line numbers, names of files and of functions). What the program does is
// the same. The functions' names come as a list, see blankTraces.
func shrink(binary []byte, traces bool) (out, names []byte, err error) {
	sections, err := readSections(binary)
	if err != nil {
		return nil, nil, err
	}
	for i := range sections {
		if s := &sections[i]; s.number == dataSection {
			if s.content, names, err = shrinkData(s.content, traces); err != nil {
				return nil, nil, err
			}
		}
	}
	out = bytes.Clone(binary[:wasmHeader])
	for _, s := range sections {
		out = appendSection(out, s.number, s.content)
	}
	return out, names, nil
}

// section is one of a binary's sections.
type section struct {
	number  byte
	content []byte
}

func readSections(binary []byte) (sections []section, err error) {
	if len(binary) < wasmHeader || string(binary[:4]) != "\x00asm" {
		return nil, errNotWasm
	}
	for rest := binary[wasmHeader:]; len(rest) > 0; {
		r := reader{rest: rest[1:]}
		content := r.take(r.unsigned())
		if r.bad {
			return nil, errNotWasm
		}
		sections = append(sections, section{rest[0], content})
		rest = r.rest
	}
	return sections, nil
}

// appendSection appends a section of the given number.
func appendSection(out []byte, number byte, content []byte) []byte {
	out = binary.AppendUvarint(append(out, number), uint64(len(content)))
	return append(out, content...)
}

// shrinkData returns the content of a data section that fills the memory with the same bytes, the tables for traces
// apart, and the functions' names.
func shrinkData(content []byte, traces bool) (out, names []byte, err error) {
	segments, err := readSegments(content)
	if err != nil {
		return nil, nil, err
	}
	memory := lay(segments)
	if traces {
		names = blankTraces(memory)
	}
	return dataOf(part(memory)), names, nil
}

// dataOf returns the content of a data section.
func dataOf(segments []segment) []byte {
	out := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		out = append(appendSigned(append(out, 0, opConst), int64(s.at)), opEnd)
		out = append(binary.AppendUvarint(out, uint64(len(s.bytes))), s.bytes...)
	}
	return out
}

// readSegments reads a data section, all of whose segments must be active ones of the first memory at a constant
// address.
func readSegments(content []byte) ([]segment, error) {
	r := reader{rest: content}
	segments := make([]segment, 0, 1024)
	for n := r.unsigned(); n > 0 && !r.bad; n-- {
		kind, op, at, end := r.byte(), r.byte(), r.signed(), r.byte()
		s := segment{at: at, bytes: r.take(r.unsigned())}
		if kind != 0 || op != opConst || end != opEnd || at < 0 {
			return nil, errNotWasm
		}
		segments = append(segments, s)
	}
	if r.bad || len(r.rest) > 0 {
		return nil, errNotWasm
	}
	return segments, nil
}

// lay returns the memory that the segments fill, from address 0.
func lay(segments []segment) []byte {
	size := 0
	for _, s := range segments {
		size = max(size, s.at+len(s.bytes))
	}
	memory := make([]byte, size)
	for _, s := range segments {
		copy(memory[s.at:], s.bytes)
	}
	return memory
}

// part is the reverse of lay: the segments between long runs of zeros.
func part(memory []byte) []segment {
	var segments []segment
	begin, zeros := -1, 0 // of the segment that is open, none where -1
	for i, b := range memory {
		if b != 0 {
			if begin < 0 {
				begin = i
			}
			zeros = 0
			continue
		}
		zeros++
		if begin >= 0 && zeros == zerosBetween {
			segments = append(segments, segment{begin, memory[begin : i+1-zeros]})
			begin = -1
		}
	}
	if begin >= 0 {
		segments = append(segments, segment{begin, memory[begin : len(memory)-zeros]})
	}
	return segments
}

// reader reads WebAssembly's encoding. After a read past the end it is bad and gives zeros.
type reader struct {
	rest []byte
	bad  bool
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.bad, r.rest = true, nil
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) byte() byte {
	if b := r.take(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

// unsigned reads an unsigned number of at most 32 bits.
func (r *reader) unsigned() int {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || v > 1<<32 {
		r.bad, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return int(v)
}

// signed reads a signed number of at most 32 bits.
func (r *reader) signed() int {
	v := 0
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		v |= int(b&0x7f) << shift
		if b&0x80 == 0 {
			if b&0x40 != 0 {
				v -= 1 << (shift + 7)
			}
			return v
		}
	}
	r.bad = true
	return 0
}

// appendSigned appends v in WebAssembly's signed form, which repeats the sign in the last byte's seventh bit.
func appendSigned(out []byte, v int64) []byte {
	for {
		b := byte(v & 0x7f)
		v >>= 7
		if v == 0 && b&0x40 == 0 || v == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}
