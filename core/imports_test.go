// Tests that the core does not know the browser, the system or the clock.

package core_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// forbidden lists what the core's own files do not import; core/cmd and tests may.
var forbidden = []string{"syscall/js", "os", "log", "log/slog", "time", "net", "net/http"}

func TestCoreImports(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path == "cmd" {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files++
		return checkImports(t, path)
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 30 {
		t.Errorf("only %d files were looked at", files)
	}
}

func checkImports(t *testing.T, path string) error {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		return err
	}
	for _, spec := range file.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		if slices.Contains(forbidden, name) || strings.HasPrefix(name, "dcctree/wasm") {
			t.Errorf("%s imports %s", path, name)
		}
	}
	return nil
}
