// The binary form of a module and the instructions that kernels are made of.

package simd

import (
	"encoding/binary"
	"math"
)

// unsigned appends v in LEB128.
func unsigned(b []byte, v uint32) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

// signed appends v in signed LEB128.
func signed(b []byte, v int32) []byte {
	for {
		low := byte(v & 0x7f)
		v >>= 7
		if (v == 0 && low&0x40 == 0) || (v == -1 && low&0x40 != 0) {
			return append(b, low)
		}
		b = append(b, low|0x80)
	}
}

// section appends a section of the module.
func section(b []byte, id byte, content []byte) []byte {
	return append(unsigned(append(b, id), uint32(len(content))), content...)
}

func name(b []byte, s string) []byte { return append(unsigned(b, uint32(len(s))), s...) }

// Types of values.
const (
	typeI32  = 0x7f
	typeV128 = 0x7b
	typeFunc = 0x60
	noValue  = 0x40 // the type of a block without result
)

// instruction is the code of one instruction or of several.
type instruction []byte

// vector returns the instruction of the given number behind the prefix of vectors.
func vector(op uint32) instruction { return unsigned([]byte{0xfd}, op) }

var (
	addI32 = instruction{0x6a}
	lessU  = instruction{0x49}
	addF64 = instruction{0xa0}
	branch = instruction{0x0d, 0} // to the innermost loop or block, if the value is not 0
	end    = instruction{0x0b}
	begin  = instruction{0x03, noValue} // loop
	when   = instruction{0x04, noValue} // if

	anyBit   = vector(0x53)
	addLongs = vector(0xce)
	shift    = vector(0xcb)
	add      = vector(0xf0)
	sub      = vector(0xf1)
	mul      = vector(0xf2)
	div      = vector(0xf3)
	pmin     = vector(0xf6) // of a, b: b < a ? b : a
	pmax     = vector(0xf7) // of a, b: a < b ? b : a
)

func getLocal(i int) instruction { return unsigned([]byte{0x20}, uint32(i)) }
func setLocal(i int) instruction { return unsigned([]byte{0x21}, uint32(i)) }
func teeLocal(i int) instruction { return unsigned([]byte{0x22}, uint32(i)) }

func constI32(v int) instruction { return signed([]byte{0x41}, int32(v)) }

// aligned is the memory argument of an access to a multiple of 8 bytes.
func aligned(op instruction, offset int) instruction {
	return unsigned(append(op[:len(op):len(op)], 3), uint32(offset))
}

func load(offset int) instruction      { return aligned(vector(0x00), offset) }
func loadSplat(offset int) instruction { return aligned(vector(0x0a), offset) }
func store(offset int) instruction     { return aligned(vector(0x0b), offset) }
func storeF64(offset int) instruction  { return aligned(instruction{0x39}, offset) }

// loadWord loads a number of 64 bits that holds a whole number as a 32-bit word.
func loadWord(offset int) instruction {
	return append(aligned(instruction{0x2b}, offset), 0xab)
}

// loadAddress loads a 32-bit address.
func loadAddress(offset int) instruction { return unsigned([]byte{0x28, 2}, uint32(offset)) }

func lane(i byte) instruction { return append(vector(0x21), i) }

// constF64 is a vector with v in both lanes.
func constF64(v float64) instruction { return constI64(math.Float64bits(v)) }

// constI64 is a vector with v in both lanes.
func constI64(v uint64) instruction {
	b := vector(0x0c)
	b = binary.LittleEndian.AppendUint64(b, v)
	return binary.LittleEndian.AppendUint64(b, v)
}

// assemble returns the module of the functions, each exported as its number in decimal, which takes one i32 and
// returns nothing. The memory is imported as "env" "memory".
func assemble(functions []*function) []byte {
	b := []byte{0, 'a', 's', 'm', 1, 0, 0, 0}
	b = section(b, 1, []byte{1, typeFunc, 1, typeI32, 0})
	imports := name(name([]byte{1}, "env"), "memory")
	b = section(b, 2, append(imports, 2, 0, 1)) // a memory of at least one page
	n := uint32(len(functions))
	types, exports, bodies := unsigned(nil, n), unsigned(nil, n), unsigned(nil, n)
	for i, f := range functions {
		types = append(types, 0)
		exports = append(name(exports, string(rune('0'+i))), 0)
		exports = unsigned(exports, uint32(i))
		body := f.body()
		bodies = append(unsigned(bodies, uint32(len(body))), body...)
	}
	b = section(b, 3, types)
	b = section(b, 7, exports)
	return section(b, 10, bodies)
}
