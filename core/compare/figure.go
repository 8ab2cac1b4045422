// What the methods believe, as figures.

package compare

import (
	"fmt"

	"dcctree/core/chart"
	"dcctree/core/posterior"
)

// Tree returns the figure of a method's most probable tree and its posterior probability: of DCC-Tree that of the
// topology, of the others that of the topology with the main feature of each split. ok is false while there is none. It
// panics for a method that is not in the contest.
func (c *Contest) Tree(m Method) (fig chart.TreeFigure, share float64, ok bool) {
	e := c.find(m)
	if e.run == nil {
		return e.drawn.Tree()
	}
	for _, s := range e.posterior.Topologies() {
		if fig, ok = e.posterior.Tree(s.Topology); ok {
			return fig, s.Weight, true
		}
	}
	return fig, 0, false
}

// Explain returns what a method predicts for a row in original units, without a dissenting topology.
func (c *Contest) Explain(m Method, row []float64) (e posterior.Explanation, err error) {
	if of := c.find(m); of.run == nil {
		e, err = of.drawn.Explain(row)
	} else {
		e, err = of.posterior.Explain(row)
	}
	e.Dissent = -1
	return e, err
}

func (c *Contest) find(m Method) *entry {
	for _, e := range c.entries {
		if e.method == m {
			return e
		}
	}
	panic(fmt.Sprintf("compare: %s is not in this contest", m))
}
