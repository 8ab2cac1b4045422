// This file tests the page that says what is promised about privacy.

package serve

import (
	"regexp"
	"strings"
	"testing"
)

// TestPrivacyPage: it leads to files of the site alone, runs nothing, and has the table of at least 60 ways in four
// deployments and two browsers, on the site and inside the single file.
func TestPrivacyPage(t *testing.T) {
	s := realSite(t)
	f, err := s.Open(privacyName)
	if err != nil {
		t.Fatal(err)
	}
	page := string(f.Body)
	links := regexp.MustCompile(`<a href="([^"]*)"`).FindAllStringSubmatch(page, -1)
	if len(links) < 2 {
		t.Errorf("%d links are looked at: the pattern finds too few", len(links))
	}
	for _, link := range links {
		if _, err := s.Open(link[1]); link[1] != "./" && err != nil {
			t.Errorf("the page leads to %s: %v", link[1], err)
		}
	}
	if strings.Contains(page, "<script") {
		t.Error("the page runs a script")
	}
	for name, text := range map[string]string{"the page": page, "the single file": single(t, s)} {
		rows := regexp.MustCompile(
			`(?s)<tr>\s*(?:<td>[^<]*</td>\s*|<td><strong>[^<]*</strong></td>\s*){10}</tr>`).
			FindAllString(text, -1)
		if len(rows) < 60 {
			t.Errorf("%s has a table of %d lines", name, len(rows))
		}
	}
}
