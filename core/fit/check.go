// Answers that come from outside: whether one holds together.

package fit

import (
	"errors"
	"fmt"
	"slices"

	"dcctree/core/dataset"
	"dcctree/core/verdict"
)

// Bounds of an answer from outside: what a fit gives is far within.
const (
	mostBranches = 1 << 14 // of a tree
	mostDepth    = 512
)

// Check reports what keeps an answer that was read from being shown; nil for nothing. Numbers are taken as they are.
func (a *Answer) Check() error {
	task, err := dataset.ParseTask(a.Task)
	classes := task == dataset.Classification
	switch {
	case err != nil:
		return err
	case classes != (len(a.Classes) > 1):
		return fmt.Errorf("%d classes in a %s", len(a.Classes), a.Task)
	case !slices.Contains(verdict.Outcomes(), a.Verdict.Outcome):
		return fmt.Errorf("no verdict %q", a.Verdict.Outcome)
	case len(a.Root) == 0 || len(a.Left) == 0 && a.Root[0].Input != "":
		return errors.New("no first splits")
	case len(a.Readable) == 0:
		return errors.New("no tree to read")
	}
	if err := a.checkTrees(); err != nil {
		return err
	}
	if err := a.checkPrice(); err != nil {
		return err
	}
	for i := range a.Predictions {
		if !a.Predictions[i].answers(a.Classes) {
			return fmt.Errorf("prediction %d lacks something", i+1)
		}
	}
	return nil
}

func (a *Answer) checkTrees() error {
	trees := [][]Branch{a.Tree.Branches}
	for i := range a.Readable {
		trees = append(trees, a.Readable[i].Branches)
	}
	for k, branches := range trees {
		if len(branches) > mostBranches {
			return fmt.Errorf("tree %d has %d nodes", k+1, len(branches))
		}
		if rest, ok := a.checkNode(branches, 0); !ok || len(rest) > 0 {
			return fmt.Errorf("tree %d is none", k+1)
		}
		if k > 0 && a.Readable[k-1].Leaves < 1 {
			return fmt.Errorf("tree %d has no leaf", k+1)
		}
	}
	return nil
}

// checkNode reports whether the first of the branches is a node of that depth with all below it, and returns the
// others.
func (a *Answer) checkNode(branches []Branch, depth int) (rest []Branch, ok bool) {
	if len(branches) == 0 || depth > mostDepth {
		return nil, false
	}
	b := &branches[0]
	if b.Depth != depth || b.Leaf != (b.Ask == nil) || b.Leaf && len(b.Classes) != len(a.Classes) {
		return nil, false
	}
	rest = branches[1:]
	if b.Leaf {
		return rest, true
	}
	if rest, ok = a.checkNode(rest, depth+1); !ok {
		return nil, false
	}
	return a.checkNode(rest, depth+1)
}

func (a *Answer) checkPrice() error {
	if a.Price == nil {
		return nil
	}
	all := ways()
	if len(all) != len(a.Price.Ways) {
		return fmt.Errorf("%d ways to predict instead of %d", len(a.Price.Ways), len(all))
	}
	for i, w := range a.Price.Ways {
		if w.Name != all[i].Name || w.Leaves != all[i].Leaves {
			return fmt.Errorf("no way to predict %q of %d leaves", w.Name, w.Leaves)
		}
	}
	return nil
}

// answers reports whether a prediction has all that one has: of numbers with nil, or of classes.
func (q *Prediction) answers(classes []string) bool {
	if classes == nil {
		return q.Mean != nil && q.SD != nil && q.Low != nil && q.High != nil
	}
	return slices.Contains(classes, q.Class) && len(q.Probabilities) == len(classes)
}
