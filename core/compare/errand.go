// Parts of a fit of all trees, as jobs of no run.

package compare

import (
	"dcctree/core/dcc"
	"dcctree/core/fit"
	"dcctree/core/topology"
)

// FitPart is the kind of job of an Errand.
const FitPart dcc.JobKind = "fit-part"

// Errand is a part of a fit as a task: it is about no problem and no topology.
type Errand struct{ fit.Errand }

// Do does it.
func (e *Errand) Do(_ *dcc.Problem, _ topology.Topology, beat func()) (dcc.Result, error) {
	return e.Watched(func(fit.Stage) { beat() })
}

// Watched is Do for who wants to know how far it is.
func (e *Errand) Watched(watch func(fit.Stage)) (dcc.Result, error) {
	found, err := e.Errand.Do(watch)
	if err != nil { // who sent it meets the same, and can say it to people
		return dcc.Result{Outcome: dcc.LeftOut, Reason: err.Error()}, nil
	}
	return dcc.Result{Outcome: dcc.Sampled, Found: found}, nil
}

// Check refuses nothing: what was found is read by parcel alone.
func (e *Errand) Check(*dcc.Problem, topology.Topology, dcc.Result) error { return nil }
