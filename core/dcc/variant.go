// Variants of a problem: another bandwidth, other priors, or a fold of the rows left out.

package dcc

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"sync"

	"dcctree/core/random"
	"dcctree/core/softtree"
)

// Variant says how the problem that a job works on differs from the run's. The zero value does not.
type Variant struct {
	Bandwidth float64 `json:"bandwidth"` // in place of Settings.BandwidthFinal, scaled units; 0 = as set
	// PriorScale c stretches the priors of the parameters: the standard deviation of the leaf means and
	// the scale of sigma are multiplied by c (mu - LeafMean and sigma are c times what they were), the
	// concentration of the classes too. Thresholds, simplexes and p(m) keep their priors: the first two
	// have no scale, and the effect of p(m) needs no other run (see PriorCheck). 0 = 1.
	PriorScale float64 `json:"priorScale"`
	Fold       int     `json:"fold"`  // which part of the rows is left out, 0 to Folds-1
	Folds      int     `json:"folds"` // into how many parts the rows are divided; 0 = none is left out
}

// maxScale bounds PriorScale from above and its inverse from below.
const maxScale = 100

// Validate says what is wrong with a variant of p.
func (v Variant) Validate(p *Problem) error {
	switch {
	case !(v.Bandwidth >= 0 && v.Bandwidth <= 10):
		return &FieldError{"bandwidth", fmt.Sprintf("is %v; use more than 0, at most 10", v.Bandwidth)}
	case v.PriorScale != 0 && !(v.PriorScale >= 1./maxScale && v.PriorScale <= maxScale):
		return &FieldError{"priorScale", fmt.Sprintf("is %v; use .01 to %d", v.PriorScale, maxScale)}
	case v.Folds == 0 && v.Fold == 0:
		return nil
	case v.Folds < 2 || v.Folds > p.Data.N:
		return &FieldError{"folds", fmt.Sprintf("is %d; use 2 to %d, the number of rows", v.Folds, p.Data.N)}
	case v.Fold < 0 || v.Fold >= v.Folds:
		return &FieldError{"fold", fmt.Sprintf("is %d of %d, counted from 0", v.Fold, v.Folds)}
	case p.Data.Weight != nil || p.Data.Scatter != 0:
		return errors.New("folds: the rows are merged; give them one by one")
	}
	return nil
}

// label tells the variant from all others.
func (v Variant) label() string {
	f := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	return "h " + f(v.Bandwidth) + " priors " + f(v.PriorScale) + " fold " + strconv.Itoa(v.Fold) + "/" +
		strconv.Itoa(v.Folds)
}

// keptVariants bounds the variants whose rows and sorted indexes are kept.
const keptVariants = 8

// variants keeps the problems made for variants, the oldest first.
type variants struct {
	mutex sync.Mutex
	made  []variantProblem
}

type variantProblem struct {
	variant Variant
	problem *Problem
}

// With returns the problem that the variant makes of p; p itself for the zero value. It is a function
// of p and v alone, with a seed of its own, so that the errors of two variants are independent. The last
// few are kept for later calls. Safe for concurrent use.
func (p *Problem) With(v Variant) (*Problem, error) {
	if v == (Variant{}) {
		return p, nil
	}
	if err := v.Validate(p); err != nil {
		return nil, err
	}
	p.variants.mutex.Lock()
	defer p.variants.mutex.Unlock()
	for _, k := range p.variants.made {
		if k.variant == v {
			return k.problem, nil
		}
	}
	q := p.derive(v)
	if len(p.variants.made) == keptVariants {
		p.variants.made = slices.Delete(p.variants.made, 0, 1)
	}
	p.variants.made = append(p.variants.made, variantProblem{v, q})
	return q, nil
}

func (p *Problem) derive(v Variant) *Problem {
	q := &Problem{Data: p.Data, Settings: p.Settings, Seed: random.Stream(p.Seed, "variant", v.label()).Uint64()}
	if v.Bandwidth > 0 {
		q.Settings.BandwidthFinal = v.Bandwidth
	}
	if c := v.PriorScale; c > 0 {
		q.Settings.Priors.LeafSD *= c
		q.Settings.Priors.SigmaScale *= c
		q.Settings.Priors.ClassConcentration *= c
	}
	if v.Folds > 0 {
		stay, out := p.divide(v)
		q.Data, q.rest = stay, &out
	}
	return q
}

// divide returns the rows that stay and the fold that is left out.
func (p *Problem) divide(v Variant) (stay, out softtree.Data) {
	var in, left []int
	for i, fold := range p.Folds(v.Folds) {
		if fold == v.Fold {
			left = append(left, i)
		} else {
			in = append(in, i)
		}
	}
	return p.Data.Take(in), p.Data.Take(left)
}

// Folds returns the fold of every row: shuffled rows are dealt out in turn, class by class, so that
// the folds differ by at most one row, and by at most one of each class.
func (p *Problem) Folds(k int) []int {
	order := random.Stream(p.Seed, "folds", strconv.Itoa(k)).Perm(p.Data.N)
	if !p.Data.Regression() {
		sort.SliceStable(order, func(i, j int) bool { return p.Data.Class[order[i]] < p.Data.Class[order[j]] })
	}
	out := make([]int, p.Data.N)
	for at, i := range order {
		out[i] = at % k
	}
	return out
}

// LeftOut returns the fold that the variant that the problem was made for leaves out, or else all rows.
func (p *Problem) LeftOut() softtree.Data {
	if p.rest != nil {
		return *p.rest
	}
	return p.Data
}
