// The parts that the functions of a kernel are made of, in the order of their arithmetic.

package simd

import (
	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// none is the root weight of rows that have none: it is 1 and multiplies nothing.
const none = local(-1)

// keep stores psi of the present rows, recall loads them.
func (w *writer) keep() {
	for j, p := range w.psi {
		w.do(here(slotPsi), get(p), store(8*j*w.Rows))
	}
}

func (w *writer) recall() {
	for j, p := range w.psi {
		w.do(here(slotPsi), load(8*j*w.Rows), set(p))
	}
}

// root loads the weight of the present rows.
func (w *writer) root() local {
	if !w.Weighted {
		return none
	}
	out := w.reach[0]
	w.do(here(slotWeight), load(0), set(out))
	return out
}

// logistic prepares what does not depend on the row and returns what sets psi of the present rows, as
// numeric.LogisticSlice does: -z = tau/h + sum_f (-Delta_f/h) x_f, one feature after the other.
func (w *writer) logistic() (psi func()) {
	var weights [][]local
	for j := range w.psi {
		weights = append(weights, w.splats(slotParams, j*w.params(), w.params()))
	}
	e := w.exponential()
	columns := w.several(min(w.Features, mostColumns))
	return func() {
		for f := range columns {
			w.do(here(slotX), load(8*f*w.Rows), set(columns[f]))
		}
		for j, p := range w.psi {
			w.do(get(weights[j][0]))
			for f := range w.Features {
				w.do(get(weights[j][1+f]))
				if f < len(columns) {
					w.do(get(columns[f]))
				} else {
					w.do(here(slotX), load(8*f*w.Rows))
				}
				w.do(mul, add)
			}
			w.do(set(p))
			e.logistic(p)
		}
	}
}

// mostColumns is how many features of the present rows stay in registers.
const mostColumns = 4

// exponential holds the constants of numeric.Exp.
type exponential struct {
	*function
	one, high, low, log2E, rounding, ln2Hi, ln2Lo local
	// coefficients from the highest down, without the last, which is 1
	odd, even []local
	bias      local
	k, r, r2  local
}

func (w *writer) exponential() *exponential {
	c := numeric.ExpConstants()
	e := &exponential{function: w.function, one: w.constant(1), high: w.constant(numeric.ExpLimit),
		low: w.constant(-numeric.ExpLimit), log2E: w.constant(c.Log2E), rounding: w.constant(c.Rounding),
		ln2Hi: w.constant(c.Ln2Hi), ln2Lo: w.constant(c.Ln2Lo)}
	for i := len(c.Taylor) - 1; i > 1; i-- {
		v := w.constant(c.Taylor[i])
		if i%2 == 1 {
			e.odd = append(e.odd, v)
		} else {
			e.even = append(e.even, v)
		}
	}
	e.bias = w.fresh()
	w.do(constI64(1023), set(e.bias))
	e.k, e.r, e.r2 = w.fresh(), w.fresh(), w.fresh()
	return e
}

// polynomial puts sum_i c_i r2^i on the stack, by Horner's rule; the last coefficient is 1.
func (e *exponential) polynomial(c []local) {
	e.do(get(c[0]))
	for _, v := range c[1:] {
		e.do(get(e.r2), mul, get(v), add)
	}
	e.do(get(e.r2), mul, get(e.one), add)
}

// logistic replaces x by 1/(1+exp x), x clamped to +-numeric.ExpLimit.
func (e *exponential) logistic(x local) {
	t := e.k
	e.do(get(x), get(e.high), pmin, get(e.low), pmax, set(x))
	e.do(get(x), get(e.log2E), mul, get(e.rounding), add, set(t))
	e.do(get(x), get(t), get(e.rounding), sub, tee(e.r), get(e.ln2Hi), mul, sub, get(e.r), get(e.ln2Lo), mul, sub,
		tee(e.r))
	e.do(get(e.r), mul, set(e.r2), get(e.r))
	e.polynomial(e.odd)
	e.do(mul)
	e.polynomial(e.even)
	e.do(add, get(t), get(e.bias), addLongs, constI32(52), shift, mul, set(x))
	e.do(get(e.one), get(e.one), get(x), add, div, set(x))
}

// flow sets reach of all nodes, given the root's.
func (w *writer) flow(root local) {
	if root != none && root != w.reach[0] {
		w.do(get(root), set(w.reach[0]))
	}
	for at, n := range w.nodes {
		if n.Leaf {
			if at == 0 && root == none {
				w.do(constF64(1), set(w.reach[0]))
			}
			continue
		}
		psi := get(w.psi[n.Index])
		left, right := set(w.reach[n.Left]), set(w.reach[n.Right])
		if at == 0 && root == none {
			w.do(psi, right, constF64(1), psi, sub, left)
			continue
		}
		here := get(w.reach[at])
		w.do(here, psi, mul, right, here, constF64(1), psi, sub, mul, left)
	}
}

// addProducts adds the products of the leaves' probabilities with each other and with the response.
func (w *writer) addProducts(phi, gram, cross []local) {
	for i, p := range phi {
		w.do(get(cross[i]), get(p), here(slotResponse), load(0), mul, add, set(cross[i]))
		for j, q := range phi[:i+1] {
			g := gram[i*(i+1)/2+j]
			w.do(get(g), get(p), get(q), mul, add, set(g))
		}
	}
}

// mix sets value of the splits, the leaves' being set.
func (w *writer) mix() {
	for at := len(w.nodes) - 1; at >= 0; at-- {
		if n := w.nodes[at]; !n.Leaf {
			left, right := get(w.value[n.Left]), get(w.value[n.Right])
			w.do(left, get(w.psi[n.Index]), right, left, sub, mul, add, set(w.value[at]))
		}
	}
}

// collapsedResidual sets e = response - root x value and adds its square to sum.
func (w *writer) collapsedResidual(e, root, sum local) {
	w.do(here(slotResponse), load(0), get(w.value[0]))
	if root != none {
		w.do(get(root), mul)
	}
	w.do(sub, set(e), get(sum), get(e), get(e), mul, add, set(sum))
}

// residual sets r = value - response and e = weight x r and adds e r to sum.
func (w *writer) residual(r, e, sum local) {
	w.do(get(w.value[0]), here(slotResponse), load(0), sub, tee(r))
	if w.Weighted {
		w.do(here(slotWeight), load(0), mul)
	}
	w.do(set(e), get(sum), get(e), get(r), mul, add, set(sum))
}

// leafSlope sets slope = e mean - covariance'phi, two leaves at a time.
func (w *writer) leafSlope(slope, e, mean local, covariance, phi []local) {
	w.do(get(e), get(mean), mul)
	j := 0
	for ; j+1 < len(phi); j += 2 {
		w.do(get(covariance[j]), get(phi[j]), mul, get(covariance[j+1]), get(phi[j+1]), mul, add, sub)
	}
	if j < len(phi) {
		w.do(get(covariance[j]), get(phi[j]), mul, sub)
	}
	w.do(set(slope))
}

// splitSums are the sums of dz and of dz x_f of every split.
type splitSums struct {
	*writer
	dz   local
	of   [][]local // per split: of dz, then of every feature
	node []topology.Node
	at   []int
}

func (w *writer) splitSums() *splitSums {
	s := &splitSums{writer: w, dz: w.fresh()}
	for at, n := range w.nodes {
		if !n.Leaf {
			s.of, s.node, s.at = append(s.of, w.zero(w.params())), append(s.node, n), append(s.at, at)
		}
	}
	return s
}

// add adds dz = (reach psi) ((1 - psi) (right - left)) of the present rows, nothing where it is zero.
func (s *splitSums) add() {
	for j, n := range s.node {
		psi := get(s.psi[n.Index])
		if at := s.at[j]; at == 0 && s.rootIsOne() {
			s.do(psi)
		} else {
			s.do(get(s.reach[at]), psi, mul)
		}
		s.do(constF64(1), psi, sub, get(s.value[n.Right]), get(s.value[n.Left]), sub, mul, mul, set(s.dz))
		s.do(get(s.dz), anyBit, when)
		for f, sum := range s.of[n.Index] {
			s.do(get(sum), get(s.dz))
			if f > 0 {
				s.do(here(slotX), load(8*(f-1)*s.Rows), mul)
			}
			s.do(instruction(add), set(sum))
		}
		s.do(end)
	}
}

// rootIsOne tells whether every row arrives at the root with 1.
func (s *splitSums) rootIsOne() bool { return !s.Weighted && s.Task != Regression }

// write writes the sums to the output from the i-th number on: of dz, then of the features.
func (s *splitSums) write(i int) {
	for j, of := range s.of {
		s.total(i+j, of[0])
		s.totals(i+len(s.of)+j*s.Features, of[1:])
	}
}
