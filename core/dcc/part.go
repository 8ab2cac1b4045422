// The settings that the fast mode uses.

package dcc

import (
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// FastPart are the settings that both modes use; all others are of the paper's mode alone. The names
// are those of Settings.
type FastPart struct {
	SplitPrior     topology.Prior  `json:"splitPrior"`
	Priors         softtree.Priors `json:"priors"`
	BandwidthFinal float64         `json:"bandwidthFinal"`
	KeptDraws      int             `json:"keptDraws"`
}

// FastPart returns the part of s that the fast mode uses.
func (s Settings) FastPart() FastPart {
	return FastPart{s.SplitPrior, s.Priors, s.BandwidthFinal, s.KeptDraws}
}

// WithFastPart returns s with the part replaced.
func (s Settings) WithFastPart(p FastPart) Settings {
	s.SplitPrior, s.Priors, s.BandwidthFinal, s.KeptDraws = p.SplitPrior, p.Priors, p.BandwidthFinal, p.KeptDraws
	return s
}
