// Tests of how fits of the eight tables are judged, by answers written down here.

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// keep writes an answer with two predicted numbers.
func keep(t *testing.T, dir, name string, evidence, first float64, outcome, logScore string) {
	t.Helper()
	text := fmt.Sprintf(`{"verdict": {"outcome": %q}, "evidence": {"log": %v, "rounds": [{}]},
		"predictions": [{"mean": %v, "sd": 2}, {"mean": 5, "sd": 4}],
		"scores": {"rows": 2, "rmse": %v, "logScore": %s}}`, outcome, evidence, first, first, logScore)
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func judgedTables(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := command(&out, append([]string{"tables"}, args...))
	return out.String(), err
}

func TestTablesAreJudged(t *testing.T) {
	dir := t.TempDir()
	keep(t, dir, "servo-1-1.json", -90, 3, "settled", "-2.9")
	keep(t, dir, "servo-1-2.json", -90.25, 4, "not-settled", "-3.1") // the first prediction .5 sd from seed 1's
	keep(t, dir, "servo-2-1.json", -80, 5, "settled", "-3.0")
	keep(t, dir, "servo-2-2.json", -81, 5, "settled", "-3.0")
	keep(t, dir, "glass-1-1.json", -80, 5, "not-known", "null")
	out, err := judgedTables(t, "-tables", dir, "-answers", dir, "-kept")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| servo | 4 | 3 | 4.25 | -3.000 | -3.246 | -3.008 | - | 1 of 2 within 0.5, largest 1.00 | 0.125 |",
		"| glass | 1 | 0 | 5 | -Inf | -1.105 | -1.000 | - | - | - |",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("got\n%s\nwant in it\n%s", out, want)
		}
	}
	for split := 3; split <= 5; split++ {
		keep(t, dir, fmt.Sprintf("servo-%d-1.json", split), -80, 5, "settled", "-3.0")
	}
	// now on all splits the log scores' mean is -3.000: above boosting's -3.002, the best of the peers
	if out, err := judgedTables(t, "-tables", dir, "-answers", dir, "-kept"); err != nil ||
		!strings.Contains(out, "-3.000 | -3.246 | -3.008 | 1 |") {
		t.Errorf("got %v\n%s", err, out)
	}
	if strings.Contains(out, "pima") {
		t.Error("a table without answers is judged")
	}
}

func TestTablesAreRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "servo-1-1.json"), []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-tables", dir}, "-answers DIR"},
		{[]string{"-tables", dir, "-answers", dir, "-splits", "one"}, "-splits one"},
		{[]string{"-tables", dir, "-answers", dir, "-names", "servo", "-kept"}, "no scores"},
		{[]string{"-tables", dir, "-answers", dir, "-names", "boston"}, "boston.csv"},
		{[]string{"-tables", dir, "-answers", dir, "-names", "bostn"}, "bostn"},
		{[]string{"-tables", dir, "-answers", filepath.Join(dir, "servo-1-1.json", "kept")}, "not a directory"},
	} {
		if _, err := judgedTables(t, c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q in it", c.args, err, c.want)
		}
	}
}
