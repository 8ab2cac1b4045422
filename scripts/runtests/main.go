// Command runtests runs every test of the repository, natively, under Node and in a browser, and counts them; `make test` calls it.
//
// Its last line reads "N passed, N failed, N skipped"; it exits 1 when a test fails, a package does not build, or no browser test ran.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// raced are the packages in which goroutines meet; they run under the race detector.
var raced = []string{"dcctree", "dcctree/internal/serve", "dcctree/wasm/protocol", "dcctree/core/dcc"}

// portable are the packages whose tests run as WebAssembly too, under Node: what they compute must be the same in the browser.
var portable = []string{
	"./core/numeric", "./core/random", "./core/topology", "./core/bijector", "./core/softtree", "./core/dataset", "./core/treelayout",
	"./core/chart", "./core/hmc", "./core/evidence", "./core/diagnostics",
}

// suite is one call of go test.
type suite struct {
	name     string
	env      []string
	args     []string
	required bool // at least one test must pass
}

func main() {
	only := flag.String("only", "", "run only the `suite` of this name: native, race, node or browser")
	flag.Parse()
	failed, err := all(*only, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "runtests:", err)
	}
	if failed || err != nil {
		os.Exit(1)
	}
}

// all runs the suites one after the other and reports whether anything failed.
func all(only string, out io.Writer) (failed bool, err error) {
	suites, err := suites()
	if err != nil {
		return true, err
	}
	suites = slices.DeleteFunc(suites, func(s suite) bool { return only != "" && s.name != only })
	if len(suites) == 0 {
		return true, fmt.Errorf("there is no suite %q", only)
	}
	var total counts
	var lines []string
	for _, s := range suites {
		start := time.Now()
		fmt.Fprintf(out, "== %s: go test %s\n", s.name, strings.Join(s.args, " "))
		c, err := s.run(out)
		if err != nil {
			fmt.Fprintf(out, "FAIL  %s: %v\n", s.name, err)
			c.failed = max(c.failed, 1)
		}
		total.add(c)
		lines = append(lines, fmt.Sprintf("%-8s %s in %.0f s", s.name, c, time.Since(start).Seconds()))
	}
	fmt.Fprintf(out, "\n%s\n\n%s\n", strings.Join(lines, "\n"), total)
	return total.failed > 0, nil
}

// suites lists the calls: two packages at a time, since the tests are to run well on two cores.
func suites() ([]suite, error) {
	listed, err := output("go", "list", "./...")
	if err != nil {
		return nil, err
	}
	plain := slices.DeleteFunc(strings.Fields(listed), func(p string) bool { return slices.Contains(raced, p) })
	goroot, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	node := filepath.Join(strings.TrimSpace(goroot), "lib", "wasm", "go_js_wasm_exec")
	return []suite{
		{name: "native", args: append([]string{"-p=2", "-timeout=10m"}, plain...)},
		{name: "race", args: append([]string{"-race", "-short", "-p=2", "-timeout=10m"}, raced...)},
		{name: "node", env: []string{"GOOS=js", "GOARCH=wasm"},
			args: append([]string{"-exec=" + node, "-short", "-p=2", "-timeout=10m"}, portable...)},
		{name: "browser", args: []string{"-tags=browser", "-timeout=10m", "./browser/"}, required: true},
	}, nil
}

// run calls go test and reads what it says.
func (s suite) run(out io.Writer) (counts, error) {
	cmd := exec.Command("go", append([]string{"test", "-json"}, s.args...)...)
	cmd.Env = append(os.Environ(), s.env...)
	cmd.Stderr = os.Stderr
	events, err := cmd.StdoutPipe()
	if err != nil {
		return counts{}, err
	}
	if err := cmd.Start(); err != nil {
		return counts{}, err
	}
	c, err := read(events, out)
	if waited := cmd.Wait(); err == nil && c.failed == 0 {
		err = waited
	}
	if err == nil && s.required && c.passed == 0 {
		err = errors.New("no test ran")
	}
	return c, err
}

func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	return string(out), err
}
