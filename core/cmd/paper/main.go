// Command paper sets rows of this program beside the paper's tables: it runs the sampler on the published splits.
//
//	go run ./core/cmd/paper [-data DIR] -set wu|cgm|iris|bcw|wine|raisin|all -mode paper|fast -runs N   prints runs
//	go run ./core/cmd/paper -check                                  judges the fast mode by its declared bounds
//	go run ./core/cmd/paper -tables docs/paper-tables.md            writes all tables
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/dcc"
	"dcctree/core/evidence"
	"dcctree/core/hmc"
)

type options struct {
	data     string
	set      string
	runs     int
	seed     uint64
	workers  int
	json     bool
	mixture  bool
	fast     bool
	noAudit  bool // of the fast mode
	check    bool
	tables   string
	routes   int
	long     int
	settings dcc.Settings
}

func main() {
	o, err := parse(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "paper:", err)
		os.Exit(2)
	}
	if err := run(os.Stdout, o); err != nil {
		fmt.Fprintln(os.Stderr, "paper:", err)
		os.Exit(1)
	}
}

// parse reads the flags; defaults are those of the authors' runs.
func parse(args []string) (options, error) {
	var o options
	s := dcc.DefaultSettings()
	f := flag.NewFlagSet("paper", flag.ExitOnError)
	f.StringVar(&o.data, "data", "../shared/data/paper", "folder of the published splits")
	f.StringVar(&o.set, "set", "", "wu, cgm, iris, bcw, wine, raisin or all; without it wu, with -check and -tables all")
	mode := f.String("mode", "paper", "paper: Algorithm 1 as printed; fast: topologies measured best first by importance sampling from hard trees")
	f.IntVar(&o.runs, "runs", 10, "number of runs, with seeds -seed, -seed+1, ...")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the first run")
	f.IntVar(&o.workers, "workers", runtime.NumCPU(), "goroutines; results do not depend on it")
	f.BoolVar(&o.json, "json", false, "print one JSON object")
	f.BoolVar(&o.mixture, "mixture", false, "use the paper's mixture of normals as predictive distribution")
	f.BoolVar(&o.check, "check", false, "run the fast mode and judge it by its declared bounds; exit 1 where one is missed")
	f.IntVar(&o.routes, "routes", 0, "classification: measure every topology by two routes that share no starts, by so many particles each, and compare what they predict")
	f.StringVar(&o.tables, "tables", "", "run everything and write the tables to this Markdown file")
	f.IntVar(&o.long, "long", 20, "-check and -tables: compare class probabilities with a run so many times as long; 0 leaves it out")
	paperFlags(f, &s)
	weights := f.String("weights", string(s.Weights), "importance weights: basic or spatial (Phi)")
	schedule := f.String("schedule", string(s.Schedule), "h during warm-up: linear (the authors') or before-last-window")
	metric := f.String("metric", string(s.Metric), "diagonal or dense")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	s.Weights, s.Schedule, s.Metric = evidence.Kind(*weights), hmc.ScheduleKind(*schedule), hmc.MetricKind(*metric)
	o.settings, o.fast = s, *mode == "fast" || o.check
	if o.set == "" {
		o.set = "wu"
		if o.judges() {
			o.set = "all"
		}
	}
	switch {
	case f.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", f.Arg(0))
	case *mode != "paper" && *mode != "fast":
		return o, fmt.Errorf("there is no mode %q; use paper or fast", *mode)
	}
	return o, o.validate()
}

// judges tells that the runs are for the check or the tables.
func (o options) judges() bool { return o.check || o.tables != "" }

func (o options) validate() error {
	switch {
	case o.runs < 1:
		return fmt.Errorf("-runs is %d; use at least 1", o.runs)
	case o.runs < 2 && o.judges():
		return fmt.Errorf("-runs is %d; a standard deviation needs at least 2", o.runs)
	case o.long < 0:
		return fmt.Errorf("-long is %d; use 0 or more", o.long)
	case o.json && o.judges():
		return fmt.Errorf("-json prints runs; it does not go with -check or -tables")
	}
	return o.settings.Validate()
}

// paperFlags are the numbers of Algorithm 1.
func paperFlags(f *flag.FlagSet, s *dcc.Settings) {
	f.IntVar(&s.Chains, "chains", s.Chains, "chains per topology (N_c)")
	f.IntVar(&s.Warmup, "warmup", s.Warmup, "warm-up steps per chain (N_init)")
	f.IntVar(&s.Draws, "draws", s.Draws, "draws per chain and visit (N_s)")
	f.IntVar(&s.Iterations, "iterations", s.Iterations, "iterations (T)")
	f.IntVar(&s.PriorDraws, "prior-draws", s.PriorDraws, "topologies drawn from the prior (T_0)")
	f.IntVar(&s.ActivationCount, "activation", s.ActivationCount, "proposals before a topology is active (C_0)")
	f.IntVar(&s.MaxActive, "max-active", s.MaxActive, "largest number of active topologies (T_max)")
	f.IntVar(&s.Proposals, "proposals", s.Proposals, "importance proposals per draw (N_M)")
	f.IntVar(&s.LookAhead, "look-ahead", s.LookAhead, "horizon of the exploration term (T_a)")
	f.Float64Var(&s.Delta, "delta", s.Delta, "share of the exploration term (delta)")
	f.Float64Var(&s.Kappa, "kappa", s.Kappa, "weight of the variance in the exploitation term (kappa)")
	f.Float64Var(&s.Beta, "beta", s.Beta, "optimism (beta)")
	f.Float64Var(&s.TargetAccept, "accept", s.TargetAccept, "target acceptance")
	f.IntVar(&s.MaxDoublings, "doublings", s.MaxDoublings, "most doublings of a trajectory")
}

func run(w io.Writer, o options) error {
	names := []string{o.set}
	if o.set == "all" {
		names = published.Names()
	}
	var sets []*published.Set
	for _, name := range names {
		set, err := published.Load(o.data, name)
		if err != nil {
			return err
		}
		sets = append(sets, set)
	}
	switch {
	case o.tables != "":
		return writeTables(w, sets, o)
	case o.check:
		return check(w, sets, o)
	case o.routes > 0:
		return routes(w, sets, o)
	}
	return printRuns(w, sets, o)
}

// printRuns prints every run of the sets and their summaries.
func printRuns(w io.Writer, sets []*published.Set, o options) error {
	var tables []table
	for _, set := range sets {
		t, err := measure(set, o, func(r outcome) {
			if !o.json {
				r.print(w)
			}
		})
		if err != nil {
			return err
		}
		if !o.json {
			t.print(w)
		}
		tables = append(tables, t)
	}
	if o.json {
		enc := json.NewEncoder(w)
		enc.SetIndent("", " ")
		return enc.Encode(tables)
	}
	return nil
}
