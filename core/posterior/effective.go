// Effective trees: what a person sees of the posterior over topologies.

package posterior

import (
	"math"
	"sort"

	"dcctree/core/topology"
)

// EffectiveTree is what is left of some draws' trees without the splits that divide no training row (see sift):
// topologies that differ only by such splits are one tree to a person.
type EffectiveTree struct {
	Topology topology.Topology
	Weight   float64 // posterior probability among the topologies with draws
	Error    float64 // Monte Carlo standard error of Weight, at most 1, see mixedMoment
	Parts    []EffectivePart
}

// EffectivePart is what one topology gives to an effective tree.
type EffectivePart struct {
	Topology topology.Topology
	Weight   float64 // of the tree's
	Share    float64 // of the topology's draws: those that read as the tree
}

// EffectiveTrees returns the effective trees of all measured topologies by falling weight, each with its parts by
// falling weight; the weights add up to 1. How the draws of a topology read is kept until they change. ErrNothingYet
// before anything was measured.
func (p *Posterior) EffectiveTrees() ([]EffectiveTree, error) {
	if !p.Ready() {
		return nil, ErrNothingYet
	}
	all := p.ingredients()
	at := map[topology.Topology]int{}
	var out []EffectiveTree
	for _, in := range all {
		for _, s := range p.sift(in.member).shapes {
			i, seen := at[s.topology]
			if !seen {
				i = len(out)
				at[s.topology], out = i, append(out, EffectiveTree{Topology: s.topology})
			}
			weight := float64(in.weight * s.share)
			out[i].Weight += weight
			out[i].Parts = append(out[i].Parts, EffectivePart{in.topology, weight, s.share})
		}
	}
	setErrors(out, all)
	for _, tree := range out {
		sort.SliceStable(tree.Parts, func(a, b int) bool { return tree.Parts[a].Weight > tree.Parts[b].Weight })
	}
	sort.SliceStable(out, func(a, b int) bool {
		if out[a].Weight != out[b].Weight {
			return out[a].Weight > out[b].Weight
		}
		return topology.Less(out[a].Topology, out[b].Topology)
	})
	return out, nil
}

// setErrors sets the errors of the weights. Of the topologies that give nothing to a tree only the sum of w_m^2 s_m^2
// counts.
func setErrors(trees []EffectiveTree, all []ingredient) {
	of := map[topology.Topology]*ingredient{}
	var spread float64
	for i := range all {
		of[all[i].topology] = &all[i]
		spread += all[i].squared(1, 0)
	}
	for i := range trees {
		t := &trees[i]
		squares, others := 0.0, spread
		for _, part := range t.Parts {
			in := of[part.Topology]
			squares += in.squared(part.Share-t.Weight, float64(part.Share*(1-part.Share)))
			others -= in.squared(1, 0)
		}
		t.Error = min(1, math.Sqrt(squares+float64(t.Weight*t.Weight*max(0, others))))
	}
}
