// Package parcel carries a struct as one row of float64 and its words: what crosses to another goroutine's memory, or
// into a file.
package parcel

import (
	"fmt"
	"math"
	"reflect"
)

// Pack flattens structs, one after the other, into numbers and words, in the order of its fields:
// a float64, a bool or an integer of up to 32 bits becomes one number, an int
// or a 64-bit integer two (high and low half, since float64 holds 53 bits), a
// slice its length, -1 for nil, and then its elements, a string one word, a
// struct its fields, or what its method Written
// returns instead: its Reading gives Unpack what to read that into, and takes
// it over. A map needs both methods. Unexported fields are a programmer's
// mistake, as are other kinds of fields, uint among them: Pack panics on them.
func Pack(of ...any) (numbers []float64, words []string) {
	p := packer{}
	for _, v := range of {
		p.value(reflect.Indirect(reflect.ValueOf(v)))
	}
	return p.numbers, p.words
}

type packer struct {
	numbers []float64
	words   []string
}

func (p *packer) number(x float64) { p.numbers = append(p.numbers, x) }

func (p *packer) bits(u uint64) {
	p.numbers = append(p.numbers, float64(u>>32), float64(u&0xffffffff))
}

func (p *packer) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Float64:
		p.number(v.Float())
	case reflect.Int, reflect.Int64:
		p.bits(uint64(v.Int()))
	case reflect.Uint64:
		p.bits(v.Uint())
	case reflect.Int32, reflect.Int16, reflect.Int8:
		p.number(float64(v.Int()))
	case reflect.Uint32, reflect.Uint16, reflect.Uint8:
		p.number(float64(v.Uint()))
	case reflect.Bool:
		p.number(float64(bit(v.Bool())))
	case reflect.String:
		p.words = append(p.words, v.String())
	case reflect.Slice:
		p.slice(v)
	case reflect.Struct, reflect.Map:
		if own, ok := v.Interface().(interface{ Written() any }); ok {
			p.value(reflect.ValueOf(own.Written()))
			return
		}
		if v.Kind() == reflect.Map {
			panic("parcel: Pack meets a map that does not say how it is written")
		}
		for i := range v.NumField() {
			p.field(v.Type().Field(i), v.Field(i))
		}
	default:
		panic("parcel: Pack meets a field of a kind that it cannot carry")
	}
}

func (p *packer) field(f reflect.StructField, v reflect.Value) {
	if !f.IsExported() {
		panic("parcel: Pack meets an unexported field")
	}
	p.value(v)
}

// slice writes -1 for nil, so that nil and empty come back as they were.
func (p *packer) slice(v reflect.Value) {
	if v.IsNil() {
		p.number(-1)
		return
	}
	p.number(float64(v.Len()))
	if s, ok := v.Interface().([]float64); ok {
		p.numbers = append(p.numbers, s...)
		return
	}
	for i := range v.Len() {
		p.value(v.Index(i))
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Unpack is Pack's inverse. It fills the structs that into points to, checks
// that every whole number is whole and fits its field, that no length goes
// beyond what is there and that nothing is left over. Slices of numbers are
// copies.
func Unpack(numbers []float64, words []string, into ...any) (err error) {
	u := unpacker{numbers: numbers, words: words}
	for _, v := range into {
		u.value(reflect.ValueOf(v).Elem())
	}
	if u.err == nil && (len(u.numbers) > 0 || len(u.words) > 0) {
		u.err = fmt.Errorf("packed message has %d numbers and %d words too many", len(u.numbers), len(u.words))
	}
	return u.err
}

type unpacker struct {
	numbers []float64
	words   []string
	err     error
}

func (u *unpacker) fail(format string, args ...any) {
	if u.err == nil {
		u.err = fmt.Errorf("packed message: "+format, args...)
	}
}

func (u *unpacker) number() float64 {
	if len(u.numbers) == 0 {
		u.fail("it ends too early")
		return 0
	}
	x := u.numbers[0]
	u.numbers = u.numbers[1:]
	return x
}

// whole reads one whole number from low to high.
func (u *unpacker) whole(low, high float64) float64 {
	x := u.number()
	if u.err == nil && !whole(x, low, high) {
		u.fail("%v where a whole number from %v to %v was due", x, low, high)
		return low
	}
	return x
}

func (u *unpacker) bits() uint64 {
	const half = 1<<32 - 1
	high := uint64(u.whole(0, half))
	return high<<32 | uint64(u.whole(0, half))
}

func (u *unpacker) value(v reflect.Value) {
	if u.err != nil {
		return
	}
	switch v.Kind() {
	case reflect.Float64:
		v.SetFloat(u.number())
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(u.bits()))
	case reflect.Uint64:
		v.SetUint(u.bits())
	case reflect.Int32, reflect.Int16, reflect.Int8:
		limit := float64(int64(1) << (v.Type().Bits() - 1))
		v.SetInt(int64(u.whole(-limit, limit-1)))
	case reflect.Uint32, reflect.Uint16, reflect.Uint8:
		v.SetUint(uint64(u.whole(0, float64(uint64(1)<<v.Type().Bits()-1))))
	case reflect.Bool:
		v.SetBool(u.whole(0, 1) == 1)
	case reflect.String:
		v.SetString(u.word())
	case reflect.Slice:
		u.slice(v)
	case reflect.Struct, reflect.Map:
		if own, ok := v.Addr().Interface().(interface {
			Reading() (into any, done func() error)
		}); ok {
			into, done := own.Reading()
			if u.value(reflect.ValueOf(into).Elem()); u.err == nil {
				u.err = done()
			}
			return
		}
		for i := range v.NumField() {
			u.value(v.Field(i)) // Pack has panicked on an unexported one
		}
	default:
		panic("parcel: Unpack meets a field of a kind that it cannot carry")
	}
}

func (u *unpacker) word() string {
	if len(u.words) == 0 {
		u.fail("it has too few words")
		return ""
	}
	w := u.words[0]
	u.words = u.words[1:]
	return w
}

func (u *unpacker) slice(v reflect.Value) {
	n := int(u.whole(-1, float64(len(u.numbers)+len(u.words))))
	if u.err != nil || n < 0 {
		v.SetZero()
		return
	}
	if s, ok := v.Addr().Interface().(*[]float64); ok {
		u.floats(s, n)
		return
	}
	if n > (len(u.numbers)+len(u.words))/least(v.Type().Elem()) {
		u.fail("a list of %d where %d numbers and words are left", n, len(u.numbers)+len(u.words))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		u.value(v.Index(i))
	}
}

func whole(v, low, high float64) bool { return v == math.Trunc(v) && v >= low && v <= high }

// least is the fewest numbers and words that a value of the type takes, 1 where it takes none: a short message must not
// ask for much memory.
func least(t reflect.Type) int {
	switch t.Kind() {
	case reflect.Int, reflect.Int64, reflect.Uint64:
		return 2
	case reflect.Struct:
		n := 0
		for i := range t.NumField() {
			n += least(t.Field(i).Type)
		}
		return max(1, n)
	}
	return 1
}

func (u *unpacker) floats(s *[]float64, n int) {
	if n > len(u.numbers) {
		u.fail("a row of %d numbers where %d are left", n, len(u.numbers))
		return
	}
	*s = append(make([]float64, 0, n), u.numbers[:n]...)
	u.numbers = u.numbers[n:]
}
