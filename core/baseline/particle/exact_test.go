// The exact marginal likelihood and posterior of small data, written down from the article and independently of the
// filter.

package particle

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"dcctree/core/baseline/hard"
	"dcctree/core/baseline/hard/hardtest"
	"dcctree/core/softtree"
)

// exact knows the model of some rows by brute force.
type exact struct {
	data     softtree.Data
	settings Settings
	known    map[string]float64
}

// logMarginal is the log marginal likelihood of a leaf: Dirichlet-multinomial for classes, normal-inverse-gamma for
// numbers, as a product of predictive densities (Murphy 2007, Conjugate Bayesian analysis of the Gaussian distribution,
// equations 85 to 89 and 110).
func (e *exact) logMarginal(rows []int) (log float64) {
	s := e.settings
	if k := e.data.Classes; k > 0 {
		counts := make([]float64, k)
		for n, i := range rows {
			c := e.data.Class[i]
			log += math.Log((s.Concentration/float64(k) + counts[c]) / (s.Concentration + float64(n)))
			counts[c]++
		}
		return log
	}
	mean, count, shape, scale := s.Mean, s.Count, s.Shape, s.Scale
	for _, i := range rows {
		y := e.data.Y[i]
		log += logStudent(y, 2*shape, mean, scale*(count+1)/(shape*count))
		scale += count * (y - mean) * (y - mean) / (2 * (count + 1))
		mean = (count*mean + y) / (count + 1)
		count, shape = count+1, shape+.5
	}
	return log
}

// logStudent is the log density of a Student distribution with squared scale s2.
func logStudent(x, df, mean, s2 float64) float64 {
	a, _ := math.Lgamma((df + 1) / 2)
	b, _ := math.Lgamma(df / 2)
	return a - b - .5*math.Log(df*math.Pi*s2) - (df+1)/2*math.Log1p((x-mean)*(x-mean)/(s2*df))
}

func (e *exact) splitProbability(depth int) float64 {
	return e.settings.Alpha * math.Pow(1+float64(depth), -e.settings.Beta)
}

// value returns a row's value of a feature.
func (e *exact) value(feature, row int) float64 { return e.data.X[feature*e.data.N+row] }

// span returns the least and the largest value of some rows.
func (e *exact) span(rows []int, feature int) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, i := range rows {
		low, high = min(low, e.value(feature, i)), max(high, e.value(feature, i))
	}
	return low, high
}

// marginal returns the marginal likelihood of some rows under all trees below a node at a depth: the sum over stopping
// and over all features and gaps of prior x the product of both sides, which is the sum over all trees, without any
// bound on their size.
func (e *exact) marginal(rows []int, depth int) float64 {
	if e.known == nil {
		e.known = map[string]float64{}
	}
	key := listKey(rows) + "@" + strconv.Itoa(depth)
	if v, ok := e.known[key]; ok {
		return v
	}
	leaf := math.Exp(e.logMarginal(rows))
	sum, features := 0.0, 0
	for f := range e.data.D {
		low, high := e.span(rows, f)
		if low == high {
			continue
		}
		features++
		for _, i := range rows { // the gap above the value of row i, once for equal values
			below := e.value(f, i)
			above, left, right := math.Inf(1), []int(nil), []int(nil)
			first := true
			for _, j := range rows {
				v := e.value(f, j)
				first = first && (v != below || j >= i)
				if v <= below {
					left = append(left, j)
				} else {
					right, above = append(right, j), min(above, v)
				}
			}
			if first && right != nil {
				sum += (above - below) / (high - low) * e.marginal(left, depth+1) * e.marginal(right,
					depth+1)
			}
		}
	}
	if features > 0 {
		p := e.splitProbability(depth)
		leaf = (1-p)*leaf + p*sum/float64(features)
	}
	e.known[key] = leaf
	return leaf
}

func (e *exact) logZ() float64 { return math.Log(e.marginal(all(e.data.N), 0)) }

func all(n int) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return rows
}

func listKey(rows []int) string {
	var b strings.Builder
	for _, i := range rows {
		b.WriteString(strconv.Itoa(i))
		b.WriteByte(' ')
	}
	return b.String()
}

// posterior returns the probabilities of all trees, those that divide the rows alike taken together, and log Z.
func (e *exact) posterior() (p map[string]float64, logZ float64) {
	p = map[string]float64{}
	sum := 0.0
	for _, t := range hardtest.Enumerate(e.data, e.data.N, 1) {
		v := math.Exp(e.logDensity(t))
		p[e.key(t.Nodes[0])] += v
		sum += v
	}
	for k := range p {
		p[k] /= sum
	}
	return p, math.Log(sum)
}

// logDensity returns log of prior x likelihood of a listed tree.
func (e *exact) logDensity(t *hardtest.Tree) (log float64) {
	for _, n := range t.Nodes {
		p := e.splitProbability(n.Depth)
		if n.Features() == 0 {
			p = 0
		}
		if n.Rule == hard.Stop {
			log += math.Log(1-p) + e.logMarginal(n.Rows)
			continue
		}
		f := int(n.Rule.Feature)
		low, high := e.span(n.Rows, f)
		values := e.distinct(f)
		width := values[n.Rule.Cut+1] - values[n.Rule.Cut]
		log += math.Log(p / float64(n.Features()) * width / (high - low))
	}
	return log
}

// distinct returns the values of a feature, ascending.
func (e *exact) distinct(f int) []float64 {
	values := slices.Clone(e.data.X[f*e.data.N : (f+1)*e.data.N])
	slices.Sort(values)
	return slices.Compact(values)
}

// key writes a listed tree by features and the rows that go left.
func (e *exact) key(n *hardtest.Node) string {
	if n.Rule == hard.Stop {
		return "."
	}
	return strconv.Itoa(int(n.Rule.Feature)) + "(" + listKey(n.Left.Rows) + e.key(n.Left) + e.key(n.Right) + ")"
}

// particleKey writes a particle as exact.key does.
func particleKey(p *particle, k int32) string {
	n := p.nodes[k]
	if n.feature == hard.Leaf {
		return "."
	}
	var rows []int
	for _, i := range p.rows[p.nodes[n.left].lo:p.nodes[n.left].hi] {
		rows = append(rows, int(i))
	}
	slices.Sort(rows)
	return strconv.Itoa(int(n.feature)) + "(" + listKey(rows) + particleKey(p, n.left) + particleKey(p, n.left+1) +
		")"
}
