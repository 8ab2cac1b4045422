package study

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestSettingsAreToldInGerman: each text of the table is said somewhere, and takes the same values in both languages.
func TestSettingsAreToldInGerman(t *testing.T) {
	var source strings.Builder
	for _, pattern := range []string{"*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, error %v", pattern, len(files), err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") || name == "german.go" {
				continue
			}
			body, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			source.WriteString(joined(body))
		}
	}
	verb := regexp.MustCompile(`%[a-z]`)
	for text, translated := range germanSettings {
		if !strings.Contains(source.String(), ", "+strconv.Quote(text)) {
			t.Errorf("%q is said nowhere", text)
		}
		if a, b := verb.FindAllString(text, -1), verb.FindAllString(translated, -1); !slices.Equal(a, b) {
			t.Errorf("%q takes %v, %q %v", translated, b, text, a)
		}
	}
}

// joined writes calls on one line, and a text that is written in parts as one.
func joined(source []byte) string {
	text := regexp.MustCompile(`"\s*\+\s*"`).ReplaceAllString(string(source), "")
	return regexp.MustCompile(`,\s+`).ReplaceAllString(regexp.MustCompile(`\(\s+`).ReplaceAllString(text, "("), ", ")
}

// TestSettingFaultInGerman: a fault with German, one without, and one that stands in another.
func TestSettingFaultInGerman(t *testing.T) {
	f := SettingFault("holdout", "is %v; it must be a number from %v to %v", 2, 0, 0.9)
	if want := "holdout ist 2; verlangt ist eine Zahl von 0 bis 0.9"; f.German != want || f.InGerman() != want {
		t.Errorf("%q and %q, want %q", f.German, f.InGerman(), want)
	}
	if f := SettingFault("settings", "must be one object of names and values"); f.German != "" || f.InGerman() != f.Message {
		t.Errorf("what only a program meets: %q, %q", f.German, f.InGerman())
	}
	table := map[string]string{"because of %v": "wegen %v"}
	if got := German(table, "because of %v", []any{f}); got != "wegen "+f.German {
		t.Errorf("a fault in another: %q", got)
	}
	if got := German(table, "because of %v", []any{errors.New("no words")}); got != "wegen no words" {
		t.Errorf("an error without German: %q", got)
	}
}
