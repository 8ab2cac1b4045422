// Tests of the loop: same bits for any number of workers, bookkeeping, utility, combination.

package dcc

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"dcctree/core/dcc/internal/dcctest"
	"dcctree/core/evidence"
	"dcctree/core/hmc"
	"dcctree/core/numeric"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

func smallSettings() Settings {
	s := QuickSettings()
	s.Iterations, s.PriorDraws, s.Chains, s.Warmup, s.Draws, s.Proposals = 6, 40, 3, 60, 10, 4
	s.BandwidthInitial, s.BandwidthFinal, s.RepairSteps, s.KeptDraws = .3, .1, 60, 50
	return s
}

func problem() *Problem {
	return &Problem{Data: dcctest.StepData(), Settings: smallSettings(), Seed: 5}
}

func mustNew(t *testing.T, p *Problem) *Sampler {
	t.Helper()
	s, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustExecute(t *testing.T, p *Problem, j Job) Result {
	t.Helper()
	r, err := Execute(p, j, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// record runs to the end and returns all that a run says.
func record(t *testing.T, workers int) ([]Step, []Summary, []Draws) {
	t.Helper()
	s := mustNew(t, problem())
	var steps []Step
	if err := Run(s.problem, s, workers, func(st Step) { steps = append(steps, st) }); err != nil {
		t.Fatal(err)
	}
	var draws []Draws
	for _, sum := range s.Summaries() {
		d, _ := s.Draws(sum.Topology)
		draws = append(draws, d.Clone())
	}
	return steps, s.Summaries(), draws
}

// TestSameBitsForAnyWorkers compares steps, weights and draws to the last bit.
func TestSameBitsForAnyWorkers(t *testing.T) {
	steps1, sums1, draws1 := record(t, 1)
	steps4, sums4, draws4 := record(t, 4)
	if len(sums1) < 3 || len(steps1) < 9 {
		t.Fatalf("the run is too small to show anything: %d topologies, %d steps", len(sums1), len(steps1))
	}
	if !dcctest.EqualBits(sums1, sums4) || !dcctest.EqualBits(steps1, steps4) ||
		!dcctest.EqualBits(draws1, draws4) {
		t.Error("1 and 4 workers differ")
	}
}

// TestReportOrderDoesNotMatter reports every batch backwards, each result twice, between unknown ids.
func TestReportOrderDoesNotMatter(t *testing.T) {
	_, want, _ := record(t, 1)
	p := problem()
	s := mustNew(t, p)
	for !s.Done() {
		jobs := s.Next()
		for i := len(jobs) - 1; i >= 0; i-- {
			r := mustExecute(t, p, jobs[i])
			s.Report(Result{ID: -7, Outcome: Sampled})
			s.Report(r)
			if got := s.Report(r); got != nil {
				t.Fatal("a result was taken twice")
			}
		}
	}
	if !dcctest.EqualBits(s.Summaries(), want) {
		t.Error("the order of reports changed the result")
	}
}

func TestExecuteIsAFunctionOfTheJob(t *testing.T) {
	p := problem()
	j := mustNew(t, p).Next()[0]
	beats := 0
	a, err := Execute(p, j, func() { beats++ })
	if err != nil {
		t.Fatal(err)
	}
	if b := mustExecute(t, p, j); !dcctest.EqualBits(a, b) {
		t.Error("the same job gave two results")
	}
	if want := a.Gradients/50 + a.Evaluations/50; beats != want {
		t.Errorf("%d beats, want %d", beats, want)
	}
	if err := p.Check(j, a); err != nil {
		t.Errorf("Check refuses a good result: %v", err)
	}
}

// TestVisitResumes: a visit goes on where the burn-in stopped, with other random numbers.
func TestVisitResumes(t *testing.T) {
	p := problem()
	burn := Job{ID: 1, Kind: BurnIn, Topology: "100", Task: &ChainTask{Visit: 1}}
	r := mustExecute(t, p, burn)
	warm := r.Found.(*ChainResult).State
	visit := Job{ID: 2, Kind: Visit, Topology: "100", Task: &ChainTask{Visit: 2, State: warm}}
	v := mustExecute(t, p, visit)
	if v.Outcome != Sampled || v.Found.(*ChainResult).State.StepSize != warm.StepSize ||
		v.Gradients >= r.Gradients {
		t.Errorf("the visit warmed up again: %v gradients after %v", v.Gradients, r.Gradients)
	}
}

func TestBadJobsAndResults(t *testing.T) {
	p := problem()
	for _, j := range []Job{{Kind: BurnIn, Topology: "10", Task: &ChainTask{}}, {Kind: "nap", Topology: "100"}} {
		if _, err := Execute(p, j, func() {}); err == nil {
			t.Errorf("job %+v accepted", j)
		}
	}
	// A visit without a state cannot go on: the chain is left out, with the reason.
	r := mustExecute(t, p, Job{ID: 3, Kind: Visit, Topology: "100", Task: &ChainTask{Visit: 2}})
	if r.Outcome != LeftOut || r.Reason == "" {
		t.Errorf("%+v", r)
	}
	j := Job{ID: 4, Kind: BurnIn, Topology: "100", Task: &ChainTask{Visit: 1}}
	for _, r := range []Result{{ID: 5}, {ID: 4, Outcome: Sampled}, {ID: 4, Outcome: "dream"},
		{ID: 4, Outcome: Sampled, Found: &ChainResult{LogWeights: make([]float64, 40),
			Proposals: make([]float64, 3)}}} {
		if p.Check(j, r) == nil {
			t.Errorf("Check accepts %+v", r)
		}
	}
}

// TestFailedChainsAreLeftOut: a chain that the host gives up is left out and named; a topology
// without chains is not visited again, and the run still ends.
func TestFailedChainsAreLeftOut(t *testing.T) {
	p := problem()
	s := mustNew(t, p)
	dead := s.Next()[0].Topology
	half := ""
	for !s.Done() {
		for _, j := range s.Next() {
			if half == "" && j.Topology != dead {
				half = j.Topology
			}
			if j.Kind == Visit && j.Topology == dead {
				t.Fatal("a topology without chains was visited")
			}
			if j.Topology == dead || (j.Topology == half && j.Task.(*ChainTask).Chain == 0) {
				s.Fail(j.ID, "its worker crashed three times")
				continue
			}
			s.Report(mustExecute(t, p, j))
		}
	}
	var total float64
	for _, sum := range s.Summaries() {
		total += sum.Weight
		switch sum.Topology.Key() {
		case dead:
			if sum.Chains != 0 || len(sum.ChainsLeftOut) != 3 || sum.Weight != 0 || sum.Reliable() {
				t.Errorf("dead topology: %+v", sum)
			}
		case half:
			if sum.Chains != 2 || len(sum.ChainsLeftOut) != 1 || !(sum.Weight >= 0) ||
				sum.ChainsLeftOut[0] != "its worker crashed three times" {
				t.Errorf("half topology: %+v", sum)
			}
		}
	}
	if math.Abs(total-1) > 1e-12 {
		t.Errorf("the weights of what could be measured sum to %v", total)
	}
}

// TestLookingChangesNothing: draws that are asked for after every step leave the run as it is.
func TestLookingChangesNothing(t *testing.T) {
	_, _, want := record(t, 1)
	s := mustNew(t, problem())
	if err := Run(s.problem, s, 1, func(st Step) { s.Draws(st.Topology) }); err != nil {
		t.Fatal(err)
	}
	for i, sum := range s.Summaries() {
		if d, _ := s.Draws(sum.Topology); !dcctest.EqualBits(d, want[i]) {
			t.Errorf("%v: other draws after looking at them", sum.Topology)
		}
	}
}

// TestNumbersOfResultsAreChecked: a worker's NaN must not reach the pool.
func TestNumbersOfResultsAreChecked(t *testing.T) {
	p := problem()
	j := mustNew(t, p).Next()[0]
	for name, spoil := range map[string]func(*ChainResult){
		"NaN weight":        func(r *ChainResult) { r.LogWeights[3] = math.NaN() },
		"infinite weight":   func(r *ChainResult) { r.LogWeights[3] = math.Inf(1) },
		"NaN proposal":      func(r *ChainResult) { r.Proposals[3] = math.NaN() },
		"infinite proposal": func(r *ChainResult) { r.Proposals[3] = math.Inf(-1) },
	} {
		r := mustExecute(t, p, j)
		spoil(r.Found.(*ChainResult))
		if p.Check(j, r) == nil {
			t.Errorf("%s accepted", name)
		}
	}
}

// TestAllFail: nothing can be sampled, the run ends and says so.
func TestAllFail(t *testing.T) {
	s := mustNew(t, problem())
	var last Step
	for rounds := 0; !s.Done(); rounds++ {
		if rounds > 1000 {
			t.Fatal("the run does not end")
		}
		for _, j := range s.Next() {
			for _, st := range s.Fail(j.ID, "no") {
				last = st
			}
		}
	}
	if !last.Done || !last.Exhausted || !strings.Contains(last.In("en"), "the run ends here") ||
		!strings.Contains(last.In("en"), "could not be measured") {
		t.Errorf("the last step says: %s", last.In("en"))
	}
	for _, sum := range s.Summaries() {
		if sum.Weight != 0 || sum.Reliable() {
			t.Errorf("%+v", sum)
		}
	}
}

// TestActivation: after the prior draws exactly the topologies drawn more than C0 times are active;
// a run whose draws make none active starts with the most frequent one.
func TestActivation(t *testing.T) {
	p := problem()
	s := mustNew(t, p)
	total := 0
	for _, e := range s.order {
		total += e.count
		if e.active != (e.count > p.Settings.ActivationCount) {
			t.Errorf("%v drawn %d times: active %v", e.topology, e.count, e.active)
		}
	}
	if total+s.lost != p.Settings.PriorDraws {
		t.Errorf("%d draws counted of %d", total+s.lost, p.Settings.PriorDraws)
	}
	p.Settings.ActivationCount = 1000
	s = mustNew(t, p)
	var active []*entry
	for _, e := range s.order {
		if e.active {
			active = append(active, e)
		}
	}
	if len(active) != 1 {
		t.Fatalf("%d active", len(active))
	}
	for _, e := range s.order {
		if e.count > active[0].count {
			t.Errorf("%v was drawn more often than the active %v", e.topology, active[0].topology)
		}
	}
}

// TestMaxActive: the active set never grows past Tmax, and what left it keeps its estimate.
func TestMaxActive(t *testing.T) {
	p := problem()
	p.Settings.MaxActive, p.Settings.ActivationCount = 2, 1
	s := mustNew(t, p)
	removed := map[topology.Topology]bool{}
	if err := Run(s.problem, s, 2, func(st Step) {
		for _, r := range st.Removed {
			removed[r] = true
		}
		if n := len(s.utilities()); n > 2 {
			t.Errorf("%d active", n)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if len(removed) == 0 {
		t.Fatal("nothing was removed: the test shows nothing")
	}
	for _, sum := range s.Summaries() {
		if removed[sum.Topology] && !(sum.Visits > 0 && sum.LogEvidence > -1e6) {
			t.Errorf("%v lost its estimate", sum.Topology)
		}
	}
}

// TestUtilityByHand evaluates the paper's equation (utility) for two topologies.
func TestUtilityByHand(t *testing.T) {
	p := problem()
	p.Settings.Delta, p.Settings.Kappa, p.Settings.Beta, p.Settings.LookAhead = .25, .5, 2, 10
	s := mustNew(t, p)
	s.order, s.found = nil, map[topology.Topology]*entry{}
	logs := [][]float64{{-10, -11, -9.5}, {-12, -12.5, -11}}
	for i, visits := range []int{4, 1} {
		top := [2]topology.Topology{topology.Root(), topology.Root().Grow(0)}[i]
		e := s.newEntry(top)
		e.body = p.newBody(top)
		e.active, e.visits = true, visits
		e.estimate.AddBatch(logs[i])
	}
	var tau, rho [2]float64
	top := math.Inf(-1)
	for i, e := range s.order {
		var z, v, m numeric.Moments
		for _, l := range logs[i] {
			z.Add(math.Exp(l + e.logPrior))
			m.Add(l + e.logPrior)
			top = math.Max(top, l+e.logPrior)
		}
		v = z
		tau[i] = math.Sqrt(z.Mean()*z.Mean() + 1.5*v.Variance()*2/3)
		rho[i] = m.Mean()
	}
	for i, e := range s.order {
		var m numeric.Moments
		for _, l := range logs[i] {
			m.Add(l + e.logPrior)
		}
		rho[i] = 1 - math.Pow(numeric.NormalCDF((top-m.Mean())/math.Sqrt(m.Variance())), 10)
	}
	terms := s.utilities()
	for _, term := range terms {
		i := term.Topology.Splits()
		n := float64(s.order[i].visits)
		want := (.75*tau[i]/math.Max(tau[0], tau[1]) + .25*rho[i]/math.Max(rho[0], rho[1]) +
			2*math.Log(5)/math.Sqrt(n)) / n
		if math.Abs(term.Utility-want) > 1e-12*want {
			t.Errorf("%v: utility %v, want %v", term.Topology, term.Utility, want)
		}
	}
	if terms[0].Utility < terms[1].Utility {
		t.Error("not sorted, best first")
	}
}

// TestCombineByHand: weights e^1 : 1 with log Z errors .1 and .2; var w = w^2 (1-w)^2 (s1^2 + s2^2).
func TestCombineByHand(t *testing.T) {
	out := []Summary{{LogEvidenceError: .1}, {LogEvidenceError: .2}}
	Weigh(out, []float64{-999, -1000})
	w := math.E / (1 + math.E)
	want := w * (1 - w) * math.Sqrt(.01+.04)
	for i, sum := range out {
		if math.Abs(sum.Weight-[2]float64{w, 1 - w}[i]) > 1e-13 || math.Abs(sum.WeightError-want) > 1e-13 {
			t.Errorf("weight %v ± %v, want %v ± %v", sum.Weight, sum.WeightError, w, want)
		}
	}
	out = []Summary{{LogEvidenceError: math.Inf(1)}, {LogEvidenceError: .2}}
	Weigh(out, []float64{-1000, -1000})
	if !(out[0].WeightError > .9 && out[0].WeightError <= 1) {
		t.Errorf("an unknown error of log Z gives %v", out[0].WeightError)
	}
}

// TestRootOnlyEvidence: the root-only regression's evidence against two-dimensional quadrature.
func TestRootOnlyEvidence(t *testing.T) {
	p := problem()
	p.Settings.Warmup, p.Settings.Draws, p.Settings.Proposals = 150, 100, 10
	var e evidence.Estimate
	for chain := range 4 {
		r := mustExecute(t, p,
			Job{ID: chain, Kind: BurnIn, Topology: "0", Task: &ChainTask{Chain: chain, Visit: 1}})
		e.AddBatch(r.Found.(*ChainResult).LogWeights)
	}
	m := softtree.NewModel(topology.Root(), p.Data, p.Settings.Priors, .1)
	// Midpoint rule on mu in [-2, 2], log sigma in [-2, 2]: 20 posterior sds or more each way.
	const n = 400
	logs := make([]float64, 0, n*n)
	for i := range n {
		for j := range n {
			logs = append(logs, m.LogDensity([]float64{-2 + 4*(float64(i)+.5)/n, -2 + 4*(float64(j)+.5)/n}))
		}
	}
	want := numeric.LogSumExp(logs) + 2*math.Log(4.0/n)
	if got := e.LogZ(); math.Abs(got-want) > 4*e.LogError() || e.LogError() > .1 {
		t.Errorf("log Z %v ± %v, quadrature %v", got, e.LogError(), want)
	}
}

// TestStumpBeatsRootOnStepData: the data need exactly one split.
func TestStumpBeatsRootOnStepData(t *testing.T) {
	s := mustNew(t, problem())
	if err := Run(s.problem, s, 2, nil); err != nil {
		t.Fatal(err)
	}
	sums := s.Summaries()
	var total float64
	for _, sum := range sums {
		total += sum.Weight
		if sum.Topology == topology.Root() && sum.Weight > 1e-6 {
			t.Errorf("the root-only tree weighs %v", sum.Weight)
		}
	}
	if math.Abs(total-1) > 1e-12 {
		t.Errorf("weights sum to %v", total)
	}
	if sums[0].Weight < sums[len(sums)-1].Weight {
		t.Error("not sorted by weight")
	}
}

// TestRootOnlyClassification has no parameters: its evidence is exact, by hand 1/12 for labels 0,0,1.
func TestRootOnlyClassification(t *testing.T) {
	p := problem()
	p.Data = softtree.Data{N: 3, D: 1, X: []float64{0, .5, 1}, Class: []int{0, 0, 1}, Classes: 2}
	p.Settings.SplitPrior.Alpha = .3
	s := mustNew(t, p)
	if err := Run(s.problem, s, 2, nil); err != nil {
		t.Fatal(err)
	}
	for _, sum := range s.Summaries() {
		if sum.Topology != topology.Root() {
			continue
		}
		if math.Abs(sum.LogEvidence+math.Log(12)) > 1e-14 || sum.LogEvidenceError != 0 || !sum.Reliable() {
			t.Errorf("log evidence %v ± %v, want %v", sum.LogEvidence, sum.LogEvidenceError, -math.Log(12))
		}
		return
	}
	t.Error("the root-only tree was not measured")
}

// TestBadChain: a threshold that does not move or a last transition that diverged.
func TestBadChain(t *testing.T) {
	p := problem()
	model := softtree.NewModel(topology.Root().Grow(0), p.Data, p.Settings.Priors, .1)
	c := conquest{problem: p, target: &target{Model: model}}
	c.draws = []float64{.5, 0, 0, 0, .5, 1, 1, 1}
	if !c.bad() {
		t.Error("a constant threshold passes")
	}
	c.draws[4] = .6
	if c.bad() {
		t.Error("a moving threshold does not pass")
	}
	c.last = hmc.Info{Divergent: true}
	if !c.bad() {
		t.Error("a divergent last transition passes")
	}
}

func TestSettingsAreChecked(t *testing.T) {
	if err := DefaultSettings().Validate(); err != nil {
		t.Error(err)
	}
	if err := QuickSettings().Validate(); err != nil {
		t.Error(err)
	}
	for field, change := range map[string]func(*Settings){
		"iterations":      func(s *Settings) { s.Iterations = -1 },
		"priorDraws":      func(s *Settings) { s.PriorDraws = 0 },
		"activationCount": func(s *Settings) { s.ActivationCount = -1 },
		"maxActive":       func(s *Settings) { s.MaxActive = 0 }, "chains": func(s *Settings) { s.Chains = 65 },
		"warmup": func(s *Settings) { s.Warmup = 1 }, "draws": func(s *Settings) { s.Draws = 1 },
		"delta": func(s *Settings) { s.Delta = 1.1 }, "kappa": func(s *Settings) { s.Kappa = math.NaN() },
		"beta": func(s *Settings) { s.Beta = -1 }, "lookAhead": func(s *Settings) { s.LookAhead = 0 },
		"bandwidthInitial": func(s *Settings) { s.BandwidthInitial = 0 },
		"bandwidthFinal":   func(s *Settings) { s.BandwidthFinal = math.Inf(1) },
		"targetAccept": func(s *Settings) {
			s.TargetAccept = 1
		}, "maxDoublings": func(s *Settings) { s.MaxDoublings = 11 },
		"initRadius": func(s *Settings) { s.InitRadius = 0 }, "repairs": func(s *Settings) { s.Repairs = -1 },
		"repairSteps": func(s *Settings) { s.RepairSteps = 0 },
		"keptDraws":   func(s *Settings) { s.KeptDraws = 1 },
		"weights":     func(s *Settings) { s.Weights = "feathers" },
		"schedule":    func(s *Settings) { s.Schedule = "" }, "metric": func(s *Settings) { s.Metric = "inch" },
		"moves":      func(s *Settings) { s.Moves.Grow = 2 },
		"splitPrior": func(s *Settings) { s.SplitPrior.Alpha = 1 },
		"priors":     func(s *Settings) { s.Priors.LeafSD = 0 },
		"proposals":  func(s *Settings) { s.Proposals = 0 },
	} {
		s := DefaultSettings()
		change(&s)
		var fe *FieldError
		if err := s.Validate(); !errors.As(err, &fe) || fe.Field != field ||
			!strings.HasPrefix(err.Error(), field+": ") {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// TestStepsTellTheirStory: every step has words that name its topology, the last one says that it
// is done, and progress rises to 1.
func TestStepsTellTheirStory(t *testing.T) {
	s := mustNew(t, problem())
	last, ended, visits := 0.0, 0, 0
	if err := Run(s.problem, s, 2, func(st Step) {
		if !strings.Contains(st.In("en"), st.Topology.String()) || strings.Contains(st.In("en"), "NaN") {
			t.Errorf("words: %s", st.In("en"))
		}
		if p := s.Progress(); p < last || p > 1 {
			t.Errorf("progress %v after %v", p, last)
		} else {
			last = p
		}
		if st.Done {
			ended++
		}
		if st.Kind == Visit {
			visits++
			if st.Iteration != visits || st.Proposal == nil || len(st.Terms) == 0 ||
				st.Terms[0].Topology != st.Topology {
				t.Errorf("visit %d: %+v", visits, st)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	if ended != 1 || last != 1 || visits != problem().Settings.Iterations {
		t.Errorf("ended %d times, progress %v, %d visits", ended, last, visits)
	}
}

// TestJobsGivenUpAreKept: of the jobs beyond those whose digests are kept, those that were given up are known still.
func TestJobsGivenUpAreKept(t *testing.T) {
	var l JobLog
	for id := range mostJobs + 10 {
		r := Result{Outcome: Sampled}
		if id == 3 || id == mostJobs+5 {
			r.Outcome = GivenUp
		}
		l.Add(Job{ID: id}, r)
	}
	l.Set(mostJobs, 7) // the digest of a job that is not kept
	var lost []int
	for _, j := range l.first {
		if j.GivenUp() {
			lost = append(lost, j.Job)
		}
	}
	if len(l.first) != mostJobs+1 || !slices.Equal(lost, []int{3, mostJobs + 5}) {
		t.Errorf("%d kept, given up %v", len(l.first), lost)
	}
}
