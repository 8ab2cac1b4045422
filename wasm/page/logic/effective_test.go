package logic

import (
	"strings"
	"testing"
)

func part(topology string, weight, share float64) TreePart {
	return TreePart{Topology: topology, Weight: weight, Share: share}
}

// someTrees: {1,2} is half itself and in part {1,5,6}, whose other draws read as themselves; {3,4,2} is alone, and
// {1,2} is the likeliest reading of a topology that stands for no tree.
func someTrees() []Tree {
	return []Tree{
		{Key: "100", Name: "{1,2}", Weight: .7,
			Parts: []TreePart{part("100", .4, 1), part("10100", .25, .625), part("1010100", .05, 1)}},
		{Key: "10100", Name: "{1,5,6}", Weight: .15, Parts: []TreePart{part("10100", .15, .375)}},
		{Key: "11000", Name: "{3,4,2}", Weight: .15, Parts: []TreePart{part("11000", .15, 1)}},
	}
}

func TestTreeOfATopology(t *testing.T) {
	for key, want := range map[string]int{"100": 0, "10100": 1, "11000": 2, "1010100": 0, "0": -1} {
		if got := TreeOf(someTrees(), key, "100"); got != want {
			t.Errorf("%s stands for tree %d, want %d", key, got, want)
		}
	}
}

// TestTopologyThatStandsForATree: its own unless it gives under a tenth, then the heaviest. Where a topology stands for
// two trees, the one that was picked is marked.
func TestTopologyThatStandsForATree(t *testing.T) {
	trees := []Tree{
		{Key: "100", Weight: 1, Parts: []TreePart{part("10100", .6, .6), part("100", .4, 1)}},
		{Key: "11000", Weight: 1, Parts: []TreePart{part("10100", .95, .2), part("11000", .05, 1)}},
		{Key: "0", Weight: 1, Parts: []TreePart{part("10100", 1, .2)}},
	}
	for i, want := range []string{"100", "10100", "10100"} {
		if got := trees[i].Shown(); got != want {
			t.Errorf("%s stands for %s, want %s", got, trees[i].Key, want)
		}
	}
	for before, want := range map[string]int{"": 1, "11000": 1, "0": 2, "100": 1} {
		if got := TreeOf(trees, "10100", before); got != want {
			t.Errorf("after %q tree %d is marked, want %d", before, got, want)
		}
	}
}

// TestJudgedTopologies: of the first tree two topologies hold over a tenth, and the order is that of their weights.
func TestJudgedTopologies(t *testing.T) {
	topologies := []Topology{{Key: "1010100"}, {Key: "10100", Reliable: true}, {Key: "100"}}
	got := someTrees()[0].Judged(topologies)
	if len(got) != 2 || got[0].Key != "100" || got[1].Key != "10100" {
		t.Errorf("%+v", got)
	}
}

func TestTreesAreTopologies(t *testing.T) {
	one := []Tree{{Key: "100", Parts: []TreePart{part("100", 1, 1)}}}
	if !Alike(one, []Topology{{Key: "100"}}) {
		t.Error("a single tree differs from its topology")
	}
	other := []Tree{{Key: "0", Parts: []TreePart{part("100", 1, 1)}}}
	for _, trees := range [][]Tree{other, someTrees(), nil} {
		if Alike(trees, []Topology{{Key: "100"}}) {
			t.Errorf("%+v are the topology {1,2}", trees)
		}
	}
}

// TestReadingSentence: only of draws that read as another tree, in both languages.
func TestReadingSentence(t *testing.T) {
	for key, want := range map[string]string{"100": "", "11000": "", "10100": "62", "1010100": "100"} {
		got := ReadingSentence(someTrees(), key)
		if (got == "") != (want == "") || !strings.Contains(got, want) ||
			want != "" && !strings.Contains(got, "{1,2}") {
			t.Errorf("%s: %q, want %q in it", key, got, want)
		}
	}
}
