// The whole run against brute force: all topologies up to four leaves.

package wholerun

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/cmd/validate/quadrature"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// bruteCase is a data set small enough for quadrature.
type bruteCase struct {
	name   string
	data   softtree.Data
	priors softtree.Priors
	h      float64
	most   int              // splits of a topology, on both sides of the comparison
	nodes  quadrature.Nodes // a coarser one of three quarters of the points judges it
}

// enumerated returns all topologies with at most so many splits.
func enumerated(splits int) []topology.Topology {
	level := map[topology.Topology]bool{topology.Root(): true}
	out := []topology.Topology{topology.Root()}
	for range splits {
		next := map[topology.Topology]bool{}
		for t := range level {
			for _, leaf := range t.Growable() {
				next[t.Grow(leaf)] = true
			}
		}
		out = slices.AppendSeq(out, maps.Keys(next))
		level = next
	}
	topology.Sort(out)
	return out
}

// truth are the exact figures of a case, by topology as enumerated returns them.
type truth struct {
	topologies       []topology.Topology
	logZ             []float64
	prior, posterior []float64
	coarse           float64 // largest difference to the coarser rule, nats
}

func (c bruteCase) truth() truth {
	out := truth{topologies: enumerated(c.most)}
	set := dcc.DefaultSettings().SplitPrior
	logs := []float64{}
	coarse := make([]float64, len(out.topologies))
	out.logZ = make([]float64, len(out.topologies))
	parallel.Each(len(out.topologies), workers, func(i int) {
		t := out.topologies[len(out.topologies)-1-i] // the slow ones first
		out.logZ[len(coarse)-1-i] = quadrature.LogZ(t, c.data, c.priors, c.h, c.nodes, 1)
		fewer := c.nodes
		fewer.Points = fewer.Points * 3 / 4
		coarse[len(coarse)-1-i] = quadrature.LogZ(t, c.data, c.priors, c.h, fewer, 1)
	})
	for i, t := range out.topologies {
		p := priorMass(t, set)
		out.coarse = max(out.coarse, math.Abs(out.logZ[i]-coarse[i]))
		out.prior, logs = append(out.prior, p), append(logs, out.logZ[i]+math.Log(p))
	}
	top := logs[0]
	for _, v := range logs {
		top = max(top, v)
	}
	for _, v := range logs {
		out.posterior = append(out.posterior, math.Exp(v-top))
	}
	normalize(out.prior)
	normalize(out.posterior)
	return out
}

// priorMass is the paper's equation (cgm-prior).
func priorMass(t topology.Topology, p topology.Prior) float64 {
	mass := 1.0
	for _, n := range t.Nodes() {
		split := p.Alpha / math.Pow(1+float64(n.Depth), p.Beta)
		if n.Leaf {
			split = 1 - split
		}
		mass *= split
	}
	return mass
}

func normalize(x []float64) {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	for i := range x {
		x[i] /= sum
	}
}

// variation returns the total variation distance of prior and posterior.
func (t truth) variation() (sum float64) {
	for i, p := range t.prior {
		sum += .5 * math.Abs(p-t.posterior[i])
	}
	return sum
}

// bruteResult compares one run.
type bruteResult struct {
	worst     float64 // largest error of a weight
	at        topology.Topology
	standard  float64   // largest |log Z error| / stated error among topologies over 1 %
	logZ      []float64 // as measured, -Inf where it was not
	gradients int
}

func (c bruteCase) compare(want truth, seed uint64, set search.FastSettings) (bruteResult, error) {
	f, _, err := fastRun(problemOf(c.data, c.priors, c.h, seed), set)
	if err != nil {
		return bruteResult{}, err
	}
	got := map[topology.Topology]dcc.Summary{}
	for _, s := range f.Summaries() {
		got[s.Topology] = s
	}
	out := bruteResult{gradients: f.Gradients(), worst: -1}
	for i, t := range want.topologies {
		s, measured := got[t]
		if !measured {
			s.LogEvidence = math.Inf(-1)
		}
		out.logZ = append(out.logZ, s.LogEvidence)
		if e := math.Abs(s.Weight - want.posterior[i]); e > out.worst {
			out.worst, out.at = e, t
		}
		if want.posterior[i] > .01 && s.LogEvidenceError > 0 {
			out.standard = max(out.standard, math.Abs(s.LogEvidence-want.logZ[i])/s.LogEvidenceError)
		}
	}
	return out, nil
}

func bruteCases() []bruteCase {
	sharp := softtree.PaperPriors()
	sharp.SigmaScale = .5 // of twelve rows little is learned with sigma about 1.5
	pure, purest := softtree.PaperPriors(), softtree.PaperPriors()
	// of three rows of a class little is learned with 1
	pure.ClassConcentration, purest.ClassConcentration = .1, .01
	return []bruteCase{
		{"regression, 1 input, h .03", stairs(), sharp, .03, 3,
			quadrature.Nodes{Panels: 4, Points: 20, Sigma: 80}},
		{"regression, 2 inputs, h .05", plateaus(), sharp, .05, 2,
			quadrature.Nodes{Panels: 2, Points: 22, Sigma: 80}},
		{"classification, 1 input, 4 classes, h .01", stripes(), pure, .01, 3,
			quadrature.Nodes{Panels: 8, Points: 16}},
		{"classification, 2 inputs, 4 classes, h .1", quarters(), purest, .1, 3,
			quadrature.Nodes{Panels: 1, Points: 14}},
	}
}

// stairs is a response of four levels up and down along one input.
func stairs() softtree.Data {
	rng := random.Stream(1, "stairs")
	d := softtree.Data{N: 12, D: 1}
	for i := range d.N {
		d.X = append(d.X, .3*float64(i/3)+.1*rng.Float64())
		d.Y = append(d.Y, [4]float64{-1, 1, -.5, 1.5}[i/3]+.3*rng.NormFloat64())
	}
	return d
}

// stripes are four classes in four intervals of one input.
func stripes() softtree.Data {
	rng := random.Stream(1, "stripes")
	d := softtree.Data{N: 12, D: 1, Classes: 4}
	for i := range d.N {
		d.X = append(d.X, .3*float64(i/3)+.1*rng.Float64())
		d.Class = append(d.Class, i/3)
	}
	return d
}

// plateaus is a response of three levels: one in the lower half of the first input, two in the upper,
// which the second input tells apart.
func plateaus() softtree.Data {
	rng := random.Stream(1, "plateaus")
	d := softtree.Data{N: 12, D: 2, X: make([]float64, 24)}
	for i := range d.N {
		level := i % 3
		d.X[i], d.X[12+i] = side(min(level, 1), rng.Float64()), rng.Float64()
		if level > 0 {
			d.X[12+i] = side(level-1, rng.Float64())
		}
		d.Y = append(d.Y, [3]float64{0, -2, 2}[level]+.2*rng.NormFloat64())
	}
	return d
}

// quarters are four classes in the quarters of a square.
func quarters() softtree.Data {
	rng := random.Stream(1, "quarters")
	d := softtree.Data{N: 12, D: 2, X: make([]float64, 24), Classes: 4}
	for i := range d.N {
		d.X[i], d.X[12+i] = side(i%4/2, rng.Float64()), side(i%2, rng.Float64())
		d.Class = append(d.Class, i%4)
	}
	return d
}

// side puts u in (0, 1) into the lower or the upper 3/10 of it.
func side(upper int, u float64) float64 { return .7*float64(upper) + .3*u }

const (
	variationBound = .5
	weightBound    = .01
	singleBound    = .02 // of a run at default settings, whose log evidences have errors about .05
	coarseBound    = 1e-3
)

func bruteSection(cases []bruteCase, seeds int) report.Section {
	s := report.Section{
		Title: "Whole run against brute force",
		Text: "All nine topologies up to four leaves, on both sides, with the tree prior renormalized to " +
			"them; exact evidences by Gauss-Legendre quadrature of thresholds, split weights and log " +
			"sigma from formulas that share no code with the program. The data are chosen so that the " +
			"posterior is far from the prior. Every run has the default settings but for the largest " +
			"number of splits.",
	}
	for _, c := range cases {
		want := c.truth()
		v := want.variation()
		s.Rows = append(s.Rows,
			report.Row{Check: c.name + ": distance of prior and posterior (total variation)",
				Figure: fmt.Sprintf("%.3f", v), Bound: fmt.Sprintf("at least %v", variationBound),
				Holds: v >= variationBound},
			report.Row{Check: c.name + ": quadrature against a coarser rule, nats",
				Figure: fmt.Sprintf("%.1e", want.coarse), Bound: fmt.Sprintf("at most %v", coarseBound),
				Holds: want.coarse <= coarseBound})
		s.Rows = append(s.Rows, c.rows(want, seeds)...)
	}
	return s
}

// rows judges single runs and the mean of their evidences.
func (c bruteCase) rows(want truth, seeds int) []report.Row {
	single := report.Row{Check: fmt.Sprintf("%s: largest error of a weight, %d single runs", c.name, seeds),
		Bound: fmt.Sprintf("at most %v", singleBound)}
	all := report.Row{Check: c.name + ": largest error of a weight, from the mean evidences of all runs",
		Bound: fmt.Sprintf("at most %v", weightBound)}
	var worst bruteResult
	sum := make([]float64, len(want.topologies))
	standard, gradients := 0.0, 0
	for seed := range uint64(seeds) {
		set := search.DefaultFastSettings()
		set.MaxSplits = c.most
		r, err := c.compare(want, seed, set)
		if err != nil {
			single.Figure, all.Figure = err.Error(), err.Error()
			return []report.Row{single, all}
		}
		if r.worst > worst.worst {
			worst = r
		}
		standard, gradients = max(standard, r.standard), gradients+r.gradients/seeds
		for i, v := range r.logZ {
			sum[i] += math.Exp(v - want.logZ[i]) // the exact one for scale
		}
	}
	single.Figure = fmt.Sprintf("%.4f at %v; log evidences off by at most %.1f stated errors; %d gradients a run",
		worst.worst, worst.at, standard, gradients)
	single.Holds = worst.worst <= singleBound
	e := want.worst(sum)
	all.Figure, all.Holds = fmt.Sprintf("%.4f", e), e <= weightBound
	return []report.Row{single, all}
}

// worst returns the largest error of a weight, given estimates in proportion to the exact evidences.
func (t truth) worst(ratio []float64) (e float64) {
	weight := make([]float64, len(ratio))
	for i, r := range ratio {
		weight[i] = r * t.posterior[i]
	}
	normalize(weight)
	for i, w := range weight {
		e = max(e, math.Abs(w-t.posterior[i]))
	}
	return e
}
