// Settings on which the paper is silent: cross-validation on the training rows over its grids.

package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"dcctree/core/baseline/cart"
	"dcctree/core/baseline/cgm"
	"dcctree/core/baseline/particle"
	"dcctree/core/baseline/wu"
	"dcctree/core/cmd/internal/published"
	"dcctree/core/compare"
	"dcctree/core/dataset"
	"dcctree/core/posterior"
	"dcctree/core/random"
)

const (
	tuneFolds  = 5
	wholeGrid  = 60 // points of a grid that is gone through as a whole; a larger one is walked axis by axis
	tuneSweeps = 2  // over all axes, at most
)

// axis is a setting with the values that are tried.
type axis struct {
	Name   string    `json:"name"`
	Values []float64 `json:"values"`
	put    func(settings any, v float64) any
}

func newAxis[S any](name string, put func(s *S, v float64), values ...float64) axis {
	return axis{name, values, func(settings any, v float64) any {
		s := settings.(S)
		put(&s, v)
		return s
	}}
}

// steps returns from, from + by, ... up to the given number, as the paper writes [from:by:to].
func steps(from, by, to float64) (out []float64) {
	for k := 0; ; k++ {
		v := math.Round((from+float64(k)*by)*100) / 100
		if v > to {
			return out
		}
		out = append(out, v)
	}
}

// gridOf returns the axes of a method: those of the paper's table "Grid search values considered" that have a meaning
// for the task, of SMC, which it does not have, ours. The second value is the index of each axis at which a walk
// begins.
func gridOf(method compare.Method, regression bool) (axes []axis, start []int) {
	switch method {
	case compare.CGM:
		axes = []axis{
			newAxis("alphaSplit", func(s *cgm.Settings, v float64) { s.Split.Alpha = v },
				steps(.45, .25, .95)...),
			newAxis("betaSplit", func(s *cgm.Settings, v float64) { s.Split.Beta = v },
				steps(1, .5, 2.5)...),
		}
		start = []int{2, 0}
		if regression {
			axes = append(axes,
				newAxis("alpha", func(s *cgm.Settings, v float64) { s.Leaf.Shape = v },
					steps(.5, .5, 4)...),
				newAxis("beta", func(s *cgm.Settings, v float64) { s.Leaf.Scale = v },
					steps(.5, .5, 2.5)...),
				newAxis("mu0", func(s *cgm.Settings, v float64) { s.Leaf.Mean = v },
					steps(0, .5, 2)...),
				newAxis("n", func(s *cgm.Settings, v float64) { s.Leaf.Count = v },
					steps(.3, .1, .6)...))
			start = append(start, 6, 0, 2, 2)
		}
	case compare.WU:
		axes = []axis{
			newAxis("lambda", func(s *wu.Settings, v float64) { s.Leaves = v }, steps(8, 1, 10)...),
			newAxis("p", func(s *wu.Settings, v float64) { s.Left = v }, steps(.3, .2, .7)...),
		}
		start = []int{2, 2}
		if regression {
			axes = append(axes,
				newAxis("alpha", func(s *wu.Settings, v float64) { s.Leaf.Shape = v },
					steps(.5, .5, 4)...),
				newAxis("beta", func(s *wu.Settings, v float64) { s.Leaf.Scale = v },
					steps(.5, .5, 4)...),
				newAxis("mu0", func(s *wu.Settings, v float64) { s.Leaf.Mean = v }, steps(0, .5, 2)...),
				newAxis("n", func(s *wu.Settings, v float64) { s.Leaf.Count = v },
					steps(.5, .5, 1.5)...))
			start = append(start, 7, 7, 2, 1)
		}
	case compare.SMC:
		axes = []axis{
			newAxis("alpha", func(s *particle.Settings, v float64) { s.Alpha = v },
				steps(.45, .25, .95)...),
			newAxis("beta", func(s *particle.Settings, v float64) { s.Beta = v }, steps(.5, .5, 2.5)...),
			newAxis("concentration", func(s *particle.Settings, v float64) { s.Concentration = v }, 1, 3,
				5),
		}
		start = []int{2, 0, 0}
	}
	return axes, start
}

// short returns the plan of a chain of the cross-validation, with the settings that the grid leaves alone.
func short(method compare.Method, set *published.Set) plan {
	p := plan{Method: method, Set: set.Name, Chains: 2, Draws: 100, Every: 20}
	switch method {
	case compare.CGM:
		s, _ := cgm.Published("wu") // what the grid does not have is the same for all sets
		s.Warmup, s.Restarts = 1000, 10
		p.Settings = s
	case compare.WU:
		s, _ := wu.Published("wu")
		s.Warmup = 8000
		p.Settings = s
	case compare.SMC:
		s := particle.DefaultSettings()
		s.Proposal, s.Expansion, s.Particles = particle.Optimal, particle.LayerWise, 100
		p.Settings, p.Draws, p.Every = s, 1, 1
	}
	return p
}

// tuning is what a cross-validation found.
type tuning struct {
	Axes   []axis       `json:"axes"`
	Tried  []tunedPoint `json:"tried"`  // in their order
	Best   int          `json:"best"`   // index into Tried
	Points int          `json:"points"` // of the whole grid
	Moves  int          `json:"moves"`  // iterations of all chains
}

// tunedPoint is a point of the grid with the mean log score of the rows left out.
type tunedPoint struct {
	Values   []float64 `json:"values"`
	LogScore float64   `json:"logScore"`
}

// tuned returns the cross-validation of a method on a set, made or from the folder.
func tuned(w io.Writer, method compare.Method, set *published.Set, o options) (tuning, error) {
	axes, start := gridOf(method, set.Train.Task == dataset.Regression)
	p := short(method, set)
	about := struct {
		Results int    `json:"results"`
		Data    string `json:"data"`
		Plan    plan   `json:"plan"`
		Axes    []axis `json:"axes"`
		Start   []int  `json:"start"`
		Walk    [3]int `json:"walk"`
	}{othersVersion, dataDigest(set), p, axes, start, [3]int{tuneFolds, wholeGrid, tuneSweeps}}
	name := fmt.Sprintf("tuned-%s-%s", method, set.Name)
	t, took, err := keep(o.kept, "tuned", name, about, func(*timing) (tuning, error) {
		s := &gridWalk{plan: p, axes: axes, tried: map[string]bool{},
			score: func(p plan) (float64, int, error) {
				return crossed(p, set)
			}}
		return s.walk(start)
	})
	if err == nil && !o.kept.only {
		fmt.Fprintf(w, "%s: %s; %d of %d points, %d moves, %.1f s\n", name, t.words(), len(t.Tried), t.Points,
			t.Moves, took.Seconds)
	}
	return t, err
}

// words names the best point.
func (t tuning) words() (text string) {
	for k, a := range t.Axes {
		text += fmt.Sprintf("%s %g, ", a.Name, t.Tried[t.Best].Values[k])
	}
	return text + fmt.Sprintf("log score %.4f", t.Tried[t.Best].LogScore)
}

// settings returns those of a run at the best point.
func (t tuning) settings(method compare.Method) any {
	var s any
	regression := false
	switch method {
	case compare.CGM:
		s, _ = cgm.Published("wu")
		regression = len(t.Axes) > 2
	case compare.WU:
		s, _ = wu.Published("wu")
		regression = len(t.Axes) > 2
	case compare.SMC:
		own := particle.DefaultSettings()
		own.Proposal, own.Expansion, own.Particles = particle.Optimal, particle.LayerWise, smcParticles
		s = own
	}
	axes, _ := gridOf(method, regression)
	for k, a := range axes {
		s = a.put(s, t.Tried[t.Best].Values[k])
	}
	return s
}

// gridWalk is a walk over a grid.
type gridWalk struct {
	plan  plan
	axes  []axis
	score func(plan) (score float64, moves int, err error)
	tried map[string]bool
	found tuning
}

// walk tries all points, or from a start the values of one axis after the other, each time keeping the best, until a
// sweep changes nothing.
func (s *gridWalk) walk(start []int) (tuning, error) {
	s.found.Axes, s.found.Points = s.axes, 1
	for _, a := range s.axes {
		s.found.Points *= len(a.Values)
	}
	var err error
	if s.found.Points <= wholeGrid {
		err = s.all(make([]int, len(s.axes)), 0)
	} else {
		err = s.along(start)
	}
	return s.found, err
}

// all tries every point whose first coordinates are given.
func (s *gridWalk) all(at []int, k int) error {
	if k == len(s.axes) {
		return s.try(at)
	}
	for i := range s.axes[k].Values {
		at[k] = i
		if err := s.all(at, k+1); err != nil {
			return err
		}
	}
	return nil
}

func (s *gridWalk) along(start []int) error {
	at := slices.Clone(start)
	for range tuneSweeps {
		before := slices.Clone(at)
		for k, a := range s.axes {
			for i := range a.Values {
				next := slices.Clone(at)
				next[k] = i
				if err := s.try(next); err != nil {
					return err
				}
			}
			at = s.indexOf(s.found.Tried[s.found.Best].Values)
		}
		if slices.Equal(before, at) {
			break
		}
	}
	return nil
}

// indexOf returns the indices of a point's values.
func (s *gridWalk) indexOf(values []float64) (at []int) {
	for k, a := range s.axes {
		at = append(at, slices.Index(a.Values, values[k]))
	}
	return at
}

// try scores a point that was not tried before; the best is the first of the highest.
func (s *gridWalk) try(at []int) error {
	key := fmt.Sprint(at)
	if s.tried[key] {
		return nil
	}
	s.tried[key] = true
	p := s.plan
	point := tunedPoint{}
	for k, a := range s.axes {
		point.Values = append(point.Values, a.Values[at[k]])
		p.Settings = a.put(p.Settings, a.Values[at[k]])
	}
	score, moves, err := s.score(p)
	if err != nil {
		return err
	}
	point.LogScore = score
	s.found.Moves += moves
	s.found.Tried = append(s.found.Tried, point)
	if score > s.found.Tried[s.found.Best].LogScore {
		s.found.Best = len(s.found.Tried) - 1
	}
	return nil
}

// crossed returns the mean log score of the training rows, each by a run on the folds without it.
func crossed(p plan, set *published.Set) (score float64, moves int, err error) {
	f := set.Train
	fold := cart.Folds(f.N, tuneFolds, random.Stream(1, "tune", set.Name))
	for k := range tuneFolds {
		var in, out []int
		for i, g := range fold {
			if g == k {
				out = append(out, i)
			} else {
				in = append(in, i)
			}
		}
		r, err := p.run(posterior.NewTables(f.Take(in), f.Take(out), false), 1, nil)
		if err != nil {
			return 0, 0, err
		}
		score += r.LogScore.Test * float64(len(out)) / float64(f.N)
		moves += r.Iterations
	}
	return score, moves, nil
}

// tune makes all cross-validations of the methods and sets that are asked for.
func tune(w io.Writer, sets []*published.Set, o options) error {
	for _, set := range sets {
		for _, m := range o.methodsOf(set.Name) {
			if axes, _ := gridOf(m, false); axes == nil || isPublished(m, set.Name) {
				continue
			}
			if _, err := tuned(w, m, set, o); err != nil {
				return err
			}
		}
	}
	return nil
}

// isPublished reports whether the paper prints the settings.
func isPublished(m compare.Method, set string) bool {
	_, a := cgm.Published(set)
	_, b := wu.Published(set)
	return m == compare.CGM && a || m == compare.WU && b
}
