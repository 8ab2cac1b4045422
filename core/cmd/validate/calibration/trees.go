// The studies of core/alltrees: trees, noise and response drawn together, and the whole sampler given the response.

package calibration

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"dcctree/core/alltrees"
	"dcctree/core/random"
)

const (
	treesTitle = "Calibration of all trees at once"
	treesText  = "A tree, its noise and a response are drawn from the model of core/alltrees on 5 and on 12 " +
		"inputs, a third of them categories of four levels, or of twelve, and every other with a fifth " +
		"of gaps, and the whole sampler is given the response: restarts from the prior by powers of the " +
		"likelihood, pooled by their evidence. 99 of its trees are compared with the truth, ties broken " +
		"at random, by what is counted, by the log likelihood and by a prediction. Trees are of the " +
		"sizes that the prior has: two thirds of them have four leaves with rows or more, a third six or " +
		"more, one in thirty ten or more. Each tree is moved 20 times a step, 80 times with noise per " +
		"leaf and with sharp splits on twelve levels, where 20 are too few: trees of many leaves then " +
		"come too seldom. 200 replicates, one rerun with 800."
)

// forest is a table and a prior of trees on it.
type forest struct {
	rows, inputs, classes, widths int
	levels                        int // of categories; 0: four
	moves                         int // of each tree at each step; 0: 20
	leafNoise, heavy              bool
	told                          float64 // alpha of the prior that the sampler is told; 0: the true one
}

// effort is of the sampler: enough for a table of some dozen rows.
func (f forest) effort(seed uint64) alltrees.Settings {
	s := alltrees.DefaultSettings()
	s.Seed, s.Prior.Widths = seed, f.widths
	s.Crowd, s.Moves, s.LearnEnd, s.Rounds = 2, cmp.Or(f.moves, 20), 300, 2
	return s
}

// table has random inputs; its response only has the right kind.
func (f forest) table(rng *rand.Rand) *alltrees.Table {
	var columns []alltrees.Column
	for j := range f.inputs {
		c := alltrees.Column{Values: make([]float64, f.rows)}
		if j%3 == 2 {
			c.Levels = cmp.Or(f.levels, 4)
		}
		for i := range c.Values {
			c.Values[i] = rng.Float64()
			if c.Levels > 0 {
				c.Values[i] = float64(rng.IntN(c.Levels))
			}
			if j%2 == 1 && rng.IntN(5) == 0 {
				c.Values[i] = math.NaN()
			}
		}
		columns = append(columns, c)
	}
	t, err := alltrees.NewTable(columns, alltrees.Response{Values: make([]float64, f.rows), Classes: f.classes,
		LeafNoise: f.leafNoise, Heavy: f.heavy})
	if err != nil {
		panic("calibration: " + err.Error())
	}
	return t
}

// study is that of the whole sampler.
func (f forest) study(name string) study {
	prior := f.effort(0).Prior
	_, truth := f.table(random.Stream(1, "example")).Joint(prior, random.Stream(1, "example"))
	return study{name, truth.FactNames(), func(rng *rand.Rand) ([]float64, [][]float64) {
		table, truth := f.table(rng).Joint(prior, rng)
		set := f.effort(rng.Uint64())
		if f.told > 0 {
			set.Prior.Alpha = f.told
		}
		r := alltrees.Run(table, set, alltrees.Alone)
		var drawn [][]float64
		for _, k := range rng.Perm(len(r.Trees))[:draws] {
			drawn = append(drawn, r.Facts(k))
		}
		return truth.Facts(0), drawn
	}}
}

func treesStudies() []study {
	return []study{
		forest{rows: 30, inputs: 5}.study("sharp splits, 5 inputs"),
		forest{rows: 30, inputs: 12}.study("sharp splits, 12 inputs"),
		forest{rows: 30, inputs: 5, leafNoise: true, moves: 80}.study("sharp splits, noise per leaf, 5 inputs"),
		forest{rows: 30, inputs: 5, widths: alltrees.DefaultWidths}.study("gradual splits, 5 inputs"),
		forest{rows: 30, inputs: 12, widths: alltrees.DefaultWidths}.study("gradual splits, 12 inputs"),
		forest{rows: 30, inputs: 5, heavy: true}.study("sharp splits, heavy tails, 5 inputs"),
		forest{rows: 30, inputs: 5, classes: 3}.study("three classes, 5 inputs"),
		forest{rows: 30, inputs: 12, classes: 3}.study("three classes, 12 inputs"),
		forest{rows: 30, inputs: 5, levels: 12, moves: 80}.study("sharp splits, twelve levels, 5 inputs"),
		forest{rows: 30, inputs: 5, classes: 3, levels: 12}.study("three classes, twelve levels, 5 inputs"),
	}
}

// treeMutants tell the sampler a prior that trees do not come from.
func treeMutants() (all []mutant) {
	add := func(right forest, name string) {
		wrong := right
		wrong.told = .6
		name += ": alpha .6 for .95"
		all = append(all, mutant{name, 60, right.study(name), wrong.study(name)})
	}
	for _, widths := range []int{0, alltrees.DefaultWidths} {
		add(forest{rows: 10, inputs: 2, widths: widths}, fmt.Sprintf("all trees, %d widths", widths))
	}
	add(forest{rows: 10, inputs: 2, heavy: true}, "all trees, heavy tails")
	return all
}
