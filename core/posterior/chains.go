// The chains of one topology as they are judged: convergence of each parameter, and which chains sit in one mode.

package posterior

import (
	"math"
	"slices"

	"dcctree/core/chart"
	"dcctree/core/dcc"
	"dcctree/core/diagnostics"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
	"dcctree/core/topology"
	"dcctree/core/words"
)

// Chains is what the kept draws of a topology's chains say. All statistics are of draws within this topology: they say
// nothing about the weights between topologies.
type Chains struct {
	Used       []int // numbers of the chains in use
	LeftOut    int
	Every      int // every how many-th draw is kept
	Parameters []Parameter
	Mode       []int   // of each chain in use: chains of one number overlap, from 0
	Divergent  []int   // of each chain in use: kept draws that ended a divergent transition, or stand for one
	BFMI       float64 // the least of a chain
	StepLow    float64
	StepHigh   float64
}

// Parameter is one constrained parameter: thresholds on the scale of the training rows' range, 0 to 1, means and sigma
// in original units.
type Parameter struct {
	Name   words.Message
	Values [][]float64 // by chain in use
	RHat   float64     // see diagnostics.RHat, as the others; NaN where it cannot be judged
	Bulk   float64
	Tail   float64
	MCSE   float64 // of the mean
	SD     float64
}

// shownWeight is the mean weight on a simplex from which a feature of a split is judged; the rest hardly matters.
const shownWeight = .05

// Chains judges the trails of a topology; ok is false where there is nothing to judge.
func (p *Posterior) Chains(t topology.Topology, trails []dcc.Trail) (c Chains, ok bool) {
	var used []dcc.Trail
	for i, one := range trails {
		if one.LeftOut != "" || one.Len() < 4 {
			c.LeftOut++
			continue
		}
		c.Used, used = append(c.Used, i), append(used, one)
	}
	if len(used) == 0 {
		return c, false
	}
	c.describe(used)
	draws := p.constrainedDraws(t, used)
	c.name(p, t, draws)
	c.Mode = modes(draws)
	for i := range c.Parameters {
		c.Parameters[i].judge()
	}
	return c, true
}

func (c *Chains) describe(used []dcc.Trail) {
	c.BFMI, c.StepLow, c.StepHigh = math.Inf(1), math.Inf(1), math.Inf(-1)
	for _, one := range used {
		n := 0
		for _, d := range one.Divergent {
			if d {
				n++
			}
		}
		c.Divergent = append(c.Divergent, n)
		c.Every = max(c.Every, one.Every)
		c.StepLow, c.StepHigh = min(c.StepLow, one.StepSize), max(c.StepHigh, one.StepSize)
		if one.BFMI < c.BFMI {
			c.BFMI = one.BFMI
		}
	}
	if math.IsInf(c.BFMI, 1) {
		c.BFMI = math.NaN()
	}
}

// constrainedDraws returns the last draws of every chain, as many of each.
func (p *Posterior) constrainedDraws(t topology.Topology, used []dcc.Trail) [][]softtree.Params {
	layout := p.layout(t)
	n := used[0].Len()
	for _, one := range used {
		n = min(n, one.Len())
	}
	out := make([][]softtree.Params, len(used))
	for i, one := range used {
		for k := one.Len() - n; k < one.Len(); k++ {
			params := layout.NewParams()
			layout.Constrain(&params, one.Points[k*one.Dim:(k+1)*one.Dim])
			out[i] = append(out[i], params)
		}
	}
	return out
}

// name collects the parameters that are judged.
func (c *Chains) name(p *Posterior, t topology.Topology, draws [][]softtree.Params) {
	add := func(name words.Message, of func(softtree.Params) float64) {
		c.Parameters = append(c.Parameters, Parameter{Name: name, Values: valuesOf(draws, of)})
	}
	for _, node := range t.Nodes() {
		if node.Leaf {
			continue
		}
		add(words.Of("chain.threshold", node.ID), func(d softtree.Params) float64 { return d.Tau[node.Index] })
		for f, name := range p.tables.Train.Features {
			weight := func(d softtree.Params) float64 { return d.Delta[node.Index][f] }
			if len(p.tables.Train.Features) > 1 && meanOfChains(valuesOf(draws, weight)) >= shownWeight {
				add(words.Of("chain.weight", name, node.ID), weight)
			}
		}
	}
	p.response.names(p, t, add)
}

func valuesOf(draws [][]softtree.Params, of func(softtree.Params) float64) [][]float64 {
	out := make([][]float64, len(draws))
	for i, chain := range draws {
		for _, d := range chain {
			out[i] = append(out[i], of(d))
		}
	}
	return out
}

func meanOfChains(chains [][]float64) float64 {
	sum, n := 0.0, 0
	for _, chain := range chains {
		for _, v := range chain {
			sum += v
			n++
		}
	}
	return sum / float64(n)
}

func (q *Parameter) judge() {
	q.RHat, q.Bulk, q.Tail, q.MCSE = diagnostics.RHat(q.Values), diagnostics.ESSBulk(q.Values),
		diagnostics.ESSTail(q.Values), diagnostics.MCSEMean(q.Values)
	mean, sum, n := meanOfChains(q.Values), 0.0, 0
	for _, chain := range q.Values {
		for _, v := range chain {
			sum += float64((v - mean) * (v - mean))
			n++
		}
	}
	q.SD = math.Sqrt(sum / float64(max(1, n-1)))
}

// modes numbers the chains so that those share a number whose splits have the same main features and whose thresholds
// overlap, each between its 5 % and 95 % points, directly or by way of other chains.
func modes(draws [][]softtree.Params) []int {
	out := make([]int, len(draws))
	places := make([][]splitPlace, len(draws))
	next := 0
	for i, chain := range draws {
		places[i] = placesOf(chain)
		out[i] = -1
		for k := range i {
			if !overlap(places[k], places[i]) {
				continue
			}
			if out[i] < 0 {
				out[i] = out[k]
			} else if out[k] != out[i] { // this chain joins two modes
				joined := out[k]
				for j := range i {
					if out[j] == joined {
						out[j] = out[i]
					}
				}
			}
		}
		if out[i] < 0 {
			out[i] = next
			next++
		}
	}
	return renumbered(out)
}

// renumbered counts the numbers in use from 0, in the order in which they come.
func renumbered(mode []int) []int {
	var seen []int
	for i, m := range mode {
		at := slices.Index(seen, m)
		if at < 0 {
			at = len(seen)
			seen = append(seen, m)
		}
		mode[i] = at
	}
	return mode
}

// splitPlace is where a chain has one split.
type splitPlace struct {
	feature   int
	low, high float64
}

func placesOf(chain []softtree.Params) (out []splitPlace) {
	for j := range chain[0].Tau {
		mean := make([]float64, len(chain[0].Delta[j]))
		var tau []weighted
		for _, d := range chain {
			addTo(mean, d.Delta[j], 1)
			tau = append(tau, weighted{d.Tau[j], 1})
		}
		q := quantiles(tau, .05, .95)
		out = append(out, splitPlace{numeric.Largest(mean), q[0], q[1]})
	}
	return out
}

func overlap(a, b []splitPlace) bool {
	for j := range a {
		if a[j].feature != b[j].feature || a[j].high < b[j].low || b[j].high < a[j].low {
			return false
		}
	}
	return true
}

// TraceOf returns one parameter's draws as a figure in a language.
func (c Chains) TraceOf(parameter int, trails []dcc.Trail, l words.Lang) chart.TraceFigure {
	q := c.Parameters[parameter]
	f := chart.TraceFigure{Lang: l, Parameter: q.Name.In(l), Every: c.Every}
	for i, number := range c.Used {
		flags := trails[number].Divergent
		f.Chains = append(f.Chains, chart.TraceChain{Number: number + 1, Values: q.Values[i],
			Divergent: flags[len(flags)-len(q.Values[i]):], Mode: c.Mode[i]})
	}
	return f
}
