// Trees of few leaves: the part of a drawn tree that says most nearly what all of them do.

package alltrees

import "math"

// Readable is a drawn tree cut back to few leaves. Each of its leaves says what all kept trees together predict of its
// training rows on average: a summary of the posterior (Woody, Carvalho and Murray 2021), which no likelihood weighs.
type Readable struct {
	Leaves int // with training rows
	// Loss is the mean over the training rows of the squared difference to what all kept trees predict, in the
	// response's variance; for classes summed over their probabilities.
	Loss float64
	Tree *Reading
}

// Readable returns, for at most 1, 2, ... leaves, the smallest of all parts of kept trees with the least loss. It ends
// with the number of leaves that more of them do not improve on, or with most.
func (r *Sample) Readable(most int) (all []Readable) {
	mean, noise := r.fitted()
	c := cutter{t: r.cloud.t, mean: mean, noise: noise, own: r.noises(), most: most}
	rows, _ := c.t.all()
	losses, best := make([]float64, most), make([]*Tree, most)
	least := math.Inf(1)
	for k := range losses {
		losses[k] = math.Inf(1)
	}
	seen := map[*Tree]bool{} // many kept trees are one
	for _, s := range r.Trees {
		if seen[s] {
			continue
		}
		seen[s] = true
		for k, loss := range c.cut(s, rows).losses {
			if loss < losses[k] {
				losses[k], best[k] = loss, s
			}
		}
	}
	for k, s := range best {
		if s == nil || losses[k] >= least-rounding*losses[0] {
			continue
		}
		least = losses[k]
		loss := c.t.inVariances(least / float64(c.t.rows))
		all = append(all, Readable{k + 1, loss, c.read(c.cut(s, rows), k+1)})
	}
	return all
}

const rounding = 1e-9 // of the loss without a split

// cutter cuts trees back.
type cutter struct {
	t     *Table
	mean  []float64 // what all kept trees predict of the training rows, standardized
	noise float64   // standard deviation of the noise, standardized
	own   []float64 // variances of the rows' noise where leaves have noises of their own, otherwise nil
	most  int       // leaves
}

// cut is a node of a tree with its rows. losses are the least with exactly 1, 2, ... leaves.
type cut struct {
	s           *Tree
	rows        []int32
	losses      []float64
	left, right *cut // nil at a leaf
}

// cut finds the least losses of the parts of a tree: those of a split's sides in every division of the leaves.
func (c *cutter) cut(s *Tree, rows []int32) *cut {
	s = s.dividing()
	k := &cut{s: s, rows: rows, losses: []float64{c.alone(rows)}}
	if s.left == nil || c.most == 1 {
		return k
	}
	left, right := c.t.part(rows, s.rule)
	k.left, k.right = c.cut(s.left, left), c.cut(s.right, right)
	for n := 2; n <= min(c.most, len(k.left.losses)+len(k.right.losses)); n++ {
		_, loss := k.divide(n)
		k.losses = append(k.losses, loss)
	}
	return k
}

// divide finds how many of n leaves are best below the left side, and the loss.
func (k *cut) divide(n int) (left int, loss float64) {
	loss = math.Inf(1)
	for i, l := range k.left.losses {
		if j := n - i - 2; j >= 0 && j < len(k.right.losses) && l+k.right.losses[j] < loss {
			left, loss = i+1, l+k.right.losses[j]
		}
	}
	return left, loss
}

// alone is the sum of the squared differences of the rows' predictions to their mean.
func (c *cutter) alone(rows []int32) (loss float64) {
	m := c.t.answers()
	for a := range m {
		sum, squares := 0.0, 0.0
		for _, i := range rows {
			v := c.mean[int(i)*m+a]
			sum, squares = sum+v, squares+float64(v*v)
		}
		loss += max(0, squares-sum*sum/float64(max(1, len(rows))))
	}
	return loss
}

// read makes n leaves of a cut.
func (c *cutter) read(k *cut, n int) *Reading {
	if n == 1 {
		return c.leaf(k.rows)
	}
	d := c.t.splitReading(k.s, k.rows)
	left, _ := k.divide(n)
	d.Left, d.Right = c.read(k.left, left), c.read(k.right, n-left)
	return d
}

// leaf says what all kept trees predict of the rows on average, and how far a row to come is from that.
func (c *cutter) leaf(rows []int32) *Reading {
	d := &Reading{Column: -1, Rows: len(rows)}
	m, n := c.t.answers(), float64(len(rows))
	means := make([]float64, m)
	for _, i := range rows {
		for a := range means {
			means[a] += c.mean[int(i)*m+a] / n
		}
	}
	if c.t.class != nil {
		d.Classes = means
		return d
	}
	d.Mean, d.SD = c.t.mean+float64(c.t.sd*means[0]), c.t.sd*c.spread(rows, means[0])
	d.Tails = c.t.heavy
	return d
}

// typical is how many rows the noise of all trees counts for where a leaf's rows tell its own.
const typical = 5

// spread is the standard deviation of a row to come, standardized: by the leaf's rows, and as many more as typical
// says whose variance is the noise of all trees, in these rows where leaves have noises of their own.
func (c *cutter) spread(rows []int32, mean float64) float64 {
	if c.t.heavy {
		return c.tailSpread(rows, mean)
	}
	squares := typical * c.noise * c.noise
	if c.own != nil {
		squares = typical * c.noiseOf(rows)
	}
	for _, i := range rows {
		squares += (c.t.y[i] - mean) * (c.t.y[i] - mean)
	}
	n := float64(len(rows))
	return math.Sqrt(squares / (n + typical) * (1 + 1/n))
}

// tailSpread is that where tails are heavy.
func (c *cutter) tailSpread(rows []int32, mean float64) float64 {
	misses := make([]float64, len(rows))
	for k, i := range rows {
		misses[k] = (c.t.y[i] - mean) * (c.t.y[i] - mean)
	}
	return tailSD(tailScale(misses, typical, c.noise*c.noise) * (1 + 1/float64(len(rows))))
}

// noiseOf is the mean variance of the rows' noise.
func (c *cutter) noiseOf(rows []int32) (v float64) {
	for _, i := range rows {
		v += c.own[i] / float64(len(rows))
	}
	return v
}

// Predict appends what the tree says of a new row, by column as in NewTable, the way a person reads it: a number goes
// left up to the threshold, also where the split is gradual. A gap where no training row has one, or a level that no
// training row of the node has, goes both ways by the training rows' shares.
func (d *Reading) Predict(row []float64, share float64, dst []Point) []Point {
	if d.Column < 0 {
		return append(dst, Point{Share: share, Mean: d.Mean, SD: d.SD, Classes: d.Classes, Tails: d.Tails})
	}
	left := d.leftShare(row[d.Column])
	if left > 0 {
		dst = d.Left.Predict(row, share*left, dst)
	}
	if left < 1 {
		dst = d.Right.Predict(row, share*(1-left), dst)
	}
	return dst
}

func (d *Reading) leftShare(v float64) float64 {
	left, known := false, true
	switch {
	case math.IsNaN(v):
		left, known = d.GapsLeft, d.HasGaps
	case d.Levels == nil && d.Others == nil:
		left = v <= d.Threshold
	default:
		left = holds(d.Levels, v)
		known = left || holds(d.Others, v)
	}
	switch {
	case !known:
		return float64(d.Left.Rows) / float64(d.Rows)
	case left:
		return 1
	}
	return 0
}

func holds(levels []int, v float64) bool {
	for _, l := range levels {
		if float64(l) == v {
			return true
		}
	}
	return false
}
