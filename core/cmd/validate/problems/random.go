// Random problems: whether what a run calls reliable is right, and whether it says so where it missed something.

package problems

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sort"
	"strings"

	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/numeric"
	"dcctree/core/topology"
)

// heaviest is how many topologies of a run, the generating one apart, get a reference, if their weight is above
// lightest.
const heaviest, lightest = 2, .05

// suspect is by how many of both errors a run must be above a reference for the reference to be made once more, from
// draws of the run, too: what misses a mode is too low.
const suspect = 2

// compared is a log evidence of a run beside its reference.
type compared struct {
	topology  topology.Topology
	generated bool // the rows were drawn from it
	measured  bool
	reliable  bool
	logZ, err float64 // the run's
	weight    float64 // the run's
	method    conquer.Method
	share     float64 // of the mass by reference
	reference Reference
}

// off is by how much the run is too high, z the same in units of both errors.
func (c compared) off() float64 { return c.logZ - c.reference.LogZ }

func (c compared) z() float64 { return c.off() / c.bothErrors() }

// bothErrors is the standard error of the difference; 0 where both log Z are exact.
func (c compared) bothErrors() float64 { return math.Hypot(c.err, c.reference.StandardError()) }

// counts reports whether the comparison says anything of what is called reliable.
func (c compared) counts() bool { return c.measured && c.reliable && c.reference.Settled() }

// A topology is missed where the run did not measure it, or measured it at less than half of its evidence and by more
// than three errors too low.
func (c compared) missed() bool {
	return !c.measured || c.off() < -math.Ln2 && c.z() < -3
}

// trial is a run on a problem.
type trial struct {
	problem  Problem
	outcome  outcome
	compared []compared
	failed   string
}

// run makes one trial: the fast mode at default settings, with references as the keeper has them.
func run(p Problem, keep *keeper) trial {
	t := trial{problem: p}
	set := dcc.DefaultSettings()
	set.Priors, set.BandwidthFinal = p.Priors, p.H
	problem := &dcc.Problem{Data: p.Data, Settings: set, Seed: uint64(p.Number)}
	f, err := search.NewFast(problem, search.DefaultFastSettings())
	if err == nil {
		err = dcc.Run(problem, f, 1, nil)
	}
	if err != nil {
		t.failed = err.Error()
		return t
	}
	t.outcome = outcomeOf(f)
	t.compare(f, set.SplitPrior, keep)
	return t
}

// compare puts the generating topology and the heaviest of the run beside their references.
func (t *trial) compare(f *search.Fast, prior topology.Prior, keep *keeper) {
	sums := f.Summaries()
	chosen := []topology.Topology{t.problem.Topology}
	for _, s := range sums {
		if len(chosen) <= heaviest && s.Weight > lightest && !slices.Contains(chosen, s.Topology) {
			chosen = append(chosen, s.Topology)
		}
	}
	masses := map[topology.Topology]float64{}
	for _, s := range sums {
		masses[s.Topology] = s.LogEvidence + s.LogPrior
	}
	for k, top := range chosen {
		c := compared{topology: top, generated: k == 0, reference: keep.reference(t.problem, top)}
		for _, s := range sums {
			if s.Topology == top {
				c.measured, c.reliable, c.logZ, c.err, c.weight, c.method = true, s.Reliable(),
					s.LogEvidence, s.LogEvidenceError, s.Weight, s.Method
			}
		}
		if c.measured && c.z() > suspect {
			c.reference = keep.higher(t.problem, top, startsOf(f, t.problem.Data, top, manyDraws))
		}
		masses[top] = c.reference.LogZ + prior.Log(top)
		t.compared = append(t.compared, c)
	}
	all := make([]float64, 0, len(masses))
	for _, v := range masses {
		all = append(all, v)
	}
	sort.Float64s(all)
	total := numeric.LogSumExp(all)
	for k := range t.compared {
		t.compared[k].share = math.Exp(masses[t.compared[k].topology] - total)
	}
}

// mostMissed is the share by reference above which a missed topology must show in the verdict.
const mostMissed = .1

// silent lists the topologies that were missed while the run asks to be believed.
func (t trial) silent() (out []compared) {
	for _, c := range t.compared {
		if t.outcome.claims() && c.reference.Settled() && c.share > mostMissed && c.missed() {
			out = append(out, c)
		}
	}
	return out
}

// String is a line per trial.
func (t trial) String() string {
	if t.failed != "" {
		return fmt.Sprintf("%v: %s", t.problem, t.failed)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%v: %s", t.problem, t.outcome)
	for _, c := range t.compared {
		fmt.Fprintf(&b, "; %v", c)
	}
	return b.String()
}

func (c compared) String() string {
	name := c.topology.String()
	if c.generated {
		name += " (generating)"
	}
	reference := fmt.Sprintf("reference %.2f ± %.2f", c.reference.LogZ, c.reference.StandardError())
	if !c.reference.Settled() {
		reference += " (does not settle)"
	}
	if !c.measured {
		return fmt.Sprintf("%s not measured, %s, share %.2f", name, reference, c.share)
	}
	called := "unreliable"
	if c.reliable {
		called = "reliable"
	}
	return fmt.Sprintf("%s %.2f ± %.2f by %s, %s, weight %.2f, %s, share %.2f", name, c.logZ, c.err, c.method,
		called, c.weight, reference, c.share)
}

// tally sums trials up.
type tally struct {
	off, squares     numeric.Moments
	unsettled, pairs int // references that do not settle, of all
	unreliable       int // comparisons left out because the run itself calls them unreliable
	by               map[outcome]int
	silent, worst    []string
	failed           string
}

func tallyOf(trials []trial) tally {
	out := tally{by: map[outcome]int{}}
	type far struct {
		z    float64
		text string
	}
	var all []far
	for _, t := range trials {
		if t.failed != "" {
			out.failed += " " + t.String()
			continue
		}
		out.by[t.outcome]++
		for _, c := range t.compared {
			out.pairs++
			switch {
			case !c.reference.Settled():
				out.unsettled++
			case c.counts():
				out.off.Add(c.off())
				if c.bothErrors() == 0 {
					continue
				}
				out.squares.Add(c.z() * c.z())
				all = append(all,
					far{math.Abs(c.z()), fmt.Sprintf("problem %d %v", t.problem.Number, c)})
			case c.measured:
				out.unreliable++
			}
		}
		for _, c := range t.silent() {
			out.silent = append(out.silent,
				fmt.Sprintf("problem %d (%s) %v", t.problem.Number, t.outcome, c))
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].z > all[j].z })
	for _, f := range all[:min(3, len(all))] {
		out.worst = append(out.worst, f.text)
	}
	return out
}

const (
	mostOff                 = .1
	leastSquare, mostSquare = .7, 1.4
)

func randomSection(o Options) report.Section {
	keep, err := open(o.References)
	numbers := o.numbers(keep)
	s := report.Section{Title: "Random problems",
		Text: fmt.Sprintf("%d tables drawn from random trees: %d to %d rows, 1 to %d inputs, three of ten "+
			"tables with more than %d, 2 to %d leaves as far as the rows suffice, sharp and gradual, "+
			"regressions and classifications. The fast mode at default settings, its evidences of the "+
			"generating topology and of the %d heaviest others beside references. A reference starts "+
			"Metropolis chains at the generating tree and at draws from the prior, and particles at the "+
			"prior; Student-t distributions fitted to the states start tempered particles, and those, "+
			"fitted anew, others, until %d clouds agree and a further round is not higher. Where a run "+
			"is above its reference by more than %v errors, chains start at draws of the run, too, and "+
			"the higher reference stands, because what misses a mode is too low. The density is written "+
			"down anew, in coordinates of its own. Its error is %v times that by the spread of the "+
			"clouds. A reference of an error above %v nats, or one that still rises, counts nowhere. A "+
			"topology is missed where it is not measured, or at less than half of its evidence.",
			len(numbers), fewestRows, mostRows, mostInputs, fewInputs, mostLeaves, heaviest,
			defaultEffort().replicates, suspect, shared, mostError)}
	if err != nil {
		return failed(s, err)
	}
	trials := trials(o, numbers, keep)
	if err := keep.save(); err != nil {
		return failed(s, err)
	}
	s.Rows = tallyOf(trials).rows()
	return s
}

// numbers are those of the problems to try. Where only kept references count, others are as if they did not settle.
func (o Options) numbers(keep *keeper) (all []int) {
	for k := range o.Problems {
		if !o.Kept || keep.knows(o.From+k) {
			all = append(all, o.From+k)
		}
	}
	if o.Kept && keep != nil {
		keep.lacking = unsettled
	}
	return all
}

// trials makes all of them, those of small tables first, and returns them in the order of their numbers.
func trials(o Options, numbers []int, keep *keeper) []trial {
	out := make([]trial, len(numbers))
	for i, number := range numbers {
		out[i].problem = Make(number)
	}
	order := numeric.Indices(len(out))
	size := func(i int) int {
		p := out[order[i]].problem
		return p.Data.N * p.Data.D * p.Topology.Leaves()
	}
	sort.SliceStable(order, func(i, j int) bool { return size(i) < size(j) })
	parallel.Each(len(out), runtime.GOMAXPROCS(0), func(k int) {
		i := order[k]
		out[i] = run(out[i].problem, keep)
		o.say(out[i].String())
	})
	return out
}

func failed(s report.Section, err error) report.Section {
	s.Rows = append(s.Rows, report.Row{Check: "references", Figure: err.Error(), Bound: "no error"})
	return s
}

func (t tally) rows() []report.Row {
	n := t.off.N()
	mean, square := t.off.Mean(), t.squares.Mean()
	var shares []string
	for _, o := range outcomes() {
		shares = append(shares, fmt.Sprintf("%s %d", o, t.by[o]))
	}
	return []report.Row{
		{Check: "log evidences called reliable: mean error, nats",
			Figure: fmt.Sprintf("%.3f (%d; standard deviation %.3f)%s", mean, n,
				math.Sqrt(t.off.Variance()), t.failed), Bound: fmt.Sprintf("at most %v either way",
				mostOff), Holds: n > 0 && math.Abs(mean) <= mostOff && t.failed == ""},
		{Check: "log evidences called reliable: mean z²", Figure: fmt.Sprintf("%.2f; farthest: %s", square,
			strings.Join(t.worst, "; ")), Bound: fmt.Sprintf("%v to %v", leastSquare, mostSquare),
			Holds: square >= leastSquare && square <= mostSquare},
		{Check: fmt.Sprintf("over %v of the mass by reference, missed, and the verdict is settled or nearly",
			mostMissed), Figure: fmt.Sprintf("%d %s", len(t.silent), strings.Join(t.silent, "; ")),
			Bound: "0", Holds: len(t.silent) == 0 && t.failed == ""},
		{Check: "verdicts", Figure: strings.Join(shares, ", "), Bound: "none", Holds: true},
		{Check: "not counted", Figure: fmt.Sprintf("%d references of %d do not settle; %d evidences that the "+
			"run calls unreliable", t.unsettled, t.pairs, t.unreliable), Bound: "none", Holds: true},
	}
}
