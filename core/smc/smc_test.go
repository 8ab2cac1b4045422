// Runs against exact normalizers, and against the soft trees of the paper's data.

package smc

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"dcctree/core/evidence"
	"dcctree/core/hmc"
	"dcctree/core/numeric"
)

// calibration is what a number of runs says of LogZ and Error.
type calibration struct {
	z, square, log numeric.Moments
	gradients      int
}

func calibrate(target hmc.LogDensity, from []evidence.Component, logZ float64, particles, seeds int) calibration {
	var c calibration
	s := DefaultSettings()
	s.Particles = particles
	for seed := range seeds {
		r := Run(target, NewMixture(from), s, stream(uint64(seed)), nil)
		z := (r.LogZ - logZ) / r.Error
		c.z.Add(z)
		c.square.Add(z * z)
		c.log.Add(r.LogZ)
		c.gradients += r.Gradients / seeds
	}
	return c
}

func TestZZCal(t *testing.T) {
	for _, n := range []int{100, 400} {
		for _, c := range cases() {
			k := calibrate(c.target, c.from, c.logZ, n, 80)
			t.Logf("%s n %d: mean z %.2f mean z2 %.2f (sd %.2f) bias %.3f sd %.3f gradients %d", c.name, n, k.z.Mean(), k.square.Mean(), math.Sqrt(k.square.Variance()/80), k.log.Mean()-c.logZ, math.Sqrt(k.log.Variance()), k.gradients)
		}
	}
}

type exactCase struct {
	name   string
	target hmc.LogDensity
	from   []evidence.Component
	logZ   float64
}

func cases() []exactCase {
	heavy := NewMixture([]evidence.Component{student(5, 0, 1, 0.5, 3)})
	return []exactCase{
		{"normal, 2", normal(2, 0.8, -7), []evidence.Component{student(2, 2, 1, 0, 4)}, -7},
		{"normal, 10", normal(10, 0.5, 3), []evidence.Component{student(10, 1, 1.2, 0, 4)}, 3},
		{"normal, 30", normal(30, 0.5, -40), []evidence.Component{student(30, 0.5, 1.2, 0, 4)}, -40},
		{"two modes", bimodal(4), []evidence.Component{student(4, -2.5, 1.2, 0, 4), student(4, 2.5, 1, 0, 4)}, 1},
		{"logistics", logistics(8), []evidence.Component{student(8, 1, 3, 0.3, 4)}, 2},
		{"t with 3 degrees of freedom", heavy, []evidence.Component{student(5, 1, 1.5, 0, 4)}, 0},
	}
}

var _ = reflect.DeepEqual
var _ = slices.Equal[[]int]
