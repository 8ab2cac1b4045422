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
	"dcctree/core/numeric"
	"dcctree/core/posterior"
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
	Gradients     int     `json:"gradients"`
	Seconds       float64 `json:"seconds"`
	Topologies    []share `json:"topologies"`
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
	Reliable         bool    `json:"reliable"`
	True             bool    `json:"true"`
}

// table is one data set.
type table struct {
	Set           string       `json:"set"`
	Settings      dcc.Settings `json:"settings"`
	Metric        string       `json:"metric"`
	TrainMean     float64      `json:"trainMean"`
	TrainSD       float64      `json:"trainSD"`
	TestMean      float64      `json:"testMean"`
	TestSD        float64      `json:"testSD"`
	BaselineTest  float64      `json:"baselineTest"`
	PartitionTest float64      `json:"truePartitionTest"` // 0 where there is none
	Runs          []outcome    `json:"runs"`
}

func measure(set *published.Set, o options, report func(outcome)) (table, error) {
	settings := set.Apply(o.settings)
	t := table{Set: set.Name, Settings: settings, Metric: "MSE"}
	base := posterior.Baseline(set.Train, set.Test)
	t.BaselineTest = base.MSE
	if set.Train.Task == dataset.Classification {
		t.Metric, t.BaselineTest = "accuracy", base.Accuracy
	}
	if set.Partition != nil {
		t.PartitionTest = dataset.PartitionMSE(set.Train, set.Test, set.Partition)
	}
	var train, test numeric.Moments
	for k := range o.runs {
		r, err := once(set, settings, o, o.seed+uint64(k))
		if err != nil {
			return t, err
		}
		report(r)
		t.Runs = append(t.Runs, r)
		train.Add(r.Train)
		test.Add(r.Test)
	}
	t.TrainMean, t.TestMean = train.Mean(), test.Mean()
	if o.runs > 1 {
		t.TrainSD, t.TestSD = math.Sqrt(train.Variance()), math.Sqrt(test.Variance())
	}
	return t, nil
}

// once makes one run.
func once(set *published.Set, settings dcc.Settings, o options, seed uint64) (outcome, error) {
	start := time.Now()
	tables := posterior.NewTables(set.Train, set.Test, false)
	problem := &dcc.Problem{Data: tables.Data(), Settings: settings, Seed: seed}
	sampler, err := newRun(problem, o.fast)
	if err != nil {
		return outcome{}, err
	}
	if err := dcc.Run(problem, sampler, o.workers, nil); err != nil {
		return outcome{}, err
	}
	predictive := posterior.Likelihood
	if o.mixture {
		predictive = posterior.Mixture
	}
	p := posterior.New(tables, problem, predictive)
	r := outcome{Set: set.Name, Seed: seed, Metric: "MSE", Gradients: sampler.Gradients()}
	for _, s := range sampler.Summaries() {
		p.Update(sampler, s.Topology)
		r.Topologies = append(r.Topologies, share{
			Leaves: s.Topology.String(), Weight: s.Weight, WeightError: s.WeightError, Visits: s.Visits,
			LogEvidence: s.LogEvidence, LogEvidenceError: finite(s.LogEvidenceError),
			KHat: finite(s.KHat), Reliable: s.Reliable(), True: set.Generated(s.Topology),
		})
	}
	train, test, ok := p.Scores()
	if !ok {
		return outcome{}, fmt.Errorf("%s, seed %d: no topology could be measured", set.Name, seed)
	}
	r.Train, r.Test = train.MSE, test.MSE
	if set.Train.Task == dataset.Classification {
		r.Metric, r.Train, r.Test = "accuracy", train.Accuracy, test.Accuracy
	}
	r.TrainLogScore, r.TestLogScore = train.LogScore, test.LogScore
	r.Seconds = time.Since(start).Seconds()
	return r, nil
}

// sampling is a run in either mode.
type sampling interface {
	dcc.Runner
	posterior.Source
	Gradients() int
}

func newRun(p *dcc.Problem, fast bool) (sampling, error) {
	if fast {
		return dcc.NewFast(p, dcc.DefaultFastSettings())
	}
	return dcc.New(p)
}

// finite replaces what JSON cannot say.
func finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return -1
	}
	return x
}

func (r outcome) print(w io.Writer) {
	fmt.Fprintf(w, "%-6s seed %-3d %s train %.4f test %.4f  log score train %.3f test %.3f  %d gradients  %.1f s\n",
		r.Set, r.Seed, r.Metric, r.Train, r.Test, r.TrainLogScore, r.TestLogScore, r.Gradients, r.Seconds)
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
		fmt.Fprintf(w, "    %-22s weight %.3f ± %.3f  log evidence %9.2f ± %.2f  visits %-3d k-hat %.2f%s\n",
			s.Leaves, s.Weight, s.WeightError, s.LogEvidence, s.LogEvidenceError, s.Visits, s.KHat, mark)
	}
}

func (t table) print(w io.Writer) {
	fmt.Fprintln(w, strings.Repeat("-", 100))
	fmt.Fprintf(w, "%-6s %s, %d runs: train %.4f (%.1e), test %.4f (%.1e); ignoring the inputs %.4f",
		t.Set, t.Metric, len(t.Runs), t.TrainMean, t.TrainSD, t.TestMean, t.TestSD, t.BaselineTest)
	if t.PartitionTest > 0 {
		fmt.Fprintf(w, "; true partition %.4f", t.PartitionTest)
	}
	fmt.Fprint(w, "\n\n")
}
