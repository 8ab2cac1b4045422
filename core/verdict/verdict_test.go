package verdict

import (
	"math"
	"slices"
	"testing"

	"dcctree/core/words"
)

// fine are facts that nothing speaks against.
func fine() Facts {
	return Facts{Way: Search, Ended: true, Unmeasured: Unmeasured{Known: true, Share: .01, Bound: .018},
		Topologies: []Topology{
			{Name: "{1,2}", Weight: .8, Error: .02, Trust: Reliable, Audit: Clean},
			{Name: "{1,5,6}", Weight: .195, Error: .02, Trust: Reliable},
			{Name: "{0}", Weight: .005, Error: .001, Trust: Exact}}}
}

func changed(change func(*Facts)) Facts {
	f := fine()
	change(&f)
	return f
}

// weak makes the last topology one of unreliable evidence with the weight.
func weak(weight float64, trust Trust) func(*Facts) {
	return func(f *Facts) { f.Topologies[2].Weight, f.Topologies[2].Trust = weight, trust }
}

// light adds so many topologies of unreliable evidence, each with too little weight to count by itself.
func light(n int) func(*Facts) {
	return func(f *Facts) {
		for range n {
			f.Topologies = append(f.Topologies, Topology{Name: "{3,4,2}", Weight: .009, Trust: Unreliable})
		}
	}
}

func kinds(v Verdict) (out []Kind) {
	for _, r := range v.Reasons {
		out = append(out, r.Kind)
	}
	return out
}

// TestJudge: each reason alone on both sides of each boundary, and what takes precedence.
func TestJudge(t *testing.T) {
	bound := func(b float64) func(*Facts) { return func(f *Facts) { f.Unmeasured.Bound = b } }
	largest := func(e float64) func(*Facts) { return func(f *Facts) { f.Topologies[0].Error = e } }
	above := func(x float64) float64 { return math.Nextafter(x, 1) }
	one := words.Of("job.measurement", "{1,2}")
	for name, c := range map[string]struct {
		change  func(*Facts)
		outcome Outcome
		reasons []Kind
		plan    []Step
	}{
		"fine": {func(*Facts) {}, Settled, nil, nil},
		"all is measured": {func(f *Facts) { f.Unmeasured = Unmeasured{Known: true} }, Settled, nil,
			nil},
		"a budget that sufficed": {func(f *Facts) { f.Limit = BudgetLimit }, Settled, nil, nil},

		"unreliable .01": {weak(.01, Unreliable), Settled, nil, nil},
		"unreliable over .01": {weak(above(.01), Unreliable), NearlySettled, []Kind{UnreliableEvidence},
			[]Step{AnotherSeed}},
		"unreliable .05": {weak(.05, Unreliable), NearlySettled, []Kind{UnreliableEvidence},
			[]Step{AnotherSeed}},
		"unreliable over .05": {weak(above(.05), Unreliable), NotSettled, []Kind{UnreliableEvidence},
			[]Step{AnotherSeed}},
		"unknown over .05": {weak(above(.05), Unknown), NotSettled, []Kind{UnreliableEvidence},
			[]Step{AnotherSeed}},
		"exact is reliable": {weak(.3, Exact), Settled, nil, nil},
		"a trust nobody defined": {weak(.3, "sure"), NotSettled, []Kind{UnreliableEvidence, HeavyUnaudited},
			[]Step{RunAudits, AnotherSeed}},
		"light ones add up": {light(10), NearlySettled, []Kind{UnreliableEvidence}, []Step{AnotherSeed}},
		"many light ones":   {light(17), NotSettled, []Kind{UnreliableEvidence}, []Step{AnotherSeed}},
		"few light ones":    {light(1), Settled, nil, nil},
		"a heavy one and some": {func(f *Facts) { light(1)(f); weak(.045, Unreliable)(f) }, NearlySettled,
			[]Kind{UnreliableEvidence}, []Step{AnotherSeed}},

		"bound .02": {bound(.02), Settled, nil, nil},
		"bound over .02": {bound(above(.02)), NearlySettled, []Kind{MuchUnmeasured},
			[]Step{AnotherSeed}},
		"bound .15":               {bound(.15), NearlySettled, []Kind{MuchUnmeasured}, []Step{AnotherSeed}},
		"bound over .15":          {bound(above(.15)), NotSettled, []Kind{MuchUnmeasured}, []Step{AnotherSeed}},
		"bound that is no number": {bound(math.NaN()), NotSettled, []Kind{MuchUnmeasured}, []Step{AnotherSeed}},
		"budget": {func(f *Facts) { f.Unmeasured.Bound, f.Limit = .1, BudgetLimit }, NearlySettled,
			[]Kind{MuchUnmeasured, BudgetUsed}, []Step{LargerBudget, AnotherSeed}},
		"count": {func(f *Facts) { f.Unmeasured.Bound, f.Limit = .3, CountLimit }, NotSettled,
			[]Kind{MuchUnmeasured, MostMeasured}, []Step{LargerBudget, AnotherSeed}},
		"no estimate": {func(f *Facts) { f.Unmeasured = Unmeasured{Bound: .9} }, NotKnown, []Kind{NoEstimate},
			[]Step{AnotherSeed}},

		"error .05": {largest(.05), Settled, nil, nil},
		"error over .05": {largest(above(.05)), NearlySettled, []Kind{LargeError},
			[]Step{AnotherSeed}},
		"error .15":               {largest(.15), NearlySettled, []Kind{LargeError}, []Step{AnotherSeed}},
		"error over .15":          {largest(above(.15)), NotSettled, []Kind{LargeError}, []Step{AnotherSeed}},
		"error that is no number": {largest(math.NaN()), NotSettled, []Kind{LargeError}, []Step{AnotherSeed}},

		"doubt": {func(f *Facts) { f.Topologies[1].Audit = Doubtful }, NotSettled, []Kind{AuditDoubtful},
			[]Step{AnotherSeed}},
		"failed audit": {func(f *Facts) { f.Topologies[0].Audit = Failed }, NearlySettled, []Kind{AuditFailed},
			[]Step{RunAgain}},
		"no audit": {func(f *Facts) { f.Topologies[0].Audit = NotAudited }, NearlySettled,
			[]Kind{HeavyUnaudited},
			[]Step{RunAudits}},
		"weight .2, no audit": {func(f *Facts) { f.Topologies[1].Weight = .2 }, Settled, nil, nil},
		"over .2, no audit": {func(f *Facts) { f.Topologies[1].Weight = above(.2) }, NearlySettled,
			[]Kind{HeavyUnaudited},
			[]Step{RunAudits}},
		"audits under way": {func(f *Facts) { f.Topologies[0].Audit, f.Auditing = NotAudited, 1 },
			NearlySettled,
			[]Kind{HeavyUnaudited}, []Step{Wait}},
		"exact, no audit": {func(f *Facts) { f.Topologies[0].Audit, f.Topologies[0].Trust = NotAudited, Exact },
			Settled, nil, nil},

		"given up": {func(f *Facts) { f.GivenUp = []words.Speaker{one} }, NotSettled, []Kind{JobGivenUp},
			[]Step{RunAgain}},
		"left out": {func(f *Facts) { f.LeftOut = []words.Speaker{words.Same("{1,2}")} }, NotSettled,
			[]Kind{TopologyLeftOut}, []Step{AnotherSeed}},
		"nothing": {func(f *Facts) { f.Topologies = nil }, NotKnown, []Kind{NothingMeasured},
			[]Step{Wait}},
		"nothing, searching": {func(f *Facts) { *f = Facts{Way: Search} }, NotKnown, []Kind{NothingMeasured},
			[]Step{Wait}},
		"nothing has weight": {func(f *Facts) { f.Topologies = []Topology{{Name: "{0}", Weight: math.NaN()}} },
			NotKnown,
			[]Kind{NothingMeasured}, []Step{Wait}},
		"one, searching": {func(f *Facts) {
			f.Topologies, f.Ended, f.Unmeasured = []Topology{{Name: "{0}", Weight: 1, Trust: Exact}}, false,
				Unmeasured{}
		},
			NotKnown, []Kind{OneMeasured}, []Step{Wait}},
		"one, ended": {func(f *Facts) { f.Topologies = []Topology{{Name: "{0}", Weight: 1, Trust: Exact}} },
			Settled, nil, nil},
		"searching": {func(f *Facts) { f.Ended = false }, NotKnown, []Kind{StillSearching}, []Step{Wait}},
		"searching, no estimate": {func(f *Facts) { f.Ended, f.Unmeasured = false, Unmeasured{} }, NotKnown,
			[]Kind{StillSearching}, []Step{Wait}},
		"searching, and known to be bad": {func(f *Facts) { f.Ended = false; weak(.3, Unreliable)(f) },
			NotSettled, []Kind{UnreliableEvidence, StillSearching}, []Step{Wait}},

		"chains": {func(f *Facts) {
			f.Way, f.Ended, f.Unmeasured, f.Topologies[0].Audit = Chains, false, Unmeasured{}, NotAudited
		},
			NotKnown, []Kind{NoEstimate}, []Step{UseFast}},
		"chains, unreliable": {func(f *Facts) {
			f.Way, f.Ended, f.Unmeasured = Chains, false, Unmeasured{}
			weak(.3, Unreliable)(f)
		}, NotSettled, []Kind{UnreliableEvidence, NoEstimate}, []Step{UseFast, MoreVisits}},
		"chains, one": {func(f *Facts) {
			f.Way, f.Ended, f.Unmeasured, f.Topologies = Chains, false, Unmeasured{}, f.Topologies[:1]
		},
			NotKnown, []Kind{OneMeasured}, []Step{UseFast, MoreVisits}},
		"a first look": {func(f *Facts) { f.Way, f.Topologies[0].Audit = FirstLook, NotAudited }, NearlySettled,
			[]Kind{HeavyUnaudited}, []Step{UseFast}},
		"a first look whose budget is used": {func(f *Facts) {
			f.Way, f.Unmeasured.Bound, f.Limit = FirstLook, .4, BudgetLimit
		},
			NotSettled, []Kind{MuchUnmeasured, BudgetUsed}, []Step{UseFast}},
		"minor beside unknown": {func(f *Facts) { f.Unmeasured = Unmeasured{}; largest(.1)(f) }, NotKnown,
			[]Kind{LargeError, NoEstimate}, []Step{AnotherSeed}},
	} {
		v := Judge(changed(c.change))
		if v.Outcome != c.outcome || !slices.Equal(kinds(v), c.reasons) || !slices.Equal(v.Plan, c.plan) {
			t.Errorf("%s: %s by %v, plan %v; want %s by %v, plan %v", name, v.Outcome, kinds(v), v.Plan,
				c.outcome, c.reasons, c.plan)
		}
	}
}

// TestEveryKindAndStepCanOccur: by a reason each outcome, kind and step is reached by facts, so that the closed sets
// hold nothing else.
func TestEveryKindAndStepCanOccur(t *testing.T) {
	seen := map[any]bool{}
	for _, way := range []Way{Search, FirstLook, Chains} {
		for _, ended := range []bool{false, true} {
			for _, bound := range []float64{0, .04, .1, .4} {
				for i, change := range changes() {
					f := changed(change)
					f.Way, f.Ended, f.Unmeasured.Bound, f.Limit = way, ended, bound,
						[]Limit{NoLimit, BudgetLimit, CountLimit}[i%3]
					v := Judge(f)
					seen[v.Outcome] = true
					for _, r := range v.Reasons {
						seen[r.Kind] = true
					}
					for _, s := range v.Plan {
						seen[s] = true
					}
					if (v.Outcome == Settled) != (len(v.Reasons) == 0) ||
						(len(v.Reasons) == 0) != (len(v.Plan) == 0) {
						t.Errorf("%+v: %s by %v, plan %v", f, v.Outcome, kinds(v), v.Plan)
					}
				}
			}
		}
	}
	for _, o := range Outcomes() {
		if !seen[o] {
			t.Errorf("no facts are %s", o)
		}
	}
	for _, k := range Kinds() {
		if !seen[k] {
			t.Errorf("no facts give %s", k)
		}
	}
	for _, s := range Steps() {
		if !seen[s] {
			t.Errorf("no facts ask for %s", s)
		}
	}
	if want := len(Outcomes()) + len(Kinds()) + len(Steps()); len(seen) != want {
		t.Errorf("%d words, the closed sets have %d", len(seen), want)
	}
}

func changes() []func(*Facts) {
	estimate := func(f *Facts) { f.Unmeasured.Known = false }
	return []func(*Facts){
		func(*Facts) {}, func(*Facts) {}, func(*Facts) {}, estimate, weak(.3, Unreliable),
		func(f *Facts) { f.Topologies = nil },
		func(f *Facts) { f.Topologies = f.Topologies[:1] },
		func(f *Facts) { f.Topologies[0].Audit = Doubtful },
		func(f *Facts) { f.Topologies[0].Audit = Failed },
		func(f *Facts) { f.Topologies[0].Audit = NotAudited },
		func(f *Facts) { f.Topologies[0].Error = .3 },
		func(f *Facts) { f.GivenUp = []words.Speaker{words.Same("a")} },
		func(f *Facts) { f.LeftOut = []words.Speaker{words.Same("a")} },
	}
}

// TestErrorsKnown: not of an unreliable topology, and of none where unreliable ones carry weight.
func TestErrorsKnown(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Facts)
		want   []bool
	}{
		"fine":          {func(*Facts) {}, []bool{true, true, true}},
		"a light one":   {weak(.05, Unreliable), []bool{true, true, false}},
		"a heavier one": {weak(.051, Unreliable), []bool{false, false, false}},
		"one not known": {weak(.2, Unknown), []bool{false, false, false}},
		"not a number":  {func(f *Facts) { f.Topologies[1].Error = math.NaN() }, []bool{true, false, true}},
		"a weight of 1.0": {func(f *Facts) { f.Topologies = []Topology{{Weight: 1, Trust: Unreliable}} },
			[]bool{false}},
	} {
		if got := ErrorsKnown(changed(c.change).Topologies); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}
