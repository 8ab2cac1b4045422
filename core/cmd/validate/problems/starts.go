// Where chains start: at the generating tree, and at draws of runs.

package problems

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dcctree/core/dcc/search"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// subject is a topology on a table, with parameters that chains start from as far as they are of the topology's splits.
type subject struct {
	name     string
	topology topology.Topology
	data     softtree.Data
	priors   softtree.Priors
	h        float64
	sigma    float64 // about which log sigma is centered
	starts   []start
}

// start has parameters by the heap ids of the splits.
type start struct {
	splits map[int]split
	sigma  float64 // 0 for a classification
	// soft is the share by which a chain that begins there is moved to the middle: off the rims, and a hard truth
	// off its corner.
	soft float64
}

type split struct {
	tau   float64
	delta []float64
}

// How far chains begin from a hard truth, and from a draw.
const softTruth, softDraw = .03, .001

// startOf takes the parameters of a topology.
func startOf(t topology.Topology, params softtree.Params, soft float64) start {
	out := start{map[int]split{}, params.Sigma, soft}
	for j, id := range t.InternalIDs() {
		out.splits[id] = split{params.Tau[j], params.Delta[j]}
	}
	return out
}

// startsOf takes n draws or fewer that a run kept of a topology, spread by their weights.
func startsOf(f *search.Fast, data softtree.Data, t topology.Topology, n int) (out []start) {
	d, ok := f.Draws(t)
	if !ok {
		return nil
	}
	layout, sum := data.Layout(t), 0.0
	for i, share := range d.Shares {
		before := sum
		sum += share
		// the middles of n equal parts of the weights
		if math.Floor(before*float64(n)+.5) == math.Floor(sum*float64(n)+.5) {
			continue
		}
		params := layout.NewParams()
		layout.Constrain(&params, d.Point(i))
		out = append(out, startOf(t, params, softDraw))
	}
	return out
}

// How many draws of a run chains start from: of many runs, and of one, where a mode of a tenth of the posterior then
// has one or two of them.
const fewDraws, manyDraws = 4, 16

// sigmaOf is that of the last start, for log sigma to be centered about; 1 where there is none.
func sigmaOf(starts []start) float64 {
	if n := len(starts); n > 0 && starts[n-1].sigma > 0 {
		return starts[n-1].sigma
	}
	return 1
}

func (p Problem) subject(t topology.Topology, more ...start) subject {
	starts := append([]start{startOf(p.Topology, p.Truth, softTruth)}, more...)
	return subject{fmt.Sprintf("random %d", p.Number), t, p.Data, p.Priors, p.H, sigmaOf(starts[:1]), starts}
}

// places are where chains start: at the parameters of the starts, each at least twice where there is one alone, with
// random ones from the prior for the splits that it has not.
func (s subject) places(d *density, rng *rand.Rand) (out [][]float64) {
	const least = 2
	for k := range max(least, len(s.starts)) {
		from := start{}
		if len(s.starts) > 0 {
			from = s.starts[k%len(s.starts)]
		}
		z := make([]float64, d.Dim())
		prior{d}.Sample(z, rng)
		if s.data.Regression() {
			z[len(z)-1] = 0
		}
		for j, id := range s.topology.InternalIDs() {
			known, ok := from.splits[id]
			if !ok {
				continue
			}
			soft, delta := from.soft, make([]float64, s.data.D)
			for f, e := range known.delta {
				delta[f] = (1-soft)*e + soft/float64(s.data.D)
			}
			free(z[j*s.data.D:(j+1)*s.data.D], delta, (1-soft)*known.tau+.5*soft)
		}
		out = append(out, z)
	}
	return out
}
