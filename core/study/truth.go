// This file measures generated data against the partition that made them.

package study

import (
	"math"
	"slices"
	"strconv"

	"dcctree/core/dataset"
	"dcctree/core/topology"
)

// trueLeaves are the leaves (heap ids) of the trees that made the paper's
// synthetic data: for WU two trees divide the rows alike (paper, Figure
// wu-tree; x1 and x3 both separate the third group).
var trueLeaves = map[string][][]int{
	"wu":  {{3, 4, 2}, {1, 5, 6}},
	"cgm": {{3, 9, 10, 5, 6}},
}

// truthInputs are how many of the columns x1, x2, ... the true partition reads.
var truthInputs = map[string]int{"wu": 3, "cgm": 2}

// findTruth scores the true partition ("wu", "cgm"; "" = not known).
func (r *Run) findTruth(id string) error {
	if id == "" {
		return nil
	}
	train := r.tables.Train
	group := groupBy(id, train.Features)
	if train.Task != dataset.Regression || group == nil {
		return optionFault("truth", "is %q, but the table has not its response and its columns x1 to x%d", id,
			truthInputs[id])
	}
	for _, leaves := range trueLeaves[id] {
		t, err := topology.FromLeaves(leaves)
		if err != nil {
			return faulty(err)
		}
		r.generated = append(r.generated, t)
	}
	r.created.Truth = []Scores{partitionScores(train, train, group), partitionScores(train, r.tables.Test, group)}
	return nil
}

// groupBy returns the true partition for rows of the given features; nil where
// a column that it reads is not among them.
func groupBy(id string, features []string) func(row []float64) int {
	leaf := dataset.TruePartition(id)
	at := make([]int, truthInputs[id])
	for j := range at {
		if at[j] = slices.Index(features, "x"+strconv.Itoa(j+1)); at[j] < 0 {
			return nil
		}
	}
	x := make([]float64, len(at))
	return func(row []float64) int {
		for j, from := range at {
			x[j] = row[from]
		}
		return leaf(x)
	}
}

func partitionScores(train, rows *dataset.Frame, group func([]float64) int) Scores {
	if rows == nil {
		return Scores{}
	}
	s := onlyNaN(rows.N)
	s.MSE = dataset.PartitionMSE(train, rows, group)
	return s
}

// onlyNaN are scores of which none is known.
func onlyNaN(rows int) Scores {
	nan := math.NaN()
	return Scores{MSE: nan, MSEError: nan, Accuracy: nan, AccuracyError: nan, Brier: nan, BrierError: nan,
		LogScore: nan, LogScoreError: nan, Coverage90: nan, Coverage90Error: nan, Rows: rows}
}
