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
		if err := json.Unmarshal([]byte(out.String()), &reports); err != nil || reports[0].Passed != 75 ||
			reports[0].Cases != 76 {
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
		if _, err := run(&strings.Builder{}, []string{path}, "", false); err == nil ||
			!strings.Contains(err.Error(), "broken.json") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// evidenceFile writes the root-only and one-input exact cases, which are quick, and one estimate; change
// may spoil the exact case with the given number.
func evidenceFile(t *testing.T, change func(exact []any)) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(shared, "fixtures", "evidence.json"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("../shared/fixtures/evidence.json is absent")
	}
	var file map[string]any
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	exact := file["exact"].([]any)[:4]
	change(exact)
	file["exact"], file["estimates"] = exact, file["estimates"].([]any)[6:7]
	out, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "evidence.json")
	if err := os.WriteFile(path, out, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestExactEvidencesPass: three root-only trees, whose error is 0, and a stump by quadrature.
func TestExactEvidencesPass(t *testing.T) {
	var out strings.Builder
	path := evidenceFile(t, func([]any) {})
	passed, err := run(&out, []string{path}, filepath.Join(shared, "data", "paper"), false)
	if err != nil || !passed || !strings.Contains(out.String(), "4 of 4 exact cases pass") ||
		!strings.Contains(out.String(), "1 of 1 estimates") {
		t.Errorf("%v %v\n%s", passed, err, out.String())
	}
}

// TestWrongEvidencesFail: a root-only value off by 1e-5 and a stump's off by .1.
func TestWrongEvidencesFail(t *testing.T) {
	path := evidenceFile(t, func(exact []any) {
		for i, by := range map[int]float64{1: 1e-5, 3: .1} {
			c := exact[i].(map[string]any)
			c["log_evidence"] = c["log_evidence"].(float64) + by
		}
	})
	var out strings.Builder
	passed, err := run(&out, []string{path}, filepath.Join(shared, "data", "paper"), true)
	var reports []evidenceReport
	if err != nil || passed || json.Unmarshal([]byte(out.String()), &reports) != nil {
		t.Fatalf("%v %v\n%s", passed, err, out.String())
	}
	if r := reports[0]; r.Exact != 4 || r.Good != 2 || r.Results[1].Pass || r.Results[3].Pass ||
		!r.Results[0].Pass {
		t.Errorf("%+v", r)
	}
}

// TestBestValue: exact before sequential Monte Carlo before bridge sampling, nothing that is warned of.
func TestBestValue(t *testing.T) {
	one, two := 1.0, 2.0
	for _, c := range []struct {
		c    evidenceCase
		want string
	}{
		{evidenceCase{Exact: &one, SMC: &source{Mean: &two}}, "exact"},
		{evidenceCase{SMC: &source{Mean: &two}, Bridge: &source{Median: &one}}, "smc"},
		{evidenceCase{SMC: &source{Mean: &two, Warning: "scatter"}, Bridge: &source{Median: &one}}, "bridge"},
		{evidenceCase{Bridge: &source{Median: &one, Warning: "not converged"}}, "warned of"},
	} {
		if _, from := c.c.value(); from != c.want {
			t.Errorf("value from %s, want %s", from, c.want)
		}
	}
}
