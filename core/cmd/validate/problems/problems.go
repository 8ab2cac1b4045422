// Package problems checks the fast mode on problems that nobody chose: random tables of many sizes, with log evidences
// by a route of their own, and ten tables on which the bound of what was not measured is held against long runs.
package problems

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Problem is a random table with the tree that made it.
type Problem struct {
	Number int
	Data   softtree.Data
	Priors softtree.Priors
	H      float64 // of the fit
	Sharp  bool    // the truth is a hard tree; otherwise soft splits of the fit's bandwidth
	// Topology and Truth are what the rows were drawn from. Truth.Mu is nil: means are integrated out.
	Topology topology.Topology
	Truth    softtree.Params
}

// String names the problem and what is special about it.
func (p Problem) String() string {
	kind, task := "gradual", "regression"
	if p.Sharp {
		kind = "sharp"
	}
	if !p.Data.Regression() {
		task = fmt.Sprintf("%d classes", p.Data.Classes)
	}
	return fmt.Sprintf("problem %d: %d rows, %d inputs, %d leaves, %s, %s, h %.3f", p.Number, p.Data.N, p.Data.D,
		p.Topology.Leaves(), task, kind, p.H)
}

const (
	fewestRows, mostRows = 50, 1000
	mostLeaves           = 10
	rowsPerLeaf          = 8 // at least
	fewInputs            = 5 // above it there are many
	mostInputs           = 13
)

// Make returns the problem of a number: the same one every time. Of ten successive ones three have more than five
// inputs, of two one is sharp, of four two are regressions.
func Make(number int) Problem {
	return Drawn(number, random.Stream(uint64(number), "random problem"))
}

// Drawn is Make by other random numbers.
func Drawn(number int, rng *rand.Rand) Problem {
	p := Problem{Number: number, Sharp: number%2 == 0, Priors: softtree.StandardizedPriors()}
	p.H = .05 + .05*rng.Float64()
	if p.Sharp {
		p.H = .01 + .015*rng.Float64()
	}
	p.Data.N = int(math.Round(fewestRows * math.Pow(float64(mostRows)/fewestRows, rng.Float64())))
	p.Data.D = 1 + rng.IntN(fewInputs)
	if k := number % 10; k == 0 || k == 3 || k == 7 {
		p.Data.D = fewInputs + 1 + rng.IntN(mostInputs-fewInputs)
	}
	p.inputs(rng)
	g := p.grow(2+rng.IntN(mostLeaves-1), rng)
	if number/2%2 == 0 {
		p.regression(g, rng)
	} else {
		p.classification(g, rng)
	}
	return p
}

// levelled is the share of inputs with few values, most of which there are at most so many.
const (
	levelled   = .2
	mostLevels = 8
)

// inputs draws inputs uniform in (0, 1), some of them of few levels, scaled to [0, 1].
func (p *Problem) inputs(rng *rand.Rand) {
	n := p.Data.N
	p.Data.X = make([]float64, n*p.Data.D)
	for f := range p.Data.D {
		levels := 0
		if rng.Float64() < levelled && p.Data.D > 1 {
			levels = 2 + rng.IntN(mostLevels-1)
		}
		for i := range n {
			v := rng.Float64()
			if levels > 0 {
				v = float64(int(v * float64(levels)))
			}
			p.Data.X[f*n+i] = v
		}
	}
	scale(p.Data)
}

// growth is a tree whose splits have their parameters and whose leaves have their rows.
type growth struct {
	topology topology.Topology
	tau      map[int]float64 // by heap id
	delta    map[int][]float64
	rows     map[int][]int // of the leaves
}

// grow splits leaves, those of many rows the likelier, until there are so many or none has enough rows.
func (p *Problem) grow(leaves int, rng *rand.Rand) growth {
	g := growth{tau: map[int]float64{}, delta: map[int][]float64{}, rows: map[int][]int{}}
	for i := range p.Data.N {
		g.rows[0] = append(g.rows[0], i)
	}
	const tries = 200
	for range tries {
		if g.topology.Leaves() == leaves {
			break
		}
		row, leaf := rng.IntN(p.Data.N), 0
		ids := g.topology.LeafIDs()
		for k, id := range ids {
			for _, r := range g.rows[id] {
				if r == row {
					leaf = k
				}
			}
		}
		p.split(&g, leaf, rng)
	}
	p.Topology, p.Truth = g.topology, softtree.Params{}
	for _, id := range g.topology.InternalIDs() {
		p.Truth.Tau, p.Truth.Delta = append(p.Truth.Tau, g.tau[id]), append(p.Truth.Delta, g.delta[id])
	}
	return g
}

// split divides a leaf somewhere in the middle half of its rows, if that leaves enough of them on both sides.
func (p *Problem) split(g *growth, leaf int, rng *rand.Rand) {
	id := g.topology.LeafIDs()[leaf]
	delta := p.direction(rng)
	place := func(row int) (v float64) {
		for f, e := range delta {
			v += e * p.Data.X[f*p.Data.N+row]
		}
		return v
	}
	rows := g.rows[id]
	a, b := place(rows[rng.IntN(len(rows))]), place(rows[rng.IntN(len(rows))])
	tau := .5 * (a + b)
	var left, right []int
	for _, r := range rows {
		if place(r) <= tau {
			left = append(left, r)
		} else {
			right = append(right, r)
		}
	}
	if least := max(rowsPerLeaf, len(rows)/8); len(left) < least || len(right) < least {
		return
	}
	g.topology = g.topology.Grow(leaf)
	g.tau[id], g.delta[id] = tau, delta
	g.rows[2*id+1], g.rows[2*id+2] = left, right
	delete(g.rows, id)
}

// direction is one input; where the truth is gradual half of the time two together.
func (p *Problem) direction(rng *rand.Rand) []float64 {
	delta := make([]float64, p.Data.D)
	first, share := rng.IntN(p.Data.D), 1.0
	if !p.Sharp && rng.Float64() < .5 {
		share = .5 + .5*rng.Float64()
	}
	delta[rng.IntN(p.Data.D)] += 1 - share
	delta[first] += share
	return delta
}

// reach returns the probability of row i arriving at every leaf, in order, under the truth.
func (p *Problem) reach(i int) []float64 {
	out := make([]float64, p.Topology.Leaves())
	nodes := p.Topology.Nodes()
	var walk func(at int, share float64)
	walk = func(at int, share float64) {
		node := nodes[at]
		if node.Leaf {
			out[node.Index] = share
			return
		}
		z := -p.Truth.Tau[node.Index]
		for f, e := range p.Truth.Delta[node.Index] {
			z += e * p.Data.X[f*p.Data.N+i]
		}
		right := 1 / (1 + math.Exp(-z/p.H))
		if p.Sharp {
			right = 0
			if z > 0 {
				right = 1
			}
		}
		walk(node.Left, share*(1-right))
		walk(node.Right, share*right)
	}
	walk(0, 1)
	return out
}

// regression draws responses, standardized: leaf means apart from the leaf before them, noise of a tenth to a half of
// their spread.
func (p *Problem) regression(g growth, rng *rand.Rand) {
	const apart = .8
	means := make([]float64, g.topology.Leaves())
	for k := range means {
		for means[k] = 1.2 * rng.NormFloat64(); k > 0 && math.Abs(means[k]-means[k-1]) < apart; {
			means[k] = 1.2 * rng.NormFloat64()
		}
	}
	noise := .1 + .4*rng.Float64()
	p.Data.Y = make([]float64, p.Data.N)
	for i := range p.Data.Y {
		for k, share := range p.reach(i) {
			p.Data.Y[i] += share * means[k]
		}
		p.Data.Y[i] += noise * rng.NormFloat64()
	}
	p.Truth.Sigma = noise / standardize(p.Data.Y)
}

// classification draws labels of two to four classes: each leaf has a class of its own, another than the leaf before
// it, for four fifths to nearly all of its rows. Every class has a row.
func (p *Problem) classification(g growth, rng *rand.Rand) {
	classes := 2 + rng.IntN(min(3, g.topology.Leaves()-1))
	p.Data.Classes, p.Data.Class = classes, make([]int, p.Data.N)
	main := make([]int, g.topology.Leaves())
	for k := range main {
		main[k] = (k + classes - 1) % classes
		if k >= classes {
			main[k] = (main[k-1] + 1 + rng.IntN(classes-1)) % classes
		}
	}
	pure := .8 + .18*rng.Float64()
	for i := range p.Data.Class {
		u, leaf := rng.Float64(), 0
		for k, share := range p.reach(i) {
			if u -= share; u < 0 {
				leaf = k
				break
			}
		}
		p.Data.Class[i] = main[leaf]
		if rng.Float64() > pure {
			p.Data.Class[i] = rng.IntN(classes)
		}
	}
}
