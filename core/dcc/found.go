// What the fast mode finds of a run besides measured topologies: audits, and how much was not measured.

package dcc

import (
	"math"
)

// AuditFlag tells what an audit found wrong and could not mend.
type AuditFlag string

// A state of the second route stays under-covered by the mixture that measured, or the second route's log
// evidence is higher by more than 3 standard errors: in both cases a mode may be missing. Failed: the audit
// gave no result.
const (
	NoFlag       AuditFlag = ""
	UnderCovered AuditFlag = "under-covered"
	Higher       AuditFlag = "higher"
	AuditFailed  AuditFlag = "failed"
)

// AuditReport is the outcome of a second look at one topology, see conquer.Audit.
type AuditReport struct {
	Done        bool      `json:"done"`
	Flag        AuditFlag `json:"flag"`
	Reason      string    `json:"reason"`    // why it failed
	States      int       `json:"states"`    // of the second route that were looked at
	Exceeding   int       `json:"exceeding"` // of them, those that stay under-covered
	Excess      float64   `json:"excess"`    // nats, of the worst
	Added       int       `json:"added"`     // components that under-covered states became
	Former      float64   `json:"former"`    // log evidence before
	FormerError float64   `json:"formerError"`
	Second      float64   `json:"second"` // log evidence by the second route, often too low
	SecondError float64   `json:"secondError"`
}

// Check refuses a report that no worker writes.
func (r AuditReport) Check() bool {
	return r.Done && r.Added >= 0 && r.Exceeding >= 0 && r.Exceeding <= r.States && !math.IsNaN(r.Excess) &&
		(r.Flag == NoFlag || r.Flag == UnderCovered || r.Flag == Higher)
}

// Ending tells why the search of the fast mode ended.
type Ending string

// The search ends when the topologies that were not measured are estimated to matter little, when its
// budget is used up, when as many topologies as allowed were measured, or when there is no other whose
// prediction is near enough.
const (
	Searching   Ending = ""
	Explored    Ending = "explored"
	BudgetUsed  Ending = "budget"
	MostReached Ending = "most-measured"
	NoneNear    Ending = "none-near"
)

// Unexplored is the estimated share of the posterior in topologies that were not measured, among all with
// at most FastSettings.MaxSplits splits.
type Unexplored struct {
	Known bool    // false where there is no estimate, and the numbers mean nothing
	Share float64 // the estimate
	Bound float64 // its upper 90 % bound; 1 where none is known
	Draws int     // topologies drawn for it; 0 where all were measured
}
