package words

import (
	"slices"
	"testing"
)

// TestTranslations: one for each language but English, and English where there is none.
func TestTranslations(t *testing.T) {
	say := func(l Lang) []string { return []string{string(l), "x"} }
	english, others := Both(say)
	if !slices.Equal(english, say(English)) || len(others) != len(Languages())-1 || others["en"] != nil {
		t.Errorf("%q and %q", english, others)
	}
	for _, l := range append(Languages(), "") {
		want := l
		if l == "" {
			want = English
		}
		if said := others.In(l, english); said[0] != string(want) {
			t.Errorf("in %q: %q", l, said)
		}
	}
	if said := Translations[string](nil).In("de", "English"); said != "English" {
		t.Errorf("without translations: %q", said)
	}
}
