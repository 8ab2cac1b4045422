// The posterior of a classification by two routes that share no starts: what the fast mode is to be compared with
// where importance sampling fails.

package main

import (
	"fmt"
	"io"
	"math"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/posterior"
)

// routeWork is the work after which a route ends: each topology is measured once.
const routeWork = 0

// routes prints, per set, what tempered particles from the modes that climbs find and what particles from the
// prior say of the same topologies and of the test rows.
func routes(w io.Writer, sets []*published.Set, o options) error {
	for _, set := range sets {
		if set.Train.Task != dataset.Classification {
			return fmt.Errorf("%s is no classification: routes compares class probabilities", set.Name)
		}
		if err := routesOf(w, set, o); err != nil {
			return err
		}
	}
	return nil
}

func routesOf(w io.Writer, set *published.Set, o options) error {
	problem := &dcc.Problem{Data: posterior.NewTables(set.Train, nil, false).Data(),
		Settings: set.Apply(o.settings), Seed: o.seed}
	found, spent, err := longer(problem, o)
	if err != nil {
		return err
	}
	var rows [][][]float64
	for _, fromPrior := range []bool{false, true} {
		by := deepSettings()
		by.Particles, by.FromPrior = o.routes, fromPrior
		r, probabilities, err := newRoute(set, problem, found, by, spent, routeWork, o.workers)
		if err != nil {
			return err
		}
		rows = append(rows, probabilities)
		r.print(w, set, []string{"from the modes", "from the prior"}[count(fromPrior)], probabilities)
	}
	_, err = fmt.Fprintf(w, "%s: the two routes' class probabilities of the test rows differ by %.4f on average\n",
		set.Name, distance(rows[0], rows[1]))
	return err
}

// print says what a route found.
func (l *longRun) print(w io.Writer, set *published.Set, route string, probabilities [][]float64) {
	right, score := 0, 0.0
	for i, k := range set.Test.Class {
		best := 0
		for c, p := range probabilities[i] {
			if p > probabilities[i][best] {
				best = c
			}
		}
		if best == k {
			right++
		}
		score += math.Log(probabilities[i][k])
	}
	n := float64(set.Test.N)
	fmt.Fprintf(w, "%s, particles %s: test accuracy %.4f (%d of %d rows), log score %.4f, %.0f gradient units\n",
		set.Name, route, float64(right)/n, right, set.Test.N, score/n, l.Units)
	for _, s := range l.summaries {
		fmt.Fprintf(w, "    %-22s weight %.3f  log evidence %.2f\n", s.Topology, s.Weight, s.LogEvidence)
	}
}
