// Tests of topologies: keys, moves, prior.

package topology

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dcctree/core/random"
)

func leaves(t *testing.T, ids ...int) Topology {
	t.Helper()
	top, err := FromLeaves(ids)
	if err != nil {
		t.Fatal(err)
	}
	return top
}

// TestNamedTopologies: keys and ids of the trees that the paper and its data name.
func TestNamedTopologies(t *testing.T) {
	for _, c := range []struct {
		ids      []int
		key      string
		internal []int
	}{
		{[]int{0}, "0", []int{}},
		{[]int{1, 2}, "100", []int{0}},
		{[]int{1, 5, 6}, "10100", []int{0, 2}},
		{[]int{3, 4, 2}, "11000", []int{0, 1}},
		{[]int{3, 9, 10, 5, 6}, "110100100", []int{0, 1, 4, 2}},
	} {
		top := leaves(t, c.ids...)
		if top.Key() != c.key || !reflect.DeepEqual(top.LeafIDs(), c.ids) ||
			!reflect.DeepEqual(top.InternalIDs(), c.internal) {
			t.Errorf("%v: key %s, leaves %v, internal %v", c.ids, top.Key(), top.LeafIDs(),
				top.InternalIDs())
		}
		parsed, err := Parse(c.key)
		if err != nil || parsed != top {
			t.Errorf("Parse(%s) = %v, %v", c.key, parsed, err)
		}
	}
	if s := leaves(t, 5, 1, 6).String(); s != "{1,5,6}" {
		t.Errorf("String %s", s)
	}
}

func TestBadKeysAndLeaves(t *testing.T) {
	deep := ""
	for range MaxDepth + 1 {
		deep += "1"
	}
	for _, key := range []string{"", "1", "10", "1000", "00", "2", "1a0", deep, deep + "0"} {
		if _, err := Parse(key); err == nil {
			t.Errorf("Parse(%q) accepted", key)
		}
	}
	for _, ids := range [][]int{{}, {1}, {1, 2, 3}, {1, 1, 2}, {-1, 2}, {0, 1, 2}, {1 << 40, 2}} {
		if top, err := FromLeaves(ids); err == nil {
			t.Errorf("FromLeaves(%v) = %v", ids, top)
		}
	}
}

// TestCountsAreCatalan: growing from the root reaches C_n topologies with n splits (1, 1, 2, 5, 14, 42).
func TestCountsAreCatalan(t *testing.T) {
	level := map[Topology]bool{Root(): true}
	for n, want := range []int{1, 1, 2, 5, 14, 42} {
		if len(level) != want {
			t.Fatalf("%d splits: %d topologies, want %d", n, len(level), want)
		}
		next := map[Topology]bool{}
		for top := range level {
			for _, leaf := range top.Growable() {
				next[top.Grow(leaf)] = true
			}
		}
		level = next
	}
}

func TestWalkInvariants(t *testing.T) {
	rng := random.Stream(1, "walk")
	top := Root()
	for range 3000 {
		next, move := top.Propose(rng, MoveProbabilities{Grow: .5, Prune: .4, Stay: .1})
		if d := next.Splits() - top.Splits(); d != map[Move]int{Stay: 0, Grow: 1, Prune: -1}[move] {
			t.Fatalf("%v by %v gives %v", top, move, next)
		}
		if back, err := Parse(next.Key()); err != nil || back != next {
			t.Fatalf("%v: key does not round-trip: %v", next, err)
		}
		if again := leaves(t, next.LeafIDs()...); again != next {
			t.Fatalf("%v: leaf ids do not round-trip", next)
		}
		checkNodes(t, next)
		top = next
	}
}

func checkNodes(t *testing.T, top Topology) {
	t.Helper()
	nodes := top.Nodes()
	if len(nodes) != 2*top.Splits()+1 {
		t.Fatalf("%v: %d nodes", top, len(nodes))
	}
	for at, n := range nodes {
		if n.Leaf {
			continue
		}
		l, r := nodes[n.Left], nodes[n.Right]
		if l.ID != 2*n.ID+1 || r.ID != 2*n.ID+2 || l.Parent != at || r.Parent != at || l.Depth != n.Depth+1 {
			t.Fatalf("%v: children of node %d are wrong", top, n.ID)
		}
	}
}

// TestProposalFrequencies: chi-square of the three moves from {1,5,6} and from the root-only tree.
func TestProposalFrequencies(t *testing.T) {
	p := MoveProbabilities{Grow: .6, Prune: .3, Stay: .1}
	const n = 20000
	for _, c := range []struct {
		from Topology
		want [3]float64 // stay, grow, prune
	}{{leaves(t, 1, 5, 6), [3]float64{.1, .6, .3}}, {Root(), [3]float64{.1 / .7, .6 / .7, 0}}} {
		rng := random.Stream(2, c.from.Key())
		var count [3]float64
		for range n {
			_, move := c.from.Propose(rng, p)
			count[move]++
		}
		var chi2 float64
		for k, w := range c.want {
			if w == 0 {
				if count[k] > 0 {
					t.Errorf("%v: impossible move made", c.from)
				}
				continue
			}
			chi2 += (count[k] - n*w) * (count[k] - n*w) / (n * w)
		}
		if chi2 > 18.4 { // 1e-4 point of chi-square with 2 degrees of freedom
			t.Errorf("%v: chi-square %v, counts %v", c.from, chi2, count)
		}
	}
}

// TestPrior: alpha .95, beta 1: p({1,2}) = .95 (1-.475)^2, by hand; draws agree within 5 binomial errors.
func TestPrior(t *testing.T) {
	p := Prior{Alpha: .95, Beta: 1}
	stump := leaves(t, 1, 2)
	if got, want := p.Log(stump), math.Log(.95*.525*.525); math.Abs(got-want) > 1e-14 {
		t.Errorf("log p({1,2}) = %v, want %v", got, want)
	}
	if got := p.Log(Root()); math.Abs(got-math.Log(.05)) > 1e-14 {
		t.Errorf("log p(root) = %v", got)
	}
	rng := random.Stream(3, "prior")
	const n = 20000
	count := map[Topology]int{}
	for range n {
		top, ok := p.Draw(rng)
		if !ok {
			t.Fatal("draw lost")
		}
		count[top]++
	}
	for _, top := range []Topology{Root(), stump, leaves(t, 1, 5, 6), leaves(t, 3, 4, 2), leaves(t, 3, 4, 5, 6)} {
		q := math.Exp(p.Log(top))
		if z := (float64(count[top]) - n*q) / math.Sqrt(n*q*(1-q)); math.Abs(z) > 5 {
			t.Errorf("%v drawn %d times, expected %v", top, count[top], n*q)
		}
	}
}

// TestRunawayPriorIsBounded: with alpha .999 and beta 0 the branching process never dies out.
func TestRunawayPriorIsBounded(t *testing.T) {
	if _, ok := (Prior{Alpha: .999, Beta: 0}).Draw(random.Stream(1, "runaway")); ok {
		t.Error("a runaway draw was returned as a tree")
	}
}

func TestValidate(t *testing.T) {
	for _, p := range []Prior{{0, 1}, {1, 1}, {.5, -1}, {math.NaN(), 1}, {.5, math.NaN()}} {
		if p.Validate() == nil {
			t.Errorf("%+v accepted", p)
		}
	}
	for _, p := range []MoveProbabilities{{.5, .5, .5}, {-.1, .6, .5}, {math.NaN(), .5, .5}} {
		if p.Validate() == nil {
			t.Errorf("%+v accepted", p)
		}
	}
}

func TestPanicsAreNamed(t *testing.T) {
	for want, f := range map[string]func(){
		"topology: Grow: no such leaf":                   func() { Root().Grow(1) },
		"topology: Prune: no such split with two leaves": func() { leaves(t, 1, 5, 6).Prune(0) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic %v, want %q", got, want)
				}
			}()
			f()
		}()
	}
}

// FuzzParse: a key either is refused or names exactly one topology.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"0", "100", "10100", "110100100", "1", "", "1000", "x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, key string) {
		top, err := Parse(key)
		if err != nil {
			return
		}
		if top.Key() != key {
			t.Fatalf("Parse(%q).Key() = %q", key, top.Key())
		}
		if again := leaves(t, top.LeafIDs()...); again != top {
			t.Fatalf("%q: leaf ids do not round-trip", key)
		}
	})
}

// upTo returns the probability that a topology has at most n splits: by the distribution of the number
// of splits below each depth, from the deepest up.
func upTo(p Prior, n int) float64 {
	below := make([]float64, n+1) // at MaxDepth no node splits
	below[0] = 1
	for depth := MaxDepth - 1; depth >= 0; depth-- {
		at, q := make([]float64, n+1), p.split(depth)
		at[0] = 1 - q
		for k := 1; k <= n; k++ {
			for left := range k {
				at[k] += float64(q * float64(below[left]*below[k-1-left]))
			}
		}
		below = at
	}
	var sum float64
	for _, v := range below {
		sum += v
	}
	return sum
}

// TestPriorUpTo: by adding up the topologies with at most 3 splits, and by draws.
func TestPriorUpTo(t *testing.T) {
	p := Prior{Alpha: .95, Beta: 1}
	level := []Topology{Root()}
	sum := math.Exp(p.Log(Root()))
	for n := 0; n <= 3; n++ {
		if got := upTo(p, n); math.Abs(got-sum) > 1e-12 {
			t.Errorf("at most %d splits: %v, added up %v", n, got, sum)
		}
		seen := map[Topology]bool{}
		var next []Topology
		for _, at := range level {
			for _, leaf := range at.Growable() {
				if g := at.Grow(leaf); !seen[g] {
					seen[g] = true
					next = append(next, g)
					sum += math.Exp(p.Log(g))
				}
			}
		}
		level = next
	}
	rng, small, lost := random.Stream(4, "up to"), 0, 0
	const n = 20000
	for range n {
		if d, ok := p.Draw(rng); !ok {
			lost++
		} else if d.Splits() <= 8 {
			small++
		}
	}
	want := upTo(p, 8)
	if got, bound := float64(small)/n, 4*math.Sqrt(want*(1-want)/n); math.Abs(got-want) > bound || lost > 0 {
		t.Errorf("at most 8 splits: %v, drawn %v ± %v", want, got, bound)
	}
}

// TestReductions: taking a split out undoes putting one in, for all topologies of up to five leaves, and by hand for
// one.
func TestReductions(t *testing.T) {
	level := []Topology{Root()}
	for range 4 {
		seen := map[Topology]bool{}
		var next []Topology
		for _, top := range level {
			for _, e := range top.Extended() {
				if !reduces(e, top) {
					t.Errorf("%v is no reduction of %v", top, e)
				}
				if !seen[e] {
					seen[e] = true
					next = append(next, e)
				}
			}
		}
		for _, e := range next {
			for _, split := range e.Reducible() {
				r, _ := e.Reduce(split)
				if !slices.Contains(level, r) || !slices.Contains(r.Extended(), e) {
					t.Errorf("%v without split %d is %v", e, split, r)
				}
			}
		}
		level = next
	}
	if len(level) != 14 { // the fourth Catalan number
		t.Errorf("%d topologies of five leaves", len(level))
	}
	for split, want := range map[int]Topology{0: leaves(t, 3, 4, 2), 1: leaves(t, 3, 4, 2), 2: leaves(t, 3, 4, 2)} {
		if r, left := leaves(t, 7, 8, 4, 2).Reduce(split); r != want || !left {
			t.Errorf("without split %d: %v, %v", split, r, left)
		}
	}
	if r, left := leaves(t, 1, 5, 13, 14).Reduce(1); r != leaves(t, 1, 5, 6) || left {
		t.Errorf("%v, %v", r, left)
	}
}

func reduces(from, to Topology) bool {
	for _, split := range from.Reducible() {
		if r, _ := from.Reduce(split); r == to {
			return true
		}
	}
	return false
}

// TestMoveProbabilitiesValidate: each must be at least 0, and all three must sum to 1.
func TestMoveProbabilitiesValidate(t *testing.T) {
	for _, p := range []MoveProbabilities{{.6, .3, .1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
		if err := p.Validate(); err != nil {
			t.Errorf("%+v: %v", p, err)
		}
	}
	for _, p := range []MoveProbabilities{{.6, .3, .2}, {.6, .3, 0}, {.5, -.5, 1}, {-.1, .1, 1}, {.5, .6, -.1},
		{math.NaN(), .5, .5}} {
		if err := p.Validate(); err == nil {
			t.Errorf("%+v is taken", p)
		}
	}
}

// TestHeight: the deepest leaf, by hand, where it is on the left and where it is on the right.
func TestHeight(t *testing.T) {
	for key, want := range map[string]int{"0": 0, "100": 1, "11000": 2, "10100": 2, "1010100": 3, "1100100": 2} {
		if got := height(key); got != want {
			t.Errorf("%s has height %d, want %d", key, got, want)
		}
	}
}

// TestParseNamesThePlace: the character behind a complete tree is counted from 1.
func TestParseNamesThePlace(t *testing.T) {
	if _, err := Parse("1000"); err == nil || !strings.Contains(err.Error(), "character 4") {
		t.Errorf("%v", err)
	}
}

// TestLessIsStrict: no topology comes before itself.
func TestLessIsStrict(t *testing.T) {
	for _, top := range []Topology{Root(), leaves(t, 1, 5, 6)} {
		if Less(top, top) {
			t.Errorf("%v comes before itself", top)
		}
	}
}
