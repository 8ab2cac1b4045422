package verdict

import (
	"math"
	"strings"
	"testing"

	"dcctree/core/words"
)

// TestWords of each outcome and each reason, in both languages.
func TestWords(t *testing.T) {
	job := words.Of("job.audit", "b")
	topology := func(i int, change func(*Topology)) func(*Facts) {
		return func(f *Facts) { change(&f.Topologies[i]) }
	}
	for name, c := range map[string]struct {
		change          func(*Facts)
		english, german string
	}{
		"settled": {func(*Facts) {}, "Settled: the evidence that carries weight is reliable, at most 2 " +
			"% of the posterior was not measured, and each weight is known to ± .02 or better.",
			"Gesichert: Die Evidenz, die Gewicht trägt, ist verlässlich, höchstens 2 % der " +
				"Posterior-Verteilung sind nicht gemessen, und jedes Gewicht ist auf ± .02 oder " +
				"besser bekannt."},
		"all measured": {func(f *Facts) { f.Unmeasured = Unmeasured{Known: true} },
			"is reliable, every topology that may be measured is, and each weight",
			"jede Topologie, die in Frage kommt, ist gemessen, und"},
		"nearly": {topology(0, func(t *Topology) { t.Audit = NotAudited }),
			"Nearly settled: not audited: {1,2}.", "Fast gesichert: nicht nachgeprüft: {1,2}."},
		"two reasons": {func(f *Facts) {
			f.Unmeasured.Share, f.Unmeasured.Bound, f.Limit = .123, .301,
				BudgetLimit
		}, "Not settled: about 12 % of the posterior, at most 31 %, was not measured; the search’s budget is " +
			"used up.", "Nicht gesichert: etwa 12 % der Posterior-Verteilung, höchstens 31 %, sind nicht " +
			"gemessen; das Budget der Suche ist aufgebraucht."},
		"count": {func(f *Facts) { f.Unmeasured.Share, f.Unmeasured.Bound, f.Limit = .001, .2, CountLimit },
			"about under 1 % of the posterior, at most 20 %, was not measured; as many topologies as " +
				"allowed were measured.", "so viele Topologien wie erlaubt sind gemessen."},
		"unbounded": {func(f *Facts) { f.Unmeasured.Share, f.Unmeasured.Bound, f.Limit = .123, 1, BudgetLimit },
			"Not settled: 12 % of the posterior or more was not measured, and how much more is not " +
				"known; the search’s budget is used up.",
			"12 % der Posterior-Verteilung oder mehr ist nicht gemessen, und wie viel mehr, ist nicht " +
				"bekannt; das Budget der Suche ist aufgebraucht."},
		"unreliable": {weak(.31, Unreliable), "Not settled: evidence that carries 31 % of the weight is not " +
			"reliable ({0}); not audited: {0}.",
			"Nicht gesichert: Evidenz, die 31 % des Gewichts trägt, ist nicht verlässlich ({0}); nicht " +
				"nachgeprüft: {0}."},
		"doubt": {topology(0, func(t *Topology) { t.Audit = Doubtful }),
			"a mode may be missing, by the audit of {1,2}.",
			"ein Modus kann fehlen, nach der Nachprüfung von {1,2}."},
		"failed audit": {topology(0, func(t *Topology) { t.Audit = Failed }),
			"after the failed audit of {1,2}.", "nach der gescheiterten Nachprüfung von {1,2}."},
		"error": {topology(0, func(t *Topology) { t.Error = .1234 }),
			"Nearly settled: a weight is known only to ± .13.",
			"Fast gesichert: ein Gewicht ist nur auf ± .13 bekannt."},
		"given up": {func(f *Facts) {
			f.GivenUp = []words.Speaker{words.Same("a"), job, words.Same("c"), words.Same("d"),
				words.Same("e")}
		},
			"Not settled: work was given up after failures at a, the audit of b, c and 2 more.",
			"aufgegeben bei a, der Nachprüfung von b, c und 2 weitere."},
		"left out": {func(f *Facts) { f.LeftOut = []words.Speaker{words.Same("{0}")} },
			"Not settled: {0} could not be measured.", "Nicht gesichert: nicht zu messen war {0}."},
		"nothing": {func(f *Facts) { f.Topologies = nil }, "Not known: nothing has been measured yet.",
			"Nicht bekannt: noch ist nichts gemessen."},
		"one": {func(f *Facts) { f.Topologies, f.Ended = f.Topologies[:1], false },
			"only {1,2} has been measured so far, and there is nothing", "bisher ist nur {1,2} gemessen"},
		"searching": {func(f *Facts) { f.Ended = false }, "Not known: the search goes on.",
			"Nicht bekannt: die Suche geht weiter."},
		"no estimate": {func(f *Facts) { f.Way, f.Unmeasured = Chains, Unmeasured{} },
			"Not known: how much of the posterior was never measured is not estimated.",
			"Nicht bekannt: wie viel der Posterior-Verteilung nie gemessen wurde, ist nicht geschätzt."},
	} {
		v := Judge(changed(c.change))
		for _, said := range [][2]string{{v.In("en"), c.english}, {v.In("de"), c.german}} {
			if got := strings.ReplaceAll(said[0], noBreak, " "); !strings.Contains(got, said[1]) {
				t.Errorf("%s: %q, want %q", name, got, said[1])
			}
		}
	}
}

// TestClosedSetsHaveWords: every outcome, reason and step has its words in all languages, they differ, and there are no
// others.
func TestClosedSetsHaveWords(t *testing.T) {
	said, keys := map[string]bool{}, 0
	check := func(area, what string) {
		t.Helper()
		for _, l := range words.Languages() {
			text := l.Raw("verdict." + area + "." + what)
			if text == "" || said[text] {
				t.Errorf("%s in %s: %q", what, l, text)
			}
			said[text] = true
		}
		keys++
	}
	for _, o := range Outcomes() {
		check("outcome", string(o))
	}
	for _, k := range Kinds() {
		check("reason", string(k))
	}
	for _, s := range Steps() {
		check("plan", string(s))
	}
	for _, key := range words.Keys() {
		if strings.HasPrefix(key, "verdict.outcome.") || strings.HasPrefix(key, "verdict.reason.") ||
			strings.HasPrefix(key, "verdict.plan.") {
			keys--
		}
	}
	if keys != 0 {
		t.Error("there are words of things outside the closed sets")
	}
}

// TestEveryReasonFillsItsWords: no verdict on any facts leaves a place open.
func TestEveryReasonFillsItsWords(t *testing.T) {
	for _, way := range []Way{Search, FirstLook, Chains} {
		for i, change := range changes() {
			f := changed(change)
			f.Way, f.Ended, f.Unmeasured.Bound, f.Limit = way, i%2 == 0, .2,
				[]Limit{NoLimit, BudgetLimit, CountLimit}[i%3]
			v := Judge(f)
			for _, text := range append(append(v.PlanIn("en"), v.PlanIn("de")...), v.In("en"), v.In("de")) {
				if strings.Contains(text, "%!") || strings.Contains(text, "%s") ||
					!strings.HasSuffix(text, ".") {
					t.Errorf("%q", text)
				}
			}
			if len(v.PlanIn("en")) != len(v.Plan) {
				t.Errorf("plan %v: %q", v.Plan, v.PlanIn("en"))
			}
		}
	}
}

// TestGoodWordsNeedTheVerdict: only a settled run is called reliable or known.
func TestGoodWordsNeedTheVerdict(t *testing.T) {
	for _, way := range []Way{Search, FirstLook, Chains} {
		for _, change := range changes()[3:] {
			f := changed(change)
			f.Way = way
			v := Judge(f)
			if text := v.In("en"); v.Outcome != Settled &&
				(strings.HasPrefix(text, "Settled") || strings.Contains(text, "is reliable") ||
					strings.Contains(text, "or better")) {
				t.Errorf("%s: %q", v.Outcome, text)
			}
		}
	}
}

// TestSharesNeverSayLess: bounds and errors are rounded up, and nothing reads as none.
func TestSharesNeverSayLess(t *testing.T) {
	for x, want := range map[float64]string{0: "1 %", .001: "1 %", .05: "5 %", .0501: "6 %", .151: "16 %",
		.29: "29 %", 1: "100 %", 1.2: "100 %", math.NaN(): "–"} {
		if got := strings.ReplaceAll(Bound(x), noBreak, " "); got != want {
			t.Errorf("at most %v: %q, want %q", x, got, want)
		}
	}
	for x, want := range map[float64][2]string{0: {"under 1 %", "unter 1 %"}, .0049: {"under 1 %", "unter 1 %"},
		.005: {"1 %", "1 %"}, .123: {"12 %", "12 %"}, math.NaN(): {"–", "–"}} {
		for i, l := range words.Languages() {
			if got := strings.ReplaceAll(Share(x, l), noBreak, " "); got != want[i] {
				t.Errorf("about %v: %q, want %q", x, got, want[i])
			}
		}
	}
	for x, want := range map[float64]string{0: ".01", .02: ".02", .0201: ".03", .1234: ".13", 1: "1.00",
		math.NaN(): "–"} {
		if got := hundredths(x); got != want {
			t.Errorf("± %v: %q, want %q", x, got, want)
		}
	}
}
