package main

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"dcctree/core/baseline"
	"dcctree/core/baseline/cgm"
	"dcctree/core/cmd/internal/published"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/numeric"
	"dcctree/core/posterior"
	"dcctree/core/topology"
)

// tgpRuns are the runs of R's tgp, see tgp/reference.R.
type tgpRuns struct {
	Runs []struct {
		Set         string
		Seed        int
		Train, Test float64
	}
}

// TestCGMBesideTGP: an independent program of the same model (R's tgp, priors of the leaves its own) has the same mean
// squared errors of the posterior mean within 4 standard errors over seeds, or 2 % of them, which is for the leaves'
// priors.
func TestCGMBesideTGP(t *testing.T) {
	raw, err := os.ReadFile("tgp/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var theirs tgpRuns
	if err := json.Unmarshal(raw, &theirs); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"wu", "cgm"} {
		set, err := published.Load("../../../../shared/data/paper", name)
		if err != nil {
			t.Skipf("the published splits are not there: %v", err)
		}
		var own, other [2]numeric.Moments
		for _, r := range theirs.Runs {
			if r.Set == name {
				other[0].Add(r.Train)
				other[1].Add(r.Test)
				train, test := cgmErrors(t, set, uint64(r.Seed))
				own[0].Add(train)
				own[1].Add(test)
			}
		}
		for k, part := range []string{"train", "test"} {
			a, b := own[k], other[k]
			gap := math.Abs(a.Mean() - b.Mean())
			limit := 4*math.Sqrt(a.Variance()/float64(a.N())+b.Variance()/float64(b.N())) + .02*b.Mean()
			t.Logf("%s %s: %.5f (sd %.5f) here, %.5f (%.5f) by tgp", name, part, a.Mean(),
				math.Sqrt(a.Variance()), b.Mean(), math.Sqrt(b.Variance()))
			if a.N() < 5 || !(gap <= limit) {
				t.Errorf("%s %s: %v from tgp's, over the limit %v", name, part, gap, limit)
			}
		}
	}
}

// cgmErrors runs ten chains, each behind the warm-up of the defaults, since chains that start in a wrong first split
// stay there, and returns the posterior mean's errors.
func cgmErrors(t *testing.T, set *published.Set, seed uint64) (train, test float64) {
	t.Helper()
	tables := posterior.NewTables(set.Train, set.Test, false)
	data := tables.Data()
	s, scale := cgm.DefaultSettings(), dataset.StandardizeTarget(set.Train.Y)
	s.Split, s.MinLeaf, s.Warmup, s.Restarts = topology.Prior{Alpha: .95, Beta: 1}, 5, 1000, 20
	s.Leaf.Mean, s.Leaf.Scale = scale.Mean, s.Leaf.Scale*scale.SD*scale.SD
	const chains, iterations, every = 10, 10_000, 20
	d := posterior.NewDrawn(tables, &dcc.Problem{Data: data, Settings: dcc.DefaultSettings(), Seed: seed}, chains)
	for c := range chains {
		rng := baseline.Stream(seed, "cgm beside tgp", c, 0)
		sampler, err := cgm.New(data, s, rng)
		if err != nil {
			t.Fatal(err)
		}
		warmup := s.Warmup * s.Restarts
		for k := range warmup + iterations {
			if sampler.Step(rng); k >= warmup && k%every == 0 {
				d.Add(c, sampler.Expected())
			}
		}
	}
	a, b, _ := d.Scores()
	return a.MSE, b.MSE
}
