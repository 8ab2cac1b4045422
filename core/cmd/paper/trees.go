// CART beside the soft trees.

package main

import (
	"dcctree/core/baseline/cart"
	"dcctree/core/cmd/internal/published"
	"dcctree/core/dataset"
	"dcctree/core/random"
)

// folds of CART's cross-validation.
const folds = 10

// cartScores are CART's on one set: with its defaults, and pruned by cross-validation, which depends on
// how the rows are divided.
type cartScores struct{ Default, Crossed cartVariant }

type cartVariant struct{ Train, Test, LogScore, Leaves spread }

// measureCART fits both, the second with as many divisions as there are runs.
func measureCART(set *published.Set, o options) cartScores {
	var crossed []*cart.Tree
	for k := range o.runs {
		rng := random.Stream(o.seed+uint64(k), "cart", set.Name)
		crossed = append(crossed, cart.Validate(set.Train, cart.LargeSettings(),
			cart.Folds(set.Train.N, folds, rng)).Tree)
	}
	return cartScores{
		Default: scoreTrees(set, []*cart.Tree{cart.Fit(set.Train, cart.DefaultSettings())}),
		Crossed: scoreTrees(set, crossed),
	}
}

func scoreTrees(set *published.Set, trees []*cart.Tree) cartVariant {
	var train, test, logs, leaves []float64
	for _, t := range trees {
		onTrain, onTest := t.Scores(set.Train), t.Scores(set.Test)
		if set.Train.Task == dataset.Classification {
			train, test = append(train, onTrain.Accuracy), append(test, onTest.Accuracy)
		} else {
			train, test = append(train, onTrain.MSE), append(test, onTest.MSE)
		}
		logs, leaves = append(logs, onTest.LogScore), append(leaves, float64(t.Leaves()))
	}
	return cartVariant{spreadOf(train), spreadOf(test), spreadOf(logs), spreadOf(leaves)}
}
