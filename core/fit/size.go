// How large trees are before the data.

package fit

import (
	"slices"

	"dcctree/core/dataset"
)

// Sizes of trees before the data, a closed set: a node at depth d splits with probability .95 / (1 + d)^b, with b of
// 1, 1/2 and .4. Half of the trees have at most 3, 8 and 12 leaves then, and one in a hundred more than 11, 35 and 64.
const (
	SmallTrees = "small"
	UsualTrees = "usual" // as Options.Settings say; "" is the same
	LargeTrees = "large"
)

const (
	smallBeta = 1 // Chipman, George and McCulloch's of 1998
	largeBeta = .4
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
