package logic

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
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

var formatVerb = regexp.MustCompile(`%(\[\d+\])?[sd%]`)

// verbs lists what a text takes from its values: the verb of each by its number, and nothing of "%%".
func verbs(words string) string {
	at, list := 0, map[int]string{}
	for _, v := range formatVerb.FindAllString(words, -1) {
		if v == "%%" {
			continue
		}
		at++
		if strings.HasPrefix(v, "%[") {
			fmt.Sscanf(v, "%%[%d]", &at)
		}
		list[at] = v[len(v)-1:]
	}
	var out []string
	for _, n := range slices.Sorted(maps.Keys(list)) {
		out = append(out, fmt.Sprint(n, list[n]))
	}
	return strings.Join(out, " ")
}

// TestLanguagesAreComplete: each language has the keys of English, takes the same values in the same places, and leaves
// no text empty.
func TestLanguagesAreComplete(t *testing.T) {
	for _, l := range languages[1:] {
		for key, words := range English {
			said, found := l.Texts[key]
			switch {
			case !found:
				t.Errorf("%s lacks %q", l.Tag, key)
			case said == "" && words != "":
				t.Errorf("%s leaves %q empty", l.Tag, key)
			case verbs(said) != verbs(words):
				t.Errorf("%s, %s: %q takes %s, English %s", l.Tag, key, said, verbs(said), verbs(words))
			}
			bare := strings.Contains(formatVerb.ReplaceAllString(said, ""), "%")
			if doubled := strings.Contains(said, "%%"); verbs(said) != "" && bare || verbs(said) == "" && doubled {
				t.Errorf("%s, %s: percent signs in %q", l.Tag, key, said)
			}
		}
		for key := range l.Texts {
			if _, found := English[key]; !found {
				t.Errorf("%s has %q, which English lacks", l.Tag, key)
			}
		}
	}
}

// sameInGerman are the texts that are the same in both languages: names, symbols, numbers alone, and words that German
// shares.
var sameInGerman = strings.Fields("across.made checks.h compare.mse diagnostics.good.khat footer.version lock.fetch lock.socket lock.xhr " +
	"offline.none paper.cart paper.paper model.paper run.pause take.csv take.html take.json take.link take.mysql take.png take.python take.r take.svg " +
	"embed.element compare.cart diag.bad diag.bfmi diag.parameter diag.rhat all.scores left.mse left.seconds model.fast task.auto task.auto.other tree.zoom whatif.class checks.prior")

func TestGermanIsNotEnglish(t *testing.T) {
	for key, words := range English {
		if German[key] == words && !slices.Contains(sameInGerman, key) {
			t.Errorf("%s: %q in both languages", key, words)
		}
		if German[key] != words && slices.Contains(sameInGerman, key) {
			t.Errorf("%s is listed as the same in both languages, and is not", key)
		}
	}
}

// TestFiguresSpeakTheLanguages: the page asks for figures in its own language.
func TestFiguresSpeakTheLanguages(t *testing.T) {
	for _, l := range languages {
		if !slices.Contains(words.Languages(), l.Lang()) {
			t.Errorf("figures do not speak %s", l.Tag)
		}
	}
}

// TestStepsAreToldInTheLanguageOfThePage, and in English where a session holds nothing else.
func TestStepsAreToldInTheLanguageOfThePage(t *testing.T) {
	both := Entry{Words: "Measured.", German: "Gemessen."}
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
		{"", nil, "en"}, {"", []string{"de-AT", "en"}, "de"}, {"", []string{"en-GB", "de"}, "en"}, {"", []string{"fr", "DE"}, "de"},
		{"", []string{"fr-FR", "den"}, "en"}, {"de", []string{"en"}, "de"}, {"en", []string{"de"}, "en"},
	} {
		if got := LanguageFor(c.asked, c.preferred); got.Tag != c.want {
			t.Errorf("asked %q, preferred %q: %s, want %s", c.asked, c.preferred, got.Tag, c.want)
		}
	}
}

// TestSentencesInGerman: sentences put together from several texts, for their grammar and the order of their values.
func TestSentencesInGerman(t *testing.T) {
	speakIn(t, "de")
	mse, base, accuracy, half := .04, 1.6, .9, .3
	regression := Metrics{Test: &Scores{MSE: &mse, Rows: 10}, BaselineTest: &Scores{MSE: &base, Rows: 10}}
	classes := Metrics{Test: &Scores{Accuracy: &accuracy, Rows: 50}, BaselineTest: &Scores{Accuracy: &half, Rows: 50}}
	iris := Info{Task: "classification", Baseline: &Baseline{Name: "commonest class (setosa)"}}
	for _, c := range []struct{ got, want string }{
		{CompareSentence(regression, Info{Target: "y"}), "Auf den Testzeilen ist der Fehler 40-mal kleiner als mit der Vorhersage „Mittelwert von y“."},
		{CompareSentence(classes, iris), "45 von 50 Testzeilen sind richtig benannt; 15 mit der Vorhersage „häufigste Klasse (setosa)“."},
		{LeftOutSentence([]int{3, 5}, 2), "2 Zeilen mit fehlenden Werten bleiben weg: Zeilen 3, 5."},
		{Predicted{Rows: 8, MissingCount: 2, Missing: []Missing{{4, "x1"}, {6, "x2"}}}.Sentence(), "8 von 10 Zeilen vorhergesagt: in Zeile 4 fehlt x1, in Zeile 6 fehlt x2."},
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
