// Command oracle checks the program against fixture files of reference values: a line per case, the
// worst errors last, exit status 1 beyond tolerance. A file with cases of log densities checks the soft
// tree, one with exact and estimated log evidences checks the measurement of evidences.
//
//	go run ./core/cmd/oracle [-data DIR] [-json] FILE...
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	data := flag.String("data", "",
		"folder of the paper's CSV files (default: ../data/paper beside the fixture file)")
	asJSON := flag.Bool("json", false, "print one JSON object instead of lines")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: oracle [-data DIR] [-json] FILE...")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	passed, err := run(os.Stdout, flag.Args(), *data, *asJSON)
	if err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(2)
	}
	if !passed {
		os.Exit(1)
	}
}

// checked is what the check of one file found.
type checked interface {
	pass() bool
	print(w io.Writer)
}

// run checks every file and reports whether all cases pass.
func run(w io.Writer, files []string, data string, asJSON bool) (bool, error) {
	var reports []checked
	passed := true
	for _, file := range files {
		dir := data
		if dir == "" {
			dir = filepath.Join(filepath.Dir(file), "..", "data", "paper")
		}
		r, err := check(file, dir)
		if err != nil {
			return false, err
		}
		reports = append(reports, r)
		passed = passed && r.pass()
	}
	if asJSON {
		enc := json.NewEncoder(w)
		enc.SetIndent("", " ")
		return passed, enc.Encode(reports)
	}
	for _, r := range reports {
		r.print(w)
	}
	return passed, nil
}
