// This file tests that the lessons are published under the page's policy and cost a first visit of the page nothing.

package serve

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// lessons are the pages in site/learn.
var lessons = []string{"learn/index.html", "learn/posterior.html", "learn/evidence.html", "learn/interval.html",
	"learn/table.html"}

func TestLessonsStateThePolicy(t *testing.T) {
	root, err := FindRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range lessons {
		text, err := os.ReadFile(filepath.Join(root, "site", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		at := strings.Index(string(text), `<meta http-equiv="Content-Security-Policy" content="`+MetaPolicy()+
			`">`)
		if at < 0 {
			t.Errorf("%s lacks the policy", name)
		}
		for _, loading := range []string{"<script", "<link", "<img", "<style"} {
			if first := strings.Index(string(text), loading); first >= 0 && first < at {
				t.Errorf("%s: %s stands before the policy and is not bound by it", name, loading)
			}
		}
		for _, inline := range []string{" style=", " onclick=", "<script>", "<style"} {
			if strings.Contains(string(text), inline) {
				t.Errorf("%s holds %s, which the policy refuses", name, inline)
			}
		}
	}
}

// The lessons belong to the site; the page links to them, but opening it loads none of their files, and the service
// worker keeps none.
func TestLessonsCostAFirstVisitNothing(t *testing.T) {
	root, err := FindRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	built := t.TempDir() // in place of the binary, which takes long to build
	for _, name := range []string{WasmName, LoaderName} {
		if err := os.WriteFile(filepath.Join(built, name), []byte("built"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := OpenSite(root, built)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all, err := s.Names()
	if err != nil {
		t.Fatal(err)
	}
	visit, err := FirstVisit(s)
	if err != nil || !slices.Contains(visit, "style.css") {
		t.Fatalf("%v, %v", visit, err)
	}
	for _, name := range append(lessons, "learn/learn.css", "learn/learn.js", "learn/soft.js", "learn/posterior.js",
		"learn/evidence.js", "learn/interval.js", "learn/table.js", "learn/pots.js") {
		if !slices.Contains(all, name) {
			t.Errorf("%s is not part of the site", name)
		}
	}
	for _, name := range visit {
		if strings.HasPrefix(name, "learn/") {
			t.Errorf("a first visit loads %s", name)
		}
	}
	page, err := s.Open("index.html")
	if err != nil || !strings.Contains(string(page.Body), `href="learn/index.html"`) {
		t.Errorf("the page does not lead to the lessons (%v)", err)
	}
}
