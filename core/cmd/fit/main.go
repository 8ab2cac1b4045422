// Command fit fits decision trees to a table of one's own, and says what they predict, how they split, and how far
// that can be trusted: docs/fit.md.
//
//	go run ./core/cmd/fit -data train.csv -target y [-test test.csv] [-weight column] [-seed n] [-noise n]
//		[-prior name=number] [-separator c] [-decimal c] [-header yes]
//		[-trees trees.json] [-json]
//	go run ./core/cmd/fit tables -tables DIR -answers DIR [-names servo,glass] [-splits 1,2] [-seeds 1,2] [-kept]
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"dcctree/core/alltrees"
	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/dataset"
	"dcctree/core/fit"
)

// options are what the command line asks for.
type options struct {
	data, test, splits string
	trees              string
	split              int
	read               dataset.ReadOptions // of both files
	fit                fit.Options
	without            []string // columns that are no inputs
	work               float64
	workers            int
	asJSON             bool
}

func main() {
	err := command(os.Stdout, os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(2)
	}
}

// command does what the command line asks for: one fit, or those of the eight tables.
func command(w io.Writer, args []string) error {
	if len(args) > 0 && args[0] == "tables" {
		o, err := parseTables(args[1:], os.Stderr)
		if err != nil {
			return err
		}
		return runTables(w, o)
	}
	o, err := parse(args, os.Stderr)
	if err != nil {
		return err
	}
	return run(w, o)
}

// readPrior reads numbers of the prior: name=number, with commas between.
func readPrior(p *fit.Prior, text string) error {
	for _, pair := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(pair, "=")
		at := p.At(name)
		number, err := strconv.ParseFloat(value, 64)
		if at == nil || err != nil || number == 0 || *at != 0 {
			var names []string
			for _, n := range fit.PriorNumbers() {
				names = append(names, n.Name)
			}
			return fmt.Errorf("%q cannot be used: give such as leaf=2, each once, of %s", pair,
				strings.Join(names, ", "))
		}
		*at = number
	}
	return nil
}

func (o *options) readSeparator(text string) error {
	o.read.Separator = text
	for separator, name := range map[string]string{",": "comma", ";": "semicolon", "\t": "tab"} {
		if text == name {
			o.read.Separator = separator
		}
	}
	return nil
}

func (o *options) readHeader(text string) error {
	header, known := map[string]dataset.Header{"yes": dataset.HeaderPresent, "no": dataset.HeaderAbsent}[text]
	if !known {
		return errors.New("give yes or no")
	}
	o.read.Header = header
	return nil
}

// readKind takes column=kind; a name may have = in it.
func (o *options) readKind(text string) error {
	at := strings.LastIndexByte(text, '=')
	if at < 0 {
		return errors.New("give column=kind")
	}
	if o.read.Kinds == nil {
		o.read.Kinds = map[string]string{}
	}
	o.read.Kinds[text[:at]] = text[at+1:]
	return nil
}

func (o *options) leaveOut(column string) error {
	o.without = append(o.without, column)
	return nil
}

// parse reads the command line.
func parse(args []string, say io.Writer) (o options, err error) {
	f := flag.NewFlagSet("fit", flag.ContinueOnError)
	f.SetOutput(say)
	o.fit.Settings, o.fit.Effort = alltrees.DefaultSettings(), alltrees.DefaultEffort()
	f.StringVar(&o.data, "data", "", "the table to fit, a CSV file; rows without a target are predicted")
	f.StringVar(&o.fit.Target, "target", "", "the column to predict")
	f.StringVar(&o.test, "test", "", "a CSV file of rows to predict, scored where they have a target")
	f.Func("separator", "of cells, in both files: comma, semicolon, tab or | (default: as the first rows look)",
		o.readSeparator)
	f.StringVar(&o.read.Decimal, "decimal", "", "mark, in both files: . or , (default: as the numbers look)")
	f.Func("header", "whether the first rows are names: yes or no (default: as that of -data looks)", o.readHeader)
	f.Func("kind", "column=kind: how its cells are read, as numeric, text or days (dates as days since 1970); "+
		"once for each such column (default: as they look)", o.readKind)
	f.Func("without", "a column that is no input; once for each", o.leaveOut)
	f.StringVar(&o.fit.Task, "task", "", "regression or classification (default: as the target looks)")
	f.StringVar(&o.splits, "splits", "",
		`a JSON file of rows of -data to hold out, counted from 0: {"splits": {"TABLE": {"1": [3, 8]}}}`)
	f.IntVar(&o.split, "split", 1, "which of the splits")
	f.Uint64Var(&o.fit.Settings.Seed, "seed", 1, "seed of all random numbers")
	f.IntVar(&o.fit.Effort.Moves, "moves", o.fit.Effort.Moves,
		"moves of each tree at each step from the prior, in the first round")
	f.Float64Var(&o.work, "work", float64(o.fit.Effort.Work), "bound of the work; 1e9 are about a minute")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "jobs at a time; they change no result")
	f.StringVar(&o.fit.Scale, "scale", fit.AutoScale,
		"on which a number is fitted: plain, its square root (root), log, or auto, as the training rows ask")
	f.StringVar(&o.fit.Weight, "weight", "",
		"the column of -data that says how many equal rows each row stands for, a whole number; never an input")
	f.StringVar(&o.fit.Noise, "noise", fit.CommonNoise,
		"of a number to predict: common to all leaves; leaf, one for each, which makes all splits sharp; "+
			"or heavy, with heavy tails, for values that may be far off")
	f.StringVar(&o.fit.Size, "size", fit.UsualTrees,
		"of trees before the data: small, usual or large (half of all have at most 3, 8 or 12 leaves)")
	f.Func("prior", "numbers of the prior, as docs/model.md has them, such as leaf=2,gradual=.8",
		func(text string) error { return readPrior(&o.fit.Prior, text) })
	f.BoolVar(&o.fit.Sharp, "sharp", false, "splits of numbers are sharp also where numbers are predicted")
	f.IntVar(&o.fit.Folds, "folds", fit.DefaultFolds,
		"of the cross-validation that tells what a tree of few leaves costs; 0: none")
	f.StringVar(&o.trees, "trees", "", "write all drawn trees to this file, as JSON")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	gradual := false
	f.Visit(func(g *flag.Flag) { gradual = gradual || g.Name == "sharp" && !o.fit.Sharp })
	switch {
	case f.NArg() > 0:
		return o, fmt.Errorf("%q is no flag: see -help", f.Arg(0))
	case o.data == "" || o.fit.Target == "":
		return o, fmt.Errorf("name the table and the column to predict: -data train.csv -target y")
	case gradual && o.fit.Noise == fit.LeafNoise:
		return o, errors.New("-sharp=false -noise leaf: gradual splits need one noise for all leaves; " +
			"leave one of the two out")
	case !(o.work > 0 && o.work <= fit.MostWork): // also no number
		return o, fmt.Errorf("-work %g: give a number above 0, at most %.0e", o.work, fit.MostWork)
	case o.fit.Folds < 0:
		return o, fmt.Errorf("-folds %d: give 2 or more, or 0 for none", o.fit.Folds)
	case o.fit.Effort.Moves < 1 || o.workers < 1:
		return o, fmt.Errorf("-moves %d -workers %d: give at least 1 each", o.fit.Effort.Moves, o.workers)
	}
	o.fit.Effort.Work = int64(o.work)
	return o, nil
}

// written is what -json prints: the answer, and what the reader says of the files.
type written struct {
	*fit.Answer
	TableNotes []string `json:"tableNotes,omitempty"`
}

// run fits and prints.
func run(w io.Writer, o options) error {
	p, notes, err := load(o)
	if err != nil {
		return err
	}
	if err := writable(o.trees); err != nil {
		return err
	}
	a, err := p.Fit(func(n int, job func(int)) { parallel.Each(n, o.workers, job) })
	if err != nil {
		return err
	}
	if err := writeTrees(o.trees, p); err != nil {
		return err
	}
	if o.asJSON {
		enc := json.NewEncoder(w)
		enc.SetIndent("", " ")
		enc.SetEscapeHTML(false)
		return enc.Encode(written{a, notes})
	}
	return show(w, a, notes)
}

// writable says what keeps a file from being written, before a fit whose trees would be lost; "" is no file.
func writable(path string) error {
	if path == "" {
		return nil
	}
	_, missing := os.Stat(path)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil || missing == nil {
		return err
	}
	return os.Remove(path) // a fit that fails leaves nothing behind
}

// writeTrees writes all drawn trees to a file; "" is none.
func writeTrees(path string, p *fit.Problem) error {
	if path == "" {
		return nil
	}
	rest := func() {}
	trees, err := p.DrawnTrees(rest)
	if err != nil {
		return err
	}
	text, err := trees.JSON(rest)
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
