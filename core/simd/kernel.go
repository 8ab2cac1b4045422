// What a kernel is asked to compute, and its module.

package simd

import "dcctree/core/topology"

// Task says which sums a kernel computes, with phi the leaf probabilities of a row, w its root weight (1 where there
// is none), z_j = (x . Delta_j - tau_j)/h and psi_j = logistic(z_j), the probability of the right child.
type Task string

const (
	// Collapsed is a regression with the leaf means integrated out.
	//
	//	Products: reads parameters, response r; writes psi, out = gram sum_i w phi_k w phi_j (j <= k, row by
	//	    row of the lower half), then cross sum_i w phi_k r.
	//	Squares: reads psi, r, in = means m; writes out = sum_i e^2, e = r - w phi'm.
	//	Slopes: reads psi, r, in = m, then S, leaves x leaves; writes out = sum_i e^2, then for every split
	//	    sum_i dz, then for every split and feature sum_i dz x_f, where dz is the derivative with respect to
	//	    z of the function whose derivative with respect to phi_k is w (e m_k - (S w phi)_k).
	Collapsed Task = "collapsed"
	// Regression has leaf means mu as parameters; y is the response, w the row's weight.
	//
	//	Squares: reads parameters, y, in = mu; writes out = sum_i w e^2, e = phi'mu - y.
	//	Slopes: the same, then sum_i w e phi_k for every leaf, then the sums of dz and dz x_f as for Collapsed,
	//	    of the function whose derivative with respect to phi_k is w e mu_k.
	Regression Task = "regression"
	// Classification has rows in class order, every class padded to an even number with rows of w = 0.
	//
	//	Products: reads parameters; writes psi, out = sum over the rows of class c of w phi_k, leaves x classes.
	//	Slopes: reads psi, in = slopes, classes x leaves; writes for every split sum_i dz and for every split
	//	    and feature sum_i dz x_f, of the function whose derivative with respect to phi_k of a row of class c
	//	    is w slope_ck.
	Classification Task = "classification"
	// AnyCollapsed and AnyClassification are of all topologies with the spec's number of splits: one kernel for
	// many, for topologies that are looked at for a few hundred parameters only.
	//
	//	Products: reads parameters; writes psi.
	//	Sums: reads psi, r, in = where every split's probabilities go (Spec.Route); writes out as Products of
	//	    Collapsed or of Classification does, leaves from left to right.
	AnyCollapsed      Task = "any collapsed"
	AnyClassification Task = "any classification"
	// Prediction is of any rows, of any topology, too.
	//
	//	Products: reads parameters; writes psi.
	//	Values: reads psi, in = routes and leaf values v (Spec.SetLeaf); writes out = phi'v of every row.
	//	Reaches: reads psi, in = routes; writes out = phi_k of every row, leaves x rows.
	Prediction Task = "prediction"
)

// Numbers of the functions of a module.
const (
	Products = 0
	Squares  = 1
	Slopes   = 2
	Values   = 1
	Reaches  = 2
	Sums     = 1
)

// Slots of the frame, an array of 32-bit addresses that every function takes the address of. All arrays are of
// float64 and aligned to 8 bytes.
const (
	slotX        = iota // rows x features, column-major
	slotParams          // for every split tau/h, then -Delta_f/h of every feature
	slotPsi             // splits x rows
	slotResponse        // rows
	slotWeight          // rows
	slotIn
	slotOut
	slots
)

// Spec of a module.
type Spec struct {
	Topology topology.Topology // not of the tasks of any topology
	Splits   int               // of those tasks
	Task     Task
	Features int
	// Rows is their number, even: an odd one is padded with a row of x = 0, w = 0 and y = 0.
	Rows     int
	Weighted bool
	// ClassEnds (Classification) are the ends of the classes' rows, all even.
	ClassEnds []int
}

// params is the number of parameters of one split.
func (s Spec) params() int { return s.Features + 1 }

// splits is the number of splits, leaves that of the leaves.
func (s Spec) splits() int {
	if s.any() {
		return s.Splits
	}
	return s.Topology.Splits()
}

func (s Spec) leaves() int { return s.splits() + 1 }

// Inputs returns the length of the array "in" that the spec's functions need at most, Outputs that of "out",
// Params that of the parameters, PsiLen that of psi.
func (s Spec) Inputs() int {
	k := s.leaves()
	if s.any() {
		return s.routeLen() + s.scratchLen()
	}
	return max(k+k*k, len(s.ClassEnds)*k)
}

// Outputs is told at Inputs.
func (s Spec) Outputs() int {
	k, splits := s.leaves(), s.splits()
	switch {
	case s.Task == Prediction:
		return k * s.Rows
	case s.any():
		return max(k*(k+1)/2+k, k*len(s.ClassEnds))
	}
	return max(k*(k+1)/2+k, 1+k+splits*s.params(), k*len(s.ClassEnds))
}

// Params is told at Inputs.
func (s Spec) Params() int { return s.splits() * s.params() }

// PsiLen is told at Inputs.
func (s Spec) PsiLen() int {
	if s.any() {
		return (s.Splits + constants) * s.Rows
	}
	return s.Topology.Splits() * s.Rows
}

// Module returns the binary form of the spec's module. It imports its memory as "env" "memory" and exports
// functions "0", "1", "2", each of the address of a frame. It panics where the number of rows is odd.
func Module(s Spec) []byte {
	if s.Rows%2 != 0 || s.Rows < 0 {
		panic("simd: Module: an odd number of rows")
	}
	return assemble(s.functions())
}

func (s Spec) functions() []*function {
	switch s.Task {
	case Collapsed:
		return []*function{s.products(), s.squares(), s.slopes()}
	case Regression:
		return []*function{newFunction(), s.residuals(), s.regression()}
	case Classification:
		return []*function{s.classSums(), newFunction(), s.classSlopes()}
	case Prediction:
		return []*function{s.split(), s.anyValues(), s.anyReaches()}
	case AnyCollapsed:
		return []*function{s.split(), s.anyProducts(), newFunction()}
	case AnyClassification:
		return []*function{s.split(), s.anyClassSums(), newFunction()}
	}
	panic("simd: Module: no such task")
}

// writer appends the code of one function.
type writer struct {
	*function
	Spec
	nodes        []topology.Node
	psi          []local // per split
	reach, value []local // per node
}

func (s Spec) writer() *writer {
	w := &writer{function: newFunction(), Spec: s}
	if !s.any() {
		w.nodes = s.Topology.Nodes()
	}
	w.psi, w.reach, w.value = w.several(s.splits()), w.several(len(w.nodes)), w.several(len(w.nodes))
	return w
}

// leaves returns the vectors of the leaves, from left to right.
func (w *writer) leaves(of []local) []local {
	out := make([]local, w.Topology.Leaves())
	for at, n := range w.nodes {
		if n.Leaf {
			out[n.Index] = of[at]
		}
	}
	return out
}

// setLeaves makes the leaves' vectors those given.
func (w *writer) setLeaves(of, vectors []local) {
	for at, n := range w.nodes {
		if n.Leaf {
			of[at] = vectors[n.Index]
		}
	}
}

// split writes psi of all rows.
func (s Spec) split() *function {
	w := s.writer()
	psi := w.logistic()
	w.rows(0, s.Rows, func() { psi(); w.keep() })
	return w.function
}

func (s Spec) products() *function {
	w := s.writer()
	k := s.Topology.Leaves()
	gram, cross := w.zero(k*(k+1)/2), w.zero(k)
	psi, phi := w.logistic(), w.leaves(w.reach)
	w.rows(0, s.Rows, func() {
		psi()
		w.keep()
		w.flow(w.root())
		w.addProducts(phi, gram, cross)
	})
	w.totals(0, append(gram, cross...))
	return w.function
}

func (s Spec) squares() *function {
	w := s.writer()
	e, sum := w.fresh(), w.zero(1)[0]
	w.setLeaves(w.value, w.splats(slotIn, 0, s.Topology.Leaves()))
	w.rows(0, s.Rows, func() {
		w.recall()
		w.mix()
		w.collapsedResidual(e, w.root(), sum)
	})
	w.total(0, sum)
	return w.function
}

func (s Spec) slopes() *function {
	w := s.writer()
	k := s.Topology.Leaves()
	e, sum := w.fresh(), w.zero(1)[0]
	mean, covariance, slopes := w.splats(slotIn, 0, k), w.splats(slotIn, k, k*k), w.several(k)
	sums := w.splitSums()
	phi := w.leaves(w.reach)
	w.rows(0, s.Rows, func() {
		w.recall()
		w.setLeaves(w.value, mean)
		w.mix()
		root := w.root()
		w.collapsedResidual(e, root, sum)
		w.flow(root)
		for i := range slopes {
			w.leafSlope(slopes[i], e, mean[i], covariance[i*k:(i+1)*k], phi)
		}
		w.setLeaves(w.value, slopes)
		w.mix()
		sums.add()
	})
	w.total(0, sum)
	sums.write(1)
	return w.function
}

func (s Spec) residuals() *function {
	w := s.writer()
	r, e, sum := w.fresh(), w.fresh(), w.zero(1)[0]
	psi := w.logistic()
	w.setLeaves(w.value, w.splats(slotIn, 0, s.Topology.Leaves()))
	w.rows(0, s.Rows, func() {
		psi()
		w.mix()
		w.residual(r, e, sum)
	})
	w.total(0, sum)
	return w.function
}

func (s Spec) regression() *function {
	w := s.writer()
	k := s.Topology.Leaves()
	r, e, sum, sumsMu := w.fresh(), w.fresh(), w.zero(1)[0], w.zero(k)
	psi := w.logistic()
	w.setLeaves(w.value, w.splats(slotIn, 0, k))
	sums := w.splitSums()
	w.rows(0, s.Rows, func() {
		psi()
		w.mix()
		w.residual(r, e, sum)
		w.flow(e)
		for i, p := range w.leaves(w.reach) {
			w.do(get(sumsMu[i]), get(p), add, set(sumsMu[i]))
		}
		sums.add()
	})
	w.total(0, sum)
	w.totals(1, sumsMu)
	sums.write(1 + k)
	return w.function
}

func (s Spec) classSums() *function {
	w := s.writer()
	k, classes := s.Topology.Leaves(), len(s.ClassEnds)
	sums := w.several(k)
	psi, phi := w.logistic(), w.leaves(w.reach)
	lo := 0
	for c, hi := range s.ClassEnds {
		w.clear(sums)
		w.rows(lo, hi, func() {
			psi()
			w.keep()
			w.flow(w.root())
			for i, p := range phi {
				w.do(get(sums[i]), get(p), add, set(sums[i]))
			}
		})
		for i, v := range sums {
			w.total(i*classes+c, v)
		}
		lo = hi
	}
	return w.function
}

func (s Spec) classSlopes() *function {
	w := s.writer()
	k := s.Topology.Leaves()
	slopes := w.several(k)
	w.setLeaves(w.value, slopes)
	sums := w.splitSums()
	lo := 0
	for c, hi := range s.ClassEnds {
		for i, v := range slopes {
			w.do(base(slotIn), loadSplat(8*(c*k+i)), set(v))
		}
		w.rows(lo, hi, func() {
			w.recall()
			w.flow(w.root())
			w.mix()
			sums.add()
		})
		lo = hi
	}
	sums.write(0)
	return w.function
}
