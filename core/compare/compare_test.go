package compare

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dcctree/core/baseline"
	"dcctree/core/baseline/cart"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/posterior"
	"dcctree/core/random"
	"dcctree/core/words"
)

// problem returns a small regression of WU's kind or, with classes, whether its response is large.
func problem(t *testing.T, classes int) (posterior.Tables, *dcc.Problem) {
	t.Helper()
	table := dataset.WU(random.Stream(3, "compare"), 120)
	task, target := dataset.Regression, "y"
	f, err := table.Frame(target, nil, task)
	if err != nil {
		t.Fatal(err)
	}
	if classes > 0 {
		f.Task, f.Class, f.Classes = dataset.Classification, make([]int, f.N), []string{"a", "b", "c"}[:classes]
		for i, y := range f.Y {
			f.Class[i] = min(classes-1, int(max(0, math.Round(y/2))))
		}
		f.Y = nil
	}
	train, test, err := dataset.Split(f, .25, 1)
	if err != nil {
		t.Fatal(err)
	}
	tables := posterior.NewTables(train, test, false)
	set := dcc.DefaultSettings()
	set.BandwidthFinal = .025
	return tables, &dcc.Problem{Data: tables.Data(), Settings: set, Seed: 7}
}

// run drives a contest to its end, reporting the jobs under way in an order that pick chooses, with so many under way
// at a time.
func run(t *testing.T, c *Contest, width int, pick func(n int) int) {
	t.Helper()
	var under []dcc.Job
	taken := map[int]bool{}
	for !c.Done() {
		for _, j := range c.Next() {
			if len(under) < width && !taken[j.ID] {
				taken[j.ID] = true
				under = append(under, j)
			}
		}
		k := pick(len(under))
		r, err := dcc.Execute(c.problem, under[k], func() {})
		if err != nil {
			t.Fatal(err)
		}
		if steps := c.Report(r); len(steps) != 1 || steps[0].Kind != dcc.Other {
			t.Fatalf("steps %+v", steps)
		}
		c.Report(r) // a second time it is ignored
		under = append(under[:k], under[k+1:]...)
	}
}

// contest prepares one of all methods that are offered, with a budget in gradients.
func contest(t *testing.T, classes int, gradients float64) *Contest {
	t.Helper()
	tables, p := problem(t, classes)
	var methods []Method
	for _, m := range Methods() {
		if m.Offered(p.Data) == nil {
			methods = append(methods, m)
		}
	}
	c, err := New(tables, p, methods, DefaultSettings(p), Budget{Gradients: gradients})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestAnyOrderSameBits: one goroutine, or three whose jobs come back in a random order, find the same bits.
func TestAnyOrderSameBits(t *testing.T) {
	const budget = 6_000 // gradients
	for _, classes := range []int{0, 2} {
		one, three := contest(t, classes, budget), contest(t, classes, budget)
		if err := one.Run(); err != nil {
			t.Fatal(err)
		}
		run(t, three, 3, random.Stream(1, "order").IntN)
		a, b := one.Standings(), three.Standings()
		for k := range a {
			if !a[k].Ready || a[k].Digest == "" || a[k].Digest != b[k].Digest ||
				a[k].Gradients != b[k].Gradients {
				t.Errorf("%d classes, %s: %+v\nand %+v", classes, a[k].Method, a[k], b[k])
			}
			if !a[k].Done || a[k].Used <= 0 && a[k].Method != CART {
				t.Errorf("%s: done %v, used %v", a[k].Method, a[k].Done, a[k].Used)
			}
		}
		if one.Progress() != 1 {
			t.Errorf("progress %v at the end", one.Progress())
		}
	}
}

// TestBudgetInSeconds: a method stops when the host's clock has used its share up, and not before.
func TestBudgetInSeconds(t *testing.T) {
	tables, p := problem(t, 0)
	c, err := New(tables, p, []Method{DCCTree, CART}, DefaultSettings(p), Budget{Seconds: 2})
	if err != nil {
		t.Fatal(err)
	}
	jobs := 0
	for !c.Done() {
		r, err := dcc.Execute(c.problem, c.Next()[0], func() {})
		if err != nil {
			t.Fatal(err)
		}
		r.Seconds = .3
		c.Report(r)
		jobs++
	}
	// CART's one job, and of DCC-Tree's those that were given out before 7 x .3 s of the 2 s were used: a batch
	// more at most.
	if s := c.Standings(); jobs < 8 || s[0].Seconds < 2 || s[0].Seconds > 2+.3*60 || s[1].Seconds != .3 {
		t.Errorf("%d jobs, %+v", jobs, s)
	}
}

// TestContestCART is the tree that cart fits to the same rows, and its scores.
func TestContestCART(t *testing.T) {
	for _, classes := range []int{0, 3} {
		tables, p := problem(t, classes)
		c, err := New(tables, p, []Method{CART}, DefaultSettings(p), Budget{Gradients: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Run(); err != nil {
			t.Fatal(err)
		}
		s := c.Standings()[0]
		tree := cart.Fit(tables.Train, cart.DefaultSettings())
		want := tree.Scores(tables.Test)
		for name, pair := range map[string][2]float64{
			"MSE": {s.Test.MSE, want.MSE}, "accuracy": {s.Test.Accuracy, want.Accuracy},
			"log score": {s.Test.LogScore, want.LogScore},
			"leaves":    {float64(s.Leaves[0].Leaves), float64(tree.Leaves())},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-9 || math.IsNaN(pair[0]) != math.IsNaN(pair[1]) {
				t.Errorf("%d classes: %s %v, of cart itself %v", classes, name, pair[0], pair[1])
			}
		}
		fig, share, ok := c.Tree(CART)
		if !ok || share != 1 || len(fig.Leaves) != tree.Leaves() {
			t.Errorf("tree %v, share %v, %d leaves", ok, share, len(fig.Leaves))
		}
	}
}

// TestLostJobs: a job that is given up ends its chain, which is told; the others go on.
func TestLostJobs(t *testing.T) {
	tables, p := problem(t, 0)
	c, err := New(tables, p, []Method{DCCTree, CART}, DefaultSettings(p), Budget{Gradients: 3000})
	if err != nil {
		t.Fatal(err)
	}
	for !c.Done() {
		j := c.Next()[0]
		if j.Kind == dcc.Other {
			c.Fail(j.ID, "the worker was lost")
			continue
		}
		r, err := dcc.Execute(c.problem, j, func() {})
		if err != nil {
			t.Fatal(err)
		}
		c.Report(r)
	}
	s := c.Standings()
	if s[1].Failed != "the worker was lost" || s[1].Ready || !s[0].Ready {
		t.Errorf("%+v", s)
	}
	if words := strings.Join(Sentences(s, "en"), " "); !strings.Contains(words, "CART: the worker was lost.") {
		t.Error(words)
	}
}

// TestNothingLeft: DCC-Tree tells why it has nothing where all of its jobs were given up.
func TestNothingLeft(t *testing.T) {
	tables, p := problem(t, 0)
	c, err := New(tables, p, []Method{DCCTree}, DefaultSettings(p), Budget{Gradients: 3000})
	if err != nil {
		t.Fatal(err)
	}
	for !c.Done() {
		c.Fail(c.Next()[0].ID, "the worker was lost")
	}
	if s := c.Standings()[0]; s.Ready || !s.Done || s.Failed != "the worker was lost" {
		t.Errorf("%+v", s)
	}
}

// TestNothingBegun: before the first job nothing is done.
func TestNothingBegun(t *testing.T) {
	c := contest(t, 0, 1000)
	for _, s := range c.Standings() {
		if s.Done || s.Ready || s.Failed != "" {
			t.Errorf("%+v", s)
		}
	}
	if share := c.Progress(); share != 0 {
		t.Errorf("progress %v", share)
	}
}

// TestEndedChainsDoNotCutOthersShort: the effective size is of the chains that go on.
func TestEndedChainsDoNotCutOthersShort(t *testing.T) {
	long := make([]float64, 100)
	e := &entry{chains: []*chain{{trace: long}, {trace: long[:3], ended: true}, {}}}
	if got := e.traces(); len(got) != 1 || len(got[0]) != 100 {
		t.Errorf("%d traces", len(got))
	}
	e.chains[0].ended = true
	if got := e.traces(); len(got) != 2 {
		t.Errorf("%d traces where all ended", len(got))
	}
}

// TestLongIterationsBeat: where one iteration can take seconds, its job gives a sign of life within it.
func TestLongIterationsBeat(t *testing.T) {
	_, p := problem(t, 2)
	for m, least := range map[Method]int{DFI: 50, DF: 50, SMC: 200} { // transitions of a run's warm-up, particles
		beats := 0
		j := job(&Stretch{Method: string(m), Count: 1, Every: 1, Settings: DefaultSettings(p)})
		if _, err := dcc.Execute(p, j, func() { beats++ }); err != nil || beats <= least {
			t.Errorf("%s: %d beats in one iteration, %v", m, beats, err)
		}
	}
}

func job(s *Stretch) dcc.Job { return dcc.Job{ID: 1, Kind: dcc.Other, Task: s} }

// TestDamagedJobs are refused, not run.
func TestDamagedJobs(t *testing.T) {
	_, p := problem(t, 0)
	good := Stretch{Method: string(CART), Count: 1, Every: 1, Settings: DefaultSettings(p)}
	if _, err := dcc.Execute(p, job(&good), func() {}); err != nil {
		t.Fatal(err)
	}
	for name, damage := range map[string]func(*Stretch){
		"nothing":   func(s *Stretch) { *s = Stretch{} },
		"unknown":   func(s *Stretch) { s.Method = "rtree" },
		"no count":  func(s *Stretch) { s.Count = 0 },
		"none kept": func(s *Stretch) { s.Every = 0 },
		"negative":  func(s *Stretch) { s.From = -1 },
	} {
		s := good
		damage(&s)
		if _, err := dcc.Execute(p, job(&s), func() {}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	stray := job(&Stretch{Method: string(CART), From: 1, Count: 1, Every: 1, State: []float64{1},
		Settings: DefaultSettings(p)})
	if r, err := dcc.Execute(p, stray, func() {}); err != nil || r.Outcome != dcc.LeftOut || r.Reason == "" {
		t.Errorf("a state that does not fit: %+v, %v", r, err)
	}
}

// TestRefusals: what cannot be compared is refused with words.
func TestRefusals(t *testing.T) {
	tables, p := problem(t, 3)
	for name, of := range map[string]struct {
		methods []Method
		budget  Budget
		says    string
	}{
		"none":      {nil, Budget{Seconds: 1}, "at least one"},
		"twice":     {[]Method{CART, CART}, Budget{Seconds: 1}, "twice"},
		"unknown":   {[]Method{"rtree"}, Budget{Seconds: 1}, "no method"},
		"no budget": {[]Method{CART}, Budget{}, "budget"},
		"no number": {[]Method{CART}, Budget{Gradients: math.NaN()}, "budget"},
		"endless":   {[]Method{CART}, Budget{Seconds: math.Inf(1)}, "budget"},
		"classes":   {[]Method{WU}, Budget{Seconds: 1}, "two classes"},
	} {
		_, err := New(tables, p, of.methods, DefaultSettings(p), of.budget)
		if err == nil || !strings.Contains(err.Error(), of.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// standing is a made-up one with so many leaves.
func standing(m Method, mse float64, leaves int) Standing {
	nan := math.NaN()
	return Standing{Method: m, Ready: true, Test: posterior.Scores{Rows: 40, MSE: mse},
		Leaves: []posterior.LeafShare{{Leaves: leaves, Share: 1}}, EffectiveSize: 400, RHat: nan}
}

// TestSentences: differences are told beyond two standard errors alone, in both languages, with what else differs.
func TestSentences(t *testing.T) {
	first, same, other := standing(DCCTree, 1, 3), standing(DFI, 1.1, 3), standing(CGM, 2, 8)
	same.Paired = posterior.Difference{MSE: .1, MSEError: .06}
	other.Paired = posterior.Difference{MSE: 1, MSEError: .2}
	other.RHat, same.EffectiveSize = 1.4, 12
	all := []Standing{first, same, other}
	for l, wants := range map[words.Lang][]string{
		"en": {"CGM: its mean squared error is larger by 1\u00a0±\u00a00.2 than that of DCC-Tree on the same " +
			"40 test rows.", "Its trees have 8.0 leaves on average, those of DCC-Tree 3.0.",
			"Its splits are hard, those of DCC-Tree soft.", "R-hat 1.40",
			"HMC-DFI has only 12 effective draws"},
		"de": {"CGM: der mittlere quadratische Fehler ist um 1\u00a0±\u00a00.2 größer als bei DCC-Tree",
			"8.0 Blätter", "hart", "R-hat 1.40", "HMC-DFI hat erst 12"},
	} {
		got := strings.Join(Sentences(all, l), " ")
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%q is not in %q", want, got)
			}
		}
		if strings.Contains(got, "HMC-DFI:") {
			t.Errorf("a difference within two standard errors is told: %q", got)
		}
	}
	if got := Sentences(all[:2], "en")[0]; !strings.Contains(got, "no method's score differs") {
		t.Error(got)
	}
	unready, single := Standing{Method: CART}, standing(CART, 3, 2)
	single.Paired = posterior.Difference{MSE: 1, MSEError: math.NaN()} // of one test row
	for _, s := range []Standing{unready, single} {
		got := strings.Join(Sentences([]Standing{first, s}, "en"), " ")
		if strings.Contains(got, "no method's score differs") {
			t.Errorf("nothing was compared, but: %q", got)
		}
	}
	waits, fails, alone := Standing{Method: DFI}, Standing{Method: CART, Failed: "the worker was lost"}, first
	alone.Test.Rows = 0
	for want, of := range map[string][]Standing{
		"HMC-DFI has found nothing yet. CART: the worker was lost.": {waits, {Method: CGM}, fails},
		"Without test rows scores cannot be compared: hold some out. HMC-DFI has found nothing yet. CART: " +
			"the worker was lost.": {alone, waits, fails},
	} {
		if got := strings.Join(Sentences(of, "en"), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// countdown is a sampler whose log densities are its iterations' numbers.
type countdown struct{ at float64 }

func (c *countdown) Step(*rand.Rand) baseline.Info {
	c.at++
	return baseline.Info{Move: baseline.Stay, LogDensity: c.at, Warmup: c.at <= 3}
}

// TestTraceIsThinned: a chain's trace stays bounded and keeps every so many-th value.
func TestTraceIsThinned(t *testing.T) {
	ch, c := &chain{}, &countdown{}
	for range 5 * mostTraced {
		f := &Stretched{}
		f.count(c.Step(nil))
		ch.follow(f.Densities)
	}
	if len(ch.trace) > mostTraced || ch.trace[0] != 4 || ch.trace[1]-ch.trace[0] != float64(ch.every) ||
		ch.trace[len(ch.trace)-1]-ch.trace[len(ch.trace)-2] != float64(ch.every) {
		t.Errorf("%d kept, every %d, from %v", len(ch.trace), ch.every, ch.trace[:2])
	}
}

// TestFiltersCountByTheirEvidence: evidences 1 and 3 tell as much as 16/10 equal ones (Kish 1965), wherever they stand
// in the trace of which chain.
func TestFiltersCountByTheirEvidence(t *testing.T) {
	for _, offset := range []float64{0, -2000} {
		e := &entry{chains: []*chain{{trace: []float64{offset}, every: 1},
			{trace: []float64{offset + math.Log(3)}, every: 1}}}
		if got := e.filters(); math.Abs(got-1.6) > 1e-9 {
			t.Errorf("%v filters", got)
		}
	}
}
