// This file reads settings, good and bad ones.

package study

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// settings stands in for the sampler's settings.
type settings struct {
	Chains    int     `json:"chains"`
	Bandwidth float64 `json:"bandwidth"`
	Prior     struct {
		Alpha float64 `json:"alpha"`
	} `json:"prior"`
}

func TestDecodeSettings(t *testing.T) {
	tests := []struct{ text, field, in string }{
		{``, "", ""},
		{`{}`, "", ""},
		{`{"chains":4,"prior":{"alpha":0.9}}`, "", ""},
		{`{"chain":4}`, "chain", "there are [bandwidth chains prior]"},
		{`{"Chains":4}`, "Chains", "there are [bandwidth chains prior]"},
		{`{"chains":4.5}`, "chains", "must be a whole number"},
		{`{"chains":"4"}`, "chains", "is a string"},
		{`{"prior":{"alpha":true}}`, "prior.alpha", "is a bool"},
		{`{"prior":{"beta":1}}`, "beta", "is no setting"},
		{`{"bandwidth":null}`, "bandwidth", "is null, NaN or infinite"},
		{`{"prior":{"alpha":null}}`, "prior.alpha", "is null"},
		{`{"prior":4}`, "prior", "must be an object"},
		{`{"bandwidth":1e999}`, "settings", "one object"},
		{`null`, "settings", "one object"},
		{`[1]`, "settings", "one object"},
		{`{"chains":4`, "settings", "one object"},
		{`{"chains":4}{}`, "settings", "one object"},
	}
	for _, test := range tests {
		s := settings{Chains: 16, Bandwidth: 0.5}
		err := DecodeSettings(test.text, &s)
		if test.field == "" {
			if err != nil || s.Bandwidth != 0.5 {
				t.Errorf("%s: %+v, error %v", test.text, s, err)
			}
			continue
		}
		if fault(t, err).Code != CodeSetting {
			t.Errorf("%s: error %v, want code setting", test.text, err)
			continue
		}
		if f := FaultOf(err); f.Field != test.field || !strings.Contains(f.Error(), test.in) {
			t.Errorf("%s: field %q, text %q; want field %q, text with %q", test.text, f.Field, f.Error(),
				test.field, test.in)
		}
	}
}

func FuzzSettings(f *testing.F) {
	for _, text := range []string{`{}`, `{"chains":4,"prior":{"alpha":0.9}}`, `{"chains":null}`, `{"x":1}`,
		`{"chains":1e99}`, `[`, `{}{}`} {
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
