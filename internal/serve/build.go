// This file holds the build of the WebAssembly binary and of the loader that must match it.

package serve

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The names under which the built files are served.
const (
	WasmName   = "dcctree.wasm"
	LoaderName = "wasm_exec.js"
	// of the binary's functions, for those who read the trace of a crash; no page loads it
	NamesName = "dcctree.names.txt"
)

// FindRoot returns the repository that holds the folder dir: the nearest folder upwards with this module's go.mod.
func FindRoot(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		text, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil && strings.HasPrefix(string(text), "module dcctree\n") {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("%s is not inside a copy of the dcctree repository: change to its "+
				"folder and run this again", dir)
		}
	}
}

// Built is the folder inside the repository root that Build writes to.
func Built(root string) string { return filepath.Join(root, ".built") }

// Build compiles ./wasm of the repository root for the browser and puts the binary, with the loader of the same Go
// toolchain, into Built(root). It takes a minute when nothing is cached and a fraction of a second when nothing has
// changed. The binary's brotli form is made here too, at PublishLevel, and kept beside it, and so are the notices of
// those whose work is linked.
func Build(root string) error {
	dir := Built(root)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("cannot make the folder for built files: %w", err)
	}
	if err := compile(root, filepath.Join(dir, WasmName)); err != nil {
		return err
	}
	if err := compressBinary(dir); err != nil {
		return err
	}
	if err := writeNotice(root, dir); err != nil {
		return err
	}
	goroot, err := run(root, nil, "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	loader, err := os.ReadFile(filepath.Join(strings.TrimSpace(goroot), "lib", "wasm", LoaderName))
	if err != nil {
		return fmt.Errorf("this Go installation lacks its WebAssembly loader; install Go from a full "+
			"distribution: %w", err)
	}
	return replace(filepath.Join(dir, LoaderName), loader)
}

// compile builds the binary beside its final place and moves it there, so that a server that runs meanwhile never reads
// half a file.
func compile(root, to string) error {
	temporary, err := os.MkdirTemp(filepath.Dir(to), ".compiling-")
	if err != nil {
		return fmt.Errorf("cannot make a folder to compile in: %w", err)
	}
	defer os.RemoveAll(temporary)
	out := filepath.Join(temporary, WasmName)
	environment := append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	arguments := append([]string{"build", "-trimpath", "-ldflags=-s -w", "-o", out}, inlining()...)
	if _, err := run(root, environment, "go", append(arguments, "./wasm")...); err != nil {
		return err
	}
	body, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	release, err := run(root, nil, "go", "env", "GOVERSION")
	if err != nil {
		return err
	}
	smaller, names, err := shrink(body, knowsTraces(strings.TrimSpace(release)))
	if err != nil {
		return fmt.Errorf("%s: %w", out, err)
	}
	if err := replace(filepath.Join(filepath.Dir(to), NamesName), names); err != nil {
		return err
	}
	return replace(to, smaller)
}

// compressBinary makes the binary's brotli form, unless that of the same binary is there already. It is by far the
// largest part of a first visit, worth twenty seconds once for every build.
func compressBinary(dir string) error {
	body, err := os.ReadFile(filepath.Join(dir, WasmName))
	if err != nil {
		return err
	}
	name := filepath.Join(dir, storedName(WasmName, Checksum(body)))
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	older, err := filepath.Glob(filepath.Join(dir, WasmName+".*.br"))
	if err != nil {
		return err
	}
	data, err := compress(body, Brotli, PublishLevel)
	if err != nil {
		return fmt.Errorf("cannot compress %s: %w", WasmName, err)
	}
	for _, old := range older {
		// another build may have been here
		if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return replace(name, data)
}

// inlined lists the packages whose speed a run depends on.
var inlined = []string{
	"dcctree/core/numeric", "dcctree/core/bijector", "math", "math/bits", "math/rand/v2",
}

// inlining returns compiler flags that inline calls in those packages alone, and nowhere try the stack first for slices
// whose length is not known: both only lengthen the download (1.35 instead of 1.51 MB by brotli, and 13 KB less), while
// a gradient takes as long as before.
func inlining() []string {
	flags := []string{"-gcflags=all=-l -d=variablemakethreshold=0"}
	for _, name := range inlined {
		flags = append(flags, "-gcflags="+name+"=")
	}
	return flags
}

// replace writes the file in one step, and only when its content changes, so that caches stay valid and builds that run
// at the same time do not meet.
func replace(name string, body []byte) error {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, body) {
		return nil
	}
	temporary, err := os.CreateTemp(filepath.Dir(name), ".new-")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name()) // gone already if all went well
	if _, err := temporary.Write(body); err != nil {
		temporary.Close()
		return err
	}
	if err := temporary.Close(); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), name)
}

// run executes a command in the folder dir and returns what it prints; on failure the error carries its complaint.
func run(dir string, environment []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, environment
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, complaint.String())
	}
	return string(out), nil
}
