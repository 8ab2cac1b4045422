package study

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestFaultsAreToldInGerman holds both tables against the sources, both ways, and the values that each text takes.
func TestFaultsAreToldInGerman(t *testing.T) {
	call := regexp.MustCompile(`\bfileFault\((?:file|s\.Name), "([^"]*)", (?:("(?:[^"\\]|\\.)*")|(damaged))`)
	verb := regexp.MustCompile(`%[a-z]`)
	var fields, texts []string
	for _, name := range []string{"file.go", "session.go"} {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source := joined(body)
		found := call.FindAllStringSubmatch(source, -1)
		calls := strings.Count(source, "fileFault(file") + strings.Count(source, "fileFault(s.") - strings.Count(source, "func fileFault(file")
		if len(found) == 0 || len(found) != calls {
			t.Fatalf("%s: %d of %d calls are understood", name, len(found), calls)
		}
		for _, m := range found {
			text := damaged
			if m[3] == "" {
				if text, err = strconv.Unquote(m[2]); err != nil {
					t.Fatal(err)
				}
			}
			fields, texts = append(fields, m[1]), append(texts, text)
		}
	}
	for i, text := range texts {
		if germanFaults[text] == "" || germanFields[fields[i]] == "" {
			t.Errorf("German lacks %q, or %q", text, fields[i])
		}
	}
	for text, translated := range germanFaults {
		if !slices.Contains(texts, text) {
			t.Errorf("%q is said nowhere", text)
		}
		if a, b := verb.FindAllString(text, -1), verb.FindAllString(translated, -1); !slices.Equal(a, b) {
			t.Errorf("%q takes %v, %q %v", translated, b, text, a)
		}
	}
	for field := range germanFields {
		if !slices.Contains(fields, field) {
			t.Errorf("nothing is said of %q", field)
		}
	}
}

// TestAFaultInGerman: one with a plain text, one with a value.
func TestAFaultInGerman(t *testing.T) {
	for _, c := range []struct{ data, german string }{
		{"x,y\n", "Die Sitzungsdatei a ist nicht verwendbar (Anfang): Sie ist keine Sitzungsdatei. Eine gespeicherte Sitzung wählen, oder eine Tabelle. Was auf dem Bildschirm ist, bleibt."},
		{magic + "9\n", "Die Sitzungsdatei a ist nicht verwendbar (Version): Die Datei hat die Version 9, dieses Programm die ältere 3. Die Seite für das neueste Programm neu laden, oder die Datei dort öffnen, wo sie gespeichert wurde. Was auf dem Bildschirm ist, bleibt."},
		{magic + "1\n", "Die Sitzungsdatei a ist nicht verwendbar (Version): Die Datei hat die Version 1, dieses Programm die neuere 3. Die Datei dort öffnen, wo sie gespeichert wurde, oder ihre Tabelle hier. Was auf dem Bildschirm ist, bleibt."},
	} {
		_, _, err := Decode("a", []byte(c.data))
		f, ok := err.(interface{ InGerman() string })
		if !ok || f.InGerman() != c.german {
			t.Errorf("%q: %v; want in German %q", c.data, err, c.german)
		}
	}
}
