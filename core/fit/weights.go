// Row weights: how many equal rows a row of the table stands for, and which of them are fitted.

package fit

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/random"
)

// mostRows and mostCells bound what is fitted in minutes: a move of a tree takes time in proportion to the rows.
const (
	mostRows  = 10_000
	mostCells = 1_000_000
)

const (
	mostWeight  = 1e15      // of all rows together: whole numbers up to that are exact
	mostWritten = 1_000_000 // rows up to which a sample is that of the table written out
)

// checkWeight refuses a column of row weights that has another part, or cannot be one.
func (p *Problem) checkWeight(t *dataset.Table) error {
	o := &p.options
	name := dataset.Show(o.Weight)
	switch {
	case o.Weight == "":
		return nil
	case o.Weight == o.Target:
		return p.fault(t, "fit.weight.target", name)
	case slices.Contains(o.Features, o.Weight):
		return p.fault(t, "fit.weight.input", name)
	}
	c, err := t.Column(o.Weight)
	if err != nil {
		return err
	}
	if row, cell := t.FirstText(c); row > 0 {
		return p.fault(t, "fit.weight.text", row, dataset.Show(cell), name)
	}
	if c.Kind != dataset.Numeric {
		return p.fault(t, "fit.weight.kind", name)
	}
	return nil
}

// weigh returns how many equal rows each row of the table stands for; 1 where no column says so, and 0 where a row has
// neither target nor weight.
func (p *Problem) weigh(t *dataset.Table, y *dataset.Column) ([]int, error) {
	weights := make([]int, t.Rows)
	if p.options.Weight == "" {
		for i := range weights {
			weights[i] = 1
		}
		return weights, nil
	}
	c, err := t.Column(p.options.Weight)
	if err != nil {
		return nil, err
	}
	sum := 0.
	for i, w := range c.Values {
		if math.IsNaN(y.Values[i]) {
			continue
		}
		sum += w
		if err := p.wrong(t, i, w, sum); err != nil {
			return nil, err
		}
		weights[i] = int(w)
	}
	return weights, nil
}

// wrong says what keeps the weight of a row from being used, where those up to it have that sum; nil for nothing.
func (p *Problem) wrong(t *dataset.Table, i int, w, sum float64) error {
	row, name := t.FileRow(i), dataset.Show(p.options.Weight)
	switch {
	case math.IsNaN(w):
		return p.fault(t, "fit.weight.gap", row, name)
	case w < 0:
		return p.fault(t, "fit.weight.negative", row, Number(w), name)
	case w != math.Floor(w):
		return p.fault(t, "fit.weight.fraction", row, Number(w), name)
	case sum > mostWeight:
		return p.fault(t, "fit.weight.large", row, name, mostWeight)
	}
	return nil
}

// few says that less than two rows can be fitted, where so many with a target are held out.
func (p *Problem) few(t *dataset.Table, rows, held int) error {
	if held > 0 {
		return p.fault(t, "fit.held", rows, dataset.Show(p.options.Target), held)
	}
	if p.options.Weight == "" {
		return p.fault(t, "fit.few", rows, dataset.Show(p.options.Target))
	}
	return p.fault(t, "fit.weight.few", rows, dataset.Show(p.options.Target), dataset.Show(p.options.Weight))
}

// bounded returns the rows that are fitted, ascending, each as often as it counts: where these are too many, a random
// sample of them, by the seed. It sets the copies.
func (p *Problem) bounded(rows, weights []int) (fitted []int) {
	total := 0
	for _, i := range rows {
		total += weights[i]
	}
	most := min(mostRows, mostCells/len(p.columns))
	var at []int // the places that are fitted, were each row written as often as it counts
	if total <= most {
		at = numeric.Indices(total)
	} else {
		at = sampled(random.Stream(p.options.Settings.Seed, "fit", "rows"), total, most, len(rows))
		p.sampled = true
		p.saySample(len(rows), total, most)
	}
	past := 0
	for _, i := range rows {
		past += weights[i]
		copies := 0
		for copies < len(at) && at[copies] < past {
			fitted = append(fitted, i)
			copies++
		}
		if at = at[copies:]; copies > 0 {
			p.copies = append(p.copies, copies)
		}
	}
	return fitted
}

// sampled draws so many of the numbers below total without replacement, ascending. Where that many rows are in the
// table, or could be written out, the draw is that of a table without weights; beyond that it takes no more memory than
// the sample (Floyd's algorithm: Bentley and Floyd 1987, "A sample of brilliance").
func sampled(rng *rand.Rand, total, most, rows int) []int {
	if total <= max(rows, mostWritten) {
		return slices.Sorted(slices.Values(rng.Perm(total)[:most]))
	}
	drawn := map[int]bool{}
	for last := total - most; last < total; last++ {
		k := rng.IntN(last + 1)
		if drawn[k] {
			k = last
		}
		drawn[k] = true
	}
	return slices.Sorted(maps.Keys(drawn))
}

func (p *Problem) saySample(rows, total, most int) {
	target := dataset.Show(p.options.Target)
	if p.options.Weight == "" {
		p.note("fit.rows", rows, target, most)
		return
	}
	p.note("fit.rows.weighted", rows, target, total, most)
}

// sayWeights says how many rows of the table are fitted, of which weight, and how many weigh nothing.
func (p *Problem) sayWeights(weightless int) {
	if p.options.Weight == "" {
		return
	}
	name := dataset.Show(p.options.Weight)
	p.note("fit.weights", len(p.copies), p.weight(), name)
	if weightless > 0 {
		p.note("fit.weightless", weightless, name)
	}
}

// weight is that of all fitted rows.
func (p *Problem) weight() (sum int) {
	for _, n := range p.copies {
		sum += n
	}
	return sum
}

// copied gives each copy of a row what the row has.
func copied(of, copies []int) (all []int) {
	for i, n := range copies {
		for range n {
			all = append(all, of[i])
		}
	}
	return all
}
