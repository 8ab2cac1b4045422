package posterior

import (
	"math"
	"reflect"
	"testing"

	"dcctree/core/topology"
)

// TestArrivals: the stump at x = 5 (scaled .5) sends x = 0 to 5 left (at the threshold both sides are as likely, and
// the first leaf is taken) and x = 6 to 10 right. Left y is 3 but for x = 5, where it is 5 (math.Round(.5) is 1): mean
// 20/6, and squares 5 (1/3)^2 + (5/3)^2 = 10/3, sd sqrt(2/3). Rows of columns in memory count from 1.
func TestArrivals(t *testing.T) {
	for _, standardize := range []bool{false, true} {
		p := single(t, standardize, Likelihood)
		fig, ok := p.Tree(stump)
		if !ok || len(fig.Arrivals) != 3 {
			t.Fatalf("%d arrivals", len(fig.Arrivals))
		}
		left, right := fig.Arrivals[1], fig.Arrivals[2]
		near(t, "mean", left.Mean, 20./6, 1e-12)
		near(t, "sd", left.SD, math.Sqrt(2./3), 1e-12)
		near(t, "share", left.Share, 6./11, 1e-12)
		near(t, "mean", right.Mean, 5, 1e-12)
		near(t, "sd", right.SD, 0, 1e-12)
		if left.Count != 6 || right.Count != 5 || !reflect.DeepEqual(left.First, []int{1, 2, 3, 4, 5}) ||
			!reflect.DeepEqual(right.First, []int{7, 8, 9, 10, 11}) {
			t.Errorf("arrivals %+v and %+v", left, right)
		}
		if want := []int{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1}; !reflect.DeepEqual(fig.Splits[0].Leaf, want) {
			t.Errorf("leaves %v, want %v", fig.Splits[0].Leaf, want)
		}
	}
}

func TestRowsAtFollowTheFile(t *testing.T) {
	p := single(t, false, Likelihood)
	p.tables.Train.Rows = []int{20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10}
	rows, ok := p.RowsAt(stump, 1)
	if !ok || !reflect.DeepEqual(rows, []int{5, 4, 3, 2, 1, 0}) {
		t.Errorf("rows %v", rows)
	}
	if all, _ := p.RowsAt(stump, 0); len(all) != 11 {
		t.Errorf("%d rows at the root", len(all))
	}
	if _, ok := p.RowsAt(stump, 3); ok {
		t.Error("rows at a node that is none")
	}
	if _, ok := p.RowsAt(topology.Root(), 0); ok {
		t.Error("rows of a topology that was not measured")
	}
}

func TestClassesOfArrivals(t *testing.T) {
	p := classes(t)
	fig, ok := p.Tree(p.weights[0].Topology)
	if !ok {
		t.Fatal("no tree")
	}
	count := make([]int, len(fig.Classes))
	for _, k := range p.tables.Train.Class {
		count[k]++
	}
	if got := fig.Arrivals[0]; !reflect.DeepEqual(got.Classes, count) || got.Count != p.tables.Train.N {
		t.Errorf("at the root %+v, want the classes %v of all rows", got, count)
	}
}
