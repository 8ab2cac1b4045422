// The tables: rows to fit, and rows to predict.

// Package fit fits trees with one input a split, all trees at once (core/alltrees), to a table of one's own: from a
// table and choices to an answer that says what the trees predict, how they split, and how far that can be trusted.
package fit

import (
	"cmp"
	"math"
	"slices"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/words"
)

// Options are the choices of a fit.
type Options struct {
	Target string
	Task   string // as dataset.ParseTask has them; "" or "auto": as the target looks
	// Held are rows of the table, from 0, that are predicted and scored instead of fitted.
	Held     map[int]bool
	Features []string   // the inputs; nil for all columns that can be one
	Sharp    bool       // splits of numbers are sharp also where numbers are predicted
	Scale    string     // of a number to predict: one of Scales
	Weight   string     // the column that says how many equal rows a row stands for; "" for none
	Noise    string     // of a number to predict: one of Noises
	Size     string     // of trees before the data: one of Sizes
	Prior    Prior      // other numbers of the prior
	Lang     words.Lang // of what the answer says, with translations beside it
	Folds    int        // of the cross-validation that tells the price of a readable tree; below 2: none
	// Settings and Effort are the sampler's; of the prior, widths are set by Sharp and the task.
	Settings alltrees.Settings
	Effort   alltrees.Effort
}

// DefaultFolds are the folds of the page, MostWork the most work that may be asked for.
const (
	DefaultFolds = 5
	MostWork     = 1e15
)

// Problem is what is fitted and what is asked.
type Problem struct {
	options Options
	data    string // the table's name
	task    dataset.Task
	classes []string // labels, sorted (numbers by size)
	columns []*dataset.Column
	train   []alltrees.Column
	y       alltrees.Response
	copies  []int  // of each fitted row of the table, in their order: train and y have them one after the other
	sampled bool   // they are a random sample
	moves   int    // of each tree at each step in the folds of the price
	scale   string // of the response
	asked   []asked
	ask     []alltrees.Column
	notes   []words.Message
	voice   *voice           // each answer has its own
	newest  *newest          // nil before the first answer
	before  []float64        // how often the prior uses each input; nil before the first answer
	tables  []*dataset.Table // the opened one, and that of test rows
	header  dataset.Header   // of the table, and so of a second one
	stage   func(Stage)      // nil where nobody asked
	each    func(*Answer)    // likewise
	// elsewhere does a part of the fit in another process, or returns nil; it is nil where there is none
	elsewhere func(*Errand) *Found
}

// Stage is how far a fit is: in a round, or in a fold of the cross-validation that follows, from 1.
type Stage struct {
	alltrees.Stage
	Fold int
}

// Watch has stage hear how far Fit is, by several workers at a time if there are such, and each the answer after every
// round, but for the price of a readable tree.
func (p *Problem) Watch(stage func(Stage), each func(*Answer)) {
	p.stage, p.each = stage, each
	p.options.Settings.Hooks.Watch = p.watching(0)
}

// watching tells of a fold's sampler; 0 is that of all rows.
func (p *Problem) watching(fold int) func(alltrees.Stage) {
	if p.stage == nil {
		return nil
	}
	return func(s alltrees.Stage) {
		if fold > 0 { // its restarts follow each other
			s.Share = min(1, (float64(s.Restart)+s.Share)/float64(s.Restarts))
		}
		p.stage(Stage{s, fold})
	}
}

// asked is a row to predict.
type asked struct {
	file  string
	row   int     // of the file
	known bool    // whether the file has the row's target
	value float64 // of the target; of a class its number, -1 for one that no training row has
}

// New reads the rows of a table. The error names the table and what to do.
func New(t *dataset.Table, o Options) (*Problem, error) {
	p := &Problem{options: o, data: t.Name, header: dataset.HeaderPresent, tables: []*dataset.Table{t},
		voice: &voice{lang: o.Lang}}
	if !t.Format.Header {
		p.header = dataset.HeaderAbsent
	}
	y, err := p.choose(t)
	if err != nil {
		return nil, err
	}
	if err := p.chooseNoise(t); err != nil {
		return nil, err
	}
	if err := p.chooseSize(t); err != nil {
		return nil, err
	}
	p.options.Settings.Prior.Widths = 0
	if p.options.Sharp = p.options.Sharp || p.task == dataset.Classification; !p.options.Sharp {
		p.options.Settings.Prior.Widths = alltrees.DefaultWidths
	}
	if err := p.choosePrior(t); err != nil {
		return nil, err
	}
	if err := p.fitRows(t, y); err != nil {
		return nil, err
	}
	return p, nil
}

// choose finds the target, its task, and the inputs.
func (p *Problem) choose(t *dataset.Table) (*dataset.Column, error) {
	o := &p.options
	p.task = t.SuggestTask(o.Target)
	if o.Task != "" && o.Task != "auto" {
		task, err := dataset.ParseTask(o.Task)
		if err != nil {
			return nil, err
		}
		p.task = task
	}
	y, err := t.TargetColumn(o.Target, p.task)
	if err != nil {
		return nil, err
	}
	if err := p.checkWeight(t); err != nil {
		return nil, err
	}
	var beside []string
	if o.Weight != "" {
		beside = append(beside, o.Weight)
	}
	if p.columns, p.notes, err = t.Inputs(o.Features, o.Target, beside...); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(t.Columns, func(c dataset.Column) bool { return c.Kind == dataset.Text && many(&c) }) {
		p.note("fit.labels", dataset.MaxCategories)
	}
	if len(p.columns) == 0 {
		return nil, p.fault(t, "table.column.none")
	}
	return y, nil
}

func many(c *dataset.Column) bool { return c.Distinct > dataset.MaxCategories }

func (p *Problem) note(key string, values ...any) {
	p.notes = append(p.notes, words.Of(key, values...))
}

// Error says why a table cannot be fitted, and what to do.
type Error struct {
	Table string
	Said  words.Message
}

// Error returns the text in English.
func (e *Error) Error() string { return e.In(words.English) }

// In returns the text in a language.
func (e *Error) In(l words.Lang) string { return e.Table + ": " + e.Said.In(l) }

func (p *Problem) fault(t *dataset.Table, key string, values ...any) error {
	return &Error{t.Name, words.Of(key, values...)}
}

// fitRows divides the rows: those with a target are fitted unless they are held out or weigh nothing. Those held out
// and those without a target are asked.
func (p *Problem) fitRows(t *dataset.Table, y *dataset.Column) error {
	weights, err := p.weigh(t, y)
	if err != nil {
		return err
	}
	var fitted, ask []int
	empty := 0
	for i := range t.Rows {
		if math.IsNaN(y.Values[i]) {
			empty++
		}
		if p.options.Held[i] || math.IsNaN(y.Values[i]) {
			ask = append(ask, i)
		} else if weights[i] > 0 {
			fitted = append(fitted, i)
		}
	}
	if len(fitted) < 2 {
		return p.few(t, len(fitted), len(ask)-empty)
	}
	weightless := t.Rows - len(ask) - len(fitted)
	fitted = p.bounded(fitted, weights)
	p.sayWeights(weightless)
	if err := p.respond(t, y, fitted); err != nil {
		return err
	}
	gaps := make([]bool, t.Rows)
	for j := range p.columns {
		c := p.oneValue(j, fitted)
		p.train = append(p.train, take(t, c, c, fitted))
		p.ask = append(p.ask, take(t, c, c, ask))
		p.sayUnseen(t, c, j, ask)
		for i, v := range c.Values {
			gaps[i] = gaps[i] || math.IsNaN(v)
		}
	}
	p.sayGaps(gaps, fitted)
	if err := p.rescale(t, fitted); err != nil {
		return err
	}
	p.take(t, y, ask)
	if empty > 0 {
		p.note("fit.untold", empty, dataset.Show(p.options.Target))
	}
	return nil
}

func (p *Problem) sayGaps(gaps []bool, fitted []int) {
	n := 0
	rows := slices.Compact(slices.Clone(fitted))
	for _, i := range rows {
		if gaps[i] {
			n++
		}
	}
	if n > 0 {
		p.note("fit.gaps", n, len(rows))
	}
}

// respond takes the response of the fitted rows over.
func (p *Problem) respond(t *dataset.Table, y *dataset.Column, fitted []int) error {
	var values []float64
	for _, i := range fitted {
		values = append(values, y.Values[i])
	}
	distinct := slices.Compact(slices.Sorted(slices.Values(values)))
	if len(distinct) == 1 {
		if p.sampled {
			return p.fault(t, "fit.sample", dataset.Show(p.options.Target))
		}
		key := "table.target.constant"
		if p.task == dataset.Classification {
			key = "table.target.oneclass"
		}
		return p.fault(t, key, dataset.Show(p.options.Target))
	}
	p.y.Values = values
	if p.task == dataset.Regression {
		return nil
	}
	p.y.Classes = len(distinct)
	p.classes = make([]string, len(distinct))
	for k, i := range fitted {
		class, _ := slices.BinarySearchFunc(distinct, values[k], cmp.Compare[float64])
		values[k] = float64(class)
		p.classes[class] = y.Text(i)
	}
	rows := len(slices.Compact(slices.Clone(fitted))) // copies of a row follow each other
	if row, cell := t.FirstText(y); y.Kind == dataset.Text && row > 0 && 2*len(distinct) > rows {
		p.note("fit.rareclasses", dataset.Show(y.Name), len(distinct), rows, dataset.Show(cell), row)
	}
	return nil
}

// take returns rows of a column of a table in the codes of ref, the same column of the training table. A label that ref
// does not have gets a number that no label has.
func take(t *dataset.Table, c, ref *dataset.Column, rows []int) alltrees.Column {
	out := alltrees.Column{Values: make([]float64, len(rows))}
	values := c.Values
	if ref.Kind == dataset.Text {
		out.Levels = len(ref.Labels)
		if c != ref {
			values = t.Codes(c, ref.Labels)
		}
	}
	for k, i := range rows {
		if out.Values[k] = values[i]; values[i] < 0 && out.Levels > 0 {
			out.Values[k] = float64(out.Levels)
		}
	}
	return out
}

// take notes which rows are asked; y is nil where their file has no target.
func (p *Problem) take(t *dataset.Table, y *dataset.Column, rows []int) {
	var values []float64
	if y != nil {
		if values = y.Values; p.task == dataset.Classification {
			values = t.Codes(y, p.classes)
		}
	}
	for _, i := range rows {
		a := asked{file: t.Name, row: t.FileRow(i)}
		if y != nil && !math.IsNaN(values[i]) {
			a.known, a.value = true, values[i]
		}
		p.asked = append(p.asked, a)
	}
}

// TestOptions are how a second table is to be read, so that its columns have the first one's kinds.
func (p *Problem) TestOptions() dataset.ReadOptions {
	opt := dataset.ReadOptions{Kinds: map[string]string{}, Orders: map[string]dataset.DayOrder{}, MinRows: 1,
		Header: p.header}
	for _, c := range p.columns {
		switch opt.Kinds[c.Name] = dataset.AsNumbers; {
		case c.Kind == dataset.Text:
			opt.Kinds[c.Name] = dataset.AsText
		case c.Days:
			opt.Kinds[c.Name], opt.Orders[c.Name] = dataset.AsDays, c.Order
		}
	}
	opt.Kinds[p.options.Target] = dataset.AsNumbers
	if p.task == dataset.Classification { // numbers, too: how they are written does not matter then
		opt.Kinds[p.options.Target] = dataset.AsText
	}
	return opt
}

// AddTest adds the rows of a second table to those that are predicted, and scored where they have a target.
func (p *Problem) AddTest(t *dataset.Table) error {
	rows := make([]int, t.Rows)
	for i := range rows {
		rows[i] = i
	}
	for j, ref := range p.columns {
		c, err := t.Matching(ref.Name, ref.Kind == dataset.Numeric)
		if err != nil {
			return err
		}
		p.ask[j].Values = append(p.ask[j].Values, take(t, c, ref, rows).Values...)
		p.sayUnseen(t, c, j, rows)
	}
	y, err := p.testTarget(t)
	if err != nil {
		return err
	}
	p.take(t, y, rows)
	p.tables = append(p.tables, t)
	return nil
}

// testTarget is the target of a second table, nil where it has none.
func (p *Problem) testTarget(t *dataset.Table) (*dataset.Column, error) {
	if !slices.ContainsFunc(t.Columns, func(c dataset.Column) bool { return c.Name == p.options.Target }) {
		return nil, nil
	}
	return t.MatchingTarget(p.options.Target, p.task == dataset.Regression)
}

// sayUnseen says which of the rows, of a table with the column c, have labels of input j that no fitted row has.
func (p *Problem) sayUnseen(t *dataset.Table, c *dataset.Column, j int, rows []int) {
	ref := p.columns[j]
	if ref.Kind != dataset.Text {
		return
	}
	seen := make([]bool, len(ref.Labels)+1) // the last is what ref does not have
	for _, v := range p.train[j].Values {
		if !math.IsNaN(v) {
			seen[int(v)] = true
		}
	}
	n, first := 0, 0
	for k, v := range take(t, c, ref, rows).Values {
		if math.IsNaN(v) || seen[int(v)] {
			continue
		}
		if n++; n == 1 {
			first = rows[k]
		}
	}
	row, label, name := t.FileRow(first), dataset.Show(t.CellText(c, first)), dataset.Show(c.Name)
	switch n {
	case 0:
	case 1:
		p.note("fit.unseen", row, t.Name, label, name)
	default:
		p.note("fit.unseen.rows", n, t.Name, name, label, row)
	}
}

// oneValue is input j, and says where the fitted rows have one value at most. Where that is a number and the
// others are gaps, numbers are labels from here on: a split asks whether there is a value.
func (p *Problem) oneValue(j int, fitted []int) *dataset.Column {
	c, first, gaps := p.columns[j], -1, false
	for _, i := range fitted {
		switch v := c.Values[i]; {
		case math.IsNaN(v):
			gaps = true
		case first < 0:
			first = i
		case v != c.Values[first]:
			return c
		}
	}
	if first < 0 || !gaps {
		p.note("fit.unvaried", dataset.Show(c.Name))
		return c
	}
	p.note("fit.onevalue", dataset.Show(c.Name), dataset.Show(c.Text(first)))
	if c.Kind == dataset.Numeric {
		p.columns[j] = asLabels(c)
	}
	return p.columns[j]
}

// asLabels is a column of numbers with each of them as a label.
func asLabels(c *dataset.Column) *dataset.Column {
	l := *c
	l.Kind, l.Labels, l.Values = dataset.Text, nil, slices.Clone(c.Values)
	numbers := slices.Compact(slices.DeleteFunc(slices.Sorted(slices.Values(c.Values)), math.IsNaN))
	for i, v := range c.Values {
		if k, found := slices.BinarySearch(numbers, v); found {
			l.Values[i] = float64(k)
		}
	}
	for _, v := range numbers {
		l.Labels = append(l.Labels, dataset.NumberText(v))
	}
	return &l
}
