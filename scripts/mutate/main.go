// Command mutate changes one operator at a time in the packages named and reports the changes that the packages' own
// tests do not notice; `make mutate` calls it. Files stay as they are: the compiler is given the changed one in their
// place.
//
// Survivors that no test can notice, or that tests of other packages hold, are listed in equivalent.txt beside it; any
// other makes it exit 1.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed equivalent.txt
var equivalent string

// swaps are the operators that take each other's place.
var swaps = map[token.Token]string{token.ADD: "-", token.SUB: "+", token.MUL: "/", token.QUO: "*", token.LSS: "<=",
	token.LEQ: "<", token.GTR: ">=", token.GEQ: ">", token.EQL: "!=", token.NEQ: "==", token.LAND: "||",
	token.LOR: "&&"}

// mutant is one change of one file.
type mutant struct {
	pkg, file string
	at        int // byte of the operator
	was, is   string
}

func main() {
	n := flag.Int("n", 20, "`changes` of each package, drawn at random")
	seed := flag.Uint64("seed", 1, "of the draws")
	flag.Parse()
	survived, err := run(flag.Args(), *n, rand.New(rand.NewPCG(*seed, 0)))
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
	}
	if survived > 0 || err != nil {
		os.Exit(1)
	}
}

// run tries n mutants of each package and counts the survivors that are not listed.
func run(packages []string, n int, rng *rand.Rand) (survived int, err error) {
	listed := strings.Split(equivalent, "\n")
	tried := 0
	for _, pkg := range packages {
		all, err := mutants(pkg)
		if err != nil {
			return survived, err
		}
		rng.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
		for _, m := range all[:min(n, len(all))] {
			built, noticed, err := m.try()
			if err != nil {
				return survived, err
			}
			if built {
				tried++
			}
			if name := m.name(); built && !noticed && !slices.Contains(listed, name) {
				survived++
				fmt.Println(name)
			}
		}
	}
	fmt.Printf("%d changes, %d that no test noticed and equivalent.txt does not name\n", tried, survived)
	return survived, nil
}

// mutants are all changes of a package.
func mutants(pkg string) (all []mutant, err error) {
	out, err := exec.Command("go", "list", "-f", `{{.Dir}}{{range .GoFiles}} {{.}}{{end}}`, pkg).Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pkg, err)
	}
	fields := strings.Fields(string(out))
	for _, name := range fields[1:] {
		set := token.NewFileSet()
		path := filepath.Join(fields[0], name)
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return nil, err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if e, ok := node.(*ast.BinaryExpr); ok && swaps[e.Op] != "" {
				all = append(all, mutant{pkg, path, set.Position(e.OpPos).Offset, e.Op.String(),
					swaps[e.Op]})
			}
			return true
		})
	}
	return all, nil
}

// name is the package's file, the line and the change, without numbers of lines, which move.
func (m mutant) name() string {
	text, _ := os.ReadFile(m.file)
	from := strings.LastIndexByte(string(text[:m.at]), '\n') + 1
	line, _, _ := strings.Cut(string(text[from:]), "\n")
	line = line[:m.at-from] + "[" + m.was + " -> " + m.is + "]" + line[m.at-from+len(m.was):]
	return filepath.ToSlash(filepath.Join(m.pkg, filepath.Base(m.file))) + ": " + strings.TrimSpace(line)
}

// try tests the package with the change: whether it compiles, and whether a test fails.
func (m mutant) try() (built, noticed bool, err error) {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return false, false, err
	}
	dir, err := os.MkdirTemp("", "mutant-")
	if err != nil {
		return false, false, err
	}
	defer os.RemoveAll(dir)
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	body := slices.Concat(text[:m.at], []byte(m.is), text[m.at+len(m.was):])
	places, err := json.Marshal(map[string]any{"Replace": map[string]string{m.file: changed}})
	if err != nil {
		return false, false, err
	}
	for name, content := range map[string][]byte{changed: body, overlay: places} {
		if err := os.WriteFile(name, content, 0o644); err != nil {
			return false, false, err
		}
	}
	out, err := exec.Command("go", "test", "-short", "-count=1", "-vet=off", "-timeout=5m", "-overlay="+overlay,
		m.pkg).CombinedOutput()
	return !strings.Contains(string(out), "[build failed]"), err != nil, nil
}
