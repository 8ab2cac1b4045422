// Settings of a chain, those of the published runs, and their validation.

package rjhmc

import (
	"errors"
	"fmt"
	"math"

	"dcctree/core/hmc"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Method says what the splits look at.
type Method string

const (
	// DFI (HMC-DFI): a simplex of weights over the inputs per split; all parameters move by NUTS.
	DFI Method = "dfi"
	// DF (HMC-DF): one input per split, which moves by random-walk Metropolis within Gibbs; the other parameters by
	// NUTS.
	DF Method = "df"
)

// Variant says how an iteration is made, see the package.
type Variant string

const (
	Published Variant = "published" // as in the article: adaptive, annealed, with a biased warm-up
	Exact     Variant = "exact"     // frozen tuning: leaves the posterior at BandwidthFinal as it is
)

// Settings of a chain. The zero value is not valid: start from DefaultSettings or PublishedSettings. "Program" is that
// of the article's authors (github.com/jodie-c/RJHMC-Tree, commit 98160dd).
type Settings struct {
	Method  Method  `json:"method"`
	Variant Variant `json:"variant"`
	// BandwidthInitial and BandwidthFinal are h_init and h_final of the soft splits, in units of the scaled inputs,
	// positive. The published variant anneals from one to the other in every run of NUTS (hmc.Linear), the exact
	// one while it learns a topology's tuning. The posterior is that at BandwidthFinal.
	BandwidthInitial float64 `json:"bandwidthInitial"`
	BandwidthFinal   float64 `json:"bandwidthFinal"`
	// SplitPrior is the prior over topologies (Chipman, George and McCulloch 1998).
	SplitPrior topology.Prior `json:"splitPrior"`
	// Priors are those of the parameters of one topology; article and program have softtree.PaperPriors.
	Priors softtree.Priors `json:"priors"`
	// WarmupMoves and Moves are the probabilities of grow, prune and stay in the warm-up and after it: program .5,
	// .25, .25 and .2, .2, .6. Where a tree cannot grow or cannot be pruned, the other of the two has the
	// probability of both.
	WarmupMoves topology.MoveProbabilities `json:"warmupMoves"`
	Moves       topology.MoveProbabilities `json:"moves"`
	// Warmup is the number of first iterations whose draws are not kept, at least 0 (N_warmup).
	Warmup int `json:"warmup"`
	// InnerWarmup is the number of warm-up transitions in every run of NUTS (program 500), at least 1; in the exact
	// variant of the one run that tunes a topology.
	InnerWarmup int `json:"innerWarmup"`
	// Transitions (exact variant) is the number of NUTS transitions before a jump and again behind it, 1 to 1000.
	Transitions int `json:"transitions"`
	// Bridges (exact variant) is the number of steps of a jump's path from one posterior to the other, 1 to 10,000;
	// with 1 it is a plain jump, with more there is a transition of NUTS after every step but the last, at two
	// gradients each.
	Bridges int `json:"bridges"`
	// MaxDoublings bounds a trajectory of NUTS to 2^MaxDoublings - 1 leapfrog steps; 1 to 20, numpyro and program
	// 10.
	MaxDoublings int `json:"maxDoublings"`
	// MinSplits and MaxSplits bound the trees, 0 to MaxSplits to 200; the prior is then that of such trees alone.
	// The program starts with one split, which it never prunes; 200 is out of reach of any run.
	MinSplits int `json:"minSplits"`
	MaxSplits int `json:"maxSplits"`
}

// mostSplits is the highest bound of the splits of a tree.
const mostSplits = 200

// DefaultSettings returns the program's defaults of the published variant.
func DefaultSettings() Settings {
	return Settings{
		Method:           DFI,
		Variant:          Published,
		BandwidthInitial: .1,
		BandwidthFinal:   .005,
		SplitPrior:       topology.Prior{Alpha: .95, Beta: 1},
		Priors:           softtree.PaperPriors(),
		WarmupMoves:      topology.MoveProbabilities{Grow: .5, Prune: .25, Stay: .25},
		Moves:            topology.MoveProbabilities{Grow: .2, Prune: .2, Stay: .6},
		Warmup:           50,
		InnerWarmup:      500,
		Transitions:      1,
		Bridges:          1,
		MaxDoublings:     10,
		MinSplits:        1,
		MaxSplits:        mostSplits,
	}
}

// published is one published run: h_init, h_final, alpha, beta, N and N_warmup.
type published struct {
	initial, final, alpha, beta float64
	draws, warmup               int
}

// runs are the published settings. Iris and CGM have N and N_warmup of the authors' script, raisin of the program's
// README (HMC-DF). No source states them for the others, nor bandwidths of HMC-DF for WU: we take 800 and 200, as most
// have, and for WU what the DCC-Tree paper gives for "RJHMC" (table hyperparams).
var runs = map[Method]map[string]published{
	DFI: {
		"iris":   {.01, .01, .7, 1, 800, 200},
		"cgm":    {.01, .001, .45, 2.5, 500, 500},
		"bcw":    {.1, .025, .95, 2, 800, 200},
		"wine":   {.025, .025, .7, 1.5, 800, 200},
		"raisin": {.05, .001, .7, 2.5, 800, 200},
		"wu":     {.025, .025, .45, 2.5, 800, 200},
	},
	DF: {
		"iris":   {.01, .01, .45, 1, 800, 200},
		"cgm":    {.001, .001, .45, 2.5, 500, 500},
		"bcw":    {.025, .025, .45, 2.5, 800, 200},
		"wine":   {.025, .025, .45, 2, 800, 200},
		"raisin": {.005, .001, .45, 2, 800, 200},
		"wu":     {.025, .025, .45, 2.5, 800, 200},
	},
}

// PublishedSettings returns the settings of the article's run of a method on a data set, "wu", "cgm", "iris", "bcw",
// "wine" or "raisin", and the number of iterations behind the warm-up (N); false for a set that there is not.
func PublishedSettings(method Method, set string) (s Settings, draws int, ok bool) {
	r, ok := runs[method][set]
	if !ok {
		return Settings{}, 0, false
	}
	s = DefaultSettings()
	s.Method, s.Warmup = method, r.warmup
	s.BandwidthInitial, s.BandwidthFinal = r.initial, r.final
	s.SplitPrior = topology.Prior{Alpha: r.alpha, Beta: r.beta}
	return s, r.draws, true
}

// Validate reports the first field out of its range.
func (s Settings) Validate() error {
	switch {
	case s.Method != DFI && s.Method != DF:
		return fmt.Errorf("method: must be %q or %q", DFI, DF)
	case s.Variant != Published && s.Variant != Exact:
		return fmt.Errorf("variant: must be %q or %q", Published, Exact)
	case !positive(s.BandwidthInitial):
		return errors.New("bandwidthInitial: must be positive")
	case !positive(s.BandwidthFinal):
		return errors.New("bandwidthFinal: must be positive")
	case s.Warmup < 0:
		return errors.New("warmup: must be at least 0")
	case s.InnerWarmup < 1 || s.InnerWarmup > 1_000_000:
		return errors.New("innerWarmup: must be 1 to 1,000,000")
	case s.Transitions < 1 || s.Transitions > 1000:
		return errors.New("transitions: must be 1 to 1000")
	case s.Bridges < 1 || s.Bridges > 10_000:
		return errors.New("bridges: must be 1 to 10,000")
	case s.MaxDoublings < 1 || s.MaxDoublings > 20:
		return errors.New("maxDoublings: must be 1 to 20")
	case s.MinSplits < 0 || s.MinSplits > s.MaxSplits || s.MaxSplits > mostSplits:
		return fmt.Errorf("minSplits and maxSplits: must be 0 <= minSplits <= maxSplits <= %d", mostSplits)
	}
	return errors.Join(s.SplitPrior.Validate(), s.Priors.Validate(), s.WarmupMoves.Validate(), s.Moves.Validate())
}

func positive(v float64) bool { return v > 0 && v <= math.MaxFloat64 }

// inner returns the settings of a run of NUTS with its warm-up: Stan's windows, as numpyro has them, and the authors'
// annealing.
func (s Settings) inner() hmc.Settings {
	n := hmc.DefaultSettings()
	n.Warmup, n.MaxDoublings = s.InnerWarmup, s.MaxDoublings
	n.Bandwidth = hmc.Schedule{Kind: hmc.Linear, Initial: s.BandwidthInitial, Final: s.BandwidthFinal}
	return n
}

// frozen returns the settings of transitions without adaptation.
func (s Settings) frozen() hmc.Settings {
	n := hmc.DefaultSettings()
	n.Warmup, n.MaxDoublings = 0, s.MaxDoublings
	return n
}
