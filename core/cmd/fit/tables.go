// This file judges fits of the eight tables: scores beside those of peers, and whether two seeds agree.

package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dcctree/core/fit"
	"dcctree/core/verdict"
)

// judged is one of the tables, with the mean log scores of peers over the splits: of linear or logistic regression,
// CART pruned by cross-validation, a forest of 500 trees, histogram boosting (scikit-learn), and BART of 200 trees, as
// the tables' README has them.
type judged struct {
	name, target string
	peers        [5]float64
}

var eight = []judged{
	{"airquality", "Ozone", [5]float64{-4.445, -4.614, -4.330, -4.464, -4.319}},
	{"servo", "Class", [5]float64{-3.445, -3.246, -3.158, -3.002, -3.008}},
	{"diabetes", "target", [5]float64{-5.433, -5.552, -5.472, -5.544, -5.439}},
	{"boston", "medv", [5]float64{-3.033, -2.964, -2.624, -2.719, -2.531}},
	{"glass", "Type", [5]float64{-1.039, -1.105, -.685, -1.088, -1.000}},
	{"pima", "diabetes", [5]float64{-.474, -.533, -.472, -.636, -.458}},
	{"penguins", "species", [5]float64{-.042, -.261, -.075, -.064, -.104}},
	{"digits", "target", [5]float64{-.141, -1.017, -.410, -.195, -.592}},
}

const (
	cartPeer, bartPeer = 1, 4
	mostApart          = .5 // nats that two seeds of a split may be apart
	allSplits          = 5
)

// tablesOptions say which fits are judged; of the seeds the first two of a split are compared.
type tablesOptions struct {
	tables, answers string
	names           []string
	splits, seeds   []int
	kept            bool // answers that are not there are left out
}

func parseTables(args []string, say io.Writer) (o tablesOptions, err error) {
	f := flag.NewFlagSet("fit tables", flag.ContinueOnError)
	f.SetOutput(say)
	f.StringVar(&o.tables, "tables", "", "the folder with the eight tables and splits.json")
	f.StringVar(&o.answers, "answers", "", "a folder that keeps answers: what is there is not fitted again")
	names := f.String("names", "", "tables, with commas between (default: all eight)")
	splits := f.String("splits", "1,2,3,4,5", "numbers of splits")
	seeds := f.String("seeds", "1,2", "seeds")
	f.BoolVar(&o.kept, "kept", false, "judge only what the folder of answers has")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if o.tables == "" || o.answers == "" {
		return o, errors.New("name both folders: -tables DIR -answers DIR")
	}
	for _, t := range eight {
		o.names = append(o.names, t.name)
	}
	if *names != "" {
		known := o.names
		o.names = strings.Split(*names, ",")
		for _, n := range o.names {
			if !slices.Contains(known, n) {
				return o, fmt.Errorf("-names %s: %q is none of %s", *names, n,
					strings.Join(known, ", "))
			}
		}
	}
	if o.splits, err = numbers("-splits", *splits); err == nil {
		o.seeds, err = numbers("-seeds", *seeds)
	}
	return o, err
}

func numbers(flag, text string) (all []int, err error) {
	for _, s := range strings.Split(text, ",") {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%s %s: give numbers from 1, with commas between", flag, text)
		}
		all = append(all, n)
	}
	return all, nil
}

// runTables fits what is not kept and writes the comparison as Markdown. It makes the folder of answers first: no fit
// shall be lost because it is not there.
func runTables(w io.Writer, o tablesOptions) error {
	if err := os.MkdirAll(o.answers, 0o755); err != nil {
		return err
	}
	p := &printer{w: w}
	p.line("| table | fits | settled | score | log score | CART | BART | rank of 6 " +
		"| seeds: log evidences apart, nats | predictions |")
	p.line("|---|---|---|---|---|---|---|---|---|---|")
	for _, t := range eight {
		if !slices.Contains(o.names, t.name) {
			continue
		}
		j, err := o.judge(t)
		if err != nil {
			return err
		}
		if len(j.logs) > 0 {
			p.line("%s", j.row(t))
		}
	}
	return p.err
}

// judgment sums the fits of a table up.
type judgment struct {
	splits       int
	settled      int
	scores, logs []float64 // of each fit
	evidence     []float64 // by split: how far the seeds' log evidences are apart
	predicted    []float64 // by split: mean difference of predictions, in standard deviations or probability
}

func (o tablesOptions) judge(t judged) (j judgment, err error) {
	for _, split := range o.splits {
		var seeds []*fit.Answer
		for _, seed := range o.seeds {
			a, err := o.answer(t, split, seed)
			if err != nil {
				return j, err
			}
			if a == nil {
				continue
			}
			seeds = append(seeds, a)
			j.add(a)
		}
		if len(seeds) > 0 {
			j.splits++
		}
		if len(seeds) > 1 {
			j.compare(seeds[0], seeds[1])
		}
	}
	return j, nil
}

// answer reads a kept answer, or fits and keeps it; nil where it shall not.
func (o tablesOptions) answer(t judged, split, seed int) (*fit.Answer, error) {
	path := filepath.Join(o.answers, fmt.Sprintf("%s-%d-%d.json", t.name, split, seed))
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && !o.kept {
		text, err = o.fit(t, split, seed, path)
	}
	if errors.Is(err, fs.ErrNotExist) && o.kept {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	a := &fit.Answer{}
	if err := json.Unmarshal(text, a); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if a.Scores == nil || len(a.Evidence.Rounds) == 0 {
		return nil, fmt.Errorf("%s: it has no scores of held-out rows", path)
	}
	return a, nil
}

// fit is the command for one table; the price is left out.
func (o tablesOptions) fit(t judged, split, seed int, path string) ([]byte, error) {
	f, err := parse([]string{"-data", filepath.Join(o.tables, t.name+".csv"), "-target", t.target, "-splits",
		filepath.Join(o.tables, "splits.json"), "-split", strconv.Itoa(split), "-seed", strconv.Itoa(seed),
		"-folds", "0", "-json"}, io.Discard)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	if err := run(&text, f); err != nil {
		return nil, err
	}
	return []byte(text.String()), os.WriteFile(path, []byte(text.String()), 0o644)
}

func (j *judgment) add(a *fit.Answer) {
	if a.Verdict.Outcome == verdict.Settled {
		j.settled++
	}
	score := a.Scores.Errors
	if score == nil {
		score = a.Scores.RMSE
	}
	log := math.Inf(-1) // a row was held to be impossible
	if a.Scores.LogScore != nil {
		log = *a.Scores.LogScore
	}
	j.scores, j.logs = append(j.scores, *score), append(j.logs, log)
}

// compare is how far two seeds are apart on a split. Predictions of numbers are compared in predictive standard
// deviations, classes by their probabilities.
func (j *judgment) compare(a, b *fit.Answer) {
	j.evidence = append(j.evidence, math.Abs(a.Evidence.Log-b.Evidence.Log))
	sum, n := 0.0, 0
	for i := range a.Predictions {
		p, q := &a.Predictions[i], &b.Predictions[i]
		if p.Mean != nil {
			sum, n = sum+math.Abs(*p.Mean-*q.Mean)/(.5*(*p.SD+*q.SD)), n+1
			continue
		}
		for k := range p.Probabilities {
			sum, n = sum+math.Abs(p.Probabilities[k]-q.Probabilities[k]), n+1
		}
	}
	j.predicted = append(j.predicted, sum/float64(n))
}

func (j *judgment) row(t judged) string {
	rank := 1
	for _, peer := range t.peers {
		if peer > mean(j.logs) {
			rank++
		}
	}
	within := 0
	for _, d := range j.evidence {
		if d <= mostApart {
			within++
		}
	}
	seeds := "-"
	predicted := "-"
	if len(j.evidence) > 0 {
		seeds = fmt.Sprintf("%d of %d within %v, largest %.2f", within, len(j.evidence), mostApart,
			slices.Max(j.evidence))
		predicted = fmt.Sprintf("%.3f", mean(j.predicted))
	}
	place := strconv.Itoa(rank)
	if j.splits < allSplits {
		place = "-" // the peers' means are over all splits
	}
	return fmt.Sprintf("| %s | %d | %d | %.3g | %.3f | %.3f | %.3f | %s | %s | %s |", t.name, len(j.logs),
		j.settled, mean(j.scores), mean(j.logs), t.peers[cartPeer], t.peers[bartPeer], place, seeds, predicted)
}

func mean(values []float64) (m float64) {
	for _, v := range values {
		m += v / float64(len(values))
	}
	return m
}
