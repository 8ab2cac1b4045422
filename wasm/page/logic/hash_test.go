package logic

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"dcctree/core/fit"
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
		{"", Link{Choice: wu, Run: true}, nil},
		{"#run=0", Link{Choice: wu}, nil},
		{"#v=1&dataset=iris&seed=7&preset=paper",
			Link{Choice: with(func(c *Choice) { c.Sample, c.Seed, c.Preset = "iris", "7", "paper" }),
				Run: true}, nil},
		{"#holdout=0.25&target=petal+width&task=regression",
			Link{Choice: with(func(c *Choice) {
				c.Holdout, c.Target, c.Task = "0.25", "petal width", "regression"
			}), Run: true},
			nil},
		{"#dataset=titanic&seed=-1&seed=1e3&holdout=.95&holdout=NaN&preset=", Link{Choice: wu, Run: true},
			[]string{"dataset", "seed", "seed", "holdout", "holdout", "preset"}},
		{"#color=red&run=maybe&target=%zz", Link{Choice: wu, Run: true}, []string{"color", "run", "target"}},
		{"#model=topologies&preset=quick", Link{Choice: with(func(c *Choice) {
			c.Model, c.Preset = ByTopology, "quick"
		}), Run: true}, nil},
		{"#model=trees", Link{Choice: wu, Run: true}, []string{"model"}},
		{"#lang=de", Link{Choice: with(func(c *Choice) { c.Language = "de" }), Run: true}, nil},
		{"#lang=fr&lang=DE&lang=", Link{Choice: wu, Run: true}, []string{"lang", "lang", "lang"}},
		{"#trees", Link{Choice: wu, Run: true}, nil},
		{"#chains=8&priors.leafSD=.5&weights=basic&predictive=mixture&unused=x1&unused=a%26b",
			Link{Choice: with(func(c *Choice) {
				c.Settings = map[string]string{"chains": "8", "priors.leafSD": ".5", "weights": "basic",
					"predictive": "mixture"}
				c.Unused = []string{"x1", "a&b"}
			}), Run: true}, nil},
		{"#chains=many&weights=feathers&priors=1&leafSD=NaN&draws=1e999&unused=&unused=x&unused=x",
			Link{Choice: with(func(c *Choice) { c.Unused = []string{"x"} }), Run: true},
			[]string{"chains", "weights", "priors", "leafSD", "draws", "unused", "unused"}},
	}
	for _, c := range cases {
		got, refused := ParseLink(c.hash, true)
		if !reflect.DeepEqual(got, c.want) || !reflect.DeepEqual(refused, c.refused) {
			t.Errorf("%q: got %+v, refused %q; want %+v, refused %q", c.hash, got, refused, c.want,
				c.refused)
		}
	}
}

func TestLinksReadBack(t *testing.T) {
	want := Choice{Language: "de", Sample: "wine", Target: "a&b=c #", Task: "regression", Holdout: "0.4",
		Preset: "paper", Seed: "18446744073709551615",
		Settings: map[string]string{"chains": "1,000", "priors.leafSD": "2", "metric": "dense",
			"bandwidthFinal": ".01"},
		Unused: []string{"größe", "+ %&"}}
	got, refused := ParseLink(want.Hash(), true)
	if !reflect.DeepEqual(got.Choice, want) || refused != nil {
		t.Errorf("%s read back as %+v, refused %q", want.Hash(), got.Choice, refused)
	}
}

// TestEverySettingHasItsKey: no setting bears the name of another key, and each goes there and back with the value of
// its preset.
func TestEverySettingHasItsKey(t *testing.T) {
	keys := map[string]bool{"show": true, "hide": true, "lock": true, "theme": true, "mode": true, "steps": true,
		"autorun": true, "data": true, "parent": true, "tutorial": true, "embed": true, "shared": true,
		"lang": true, "dataset": true, "seed": true, "preset": true, "task": true, "holdout": true,
		"holdoutseed": true, "standardize": true, "bandwidth": true, "target": true, "unused": true,
		"run": true, "v": true, "model": true, "scale": true, "splits": true, "noise": true, "weight": true,
		"size": true}
	for name, value := range PresetValues("paper", nil, true) {
		if keys[name] {
			t.Errorf("%s is a setting and another key", name)
		}
		want := DefaultChoice()
		want.Settings = map[string]string{name: value}
		got, refused := ParseLink(want.Hash(), true)
		if !reflect.DeepEqual(got.Choice, want) || refused != nil {
			t.Errorf("%s read back as %+v, refused %q", want.Hash(), got.Choice, refused)
		}
	}
}

// TestWhatRunFits: all trees at once for an own table, unless by topology was chosen, which a link keeps, and the next
// table too. The model's line names what is not as usual.
func TestWhatRunFits(t *testing.T) {
	own := DefaultChoice().ForNewTable("")
	divided := own
	divided.Model = ByTopology
	if DefaultChoice().AtOnce() || !own.AtOnce() || divided.AtOnce() || divided.ForNewTable("").AtOnce() {
		t.Error("the usual model is not kept to")
	}
	if got := divided.Hash(); !strings.Contains(got, "&model=topologies") {
		t.Errorf("the address holds %s", got)
	}
	if got := own.ModelLine(""); got != "All trees at once, seed 1" {
		t.Errorf("the model reads %q", got)
	}
	own.Noise, own.Size = fit.HeavyNoise, fit.SmallTrees
	for task, want := range map[string]string{
		"regression":     "All trees at once, seed 1; Noise: with heavy tails; Tree size: few leaves",
		"classification": "All trees at once, seed 1; Tree size: few leaves",
	} {
		if got := own.ModelLine(task); got != want {
			t.Errorf("%s: the model reads %q", task, got)
		}
	}
}

// TestHowNumbersAreFitted: scale, splits and noise go to the bridge and into links, and are a table's own; leaves with
// noises of their own have sharp splits.
func TestHowNumbersAreFitted(t *testing.T) {
	c := DefaultChoice().ForNewTable("")
	if got := c.FitOptions(""); got["scale"] != "auto" || got["sharp"] != false ||
		got["noise"] != "common" {
		t.Errorf("usually %v", got)
	}
	c.Scale, c.Splits, c.Noise = "log", "", "leaf"
	if got := c.FitOptions("regression"); got["sharp"] != true || got["noise"] != "leaf" {
		t.Errorf("noise per leaf %v", got)
	}
	c.Splits = SharpSplits
	if got := c.FitOptions("regression"); got["scale"] != "log" || got["sharp"] != true {
		t.Errorf("as chosen %v", got)
	}
	if got := c.FitOptions("classification"); got["scale"] != "auto" || got["sharp"] != false ||
		got["noise"] != "common" {
		t.Errorf("of classes %v", got)
	}
	if got := c.Hash(); !strings.Contains(got, "&scale=log&splits=sharp&noise=leaf") {
		t.Errorf("the address holds %s", got)
	}
	if next := c.ForNewTable(""); next.Scale != "" || next.Splits != "" || next.Noise != "" {
		t.Errorf("the next table has %q, %q, %q", next.Scale, next.Splits, next.Noise)
	}
}

// TestHeavyTails: the noise goes to the bridge and into links, leaves splits as they are chosen, and is said of
// numbers.
func TestHeavyTails(t *testing.T) {
	c := DefaultChoice().ForNewTable("")
	usual := c.TreesSay("regression")
	c.Noise = "heavy"
	if got := c.FitOptions("regression"); got["noise"] != "heavy" || got["sharp"] != false {
		t.Errorf("with heavy tails %v", got)
	}
	if got := c.FitOptions("classification")["noise"]; got != "common" {
		t.Errorf("of classes %v", got)
	}
	link, _ := ParseLink("#noise=heavy", false)
	if !strings.Contains(c.Hash(), "&noise=heavy") || link.Choice.Noise != "heavy" || !c.ChoosesSplits() {
		t.Errorf("the address holds %s, a link gives %q", c.Hash(), link.Choice.Noise)
	}
	said := c.TreesSay("regression")
	if !strings.Contains(said, "heavy tails") || !strings.Contains(usual, "equal everywhere") ||
		strings.Contains(c.TreesSay("classification"), "oise") {
		t.Errorf("it says %q, usually %q", said, usual)
	}
	c.Splits = SharpSplits
	sharp, classes := c.TreesSay("regression"), c.TreesSay("classification")
	if !strings.Contains(usual, "gradual") || strings.Contains(sharp+classes, "gradual") {
		t.Errorf("of sharp splits it says %q, of classes %q", sharp, classes)
	}
}

// TestTreeSize: it goes to the bridge, whatever is predicted, and into links, is said, and is a table's own.
func TestTreeSize(t *testing.T) {
	c := DefaultChoice().ForNewTable("")
	if got := c.FitOptions("")["size"]; got != "usual" || strings.Contains(c.Hash(), "size") {
		t.Errorf("usually %v, %s", got, c.Hash())
	}
	usual := c.TreesSay("classification")
	for size, leaves := range map[string]string{"small": "at most 3 leaves", "large": "at most 12 leaves"} {
		c.Size = size
		if got := c.FitOptions("classification")["size"]; got != size {
			t.Errorf("%s trees are asked for as %v", size, got)
		}
		if got := c.Hash(); !strings.Contains(got, "&size="+size) {
			t.Errorf("the address holds %s", got)
		}
		got := c.TreesSay("classification")
		if !strings.HasPrefix(got, usual) || !strings.Contains(got, leaves) {
			t.Errorf("%s trees: %s", size, got)
		}
	}
	if next := c.ForNewTable(""); next.Size != "" {
		t.Errorf("the next table has trees of the size %q", next.Size)
	}
	if (&Link{}).Set("size", "huge") {
		t.Error("a link may ask for huge trees")
	}
}

// TestRowWeights: the column goes to the bridge, is no feature of a fit, and is one by topology; a link names it where
// it may name columns, and another table has none.
func TestRowWeights(t *testing.T) {
	table := &Table{SuggestedTarget: "y", Columns: []Column{{Name: "x", Kind: "numeric", Distinct: 9},
		{Name: "n", Kind: "numeric", Distinct: 9}, {Name: "t", Kind: "text", Distinct: 3},
		{Name: "y", Kind: "numeric", Distinct: 9}}}
	c := DefaultChoice().ForNewTable("")
	if c.FitOptions("")["weight"] != "" || c.ColumnsOf(table)["features"] != nil {
		t.Errorf("without weights %v, %v", c.FitOptions(""), c.ColumnsOf(table))
	}
	c.Weight = "n"
	if got := c.ColumnsOf(table)["features"]; c.FitOptions("")["weight"] != "n" ||
		!reflect.DeepEqual(got, []any{"x", "t"}) {
		t.Errorf("with weights %v, features %v", c.FitOptions(""), got)
	}
	if !strings.Contains(c.hash(true), "&weight=n") || strings.Contains(c.Hash(), "weight") {
		t.Errorf("links %s, %s", c.hash(true), c.Hash())
	}
	if link, refused := ParseLink(c.hash(true), true); link.Choice.Weight != "n" || refused != nil {
		t.Errorf("read back as %+v, refused %q", link.Choice, refused)
	}
	if m, ok := ReadMemo(Memo{Choice: c}.Text()); !ok || m.Choice.ForTable(*table, "", true).Weight != "n" {
		t.Errorf("from a session %+v, %t", m.Choice, ok)
	}
	c.Target = "y"
	for column, want := range map[string]bool{"": true, "x": true, "n": true, "t": false, "y": false} {
		if got := strings.Contains(WeightOptions(table.Columns, c), Option(column, Either(column == "",
			Text("data.weight.none"), column))); got != want {
			t.Errorf("column %q is offered: %t", column, got)
		}
	}
	if m := ColumnsMarkup(table.Columns, c, nil, true); strings.Count(m, `type="checkbox"`) != 2 ||
		!strings.Contains(m, Text("columns.weight")) {
		t.Errorf("the columns are\n%s", m)
	}
	if next := c.ForTable(*table, "", false); next.Weight != "" {
		t.Errorf("the next table has %q", next.Weight)
	}
	table.Columns = table.Columns[:1]
	if next := c.ForTable(*table, "", true); next.Weight != "" {
		t.Errorf("a table without the column has %q", next.Weight)
	}
	if c.Model = ByTopology; c.ColumnsOf(table)["features"] != nil {
		t.Errorf("by topology %v", c.ColumnsOf(table))
	}
}

// A link that names no table chooses of the first of one's own; one that names columns loses those that its table
// lacks.
func TestLinksOfOwnTables(t *testing.T) {
	sent := DefaultChoice()
	sent.Sample, sent.Scale, sent.Noise, sent.Size, sent.Holdout = "", "log", "heavy", "small", ".2"
	link, refused := ParseLink(sent.Hash(), true)
	if refused != nil || NamesTable(sent.Hash()) {
		t.Fatalf("%s is read as %+v, refused %q", sent.Hash(), link, refused)
	}
	table := &Table{SuggestedTarget: "y", SuggestedTask: "regression",
		Columns: []Column{{Name: "x", Kind: "numeric"}, {Name: "t", Kind: "text"},
			{Name: "y", Kind: "numeric"}}}
	got := link.Choice.ForTable(*table, "", false).LinkedTo(link.Choice)
	if got.Hash() != sent.Hash() {
		t.Errorf("the link %s is %s with the receiver's table", sent.Hash(), got.Hash())
	}
	for _, hash := range []string{"#dataset=iris", "#v=1&data=x%2Cy"} {
		if !NamesTable(hash) {
			t.Errorf("%s names no table", hash)
		}
	}
	sent.Target, sent.Weight, sent.Unused = "Y", "x", []string{"t", "u"}
	keys := sent.LostIn(sent.ForTable(*table, "", true))
	if !reflect.DeepEqual(keys, []string{"target", "unused"}) {
		t.Errorf("lost are %q", keys)
	}
}

// What is learned is known before a review: as chosen, as suggested, or by the kind of the column.
func TestTaskOf(t *testing.T) {
	table := &Table{SuggestedTarget: "y", SuggestedTask: "classification",
		Columns: []Column{{Name: "x", Kind: "numeric"}, {Name: "t", Kind: "text"},
			{Name: "y", Kind: "numeric"}}}
	for _, c := range []struct{ target, task, want string }{{"", "auto", "classification"},
		{"y", "auto", "classification"}, {"t", "auto", "classification"}, {"x", "auto", "regression"},
		{"x", "classification", "classification"}, {"", "regression", "regression"}} {
		if got := (Choice{Target: c.target, Task: c.task}).TaskOf(table); got != c.want {
			t.Errorf("target %q, task %q: %q, want %q", c.target, c.task, got, c.want)
		}
	}
}

// TestOwnTablesStayPrivate: neither the name of a table nor those of its columns go into an address.
func TestOwnTablesStayPrivate(t *testing.T) {
	own := Choice{Target: "salary", Task: "regression", Holdout: "0.2", Preset: "quick", Seed: "7",
		Settings: map[string]string{"chains": "8"}, Unused: []string{"name"}}
	if got, want := own.Hash(), "#v=1&seed=7&preset=quick&holdout=0.2&chains=8"; got != want {
		t.Errorf("the address holds %s, want %s", got, want)
	}
}

func FuzzParseLink(f *testing.F) {
	f.Add("#v=1&dataset=iris&seed=7&preset=quick&holdout=.3")
	f.Add("%&=&&run=0")
	f.Add("#trees")
	f.Add("#chains=8&priors.leafSD=.5&metric=dense&unused=x1&unused=%26")
	f.Add("#mode=paper&steps=5&autorun=1&show=run,trees,seed&hide=log&lock=1&theme=dark" +
		"&parent=https%3A%2F%2Fexample.org%3A8080")
	f.Add("#tutorial=run%3A%20Press%20Run|tree:%20look:%20there|end&data=x%2Cy%0A1%2C2&embed=1&shared=0" +
		"&preset=quick")
	f.Fuzz(func(t *testing.T, hash string) {
		link, _ := ParseLink(hash, true)
		again, refused := ParseLink(link.Choice.Hash()+link.View.Hash(), link.Run)
		if !reflect.DeepEqual(again, link) || refused != nil {
			t.Errorf("%q: %+v read back as %+v, refused %q", hash, link, again, refused)
		}
	})
}

// TestTenThousandDamagedLinks: none crashes, and what a link leaves is a choice that writes a link of its own which
// reads back.
func TestTenThousandDamagedLinks(t *testing.T) {
	rng := random.Stream(1, "damaged links")
	links := []string{
		"#v=1&dataset=iris&seed=7&preset=quick&holdout=.3&hide=settings,compare&lock=1&theme=dark",
		DefaultChoice().Hash(),
		"#v=1&mode=paper&steps=12&autorun=1&show=run,trees,seed&parent=https%3A%2F%2Fa.example" +
			"&tutorial=run%3A%20Press|tree%3A%20Look&data=x%2Cy%0A1%2C2",
		Choice{Sample: "wine", Target: "a&b=c #", Task: "regression", Holdout: "0.4", Preset: "paper",
			Seed: "18446744073709551615"}.Hash(),
	}
	words := []string{"%", "%00", "%zz", "&", "=", "#", "+", "\x00", "é", "seed=", "preset=", "dataset=", "&&==",
		"-1", "1e999", "NaN", "..", "<script>", "\u202e"}
	n := 10_000
	if testing.Short() { // as WebAssembly, where it is to show that nothing depends on the machine
		n = 2000
	}
	whole := 0
	for i := range n {
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
		got, refused := ParseLink(string(link), true)
		again, none := ParseLink(got.Choice.Hash()+got.View.Hash(), got.Run)
		if !reflect.DeepEqual(again, got) || none != nil {
			t.Fatalf("%q: %+v read back as %+v, refused %q", link, got, again, none)
		}
		if len(refused) == 0 {
			whole++
		}
	}
	if whole < n/20 || whole > n*19/20 {
		t.Errorf("%d of %d damaged links are read without a complaint: the damage tests little", whole, n)
	}
}
