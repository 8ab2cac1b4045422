// Climbing to a mode: L-BFGS.

package conquer

import (
	"math"
	"slices"

	"dcctree/core/hmc"
	"dcctree/core/numeric"
)

const (
	climbMemory  = 10   // pairs of steps and changes of the gradient
	climbLine    = 8    // evaluations of one line search, at most
	climbShrink  = .4   // of a step that does not rise enough
	climbRise    = 1e-4 // share of the rise that the slope promises
	climbLongest = 3.0  // length of a step, at most
	climbFirst   = .3   // and of the first
	climbEnough  = 1e-2 // nats: a smaller rise ends the climb
)

// climber is a climb under way (Nocedal and Wright 2006, algorithms 7.4 and 7.5, with backtracking).
type climber struct {
	target        hmc.LogDensity
	z, grad       []float64
	value         float64
	steps, yields [][]float64 // yields are changes of the negative gradient
	used          int
}

// climb goes up from z until a step gains next to nothing or the number of gradients is used up, and returns
// where it came to and the log density there; -Inf where z has none.
func climb(t hmc.LogDensity, z []float64, gradients int) ([]float64, float64) {
	c := &climber{target: t, z: slices.Clone(z), grad: make([]float64, len(z)), used: 1}
	c.value = t.Gradient(c.grad, c.z)
	for c.used < gradients && !math.IsInf(c.value, -1) && c.step(gradients) {
	}
	return c.z, c.value
}

// step makes one step and reports whether it gained enough to go on.
func (c *climber) step(gradients int) bool {
	direction := c.direction()
	slope := numeric.Dot(direction, c.grad)
	if !(slope > 0) {
		return false
	}
	longest := float64(climbLongest)
	if len(c.steps) == 0 {
		longest = climbFirst
	}
	length := math.Min(1, longest/math.Sqrt(numeric.Dot(direction, direction)))
	z, grad := make([]float64, len(c.z)), make([]float64, len(c.z))
	for k := 0; k < climbLine && c.used < gradients; k++ {
		for i, v := range direction {
			z[i] = c.z[i] + float64(length*v)
		}
		c.used++
		if value := c.target.Gradient(grad, z); value >= c.value+float64(climbRise*length*slope) {
			gain := value - c.value
			c.move(z, grad, value)
			return gain > climbEnough
		}
		length *= climbShrink
	}
	return false
}

// move takes the step to z and remembers it where the density curves down along it.
func (c *climber) move(z, grad []float64, value float64) {
	step, yield := make([]float64, len(z)), make([]float64, len(z))
	for i := range z {
		step[i], yield[i] = z[i]-c.z[i], c.grad[i]-grad[i]
	}
	if numeric.Dot(step, yield) > 1e-10 {
		c.steps, c.yields = append(c.steps, step), append(c.yields, yield)
		if len(c.steps) > climbMemory {
			c.steps, c.yields = c.steps[1:], c.yields[1:]
		}
	}
	c.z, c.grad, c.value = z, grad, value
}

// direction returns the gradient times the inverse of the curvature that the remembered steps tell of.
func (c *climber) direction() []float64 {
	q := slices.Clone(c.grad)
	share := make([]float64, len(c.steps))
	for k := len(c.steps) - 1; k >= 0; k-- {
		share[k] = numeric.Dot(c.steps[k], q) / numeric.Dot(c.steps[k], c.yields[k])
		for i, y := range c.yields[k] {
			q[i] -= float64(share[k] * y)
		}
	}
	if n := len(c.steps); n > 0 {
		scale := numeric.Dot(c.steps[n-1], c.yields[n-1]) / numeric.Dot(c.yields[n-1], c.yields[n-1])
		for i := range q {
			q[i] *= scale
		}
	}
	for k, s := range c.steps {
		back := numeric.Dot(c.yields[k], q) / numeric.Dot(s, c.yields[k])
		for i, v := range s {
			q[i] += float64((share[k] - back) * v)
		}
	}
	return q
}
