// Package search is the fast mode: the same divide and combine as Algorithm 1, with topologies measured best first by
// core/conquer.
package search

import (
	"errors"
	"math"
	"sort"

	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/dcc/internal/kept"
	"dcctree/core/hardtree"
	"dcctree/core/random"
	"dcctree/core/topology"
)

// FastSettings are the bounds of the fast mode's search over topologies.
type FastSettings struct {
	PriorDraws    int     // topologies drawn from the prior that are always scored
	MaxMeasured   int     // topologies measured at most
	Stop          float64 // nats: the search ends when the best prediction is so far below the best measured one
	Near          float64 // nats: neighbors of topologies so near to the best are scored
	Batch         int     // topologies measured at a time; part of the result, unlike the number of workers
	MaxSplits     int     // larger topologies are left alone
	StartsHandled int     // hard trees of a neighbor that a search starts from
	Budget        int     // gradient units of search and estimate, thrice it with many inputs or gradual splits
	// topologies by embedded draws at most, more with many inputs; 0 = none, and no estimate of the rest
	Embedded      int
	EmbeddedDraws int     // draws of each
	Unexplored    float64 // the search goes on while the estimate's upper 90 % bound is not below this share
	AuditShare    float64 // least share of the posterior to look at a second time, by six audits at most; 0 = none
}

// DefaultFastSettings returns the defaults: 20 prior draws, at most 60 topologies, stop at 5 nats,
// neighbors within 6 nats, two at a time, 56,000 gradient units, 600 topologies of up to 128 embedded draws at most,
// 8.5 % unexplored, audits of half the posterior.
func DefaultFastSettings() FastSettings {
	return FastSettings{PriorDraws: 20, MaxMeasured: 60, Stop: 5, Near: 6, Batch: 2, MaxSplits: 12,
		StartsHandled: 3, Budget: 56_000, Embedded: 600, EmbeddedDraws: 128, Unexplored: .085, AuditShare: .5}
}

// QuickFastSettings returns settings for a first answer: a budget for a few topologies, and no audits.
func QuickFastSettings() FastSettings {
	s := DefaultFastSettings()
	s.Budget, s.AuditShare = 20_000, 0
	return s
}

// Validate returns an error that names the first field out of range.
func (s FastSettings) Validate() error {
	for _, c := range []struct {
		ok   bool
		text string
	}{
		{s.PriorDraws >= 0, "PriorDraws: must not be negative"},
		{s.MaxMeasured >= 1, "MaxMeasured: must be at least 1"},
		{s.Stop >= 0 && s.Near >= 0, "Stop, Near: must not be negative"},
		{s.Batch >= 1, "Batch: must be at least 1"},
		{s.MaxSplits >= 0 && s.MaxSplits <= 64, "MaxSplits: must be 0 to 64"},
		{s.StartsHandled >= 1, "StartsHandled: must be at least 1"},
		{s.Budget >= 0, "Budget: must not be negative"},
		{s.Embedded >= 0, "Embedded: must not be negative"},
		{s.EmbeddedDraws >= 20 || s.Embedded == 0, "EmbeddedDraws: must be at least 20"},
		{s.Unexplored >= 0 && s.Unexplored <= 1, "Unexplored: must be in [0,1]"},
		{s.AuditShare >= 0 && s.AuditShare <= 1, "AuditShare: must be in [0,1]"},
	} {
		if !c.ok {
			return errors.New("fast settings: " + c.text)
		}
	}
	return nil
}

// alwaysLeaves is up to how many leaves every topology is scored: XOR needs three splits of which the
// first is worth nothing.
const alwaysLeaves = 4

// fastEntry is what is known of one topology.
type fastEntry struct {
	topology  topology.Topology
	logPrior  float64
	starts    []hardtree.Solution // given to the search
	solutions []hardtree.Solution // found by it
	wanted    bool                // its search is due for its own sake, not only for an estimate
	scored    bool
	again     int // searches anew, see reopen
	measured  bool
	embedded  bool         // by embedded draws alone
	from      []source     // what it was embedded from
	expanded  bool         // its neighbors are known
	near      []*fastEntry // those whose neighbor it is
	failed    string
	bare      bool // drawn by an estimate where nothing could be embedded: what its hard trees promise counts there
	audited   bool
	twice     bool    // measured by embedded draws, then by itself after the search
	afresh    bool    // embedded by fresh draws before it was extended
	surer     bool    // looked at for more draws after the search
	asked     float64 // share of its embedded draws that its weight asks for
	summary   dcc.Summary
	pool      kept.Pool
	weights   dcc.Weights
	sample    []float64           // draws of equal weight, for topologies with one split more
	used      []conquer.Reduction // in its measurement
}

// Fast is one run in fast mode. Not safe for concurrent use.
type Fast struct {
	problem   *dcc.Problem
	set       FastSettings
	found     map[topology.Topology]*fastEntry
	order     []*fastEntry
	nextID    int
	earlies   int // jobs of Ahead so far
	early     []*early
	looks     int // ahead, so far
	batch     dcc.Batch
	results   map[int]dcc.Result
	measured  int       // topologies by Measure
	gradients int       // in gradient units, see cost
	spent     int       // the measurements' part of it
	auditing  int       // the part of it that came after the search
	decisive  int       // topologies that were measured by themselves after it
	embedding int       // the embedded draws' part of it
	embedded  int       // topologies by Embed
	factors   []float64 // log of the evidence of each over the sum of its reductions'
	shapes    shapes
	taken     int // evidences
	sum       sums
	steps     int
	slack     float64 // nats that the search goes on beyond Stop, after estimates that were too large
	draw      exploration
	fresh     []*fastEntry // embedded and not told yet
	ended     dcc.Ending
	told      []dcc.Step // that planning made
	jobs      dcc.JobLog
	notes     []note
	room      int // for the draws of all topologies, see store.go
}

// NewFast starts a run: all topologies up to four leaves and distinct draws from the prior will be scored first; no
// draws where there are too many inputs or rows, or splits too gradual, for the scores of large trees to tell anything.
// The error is the problem's own.
func NewFast(p *dcc.Problem, set FastSettings) (*Fast, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if err := set.Validate(); err != nil {
		return nil, err
	}
	f := &Fast{problem: p, set: set, found: map[topology.Topology]*fastEntry{}, room: room,
		shapes: newShapes(p.Settings.SplitPrior)}
	for _, t := range smallTopologies() {
		f.want(t)
	}
	if f.stepwise() {
		f.plan()
		return f, nil
	}
	rng := random.Stream(p.Seed, "fast prior draws")
	for range set.PriorDraws {
		if t, ok := p.Settings.SplitPrior.Draw(rng); ok {
			f.want(t)
		}
	}
	f.plan()
	return f, nil
}

// smallTopologies lists all topologies up to alwaysLeaves leaves, smallest first.
func smallTopologies() []topology.Topology {
	level := []topology.Topology{topology.Root()}
	out := level
	for range alwaysLeaves - 1 {
		seen := map[topology.Topology]bool{}
		var next []topology.Topology
		for _, t := range level {
			for _, leaf := range t.Growable() {
				if g := t.Grow(leaf); !seen[g] {
					seen[g] = true
					next = append(next, g)
				}
			}
		}
		topology.Sort(next)
		out = append(out, next...)
		level = next
	}
	return out
}

// want returns the entry of a topology that is to be scored; nil where it is too large.
func (f *Fast) want(t topology.Topology) *fastEntry {
	e := f.add(t)
	if e != nil {
		e.wanted = true
	}
	return e
}

func (f *Fast) add(t topology.Topology) *fastEntry {
	if e := f.found[t]; e != nil || t.Splits() > f.set.MaxSplits {
		return e
	}
	layout := f.problem.Data.Layout(t)
	e := &fastEntry{
		topology: t, logPrior: f.shapes.of(t).logPrior,
		pool: kept.Pool{Dim: layout.Dim(), Capacity: f.problem.Settings.KeptDraws},
	}
	f.found[t] = e
	f.order = append(f.order, e)
	return e
}

// plan fills the next batch: the searches that are due, else the measurements of the best predictions, then
// embedded draws and the estimate of what was not measured; after the search what decides, the audits, and what is
// light at last, as it is embedded in what an audit may move.
func (f *Fast) plan() {
	f.batch, f.results = nil, map[int]dcc.Result{}
	if !f.planScores() && !f.planAhead() && !f.planMeasurements() && !f.planEmbedded() && !f.planDecisive() &&
		!f.planAudits() {
		f.planWider()
	}
}

func (f *Fast) planScores() bool {
	for _, e := range f.order {
		if !e.scored && e.wanted {
			f.enqueue(e, dcc.Score, e.starts)
		}
	}
	return len(f.batch) > 0
}

func (f *Fast) planAhead() bool {
	next := f.ahead()
	if next == nil {
		return false
	}
	f.spread(next)
	f.plan()
	return true
}

func (f *Fast) planMeasurements() bool {
	for _, e := range f.best() {
		if f.embeds(e) && !f.underHeavy(e) {
			f.enqueueEmbedded(e)
			continue
		}
		e.used = f.sound(e.topology)
		f.enqueue(e, dcc.Measure, e.solutions)
	}
	return len(f.batch) > 0
}

// ahead returns, before anything is measured, the topology of the best prediction while its neighbors are not known:
// climbing by searches alone is cheaper than measuring on the way. Where scores mislead it leads to trees much too
// large.
func (f *Fast) ahead() *fastEntry {
	if f.measured > 0 || f.steps > 0 || f.stepwise() {
		return nil
	}
	best := f.best()
	if len(best) == 0 || best[0].expanded {
		return nil
	}
	return best[0]
}

func (f *Fast) enqueue(e *fastEntry, kind dcc.JobKind, starts []hardtree.Solution) {
	f.nextID++
	j := dcc.Job{ID: f.nextID, Kind: kind, Topology: e.topology.Key()}
	switch kind {
	case dcc.Score:
		j.Task = &ScoreTask{Starts: starts}
	case dcc.Measure:
		j.Task = &MeasureTask{Starts: starts, Reductions: e.used}
	case dcc.Audit:
		j.Task = &AuditTask{Starts: starts, Reductions: e.used}
	}
	f.resume(&j)
	f.batch = append(f.batch, j)
}

// best returns the unmeasured topologies of the best predictions, as many as are measured at a time;
// none when the search is over.
func (f *Fast) best() []*fastEntry {
	if f.ended != dcc.Searching || f.exhausted() {
		return nil
	}
	open, batch := f.open(), f.set.Batch
	if f.measured == 0 {
		batch = 1 // its evidence corrects the predictions of the others
	}
	return open[:min(len(open), batch, f.affordable(), f.set.MaxMeasured-f.measured)]
}

// open returns the unmeasured topologies whose predictions are not too far below the best, best first.
func (f *Fast) open() (open []*fastEntry) {
	correction, least := f.correction(), f.top()-f.set.Stop-f.slack
	predicted := map[*fastEntry]float64{}
	for _, e := range f.order {
		if !f.wants(e, correction) {
			continue
		}
		if v := f.worth(e, correction); v > least {
			open = append(open, e)
			predicted[e] = v
		}
	}
	sort.SliceStable(open, func(i, j int) bool {
		a, b := open[i], open[j]
		if f.stepwise() && f.measured > 0 && a.topology.Splits() != b.topology.Splits() {
			return a.topology.Splits() < b.topology.Splits() // what is embedded in them follows
		}
		return predicted[a] > predicted[b]
	})
	return open
}

// worth is the log mass that a topology is predicted to have if it is measured by itself; of superfluous splits, which
// are left to embedded draws, nothing.
func (f *Fast) worth(e *fastEntry, correction float64) float64 {
	switch {
	case f.measured == 0 || f.set.Embedded == 0:
		return f.predict(e, correction)
	case f.underHeavy(e):
		return f.top()
	case f.decides(e) || f.doubtful(e):
		return e.mass()
	case !e.measured && f.orphan(e):
		return f.predict(e, correction)
	}
	return f.useful(e, correction)
}

// manyInputs tells that there are more than hard trees suit; they then tell little of
// the soft ones, whose splits combine inputs.
func (f *Fast) manyInputs() bool { return f.problem.Data.D > conquer.DefaultSettings().ChainsInputs }

// manyRows tells that there are so many that a measurement takes seconds.
func (f *Fast) manyRows() bool { return f.problem.Data.N > conquer.ManyRows }

// gradual reports whether the splits are so gradual that hard trees tell little of the soft ones.
func (f *Fast) gradual() bool { return conquer.Gradual(f.problem.Settings.BandwidthFinal) }

// large reports whether there are many inputs or rows.
func (f *Fast) large() bool { return f.manyInputs() || f.manyRows() }

// stepwise reports whether what is measured next follows from what was measured, not from scores: there are many
// inputs or rows, or the splits are gradual.
func (f *Fast) stepwise() bool { return f.large() || f.gradual() }

// exhausted reports that no further topology may be measured by Measure.
func (f *Fast) exhausted() bool {
	return f.measured >= f.set.MaxMeasured || f.measured > 0 && f.left() <= 0
}

// left returns the gradient units that the budget still has for measurements, beside embedded draws.
func (f *Fast) left() int { return f.unspent() - f.reserve() }

// unspent returns the gradient units that the budget still has.
func (f *Fast) unspent() int { return f.budget() - (f.gradients - f.auditing) }

const (
	softBudget   = 3.1 // times the budget, where inputs are many or splits gradual
	manyEmbedded = 2.5 // times as many embedded topologies: they cost little beside the others there
	roughBudget  = 4.2 // the same where tempered particles are the way to measure, too
	plainSplits  = 2   // of the heaviest topology that the budget is meant for
	perSplit     = .2
)

// budget returns the gradient units that the search may take. The more splits the heaviest topology has the more
// others weigh about as much, among them its mirrors; with many inputs that is part of the factor.
func (f *Fast) budget() int {
	times := 1.0
	switch {
	case f.manyInputs() && conquer.Rough(f.problem.Settings.BandwidthFinal):
		times = roughBudget
	case f.manyInputs() || f.gradual():
		times = softBudget
	}
	if !f.manyInputs() {
		times *= 1 + float64(perSplit*float64(max(0, f.heaviestSplits()-plainSplits)))
	}
	return int(float64(f.set.Budget) * times)
}

// mostEmbedded returns how many topologies embedded draws may measure, more in the background once the search is over.
func (f *Fast) mostEmbedded() int {
	most := float64(f.set.Embedded)
	if f.manyInputs() {
		most *= manyEmbedded
	}
	if f.ended != dcc.Searching {
		most *= widerEmbedded
	}
	return int(most)
}

// heaviestSplits is the number of splits of the heaviest topology measured so far, 0 where there is none.
func (f *Fast) heaviestSplits() (splits int) {
	top := math.Inf(-1)
	for _, e := range f.order {
		if e.measured && e.mass() > top {
			top, splits = e.mass(), e.topology.Splits()
		}
	}
	return splits
}

// affordable returns how many measurements of the mean cost so far the budget still holds, at least 1.
func (f *Fast) affordable() int {
	if f.spent == 0 {
		return 1
	}
	return max(1, f.left()*f.measured/f.spent)
}

// predict is the predicted log Z + log p(m): the largest score of its hard trees, corrected for each
// split that divides rows by what the soft trees measured so far had more than their hard ones. A
// superfluous split costs next to nothing, unlike its share of the score: the soft tree may put it
// anywhere.
func (f *Fast) predict(e *fastEntry, correction float64) float64 {
	if f.stepwise() {
		return f.predictStep(e)
	}
	best := math.Inf(-1)
	for _, s := range e.solutions {
		score, dividing := f.dividing(s)
		best = math.Max(best, score+float64(correction*float64(dividing)))
	}
	return best + e.logPrior
}

const (
	firstSplits = 2   // most splits of the first topology that is measured, with many rows one less
	damping     = .25 // and the share of a difference of scores that the soft trees are taken to have
)

// predictStep predicts where scores mislead: a step from a measured topology changes log Z by far less than the score,
// because soft splits combine inputs, or blend.
func (f *Fast) predictStep(e *fastEntry) float64 {
	if f.measured == 0 {
		if e.topology.Splits() > f.firstSplits() {
			return math.Inf(-1)
		}
		return e.solutions[0].Score + e.logPrior
	}
	best := math.Inf(-1)
	for _, m := range e.near {
		if m.measured && len(m.solutions) > 0 {
			best = math.Max(best, m.summary.LogEvidence+e.logPrior+
				float64(damping*(e.solutions[0].Score-m.solutions[0].Score)))
		}
	}
	return best
}

// firstSplits is the most splits of the first topology: with many rows the first answer must not wait for a
// second split.
func (f *Fast) firstSplits() int {
	if f.manyRows() {
		return firstSplits - 1
	}
	return firstSplits
}

// dividing returns the score without the prior mass of the splits that divide no rows, and the number
// of those that do.
func (f *Fast) dividing(s hardtree.Solution) (score float64, n int) {
	score = s.Score
	for _, split := range s.Splits {
		switch {
		case !split.Vacuous:
			n++
		case split.Gap < 1:
			score -= math.Log(split.Gap / float64(f.problem.Data.D))
		}
	}
	return score, n
}

// correction is the median over measured topologies of (log Z - hard score) / splits that divide rows.
func (f *Fast) correction() float64 {
	var gaps []float64
	for _, e := range f.order {
		if !e.measured || e.embedded || len(e.solutions) == 0 || math.IsInf(e.summary.LogEvidence, 0) {
			continue
		}
		if score, n := f.dividing(e.solutions[0]); n > 0 {
			gaps = append(gaps, (e.summary.LogEvidence-score)/float64(n))
		}
	}
	if len(gaps) == 0 {
		return 0
	}
	sort.Float64s(gaps)
	return gaps[len(gaps)/2]
}

// top is the largest log Z + log p(m) measured so far; -Inf where there is none.
func (f *Fast) top() float64 {
	top := math.Inf(-1)
	for _, e := range f.order {
		if e.measured {
			top = math.Max(top, e.mass())
		}
	}
	return top
}

func (e *fastEntry) mass() float64 { return e.summary.LogEvidence + e.logPrior }

// expand adds the neighbors of every measured topology near the best.
func (f *Fast) expand() {
	if f.ended != dcc.Searching || f.exhausted() {
		return
	}
	top := f.top()
	for _, e := range append([]*fastEntry(nil), f.order...) {
		if e.measured && !e.embedded && !e.expanded && e.mass() >= top-f.set.Near &&
			e.mass() > f.promise(e.topology)+usefulMargin {
			f.spread(e)
		}
	}
}

// spread adds the neighbors of one topology: a leaf split, two leaves made one, or two splits of which
// one is the other's child turned (a rotation: two trees of the same leaves may be no other neighbors).
// Each search starts from its hard trees, changed in the same way.
func (f *Fast) spread(e *fastEntry) {
	e.expanded = true
	t, starts := e.topology, e.solutions[:min(len(e.solutions), f.set.StartsHandled)]
	for _, leaf := range t.Growable() {
		f.neighbor(e, t.Grow(leaf), starts,
			func(s hardtree.Solution) hardtree.Solution { return s.Grow(t, leaf) })
	}
	for _, split := range t.Prunable() {
		f.neighbor(e, t.Prune(split), starts,
			func(s hardtree.Solution) hardtree.Solution { return s.Prune(t, split) })
	}
	for _, r := range rotations(t) {
		f.neighbor(e, r.to, starts, r.change)
	}
}

func (f *Fast) neighbor(
	of *fastEntry, t topology.Topology, starts []hardtree.Solution,
	change func(hardtree.Solution) hardtree.Solution,
) {
	e := f.want(t)
	if e == nil {
		return
	}
	e.near = append(e.near, of)
	if e.scored && !f.reopen(e, starts) {
		return
	}
	for _, s := range starts {
		e.starts = append(e.starts, change(s))
	}
}

const (
	reopenGap = 3 // nats by which a neighbor's hard tree must be better
	reopened  = 2 // times at most
)

// reopen lets a topology be searched again that was searched before a much better neighbor was known, and reports
// whether it is: its own search may have ended in a poor hard tree where the neighbor's, turned, is a good one.
func (f *Fast) reopen(e *fastEntry, starts []hardtree.Solution) bool {
	if e.measured && !e.embedded || e.failed != "" || e.again >= reopened || len(starts) == 0 ||
		len(e.solutions) == 0 {
		return false
	}
	if starts[0].Score < e.solutions[0].Score+reopenGap {
		return false
	}
	e.scored, e.again = false, e.again+1
	return true
}

// Next returns the jobs that can run now and are not reported, in job order.
func (f *Fast) Next() []dcc.Job { return f.batch.Unreported(f.results) }

// Done tells that no job is left.
func (f *Fast) Done() bool { return len(f.batch) == 0 }

// Report takes a result, in any order, and returns the steps that it completed: a step is one topology
// measured or looked at again, or an estimate of what was not measured; the last step of a run is Done. Results
// are applied in job order when the batch is complete. Results of unknown or already reported jobs are
// ignored; one that does not fit its job leaves the topology out.
func (f *Fast) Report(r dcc.Result) []dcc.Step {
	j, ok := f.batch.Find(r.ID)
	if _, seen := f.results[r.ID]; seen {
		return nil
	}
	if !ok {
		f.foresee(r)
		return nil
	}
	if err := f.problem.Check(j, r); err != nil {
		r = dcc.Result{ID: r.ID, Outcome: dcc.LeftOut, Reason: err.Error()}
	}
	f.results[r.ID] = r
	return f.complete()
}

// complete applies the batch where all of its results are there, and returns the steps that it completed.
func (f *Fast) complete() (steps []dcc.Step) {
	if len(f.results) < len(f.batch) {
		return nil
	}
	// again where all that is asked for next was measured early
	for len(f.batch) > 0 && len(f.results) == len(f.batch) {
		steps = append(steps, f.applyAll()...)
	}
	if len(steps) == 0 && f.Done() {
		steps = append(steps, f.closing())
	}
	if len(steps) > 0 {
		steps[len(steps)-1].Done = f.Done()
	}
	return steps
}

// applyAll applies the results of the batch in its order and plans the next.
func (f *Fast) applyAll() (steps []dcc.Step) {
	for _, j := range f.batch {
		if step, shown := f.apply(j, f.results[j.ID]); shown {
			steps = append(steps, step)
		}
	}
	f.keepWithin(f.room)
	if step, shown := f.tellEmbedded(); shown {
		steps = append(steps, step)
	}
	f.expand()
	f.plan()
	f.forget()
	steps, f.told = append(steps, f.told...), nil
	return steps
}

// closing tells the end of a run whose last jobs were searches, without an estimate of what was not measured.
func (f *Fast) closing() dcc.Step {
	f.steps++
	return dcc.Step{Kind: dcc.Estimate, Iteration: f.steps, TotalGradients: f.gradients, Ended: f.ended}
}

// Fail gives a job up, with the reason in words: its topology is left out of the run.
func (f *Fast) Fail(id int, why string) []dcc.Step {
	return f.Report(dcc.Result{ID: id, Outcome: dcc.GivenUp, Reason: why})
}

func (f *Fast) apply(j dcc.Job, r dcc.Result) (dcc.Step, bool) {
	t, _ := topology.Parse(j.Topology)
	e := f.found[t]
	j.ID = f.jobs.N() + 1 // whether it was made early does not matter
	f.jobs.Add(j, r)
	if r.Outcome == dcc.GivenUp {
		r.Outcome = dcc.LeftOut
	}
	f.remember(e, r, r.Outcome == dcc.Sampled &&
		(j.Kind == dcc.Measure || j.Kind == dcc.Embed || j.Kind == dcc.Audit && measured(r).Audit.Added > 0))
	f.gradients += r.Units()
	if f.ended != dcc.Searching {
		f.auditing += r.Units()
	}
	switch j.Kind {
	case dcc.Score:
		e.scored, e.solutions = true, nil
		if found, ok := r.Found.(*dcc.Scored); ok {
			e.solutions = found.Solutions
		}
		if r.Outcome == dcc.LeftOut {
			e.failed = r.Reason
		}
		return dcc.Step{}, false
	case dcc.Embed:
		f.takeEmbedded(e, r)
		return dcc.Step{}, false
	case dcc.Audit:
		return f.takeAudit(e, r), true
	}
	return f.takeMeasured(e, r), true
}

// takeMeasured takes a measurement of the topology by itself.
func (f *Fast) takeMeasured(e *fastEntry, r dcc.Result) dcc.Step {
	predicted := math.NaN()
	if f.measured > 0 {
		predicted = f.predict(e, f.correction()) - e.logPrior
	}
	f.steps++
	if f.ended != dcc.Searching {
		f.decisive++
		e.twice = true
	} else {
		f.measured++
		f.spent += r.Units()
	}
	switch {
	case r.Outcome == dcc.LeftOut:
		e.failed = r.Reason
	case !e.embedded || f.better(e, measured(r)):
		f.take(e, r)
	default:
		e.embedded = false // both are poor, the former less
	}
	s := f.step(e, r)
	s.Predicted = predicted
	return s
}

// measured returns what a measurement found; nothing where it was given up, or refused.
func measured(r dcc.Result) *dcc.Measured {
	if found, ok := r.Found.(*dcc.Measured); ok {
		return found
	}
	return &dcc.Measured{}
}

func (f *Fast) take(e *fastEntry, r dcc.Result) {
	m := measured(r)
	f.taken++
	if e.measured {
		f.draw.correct(e, m.LogZ+e.logPrior)
	}
	e.measured, e.embedded = true, m.Method == conquer.Embedded
	e.weights = largestWeights(m.LogWeights)
	e.pool.Clear()
	e.pool.Capacity = f.problem.Settings.KeptDraws
	e.pool.Add(m.Proposals, m.LogWeights, random.Stream(f.problem.Seed, e.topology.Key(), "pool"))
	e.summary = dcc.Summary{
		Topology: e.topology, LogPrior: e.logPrior, Active: true, LogEvidence: m.LogZ,
		LogEvidenceError: m.LogZError, Visits: 1, Draws: m.Draws, Gradients: r.Gradients, KHat: m.KHat,
		KHatLimit: m.KHatLimit, EffectiveNumber: m.EffectiveNumber, Chains: 1, Modes: m.Modes, Method: m.Method,
		Trust: m.Trust,
	}
	if e.embedded {
		f.keepFew(e)
		return
	}
	n := min(mostAgain*f.set.EmbeddedDraws, len(e.pool.Weights))
	e.sample = e.pool.Equal(n, random.Stream(f.problem.Seed, e.topology.Key(), "sample"))
}

func (f *Fast) step(e *fastEntry, r dcc.Result) dcc.Step {
	m := measured(r)
	s := dcc.Step{
		Kind: dcc.Measure, Iteration: f.steps, Predicted: math.NaN(), Topology: e.topology, LogEvidence: m.LogZ,
		LogEvidenceError: m.LogZError, Visits: 1, Draws: m.Draws, Gradients: r.Gradients,
		Evaluations: r.Evaluations, TotalGradients: f.gradients, KHat: m.KHat, KHatLimit: m.KHatLimit,
		EffectiveNumber: m.EffectiveNumber, Chains: 1, Modes: m.Modes, Method: m.Method, Trust: m.Trust,
	}
	if r.Outcome == dcc.LeftOut {
		s.LeftOut, s.LogEvidence, s.Chains = []string{r.Reason}, math.NaN(), 0
	}
	return s
}

// Summaries returns all measured topologies, by weight.
func (f *Fast) Summaries() []dcc.Summary {
	var out []dcc.Summary
	var logs []float64
	known := f.trusts()
	for _, e := range f.order {
		if e.measured {
			sum := e.summary
			sum.Trust = known.of(e)
			spread(&sum)
			sum.Kept = e.pool.Kept()
			out = append(out, sum)
			logs = append(logs, e.mass())
		}
	}
	return widened(dcc.Combined(out, logs))
}

// widened takes what is weighed against evidence that cannot be relied on to be as far off as that weighs.
func widened(all []dcc.Summary) []dcc.Summary {
	doubted := 0.0
	for _, s := range all {
		if !s.Reliable() {
			doubted += s.Weight
		}
	}
	for i := range all {
		s := &all[i]
		others := doubted
		if !s.Reliable() {
			others -= s.Weight
		}
		s.WeightError = math.Hypot(s.WeightError, s.Weight*others)
	}
	return all
}

// Draws returns the weighted draws of a measured topology; ok is false where there are none.
func (f *Fast) Draws(t topology.Topology) (d dcc.Draws, ok bool) {
	e := f.found[t]
	if e == nil || len(e.pool.Weights) == 0 {
		return dcc.Draws{}, false
	}
	points, shares := e.pool.Draws(random.Stream(f.problem.Seed, t.Key(), "draws"))
	d = dcc.Draws{Dim: e.pool.Dim, Points: points, Shares: shares}
	if e.summary.Method == conquer.Embedded {
		d.Mixed = mixedOf(int(e.asked * float64(len(shares))))
	}
	return d, true
}

// Gradients returns the work so far in gradient units: gradients + 0.6 x densities + 0.5 x units of the
// hard-tree search, audits included.
func (f *Fast) Gradients() int { return f.gradients }

// Progress returns how far the search is, as far as can be told: the larger of the shares of the budget and of the
// topologies to measure; where scores mislead and what is to be measured shows only on the way, that of the
// budget. It is 1 when the search has ended, whether or not audits run on.
func (f *Fast) Progress() float64 {
	if f.ended != dcc.Searching || f.Done() {
		return 1
	}
	spent := float64(f.gradients) / float64(f.budget()+1)
	if f.stepwise() {
		return math.Min(spent, .99)
	}
	open, correction, top := 0, f.correction(), f.top()
	for _, e := range f.order {
		if e.scored && f.wants(e, correction) && f.predict(e, correction) > top-f.set.Stop-f.slack {
			open++
		}
	}
	counted := float64(f.measured) / float64(f.measured+open+1)
	return math.Min(math.Max(counted, spent), .99)
}

// Auditing returns how many audits are under way.
func (f *Fast) Auditing() (n int) {
	for _, j := range f.Next() {
		if j.Kind == dcc.Audit {
			n++
		}
	}
	return n
}

// Measuring returns how many other jobs are under way after the search.
func (f *Fast) Measuring() int {
	if f.ended == dcc.Searching {
		return 0
	}
	return len(f.Next()) - f.Auditing()
}

// Problem returns what the run is on.
func (f *Fast) Problem() *dcc.Problem { return f.problem }

// Include takes a measurement of a topology that the run did not ask for, of these hard trees, and returns its step.
func (f *Fast) Include(t topology.Topology, solutions []hardtree.Solution, r dcc.Result) dcc.Step {
	e := f.add(t)
	if r.Outcome != dcc.LeftOut {
		e.scored, e.solutions = true, solutions
		f.take(e, r)
	}
	return f.step(e, r)
}
