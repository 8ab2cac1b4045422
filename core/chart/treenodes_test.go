// Trees as items for the keyboard, collapsed splits, and trees of uncommon size.

package chart_test

import (
	"encoding/xml"
	"html"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"dcctree/core/chart"
	"dcctree/core/topology"
)

// treeItems returns the attributes of the items of a tree, in order.
func treeItems(t *testing.T, svg string) []map[string]string {
	t.Helper()
	names := regexp.MustCompile(`role="treeitem"[^>]*><title>([^<]*)</title>`).FindAllStringSubmatch(svg, -1)
	var out []map[string]string
	for _, e := range elements(t, "tree", svg) {
		item := attributes(e)
		if item["role"] == "treeitem" {
			item["name"] = html.UnescapeString(names[len(out)][1])
			out = append(out, item)
		}
	}
	return out
}

func attributes(e xml.StartElement) map[string]string {
	all := map[string]string{}
	for _, a := range e.Attr {
		all[a.Name.Local] = a.Value
	}
	return all
}

// TestItemsFollowThePattern: in every topology with up to 5 leaves the items stand in pre-order with the levels, places
// and numbers that their topology has, one stop of the Tab key, and a name in words (ARIA 1.2, role treeitem).
func TestItemsFollowThePattern(t *testing.T) {
	for _, s := range upTo(5) {
		nodes := s.Nodes()
		items := treeItems(t, chart.Tree(navigable(anyTree(s, 754, shortNames, 100))))
		if len(items) != len(nodes) {
			t.Fatalf("%s: %d items for %d nodes", s, len(items), len(nodes))
		}
		for at, item := range items {
			n := nodes[at]
			place, siblings, stop, expanded := "1", "1", "-1", "true"
			if n.Parent >= 0 {
				siblings = "2"
				if nodes[n.Parent].Right == at {
					place = "2"
				}
			} else {
				stop = "0"
			}
			if n.Leaf {
				expanded = ""
			}
			if item["data-node"] != strconv.Itoa(n.ID) || item["aria-level"] != strconv.Itoa(n.Depth+1) ||
				item["aria-posinset"] != place || item["aria-setsize"] != siblings ||
				item["tabindex"] != stop || item["aria-expanded"] != expanded ||
				!strings.Contains(item["name"], " rows") {
				t.Errorf("%s, node %d: %v", s, n.ID, item)
			}
		}
	}
}

// TestNamesOfItems: WU's root at .52, between .49368 and .54632, with a third of the rows on its left.
func TestNamesOfItems(t *testing.T) {
	items := treeItems(t, chart.Tree(navigable(wuTree(t, 754))))
	want := "x3 at most .52, 90 % .49 to .55, 33 % of its rows go left. 300 rows, 100 %: y 3.0, sd 1.6; file " +
		"rows 2, 3, 5, …"
	if got := items[0]["name"]; got != want {
		t.Errorf("the root is called\n%s\nwant\n%s", got, want)
	}
	if got := items[2]["data-span"]; got != "1 2" {
		t.Errorf("node 2 spans leaves %s, want 1 2", got)
	}
}

// TestCollapsedSplit: of WU's tree, node 2 stands for leaves of means 1 and 3.03 with 100 rows each.
func TestCollapsedSplit(t *testing.T) {
	f := collapsed(navigable(wuTree(t, 754)), 2, 77)
	svg := chart.Tree(f)
	items := treeItems(t, svg)
	if len(items) != 3 || items[2]["aria-expanded"] != "false" || items[2]["data-span"] != "1 1" {
		t.Fatalf("items %v", items)
	}
	want := "x2 at most .51, collapsed: 2 leaves: mean 2.02, 200 rows"
	if !strings.HasPrefix(items[2]["name"], want) &&
		!strings.HasPrefix(items[2]["name"], strings.Replace(want, "2.02", "2.01", 1)) {
		t.Errorf("node 2 is called %q, want %q (the mean is 2.015)", items[2]["name"], want)
	}
	if !strings.Contains(svg, ">2 leaves, 200 rows<") || len(all(svg, "fold", "d")) != 1 ||
		len(all(svg, "mq", "d")) != 1 {
		t.Error("the collapsed node is not marked, or has an interval")
	}
	if f.Nodes[2].Leaf || len(f.Leaves) != 3 {
		t.Error("collapsing changed the figure it was given")
	}
	whole := collapsed(wuTree(t, 754), 0)
	if svg := chart.Tree(whole); !strings.Contains(svg, ">3 leaves, 300 rows<") {
		t.Error("the root does not collapse")
	}
	classes := chart.Tree(collapsed(classTree(shape(t, 1, 5, 6), 754, longNames, iris), 2))
	if !strings.Contains(classes, "collapsed: 2 leaves") {
		t.Error("a collapsed split of a classification is not described")
	}
}

// TestRugsOfLeaves: all rows of a split are drawn once, in the piece of the leaf that they reach.
func TestRugsOfLeaves(t *testing.T) {
	f := wuTree(t, 754)
	one := strings.Count(all(chart.Tree(f), "rug", "d")[1], "M")
	f = navigable(f)
	f.Splits[1].Leaf = nil
	for i := range f.Splits[1].Rows {
		f.Splits[1].Leaf = append(f.Splits[1].Leaf, 1+i/100)
	}
	pieces := regexp.MustCompile(`class="rug" data-span="(\d) (\d)" d="([^"]*)"`).FindAllStringSubmatch(
		chart.Tree(f), -1)
	if len(pieces) != 5 || pieces[3][1] != "1" || pieces[4][2] != "2" {
		t.Fatalf("%d pieces", len(pieces))
	}
	// the groups do not meet on the axis
	if got := strings.Count(pieces[3][3], "M") + strings.Count(pieces[4][3], "M"); got != one {
		t.Errorf("%d ticks in two pieces, %d in one", got, one)
	}
}

// TestBigTrees: 200 leaves, and a chain of 30 splits, keep their labels apart from phones to the widest drawing, and
// their size and time within what a page can take: 2 MB and a second are ten times what they need.
func TestBigTrees(t *testing.T) {
	chain := parse(t, strings.Repeat("10", topology.MaxDepth)+"0")
	for name, s := range map[string]topology.Topology{"200 leaves": bushy(t, 200), "30 deep": chain} {
		for _, width := range []float64{360, 754, 3000, 16000} {
			figure, svg := navigable(anyTree(s, width, longNames, 4000)), ""
			took := time.Hour
			// other work on the machine only slows things down
			for n := 0; n < 3 && took > time.Second; n++ {
				start := time.Now()
				svg = chart.Tree(figure)
				took = min(took, time.Since(start))
			}
			if took > time.Second || len(svg) > 2<<20 {
				t.Errorf("%s at %g px: %d bytes in %v", name, width, len(svg), took)
			}
			checkLabels(t, name, svg)
			checkLabels(t, name+", classes", chart.Tree(classTree(s, width, longNames, twelve)))
		}
	}
	if words := len(textBoxes(t, chart.Tree(anyTree(bushy(t, 200), 16000, longNames, 4000)))); words < 800 {
		// 199 conditions and 200 leaves with two lines and more each
		t.Errorf("at 16,000 px a tree of 200 leaves has %d labels", words)
	}
}
