// Command bench compares the sampler's efficiency with that of rstan on nine posteriors of the paper's data:
// effective draws per 10,000 gradients.
//
//	go run ./core/cmd/bench -ess [-only NAME,...] [-seeds N] [-markdown]
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"dcctree/core/hmc"
)

type options struct {
	ess      bool
	starts   bool
	markdown bool
	data     string
	only     string
	seeds    int
	draws    int
	workers  int
	step     hmc.StepRule
}

func main() {
	o, err := parse(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	if err := run(os.Stdout, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func parse(args []string) (options, error) {
	var o options
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.BoolVar(&o.ess, "ess", false,
		"print the least bulk effective sample size per 10,000 gradients beside rstan's")
	f.BoolVar(&o.starts, "starts", false, "print where the chains start as JSON, for rstan/reference.R")
	f.BoolVar(&o.markdown, "markdown", false, "print the table as Markdown")
	f.StringVar(&o.data, "data", "../shared/data/paper", "folder of the published splits")
	f.StringVar(&o.only, "only", "", "names of posteriors, comma-separated: "+strings.Join(names(), ", "))
	f.IntVar(&o.seeds, "seeds", 10, "number of seeds, of which the median is taken")
	f.IntVar(&o.draws, "draws", 0,
		"draws of each chain; 0 = 1000, and 500 where a draw takes hundreds of gradients")
	f.IntVar(&o.workers, "workers", runtime.NumCPU(), "goroutines; results do not depend on it")
	step := f.String("step", string(hmc.Fitted),
		"how the step size of the draws is found: fitted, or averaged as in Stan")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	o.step = hmc.StepRule(*step)
	switch {
	case f.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", f.Arg(0))
	case o.ess == o.starts:
		return o, fmt.Errorf("nothing to do, or two things: use -ess or -starts")
	case o.seeds < 1:
		return o, fmt.Errorf("-seeds is %d; use at least 1", o.seeds)
	case o.draws != 0 && o.draws < leastDraws:
		return o, fmt.Errorf("-draws is %d; use at least %d, or 0", o.draws, leastDraws)
	case o.workers < 1:
		return o, fmt.Errorf("-workers is %d; use at least 1", o.workers)
	case o.step != hmc.Fitted && o.step != hmc.Averaged:
		return o, fmt.Errorf("-step is %q; use %q or %q", o.step, hmc.Fitted, hmc.Averaged)
	}
	return o, nil
}

// leastDraws is the number of draws of a chain from which its halves can be judged.
const leastDraws = 8

func names() (all []string) {
	for _, p := range posteriors {
		all = append(all, p.name)
	}
	return all
}

// chosen returns the posteriors of -only, or all.
func (o options) chosen() ([]posterior, error) {
	if o.only == "" {
		return posteriors, nil
	}
	var out []posterior
	for _, name := range strings.Split(o.only, ",") {
		at := slices.Index(names(), name)
		if at < 0 {
			return nil, fmt.Errorf("-only: there is no posterior %q; use some of %s", name,
				strings.Join(names(), ", "))
		}
		out = append(out, posteriors[at])
	}
	return out, nil
}

func run(w io.Writer, o options) error {
	all, err := o.chosen()
	if err != nil {
		return err
	}
	if o.starts {
		return printStarts(w, o.data, all)
	}
	t := table{w: w, markdown: o.markdown}
	t.head(o)
	for _, p := range all {
		target, err := p.load(o.data)
		if err != nil {
			return err
		}
		t.row(summarize(p, measure(target, o)))
	}
	t.foot()
	return nil
}

// printStarts writes, by name of the posterior, the constrained parameters that its chains start from.
func printStarts(w io.Writer, data string, all []posterior) error {
	out := map[string]any{}
	for _, p := range all {
		target, err := p.load(data)
		if err != nil {
			return err
		}
		params := target.model.Layout().NewParams()
		target.model.Layout().Constrain(&params, target.start)
		out[p.name] = params
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(out)
}
