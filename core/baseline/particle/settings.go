// Settings of the particle filter, and where their values come from.

package particle

import (
	"errors"
	"fmt"
	"math"

	"dcctree/core/baseline/hard"
)

// Proposals of what a node does.
const (
	Prior   = "prior"   // as the prior: blind to the responses
	Optimal = "optimal" // one-step optimal: the prior times the likelihood of the tree with this node expanded
	// as the prior, but all gaps between neighbouring values of the node's rows are equally probable
	Empirical = "empirical"
)

// Expansions: what one stage of the filter expands.
const (
	NodeWise  = "node-wise"  // of every particle the node that waited longest
	LayerWise = "layer-wise" // of every particle all nodes of a depth
)

// Settings of a filter. Names and defaults follow the authors' program (bdtsmc.py and tree_utils.py by
// Lakshminarayanan), whose options stand in brackets.
type Settings struct {
	// C: of one filter, that is of one island, 1 to MaxParticles [n_particles/n_islands]
	Particles int    `json:"particles"`
	Proposal  string `json:"proposal"`  // Prior, Optimal or Empirical [proposal]
	Expansion string `json:"expansion"` // NodeWise or LayerWise [grow]
	// particles are drawn anew when their effective number is at most this share of them, 0 to 1; 0 is never, 1
	// whenever weights differ [ess_threshold]
	Resample float64 `json:"resample"`

	// a node at depth d is split with probability Alpha (1 + d)^-Beta, in (0, 1] (the prior of Chipman, George and
	// McCulloch 1998) [alpha_split]
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"` // at least 0 [beta_split]

	// Classes: a leaf's probabilities are Dirichlet, all parameters Concentration divided by the number of classes;
	// above 0 [alpha].
	Concentration float64 `json:"concentration"`

	// Regression is ours: the article classifies. The leaves are those of Chipman, George and McCulloch's
	// mean-variance-shift model, whose likelihood, as the filter needs it, is a product over leaves (the authors'
	// program has such leaves too): y ~ N(mu, sigma^2), sigma^2 ~ IG(Shape, Scale), mu ~ N(Mean, sigma^2/Count), of
	// each leaf (see hard.LeafPrior).
	Shape float64 `json:"shape"` // above 0
	Scale float64 `json:"scale"` // units of y squared, above 0
	Mean  float64 `json:"mean"`  // units of y
	Count float64 `json:"count"` // rows that the prior mean is worth, above 0
}

// MaxParticles bounds Particles.
const MaxParticles = 1_000_000

// DefaultSettings returns the defaults of the authors' program (resampling at a tenth of the particles, Alpha .95, Beta
// .5, Concentration 1), with 1,000 particles, as many as its example of use has in all islands. Proposal and Expansion,
// which the article leaves to the user and whose defaults there are the prior and node-wise, are those with which log
// Z-hat is highest: Z-hat is unbiased, so what is typically higher misses less. On the paper's splits (BCW, Iris, Wine,
// Raisin; 10 seeds of 5 filters, mean of the log of mean Z-hat)
//
//	prior, node-wise        -62.1   -26.4   -51.6   -231.6
//	empirical, node-wise    -62.2   -26.7   -52.5   -231.3
//	optimal, node-wise      -61.5   -26.5   -52.4   -233.2
//	optimal, layer-wise     -61.3   -26.5   -48.5   -230.1
//
// The DCC-Tree paper does not print the settings of its runs of this method. For regression, of which it has none, the
// defaults are those of its CGM runs (table hyperparams): Shape 3.5, Scale .5, Mean 1, Count .5.
func DefaultSettings() Settings {
	return Settings{Particles: 1000, Proposal: Optimal, Expansion: LayerWise, Resample: .1, Alpha: .95, Beta: .5,
		Concentration: 1, Shape: 3.5, Scale: .5, Mean: 1, Count: .5}
}

// Validate reports the first field out of range.
func (s Settings) Validate() error {
	switch {
	case s.Particles < 1 || s.Particles > MaxParticles:
		return fmt.Errorf("particles: must be 1 to %d", MaxParticles)
	case s.Proposal != Prior && s.Proposal != Optimal && s.Proposal != Empirical:
		return fmt.Errorf("proposal: must be %q, %q or %q", Prior, Optimal, Empirical)
	case s.Expansion != NodeWise && s.Expansion != LayerWise:
		return fmt.Errorf("expansion: must be %q or %q", NodeWise, LayerWise)
	case !(s.Resample >= 0 && s.Resample <= 1):
		return errors.New("resample: must be 0 to 1")
	case !(s.Alpha > 0 && s.Alpha <= 1):
		return errors.New("alpha: must be above 0 and at most 1")
	case !(s.Beta >= 0 && s.Beta <= math.MaxFloat64):
		return errors.New("beta: must be finite and not negative")
	}
	return s.leafPrior(2).Validate()
}

// leafPrior returns the prior of the leaves' parameters for data of some classes, 0 for regression.
func (s Settings) leafPrior(classes int) hard.LeafPrior {
	return hard.LeafPrior{Shape: s.Shape, Scale: s.Scale, Mean: s.Mean, Count: s.Count, PerLeaf: true,
		Concentration: s.Concentration / float64(max(1, classes))}
}
