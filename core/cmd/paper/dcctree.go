// DCC-Tree's runs among the other methods': the fast mode, its draws scored one by one, too.

package main

import (
	"errors"
	"fmt"
	"io"
	"math"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/compare"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/posterior"
	"dcctree/core/softtree"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

// fastRuns are the runs by the fast mode, made or from the folder.
func fastRuns(w io.Writer, set *published.Set, o options) (out []timedRun, err error) {
	o.fast = true
	facts := newFacts(set, o)
	for k := range min(o.runs, mostSeeds) {
		seed := o.seed + uint64(k)
		name := fmt.Sprintf("%s-%s-%d", compare.DCCTree, set.Name, seed)
		r, took, err := keep(o.kept, string(compare.DCCTree), name, o.identity(facts, seed),
			func(*timing) (methodRun, error) {
				return fastRun(set, facts.Settings, o, seed)
			})
		if errors.Is(err, errAbsent) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, timedRun{r, seed, took.Seconds})
		if !o.kept.only {
			r.print(w, name, took.Seconds)
		}
	}
	return out, nil
}

// fastRun makes one run.
func fastRun(set *published.Set, settings dcc.Settings, o options, seed uint64) (methodRun, error) {
	tables := posterior.NewTables(set.Train, set.Test, false)
	problem := &dcc.Problem{Data: tables.Data(), Settings: settings, Seed: seed}
	sampler, done, err := sample(problem, o)
	if err != nil {
		return methodRun{}, err
	}
	p := posterior.New(tables, problem, posterior.Likelihood)
	p.UpdateAll(sampler)
	train, test, ok := p.Scores()
	if !ok {
		return methodRun{}, fmt.Errorf("%s, seed %d: no topology could be measured", set.Name, seed)
	}
	r := methodRun{Metric: "MSE", Mean: scoring{trainTest: trainTest{train.MSE, test.MSE}},
		LogScore: trainTest{train.LogScore, test.LogScore}, Gradients: done.Gradients}
	if set.Train.Task == dataset.Classification {
		r.Metric, r.Mean = "accuracy", scoring{trainTest: trainTest{train.Accuracy, test.Accuracy}}
	}
	for _, t := range p.Topologies() {
		r.Leaves += float64(t.Topology.Leaves()) * t.Weight
	}
	r.Digest, _ = p.Digest()
	r.Drawn = ownOfDraws(tables, problem, sampler)
	return r, nil
}

// ownOfDraws scores every draw of a run by its most probable leaf, weighted.
func ownOfDraws(tables posterior.Tables, problem *dcc.Problem, source posterior.Source) *scoring {
	rows := newOwnScores(tables)
	var sum, squares trainTest
	var all float64
	for _, s := range source.Summaries() {
		draws, ok := source.Draws(s.Topology)
		if !ok || !(s.Weight > 0) {
			continue
		}
		eachDraw(problem, s.Topology, draws, func(d tree.Tree, share float64) {
			w, a, b := s.Weight*share, rows.train.score(d), rows.test.score(d)
			all += w
			sum.Train, sum.Test = sum.Train+w*a, sum.Test+w*b
			squares.Train, squares.Test = squares.Train+w*a*a, squares.Test+w*b*b
		})
	}
	sd := func(sum, squares float64) float64 {
		mean := sum / all
		return math.Sqrt(math.Max(0, squares/all-mean*mean))
	}
	return &scoring{trainTest: trainTest{sum.Train / all, sum.Test / all},
		Draws: &trainTest{sd(sum.Train, squares.Train), sd(sum.Test, squares.Test)}}
}

// eachDraw calls f with a topology's draws as trees.
func eachDraw(problem *dcc.Problem, t topology.Topology, draws dcc.Draws, f func(drawn tree.Tree, share float64)) {
	model := softtree.NewModel(t, problem.Data, problem.Settings.Priors, problem.Settings.BandwidthFinal)
	layout := problem.Data.Layout(t)
	for k, share := range draws.Shares {
		theta := draws.Point(k)
		var probabilities [][]float64
		if !layout.Means {
			probabilities = model.LeafProbabilities(theta)
		}
		f(layout.Drawn(t, theta, probabilities, problem.Settings.BandwidthFinal), share)
	}
}
