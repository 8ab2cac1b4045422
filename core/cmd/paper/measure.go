// The runs of one data set and their summary.

package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/posterior"
	"dcctree/core/verdict"
)

// outcome is one run.
type outcome struct {
	Set           string  `json:"set"`
	Seed          uint64  `json:"seed"`
	Metric        string  `json:"metric"` // "MSE" or "accuracy"
	Train         float64 `json:"train"`
	Test          float64 `json:"test"`
	TrainLogScore float64 `json:"trainLogScore"`
	TestLogScore  float64 `json:"testLogScore"`
	// gradient units: gradients + 0.6 x densities + work of the hard-tree search
	Gradients    int     `json:"gradients"`
	Audit        int     `json:"auditGradients"` // the audits' part of them
	Seconds      float64 `json:"-"`              // its line's timing
	FirstSeconds float64 `json:"-"`              // before the audits
	Verdict      string  `json:"verdict"`        // fast mode: outcome of the verdict on the run
	// fast mode: estimated share of the posterior that was not measured; -1 where unknown
	Unexplored float64 `json:"unexplored"`
	Bound      float64 `json:"unexploredBound"`
	Topologies []share `json:"topologies"`
	// of topologies, evidences and predictions: posterior.Digest
	Digest        string      `json:"digest"`
	Probabilities [][]float64 `json:"testProbabilities,omitempty"` // classification: test rows x classes
}

// share is one topology of a run.
type share struct {
	Leaves           string  `json:"leaves"`
	Weight           float64 `json:"weight"`
	WeightError      float64 `json:"weightError"`
	LogEvidence      float64 `json:"logEvidence"`
	LogEvidenceError float64 `json:"logEvidenceError"`
	Visits           int     `json:"visits"`
	KHat             float64 `json:"kHat"`
	KHatLimit        float64 `json:"kHatLimit"`
	Reliable         bool    `json:"reliable"`
	True             bool    `json:"true"`
	Audited          bool    `json:"audited"`
	Added            int     `json:"added"`     // components that its audit added
	AuditFlag        string  `json:"auditFlag"` // "" where the audit found nothing wrong, or mended it
}

// table is one data set with its runs.
type table struct {
	setFacts
	Runs []outcome
}

// measure makes the runs of a set, or takes those that are kept.
func measure(set *published.Set, o options, report func(outcome)) (table, error) {
	t := table{setFacts: newFacts(set, o)}
	for k := range o.runs {
		r, err := o.run(set, t.setFacts, o.seed+uint64(k))
		if err != nil {
			return table{}, err
		}
		report(r)
		t.Runs = append(t.Runs, r)
	}
	return t, nil
}

// run makes one run, or takes it from the folder of results.
func (o options) run(set *published.Set, facts setFacts, seed uint64) (outcome, error) {
	name := fmt.Sprintf("dcc-tree-%s-%s-%d", o.mode(), set.Name, seed)
	if o.variant != "" {
		name = fmt.Sprintf("dcc-tree-%s-%s-%s-%d", o.mode(), set.Name, o.variant, seed)
	}
	r, took, err := keep(o.kept, o.mode(), name, o.identity(facts, seed), func(t *timing) (outcome, error) {
		r, err := once(set, facts.Settings, o, seed)
		t.First = r.FirstSeconds
		return r, err
	})
	r.Seconds, r.FirstSeconds = took.Seconds, took.First
	return r, err
}

// of summarizes a figure of all runs.
func (t table) of(figure func(outcome) float64) spread {
	var values []float64
	for _, r := range t.Runs {
		values = append(values, figure(r))
	}
	return spreadOf(values)
}

// densityCost is the cost of a density without gradient, in gradients (measured; the fast mode counts its work so
// itself).
const densityCost = .6

// once makes one run. Its numbers are finite.
func once(set *published.Set, settings dcc.Settings, o options, seed uint64) (outcome, error) {
	tables := posterior.NewTables(set.Train, set.Test, false)
	problem := &dcc.Problem{Data: tables.Data(), Settings: settings, Seed: seed}
	sampler, r, err := sample(problem, o)
	if err != nil {
		return outcome{}, err
	}
	r.Set, r.Seed, r.Metric = set.Name, seed, "MSE"
	predictive := posterior.Likelihood
	if o.mixture {
		predictive = posterior.Mixture
	}
	p := posterior.New(tables, problem, predictive)
	p.UpdateAll(sampler)
	for _, s := range sampler.Summaries() {
		r.Topologies = append(r.Topologies, newShare(s, set.Generated(s.Topology)))
	}
	train, test, ok := p.Scores()
	if !ok {
		return outcome{}, fmt.Errorf("%s, seed %d: no topology could be measured", set.Name, seed)
	}
	r.Digest, _ = p.Digest()
	r.Train, r.Test = train.MSE, test.MSE
	if set.Train.Task == dataset.Classification {
		r.Metric, r.Train, r.Test = "accuracy", train.Accuracy, test.Accuracy
		if r.Probabilities, err = probabilities(p, set.Test); err != nil {
			return outcome{}, err
		}
	}
	r.TrainLogScore, r.TestLogScore = train.LogScore, test.LogScore
	return r, nil
}

// sample runs to the end and counts the work.
func sample(problem *dcc.Problem, o options) (sampling, outcome, error) {
	start := time.Now()
	sampler, err := newRun(problem, o)
	if err != nil {
		return nil, outcome{}, err
	}
	r := outcome{Unexplored: -1, Bound: -1}
	evaluations := 0
	err = dcc.Run(problem, sampler, o.workers, func(s dcc.Step) {
		evaluations += s.Evaluations
		fast, ok := sampler.(*search.Fast)
		if !ok || fast.Ended() == dcc.Searching || s.Ended != dcc.Searching {
			r.FirstSeconds = time.Since(start).Seconds()
		}
	})
	r.Seconds = time.Since(start).Seconds()
	r.Gradients = sampler.Gradients()
	if fast, ok := sampler.(*search.Fast); ok {
		r.Audit, r.Verdict = fast.AuditGradients(), string(verdict.Judge(fast.Facts()).Outcome)
		if u := fast.Unexplored(); u.Known {
			r.Unexplored, r.Bound = u.Share, u.Bound
		}
	} else {
		r.Gradients += int(math.Round(densityCost * float64(evaluations)))
	}
	return sampler, r, err
}

func newShare(s dcc.Summary, generated bool) share {
	return share{
		Leaves: s.Topology.String(), Weight: s.Weight, WeightError: s.WeightError, Visits: s.Visits,
		LogEvidence: s.LogEvidence, LogEvidenceError: finite(s.LogEvidenceError),
		KHat: finite(s.KHat), KHatLimit: s.KHatLimit, Reliable: s.Reliable(), True: generated,
		Audited: s.Audit.Done, Added: s.Audit.Added, AuditFlag: string(s.Audit.Flag),
	}
}

// probabilities returns the class probabilities of all rows of f.
func probabilities(p *posterior.Posterior, f *dataset.Frame) ([][]float64, error) {
	var x, out [][]float64
	for i := range f.N {
		x = append(x, f.Row(nil, i))
	}
	predictions, err := p.Predict(x)
	for _, row := range predictions {
		out = append(out, row.Probabilities)
	}
	return out, err
}

// sampling is a run in either mode.
type sampling interface {
	dcc.Runner
	posterior.Source
	Gradients() int
}

func newRun(p *dcc.Problem, o options) (sampling, error) {
	if !o.fast {
		return dcc.New(p)
	}
	return search.NewFast(p, o.fastSettings())
}

// fastSettings are those of the fast mode.
func (o options) fastSettings() search.FastSettings {
	set := search.DefaultFastSettings()
	if o.noAudit {
		set.AuditShare = 0
	}
	return set
}

// finite replaces what JSON cannot say.
func finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return -1
	}
	return x
}

// work says what a run cost.
func (r outcome) work() string {
	text := fmt.Sprintf("%d gradient units  %.1f s", r.Gradients-r.Audit, r.FirstSeconds)
	if r.Audit > 0 {
		text += fmt.Sprintf(", with audits %d  %.1f s", r.Gradients, r.Seconds)
	}
	if r.Unexplored >= 0 {
		text += fmt.Sprintf(", %s, unmeasured %.3f (at most %.3f)", r.Verdict, r.Unexplored, r.Bound)
	}
	return text + "  digest " + r.Digest
}

func (r outcome) line() string {
	return fmt.Sprintf("%-6s seed %-3d %s train %.4f test %.4f  log score train %.3f test %.3f  %s",
		r.Set, r.Seed, r.Metric, r.Train, r.Test, r.TrainLogScore, r.TestLogScore, r.work())
}

func (r outcome) print(w io.Writer) {
	fmt.Fprintln(w, r.line())
	for _, s := range r.Topologies {
		if s.Weight < .005 && !s.True {
			continue
		}
		mark := ""
		if s.True {
			mark += "  true tree"
		}
		if !s.Reliable {
			mark += "  unreliable"
		}
		if s.Audited {
			mark += fmt.Sprintf("  audited, %d added %s", s.Added, s.AuditFlag)
		}
		fmt.Fprintf(w, "    %-22s weight %.3f ± %.3f  log evidence %9.2f ± %.2f  visits %-3d k-hat %.2f%s\n",
			s.Leaves, s.Weight, s.WeightError, s.LogEvidence, s.LogEvidenceError, s.Visits, s.KHat, mark)
	}
}

func (t table) print(w io.Writer) {
	train, test := t.train(), t.test()
	if len(t.Runs) == 1 {
		train.SD, test.SD = 0, 0
	}
	fmt.Fprintln(w, strings.Repeat("-", 100))
	fmt.Fprintf(w, "%-6s %s, %d runs: train %.4f (%.1e), test %.4f (%.1e); ignoring the inputs %.4f",
		t.Set, t.Metric, len(t.Runs), train.Mean, train.SD, test.Mean, test.SD, t.BaselineTest)
	if t.PartitionTest > 0 {
		fmt.Fprintf(w, "; true partition %.4f", t.PartitionTest)
	}
	fmt.Fprint(w, "\n\n")
}
