// Package wide has the settings of long runs of the fast mode, by which others are judged.
package wide

import "dcctree/core/dcc/search"

const (
	mostMeasured = 2000 // topologies measured by themselves
	mostEmbedded = 3000 // in the search, and several times as many after it
	// draws is how many times as many draws embedded topologies have: with few, topologies are extended best
	// first whose evidence is too high by chance, generation after generation. On WU standardized trees of 11 to
	// 13 leaves had .035 of the mass so, where the prior's branching from {1,5,6} gives .019.
	draws      = 8
	stop       = 12  // nats below the best from which on predictions are left alone
	near       = 10  // nats below it from which on neighbors are
	auditShare = .05 // what decides is audited, as in any run; of the rest what is unreliable
)

// Settings returns those of a run with so many times the budget of the default one's search.
func Settings(times int) search.FastSettings {
	s := search.DefaultFastSettings()
	s.Budget, s.MaxMeasured, s.Embedded = times*s.Budget, mostMeasured, mostEmbedded
	s.EmbeddedDraws *= draws
	s.Stop, s.Near, s.Unexplored, s.AuditShare = stop, near, 0, auditShare
	return s
}
