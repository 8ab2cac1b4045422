// The table of the walk to a report: trees of all structures beside CART.

package owntables

import (
	"errors"
	"fmt"
	"math"

	"dcctree/core/alltrees"
	"dcctree/core/baseline/cart"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/dataset"
	"dcctree/core/fit"
	"dcctree/core/random"
	"dcctree/core/tree"
	"dcctree/internal/rents"
)

const (
	rentsCheck = "RMSE of held-out rows beside CART's"
	rentsBound = "squared errors at most 2 standard errors above CART's"
	rentsFolds = 10 // by which CART is pruned
	rentsText  = "The table of the walk to a report in docs/walkthroughs.md: 5,000 rows with gaps, two inputs " +
		"that say nothing, and a rent that the quarter and the year determine, with even noise of standard " +
		"deviation .289. Three rows of ten are held out. The page's choices fit the others, and so does " +
		"CART, grown to the end and pruned by cross-validation, of the rows without gaps; both predict the " +
		"held-out rows without gaps."
)

func rentsSection() report.Section {
	s := report.Section{Title: "The table of the walk to a report", Text: rentsText}
	ours, theirs, err := rentErrors()
	if err != nil {
		s.Rows = []report.Row{failed(rentsCheck, rentsBound, err)}
		return s
	}
	s.Rows = []report.Row{rentsRow(ours, theirs)}
	return s
}

// rentsRow compares errors row by row.
func rentsRow(ours, theirs []float64) report.Row {
	var more []float64
	var us, them float64
	n := float64(len(ours))
	for i := range ours {
		us, them = us+ours[i]*ours[i]/n, them+theirs[i]*theirs[i]/n
		more = append(more, ours[i]*ours[i]-theirs[i]*theirs[i])
	}
	mean, se := average(more)
	return report.Row{Check: rentsCheck, Bound: rentsBound, Holds: mean <= 2*se,
		Figure: fmt.Sprintf("%.4f, CART %.4f, %d rows; squared errors differ by %.5f ± %.5f", math.Sqrt(us),
			math.Sqrt(them), len(ours), mean, se)}
}

// rentErrors are predictions less targets of the rows that are held out and have no gap.
func rentErrors() (ours, theirs []float64, err error) {
	t, err := dataset.ReadCSV(rents.Name, rents.CSV(), dataset.ReadOptions{})
	if err != nil {
		return nil, nil, err
	}
	var features []string
	for _, c := range t.Columns {
		if c.Name != rents.Number && c.Name != rents.Target {
			features = append(features, c.Name)
		}
	}
	held, err := heldRents(t, features)
	if err != nil {
		return nil, nil, err
	}
	f, err := t.Frame(rents.Target, features, dataset.Regression)
	if err != nil {
		return nil, nil, err
	}
	grown := prunedWithout(f, held)
	for i, number := range f.Rows {
		if mean, ok := held[number]; ok {
			answer, normal := grown.Leaf(tree.RowOf(f.Row(nil, i))).Answer.(tree.Normal)
			if !normal {
				return nil, nil, errors.New("a leaf of CART predicts no number")
			}
			ours, theirs = append(ours, mean-f.Y[i]), append(theirs, answer.Mean-f.Y[i])
		}
	}
	return ours, theirs, nil
}

// heldRents are the means that a fit with the page's choices predicts of the rows held out, by the row of the file.
func heldRents(t *dataset.Table, features []string) (map[int]float64, error) {
	o := fit.Options{Target: rents.Target, Features: features, Held: map[int]bool{},
		Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()}
	o.Settings.Seed = 1
	for i := range t.Rows {
		if i%10 < 3 {
			o.Held[i] = true
		}
	}
	p, err := fit.New(t, o)
	if err != nil {
		return nil, err
	}
	a, err := p.Fit(alltrees.Alone)
	if err != nil {
		return nil, err
	}
	means := map[int]float64{}
	for _, q := range a.Predictions {
		means[q.Row] = *q.Mean
	}
	return means, nil
}

// prunedWithout is CART of the rows that are not held out.
func prunedWithout(f *dataset.Frame, held map[int]float64) *cart.Tree {
	var training []int
	for i, number := range f.Rows {
		if _, out := held[number]; !out {
			training = append(training, i)
		}
	}
	groups := cart.Folds(len(training), rentsFolds, random.Stream(1, "rents", "cart"))
	return cart.Validate(f.Take(training), cart.LargeSettings(), groups).Tree
}
