// Walking a tree by keyboard, as the tree pattern of ARIA has it; and the widths at which a tree can be drawn.

package logic

import (
	"slices"
	"strconv"
)

// TreeItem is one node of the tree that is drawn, in pre-order.
type TreeItem struct {
	ID       string
	Level    int // from 1
	Branch   bool
	Expanded bool // of a branch
}

// Stride says where a key leads from an item: to another one, or to collapse or expand this one. known is false for
// keys that mean nothing.
func Stride(items []TreeItem, at int, key string) (to int, toggle, known bool) {
	here := items[at]
	switch key {
	case "ArrowDown":
		return min(at+1, len(items)-1), false, true
	case "ArrowUp":
		return max(at-1, 0), false, true
	case "Home":
		return 0, false, true
	case "End":
		return len(items) - 1, false, true
	case "Enter":
		return at, here.Branch, true
	case "ArrowRight":
		if here.Branch && !here.Expanded {
			return at, true, true
		}
		return min(at+Either(here.Branch, 1, 0), len(items)-1), false, true
	case "ArrowLeft":
		if here.Branch && here.Expanded {
			return at, true, true
		}
		return parentOf(items, at), false, true
	}
	return at, false, false
}

// parentOf is the item above; the root's is the root.
func parentOf(items []TreeItem, at int) int {
	for i := at; i >= 0; i-- {
		if items[i].Level < items[at].Level {
			return i
		}
	}
	return at
}

// Nearest is the item with this heap id or else the nearest node above it that is drawn: the root at last. -1 where
// none is.
func Nearest(items []TreeItem, id int) int {
	for {
		at := slices.IndexFunc(items, func(it TreeItem) bool { return it.ID == strconv.Itoa(id) })
		if at >= 0 || id <= 0 {
			return at
		}
		id = (id - 1) / 2
	}
}

// Zooms are the widths of a tree, as multiples of the room that there is.
var Zooms = []float64{1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32}

// WidestTree bounds the width of a figure, as the coordinator does.
const WidestTree = 16000

// CanZoom tells whether a further step from this one is another width.
func CanZoom(zoom, by int, room float64) bool {
	next := zoom + by
	return next >= 0 && next < len(Zooms) && room*Zooms[next] <= WidestTree
}
