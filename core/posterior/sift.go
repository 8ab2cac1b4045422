// Which splits divide training rows: draws read by hard splits, and what is left of their trees.

package posterior

import (
	"sort"

	"dcctree/core/dcc"
	"dcctree/core/softtree"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

// Bounds of the work on one topology, some 10 ms: the answer then rests on fewer draws, which its error counts, or on
// fewer rows.
const (
	// siftedRows is how many training rows of different inputs are sent at most, evenly spaced: a split that
	// divides off fewer than about one in so many may count as dividing none.
	siftedRows  = 1000
	siftedWork  = 4e6 // draws x rows x splits x features: beyond it the draws are thinned
	leastSifted = 32  // draws that every topology keeps, but the light ones
	lightMixed  = 8   // draws that are mixed of a light topology, at most
	lightSifted = 16  // draws that it keeps
)

// sifted is what the draws of a topology are when they are read hard: a row goes left where x.Delta <= tau. A split
// divides rows where it sends at least one training row to either side, of those that reach it.
type sifted struct {
	draws   dcc.Draws   // those that were read
	trees   []tree.Tree // of each: their answers are not set
	divides [][]bool    // of each, by node: splits that do
	shapes  []shape     // by falling share
	number  float64     // effective number of draws
}

// shape is what is left of a draw's tree without the splits that divide no row: of such a split the side with the rows
// moves up.
type shape struct {
	topology topology.Topology
	share    float64 // of the draws
}

// sift reads the draws of a topology, once until they change.
func (p *Posterior) sift(m *member) *sifted {
	if m.sifted == nil {
		if p.sieve == nil {
			p.sieve = newSieve(p.problem.Data)
		}
		m.sifted = p.sieve.read(m)
	}
	return m.sifted
}

// sieve sends rows through trees by hard splits.
type sieve struct {
	n, d  int
	x     []float64 // row-major, scaled
	order []int     // of the rows, so that those below a node stand together
}

func newSieve(data softtree.Data) *sieve {
	merged := data.Merge()
	n, d := min(merged.N, siftedRows), merged.D
	s := &sieve{n: n, d: d, x: make([]float64, 0, n*d), order: make([]int, n)}
	for i := range n {
		s.order[i] = i
		for f := range d {
			s.x = append(s.x, merged.X[f*merged.N+i*merged.N/n])
		}
	}
	return s
}

// read reads the draws of a topology, or as many as there is time for.
func (s *sieve) read(m *member) *sifted {
	work := float64(s.n * s.d * max(1, m.layout.Splits))
	most := max(leastSifted, int(siftedWork/work))
	if m.draws.Mixed > 0 && m.draws.Mixed <= lightMixed {
		most = lightSifted
	}
	out := &sifted{draws: thinDraws(m.draws, most)}
	out.number = min(effective(m.draws, 0), float64(len(out.draws.Shares)))
	share := map[string]float64{}
	for k, part := range out.draws.Shares {
		drawn := m.layout.Drawn(m.topology, out.draws.Point(k), nil, 0)
		divides := make([]bool, len(drawn.Nodes))
		key := s.shape(&drawn, divides)
		if _, seen := share[key]; !seen {
			left, err := topology.Parse(key)
			if err != nil {
				panic("posterior: a shape that is no tree: " + err.Error())
			}
			out.shapes = append(out.shapes, shape{topology: left})
		}
		share[key] += part
		out.trees, out.divides = append(out.trees, drawn), append(out.divides, divides)
	}
	for i := range out.shapes {
		out.shapes[i].share = share[out.shapes[i].topology.Key()]
	}
	sort.SliceStable(out.shapes, func(a, b int) bool { return out.shapes[a].share > out.shapes[b].share })
	return out
}

// shape marks the splits that divide rows and returns the key of what is left of the tree.
func (s *sieve) shape(of *tree.Tree, divides []bool) string {
	var key []byte
	var walk func(at int, rows []int)
	walk = func(at int, rows []int) {
		n := &of.Nodes[at]
		if n.Leaf() {
			key = append(key, '0')
			return
		}
		left := s.part(rows, n.Rule)
		switch left {
		case len(rows):
			walk(at+1, rows)
		case 0:
			walk(n.Right, rows)
		default:
			divides[at] = true
			key = append(key, '1')
			walk(at+1, rows[:left])
			walk(n.Right, rows[left:])
		}
	}
	walk(0, s.order)
	return string(key)
}

// part puts the rows that go left first and returns how many they are.
func (s *sieve) part(rows []int, rule tree.Rule) (left int) {
	for k, i := range rows {
		if rule.Left(tree.RowOf(s.x[i*s.d : (i+1)*s.d])) {
			rows[k], rows[left] = rows[left], i
			left++
		}
	}
	return left
}
