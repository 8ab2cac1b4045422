// This file tests that the function that counts tables up writes, as WebAssembly, what its Go form writes.

package serve

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tetratelabs/wazero"
)

// counting returns tables of some records of random lengths in a memory of one page.
func counting(align int) (c counted, memory []byte) {
	r := rand.New(rand.NewPCG(5, uint64(align)))
	memory = make([]byte, 1<<16)
	c = counted{table: 1000, count: 40, first: 0x1000, record: 8*40 + 8, align: align, finder: 20000, entries: 16*40 - 3}
	offset := c.record
	for range c.count {
		record := memory[c.table+offset:]
		setField(record, valuesAt, uint32(r.IntN(5)))
		record[pointersAt] = byte(r.IntN(9))
		setField(record, stackAt, r.Uint32())
		offset = c.next(memory, offset)
	}
	return c, memory
}

// counter is a module whose memory begins with the given content and that has a type, an import section and a function like Go's.
func counter(t *testing.T, memory []byte) []section {
	t.Helper()
	data := append(binary.AppendUvarint([]byte{1, 0, opConst, 0, opEnd}, uint64(len(memory))), memory...)
	return []section{
		{typeSection, []byte{2, 0x60, 1, typeI32, 1, typeI32, 0x60, 0, 0}},
		{functionSection, []byte{1, 0}},
		{4, []byte{1, 0x70, 0, 1}},
		{5, []byte{1, 0, 1}},
		{7, []byte{1, 3, 'm', 'e', 'm', 2, 0}},
		{elementSection, []byte{1, 0, opConst, 0, opEnd, 1, 0}},
		{codeSection, []byte{1, 4, 0, opGet, 0, opEnd}},
		{dataSection, data},
	}
}

func TestCountedInWebAssembly(t *testing.T) {
	for _, align := range []int{4, 8} {
		c, memory := counting(align)
		want := bytes.Clone(memory)
		c.write(want)
		sections, err := addStart(counter(t, memory), c.code())
		if err != nil {
			t.Fatal(err)
		}
		module := []byte("\x00asm\x01\x00\x00\x00")
		for _, s := range sections {
			module = appendSection(module, s.number, s.content)
		}
		runtime := wazero.NewRuntime(t.Context())
		defer runtime.Close(t.Context())
		instance, err := runtime.Instantiate(t.Context(), module)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := instance.Memory().Read(0, 1<<16)
		if !bytes.Equal(got, want) {
			t.Errorf("aligned to %d: what WebAssembly writes differs from what Go writes", align)
		}
		cleared := bytes.Clone(want)
		if c.clear(cleared); bytes.Equal(cleared, want) || !bytes.Equal(cleared, memory) {
			t.Errorf("aligned to %d: clear does not undo write", align)
		}
	}
}

func TestAddStartRefuses(t *testing.T) {
	for name, change := range map[string]func([]section) []section{
		"a start function": func(s []section) []section { return slices.Insert(s, 5, section{startSection, []byte{0}}) },
		"no type for it":   func(s []section) []section { s[0].content = []byte{1, 0x60, 1, typeI32, 1, typeI32}; return s },
		"an imported memory": func(s []section) []section {
			return slices.Insert(s, 1, section{importSection, []byte{1, 1, 'a', 1, 'b', 2, 0, 1}})
		},
		"a type section that is cut short": func(s []section) []section { s[0].content = s[0].content[:3]; return s },
	} {
		if _, err := addStart(change(counter(t, nil)), []byte{0, opEnd}); !errors.Is(err, errNotWasm) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
