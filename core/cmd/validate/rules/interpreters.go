// Python with its SQLite, and R: a program of each that executes files of rules, asked line by line.

package rules

import (
	"bufio"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"dcctree/core/export/hostile"
)

//go:embed execute.py
var pythonProgram string

//go:embed execute.R
var rProgram string

// absent returns what says which of the programs is not here.
func absent(programs ...string) func() string {
	return func() string {
		for _, name := range programs {
			if _, err := exec.LookPath(name); err != nil {
				return name
			}
		}
		return ""
	}
}

// interpreter is a program that is given a line for each case and answers by a line.
type interpreter struct {
	dir     string
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	files   []string // that the folder holds
	ask     func(c hostile.Case) string
	read    func(line string) ([]answer, error)
}

// startInterpreter runs a command in a folder of its own.
func startInterpreter(dir string, i *interpreter, name string, args ...string) (runner, error) {
	i.dir = dir
	i.command = exec.Command(name, args...)
	i.command.Dir, i.command.Stderr = dir, os.Stderr
	i.command.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "PYTHONDONTWRITEBYTECODE=1")
	var err error
	if i.in, err = i.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := i.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	i.out = bufio.NewReader(out)
	return i, i.command.Start()
}

func (i *interpreter) stop() {
	i.in.Close()
	i.command.Wait()
}

func (i *interpreter) run(c hostile.Case, rules string) ([]answer, error) {
	if err := os.WriteFile(filepath.Join(i.dir, "rules"), []byte(rules), 0o644); err != nil {
		return nil, err
	}
	if _, err := io.WriteString(i.in, i.ask(c)+"\n"); err != nil {
		return nil, err
	}
	line, err := i.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the interpreter ended: %w", err)
	}
	answers, err := i.read(strings.TrimSuffix(line, "\n"))
	return answers, errors.Join(err, untouched(i.dir, append(i.files, "rules")...))
}

// startPython starts the program for Python's own rules, or for those of its SQLite.
func startPython(kind string) func(dir string) (runner, error) {
	return func(dir string) (runner, error) {
		i := &interpreter{files: []string{"data.db"}}
		i.ask = func(c hostile.Case) string {
			names := []string{c.Columns[0].Name, c.Columns[1].Name}
			text, err := json.Marshal(map[string]any{"names": names, "rows": c.Rows})
			if err != nil {
				panic(err) // texts and numbers
			}
			return string(text)
		}
		i.read = func(line string) ([]answer, error) {
			var got struct {
				Answers []answer
				Fault   string
			}
			if err := json.Unmarshal([]byte(line), &got); err != nil {
				return nil, err
			}
			if got.Fault != "" {
				return got.Answers, errors.New(got.Fault)
			}
			return got.Answers, nil
		}
		return startInterpreter(dir, i, "python3", "-c", pythonProgram, kind)
	}
}

// startR starts the program for R, to which texts go as hexadecimal numbers, - for a missing one.
func startR(dir string) (runner, error) {
	i := &interpreter{}
	i.ask = func(c hostile.Case) string {
		cells := []string{coded(c.Columns[0].Name), coded(c.Columns[1].Name)}
		for _, row := range c.Rows {
			cells = append(cells, coded(row[0]), coded(row[1]))
		}
		return strings.Join(cells, " ")
	}
	i.read = func(line string) (answers []answer, err error) {
		for _, cell := range strings.Fields(line) {
			if fault, is := strings.CutPrefix(cell, "!"); is {
				text, _ := hex.DecodeString(fault)
				return answers, errors.New(string(text))
			}
			text, err := hex.DecodeString(strings.TrimPrefix(cell, "-"))
			if err != nil {
				return answers, err
			}
			answers = append(answers, answer{Text: string(text), None: cell == "-"})
		}
		return answers, nil
	}
	program, work := filepath.Join(dir, "execute.R"), filepath.Join(dir, "work") // which holds the rules alone
	if err := errors.Join(os.WriteFile(program, []byte(rProgram), 0o644), os.Mkdir(work, 0o755)); err != nil {
		return nil, err
	}
	return startInterpreter(work, i, "Rscript", "--vanilla", program)
}

// coded writes a name or a cell of a row.
func coded(cell any) string {
	switch cell := cell.(type) {
	case nil:
		return "-"
	case float64:
		return strconv.FormatFloat(cell, 'g', -1, 64)
	case string:
		return "x" + hex.EncodeToString([]byte(cell))
	}
	panic("rules: coded: a cell of another type")
}
