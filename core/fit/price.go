// The price of a readable tree: scores by cross-validation of few leaves, of all trees, and of simpler rivals.

package fit

import (
	"errors"
	"math"
	"strconv"

	"dcctree/core/alltrees"
	"dcctree/core/baseline/cart"
	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/random"
)

// MostReadable is the largest number of leaves of a tree that is offered to be read.
const MostReadable = 8

// fewestPriced are the rows from which on there is a price: with fewer, nothing is told from its error.
const fewestPriced = 20

// Price says how well the fitted rows are predicted, each by what was fitted without its fold.
type Price struct {
	Folds int   `json:"folds"`
	Moves int   `json:"moves"` // of each tree at each step: those of the third round, or of the last before it
	Ways  []Way `json:"ways"`
}

// Names of the ways to predict, a closed set.
const (
	AllTrees = "all-trees" // their posterior
	FewLeaf  = "leaves"    // the part of one of them with at most so many leaves that is nearest to it
	Cart     = "cart"      // a tree grown split by split and pruned by cross-validation
	Linear   = "linear"    // linear or multinomial logistic regression
)

// Way is how well one way predicts. Scores are means over the rows with their standard errors by the rows' spread.
// Less is by how much the log score is below that of all trees, row by row. What cannot be told is nil.
type Way struct {
	Name     string    `json:"name"`
	Leaves   int       `json:"leaves,omitempty"` // of FewLeaf
	LogScore *Estimate `json:"logScore"`
	Less     *Estimate `json:"less"`             // nil of all trees themselves
	RMSE     *float64  `json:"rmse,omitempty"`   // numbers
	Errors   *float64  `json:"errors,omitempty"` // classes: share
}

// Estimate is a mean over rows, and its standard error.
type Estimate struct {
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"`
}

// ways are the names and leaves in their order.
func ways() (all []Way) {
	all = append(all, Way{Name: AllTrees})
	for k := range MostReadable {
		all = append(all, Way{Name: FewLeaf, Leaves: k + 1})
	}
	return append(all, Way{Name: Cart}, Way{Name: Linear})
}

// results are what one way says of the rows.
type results struct {
	logs   []float64 // log score of each row
	missed []float64 // its squared error, or 1 where another class was more probable
}

// foldMoves are those of the third round, the first after which a sample can be settled, or of the last before it.
func (o *Options) foldMoves(last int) int { return min(4*o.Effort.Moves, last) }

// price cross-validates, after a fit whose last round had so many moves. Every fold has a sampler of its own, with
// smaller restarts in place of one: where restarts do not agree they predict better, and elsewhere as well.
func (p *Problem) price(w alltrees.Workers, last int) (*Price, error) {
	p.moves = p.options.foldMoves(last)
	price := &Price{Folds: p.folds(), Moves: p.moves, Ways: ways()}
	done := make([]*Scored, price.Folds)
	failed := make([]error, price.Folds)
	w(price.Folds, func(k int) { done[k], failed[k] = p.score(k) })
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	rows := len(p.copies)
	said := make([]results, len(price.Ways))
	for k := range said {
		said[k] = results{make([]float64, rows), make([]float64, rows)}
		for _, fold := range done {
			for i, at := range fold.Rows {
				said[k].logs[at] = fold.Logs[k*len(fold.Rows)+i]
				said[k].missed[at] = fold.Missed[k*len(fold.Rows)+i]
			}
		}
	}
	for k := range price.Ways {
		price.Ways[k].score(p.task, &said[k], said[0].logs, p.counts())
	}
	return price, nil
}

func (p *Problem) folds() int { return min(p.options.Folds, len(p.copies)) }

// counts are what each row of the table counts in a mean over the rows; their mean is 1.
func (p *Problem) counts() []float64 {
	counts := make([]float64, len(p.copies))
	for i, n := range p.copies {
		counts[i] = float64(n) * float64(len(p.copies)) / float64(len(p.y.Values))
	}
	return counts
}

// Scored is what all ways say of the rows of a fold: log scores, and squared errors or 1 where another class was more
// probable; of each way all rows, one way after the other. Of equal rows by weight one is asked.
type Scored struct {
	Rows         []int
	Logs, Missed []float64
}

// score does a fold, or has it done elsewhere.
func (p *Problem) score(fold int) (*Scored, error) {
	if p.elsewhere != nil {
		if found := p.elsewhere(p.foldErrand(fold)); found != nil {
			return &found.Scored, nil
		}
	}
	return p.scored(fold)
}

// scored does a fold here.
func (p *Problem) scored(k int) (*Scored, error) {
	f, err := p.leave(p.groups(), k)
	if err != nil {
		return nil, err
	}
	return f.judge(), nil
}

// groups are the folds of the rows of the table that are fitted.
func (p *Problem) groups() []int {
	return cart.Folds(len(p.copies), p.folds(), random.Stream(p.options.Settings.Seed, "fit", "folds"))
}

// foldsVary reports whether the response has two values without the rows of any fold: of one there is no noise to
// learn.
func (p *Problem) foldsVary() bool {
	groups := p.groups()
	for fold := range p.folds() {
		var y numeric.Moments // of one copy of each row
		place := 0
		for i, g := range groups {
			if g != fold {
				y.Add(p.y.Values[place])
			}
			place += p.copies[i]
		}
		if y.Variance() == 0 {
			return false
		}
	}
	return true
}

// score sums a way's results up; counts say what each row counts, with the mean 1.
func (w *Way) score(task dataset.Task, r *results, all, counts []float64) {
	missed := 0.0
	for i, v := range r.missed {
		missed += float64(counts[i]*v) / float64(len(r.missed))
	}
	w.LogScore = estimate(r.logs, counts)
	if w.Name != AllTrees {
		less := make([]float64, len(all))
		for i, v := range all {
			less[i] = v - r.logs[i]
		}
		w.Less = estimate(less, counts)
	}
	if task == dataset.Regression {
		if rmse := math.Sqrt(missed); numeric.Finite(rmse) {
			w.RMSE = &rmse
		}
		return
	}
	w.Errors = &missed
}

// estimate is nil where a value is not finite. The error takes the rows of the table as independent, not their copies:
// it is that of the mean of counts[i] * (values[i] - mean), and the usual one where all counts are 1.
func estimate(values, counts []float64) *Estimate {
	var m, apart numeric.Moments
	for i, v := range values {
		m.Add(float64(counts[i] * v))
	}
	if !numeric.Finite(m.Mean()) {
		return nil
	}
	for i, v := range values {
		apart.Add(v + float64((counts[i]-1)*(v-m.Mean()))) // a count of 1 leaves the value's bits as they are
	}
	e := &Estimate{m.Mean(), math.Sqrt(apart.Variance() / float64(apart.N()))}
	if !numeric.Finite(e.Error) {
		return nil
	}
	return e
}

// fold is what is fitted without some of the rows, and these.
type fold struct {
	p           *Problem
	settings    alltrees.Settings
	table       *alltrees.Table
	train, test []alltrees.Column
	y           alltrees.Response // of the training rows
	copies      []int             // of each of them
	rows        []int             // of the table that are left out
	told        []float64         // their responses
}

// leave leaves the rows of a group out, with all their copies.
func (p *Problem) leave(groups []int, group int) (*fold, error) {
	f := &fold{p: p, settings: p.options.Settings, y: p.y}
	f.y.Values = nil
	f.settings.Seed = random.Stream(f.settings.Seed, "fit", "fold", strconv.Itoa(group)).Uint64()
	f.settings.Moves, f.settings.Restarts, f.settings.Hooks.Watch = p.moves, 1, p.watching(group+1)
	f.settings.Hooks.Elsewhere = nil
	var kept, asked []int // places of the fitted rows
	place := 0
	for i, g := range groups {
		if g == group {
			f.rows, asked = append(f.rows, i), append(asked, place)
		} else {
			f.copies = append(f.copies, p.copies[i])
			for k := range p.copies[i] {
				kept = append(kept, place+k)
			}
		}
		place += p.copies[i]
	}
	y := alltrees.Column{Values: p.y.Values}
	f.y.Values, f.told = some(y, kept).Values, some(y, asked).Values
	for _, c := range p.train {
		f.train = append(f.train, some(c, kept))
		f.test = append(f.test, some(c, asked))
	}
	var err error
	f.table, err = alltrees.NewTable(f.train, f.y)
	return f, err
}

// some are rows of a column.
func some(c alltrees.Column, rows []int) alltrees.Column {
	out := alltrees.Column{Levels: c.Levels}
	for _, i := range rows {
		out.Values = append(out.Values, c.Values[i])
	}
	return out
}

// judge has every way predict the rows left out.
func (f *fold) judge() *Scored {
	sample := alltrees.Scattered(f.table, f.settings, alltrees.Alone)
	readable := sample.Readable(MostReadable)
	bins := f.table.Bins(f.test)
	rivals := f.rivals()
	size := len(ways()) * len(f.rows)
	said := &Scored{Rows: f.rows, Logs: make([]float64, size), Missed: make([]float64, size)}
	row := make([]float64, len(f.test))
	for i := range f.rows {
		for j := range f.test {
			row[j] = f.test[j].Values[i]
		}
		f.note(said, 0, i, sample.Predictive(bins[i]))
		best := 0
		for k := range MostReadable {
			if best+1 < len(readable) && readable[best+1].Leaves == k+1 {
				best++
			}
			f.note(said, 1+k, i, readable[best].Tree.Predict(row, 1, nil))
		}
		for k, predict := range rivals {
			f.note(said, 1+MostReadable+k, i, alltrees.Mixture{predict(i)})
		}
	}
	return said
}

// note takes down what a way says of a row left out.
func (f *fold) note(said *Scored, way, i int, m alltrees.Mixture) {
	at := way*len(f.rows) + i
	y := f.told[i]
	if f.p.task == dataset.Regression {
		y = f.p.inUnits(y)
		mean, _ := f.p.moments(m)
		said.Logs[at] = f.p.logDensity(m, y)
		said.Missed[at] = (y - mean) * (y - mean)
		return
	}
	p := make([]float64, f.y.Classes)
	for _, c := range m {
		for k, v := range c.Classes {
			p[k] += c.Share * v
		}
	}
	said.Logs[at] = numeric.Log(p[int(y)])
	if numeric.Largest(p) != int(y) {
		said.Missed[at] = 1
	}
}
