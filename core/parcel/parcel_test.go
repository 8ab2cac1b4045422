// Packing loses nothing, and what does not fit is refused.

package parcel

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// refused tells that an error says that a packed message does not fit.
func refused(err error) bool { return err != nil && strings.HasPrefix(err.Error(), "packed message") }

// inner and sample hold every kind of field that Pack carries.
type inner struct {
	Name string
	Rows []float64
}

type kind int

type sample struct {
	ID     int
	Kind   kind
	Seed   uint64
	Small  int32
	Byte   uint8
	Good   bool
	X      float64
	Nested inner
	Many   []inner
	Names  []string
	Counts []int
	None   []float64
	Empty  []float64
}

func sampleValue() sample {
	return sample{ID: -7, Kind: 2, Seed: math.MaxUint64 - 1, Small: math.MinInt32, Byte: 255, Good: true,
		X: math.Inf(-1), Nested: inner{"a", []float64{1, 2.5}}, Many: []inner{{"b", nil}, {"", []float64{0}}},
		Names: []string{"", "ü"}, Counts: []int{1 << 60, -1}, Empty: []float64{}}
}

func TestPackRoundTrip(t *testing.T) {
	in := sampleValue()
	numbers, words := Pack(in)
	var out sample
	if err := Unpack(numbers, words, &out); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(in, out) {
		t.Errorf("got  %+v\nwant %+v", out, in)
	}
	numbers, words = Pack(&struct{ X float64 }{math.NaN()})
	var back struct{ X float64 }
	if err := Unpack(numbers, words, &back); err != nil || !math.IsNaN(back.X) {
		t.Errorf("NaN came back as %v, error %v", back.X, err)
	}
}

func TestUnpackCopies(t *testing.T) {
	numbers, words := Pack(inner{Rows: []float64{1}})
	var out inner
	if err := Unpack(numbers, words, &out); err != nil {
		t.Fatal(err)
	}
	numbers[1] = 9
	if out.Rows[0] != 1 {
		t.Error("a slice shares memory with the message")
	}
}

func TestUnpackRefusesWhatDoesNotFit(t *testing.T) {
	numbers, words := Pack(sampleValue())
	for i := range numbers {
		if err := Unpack(numbers[:i], words, &sample{}); !refused(err) {
			t.Errorf("%d of %d numbers: %v", i, len(numbers), err)
		}
	}
	for i := range words {
		if err := Unpack(numbers, words[:i], &sample{}); !refused(err) {
			t.Errorf("%d of %d words: %v", i, len(words), err)
		}
	}
	if err := Unpack(append(numbers[:len(numbers):len(numbers)], 1), words, &sample{}); !refused(err) {
		t.Errorf("one number too many: %v", err)
	}
	if err := Unpack(numbers, append(words[:len(words):len(words)], "x"), &sample{}); !refused(err) {
		t.Errorf("one word too many: %v", err)
	}
	for name, into := range map[string]struct {
		numbers []float64
		into    any
	}{
		"fraction":       {[]float64{0, 1.5}, &struct{ A int }{}},
		"NaN as number":  {[]float64{0, math.NaN()}, &struct{ A int }{}},
		"half too large": {[]float64{0, 1 << 32}, &struct{ A uint64 }{}},
		"byte 256":       {[]float64{256}, &struct{ A uint8 }{}},
		"int8 128":       {[]float64{128}, &struct{ A int8 }{}},
		"bool 2":         {[]float64{2}, &struct{ A bool }{}},
		"length":         {[]float64{1e15}, &struct{ A []float64 }{}},
		"length -2":      {[]float64{-2}, &struct{ A []float64 }{}},
	} {
		if err := Unpack(into.numbers, nil, into.into); !refused(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPackPanicsOnProgrammersMistakes(t *testing.T) {
	for name, v := range map[string]any{
		"map":        struct{ A map[string]int }{},
		"pointer":    struct{ A *int }{},
		"unexported": struct{ a int }{},
	} {
		func() {
			defer func() {
				if s, _ := recover().(string); !strings.HasPrefix(s, "parcel: Pack meets") {
					t.Errorf("%s: no panic of Pack, but %q", name, s)
				}
			}()
			Pack(v)
		}()
	}
}

// TestLayout is the order of fields, written out by hand: 2^32 + 5 is the halves 1 and 5, -1 all bits of both.
func TestLayout(t *testing.T) {
	numbers, words := Pack(struct {
		A    int
		B    int64
		C    bool
		D    uint8
		Name string
		Rows []float64
		None []float64
		Many []inner
	}{1<<32 + 5, -1, true, 200, "n", []float64{.5, 2}, nil, []inner{{"m", []float64{7}}}})
	const half = 1<<32 - 1
	if want := []float64{1, 5, half, half, 1, 200, 2, .5, 2, -1, 1, 1, 7}; !slices.Equal(numbers, want) {
		t.Errorf("numbers %v, want %v", numbers, want)
	}
	if want := []string{"n", "m"}; !slices.Equal(words, want) {
		t.Errorf("words %v, want %v", words, want)
	}
}

// TestShortMessagesAskForLittle: a length is believed only as far as numbers and words are left for its elements.
func TestShortMessagesAskForLittle(t *testing.T) {
	numbers := append([]float64{1000}, make([]float64, 1000)...)
	for name, into := range map[string]any{
		"numbers of two halves": &struct{ A []int }{},
		"structs":               &struct{ A []struct{ B, C, D float64 } }{},
		"structs of structs":    &struct{ A []inner }{},
	} {
		var err error
		allocated := testing.AllocsPerRun(1, func() { err = Unpack(numbers, nil, into) })
		if !refused(err) || allocated > 20 {
			t.Errorf("%s: %v, %v allocations", name, err, allocated)
		}
		if list := reflect.ValueOf(into).Elem().Field(0); list.Len() > 0 {
			t.Errorf("%s: room for %d", name, list.Len())
		}
	}
}

func FuzzUnpack(f *testing.F) {
	numbers, _ := Pack(sampleValue())
	f.Add(bytesOf(numbers), "a", "ü")
	f.Add([]byte{}, "", "")
	f.Fuzz(func(t *testing.T, data []byte, one, two string) {
		var out sample
		if err := Unpack(floatsOf(data), []string{"n", one, "", two, "m"}, &out); err != nil {
			return
		}
		numbers, words := Pack(out)
		var again sample
		if err := Unpack(numbers, words, &again); err != nil {
			t.Fatalf("packed again, it is refused: %v", err)
		}
		if first, _ := Pack(again); !reflect.DeepEqual(bytesOf(first), bytesOf(numbers)) {
			t.Errorf("packed twice, it differs: %v and %v", numbers, first)
		}
	})
}

func bytesOf(x []float64) []byte {
	out := make([]byte, 0, 8*len(x))
	for _, v := range x {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	return out
}

func floatsOf(b []byte) []float64 {
	out := make([]float64, len(b)/8)
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return out
}
