//go:build !js

// A module beside this one can use it, as docs/go-library.md says.

package core_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestModuleBesides follows the page: a new module, its two lines, and a program.
func TestModuleBesides(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "go-library.md"))
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile("(?s)```sh\n(.*?)```").FindSubmatch(page)
	here, err := filepath.Abs("..")
	if err != nil || lines == nil {
		t.Fatal(err, "no block of commands")
	}
	dir := t.TempDir()
	program := `package main

import (
	"fmt"

	"dcctree/core/dataset"
	"dcctree/core/posterior"
	"dcctree/core/random"
)

func main() {
	frame, err := dataset.WU(random.Stream(1), 50).Frame("y", nil, dataset.Regression)
	fmt.Println(posterior.NewTables(frame, nil, true).Data().N, err)
}
`
	for name, text := range map[string]string{"main.go": program, "go.mod": "module beside\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	commands := strings.Replace(string(lines[1]), "../dcctree", here, 1) + "go run .\n"
	cmd := exec.Command("sh", "-ec", commands)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "50 <nil>\n") {
		t.Errorf("%v\n%s", err, out)
	}
}
