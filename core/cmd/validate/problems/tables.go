// Ten tables of which much is known: where the bound of what was not measured is held against long runs.

package problems

import (
	"errors"
	"math"
	"os"
	"path/filepath"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/posterior"
	"dcctree/core/random"
	"dcctree/core/softtree"
)

// table is a problem without a generating tree.
type table struct {
	name   string
	data   softtree.Data
	priors softtree.Priors
	h      float64
}

// problem is a run on the table.
func (t table) problem(seed uint64) *dcc.Problem {
	set := dcc.DefaultSettings()
	set.Priors, set.BandwidthFinal = t.priors, t.h
	return &dcc.Problem{Data: t.data, Settings: set, Seed: seed}
}

// ownWidth is the bandwidth that a table of one's own gets unless it is chosen.
const ownWidth = .025

// tables returns all ten; an error where the repository's Iris cannot be read.
func tables() (out []table, err error) {
	wu, err := dataset.WU(random.Stream(1, "wu", "train"), 300).Frame("y", nil, dataset.Regression)
	if err != nil {
		return nil, err
	}
	iris, err := irisTable()
	if err != nil {
		return nil, err
	}
	gradual := Make(9)
	return append([]table{
		{"WU standardized", posterior.NewTables(wu, nil, true).Data(), softtree.StandardizedPriors(), ownWidth},
		{"WU raw", posterior.NewTables(wu, nil, false).Data(), softtree.PaperPriors(), ownWidth},
		{"Iris", posterior.NewTables(iris, nil, false).Data(), softtree.PaperPriors(), .01},
		{"gradual truth, 2 inputs, 8 leaves", gradual.Data, gradual.Priors, gradual.H},
	}, madeUp()...), nil
}

// madeUp are regressions of uniform inputs, standardized, but for the last, a category of eight labels.
func madeUp() []table {
	step := func(v, at, height float64) float64 {
		if v > at {
			return height
		}
		return 0
	}
	friedman := func(x []float64) float64 { // Friedman 1991, equation 56
		return 10*math.Sin(math.Pi*x[0]*x[1]) + 20*(x[2]-.5)*(x[2]-.5) + 10*x[3] + 5*x[4]
	}
	out := []table{
		made("exclusive or of three, 5 inputs", 5, 200, .2, func(x []float64) float64 {
			upper := 0
			for _, v := range x[:3] {
				if v > .5 {
					upper++
				}
			}
			return float64(upper % 2)
		}),
		made("Friedman's function, 5 inputs", 5, 200, 1, friedman),
		made("three steps, 3 inputs", 3, 200, .5, func(x []float64) float64 {
			return step(x[0], .5, 3) + step(x[1], .5, 2) + step(x[2], .5, 1.5)
		}),
		made("8 steps, 1 input", 1, 200, .2, func(x []float64) float64 {
			return [8]float64{0, 2, -1, 1, 3, 0, 2, -1}[min(7, int(8*x[0]))]
		}),
		made("Friedman's function, 13 inputs", 13, 300, 1, friedman),
	}
	return append(out, made("category of 8 labels, every second one high", 1, 200, .3, nil))
}

// made draws a table. Without a response its only input is the code of a label, scaled, and every second label is high.
func made(name string, inputs, rows int, noise float64, response func(x []float64) float64) table {
	rng := random.Stream(1, "table", name)
	d := softtree.Data{N: rows, D: inputs, X: make([]float64, rows*inputs), Y: make([]float64, rows)}
	x := make([]float64, inputs)
	for i := range rows {
		for f := range x {
			x[f] = rng.Float64()
		}
		if response == nil {
			label := rng.IntN(8)
			x[0] = float64(label) / 7
			d.Y[i] = float64(label % 2)
		} else {
			d.Y[i] = response(x)
		}
		d.Y[i] += noise * rng.NormFloat64()
		for f, v := range x {
			d.X[f*rows+i] = v
		}
	}
	scale(d)
	standardize(d.Y)
	return table{name, d, softtree.StandardizedPriors(), ownWidth}
}

// scale puts every input on [0, 1].
func scale(d softtree.Data) {
	for f := range d.D {
		column := d.X[f*d.N : (f+1)*d.N]
		low, high := math.Inf(1), math.Inf(-1)
		for _, v := range column {
			low, high = min(low, v), max(high, v)
		}
		for i := range column {
			column[i] = (column[i] - low) / (high - low)
		}
	}
}

// standardize gives y mean 0 and standard deviation 1, and returns the standard deviation that it had.
func standardize(y []float64) (sd float64) {
	var sum, squares float64
	for _, v := range y {
		sum += v
	}
	mean := sum / float64(len(y))
	for _, v := range y {
		squares += (v - mean) * (v - mean)
	}
	sd = math.Sqrt(squares / float64(len(y)-1))
	for i, v := range y {
		y[i] = (v - mean) / sd
	}
	return sd
}

// irisTable reads the training rows of the paper's split from the repository's assets.
func irisTable() (*dataset.Frame, error) {
	dir, err := root()
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, "assets", "iris.csv"))
	if err != nil {
		return nil, err
	}
	all, err := dataset.ReadCSV("iris.csv", text, dataset.ReadOptions{})
	if err != nil {
		return nil, err
	}
	frame, err := all.Frame("species", nil, dataset.Classification)
	if err != nil {
		return nil, err
	}
	train, _ := dataset.PublishedSplit(frame.N, irisShare)
	return frame.Take(train), nil
}

// irisShare is the share of training rows in the paper's split.
const irisShare = .7

// root is the folder of the repository, this one or one above.
func root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
	}
	return "", errors.New("this is not a folder of the repository")
}
