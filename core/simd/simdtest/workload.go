// Workloads of the sizes of the paper's data sets, and the textbook loop that kernels are measured against.

package simdtest

import (
	"fmt"
	"math"

	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/simd"
	"dcctree/core/topology"
)

// Workload is a gradient: of a regression with its leaf means, of one without, or of a classification.
type Workload struct {
	Name string
	Spec simd.Spec
	Rows simd.Rows
	H    float64
}

// size is what a workload is made of.
type size struct {
	name          string
	leaves        []int
	n, d, classes int // rows, features, classes (0: regression)
	h             float64
}

// sizes are those of the paper's data sets, with a tree that is found on them, and a large one.
var sizes = []size{
	{"WU {1,5,6}", []int{1, 5, 6}, 300, 3, 0, .025},
	{"CGM {3,9,10,5,6}", []int{3, 9, 10, 5, 6}, 800, 2, 0, .01},
	{"Iris {1,5,6}", []int{1, 5, 6}, 105, 4, 3, .01},
	{"BCW {3,4,2}", []int{3, 4, 2}, 478, 9, 2, .025},
	{"Wine {1,5,6}", []int{1, 5, 6}, 142, 13, 3, .025},
	{"Raisin {1,2}", []int{1, 2}, 630, 7, 2, .001},
	{"1,000,000 x 5 {1,5,6}", []int{1, 5, 6}, 1_000_000, 5, 0, .025},
}

// Workloads returns the gradients that benchmarks time, on uniform inputs; the large one, of 60 MB, only where asked.
func Workloads(large bool) []Workload {
	var out []Workload
	for _, z := range sizes {
		if z.n < 1_000_000 || large {
			out = append(out, z.workload())
		}
	}
	return out
}

func (z size) workload() Workload {
	t, err := topology.FromLeaves(z.leaves)
	if err != nil {
		panic("simdtest: " + err.Error())
	}
	rng := random.Stream(1, "workload", z.name)
	s := simd.Spec{Topology: t, Task: simd.Regression, Features: z.d, Rows: z.n + z.n%2, Weighted: z.n%2 == 1}
	weight := make([]float64, 0, s.Rows)
	for range z.n {
		weight = append(weight, 1)
	}
	if s.Weighted {
		weight = append(weight, 0)
	}
	if z.classes > 0 {
		s.Task = simd.Classification
		weight = divide(&s, z.n, z.classes)
	}
	return Workload{Name: z.name, Spec: s, Rows: rowsOf(s, weight, rng), H: z.h}
}

// Shapes returns gradients of every task that samples for trees of 2, 4, 8 and 16 leaves, balanced and one-sided.
func Shapes() []Workload {
	var out []Workload
	for leaves := 2; leaves <= 16; leaves *= 2 {
		out = append(out, shapes(fmt.Sprintf("%d leaves, balanced", leaves), balanced(leaves))...)
		if leaves > 2 {
			out = append(out, shapes(fmt.Sprintf("%d leaves, one-sided", leaves), oneSided(leaves))...)
		}
	}
	return out
}

func shapes(name string, leaves []int) []Workload {
	regression := size{name + ", regression", leaves, 300, 3, 0, .025}.workload()
	collapsed := size{name + ", collapsed", leaves, 300, 3, 0, .025}.workload()
	collapsed.Spec.Task = simd.Collapsed
	return []Workload{collapsed, regression, size{name + ", classification", leaves, 300, 3, 3, .025}.workload()}
}

// balanced returns the leaves of a tree all of whose leaves are at the same depth; n is a power of 2.
func balanced(n int) (leaves []int) {
	for i := range n {
		leaves = append(leaves, n-1+i)
	}
	return leaves
}

// oneSided returns the leaves of a tree every split of which but the last has a leaf on its left.
func oneSided(n int) (leaves []int) {
	at := 0
	for range n - 1 {
		leaves = append(leaves, 2*at+1)
		at = 2*at + 2
	}
	return append(leaves, at)
}

// divide makes n rows classes of nearly equal size, each padded, and returns the weights.
func divide(s *simd.Spec, n, classes int) (weight []float64) {
	for c := range classes {
		for range (n*(c+1))/classes - (n*c)/classes {
			weight = append(weight, 1)
		}
		if len(weight)%2 == 1 {
			weight, s.Weighted = append(weight, 0), true
		}
		s.ClassEnds = append(s.ClassEnds, len(weight))
	}
	s.Rows = len(weight)
	return weight
}

// Gradient has the engine compute value and gradient, but for what a model does between the two passes over the rows:
// digamma terms, a few per leaf and class, or the solution for the leaf means.
func (w Workload) Gradient(e simd.Engine) {
	if w.Spec.Task != simd.Regression {
		e.Call(simd.Products)
	}
	e.Call(simd.Slopes)
}

// Set draws parameters of the workload's bandwidth for all frames.
func (w Workload) Set(frames ...*simd.Frame) {
	fill(w.Spec, w.H, random.Stream(2, "workload", w.Name), frames...)
}

// Textbook computes what Gradient does as one would write it down first: row by row, node by node, by math.Exp.
// The output is that of Slopes.
func (w Workload) Textbook(f *simd.Frame) {
	w.scalar(f, func(psi []float64) {
		for j, z := range psi {
			psi[j] = 1 / (1 + math.Exp(-z))
		}
	})
}

// Scalar is Textbook with the exponential of core/numeric.
func (w Workload) Scalar(f *simd.Frame) {
	w.scalar(f, func(psi []float64) { numeric.LogisticSlice(psi, psi) })
}

func (w Workload) scalar(f *simd.Frame, logistic func(z []float64)) {
	t := textbook{Workload: w, frame: f, nodes: w.Spec.Topology.Nodes(), logistic: logistic}
	t.psi, t.reach, t.value = make([]float64, w.Spec.Topology.Splits()), make([]float64, len(t.nodes)),
		make([]float64, len(t.nodes))
	t.sums = make([]float64, len(f.Out))
	k := w.Spec.Topology.Leaves()
	if w.Spec.Task == simd.Regression {
		for i := range w.Spec.Rows {
			t.visit(i, 1, f.In[:k])
			e := t.value[0] - f.Response[i]
			if w.Spec.Weighted {
				e *= f.Weight[i]
			}
			t.sums[0] += e * (t.value[0] - f.Response[i])
			for at, n := range t.nodes {
				if n.Leaf {
					t.sums[1+n.Index] += e * t.reach[at]
				}
			}
			t.slopes(i, e, 1+k)
		}
		copy(f.Out, t.sums)
		return
	}
	lo := 0
	for c, hi := range w.Spec.ClassEnds {
		for i := lo; i < hi; i++ {
			root := 1.0
			if w.Spec.Weighted {
				root = f.Weight[i]
			}
			t.visit(i, root, f.In[c*k:(c+1)*k])
			t.slopes(i, 1, 0)
		}
		lo = hi
	}
	copy(f.Out, t.sums)
}

// textbook is the work space of Textbook and Scalar.
type textbook struct {
	Workload
	frame             *simd.Frame
	logistic          func(z []float64) // of the splits of one row, in place
	nodes             []topology.Node
	psi, reach, value []float64
	sums              []float64
}

// visit computes psi, reach and value of one row.
func (t *textbook) visit(i int, root float64, leaf []float64) {
	d := t.Spec.Features
	for j := range t.psi {
		p := t.frame.Params[j*(d+1) : (j+1)*(d+1)]
		z := -p[0]
		for f, weight := range p[1:] {
			z -= weight * t.frame.X[f*t.Spec.Rows+i]
		}
		t.psi[j] = z
	}
	t.logistic(t.psi)
	t.reach[0] = root
	for at, n := range t.nodes {
		if !n.Leaf {
			t.reach[n.Right] = t.reach[at] * t.psi[n.Index]
			t.reach[n.Left] = t.reach[at] * (1 - t.psi[n.Index])
		}
	}
	for at := len(t.nodes) - 1; at >= 0; at-- {
		n := t.nodes[at]
		if n.Leaf {
			t.value[at] = leaf[n.Index]
			continue
		}
		t.value[at] = t.value[n.Left] + t.psi[n.Index]*(t.value[n.Right]-t.value[n.Left])
	}
}

// slopes adds the row's share to the sums of the splits.
func (t *textbook) slopes(i int, scale float64, from int) {
	d, splits := t.Spec.Features, len(t.psi)
	for at, n := range t.nodes {
		if n.Leaf {
			continue
		}
		psi := t.psi[n.Index]
		dz := scale * t.reach[at] * psi * (1 - psi) * (t.value[n.Right] - t.value[n.Left])
		t.sums[from+n.Index] += dz
		for f := range d {
			t.sums[from+splits+n.Index*d+f] += dz * t.frame.X[f*t.Spec.Rows+i]
		}
	}
}
