// How many drawn trees ask what a tree that is read asks, and where their thresholds lie.

package alltrees

import "slices"

// mostAlike bounds the work of Alike: trees times training rows that are followed.
const mostAlike = 1 << 20

// Alike is, of each split of a tree that is read, what the drawn trees that ask the same on the way there do: the
// splits of the same column there, of labels those that put the same ones on the side of the first, with their
// probability; left is what goes left in the tree that is read. Splits are in the tree's order, each before its left
// side and that before its right one. Trees is how many come there: of all kept trees or, where rows are many, of as
// many as can be followed, evenly chosen; where none of them asks the same, the probability is 0 and there are none
// below.
func (r *Sample) Alike(d *Reading) []Split {
	rows, _ := r.cloud.t.all()
	follow := min(len(r.Trees), max(100, mostAlike/len(rows)))
	var spots []spot
	for i := range follow {
		k := i * len(r.Trees) / follow
		spots = append(spots, spot{tree: k, s: r.Trees[k], rows: rows})
	}
	return r.alike(d, spots, nil)
}

func (r *Sample) alike(d *Reading, spots []spot, list []Split) []Split {
	if d.Column < 0 {
		return list
	}
	groups := r.group(spots)
	k := slices.IndexFunc(groups, d.asks)
	if k < 0 {
		none := Split{Column: d.Column, Error: r.errorsAmong(trees(spots)).of(nil), Trees: len(spots)}
		return r.alike(d.Right, nil, r.alike(d.Left, nil, append(list, none)))
	}
	g := groups[k]
	left, right := r.sides(&g)
	if !slices.Equal(g.Levels, d.Levels) {
		left, right = right, left
		g.GapsLeft = 1 - g.GapsLeft
	}
	g.Levels, g.Others = d.Levels, d.Others
	return r.alike(d.Right, right, r.alike(d.Left, left, append(list, g)))
}

// asks reports whether a split is of the same column and has the same labels on the side of the first, whichever goes
// left. Labels of the other side differ where thresholds on the way do.
func (d *Reading) asks(g Split) bool {
	first := d.Levels
	if len(first) == 0 || len(d.Others) > 0 && d.Others[0] < first[0] {
		first = d.Others
	}
	return g.Column == d.Column && slices.Equal(g.Levels, first)
}
