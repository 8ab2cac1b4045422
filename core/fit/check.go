// Answers that come from outside: whether one holds together.

package fit

import (
	"errors"
	"fmt"
	"slices"

	"dcctree/core/dataset"
	"dcctree/core/verdict"
	"dcctree/core/words"
)

// Bounds of an answer from outside: what a fit gives is far within.
const (
	mostBranches = 1 << 11 // of a tree
	mostDepth    = 512
	mostLabels   = 64      // of a side of a split
	mostRule     = 1 << 20 // bytes of a rule: of all labels of a side, each of up to 1,000 characters
)

// Check reports what keeps an answer that was read from being shown; nil for nothing. Numbers are taken as they are.
func (a *Answer) Check() error {
	task, err := dataset.ParseTask(a.Task)
	classes := task == dataset.Classification
	switch {
	case err != nil:
		return err
	case classes != (len(a.Classes) > 1) || !classes && a.Classes != nil:
		return fmt.Errorf("%d classes in a %s", len(a.Classes), a.Task)
	case classes != (a.Scale == "") || !classes && !slices.Contains(fittedScales(), a.Scale):
		return fmt.Errorf("the scale %q in a %s", a.Scale, a.Task)
	case a.Weight != nil && (a.Weight.Column == "" || a.Weight.Sum < a.Rows):
		return fmt.Errorf("%d rows of weight %d", a.Rows, a.Weight.Sum)
	case a.Noise != "" && (classes || !slices.Contains(Noises(), a.Noise)): // older files do not tell it
		return fmt.Errorf("the noise %q in a %s", a.Noise, a.Task)
	case a.Size != "" && !slices.Contains(Sizes(), a.Size):
		return fmt.Errorf("trees of the size %q", a.Size)
	case a.Prior != nil && a.Prior.Wrong() != nil:
		return fmt.Errorf("the prior has the %s %g", a.Prior.Wrong().Name, *a.Prior.At(a.Prior.Wrong().Name))
	case !slices.Contains(verdict.Outcomes(), a.Verdict.Outcome):
		return fmt.Errorf("no verdict %q", a.Verdict.Outcome)
	case len(a.Root) == 0 || len(a.Left) == 0 && a.Root[0].Input != "":
		return errors.New("no first splits")
	case len(a.Together) > mostTogether || a.Structures != nil && len(a.Structures.Most) > mostTogether:
		return errors.New("more than is told of what trees have in common")
	case len(a.Readable) == 0 || len(a.Readable) > MostReadable:
		return fmt.Errorf("%d trees to read", len(a.Readable))
	}
	if err := a.checkTrees(); err != nil {
		return err
	}
	for _, l := range words.Languages() {
		if err := a.In(l).checkTrees(); err != nil {
			return err
		}
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
	if err := a.checkTree(a.Tree.Branches); err != nil {
		return err
	}
	for i := range a.Readable {
		r := &a.Readable[i]
		if err := a.checkTree(r.Branches); err != nil {
			return err
		}
		leaves := 0
		for k := range r.Branches {
			if r.Branches[k].Leaf {
				leaves++
			}
		}
		if leaves != r.Leaves {
			return fmt.Errorf("%d leaves instead of %d", leaves, r.Leaves)
		}
	}
	return nil
}

func (a *Answer) checkTree(branches []Branch) error {
	if len(branches) > mostBranches {
		return fmt.Errorf("a tree of %d nodes", len(branches))
	}
	if rest, ok := a.checkNode(branches, 0); !ok || len(rest) > 0 {
		return errors.New("a tree that is none")
	}
	return nil
}

// checkNode reports whether the first of the branches is a node of that depth with all below it, and returns the
// others.
func (a *Answer) checkNode(branches []Branch, depth int) (rest []Branch, ok bool) {
	if len(branches) == 0 || depth > mostDepth || !branches[0].holds(depth, a.Classes) {
		return nil, false
	}
	rest = branches[1:]
	if branches[0].Leaf {
		return rest, true
	}
	if rest, ok = a.checkNode(rest, depth+1); !ok {
		return nil, false
	}
	return a.checkNode(rest, depth+1)
}

// holds reports whether a node has what one of its depth has, and no more.
func (b *Branch) holds(depth int, classes []string) bool {
	if b.Depth != depth || len(b.Rule) > mostRule || b.Leaf != (b.Ask == nil) {
		return false
	}
	if b.Leaf {
		return len(b.Classes) == len(classes) && (b.Classes == nil) == (classes == nil) && b.Alike == nil
	}
	return max(len(b.Ask.Left), len(b.Ask.Right), len(b.Ask.Elsewhere)) <= mostLabels &&
		(b.Alike == nil || len(b.Alike.Rule) <= mostRule)
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
