// The answer: what drawn trees say.

package fit

import (
	"fmt"
	"math"
	"sort"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/verdict"
	"dcctree/core/words"
)

// Answer is what a fit says; in JSON, numbers that are not known are null.
type Answer struct {
	Data     string   `json:"data"`
	Target   string   `json:"target"`
	Task     string   `json:"task"`
	Scale    string   `json:"scale,omitempty"`  // on which a number was fitted
	Noise    string   `json:"noise,omitempty"`  // of a number: one of Noises
	Size     string   `json:"size,omitempty"`   // of trees before the data, where it is not the usual one
	Prior    *Prior   `json:"prior,omitempty"`  // what was chosen of it; nil for nothing
	Rows     int      `json:"rows"`             // of the table that were fitted
	Weight   *Weight  `json:"weight,omitempty"` // nil where each row counts once
	Inputs   int      `json:"inputs"`           // that a split of these rows can be on
	Notes    []string `json:"notes,omitempty"`
	Verdict  Judgment `json:"verdict"`
	Evidence Evidence `json:"evidence"`
	// Root is what the drawn trees do first, Left and Right what they do next, given the most probable of Root.
	Root  []Split `json:"root"`
	Left  []Split `json:"left"`
	Right []Split `json:"right"`
	Used  []Used  `json:"used"`
	// Together and Structures are of the drawn trees; files of before have none.
	Together   []Together  `json:"together,omitempty"`
	Structures *Structures `json:"structures,omitempty"`
	Tree       Tree        `json:"tree"`
	// Readable are parts of drawn trees with few leaves, each the nearest to what all trees predict.
	Readable    []Readable   `json:"readable"`
	Price       *Price       `json:"price,omitempty"`
	Leaves      float64      `json:"leaves"` // mean number of a drawn tree
	Classes     []string     `json:"classes,omitempty"`
	Predictions []Prediction `json:"predictions,omitempty"`
	Scores      *Scores      `json:"scores,omitempty"`
	Digest      string       `json:"digest"`
	// Translations are, by language, what texts of the answer read there: each note, reason, rule and target that
	// reads otherwise, by its text here.
	Translations map[string]Phrases `json:"translations,omitempty"`
}

// Weight is what the fitted rows count: the column that says so, and their sum. As many equal rows were fitted, and
// rows of trees are counted so.
type Weight struct {
	Column string `json:"column"`
	Sum    int    `json:"sum"`
}

// Judgment is the verdict: one of the outcomes of core/verdict.
type Judgment struct {
	Outcome verdict.Outcome `json:"outcome"`
	Reasons []string        `json:"reasons"`
	// Next is the number of moves of the round that there was no work left for; 0 where none is needed.
	Next int `json:"next,omitempty"`
}

// Evidence is the total log evidence of all trees, in nats of the standardized target.
type Evidence struct {
	Log      float64 `json:"log"`      // by the bridge, where there is one
	Restarts float64 `json:"restarts"` // by the tempered restarts together
	Error    float64 `json:"error"`    // largest difference of restarts, rounds and estimators
	// Draws are independent trees of the frozen graph; effective number and k-hat are those of what it has learned.
	// Gradual splits have none.
	Draws     int      `json:"draws,omitempty"`
	Effective float64  `json:"effective,omitempty"`
	KHat      *float64 `json:"kHat"`
	Rounds    []Round  `json:"rounds"`
}

// Round is the sampler run once: moves of each tree at each step, log evidence by restarts and bridge, work.
type Round struct {
	Moves       int       `json:"moves"`
	LogEvidence float64   `json:"logEvidence"`
	Bridge      float64   `json:"bridge"`
	Restarts    []float64 `json:"restarts"`
	Work        int       `json:"work"`
}

// Split is a first split: of a number at a threshold with its 90 % interval, or of labels. Of a branch it is what drawn
// trees ask there that ask the same on the way: the rule is the branch's, the rest is theirs.
type Split struct {
	Input       string     `json:"input"` // "" for none
	Rule        string     `json:"rule"`
	Probability float64    `json:"probability"`
	Error       *float64   `json:"error"` // standard error of the probability; null where it is not known
	Threshold   *Threshold `json:"threshold,omitempty"`
	Gradual     *Gradual   `json:"gradual,omitempty"`
	Labels      []string   `json:"labels,omitempty"`   // that go left
	GapsLeft    *float64   `json:"gapsLeft,omitempty"` // probability, where there are gaps
}

// Threshold is the median of the drawn trees' thresholds with the 5 and 95 % points.
type Threshold struct {
	Low  float64 `json:"low"`
	Mid  float64 `json:"mid"`
	High float64 `json:"high"`
}

// Gradual is how probable it is that a threshold is gradual, and from where to where it goes then: the medians of the
// values from which on less than 90 % and less than 10 % of a row go left.
type Gradual struct {
	Probability float64 `json:"probability"`
	From        float64 `json:"from"`
	To          float64 `json:"to"`
}

// Used is the probability that a tree uses an input, after the data, with its standard error, null where that is not
// known, and before.
type Used struct {
	Input     string   `json:"input"`
	Posterior float64  `json:"posterior"`
	Error     *float64 `json:"error"`
	Prior     float64  `json:"prior"`
}

// Tree is a drawn tree, as rules, lines of English, and as branches.
type Tree struct {
	Loss     float64  `json:"loss"` // expected, of predictions of the training rows
	Rules    []string `json:"rules"`
	Branches []Branch `json:"branches"` // the root, then of each node first what goes left
}

// Readable is a tree of at most so many leaves; Loss is its mean squared difference of predictions to all trees'.
type Readable struct {
	Leaves   int      `json:"leaves"`
	Loss     float64  `json:"loss"`
	Rules    []string `json:"rules"`
	Branches []Branch `json:"branches"`
}

// AtMost is the tree to read of at most so many leaves, nil for none.
func (a *Answer) AtMost(leaves int) (best *Readable) {
	for i := range a.Readable {
		if a.Readable[i].Leaves <= leaves {
			best = &a.Readable[i]
		}
	}
	return best
}

// WholeTree stands for a drawn tree whole where most leaves are asked for.
const WholeTree = MostReadable + 1

// Branches are those of the tree to read of at most so many leaves; of the drawn tree for WholeTree, or where there is
// no smaller one.
func (a *Answer) Branches(leaves int) []Branch {
	if r := a.AtMost(leaves); r != nil && leaves < WholeTree {
		return r.Branches
	}
	return a.Tree.Branches
}

// Branch is a node of a tree, with what leads to it.
type Branch struct {
	Depth int    `json:"depth"`
	Rule  string `json:"rule"` // "" at the root
	Gaps  bool   `json:"gaps"` // whether gaps in the rule's input come here
	// Step is where the split that leads here is, as shares of its input's range in the training rows: from and to
	// of a gradual one, twice the threshold of a sharp one; nil for sets of labels and at the root.
	Step    []float64 `json:"step,omitempty"`
	Gradual bool      `json:"gradual"`
	Rows    int       `json:"rows"` // by their weights
	Leaf    bool      `json:"leaf"`
	Mean    float64   `json:"mean"`              // of a leaf
	SD      float64   `json:"sd,omitempty"`      // of a row to come, of a leaf; 0: not told
	Classes []float64 `json:"classes,omitempty"` // of a leaf
	Ask     *Ask      `json:"ask,omitempty"`     // of a split
	Alike   *Split    `json:"alike,omitempty"`   // of a split; nil where fewer than 20 trees come there
}

// Prediction is of one row.
type Prediction struct {
	File          string    `json:"file"`
	Row           int       `json:"row"`              // of the file
	Target        string    `json:"target,omitempty"` // where it is known
	Mean          *float64  `json:"mean,omitempty"`   // Low and High: 5 and 95 %
	SD            *float64  `json:"sd,omitempty"`
	Low           *float64  `json:"low,omitempty"`
	High          *float64  `json:"high,omitempty"`
	Class         string    `json:"class,omitempty"`
	Probabilities []float64 `json:"probabilities"`
}

// Fit runs the sampler and asks it. Workers change nothing.
func (p *Problem) Fit(w alltrees.Workers) (*Answer, error) {
	t, err := p.table()
	if err != nil {
		return nil, err
	}
	o := &p.options
	effort := o.Effort
	if p.each != nil {
		effort.Each = func(r *alltrees.Settled) { p.each(p.answer(t, r)) }
		p.each(p.glimpse(t, w))
	}
	if p.decide(w) {
		if t, err = p.table(); err != nil {
			return nil, err
		}
	}
	priced := o.Folds >= 2 && len(p.copies) >= fewestPriced
	if priced && p.task == dataset.Regression && !p.foldsVary() {
		priced = false
		p.note("fit.unpriced", dataset.Show(o.Target))
	}
	settings := o.Settings
	settings.Hooks.Elsewhere = p.climbing(p.train, p.y)
	settled := alltrees.Settle(t, settings, effort, w)
	a := p.answer(t, settled)
	if !priced {
		return a, nil
	}
	if p.each != nil {
		p.each(a)
	}
	a.Price, err = p.price(w, settled.Rounds[len(settled.Rounds)-1].Moves)
	return a, err
}

// Glimpse is what Fit has to show first: of a few trees that hardly moved.
func (p *Problem) Glimpse(w alltrees.Workers) (*Answer, error) {
	t, err := p.table()
	if err != nil {
		return nil, err
	}
	return p.glimpse(t, w), nil
}

func (p *Problem) glimpse(t *alltrees.Table, w alltrees.Workers) *Answer {
	return p.answer(t, alltrees.Glimpse(t, p.options.Settings, p.options.Effort, w))
}

// table is that of the rows to fit.
func (p *Problem) table() (*alltrees.Table, error) {
	t, err := alltrees.NewTable(p.train, p.y)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.data, err)
	}
	return t, nil
}

// answer asks the sample of a round.
func (p *Problem) answer(t *alltrees.Table, r *alltrees.Settled) *Answer {
	a := &Answer{Data: p.data, Target: p.options.Target, Task: p.task.String(), Rows: len(p.copies),
		Noise: p.noiseName(), Size: p.options.Size, Prior: p.chosenPrior(),
		Classes: p.classes, Digest: fmt.Sprintf("%016x", r.Digest())}
	if p.options.Weight != "" {
		a.Weight = &Weight{p.options.Weight, p.weight()}
	}
	if p.task == dataset.Regression {
		a.Scale = p.scale
	}
	a.Inputs = len(t.Inputs())
	p.voice = &voice{lang: p.options.Lang}
	a.Notes = p.voice.all(p.notes)
	if r.Next == 0 { // the last round
		a.Notes = append(a.Notes, p.voice.all(p.suggestNoise(r.Sample))...)
	}
	p.newest = &newest{t, r.Bare(), p.scale, r.Rounds[len(r.Rounds)-1].Moves, a}
	a.Verdict, a.Evidence = p.judge(r, t.Tolerated()), evidenceOf(r)
	a.trees(p, t, r)
	a.predict(p, t, r)
	a.Translations = p.voice.others
	return a
}

func evidenceOf(r *alltrees.Settled) Evidence {
	last := r.Rounds[len(r.Rounds)-1]
	d := r.Discord
	e := Evidence{Log: last.Bridge, Restarts: last.LogEvidence, Error: max(d.Spread, d.Bridge)}
	if !math.IsNaN(d.Change) {
		e.Error = max(e.Error, d.Change)
	}
	e.Draws, e.Effective = len(r.Draws.Trees), r.Draws.Effective
	if numeric.Finite(r.Draws.ParetoK) {
		e.KHat = &r.Draws.ParetoK
	}
	for _, k := range r.Rounds {
		e.Rounds = append(e.Rounds, Round{Moves: k.Moves, LogEvidence: k.LogEvidence, Bridge: k.Bridge,
			Restarts: k.Restarts, Work: int(k.Work)})
	}
	return e
}

// Trees drawn for the prior's part in used, and those for a glimpse, which nobody should wait for.
const (
	priorTrees = 2000
	priorFirst = 100
)

// usedBefore is the prior's part in used: once a fit, for the rows and the prior are those of all rounds.
func (p *Problem) usedBefore(t *alltrees.Table, r *alltrees.Settled) []float64 {
	o := &p.options.Settings
	if r.Glimpsed {
		return t.UsedBefore(o.Prior, priorFirst, o.Seed)
	}
	if p.before == nil {
		p.before = t.UsedBefore(o.Prior, priorTrees, o.Seed)
	}
	return p.before
}

// trees says what the drawn trees are like.
func (a *Answer) trees(p *Problem, t *alltrees.Table, r *alltrees.Settled) {
	root := r.Splits()
	a.Root = p.splits(root)
	left, right := r.Below(&root[0])
	a.Left, a.Right = p.splits(left), p.splits(right)
	for _, tree := range r.Trees {
		a.Leaves += float64(tree.Parts()) / float64(len(r.Trees))
	}
	before := p.usedBefore(t, r)
	for j, g := range r.Used() {
		a.Used = append(a.Used, Used{p.columns[j].Name, g.Share, known(g.Error), before[j]})
	}
	sort.SliceStable(a.Used, func(i, j int) bool { return a.Used[i].Posterior > a.Used[j].Posterior })
	a.Together, a.Structures = p.together(r.Together()), p.structures(r.Structures(), len(r.Trees))
	number, loss := r.Representative()
	tree := t.Read(r.Trees[number], r.Sigmas[number])
	a.Tree = Tree{Loss: loss, Rules: p.rules(tree, 0, nil), Branches: p.sureBranches(tree, r)}
	for _, d := range r.Readable(MostReadable) {
		a.Readable = append(a.Readable, Readable{d.Leaves, d.Loss, p.rules(d.Tree, 0, nil),
			p.sureBranches(d.Tree, r)})
	}
}

// splits puts groups of splits into words.
func (p *Problem) splits(groups []alltrees.Split) (all []Split) {
	for i := range groups {
		all = append(all, p.splitOf(&groups[i]))
	}
	return all
}

func (p *Problem) splitOf(d *alltrees.Split) Split {
	s := Split{Rule: p.voice.say(words.Of("fit.nosplit")), Probability: d.Probability,
		Error: known(d.Error)}
	if d.Column < 0 {
		return s
	}
	c := p.columns[d.Column]
	if s.Input = c.Name; d.Probability == 0 {
		return s // nothing more is known of it
	}
	if d.Gaps && !p.known(d.Column, d.Others) { // which the rule says
		s.GapsLeft = &d.GapsLeft
	}
	if c.Kind == dataset.Numeric {
		s.Threshold = &Threshold{d.Low, d.Mid, d.High}
		if !p.options.Sharp {
			s.Gradual = &Gradual{d.Gradual, d.From, d.To}
		}
	} else {
		s.Labels = labels(c, d.Levels)
	}
	s.Rule = p.voice.say(p.condition(d.Column, " <= ", d.Mid, d.Levels, d.Others))
	return s
}

// predict answers the rows that are asked, and scores the answers.
func (a *Answer) predict(p *Problem, t *alltrees.Table, r *alltrees.Settled) {
	last := r.Rounds[len(r.Rounds)-1]
	a.Predictions, a.Scores = p.predict(t, r.Sample, func() {
		if p.stage != nil { // who watches rests then
			n := p.options.Settings.Restarts
			p.stage(Stage{Stage: alltrees.Stage{Moves: last.Moves, Restart: n, Restarts: n}})
		}
	})
}

func (p *Problem) number(q *Prediction, m alltrees.Mixture, k *asked, s *Scores) {
	mean, sd := p.moments(m)
	low, high := p.inUnits(m.Quantile(.05)), p.inUnits(m.Quantile(.95))
	q.Mean, q.SD, q.Low, q.High = &mean, &sd, &low, &high
	if !k.known {
		return
	}
	q.Target = exact(k.value)
	s.Rows++
	s.squares += (k.value - mean) * (k.value - mean)
	s.logs += p.logDensity(m, k.value)
	s.scored++
	if low <= k.value && k.value <= high {
		s.covered++
	}
}

func (p *Problem) class(q *Prediction, probabilities []float64, k *asked, s *Scores) {
	q.Probabilities = probabilities
	best := numeric.Largest(probabilities)
	q.Class = p.classes[best]
	if !k.known {
		return
	}
	s.Rows++
	if int(k.value) != best {
		s.wrong++
	}
	if k.value < 0 {
		q.Target = p.voice.say(words.Of("fit.newclass"))
		s.Unknown++
		return
	}
	q.Target = p.classes[int(k.value)]
	s.logs += numeric.Log(probabilities[int(k.value)])
	s.scored++
}

// Scores are of the rows whose target is known.
type Scores struct {
	Rows     int      `json:"rows"`
	Unknown  int      `json:"unknown,omitempty"` // of a class that no training row has: errors
	RMSE     *float64 `json:"rmse,omitempty"`
	Errors   *float64 `json:"errors,omitempty"`   // share
	LogScore *float64 `json:"logScore,omitempty"` // mean over the rows; nil where one was held to be impossible
	Coverage *float64 `json:"coverage,omitempty"` // share within the 90 % interval

	squares, logs          float64
	wrong, covered, scored int
}

// finish makes means of sums; nil where no row is scored.
func (s *Scores) finish(task dataset.Task) *Scores {
	if s.Rows == 0 {
		return nil
	}
	n := float64(s.Rows)
	if task == dataset.Regression {
		rmse, coverage := math.Sqrt(s.squares/n), float64(s.covered)/n
		s.RMSE, s.Coverage = &rmse, &coverage
	} else {
		errors := float64(s.wrong) / n
		s.Errors = &errors
	}
	if score := s.logs / float64(s.scored); numeric.Finite(score) {
		s.LogScore = &score
	}
	return s
}
