// This file generates the paper's two synthetic data sets and knows the partitions behind them.

package dataset

import (
	"math"
	"math/rand/v2"
	"strings"

	"dcctree/core/random"
)

// WU draws n rows of the data set of Wu, Tjelmeland and West (2007) as the paper's appendix "True Tree Definitions for
// Synthetic Datasets" gives it: three groups of n/3 rows, one after another, whose inputs x1, x2, x3 are uniform on
// intervals that leave a gap around 0.5, and y = 1, 3 or 5 plus noise. The appendix writes N(0, 0.25); in the published
// data 0.25 is the standard deviation.
func WU(rng *rand.Rand, n int) *Table {
	const noise = 0.25
	low, high := [2]float64{0.1, 0.4}, [2]float64{0.6, 0.9}
	groups := [3][3][2]float64{
		{low, low, high},
		{low, high, high},
		{high, {0.1, 0.9}, low},
	}
	columns := newColumns(n, "x1", "x2", "x3", "y")
	for i := range n {
		x := make([]float64, 3)
		for j, r := range groups[i*3/n] {
			x[j] = r[0] + float64((r[1]-r[0])*rng.Float64())
			columns[j].Numbers[i] = x[j]
		}
		columns[3].Numbers[i] = WUMean(x) + float64(noise*rng.NormFloat64())
	}
	return generated("wu", columns)
}

// WULeaf returns the true leaf of the inputs x1, x2, x3 (left to right): x1 <= 0.5 and x2 <= 0.5; x1 <= 0.5 and
// x2 > 0.5; x1 > 0.5.
func WULeaf(x []float64) int {
	switch {
	case x[0] > 0.5:
		return 2
	case x[1] > 0.5:
		return 1
	}
	return 0
}

// WUMean returns y at x without noise.
func WUMean(x []float64) float64 { return [...]float64{1, 3, 5}[WULeaf(x)] }

// CGM draws n rows of the data set of Chipman, George and McCulloch (1998) as the paper adapts it (the same appendix):
// inputs x1 and x2 uniform on the integers 1 to 10, y = the mean of the leaf in Figure cgm-tree plus N(0, 0.2^2).
//
// The figure counts inputs from 0 and writes x_1 < 4, x_0 < 3, x_0 < 5, x_0 < 7. The published data follow it with <=
// for < and x1, x2 for x_0, x_1: row and column means on the 10 x 10 grid change between 4 and 5, 3 and 4, 5 and 6,
// 7 and 8.
func CGM(rng *rand.Rand, n int) *Table {
	const noise = 0.2
	columns := newColumns(n, "x1", "x2", "y")
	for i := range n {
		x := []float64{float64(1 + rng.IntN(10)), float64(1 + rng.IntN(10))}
		columns[0].Numbers[i], columns[1].Numbers[i] = x[0], x[1]
		columns[2].Numbers[i] = CGMMean(x) + float64(noise*rng.NormFloat64())
	}
	return generated("cgm", columns)
}

// CGMLeaf returns the true leaf of the inputs x1, x2, left to right; the tree's leaves have the heap ids 3, 9, 10, 5,
// 6.
func CGMLeaf(x []float64) int {
	switch {
	case x[1] <= 4 && x[0] <= 3:
		return 0
	case x[1] <= 4 && x[0] <= 7:
		return 1
	case x[1] <= 4:
		return 2
	case x[0] <= 5:
		return 3
	}
	return 4
}

// CGMMean returns y at x without noise.
func CGMMean(x []float64) float64 { return [...]float64{1, 5, 8, 8, 2}[CGMLeaf(x)] }

// Generated returns one of the generated tables of the folder assets, "wu-train", "wu-test", "cgm-train" or "cgm-test",
// with the same bits: 300 rows of WU or 800 of CGM, as many as the paper's, with seed 1 and the stream (set, part). It
// is nil for other names.
func Generated(name string) *Table {
	set, part, _ := strings.Cut(name, "-")
	if part != "train" && part != "test" {
		return nil
	}
	switch set {
	case "wu":
		return WU(random.Stream(1, set, part), 300)
	case "cgm":
		return CGM(random.Stream(1, set, part), 800)
	}
	return nil
}

// TruePartition returns the true leaf of each row for a generated data set, "wu" or "cgm"; nil for others.
func TruePartition(id string) func(row []float64) int {
	switch id {
	case "wu":
		return WULeaf
	case "cgm":
		return CGMLeaf
	}
	return nil
}

// PartitionMSE returns the mean squared error on test of predicting each row by the mean target of the training rows
// in its group: what a learner that knew the partition would reach. NaN if a group has no training row.
func PartitionMSE(train, test *Frame, group func(row []float64) int) float64 {
	sum, rows := map[int]float64{}, map[int]float64{}
	row := make([]float64, 0, train.D)
	for i, y := range train.Y {
		g := group(train.Row(row, i))
		sum[g] += y
		rows[g]++
	}
	squares := 0.0
	for i, y := range test.Y {
		g := group(test.Row(row, i))
		if rows[g] == 0 {
			return math.NaN()
		}
		d := y - sum[g]/rows[g]
		squares += float64(d * d)
	}
	return squares / float64(len(test.Y))
}

func newColumns(n int, names ...string) []Input {
	columns := make([]Input, len(names))
	for j, name := range names {
		columns[j] = Input{Name: name, Numbers: make([]float64, n)}
	}
	return columns
}

// generated makes the table; only too few rows can fail.
func generated(name string, columns []Input) *Table {
	t, err := FromColumns(name, columns)
	if err != nil {
		panic("dataset: a generated table needs at least 2 rows")
	}
	return t
}
