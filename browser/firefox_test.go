// This file runs scripts in Firefox, driven by puppeteer-core, and compares digests there with the native ones.

//go:build browser

package browser

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"
	"time"
)

// inFirefox opens the bare page in Firefox, runs the body of an async function and returns its value.
func inFirefox[T any](t *testing.T, server, body string, limit time.Duration) T {
	t.Helper()
	order, err := json.Marshal(map[string]any{"url": server + "/bare", "script": body, "limit": limit.Milliseconds()})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "firefox/evaluate.mjs")
	cmd.Stdin = bytes.NewReader(order)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("Firefox: %v\n%s", err, complaints.String())
	}
	var answer struct {
		Value   T
		Version string
		Errors  []string
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatalf("Firefox answers %.200q: %v", text, err)
	}
	if len(answer.Errors) > 0 {
		t.Errorf("the page threw: %q", answer.Errors)
	}
	t.Log(answer.Version)
	return answer.Value
}

// TestSameBitsInFirefox: the digest of a whole run and those of all jobs are the native ones.
func TestSameBitsInFirefox(t *testing.T) {
	for _, c := range sets {
		t.Run(c.file, func(t *testing.T) {
			text := table(t, c.file)
			native := nativeRun(t, c, text)
			got := inFirefox[digested](t, shared.served, `const {create} = await import("./dcctree.js");`+c.script(text, 2), patience*4)
			compare(t, "Firefox, 2 workers", native, got, c.whole)
		})
	}
}
