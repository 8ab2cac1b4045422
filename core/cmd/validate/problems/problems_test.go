// Tests of the generator, of the sums over trials, and of the checks on a few small problems.

package problems

import (
	"errors"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"dcctree/core/conquer"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/topology"
)

// TestMake: of 200 problems 60 have many inputs; sizes are in their ranges and reach near their ends; the same number
// gives the same problem; every leaf of the truth has rows.
func TestMake(t *testing.T) {
	many, leaves, sharp, regressions := 0, map[int]int{}, 0, 0
	least, most := math.MaxInt, 0
	for n := range 200 {
		p := Make(n)
		if err := p.Data.Validate(); err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		if p.Data.D > fewInputs {
			many++
		}
		if p.Sharp {
			sharp++
		}
		if p.Data.Regression() {
			regressions++
		}
		leaves[p.Topology.Leaves()]++
		least, most = min(least, p.Data.N), max(most, p.Data.N)
		if low, high := p.H, p.H; p.Sharp && (low < .01 || high > .025) ||
			!p.Sharp && (low < .05 || high > .1) {
			t.Errorf("%v: bandwidth %v", p, p.H)
		}
		arrived := make([]float64, p.Topology.Leaves())
		for i := range p.Data.N {
			for k, share := range p.reach(i) {
				arrived[k] += share
			}
		}
		for k, v := range arrived {
			if p.Sharp && v < rowsPerLeaf || v < 1 {
				t.Errorf("%v: leaf %d has %.1f rows", p, k, v)
			}
		}
	}
	if many != 60 || sharp != 100 || regressions != 100 {
		t.Errorf("%d with many inputs, %d sharp, %d regressions", many, sharp, regressions)
	}
	for k := 2; k <= mostLeaves; k++ {
		if leaves[k] < 3 {
			t.Errorf("%d problems of %d leaves", leaves[k], k)
		}
	}
	if leaves[1] > 0 || least < fewestRows || least > 60 || most > mostRows || most < 900 {
		t.Errorf("%d stumps, %d to %d rows", leaves[1], least, most)
	}
	if a, b := Make(3), Make(3); !reflect.DeepEqual(a, b) {
		t.Error("a problem is another the second time")
	}
}

// pair is a comparison of a run's log evidence with a settled reference of 0.
func pair(logZ, err, share float64, measured, reliable bool) compared {
	return compared{logZ: logZ, err: err, share: share, measured: measured, reliable: reliable,
		reference: Reference{Error: .01}}
}

func rowsOf(trials ...trial) string {
	var held []string
	for _, r := range tallyOf(trials).rows()[:3] {
		word := "holds"
		if !r.Holds {
			word = "fails"
		}
		held = append(held, word)
	}
	return strings.Join(held, " ")
}

// TestExactPairs: where both log evidences are exact there is an error in nats, and none in units of both errors.
func TestExactPairs(t *testing.T) {
	exact := pair(0, 0, .5, true, true)
	exact.reference.Error = 0
	got := tallyOf([]trial{{compared: []compared{exact, pair(.01, 0, .5, true, true)}}})
	if got.off.N() != 2 || got.squares.N() != 1 || math.Abs(got.squares.Mean()-.25) > 1e-9 {
		t.Errorf("%d errors in nats, %d in units of both errors, mean square %v", got.off.N(), got.squares.N(),
			got.squares.Mean())
	}
}

// TestTally: right evidences hold; a bias, errors stated too small, and a topology missed in silence each fail their
// own row; what the run calls unreliable, references that do not settle and what a verdict admits are not held
// against it.
func TestTally(t *testing.T) {
	var right, high, narrow, silent, admitted, doubtful []trial
	for k := range 40 {
		z := float64(k%2*2 - 1)
		one := func(o outcome, c ...compared) trial { return trial{outcome: o, compared: c} }
		good := pair(.1*z, .1, .5, true, true)
		lost := pair(0, 0, .3, false, false)
		lost.measured = false
		unsettled := pair(-9, .1, .5, true, true)
		unsettled.reference.Error = 1
		right = append(right, one(settled, good))
		high = append(high, one(settled, pair(.11+.01*z, .11, .5, true, true)))
		narrow = append(narrow, one(settled, pair(.09*z, .04, .5, true, true)))
		silent = append(silent, one(nearly, good, lost))
		admitted = append(admitted, one(notSettled, good, lost))
		doubtful = append(doubtful, one(settled, good, pair(-3, .1, .05, true, false), unsettled))
	}
	for _, c := range []struct {
		name   string
		trials []trial
		want   string
	}{{"right", right, "holds holds holds"}, {"biased", high, "fails holds holds"},
		{"narrow", narrow, "holds fails holds"},
		{"silent", silent, "holds holds fails"}, {"admitted", admitted, "holds holds holds"},
		{"doubtful", doubtful, "holds holds holds"},
		{"failed", append([]trial{{failed: "no"}}, right...), "fails holds fails"}} {
		if got := rowsOf(c.trials...); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestBoundTally: the share of runs whose bound covers is judged from both sides, and a run that says settled must
// miss little.
func TestBoundTally(t *testing.T) {
	list := []table{{name: "a"}}
	of := func(covered int, missing float64, o outcome) string {
		var runs []seen
		for k := range 20 {
			r := seen{Outcome: o, Missing: missing, Share: missing, Bound: missing - .001, Known: true}
			if k < covered {
				r.Bound = missing + .001
			}
			runs = append(runs, r)
		}
		rows := boundRows(list, runs, Options{Seeds: 20})
		word := map[bool]string{true: "holds", false: "fails"}
		return word[rows[1].Holds] + " " + word[rows[2].Holds]
	}
	for _, c := range []struct {
		covered int
		missing float64
		outcome outcome
		want    string
	}{{18, .01, settled, "holds holds"}, {16, .01, settled, "fails holds"}, {20, .01, settled, "fails holds"},
		{18, .03, settled, "holds fails"},
		{18, .1, nearly, "holds holds"}, {18, .3, nearly, "holds fails"}, {18, .3, notSettled, "holds holds"}} {
		if got := of(c.covered, c.missing, c.outcome); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// TestMissing: half of the mass is measured; a topology that the reference lacks adds to what there is, unless it was
// known that the reference lacks as much.
func TestMissing(t *testing.T) {
	root := topology.Root()
	a, b := root.Grow(0), root.Grow(0).Grow(0)
	m := masses{log: map[topology.Topology]float64{root: math.Log(2), a: math.Log(2)}, total: math.Log(4)}
	have := dcc.Summary{Topology: root, Chains: 1, Trust: conquer.Reliable}
	more := dcc.Summary{Topology: b, Chains: 1, Trust: conquer.Reliable, LogEvidence: math.Log(8),
		LogPrior: math.Log(.5)}
	if v := m.missing([]dcc.Summary{have}); math.Abs(v-.5) > 1e-12 {
		t.Errorf("missing %v, want .5", v)
	}
	if v := m.missing([]dcc.Summary{have, more}); math.Abs(v-.25) > 1e-12 {
		t.Errorf("missing %v, want .25", v)
	}
	m.beyond = 1 // of eight, four are in the reference
	for _, c := range []struct {
		measured []dcc.Summary
		want     float64
	}{{[]dcc.Summary{have}, .75}, {[]dcc.Summary{have, more}, .25}} {
		if v := m.missing(c.measured); math.Abs(v-c.want) > 1e-12 {
			t.Errorf("missing %v, want %v", v, c.want)
		}
	}
}

// TestKeeper: what was made is made once, and comes back from the file.
func TestKeeper(t *testing.T) {
	file := filepath.Join(t.TempDir(), "references.json")
	calls := 0
	make := func() Reference { calls++; return Reference{LogZ: -3, Error: .02, Rounds: []float64{-4, -3}} }
	k, err := open(file)
	if err != nil {
		t.Fatal(err)
	}
	k.of("a", make)
	again, err := open(file)
	if err != nil {
		t.Fatal(err)
	}
	if r := again.of("a", make); calls != 1 || r.LogZ != -3 || len(r.Rounds) != 2 {
		t.Errorf("made %d times, came back as %+v", calls, r)
	}
	runs, run := filepath.Join(t.TempDir(), "runs.json"), seen{settled, .1, .2, .3, true, 4, 5, "no"}
	for range 2 { // made, and then read
		k, err := opened[seen](runs)
		if err != nil {
			t.Fatal(err)
		}
		if got := k.of("b", func() seen { calls++; return run }); calls != 2 || got != run {
			t.Errorf("made %d times, the run came back as %+v", calls-1, got)
		}
	}
	if _, err := open(t.TempDir()); err == nil || errors.Is(err, nil) {
		t.Error("a folder is read as a file")
	}
}

// TestTables: ten of them, ready to run.
func TestTables(t *testing.T) {
	all, err := tables()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, table := range all {
		names[table.name] = true
		if _, err := search.NewFast(table.problem(1), search.DefaultFastSettings()); err != nil {
			t.Errorf("%s: %v", table.name, err)
		}
	}
	if len(names) != 10 {
		t.Errorf("%d tables", len(names))
	}
}

// TestKeptRunsNeedNoReference: where all runs of a table are kept, its masses, which take long, are not made. Those of
// a table without rows could not be.
func TestKeptRunsNeedNoReference(t *testing.T) {
	made := &store[seen]{made: map[string]seen{
		"empty, seed 1": {Missing: .25}, "empty, seed 2": {Missing: .5}}}
	references := &keeper{&store[Reference]{made: map[string]Reference{}}}
	runs := make([]seen, 2)
	if err := (table{name: "empty"}).judged(runs, references, made, Options{}); err != nil {
		t.Fatal(err)
	}
	if runs[0].Missing != .25 || runs[1].Missing != .5 || len(references.made) != 0 {
		t.Errorf("%v with %d references, want the kept runs and none", runs, len(references.made))
	}
	if err := (table{name: "empty"}).judged(make([]seen, 3), references, made, Options{}); err == nil {
		t.Error("a run that is not kept was made without a reference")
	}
}

// TestWithoutTheSplitThatBlends: of problem 177, 415 rows of 8 inputs from a gradual tree of two leaves, the first
// topology that is measured has three, and hard trees make two look far worse; of problem 125, 475 rows of 5 inputs
// from a gradual tree of three leaves, those of six and seven. Each leads with the topology of its truth. Its log
// evidence is -291.06 ± .01, -186.01 ± .04 by long runs of `validate -only random`.
func TestWithoutTheSplitThatBlends(t *testing.T) {
	for _, c := range []struct {
		problem         int
		logZ, logZError float64
		set             search.FastSettings
	}{
		{177, -291.06, .01, search.QuickFastSettings()},
		{125, -186.01, .04, withoutAudits()},
	} {
		p := Make(c.problem)
		set := dcc.DefaultSettings()
		set.Priors, set.BandwidthFinal = p.Priors, p.H
		f, err := search.NewFast(&dcc.Problem{Data: p.Data, Settings: set, Seed: 1}, c.set)
		if err != nil {
			t.Fatal(err)
		}
		if err := dcc.Run(f.Problem(), f, 1, nil); err != nil {
			t.Fatal(err)
		}
		best := f.Summaries()[0]
		limit := 4 * math.Hypot(best.LogEvidenceError, c.logZError)
		if best.Topology != p.Topology || !(math.Abs(best.LogEvidence-c.logZ) <= limit) {
			t.Errorf("problem %d: %v leads with log evidence %.3f ± %.3f, not %v with %v",
				c.problem, best.Topology, best.LogEvidence, best.LogEvidenceError, p.Topology, c.logZ)
		}
	}
}

func withoutAudits() search.FastSettings {
	set := search.DefaultFastSettings()
	set.AuditShare = 0
	return set
}
