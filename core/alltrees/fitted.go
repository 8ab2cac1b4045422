// What drawn trees say of the training rows, and the tree that says most nearly what all of them do.

package alltrees

import "math"

// fit writes what a tree predicts of its training rows: the mean in standardized units, or each class's probability.
func (t *Table) fit(s *Tree, sigma int, rows []int32, dst []float64) {
	if s.left != nil {
		left, right := t.part(rows, s.rule)
		t.fit(s.left, sigma, left, dst)
		t.fit(s.right, sigma, right, dst)
		return
	}
	if len(rows) == 0 {
		return
	}
	p := t.point(s, sigma, 1)
	for _, i := range rows {
		if t.class == nil {
			dst[i] = (p.Mean - t.mean) / t.sd
		} else {
			copy(dst[int(i)*t.marginal.classes:], p.Classes)
		}
	}
}

// fit is that of kept tree k.
func (r *Sample) fit(k int, rows []int32, dst []float64) {
	if r.blends != nil {
		copy(dst, r.blends[k].fitted)
		return
	}
	r.cloud.t.fit(r.Trees[k], r.Sigmas[k], rows, dst)
}

// answers is how many numbers a row's prediction has.
func (t *Table) answers() int { return max(1, t.marginal.classes) }

// fitted are the mean predictions of all kept trees for the training rows, row by row, and the mean noise's standard
// deviation, of leaves with noises of their own that of the level; both standardized. Of classes the noise is 1.
func (r *Sample) fitted() (mean []float64, noise float64) {
	t := r.cloud.t
	rows, _ := t.all()
	one := make([]float64, t.rows*t.answers())
	mean = make([]float64, len(one))
	share := 1 / float64(len(r.Trees))
	for k := range r.Trees {
		r.fit(k, rows, one)
		for i, v := range one {
			mean[i] += v * share
		}
		noise += share * t.noise(r.Sigmas[k])
	}
	return mean, noise
}

// Fits are what the kept trees predict of the training rows on average, of numbers in the response's units; of classes
// the probabilities, row by row.
func (r *Sample) Fits() []float64 {
	mean, _ := r.fitted()
	if t := r.cloud.t; t.class == nil {
		for i, v := range mean {
			mean[i] = t.mean + t.sd*v
		}
	}
	return mean
}

// mostWithout is how many trees with gradual splits say what they predict without a row, which takes long where they
// have many leaves.
const mostWithout = 100

// Without is what the kept trees predict of each training number on average, in the response's units, without the row
// itself given the tree: a far row that has a leaf for itself is far from that. Trees with gradual splits are some of
// the kept ones, evenly. Leaves have one noise.
func (r *Sample) Without() []float64 {
	t := r.cloud.t
	rows, _ := t.all()
	one, mean := make([]float64, t.rows), make([]float64, t.rows)
	step := 1
	if r.blends != nil {
		step = max(1, len(r.Trees)/mostWithout)
	}
	said := float64((len(r.Trees)-1)/step + 1)
	for k := 0; k < len(r.Trees); k += step {
		r.fit(k, rows, one)
		if r.blends != nil {
			r.blends[k].without(t, one)
		} else {
			t.without(r.Trees[k], t.marginal.grid[r.Sigmas[k]].s2, rows, one)
		}
		for i, v := range one {
			mean[i] += v / said
		}
	}
	for i, v := range mean {
		mean[i] = t.mean + float64(t.sd*v)
	}
	return mean
}

// without takes each row out of what its leaf says, which is its sum over its rows and the noise's variance together.
func (t *Table) without(s *Tree, s2 float64, rows []int32, fits []float64) {
	if s.left != nil {
		left, right := t.part(rows, s.rule)
		t.without(s.left, s2, left, fits)
		t.without(s.right, s2, right, fits)
		return
	}
	n := float64(len(rows)) + s2
	for _, i := range rows {
		fits[i] = t.y[i] - (t.y[i]-fits[i])*n/(n-1)
	}
}

func (t *Table) noise(sigma int) float64 {
	switch {
	case t.class != nil:
		return 1
	case t.marginal.levels != nil:
		return math.Sqrt(t.marginal.levels[sigma].s2)
	}
	return math.Sqrt(t.marginal.grid[sigma].s2)
}

// Representative is the kept tree with the smallest expected loss, and that loss. The loss is the mean over the
// training rows of the squared difference of two trees' predictions, in the response's variance; for classes summed
// over their probabilities. The expectation is over the kept trees, which makes it the tree nearest to their mean.
func (r *Sample) Representative() (number int, loss float64) {
	t := r.cloud.t
	rows, _ := t.all()
	mean, _ := r.fitted()
	one := make([]float64, len(mean))
	best, all := math.Inf(1), 0.0
	for k := range r.Trees {
		r.fit(k, rows, one)
		d := 0.0
		for i, v := range one {
			d += (v - mean[i]) * (v - mean[i]) / float64(t.rows)
		}
		all += d / float64(len(r.Trees))
		if d < best {
			number, best = k, d
		}
	}
	return number, t.inVariances(best + all)
}

// inVariances is a loss in standardized units in the response's variance.
func (t *Table) inVariances(loss float64) float64 { return loss * t.spread * t.spread }
