// Kernels of all topologies with one number of splits: where probabilities go is data.

package simd

import "dcctree/core/topology"

// A number of the frame's array "in" says, for every split in pre-order, where to find the column of its psi and the
// probability that arrives, and where to put those of its children: byte offsets in the arrays psi and in. Behind these
// numbers stand the probabilities of two rows at a time: of the leaves from left to right, then of the splits.
const routed = 4 // numbers of a split

// constants is how many columns follow those of psi: zeros and ones, for splits that send all rows to one side.
const constants = 2

// any reports whether the spec is of any topology.
func (s Spec) any() bool {
	return s.Task == AnyCollapsed || s.Task == AnyClassification || s.Task == Prediction
}

func (s Spec) routeLen() int   { return routed * s.Splits }
func (s Spec) scratchLen() int { return 2 * (s.Splits + s.leaves()) }

// Column is a column of psi: a split's number, or one of the two columns for splits that are left out.
type Column int

// AllLeft is the column of a split that sends all rows to its left child, AllRight to its right one.
func (s Spec) AllLeft() Column { return Column(s.Splits) }

// AllRight is told at AllLeft.
func (s Spec) AllRight() Column { return Column(s.Splits + 1) }

// Child is a child of a split: a leaf, numbered from left to right, or a split, numbered in pre-order.
type Child struct {
	Leaf   bool
	Number int
}

// slot is the number of a node in the scratch.
func (s Spec) slot(c Child) int {
	if c.Leaf {
		return c.Number
	}
	return s.leaves() + c.Number
}

// root is the slot at which rows arrive.
func (s Spec) root() int {
	if s.Splits == 0 {
		return s.slot(Child{Leaf: true})
	}
	return s.slot(Child{})
}

// place is the number of the scratch at which a slot begins.
func (s Spec) place(slot int) int { return s.routeLen() + 2*slot }

// SetLeaf writes the value of a leaf (Values) to the frame's array "in".
func (s Spec) SetLeaf(in []float64, leaf int, v float64) {
	at := s.place(s.slot(Child{Leaf: true, Number: leaf}))
	in[at], in[at+1] = v, v
}

// Route writes to dst (the beginning of the frame's array "in") where the probabilities of all splits of a topology go;
// column returns the column of psi of a split. It panics where the topology has another number of splits.
func (s Spec) Route(dst []float64, t topology.Topology, column func(split int) Column) {
	if t.Splits() != s.Splits {
		panic("simd: Route: another number of splits")
	}
	nodes := t.Nodes()
	child := func(at int) Child { return Child{Leaf: nodes[at].Leaf, Number: nodes[at].Index} }
	for _, n := range nodes {
		if !n.Leaf {
			s.route(dst, n.Index, column(n.Index), child(n.Left), child(n.Right))
		}
	}
}

// route is Route of one split.
func (s Spec) route(dst []float64, split int, psi Column, left, right Child) {
	at := dst[routed*split : routed*(split+1)]
	at[0] = float64(8 * s.Rows * int(psi))
	for i, c := range []Child{{Number: split}, left, right} {
		at[1+i] = float64(8 * s.place(s.slot(c)))
	}
}

// routes returns what Route wrote: columns of psi and slots.
func (s Spec) routes(in []float64) [][routed]int {
	out := make([][routed]int, s.Splits)
	for j := range out {
		at := in[routed*j:]
		if s.Rows > 0 {
			out[j][0] = int(at[0]) / (8 * s.Rows)
		}
		for i := 1; i < routed; i++ {
			out[j][i] = (int(at[i])/8 - s.routeLen()) / 2
		}
	}
	return out
}

// word is the local with one address of a split's route.
func word(split, i int) int { return firstWord + routed*split + i }

// anyWriter returns a writer that has read the routes.
func (s Spec) anyWriter() *writer {
	w := &writer{function: newFunctionWith(s.routeLen()), Spec: s}
	for j := range s.Splits {
		for i := range routed {
			array := slotIn
			if i == 0 {
				array = slotPsi
			}
			w.do(base(slotIn), loadWord(8*(routed*j+i)), base(array), addI32, setLocal(word(j, i)))
		}
	}
	return w
}

// anyFlow prepares and returns what sets the leaves' probabilities phi of the present rows.
func (w *writer) anyFlow() (phi []local, flow func()) {
	s := w.Spec
	phi = w.several(s.leaves())
	p, q := w.fresh(), w.fresh()
	return phi, func() {
		w.do(base(slotIn))
		w.enter()
		w.do(store(8 * s.place(s.root())))
		for j := range s.Splits {
			w.do(getLocal(word(j, 1)), load(0), set(p))
			w.do(getLocal(word(j, 0)), getLocal(row), addI32, load(0), set(q))
			w.do(getLocal(word(j, 3)), get(p), get(q), mul, store(0))
			w.do(getLocal(word(j, 2)), get(p), constF64(1), get(q), sub, mul, store(0))
		}
		for k, v := range phi {
			w.do(base(slotIn), load(8*s.place(k)), set(v))
		}
	}
}

// enter puts what arrives at the root on the stack.
func (w *writer) enter() {
	if w.Weighted {
		w.do(here(slotWeight), load(0))
		return
	}
	w.do(constF64(1))
}

func (s Spec) anyProducts() *function {
	w := s.anyWriter()
	phi, flow := w.anyFlow()
	k := s.leaves()
	gram, cross := w.zero(k*(k+1)/2), w.zero(k)
	w.rows(0, s.Rows, func() {
		flow()
		w.addProducts(phi, gram, cross)
	})
	w.totals(0, append(gram, cross...))
	return w.function
}

func (s Spec) anyClassSums() *function {
	w := s.anyWriter()
	phi, flow := w.anyFlow()
	sums := w.several(s.leaves())
	lo := 0
	for c, hi := range s.ClassEnds {
		w.clear(sums)
		w.rows(lo, hi, func() {
			flow()
			for i, p := range phi {
				w.do(get(sums[i]), get(p), add, set(sums[i]))
			}
		})
		for i, v := range sums {
			w.total(i*len(s.ClassEnds)+c, v)
		}
		lo = hi
	}
	return w.function
}

// anyValues mixes the leaf values from the last split to the first.
func (s Spec) anyValues() *function {
	w := s.anyWriter()
	left, right := w.fresh(), w.fresh()
	w.rows(0, s.Rows, func() {
		for j := s.Splits - 1; j >= 0; j-- {
			w.do(getLocal(word(j, 2)), load(0), set(left), getLocal(word(j, 3)), load(0), set(right))
			w.do(getLocal(word(j, 1)), get(left), getLocal(word(j, 0)), getLocal(row), addI32, load(0))
			w.do(get(right), get(left), sub, mul, add, store(0))
		}
		w.do(here(slotOut), base(slotIn), load(8*s.place(s.root())), store(0))
	})
	return w.function
}

func (s Spec) anyReaches() *function {
	w := s.anyWriter()
	phi, flow := w.anyFlow()
	w.rows(0, s.Rows, func() {
		flow()
		for k, v := range phi {
			w.do(here(slotOut), get(v), store(8*k*s.Rows))
		}
	})
	return w.function
}

// anyFlow fills reach of the slots for the rows.
func (r *Reference) anyFlow(routes [][routed]int, lo, hi int) {
	n := hi - lo
	copy(r.reach[r.Spec.root()], r.root(lo, hi))
	for _, to := range routes {
		psi := r.frame.Psi[to[0]*r.Rows+lo : to[0]*r.Rows+hi]
		here, left, right := r.reach[to[1]][:n], r.reach[to[2]][:n], r.reach[to[3]][:n]
		for i, v := range here {
			right[i] = v * psi[i]
			left[i] = v * (1 - psi[i])
		}
	}
}

func (r *Reference) anyProducts() {
	k, routes := len(r.leaf), r.routes(r.frame.In)
	n := k*(k+1)/2 + k
	clear(r.sums[:n])
	r.each(0, r.Rows, func(lo, hi int) {
		r.anyFlow(routes, lo, hi)
		r.addProducts(r.sums[:n-k], r.sums[n-k:n], lo, hi)
	})
	r.finish(n)
}

func (r *Reference) anyClassSums() {
	classes, lo, routes := len(r.ClassEnds), 0, r.routes(r.frame.In)
	clear(r.sums[:len(r.leaf)*classes])
	for c, hi := range r.ClassEnds {
		r.each(lo, hi, func(lo, hi int) {
			r.anyFlow(routes, lo, hi)
			for k := range r.leaf {
				sum(&r.sums[k*classes+c], r.reach[k][:hi-lo])
			}
		})
		lo = hi
	}
	r.finish(len(r.leaf) * classes)
}

func (r *Reference) anyValues() {
	routes := r.routes(r.frame.In)
	r.each(0, r.Rows, func(lo, hi int) {
		n := hi - lo
		for k := range r.leaf {
			leaf, v := r.value[k][:n], r.frame.In[r.place(k)]
			for i := range leaf {
				leaf[i] = v
			}
		}
		for j := len(routes) - 1; j >= 0; j-- {
			to := routes[j]
			psi := r.frame.Psi[to[0]*r.Rows+lo : to[0]*r.Rows+hi]
			here, left, right := r.value[to[1]][:n], r.value[to[2]][:n], r.value[to[3]][:n]
			for i, q := range psi {
				here[i] = left[i] + float64(q*(right[i]-left[i]))
			}
		}
		copy(r.frame.Out[lo:hi], r.value[r.Spec.root()])
	})
}

func (r *Reference) anyReaches() {
	routes := r.routes(r.frame.In)
	r.each(0, r.Rows, func(lo, hi int) {
		r.anyFlow(routes, lo, hi)
		for k := range r.leaf {
			copy(r.frame.Out[k*r.Rows+lo:k*r.Rows+hi], r.reach[k])
		}
	})
}
