// This file divides rows into training and test rows: seeded and stratified, or as the paper's authors did.

package dataset

import (
	"maps"
	"math"
	"math/bits"
	"slices"
	"sort"

	"gonum.org/v1/gonum/mathext/prng"

	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/words"
)

// Split draws round(share N) test rows with random.Stream(seed, "split"), 0 <= share < 1, and leaves the others for
// training; both keep the order of the file. For classification every class gives its part (largest remainders) and
// keeps at least one training row. Share 0 gives all rows and a nil test frame. For the rest see Part. Codes of the
// *Error: split-share, split-test (no test row), and those of Part.
func Split(f *Frame, share float64, seed uint64) (train, test *Frame, err error) {
	if !(share >= 0 && share < 1) {
		return nil, nil, fail("split-share", "table.split.share", share).in(f.Name)
	}
	if share == 0 {
		if err := CheckTraining(f); err != nil {
			return nil, nil, err
		}
		return f, nil, nil
	}
	isTest := make([]bool, f.N)
	for i := range drawn(f.strata(), share, seed) {
		isTest[i] = true
	}
	return f.divide(isTest, share)
}

// drawn draws test rows of each group, and shuffles the groups.
func drawn(groups [][]int, share float64, seed uint64) map[int]bool {
	rng, test := random.Stream(seed, "split"), map[int]bool{}
	for g, quota := range quotas(groups, share) {
		rng.Shuffle(len(groups[g]), func(i, j int) { groups[g][i], groups[g][j] = groups[g][j], groups[g][i] })
		for _, i := range groups[g][:quota] {
			test[i] = true
		}
	}
	return test
}

// HoldOut draws test rows as Split does, of the rows with a value of the target, whatever gaps the others have.
func (t *Table) HoldOut(target *Column, task Task, share float64, seed uint64) map[int]bool {
	byClass := map[float64][]int{}
	for i, v := range target.Values {
		switch {
		case math.IsNaN(v):
		case task == Regression:
			byClass[0] = append(byClass[0], i)
		default:
			byClass[v] = append(byClass[v], i)
		}
	}
	var groups [][]int
	for _, v := range slices.Sorted(maps.Keys(byClass)) {
		groups = append(groups, byClass[v])
	}
	return drawn(groups, share, seed)
}

// divide makes the two frames and checks that they can be worked with.
func (f *Frame) divide(isTest []bool, share float64) (train, test *Frame, err error) {
	var in, out []int
	for i, t := range isTest {
		if t {
			out = append(out, i)
		} else {
			in = append(in, i)
		}
	}
	if len(out) == 0 {
		return nil, nil, fail("split-test", "table.split.none", share, f.N).in(f.Name)
	}
	return f.Part(in, out)
}

// Part returns the rows (from 0) to train and to test on as frames of their own, and checks that they can be worked
// with. A feature that is constant in the training rows is left out of both, with a note: no split on it can divide
// them, yet it would take its part of the prior, and its test rows, which may differ, would move every split. The
// training frame keeps the notes and left-out rows. Codes of the *Error: split-features (no other feature is there),
// match-range, and those of CheckTraining.
func (f *Frame) Part(training, testing []int) (train, test *Frame, err error) {
	train, test = f.Take(training), f.Take(testing)
	if err := CheckTraining(train); err != nil {
		return nil, nil, err
	}
	train.Notes, train.LeftOut = slices.Clone(f.Notes), f.LeftOut
	vary, constant := train.byVariation()
	if len(vary) == 0 {
		return nil, nil, fail("split-features", "table.split.features").in(f.Name)
	}
	for _, j := range constant {
		train.leaveOut(f.Features[j], words.Of("table.why.constant.training"))
	}
	if len(constant) > 0 {
		train.keepFeatures(vary)
		test.keepFeatures(vary)
	}
	if err := checkReach(train, test); err != nil {
		return nil, nil, err.in(f.Name)
	}
	return train, test, nil
}

// byVariation parts the numbers of the features into those that vary within the rows and those that do not.
func (f *Frame) byVariation() (vary, constant []int) {
	for j := range f.D {
		if low, high := bounds(f.X[j*f.N : (j+1)*f.N]); low == high {
			constant = append(constant, j)
		} else {
			vary = append(vary, j)
		}
	}
	return vary, constant
}

// keepFeatures reduces the frame to the features of these numbers. Slices that another frame may share are not written
// to.
func (f *Frame) keepFeatures(keep []int) {
	features, labels, x := f.Features, f.Labels, f.X
	f.Features, f.Labels, f.X, f.D = nil, nil, make([]float64, 0, f.N*len(keep)), len(keep)
	for _, j := range keep {
		f.Features, f.Labels = append(f.Features, features[j]), append(f.Labels, labels[j])
		f.X = append(f.X, x[j*f.N:(j+1)*f.N]...)
	}
}

// strata returns the rows of each class, or all rows as one group.
func (f *Frame) strata() [][]int {
	groups := make([][]int, max(1, len(f.Classes)))
	for i := range f.N {
		g := 0
		if f.Task == Classification {
			g = f.Class[i]
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}

// quotas returns how many test rows each group gives: share times its size rounded down, and one more for the largest
// remainders until round(share N) are reached; never all of a class.
func quotas(groups [][]int, share float64) []int {
	quota, order, total := make([]int, len(groups)), make([]int, len(groups)), 0
	exact := make([]float64, len(groups))
	for g, rows := range groups {
		exact[g] = share * float64(len(rows))
		quota[g], order[g] = min(int(exact[g]), max(0, len(rows)-1)), g
		total += len(rows)
	}
	left := int(math.Round(share * float64(total)))
	for _, q := range quota {
		left -= q
	}
	rest := func(g int) float64 { return exact[g] - math.Floor(exact[g]) }
	sort.SliceStable(order, func(i, j int) bool { return rest(order[i]) > rest(order[j]) })
	for _, g := range order {
		if left > 0 && quota[g]+1 < len(groups[g]) {
			quota[g]++
			left--
		}
	}
	return quota
}

// CheckTraining refuses training rows that no model can be fitted to: fewer than two (code split-train), a class
// without a row (split-class), or a target that is constant (split-constant).
func CheckTraining(f *Frame) error {
	if f.N < 2 {
		return fail("split-train", "table.split.fewrows",
			words.Of("count.rows", f.N)).in(f.Name)
	}
	if f.Task == Classification {
		return f.checkClasses()
	}
	if low, high := bounds(f.Y); low == high {
		return fail("split-constant", "table.split.target", Show(f.Target)).in(f.Name).column(f.Target)
	}
	return nil
}

func (f *Frame) checkClasses() error {
	for k, label := range f.Classes {
		if !slices.Contains(f.Class, k) {
			return fail("split-class", "table.split.class", Show(label), Show(f.Target)).in(f.Name).
				column(f.Target)
		}
	}
	return nil
}

// publishedSeed is the seed of the paper authors' script that divided Iris, Breast Cancer Wisconsin and Wine.
const publishedSeed = 123456789

// PublishedSplit returns the rows 0 to n-1 divided as the paper's authors did: Python's random.seed(123456789) and
// random.shuffle of the row numbers, of which the first int(trainShare n) train. The order is that of the shuffle.
func PublishedSplit(n int, trainShare float64) (train, test []int) {
	if n < 0 || !(trainShare >= 0 && trainShare <= 1) {
		panic("dataset: PublishedSplit of a negative number of rows, or a share outside [0, 1]")
	}
	order := numeric.Indices(n)
	source := prng.NewMT19937()
	source.SeedFromKeys([]uint32{publishedSeed})
	for i := n - 1; i > 0; i-- {
		j := pythonBelow(source, i+1)
		order[i], order[j] = order[j], order[i]
	}
	k := int(trainShare * float64(n))
	return order[:k:k], order[k:]
}

// pythonBelow draws from 0 to n-1 as CPython's random._randbelow_with_getrandbits does: the leading bits of one output,
// again until they are below n.
func pythonBelow(source *prng.MT19937, n int) int {
	shift := 32 - bits.Len(uint(n))
	for {
		if r := int(source.Uint32() >> shift); r < n {
			return r
		}
	}
}
