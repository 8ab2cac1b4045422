// The settings of the other methods' runs, and the experiments that vary them.

package main

import (
	"fmt"
	"io"
	"reflect"
	"slices"

	"dcctree/core/baseline/cgm"
	"dcctree/core/baseline/particle"
	"dcctree/core/baseline/rjhmc"
	"dcctree/core/baseline/wu"
	"dcctree/core/cmd/internal/published"
	"dcctree/core/compare"
)

// The length of a run. The authors' programs average over 10 chains of 1,000 draws; a filter's chains are islands.
const (
	runChains    = 10
	runDraws     = 1000
	cgmEvery     = 20
	wuEvery      = 100
	softSeeds    = 3 // of HMC-DF and HMC-DFI, whose runs are one chain of some 14 million gradients
	trialSeeds   = 3 // of an experiment
	mostSeeds    = 10
	smcParticles = 500 // of an island
)

// planOf returns how a method is run on a set. Settings that the paper does not print are those that tune finds.
func planOf(w io.Writer, method compare.Method, set *published.Set, o options) (plan, error) {
	p := plan{Method: method, Set: set.Name, Chains: runChains, Draws: runDraws, seeds: mostSeeds}
	switch method {
	case compare.CGM:
		p.Every = cgmEvery
		if s, ok := cgm.Published(set.Name); ok {
			p.Settings, p.origin = s, "published"
			return p, nil
		}
	case compare.WU:
		p.Every = wuEvery
		if s, ok := wu.Published(set.Name); ok {
			p.Settings, p.origin = s, "published"
			return p, nil
		}
	case compare.SMC:
		p.Draws, p.Every = 1, 1
	case compare.DF, compare.DFI:
		s, draws, ok := rjhmc.PublishedSettings(softMethod(method), set.Name)
		if !ok {
			return p, fmt.Errorf("%s has no settings for %s", method, set.Name)
		}
		p.Chains, p.Draws, p.Every, p.Settings, p.seeds, p.origin = 1, draws, 1, s, softSeeds, "published"
		return p, nil
	}
	found, err := tuned(w, method, set, o)
	if err != nil {
		return p, err
	}
	p.Settings, p.origin = found.settings(method), "tuned"
	return p, nil
}

func softMethod(method compare.Method) rjhmc.Method {
	if method == compare.DF {
		return rjhmc.DF
	}
	return rjhmc.DFI
}

// change is an experiment: one setting, or how the posterior is gone through, is another.
type change struct {
	name, what string
	of         func(p *plan)
}

// changed makes the change of a method's settings.
func changed[S any](name, what string, of func(*S)) change {
	return change{name, what, func(p *plan) {
		s := p.Settings.(S)
		of(&s)
		p.Settings = s
	}}
}

// upper reads new rows the other way.
var upper = change{"upper", "thresholds right below the next training value: rows between two training values go left",
	func(p *plan) { p.Upper = true }}

// shorter keeps every iteration behind a warm-up that of makes short.
func shorter[S any](what string, of func(*S)) change {
	c := changed("short", what, of)
	return change{c.name, what, func(p *plan) {
		c.of(p)
		p.Every = 1
	}}
}

// changes are the experiments of a method on a set.
func changes(method compare.Method, set string) []change {
	switch method {
	case compare.CGM:
		return append(cgmChanges(set),
			changed("no-restarts", "one warm-up of 1,000 moves in place of 20 with the best kept",
				func(s *cgm.Settings) { s.Restarts = 1 }),
			changed("halfway", "thresholds halfway between training values", func(s *cgm.Settings) {
				s.Halfway = true
			}),
			upper,
			shorter("one warm-up of 100 moves, and the next 1,000 states as draws", func(s *cgm.Settings) {
				s.Warmup, s.Restarts = 100, 1
			}),
			changed("five-rows", "at least 5 rows in a leaf", func(s *cgm.Settings) { s.MinLeaf = 5 }))
	case compare.WU:
		return append(wuChanges(set),
			changed("halfway", "thresholds halfway between training values", func(s *wu.Settings) {
				s.Thresholds = wu.Halfway
			}),
			upper,
			shorter("a warm-up of 100 moves, and the next 1,000 states as draws", func(s *wu.Settings) {
				s.Warmup = 100
			}),
			changed("free", "the prior of left and right left out, so that trees are larger",
				func(s *wu.Settings) {
					s.Free = true
				}),
			changed("no-restructure", "without the restructure move: no radical changes",
				func(s *wu.Settings) {
					s.Restructure, s.Change = 0, s.Change+s.Restructure
				}))
	case compare.SMC:
		return []change{
			changed("few-splits", "the grid's prior of fewest splits: alpha .45, beta 2.5",
				func(s *particle.Settings) {
					s.Alpha, s.Beta = .45, 2.5
				}),
			changed("few-particles", "50 particles on an island",
				func(s *particle.Settings) { s.Particles = 50 }),
			changed("ten-particles", "10 particles on an island, prior proposal",
				func(s *particle.Settings) {
					s.Particles, s.Proposal = 10, particle.Prior
				}),
			changed("program", "the defaults of the authors' program: prior proposal, node by node",
				func(s *particle.Settings) {
					s.Proposal, s.Expansion, s.Alpha, s.Beta, s.Concentration = particle.Prior,
						particle.NodeWise, .95, .5, 1
				}),
		}
	case compare.DF, compare.DFI:
		return softChanges(set)
	}
	return nil
}

// softChanges are those of RJHMC-Tree on WU, for which no source states the length. On other sets a run takes too long
// to vary it.
func softChanges(set string) []change {
	if set != "wu" {
		return nil
	}
	return []change{
		changed("brief", "a warm-up of 20 iterations, with 20 transitions before a jump is judged",
			func(s *rjhmc.Settings) { s.Warmup, s.InnerWarmup = 20, 20 }),
	}
}

// cgmChanges are those of one set: longer warm-ups where settings are published, the ends of the grid where they are
// chosen.
func cgmChanges(set string) []change {
	if _, ok := cgm.Published(set); ok {
		return []change{changed("many-restarts", "200 warm-ups in place of 20", func(s *cgm.Settings) {
			s.Restarts = 200
		})}
	}
	return []change{
		changed("few-splits", "the grid's prior of fewest splits: alpha_split .45, beta_split 2.5",
			func(s *cgm.Settings) { s.Split.Alpha, s.Split.Beta = .45, 2.5 }),
		changed("many-splits", "the grid's prior of most splits: alpha_split .95, beta_split 1",
			func(s *cgm.Settings) {
				s.Split.Alpha, s.Split.Beta = .95, 1
			}),
	}
}

// wuChanges are those of one set.
func wuChanges(set string) []change {
	if _, ok := wu.Published(set); ok {
		return []change{changed("uniform", "continuous thresholds",
			func(s *wu.Settings) { s.Thresholds = wu.Uniform })}
	}
	return []change{changed("free-many",
		"the prior of left and right left out, and the grid's most leaves: lambda 10",
		func(s *wu.Settings) { s.Free, s.Leaves = true, 10 })}
}

// experiments returns the plans that vary one; changes to what it has already, or to what another change makes of it,
// are left out.
func (p plan) experiments() (out []plan, what []string) {
	for _, c := range changes(p.Method, p.Set) {
		v := p
		v.Variant, v.seeds = c.name, trialSeeds
		c.of(&v)
		if !v.same(p) && !slices.ContainsFunc(out, v.same) {
			out, what = append(out, v), append(what, c.what)
		}
	}
	return out, what
}

// same reports whether both make the same runs.
func (p plan) same(q plan) bool {
	p.Variant, p.origin, p.seeds = q.Variant, q.origin, q.seeds
	return reflect.DeepEqual(p, q)
}
