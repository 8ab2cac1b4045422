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
	}
	for _, c := range cases {
		got, refused := ParseLink(c.hash)
		if !reflect.DeepEqual(got, c.want) || !reflect.DeepEqual(refused, c.refused) {
			t.Errorf("%q: got %+v, refused %q; want %+v, refused %q", c.hash, got, refused, c.want, c.refused)
		}
	}
}

func TestLinksReadBack(t *testing.T) {
	want := Choice{Sample: "wine", Target: "a&b=c #", Task: "regression", Holdout: "0.4", Preset: "paper", Seed: "18446744073709551615"}
	got, refused := ParseLink(want.Hash())
	if !reflect.DeepEqual(got.Choice, want) || refused != nil {
		t.Errorf("%s read back as %+v, refused %q", want.Hash(), got.Choice, refused)
	}
}

func FuzzParseLink(f *testing.F) {
	f.Add("#v=1&dataset=iris&seed=7&preset=quick&holdout=.3")
	f.Add("%&=&&run=0")
	f.Add("#trees")
	f.Fuzz(func(t *testing.T, hash string) {
		link, _ := ParseLink(hash)
		again, refused := ParseLink(link.Choice.Hash())
		if !reflect.DeepEqual(again.Choice, link.Choice) || refused != nil {
			t.Errorf("%q: %+v read back as %+v, refused %q", hash, link.Choice, again.Choice, refused)
		}
	})
}
