package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestMeeting: each of the names by which tests are chosen for the race detector is one of a test.
func TestMeeting(t *testing.T) {
	var names []string
	for _, name := range samplers {
		names = append(names, testsIn(t,
			filepath.Join("..", "..", filepath.FromSlash(strings.TrimPrefix(name, "dcctree/"))), "")...)
	}
	for _, part := range meeting {
		if !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, part) }) {
			t.Errorf("no test has %q in its name", part)
		}
	}
}

// TestNativeAlone: each name that WebAssembly leaves out is one of a test, and no test of equal bits is.
func TestNativeAlone(t *testing.T) {
	var names []string
	for _, root := range []string{"core", "wasm"} {
		err := filepath.WalkDir(filepath.Join("..", "..", root),
			func(path string, d fs.DirEntry, err error) error {
				if err == nil && d.IsDir() {
					names = append(names, testsIn(t, path, "")...)
				}
				return err
			})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range nativeAlone {
		if !slices.Contains(names, name) || name == "TestSameBits" || strings.Contains(name, "Golden") {
			t.Errorf("%s is no test, or one that holds the native bits", name)
		}
	}
}

// testsIn are the names of the tests and examples in those of the folder's files that say head before their package.
func testsIn(t *testing.T, folder, head string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if before, _, _ := bytes.Cut(text, []byte("\npackage ")); !bytes.Contains(before, []byte(head)) {
			continue
		}
		for _, m := range regexp.MustCompile(`(?m)^func ((?:Test|Example)\w+)\((?:t \*testing\.T)?\)`).
			FindAllSubmatch(text, -1) {
			names = append(names, string(m[1]))
		}
	}
	return names
}

// TestInBrowser: every test in the browser runs once, those that measure after the others.
func TestInBrowser(t *testing.T) {
	names := testsIn(t, filepath.Join("..", "..", "browser"), "//go:build browser\n")
	if len(names) < 100 {
		t.Fatalf("%d tests were found", len(names))
	}
	suites := inBrowser(append(names, "ok", "dcctree/browser", "1.0s"))
	if len(suites) != pieces+1 {
		t.Fatalf("%+v", suites)
	}
	for i, s := range suites {
		if s.beside != (i < pieces) || !s.required {
			t.Errorf("part %d: %+v", i, s)
		}
	}
	for _, name := range names {
		var in []int
		for i, s := range suites {
			run := strings.TrimPrefix(s.args[2], "-run=")
			if regexp.MustCompile(run).MatchString(name) {
				in = append(in, i)
			}
		}
		if len(in) != 1 || (in[0] == pieces) != slices.Contains(alone, name) {
			t.Errorf("%s is in the parts %v", name, in)
		}
	}
	for _, name := range alone {
		if !slices.Contains(names, name) {
			t.Errorf("%s is no test in the browser", name)
		}
	}
	if s := suites[0].String(); len(s) > 200 {
		t.Errorf("too long to print: %s", s)
	}
}
