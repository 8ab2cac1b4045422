// This file tests that docs/hosting.md and the file for hosts say the very headers that the server sends.

package serve

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestHostingSaysTheHeaders(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "hosting.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]string{}
	for _, m := range regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$").FindAllStringSubmatch(string(text), -1) {
		blocks[m[1]] = m[2]
	}
	for _, host := range []string{"nginx", "apache", "caddy"} {
		for _, policy := range []string{Policy, EmbedPolicy} {
			if n := strings.Count(blocks[host], `"`+policy+`"`); n != 1 {
				t.Errorf("%s: the policy %q stands there %d times", host, policy, n)
			}
		}
		for name, value := range securityHeaders {
			if strings.ContainsAny(value, " ;") {
				value = `"` + value + `"`
			}
			if name != policyHeader && !strings.Contains(blocks[host], " "+name+" "+value) {
				t.Errorf("%s lacks %s: %s", host, name, value)
			}
		}
		if !strings.Contains(blocks[host], " "+cacheHeader+" "+cacheRule) {
			t.Errorf("%s lacks %s: %s", host, cacheHeader, cacheRule)
		}
	}
	if blocks["text"] != hostHeaders() {
		t.Errorf("the file for hosts is\n%s\nand the document has\n%s", hostHeaders(), blocks["text"])
	}
}

// TestHostHeaders reads the file as those hosts do: each page of the site gets its policy, once.
func TestHostHeaders(t *testing.T) {
	s := ownSite(t)
	names, err := s.Names()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !strings.HasSuffix(name, ".html") && name != keeperName {
			continue
		}
		want := Policy
		if name == embedName {
			want = EmbedPolicy
		}
		got := map[string][]string{}
		matches := false
		for line := range strings.Lines(hostHeaders()) {
			line = strings.TrimSuffix(line, "\n")
			if key, value, found := strings.Cut(strings.TrimSpace(line), ": "); found && matches {
				got[key] = append(got[key], value)
			} else if !found {
				prefix, all := strings.CutSuffix(line, "*")
				matches = line == "/"+name || all && strings.HasPrefix("/"+name, prefix)
			}
		}
		for key, value := range securityHeaders {
			if key == policyHeader {
				value = want
			}
			if len(got[key]) != 1 || got[key][0] != value {
				t.Errorf("%s: %s is %q, want %q once", name, key, got[key], value)
			}
		}
	}
}
