// The bounds that the fast mode is declared to keep on the published splits.

package main

import (
	"fmt"
	"io"
	"strings"

	"dcctree/core/cmd/internal/published"
)

// named is a topology whose log evidence (log p(m) left out) is known from elsewhere.
type named struct {
	leaves     string
	value      float64
	within     float64 // of the mean over runs; 0 where the value is indicative
	everywhere bool    // must be measured in every run
}

// declared are the bounds of one set, over runs.
type declared struct {
	mse      float64 // largest mean test MSE; 0 for a classification
	accuracy float64 // least mean test accuracy
	slack    int     // test rows by which the accuracy may be below
	sd       float64 // largest sd of the test score; 0 = none declared
	units    float64 // largest mean work before the audits, gradient units
	// the same with what follows the search: audits, second routes of what decides, and embedded draws of up to
	// four times as many topologies, which came after this bound
	audited float64
	// largest mean absolute difference of class probabilities from the long run's; 0 = none declared
	distance    float64
	weights     float64 // largest mean total variation distance of topology weights from the pooled long runs'
	bestSD      float64 // largest sd of the log evidence of the topology of the largest weight; 0 = none declared
	aboveCART   bool    // log score above that of CART with smoothed leaves
	reliability bool    // topologies over 3 % have k-hat within its limit or are named unreliable
	chooses     bool    // the accuracy at an h chosen by cross-validation is reported
	named       []named
}

var bounds = map[string]declared{
	"wu": {mse: .0587, sd: 2e-4, units: 50e3, audited: 150e3, weights: .05, named: []named{
		{leaves: "{1,5,6}", value: -45.66, within: .05}, {leaves: "{3,4,2}", value: -47.95, within: .05},
	}},
	"cgm": {mse: .0403, sd: 5e-5, units: 75e3, audited: 300e3, weights: .05, named: []named{
		{leaves: "{3,9,10,5,6}", value: -1.40, within: .1, everywhere: true},
		{leaves: "{7,8,4,5,6}", value: -1.40, within: .1, everywhere: true}}},
	"iris": {accuracy: .911, slack: 1, units: 50e3, audited: 200e3, distance: .02, weights: .05, aboveCART: true},
	"bcw": {accuracy: .953, units: 150e3, audited: 700e3, distance: .02, weights: .1, aboveCART: true,
		chooses: true},
	"wine": {accuracy: .95, units: 150e3, audited: 800e3, distance: .03, weights: .1, bestSD: .1, aboveCART: true},
	"raisin": {accuracy: .844, units: 300e3, audited: 1e6, weights: .1, reliability: true,
		named: []named{{leaves: "{3,4,5,6}", value: -235.2}}},
}

// finding is one line of the check.
type finding struct {
	Set, What, Figure, Bound string
	Result                   string // "ok", "MISS" or "for information"
}

const (
	holds       = "ok"
	missed      = "MISS"
	informative = "for information"
)

func judged(ok bool) string {
	if ok {
		return holds
	}
	return missed
}

// check prints the verdicts of all sets; the error says how many bounds are missed.
func check(w io.Writer, sets []*published.Set, o options) error {
	misses, total := 0, 0
	for _, set := range sets {
		s, err := newStudy(w, set, o, false)
		if err != nil {
			return err
		}
		for _, v := range s.findings() {
			fmt.Fprintf(w, "    %-6s %-52s %-34s %-28s %s\n", v.Set, v.What, v.Figure, v.Bound, v.Result)
			if v.Result == missed {
				misses++
			}
			if v.Result != informative {
				total++
			}
		}
	}
	fmt.Fprintf(w, "%d of %d bounds hold\n", total-misses, total)
	if misses > 0 {
		return fmt.Errorf("%d of %d bounds are missed", misses, total)
	}
	return nil
}

// findings judges a study.
func (s *study) findings() (out []finding) {
	d := bounds[s.set.Name]
	add := func(what, figure, bound, result string) {
		out = append(out, finding{s.set.Name, what, figure, bound, result})
	}
	test := s.fast.of(func(r outcome) float64 { return r.Test })
	if d.mse > 0 {
		add("mean test MSE", fmt.Sprintf("%.6f", test.Mean), fmt.Sprintf("≤ %g", d.mse),
			judged(test.Mean <= d.mse))
	} else {
		s.judgeAccuracy(d, test, add)
	}
	if d.sd > 0 {
		add("sd of the test MSE", fmt.Sprintf("%.1e", test.SD), fmt.Sprintf("≤ %.0e", d.sd),
			judged(test.SD <= d.sd))
	}
	s.judgeWork(d, add)
	if d.aboveCART {
		s.judgeLogScore(add)
	}
	if d.distance > 0 && s.long != nil {
		add("class probabilities: distance from the long run",
			fmt.Sprintf("%.4f, largest %.4f", s.distances.Mean, s.distances.Max),
			fmt.Sprintf("mean ≤ %g", d.distance), judged(s.distances.Mean <= d.distance))
	}
	s.judgeWhole(d, add)
	if s.chosen != nil {
		add(fmt.Sprintf("mean test accuracy at h = %g, chosen by cross-validation", s.chosen.h),
			s.chosen.test.text(4), "reported", informative)
	}
	s.judgeEvidence(d, add)
	return out
}

// mostUnmeasured is the largest mean share of the posterior that runs state as not measured.
const mostUnmeasured = .05

// judgeWhole judges how much of the posterior the runs measured, and their weights.
func (s *study) judgeWhole(d declared, add addVerdict) {
	stated := s.unmeasured()
	figure := fmt.Sprintf("%.3f, largest %.3f", stated.Mean, stated.Max)
	if stated.Min < 0 {
		figure = "not known in every run"
	}
	add("unmeasured share, as stated", figure, fmt.Sprintf("mean ≤ %g", mostUnmeasured),
		judged(stated.Min >= 0 && stated.Mean <= mostUnmeasured))
	if s.pooled != nil {
		add("topology weights: distance from the pooled long runs",
			fmt.Sprintf("%.3f, largest %.3f", s.apart.Mean, s.apart.Max),
			fmt.Sprintf("mean ≤ %g", d.weights), judged(s.apart.Mean <= d.weights))
	}
}

type addVerdict func(what, figure, bound, result string)

func (s *study) judgeAccuracy(d declared, test spread, add addVerdict) {
	least, bound := d.accuracy, fmt.Sprintf("≥ %g", d.accuracy)
	if d.slack > 0 {
		least -= float64(d.slack) / float64(s.set.Test.N)
		bound += fmt.Sprintf(" less %d row of %d", d.slack, s.set.Test.N)
	}
	add("mean test accuracy", fmt.Sprintf("%.4f (%.4f)", test.Mean, test.SD), bound, judged(test.Mean >= least))
}

func (s *study) judgeWork(d declared, add addVerdict) {
	for _, w := range []struct {
		what  string
		units spread
		most  float64
	}{{"gradient units before the audits", s.fast.of(first), d.units},
		{"gradient units with the audits", s.fast.of(whole), d.audited}} {
		add(w.what, fmt.Sprintf("%s, at most %s", thousands(w.units.Mean), thousands(w.units.Max)),
			"mean ≤ "+thousands(w.most), judged(w.units.Mean <= w.most))
	}
}

// judgeLogScore compares with both of CART's trees.
func (s *study) judgeLogScore(add addVerdict) {
	ours := s.fast.of(func(r outcome) float64 { return r.TestLogScore })
	figure := minus(fmt.Sprintf("%.3f", ours.Mean))
	for _, c := range []struct {
		name string
		cart spread
	}{{"smoothed CART's", s.cart.Default.LogScore},
		{"that of smoothed CART by cross-validation", s.cart.Crossed.LogScore}} {
		add("log score above "+c.name, figure, "> "+minus(fmt.Sprintf("%.3f", c.cart.Mean)),
			judged(ours.Mean > c.cart.Mean))
	}
}

func (s *study) judgeEvidence(d declared, add addVerdict) {
	all := s.fast.evidences()
	for _, n := range d.named {
		e := find(all, n.leaves)
		if n.everywhere {
			add(n.leaves+" measured", fmt.Sprintf("%d of %d runs", e.runs, len(s.fast.Runs)), "every run",
				judged(e.runs == len(s.fast.Runs)))
		}
		result, bound := informative, minus(fmt.Sprintf("near %.1f", n.value))
		if n.within > 0 {
			off := e.logEvidence.Mean - n.value
			result, bound = judged(e.runs > 0 && off <= n.within && off >= -n.within),
				minus(fmt.Sprintf("mean %.2f", n.value))+fmt.Sprintf(" ± %g", n.within)
		}
		add("log evidence of "+n.leaves, e.logEvidence.text(2), bound, result)
	}
	if d.bestSD > 0 {
		add("log evidence of the best, "+all[0].leaves+": sd", fmt.Sprintf("%.3f", all[0].logEvidence.SD),
			fmt.Sprintf("≤ %g", d.bestSD), judged(all[0].logEvidence.SD <= d.bestSD))
	}
	if d.reliability {
		s.judgeReliability(add)
	}
}

// judgeReliability looks at every topology over 3 % of every run: those whose k-hat is above its limit are
// named, as the runs themselves do.
func (s *study) judgeReliability(add addVerdict) {
	const mass = .03
	over := 0
	var which []string
	for _, r := range s.fast.Runs {
		for _, t := range r.Topologies {
			if t.Weight < mass {
				continue
			}
			over++
			if !t.Reliable {
				which = append(which, fmt.Sprintf("%s (seed %d)", t.Leaves, r.Seed))
			}
		}
	}
	result, bound := holds, "k-hat within its limit"
	if len(which) > 0 {
		result, bound = informative, "named: "+strings.Join(which, ", ")
	}
	add("unreliable among topologies over 3 %", fmt.Sprintf("%d of %d", len(which), over), bound, result)
}
