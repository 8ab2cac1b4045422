// Three steps in three of some inputs: how much worse than the noise further rows are predicted.

package owntables

import (
	"fmt"
	"math/rand/v2"
	"runtime"

	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/fit"
	"dcctree/core/random"
	"dcctree/core/verdict"
)

const (
	stepTables = 20
	stepRows   = 200
	stepHeld   = 1000
	stepNoise  = .5
	mostExcess = .08 // RMSE above the noise, mean over tables
	stepsText  = "The target is the sum of three steps, of 3, 2 and 1.5, each in an input of its own at a place " +
		"drawn between .2 and .8, and of normal noise of standard deviation .5; inputs are uniform between 0 " +
		"and 1. 200 rows are fitted with the page's choices. The excess is the RMSE of 1,000 further rows " +
		"less .5: what the places of the steps, the leaves' means and superfluous splits cost. The error is " +
		"that over tables."
)

// stepped draws a table.
func stepped(inputs int, rng *rand.Rand) *made {
	m := &made{fitted: stepRows}
	sizes, places := []float64{3, 2, 1.5}, make([]float64, 3)
	for j := range places {
		places[j] = .2 + .6*rng.Float64()
	}
	for range stepRows + stepHeld {
		y := stepNoise * rng.NormFloat64()
		for j, x := range m.draw(inputs, rng)[:len(sizes)] {
			if x > places[j] {
				y += sizes[j]
			}
		}
		m.y = append(m.y, y)
	}
	return m
}

func stepsSection(inputs, tables int) report.Section {
	return report.Section{Title: fmt.Sprintf("Three steps in %d inputs", inputs), Text: stepsText,
		Rows: []report.Row{stepsRow(inputs, tables)}}
}

// stepsRow fits so many tables of so many inputs.
func stepsRow(inputs, tables int) report.Row {
	r := report.Row{Check: fmt.Sprintf("excess at %d inputs, %d tables", inputs, tables),
		Bound: fmt.Sprintf("mean ≤ %v", mostExcess)}
	excess, answers, errs := make([]float64, tables), make([]*fit.Answer, tables), make([]error, tables)
	parallel.Each(tables, runtime.GOMAXPROCS(0), func(k int) {
		m := stepped(inputs, random.Stream(uint64(k), "steps", fmt.Sprint(inputs)))
		if answers[k], errs[k] = m.answer(fit.Options{}); errs[k] == nil {
			excess[k] = *answers[k].Scores.RMSE - stepNoise
		}
	})
	settled := 0
	for k, a := range answers {
		if errs[k] != nil {
			return failed(r.Check, r.Bound, errs[k])
		}
		if a.Verdict.Outcome == verdict.Settled {
			settled++
		}
	}
	mean, se := average(excess)
	r.Figure = fmt.Sprintf("%s, %d settled", withError(mean, se), settled)
	r.Holds = mean <= mostExcess
	return r
}
