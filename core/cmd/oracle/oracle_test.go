// Tests of the oracle: it passes the reference values and fails on wrong ones.

package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var shared = filepath.Join("..", "..", "..", "..", "shared")

func fixtureFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(shared, "fixtures", "logdensity.json")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Skip("../shared/fixtures/logdensity.json is absent")
	}
	return path
}

// TestReferenceValuesPass: Stan's values, all 76 cases.
func TestReferenceValuesPass(t *testing.T) {
	var out strings.Builder
	passed, err := run(&out, []string{fixtureFile(t)}, "", false)
	if err != nil || !passed || !strings.Contains(out.String(), "76 of 76 cases pass") {
		t.Errorf("%v %v\n%s", passed, err, out.String())
	}
}

// TestWrongValuesFail changes one number of one case at a time.
func TestWrongValuesFail(t *testing.T) {
	text, err := os.ReadFile(fixtureFile(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{"log_density", "log_lik", "log_topology_prior", "gradient"} {
		var file map[string]any
		if err := json.Unmarshal(text, &file); err != nil {
			t.Fatal(err)
		}
		c := file["cases"].([]any)[3].(map[string]any)
		if g, ok := c[field].([]any); ok {
			g[1] = g[1].(float64)*1.001 + 1
		} else {
			c[field] = c[field].(float64) * (1 + 1e-9)
		}
		changed, err := json.Marshal(file)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "changed.json")
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		passed, err := run(&out, []string{path}, filepath.Join(shared, "data", "paper"), true)
		if err != nil || passed {
			t.Errorf("%s: passed %v, %v", field, passed, err)
		}
		var reports []report
		if err := json.Unmarshal([]byte(out.String()), &reports); err != nil || reports[0].Passed != 75 || reports[0].Cases != 76 {
			t.Errorf("%s: %v %d of %d", field, err, reports[0].Passed, reports[0].Cases)
		}
	}
}

func TestUnusableFilesAreNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "broken.json")
	for _, text := range []string{"{", `{"cases":[]}`, `{"cases":[{"gradient":[1],"dataset":"mars"}]}`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := run(&strings.Builder{}, []string{path}, "", false); err == nil || !strings.Contains(err.Error(), "broken.json") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
