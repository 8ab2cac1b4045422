package logic

import (
	"testing"

	"dcctree/core/words"
)

// speakIn has the page speak a language until the test ends.
func speakIn(t *testing.T, tag string) {
	t.Helper()
	l, known := LanguageOf(tag)
	if !known {
		t.Fatalf("no language %q", tag)
	}
	before := Spoken
	t.Cleanup(func() { Spoken = before })
	Spoken = l
}

// TestStepsAreToldInTheLanguageOfThePage, and in English where a session holds nothing else.
func TestStepsAreToldInTheLanguageOfThePage(t *testing.T) {
	both := Entry{Words: "Measured.", Translations: words.Translations[string]{"de": "Gemessen."}}
	if words, lang := both.words(); words != "Measured." || lang != "en" {
		t.Errorf("in English: %q in %s", words, lang)
	}
	speakIn(t, "de")
	if words, lang := both.words(); words != "Gemessen." || lang != "de" {
		t.Errorf("in German: %q in %s", words, lang)
	}
	if words, lang := (Entry{Words: "Measured."}).words(); words != "Measured." || lang != "en" {
		t.Errorf("of an older session: %q in %s", words, lang)
	}
}

// TestLanguageFor: the link comes before the browser, the browser's order before ours, English before silence.
func TestLanguageFor(t *testing.T) {
	for _, c := range []struct {
		asked     string
		preferred []string
		want      string
	}{
		{"", nil, "en"}, {"", []string{"de-AT", "en"}, "de"}, {"", []string{"en-GB", "de"}, "en"},
		{"", []string{"fr", "DE"}, "de"},
		{"", []string{"fr-FR", "den"}, "en"}, {"de", []string{"en"}, "de"}, {"en", []string{"de"}, "en"},
	} {
		if got := LanguageFor(c.asked, c.preferred); string(got) != c.want {
			t.Errorf("asked %q, preferred %q: %s, want %s", c.asked, c.preferred, string(got), c.want)
		}
	}
}

// TestSentencesInGerman: sentences put together from several texts, for their grammar and the order of their values.
func TestSentencesInGerman(t *testing.T) {
	speakIn(t, "de")
	mse, base, accuracy, half := .04, 1.6, .9, .3
	regression := Metrics{Test: &Scores{MSE: &mse, Rows: 10}, BaselineTest: &Scores{MSE: &base, Rows: 10}}
	classes := Metrics{Test: &Scores{Accuracy: &accuracy, Rows: 50},
		BaselineTest: &Scores{Accuracy: &half, Rows: 50}}
	iris := Info{Task: "classification", Baseline: &Baseline{Name: "commonest class (setosa)"}}
	for _, c := range []struct{ got, want string }{
		{CompareSentence(regression, Info{Target: "y"}),
			"Auf den Testzeilen ist der Fehler 40-mal kleiner als mit der Vorhersage „Mittelwert von y“."},
		{CompareSentence(classes, iris), "45 von 50 Testzeilen sind richtig benannt; 15 mit der Vorhersage " +
			"„häufigste Klasse (setosa)“."},
		{LeftOutSentence([]int{3, 5}, 2), "2 Zeilen mit fehlenden Werten bleiben weg: Zeilen 3, 5."},
		{Predicted{Rows: 8, MissingCount: 2, Missing: []Missing{{4, "x1"}, {6, "x2"}}}.Sentence(),
			"8 von 10 Zeilen vorhergesagt: in Zeile 4 fehlt x1, in Zeile 6 fehlt x2."},
		{settingRange("initRadius"), "über 0, höchstens 20"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func settingRange(name string) string {
	for _, g := range SettingGroups() {
		for _, s := range g.Settings {
			if s.Name == name {
				return s.Range
			}
		}
	}
	return ""
}
