// Command paper sets rows of this program beside the paper's tables: it runs the sampler and the paper's other methods
// on the published splits.
//
//	go run ./core/cmd/paper run [-set wu,cgm,iris,bcw,wine,raisin|all] [-mode paper|fast] [-runs N]   prints runs
//	go run ./core/cmd/paper check      judges the fast mode by its declared bounds
//	go run ./core/cmd/paper tables     writes all tables to a Markdown file
//	go run ./core/cmd/paper methods    runs the paper's other methods; -tables writes their part of the file alone
//	go run ./core/cmd/paper tune       chooses the settings on which the paper is silent
//	go run ./core/cmd/paper routes     measures every topology by two routes that share no starts
//	go run ./core/cmd/paper merge -out FILE FILES     puts files of results together (docs/scheduler.md)
//
// `paper NAME -help` lists the flags of a subcommand. -data DIR names the folder of the splits everywhere.
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

// options are those of all subcommands; each has flags for some.
type options struct {
	data     string
	set      string
	runs     int
	seed     uint64
	workers  int
	shard    shard
	mixture  bool
	fast     bool
	noAudit  bool   // of the fast mode
	methods  string // with commas between, or "all"
	kept     keeper // of results; none for runs that are printed alone
	variant  string // of runs whose settings are not those of the tables
	file     string // of the tables, or of what is merged; "" for none
	long     int
	routes   int // particles
	settings dcc.Settings
	args     []string // behind the flags
}

// subcommand is one of them. Flags declares its flags and returns what completes the options once they are read.
type subcommand struct {
	name, does string
	flags      func(f *flag.FlagSet, o *options) (complete func() error)
	run        func(w io.Writer, sets []*published.Set, o options) error // sets are nil where no flag asks for them
}

// subcommands are listed in the order of the usage.
func subcommands() []subcommand {
	return []subcommand{
		{"run", "prints runs of the sampler", runFlags, printRuns},
		{"check", "judges the fast mode by its declared bounds; exit 1 where one is missed", checkFlags, check},
		{"tables", "writes all tables to a Markdown file", tablesFlags, writeTables},
		{"methods", "runs the paper's other methods", methodsFlags, writeMethods},
		{"tune", "chooses the settings on which the paper is silent", tuneFlags, tune},
		{"routes", "measures every topology of a classification by two routes that share no starts",
			routesFlags, routes},
		{"merge", "puts the files of results named behind the flags together, in any order", mergeFlags,
			writeMerged},
	}
}

func main() {
	c, o, err := parse(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "paper:", err)
		os.Exit(2)
	}
	if err := run(os.Stdout, c, o); err != nil {
		fmt.Fprintln(os.Stderr, "paper:", err)
		os.Exit(1)
	}
}

// parse reads the name of a subcommand and its flags; defaults are those of the authors' runs.
func parse(args []string) (c subcommand, o options, err error) {
	k := slices.IndexFunc(subcommands(), func(c subcommand) bool { return len(args) > 0 && c.name == args[0] })
	if k < 0 {
		return c, o, fmt.Errorf("the first argument is a subcommand:\n%s", usage())
	}
	c, o = subcommands()[k], options{settings: dcc.DefaultSettings(), runs: mostSeeds, seed: 1, shard: shard{0, 1}}
	f := flag.NewFlagSet("paper "+c.name, flag.ExitOnError)
	complete := c.flags(f, &o)
	if err := f.Parse(args[1:]); err != nil {
		return c, o, err
	}
	if o.args = f.Args(); (c.name == "merge") != (len(o.args) > 0) {
		return c, o, fmt.Errorf("%s: %d arguments behind the flags; merge takes files, the others none", c.name,
			len(o.args))
	}
	if err := complete(); err != nil {
		return c, o, err
	}
	return c, o, o.validate()
}

// usage lists the subcommands.
func usage() string {
	var b strings.Builder
	for _, c := range subcommands() {
		fmt.Fprintf(&b, "  %-8s %s\n", c.name, c.does)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// run loads the sets that are asked for and runs the subcommand.
func run(w io.Writer, c subcommand, o options) error {
	sets, err := o.sets()
	if err != nil {
		return err
	}
	return c.run(w, sets, o)
}

func (o options) validate() error {
	switch {
	case o.runs < 1 || o.runs > mostRuns:
		return fmt.Errorf("-runs is %d; use 1 to %d", o.runs, mostRuns)
	case o.seed > math.MaxUint64-uint64(o.runs):
		return fmt.Errorf("-seed is %d; the last seed would be too large", o.seed)
	case o.long < 0:
		return fmt.Errorf("-long is %d; use 0 or more", o.long)
	case o.kept.only && o.kept.folder == "":
		return fmt.Errorf("-stored takes the results of a folder; name it by -kept")
	}
	return o.settings.Validate()
}

// sets loads the sets that are asked for.
func (o options) sets() (sets []*published.Set, err error) {
	names := strings.Split(o.set, ",")
	switch o.set {
	case "":
		return nil, nil
	case "all":
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

// dataFlags are those of all that read data; set is the default of -set.
func dataFlags(f *flag.FlagSet, o *options, set string) {
	f.StringVar(&o.data, "data", "../shared/data/paper", "folder of the published splits")
	f.StringVar(&o.set, "set", set, "wu, cgm, iris, bcw, wine, raisin, several with commas between, or all")
	f.Uint64Var(&o.seed, "seed", o.seed, "seed of the first run")
	f.IntVar(&o.workers, "workers", runtime.NumCPU(), "goroutines; results do not depend on it")
}

func numberFlag(f *flag.FlagSet, o *options) {
	f.IntVar(&o.runs, "runs", o.runs, "number of runs, with seeds -seed, -seed+1, ...")
}

// keptFlag is the folder of results; stored whether there is a flag for taking what is there alone.
func keptFlag(f *flag.FlagSet, o *options, folder string, stored bool) (complete func() error) {
	name := f.String("kept", folder,
		"folder of results, a line each: what is there is not run again; none where it is empty")
	only := new(bool)
	if stored {
		only = f.Bool("stored", false, "run nothing, take the results that are there")
	}
	return func() error {
		o.kept = newKeeper(*name, *only)
		return nil
	}
}

// keptFolder holds the results that are kept with the repository.
const keptFolder = "core/cmd/paper/runs"

func runFlags(f *flag.FlagSet, o *options) (complete func() error) {
	dataFlags(f, o, "wu")
	numberFlag(f, o)
	keep := keptFlag(f, o, "", true)
	mode := f.String("mode", "paper",
		"paper: Algorithm 1 as printed; fast: topologies measured best first by importance sampling from "+
			"hard trees")
	part := f.String("shard", "0/1", "i/n: run every n-th job (set, seed) only, from the i-th on, counted from 0")
	f.BoolVar(&o.mixture, "mixture", false, "use the paper's mixture of normals as predictive distribution")
	algorithm := algorithmFlags(f, &o.settings)
	return func() (err error) {
		algorithm()
		if *mode != "paper" && *mode != "fast" {
			return fmt.Errorf("there is no mode %q; use paper or fast", *mode)
		}
		o.fast = *mode == "fast"
		if o.shard, err = parseShard(*part); err != nil {
			return err
		}
		return keep()
	}
}

// algorithmFlags are the settings of Algorithm 1; what is returned completes them.
func algorithmFlags(f *flag.FlagSet, s *dcc.Settings) (complete func()) {
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
	weights := f.String("weights", string(s.Weights), "importance weights: basic or spatial (Phi)")
	schedule := f.String("schedule", string(s.Schedule),
		"h during warm-up: linear (the authors') or before-last-window")
	metric := f.String("metric", string(s.Metric), "diagonal or dense")
	return func() {
		s.Weights, s.Schedule, s.Metric = evidence.Kind(*weights), hmc.ScheduleKind(*schedule),
			hmc.MetricKind(*metric)
	}
}

// judgedFlags are those of check and tables, whose standard deviations need two runs.
func judgedFlags(f *flag.FlagSet, o *options, folder string) (complete func() error) {
	dataFlags(f, o, "all")
	numberFlag(f, o)
	keep := keptFlag(f, o, folder, false)
	f.IntVar(&o.long, "long", 20, "compare class probabilities with a run so many times as long; 0 leaves it out")
	return func() error {
		if o.runs == 1 {
			return fmt.Errorf("-runs is 1; a standard deviation needs at least 2")
		}
		return keep()
	}
}

func checkFlags(f *flag.FlagSet, o *options) (complete func() error) { return judgedFlags(f, o, "") }

func tablesFlags(f *flag.FlagSet, o *options) (complete func() error) {
	o.methods = "all"
	f.StringVar(&o.file, "out", "docs/paper-tables.md", "the file")
	return judgedFlags(f, o, keptFolder)
}

func methodsFlags(f *flag.FlagSet, o *options) (complete func() error) {
	dataFlags(f, o, "all")
	numberFlag(f, o)
	keep, methods := keptFlag(f, o, keptFolder, true), methodFlag(f, o)
	f.StringVar(&o.file, "tables", "", "write their part of this Markdown file, which is there already")
	return func() error {
		if err := methods(); err != nil {
			return err
		}
		return keep()
	}
}

func tuneFlags(f *flag.FlagSet, o *options) (complete func() error) {
	dataFlags(f, o, "all")
	keep, methods := keptFlag(f, o, keptFolder, false), methodFlag(f, o)
	return func() error {
		if err := methods(); err != nil {
			return err
		}
		return keep()
	}
}

// methodFlag names the methods.
func methodFlag(f *flag.FlagSet, o *options) (complete func() error) {
	f.StringVar(&o.methods, "methods", "all",
		"cgm, wu, smc, hmc-df, hmc-dfi, dcc-tree, several with commas between, or all")
	return func() error {
		for _, m := range strings.Split(o.methods, ",") {
			if m != "all" && m != string(compare.DCCTree) && !slices.Contains(sampled, compare.Method(m)) {
				return fmt.Errorf("there is no method %q; use cgm, wu, smc, hmc-df, hmc-dfi, "+
					"dcc-tree or all", m)
			}
		}
		return nil
	}
}

func routesFlags(f *flag.FlagSet, o *options) (complete func() error) {
	dataFlags(f, o, "iris")
	f.IntVar(&o.routes, "particles", 600, "of each route")
	return func() error {
		if o.routes < 1 {
			return fmt.Errorf("-particles is %d; use 1 or more", o.routes)
		}
		return nil
	}
}

func mergeFlags(f *flag.FlagSet, o *options) (complete func() error) {
	f.StringVar(&o.file, "out", "", "the file that is written; it may be one of those that are read")
	return func() error {
		if o.file == "" {
			return fmt.Errorf("name the file to write by -out")
		}
		return nil
	}
}

// writeMerged is merge as a subcommand.
func writeMerged(w io.Writer, _ []*published.Set, o options) error { return merge(o.file, o.args) }
