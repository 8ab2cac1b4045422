// Command paper sets rows of this program beside the paper's tables: it runs the sampler on the published splits.
//
//	go run ./core/cmd/paper [-data DIR] -set wu,cgm,iris,bcw,wine,raisin|all -mode paper|fast -runs N   prints runs
//	go run ./core/cmd/paper ... -json [-shard i/n] [-out FILE]      writes them, or every n-th, as JSON
//	go run ./core/cmd/paper -merge [-out FILE] FILES                puts shards together, in any order (docs/scheduler.md)
//	go run ./core/cmd/paper -from FILE                              prints the runs of a JSON file
//	go run ./core/cmd/paper -check [-from FILES]                    judges the fast mode by its declared bounds
//	go run ./core/cmd/paper -tables docs/paper-tables.md [-from FILES]   writes all tables
package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/compare"
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
	shard    *shard   // nil for all jobs
	out      string   // file of the JSON; "" for the standard output
	merge    bool     // files instead of running
	files    []string // to merge
	from     []file   // runs that are taken instead of made
	mixture  bool
	fast     bool
	noAudit  bool   // of the fast mode
	methods  string // with commas between, or "all"; "" where none are asked for
	tune     bool
	kept     keeper // of results; none for runs that are printed
	variant  string // of runs whose settings are not those of the tables
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
	f.StringVar(&o.set, "set", "", "wu, cgm, iris, bcw, wine, raisin, several with commas between, or all; without it wu, with -check and -tables all")
	mode := f.String("mode", "paper", "paper: Algorithm 1 as printed; fast: topologies measured best first by importance sampling from hard trees")
	f.IntVar(&o.runs, "runs", 10, "number of runs, with seeds -seed, -seed+1, ...")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the first run")
	f.IntVar(&o.workers, "workers", runtime.NumCPU(), "goroutines; results do not depend on it")
	f.BoolVar(&o.json, "json", false, "write one JSON object")
	part := f.String("shard", "", "i/n: with -json, run every n-th job (set, seed) only, from the i-th on, counted from 0")
	f.StringVar(&o.out, "out", "", "with -json and -merge: write to this file")
	f.BoolVar(&o.merge, "merge", false, "put the JSON files named after the flags together: the shards of one run, in any order")
	from := f.String("from", "", "JSON files of whole runs, with commas between: print them, or with -check and -tables take their runs instead of making them")
	f.BoolVar(&o.mixture, "mixture", false, "use the paper's mixture of normals as predictive distribution")
	f.BoolVar(&o.check, "check", false, "run the fast mode and judge it by its declared bounds; exit 1 where one is missed")
	f.IntVar(&o.routes, "routes", 0, "classification: measure every topology by two routes that share no starts, by so many particles each, and compare what they predict")
	f.StringVar(&o.tables, "tables", "", "run everything and write the tables to this Markdown file")
	f.StringVar(&o.methods, "methods", "", "run the other methods of the paper's tables: cgm, wu, smc, hmc-df, hmc-dfi, dcc-tree, several with commas between, or all; with -tables write their part of the file alone")
	f.BoolVar(&o.tune, "tune", false, "choose the settings on which the paper is silent, of all methods or of those of -methods")
	folder := f.String("kept", "docs/paper-runs", "-methods, -tune and -tables: folder of results; what is there is not run again")
	f.BoolVar(&o.kept.only, "stored", false, "-methods: run nothing, take the results that are there")
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
	if o.methods != "" || o.tune || o.tables != "" {
		o.kept.folder = *folder
	}
	if o.set == "" {
		o.set = "wu"
		if o.judges() || o.methods != "" || o.tune {
			o.set = "all"
		}
	}
	o.files = f.Args()
	switch {
	case !o.merge && f.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", f.Arg(0))
	case *mode != "paper" && *mode != "fast":
		return o, fmt.Errorf("there is no mode %q; use paper or fast", *mode)
	}
	if err := o.takeFiles(*part, *from); err != nil {
		return o, err
	}
	return o, o.validate()
}

// takeFiles reads the flags that have to do with JSON files.
func (o *options) takeFiles(part, from string) (err error) {
	if part != "" {
		if o.shard, err = parseShard(part); err != nil {
			return err
		}
	}
	if from != "" {
		o.from, err = loadWhole(strings.Split(from, ","))
	}
	return err
}

// judges tells that the runs are for the check or the tables.
func (o options) judges() bool { return o.check || o.tables != "" }

func (o options) validate() error {
	switch {
	case o.runs < 1 || o.runs > mostRuns:
		return fmt.Errorf("-runs is %d; use 1 to %d", o.runs, mostRuns)
	case o.seed > math.MaxUint64-uint64(o.runs):
		return fmt.Errorf("-seed is %d; the last seed would be too large", o.seed)
	case o.runs < 2 && o.judges():
		return fmt.Errorf("-runs is %d; a standard deviation needs at least 2", o.runs)
	case o.long < 0:
		return fmt.Errorf("-long is %d; use 0 or more", o.long)
	case o.json && o.judges():
		return fmt.Errorf("-json writes runs; it does not go with -check or -tables")
	case o.shard != nil && !o.json:
		return fmt.Errorf("-shard goes with -json")
	case o.out != "" && !o.json && !o.merge:
		return fmt.Errorf("-out goes with -json or -merge")
	case o.merge && len(o.files) == 0:
		return fmt.Errorf("-merge needs the files of the shards, after all flags")
	case o.merge && (o.json || o.judges() || o.from != nil || o.routes > 0):
		return fmt.Errorf("-merge reads files and runs nothing; it goes with -out alone")
	case o.from != nil && (o.json || o.routes > 0):
		return fmt.Errorf("-from prints the runs of files, or goes with -check or -tables")
	}
	if err := o.validateMethods(); err != nil {
		return err
	}
	for _, f := range o.from {
		if o.check && f.Run.Mode != "fast" {
			return fmt.Errorf("-check judges the fast mode; %s is of mode %s", f.name, f.Run.Mode)
		}
	}
	return o.settings.Validate()
}

// validateMethods looks at the flags of the other methods.
func (o options) validateMethods() error {
	for _, m := range strings.Split(o.methods, ",") {
		if m != "" && m != "all" && m != string(compare.DCCTree) && !slices.Contains(sampled, compare.Method(m)) {
			return fmt.Errorf("there is no method %q; use cgm, wu, smc, hmc-df, hmc-dfi, dcc-tree or all", m)
		}
	}
	switch {
	case (o.methods != "" || o.tune) && (o.json || o.merge || o.check || o.from != nil || o.routes > 0):
		return fmt.Errorf("-methods and -tune go with -data, -set, -runs, -seed, -kept, -stored and -tables alone")
	case o.tune && o.tables != "":
		return fmt.Errorf("-tune writes to the folder of -kept; it does not go with -tables")
	case o.kept.only && o.methods == "":
		return fmt.Errorf("-stored goes with -methods")
	}
	return nil
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
	switch {
	case o.merge:
		return writeMerged(w, o)
	case o.from != nil && !o.judges():
		printRecords(w, o.from)
		return nil
	}
	sets, err := o.sets()
	if err != nil {
		return err
	}
	switch {
	case o.tune:
		return tune(w, sets, o)
	case o.methods != "":
		return writeMethods(w, sets, o)
	case o.tables != "":
		return writeTables(w, sets, o)
	case o.check:
		return check(w, sets, o)
	case o.routes > 0:
		return routes(w, sets, o)
	case o.json:
		return writeJobs(w, sets, o)
	}
	return printRuns(w, sets, o)
}

// sets loads the sets that are asked for.
func (o options) sets() (sets []*published.Set, err error) {
	names := strings.Split(o.set, ",")
	if o.set == "all" {
		names = published.Names()
	}
	for k, name := range names {
		if slices.Contains(names[:k], name) {
			return nil, fmt.Errorf("-set names %s twice", name)
		}
		set, err := published.Load(o.data, name)
		if err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
	return sets, nil
}

// printRuns prints every run of the sets and their summaries.
func printRuns(w io.Writer, sets []*published.Set, o options) error {
	for _, set := range sets {
		t, err := measure(set, o, func(r outcome) { r.print(w) })
		if err != nil {
			return err
		}
		t.print(w)
	}
	return nil
}
