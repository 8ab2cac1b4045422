// This file tests the two generators and their true partitions against the authors' data.

package dataset

import (
	"math"
	"slices"
	"testing"

	"dcctree/core/random"
)

func frame(t *testing.T, table *Table) *Frame {
	t.Helper()
	f, err := table.Frame("y", nil, Regression)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The rules must hold in the authors' own data: no row farther than 5 noise sd from its leaf's mean, and residuals with
// the sd that the generator uses (its estimate from n rows has relative error 1/sqrt(2n); 4 of them allowed).
func TestTruePartitionsFitThePublishedData(t *testing.T) {
	for _, c := range []struct {
		name string
		mean func([]float64) float64
		sd   float64
	}{{"wu", WUMean, 0.25}, {"cgm", CGMMean, 0.2}} {
		for _, part := range []string{"-train", "-test"} {
			checkResiduals(t, frame(t, published(t, c.name+part)), c.mean, c.sd)
		}
	}
}

func checkResiduals(t *testing.T, f *Frame, mean func([]float64) float64, sd float64) {
	t.Helper()
	squares := 0.0
	for i, y := range f.Y {
		r := y - mean(f.Row(nil, i))
		if math.Abs(r) > 5*sd {
			t.Errorf("%s: row %d is %g from its leaf's mean", f.Name, f.Rows[i], r)
		}
		squares += r * r
	}
	n := float64(f.N)
	if got := math.Sqrt(squares / n); math.Abs(got/sd-1) > 4/math.Sqrt(2*n) {
		t.Errorf("%s: residual sd %g, want %g", f.Name, got, sd)
	}
}

// Values computed from the published tables by a separate Python program (means of the training rows by leaf).
func TestPartitionMSEOfThePublishedData(t *testing.T) {
	for _, c := range []struct {
		name        string
		test, train float64
	}{{"wu", 0.05696096000970724, 0.059258202446972184}, {"cgm", 0.040250528903613955, 0.04299012551632672}} {
		train, test := frame(t, published(t, c.name+"-train")), frame(t, published(t, c.name+"-test"))
		group := TruePartition(c.name)
		if got := PartitionMSE(train, test, group); math.Abs(got-c.test) > 1e-12 {
			t.Errorf("%s: test MSE %.15g, want %.15g", c.name, got, c.test)
		}
		if got := PartitionMSE(train, train, group); math.Abs(got-c.train) > 1e-12 {
			t.Errorf("%s: training MSE %.15g, want %.15g", c.name, got, c.train)
		}
	}
}

func TestPartitionMSE(t *testing.T) {
	train := frame(t, read(t, "a,y\n0,1\n0,3\n1,10\n"))
	test := frame(t, read(t, "a,y\n0,3\n1,8\n1,10\n"))
	byA := func(row []float64) int { return int(row[0]) }
	if got := PartitionMSE(train, test, byA); got != (1.0+4+0)/3 {
		t.Errorf("MSE %g, want 5/3", got)
	}
	if got := PartitionMSE(train.Take([]int{0, 1}), test, byA); !math.IsNaN(got) {
		t.Errorf("MSE %g with a group that has no training row, want NaN", got)
	}
	if TruePartition("iris") != nil {
		t.Error("iris has no true partition")
	}
}

func TestWU(t *testing.T) {
	table := WU(random.Stream(7, "test"), 3000)
	f := frame(t, table)
	checkResiduals(t, f, WUMean, 0.25)
	want := [3][3][2]float64{
		{{0.1, 0.4}, {0.1, 0.4}, {0.6, 0.9}},
		{{0.1, 0.4}, {0.6, 0.9}, {0.6, 0.9}},
		{{0.6, 0.9}, {0.1, 0.9}, {0.1, 0.4}},
	}
	for g, ranges := range want {
		for j, r := range ranges {
			x := f.X[j*f.N+g*1000 : j*f.N+(g+1)*1000]
			checkUniform(t, x, r[0], r[1])
		}
		for i := g * 1000; i < (g+1)*1000; i++ {
			if WULeaf(f.Row(nil, i)) != g {
				t.Fatalf("row %d is in leaf %d, want %d", i, WULeaf(f.Row(nil, i)), g)
			}
		}
	}
}

// checkUniform: all within [low, high], and the mean within 4 errors, (high - low)/sqrt(12 n) each, of the middle.
func checkUniform(t *testing.T, x []float64, low, high float64) {
	t.Helper()
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	n := float64(len(x))
	if slices.Min(x) < low || slices.Max(x) > high || math.Abs(sum/n-(low+high)/2) > 4*(high-low)/math.Sqrt(12*n) {
		t.Errorf("values %g to %g with mean %g are not uniform on [%g, %g]", slices.Min(x), slices.Max(x),
			sum/n, low, high)
	}
}

// Each of the 100 cells holds n/100 rows on average: the sum of (count - 80)^2 / 80 is chi-squared with 99 degrees of
// freedom, mean 99 and sd sqrt(198) = 14.1.
func TestCGM(t *testing.T) {
	f := frame(t, CGM(random.Stream(7, "test"), 8000))
	checkResiduals(t, f, CGMMean, 0.2)
	var counts [100]float64
	for i := range f.N {
		counts[int(f.X[i]-1)*10+int(f.X[f.N+i]-1)]++
	}
	chi := 0.0
	for _, c := range counts {
		chi += (c - 80) * (c - 80) / 80
	}
	if math.Abs(chi-99) > 4*14.1 {
		t.Errorf("chi-squared %g with 99 degrees of freedom", chi)
	}
}

func TestGeneratorsNeedTwoRows(t *testing.T) {
	mustPanic(t, "dataset: a generated table", func() { WU(random.Stream(1, "test"), 1) })
}
