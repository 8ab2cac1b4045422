// Tests of the numbers of the prior that a person may choose.

package fit

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/random"
)

// prioritized is a fit of 40 rows, of a step in noise or of two classes, with a prior.
func prioritized(t *testing.T, task string, o Options) (*Problem, error) {
	t.Helper()
	rng, x, y := random.Stream(1, "prior"), make([]float64, 40), make([]float64, 40)
	for i := range x {
		x[i] = float64(i)
		y[i] = float64(i / 20)
		if task == "regression" {
			y[i] += .5 * rng.NormFloat64()
		}
	}
	table, err := dataset.FromColumns("made.csv", []dataset.Input{{Name: "x", Numbers: x}, {Name: "y", Numbers: y}})
	if err != nil {
		t.Fatal(err)
	}
	o.Target, o.Task, o.Scale = "y", task, PlainScale
	o.Settings, o.Effort = alltrees.DefaultSettings(), alltrees.DefaultEffort()
	o.Effort.Work = 1
	return New(table, o)
}

// Each number goes where the sampler has it, and the others stay as usual.
func TestPriorReachesTheSampler(t *testing.T) {
	usual := alltrees.DefaultPrior()
	usual.Widths = alltrees.DefaultWidths
	for _, c := range []struct {
		prior Prior
		task  string
		want  func(*alltrees.Prior, *alltrees.Response)
	}{
		{Prior{Root: .5}, "regression", func(p *alltrees.Prior, _ *alltrees.Response) { p.Alpha = .5 }},
		{Prior{Gradual: .9}, "regression", func(p *alltrees.Prior, _ *alltrees.Response) { p.Gradual = .9 }},
		{Prior{Narrow: .01}, "regression", func(p *alltrees.Prior, _ *alltrees.Response) { p.Narrow = .01 }},
		{Prior{Wide: .5}, "regression", func(p *alltrees.Prior, _ *alltrees.Response) { p.Wide = .5 }},
		{Prior{Leaf: 2}, "regression", func(_ *alltrees.Prior, y *alltrees.Response) { y.MeanSpread = 2 }},
		{Prior{Noise: .1}, "regression", func(_ *alltrees.Prior, y *alltrees.Response) { y.NoiseScale = .1 }},
		{Prior{Concentration: 3}, "classification",
			func(p *alltrees.Prior, y *alltrees.Response) {
				y.Concentration, y.Classes, p.Widths = 3, 2, 0
			}},
	} {
		p, err := prioritized(t, c.task, Options{Prior: c.prior})
		if err != nil {
			t.Fatal(err)
		}
		prior, y := usual, alltrees.Response{Values: p.y.Values}
		c.want(&prior, &y)
		if p.options.Settings.Prior != prior || !reflect.DeepEqual(p.y, y) {
			t.Errorf("%+v: the sampler has %+v, %+v", c.prior, p.options.Settings.Prior, p.y)
		}
	}
}

// What is out of range, crossed, or has no part in the fit is refused with its name.
func TestPriorRefused(t *testing.T) {
	for _, c := range []struct {
		prior      Prior
		task, want string
		sharp      bool
	}{
		{prior: Prior{Root: 1}, task: "regression", want: "root of the prior is 1: give a number from 0.05 to"},
		{prior: Prior{Leaf: math.NaN()}, task: "regression", want: "the leaf of the prior is NaN"},
		{prior: Prior{Narrow: .3}, task: "regression", want: "give a smaller narrow"},
		{prior: Prior{Wide: .004}, task: "regression", want: "give a smaller narrow"},
		{prior: Prior{Wide: .7}, task: "regression", want: "the wide of the prior is 0.7"},
		{prior: Prior{Gradual: .3}, task: "regression", sharp: true, want: "gradual of the prior has no part"},
		{prior: Prior{Concentration: 1}, task: "regression", want: "concentration of the prior has no part"},
		{prior: Prior{Noise: 2}, task: "classification", want: "the noise of the prior has no part"},
		{prior: Prior{Wide: .2}, task: "classification", want: "the wide of the prior has no part"},
	} {
		_, err := prioritized(t, c.task, Options{Prior: c.prior, Sharp: c.sharp})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v of a %s: %v, want %q", c.prior, c.task, err, c.want)
		}
	}
}

// The answer says what was chosen, and its evidence is that of this prior: with the noise's scale near the truth, .58
// standard deviations of the target, it is larger than with one far below, and with nothing chosen the answer is the
// same as with each number as it usually is.
func TestPriorInTheAnswer(t *testing.T) {
	answer := func(prior Prior) *Answer {
		p, err := prioritized(t, "regression", Options{Prior: prior, Sharp: true})
		if err != nil {
			t.Fatal(err)
		}
		a, err := p.Fit(alltrees.Alone)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Check(); err != nil {
			t.Fatal(err)
		}
		return a
	}
	plain, usual := answer(Prior{}), answer(Prior{Root: .95, Leaf: 1, Noise: 1})
	if plain.Prior != nil || usual.Prior == nil || usual.Prior.Noise != 1 || plain.Digest != usual.Digest {
		t.Errorf("priors %+v and %+v, digests %s and %s", plain.Prior, usual.Prior, plain.Digest, usual.Digest)
	}
	near, far := answer(Prior{Noise: .5}), answer(Prior{Noise: .01})
	if near.Evidence.Log < far.Evidence.Log+2 || near.Digest == plain.Digest {
		t.Errorf("log evidence %g with the scale .5, %g with .01", near.Evidence.Log, far.Evidence.Log)
	}
	near.Prior.Leaf = 9
	if err := near.Check(); err == nil || !strings.Contains(fmt.Sprint(err), "leaf 9") {
		t.Errorf("an answer with an impossible prior: %v", err)
	}
}
