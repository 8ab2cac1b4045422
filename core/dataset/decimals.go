// How finely the values of a column are written.

package dataset

import (
	"math"
	"slices"
)

// mostDecimals is what a rounded column has at most.
const mostDecimals = 6

// Decimals returns the fewest decimals, 0 to 6, that write all values as they are; -1 where it takes more.
func Decimals(values []float64) int {
	unit := 1.0
	for d := range mostDecimals + 1 {
		if !slices.ContainsFunc(values, func(v float64) bool { return math.Round(v*unit)/unit != v }) {
			return d
		}
		unit *= 10
	}
	return -1
}
