package logic

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoBrowser: no file here imports what works in a browser alone, and every file of the panels says that it needs
// one.
func TestNoBrowser(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil || len(names) < 10 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			path := strings.Trim(i.Path.Value, `"`)
			if path == "syscall/js" || strings.HasPrefix(path, "dcctree/wasm/") ||
				strings.Contains(strings.SplitN(path, "/", 2)[0], ".") {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
	panels, err := filepath.Glob("../*.go")
	if err != nil || len(panels) < 10 {
		t.Fatal(panels, err)
	}
	for _, name := range panels {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(name) != "doc.go" && !strings.HasPrefix(string(body), "//go:build js && wasm\n") {
			t.Errorf("%s needs no browser: it belongs here", name)
		}
	}
}
