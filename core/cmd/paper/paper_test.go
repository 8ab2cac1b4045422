// Tests of the paper command: flags, and a small run on the published WU split.

package main

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFlags(t *testing.T) {
	_, o, err := parse([]string{"run"})
	if err != nil || o.settings.Iterations != 500 || o.settings.Chains != 16 || o.runs != 10 || o.set != "wu" ||
		o.shard.of != 1 {
		t.Errorf("defaults: %v %+v", err, o)
	}
	for _, args := range []string{
		"", "swim", "-set wu", "run -mode swift", "run -runs 0", "run -chains 0", "run -weights heavy",
		"run extra", "check -runs 1", "tables -long -1", "run -shard 2/2", "run -shard -1/2", "run -shard 1",
		"run -shard 0/0", "run -shard a/b", "run -stored", "merge", "merge x", "merge -out x",
		"run -runs 1000001", "run -seed 18446744073709551610", "routes -particles 0",
	} {
		if _, _, err := parse(strings.Fields(args)); err == nil {
			t.Errorf("%q accepted", args)
		}
	}
	if _, _, err := parse([]string{"help"}); err == nil || strings.Count(err.Error(), "\n") != len(subcommands()) {
		t.Errorf("the subcommands are not listed: %v", err)
	}
}

// TestSmallRun: two short runs give a table whose rows agree with themselves.
func TestSmallRun(t *testing.T) {
	data := filepath.Join("..", "..", "..", "..", "shared", "data", "paper")
	if _, err := os.Stat(data); errors.Is(err, fs.ErrNotExist) {
		t.Skip("../shared/data/paper is absent")
	}
	_, o, err := parse(strings.Fields("run -set wu -runs 2 -chains 2 -warmup 60 -draws 10 -iterations 3 " +
		"-prior-draws 10 -doublings 5 -data " + data))
	if err != nil {
		t.Fatal(err)
	}
	sets, err := o.sets()
	if err != nil {
		t.Fatal(err)
	}
	wu, err := measure(sets[0], o, func(outcome) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(wu.Runs) != 2 || wu.Runs[0].Seed != 1 || wu.Runs[1].Seed != 2 || wu.Runs[0].Gradients < 1000 ||
		wu.Runs[0].Seconds <= 0 {
		t.Errorf("%+v", wu.Runs)
	}
	if mean := (wu.Runs[0].Test + wu.Runs[1].Test) / 2; math.Abs(wu.test().Mean-mean) > 1e-15 {
		t.Errorf("mean %v, runs say %v", wu.test().Mean, mean)
	}
	var total float64
	for _, s := range wu.Runs[0].Topologies {
		total += s.Weight
	}
	if total < .999999 || total > 1.000001 {
		t.Errorf("weights sum to %v", total)
	}
	if _, err := command(t, "run", "-data", data, "-set", "mars"); err == nil ||
		!strings.Contains(err.Error(), "mars") {
		t.Errorf("%v", err)
	}
	if _, err := command(t, "run", "-data", data, "-set", "wu,iris,wu"); err == nil ||
		!strings.Contains(err.Error(), "wu twice") {
		t.Errorf("%v", err)
	}
}
