// This file holds the details of the diagnostics: modes, advice, the table.

package logic

import (
	"math"
	"strings"
	"testing"
)

// chained is a topology of four chains that nothing is wrong with.
func chained(change func(*Judged)) Judged {
	j := Judged{Topology: Topology{Name: "{1,5,6}", Weight: .9, KHat: .4, KHatLimit: .7, Reliable: true},
		ChainDiagnosis: ChainDiagnosis{Each: []ChainAt{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}},
			RHat: number(1.002), Bulk: number(900), Tail: number(800), MCSE: number(.03), BFMI: number(.9),
			StepLow: number(.1), StepHigh: number(.2)}}
	change(&j)
	return j
}

func TestModeSentences(t *testing.T) {
	two := chained(func(j *Judged) { j.Each[3].Mode = 1 })
	if got := ModeSentences([]Judged{two}); got != "The 4 chains of {1,5,6} sit in 2 modes (1, 2, 3; 4)." {
		t.Errorf("%q", got)
	}
	got := ModeSentences([]Judged{chained(func(*Judged) {})})
	if got != "The chains of each topology sit in one mode." {
		t.Errorf("%q", got)
	}
	if got := ModeSentences([]Judged{{}}); got != "" {
		t.Errorf("without chains %q", got)
	}
}

// TestAdvice: each warning has its own advice, and only what is beyond its limit gives one.
func TestAdvice(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Judged)
		want   string
	}{
		"nothing":     {func(*Judged) {}, "diag.do.nothing"},
		"modes":       {func(j *Judged) { j.Each[0].Mode, j.RHat = 1, number(3) }, "diag.do.modes"},
		"R-hat":       {func(j *Judged) { j.RHat = number(1.02) }, "diag.do.rhat"},
		"bulk":        {func(j *Judged) { j.Bulk = number(399) }, "diag.do.ess"},
		"tail":        {func(j *Judged) { j.Tail = number(12) }, "diag.do.ess"},
		"divergences": {func(j *Judged) { j.Divergences = 1 }, "diag.do.divergences"},
		"BFMI":        {func(j *Judged) { j.BFMI = number(.29) }, "diag.do.bfmi"},
		"left out":    {func(j *Judged) { j.LeftOut = 1 }, "diag.do.leftout"},
	} {
		got := Advice([]Judged{chained(c.change)}, judgedAs(fineFacts()))
		begin, _, _ := strings.Cut(Text(c.want), "%s")
		if len(got) != 1 || !strings.HasPrefix(got[0], begin) ||
			name != "nothing" && !strings.Contains(got[0], "{1,5,6}") {
			t.Errorf("%s: %q, want %q", name, got, Text(c.want))
		}
	}
	weak := judgedAs(weakFacts())
	got := Advice([]Judged{chained(func(j *Judged) { j.Divergences = 1 })}, weak)
	if len(got) != len(weak.Advice)+1 || got[0] != weak.Advice[0] || len(weak.Advice) == 0 {
		t.Errorf("a verdict and a warning: %q", got)
	}
}

func TestJudgedMarkup(t *testing.T) {
	bad := chained(func(j *Judged) { j.RHat, j.Divergences, j.Each[1].Divergent = number(1.5), 3, 3 })
	got := JudgedMarkup([]Judged{bad})
	for _, want := range []string{">R̂<", "1.500 !", "3, chains 2 !", ">.1 to .2<", ">.40 / .70<", ">800<"} {
		if !strings.Contains(strings.ReplaceAll(got, ".10 to .20", ".1 to .2"), want) {
			t.Errorf("the table of chains lacks %s: %s", want, got)
		}
	}
	fast := JudgedMarkup([]Judged{
		{Topology: Topology{Name: "{1,2}", KHat: math.NaN(), Reliable: true, Audit: &Audit{Added: 2},
			Modes: 3}},
	})
	for _, want := range []string{">mended<", ">–<", ">3<", ">Effective number<"} {
		if !strings.Contains(fast, want) {
			t.Errorf("the table of importance sampling lacks %s: %s", want, fast)
		}
	}
	if strings.Count(fast, "data-head=")+1 != strings.Count(fast, `scope="col"`) {
		t.Error("cells and heads differ in number")
	}
}
