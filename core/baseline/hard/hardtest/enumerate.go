// Package hardtest lists all trees of small problems, slowly and without the code that it is to judge: what tests of
// samplers of trees with hard splits compare their frequencies with.
package hardtest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dcctree/core/baseline/hard"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
)

// Node is a node of a listed tree.
type Node struct {
	Rule        hard.Rule // hard.Stop for a leaf
	Depth       int
	Rows        []int   // of the training rows, ascending
	Cuts        [][]int // available cuts of each feature, also for a leaf
	Left, Right *Node   // nil for a leaf
}

// Tree is a listed tree.
type Tree struct {
	Key    string // of its rules in pre-order, as Key writes them
	Nodes  []*Node
	Leaves int
}

// Rules returns the tree's rules in pre-order.
func (t *Tree) Rules() []hard.Rule {
	rules := make([]hard.Rule, len(t.Nodes))
	for k, n := range t.Nodes {
		rules[k] = n.Rule
	}
	return rules
}

// Features returns the number of features with an available cut.
func (n *Node) Features() (count int) {
	for _, cuts := range n.Cuts {
		if len(cuts) > 0 {
			count++
		}
	}
	return count
}

// Key writes rules in pre-order: "f:c" for a split of feature f at its value number c, "." for a leaf.
func Key(rules []hard.Rule) string {
	var b strings.Builder
	for _, r := range rules {
		if r.Feature == hard.Leaf {
			b.WriteString(". ")
		} else {
			fmt.Fprintf(&b, "%d:%d ", r.Feature, r.Cut)
		}
	}
	return strings.TrimSpace(b.String())
}

// Enumerate returns all trees of at most maxLeaves leaves in which every leaf keeps minLeaf rows, in a fixed order.
func Enumerate(data softtree.Data, maxLeaves, minLeaf int) []*Tree {
	rows := numeric.Indices(data.N)
	e := enumeration{data: data, minLeaf: minLeaf}
	for f := range data.D {
		values := slices.Clone(data.X[f*data.N : (f+1)*data.N])
		slices.Sort(values)
		e.values = append(e.values, slices.Compact(values))
	}
	var trees []*Tree
	for leaves := 1; leaves <= maxLeaves; leaves++ {
		for _, root := range e.below(rows, 0, leaves) {
			t := &Tree{Leaves: leaves}
			t.collect(root)
			t.Key = Key(t.Rules())
			trees = append(trees, t)
		}
	}
	return trees
}

func (t *Tree) collect(n *Node) {
	t.Nodes = append(t.Nodes, n)
	if n.Left != nil {
		t.collect(n.Left)
		t.collect(n.Right)
	}
}

type enumeration struct {
	data    softtree.Data
	values  [][]float64
	minLeaf int
}

// below returns all subtrees of exactly the given number of leaves over some rows.
func (e *enumeration) below(rows []int, depth, leaves int) (out []*Node) {
	bare := Node{Rule: hard.Stop, Depth: depth, Rows: rows}
	for f := range e.data.D {
		bare.Cuts = append(bare.Cuts, e.available(rows, f))
	}
	if leaves == 1 {
		return []*Node{&bare}
	}
	for f, cuts := range bare.Cuts {
		for _, c := range cuts {
			low, high := e.divide(rows, f, c)
			for k := 1; k < leaves; k++ {
				for _, left := range e.below(low, depth+1, k) {
					for _, right := range e.below(high, depth+1, leaves-k) {
						n := bare
						n.Rule, n.Left, n.Right = hard.Rule{Feature: int32(f), Cut: int32(c)},
							left, right
						out = append(out, &n)
					}
				}
			}
		}
	}
	return out
}

func (e *enumeration) divide(rows []int, f, c int) (low, high []int) {
	for _, i := range rows {
		if e.data.X[f*e.data.N+i] <= e.values[f][c] {
			low = append(low, i)
		} else {
			high = append(high, i)
		}
	}
	return low, high
}

func (e *enumeration) available(rows []int, f int) (cuts []int) {
	for c := range e.values[f] {
		low, high := e.divide(rows, f, c)
		if len(low) >= e.minLeaf && len(high) >= e.minLeaf {
			cuts = append(cuts, c)
		}
	}
	return cuts
}

// Normalize returns exp(log)/sum of them.
func Normalize(log []float64) []float64 {
	most := math.Inf(-1)
	for _, v := range log {
		most = max(most, v)
	}
	p, sum := make([]float64, len(log)), 0.0
	for k, v := range log {
		p[k] = math.Exp(v - most)
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
	return p
}

// Deviation says how far a tree's observed share of the iterations is from its probability.
type Deviation struct {
	Key                         string
	Observed, Expected, MCError float64
}

// Z is the deviation in Monte Carlo standard errors.
func (d Deviation) Z() float64 { return (d.Observed - d.Expected) / d.MCError }

func (d Deviation) String() string {
	return fmt.Sprintf("%q: share %.5f, probability %.5f, %+.1f standard errors", d.Key, d.Observed, d.Expected,
		d.Z())
}

// Frequencies compares the shares of trees in batches, those of one row of counts being of one batch of equally many
// iterations, with probabilities. The standard error is that of the mean over batches, by the batches themselves, but
// at least what independent draws would have. The trees of which fewer than 5 visits per batch are expected are put
// together under the key "rest".
func Frequencies(keys []string, probability []float64, batches [][]int, perBatch int) []Deviation {
	rest := Deviation{Key: "rest"}
	shares := make([]float64, len(batches))
	var out []Deviation
	add := func(d Deviation, shares []float64) {
		n := float64(len(shares))
		for _, s := range shares {
			d.Observed += s / n
		}
		var squares float64
		for _, s := range shares {
			squares += (s - d.Observed) * (s - d.Observed)
		}
		alone := math.Sqrt(d.Expected * (1 - d.Expected) / (n * float64(perBatch)))
		d.MCError = max(math.Sqrt(squares/(n-1)/n), alone)
		out = append(out, d)
	}
	restShares := make([]float64, len(batches))
	for k, key := range keys {
		few := probability[k]*float64(perBatch) < 5
		for b, counts := range batches {
			shares[b] = float64(counts[k]) / float64(perBatch)
			if few {
				restShares[b] += shares[b]
			}
		}
		if few {
			rest.Expected += probability[k]
			continue
		}
		add(Deviation{Key: key, Expected: probability[k]}, shares)
	}
	if rest.Expected > 0 {
		add(rest, restShares)
	}
	return out
}

// Worst returns the deviation that is largest in standard errors.
func Worst(deviations []Deviation) (worst Deviation) {
	for k, d := range deviations {
		if k == 0 || math.Abs(d.Z()) > math.Abs(worst.Z()) {
			worst = d
		}
	}
	return worst
}
