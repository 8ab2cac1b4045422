// What differs between the methods, and what the figures say about why.

package compare

import (
	"fmt"
	"math"

	"dcctree/core/chart"
	"dcctree/core/posterior"
)

// Name is the method's name in the paper's tables.
func (m Method) Name() string {
	return map[Method]string{DCCTree: "DCC-Tree", DFI: "HMC-DFI", DF: "HMC-DF", CGM: "CGM", WU: "WU", SMC: "SMC", CART: "CART"}[m]
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
func Sentences(all []Standing, l chart.Lang) (out []string) {
	say := func(format string, values ...any) {
		if german, ok := sentencesGerman[format]; ok && l == chart.German {
			format = german
		}
		out = append(out, fmt.Sprintf(format, values...))
	}
	switch first := all[0]; {
	case first.Ready && first.Test.Rows == 0:
		say("Without test rows scores cannot be compared: hold some out.")
	case first.Ready:
		differences(all, say)
	}
	for k, s := range all {
		switch {
		case s.Failed != "":
			say("%s: %s.", s.Method.Name(), s.Failed)
		case !s.Ready:
			if k == 0 || all[0].Ready { // before the first has something it speaks for all
				say("%s has found nothing yet.", s.Method.Name())
			}
		case s.EffectiveSize < little:
			say("%s has only %.0f effective draws: it tells little yet.", s.Method.Name(), s.EffectiveSize)
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
			say(measure[btoi(by > 0)], s.Method.Name(), amount(by), amount(err), first.Method.Name(), first.Test.Rows)
			s.reasons(first, say)
		}
	}
	if same && compared {
		say("On these %d test rows no method's score differs from that of %s by more than two standard errors.", first.Test.Rows, first.Method.Name())
	}
}

// gap is how much larger the score is than the first method's, its standard error, and the sentences for a smaller and
// for a larger one.
func (s Standing) gap() (by, err float64, measure [2]string) {
	if !math.IsNaN(s.Test.MSE) {
		return s.Paired.MSE, s.Paired.MSEError, [2]string{
			"%s: its mean squared error is smaller by %s ± %s than that of %s on the same %d test rows.",
			"%s: its mean squared error is larger by %s ± %s than that of %s on the same %d test rows."}
	}
	return s.Paired.LogScore, s.Paired.LogScoreError, [2]string{
		"%s: its log score is lower (worse) by %s ± %s than that of %s on the same %d test rows.",
		"%s: its log score is higher (better) by %s ± %s than that of %s on the same %d test rows."}
}

// reasons tells what else differs; that it is the cause is not said.
func (s Standing) reasons(first Standing, say func(string, ...any)) {
	if own, other := meanLeaves(s.Leaves), meanLeaves(first.Leaves); math.Abs(own-other) >= fewer {
		say("Its trees have %.1f leaves on average, those of %s %.1f.", own, first.Method.Name(), other)
	}
	if s.Method.Hard() && !first.Method.Hard() {
		say("Its splits are hard, those of %s soft.", first.Method.Name())
	}
	if s.RHat > unmixed {
		say("Its chains have not found the same trees (R-hat %.2f): more work would change its answer.", s.RHat)
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

// sentencesGerman is read only.
var sentencesGerman = map[string]string{
	"%s has found nothing yet.":                                                                         "%s hat noch nichts gefunden.",
	"Without test rows scores cannot be compared: hold some out.":                                       "Ohne Testzeilen lassen sich keine Güten vergleichen: einige zurückhalten.",
	"On these %d test rows no method's score differs from that of %s by more than two standard errors.": "In diesen %d Testzeilen weicht kein Verfahren in seiner Güte um mehr als zwei Standardfehler von %s ab.",
	"%s has only %.0f effective draws: it tells little yet.":                                            "%s hat erst %.0f unabhängige Ziehungen: es sagt noch wenig.",
	"%s: its mean squared error is smaller by %s ± %s than that of %s on the same %d test rows.":        "%s: der mittlere quadratische Fehler ist um %s ± %s kleiner als bei %s in denselben %d Testzeilen.",
	"%s: its mean squared error is larger by %s ± %s than that of %s on the same %d test rows.":         "%s: der mittlere quadratische Fehler ist um %s ± %s größer als bei %s in denselben %d Testzeilen.",
	"%s: its log score is lower (worse) by %s ± %s than that of %s on the same %d test rows.":           "%s: die Log-Güte ist um %s ± %s niedriger (schlechter) als bei %s in denselben %d Testzeilen.",
	"%s: its log score is higher (better) by %s ± %s than that of %s on the same %d test rows.":         "%s: die Log-Güte ist um %s ± %s höher (besser) als bei %s in denselben %d Testzeilen.",
	"Its trees have %.1f leaves on average, those of %s %.1f.":                                          "Seine Bäume haben im Mittel %.1f Blätter, die von %s %.1f.",
	"Its splits are hard, those of %s soft.":                                                            "Seine Teilungen sind hart, die von %s weich.",
	"Its chains have not found the same trees (R-hat %.2f): more work would change its answer.":         "Seine Ketten haben nicht dieselben Bäume gefunden (R-hat %.2f): mehr Arbeit würde die Antwort ändern.",
}
