// The nodes of a tree figure as items that can be walked by keyboard and are told in words.

package chart

import (
	"strconv"
	"strings"

	"dcctree/core/topology"
)

// navigable wraps the elements in an svg element that is a tree of items.
func navigable(id string, width, height float64, title string, body *canvas) string {
	var c canvas
	size := []string{coord(width), coord(height)}
	c.put(`<svg xmlns="http://www.w3.org/2000/svg" class="fig" id="`, escape(id), `-svg" width="`, size[0],
		`" height="`, size[1], `" viewBox="0 0 `, size[0], ` `, size[1], `" role="tree" aria-label="`,
		escape(title), `">`, body.String(), "</svg>\n")
	return c.String()
}

// openNode begins the group of a node: with a tooltip in an image, with all that an item needs in a tree of items.
func (p *treePlan) openNode(c *canvas, at int) {
	n := p.Nodes[at]
	class := "node"
	if n.Leaf {
		class = "leaf"
	}
	if !p.Navigable {
		c.group(class, "node", leafName(n), p.sentence(n))
		return
	}
	first, last := leafSpan(p.Nodes, at)
	stop := "-1"
	if n.Parent < 0 {
		stop = "0"
	}
	place, siblings := p.amongSiblings(at)
	c.put(`<g class="`, class, `" role="treeitem" data-node="`, leafName(n), `" data-span="`, span(first, last),
		`" tabindex="`, stop, `" aria-level="`, strconv.Itoa(n.Depth+1), `" aria-posinset="`, place,
		`" aria-setsize="`, siblings, `"`)
	switch {
	case !n.Leaf:
		c.put(` aria-expanded="true"`)
	case p.Leaves[n.Index].Within > 0:
		c.put(` aria-expanded="false"`)
	}
	words := p.itemWords(n)
	if p.Arrivals != nil {
		told := p.rowsWords(p.Arrivals[at])
		c.put(` data-rows="`, escape(told), `"`)
		words += ". " + told
	}
	c.put(`><title>`, escape(words), `</title>`)
	p.drawRing(c, at)
	c.put(`<g aria-hidden="true">`)
}

func (p *treePlan) closeNode(c *canvas) {
	c.end()
	if p.Navigable {
		c.end()
	}
}

func span(first, last int) string { return strconv.Itoa(first) + " " + strconv.Itoa(last) }

// spanned draws a path that belongs to the leaves from first to last.
func (p *treePlan) spanned(c *canvas, class string, first, last int, d path) {
	if !p.Navigable {
		c.path(class, d)
	} else if d != "" {
		c.put(`<path class="`, class, `" data-span="`, span(first, last), `" d="`, string(d), `"/>`)
	}
}

// amongSiblings returns a node's place among its parent's children and their number.
func (p *treePlan) amongSiblings(at int) (place, siblings string) {
	parent := p.Nodes[at].Parent
	switch {
	case parent < 0:
		return "1", "1"
	case p.Nodes[parent].Left == at:
		return "1", "2"
	}
	return "2", "2"
}

// itemWords says what a node is: "x3 at most .47, 90 % .44 to .51, 33 % of rows go left".
func (p *treePlan) itemWords(n topology.Node) string {
	if n.Leaf {
		return p.leafSentence(n)
	}
	s := splitWords(p.Splits[n.Index])
	if i := intervalText(p.Splits[n.Index]); i != "" {
		s += ", " + i
	}
	if note := mainNote(p.Splits[n.Index]); note != "" {
		s += ", " + note
	}
	if whole := shareOf(p.Splits[n.Index].Share); whole > 0 {
		s += p.Lang.Say("chart.node.left", Percent(p.shareAt(n.Left)/whole))
	}
	return s
}

// splitWords is the condition in words, as it is read out: "x3 at most .47".
func splitWords(s TreeSplit) string {
	relation := splitRelation(s)
	if number, ok := strings.CutPrefix(relation, "≤ "); ok {
		relation = s.lang.Say("chart.atmost", number)
	}
	return splitName(s) + " " + relation
}

func (p *treePlan) shareAt(at int) float64 {
	n := p.Nodes[at]
	if n.Leaf {
		return shareOf(p.Leaves[n.Index].Share)
	}
	return shareOf(p.Splits[n.Index].Share)
}

// mostNamedRows is how many rows of a node are named by number.
const mostNamedRows = 3

// rowsWords tells the rows of a node: "200 rows, 67 %: y 2.0, sd 1.0; file rows 2, 3, 5, …".
func (p *treePlan) rowsWords(a Arrival) string {
	s := rowWords(TreeLeaf{Count: a.Count, lang: p.Lang}) + ", " + Percent(a.Share)
	if told := p.targetWords(a); told != "" {
		s += ": " + told
	}
	if len(a.First) == 0 {
		return s
	}
	var numbers []string
	for _, row := range a.First[:min(len(a.First), mostNamedRows)] {
		numbers = append(numbers, tidy(strconv.Itoa(row)))
	}
	if a.Count > len(numbers) {
		numbers = append(numbers, "…")
	}
	return s + p.Lang.Say("chart.leaf.file", strings.Join(numbers, ", "))
}

// targetWords sums up the target of some rows: mean and standard deviation, or the classes by falling count.
func (p *treePlan) targetWords(a Arrival) string {
	if p.Classes == nil {
		switch {
		case a.Count == 0:
			return ""
		case !finite(a.SD):
			return p.Target + " " + Significant(a.Mean, 3)
		}
		unit := spanUnit(0, a.SD/3)
		return p.Lang.Say("chart.leaf.sd", p.Target, Number(a.Mean, unit), Number(a.SD, unit))
	}
	left := append([]int(nil), a.Classes...)
	var parts []string
	for range left {
		best := 0
		for k, n := range left {
			if n > left[best] {
				best = k
			}
		}
		if left[best] == 0 {
			break
		}
		if len(parts) == 4 {
			parts = append(parts, p.Lang.Say("chart.others"))
			break
		}
		parts = append(parts, p.Classes[best]+" ("+tidy(strconv.Itoa(left[best]))+")")
		left[best] = 0
	}
	if len(parts) == 0 {
		return ""
	}
	return p.Target + " " + strings.Join(parts, ", ")
}

// drawRing draws the frame of a node, which is where it is pointed at and shows where the keyboard is.
func (p *treePlan) drawRing(c *canvas, at int) {
	n := p.Nodes[at]
	if n.Leaf {
		i := float64(n.Index)
		c.rect("ring", p.x(i)+0.5, p.leaves.top-8, p.column-1, p.height-p.leaves.top+7)
		return
	}
	sp := p.splits[n.Index]
	left, right := sp.axis.Start-5, sp.axis.End+5
	for _, l := range sp.head {
		left, right = min(left, sp.center(l)-l.width/2), max(right, sp.center(l)+l.width/2)
	}
	left, right = max(left, sp.slotLeft), min(right, sp.slotRight)
	top := max(sp.headTop-2, 1)
	c.rect("ring", left, top, right-left, p.rows[n.Depth].bottom-top+1)
}

// drawRug draws the rows that arrive at a split, those of each leaf for themselves where the leaves are told.
func (p *treePlan) drawRug(c *canvas, s TreeSplit, sp splitPlan) {
	if !p.Navigable || len(s.Leaf) != len(s.Rows) {
		c.path("rug", rug(s.Rows, sp.axis, sp.axisY+3))
		return
	}
	of := make([][]float64, len(p.Leaves))
	for i, v := range s.Rows {
		of[s.Leaf[i]] = append(of[s.Leaf[i]], v)
	}
	for leaf, rows := range of {
		p.spanned(c, "rug", leaf, leaf, rug(rows, sp.axis, sp.axisY+3))
	}
}
