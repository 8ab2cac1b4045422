//go:build js && wasm

// This file copies bulk data between Go slices and typed arrays, once each way.

package bridge

import (
	"encoding/json"
	"fmt"
	"syscall/js"
	"unsafe"

	"dcctree/core/dataset"
	"dcctree/core/study"
)

var (
	uint8Array   = js.Global().Get("Uint8Array")
	float64Array = js.Global().Get("Float64Array")
)

// bytesOf views x as bytes. WebAssembly and JavaScript's typed arrays on all
// engines are little-endian, so that a plain copy keeps every bit.
func bytesOf(x []float64) []byte {
	if len(x) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&x[0])), 8*len(x))
}

// FromFloats copies the parts, one after the other, into a new Float64Array.
func FromFloats(parts ...[]float64) js.Value {
	n := 0
	for _, x := range parts {
		n += len(x)
	}
	out, at := float64Array.New(n), 0
	for _, x := range parts {
		js.CopyBytesToJS(uint8Array.New(out.Get("buffer"), at), bytesOf(x))
		at += 8 * len(x)
	}
	return out
}

// Floats copies a Float64Array into a new slice; null gives none. At most limit
// numbers are taken.
func Floats(v js.Value, limit int) ([]float64, error) {
	if v.IsNull() || v.IsUndefined() {
		return nil, nil
	}
	if !v.InstanceOf(float64Array) {
		return nil, messageFault("numbers are not a Float64Array")
	}
	n := v.Length()
	if n > limit {
		return nil, messageFault(fmt.Sprintf("%d numbers, more than %d", n, limit))
	}
	out := make([]float64, n)
	js.CopyBytesToGo(bytesOf(out), uint8Array.New(v.Get("buffer"), v.Get("byteOffset"), 8*n))
	return out, nil
}

// FromBytes copies x into a new Uint8Array.
func FromBytes(x []byte) js.Value {
	out := uint8Array.New(len(x))
	js.CopyBytesToJS(out, x)
	return out
}

// Bytes copies a Uint8Array, of at most limit bytes, into a new slice; null gives none.
func Bytes(v js.Value, limit int) ([]byte, error) {
	if v.IsNull() || v.IsUndefined() {
		return nil, nil
	}
	if !v.InstanceOf(uint8Array) {
		return nil, messageFault("bytes are not a Uint8Array")
	}
	if n := v.Length(); n > limit {
		return nil, messageFault(fmt.Sprintf("%d bytes, more than %d", n, limit))
	}
	out := make([]byte, v.Length())
	js.CopyBytesToGo(out, v)
	return out, nil
}

// TableOf returns the table of a parcel under the given name.
func (p Arrival) TableOf(name string) (*dataset.Table, error) {
	switch {
	case p.Text != nil:
		return p.Text.Table(name)
	case p.Table.Type() == js.TypeObject && p.Table.Get("length").Type() == js.TypeNumber:
		return readColumns(name, p.Table)
	}
	return nil, messageFault("there is no table in it")
}

// readColumns reads [{name, numbers: Float64Array} or {name, texts: JSON}].
func readColumns(name string, v js.Value) (*dataset.Table, error) {
	columns := make([]dataset.Input, v.Length())
	for j := range columns {
		c := v.Index(j)
		columns[j].Name = c.Get("name").String()
		if texts := c.Get("texts"); texts.Type() == js.TypeString {
			if err := json.Unmarshal([]byte(texts.String()), &columns[j].Texts); err != nil {
				return nil, messageFault("a column's texts are no JSON array of strings")
			}
			continue
		}
		numbers, err := Floats(c.Get("numbers"), study.MaxValues)
		if err != nil {
			return nil, err
		}
		columns[j].Numbers = numbers
	}
	return dataset.FromColumns(name, columns)
}

func messageFault(text string) *study.Fault {
	return &study.Fault{Code: study.CodeMessage, Message: "A message does not hold together: " + text + "."}
}
