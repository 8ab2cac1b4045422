// Draws of trees.

package baseline

import "dcctree/core/tree"

// Draw is one tree, its inputs and responses scaled. It is read-only.
type Draw struct {
	Tree       tree.Tree
	LogWeight  float64 // of a particle; 0 for a state of a chain
	LogDensity float64 // as Info's
}
