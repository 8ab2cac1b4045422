// The code in docs/go-library.md is that of the examples, which the tests run.

package core_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dcctree/core/numeric"
)

var updateLibrary = flag.Bool("update-library", false, "write the examples' code into docs/go-library.md")

// declarations returns the sources of the examples' top-level declarations by name, with their comments; of an example
// its body.
func declarations(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("example_*_test.go")
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
		return fmt.Sprintf("<!-- code: %s -->\n```go\n%s```\n", strings.Join(names, " "), strings.Join(parts, "\n"))
	})
	if *updateLibrary {
		if err := os.WriteFile(path, []byte(should), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if should != string(page) {
		t.Error("docs/go-library.md shows other code than the examples: go test ./core -run LibraryPage -update-library")
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

// TestSchoolsByQuadrature: given tau, y_i ~ N(mu, sigma_i^2 + tau^2), so evidence and means of mu and tau are sums over
// a plane.
func TestSchoolsByQuadrature(t *testing.T) {
	var logs, mus, taus []float64
	const step = .01 // of log tau; mu in steps of .1
	for logTau := -9.; logTau < 6; logTau += step {
		tau := math.Exp(logTau)
		for mu := -30.; mu < 40; mu += .1 {
			log := numeric.LogNormalPDF(mu, 0, 5) + math.Log(2/(math.Pi*5*(1+tau*tau/25))) + logTau + math.Log(step*.1)
			for i, y := range eight.y {
				log += numeric.LogNormalPDF(y, mu, math.Hypot(eight.sigma[i], tau))
			}
			logs, mus, taus = append(logs, log), append(mus, mu), append(taus, tau)
		}
	}
	total := numeric.LogSumExp(logs)
	var mu, tau float64
	for k, log := range logs {
		mu, tau = mu+mus[k]*math.Exp(log-total), tau+taus[k]*math.Exp(log-total)
	}
	// What the examples print, to the digits that they and the page name.
	if got := fmt.Sprintf("%.2f %.1f %.1f", total, mu, tau); got != "-31.31 4.4 3.6" {
		t.Errorf("log evidence, means of mu and tau by quadrature: %s", got)
	}
}
