// Tests of the fast mode's loop: same bits for any workers and order, bookkeeping, stop rule, XOR.

package search

import (
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dcctree/core/dcc"
	"dcctree/core/dcc/internal/dcctest"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

func mustFast(t *testing.T, p *dcc.Problem, set FastSettings) *Fast {
	t.Helper()
	f, err := NewFast(p, set)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// quickFast keeps the tests short.
func quickFast() FastSettings {
	s := DefaultFastSettings()
	s.PriorDraws, s.MaxMeasured, s.Embedded, s.EmbeddedDraws, s.AuditShare = 3, 6, 12, 40, 0
	return s
}

// fastRecord runs to the end and returns all that a run says.
func fastRecord(t *testing.T, p *dcc.Problem, workers int) (f *Fast, steps []dcc.Step, draws []dcc.Draws) {
	t.Helper()
	return recordWith(t, p, quickFast(), workers)
}

func recordWith(
	t *testing.T, p *dcc.Problem, set FastSettings, workers int,
) (f *Fast, steps []dcc.Step, draws []dcc.Draws) {
	t.Helper()
	f = mustFast(t, p, set)
	if err := dcc.Run(p, f, workers, func(st dcc.Step) { steps = append(steps, st) }); err != nil {
		t.Fatal(err)
	}
	for _, sum := range f.Summaries() {
		d, ok := f.Draws(sum.Topology)
		if !ok {
			t.Fatalf("no draws of %v", sum.Topology)
		}
		draws = append(draws, d)
	}
	return f, steps, draws
}

// TestFastSameBitsForAnyWorkers compares steps, weights and draws to the last bit.
func TestFastSameBitsForAnyWorkers(t *testing.T) {
	for name, problem := range map[string]func() *dcc.Problem{"few inputs": problem, "many inputs": wide,
		"gradual splits": gradual} {
		t.Run(name, func(t *testing.T) { fastSameBits(t, problem) })
	}
}

func fastSameBits(t *testing.T, problem func() *dcc.Problem) {
	f1, steps1, draws1 := fastRecord(t, problem(), 1)
	f4, steps4, draws4 := fastRecord(t, problem(), 4)
	if len(steps1) < 2 || len(draws1) < 2 {
		t.Fatalf("the run is too small to show anything: %d steps, %d topologies", len(steps1), len(draws1))
	}
	if !dcctest.EqualBits(f1.Summaries(), f4.Summaries()) || !dcctest.EqualBits(steps1, steps4) ||
		!dcctest.EqualBits(draws1, draws4) || f1.Gradients() != f4.Gradients() {
		t.Error("1 and 4 workers differ")
	}
}

// TestFastReportOrderDoesNotMatter reports every batch backwards, each result twice, between unknown ids.
func TestFastReportOrderDoesNotMatter(t *testing.T) {
	want, _, _ := fastRecord(t, problem(), 1)
	p := problem()
	f := mustFast(t, p, quickFast())
	last := 0.0
	for !f.Done() {
		jobs := f.Next()
		for i, j := range slices.Backward(jobs) {
			r := mustExecute(t, p, j)
			f.Report(dcc.Result{ID: -7, Outcome: dcc.Sampled})
			f.Report(r)
			if got := f.Report(r); got != nil {
				t.Fatal("a result was taken twice")
			}
			if i > 0 && len(f.Next()) != i {
				t.Fatalf("%d jobs are left of %d", len(f.Next()), i)
			}
		}
		if now := f.Progress(); now < 0 || now > 1 {
			t.Fatalf("progress %v after %v", now, last)
		}
	}
	if !dcctest.EqualBits(want.Summaries(), f.Summaries()) || f.Progress() != 1 {
		t.Error("the order of reports changed the result")
	}
}

// TestFastWeights: they sum to 1, fall, and follow log evidence + log prior; steps say what was found.
func TestFastWeights(t *testing.T) {
	f, steps, _ := fastRecord(t, problem(), 2)
	sums := f.Summaries()
	total := 0.0
	for i, s := range sums {
		total += s.Weight
		if i > 0 && s.Weight > sums[i-1].Weight {
			t.Error("not sorted by weight")
		}
		ratio := math.Log(s.Weight) - s.LogEvidence - s.LogPrior -
			(math.Log(sums[0].Weight) - sums[0].LogEvidence - sums[0].LogPrior)
		if math.Abs(ratio) > 1e-9 {
			t.Errorf("weight of %v is off by %v nats", s.Topology, ratio)
		}
	}
	if math.Abs(total-1) > 1e-9 || sums[0].Topology.Splits() == 0 { // the response has a jump
		t.Errorf("weights sum to %v, the first is of %v", total, sums[0].Topology)
	}
	if last := steps[len(steps)-1]; last.Kind != dcc.Estimate || last.Ended != dcc.MostReached ||
		!last.Unexplored.Known {
		t.Errorf("the last step is %+v", last)
	}
	for i, s := range steps[:len(steps)-1] {
		if s.Kind == dcc.Embed {
			if len(s.Told()) != 1+len(s.Also) || !(s.Share > 0 && s.Share < 1) ||
				!strings.Contains(s.In("en"), "by draws embedded") {
				t.Errorf("step %d: %+v", i, s)
			}
			continue
		}
		if s.Kind != dcc.Measure || s.Iteration != i+1 || s.Done && i < len(steps)-1 ||
			s.TotalGradients > f.Gradients() {
			t.Errorf("step %d: %+v", i, s)
		}
		if !strings.HasPrefix(s.In("en"), "Measured "+s.Topology.String()+" from ") ||
			!strings.Contains(s.In("en"), "log evidence") {
			t.Errorf("words %q", s.In("en"))
		}
	}
}

// TestFastFail: a topology whose search or measurement is given up is left out, the others are not.
func TestFastFail(t *testing.T) {
	p := problem()
	f := mustFast(t, p, quickFast())
	var steps []dcc.Step
	failed := map[string]bool{}
	for !f.Done() {
		for _, j := range f.Next() {
			first := j.Kind == dcc.Measure && len(failed) == 1
			if (j.Kind == dcc.Score && j.Topology == "11000") || first {
				failed[j.Topology] = true
				steps = append(steps, f.Fail(j.ID, "its worker crashed 3 times")...)
				continue
			}
			steps = append(steps, f.Report(mustExecute(t, p, j))...)
		}
	}
	if len(failed) != 2 || len(f.Summaries()) == 0 {
		t.Fatalf("failed %v, %d summaries", failed, len(f.Summaries()))
	}
	told := false
	for _, s := range steps {
		if failed[s.Topology.Key()] {
			told = told || math.IsNaN(s.LogEvidence) && strings.Contains(s.In("en"),
				"its worker crashed 3 times")
		}
	}
	for _, s := range f.Summaries() {
		if failed[s.Topology.Key()] {
			t.Errorf("%v was given up and has a weight", s.Topology)
		}
	}
	if _, ok := f.Draws(topology.Topology{}); ok || !told {
		t.Errorf("told %v", told)
	}
	again := mustFast(t, p, quickFast())
	if err := again.Replay(f.Recording(), func(dcc.Step) {}); err != nil {
		t.Fatal(err)
	}
	for _, run := range []*Fast{f, again} {
		lost := map[string]bool{}
		for _, j := range run.Jobs() {
			if j.GivenUp() {
				lost[j.Topology] = true
			}
		}
		if !maps.Equal(lost, failed) {
			t.Errorf("the jobs say that %v were given up, want %v", lost, failed)
		}
	}
}

// TestFastBadResults: what does not fit its job leaves the topology out, with a reason.
func TestFastBadResults(t *testing.T) {
	spoil := map[string]func(*dcc.Result){
		"one value less":   func(r *dcc.Result) { measured(*r).Proposals = measured(*r).Proposals[1:] },
		"no weight":        func(r *dcc.Result) { measured(*r).LogWeights, measured(*r).Proposals = nil, nil },
		"weight NaN":       func(r *dcc.Result) { measured(*r).LogWeights[0] = math.NaN() },
		"point infinite":   func(r *dcc.Result) { measured(*r).Proposals[0] = math.Inf(1) },
		"evidence NaN":     func(r *dcc.Result) { measured(*r).LogZ = math.NaN() },
		"error negative":   func(r *dcc.Result) { measured(*r).LogZError = -1 },
		"unknown outcome":  func(r *dcc.Result) { r.Outcome = "fine" },
		"unknown trust":    func(r *dcc.Result) { measured(*r).Trust = "good" },
		"no trust":         func(r *dcc.Result) { measured(*r).Trust = "" },
		"evidence is +Inf": func(r *dcc.Result) { measured(*r).LogZ = math.Inf(1) },
	}
	p := problem()
	f := mustFast(t, p, quickFast())
	for len(f.Next()) > 0 && f.Next()[0].Kind == dcc.Score {
		f.Report(mustExecute(t, p, f.Next()[0]))
	}
	good := f.Next()[0]
	for name, change := range spoil {
		r := mustExecute(t, p, good)
		if err := p.Check(good, r); err != nil {
			t.Fatal(err)
		}
		change(&r)
		if p.Check(good, r) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	scored := dcc.Job{ID: 1, Kind: dcc.Score, Topology: "100", Task: &ScoreTask{}}
	for name, change := range map[string]func(*dcc.Result){
		"no tree":          func(r *dcc.Result) { r.Found.(*dcc.Scored).Solutions = nil },
		"another topology": func(r *dcc.Result) { r.Found.(*dcc.Scored).Solutions[0].Splits = nil },
		"score NaN":        func(r *dcc.Result) { r.Found.(*dcc.Scored).Solutions[0].Score = math.NaN() },
		"feature":          func(r *dcc.Result) { r.Found.(*dcc.Scored).Solutions[0].Splits[0].Input = 1 },
	} {
		r := mustExecute(t, p, scored)
		change(&r)
		if p.Check(scored, r) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	r := mustExecute(t, p, dcc.Job{ID: 2, Kind: dcc.Measure, Topology: "100", Task: &MeasureTask{}})
	if r.Outcome != dcc.LeftOut || r.Reason == "" {
		t.Errorf("measured without a hard tree: %+v", r)
	}
	broken := mustExecute(t, p, good)
	measured(broken).LogZ = math.NaN()
	jobs := f.Next()
	steps := f.Report(broken)
	for _, j := range jobs[1:] {
		steps = append(steps, f.Report(mustExecute(t, p, j))...)
	}
	if len(steps) != len(jobs) || len(steps[0].LeftOut) != 1 ||
		!strings.Contains(steps[0].LeftOut[0], "log evidence") {
		t.Errorf("steps %+v", steps)
	}
}

// TestFastStops: no measurement starts whose prediction is below the bound, none beyond the budget.
func TestFastStops(t *testing.T) {
	p := problem()
	set := quickFast()
	set.MaxMeasured = 3
	f := mustFast(t, p, set)
	if err := dcc.Run(p, f, 1, nil); err != nil {
		t.Fatal(err)
	}
	if f.measured > 3 || f.embedded > 12+restDraws*set.MaxSplits {
		t.Errorf("%d measured of 3, %d embedded of 12 and an estimate's", f.measured, f.embedded)
	}
	set.MaxMeasured, set.Stop, set.Embedded = 60, 0, 0
	f = mustFast(t, problem(), set)
	if err := dcc.Run(f.problem, f, 1, nil); err != nil {
		t.Fatal(err)
	}
	if few, _, _ := fastRecord(t, problem(), 1); len(f.Summaries()) > len(few.Summaries()) {
		t.Errorf("stopping at once measures %d, at 5 nats %d", len(f.Summaries()), len(few.Summaries()))
	}
	p = problem()
	p.Data.N = 0
	if _, err := NewFast(p, set); err == nil {
		t.Error("no rows accepted")
	}
}

// TestFastJobsArePure: the same job gives the same result, whatever ran before.
func TestFastJobsArePure(t *testing.T) {
	p := problem()
	j := dcc.Job{ID: 4, Kind: dcc.Score, Topology: "10100", Task: &ScoreTask{}}
	a := mustExecute(t, p, j)
	m := dcc.Job{ID: 5, Kind: dcc.Measure, Topology: "10100", Task: &MeasureTask{Starts: solutionsOf(a)}}
	b := mustExecute(t, p, m)
	other := problem()
	if !dcctest.EqualBits(b, mustExecute(t, other, m)) || !reflect.DeepEqual(a, mustExecute(t, other, j)) {
		t.Error("a job's result depends on what ran before")
	}
}

// xorData is y = +-1 by the exclusive or of two inputs beside noise inputs, in which one split alone
// explains nothing.
func xorData(n, noise int) softtree.Data {
	rng := random.Stream(3, "xor")
	d := softtree.Data{N: n, D: 2 + noise, X: make([]float64, n*(2+noise)), Y: make([]float64, n)}
	for i := range d.X {
		d.X[i] = .4 * rng.Float64()
		if rng.Float64() < .5 {
			d.X[i] += .6
		}
	}
	for i := range d.Y {
		d.Y[i] = -1
		if (d.X[i] > .5) != (d.X[n+i] > .5) {
			d.Y[i] = 1
		}
		d.Y[i] += .2 * rng.NormFloat64()
	}
	return d
}

// TestFastFindsXOR: with 2 noise inputs the best tree has four leaves or more and explains all but the noise.
func TestFastFindsXOR(t *testing.T) {
	p := problem()
	p.Data = xorData(80, 2)
	p.Settings.BandwidthFinal = .02
	f := mustFast(t, p, quickFast())
	if err := dcc.Run(p, f, 2, nil); err != nil {
		t.Fatal(err)
	}
	best := f.Summaries()[0]
	if best.Topology.Leaves() < 4 || best.LogEvidence < -30 { // ignoring the inputs gives -118
		t.Errorf("%v has weight %.3f, log evidence %.2f", best.Topology, best.Weight, best.LogEvidence)
	}
}
