// Command validate runs the checks that take longer than tests should, prints a line per figure and
// writes all of them as Markdown. Exit status 1 tells that a figure missed its bound.
//
//	go run ./core/cmd/validate [-only NAME] [-out FILE] [-references FILE] [-problems N] [-from N] [-seeds N]
//	    [-lines]
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"dcctree/core/cmd/validate/calibration"
	"dcctree/core/cmd/validate/marginal"
	"dcctree/core/cmd/validate/nuts"
	"dcctree/core/cmd/validate/owntables"
	"dcctree/core/cmd/validate/problems"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/cmd/validate/rules"
	"dcctree/core/cmd/validate/wholerun"
)

// group is a package of checks.
type group struct {
	name   string
	checks []report.Check
}

func groups(o problems.Options) []group {
	return []group{
		{"nuts", nuts.Checks()},
		{"calibration", calibration.Checks()},
		{"marginal", marginal.Checks()},
		{"wholerun", wholerun.Checks()},
		{"problems", problems.Checks(o)},
		{"owntables", owntables.Checks()},
		{"rules", rules.Checks()},
	}
}

func main() {
	o := problems.DefaultOptions()
	only := flag.String("only", "", "run one group or one check: "+strings.Join(names(groups(o)), ", "))
	out := flag.String("out", "", "file for the Markdown (default: none)")
	flag.IntVar(&o.From, "from", o.From, "number of the first random problem")
	flag.IntVar(&o.Problems, "problems", o.Problems, "how many random problems")
	flag.IntVar(&o.Seeds, "seeds", o.Seeds,
		"runs on each table on which the bound of what was not measured is checked")
	flag.StringVar(&o.References, "references", "",
		"file that keeps reference evidences from one time to the next (default: none)")
	flag.StringVar(&o.Runs, "runs", "",
		"file that keeps the runs of the check unmeasured from one time to the next, with the same sampler "+
			"and references (default: none)")
	flag.BoolVar(&o.Kept, "kept", false,
		"only random problems of which the file has references, and make none")
	lines := flag.Bool("lines", false, "print a line for every random problem and every such run")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if *lines {
		o.Lines = os.Stdout
	}
	passed, err := run(os.Stdout, groups(o), *only, *out)
	if err != nil {
		fmt.Fprintln(os.Stderr, "validate:", err)
		os.Exit(2)
	}
	if !passed {
		os.Exit(1)
	}
}

// run makes the chosen checks, writes the document where out names a file, and reports whether every
// row holds.
func run(w io.Writer, all []group, only, out string) (bool, error) {
	chosen, err := choose(all, only)
	if err != nil {
		return false, err
	}
	var sections []report.Section
	passed := true
	for _, c := range chosen {
		s := timed(c)
		print(w, s)
		sections = append(sections, s)
		passed = passed && s.Holds()
	}
	if out == "" {
		return passed, nil
	}
	return passed, os.WriteFile(out, []byte(report.Markdown(sections)), 0o644)
}

// choose returns the checks of the group or the check of that name, all for an empty name.
func choose(all []group, name string) ([]report.Check, error) {
	var chosen []report.Check
	for _, g := range all {
		for _, c := range g.checks {
			if name == "" || name == g.name || name == c.Name {
				chosen = append(chosen, c)
			}
		}
	}
	if len(chosen) == 0 {
		return nil, errors.New("no check is named " + name + "; there are " + strings.Join(names(all), ", "))
	}
	return chosen, nil
}

// names lists every group, followed by its checks in brackets.
func names(all []group) []string {
	var list []string
	for _, g := range all {
		var inner []string
		for _, c := range g.checks {
			inner = append(inner, c.Name)
		}
		list = append(list, g.name+" ("+strings.Join(inner, ", ")+")")
	}
	return list
}

func timed(c report.Check) report.Section {
	start := time.Now()
	s := c.Run()
	s.Name, s.Seconds = c.Name, time.Since(start).Seconds()
	return s
}

// print writes a section as plain lines, those that do not hold marked.
func print(w io.Writer, s report.Section) {
	fmt.Fprintf(w, "%s (%.1f s)\n", s.Title, s.Seconds)
	for _, r := range s.Rows {
		mark := "ok  "
		if !r.Holds {
			mark = "MISS"
		}
		fmt.Fprintf(w, "  %s %s: %s (bound: %s)\n", mark, r.Check, r.Figure, r.Bound)
	}
}
