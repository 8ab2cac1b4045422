// What a restart leaves, and how it crosses to another process.

package alltrees

import (
	"fmt"
	"math"
	"slices"
)

// Climbed is what Climb leaves: it depends on the table, the settings and the restart's number.
type Climbed struct {
	LogEvidence float64 // of all trees; of sharp splits unbiased but for what the graph learned from its trees
	Work        int64   // rows times inputs scanned, and candidates weighed, whatever the division into jobs
	// Where splits may be gradual, by point of the grid of log sigma: log of prior and evidence given it, -Inf
	// where not come to; and trees from the posterior given it. Where they are sharp, one log evidence and trees
	// from the posterior.
	logs  []float64
	trees [][]*gradual
	means [][][]float64 // of the trees' leaves, where tails are heavy; otherwise nil
}

// climbedRow is a Climbed as parcel.Pack has it: a split is its input, cut, both halves of its set, whether gaps go
// left, its width and then its sides; a leaf one number.
type climbedRow struct {
	LogEvidence float64
	Work        int64
	Logs        []float64
	Counts      []int
	Nodes       []float64
	Means       []float64 // one leaf after the other, where tails are heavy
}

const leafMark = -1

// Written returns what parcel.Pack packs instead.
func (c Climbed) Written() any {
	r := climbedRow{LogEvidence: c.LogEvidence, Work: c.Work, Logs: c.logs}
	for _, trees := range c.trees {
		r.Counts = append(r.Counts, len(trees))
		for _, tree := range trees {
			r.Nodes = tree.written(r.Nodes)
		}
	}
	for _, means := range c.means {
		r.Means = append(r.Means, slices.Concat(means...)...)
	}
	return r
}

func (s *gradual) written(out []float64) []float64 {
	if s.isLeaf() {
		return append(out, leafMark)
	}
	gap := 0.0
	if s.rule.GapLeft {
		gap = 1
	}
	out = append(out, float64(s.rule.Input), float64(s.rule.Cut), float64(s.rule.Set>>32),
		float64(s.rule.Set&math.MaxUint32), gap, float64(s.width))
	return s.right.written(s.left.written(out))
}

// Reading returns what parcel.Unpack reads into, and takes it over when that is done.
func (c *Climbed) Reading() (into any, done func() error) {
	r := &climbedRow{}
	return r, func() error {
		*c = Climbed{LogEvidence: r.LogEvidence, Work: r.Work, logs: r.Logs}
		if len(r.Logs) != len(r.Counts) {
			return fmt.Errorf("%d points of the grid, trees of %d", len(r.Logs), len(r.Counts))
		}
		in := treeReader{left: r.Nodes}
		for _, n := range r.Counts {
			trees := make([]*gradual, 0, min(max(n, 0), len(in.left)))
			for len(trees) < n && !in.broken {
				trees = append(trees, in.tree(0))
			}
			c.trees = append(c.trees, trees)
		}
		if in.broken || len(in.left) > 0 || !c.takeMeans(r.Means) {
			return fmt.Errorf("the trees of a restart do not fit their numbers")
		}
		return nil
	}
}

// takeMeans takes the means of the trees' leaves over, if there are any, and reports whether they fit.
func (c *Climbed) takeMeans(all []float64) bool {
	if len(all) == 0 {
		return true
	}
	for _, trees := range c.trees {
		means := make([][]float64, len(trees))
		for i, tree := range trees {
			if tree.leaves > len(all) {
				return false
			}
			means[i], all = all[:tree.leaves], all[tree.leaves:]
		}
		c.means = append(c.means, means)
	}
	return len(all) == 0
}

// treeReader reads trees from numbers.
type treeReader struct {
	left   []float64
	broken bool
}

const (
	splitNumbers = 6
	deepest      = 1000 // far deeper than any prior lets trees grow
)

func (r *treeReader) tree(depth int) *gradual {
	if len(r.left) == 0 || depth > deepest {
		r.broken = true
	}
	if r.broken || r.left[0] == leafMark {
		r.left = r.left[min(1, len(r.left)):]
		return gradualLeaf
	}
	if len(r.left) < splitNumbers {
		r.broken = true
		return gradualLeaf
	}
	v := r.left[:splitNumbers]
	r.left = r.left[splitNumbers:]
	split := gradual{width: uint8(v[5]), rule: Rule{Input: int(v[0]), Cut: int(v[1]),
		Set: uint64(v[2])<<32 | uint64(v[3]), GapLeft: v[4] == 1}}
	left := r.tree(depth + 1)
	return split.over(left, r.tree(depth+1))
}
