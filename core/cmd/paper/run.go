// What a run of the sampler follows from, and the subcommand that prints runs.

package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/numeric"
	"dcctree/core/posterior"
)

const (
	// resultsVersion is that of what the program computes from a seed: raised with every change of a digest (a test
	// holds it to one).
	resultsVersion = 7
	// othersVersion is the same of the paper's other methods, whose long runs the folder of results holds.
	othersVersion = 1
	// mostRuns bounds the runs of a set.
	mostRuns = 1_000_000
)

// identity is everything that a run follows from.
type identity struct {
	Results    int                  `json:"results"`    // resultsVersion
	Mode       string               `json:"mode"`       // "paper" or "fast"
	Predictive string               `json:"predictive"` // "likelihood" or "mixture"
	Seed       uint64               `json:"seed"`
	Fast       *search.FastSettings `json:"fast,omitempty"` // of the fast mode
	Set        setFacts             `json:"set"`
}

// setFacts is what the runs of one set have in common.
type setFacts struct {
	Set           string       `json:"set"`
	Data          string       `json:"data"` // digest of training and test rows
	Settings      dcc.Settings `json:"settings"`
	Metric        string       `json:"metric"`            // "MSE" or "accuracy"
	BaselineTest  float64      `json:"baselineTest"`      // of a prediction that ignores the inputs
	PartitionTest float64      `json:"truePartitionTest"` // 0 where there is none
}

// newFacts describes a set for the options.
func newFacts(set *published.Set, o options) setFacts {
	base := posterior.Baseline(set.Train, set.Test)
	f := setFacts{
		Set: set.Name, Data: dataDigest(set), Settings: set.Apply(o.settings), Metric: "MSE",
		BaselineTest: base.MSE,
	}
	if set.Train.Task == dataset.Classification {
		f.Metric, f.BaselineTest = "accuracy", base.Accuracy
	}
	if set.Partition != nil {
		f.PartitionTest = dataset.PartitionMSE(set.Train, set.Test, set.Partition)
	}
	return f
}

// mode names the mode that is asked for.
func (o options) mode() string {
	if o.fast {
		return "fast"
	}
	return "paper"
}

// identity describes a run of a set by the options.
func (o options) identity(set setFacts, seed uint64) identity {
	id := identity{Results: resultsVersion, Mode: o.mode(), Predictive: "likelihood", Seed: seed, Set: set}
	if o.fast {
		fast := o.fastSettings()
		id.Fast = &fast
	}
	if o.mixture {
		id.Predictive = "mixture"
	}
	return id
}

// dataDigest is that of the rows and the names of inputs and classes.
func dataDigest(set *published.Set) string {
	d := numeric.NewDigest()
	for _, f := range []*dataset.Frame{set.Train, set.Test} {
		d.Numbers(float64(f.N), float64(f.D))
		d.Numbers(f.X...)
		d.Numbers(f.Y...)
		for _, c := range f.Class {
			d.Numbers(float64(c))
		}
		d.Words(f.Features...)
		d.Words(f.Classes...)
	}
	return fmt.Sprintf("%016x", d.Sum())
}

// shard is every of-th job from job index on, for a scheduler that starts so many processes. The jobs go through the
// sets and, within each, the seeds.
type shard struct{ index, of int }

// parseShard reads "i/n".
func parseShard(text string) (s shard, err error) {
	index, of, found := strings.Cut(text, "/")
	s.index, err = strconv.Atoi(index)
	var err2 error
	s.of, err2 = strconv.Atoi(of)
	if !found || err != nil || err2 != nil || s.of < 1 || s.of > mostRuns || s.index < 0 || s.index >= s.of {
		return s, fmt.Errorf("-shard is %q; write it as i/n, the first of ten as 0/10, the last as 9/10", text)
	}
	return s, nil
}

// printRuns prints every run of the shard and a summary of every set whose runs are all there.
func printRuns(w io.Writer, sets []*published.Set, o options) error {
	var missing []error
	job := 0
	for _, set := range sets {
		t := table{setFacts: newFacts(set, o)}
		for k := range o.runs {
			job++
			if (job-1)%o.shard.of != o.shard.index {
				continue
			}
			r, err := o.run(set, t.setFacts, o.seed+uint64(k))
			if errors.Is(err, errAbsent) {
				missing = append(missing, err)
				continue
			}
			if err != nil {
				return err
			}
			r.print(w)
			t.Runs = append(t.Runs, r)
		}
		if len(t.Runs) == o.runs {
			t.print(w)
		}
	}
	return enumerate(missing)
}

// missingNamed is how many missing runs are named one by one.
const missingNamed = 20

// enumerate returns the first of many errors and the number of the others, nil of none.
func enumerate(missing []error) error {
	if more := len(missing) - missingNamed; more > 0 {
		return fmt.Errorf("%w\n%d more", errors.Join(missing[:missingNamed]...), more)
	}
	return errors.Join(missing...)
}
