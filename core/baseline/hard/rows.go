// Package hard holds what samplers of trees with hard splits share: training rows with the ranks of their values, a
// tree whose moves cost what they touch, and conjugate models of leaves. The packages cgm, wu and smc build on it.
//
// A rule sends rows whose value of one feature is at most one of the training values of that feature to the left, all
// others to the right (Chipman, George and McCulloch 1998, JASA 93, 935-948: p_RULE draws s from the observed values).
// At a node it is available if both sides keep the least number of rows of a leaf; the values are those of all training
// rows, so two rules of a node may divide its rows alike. That a value need not be one of the node's own rows, and
// which least number is taken, are our reading: the paper asks that no side be empty.
package hard

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"dcctree/core/softtree"
)

// Rule sends the rows whose value of Feature is at most its distinct training value number Cut (from 0, ascending) to
// the left.
type Rule struct{ Feature, Cut int32 }

// Leaf is the Feature of Stop.
const Leaf = -1

// Stop stands for a leaf among the rules of a tree in pre-order.
var Stop = Rule{Feature: Leaf}

// Rows are training rows made ready for hard splits. They are read-only.
type Rows struct {
	N, D    int
	Classes int // 0 for regression

	values [][]float64 // of each feature the distinct ones, ascending
	rank   []int32     // D x N: the index of a row's value among the distinct ones
	y      []float64
	class  []int32
}

// maxResponse bounds responses, so that sums of their squares stay finite.
const maxResponse = 1e140

// NewRows ranks the values of data, which must have neither weights nor scatter.
func NewRows(data softtree.Data) (*Rows, error) {
	if err := data.Validate(); err != nil {
		return nil, err
	}
	if data.Weight != nil || data.Scatter != 0 {
		return nil, errors.New("data: hard trees take no weights and no scatter: give one row per observation")
	}
	for i, y := range data.Y {
		if math.Abs(y) > maxResponse {
			return nil, fmt.Errorf("data: response of row %d is %v: beyond %g squares are not finite; "+
				"give it in a larger unit", i+1, y, maxResponse)
		}
	}
	const most = 1 << 30
	if data.N > most || data.D > most {
		return nil, fmt.Errorf("data: %d rows and %d columns: at most %d of each", data.N, data.D, most)
	}
	r := &Rows{N: data.N, D: data.D, Classes: data.Classes, y: slices.Clone(data.Y),
		rank: make([]int32, data.N*data.D)}
	for f := range data.D {
		column := data.X[f*data.N : (f+1)*data.N]
		values := slices.Clone(column)
		slices.Sort(values)
		values = slices.Clip(slices.Compact(values))
		for i, x := range column {
			k, _ := slices.BinarySearch(values, x)
			r.rank[f*data.N+i] = int32(k)
		}
		r.values = append(r.values, values)
	}
	for _, c := range data.Class {
		r.class = append(r.class, int32(c))
	}
	return r, nil
}

// Values returns the distinct training values of a feature, ascending, scaled units.
func (r *Rows) Values(feature int) []float64 { return r.values[feature] }

// Ranks returns, for all rows, the index of their value among the distinct ones of the feature. They are not to be
// changed.
func (r *Rows) Ranks(feature int) []int32 { return r.rank[feature*r.N : (feature+1)*r.N] }

// Threshold returns where a rule splits, scaled units: at its training value, or halfway to the next one. Training rows
// go the same way by both.
func (r *Rows) Threshold(rule Rule, halfway bool) float64 {
	at := r.values[rule.Feature][rule.Cut]
	if !halfway {
		return at
	}
	next := r.values[rule.Feature][rule.Cut+1]
	if middle := at + .5*(next-at); middle < next {
		return middle
	}
	return at
}

// Proper tells whether the rule splits the training rows: its feature and cut exist, and not all values are at most the
// cut's.
func (r *Rows) Proper(rule Rule) bool {
	return rule.Feature >= 0 && int(rule.Feature) < r.D && rule.Cut >= 0 &&
		int(rule.Cut) < len(r.values[rule.Feature])-1
}
