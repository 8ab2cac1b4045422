package serve

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The page for frames is index.html but for what embedChanges names, and answers with a policy that lets anybody frame
// it.
func TestEmbedIsThePage(t *testing.T) {
	s, root := repository(t)
	r := ask(s, "GET", "/embed.html")
	if got := r.Header.Get(policyHeader); r.StatusCode != 200 || got != EmbedPolicy ||
		strings.Contains(got, "frame-ancestors") {
		t.Errorf("status %d, policy %q", r.StatusCode, got)
	}
	text := body(t, r)
	for _, want := range []string{`<html lang="en" class="embed">`, `content="` + EmbedPolicy + `"`,
		`<script type="module" src="embed.js"></script>` + "\n" + `<script type="module" src="page.js">`} {
		if !strings.Contains(text, want) {
			t.Errorf("embed.html lacks %s", want)
		}
	}
	for _, not := range []string{"manifest", "frame-ancestors"} {
		if strings.Contains(text, not) {
			t.Errorf("embed.html holds %q", not)
		}
	}
	back := text
	for _, c := range slices.Backward(embedChanges) {
		if c.to != "" {
			back = strings.Replace(back, c.to, c.from, 1)
		}
	}
	if want := strings.Replace(page, embedChanges[2].from, "", 1); back != want {
		t.Errorf("taken back, embed.html is not index.html: %.400s", back)
	}
	edited := strings.Replace(page, "the same words", "other words", 1)
	if err := os.WriteFile(filepath.Join(root, "site", indexName), []byte(edited), 0o644); err != nil {
		t.Fatal(err)
	}
	if text := body(t, ask(s, "GET", "/embed.html")); !strings.Contains(text, "other words") {
		t.Error("after an edit of index.html the page for frames is the old one")
	}
	if err := os.WriteFile(filepath.Join(root, "site", indexName), []byte("no page"), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := ask(s, "GET", "/embed.html"); r.StatusCode != 500 {
		t.Errorf("made of a page without its marks: status %d", r.StatusCode)
	}
}

// A first visit of index.html and what the service worker keeps hold nothing of the page for frames, whoever names it;
// a published site does.
func TestEmbedCountsInNoFirstVisit(t *testing.T) {
	s, root := repository(t)
	for name, text := range map[string]string{"embed.js": "// frame", "worker.js": "// frames have embed.html"} {
		if err := os.WriteFile(filepath.Join(root, "site", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	names, err := FirstVisit(s)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(names, embedName) || slices.Contains(names, "embed.js") ||
		!slices.Contains(names, "worker.js") {
		t.Errorf("a first visit loads %v", names)
	}
	dir := filepath.Join(t.TempDir(), "site")
	if err := Publish(s, dir, ServeLevel); err != nil {
		t.Fatal(err)
	}
	if got := list(t, dir); !slices.Contains(got, embedName) || !slices.Contains(got, "embed.html.br") ||
		!slices.Contains(got, "embed.js") {
		t.Errorf("the published site holds %v", got)
	}
}
