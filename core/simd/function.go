// A function under construction: its code, its locals, its loop over pairs of rows.

package simd

// function is a function of one argument, the address of a frame.
type function struct {
	code    []byte
	words   int // 32-bit locals beyond those of every function
	vectors int
}

// The locals that are no vectors: the argument, the addresses of the frame and the place in the loop.
const (
	argument  = 0
	firstSlot = 1         // local of the first address of the frame
	row       = 1 + slots // 8 times the number of the row
	firstWord = row + 1   // local of the first 32-bit word of the function's own
)

// local is a vector.
type local int

// do appends instructions.
func (f *function) do(code ...instruction) {
	for _, c := range code {
		f.code = append(f.code, c...)
	}
}

// fresh returns a new vector.
func (f *function) fresh() local {
	f.vectors++
	return local(firstWord + f.words + f.vectors - 1)
}

// several returns n new vectors.
func (f *function) several(n int) []local {
	out := make([]local, n)
	for i := range out {
		out[i] = f.fresh()
	}
	return out
}

func get(v local) instruction { return getLocal(int(v)) }
func set(v local) instruction { return setLocal(int(v)) }
func tee(v local) instruction { return teeLocal(int(v)) }

// constant returns a vector with v in both lanes.
func (f *function) constant(v float64) local {
	out := f.fresh()
	f.do(constF64(v), set(out))
	return out
}

// base puts the address of an array of the frame on the stack.
func base(slot int) instruction { return getLocal(firstSlot + slot) }

// here puts the address of the array's present row on the stack.
func here(slot int) instruction {
	return append(append(base(slot), getLocal(row)...), addI32...)
}

// splat loads the i-th number of an array to both lanes of a new vector.
func (f *function) splat(slot, i int) local {
	out := f.fresh()
	f.do(base(slot), loadSplat(8*i), set(out))
	return out
}

// splats loads n numbers of an array from the i-th on.
func (f *function) splats(slot, i, n int) []local {
	out := make([]local, n)
	for k := range out {
		out[k] = f.splat(slot, i+k)
	}
	return out
}

// zero returns n sums at zero.
func (f *function) zero(n int) []local {
	out := f.several(n)
	f.clear(out)
	return out
}

// clear sets sums to zero.
func (f *function) clear(sums []local) {
	for _, s := range sums {
		f.do(constF64(0), set(s))
	}
}

// total writes the sum of the two lanes to the i-th number of the output.
func (f *function) total(i int, s local) {
	f.do(base(slotOut), get(s), lane(0), get(s), lane(1), addF64, storeF64(8*i))
}

// totals writes sums to the output from the i-th number on.
func (f *function) totals(i int, sums []local) {
	for k, s := range sums {
		f.total(i+k, s)
	}
}

// rows repeats what body appends for the pairs of rows from lo to hi, both even.
func (f *function) rows(lo, hi int, body func()) {
	if lo == hi {
		return
	}
	f.do(constI32(8*lo), setLocal(row), begin)
	body()
	f.do(getLocal(row), constI32(16), addI32, teeLocal(row), constI32(8*hi), lessU, branch, end)
}

// newFunction returns a function that has read the addresses of its frame.
func newFunction() *function { return newFunctionWith(0) }

// newFunctionWith returns one that has 32-bit words of its own, besides.
func newFunctionWith(words int) *function {
	f := &function{words: words}
	for i := range slots {
		f.do(getLocal(argument), loadAddress(4*i), setLocal(firstSlot+i))
	}
	return f
}

// body returns the binary form.
func (f *function) body() []byte {
	b := []byte{2}
	b = append(unsigned(b, uint32(slots+1+f.words)), typeI32)
	b = append(unsigned(b, uint32(f.vectors)), typeV128)
	return append(append(b, f.code...), end...)
}
