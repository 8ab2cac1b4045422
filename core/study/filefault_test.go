package study

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"dcctree/core/words"
)

// TestFaultsOfFilesHaveWords: the part of the file, and what is wrong with it.
func TestFaultsOfFilesHaveWords(t *testing.T) {
	call, found := regexp.MustCompile(`\bfileFault\([\w.]+, "([^"]*)", "([^"]*)"`), 0
	for _, name := range []string{"file.go", "session.go"} {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range call.FindAllStringSubmatch(string(body), -1) {
			found++
			if !words.Has("session.field."+strings.ReplaceAll(m[1], " ", "")) || !words.Has(m[2]) {
				t.Errorf("no catalogue has %q, or %q", m[1], m[2])
			}
		}
	}
	if found < 18 {
		t.Errorf("found %d calls", found)
	}
}

// TestAFaultInGerman: one with a plain text, one with a value.
func TestAFaultInGerman(t *testing.T) {
	for _, c := range []struct{ data, german string }{
		{"x,y\n", "Die Sitzungsdatei a ist nicht verwendbar (Anfang): Sie ist keine Sitzungsdatei. Eine " +
			"gespeicherte Sitzung wählen, oder eine Tabelle. Was auf dem Bildschirm ist, bleibt."},
		{magic + "9\n", "Die Sitzungsdatei a ist nicht verwendbar (Version): Die Datei hat die Version 9, " +
			"dieses Programm die ältere 4. Die Seite für das neueste Programm neu laden, oder die Datei " +
			"dort öffnen, wo sie gespeichert wurde. Was auf dem Bildschirm ist, bleibt."},
		{magic + "1\n", "Die Sitzungsdatei a ist nicht verwendbar (Version): Die Datei hat die Version 1, " +
			"dieses Programm die neuere 3. Die Datei dort öffnen, wo sie gespeichert wurde, oder ihre " +
			"Tabelle hier. Was auf dem Bildschirm ist, bleibt."},
	} {
		_, _, err := Decode("a", []byte(c.data))
		f, ok := err.(words.Speaker)
		if !ok || f.In("de") != c.german {
			t.Errorf("%q: %v; want in German %q", c.data, err, c.german)
		}
	}
}
