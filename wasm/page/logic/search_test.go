package logic

import (
	"strings"
	"testing"

	"dcctree/core/words"
)

func measuredStep(key, name string) Step {
	return Step{Kind: "measure", Topology: Named{key, name},
		Weights: []Named{{Key: "a", Name: "{1,5,6}"}, {Key: "b", Name: "{3,4,2}"}, {Key: "c", Name: "{1,2}"}}}
}

// endedStep is the estimate that ends the search.
func endedStep(ended string, u Unexplored, auditing int) Step {
	s := measuredStep("", "")
	s.Kind, s.Topology, s.Search = "explore", Named{}, Search{Ended: ended, Unexplored: &u, Auditing: auditing}
	return s
}

func auditStep(key, name string, a Audit, auditing int) Step {
	s := endedStep("budget", Unexplored{Share: .09, Bound: .15, Draws: 8}, auditing)
	s.Kind, s.Topology, s.Audit, s.LogEvidence, s.LogEvidenceError = "audit", Named{key, name}, &a, -45.69, .04
	return s
}

func story(steps ...Step) *Story {
	var s Story
	for _, step := range steps {
		s.Hear(step)
	}
	return &s
}

const (
	whyEnded = "The search has ended: its budget is used up. "
	leftOver = "What was not measured is estimated at 9\u00a0% of the posterior, at most 15\u00a0%. "
)

func TestSearchInWords(t *testing.T) {
	u := Unexplored{Share: .09, Bound: .15, Draws: 8}
	first := measuredStep("a", "{1,5,6}")
	between, measuring := endedStep("", u, 0), endedStep("budget", u, 0)
	measuring.Search.Measuring = 2
	for _, c := range []struct {
		name  string
		story *Story
		works bool
		want  string
	}{
		{"at first", story(first), true, "The most promising topologies are measured first."},
		{"paused", story(first, first), false,
			"The search is not over: 2 of the most promising topologies are measured."},
		{"an estimate that is too large", story(first, between), true,
			"The search goes on, because too much may not be measured yet. " + strings.TrimSpace(leftOver)},
		{"audits under way", story(first, endedStep("budget", u, 2)), true,
			whyEnded + leftOver + "Audits by a second route go on in the background (2 left)."},
		{"what decides", story(first, measuring), true, whyEnded + leftOver + "In the background " +
			"heavier topologies are measured by themselves, and more of the light ones by embedded draws."},
		{"stopped before that", story(first, measuring), false, whyEnded + leftOver +
			"Heavier topologies that embedded draws measured are not measured by themselves yet, " +
			"or light ones not at all."},
		{"stopped before the audits", story(first, endedStep("budget", u, 2)), false,
			whyEnded + leftOver + "Audits that were not made: 2."},
		{"one audit done", story(first, endedStep("budget", u, 2),
			auditStep("a", "{1,5,6}", Audit{States: 9}, 1)), true,
			whyEnded + leftOver + "Audited {1,5,6}: nothing was found missing. Audits by a second route " +
				"go on in the background (1 left)."},
		{"all done", story(first, auditStep("a", "{1,5,6}", Audit{States: 9}, 0),
			auditStep("b", "{3,4,2}", Audit{Added: 2, Former: -46, FormerError: .05}, 0)), false,
			whyEnded + leftOver + "Audited {3,4,2}: what was found missing was added. Audited {1,5,6}: " +
				"nothing was found missing."},
		{"nothing to audit", story(first, endedStep("most-measured", u, 0)), false,
			"The search has ended: as many topologies as allowed were measured. " + leftOver +
				"No topology is heavy enough to be audited."},
		{"explored", story(endedStep("explored", Unexplored{Share: .001, Bound: .04, Draws: 8}, 1)), true,
			"The search has ended: what was not measured is estimated at under 1\u00a0% of the " +
				"posterior, at most 4\u00a0%. Audits by a second route go on in the background " +
				"(1 left)."},
		{"none near", story(endedStep("none-near", u, 1)), true,
			"The search has ended: no other topology promises enough. " + leftOver +
				"Audits by a second route go on in the background (1 left)."},
		{"all measured", story(endedStep("explored", Unexplored{}, 1)), true,
			"The search has ended: every topology that may be measured is. Audits by a second route go " +
				"on in the background (1 left)."},
	} {
		if got := c.story.Sentence(c.works, true, judgedAs(fineFacts())); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestASearchThatEndedOnUnreliableEvidence: whatever ended it, the same sentence says so.
func TestASearchThatEndedOnUnreliableEvidence(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		speakIn(t, lang)
		for _, ended := range []string{"explored", "budget", "most-measured", "none-near"} {
			for _, u := range []Unexplored{{Share: .001, Bound: .04, Draws: 8}, {}} {
				got := story(endedStep(ended, u, 0)).Sentence(false, true, judgedAs(weakFacts()))
				first, _, _ := strings.Cut(got, ". ")
				want := map[string]string{"en": "evidence that carries 60\u00a0% of the weight is " +
					"not reliable", "de": "Evidenz, die 60\u00a0% des Gewichts trägt, ist nicht " +
					"verlässlich"}[lang]
				if !strings.HasSuffix(first, "; "+want) {
					t.Errorf("%s, %+v: %q", ended, u, got)
				}
			}
		}
	}
}

// TestNothingIsClaimedOfASearch: no text of the search says that what was not measured does not matter.
func TestNothingIsClaimedOfASearch(t *testing.T) {
	for _, key := range words.Keys() {
		words := words.English.Raw(key)
		if strings.HasPrefix(key, "search.") &&
			(strings.Contains(words, "matters") || strings.Contains(words, "little") ||
				strings.Contains(words, "is over")) {
			t.Errorf("%s: %q", key, words)
		}
	}
}

func TestDoubtsInWords(t *testing.T) {
	s := story(
		auditStep("a", "{1,5,6}", Audit{States: 9}, 0),
		auditStep("b", "{3,4,2}", Audit{Flag: "under-covered", States: 9}, 0),
		auditStep("c", "{1,2}", Audit{Flag: "higher", Second: -40, SecondError: .2}, 0),
		auditStep("d", "{0}", Audit{Flag: "failed", Reason: "job 7 failed on 3 workers"}, 0))
	want := "{3,4,2} stays in doubt: its audit found states that its measurement lacks, so a mode may be missing " +
		"and its evidence too low. {1,2} stays in doubt: its audit finds a log evidence of " +
		"−40.00\u00a0±\u00a0.20, the measurement −45.690\u00a0±\u00a0.040. A mode may be missing. " +
		"The audit of {0} failed (job 7 failed on 3 workers): nothing vouches for its measurement."
	if got := s.Doubts(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if strings.Contains(s.Sentence(false, true, Verdict{}), "{3,4,2}") {
		t.Errorf("a doubtful audit passes for a good one: %s", s.Sentence(false, true, Verdict{}))
	}
	if got := story(auditStep("a", "{1,5,6}", Audit{States: 9}, 0)).Doubts(); got != "" {
		t.Errorf("a clean audit leaves the doubt %q", got)
	}
}

func TestEveryMethodHasItsWords(t *testing.T) {
	seen := map[string]bool{}
	for _, method := range []string{"hard-trees", "modes", "tempered", "embedded", "one of a later version"} {
		seen[methodWords(method)] = true
	}
	if len(seen) != 5 {
		t.Errorf("the words of 5 methods: %v", seen)
	}
}

// TestAPresetWithoutAuditsSaysSo: it does not claim that nothing was heavy enough.
func TestAPresetWithoutAuditsSaysSo(t *testing.T) {
	s := Story{Last: Step{Search: Search{Ended: "budget"}}}
	got := s.Sentence(false, false, Verdict{})
	if !strings.Contains(got, Text("audit.never")) || strings.Contains(got, Text("audit.none")) {
		t.Errorf("the story is %q", got)
	}
}
