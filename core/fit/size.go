// How large trees are before the data.

package fit

import (
	"slices"

	"dcctree/core/dataset"
)

// Sizes of trees before the data, a closed set: a node at depth d splits with probability .95 / (1 + d)^b, with b of
// 2, 1 and 1/2. Half of the trees have at most 2, 3 and 8 leaves then, and one in a hundred more than 5, 11 and 35.
const (
	SmallTrees = "small"
	UsualTrees = "usual" // as Options.Settings say; "" is the same
	LargeTrees = "large"
)

const (
	smallBeta = 2.0 // Chipman, George and McCulloch's of 2010, for trees that are summed
	largeBeta = .5
)

// Sizes are their names.
func Sizes() []string { return []string{SmallTrees, UsualTrees, LargeTrees} }

// chooseSize takes the choice of the size over, or says which there are.
func (p *Problem) chooseSize(t *dataset.Table) error {
	o := &p.options
	switch {
	case o.Size != "" && !slices.Contains(Sizes(), o.Size):
		return p.fault(t, "fit.size", dataset.Show(o.Size))
	case o.Size == SmallTrees:
		o.Settings.Prior.Beta = smallBeta
	case o.Size == LargeTrees:
		o.Settings.Prior.Beta = largeBeta
	default:
		o.Size = ""
	}
	return nil
}
