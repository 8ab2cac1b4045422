// This file watches which names of hosts a browser looks up, by a small library that is put before its own resolver.
// Only the measurement of all ways needs it.

//go:build browser

package browser

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// namesEnd is a domain of which no name exists.
const namesEnd = "ways.test"

// watchNames builds the library and has every browser that is started from now on use it. Without a C compiler it
// fails.
func watchNames() (stop func(), err error) {
	dir, err := os.MkdirTemp("", "dcctree-names-")
	if err != nil {
		return nil, err
	}
	library := filepath.Join(dir, "names.so")
	if out, err := exec.Command("cc", "-shared", "-fPIC", "-o", library, "testdata/names.c",
		"-ldl").CombinedOutput(); err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("the library that watches names cannot be built: %w\n%s", err, out)
	}
	os.Setenv("LD_PRELOAD", library)
	os.Setenv("DCCTREE_NAMES", filepath.Join(dir, "names"))
	return func() { os.RemoveAll(dir) }, nil
}

// lookedUp reports whether a name with this end was looked up.
func lookedUp(end string) bool {
	text, err := os.ReadFile(os.Getenv("DCCTREE_NAMES"))
	return err == nil && strings.Contains(string(text), end+"\n")
}
