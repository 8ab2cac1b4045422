package page

import (
	"reflect"
	"slices"
	"testing"

	"dcctree/core/random"
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
		{"#lang=de", Link{with(func(c *Choice) { c.Language = "de" }), true}, nil},
		{"#lang=fr&lang=DE&lang=", Link{wu, true}, []string{"lang", "lang", "lang"}},
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
	want := Choice{Language: "de", Sample: "wine", Target: "a&b=c #", Task: "regression", Holdout: "0.4", Preset: "paper", Seed: "18446744073709551615",
		Settings: map[string]string{"chains": "1,000", "priors.leafSD": "2", "metric": "dense", "bandwidthFinal": ".01"}, Unused: []string{"größe", "+ %&"}}
	got, refused := ParseLink(want.Hash())
	if !reflect.DeepEqual(got.Choice, want) || refused != nil {
		t.Errorf("%s read back as %+v, refused %q", want.Hash(), got.Choice, refused)
	}
}

// TestEverySettingHasItsKey: no setting bears the name of another key, and each goes there and back with the value of its preset.
func TestEverySettingHasItsKey(t *testing.T) {
	keys := map[string]bool{"lang": true, "dataset": true, "seed": true, "preset": true, "task": true, "holdout": true, "holdoutseed": true, "standardize": true, "bandwidth": true, "target": true, "unused": true, "run": true, "v": true}
	for name, value := range PresetValues("paper", nil, true) {
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

// TestTenThousandDamagedLinks: none crashes, and what a link leaves is a choice that writes a link of its own which reads back.
func TestTenThousandDamagedLinks(t *testing.T) {
	rng := random.Stream(1, "damaged links")
	links := []string{
		"#v=1&dataset=iris&seed=7&preset=quick&holdout=.3&hide=advanced", DefaultChoice().Hash(),
		Choice{Sample: "wine", Target: "a&b=c #", Task: "regression", Holdout: "0.4", Preset: "paper", Seed: "18446744073709551615"}.Hash(),
	}
	words := []string{"%", "%00", "%zz", "&", "=", "#", "+", "\x00", "é", "seed=", "preset=", "dataset=", "&&==", "-1", "1e999", "NaN", "..", "<script>", "\u202e"}
	whole := 0
	for i := range 10_000 {
		link := []byte(links[i%len(links)])
		for range 1 + rng.IntN(2) {
			at := rng.IntN(len(link) + 1)
			switch rng.IntN(4) {
			case 0:
				link = slices.Delete(link, at, min(len(link), at+rng.IntN(5)))
			case 1:
				link = slices.Insert(link, at, []byte(words[rng.IntN(len(words))])...)
			case 2:
				if at < len(link) {
					link[at] = byte(rng.IntN(256))
				}
			default:
				link = append(link, links[rng.IntN(len(links))]...)
			}
		}
		got, refused := ParseLink(string(link))
		again, none := ParseLink(got.Choice.Hash())
		if !reflect.DeepEqual(again.Choice, got.Choice) || none != nil {
			t.Fatalf("%q: %+v read back as %+v, refused %q", link, got.Choice, again.Choice, none)
		}
		if len(refused) == 0 {
			whole++
		}
	}
	if whole < 500 || whole > 9500 {
		t.Errorf("%d of 10,000 damaged links are read without a complaint: the damage tests little", whole)
	}
}
