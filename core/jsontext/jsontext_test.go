package jsontext

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// texts are read alike by encoding/json, the reference of these tests, and here.
var texts = []string{
	`null`, ` true `, `false`, `0`, `-0`, `-1.5e-3`, `1E+2`, `12345678901234567890`, `1e400`, `""`,
	`"a\"\\\/\b\f\n\r\tz"`, `"\u00e9\ud83d\ude00"`, `"\ud83d"`, `"\ud83d\u0041"`, `"\ude00x"`, `"é😀"`, `"\u2028"`,
	`[]`, `[ 1 , [2,[]] ,{"a":null}]`, `{}`, `{ "a" : 1 , "b":{"c":[true]},"a":2}`, "{\"\":\"\"}", ``, ` `, `nul`,
	`tru`, `01`, `-`, `1.`, `.5`, `1e`, `+1`, `"`, `"a`, `"\x"`, `"\u12"`, `"\u+123"`, "\"\n\"", `[`, `[1`, `[1,]`,
	`[,1]`, `[1 2]`, `{`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{a:1}`, `{"a":1 "b":2}`, `1 2`, `[]]`, `NaN`, "\xff",
	"\"\xff\"", "\x00", "\"a\x00\"", `'a'`, "\u00a01", `[` + strings.Repeat("[", 30) + strings.Repeat("]", 31),
}

func TestReadsAsTheReference(t *testing.T) {
	for _, text := range texts {
		compare(t, text)
	}
}

// TestDamagedTextsAreReadAsTheReference changes texts at random places.
func TestDamagedTextsAreReadAsTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const alphabet = "{}[]\",:0123456789.eE+-tfn\\u \x00\xff"
	for range 20000 {
		text := []byte(texts[r.IntN(len(texts))])
		for range 1 + r.IntN(3) {
			at := r.IntN(len(text) + 1)
			c := alphabet[r.IntN(len(alphabet))]
			if at < len(text) && r.IntN(2) == 0 {
				text[at] = c
			} else {
				text = append(text[:at], append([]byte{c}, text[at:]...)...)
			}
		}
		compare(t, string(text))
	}
}

func FuzzUnmarshal(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Count(text, "[")+strings.Count(text, "{") <= deepest {
			compare(t, text)
		}
	})
}

// compare reads a text here and by the reference, and has the reference read what is written here.
func compare(t *testing.T, text string) {
	t.Helper()
	var want, got any
	wrong := json.Unmarshal([]byte(text), &want)
	err := Unmarshal(text, &got)
	if (err == nil) != (wrong == nil) {
		t.Fatalf("%q: error %v, the reference says %v", text, err, wrong)
	}
	if err != nil {
		return
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%q is read as %#v, not %#v", text, got, want)
	}
	written, err := Marshal(got)
	if err != nil {
		t.Fatalf("%q cannot be written: %v", text, err)
	}
	var again any
	if err := json.Unmarshal([]byte(written), &again); err != nil || !utf8.ValidString(written) ||
		!reflect.DeepEqual(again, want) {
		t.Fatalf("%q is written as %q, which the reference reads as %#v (%v)", text, written, again, err)
	}
}

type inner struct {
	Alpha float64 `json:"alpha"`
	Words []string
}

type word string

type outer struct {
	Count  int  `json:"count"`
	Flag   bool `json:"flag"`
	Kind   word `json:"kind"`
	In     inner
	Some   []*float64
	Table  map[string]int
	Any    any
	hidden int
}

func TestStructsAsTheReference(t *testing.T) {
	for _, text := range []string{
		`{"count":3,"flag":true,"kind":"k","In":{"alpha":.5e1,"Words":["a","b"]},"Some":[1.5,null],` +
			`"Table":{"z":1,"a":2},"Any":{"x":[1]}}`,
		`{"In":{"alpha":0.5},"count":null,"Some":null,"unknown":{"x":1},"Any":null}`, `{}`, `null`,
		`{"count":1.5}`, `{"count":1e3}`, `{"count":99999999999999999999}`, `{"flag":1}`, `{"kind":{}}`,
		`{"In":3}`, `{"In":{"alpha":"x"}}`, `{"Some":{"a":1}}`, `{"Table":[]}`, `[1]`, `{"count":true}`,
		`{"In":{"alpha":1e400}}`,
	} {
		want, got := outer{Count: 7, hidden: 1}, outer{Count: 7, hidden: 1}
		wrong, err := json.Unmarshal([]byte(text), &want), Unmarshal(text, &got)
		if (err == nil) != (wrong == nil) {
			t.Errorf("%s: error %v, the reference says %v", text, err, wrong)
			continue
		}
		var theirs *json.UnmarshalTypeError
		var ours *TypeError
		if errors.As(wrong, &theirs) {
			if !errors.As(err, &ours) || ours.Field != theirs.Field || ours.Value != theirs.Value ||
				ours.Type != theirs.Type {
				t.Errorf("%s: %#v, the reference says %#v", text, err, wrong)
			}
			continue
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %+v, not %+v", text, got, want)
		}
		encoded, _ := json.Marshal(want)
		if written, err := Marshal(got); err != nil || written != string(encoded) {
			t.Errorf("written as %s, not %s (%v)", written, encoded, err)
		}
	}
}

func TestStrictNamesWhatIsUnknown(t *testing.T) {
	var o outer
	var unknown *UnknownError
	for text, name := range map[string]string{`{"count":1,"Count":2}`: "Count", `{"In":{"Alpha":1}}`: "Alpha",
		`{"hidden":1}`: "hidden"} {
		if err := UnmarshalStrict(text, &o); !errors.As(err, &unknown) || unknown.Name != name {
			t.Errorf("%s: %v, want %s to be unknown", text, err, name)
		}
		if err := Unmarshal(text, &o); err != nil {
			t.Errorf("%s: %v where names may be unknown", text, err)
		}
	}
}

func TestTooDeep(t *testing.T) {
	var v any
	if err := Unmarshal(strings.Repeat("[", deepest+1)+strings.Repeat("]", deepest+1), &v); err != nil {
		t.Errorf("%d levels: %v", deepest+1, err)
	}
	if err := Unmarshal(strings.Repeat("[", 1e6), &v); !errors.Is(err, ErrSyntax) {
		t.Errorf("a million brackets: %v", err)
	}
}

func TestMarshalRefuses(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1)} {
		if text, err := Marshal(map[string]any{"a": x}); err == nil {
			t.Errorf("%v is written as %s", x, text)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a channel was written")
		}
	}()
	Marshal(make(chan int))
}

func TestFloatsAsTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		x := math.Ldexp(r.Float64()-.5, r.IntN(160)-80)
		want, _ := json.Marshal(x)
		got, err := Marshal(x)
		var back float64
		if err != nil || Unmarshal(got, &back) != nil || back != x || len(got) > len(want)+1 {
			t.Fatalf("%v is written as %s, by the reference as %s", x, got, want)
		}
	}
}

// What encoding/json leaves out by omitempty is left out here.
func TestOmitEmpty(t *testing.T) {
	type inner struct{ A int }
	type all struct {
		N int            `json:"n,omitempty"`
		X float64        `json:"x,omitempty"`
		B bool           `json:"b,omitempty"`
		S string         `json:"s,omitempty"`
		L []int          `json:"l,omitempty"`
		M map[string]int `json:"m,omitempty"`
		P *float64       `json:"p,omitempty"`
		I inner          `json:"i,omitempty"`
		K int            `json:"k"`
	}
	x := 0.
	for _, v := range []all{{}, {N: 1, X: .5, B: true, S: "s", L: []int{0}, M: map[string]int{"a": 0}, P: &x,
		I: inner{2}, K: 3}, {L: []int{}, M: map[string]int{}}} {
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Marshal(v); err != nil || got != string(want) {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
		var back all
		if err := Unmarshal(string(want), &back); err != nil {
			t.Error(err)
		}
		if again, _ := json.Marshal(back); string(again) != string(want) {
			t.Errorf("read back as %s, want %s", again, want)
		}
	}
}
