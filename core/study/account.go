// This file tells what a run is: what decides its results, and how far they can be trusted.

package study

import (
	"fmt"

	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/posterior"
	"dcctree/core/verdict"
	"dcctree/wasm/protocol"
)

// Account describes the run as the answer to request id; code "no-result" before the first step.
func (r *Run) Account(id int) (*protocol.Accounted, error) {
	p := r.shown()
	sum, ok := p.Digest()
	if !ok {
		return nil, Fault(posterior.ErrNothingYet)
	}
	search := r.searchShown()
	v := verdict.Judge(r.facts(p, search))
	givenUp, _ := r.givenUp()
	return &protocol.Accounted{V: protocol.Version, Kind: protocol.KindAccounted, ID: id, Run: r.Number, Steps: r.steps,
		Verdict: verdictOf(v), Unreliable: list(v.Names(verdict.UnreliableEvidence)), Doubted: list(v.Names(verdict.AuditDoubtful)),
		Done: r.Sampler.Done(), Search: search, Preset: r.preset, Predictive: string(r.predictive), Data: r.dataDigest(), Model: r.modelDigest(), Digest: sum,
		GivenUp: givenUp}, nil
}

// dataDigest is over what the run takes from its tables: names, labels, classes and values of the training rows, then
// of the test rows. Row numbers and the way in which the file was written are no part of it.
func (r *Run) dataDigest() string {
	d := numeric.NewDigest()
	for _, f := range []*dataset.Frame{r.tables.Train, r.tables.Test} {
		if f == nil {
			continue
		}
		d.Words(f.Task.String(), f.Target)
		d.Words(f.Features...)
		d.Words(f.Classes...)
		for _, labels := range f.Labels {
			d.Words(labels...)
		}
		d.Numbers(f.X...)
		d.Numbers(f.Y...)
		for _, c := range f.Class {
			d.Whole(c)
		}
	}
	return fmt.Sprintf("%016x", d.Sum())
}

// modelDigest is over what decides the results beside data and seed.
func (r *Run) modelDigest() string {
	d := numeric.NewDigest()
	d.Words(r.preset, r.Settings, string(r.predictive), fmt.Sprint(r.created.Standardized))
	return fmt.Sprintf("%016x", d.Sum())
}
