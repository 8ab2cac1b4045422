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
	o, err := parse(nil)
	if err != nil || o.settings.Iterations != 500 || o.settings.Chains != 16 || o.runs != 10 {
		t.Errorf("defaults: %v %+v", err, o)
	}
	for _, args := range [][]string{{"-mode", "swift"}, {"-runs", "0"}, {"-chains", "0"}, {"-weights", "heavy"}, {"extra"}, {"-check", "-runs", "1"}, {"-long", "-1"}, {"-json", "-tables", "x.md"},
		{"-shard", "0/2"}, {"-json", "-shard", "2/2"}, {"-json", "-shard", "1"}, {"-json", "-shard", "0/0"}, {"-out", "x"}, {"-merge"}, {"-merge", "-json", "x"}, {"-runs", "1000001"}, {"-seed", "18446744073709551610"}, {"-from", "absent.json"}} {
		if _, err := parse(args); err == nil {
			t.Errorf("%v accepted", args)
		}
	}
}

// TestSmallRun: two short runs give a table whose rows agree with themselves.
func TestSmallRun(t *testing.T) {
	data := filepath.Join("..", "..", "..", "..", "shared", "data", "paper")
	if _, err := os.Stat(data); errors.Is(err, fs.ErrNotExist) {
		t.Skip("../shared/data/paper is absent")
	}
	o, err := parse([]string{"-data", data, "-set", "wu", "-runs", "2", "-chains", "2", "-warmup", "60", "-draws", "10", "-iterations", "3", "-prior-draws", "10", "-doublings", "5", "-json"})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run(&out, o); err != nil {
		t.Fatal(err)
	}
	whole, err := read("standard output", []byte(out.String()))
	if err != nil {
		t.Fatal(err)
	}
	wu := whole.table(0)
	if len(wu.Runs) != 2 || wu.Runs[0].Seed != 1 || wu.Runs[1].Seed != 2 || wu.Runs[0].Gradients < 1000 {
		t.Errorf("%+v", wu.Runs)
	}
	if mean := (wu.Runs[0].Test + wu.Runs[1].Test) / 2; math.Abs(wu.TestMean-mean) > 1e-15 {
		t.Errorf("mean %v, runs say %v", wu.TestMean, mean)
	}
	var total float64
	for _, s := range wu.Runs[0].Topologies {
		total += s.Weight
	}
	if total < .999999 || total > 1.000001 {
		t.Errorf("weights sum to %v", total)
	}
	if _, err := parse([]string{"-set", "mars"}); err != nil {
		t.Fatal(err)
	}
	o.set = "mars"
	if err := run(&out, o); err == nil || !strings.Contains(err.Error(), "mars") {
		t.Errorf("%v", err)
	}
}
