package logic

import (
	"strings"
	"testing"

	"dcctree/core/words"
)

func ptr(x float64) *float64 { return &x }

func rowTexts(t CheckTable) (out []string) {
	for _, r := range t.Rows {
		out = append(out, strings.Join(append([]string{r.Head}, r.Cells...), "|"))
	}
	return out
}

func plain(s string) string { return strings.ReplaceAll(s, noBreak, " ") }

func TestBandwidthTableOfARegression(t *testing.T) {
	table := BandwidthTable{Task: "regression", Words: "h = .01 is best.", Best: ptr(.01),
		Average: &Average{Train: &Scores{MSE: ptr(.0586)}},
		Rows: []BandwidthRow{
			{H: .005, Weight: ptr(.4634), WeightError: ptr(.0073), LogEvidence: ptr(-45.552),
				LogEvidenceError: ptr(.023)},
			{H: .01, Weight: ptr(.53), WeightError: ptr(.01), LogEvidence: ptr(-45.7),
				LogEvidenceError: ptr(.02)},
			{H: .05, Weight: ptr(1e-9), WeightError: ptr(1e-10), LogEvidence: ptr(-61.9),
				LogEvidenceError: ptr(.06)},
			{H: .1, Failed: "lost"},
		}}
	got := table.Table()
	want := []string{".005|.463 ± .007|−45.552 ± .023", ".01|.530 ± .010|−45.700 ± .020",
		".05|<.001 ± <.001|−61.900 ± .060", ".1|not measured|"}
	for i, w := range want {
		if line := plain(rowTexts(got)[i]); line != w {
			t.Errorf("row %d: %q, want %q", i, line, w)
		}
	}
	if !got.Rows[1].Strong || got.Rows[0].Strong || got.Words != table.Words ||
		!strings.Contains(got.Note, "training rows is .0586") {
		t.Errorf("%+v", got)
	}
	table.Average = &Average{Test: &Scores{MSE: ptr(.06)}, Train: &Scores{MSE: ptr(.0586)}}
	if note := table.Table().Note; !strings.Contains(note, "test rows is .06") {
		t.Error(note)
	}
	table.Average = &Average{}
	if note := table.Table().Note; note != "" {
		t.Error(note)
	}
}

func TestBandwidthTableOfAClassification(t *testing.T) {
	table := BandwidthTable{Task: "classification", Rows: []BandwidthRow{
		{H: .01, LogScore: ptr(-.0674), LogScoreError: ptr(.0141), Loss: ptr(0), LossError: ptr(0)},
		{H: .05, LogScore: ptr(-.0873), LogScoreError: ptr(.0108), Loss: ptr(.0199), LossError: ptr(.0054)},
		{H: .1, LogScore: ptr(-.1)},
	}}
	got := table.Table()
	want := []string{".01|−.067 ± .014|0", ".05|−.087 ± .011|.0199 ± .0054", ".1|−.100|–"}
	for i, w := range want {
		if line := plain(rowTexts(got)[i]); line != w {
			t.Errorf("row %d: %q, want %q", i, line, w)
		}
	}
	if got.Rows[0].Strong || got.Heads[1] != "Log score" || !strings.Contains(got.Note, "left out in turn") {
		t.Errorf("%+v", got)
	}
}

// TestPriorTable leaves the prior as set out and marks by words what is over its limit.
func TestPriorTable(t *testing.T) {
	table := PriorTable{Task: "regression", Rows: []PriorRow{
		{Label: "the prior as set"},
		{Label: "parameter priors × ½", WeightChange: .3, WeightChangeError: .02, PredictionChange: .031,
			TopologiesDepend: true},
		{Label: "odds of a split × 2", WeightChange: .05, WeightChangeError: .02, PredictionChange: .2,
			PredictionsDepend: true},
		{Label: "odds of a <split>", Failed: "lost"},
	}}
	got := table.Table()
	want := []string{"Parameter priors × ½|.300 ± .020 (over)|.031", "Odds of a split × 2|.050 ± .020|.200 (over)",
		"Odds of a <split>|not measured|"}
	for i, w := range want {
		if line := plain(rowTexts(got)[i]); line != w {
			t.Errorf("row %d: %q, want %q", i, line, w)
		}
	}
	if !got.Rows[0].Strong || !got.Rows[1].Strong || got.Rows[2].Strong {
		t.Errorf("%+v", got.Rows)
	}
	body := got.BodyMarkup()
	if strings.Contains(body, "<split>") || strings.Count(body, `class="strong"`) != 2 ||
		strings.Count(body, `scope="row"`) != 3 {
		t.Error(body)
	}
	if head := got.HeadMarkup(); strings.Count(head, `scope="col"`) != 3 {
		t.Error(head)
	}
	note := got.Note
	table.Task = "classification"
	if other := table.Table().Note; other == note {
		t.Error("both tasks have the same note")
	}
	if got := (PriorTable{}).Table(); len(got.Rows) != 0 {
		t.Errorf("%+v", got)
	}
}

// TestChecksSpeakThePagesLanguage: words and labels that the bridge tells in both.
func TestChecksSpeakThePagesLanguage(t *testing.T) {
	table := PriorTable{Words: "It hardly depends.",
		Translations: words.Translations[string]{"de": "Hängt kaum ab."},
		Rows: []PriorRow{{}, {Label: "odds of a split × 2",
			Translations: words.Translations[string]{"de": "Chancen einer Teilung × 2"}}}}
	before := Spoken
	defer func() { Spoken = before }()
	for tag, want := range map[string][2]string{"en": {"It hardly depends.", "Odds of a split × 2"},
		"de": {"Hängt kaum ab.", "Chancen einer Teilung × 2"}} {
		Spoken, _ = LanguageOf(tag)
		got := table.Table()
		head := strings.ReplaceAll(got.Rows[0].Head, "\u00a0", " ")
		if got.Words != want[0] || head != want[1] {
			t.Errorf("%s: %q, %q", tag, got.Words, head)
		}
		both := BandwidthTable{Words: "English", Translations: words.Translations[string]{"de": "Deutsch"}}
		if got := both.Table().Words; (got == "Deutsch") != (tag == "de") {
			t.Errorf("%s: %q", tag, got)
		}
	}
}
