// This file holds the codes that dcctree.d.ts declares equal with those that the sources use.

package protocol

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// codesOfGo lists the values of constants named Code... of the package in dir, and its string literals that look like a
// code of the table's reader.
func codesOfGo(t *testing.T, dir string, found map[string]bool) {
	t.Helper()
	of := regexp.MustCompile(`^(csv|column|target|task|frame|split|match)-[a-z0-9-]+$`)
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no sources in %s: %v", dir, err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, id := range n.Names {
					if strings.HasPrefix(id.Name, "Code") && i < len(n.Values) {
						found[unquoted(t, n.Values[i])] = true
					}
				}
			case *ast.BasicLit:
				text := n.Value
				if n.Kind == token.STRING && of.MatchString(strings.Trim(text, "`\"")) {
					found[strings.Trim(text, "`\"")] = true
				}
			}
			return true
		})
	}
}

func unquoted(t *testing.T, e ast.Expr) string {
	t.Helper()
	text, err := strconv.Unquote(e.(*ast.BasicLit).Value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestCodesAreDeclared(t *testing.T) {
	found := map[string]bool{}
	codesOfGo(t, "../../core/dataset", found)
	codesOfGo(t, "../../core/study", found)
	used := regexp.MustCompile(
		`(?:(?:Dcc|told)Error\(|refuse\(|fault\(|error\.code \?\? |` +
			`&(?:logic\.)?[Ff]ault\{Code: )"([a-z0-9-]+)"`,
	)
	for _, name := range []string{"site/bridge.js", "site/element.js", "site/embed.js", "site/worker.js",
		"wasm/page/host.go", "wasm/page/gate.go", "wasm/page/js.go", "wasm/page/messages.go"} {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range used.FindAllStringSubmatch(string(text), -1) {
			found[m[1]] = true
		}
	}
	text, err := os.ReadFile("../../site/dcctree.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	_, union, _ := strings.Cut(string(text), "export type ErrorCode =\n")
	union, _, _ = strings.Cut(union, ";")
	declared := map[string]bool{}
	for _, m := range regexp.MustCompile(`"([a-z0-9-]+)"`).FindAllStringSubmatch(union, -1) {
		if declared[m[1]] {
			t.Errorf("%s is declared twice", m[1])
		}
		declared[m[1]] = true
	}
	var missing, unused []string
	for code := range found {
		if !declared[code] {
			missing = append(missing, code)
		}
	}
	for code := range declared {
		if !found[code] {
			unused = append(unused, code)
		}
	}
	slices.Sort(missing)
	slices.Sort(unused)
	if len(missing)+len(unused) > 0 || len(declared) < 50 {
		t.Errorf("of %d declared codes: the sources use also %q, and do not use %q", len(declared), missing,
			unused)
	}
}
