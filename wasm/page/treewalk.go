// Walking a tree by keyboard, as the tree pattern of ARIA has it; and the widths at which a tree can be drawn.

package page

import (
	"slices"
	"strconv"
)

// treeItem is one node of the tree that is drawn, in pre-order.
type treeItem struct {
	id       string
	level    int // from 1
	branch   bool
	expanded bool // of a branch
}

// stride says where a key leads from an item: to another one, or to collapse or expand this one. known is false for
// keys that mean nothing.
func stride(items []treeItem, at int, key string) (to int, toggle, known bool) {
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
		return at, here.branch, true
	case "ArrowRight":
		if here.branch && !here.expanded {
			return at, true, true
		}
		return min(at+map[bool]int{true: 1}[here.branch], len(items)-1), false, true
	case "ArrowLeft":
		if here.branch && here.expanded {
			return at, true, true
		}
		return parentOf(items, at), false, true
	}
	return at, false, false
}

// parentOf is the item above; the root's is the root.
func parentOf(items []treeItem, at int) int {
	for i := at; i >= 0; i-- {
		if items[i].level < items[at].level {
			return i
		}
	}
	return at
}

// nearest is the item with this heap id or else the nearest node above it that is drawn: the root at last. -1 where
// none is.
func nearest(items []treeItem, id int) int {
	for {
		if at := slices.IndexFunc(items, func(it treeItem) bool { return it.id == strconv.Itoa(id) }); at >= 0 || id <= 0 {
			return at
		}
		id = (id - 1) / 2
	}
}

// zooms are the widths of a tree, as multiples of the room that there is.
var zooms = []float64{1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32}

// widestTree bounds the width of a figure, as the coordinator does.
const widestTree = 16000

// canZoom tells whether a further step from this one is another width.
func canZoom(zoom, by int, room float64) bool {
	next := zoom + by
	return next >= 0 && next < len(zooms) && room*zooms[next] <= widestTree
}
