// Whether a mean over our runs differs from what the paper prints.

package main

import (
	"fmt"
	"math"

	"dcctree/core/paper"
)

// gap is how far ours is from a printed value.
type gap struct {
	ours, printed paper.Estimate
	error         float64 // combined standard error of the difference; NaN below two runs
}

// combinedErrors is how many of them a difference may have.
const combinedErrors = 3

// newGap combines the errors of both means and of the rounding of the printed one, which is uniform over a unit of its
// last digit: sqrt(s1^2 / runs + s2^2 / 10 + unit^2 / 12).
func newGap(ours paper.Estimate, printed string) gap {
	g := gap{ours: ours, printed: paper.Read(printed)}
	unit := 2 * g.printed.Rounding
	g.error = math.Sqrt(g.ours.Error()*g.ours.Error() + g.printed.Error()*g.printed.Error() + unit*unit/12)
	return g
}

// times is the difference in combined errors; NaN below two runs.
func (g gap) times() float64 { return (g.ours.Mean - g.printed.Mean) / g.error }

// differs reports whether the difference exceeds what chance explains, in either direction. It is never so below two
// runs.
func (g gap) differs() bool { return math.Abs(g.times()) > combinedErrors }

// words is the difference in combined errors: "+4.2 ≠".
func (g gap) words() string {
	if math.IsNaN(g.error) {
		return "too few runs to say"
	}
	text := minus(fmt.Sprintf("%+.1f", g.times()))
	if g.differs() {
		return text + " " + mark
	}
	return text
}

// mark follows a value that differs.
const mark = "≠"
