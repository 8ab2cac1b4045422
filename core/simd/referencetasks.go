// The functions of every task in plain Go.

package simd

func (r *Reference) products() {
	k := len(r.leaf)
	n := k*(k+1)/2 + k
	clear(r.sums[:n])
	gram, cross := r.sums[:n-k], r.sums[n-k:n]
	r.each(0, r.Rows, func(lo, hi int) {
		r.split(lo, hi)
		r.flow(r.root(lo, hi))
		r.addProducts(gram, cross, lo, hi)
	})
	r.finish(n)
}

// addProducts adds the products of the leaves' probabilities with each other and with the response.
func (r *Reference) addProducts(gram, cross [][2]float64, lo, hi int) {
	for i, at := range r.leaf {
		phi := r.reach[at][:hi-lo]
		dot(&cross[i], phi, r.frame.Response[lo:hi])
		for j, other := range r.leaf[:i+1] {
			dot(&gram[i*(i+1)/2+j], phi, r.reach[other])
		}
	}
}

func (r *Reference) squares() {
	r.sums[0] = [2]float64{}
	r.each(0, r.Rows, func(lo, hi int) {
		r.collect(r.frame.In[:len(r.leaf)], hi-lo)
		r.collapsedResidual(lo, hi)
	})
	r.finish(1)
}

// collapsedResidual sets the residual e = response - root x value and adds its squares.
func (r *Reference) collapsedResidual(lo, hi int) {
	e, root, fit := r.residual[:hi-lo], r.root(lo, hi), r.value[0][:hi-lo]
	for i, y := range r.frame.Response[lo:hi] {
		e[i] = y - float64(root[i]*fit[i])
	}
	dot(&r.sums[0], e, e)
}

func (r *Reference) slopes() {
	k, n := len(r.leaf), 1+r.Params()
	clear(r.sums[:n])
	r.each(0, r.Rows, func(lo, hi int) {
		r.collect(r.frame.In[:k], hi-lo)
		r.collapsedResidual(lo, hi)
		r.flow(r.root(lo, hi))
		r.leafSlopes(r.residual[:hi-lo])
		r.mix(hi - lo)
		r.splitSums(1, lo, hi)
	})
	r.finish(n)
}

// leafSlopes sets the leaf values of a block to e m_k - (S phi)_k.
func (r *Reference) leafSlopes(e []float64) {
	k := len(r.leaf)
	for i, at := range r.leaf {
		slope, m := r.value[at][:len(e)], r.frame.In[i]
		for at, v := range e {
			slope[at] = v * m
		}
		row := r.frame.In[k+i*k : k+(i+1)*k]
		j := 0
		for ; j+1 < k; j += 2 {
			takeScaled(slope, r.reach[r.leaf[j]], r.reach[r.leaf[j+1]], row[j], row[j+1])
		}
		if j < k {
			addScaled(slope, r.reach[r.leaf[j]], -row[j])
		}
	}
}

func (r *Reference) regression(gradient bool) {
	k, n := len(r.leaf), 1
	if gradient {
		n += k + r.Params()
	}
	clear(r.sums[:n])
	r.each(0, r.Rows, func(lo, hi int) {
		r.split(lo, hi)
		r.collect(r.frame.In[:k], hi-lo)
		e := r.weightedResidual(lo, hi)
		if !gradient {
			return
		}
		// With the residual as what enters at the root, every reach is residual x probability.
		r.flow(e)
		for i, at := range r.leaf {
			sum(&r.sums[1+i], r.reach[at][:hi-lo])
		}
		r.splitSums(1+k, lo, hi)
	})
	r.finish(n)
}

// weightedResidual returns e = w (value - response) and adds e (value - response).
func (r *Reference) weightedResidual(lo, hi int) []float64 {
	e, plain, fit := r.residual[:hi-lo], r.z[:hi-lo], r.value[0][:hi-lo]
	for i, y := range r.frame.Response[lo:hi] {
		plain[i] = fit[i] - y
	}
	for i, w := range r.root(lo, hi) {
		e[i] = plain[i] * w
	}
	dot(&r.sums[0], e, plain)
	return e
}

func (r *Reference) classSums() {
	classes, lo := len(r.ClassEnds), 0
	clear(r.sums[:len(r.leaf)*classes])
	for c, hi := range r.ClassEnds {
		r.each(lo, hi, func(lo, hi int) {
			r.split(lo, hi)
			r.flow(r.root(lo, hi))
			for k, at := range r.leaf {
				sum(&r.sums[k*classes+c], r.reach[at][:hi-lo])
			}
		})
		lo = hi
	}
	r.finish(len(r.leaf) * classes)
}

func (r *Reference) classSlopes() {
	k, lo := len(r.leaf), 0
	clear(r.sums[:r.Params()])
	for c, hi := range r.ClassEnds {
		r.each(lo, hi, func(lo, hi int) {
			r.flow(r.root(lo, hi))
			r.collect(r.frame.In[c*k:(c+1)*k], hi-lo)
			r.splitSums(0, lo, hi)
		})
		lo = hi
	}
	r.finish(r.Params())
}
