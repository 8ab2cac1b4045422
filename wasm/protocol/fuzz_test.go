// This file fuzzes what comes from outside: requests, workers' messages, packed
// numbers and settings. `go test` runs the seeds and the committed corpus.

package protocol

import (
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"testing"
)

func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		`{"v":1,"kind":"open","id":1,"name":"a.csv"}`, `{"v":1,"kind":"open","id":1,"name":"a.csv","separator":";","header":"no","kindNames":["a"],"kinds":["days"]}`,
		`{"v":1,"kind":"review","id":1,"target":"y","features":["x"],"task":"auto"}`, `{` + goodCreate + `}`, `{"v":1,"kind":"step","id":1,"run":1}`,
		`{"v":2,"kind":"step","id":1,"run":1}`, `{"v":1,"kind":"result","id":1,"run":1,"words":["100"]}`,
		`{"v":1,"kind":"problem","rows":1,"columns":1,"seed":"1"}`, `{"v":1,"kind":"compare","id":1,"run":1,"what":"priors"}`, `{"v":1e300,"id":-1}`,
		`{"v":1,"kind":"plot","id":1,"run":1,"name":"map","set":"test","width":316,"x":0,"y":1}`,
		`{"v":1,"kind":"diagnose","id":1,"run":1,"topology":"100"}`,
		`{"v":1,"kind":"draws","id":1,"run":1,"topology":"100"}`, `{"v":1,"kind":"account","id":1,"run":1}`, `{"v":1,"kind":"leave","worker":2}`,
		`{"v":1,"kind":"explain","id":1,"run":1,"set":"test","row":3,"columns":2,"width":316}`, `[]`, ``,
		`{"v":1,"kind":"export","id":1,"run":1,"what":"rules","language":"sql"}`, `{"v":1,"kind":"more","id":2,"run":1,"export":1}`,
		`{"v":1,"kind":"contest","id":1,"run":1,"methods":["cart"],"seconds":4}`, `{"v":1,"kind":"stand","id":1,"run":1,"set":"test","width":220}`,
		`{"v":1,"kind":"survey","id":1,"run":1,"width":640}`, `{"v":1,"kind":"rows-at","id":1,"run":1,"topology":"100","node":2,"limit":9}`,
		`{"v":1,"kind":"figure","id":1,"run":1,"name":"tree","width":640,"limit":12,"set":"test","collapsed":"1,5"}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, decode := range []func(Assign) (Head, Message, error){DecodeRequest, DecodeFromWorker, DecodeToWorker} {
			head, m, err := decode(fromJSON(text))
			if !whole(head.ID, 0, maxWhole) {
				t.Errorf("head with id %v", head.ID)
			}
			if err == nil {
				if err := m.Validate(); err != nil {
					t.Errorf("accepted, then refused: %v", err)
				}
				continue
			}
			var fault *Fault
			if m != nil || !errors.As(err, &fault) || fault.Code == "" || fault.Message == "" {
				t.Errorf("message %v with error %v", m, err)
			}
		}
	})
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

func FuzzSettings(f *testing.F) {
	for _, text := range []string{`{}`, `{"chains":4,"prior":{"alpha":0.9}}`, `{"chains":null}`, `{"x":1}`, `{"chains":1e99}`, `[`, `{}{}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s settings
		err := DecodeSettings(text, &s)
		if math.IsNaN(s.Bandwidth) || math.IsInf(s.Bandwidth, 0) {
			t.Errorf("bandwidth %v", s.Bandwidth)
		}
		var fault *Fault
		if err != nil && (!errors.As(err, &fault) || fault.Code != CodeSetting || fault.Field == "") {
			t.Errorf("error %v names no setting", err)
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
