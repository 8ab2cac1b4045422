// Package owntables checks fits of tables of one's own on made-up ones whose rule is known.
package owntables

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"dcctree/core/alltrees"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/dataset"
	"dcctree/core/fit"
)

// Checks returns the checks of fits. Steps at each number of inputs are a check of their own, printed when it is done.
func Checks() (all []report.Check) {
	for _, inputs := range []int{3, 10, 40} {
		all = append(all, report.Check{Name: "steps-" + strconv.Itoa(inputs),
			Run: func() report.Section { return stepsSection(inputs, stepTables) }})
	}
	return append(all,
		report.Check{Name: "rents", Run: rentsSection},
		report.Check{Name: "thirds", Run: func() report.Section { return thirdsSection(thirdTables) }})
}

// made is a table with a target y of which rows from so many on are held out.
type made struct {
	inputs [][]float64
	y      []float64
	fitted int
}

// draw draws one more row of so many inputs, uniform between 0 and 1, and returns it for its target.
func (m *made) draw(inputs int, rng *rand.Rand) []float64 {
	row := make([]float64, inputs)
	if m.inputs == nil {
		m.inputs = make([][]float64, inputs)
	}
	for j := range row {
		row[j] = rng.Float64()
		m.inputs[j] = append(m.inputs[j], row[j])
	}
	return row
}

// answer fits the table with the page's choices but for those that are given, and without the price.
func (m *made) answer(o fit.Options) (*fit.Answer, error) {
	columns := []dataset.Input{{Name: "y", Numbers: m.y}}
	for j, values := range m.inputs {
		columns = append(columns, dataset.Input{Name: "x" + strconv.Itoa(j+1), Numbers: values})
	}
	t, err := dataset.FromColumns("made.csv", columns)
	if err != nil {
		return nil, err
	}
	o.Target, o.Held = "y", map[int]bool{}
	o.Settings, o.Effort = alltrees.DefaultSettings(), alltrees.DefaultEffort()
	o.Settings.Seed = 1
	for i := m.fitted; i < len(m.y); i++ {
		o.Held[i] = true
	}
	p, err := fit.New(t, o)
	if err != nil {
		return nil, err
	}
	return p.Fit(alltrees.Alone)
}

// failed is the row of a check that could not be made.
func failed(check, bound string, err error) report.Row {
	return report.Row{Check: check, Figure: err.Error(), Bound: bound}
}

// average returns the mean and its standard error.
func average(values []float64) (mean, se float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	for _, v := range values {
		se += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(se / (n * (n - 1)))
}

func withError(mean, se float64) string { return fmt.Sprintf("%.3f ± %.3f", mean, se) }
