// Answers from outside: whatever passes their check can be drawn.

package logic

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dcctree/core/chart"
	"dcctree/core/export"
	"dcctree/core/fit"
	"dcctree/core/study"
	"dcctree/core/words"
)

// drawAll makes all that the page shows of an answer.
func drawAll(a *fit.Answer) {
	var b strings.Builder
	b.WriteString(FitVerdict(a) + FitFacts(a) + FitScores(a) + FitSplits(a) + FitMissed(a) +
		study.FitUsed(a, 400, Spoken) + FitCSVHead(a.Target, a.Classes) + FitCSV(a.Classes, a.Predictions))
	for leaves := 1; leaves <= fit.WholeTree; leaves++ {
		b.WriteString(FitLeaves(a, leaves) + FitCost(a, leaves, false) + FitSure(a, leaves) +
			FitPrice(a, leaves) +
			study.FitTree(a, leaves, 400, Spoken) + FitReport(a, leaves, Choice{}, ""))
		for _, language := range export.Languages {
			FitRules(a, leaves, language) // refuses what a language cannot say
		}
	}
}

// omitted are fields that stand where they say something.
var omitted = []string{"classes", "sd", "ask", "alike", "gradual", "threshold", "price", "scale", "noise", "size",
	"translations"}

// damage puts something else in the place of one value of those below v, and returns what then is in v's place.
func damage(v any, rng *rand.Rand) any {
	others := []any{nil, 0.0, -1.0, 7.0, 1e308, -1e308, "", "x", []any{}, map[string]any{}, true, false}
	switch v := v.(type) {
	case map[string]any:
		if len(v) > 0 && rng.IntN(8) > 0 {
			at := rng.IntN(len(v))
			for _, name := range slices.Sorted(maps.Keys(v)) {
				if at--; at < 0 {
					switch rng.IntN(12) {
					case 0:
						delete(v, name)
					case 1: // a field that stands where it is not left out
						v[omitted[rng.IntN(len(omitted))]] = others[rng.IntN(len(others))]
					default:
						v[name] = damage(v[name], rng)
					}
					return v
				}
			}
		}
	case []any:
		if len(v) > 0 && rng.IntN(8) > 0 {
			at := rng.IntN(len(v))
			if rng.IntN(6) == 0 {
				return append(v[:at:at], v[at+1:]...)
			}
			v[at] = damage(v[at], rng)
			return v
		}
	}
	return others[rng.IntN(len(others))]
}

// TestWhatIsCheckedCanBeDrawn damages answers at random, seeded: what Check lets pass is drawn without a panic. Most
// damage is to numbers and words, which it takes as they are.
func TestWhatIsCheckedCanBeDrawn(t *testing.T) {
	tries := 800
	if testing.Short() { // as WebAssembly, where it is to show that nothing depends on the machine
		tries = 100
	}
	for _, target := range []string{"yield", "kind"} {
		a := fitted(t, target)
		if err := a.Check(); err != nil {
			t.Fatal(err)
		}
		text, err := export.JSON(a)
		if err != nil {
			t.Fatal(err)
		}
		rng, passed := rand.New(rand.NewPCG(1, 2)), 0
		for range tries {
			var whole any
			if err := json.Unmarshal([]byte(text), &whole); err != nil {
				t.Fatal(err)
			}
			for range 1 + rng.IntN(3) {
				whole = damage(whole, rng)
			}
			bad, err := json.Marshal(whole)
			if err != nil {
				t.Fatal(err)
			}
			var again fit.Answer
			if json.Unmarshal([]byte(bad), &again) != nil || again.Check() != nil {
				continue
			}
			passed++
			func() {
				defer func() {
					if v := recover(); v != nil {
						t.Errorf("%s: %v: %s", target, v, bad)
					}
				}()
				drawAll(again.In("de"))
			}()
			if t.Failed() {
				return
			}
		}
		if passed < tries/10 || passed > tries*9/10 {
			t.Errorf("%s: %d of %d pass", target, passed, tries)
		}
	}
}

// The report says all that the page says, in either language, and names from outside stay text.
func TestFitReport(t *testing.T) {
	before := Spoken
	defer func() { Spoken = before }()
	for _, l := range []words.Lang{words.English, "de"} {
		Spoken = l
		for _, target := range []string{"yield", "kind"} {
			a := fitted(t, target)
			a.Weight = &fit.Weight{Column: "<n>", Sum: 1234567}
			chosen := Choice{Seed: "17", Holdout: ".25", HoldoutSeed: "6"}
			got := FitReport(a, 3, chosen, chosen.HeldOut())
			for _, want := range []string{chart.Escape(FitVerdict(a)), chart.Escape(FitFacts(a)), a.Digest,
				">17<", ">.25, " + Text("data.splitseed") + " 6<", Count(1234567), "&lt;n&gt;",
				Text("own.splits"), Text("own.used"), Text("own.rounds.say"), Text("own.rounds.apart"),
				`<html lang="` + string(l) + `">`} {
				if !strings.Contains(got, want) {
					t.Errorf("%s, %s: the report lacks %q", l, target, want)
				}
			}
			tested := FitReport(a, 3, Choice{}, "<t>.csv")
			if !strings.Contains(tested, ">&lt;t&gt;.csv<") {
				t.Errorf("%s, %s: the report lacks the file of test rows", l, target)
			}
			if strings.Contains(FitReport(a, 3, Choice{}, ""), Text("data.holdout")) {
				t.Errorf("%s, %s: the report names rows that are not known", l, target)
			}
			if n := strings.Count(got, "<svg"); n != 2 {
				t.Errorf("%s: %d figures", target, n)
			}
			if strings.Contains(got, "<b>Dream</b>") || strings.Contains(got, "%!") {
				t.Errorf("%s: a label is markup, or a text lacks a value", target)
			}
		}
	}
}
