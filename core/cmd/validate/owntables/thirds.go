// Noise that grows with the mean: what intervals hold in each third of the predictions.

package owntables

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"

	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/fit"
	"dcctree/core/random"
)

const (
	thirdTables              = 10
	thirdRows                = 300
	thirdHeld                = 900
	thirdInputs              = 3
	growth                   = .25 // the noise as a share of the mean
	leastShare, largestShare = .85, .95
	thirdsText               = "The mean is 1, 2, 4 or 8 by two of three inputs, and the standard deviation " +
		"of the normal noise a quarter of it. 300 rows are fitted with noise per leaf, which a note " +
		"suggests; 900 further rows are divided into thirds by their predictions. The share of a third " +
		"within the 90 % intervals is the mean over tables, with its error."
)

// growing draws a table.
func growing(rng *rand.Rand) *made {
	m := &made{fitted: thirdRows}
	for range thirdRows + thirdHeld {
		x, mean := m.draw(thirdInputs, rng), 1.0
		if x[0] > .5 {
			mean *= 4
		}
		if x[1] > .5 {
			mean *= 2
		}
		m.y = append(m.y, mean*(1+growth*rng.NormFloat64()))
	}
	return m
}

func thirdsSection(tables int) report.Section {
	s := report.Section{Title: "Intervals where noise grows with the mean", Text: thirdsText}
	shares, errs := make([][3]float64, tables), make([]error, tables)
	parallel.Each(tables, runtime.GOMAXPROCS(0), func(k int) {
		m := growing(random.Stream(uint64(k), "thirds"))
		a, err := m.answer(fit.Options{Noise: fit.LeafNoise, Scale: fit.PlainScale})
		if errs[k] = err; err == nil {
			shares[k], errs[k] = thirds(a.Predictions)
		}
	})
	bound := fmt.Sprintf("%v to %v", leastShare, largestShare)
	for third, name := range []string{"lowest", "middle", "highest"} {
		r := report.Row{Check: name + " third, " + strconv.Itoa(tables) + " tables", Bound: bound}
		var of []float64
		for k := range shares {
			if errs[k] != nil {
				s.Rows = append(s.Rows, failed(r.Check, bound, errs[k]))
				return s
			}
			of = append(of, shares[k][third])
		}
		mean, se := average(of)
		r.Figure, r.Holds = withError(mean, se), mean >= leastShare && mean <= largestShare
		s.Rows = append(s.Rows, r)
	}
	return s
}

// thirds are the shares of rows within their 90 % intervals, in the lowest, the middle and the highest third of what is
// predicted.
func thirds(predictions []fit.Prediction) (shares [3]float64, err error) {
	sorted := slices.Clone(predictions)
	slices.SortFunc(sorted, func(a, b fit.Prediction) int { return cmp.Compare(*a.Mean, *b.Mean) })
	n := len(sorted) / len(shares)
	for k := range shares {
		for _, q := range sorted[k*n : (k+1)*n] {
			y, err := strconv.ParseFloat(q.Target, 64)
			if err != nil {
				return shares, err
			}
			if *q.Low <= y && y <= *q.High {
				shares[k] += 1 / float64(n)
			}
		}
	}
	return shares, nil
}
