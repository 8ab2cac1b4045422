package dataset

import (
	"slices"
	"strings"
	"testing"

	"dcctree/core/words"
)

// TestErrorsInGerman: where an error stands, values that are words themselves, and counts of one and of many.
func TestErrorsInGerman(t *testing.T) {
	readAs := func(text string) error { _, err := ReadCSV("a.csv", []byte(text), ReadOptions{}); return err }
	frameOf := func(text string) error { _, err := read(t, text).Frame("y", []string{"x"}, Regression); return err }
	for _, c := range []struct {
		err  error
		want string
	}{
		{readAs(""), "a.csv: Die Datei ist leer. Eine Datei mit einer Kopfzeile und mindestens zwei Zeilen " +
			"wählen."},
		{readAs("%PDF-1.7 "), "a.csv: Dies ist ein PDF-Dokument, keine CSV-Datei. Die Tabelle daraus in eine " +
			"Tabellenkalkulation kopieren und von dort als CSV sichern."},
		{readAs("x,y\n1,2\n1\n"), "a.csv: Zeile 3 hat 1 Zelle, erwartet sind 2 wie in der ersten Zeile. Dort " +
			"Zellen ergänzen oder entfernen, und Text, der das Trennzeichen \",\" enthält, in " +
			"Anführungszeichen setzen."},
		{readAs("x,y\n1,2\n"), "a.csv: Die Daten haben nur 1 Zeile; verlangt sind mindestens 2."},
		{frameOf("x,y\n1,2\n,3\n2,\n"), "Nur 1 Zeile hat in allen gewählten Spalten einen Wert; verlangt " +
			"sind mindestens 2. Die Spalten mit den meisten fehlenden Werten weglassen."},
		{frameOf("x,y\n3,2\n3,3\n3,4\n"), "Spalte \"x\" hat in allen verwendbaren Zeilen denselben Wert: " +
			"Keine Teilung kann sie verwenden. Sie weglassen."},
	} {
		e, ok := c.err.(*Error)
		if !ok || !strings.HasSuffix(e.In("de"), c.want) {
			t.Errorf("%v in German, want %q; got %q", c.err, c.want, e.In("de"))
		}
	}
}

// TestNotesInGerman: the notes of a table and of a frame have their German beside them, one for one.
func TestNotesInGerman(t *testing.T) {
	table := read(t, "x,when,empty,y\n1,31/12/2023,,2\n,1/1/2024,,3\n\n4,2/1/2024,,5\n9,3/1/2024,,7\n")
	frame, err := table.Frame("y", nil, Regression)
	if err != nil {
		t.Fatal(err)
	}
	got := slices.Concat(words.All("de", table.Notes), words.All("de", frame.Notes))
	want := []string{
		"1 leere Zeile übergangen.",
		"Spalte \"x\" hat 1 fehlenden Wert, zuerst in Zeile 3.",
		"Spalte \"when\" enthält Datumsangaben, die so nicht zu verwenden sind: als Tage lesen lassen oder " +
			"weglassen.",
		"Spalte \"empty\" hat 4 fehlende Werte, zuerst in Zeile 2.",
		"Spalte \"when\" bleibt weg: Sie enthält Datumsangaben.",
		"Spalte \"empty\" bleibt weg: Sie hat in keiner Zeile einen Wert.",
		"1 Zeile mit fehlendem Wert weggelassen.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("notes\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(words.All("de", table.Notes)) != len(words.All("en", table.Notes)) ||
		len(words.All("de", frame.Notes)) != len(words.All("en", frame.Notes)) {
		t.Errorf("%d and %d notes, %d and %d in German", len(words.All("en", table.Notes)),
			len(words.All("en", frame.Notes)), len(words.All("de", table.Notes)),
			len(words.All("de", frame.Notes)))
	}
	days, err := ReadCSV("d.csv", []byte("d,y\n1/2/2024,2\n3/4/2024,3\n"),
		ReadOptions{Kinds: map[string]string{"d": AsDays}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "Spalte \"d\" wird als Tage seit 1970-01-01 gelesen, der Monat vor dem Tag (keine Zelle zeigt, " +
		"welches gilt; mit 2024-12-31 ist es sicher)."; !slices.Contains(words.All("de", days.Notes), want) {
		t.Errorf("notes %q lack %q", words.All("de", days.Notes), want)
	}
}
