// Package simdtest draws random kernels with rows and compares engines bit for bit: natively, under Node, in the
// browser.
package simdtest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dcctree/core/simd"
	"dcctree/core/topology"
)

// Case draws a spec of a random task and topology of up to 16 leaves with its rows.
func Case(rng *rand.Rand) (simd.Spec, simd.Rows) {
	s := simd.Spec{Features: 1 + rng.IntN(6), Topology: grown(1+rng.IntN(16), rng)}
	s.Task = []simd.Task{simd.Collapsed, simd.Regression, simd.Classification, simd.Prediction, simd.AnyCollapsed,
		simd.AnyClassification}[rng.IntN(6)]
	if ofAny(s) {
		s.Splits, s.Topology = s.Topology.Splits(), topology.Topology{}
	}
	n := 1 + rng.IntN(300)
	weight := make([]float64, 0, n)
	grow := func(rows int) {
		for range rows {
			weight = append(weight, .5+3*rng.Float64())
		}
		if rows%2 == 1 {
			weight, s.Weighted = append(weight, 0), true
		}
	}
	if s.Task == simd.Classification || s.Task == simd.AnyClassification {
		for range 2 + rng.IntN(3) {
			grow(rng.IntN(n))
			s.ClassEnds = append(s.ClassEnds, len(weight))
		}
	} else {
		grow(n)
	}
	s.Rows = len(weight)
	if s.Task == simd.Prediction {
		s.Weighted = false
	} else if rng.IntN(2) == 0 {
		s.Weighted = true
	}
	return s, rowsOf(s, weight, rng)
}

// ofAny reports whether the spec is of any topology with its number of splits.
func ofAny(s simd.Spec) bool {
	return s.Task == simd.AnyCollapsed || s.Task == simd.AnyClassification || s.Task == simd.Prediction
}

// splits is the number of splits.
func splits(s simd.Spec) int { return s.Params() / (1 + s.Features) }

// route writes the routes of a random topology, in which some splits send all rows to one side.
func route(s simd.Spec, rng *rand.Rand, frames ...*simd.Frame) {
	RouteAs(grown(s.Splits+1, rng), s, rng, frames...)
}

// RouteAs writes the routes of a topology; where rng is not nil some splits send all rows to one side.
func RouteAs(t topology.Topology, s simd.Spec, rng *rand.Rand, frames ...*simd.Frame) {
	psi := make([]simd.Column, s.Splits)
	for j := range psi {
		psi[j] = simd.Column(j)
		if rng != nil && rng.IntN(3) == 0 {
			psi[j] = []simd.Column{s.AllLeft(), s.AllRight()}[rng.IntN(2)]
		}
	}
	for _, f := range frames {
		s.Route(f.In, t, func(split int) simd.Column { return psi[split] })
	}
}

// grown returns a random topology.
func grown(leaves int, rng *rand.Rand) topology.Topology {
	ids := []int{0}
	for len(ids) < leaves {
		i := rng.IntN(len(ids))
		if at := ids[i]; at < 1<<12 {
			ids[i] = 2*at + 1
			ids = append(ids, 2*at+2)
		}
	}
	t, err := topology.FromLeaves(ids)
	if err != nil {
		panic("simdtest: " + err.Error())
	}
	return t
}

func rowsOf(s simd.Spec, weight []float64, rng *rand.Rand) simd.Rows {
	rows := simd.Rows{X: make([]float64, s.Rows*s.Features)}
	for i := range rows.X {
		rows.X[i] = rng.Float64()
		if rng.IntN(10) == 0 {
			rows.X[i] = math.Round(rows.X[i])
		}
	}
	if s.Task == simd.Collapsed || s.Task == simd.Regression || s.Task == simd.AnyCollapsed {
		rows.Response = make([]float64, s.Rows)
		for i := range rows.Response {
			rows.Response[i] = rng.NormFloat64()
		}
	}
	if !s.Weighted {
		return rows
	}
	rows.Weight = weight
	for i, w := range weight {
		for f := 0; w == 0 && f < s.Features; f++ {
			rows.X[f*s.Rows+i] = 0
		}
		if w == 0 && rows.Response != nil {
			rows.Response[i] = 0
		}
	}
	return rows
}

// Bytes is more than the memory that an engine of the spec with its rows needs.
func Bytes(s simd.Spec) int {
	return 8*(s.Rows*(s.Features+2)+s.PsiLen()+s.Params()+s.Inputs()+s.Outputs()) + 1<<12
}

// bandwidths are from soft to so hard that nearly all rows are saturated.
var bandwidths = []float64{.5, .1, .025, .005, .001, .0005}

// Fill draws parameters and inputs, the same for all frames. Parameters are at times so large that
// probabilities are 1e-304 and products of two denormal or zero.
func Fill(s simd.Spec, rng *rand.Rand, frames ...*simd.Frame) {
	fill(s, bandwidths[rng.IntN(len(bandwidths))], rng, frames...)
}

// fill is Fill with the bandwidth given.
func fill(s simd.Spec, h float64, rng *rand.Rand, frames ...*simd.Frame) {
	set := func(of func(f *simd.Frame) []float64, i int, v float64) {
		for _, f := range frames {
			of(f)[i] = v
		}
	}
	params := func(f *simd.Frame) []float64 { return f.Params }
	for j, at := 0, 0; j < splits(s); j++ {
		set(params, at, rng.Float64()/h)
		rest := 1.0
		for f := range s.Features {
			share := rest
			if f < s.Features-1 {
				share = rest * math.Sqrt(rng.Float64())
			}
			rest -= share
			set(params, at+1+f, -share/h)
		}
		at += 1 + s.Features
	}
	for i := range frames[0].In {
		set(func(f *simd.Frame) []float64 { return f.In }, i, 2*rng.NormFloat64())
	}
	if ofAny(s) {
		route(s, rng, frames...)
	}
	for leaf := 0; s.Task == simd.Prediction && leaf <= s.Splits; leaf++ {
		v := 2 * rng.NormFloat64()
		for _, f := range frames {
			s.SetLeaf(f.In, leaf, v)
		}
	}
}

// Compare calls all functions of two engines with equal random parameters and returns where they differ, "" where
// they do not.
func Compare(a, b simd.Engine, s simd.Spec, rng *rand.Rand) string {
	Fill(s, rng, a.Frame(), b.Frame())
	for _, function := range []int{simd.Products, simd.Squares, simd.Slopes} {
		if s.Task == simd.Regression && function == simd.Products ||
			s.Task == simd.Classification && function == simd.Squares ||
			ofAny(s) && s.Task != simd.Prediction && function == simd.Slopes {
			continue
		}
		a.Call(function)
		b.Call(function)
		if where := differ("output", a.Frame().Out, b.Frame().Out); where != "" {
			return fmt.Sprintf("function %d: %s", function, where)
		}
		if where := differ("psi", a.Frame().Psi, b.Frame().Psi); where != "" {
			return fmt.Sprintf("function %d: %s", function, where)
		}
	}
	return ""
}

func differ(what string, a, b []float64) string {
	if len(a) != len(b) {
		return fmt.Sprintf("%s: lengths %d and %d", what, len(a), len(b))
	}
	for i, v := range a {
		if math.Float64bits(v) != math.Float64bits(b[i]) {
			return fmt.Sprintf("%s %d of %d: %x and %x", what, i, len(a), v, b[i])
		}
	}
	return ""
}
