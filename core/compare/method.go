// The methods that can be compared, and the settings of each.

// Package compare runs the samplers of the paper's tables beside each other on one problem: the same rows, priors and seed, each as far as a
// budget goes. Its jobs are dcc's, so that whoever runs those, goroutines or Web Workers, runs these too.
package compare

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"dcctree/core/baseline"
	"dcctree/core/dcc"
	"dcctree/core/softtree"
)

// Method is a column of the paper's tables, or CART.
type Method string

// The methods, in the order in which they are shown.
const (
	DCCTree Method = "dcc-tree" // the fast mode of core/dcc
	DFI     Method = "hmc-dfi"  // core/baseline/rjhmc
	DF      Method = "hmc-df"   // core/baseline/rjhmc
	CGM     Method = "cgm"      // core/baseline/cgm
	WU      Method = "wu"       // core/baseline/wu
	SMC     Method = "smc"      // core/baseline/smc
	CART    Method = "cart"     // core/baseline/cart, no sampler
)

// Methods returns all methods.
func Methods() []Method { return []Method{DCCTree, DFI, DF, CGM, WU, SMC, CART} }

// Offered returns nil, or why the method cannot be used on the data.
func (m Method) Offered(data softtree.Data) error {
	if _, known := engines[m]; !known && m != DCCTree {
		return fmt.Errorf("there is no method %q", m)
	}
	if m == WU && data.Classes > 2 {
		return errors.New("WU is for numbers and for two classes, as in the paper")
	}
	return nil
}

// Settings are those of all methods.
type Settings struct {
	Fast dcc.FastSettings
}

// DefaultSettings returns settings with the priors of the problem where methods have them in common.
func DefaultSettings(*dcc.Problem) Settings { return Settings{Fast: dcc.DefaultFastSettings()} }

// engine makes the samplers of one method; of the settings it takes its own.
type engine struct {
	chains int // that are run
	count  int // iterations of a job
	every  int // every how many-th iteration is kept
	start  func(softtree.Data, Settings, *rand.Rand) (baseline.Sampler, error)
	resume func(softtree.Data, Settings, []float64) (baseline.Sampler, error)
}

// engines is read only.
var engines = map[Method]engine{
	CART: {chains: 1, count: 1, every: 1, start: startCART, resume: resumeCART},
}
