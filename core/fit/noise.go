// The noise of a number to predict: one for all leaves, or one for each.

package fit

import (
	"slices"

	"dcctree/core/dataset"
)

// Noises that leaves may have, a closed set.
const (
	CommonNoise = "common" // one for all leaves; "" is the same
	LeafNoise   = "leaf"   // each leaf has its own, and all splits are sharp
)

// Noises are their names.
func Noises() []string { return []string{CommonNoise, LeafNoise} }

// chooseNoise takes the choice of the noise over, or says why it cannot be had. It makes splits sharp where each leaf
// has a noise: means of leaves that rows have shares of cannot be summed out then.
func (p *Problem) chooseNoise(t *dataset.Table) error {
	o := &p.options
	switch {
	case o.Noise != "" && !slices.Contains(Noises(), o.Noise):
		return p.fault(t, "fit.noise", dataset.Show(o.Noise))
	case o.Noise != LeafNoise:
		return nil
	case p.task == dataset.Classification:
		return p.fault(t, "fit.noise.classes", dataset.Show(o.Target))
	}
	p.y.LeafNoise, o.Sharp = true, true
	p.note("fit.noise.chosen")
	return nil
}

// noiseName is the noise of an answer; "" for classes.
func (p *Problem) noiseName() string {
	switch {
	case p.task == dataset.Classification:
		return ""
	case p.y.LeafNoise:
		return LeafNoise
	}
	return CommonNoise
}
