// Package particle is the top-down particle filter for Bayesian decision trees of Lakshminarayanan, Roy and Teh (2013,
// "Top-down particle filtering for Bayesian decision trees", ICML, PMLR 28(3):280-288, arXiv 1303.0561). Every particle
// is a partial tree that starts as one node. At every stage particles expand a node, or a depth: it stops or is split,
// as a proposal draws. Their weights follow the likelihood, and particles are drawn anew where few weights outweigh the
// others.
//
// The prior is that of the article: a node at depth d is split with probability Alpha (1 + d)^-Beta, unless its rows
// are all equal; the feature is uniform over those in which its rows differ, the threshold uniform over the range of
// its rows' values. The threshold is continuous: only the gap between neighbouring values in which it lies matters to
// the likelihood, and the gap's prior is its share of the range. The filter decides on gaps; a threshold is drawn from
// its gap, uniformly, as a tree is drawn. (The authors' program puts it in the middle of a gap between neighbouring
// values of all training rows, with the same probability of each gap; so the two differ in what new rows meet, not in
// what they learn.)
//
// log Z-hat is the log of an unbiased estimate of the marginal likelihood of the data, whatever the number of
// particles, the proposal and the expansion. One Step is one filter, which the article calls an island; draws of
// several are mixed by LogWeight, that is by their evidence. (The authors' program gives islands equal weights unless
// told otherwise, by weight_islands; with ours more islands come nearer to the posterior even where each has few
// particles.) Z-hat is skewed: a split that pays only after the next one is seldom drawn or seldom kept, and then
// weighs the more. On the paper's Iris rows a first split between the two classes that touch has about half of the
// posterior, but 6e-7 of the one-step optimal proposal.
//
// Classification is as published, regression is ours (see Settings).
package particle

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"dcctree/core/baseline"
	"dcctree/core/baseline/hard"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
)

// maxRows bounds rows x particles, of which each takes 4 bytes.
const maxRows = 1 << 27

// filter runs particle filters on the same rows one after the other.
type filter struct {
	data     softtree.Data
	rows     *hard.Rows
	settings Settings
	leaf     leaves
	rules    rules

	root   node
	splits []float64 // by depth: prior probability of a split
	keys   []uint64  // of each row
	tables *tables   // Optimal

	particles  []particle
	logWeights []float64 // not normalized since particles were last drawn anew; after a filter normalized
	logZ       float64   // of the stages before that
	expanded   int       // nodes, by the last filter
	filters    int
	beat       func()

	order  []int32 // features; in ascending order between calls
	marks  marks   // empty between calls
	spare  []int32
	sums   []float64 // cumulated weights of particles
	copies []int32
}

var _ baseline.Beating = (*filter)(nil)

// Beat makes the filter call f whenever it has expanded a particle.
func (f *filter) Beat(beat func()) { f.beat = beat }

// New returns particle filters of data; rng is not used.
func New(data softtree.Data, settings Settings, rng *rand.Rand) (baseline.Sampler, error) {
	return newFilter(data, settings)
}

// Resume returns the filters of data where State left them. Draws has nothing until the next Step.
func Resume(data softtree.Data, settings Settings, state []float64) (baseline.Sampler, error) {
	f, err := newFilter(data, settings)
	if err != nil {
		return nil, err
	}
	if len(state) != 1 {
		return nil, fmt.Errorf("state: %d numbers instead of 1", len(state))
	}
	if v := state[0]; !(v >= 0 && v <= 1<<53) || v != float64(int(v)) {
		return nil, fmt.Errorf("state: number of filters is %v: must be whole and not negative", v)
	}
	f.filters = int(state[0])
	return f, nil
}

func newFilter(data softtree.Data, settings Settings) (*filter, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	rows, err := hard.NewRows(data)
	if err != nil {
		return nil, err
	}
	if settings.leafPrior(data.Classes).Validate() != nil {
		return nil, errors.New("concentration: too small for so many classes")
	}
	if data.N > maxRows/settings.Particles {
		return nil, fmt.Errorf("particles: %d with %d rows each are more than there is room for: at most %d",
			settings.Particles, data.N, maxRows/data.N)
	}
	f := &filter{data: data, rows: rows, settings: settings, leaf: newLeaves(data, settings), rules: rightRules,
		beat: func() {}, splits: splitProbabilities(settings, data.N), order: ascending(data.D),
		marks: newMarks(data.N), spare: make([]int32, data.N)}
	f.makeParticles(settings.Particles)
	f.makeRoot()
	f.tables = newTables(rows, &f.leaf)
	return f, nil
}

func (f *filter) makeParticles(c int) {
	f.particles, f.logWeights, f.sums, f.copies = make([]particle, c), make([]float64, c), make([]float64, c),
		make([]int32, c)
	all := make([]int32, c*f.data.N)
	for k := range f.particles {
		f.particles[k].rows = all[k*f.data.N : (k+1)*f.data.N]
	}
}

func (f *filter) makeRoot() {
	f.root = node{hi: int32(f.data.N), feature: hard.Leaf, logMarginal: f.leaf.logMarginal(ascending(f.data.N))}
	for row := range f.data.N {
		f.keys = append(f.keys, key(row))
		f.root.key += f.keys[row]
	}
}

func ascending(n int) []int32 {
	out := make([]int32, n)
	for k := range out {
		out[k] = int32(k)
	}
	return out
}

// key returns 64 bits that look random: the finalizer of SplitMix64 (Steele, Lea and Flood 2014). Sums of the keys of a
// million sets of rows have an equal pair with a probability of 3e-8.
func key(row int) uint64 {
	z := uint64(row+1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Step runs one filter. Densities is the number of nodes that it expanded.
func (f *filter) Step(rng *rand.Rand) baseline.Info {
	f.start()
	for f.stage(rng) {
		logMean, effective := f.weigh()
		if effective <= float64(f.settings.Resample*float64(len(f.particles))) {
			f.logZ += logMean
			f.resample(rng)
		}
	}
	f.finish()
	return baseline.Info{Move: "filter", Accepted: true, LogDensity: f.logZ,
		Leaves: f.particles[len(f.particles)-1].leaves(), Densities: f.expanded}
}

// start makes all particles the tree of one node: an exact start, since the node's marginal likelihood is the first
// factor.
func (f *filter) start() {
	for k := range f.particles {
		f.particles[k].start(f.root)
	}
	clear(f.logWeights)
	f.logZ, f.expanded = f.root.logMarginal, 0
}

// stage expands every particle once and tells whether any is left to be expanded.
func (f *filter) stage(rng *rand.Rand) bool {
	more := false
	for k := range f.particles {
		p := &f.particles[k]
		if p.grown() {
			continue
		}
		f.logWeights[k] += f.grow(p, rng)
		f.beat()
		more = more || !p.grown()
	}
	return more
}

// weigh cumulates the particles' weights; it returns the log of their mean and their effective number (sum w)^2 / sum
// w^2.
func (f *filter) weigh() (logMean, effective float64) {
	most := f.logWeights[0]
	for _, v := range f.logWeights {
		most = max(most, v)
	}
	var sum, squares float64
	for k, v := range f.logWeights {
		w := numeric.Exp(v - most)
		sum += w
		squares += float64(w * w)
		f.sums[k] = sum
	}
	return most + numeric.Log(sum/float64(len(f.sums))), sum / squares * sum
}

// resample draws as many particles as there are, with probabilities as their weights, independently (multinomial
// resampling, the default of the authors' program). Particles that are drawn stay where they are, their further copies
// take the places of others.
func (f *filter) resample(rng *rand.Rand) {
	clear(f.copies)
	whole := f.sums[len(f.sums)-1]
	for range f.particles {
		f.copies[above(f.sums, float64(rng.Float64()*whole))]++
	}
	free := 0
	for k := range f.particles {
		for ; f.copies[k] > 1; f.copies[k]-- {
			for f.copies[free] != 0 {
				free++
			}
			f.particles[free].copyFrom(&f.particles[k])
			f.copies[free] = 1
		}
	}
	f.rules.reset(f.logWeights)
}

// above returns the index of the first number above v of ascending ones, or the last.
func above(sums []float64, v float64) int {
	lo, hi := 0, len(sums)-1
	for lo < hi {
		if middle := int(uint(lo+hi) >> 1); sums[middle] > v {
			hi = middle
		} else {
			lo = middle + 1
		}
	}
	return lo
}

// finish adds the last stages to log Z-hat and normalizes the weights.
func (f *filter) finish() {
	logMean, _ := f.weigh()
	f.logZ += logMean
	all := logMean + numeric.Log(float64(len(f.particles)))
	for k := range f.logWeights {
		f.logWeights[k] -= all
	}
	f.filters++
}

// State is the number of filters: they are independent of each other.
func (f *filter) State() []float64 { return []float64{float64(f.filters)} }
