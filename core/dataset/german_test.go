package dataset

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// formatAt is where the calls that speak take their text.
var formatAt = map[string]int{"fail": 1, "say": 0, "note": 0}

// spokenTexts returns every text that the package's source says, and fails the test where one is no constant.
func spokenTexts(t *testing.T) []string {
	t.Helper()
	var texts []string
	for _, s := range signatures {
		texts = append(texts, s.message)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	positions := token.NewFileSet()
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(positions, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				texts = append(texts, saidBy(t, positions, call)...)
			}
			return true
		})
	}
	return texts
}

func saidBy(t *testing.T, positions *token.FileSet, call *ast.CallExpr) []string {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	if name == "count" && len(call.Args) == 2 {
		noun, _ := constant(call.Args[1])
		return []string{"1 " + noun, "%d " + noun + "s"}
	}
	at, speaks := formatAt[name]
	if !speaks {
		return nil
	}
	text, ok := constant(call.Args[at])
	switch argument := call.Args[at].(type) {
	case *ast.Ident: // the format of fail, say and note, handed on
		if argument.Name == "format" {
			return nil
		}
	case *ast.CallExpr: // a note that say says
		return nil
	}
	where := positions.Position(call.Pos())
	switch {
	case ok:
		return []string{text}
	case where.Filename != "german.go": // count's own
		t.Errorf("%v: the text is no constant", where)
	}
	return nil
}

// constant evaluates texts joined by +.
func constant(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil
	case *ast.BinaryExpr:
		a, known := constant(e.X)
		b, too := constant(e.Y)
		return a + b, known && too && e.Op == token.ADD
	case *ast.Ident:
		s, known := map[string]string{"howToSave": howToSave, "howToSaveUTF8": howToSaveUTF8}[e.Name]
		return s, known
	}
	return "", false
}

// TestEverythingIsSaidInGerman holds the table against the sources, both ways, and the values that each text takes.
func TestEverythingIsSaidInGerman(t *testing.T) {
	verb := regexp.MustCompile(`%[.0-9]*[a-z%]`)
	texts := spokenTexts(t)
	if len(texts) < 90 {
		t.Fatalf("found %d texts", len(texts))
	}
	for _, text := range texts {
		bare := strings.TrimSpace(verb.ReplaceAllString(text, ""))
		if _, found := germanWords[text]; !found && bare != "" {
			t.Errorf("German lacks %q", text)
		}
	}
	for text, translated := range germanWords {
		if !slices.Contains(texts, text) {
			t.Errorf("%q is said nowhere", text)
		}
		if a, b := verb.FindAllString(text, -1), verb.FindAllString(translated, -1); !slices.Equal(a, b) {
			t.Errorf("%q takes %v, %q %v", translated, b, text, a)
		}
	}
}

// TestErrorsInGerman: where an error stands, values that are words themselves, and counts of one and of many.
func TestErrorsInGerman(t *testing.T) {
	readAs := func(text string) error { _, err := ReadCSV("a.csv", []byte(text), ReadOptions{}); return err }
	frameOf := func(text string) error { _, err := read(t, text).Frame("y", []string{"x"}, Regression); return err }
	for _, c := range []struct {
		err  error
		want string
	}{
		{readAs(""), "a.csv: Die Datei ist leer. Eine Datei mit einer Kopfzeile und mindestens zwei Zeilen wählen."},
		{readAs("%PDF-1.7 "), "a.csv: Dies ist ein PDF-Dokument, keine CSV-Datei. Die Tabelle daraus in eine Tabellenkalkulation kopieren und von dort als CSV sichern."},
		{readAs("x,y\n1,2\n1\n"), "a.csv: Zeile 3 hat 1 Zelle, erwartet sind 2 wie in der ersten Zeile. Dort Zellen ergänzen oder entfernen, und Text, der das Trennzeichen \",\" enthält, in Anführungszeichen setzen."},
		{readAs("x,y\n1,2\n"), "a.csv: Die Daten haben nur 1 Zeile; verlangt sind mindestens 2."},
		{frameOf("x,y\n1,2\n,3\n2,\n"), "Nur 1 Zeile hat in allen gewählten Spalten einen Wert; verlangt sind mindestens 2. Die Spalten mit den meisten fehlenden Werten weglassen."},
		{frameOf("x,y\n3,2\n3,3\n3,4\n"), "Spalte \"x\" hat in allen verwendbaren Zeilen denselben Wert: Keine Teilung kann sie verwenden. Sie weglassen."},
	} {
		e, ok := c.err.(*Error)
		if !ok || !strings.HasSuffix(e.InGerman(), c.want) {
			t.Errorf("%v in German, want %q; got %q", c.err, c.want, e.InGerman())
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
	got := slices.Concat(table.German, frame.German)
	want := []string{
		"1 leere Zeile übergangen.",
		"Spalte \"x\" hat 1 fehlenden Wert, zuerst in Zeile 3.",
		"Spalte \"when\" enthält Datumsangaben, die so nicht zu verwenden sind: als Tage lesen lassen oder weglassen.",
		"Spalte \"empty\" hat 4 fehlende Werte, zuerst in Zeile 2.",
		"Spalte \"when\" bleibt weg: Sie enthält Datumsangaben.",
		"Spalte \"empty\" bleibt weg: Sie hat in keiner Zeile einen Wert.",
		"1 Zeile mit fehlendem Wert weggelassen.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("notes\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(table.German) != len(table.Notes) || len(frame.German) != len(frame.Notes) {
		t.Errorf("%d and %d notes, %d and %d in German", len(table.Notes), len(frame.Notes), len(table.German), len(frame.German))
	}
	days, err := ReadCSV("d.csv", []byte("d,y\n1/2/2024,2\n3/4/2024,3\n"), ReadOptions{Kinds: map[string]string{"d": AsDays}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "Spalte \"d\" wird als Tage seit 1970-01-01 gelesen, der Monat vor dem Tag (keine Zelle zeigt, welches gilt; mit 2024-12-31 ist es sicher)."; !slices.Contains(days.German, want) {
		t.Errorf("notes %q lack %q", days.German, want)
	}
}
