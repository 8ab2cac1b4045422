// What the tests of this package share.

package search

import (
	"testing"

	"dcctree/core/dcc"
	"dcctree/core/dcc/internal/dcctest"
	"dcctree/core/hardtree"
)

func problem() *dcc.Problem {
	s := dcc.QuickSettings()
	s.BandwidthInitial, s.BandwidthFinal, s.KeptDraws = .3, .05, 50
	return &dcc.Problem{Data: dcctest.StepData(), Settings: s, Seed: 5}
}

func gradual() *dcc.Problem {
	p := problem()
	p.Settings.BandwidthFinal = .1
	return p
}

func classProblem() *dcc.Problem {
	p := problem()
	p.Data = dcctest.ClassData()
	return p
}

func mustExecute(t *testing.T, p *dcc.Problem, j dcc.Job) dcc.Result {
	t.Helper()
	r, err := dcc.Execute(p, j, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func solutionsOf(r dcc.Result) []hardtree.Solution { return r.Found.(*dcc.Scored).Solutions }
