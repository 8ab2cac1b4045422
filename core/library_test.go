// The code in docs/go-library.md is that of the examples, which the tests run.

package core_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var updateLibrary = flag.Bool("update-library", false, "write the examples' code into docs/go-library.md")

// declarations returns the sources of the examples' top-level declarations by name, with their comments; of an example
// its body.
func declarations(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("*/example*_test.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	out := map[string]string{}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if name, from, to := declared(d); name != "" {
				out[name] = dedented(string(text[set.Position(from).Offset:set.Position(to).Offset]))
			}
		}
	}
	return out
}

// declared returns name and extent of a declaration; no name for imports.
func declared(d ast.Decl) (name string, from, to token.Pos) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if strings.HasPrefix(d.Name.Name, "Example") {
			return d.Name.Name, d.Body.Lbrace + 1, d.Body.Rbrace
		}
		return d.Name.Name, start(d, d.Doc), d.End()
	case *ast.GenDecl:
		switch s := d.Specs[0].(type) {
		case *ast.TypeSpec:
			return s.Name.Name, start(d, d.Doc), d.End()
		case *ast.ValueSpec:
			return s.Names[0].Name, start(d, d.Doc), d.End()
		}
	}
	return "", 0, 0
}

func start(d ast.Decl, doc *ast.CommentGroup) token.Pos {
	if doc != nil {
		return doc.Pos()
	}
	return d.Pos()
}

// dedented takes the body of a function one tab to the left.
func dedented(text string) string {
	if strings.HasPrefix(text, "\n") {
		text = strings.ReplaceAll(text, "\n\t", "\n")
	}
	return strings.TrimSpace(text) + "\n"
}

// TestLibraryPage: a block stands behind a comment that names what it shows; every example is shown.
func TestLibraryPage(t *testing.T) {
	path := filepath.Join("..", "docs", "go-library.md")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all := declarations(t)
	shown := map[string]bool{}
	blocks := regexp.MustCompile("(?s)<!-- code: (.*?) -->\n```go\n(.*?)```\n")
	should := blocks.ReplaceAllStringFunc(string(page), func(block string) string {
		names := strings.Fields(blocks.FindStringSubmatch(block)[1])
		var parts []string
		for _, name := range names {
			if all[name] == "" {
				t.Fatalf("the examples declare no %s", name)
			}
			shown[name] = true
			parts = append(parts, all[name])
		}
		return fmt.Sprintf("<!-- code: %s -->\n```go\n%s```\n", strings.Join(names, " "),
			strings.Join(parts, "\n"))
	})
	if *updateLibrary {
		if err := os.WriteFile(path, []byte(should), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if should != string(page) {
		t.Error("docs/go-library.md shows other code than the examples: go test ./core -run LibraryPage " +
			"-update-library")
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !shown[name] {
			t.Errorf("%s is not in docs/go-library.md", name)
		}
	}
	if n := strings.Count(string(page), "```go\n"); n != len(blocks.FindAllString(string(page), -1)) {
		t.Errorf("%d blocks of Go, not all of them the examples'", n)
	}
}
