package page

import (
	"reflect"
	"testing"
)

func TestParseLink(t *testing.T) {
	wu := DefaultChoice()
	with := func(change func(*Choice)) Choice {
		c := DefaultChoice()
		change(&c)
		return c
	}
	cases := []struct {
		hash    string
		want    Link
		refused []string
	}{
		{"", Link{wu, true}, nil},
		{"#run=0", Link{wu, false}, nil},
		{"#v=1&dataset=iris&seed=7&preset=paper", Link{with(func(c *Choice) { c.Sample, c.Seed, c.Preset = "iris", "7", "paper" }), true}, nil},
		{"#holdout=0.25&target=petal+width&task=regression", Link{with(func(c *Choice) { c.Holdout, c.Target, c.Task = "0.25", "petal width", "regression" }), true}, nil},
		{"#dataset=titanic&seed=-1&seed=1e3&holdout=.95&holdout=NaN&preset=", Link{wu, true}, []string{"dataset", "seed", "seed", "holdout", "holdout", "preset"}},
		{"#color=red&run=maybe&target=%zz", Link{wu, true}, []string{"color", "run", "target"}},
		{"#trees", Link{wu, true}, nil},
		{"#chains=8&priors.leafSD=.5&weights=basic&predictive=mixture&unused=x1&unused=a%26b", Link{with(func(c *Choice) {
			c.Settings = map[string]string{"chains": "8", "priors.leafSD": ".5", "weights": "basic", "predictive": "mixture"}
			c.Unused = []string{"x1", "a&b"}
		}), true}, nil},
		{"#chains=many&weights=feathers&priors=1&leafSD=NaN&draws=1e999&unused=&unused=x&unused=x", Link{with(func(c *Choice) { c.Unused = []string{"x"} }), true},
			[]string{"chains", "weights", "priors", "leafSD", "draws", "unused", "unused"}},
	}
	for _, c := range cases {
		got, refused := ParseLink(c.hash)
		if !reflect.DeepEqual(got, c.want) || !reflect.DeepEqual(refused, c.refused) {
			t.Errorf("%q: got %+v, refused %q; want %+v, refused %q", c.hash, got, refused, c.want, c.refused)
		}
	}
}

func TestLinksReadBack(t *testing.T) {
	want := Choice{Sample: "wine", Target: "a&b=c #", Task: "regression", Holdout: "0.4", Preset: "paper", Seed: "18446744073709551615",
		Settings: map[string]string{"chains": "1,000", "priors.leafSD": "2", "metric": "dense", "bandwidthFinal": ".01"}, Unused: []string{"größe", "+ %&"}}
	got, refused := ParseLink(want.Hash())
	if !reflect.DeepEqual(got.Choice, want) || refused != nil {
		t.Errorf("%s read back as %+v, refused %q", want.Hash(), got.Choice, refused)
	}
}

// TestEverySettingHasItsKey: no setting bears the name of another key, and each goes there and back with the value of its preset.
func TestEverySettingHasItsKey(t *testing.T) {
	keys := map[string]bool{"dataset": true, "seed": true, "preset": true, "task": true, "holdout": true, "target": true, "unused": true, "run": true, "v": true}
	for name, value := range PresetValues("paper", nil) {
		if keys[name] {
			t.Errorf("%s is a setting and another key", name)
		}
		want := DefaultChoice()
		want.Settings = map[string]string{name: value}
		if got, refused := ParseLink(want.Hash()); !reflect.DeepEqual(got.Choice, want) || refused != nil {
			t.Errorf("%s read back as %+v, refused %q", want.Hash(), got.Choice, refused)
		}
	}
}

// TestOwnTablesStayPrivate: neither the name of a table nor those of its columns go into an address.
func TestOwnTablesStayPrivate(t *testing.T) {
	own := Choice{Target: "salary", Task: "regression", Holdout: "0.2", Preset: "quick", Seed: "7", Settings: map[string]string{"chains": "8"}, Unused: []string{"name"}}
	if got, want := own.Hash(), "#v=1&seed=7&preset=quick&holdout=0.2&chains=8"; got != want {
		t.Errorf("the address holds %s, want %s", got, want)
	}
}

func FuzzParseLink(f *testing.F) {
	f.Add("#v=1&dataset=iris&seed=7&preset=quick&holdout=.3")
	f.Add("%&=&&run=0")
	f.Add("#trees")
	f.Add("#chains=8&priors.leafSD=.5&metric=dense&unused=x1&unused=%26")
	f.Fuzz(func(t *testing.T, hash string) {
		link, _ := ParseLink(hash)
		again, refused := ParseLink(link.Choice.Hash())
		if !reflect.DeepEqual(again.Choice, link.Choice) || refused != nil {
			t.Errorf("%q: %+v read back as %+v, refused %q", hash, link.Choice, again.Choice, refused)
		}
	})
}
