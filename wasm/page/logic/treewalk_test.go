package logic

import "testing"

// The tree {3,4,2}: 0 splits into 1, which splits into 3 and 4, and 2.
var walked = []TreeItem{{"0", 1, true, true}, {"1", 2, true, true}, {"3", 3, false, false}, {"4", 3, false, false},
	{"2", 2, false, false}}

// TestStrides: keys and what they do in the ARIA Authoring Practices, pattern "Tree View".
func TestStrides(t *testing.T) {
	for _, c := range []struct {
		at     int
		key    string
		to     int
		toggle bool
	}{
		{0, "ArrowDown", 1, false}, {4, "ArrowDown", 4, false}, {0, "ArrowUp", 0, false},
		{4, "ArrowUp", 3, false},
		{2, "Home", 0, false}, {0, "End", 4, false}, {1, "Enter", 1, true}, {2, "Enter", 2, false},
		{0, "ArrowRight", 1, false}, {2, "ArrowRight", 2, false}, {1, "ArrowLeft", 1, true},
		{3, "ArrowLeft", 1, false},
		{4, "ArrowLeft", 0, false},
	} {
		to, toggle, known := Stride(walked, c.at, c.key)
		if to != c.to || toggle != c.toggle || !known {
			t.Errorf("%s at %s: to %s, toggle %v", c.key, walked[c.at].ID, walked[to].ID, toggle)
		}
	}
	closed := []TreeItem{{"0", 1, true, true}, {"1", 2, true, false}, {"2", 2, false, false}}
	if to, toggle, _ := Stride(closed, 1, "ArrowRight"); to != 1 || !toggle {
		t.Errorf("ArrowRight on a closed node: to %d, toggle %v", to, toggle)
	}
	if to, toggle, _ := Stride(closed, 1, "ArrowLeft"); to != 0 || toggle {
		t.Errorf("ArrowLeft on a closed node: to %d, toggle %v", to, toggle)
	}
	if _, _, known := Stride(walked, 0, "x"); known {
		t.Error("a letter is taken for a key of the tree")
	}
}

func TestNearestNodeThatIsDrawn(t *testing.T) {
	// 9 and 10 are children of 4; 5 of 2; 14 of 6, of 2
	for id, want := range map[int]int{0: 0, 4: 3, 9: 3, 10: 3, 5: 4, 14: 4} {
		if got := Nearest(walked, id); got != want {
			t.Errorf("nearest to %d: %d, want %d", id, got, want)
		}
	}
	if Nearest(nil, 3) != -1 {
		t.Error("a node of no tree")
	}
}

func TestZoomsEnd(t *testing.T) {
	if CanZoom(0, -1, 700) || !CanZoom(0, 1, 700) || CanZoom(len(Zooms)-1, 1, 100) || CanZoom(8, 1, 700) {
		t.Error("a zoom beyond the ends") // 24 times 700 is over 16,000
	}
}
