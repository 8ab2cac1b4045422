// What differs between the methods, and what the figures say about why.

package compare

import (
	"fmt"
	"math"

	"dcctree/core/posterior"
	"dcctree/core/words"
)

// Name is the method's name in the paper's tables.
func (m Method) Name() string {
	return map[Method]string{DCCTree: "DCC-Tree", DFI: "HMC-DFI", DF: "HMC-DF", CGM: "CGM", WU: "WU", SMC: "SMC",
		CART: "CART"}[m]
}

// Hard tells that the method's splits are hard.
func (m Method) Hard() bool { return m != DCCTree && m != DFI && m != DF }

const (
	apart   = 2    // standard errors of the paired difference from which on methods are said to differ
	unmixed = 1.05 // R-hat from which on chains are said to disagree
	fewer   = 1    // leaves, on average, that are worth telling
	little  = 50   // effective draws below which a method is said to tell little yet
)

// Sentences says in a language what differs between the methods on the test rows of so many, and what their figures say
// about why. Scores are compared with those of the first method, on the same rows.
func Sentences(all []Standing, l words.Lang) (out []string) {
	say := func(key string, values ...any) { out = append(out, l.Say(key, values...)) }
	switch first := all[0]; {
	case first.Ready && first.Test.Rows == 0:
		say("contest.notest")
	case first.Ready:
		differences(all, say)
	}
	for k, s := range all {
		switch {
		case s.Failed != "":
			out = append(out, fmt.Sprintf("%s: %s.", s.Method.Name(), s.Failed))
		case !s.Ready:
			if k == 0 || all[0].Ready { // before the first has something it speaks for all
				say("contest.nothing", s.Method.Name())
			}
		case s.EffectiveSize < little:
			say("contest.few", s.Method.Name(), s.EffectiveSize)
		}
	}
	return out
}

// differences tells which scores differ from those of the first method.
func differences(all []Standing, say func(string, ...any)) {
	first := all[0]
	same, compared := true, false
	for _, s := range all[1:] {
		by, err, measure := s.gap()
		compared = compared || s.Ready && !math.IsNaN(err)
		if s.Ready && err > 0 && math.Abs(by) > apart*err {
			same = false
			say(measure[btoi(by > 0)], s.Method.Name(), amount(by), amount(err), first.Method.Name(),
				first.Test.Rows)
			s.reasons(first, say)
		}
	}
	if same && compared {
		say("contest.same", first.Test.Rows, first.Method.Name())
	}
}

// gap is how much larger the score is than the first method's, its standard error, and the sentences for a smaller and
// for a larger one.
func (s Standing) gap() (by, err float64, measure [2]string) {
	if !math.IsNaN(s.Test.MSE) {
		return s.Paired.MSE, s.Paired.MSEError, [2]string{
			"contest.mse.smaller",
			"contest.mse.larger"}
	}
	return s.Paired.LogScore, s.Paired.LogScoreError, [2]string{
		"contest.logscore.lower",
		"contest.logscore.higher"}
}

// reasons tells what else differs; that it is the cause is not said.
func (s Standing) reasons(first Standing, say func(string, ...any)) {
	if own, other := meanLeaves(s.Leaves), meanLeaves(first.Leaves); math.Abs(own-other) >= fewer {
		say("contest.leaves", own, first.Method.Name(), other)
	}
	if s.Method.Hard() && !first.Method.Hard() {
		say("contest.hard", first.Method.Name())
	}
	if s.RHat > unmixed {
		say("contest.chains", s.RHat)
	}
}

func meanLeaves(shares []posterior.LeafShare) (mean float64) {
	for _, s := range shares {
		mean += float64(s.Leaves) * s.Share
	}
	return mean
}

func amount(x float64) string { return fmt.Sprintf("%.2g", math.Abs(x)) }

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
