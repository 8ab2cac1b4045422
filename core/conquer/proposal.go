// The proposal made of hard trees: per tree a Student-t distribution in the coordinates of its regions.

package conquer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/bijector"
	"dcctree/core/evidence"
	"dcctree/core/hardtree"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// lobe is the distribution about one hard tree.
type lobe struct {
	regions []*region // per split
	sigma   float64   // log sigma is this + sigmaSD z
	sigmaSD float64
	weight  float64
	draws   float64   // made so far, expected
	mean    []float64 // of z
	root    []float64 // lower Cholesky factor of the scale matrix, d x d row-major
	logNorm float64
}

// proposal is a mixture of lobes and, with a small share, the prior. It implements evidence.Prior.
type proposal struct {
	layout softtree.Layout
	target softtree.Target
	lobes  []*lobe
	share  float64 // of the prior

	// Scratch of one goroutine.
	delta, z, white []float64
	spots           map[spot]found
	terms           []float64   // per lobe, then the prior: log share + log density of the last point
	coordinates     [][]float64 // per lobe: z of the last point
}

// spot is a region as the j-th split; lobes that share it share its coordinates.
type spot struct {
	split  int
	region *region
}

type found struct {
	z        []float64
	logSlope float64
}

const (
	lobeDF    = 8
	wideLobe  = 2  // factor of the scale
	wideShare = .1 // of the draws of every lobe
	lowWeight = 4  // nats that a start may be below the best before all count the same
)

// newProposal makes a lobe of every hard tree.
func (w *work) newProposal(t topology.Topology, solutions []hardtree.Solution) *proposal {
	d := w.Dim()
	p := &proposal{layout: w.layout, target: w.target, share: w.problem.set.Sampling.PriorShare,
		delta: make([]float64, w.layout.D), z: make([]float64, d), white: make([]float64, d), spots: map[spot]found{}}
	known := map[string]*region{}
	var all []hardtree.Solution
	for _, s := range solutions {
		all = append(append(all, s), mirrors(t, s)...)
	}
	top := math.Inf(-1)
	for _, s := range all {
		top = math.Max(top, divided(s))
	}
	for _, s := range all {
		regions, weight := w.regions(t, s, known), numeric.Exp(math.Max(divided(s)-top, -lowWeight))
		p.add(w.newLobe(regions, s, weight))
		for _, other := range w.relaxed(t, s, regions, known) {
			p.add(w.newLobe(other, s, weight))
		}
	}
	p.settle()
	return p
}

// divided is the score without the prior mass of the vacuous splits, which their region gives back.
func divided(s hardtree.Solution) float64 {
	v := s.Score
	for j, vacuous := range s.Vacuous {
		if vacuous && s.Gap[j] < 1 {
			v -= math.Log(s.Gap[j])
		}
	}
	return v
}

// add takes a lobe unless there is one with the same regions.
func (p *proposal) add(l *lobe) {
	for _, other := range p.lobes {
		if slices.Equal(l.regions, other.regions) {
			return
		}
	}
	p.lobes = append(p.lobes, l)
}

func (w *work) newLobe(regions []*region, s hardtree.Solution, weight float64) *lobe {
	d := w.Dim()
	l := &lobe{regions: regions, weight: weight, mean: make([]float64, d), root: make([]float64, d*d)}
	if w.layout.Regression {
		l.sigma, l.sigmaSD = math.Log(s.Sigma), 1/math.Sqrt(2*w.rows())
	}
	for i := range d {
		l.root[i*d+i] = 1
	}
	return l
}

// relaxed returns the regions with one vacuous split above two leaves turned to the other side, or
// free of any row, and with all such splits free: where a split is superfluous, all ways to split rows
// of one kind together weigh as much as to leave them together.
func (w *work) relaxed(t topology.Topology, s hardtree.Solution, regions []*region, known map[string]*region) (out [][]*region) {
	free := known["free"]
	if free == nil {
		free = newRegion(w.layout.D, 0, w.problem.h, nil, nil)
		known["free"] = free
	}
	all := slices.Clone(regions)
	for j := range regions {
		if !s.Vacuous[j] {
			continue
		}
		all[j] = free
		one := slices.Clone(regions)
		one[j] = free
		out = append(out, one)
		if slices.Contains(t.Prunable(), j) {
			turned := slices.Clone(regions)
			turned[j] = turn(regions[j], known)
			out = append(out, turned)
		}
	}
	return append(out, all)
}

// turn returns the vacuous region with all rows on the other side.
func turn(r *region, known map[string]*region) *region {
	key := fmt.Sprintf("turned %p", r)
	if known[key] == nil {
		if len(r.left) > 0 {
			known[key] = newRegion(r.d, r.feature, r.h, nil, r.rows)
		} else {
			known[key] = newRegion(r.d, r.feature, r.h, r.rows, nil)
		}
	}
	return known[key]
}

// rows returns the number of rows, merged ones counted with their weight.
func (w *work) rows() float64 {
	n := float64(w.problem.data.N)
	if w.problem.data.Weight != nil {
		n = 0
		for _, v := range w.problem.data.Weight {
			n += v
		}
	}
	return n
}

// regions sends the rows down the hard tree and returns the region of every split; equal ones are
// taken from known.
func (w *work) regions(t topology.Topology, s hardtree.Solution, known map[string]*region) []*region {
	nodes, data := t.Nodes(), w.problem.data
	at := make([]int, data.N)
	out := make([]*region, t.Splits())
	for k, node := range nodes {
		if node.Leaf {
			continue
		}
		j := node.Index
		f, v := s.Feature[j], s.Threshold[j]
		if s.Vacuous[j] && v >= 1-hardtree.VacuousGap/2 {
			v = math.Inf(1)
		}
		if s.Vacuous[j] && v <= hardtree.VacuousGap/2 {
			v = math.Inf(-1)
		}
		var left, right [][]float64
		key := []byte(fmt.Sprint(f, ":"))
		for i := range at {
			if at[i] != k {
				continue
			}
			row := make([]float64, data.D)
			for c := range row {
				row[c] = data.X[c*data.N+i]
			}
			if row[f] <= v {
				at[i], left = node.Left, append(left, row)
				key = fmt.Append(key, i, "l")
			} else {
				at[i], right = node.Right, append(right, row)
				key = fmt.Append(key, i, "r")
			}
		}
		if known[string(key)] == nil {
			known[string(key)] = newRegion(data.D, f, w.problem.h, left, right)
		}
		out[j] = known[string(key)]
	}
	return out
}

// settle normalizes the weights and prepares densities.
func (p *proposal) settle() {
	var sum float64
	for _, l := range p.lobes {
		sum += l.weight
	}
	p.coordinates = nil
	d := len(p.z)
	for _, l := range p.lobes {
		l.weight /= sum
		l.logNorm = math.Log(l.weight*(1-p.share)) + numeric.Lgamma(.5*float64(lobeDF+d)) - numeric.Lgamma(.5*lobeDF) - .5*float64(d)*math.Log(lobeDF*math.Pi)
		for i := range d {
			l.logNorm -= math.Log(l.root[i*d+i])
		}
		if l.sigmaSD > 0 {
			l.logNorm -= math.Log(l.sigmaSD)
		}
		p.coordinates = append(p.coordinates, make([]float64, d))
	}
	p.terms = make([]float64, len(p.lobes)+1)
}

// Sample writes a draw to dst.
func (p *proposal) Sample(dst []float64, rng *rand.Rand) {
	u := rng.Float64() - p.share
	if u < 0 {
		p.target.SamplePrior(dst, rng)
		return
	}
	u /= 1 - p.share
	k := 0
	for u -= p.lobes[0].weight; u >= 0 && k < len(p.lobes)-1; u -= p.lobes[k].weight {
		k++
	}
	l, d := p.lobes[k], len(p.z)
	for i := range p.z {
		p.z[i] = rng.NormFloat64()
	}
	numeric.MulLower(p.z, l.root, p.z, d)
	var square float64
	for range lobeDF {
		v := rng.NormFloat64()
		square += float64(v * v)
	}
	factor := math.Sqrt(lobeDF / square)
	if rng.Float64() < wideShare {
		factor *= wideLobe
	}
	for i, v := range p.z {
		p.z[i] = l.mean[i] + float64(factor*v)
	}
	for j, r := range l.regions {
		at := p.layout.Tau(j)
		r.place(dst[at:at+r.d], p.z[at:at+r.d], p.delta)
	}
	if p.layout.Regression {
		at := p.layout.LogSigma()
		dst[at] = l.sigma + float64(l.sigmaSD*p.z[at])
	}
}

// LogDensity returns the normalized log density at x and leaves terms and coordinates.
func (p *proposal) LogDensity(x []float64) float64 {
	p.locate(x)
	d := len(p.z)
	for k, l := range p.lobes {
		z, v := p.coordinates[k], l.logNorm
		for j, r := range l.regions {
			f := p.spots[spot{j, r}]
			copy(z[p.layout.Tau(j):], f.z)
			v += f.logSlope
		}
		if p.layout.Regression {
			at := p.layout.LogSigma()
			z[at] = (x[at] - l.sigma) / l.sigmaSD
		}
		for i := range z {
			p.white[i] = z[i] - l.mean[i]
		}
		numeric.SolveLower(p.white, l.root, p.white, d)
		p.terms[k] = v + logHeavy(numeric.Dot(p.white, p.white), d)
	}
	p.terms[len(p.lobes)] = math.Log(p.share) + p.target.LogPrior(x)
	return numeric.LogSumExp(p.terms)
}

// logHeavy is the log of the t density, less its normalizer, at a squared distance, in two scales.
func logHeavy(distance float64, d int) float64 {
	power := -.5 * float64(lobeDF+d)
	narrow := math.Log(1-wideShare) + float64(power*numeric.Log1p(distance/lobeDF))
	wide := math.Log(wideShare) - float64(float64(d)*math.Log(wideLobe)) + float64(power*numeric.Log1p(distance/(lobeDF*wideLobe*wideLobe)))
	return numeric.LogAddExp(narrow, wide)
}

// locate finds the coordinates of x in all regions.
func (p *proposal) locate(x []float64) {
	for j := range p.layout.Splits {
		at := p.layout.Tau(j)
		block := x[at : at+p.layout.D]
		jacobian := bijector.Simplex(p.delta, block[1:])
		done := map[*region]bool{}
		for _, l := range p.lobes {
			r := l.regions[j]
			if done[r] {
				continue
			}
			done[r] = true
			f := p.spots[spot{j, r}]
			if f.z == nil {
				f.z = make([]float64, r.d)
			}
			f.logSlope = r.find(f.z, block, p.delta, jacobian)
			p.spots[spot{j, r}] = f
		}
	}
}

var _ evidence.Prior = (*proposal)(nil)
