// The bound of what was not measured against long runs.

package problems

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"sort"
	"strings"

	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/cmd/internal/wide"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/numeric"
	"dcctree/core/topology"
	"dcctree/core/verdict"
)

const (
	longRuns   = 2      // whose topologies are pooled
	longBudget = 20     // times the default
	longSeed   = 10_000 // of the first; the runs that are judged have others
	heavyShare = .01    // from which on a topology's evidence is measured by tempered particles
	heavyMost  = 20     // topologies of a table so measured
	keptShare  = 1e-7   // below it a topology's reference is not kept: ten thousand of them are .001 at most
	quietShare = .02    // unmeasured by reference, from which on a run must not ask to be believed
	leastCover = .85    // of the 90 % bound over all runs
	mostCover  = .97
)

// masses are log evidence plus log prior of the topologies of a table, by reference.
type masses struct {
	log    map[topology.Topology]float64
	total  float64
	beyond float64 // odds of the mass that is in topologies which the reference lacks
}

// masses returns the reference of a table: topologies of long runs, the best estimate of each.
func (k *keeper) masses(t table) (m masses, err error) {
	m.log = map[topology.Topology]float64{}
	prior := dcc.DefaultSettings().SplitPrior
	if len(k.prefixed(t.name+": ")) == 0 || !k.has(beyondName(t)) {
		if err := k.makeMasses(t); err != nil {
			return m, err
		}
	}
	var all []float64
	for key, r := range k.prefixed(t.name + ": ") {
		top, err := topology.Parse(key)
		if err != nil {
			return m, err
		}
		m.log[top] = r.LogZ + prior.Log(top)
		all = append(all, m.log[top])
	}
	sort.Float64s(all)
	m.total = numeric.LogSumExp(all)
	m.beyond = math.Expm1(k.of(beyondName(t), unsettled).LogZ) // which is kept
	return m, nil
}

// beyondName is that of the log of all mass of a table over that of its reference.
func beyondName(t table) string { return t.name + " beyond its reference" }

// pooled is what long runs know of a topology.
type pooled struct {
	topology         topology.Topology
	reliable, others []float64 // log Z of the runs
	starts           []start   // draws of theirs
}

// logZ is the log of the mean Z of the runs that call it reliable, or the highest where none does: a missed mode only
// lowers.
func (p pooled) logZ() float64 {
	if len(p.reliable) > 0 {
		v, _ := together(p.reliable)
		return v
	}
	top := math.Inf(-1)
	for _, v := range p.others {
		top = max(top, v)
	}
	return top
}

// makeMasses makes the long runs of a table and measures the heavy topologies once more.
func (k *keeper) makeMasses(t table) error {
	all, beyond, err := pool(t)
	if err != nil {
		return err
	}
	k.put(beyondName(t), Reference{LogZ: -math.Log1p(-beyond)})
	prior := dcc.DefaultSettings().SplitPrior
	var logs []float64
	for _, p := range all {
		logs = append(logs, p.logZ()+prior.Log(p.topology))
	}
	total := numeric.LogSumExp(logs)
	for i, p := range all {
		if logs[i]-total < math.Log(keptShare) {
			continue
		}
		r := Reference{LogZ: p.logZ(), Replicates: append(p.reliable, p.others...)}
		if i < heavyMost && logs[i]-total > math.Log(heavyShare) {
			if again := t.reference(p); again.Settled() || again.LogZ > r.LogZ {
				r = again
			}
		}
		k.put(t.name+": "+p.topology.Key(), r)
	}
	return k.save()
}

// pool makes the long runs and returns their topologies, the heaviest first, and the share of the mass that is in none
// of them: what the run says of its own that leaves least, as together they leave no more.
func pool(t table) (out []pooled, beyond float64, err error) {
	found := map[topology.Topology]*pooled{}
	beyond = 1
	for seed := range uint64(longRuns) {
		f, err := t.run(longSeed+seed, wide.Settings(longBudget))
		if err != nil {
			return nil, 0, err
		}
		beyond = min(beyond, f.Unexplored().Share)
		for _, s := range f.Summaries() {
			p := found[s.Topology]
			if p == nil {
				p = &pooled{topology: s.Topology}
				found[s.Topology] = p
			}
			if math.IsInf(s.LogEvidence, 0) || math.IsNaN(s.LogEvidence) {
				continue
			}
			if s.Reliable() {
				p.reliable = append(p.reliable, s.LogEvidence)
			} else {
				p.others = append(p.others, s.LogEvidence)
			}
			p.starts = append(p.starts, startsOf(f, t.data, p.topology, fewDraws)...)
		}
	}
	prior := dcc.DefaultSettings().SplitPrior
	for _, p := range found {
		out = append(out, *p)
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i].logZ()+prior.Log(out[i].topology), out[j].logZ()+prior.Log(out[j].topology)
		if a != b {
			return a > b
		}
		return topology.Less(out[i].topology, out[j].topology)
	})
	return out, beyond, nil
}

// run makes a run on the table.
func (t table) run(seed uint64, set search.FastSettings) (*search.Fast, error) {
	problem := t.problem(seed)
	f, err := search.NewFast(problem, set)
	if err != nil {
		return nil, err
	}
	return f, dcc.Run(problem, f, 1, nil)
}

// reference measures a topology of the table by tempered particles, from chains that start at draws of the long runs
// and at draws from the prior.
func (t table) reference(p pooled) Reference {
	return subject{name: t.name, topology: p.topology, data: t.data, priors: t.priors, h: t.h,
		sigma: sigmaOf(p.starts), starts: p.starts}.reference(defaultEffort())
}

// seen is a run on a table against the masses by reference.
type seen struct {
	Outcome           outcome
	Missing           float64 // true unmeasured share
	Share, Bound      float64 // as stated
	Known             bool
	Gradients, Audits int
	Failed            string
}

// judged makes the runs of a table that are not kept; its reference is asked for only where there are such.
func (t table) judged(runs []seen, keep *keeper, made *store[seen], o Options) (err error) {
	var m masses
	name := func(k int) string { return fmt.Sprintf("%s, seed %d", t.name, k+1) }
	for k := range runs {
		if m.log == nil && !made.has(name(k)) {
			if m, err = keep.masses(t); err != nil {
				return err
			}
		}
		runs[k] = made.of(name(k), func() seen { return t.look(uint64(k+1), m) })
		o.say(fmt.Sprintf("%s: %s", name(k), runs[k]))
	}
	return nil
}

// String is a line per run.
func (s seen) String() string {
	if s.Failed != "" {
		return s.Failed
	}
	return fmt.Sprintf("%s, %.3f missing, stated %.3f, bound %.3f; %d gradients, %d of them audits", s.Outcome,
		s.Missing, s.Share, s.Bound, s.Gradients, s.Audits)
}

// look runs with a seed.
func (t table) look(seed uint64, m masses) seen {
	f, err := t.run(seed, search.DefaultFastSettings())
	if err != nil {
		return seen{Failed: err.Error()}
	}
	u := f.Unexplored()
	out := seen{Outcome: outcomeOf(f), Known: u.Known, Share: u.Share, Bound: u.Bound, Gradients: f.Gradients(),
		Audits: f.AuditGradients()}
	out.Missing = m.missing(f.Summaries())
	return out
}

// missing is the share of the mass in topologies that are not among the measured. A measured topology that the
// reference lacks has the mass that the run gives it, if the run calls it reliable; all of these together are the mass
// beyond the reference where that is less.
func (m masses) missing(measured []dcc.Summary) float64 {
	var have, extra float64
	for _, s := range measured {
		if v, ok := m.log[s.Topology]; ok {
			have += math.Exp(v - m.total)
		} else if s.Reliable() {
			extra += math.Exp(s.LogEvidence + s.LogPrior - m.total)
		}
	}
	beyond := max(extra, m.beyond)
	return max(0, 1-have+beyond-extra) / (1 + beyond)
}

// boundTally sums up runs.
type boundTally struct {
	runs, known, covered, claiming int
	bold                           []string // runs that ask to be believed with too much missing
	missing, share                 numeric.Moments
	gradients                      numeric.Moments // before the audits
	by                             map[outcome]int
	failed                         string
}

func (b *boundTally) add(name string, seed int, s seen) {
	b.runs++
	if s.Failed != "" {
		b.failed += " " + name + ": " + s.Failed
		return
	}
	b.by[s.Outcome]++
	b.missing.Add(s.Missing)
	b.gradients.Add(float64(s.Gradients - s.Audits))
	if s.Known && s.Bound < 1 {
		b.known++
		b.share.Add(s.Share)
		if s.Bound >= s.Missing {
			b.covered++
		}
	}
	if s.Outcome.claims() {
		b.claiming++
		if s.Outcome == settled && s.Missing > quietShare || s.Missing > verdict.MostUnmeasured {
			b.bold = append(b.bold, fmt.Sprintf("%s, seed %d: %s, %.3f missing, stated %.3f, bound %.3f",
				name, seed, s.Outcome, s.Missing, s.Share, s.Bound))
		}
	}
}

// String tells how often the bound covers, what is missing and what is stated.
func (b *boundTally) String() string {
	p := float64(b.covered) / float64(max(1, b.known))
	e := math.Sqrt(p * (1 - p) / float64(max(1, b.known)))
	var shares []string
	for _, o := range outcomes() {
		if b.by[o] > 0 {
			shares = append(shares, fmt.Sprintf("%s %d", o, b.by[o]))
		}
	}
	return fmt.Sprintf("covers in %.3f ± %.3f of %d; missing %.3f, stated %.3f on average; %s; %.0f gradients "+
		"before audits%s", p, e, b.known, b.missing.Mean(), b.share.Mean(), strings.Join(shares, ", "),
		b.gradients.Mean(), b.failed)
}

func unmeasuredSection(o Options) report.Section {
	s := report.Section{Title: "The bound of what was not measured",
		Text: fmt.Sprintf("Default runs on ten tables, %d seeds each, against the masses of the topologies "+
			"of %d long runs (%d times the budget, more topologies and eight times as many embedded "+
			"draws, core/cmd/internal/wide): of each the mean evidence of the runs that call it "+
			"reliable; the heaviest, above %v of the mass and at most %d, by tempered particles as for "+
			"the random problems. The true unmeasured share is that of the topologies which a run did "+
			"not measure; what the long runs say that they left out themselves belongs to it. The 90 %% "+
			"bound, where one is stated, has to be above it in about nine of ten runs. A run of "+
			"the verdict settled must miss no more than %v, one nearly settled no more than %v.",
			o.Seeds, longRuns, longBudget, heavyShare, heavyMost, quietShare,
			verdict.MostUnmeasured)}
	keep, err := open(o.References)
	if err != nil {
		return failed(s, err)
	}
	made, err := opened[seen](o.Runs)
	if err != nil {
		return failed(s, err)
	}
	all, err := tables()
	if err != nil {
		return failed(s, err)
	}
	runs, faults := make([]seen, len(all)*o.Seeds), make([]error, len(all))
	parallel.Each(len(all), runtime.GOMAXPROCS(0), func(i int) {
		faults[i] = all[i].judged(runs[i*o.Seeds:(i+1)*o.Seeds], keep, made, o)
	})
	if err := errors.Join(faults...); err != nil {
		return failed(s, err)
	}
	s.Rows = boundRows(all, runs, o)
	return s
}

// boundRows has a row per table for information, and those that are judged.
func boundRows(all []table, runs []seen, o Options) (rows []report.Row) {
	total := boundTally{by: map[outcome]int{}}
	for i, t := range all {
		one := boundTally{by: map[outcome]int{}}
		for k, r := range runs[i*o.Seeds : (i+1)*o.Seeds] {
			one.add(t.name, k+1, r)
			total.add(t.name, k+1, r)
		}
		rows = append(rows, report.Row{Check: t.name, Figure: one.String(), Bound: "none",
			Holds: one.failed == ""})
	}
	p := float64(total.covered) / float64(max(1, total.known))
	return append(rows,
		report.Row{Check: "all runs: the 90 % bound covers", Figure: total.String(),
			Bound: fmt.Sprintf("%v to %v", leastCover, mostCover), Holds: total.known > 0 &&
				p >= leastCover && p <= mostCover},
		report.Row{Check: "runs that ask to be believed while more is missing than they may",
			Figure: fmt.Sprintf("%d of %d %s", len(total.bold), total.claiming,
				strings.Join(total.bold, "; ")), Bound: "0", Holds: len(total.bold) == 0})
}
